"""The files of tables, and what is expected of each.

Beside `files/NAME` stands `expected/NAME.yaml`: the YAML that is printed, below
comments with the exit code and the lines of each kind of remark. A file without one is
no table.
`python -m tests.tables_in.expectations` writes those that are missing, to be looked at.
"""

import re
from pathlib import Path
from typing import NamedTuple

from tests.cli.calling import Called, call, valid

HERE = Path(__file__).parent
FILES = sorted((HERE / "files").iterdir())
KINDS = ("unread", "faulty", "guessed")
VERB = "import-table"


class Expected(NamedTuple):
    """What `import-table` gives for a file."""

    exit: int
    lines: dict[str, list[int]]
    yaml: str


def expected_file(file: Path) -> Path:
    """Return the path of what is expected of a file."""
    return HERE / "expected" / f"{file.name}.yaml"


def expected_of(file: Path) -> Expected | None:
    """Return what is expected of a file, None if it is no table."""
    path = expected_file(file)
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8")
    comments, yaml = text.split("\n\n", 1)
    found = dict(re.findall(r"# (\w+):(.*)", comments))
    lines = {kind: [int(line) for line in found[kind].split()] for kind in KINDS}
    return Expected(int(found["exit"]), lines, yaml)


def read(file: Path, *more: str) -> tuple[Called, Expected]:
    """Return what a call gives for a file."""
    called = call(VERB, str(file), "--json", *more)
    data = valid(called, VERB)
    remarks = [remark for table in data["tables"] for remark in table["remarks"]]
    remarks += data["remarks"]
    lines = {
        kind: sorted(each["line"] for each in remarks if each["kind"] == kind)
        for kind in KINDS
    }
    return called, Expected(called.code, lines, data["yaml"])


def main() -> None:
    """Write what is expected of files that have nothing yet."""
    for file in FILES:
        if expected_of(file) is not None or call(VERB, str(file)).code == 3:
            continue
        _, given = read(file)
        head = [f"# exit: {given.exit}"]
        head += [f"# {kind}: {' '.join(map(str, given.lines[kind]))}" for kind in KINDS]
        text = "\n".join(line.rstrip() for line in head) + "\n\n" + given.yaml
        expected_file(file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
