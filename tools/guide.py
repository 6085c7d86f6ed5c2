#!/usr/bin/env python3
"""The lessons of the guide: what a page lets its reader write and run, and what comes.

A page is read from top to bottom. A ```yaml or ```txt block is the whole file that the
text named last; a ```diff block takes lines out of that file and puts lines in. A
```sh block holds commands, and a ```text block after it what they print, where `...`
leaves lines out. A command ends with 0 unless a comment beside it names another exit
code (`# exit code 3`). What the section of a mistake does to the files is undone at its
end.

A lesson begins with the rulesets that the folder of the lesson before it ends with.
What stands in the folder of a lesson, pictures too, is what its page leads to.

    python -m tools.guide                runs all pages, and says what is not as shown
    python -m tools.guide 03             only lesson 3
    python -m tools.guide --write [03]   also writes the finished files, the pictures,
                                         and an output whose block is empty
"""

import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

from interpreter.cli.main import main as umpire

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "rulesets" / "guide"
PAGE = "README.md"
MISTAKE = "## The mistake"
"""How the heading of a section begins whose changes are undone."""

GOES_ON = "\nThis lesson goes on with the folder "
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"`([\w./-]+\.(?:yaml|txt))`")
EXIT = re.compile(r"\s+# exit code (\d+)$")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
NOTE = re.compile(r"/rulesets/[\w/.-]+:\d+:\d+: R\d+ note:")
PLACE = re.compile(r"\S*/rulesets/([\w/-]+\.yaml)((?::\d+)*)")
"""A place in a published ruleset: its path is another on each machine, and its line
may move."""
REMEMBERED = re.compile(r" \(\d+ unchanged\)")
"""How many cases need not run again: it depends on what the cache holds."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: its language, its text, the file that was named last before
    it, and the heading it stands under; `start` and `end` are offsets of its text."""

    language: str
    text: str
    file: str
    heading: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Printed:
    """What the commands of a block printed, beside what the page shows of it."""

    commands: str
    text: str
    shown: Block | None
    wrong: str
    """Why the exit code is not the one that the page says, or nothing."""


def lessons() -> tuple[Path, ...]:
    """Return the folders of the lessons, in order."""
    return tuple(sorted(page.parent for page in GUIDE.glob(f"*/{PAGE}")))


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page, in order."""
    for fence in FENCE.finditer(page):
        before = page[: fence.start()]
        files = NAMED.findall(FENCE.sub("", before))
        heading = before[before.rfind("\n## ") + 1 :].partition("\n")[0]
        yield Block(
            fence[1],
            fence[2],
            files[-1] if files else "",
            heading,
            fence.start(2),
            fence.end(2),
        )


def begin(lesson: Path, folder: Path) -> None:
    """Copy into a folder the rulesets with which the lesson before ended, if the page
    says that it goes on with them."""
    before = lessons()[: lessons().index(lesson)]
    if before and GOES_ON in (lesson / PAGE).read_text("utf-8"):
        for head in before[-1].glob("*/ruleset.yaml"):
            shutil.copytree(head.parent, folder / head.parent.name)


def change(file: Path, diff: str) -> None:
    """Take the lines of a diff out of a file, and put its other lines in."""
    kept = [line for line in diff.splitlines() if line[:1] in "-+"]
    out = "".join(f"{line[1:]}\n" for line in kept if line[0] == "-")
    text = file.read_text("utf-8")
    if text.count(out) != 1:
        raise ValueError(f"{file.name} has these lines {text.count(out)} times:\n{out}")
    put = "".join(f"{line[1:]}\n" for line in kept if line[0] == "+")
    file.write_text(text.replace(out, put), "utf-8")


def run(line: str) -> tuple[int, str]:
    """Run one command line in this process and return its exit code and all that it
    prints; `echo`, `printf` or another command of ours may give it its input."""
    typed, pipe, command = line.rpartition(" | ")
    given = ""
    if pipe:
        program, *words = shlex.split(typed)
        if program == "echo":
            given = " ".join(words) + "\n"
        elif program == "printf":
            given = words[0].replace("\\n", "\n")
        else:
            given = run(typed)[1]
    program, *words = shlex.split(command)
    if program != "umpire":
        raise ValueError(f"a page runs only umpire: {line}")
    printed = TextIOWrapper(BytesIO(), "utf-8", write_through=True)
    with (
        patch.object(sys, "stdin", StringIO(given)),
        patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1"}),
        redirect_stdout(printed),
        redirect_stderr(printed),
    ):
        code = umpire(words)
    printed.seek(0)
    return code, printed.read()


def run_block(block: Block, shown: Block | None) -> Printed:
    """Run the commands of a block."""
    texts, wrong = [], ""
    for line in block.text.replace("\\\n", " ").splitlines():
        expected = EXIT.search(line)
        code, text = run(EXIT.sub("", line))
        texts.append(text)
        if code != (int(expected[1]) if expected else 0):
            wrong += f"'{line}' ended with {code}:\n{text}"
    return Printed(block.text, "".join(texts), shown, wrong)


def follow(lesson: Path, folder: Path) -> Iterator[Printed]:
    """Do in a folder what the page of a lesson says, and yield what each block of
    commands printed."""
    begin(lesson, folder)
    listed = [*blocks((lesson / PAGE).read_text("utf-8")), None]
    saved = folder.with_name(f"{folder.name}-saved")
    undoing = False
    for block, after in pairwise(listed):
        assert block is not None
        if block.heading.startswith(MISTAKE) != undoing:
            undoing = not undoing
            if undoing:
                shutil.copytree(folder, saved)
            else:
                undo(folder, saved)
        if block.language in ("yaml", "txt"):
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, "utf-8")
        elif block.language == "diff":
            change(folder / block.file, block.text)
        elif block.language == "sh":
            with chdir(folder):
                shown = after if after and after.language == "text" else None
                yield run_block(block, shown)
    if undoing:
        undo(folder, saved)


def undo(folder: Path, saved: Path) -> None:
    """Make a folder again what it was when it was saved."""
    shutil.rmtree(folder)
    saved.rename(folder)


def normal(text: str) -> list[str]:
    """Return the lines of an output without what differs between machines."""
    text = REMEMBERED.sub("", PLACE.sub(r".../rulesets/\1", text))
    return [line.rstrip() for line in text.splitlines()]


def is_shown(shown: str, printed: str) -> bool:
    """Tell whether an output is the one shown: line by line, but for `...`."""
    parts: list[list[str]] = [[]]
    for line in normal(shown):
        if line.strip() == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    lines = normal(printed)
    if len(parts) == 1:
        return parts[0] == lines
    first, *middle, last = parts
    end = len(lines) - len(last)
    at = len(first)
    if lines[:at] != first or lines[end:] != last or end < at:
        return False
    for part in middle:
        places = range(at, end - len(part) + 1)
        found = next((n for n in places if lines[n : n + len(part)] == part), None)
        if found is None:
            return False
        at = found + len(part)
    return True


def finished(lesson: Path, folder: Path) -> dict[str, bytes]:
    """Return the files to which a lesson leads, by their path: the rulesets of a
    folder, and the pictures that the page shows."""
    page = (lesson / PAGE).read_text("utf-8")
    files = [folder / name for name in PICTURE.findall(page)]
    for head in folder.glob("*/ruleset.yaml"):
        files += [path for path in head.parent.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(files)
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


def written(lesson: Path) -> dict[str, bytes]:
    """Return the files of the folder of a lesson, by their path, without its page."""
    return {
        str(path.relative_to(lesson)): path.read_bytes()
        for path in sorted(lesson.rglob("*"))
        if path.is_file() and path != lesson / PAGE
    }


def write(lesson: Path, folder: Path, printed: list[Printed]) -> None:
    """Write what a lesson leads to into its folder, and into its page the outputs that
    are shown in full."""
    for name in written(lesson):
        (lesson / name).unlink()
    for name, content in finished(lesson, folder).items():
        (lesson / name).parent.mkdir(parents=True, exist_ok=True)
        (lesson / name).write_bytes(content)
    page = (lesson / PAGE).read_text("utf-8")
    for answer in reversed(printed):
        shown = answer.shown
        if shown and is_empty(answer):
            page = page[: shown.start] + brief(answer.text) + page[shown.end :]
    (lesson / PAGE).write_text(page, "utf-8")


def brief(text: str) -> str:
    """Return an output as a page shows it: `...` for notes about published rulesets."""
    lines: list[str] = []
    for line in text.strip("\n").splitlines():
        shown = "..." if NOTE.search(line) else line.rstrip()
        if shown != "..." or lines[-1:] != ["..."]:
            lines.append(PLACE.sub(r".../rulesets/\1\2", shown))
    return "".join(f"{line}\n" for line in lines)


def difference(answer: Printed) -> str:
    """Return what a block of commands did otherwise than its page says, or nothing."""
    if answer.wrong:
        return answer.wrong
    if answer.shown and not is_shown(answer.shown.text, answer.text):
        return answer.text
    return ""


def main(arguments: list[str]) -> int:
    """Run the lessons, and write what they lead to if that is asked."""
    writes = "--write" in arguments
    numbers = [word for word in arguments if word != "--write"]
    differences = []
    for lesson in lessons():
        if numbers and lesson.name[:2] not in numbers:
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "lesson"
            folder.mkdir()
            printed = list(follow(lesson, folder))
            if writes:
                write(lesson, folder, printed)
            differences += [
                f"-- {lesson.name}: {answer.commands}{difference(answer)}"
                for answer in printed
                if difference(answer) and not (writes and is_empty(answer))
            ]
            if finished(lesson, folder) != written(lesson):
                differences.append(f"-- {lesson.name}: other files than in its folder")
    print("\n".join(differences), end="\n" * bool(differences))
    return int(bool(differences))


def is_empty(answer: Printed) -> bool:
    """Tell whether a page has an empty block for what is printed, to be filled in."""
    return not answer.wrong and answer.shown is not None and not answer.shown.text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
