"""What authors know from elsewhere is answered with how it is written here.

The data are the YAML files of this folder. Each text is put into a small pack: the hint
of its first problem has the text to write, and where the fix is exact, the pack with
the fix has no error left.
"""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from interpreter.diagnostics import Diagnostic, Unusable
from interpreter.expressions.parsing import is_dice, parse
from interpreter.foreign.listing import families
from interpreter.foreign.rereading import reread
from interpreter.foreign.tokens import tokens
from interpreter.pipeline.checking import check
from tests.cli.calling import call

HERE = Path(__file__).parent
FORMULA = """name: probe
types:
  colour: [red, green, blue]
entities:
  side: {fields: {called: {type: text, seen_by: everyone}}}
  piece:
    fields:
      strength: {type: integer 0..20, seen_by: everyone}
      lost: {type: yes or no, seen_by: everyone}
      times lost: {type: integer, seen_by: everyone}
tables:
  t:
    key: integer 1..6
    columns: {reach: integer, speed: integer}
    rows: {1: [1, 1], 2: [2, 2], 3: [3, 3], 4: [4, 4], 5: [5, 5], 6: [6, 6]}
  weather: {of: 2d6, gives: [dry, wet], rows: {7-: dry, 8+: wet}}
formulas:
  probe:
    takes:
      a: integer 1..6
      b: integer 1..6
      n: integer 1..6
      far away: integer 1..6
      half strength: integer
      number of men: integer
      xs: list of integer 1..6
      ys: list of integer 1..6
      us: list of piece
      unit: piece
      col: colour
      c: yes or no
      d: yes or no
      x: integer or none
    is: TYPED
"""
ROLL = """name: probe
procedures:
  main:
    takes: {a: integer}
    seen_by: everyone
    steps:
      - roll: {aim: TYPED}
        by: judge
"""
OF = """name: probe
tables:
  weather:
    of: TYPED
    gives: [dry, wet]
    rows: {1-3: dry, 4-6: wet}
"""
SIX = OF.replace("TYPED", "d6").replace("{1-3: dry, 4-6: wet}", "\n      1-3: dry\n")
SIX += "      TYPED: wet\n"
HUNDRED = SIX.replace("d6", "d100").replace("1-3", "01-50")
STEP = """name: probe
procedures:
  main:
    takes: {a: integer, c: yes or no, xs: list of integer}
    gives: integer
    seen_by: everyone
    steps:
      - let: {y: {is: a, changes: yes, type: integer}}
      - TYPED
      - return: y
"""
SAFE = ""
KINDS = (SAFE, "review", "part", "open", "wrong")


class Typed(NamedTuple):
    """A text, the pack with it, how it is written here, and how sure the fix is."""

    where: str
    text: str
    pack: str
    written: str
    kind: str


def _rows(data: list[list[str]], where: str, put: Callable[[str], str]) -> list[Typed]:
    return [
        Typed(where, text, put(text), written, kind[0] if kind else SAFE)
        for text, written, *kind in data
    ]


def _quoted(text: str) -> str:
    return FORMULA.replace("TYPED", f"|\n      {text}")


def _in(pack: str, indent: str = "") -> Callable[[str], str]:
    return lambda text: pack.replace("TYPED", text.replace("\n", f"\n{indent}"))


def _all() -> Iterator[Typed]:
    read = YAML(typ="safe", pure=True).load
    for origin, data in read((HERE / "expressions.yaml").read_text("utf-8")).items():
        yield from _rows(data, f"formula, {origin}", _quoted)
    values = read((HERE / "values.yaml").read_text("utf-8"))
    yield from _rows(values, "plain value", _in(FORMULA))
    dice = read((HERE / "dice.yaml").read_text("utf-8"))
    yield from _rows(dice["roll"], "roll", _in(ROLL))
    yield from _rows(dice["of"], "of", _in(OF))
    bands = read((HERE / "bands.yaml").read_text("utf-8"))
    yield from _rows(bands["d6"], "band of d6", _in(SIX))
    yield from _rows(bands["d100"], "band of d100", _in(HUNDRED))
    steps = read((HERE / "steps.yaml").read_text("utf-8"))
    yield from _rows(steps, "step", _in(STEP, "      "))


TYPED = list(_all())


def problems_of(folder: Path, text: str) -> list[Diagnostic]:
    """Return the errors of a pack of one file."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    try:
        found = check(folder).problems
    except Unusable as fault:
        found = fault.problems
    return [each for each in found if each.severity == "error"]


def fixed(problem: Diagnostic) -> str:
    """Return the file with the fix of a problem."""
    assert problem.fix is not None
    span = problem.fix.span
    text = span.source.text
    return text[: span.start] + problem.fix.replacement + text[span.end :]


def test_there_are_many() -> None:
    """All classes have examples, and each kind of sureness is one that is known."""
    assert len(TYPED) > 200
    assert {each.kind for each in TYPED} <= set(KINDS)


@pytest.mark.parametrize("typed", TYPED, ids=lambda each: f"{each.where}: {each.text}")
def test_the_first_hint_is_what_to_write(typed: Typed, tmp_path: Path) -> None:
    """An exact fix leaves no error; one with something to fill in is no fix."""
    errors = problems_of(tmp_path / "typed", typed.pack)
    assert errors
    first = errors[0]
    assert typed.written in first.hint
    assert not first.expected
    if typed.kind == "part":
        assert first.fix is None or not first.fix.safe
        return
    assert first.fix is not None
    assert first.fix.safe == (typed.kind in (SAFE, "open"))
    if typed.kind == SAFE:
        left = problems_of(tmp_path / "fixed", fixed(first))
        assert [str(each.span) + each.message for each in left] == []


def test_bands_as_they_are_printed_are_read(tmp_path: Path) -> None:
    """What needs no hint gets none."""
    bands = YAML(typ="safe").load((HERE / "bands.yaml").read_text("utf-8"))
    for number, band in enumerate(bands["accepted"]):
        text = SIX.replace("TYPED", band)
        assert problems_of(tmp_path / str(number), text) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("unit.strenth", "strength"),
        ("unit.los", "lost"),
        ("wether(a)", "weather"),
        ("counnt(xs)", "count"),
        ("far awy + 1", "far_away"),
        ("half strenth + 1", "half_strength"),
        ("number of mn + 1", "number_of_men"),
        ("unit.timess lost", "times_lost"),
        ("col is rde", "red"),
        ("nearst(a / 2)", "nearest"),
    ],
)
def test_a_misspelt_name_is_still_a_misspelt_name(
    text: str, meant: str, tmp_path: Path
) -> None:
    """The notation of another language is no excuse for one of the own names."""
    (first, *_) = problems_of(tmp_path, _quoted(text))
    assert first.hint == f"did you mean '{meant}'?"
    if first.fix is not None:  # no other name is near
        assert first.fix.replacement == meant
        assert not first.fix.safe


@pytest.mark.parametrize(
    "text",
    [
        "IF(", "a ? b", "((((", "a b c d", "'", "{{", "[[", "f(;;)", "1 <",
        "!" * 900, "(" * 900, "a if b if c", "CASE END", "xs[::2]", "lambda", "#",
        "@", "2n2n2n", "x" * 4000, "a" + "**2" * 300, "if a: b elif " * 70,
        "a plus " * 140, "2n" * 400, "a ? b : " * 100, "!" * 999, "xs" + "[0]" * 300,
        "IF(" * 200, "a.b" * 300, "a ** b", "a ** 99", "1 = 2 = 3", "\u00bd\u00bd",
        "[v for v in", "u.by way", "u.", "d6d6", "9999999999d6kh1", "4d6kh0", "1e5",
        "0x10", "a..b..c",
    ],
)  # fmt: skip
def test_what_is_no_notation_at_all_is_an_ordinary_problem(
    text: str, tmp_path: Path
) -> None:
    """Nothing that is typed raises anything but a diagnostic."""
    assert problems_of(tmp_path, _quoted(text))


def test_a_fix_is_in_the_json_of_a_check(tmp_path: Path) -> None:
    """Place, replacement and safety are those of the diagnostic; others have none."""
    text = FORMULA.replace("TYPED", "len(xs)\n  other:\n    is: unknwn")
    assert len(problems_of(tmp_path, text)) == 2
    found = call("check", str(tmp_path), "--json").json["problems"]
    by_code = {each["code"]: each for each in found if each["severity"] == "error"}
    fix = by_code["R302"]["fix"]
    line = text.splitlines()[fix["line"] - 1]
    assert line[fix["column"] - 1 : fix["end_column"] - 1] == "len(xs)"
    assert (fix["replacement"], fix["safe"]) == ("count(xs)", True)
    assert "fix" not in by_code["R301"]


def test_a_fix_is_kept_with_what_a_check_found(tmp_path: Path) -> None:
    """A second check, which takes the verdict from the cache, has the same fixes."""
    problems_of(tmp_path, FORMULA.replace("TYPED", "a plus b"))
    once, again = (call("check", str(tmp_path), "--json").json for _ in range(2))
    assert once == again
    assert once["problems"][0]["fix"]["replacement"] == "a + b"


def test_a_long_text_is_changed_where_it_must_be(tmp_path: Path) -> None:
    """The lines and comments of a text of several lines stay."""
    text = _quoted(
        "if a > 3   # the far ones\n      then ROUNDUP(a / 2, 0)\n      else 1"
    )
    (first,) = problems_of(tmp_path / "typed", text)
    assert fixed(first) == text.replace("ROUNDUP(a / 2, 0)", "up(a / 2)")


def test_each_row_of_the_reference_is_read_by_the_language() -> None:
    """What the page of idioms says to write is an expression, if it is one line."""
    for title, rows in families():
        assert rows
        if title in ("Bands of a table", "Steps"):
            continue
        for row in rows:
            line = row.here.rpartition(", then ")[2]
            assert is_dice(line) or parse(line), row


def test_every_entity_is_no_notation_of_another_language() -> None:
    """`every` lists the entities of a kind here, so nothing takes it for `all`."""
    assert reread("first(every(side))") is None
    rewriting = reread("xs.every(v => v > 3)")
    assert rewriting is not None
    assert rewriting.text == "all(v > 3 for v in xs)"


@given(st.text("abcx123 .,;()[]{}<>=!&|?:+-*/%#@$'\"`dD\u00bd\u2264", max_size=30))
def test_any_text_is_read_again_without_an_error(text: str) -> None:
    """It has a rewriting or none; what is rewritten has parts of the text in it."""
    rewriting = reread(text)
    if rewriting is not None:
        assert rewriting.idioms
        start, end = rewriting.at
        assert 0 <= start <= end <= len(text)


def test_every_text_of_tokens_ends_with_one_for_its_end() -> None:
    """Also one that breaks off after a comma."""
    parts = ("1", ",", " ", "2d6", "(", ";", "x", "*0", ".5", "%", "\n")
    for number in range(1, 5):
        for pieces in product(parts, repeat=number):
            assert tokens("".join(pieces))[-1].kind == "end", pieces
