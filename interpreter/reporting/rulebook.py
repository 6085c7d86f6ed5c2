"""What carries each rule of a source, as text and JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from interpreter.reporting.layout import WIDTH, columns, folded
from interpreter.reporting.paint import PLAIN, Paint, clean


class Standing(Enum):
    """How a rule stands; the first three are covered."""

    EXERCISED = "exercised"
    EXCUSED = "excused"
    EXCEPTED = "excepted"
    IDLE = "idle"
    ASKED = "asked"
    UNREACHED = "unreached"
    UNCARRIED = "uncarried"
    REFUSED = "refused"
    LATER = "later"

    @property
    def covered(self) -> bool:
        """Tell whether nothing is missing."""
        return self in (Standing.EXERCISED, Standing.EXCUSED, Standing.EXCEPTED)


_SAID: Mapping[Standing, str] = MappingProxyType(
    {
        Standing.EXERCISED: "implemented, and a passing case runs through it",
        Standing.EXCUSED: "left out for a reason that its kind allows",
        Standing.EXCEPTED: "left out for another reason",
        Standing.IDLE: "no passing case runs through it",
        Standing.ASKED: "only the judge is asked",
        Standing.UNREACHED: "play never reaches what carries it",
        Standing.UNCARRIED: "nothing carries it",
        Standing.REFUSED: "left out, but neither its kind nor the number allows it",
        Standing.LATER: "to be written later",
    }
)


PARTS = "Parts of these rules that no passing case runs through"
UNREACHED = "Parts of these rules that play never reaches"


@dataclass(frozen=True, slots=True)
class Carrier:
    """An element that names a rule, whether a passing case ran through it, and whether
    play can reach it."""

    name: str
    at: str
    exercised: bool
    reached: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the index: `at` its place there, `said` the status that it has there,
    `hint` what to write where it is not covered."""

    name: str
    at: str
    said: str
    kinds: tuple[str, ...]
    standing: Standing
    carriers: tuple[Carrier, ...]
    cases: tuple[str, ...]
    hint: str = ""


def rules_text(pack: str, rules: Sequence[Rule], paint: Paint = PLAIN) -> str:
    """Return a table of shares, and what is missing with place and hint."""
    if not rules:
        said = f"{clean(pack)}: no rulebook.yaml lists a rule, so none is covered"
        line = "RULE-1: {at: page 3, says: what it says}"
        return f"{said}\n  write into it a line for each: {line}"
    covered = sum(each.standing.covered for each in rules)
    said = f"{clean(pack)}: {covered} of {len(rules)} rules are covered"
    lines = [paint.good(said) if covered == len(rules) else paint.bad(said), ""]
    lines += _shares(rules)
    for standing in Standing:
        if standing not in (Standing.EXERCISED, Standing.EXCUSED):
            lines += _list(rules, standing)
    idle, unreached = (
        _parts(rules, PARTS, lambda each: each.reached and not each.exercised),
        _parts(rules, UNREACHED, lambda each: not each.reached),
    )
    return "\n".join([*lines, *idle, *unreached])


def _shares(rules: Sequence[Rule]) -> list[str]:
    rows = [["rules", "share", "how they stand"]]
    for standing in Standing:
        count = sum(each.standing is standing for each in rules)
        if count:
            share = Fraction(100 * count, len(rules))
            rows.append([str(count), f"{float(share):.1f}%", _SAID[standing]])
    return columns(rows, right=frozenset({0, 1}))


def _list(rules: Sequence[Rule], standing: Standing) -> list[str]:
    found = [each for each in rules if each.standing is standing]
    head = _SAID[standing].capitalize()
    if standing is Standing.LATER:
        head += " (name it with 'rule:' where it is done, and write a case)"
    lines = ["", f"{head}:"] if found else []
    for each in found:
        lines.append(f"  {clean(each.name)}  {clean(each.at)}")
        if each.hint:
            lines += folded(clean(each.hint), WIDTH, "    ")
    return lines


def _parts(
    rules: Sequence[Rule], head: str, wanted: Callable[[Carrier], bool]
) -> list[str]:
    """Return the parts of exercised rules that are wanted, by place."""
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for rule in rules:
        for each in rule.carriers:
            if rule.standing is Standing.EXERCISED and wanted(each):
                names, carried = found.setdefault(each.at, ({}, {}))
                names[each.name] = carried[rule.name] = None
    lines = ["", f"{head}:"] if found else []
    for at, (names, carried) in found.items():
        lines.append(f"  {clean(at)}  [{clean(' '.join(carried))}]")
        lines += folded(clean(", ".join(names)), WIDTH, "    ")
    return lines


def rules_json(pack: str, rules: Sequence[Rule]) -> dict[str, object]:
    """Return the same as data."""
    count = {each.value: 0 for each in Standing}
    for rule in rules:
        count[rule.standing.value] += 1
    covered = sum(each.standing.covered for each in rules)
    return {
        "format": 1,
        "pack": pack,
        "rules": [_rule_json(each) for each in rules],
        "summary": {"rules": len(rules), "covered": covered, "standing": count},
    }


def _rule_json(each: Rule) -> dict[str, object]:
    return {
        "id": each.name,
        "at": each.at,
        "kinds": list(each.kinds),
        "said": each.said,
        "status": each.standing.value,
        "implemented": [
            {
                "name": one.name,
                "at": one.at,
                "exercised": one.exercised,
                "reached": one.reached,
            }
            for one in each.carriers
        ],
        "cases": list(each.cases),
        "hint": each.hint,
    }
