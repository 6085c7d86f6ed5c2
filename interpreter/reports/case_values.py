"""Values as they are written in a case, and cases as YAML."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

from msgspec import Struct

from interpreter.reports.values import ValueNames, fraction_text, to_text, total
from interpreter.values.types import (
    ListOf,
    MapOf,
    Record,
    SumOf,
    Type,
    Value,
    present,
)
from interpreter.yaml.scalar_edits import is_plain
from interpreter.yaml.writing import scalar

FROM = "accepted run"
"""Where the expectation of a case comes from that was made of a run."""


def as_yaml(value: Value, kind: Type, names: ValueNames) -> str:
    """Return a value on one line as YAML, also inside of braces, which is read again as
    a value of this type."""
    kind = present(kind)
    if value is None:
        return "none"
    match kind:
        case ListOf():
            items = (
                as_yaml(item, kind.item, names)
                for item in cast(tuple[Value, ...], value)
            )
            return f"[{', '.join(items)}]"
        case Record():
            fields = zip(kind.fields, cast(tuple[Value, ...], value), strict=True)
            pairs = (
                f"{scalar(name)}: {as_yaml(item, of, names)}"
                for (name, of), item in fields
            )
            return f"{{{', '.join(pairs)}}}"
        case MapOf():
            pairs = (
                f"{as_yaml(key, kind.key, names)}: {as_yaml(item, kind.value, names)}"
                for key, item in cast(tuple[tuple[Value, Value], ...], value)
            )
            return f"{{{', '.join(pairs)}}}"
        case SumOf():
            return fraction_text(Fraction(total(value)))
        case _:
            return scalar(to_text(value, kind, names))


class RecordedCase(Struct, frozen=True):
    """A run as a case: what is called, where, what fell, what was answered, and what
    came of it; values are YAML in one line. `in_turn`: a question was repeated, so that
    each answer is for one asking."""

    call: str
    scenario: str
    options: Mapping[str, str]
    dice: Mapping[str, Sequence[str]]
    answers: Sequence[tuple[str, str]]
    expect: Mapping[str, str]
    seed: str = ""
    in_turn: bool = False

    def lines(self, name: str, indent: int) -> list[str]:
        """Return the case under a name, as lines of a file."""
        parts: list[tuple[str, str]] = [("from", FROM), ("run", _plain(self.call))]
        if self.scenario:
            parts.append(("scenario", _plain(self.scenario)))
        if self.options:
            options = {name: scalar(value) for name, value in self.options.items()}
            parts.append(("options", _braces(options)))
        if self.dice:
            dice = {
                roll: faces[0] if len(faces) == 1 else f"[{', '.join(faces)}]"
                for roll, faces in self.dice.items()
            }
            parts.append(("dice", _braces(dice)))
        if self.seed:
            parts.append(("seed", scalar(self.seed)))
        if self.answers:
            parts.append(("answers", self._answers()))
        parts.append(("expect", _braces(self.expect)))
        blanks = " " * indent
        head = f"{blanks}{scalar(name)}:"
        return [head, *(f"{blanks}  {key}: {value}" for key, value in parts)]

    def _answers(self) -> str:
        """Return the answers: a map, or a list of maps if a question was repeated."""
        if not self.in_turn:
            return _braces(dict(self.answers))
        turns = (_braces({name: value}) for name, value in self.answers)
        return f"[{', '.join(turns)}]"


def _plain(text: str) -> str:
    return text if is_plain(text, in_flow=False) else scalar(text)


def _braces(pairs: Mapping[str, str]) -> str:
    listed = (f"{scalar(key)}: {value}" for key, value in pairs.items())
    return f"{{{', '.join(listed)}}}"
