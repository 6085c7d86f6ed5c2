"""The files of all playthroughs: what they should hold, and what they hold."""

from pathlib import Path

from tests.playthroughs.playing import played, scripts

ROOT = Path(__file__).parent
ENDING = ".txt"


def expected() -> dict[str, str]:
    """Return what the files should hold, by their paths."""
    return {
        f"{script}/{name}{ENDING}": text
        for script in scripts()
        for name, text in played(script).files().items()
    }


def kept() -> dict[str, str]:
    """Return what the files hold, by their paths."""
    return {
        str(each.relative_to(ROOT)): each.read_text(encoding="utf-8")
        for each in sorted(ROOT.rglob(f"*{ENDING}"))
    }


def differences(wanted: dict[str, str]) -> list[str]:
    """Return the paths of the files that differ, are missing or left over."""
    found = kept()
    return [
        path
        for path in sorted({*wanted, *found})
        if wanted.get(path) != found.get(path)
    ]


def write(wanted: dict[str, str]) -> None:
    """Write what differs; a file that is left over goes."""
    for path in differences(wanted):
        file = ROOT / path
        if path not in wanted:
            file.unlink()
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(wanted[path], encoding="utf-8")
