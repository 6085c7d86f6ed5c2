"""Odds or estimates over ranges and lists of values, and of two sides compared.

A `Setup` says what is run, by names and texts as they are typed. Where a text stands
for several values (`-4..2`, `short, long`, `all`), `varied` takes it out as an
`SweepAxis`; a sweep runs each combination of the values of its axes. With `against`, a
second setup, every combination is run for both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.app.opening.session import (
    TYPED,
    GivenValue,
    Session,
    entered,
    entry_of,
    scenario_of,
)
from interpreter.app.opening.settings import SET, changed, target_of
from interpreter.app.type_values import steps_between
from interpreter.diagnostics import LimitExceeded, UmpireError, Unusable, UsageError
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.reports.odds import OddsReport
from interpreter.reports.simulation import SimulationReport
from interpreter.reports.sweep_statistics import Measured
from interpreter.reports.sweeps import (
    SweepAxis,
    SweepCell,
    SweepGroup,
    SweepReport,
    value_text,
)
from interpreter.reports.values import spaced
from interpreter.ruleset.finding import called
from interpreter.source import normalised, same_name
from interpreter.values.exact_numbers import exact
from interpreter.values.types import (
    Boolean,
    Cell,
    Entity,
    EnumerationPart,
    Number,
    Seat,
    Text,
    Type,
    enumeration_of,
    present,
)

MOST_CELLS = 2_000
ALL = "all"
"""What stands for every value of an option, an enumeration, a kind, or yes and no."""

Texts: TypeAlias = Mapping[str, GivenValue]
Run: TypeAlias = Callable[[Session], OddsReport | SimulationReport]
Progress: TypeAlias = Callable[[int, int], None]


class Setup(Struct, frozen=True):
    """What is run: a pack with options, an entry point or the `main` of a scenario, its
    arguments, and fields of entities with other values (`settings.changed`); all by
    their normalised names."""

    folder: Path
    procedure: str | None
    scenario: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    arguments: Texts = field(default_factory=dict)
    fields: Texts = field(default_factory=dict)
    prefixes: tuple[str, str] = (TYPED, SET)
    """What messages write before the name of an argument, and of a field."""
    without: frozenset[str] = frozenset()
    """Options of the other side of a comparison that this pack does not have."""

    def session(self, packs: OpenedPacks | None = None) -> Session:
        """Return what is to be run; raises the error of what does not fit. `packs` are
        those that other setups have opened."""
        pack, scenario = (packs or OpenedPacks()).of(self)
        session = entered(
            pack, scenario, self.procedure, self.arguments, self.prefixes[0]
        )
        return (
            changed(session, self.fields, self.prefixes[1]) if self.fields else session
        )

    def at(self, axes: Iterable[SweepAxis], values: Iterable[GivenValue]) -> Setup:
        """Return the setup with a value of each axis."""
        groups: dict[SweepGroup, dict[str, GivenValue]] = {
            "option": dict(self.options),
            "argument": dict(self.arguments),
            "field": dict(self.fields),
        }
        for axis, value in zip(axes, values, strict=True):
            if axis.group != "option" or axis.name not in self.without:
                groups[axis.group][axis.name] = value
        return replace(
            self,
            options={name: str(text) for name, text in groups["option"].items()},
            arguments=groups["argument"],
            fields=groups["field"],
        )


def compared(setup: Setup, against: Setup) -> tuple[Setup, Setup]:
    """Return two sides, each without the options that its pack does not have if the
    other's has them; what neither has is left for the error that it will be."""
    if setup.folder == against.folder:
        return setup, against
    known = {side.folder: open_pack(side.folder).options for side in (setup, against)}

    def having(side: Setup, other: Setup) -> Setup:
        given = {*setup.options, *against.options}
        lacks = frozenset(
            name
            for name in given
            if name not in known[side.folder] and name in known[other.folder]
        )
        options = {n: text for n, text in side.options.items() if n not in lacks}
        return replace(side, options=options, without=lacks)

    return having(setup, against), having(against, setup)


class OpenedPacks:
    """Packs under their options and the scenario's, each opened once."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[tuple[object, ...], tuple[Pack, str]] = {}

    def of(self, setup: Setup) -> tuple[Pack, str]:
        """Return the pack of a setup, and the name of its scenario as it has it."""
        options = tuple(sorted(setup.options.items()))
        key = (setup.folder, setup.scenario, options)
        if key not in self._known:
            pack = open_pack(setup.folder, setup.options)
            scenario = scenario_of(setup.scenario, pack.program)
            self._known[key] = pack.under(scenario), scenario
        return self._known[key]


# Texts that stand for several values.

_RANGE = re.compile(r"(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})(?:\s+by\s+(\d{1,9}))?\Z")
_NO_RANGE = re.compile(r"(-?\d{1,9})\s*(?:-|\u2013|:|to|\.\.\.)\s*(-?\d{1,9})\Z")
"""What people write for a range elsewhere; the first would be read as a difference."""
_OPENING, _CLOSING = "([{", ")]}"


class VariedValues(Struct, frozen=True):
    """What a sweep varies, with the values that it takes."""

    axis: SweepAxis
    values: tuple[GivenValue, ...]


def vary(
    group: SweepGroup, values: Mapping[str, Iterable[GivenValue]]
) -> list[VariedValues]:
    """Return what varies, by its name and with its values."""
    varied_values = []
    for name, several in values.items():
        if isinstance(several, str) or not isinstance(several, Iterable):
            hint = "give a list or a range of values"
            raise UsageError(f"'{name}' has no several values", hint)
        listed = tuple(several)
        if not listed:
            raise UsageError(f"'{name}' has no value", "give one or more")
        axis = SweepAxis(group, normalised(name), tuple(map(value_text, listed)))
        varied_values.append(VariedValues(axis, listed))
    return varied_values


def varied(setup: Setup) -> tuple[Setup, tuple[VariedValues, ...]]:
    """Return a setup without what stands for several values, and that as axes: options
    first, then arguments, then fields, each group in the order given.

    A text that is itself a value is not split. Whether each value fits is left to
    `Setup.session`. Raises UnknownName, and LimitExceeded for too many values.
    """
    given = (*setup.options.values(), *setup.arguments.values(), *setup.fields.values())
    if not any(map(_may_vary, given)):
        return setup, ()
    known = open_pack(setup.folder).options
    options = {
        name: _option_values(text, known.get(name, ()))
        for name, text in setup.options.items()
    }
    pack = open_pack(setup.folder, {name: texts[0] for name, texts in options.items()})
    scenario = scenario_of(setup.scenario, pack.program)
    pack = pack.under(scenario)
    beginning = pack.program.initial_states[scenario]
    takes = entry_of(setup.procedure, scenario, pack).takes
    types = {taken.name: taken.type for taken in takes}
    arguments = {
        name: _values(value, types.get(name), beginning.ids)
        for name, value in setup.arguments.items()
    }
    fields = {
        name: _values(value, target_of(pack, beginning, name).field.type, beginning.ids)
        for name, value in (setup.fields.items() if scenario else ())
    }
    single = replace(
        setup,
        options={n: text for n, text in setup.options.items() if len(options[n]) == 1},
        arguments={n: v for n, v in setup.arguments.items() if len(arguments[n]) == 1},
        fields={n: v for n, v in setup.fields.items() if len(fields.get(n, ())) < 2},
    )
    axes = (
        *vary("option", _several(options)),
        *vary("argument", _several(arguments)),
        *vary("field", _several(fields)),
    )
    return single, axes


def _may_vary(given: GivenValue) -> bool:
    """Tell whether a value may stand for several; most do not, and need no look at the
    pack."""
    if not isinstance(given, str):
        return False
    is_several = ".." in given or "," in given or ";" in given
    return is_several or same_name(given, ALL) or _NO_RANGE.match(given) is not None


def _several(
    values: Mapping[str, Sequence[GivenValue]],
) -> Mapping[str, Sequence[GivenValue]]:
    return {name: listed for name, listed in values.items() if len(listed) > 1}


def _option_values(text: str, known: Sequence[str]) -> Sequence[str]:
    """Return the values of an option for which a text stands; itself where it is one
    value, or where the option is not known."""
    if _is_one_of(text, known):
        return (text,)
    if same_name(text, ALL) and known:
        return tuple(known)
    return [value for part in _parts(text, ",;") for value in _counted(part)]


def _values(
    given: GivenValue, kind: Type | None, ids: Mapping[str, tuple[str, ...]]
) -> Sequence[GivenValue]:
    """Return the values of a type for which a text stands; a value of any other kind,
    and what a text of several words may be, alone."""
    inner = None if kind is None else present(kind)
    if not isinstance(given, str) or inner is None or isinstance(inner, Text):
        return (given,)
    every = _every(inner, ids)
    is_word = isinstance(inner, Number | Cell) or bool(every)
    if not isinstance(inner, Number) and _is_one_of(given, every):
        return (given,)
    if same_name(given, ALL) and every:
        return every
    parts = _parts(given, ",;" if is_word else ";")
    if not isinstance(inner, Number):
        return parts
    return [value for part in parts for value in _counted(part)]


def _is_one_of(text: str, values: Sequence[str]) -> bool:
    return any(same_name(text, value) for value in values)


def _every(kind: Type, ids: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return all values of a type as they are typed; () where they are not listed."""
    if isinstance(kind, Boolean):
        return ("yes", "no")
    if isinstance(kind, Entity | Seat):
        return ids.get(kind.kind, ())
    if isinstance(kind, Number) and kind.low is not None and kind.high is not None:
        first, last = steps_between(kind.low, kind.high, kind.step)
        if last - first >= MOST_CELLS:
            return ()
        step = Fraction(kind.step or 1)
        return tuple(str(exact(count * step)) for count in range(first, last + 1))
    words = enumeration_of(kind)
    if words is None:
        return ()
    if isinstance(kind, EnumerationPart):
        return tuple(words.values[rank] for rank in kind.ranks)
    return tuple(words.values)


def _parts(text: str, separators: str) -> Sequence[str]:
    """Return the parts of a text between separators outside brackets; a text with an
    empty part is not split."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if letter in separators and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    stripped = [part.strip() for part in parts]
    return stripped if all(stripped) else (text,)


def _counted(text: str) -> Sequence[str]:
    """Return the whole numbers of a range `low..high` or `low..high by step`; any other
    text alone."""
    found = _RANGE.match(text)
    if found is None and (meant := _NO_RANGE.match(text)):
        raise Unusable(
            f"'{text}' is no range", hint=f"write {meant[1]}..{meant[2]} for a range"
        )
    if found is None:
        return (text,)
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if high < low or not step:
        hint = "write the lower number first, as in -4..2 or 0..20 by 5"
        raise Unusable(f"'{text}' is an empty range", hint=hint)
    numbers = range(low, high + 1, step)
    _limit(len(numbers))
    return tuple(map(str, numbers))


def _limit(count: int) -> None:
    if count > MOST_CELLS:
        raise LimitExceeded("combinations of values", MOST_CELLS)


# Running.


def swept(
    setup: Setup,
    varied_values: Sequence[VariedValues],
    run: Run,
    *,
    title: Callable[[Session], str],
    against: Setup | None = None,
    run_against: Run | None = None,
    progress: Progress | None = None,
) -> SweepReport:
    """Run each combination of the values of axes, the last axis changing fastest, and
    with `against` that setup with the same values by `run_against` (None: by `run`).
    `title` says what a session runs.

    Everything is opened before the first run, so that a value that does not fit costs
    no time. `progress` hears (runs done, of all).
    """
    sides = [setup] if against is None else [setup, against]
    axes = [each.axis for each in varied_values]
    _limit(prod(len(each.values) for each in varied_values) * len(sides))
    combinations = list(product(*(each.values for each in varied_values)))
    packs = OpenedPacks()
    sessions = [
        [_session(side.at(axes, values), setup, packs) for side in sides]
        for values in combinations
    ]
    runs = (run, run if run_against is None else run_against)
    cells: list[SweepCell] = []
    for number, (values, of_sides) in enumerate(
        zip(combinations, sessions, strict=True)
    ):
        measured = [
            Measured(_whole(side_run(session)), session.edge)
            for session, side_run in zip(of_sides, runs, strict=False)
        ]
        labels = tuple(map(value_text, values))
        cells.append(SweepCell(labels, measured[0], *measured[1:]))
        if progress is not None:
            progress(number + 1, len(combinations))
    sides_text = None if against is None else _labels(setup, against, sessions[0])
    name = ", ".join([title(sessions[0][0]), *described(setup, against)])
    return SweepReport(name, tuple(axes), tuple(cells), sides_text)


def _whole(report: OddsReport | SimulationReport) -> OddsReport | SimulationReport:
    """Return a report; a sweep of which one part was interrupted is none."""
    if isinstance(report, SimulationReport) and report.interrupted:
        raise KeyboardInterrupt
    return report


def _session(side: Setup, first: Setup, packs: OpenedPacks) -> Session:
    """Return the session of a side; an error of a pack other than the first names
    it."""
    try:
        return side.session(packs)
    except UmpireError as error:
        if side.folder != first.folder:
            error.message += f" (of '{called(side.folder)}')"
        raise


def described(setup: Setup, against: Setup | None = None) -> Iterable[str]:
    """Yield the options, arguments and fields of a setup in words; with `against` those
    that are the same there."""
    for mine, theirs in _groups(setup, against or setup):
        for name, value in mine.items():
            if name in theirs and theirs[name] == value:
                yield f"{spaced(name)} {value_text(value)}"


def _labels(
    first: Setup, second: Setup, sessions: Sequence[Session]
) -> tuple[str, str]:
    """Return what tells the two sides of a comparison apart, each in a few words: the
    pack, or the options, arguments and fields that differ."""
    names = [session.pack.name for session in sessions]
    if names[0] != names[1]:
        return _beside(names[0], first, second), _beside(names[1], second, first)
    described = [
        ", ".join(_differences(one, other))
        for one, other in ((first, second), (second, first))
    ]
    if described[0] == described[1]:
        return "first", "second"
    return described[0] or "as it is", described[1] or "as it is"


def _beside(name: str, side: Setup, other: Setup) -> str:
    """Return the name of a pack with the options of this side that the other pack does
    not have, and those of the other that it does not have itself."""
    own = [
        f"{spaced(option)} {value_text(value)}"
        for option, value in side.options.items()
        if option in other.without
    ]
    lacks = [f"without {spaced(option)}" for option in sorted(side.without)]
    return ", ".join([name, *own, *lacks])


def _differences(one: Setup, other: Setup) -> Iterable[str]:
    for mine, theirs in _groups(one, other):
        for name, value in mine.items():
            if name not in theirs or theirs[name] != value:
                yield f"{spaced(name)} {value_text(value)}"


def _groups(one: Setup, other: Setup) -> Iterable[tuple[Texts, Texts]]:
    return (
        (one.options, other.options),
        (one.arguments, other.arguments),
        (one.fields, other.fields),
    )
