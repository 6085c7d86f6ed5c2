"""Writes what follows from records: the schemas of step verbs and their rows in the
reference of the language, the schemas of what verbs print with `--json`, and a page for
each problem, step and function.

`generate.py` writes the files anew; `generate.py --check` prints those that are out of
date and ends with 1 when there are any.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.foreign.listing import families
from interpreter.lowering.blocks import COMMON, SAY, SAYING, Schema, StepKey, StepVerb
from interpreter.lowering.verbs import VERBS
from tools.output_schemas import output_schemas
from tools.reference import reference_pages

ROOT = Path(__file__).resolve().parent.parent
STEPS = ROOT / "schemas" / "steps"
OUTPUT = ROOT / "schemas" / "output"
REFERENCE = ROOT / "interpreter" / "expressions" / "REFERENCE.md"
IDIOMS_BEGIN = "<!-- idioms: written by tools/generate.py -->"
IDIOMS_END = "<!-- idioms end -->"
DRAFT = "http://json-schema.org/draft-07/schema#"


def generated() -> Iterator[tuple[Path, str]]:
    """Yield each generated file with the text that it should have."""
    for verb in (*VERBS.values(), SAYING):
        yield STEPS / f"{verb.name}.schema.json", written(schema_of(verb))
    yield STEPS / "step.schema.json", written(step_schema(VERBS))
    for name, schema in output_schemas():
        yield OUTPUT / f"{name}.schema.json", written(schema)
    yield from reference_pages()
    page = with_rows(REFERENCE.read_text(encoding="utf-8"), VERBS)
    yield REFERENCE, with_idioms(page)


def written(schema: Schema) -> str:
    """Return a schema as its file has it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def sentence(text: str) -> str:
    """Return what a verb does as a sentence."""
    return f"{text[0].upper()}{text[1:]}."


def keys_of(verb: StepVerb) -> dict[str, StepKey]:
    """Return all keys of a step with this verb, in the order of its schema."""
    common = {
        name: StepKey(key.kind, verb.differs.get(name, key.about))
        for name, key in COMMON.items()
        if name != verb.name
    }
    return {verb.name: verb.value, **verb.clauses, **common}


def schema_of(verb: StepVerb) -> Schema:
    """Return the schema of the steps with a verb."""
    schema: dict[str, object] = {
        "$schema": DRAFT,
        "title": verb.name,
        "description": sentence(verb.does),
        "type": "object",
        "properties": {name: key.schema for name, key in keys_of(verb).items()},
        "required": [verb.name, *verb.required],
        "additionalProperties": False,
    }
    if verb.any_of:
        schema["if"] = {"properties": dict.fromkeys(verb.any_of, False)}
        schema["then"] = {"required": [verb.any_of[0]]}
    return schema


def step_schema(verbs: Mapping[str, StepVerb]) -> Schema:
    """Return the schema of any step, which leads to the one of its verb."""
    binding = {
        name: None
        for verb in verbs.values()
        for name, key in keys_of(verb).items()
        if key.binds
    }
    return {
        "$schema": DRAFT,
        "title": "step",
        "description": "A step: exactly one verb and its clauses, or a sentence alone.",
        "examples": [{"return": 1}],
        "type": "object",
        "x-unknown": "R104",
        "x-binding": list(binding),
        "dependencies": {verb: {"$ref": f"{verb}.schema.json"} for verb in verbs},
        "if": {"properties": dict.fromkeys(verbs, False)},
        "then": {"$ref": f"{SAY}.schema.json"},
    }


def with_rows(page: str, verbs: Mapping[str, StepVerb]) -> str:
    """Return the reference with the row of each verb as its record says; a new verb
    gets one behind the verb before it."""
    last = ""
    for verb in verbs.values():
        clauses = f"`{' '.join(verb.clauses)}` " if verb.clauses else ""
        row = f"| `{verb.name}` | {verb.does} | {clauses}|"
        there = re.search(rf"^\| `{verb.name}` \|.*$", page, re.MULTILINE)
        if there is not None:
            page = f"{page[: there.start()]}{row}{page[there.end() :]}"
        else:
            page = page.replace(last, f"{last}\n{row}")
        last = row
    return page


def with_idioms(page: str) -> str:
    """Return the reference with the tables of what other languages write, between its
    two marks."""
    before, _, rest = page.partition(f"{IDIOMS_BEGIN}\n")
    _, _, after = rest.partition(IDIOMS_END)
    lines: list[str] = []
    for title, rows in families():
        lines += [f"### {title}", "", "| typed | from | write |", "|---|---|---|"]
        lines += [f"| {_code(r.typed)} | {r.origin} | {_code(r.here)} |" for r in rows]
        lines += [""]
    tables = "\n".join(lines)
    return f"{before}{IDIOMS_BEGIN}\n{tables}{IDIOMS_END}{after}"


def _code(text: str) -> str:
    """Return a text as code in a cell of a table."""
    quoted = text.replace("|", "\\|")
    return f"`` {quoted} ``" if "`" in text else f"`{quoted}`"


def main(arguments: list[str]) -> int:
    """Write the files, or tell which are out of date."""
    stale = [
        (file, text)
        for file, text in generated()
        if not file.exists() or file.read_text(encoding="utf-8") != text
    ]
    for file, text in stale:
        name = file.relative_to(ROOT)
        if "--check" in arguments:
            print(f"{name} is out of date: run .venv/bin/python tools/generate.py")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"{name} written")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
