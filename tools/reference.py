"""Writes the reference: a page for each problem, step and function, from the records of
the checker, the verbs and the functions.

Every example is run when the pages are written: a bad pack through the checker, a step
and an expression as a procedure of `examples.yaml`. An example that does not run is an
error of this tool.
"""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir
from pathlib import Path
from textwrap import indent
from typing import Any

from ruamel.yaml import YAML

from interpreter.app.ruleset import check_ruleset, open_ruleset
from interpreter.diagnostics import UmpireError
from interpreter.diagnostics.catalogue import CODES, FAMILIES, Code
from interpreter.expressions.functions import (
    FUNCTIONS,
    HEX_FUNCTIONS,
    TABLE_FUNCTIONS,
)
from interpreter.lowering.blocks import COMMON, STEPS, StepKey, StepVerb
from interpreter.lowering.verbs import VERBS
from interpreter.reports.diagnostics import rendered

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "interpreter" / "reference"
LANGUAGE = ROOT / "interpreter" / "expressions" / "REFERENCE.md"
BAD = ROOT / "tests" / "bad"
EXAMPLE = "example"
EXPECTED = re.compile(r"[ \t]*# expect: R\d{3}(?:, *R\d{3})*")
ROW = re.compile(r"^\| (`[a-z_]+\(.*?) \| (.*?) \|$", re.MULTILINE)
KINDS: Mapping[str, str] = {STEPS: "steps"}
OF_GAMES = re.compile(r"\b(dummy|dummies|hits?)\b")
WHOLE = "A ruleset with it:"
NESTED = (
    "Clauses are nested: `only`, then `times` and `until`, then `for_each`, then `if`."
)
COMMON_SCHEMA = ROOT / "schemas" / "common.schema.json"
LONGEST_PACK = 1_500
"""Letters of a pack that is an example of a problem."""


def reference_pages() -> Iterator[tuple[Path, str]]:
    """Yield each page with the text that it should have."""
    examples = YAML(typ="safe").load((PAGES / "examples.yaml").read_text("utf-8"))
    for code in CODES.values():
        given = examples["problems"].get(code.code)
        yield PAGES / "problems" / f"{code.code}.md", problem_page(code, given)
    for verb in VERBS.values():
        given = examples["steps"].get(verb.name)
        yield (
            PAGES / "steps" / f"{verb.name}.md",
            step_page(verb, given, examples["base"]),
        )
    common = json.loads(COMMON_SCHEMA.read_text("utf-8"))["definitions"]
    for name, key in COMMON.items():
        given = examples["clauses"][name]
        about = key.about or str(common[str(key.kind)]["description"])
        page = clause_page(name, about, given, examples["base"])
        yield PAGES / "clauses" / f"{name}.md", page
    calls = _calls()
    for name, meanings in calls.items():
        expressions = examples["functions"].get(name, [])
        values = _values(name, expressions, examples["base"])
        yield PAGES / "functions" / f"{name}.md", function_page(name, meanings, values)
    yield PAGES / "README.md", _index(calls)


def _fenced(text: str, language: str = "") -> list[str]:
    return [f"```{language}", text.strip("\n"), "```", ""]


# Problems


def problem_page(code: Code, given: str | None) -> str:
    """Return the page of a problem: what it means, what not to write and what instead,
    and a whole ruleset with what the checker says of it: the one `given`, else the
    shortest of the tests."""
    lines = [f"# {code.code}: {code.title}", "", f"Severity: {code.severity}.", ""]
    lines += [code.why, ""] if code.why else []
    first, second = "Not", "But"
    if code.severity == "note":
        first, second = "Such as", "Without it"
    for head, example in ((first, code.bad), (second, code.good)):
        if example:
            lines += [f"{head}:", "", *_fenced(example, "yaml")]
    packs = _bad_packs(code) if given is None else [given]
    shown = next(
        ((pack, said) for pack in packs if (said := _said(code.code, pack))), None
    )
    if given is not None and shown is None:
        raise SystemExit(f"the checker does not report {code.code} of its example")
    if shown is not None:
        pack, said = shown
        lines += [WHOLE, "", *_fenced(pack, "yaml")]
        lines += ["`umpire check` says:", "", *_fenced(said, "text")]
    lines += [f"`umpire explain {code.code}` prints this on the command line."]
    return "\n".join(lines).rstrip() + "\n"


def _bad_packs(code: Code) -> list[str]:
    """Return the rulesets of one file with this problem that the tests have, the
    shortest first."""
    packs = []
    for folder in sorted(BAD.glob(f"{code.code}-*")):
        files = [each for each in folder.rglob("*") if each.is_file()]
        if [each.name for each in files] != ["ruleset.yaml"]:
            continue
        data = files[0].read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        if "\r" in text or "\ufeff" in text or len(text) > LONGEST_PACK:
            continue
        # what extends others is told of all that are installed; and no game is named
        if "extends:" in text or OF_GAMES.search(text):
            continue
        lines = [EXPECTED.sub("", line) for line in text.splitlines()]
        packs.append("\n".join(line for line in lines if "$schema=" not in line) + "\n")
    return sorted(packs, key=lambda pack: (len(pack), pack))


def _said(code: str, pack: str) -> str:
    """Return what the checker says of a pack about a code."""
    with tempfile.TemporaryDirectory() as place, chdir(place):
        folder = Path(EXAMPLE)
        folder.mkdir()
        (folder / "ruleset.yaml").write_text(pack, encoding="utf-8")
        try:
            problems = check_ruleset(str(folder.resolve()), quick=True).problems
        except UmpireError:
            return ""
        found = [each for each in problems if each.code == code]
        text = "\n\n".join(rendered(each) for each in found)
        return text.replace(f"{folder.resolve()}/", f"{EXAMPLE}/")


# Steps


def step_page(verb: StepVerb, given: Mapping[str, str] | None, base: str) -> str:
    """Return the page of a step: what it does, its keys, and a procedure with its
    result."""
    lines = [f"# {verb.name}", "", f"A step that {verb.does}.", ""]
    lines += ["| key | holds | meaning |", "|---|---|---|"]
    rows = [(verb.name, verb.value, True)]
    rows += [(name, key, name in verb.required) for name, key in verb.clauses.items()]
    for name, key, needed in rows:
        about = _cell(_about(key))
        mark = " (required)" if needed and name != verb.name else ""
        lines.append(f"| `{name}`{mark} | {_kind(key)} | {about} |")
    for name, about in verb.differs.items():
        lines.append(f"| `{name}` | | {_cell(about)} |")
    lines += [
        "",
        "It may have the clauses of every step: `if`, `else`, `for_each` ...",
        "",
    ]
    if verb.any_of:
        either = " or ".join(f"`{name}`" for name in verb.any_of)
        lines += [f"At least one of {either} must be there.", ""]
    if given is not None:
        lines += _example(given, base)
    return "\n".join(lines).rstrip() + "\n"


def clause_page(name: str, about: str, given: Mapping[str, str], base: str) -> str:
    """Return the page of a clause that every step may have: what it means, and a
    procedure with its result."""
    lines = [f"# {name}", "", f"A clause of every step: {about[0].lower()}{about[1:]}"]
    lines += ["", NESTED, "", *_example(given, base)]
    return "\n".join(lines).rstrip() + "\n"


def _example(given: Mapping[str, str], base: str) -> list[str]:
    """Return the lines of a procedure with what it gives."""
    result = _run(given["gives"], given["steps"], base)
    procedure = (
        f"procedures:\n  example:\n    gives: {given['gives']}\n    steps:\n"
        f"{indent(given['steps'], ' ' * 6)}"
    )
    lines = ["For example:", "", *_fenced(procedure, "yaml")]
    return [*lines, f"This gives {result}.", ""]


def _about(key: StepKey) -> str:
    if key.about:
        return key.about
    if isinstance(key.kind, str):
        return ""
    return str(key.kind.get("description", ""))


def _kind(key: StepKey) -> str:
    if isinstance(key.kind, str):
        return key.kind.replace("_", " ")
    kind = key.kind.get("type", "")
    if isinstance(kind, Sequence) and not isinstance(kind, str):
        return " or ".join(map(str, kind))
    return {"object": "map"}.get(str(kind), str(kind))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _pack(base: str, procedures: str) -> str:
    """Return the base with more procedures, which are added to its own."""
    head, mark, rest = base.partition("procedures:\n")
    return f"{head}{mark}{procedures}{rest}"


def _run(gives: str, steps: str, base: str) -> str:
    """Return the result of steps, with dice that are the same each time."""
    body = indent(steps, " " * 6)
    text = f"  example:\n    gives: {gives}\n    steps:\n{body}"
    return _result(_pack(base, text), "example")


def _result(pack: str, procedure: str) -> str:
    """Return what a procedure of a pack gives; what the checker says against the pack,
    or a fault while running, is an error."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / EXAMPLE
        folder.mkdir()
        (folder / "ruleset.yaml").write_text(pack, encoding="utf-8")
        problems = check_ruleset(str(folder), quick=True).problems
        errors = [each for each in problems if each.severity == "error"]
        if errors:
            raise SystemExit(f"{rendered(errors[0])}\n\n{pack}")
        ruleset = open_ruleset(str(folder))
        done = ruleset.run(procedure, scenario="morning", seed="one", policy="first")
        return _printed(done.value)


def _printed(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_printed, value))}]"
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key}: {_printed(each)}" for key, each in value.items())
        return f"{{{pairs}}}"
    return "none" if value is None else str(value)


# Functions


def _calls() -> dict[str, list[tuple[str, str]]]:
    """Return how each function is called and what that gives, as the reference of the
    language says it."""
    page = LANGUAGE.read_text(encoding="utf-8")
    found: dict[str, list[tuple[str, str]]] = {}
    known = {*FUNCTIONS, *HEX_FUNCTIONS, *TABLE_FUNCTIONS}
    for call, gives in ROW.findall(page):
        name = call[1:].partition("(")[0]
        if name in known:
            found.setdefault(name, []).append((call, gives))
    missing = known - found.keys()
    if missing:
        raise SystemExit(f"REFERENCE.md has no row of {', '.join(sorted(missing))}")
    return dict(sorted(found.items()))


def _values(name: str, expressions: Sequence[str], base: str) -> list[tuple[str, str]]:
    """Return each expression with its value."""
    found = []
    for expression in expressions:
        if f"{name}(" not in expression:
            raise SystemExit(f"'{expression}' is no example of {name}")
        quoted = expression.replace('"', '\\"')
        pack = f'{base}formulas:\n  example: {{is: "{quoted}"}}\n'
        found.append((expression, _result(pack, "example")))
    return found


def function_page(
    name: str,
    meanings: Sequence[tuple[str, str]],
    values: Sequence[tuple[str, str]],
) -> str:
    """Return the page of a function: how it is called, what it gives, and values."""
    lines = [f"# {name}", "", "| call | gives |", "|---|---|"]
    lines += [f"| {call} | {gives} |" for call, gives in meanings]
    lines += [""]
    if values:
        lines += ["| expression | value |", "|---|---|"]
        lines += [
            f"| `{_cell(expression)}` | {value} |" for expression, value in values
        ]
        if any("boat" in expression for expression, _ in values):
            lines += ["", "Here the boats are at 0101 and 0403 of a board of hexes, "]
            lines[-1] += "4 columns and 3 rows."
    return "\n".join(lines).rstrip() + "\n"


def _index(calls: Mapping[str, object]) -> str:
    lines = [
        "# Reference",
        "",
        "A page for each problem that `umpire check` reports, each step, each clause "
        "of steps and each function.",
        "The pages are written by `tools/generate.py` from the records of the program, "
        "and every example in them is run then; `umpire explain NAME` prints one.",
        "How these are used together stands in "
        "[the reference of the language](../expressions/REFERENCE.md).",
        "",
        "## Problems",
        "",
    ]
    for family, about in FAMILIES:
        lines += [f"### {family}: {about}", "", "| code | severity | problem |"]
        lines += ["|---|---|---|"]
        lines += [
            f"| [{code}](problems/{code}.md) | {row.severity} | {row.title} |"
            for code, row in sorted(CODES.items())
            if code.startswith(family)
        ]
        lines += [""]
    lines += ["## Steps", "", "| step | does |", "|---|---|"]
    lines += [f"| [{v.name}](steps/{v.name}.md) | {v.does} |" for v in VERBS.values()]
    lines += ["", "## Clauses of every step", ""]
    lines += [", ".join(f"[{name}](clauses/{name}.md)" for name in COMMON)]
    lines += ["", "## Functions", ""]
    lines += [", ".join(f"[{name}](functions/{name}.md)" for name in calls)]
    return "\n".join(lines) + "\n"
