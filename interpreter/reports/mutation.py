"""What became of faults that were planted into the rows of a pack, as text and JSON."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from msgspec import Struct

from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.outputs.mutation import (
    FaultKindScore,
    MutantOutput,
    MutationOutput,
    MutationSummary,
)
from interpreter.ruleset.row_faults import FaultKind

MutantVerdict = Literal["check", "case", "equivalent", "survived"]


class Mutant(Struct, frozen=True):
    """A fault in a row, and what became of it.

    `before` and `after` are what stands in the file without it and with it. `found_by`
    is the problem or the case that finds it. `missing` is a case that would, on one
    line of YAML; `note` says why it is equivalent, or why no such case is known.
    """

    kind: FaultKind
    path: str
    rules: tuple[str, ...]
    file: str
    line: int
    column: int
    before: str
    after: str
    verdict: MutantVerdict
    found_by: str = ""
    missing: str = ""
    note: str = ""


class MutationReport(Struct, frozen=True):
    """The faults that were tried of a pack, of so many that there are."""

    pack: str
    faults: int
    mutants: tuple[Mutant, ...]

    def count(self, *verdicts: MutantVerdict) -> int:
        """Return how many faults have one of these verdicts."""
        return sum(mutant.verdict in verdicts for mutant in self.mutants)

    @property
    def found(self) -> int:
        """How many faults `check` or a case finds."""
        return self.count("check", "case")

    @property
    def tried(self) -> int:
        """How many faults change anything."""
        return len(self.mutants) - self.count("equivalent")

    @property
    def score(self) -> float:
        """The percentage found of the faults that change anything; 100 of none."""
        return 100 * self.found / self.tried if self.tried else 100.0


def mutation_text(report: MutationReport, paint: Paint = PLAIN) -> str:
    """Return the faults that nothing found, each with the case that is missing, those
    that are equivalent, and the score."""
    lines: list[str] = []
    survivors = [m for m in report.mutants if m.verdict == "survived"]
    equivalents = [m for m in report.mutants if m.verdict == "equivalent"]
    for mutant in survivors:
        lines += [*_survivor(mutant, paint), ""]
    if equivalents:
        lines.append("equivalent, which no case could find:")
        lines += [f"  {_headline(mutant)}: {mutant.note}" for mutant in equivalents]
        lines.append("")
    if not report.mutants:
        return f"{clean(report.pack)}: no row of a table or of modifiers to change"
    lines += _kinds(report)
    by_check, by_cases = report.count("check"), report.count("case")
    counts = f"{report.found} of {report.tried} faults found ({report.score:.1f}%)"
    by = f"{by_check} by check, {by_cases} by cases"
    drawn = f"{len(report.mutants)} of {report.faults} faults tried"
    painted = paint.good(counts) if report.found == report.tried else paint.bad(counts)
    lines.append(f"{clean(report.pack)}: {painted}: {by}; {drawn}")
    return "\n".join(lines)


def _headline(mutant: Mutant) -> str:
    rules = f" ({', '.join(map(clean, mutant.rules))})" if mutant.rules else ""
    place = f"{clean(mutant.file)}:{mutant.line}:{mutant.column}"
    return f"{place}: {mutant.kind}: {clean(mutant.path)}{rules}"


def _survivor(mutant: Mutant, paint: Paint) -> list[str]:
    lines = [f"{_headline(mutant)}: {paint.bad('not found')}"]
    lines += [f"  - {clean(line)}" for line in mutant.before.splitlines()]
    lines += [f"  + {clean(line)}" for line in mutant.after.splitlines() or ["nothing"]]
    if mutant.missing:
        lines.append(f"  a case that finds it: {clean(mutant.missing)}")
    if mutant.note:
        lines.append(f"  {clean(mutant.note)}")
    return lines


def _kinds(report: MutationReport) -> list[str]:
    """Return a line for each kind of fault: how many were found of how many."""
    lines = []
    for kind, (found, of) in _by_kind(report.mutants).items():
        lines.append(f"  {kind:<9} {found:>5} of {of}")
    return lines


def _by_kind(mutants: Sequence[Mutant]) -> dict[FaultKind, tuple[int, int]]:
    counts = Counter(
        (mutant.kind, mutant.verdict != "survived")
        for mutant in mutants
        if mutant.verdict != "equivalent"
    )
    kinds: tuple[FaultKind, ...] = get_args(FaultKind)
    found = {kind: counts[kind, True] for kind in kinds}
    return {
        kind: (found[kind], found[kind] + counts[kind, False])
        for kind in kinds
        if found[kind] + counts[kind, False]
    }


def mutation_output(report: MutationReport) -> MutationOutput:
    """Return it as `test --mutants` prints it with `--json`."""
    return MutationOutput(
        pack=report.pack,
        mutants=tuple(
            MutantOutput(
                kind=mutant.kind,
                path=mutant.path,
                rules=mutant.rules,
                file=mutant.file,
                line=mutant.line,
                column=mutant.column,
                before=mutant.before,
                after=mutant.after,
                verdict=mutant.verdict,
                found_by=mutant.found_by,
                missing=mutant.missing,
                note=mutant.note,
            )
            for mutant in report.mutants
        ),
        summary=MutationSummary(
            faults=report.faults,
            tried=len(report.mutants),
            equivalent=report.count("equivalent"),
            found=report.found,
            by_check=report.count("check"),
            by_cases=report.count("case"),
            survived=report.count("survived"),
            score=round(report.score, 2),
            kinds={
                kind: FaultKindScore(found=found, of=of)
                for kind, (found, of) in _by_kind(report.mutants).items()
            },
        ),
    )
