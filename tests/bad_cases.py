"""Broken packs as folders of `tests/bad/`, with the problems that they must make.

The guilty line carries `  # expect: R101` (several codes with commas). Where a comment
would change the meaning, a file `expected.txt` lists `file:line:column: CODE` instead
(or besides); its column is exact.
"""

import re
from dataclasses import dataclass
from pathlib import Path

BAD = Path(__file__).with_name("bad")
_COMMENT = re.compile(r"  # expect: (R\d{3}(?:, *R\d{3})*)")
_LISTED = re.compile(r"(\S+?):(\d+):(\d+): (R\d{3})$")


@dataclass(frozen=True, order=True)
class Expected:
    """A problem that must be found; column 0 stands for any column of the line."""

    file: str
    line: int
    column: int
    code: str

    def fits(self, file: str, line: int, column: int, code: str) -> bool:
        """Tell whether a problem that was found is this one."""
        same = (self.file, self.line, self.code) == (file, line, code)
        return same and self.column in (0, column)


def folders(family: str = "R") -> list[Path]:
    """Return the folders of the bad packs whose code begins so, in order."""
    return sorted(each for each in BAD.glob(f"{family}*") if each.is_dir())


def files(folder: Path) -> list[Path]:
    """Return the YAML files of a bad pack, in order."""
    return sorted(folder.rglob("*.yaml"))


def kind_of(file: Path) -> str:
    """Return the kind of a file by its name, or by the schema that it names."""
    first = file.read_bytes().split(b"\n", 1)[0].decode("utf-8", "replace")
    if found := re.search(r"\$schema=\S*?(\w+)\.schema\.json", first):
        return found.group(1)
    return file.stem if file.stem in ("ruleset", "rulebook") else "part"


def expected(folder: Path) -> list[Expected]:
    """Return what must be found in a bad pack, sorted; never empty."""
    found = []
    for file in files(folder):
        name = file.relative_to(folder).as_posix()
        text = file.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.split("\n"), 1):
            for codes in _COMMENT.findall(line):
                found += [Expected(name, number, 0, each) for each in codes.split(", ")]
    listed = folder / "expected.txt"
    if listed.exists():
        for line in listed.read_text(encoding="utf-8").splitlines():
            match = _LISTED.match(line)
            if match is None:
                raise ValueError(f"{listed}: cannot read {line!r}")
            file_name, row, column, code = match.groups()
            found.append(Expected(file_name, int(row), int(column), code))
    if not found:
        raise ValueError(f"{folder}: nothing is expected")
    return sorted(found)
