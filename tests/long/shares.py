"""How many trials each published pack has: a small one more, for they cost less."""

from functools import cache
from pathlib import Path

from tests.trial import packs


@cache
def mebibytes(pack: Path) -> float:
    """Return the size of all YAML files of a pack."""
    return sum(file.stat().st_size for file in pack.rglob("*.yaml")) / 2**20


def batches_of(sizes: dict[str, float], total: int) -> list[str]:
    """Return `total` batches, for each the name of its pack.

    Each pack has one at least, and as many as fit the inverse of its size; what is
    left over by rounding down goes to those that lack most.
    """
    inverse = {name: 1 / size for name, size in sizes.items()}
    share = {
        name: total * part / sum(inverse.values()) for name, part in inverse.items()
    }
    counts = {name: max(1, int(part)) for name, part in share.items()}
    while sum(counts.values()) < total:
        counts[max(counts, key=lambda name: share[name] - counts[name])] += 1
    while sum(counts.values()) > total:
        counts[max(counts, key=lambda name: counts[name] - share[name])] -= 1
    return [name for name in sorted(counts) for _ in range(counts[name])]


@cache
def shared(total: int) -> tuple[tuple[Path, int], ...]:
    """Return for each of `total` batches its pack, and which batch of the pack it
    is."""
    folders = {pack.name: pack for pack in packs()}
    names = batches_of({name: mebibytes(folders[name]) for name in folders}, total)
    return tuple(
        (folders[name], names[:place].count(name)) for place, name in enumerate(names)
    )
