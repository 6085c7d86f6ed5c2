"""What `show --format` prints, `import-table` reads as the same table."""

import csv
import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.app.importing.importing import read_tables
from interpreter.app.importing.printed import cleaned
from interpreter.app.showing import program_names
from interpreter.expressions.functions import NAMES
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load
from interpreter.reports.table_files import (
    FORMATS,
    CannotBeWritten,
    PlainTable,
    TableFileFormat,
    plain_table,
    written_tables,
)
from interpreter.ruleset.finding import find_pack, pack_folders
from interpreter.values.types import writable
from interpreter.yaml.writing import scalar
from tests.cli.calling import HELLO, call, valid

PACKS = [folder.name for folder in pack_folders()]


def plain_tables(program: Program) -> list[PlainTable]:
    """Return the tables of a program that are not conditions or weights."""
    names, plain = program_names(program), []
    for table in program.declared.tables.values():
        try:
            plain.append(plain_table(table, names))
        except CannotBeWritten:
            continue
    return plain


def program_of(text: str) -> Program:
    """Return the program of a pack of one file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "ruleset.yaml")
        path.write_text(f"name: mine\n{text}", encoding="utf-8")
        loaded = load(Path(folder))
    assert loaded.program is not None, (text, loaded.problems)
    return loaded.program


def read_again(table: PlainTable, form: TableFileFormat) -> PlainTable | None:
    """Return a table written in a format and read from it; None if the format cannot
    have it."""
    text, left_out = written_tables([table], form, "mine")
    if left_out:
        return None
    # a spreadsheet has no room for the dice and the name
    has_ends = form == "csv" and re.fullmatch(
        r"\d*d\d+( \+ integer)?|integer.*", table.of
    )
    dice = table.of if has_ends and "\\" not in table.of else None
    name = table.name if form == "csv" else None
    program = program_of(read_tables(text, dice=dice, name=name).yaml)
    (again,) = plain_tables(program)
    return again


def same(table: PlainTable, again: PlainTable) -> None:
    """Two tables have one name, one kind of dice, and the same rows, results and
    heads; a table of words is a look-up after that, whose column has a name."""
    assert again.name == table.name
    if table.dice or table.of.endswith("+ integer"):
        assert again.of == table.of
    assert [row.cells for row in again.rows] == [row.cells for row in table.rows]
    assert [row.name for row in again.rows] == [row.name for row in table.rows]
    assert [(row.low, row.high) for row in again.rows] == [
        (row.low, row.high) for row in table.rows
    ]
    assert [row.rolls for row in again.rows] == [row.rolls for row in table.rows]
    if len(table.heads) > 1:
        assert again.heads == table.heads


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("pack", PACKS)
def test_every_table_of_the_packs(pack: str, form: TableFileFormat) -> None:
    """Of each kind that a format can have."""
    program = load(find_pack(pack)).program
    assert program is not None
    tables = plain_tables(program)
    assert len(tables) > 2
    read = 0
    for table in tables:
        again = read_again(table, form)
        if again is not None:
            same(table, again)
            read += 1
    assert read == len(tables) or form in ("foundry", "datasworn")


def is_kept(text: str) -> bool:
    """Return whether a text is a result for people: with a letter, and no word for
    nothing or for another roll."""
    if cleaned(text) != text:  # a sign for two letters
        return False
    return not re.fullmatch(r"(?i)[\W_]*|none|n/a|(re-?)?roll.*", text)


LETTERS = st.characters(codec="utf-8", exclude_categories=("C", "Z", "Nd", "No", "Nl"))
WORD = st.text(LETTERS, min_size=1, max_size=8)
TEXT = st.lists(WORD, min_size=1, max_size=4).map(" ".join).filter(is_kept)
SIGNS = (
    r"a | b;*a* b;c_d_e;[x](y);[[a|b]];<b>x</b>;\| z;it's: #1;'q', r;- dash;{a: b};"
    r"&amp; so;a~~b~~;`c`;yes;2 1/2 x;=1+1;@a;%b;!c;a\;\;| |"
)
MARKED = st.sampled_from([*SIGNS.split(";"), '"q", r', "a; b"])
RESULT = st.one_of(TEXT, MARKED, st.integers(-99, 99).map(str))
NAME = (
    st.lists(st.text("abcdefgh", min_size=2, max_size=6), min_size=1, max_size=3)
    .map(" ".join)
    .filter(lambda name: writable(name) and name not in NAMES)
)
DICE = st.sampled_from(["d4", "d6", "2d6", "d20", "d100", "3d6"])


@st.composite
def roll_tables(draw: st.DrawFn) -> str:
    """A roll table of dice, perhaps with a modifier, with one result a row or two."""
    dice = draw(DICE)
    count, sides = (int(part or 1) for part in dice.split("d"))
    cuts = draw(st.sets(st.integers(count, count * sides - 1), min_size=1, max_size=6))
    starts = [count, *(cut + 1 for cut in sorted(cuts))]
    ends = [*sorted(cuts), count * sides]
    bands = [f"{low}-{high}" for low, high in zip(starts, ends, strict=True)]
    plus = draw(st.booleans())
    if plus:
        bands[0], bands[-1] = f"{ends[0]}-", f"{starts[-1]}+"
    name, of = draw(NAME), f"{dice} + integer" if plus else dice
    columns = draw(st.integers(1, 3))
    texts = [[draw(RESULT) for _ in range(columns)] for _ in bands]
    head, rows = "", []
    if columns == 1:
        gives = "text"
        rows = [scalar(cell) for (cell,) in texts]
        if not plus and draw(st.booleans()) and len(set(map(tuple, texts))) > 2:
            rows[-1] = f"{{roll: {name}, times: 2, distinct: yes}}"
    else:
        gives = "a record"
        fields = ", ".join(f"{word}: text" for word in ("ab", "cd", "ef")[:columns])
        head = f"types: {{a record: {{record: {{{fields}}}}}}}\n"
        rows = [f"[{', '.join(map(scalar, cells))}]" for cells in texts]
    pairs = zip(bands, rows, strict=True)
    lines = "".join(f"      {band}: {row}\n" for band, row in pairs)
    keys = f"    of: {of}\n    gives: {gives}\n    rows:\n"
    return f"{head}tables:\n  {name}:\n{keys}{lines}"


@st.composite
def word_tables(draw: st.DrawFn) -> str:
    """A look-up or a cross table."""
    name = draw(NAME)
    keys = draw(st.lists(NAME, min_size=2, max_size=4, unique=True))
    heads = draw(st.lists(NAME, min_size=2, max_size=4, unique=True))
    cells = [[draw(RESULT) for _ in heads] for _ in keys]
    rows = "".join(
        f"      {key}: [{', '.join(map(scalar, row))}]\n"
        for key, row in zip(keys, cells, strict=True)
    )
    if draw(st.booleans()):
        columns = ", ".join(f"{head}: text" for head in heads)
        head = f"    key: a key\n    columns: {{{columns}}}\n    rows:\n"
        return f"tables:\n  {name}:\n{head}{rows}"
    return (
        f"types: {{ground: [{', '.join(keys)}], season: [{', '.join(heads)}]}}\n"
        f"tables:\n  {name}:\n    rows: ground\n    columns: season\n    gives: text\n"
        f"    cells:\n{rows}"
    )


@pytest.mark.parametrize("form", FORMATS)
@given(st.one_of(roll_tables(), word_tables()))
@settings(max_examples=60, deadline=None)
def test_every_generated_table(form: TableFileFormat, text: str) -> None:
    """Whatever its texts mean to Markdown, a spreadsheet, HTML or YAML."""
    (table,) = plain_tables(program_of(text))
    again = read_again(table, form)
    if again is not None:
        same(table, again)


def test_a_table_in_each_format() -> None:
    """As other programs expect it."""
    shown = {form: call("show", HELLO, "weather", "--format", form) for form in FORMATS}
    assert all(called.code == 0 for called in shown.values())
    table = "| dice: 2d6 | weather |\n| --- | --- |\n"
    table += "| 2-5 | rain |\n| 6-8 | clouds |\n| 9-12 | sun |\n"
    assert shown["markdown"].out == table
    assert shown["obsidian"].out == f"{table}\n^weather\n"
    rows = list(csv.reader(shown["csv"].out.splitlines()))
    assert rows[:2] == [["from", "to", "weather"], ["2", "5", "rain"]]
    foundry = json.loads(shown["foundry"].out)
    assert foundry["formula"] == "2d6"
    ids = [foundry["_id"], *(result["_id"] for result in foundry["results"])]
    assert all(re.fullmatch("[A-Za-z0-9]{16}", each) for each in ids)
    assert len(set(ids)) == 4
    ranges = [(each["range"], each["weight"]) for each in foundry["results"]]
    assert ranges == [([2, 5], 4), ([6, 8], 3), ([9, 12], 4)]
    collection = json.loads(shown["datasworn"].out)
    oracle = collection["contents"]["weather"]
    assert oracle["oracle_type"] == "table_text"
    assert oracle["dice"] == "2d6"
    assert oracle["rows"][0]["roll"] == {"min": 2, "max": 5}
    assert oracle["rows"][0]["_id"].startswith("oracle_rollable.row:")


def test_all_tables_of_a_pack() -> None:
    """Those that a format cannot have are named with the reason."""
    called = call("show", "rencounter", "--format", "foundry")
    assert called.code == 0
    assert "boldness is left out: its rows are conditions" in called.talk
    assert len(json.loads(called.out)) > 3
    data = valid(call("show", "rencounter", "--format", "foundry", "--json"), "show")
    assert data["tables"]
    assert "boldness" in data["left_out"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("rencounter", "boldness", "--format", "csv"), 3, "conditions"),
        (("rencounter", "wound care", "--format", "foundry"), 3, "dice alone"),
        (("rencounter", "falls at speed", "--format", "markdown"), 3, "fraction"),
        (("rencounter", "--format", "csv"), 2, "one table"),
        (("rencounter", "wether", "--format", "csv"), 2, "unknown name"),
        (("rencounter", "wound", "--format", "csv"), 2, "no table"),
        (("concealment", "--format", "datasworn"), 3, "no table of this pack"),
        ((HELLO, "weather", "--format", "html"), 2, "markdown"),
    ],
)
def test_what_cannot_be_written_says_why(
    words: tuple[str, ...], code: int, said: str
) -> None:
    """And nothing is printed."""
    called = call("show", *words)
    assert called.code == code
    assert said in called.talk
    assert not called.out
