"""Cases that were run, as text and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.source import Span

# What no case touches, as text and JSON.


@dataclass(frozen=True, slots=True)
class UncoveredElement:
    """An entity that no case touches, and where it stands."""

    name: str
    at: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Things of one kind in a pack: how many there are, and which no case touches."""

    pack: str
    kind: str
    count: int
    missing: tuple[UncoveredElement, ...]


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


@dataclass(frozen=True, slots=True)
class CaseDifference:
    """What a case looked at, what it expects there, and what came out; all of it as
    one sentence, where one says more, and the place of which that speaks."""

    what: str
    expected: str
    found: str
    said: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case that was run; `error` when it could not be.

    `below` is the pack in which it stands, where that is one that `pack` extends.
    """

    pack: str
    name: str
    span: Span
    rules: tuple[str, ...] = ()
    differences: tuple[CaseDifference, ...] = ()
    error: str = ""
    below: str = ""

    @property
    def passed(self) -> bool:
        """Return whether all was as expected."""
        return not self.differences and not self.error


def cases_text(
    found: Sequence[CaseResult],
    paint: Paint = PLAIN,
    gaps: Sequence[Gap] = (),
) -> str:
    """Return the cases that failed with their differences, and how many passed."""
    lines: list[str] = []
    for each in found:
        if not each.passed:
            lines += [*_failure(each, paint), ""]
    lines += coverage_text(gaps)
    if not found:
        lines.append("no cases, so nothing was tested")
        return "\n".join(lines)
    failed = sum(not each.passed for each in found)
    passed = len(found) - failed
    said = f"{passed} passed, {failed} failed"
    lines.append(paint.bad(said) if failed else paint.good(said))
    return "\n".join([*lines, *_failed_below(found)])


def _failed_below(found: Sequence[CaseResult]) -> list[str]:
    """Return a sentence for each pack whose changes cases of packs below may fail."""
    by_pack: dict[str, list[CaseResult]] = {}
    for each in found:
        if not each.passed:
            by_pack.setdefault(each.pack, []).append(each)
    return [line for pack, failed in by_pack.items() for line in _said_of(pack, failed)]


def _said_of(pack: str, failed: Sequence[CaseResult]) -> list[str]:
    owners = list(dict.fromkeys(each.below for each in failed if each.below))
    if not owners:
        return []
    many, named = sum(bool(each.below) for each in failed), clean(pack)
    return [
        f"{many} of the {len(failed)} that failed belong to "
        f"{' and '.join(map(clean, owners))}: what {named} changes may be why",
        f"to run only the cases of {named} itself: --own",
    ]


def _failure(each: CaseResult, paint: Paint) -> list[str]:
    rules = f"  [{', '.join(map(clean, each.rules))}]" if each.rules else ""
    head = f"{clean(str(each.span))}: {paint.bad('failed')}: {clean(each.name)}{rules}"
    lines = [head]
    if each.error:
        lines.append(f"  {clean(each.error)}")
    for one in each.differences:
        if one.said:
            lines.append(f"  {clean(one.at)}: {clean(one.said)}")
            continue
        lines.append(f"  {clean(one.what)}:")
        lines.append(f"    expected: {clean(one.expected)}")
        lines.append(f"    found:    {clean(one.found)}")
    return lines


def cases_json(
    found: Sequence[CaseResult], gaps: Sequence[Gap] | None = None
) -> dict[str, object]:
    """Return the cases as JSON."""
    data: dict[str, object] = {
        "format": 1,
        "passed": sum(each.passed for each in found),
        "failed": sum(not each.passed for each in found),
        "cases": [_case_json(each) for each in found],
    }
    if gaps is not None:
        data["coverage"] = coverage_json(gaps)
    return data


def _case_json(each: CaseResult) -> dict[str, object]:
    return {
        "pack": each.pack,
        "name": each.name,
        "passed": each.passed,
        "rules": list(each.rules),
        "at": str(each.span),
        "differences": [
            {
                "what": one.what,
                "expected": one.expected,
                "found": one.found,
                "said": one.said,
                "at": one.at,
            }
            for one in each.differences
        ],
        "error": each.error,
        "below": each.below,
    }
