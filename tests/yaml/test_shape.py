"""The shape of files: what is said of it agrees with JSON Schema."""

import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from jsonschema import Draft7Validator
from referencing import Registry, Resource

from interpreter.diagnostics import Diagnostic
from interpreter.lowering.blocks import COMMON, SAYING, StepKey, StepVerb
from interpreter.lowering.verbs import VERBS
from interpreter.ruleset import pack_files
from interpreter.source import Source
from interpreter.yaml import Node
from interpreter.yaml.composing import read
from interpreter.yaml.schemas import (
    KINDS,
    ValidFiles,
    binding_keys,
    schema_folder,
    step_verbs,
)
from interpreter.yaml.shape import MOST, check_file, check_shape
from tests.bad_cases import BAD
from tools import generate

# Those of the files of a pack; what commands print has schemas of its own beside them.
SCHEMAS = sorted(
    path
    for place in (".", "sections", "steps")
    for path in (schema_folder() / place).glob("*.schema.json")
)
PACKS = Path(__file__).resolve().parents[2] / "rulesets"
UNDERSTOOD = {
    "$schema", "$ref", "title", "description", "definitions", "type", "enum",
    "properties", "additionalProperties", "required", "items", "allOf", "if", "then",
    "else", "examples", "dependencies", "x-unknown", "x-new-part", "x-binding",
}  # fmt: skip


def text_of(path: Path) -> str:
    """Return the text of a schema."""
    return path.read_text(encoding="utf-8")


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every schema within a schema."""
    if not isinstance(schema, dict):
        return
    yield schema
    for key in ("additionalProperties", "items", "if", "then", "else"):
        yield from parts(schema.get(key))
    for key in ("properties", "definitions", "dependencies"):
        for each in schema.get(key, {}).values():
            yield from parts(each)
    for each in schema.get("allOf", ()):
        yield from parts(each)


def judge_of(kind: str) -> Draft7Validator:
    """Return a validator that resolves the references of the files by itself."""
    folder = schema_folder()
    found = {
        "http://umpire.invalid/" + path.relative_to(folder).as_posix(): json.loads(
            text_of(path)
        )
        for path in SCHEMAS
    }
    pairs = [(name, Resource.from_contents(each)) for name, each in found.items()]
    root = {"$ref": f"http://umpire.invalid/{kind}.schema.json"}
    return Draft7Validator(root, registry=Registry().with_resources(pairs))


def shaped(text: str, kind: str = "part") -> list[Diagnostic]:
    """Read a text and check its shape."""
    problems: list[Diagnostic] = []
    node = read(Source("x.yaml", text), problems)
    assert node is not None
    check_shape(node, kind, problems)
    return problems


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda each: each.stem)
def test_a_schema_uses_only_what_is_understood(path: Path) -> None:
    """No oneOf, no anyOf; every part says what it is."""
    schema = json.loads(text_of(path))
    Draft7Validator.check_schema(schema)
    for part in parts(schema):
        assert set(part) <= UNDERSTOOD
        for key, each in part.get("properties", {}).items():
            if each is False:
                continue
            described = "description" in each or "$ref" in each
            assert described or set(each) == {"additionalProperties"}, key


def test_every_verb_has_a_schema_with_all_clauses() -> None:
    """Every verb, one small file each, and the same clauses everywhere."""
    folder = schema_folder() / "steps"
    names = {path.name.split(".")[0] for path in folder.iterdir()}
    assert names == {*VERBS, "say", "step", "steps"}
    for verb in VERBS.values():
        schema = json.loads(text_of(folder / f"{verb.name}.schema.json"))
        assert set(schema["properties"]) == {verb.name, *verb.clauses, *COMMON}
        assert schema["required"] == [verb.name, *verb.required]
        assert schema["additionalProperties"] is False
    step = json.loads(text_of(folder / "step.schema.json"))
    assert list(step["dependencies"]) == list(step["if"]["properties"]) == [*VERBS]
    assert step_verbs() == set(VERBS)
    assert binding_keys() == set("let roll draw choose ask as".split())


def test_what_is_generated_from_the_records_of_verbs_is_up_to_date() -> None:
    """The schemas of steps and the table of verbs in the reference."""
    tool = Path(__file__).resolve().parents[2] / "tools" / "generate.py"
    told = run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_a_new_verb_gets_its_row_and_its_schema() -> None:
    """Behind the verb before it, where it has no row yet; in every schema's form."""
    sing = StepVerb(
        "sing",
        SAYING.lower,
        "sings a song",
        StepKey("template", "The song."),
        {
            "to": StepKey("expression", "Who hears it."),
            "as": StepKey("name", binds=True),
        },
        required=("to",),
        any_of=("to", "as"),
    )
    verbs = {"do": VERBS["do"], "sing": sing}
    page = "| verb |\n| `do` | old | |\n| `let` | names | |\n"
    assert generate.with_rows(page, verbs).splitlines()[1:] == [
        f"| `do` | {VERBS['do'].does} | |",
        "| `sing` | sings a song | `to as` |",
        "| `let` | names | |",
    ]
    schema = generate.schema_of(sing)
    Draft7Validator.check_schema(schema)
    assert schema["description"] == "Sings a song."
    assert schema["required"] == ["sing", "to"]
    assert generate.step_schema(verbs)["x-binding"] == ["as"]


def mutants(data: Any, seed: int) -> Any:
    """Return the data with one random fault of shape."""
    rng = random.Random(seed)
    data = json.loads(json.dumps(data))
    places: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        each = waiting.pop()
        pairs = each.items() if isinstance(each, dict) else enumerate(each)
        for key, value in pairs:
            places.append((each, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    owner, key = rng.choice(places)
    how = rng.randrange(4)
    if how == 0 and isinstance(owner, dict):
        owner["odd key"] = owner.pop(key)
    elif how == 1 and isinstance(owner, dict):
        del owner[key]
    else:
        owner[key] = rng.choice(["a text", ["a list"], {"a": "map"}])
    return data


def as_node(data: Any) -> Node:
    """Return the data as nodes: JSON is YAML."""
    problems: list[Diagnostic] = []
    node = read(Source("x.yaml", json.dumps(data)), problems)
    assert node is not None, problems
    assert not problems
    return node


@pytest.mark.parametrize("kind", KINDS)
def test_problems_are_told_exactly_where_jsonschema_finds_failures(kind: str) -> None:
    """On files that are right, and on the same with one fault, both say the same."""
    judge = judge_of(kind)
    invalid = 0
    for number, data in enumerate(samples(kind)):
        assert judge.is_valid(data)
        for seed in range(60):
            broken = mutants(data, seed + 1000 * number)
            problems: list[Diagnostic] = []
            valid = check_shape(as_node(broken), kind, problems)
            assert valid == judge.is_valid(broken)
            assert valid == (not problems), list(judge.iter_errors(broken))
            invalid += not valid
    assert invalid > 20


def samples(kind: str) -> Iterator[Any]:
    """Yield the data of files that are right."""
    step = {"roll": {"x": "d6"}, "by": "judge", "if": "y", "else": [{"call": "f()"}]}
    pack = {
        "name": "a",
        "types": {"colour": ["red"], "point": {"record": {"x": "integer"}}},
        "tables": {
            "a": {"of": "d6", "gives": "text", "rows": {"1-6": "dry"}},
            "b": {"takes": {"x": "text"}, "hit": "first", "rows": {"y": "else"}},
            "c": {"rows": "t", "columns": "u", "cells": {"x": {"y": "1"}}},
        },
        "modifiers": {"m": {"groups": {"g": {"rows": {"r": {"add": "1"}}}}}},
        "procedures": {"p": {"steps": [step, {"match": "x", "rows": {"a": []}}]}},
        "options": {"o": {"values": ["yes", "no"], "default": "no"}},
        "cases": {"c": {"run": "p()", "expect": "1"}},
    }
    part = {key: value for key, value in pack.items() if key != "name"}
    change = {"tables.a.1-6": {"expect": "dry", "to": "wet"}}
    if kind == "ruleset":
        yield pack
    elif kind == "part":
        yield part
    elif kind == "overlay":
        yield {"extends": "a", "options": {"o": "yes"}, "change": change}
    else:
        yield {"A-1": {"at": "p. 3", "says": "it is so", "status": "implemented"}}


def test_the_packs_have_the_right_shape() -> None:
    """Every pack that ships, and the time it takes: 3,000 lines in half a second."""
    nodes = []
    lines = 0
    for path in sorted(PACKS.rglob("*.yaml")):
        problems: list[Diagnostic] = []
        text = path.read_text(encoding="utf-8")
        node = read(Source(str(path), text), problems)
        assert node is not None, problems
        kind = path.stem if path.stem in KINDS else "part"
        if kind == "ruleset" and "\nextends:" in text:
            kind = "overlay"
        if kind != "rulebook":
            node = pack_files.unfold(node, problems)
        nodes.append((node, kind))
        lines += text.count("\n")
    start = time.perf_counter()
    for node, kind in nodes:
        found: list[Diagnostic] = []
        check_shape(node, kind, found)
        assert not found, (found[0].message, str(found[0].span))
    took = time.perf_counter() - start
    assert took < 0.5 + lines / 6000


def test_what_reading_reported_is_not_said_again() -> None:
    """One mistake makes one problem."""
    text = "procedures:\n  p:\n    steps: *x\ntables:\n  t:\n"
    assert sorted(each.code for each in shaped(text)) == ["R004", "R007"]


def test_words_of_the_engine_are_exact() -> None:
    """A name may have blanks; a clause may not, and the hint says which is meant."""
    text = (
        "procedures:\n  p:\n    steps:\n      - call: f()\n        for each: x in y\n"
    )
    (one,) = shaped(text)
    assert (one.code, one.span.first) == ("R101", (5, 9))
    assert one.hint == "did you mean 'for_each'?"


def test_a_kind_of_file_must_be_known() -> None:
    """Asking for another kind is our own mistake."""
    with pytest.raises(ValueError, match="no schema"):
        shaped("a: 1", "poem")


def test_two_verbs_are_told_once() -> None:
    """The second verb is the place, and its own keys are not blamed."""
    text = "procedures:\n  p:\n    steps:\n      - call: f()\n        roll: {x: d6}\n"
    (one,) = shaped(text)
    assert (one.code, one.span.first) == ("R104", (5, 9))


def test_the_bad_packs_are_there() -> None:
    """The folder that the other tests walk is not empty."""
    assert len(list(BAD.iterdir())) > 60


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("c: {run: f(), odds: f()}", "R101 only one of 'run' and 'odds' is allowed"),
        ("c: {odds: f(), run: f()}", "R101 only one of 'odds' and 'run' is allowed"),
        ("c: {expect: 1}", "R102 a key is missing"),
    ],
)
def test_one_of_two_keys_must_stand_there(text: str, told: str) -> None:
    """None and both are one problem, in whichever order they are written."""
    (one,) = shaped(f"cases: {{{text}}}")
    assert f"{one.code} {one.message}".removesuffix(" here") == told


def test_a_choice_may_have_both_of_its_keys() -> None:
    """Where both sources of a choice stand, neither refuses the other."""
    choice = "{choose: x, from: y, options: {a: {title: b}}}"
    assert not shaped(f"procedures: {{p: {{steps: [{choice}]}}}}")


@pytest.mark.parametrize("verb", ["do: [%s]", "end: x, else: [%s]"])
def test_steps_within_steps_as_deep_as_a_file_may_be(verb: str) -> None:
    """The depth of a file ends before the validator's, and the fault is found there."""
    for leaf, codes in (("{return: 1}", []), ("{retrun: 1}", ["R104"])):
        text = leaf
        for _ in range(29):
            text = f"{{{verb}}}" % text
        problems = shaped(f"procedures: {{p: {{steps: [{text}]}}}}")
        assert [each.code for each in problems] == codes


def test_of_very_many_failures_the_first_are_told() -> None:
    """The same in every process, and it takes no long time."""
    text = "tables: {" + ", ".join(f"t{number}: x" for number in range(9_000)) + "}"
    start = time.process_time()
    problems = shaped(text)
    assert time.process_time() - start < 2
    assert len(problems) == MOST
    assert [each.message for each in problems[:2]] == [
        "'t0' needs a map, not a text",
        "'t1' needs a map, not a text",
    ]


def test_a_file_is_validated_once_by_its_content() -> None:
    """One that was valid is not looked at again; a faulty one is, and so is one that
    is read as another kind of file."""
    valid = ValidFiles()
    for text, kind, count in (
        ("types: {a: [b]}", "part", 0),
        ("types: {a: b}", "part", 1),
        ("types: {a: b}", "part", 1),
        ("types: {a: [b]}", "rulebook", 2),
    ):
        problems: list[Diagnostic] = []
        node = read(Source("x.yaml", text), problems)
        assert node is not None
        check_file(node, kind, problems, valid)
        assert len(problems) == count
    assert valid.has("part", "types: {a: [b]}")
    assert len(valid.digests) == 1
    faulty = read(Source("x.yaml", "types: {a: b}"), [])
    assert faulty is not None
    valid.add("part", "types: {a: b}")
    check_file(faulty, "part", problems := [], valid)
    assert not problems  # what is known is believed


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("r: {of: d6, rows: {1+: a}, hit: first}", ["R101 unknown key 'hit'"]),
        ("r: {of: d6, row: {1+: a}}", ["R101 unknown key 'row'"]),
        ("r: {of: d6, 1+: a}", ["R101 unknown key '1+', and 'rows' is missing"]),
        (
            "r: {of: d6, a: b, c: d}",
            ["R101 unknown key 'a'", "R101 unknown key 'c'", "R102 'rows' is missing"],
        ),
        ("r: {of: d6, (: b}", ["R101 unknown key '(', and 'rows' is missing"]),
    ],
)
def test_a_key_that_is_missing_is_told_with_the_one_that_stands_for_it(
    text: str, told: list[str]
) -> None:
    """One mistake makes one problem; where it is not sure, both are named."""
    found = shaped(f"tables: {{{text}}}")
    assert sorted(f"{each.code} {each.message}" for each in found) == told
