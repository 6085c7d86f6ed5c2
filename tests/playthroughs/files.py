"""What is kept of all playthroughs: a few to be read, of the others a hash a file."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

from tests.playthroughs.playing import Script, played, scripts

ROOT = Path(__file__).parent
RULESETS = ROOT.parents[1] / "rulesets"
ENDING = ".txt"
HASHES = ROOT / "hashes"
READABLE = (
    "acks-reconnaissance/elves-and-goblins/first",
    "acks-reconnaissance/campaign-week/first",
    "concealment/hedge_and_lane/rash",
    "concealment/keen_and_dull/rash",
    "limited-intelligence/three_and_three/wary",
    "rencounter/gunfight/cautious",
)
"""Short games whose texts are kept whole, so that a change of words shows in a diff."""


def texts(script: Script) -> dict[str, str]:
    """Play a game and return its texts by their paths."""
    files = played(script).files()
    return {f"{script}/{name}{ENDING}": text for name, text in files.items()}


def expected(only: str = "") -> dict[str, str]:
    """Play all games, or those of one pack, on all cores; return all texts by their
    paths."""
    played_ = [each for each in scripts() if only in ("", each.pack.name)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return {k: v for found in pool.map(texts, played_) for k, v in found.items()}


def kept() -> dict[str, str]:
    """Return the hash of each text by its path: the one noted, or that of its file."""
    noted = dict(_noted())
    for file in sorted(ROOT.rglob(f"*{ENDING}")):
        noted[str(file.relative_to(ROOT))] = hash_of(file.read_text(encoding="utf-8"))
    return noted


def kept_scripts() -> tuple[Script, ...]:
    """Return what is kept, by the paths alone: no pack is read. A test compares it with
    what can be played."""
    names = sorted({tuple(path.split("/")[:-1]) for path in kept()})
    return tuple(
        Script(RULESETS / pack, scenario, policy) for pack, scenario, policy in names
    )


def hash_of(text: str) -> str:
    """Return the hash under which a text is kept."""
    return sha256(text.encode()).hexdigest()[:32]


def is_readable(path: str) -> bool:
    """Tell whether a text is kept whole."""
    return path.rpartition("/")[0] in READABLE


def differences(wanted: dict[str, str], only: str = "") -> list[str]:
    """Return the paths of the texts that differ, are missing or left over, of all packs
    or of one."""
    known = {path: noted for path, noted in kept().items() if _is_of(path, only)}
    return [
        path
        for path in sorted({*wanted, *known})
        if path not in wanted or hash_of(wanted[path]) != known.get(path)
    ]


def _is_of(path: str, only: str) -> bool:
    return not only or path.startswith(f"{only}/")


def write(wanted: dict[str, str], only: str = "") -> None:
    """Keep these texts and no other; of one pack, leave those of the others."""
    for file in ROOT.rglob(f"*{ENDING}"):
        path = str(file.relative_to(ROOT))
        if _is_of(path, only) and path not in filter(is_readable, wanted):
            file.unlink()
    write_whole({path: wanted[path] for path in wanted if is_readable(path)}, ROOT)
    hashes = {path: hash_of(text) for path, text in wanted.items()}
    noted = {path: noted for path, noted in _noted() if not _is_of(path, only)}
    noted |= {path: each for path, each in hashes.items() if not is_readable(path)}
    lines = [f"{each}  {path}\n" for path, each in sorted(noted.items())]
    HASHES.write_text("".join(lines), encoding="utf-8")


def write_whole(wanted: dict[str, str], folder: Path) -> None:
    """Write texts into a folder by their paths."""
    for path, text in wanted.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _noted() -> Iterator[tuple[str, str]]:
    """Yield path and hash of each text that is not kept whole."""
    for line in HASHES.read_text(encoding="utf-8").splitlines():
        noted, _, path = line.partition("  ")
        yield path, noted
