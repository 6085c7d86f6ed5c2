"""What no case touches, as text and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.reporting.paint import clean


@dataclass(frozen=True, slots=True)
class Missing:
    """A thing that no case touches, and where it stands."""

    name: str
    at: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Things of one kind in a pack: how many there are, and which no case touches."""

    pack: str
    kind: str
    count: int
    missing: tuple[Missing, ...]


def coverage_text(gaps: Sequence[Gap]) -> list[str]:
    """Return a paragraph for each kind that there is, the untouched one a line."""
    lines: list[str] = []
    for each in gaps:
        if each.count:
            touched = each.count - len(each.missing)
            head = f"{clean(each.pack)}: {each.kind}: {touched} of {each.count} touched"
            lines.append(head + (", not these:" if each.missing else ""))
            lines += [f"  {clean(one.name)}  {clean(one.at)}" for one in each.missing]
            lines.append("")
    return lines


def coverage_json(gaps: Sequence[Gap]) -> list[dict[str, object]]:
    """Return the same as data."""
    return [
        {
            "pack": each.pack,
            "kind": each.kind,
            "count": each.count,
            "untouched": [{"name": one.name, "at": one.at} for one in each.missing],
        }
        for each in gaps
    ]
