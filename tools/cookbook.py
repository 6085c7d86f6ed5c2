"""Writes rulesets/COOKBOOK.md from the recipes in rulesets/cookbook.

A recipe is a ruleset of its own. The comment at the head of its `ruleset.yaml` has the
title, what it is about, one command to try (`Try:`, or `Refused:` for one that the
rules refuse; PACK is the folder) and the mistakes that people make there (`Trap:`);
`groups.txt` has the order. The command is run when the page is written, so what it
prints is what is shown.

    python -m tools.cookbook            says whether the page is out of date
    python -m tools.cookbook --write    writes it anew
"""

import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ruamel.yaml import YAML

from interpreter.cli.main import main as umpire
from interpreter.expressions.functions import (
    FUNCTIONS,
    HEX_FUNCTIONS,
    TABLE_FUNCTIONS,
)
from interpreter.lowering.verbs import VERBS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "rulesets" / "cookbook"
PAGE = ROOT / "rulesets" / "COOKBOOK.md"
MOST_LINES = 14
"""Lines of what a command prints that are shown."""
BAR = re.compile(r" *[\u2580-\u259f]+$")
BAR_COLUMN = re.compile(r"(?<=-)  -+$")
CALL = re.compile(r"\b([a-z_]+)\((?![\w ]+:)")
NO_ANCHOR = re.compile(r"[^\w -]")
INTRODUCTION = """# Cookbook

How do I write a weapon with its own range table, a unit that hides, a shell that \
lands next turn?
Each recipe is a whole ruleset in [cookbook/](cookbook), small enough to be read at \
once, with cases that show that it is right.
Copy the folder of one, change it, and check it again:

```sh
umpire check rulesets/cookbook/deck
umpire test rulesets/cookbook/deck
```

The commands are for the folder that holds `rulesets`; what they print is shortened to \
its first lines, without bars.
At the end stands in [which recipe](#which-recipe-has-it) each step and each function \
is used.
How the language works is in \
[its reference](../interpreter/expressions/REFERENCE.md), and `umpire explain NAME` \
prints the page of one step, function or error code.
"""
END = """This page is written by `python -m tools.cookbook --write` from the files of \
the recipes: change those.
"""


@dataclass(frozen=True)
class Recipe:
    """A ruleset with what the head of its file says of it.

    `command` is a command line with the folder of the pack in the place of PACK, which
    ends with `code`, and `files` has the text of each file, the one of `ruleset.yaml`
    without its head.
    """

    name: str
    title: str
    about: Sequence[str]
    command: str
    code: int
    traps: Sequence[str]
    files: Mapping[str, str]

    @property
    def anchor(self) -> str:
        """The anchor of its heading on the page."""
        return NO_ANCHOR.sub("", self.title.lower()).replace(" ", "-")


def groups() -> Mapping[str, Sequence[str]]:
    """Return the names of recipes by group, both in order: a recipe is on a line of
    its own, indented below its group."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in (FOLDER / "groups.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            names.append(line.strip())
        elif not line.startswith("#"):
            names = found.setdefault(line, [])
    return found


def recipe(name: str) -> Recipe:
    """Read a recipe; raises ValueError where its head lacks a part."""
    folder = FOLDER / name
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    lines = text.splitlines()
    end = next(n for n, line in enumerate(lines) if not line.startswith("#"))
    head = [line.removeprefix("#").strip() for line in lines[:end]]
    parts: dict[str, list[str]] = {"Try": [], "Refused": [], "Trap": []}
    about = []
    for line in head[1:]:
        part, colon, rest = line.partition(": ")
        if colon and part in parts:
            parts[part].append(rest)
        elif line:
            about.append(line)
    commands = [*parts["Try"], *parts["Refused"]]
    if len(commands) != 1 or not parts["Trap"] or not about:
        raise ValueError(f"{name}: a head has a text, one 'Try:' and a 'Trap:'")
    files = {"ruleset.yaml": "\n".join(lines[end:]) + "\n"}
    for file in sorted(folder.rglob("*.yaml")):
        path = file.relative_to(folder).as_posix()
        files.setdefault(path, file.read_text(encoding="utf-8"))
    place = f"rulesets/cookbook/{name}"
    command = re.sub(r"\bPACK\b", place, commands[0])
    code = 3 if parts["Refused"] else 0
    return Recipe(name, head[0], about, command, code, parts["Trap"], files)


def recipes() -> Mapping[str, Sequence[Recipe]]:
    """Return the recipes by group, in order."""
    return {
        title: [recipe(name) for name in names] for title, names in groups().items()
    }


def printed(command: str, expected: int = 0) -> str:
    """Run a command line as from the root of the project and return what it printed,
    a refusal where one is expected; raises ValueError where it ends with another
    code."""
    program, *words = shlex.split(command)
    out, talk = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    with patch.multiple("sys", stdout=out, stderr=talk), chdir(ROOT):
        code = umpire(words) if program == "umpire" else -1
    texts = []
    for stream in (out, talk):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    if code != expected:
        raise ValueError(f"{command}: ended with {code}\n{''.join(texts)}")
    return texts[1] if expected else texts[0]


def shown(output: str) -> Sequence[str]:
    """Return the first lines of an output, without empty ones at the ends and bars."""
    lines = [BAR.sub("", line).rstrip() for line in output.strip("\n").splitlines()]
    if "\u2588" in output:
        lines = [BAR_COLUMN.sub("", line) for line in lines]
    if len(lines) <= MOST_LINES + 1:
        return lines
    return [*lines[:MOST_LINES], "..."]


def section(entry: Recipe) -> Iterator[str]:
    """Yield the lines of a recipe on the page."""
    yield from (f"### {entry.title}", "", *entry.about, "")
    for file, text in entry.files.items():
        path = f"cookbook/{entry.name}/{file}"
        yield from (f"[{path}]({path}):", "", "```yaml", text.strip("\n"), "```", "")
    yield from ("```sh", entry.command, "```", "")
    yield from ("```text", *shown(printed(entry.command, entry.code)), "```", "")
    yield from (f"**Trap.** {trap}\n" for trap in entry.traps)


def functions_of(entry: Recipe) -> set[str]:
    """Return the functions that a recipe calls."""
    known = {*FUNCTIONS, *HEX_FUNCTIONS, *TABLE_FUNCTIONS}
    lines = "\n".join(entry.files.values()).splitlines()
    code = (line.partition(" #")[0] for line in lines if not line.startswith("#"))
    return known & {name for line in code for name in CALL.findall(line)}


def verbs_of(entry: Recipe) -> set[str]:
    """Return the verbs of the steps of a recipe."""
    found: set[str] = set()
    for text in entry.files.values():
        sections = YAML(typ="safe").load(text)
        for name in ("procedures", "triggers"):
            found |= _verbs(sections.get(name))
    return found


def _verbs(value: Any) -> set[str]:
    """Return the verbs of all steps below a value: of maps that are in lists."""
    if isinstance(value, Mapping):
        return set().union(*map(_verbs, value.values()))
    if not isinstance(value, list):
        return set()
    steps = [step for step in value if isinstance(step, Mapping)]
    return set().union(*(VERBS.keys() & step.keys() | _verbs(step) for step in steps))


def _uses(used: Mapping[str, Sequence[Recipe]]) -> Iterator[str]:
    for name, entries in sorted(used.items()):
        links = ", ".join(f"[{entry.name}](#{entry.anchor})" for entry in entries)
        yield f"| `{name}` | {links} |"


def by_use(entries: Sequence[Recipe]) -> Iterator[str]:
    """Yield the lines that say which recipes use a step or a function, up to four
    each, and which functions none of them uses."""
    known = {*FUNCTIONS, *HEX_FUNCTIONS, *TABLE_FUNCTIONS}
    yield from ("## Which recipe has it", "")
    for what, names, uses in (
        ("step", VERBS.keys(), verbs_of),
        ("function", known, functions_of),
    ):
        used = {
            name: those[:4]
            for name in names
            if (those := [entry for entry in entries if name in uses(entry)])
        }
        yield from (f"| {what} | recipes |", "|---|---|", *_uses(used), "")
        missing = ", ".join(f"`{name}`" for name in sorted(names - used.keys()))
        if missing:
            yield from (f"No recipe has the {what}s {missing}.", "")


def page() -> str:
    """Return the page as it should be; every command is run."""
    found = recipes()
    lines = [*INTRODUCTION.splitlines(), ""]
    for title, entries in found.items():
        links = [f"[{entry.title}](#{entry.anchor})" for entry in entries]
        lines += [f"**{title}**", "", *(f"- {link}" for link in links), ""]
    for title, entries in found.items():
        lines += [f"## {title}", ""]
        for entry in entries:
            lines += section(entry)
    lines += by_use([entry for entries in found.values() for entry in entries])
    return "\n".join([*lines, END])


def main(arguments: Sequence[str]) -> int:
    """Write the page, or say whether it is out of date."""
    text = page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    if "--write" in arguments:
        PAGE.write_text(text, encoding="utf-8")
        print(f"{PAGE.relative_to(ROOT)} written")
        return 0
    print("rulesets/COOKBOOK.md is out of date: run python -m tools.cookbook --write")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
