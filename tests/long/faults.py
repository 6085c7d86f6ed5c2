"""Two thousand single faults in rows of the published packs: which of them `check` or a
case finds."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.app.testing.mutation import FaultsWanted, mutation_report
from interpreter.pipeline.checking import check
from interpreter.ruleset.row_faults import row_faults
from tests.trial import packs

Result = dict[str, Any]

OF_ALL = 2000
OF_A_BATCH = 50


@cache
def shares() -> tuple[tuple[Path, int], ...]:
    """Return how many faults of each pack are tried: of a small pack all, so that those
    of the others together are as many as are wanted."""
    counts = sorted((_faults_in(pack), pack) for pack in packs())
    found, left = [], OF_ALL
    for number, (count, pack) in enumerate(counts):
        share = min(count, left // (len(counts) - number))
        found.append((pack, share))
        left -= share
    return tuple(found)


def _faults_in(pack: Path) -> int:
    ruleset = check(pack, quick=True).loaded.ruleset
    assert ruleset is not None
    files = frozenset(str(file) for file in pack.rglob("*.yaml"))
    return sum(1 for _ in row_faults(ruleset, files))


def _batches() -> list[tuple[Path, int, int]]:
    """Return the pack of each batch, how many faults were drawn before it, and its
    own."""
    return [
        (pack, first, min(OF_A_BATCH, share - first))
        for pack, share in shares()
        for first in range(0, share, OF_A_BATCH)
    ]


def batches() -> int:
    """Return the number of batches for all packs."""
    return len(_batches())


def run(batch: int, seed: int) -> Result:
    """Try the faults of one batch; a survivor is no fault of the engine, and is
    listed."""
    pack, first, count = _batches()[batch]
    report = mutation_report(pack, FaultsWanted(count, str(seed), left_out=first))
    kinds: Counter[str] = Counter()
    for mutant in report.mutants:
        kinds[f"{mutant.kind} {mutant.verdict}"] += 1
    return {
        "pack": pack.name,
        "every": report.faults,
        "kinds": dict(kinds),
        "survivors": [
            f"{Path(m.file).name}:{m.line}: {m.kind}: {m.path}: "
            f"{m.before!r} to {m.after!r}"
            for m in report.mutants
            if m.verdict == "survived"
        ],
        "faults": [],
    }


def summary(results: Sequence[Result]) -> list[str]:
    """Return a row for each pack and for each kind, the score, and the survivors."""
    lines = [
        "| pack | faults there are | tried | by check | by cases | equivalent, proved "
        "| not found | score |",
        "|---|---|---|---|---|---|---|---|",
    ]
    total: Counter[str] = Counter()
    for name in sorted({each["pack"] for each in results}):
        own = [each for each in results if each["pack"] == name]
        counts = _verdicts(own)
        total += counts
        lines.append(_row(name, str(own[0]["every"]), counts))
    lines += [_row("all", "", total), ""]
    for kind in sorted({k.split()[0] for each in results for k in each["kinds"]}):
        counts = _verdicts(results, kind)
        lines.append(f"- {kind}: {_score(counts)} of {sum(counts.values())}")
    survivors = [text for each in results for text in each["survivors"]]
    lines += ["", "Not found:", "", *(f"- {text}" for text in survivors)]
    return lines


def _verdicts(results: Sequence[Result], kind: str = "") -> Counter[str]:
    found: Counter[str] = Counter()
    for each in results:
        for key, count in each["kinds"].items():
            own, verdict = key.split()
            if kind in ("", own):
                found[verdict] += count
    return found


def _row(name: str, every: str, counts: Counter[str]) -> str:
    figures = [counts[v] for v in ("check", "case", "equivalent", "survived")]
    cells = [name, every, sum(figures), *figures, _score(counts)]
    return f"| {' | '.join(map(str, cells))} |"


def _score(counts: Counter[str]) -> str:
    found = counts["check"] + counts["case"]
    return f"{100 * found / max(found + counts['survived'], 1):.1f} %"
