"""Two thousand single mistakes of a human hand: whether the first problem stands where
the mistake is, and whether none is silent."""

from collections.abc import Sequence
from typing import Any

from tests.long.shares import shared
from tests.slips import outcomes

Result = dict[str, Any]

OF_ALL = 2000
OF_A_BATCH = 25
EXACT = 0.95


def batches() -> int:
    """Return the number of batches for all packs."""
    return OF_ALL // OF_A_BATCH


def run(batch: int, seed: int) -> Result:
    """Try the slips of one batch; a silent one is a fault."""
    pack, part = shared(batches())[batch]
    first = (seed - 1) * 1_000_000 + part * OF_A_BATCH
    found = list(outcomes(pack, range(first, first + OF_A_BATCH)))
    kinds: dict[str, list[int]] = {}
    for each in found:
        counts = kinds.setdefault(each.slip.kind, [0] * 7)
        exact, near = each.exact, each.near and not each.exact
        same, silent = each.same and not each.told, each.silent
        elsewhere = bool(each.told) and not each.near
        proposes, works = each.works is not None, bool(each.works)
        flags = (exact, near, elsewhere, same, silent, proposes, works)
        for index, so in enumerate(flags):
            counts[index] += so
    return {
        "pack": pack.name,
        "kinds": kinds,
        "useless": [str(each) for each in found if each.works is False],
        "astray": [str(each) for each in found if each.told and not each.exact],
        "faults": [str(each) for each in found if each.silent],
    }


def summary(results: Sequence[Result]) -> list[str]:
    """Return a row for each kind of slip, and the share that is exact."""
    kinds: dict[str, list[int]] = {}
    for each in results:
        for kind, counts in each["kinds"].items():
            so_far = kinds.get(kind, [0] * len(counts))
            kinds[kind] = [a + b for a, b in zip(so_far, counts, strict=True)]
    total = [sum(counts) for counts in zip(*kinds.values(), strict=True)]
    told = sum(total[:3])
    return [
        "| mistake | exact | a line beside | elsewhere | means the same | silent "
        "| says what to write | which works |",
        "|---|---|---|---|---|---|---|---|",
        *(_row(kind, kinds[kind]) for kind in sorted(kinds)),
        _row("all", total),
        "",
        f"Of {told} mistakes that were reported, {total[0]} at the exact place"
        f" ({100 * total[0] / max(told, 1):.1f} %), {total[0] + total[1]} within a line"
        f" ({100 * (total[0] + total[1]) / max(told, 1):.1f} %). Of {total[5]} that say"
        f" what to write, {total[6]} work ({100 * total[6] / max(total[5], 1):.1f} %).",
    ]


def _row(kind: str, counts: Sequence[int]) -> str:
    return " | ".join([f"| {kind}", *map(str, counts)]) + " |"
