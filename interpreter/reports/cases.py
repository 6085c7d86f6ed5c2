"""Results of cases, and the elements that no case covers, as text and JSON."""

from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.outputs.checks import (
    CaseOutput,
    CasesOutput,
    DifferenceOutput,
    ElementKind,
    GapOutput,
    UncoveredOutput,
)
from interpreter.reports.outputs.encoding import ABSENT
from interpreter.source import Span


class UncoveredElement(Struct, frozen=True):
    """An element of a pack that no case covers, and its file and line."""

    name: str
    at: str


class Gap(Struct, frozen=True):
    """The elements of one kind in a pack: their number, and those not covered."""

    pack: str
    kind: str
    count: int
    missing: tuple[UncoveredElement, ...]


def coverage_text(gaps: Sequence[Gap]) -> list[str]:
    """Return a paragraph for each kind that the pack has, with a line for each element
    not covered."""
    lines: list[str] = []
    for gap in gaps:
        if gap.count:
            touched = gap.count - len(gap.missing)
            head = f"{clean(gap.pack)}: {gap.kind}: {touched} of {gap.count} touched"
            lines.append(head + (", not these:" if gap.missing else ""))
            lines += [
                f"  {clean(element.name)}  {clean(element.at)}"
                for element in gap.missing
            ]
            lines.append("")
    return lines


def _gap_output(gap: Gap) -> GapOutput:
    return GapOutput(
        pack=gap.pack,
        kind=cast(ElementKind, gap.kind),
        count=gap.count,
        untouched=tuple(
            UncoveredOutput(name=element.name, at=element.at) for element in gap.missing
        ),
    )


class CaseDifference(Struct, frozen=True):
    """What a case looked at, the expected and the actual value; or one sentence in
    `sentence` about the place `at`.

    `written` is the actual value as YAML and `place` where the expected one is written,
    for those that can be accepted.
    """

    what: str
    expected: str
    found: str
    sentence: str = ""
    at: str = ""
    written: str = ""
    place: Span | None = None


class CaseResult(Struct, frozen=True):
    """The result of a case; `error` if it could not be run.

    `below` is the pack that declares the case, if `pack` extends it. `unchanged`: it
    was not run, for it has passed and nothing that it depends on has changed.
    """

    pack: str
    name: str
    span: Span
    rules: tuple[str, ...] = ()
    differences: tuple[CaseDifference, ...] = ()
    error: str = ""
    below: str = ""
    unchanged: bool = False

    @property
    def passed(self) -> bool:
        """Return whether there was no difference and no error."""
        return not self.differences and not self.error


def cases_text(
    results: Sequence[CaseResult],
    paint: Paint = PLAIN,
    gaps: Sequence[Gap] = (),
    listed: bool = False,
) -> str:
    """Return the cases that failed with their differences, and how many passed; with
    `listed` also the names of those that were run and passed."""
    lines: list[str] = []
    for result in results:
        if not result.passed:
            lines += [*_failure(result, paint), ""]
        elif listed and not result.unchanged:
            place = clean(str(result.span))
            lines.append(f"{place}: {paint.good('passed')}: {clean(result.name)}")
    lines += coverage_text(gaps)
    if not results:
        lines.append("no cases, so nothing was tested")
        return "\n".join(lines)
    failed = sum(not result.passed for result in results)
    passed = len(results) - failed
    unchanged = sum(result.unchanged for result in results)
    known = f" ({unchanged} unchanged)" if unchanged else ""
    counts = f"{passed} passed{known}, {failed} failed"
    lines.append(paint.bad(counts) if failed else paint.good(counts))
    return "\n".join([*lines, *_failed_below(results)])


def _failed_below(results: Sequence[CaseResult]) -> list[str]:
    """Return a sentence for each pack whose changes may fail cases of its base
    packs."""
    by_pack: dict[str, list[CaseResult]] = {}
    for result in results:
        if not result.passed:
            by_pack.setdefault(result.pack, []).append(result)
    return [
        line
        for pack, failed in by_pack.items()
        for line in _base_pack_note(pack, failed)
    ]


def _base_pack_note(pack: str, failed: Sequence[CaseResult]) -> list[str]:
    owners = list(dict.fromkeys(result.below for result in failed if result.below))
    if not owners:
        return []
    many, named = sum(bool(result.below) for result in failed), clean(pack)
    return [
        f"{many} of the {len(failed)} that failed belong to "
        f"{' and '.join(map(clean, owners))}: what {named} changes may be why",
        f"to run only the cases of {named} itself: --own",
    ]


def _failure(result: CaseResult, paint: Paint) -> list[str]:
    rules = f"  [{', '.join(map(clean, result.rules))}]" if result.rules else ""
    head = (
        f"{clean(str(result.span))}: {paint.bad('failed')}: {clean(result.name)}{rules}"
    )
    lines = [head]
    if result.error:
        lines.append(f"  {clean(result.error)}")
    for difference in result.differences:
        if difference.sentence:
            lines.append(f"  {clean(difference.at)}: {clean(difference.sentence)}")
            continue
        lines.append(f"  {clean(difference.what)}:")
        lines.append(f"    expected: {clean(difference.expected)}")
        lines.append(f"    found:    {clean(difference.found)}")
    return lines


def cases_output(
    results: Sequence[CaseResult], gaps: Sequence[Gap] | None = None
) -> CasesOutput:
    """Return the cases as the record for JSON; gaps only if they were asked for."""
    return CasesOutput(
        passed=sum(result.passed for result in results),
        failed=sum(not result.passed for result in results),
        cases=tuple(_case_output(result) for result in results),
        coverage=ABSENT if gaps is None else tuple(map(_gap_output, gaps)),
    )


def _case_output(result: CaseResult) -> CaseOutput:
    return CaseOutput(
        pack=result.pack,
        name=result.name,
        passed=result.passed,
        rules=result.rules,
        at=str(result.span),
        differences=tuple(map(_difference_output, result.differences)),
        error=result.error,
        below=result.below,
    )


def _difference_output(difference: CaseDifference) -> DifferenceOutput:
    return DifferenceOutput(
        what=difference.what,
        expected=difference.expected,
        found=difference.found,
        said=difference.sentence,
        at=difference.at,
    )
