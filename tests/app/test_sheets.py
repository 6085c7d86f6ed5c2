"""Quick-reference sheets: who may read what, exact chances, marks, escaping, room."""

import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from interpreter import open_ruleset
from interpreter.app.sheets import sheet_of
from interpreter.pipeline.opening import open_pack
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.outputs.sheets import (
    SheetAudience,
    SheetBlockOutput,
    SheetOutput,
)
from interpreter.reports.sheet_markdown import sheet_markdown
from interpreter.reports.sheet_page import sheet_page
from interpreter.ruleset.finding import find_pack
from tests.cli.calling import call, valid

PACKS = (
    "acks-reconnaissance",
    "concealment",
    "domains-at-war",
    "limited-intelligence",
    "rencounter",
)
SECRET = "zwielicht"
"""A word of which each table that is the judge's has one, and no other."""

# each of these tables is read in another way, of which only the judge may know
READ_BY_JUDGE = {
    "by procedure": "a",
    "by formula": "b",
    "direct": "c",
    "by step": "d",
    "by dice": "e",
    "by field": "f",
    "by option": "g",
    "by call": "h",
    "said": "i",
}
TABLES = "".join(
    f"  {name}:\n    of: integer 1..6\n    gives: [WORD {letter}, calm]\n"
    f"    rows: {{1: WORD {letter}, 2+: calm}}\n"
    for name, letter in READ_BY_JUDGE.items()
)
SECRETS = """name: secrets
title: A pass in the hills
seen_by: everyone
seats: side
entry_points:
  turn: {call: turn()}
  judging: {call: judging()}
  looked up: {gives: [WORD c, calm], takes: {n: integer 1..6}, call: direct(n)}
types: {way: [WORD way, open way]}
options:
  bells: {values: [yes, no], default: no, title: Bells}
entities:
  side:
    fields:
      plan: {type: integer 1..6, seen_by: judge, start: 1}
      pace: {type: integer 1..6, seen_by: everyone, start: 1}
tables:
  weather: {of: d6, gives: [fog, sun], rows: {1-2: fog, 3+: sun}}
  paces: {of: integer 1..6, gives: integer, rows: {1-3: 11, 4+: 12}}
TABLESmodifiers:
  signs:
    seen_by: judge
    groups: {WORD group: {rows: {WORD row: {add: +1}}}}
  haste: {groups: {road: {rows: {good road: {add: +1}}}}}
formulas:
  read as told: {takes: {n: integer 1..6}, gives: yes or no, is: by_formula(n) is calm}
procedures:
  turn:
    title: A day on the road
    steps:
      - {call: weather(), as: sky}
      - say: "The day brings {sky}"
      - let: {shown: said(3)}
      - for_each: s in every(side)
        do:
          - let: {far: "paces(s.pace) + total(haste())"}
          - {set: {s.pace: "if shown is calm then min(6, far) else 1"}}
          - {let: {hint: by_field(s.plan)}, seen_by: judge}
          - {set: {s.plan: "if hint is calm then 2 else 3"}, seen_by: judge}
      - {roll: {hidden: d6}, by: judge, seen_by: judge}
      - let: {omen: by_dice(hidden)}
      - {let: {mood: by_step(3)}, seen_by: judge}
      - for_each: s in every(side)
        set: {s.plan: "if omen is calm and mood is calm then 1 else 2"}
        seen_by: judge
      - {call: brood(WORD_way), seen_by: judge}
      - {call: judging(), seen_by: judge}
  brood:
    title: WORD brood
    takes: {what: way}
    seen_by: judge
    steps:
      - let: {x: by_call(1)}
      - for_each: s in every(side)
        set: {s.plan: "if x is calm and what is WORD_way then 1 else 2"}
  judging:
    title: WORD judging
    seen_by: judge
    steps:
      - {roll: {die: d6}, by: judge}
      - let: {a: by_procedure(die), b: read_as_told(2), c: total(signs())}
      - only: bells
        for_each: s in every(side)
        set: {s.plan: "if by_option(1) is calm then 1 else 2"}
      - for_each: s in every(side)
        set: {s.plan: "if a is calm and b and c > 0 then 1 else 2"}
scenarios:
  pass: {main: turn, entities: {red: {kind: side}, blue: {kind: side}}}
"""
SECRETS = SECRETS.replace("TABLES", TABLES).replace("WORD", SECRET)
SECRETS = SECRETS.replace("  said:\n", "  said:\n    sheet: judge\n")
HOUSE = f"""name: darker
extends: ../secrets
change:
  tables.by_procedure.rows.1: {{expect: {SECRET} a, to: calm}}
  tables.weather.rows.1-2: {{expect: fog, to: sun}}
  entities.side.fields.plan.start: {{expect: 1, to: 2}}
"""


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """A pack whose tables are mostly the judge's, and house rules on it."""
    for name, text in (("secrets", SECRETS), ("darker", HOUSE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    return tmp_path / "secrets"


def sheet(
    folder: Path | str, audience: SheetAudience = "players", **options: str
) -> SheetOutput:
    """Return the sheet of a pack."""
    return sheet_of(open_pack(find_pack(str(folder)), options), str(folder), audience)


def every_form(found: SheetOutput) -> str:
    """Return all that is printed of a sheet."""
    data = json.dumps(valid_json(found))
    return "\n".join([sheet_page(found), sheet_markdown(found), data])


def valid_json(found: SheetOutput) -> dict[str, Any]:
    """Return a sheet as plain data."""
    return encoded(found)


def blocks(found: SheetOutput) -> dict[str, SheetBlockOutput]:
    """Return the blocks of a sheet by name."""
    return {block.name: block for part in found.parts for block in part.blocks}


def test_nothing_of_the_judge_is_on_the_sheet_of_players(secrets: Path) -> None:
    """However it is read: by a procedure, a formula, a step, with hidden dice or a
    field, under an option, through a call; or because it says so itself."""
    check = call("check", str(secrets), "--quick")
    assert check.code == 0, check.out
    for options in ({}, {"bells": "yes"}):
        players = sheet(secrets, **options)
        assert {*blocks(players)} == {"weather", "paces", "haste"}
        assert SECRET not in every_form(players).lower()
        judge = sheet(secrets, "judge", **options)
        letters = set(re.findall(rf"{SECRET} ([a-i])\b", every_form(judge)))
        assert letters >= set("abcdefhi")
        assert f"{SECRET} judging" in every_form(judge).lower()


def test_house_rules_of_the_judge_are_not_told(secrets: Path) -> None:
    """Only changes of what players read are listed."""
    darker = secrets.parent / "darker"
    players = sheet(darker)
    assert SECRET not in every_form(players).lower()
    assert [change.what for change in players.changes] == ["weather, 1-2"]
    whole = sheet(darker, "judge").changes
    assert len(whole) == 3
    row, _ = blocks(players)["weather"].rows
    assert (row.was, row.by) == ("fog", "darker")


INDIRECT = {
    "by result": "let: {x: by_result(secret)}",
    "by result of a table": "let: {x: by_result_of_a_table(seen)}",
    "in a formula": "let: {x: hint_of(s)}",
    "by value of a formula": "let: {x: by_value_of_a_formula(plan_of(s))}",
    "by local of a formula": "let: {x: by_local_of_a_formula(planned)}",
    "in a derived field": "let: {x: s.mood}",
    "by an event": "{happens: dusk(s.plan), seen_by: judge}",
    "naming modifiers": "let: {x: naming_modifiers(3)}",
    "in a secret loop": "{times: s.plan, do: [{let: {x: in_a_secret_loop(3)}}]}",
}
"""Tables, each with a step that leads to it though no seat sees on what that rests."""
INDIRECTLY = """name: indirect
title: A pass in the hills
seen_by: everyone
seats: side
entry_points: {turn: {call: turn()}}
entities:
  side:
    fields: {plan: {type: integer 1..6, seen_by: judge, start: 1}}
    derived: {mood: {is: in_a_derived_field(plan)}}
tables:
  weather: {of: integer 1..6, gives: integer 1..6, rows: {1-2: 1, 3+: 2}}
TABLESmodifiers:
  signs: {seen_by: judge, groups: {a: {rows: {b: {add: +1}}}}}
formulas:
  plan of: {takes: {s: side}, gives: integer 1..6, is: s.plan}
  hint of: {takes: {s: side}, gives: [WORD, calm], is: in_a_formula(s.plan)}
procedures:
  turn:
    steps:
      - {let: {day: weather(3)}}
      - {call: hidden die(), as: secret}
      - {call: sky(day), as: seen, seen_by: judge}
      - for_each: s in every(side)
        do:
          - let: {planned: plan_of(s)}
          - STEP
  dreams:
    takes: {n: integer 1..6}
    steps: [{let: {x: by_an_event(n)}}]
  hidden die:
    gives: integer 1..6
    steps:
      - {roll: {die: d6}, by: judge, seen_by: judge}
      - return: die
  sky:
    takes: {day: integer 1..6}
    gives: integer 1..6
    steps: [{return: day}]
events: {dusk: {takes: {n: integer 1..6}, seen_by: judge}}
triggers: {at dusk: {on: dusk(n), do: [{call: dreams(n)}]}}
scenarios: {pass: {main: turn, entities: {red: {kind: side}}}}
"""


@pytest.mark.parametrize("table", INDIRECT)
def test_no_way_round_leads_players_to_a_table(tmp_path: Path, table: str) -> None:
    """The result of a procedure or of a table that is the judge's, a formula or a
    derived field that reads a secret, a loop that is run as often as a secret says."""
    tables = "".join(
        f"  {name}: {{of: integer 1..6, gives: [{SECRET}, calm], "
        f"rows: {{1: {SECRET}, 2+: calm}}}}\n"
        for name in INDIRECT
        if name != "naming modifiers"
    )
    tables += (
        "  naming modifiers:\n    hit: first\n    gives: integer\n"
        "    takes: {n: integer 1..6}\n"
        "    rows:\n      bad: {if: total(signs()) > n, give: 1}\n"
        "      kept: {if: total(signs()) <= n, give: 2}\n"
    )
    text = INDIRECTLY.replace("TABLES", tables).replace("WORD", SECRET)
    text = text.replace("STEP", INDIRECT[table])
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    check = call("check", str(tmp_path), "--quick")
    assert check.code == 0, check.out
    assert table.replace(" ", "_") in blocks(sheet(tmp_path, "judge"))
    assert {*blocks(sheet(tmp_path))} == {"weather"}


BESIDE = """name: beside
title: A pass in the hills
seen_by: everyone
seats: side
entry_points: {turn: {call: turn()}}
entities:
  side:
    fields: {plan: {type: integer 1..6, seen_by: judge, start: 1}}
tables:
  ambush: {of: integer, gives: [struck, calm], rows: {6-: struck, 7+: calm}}
  depth: {of: integer 1..20, gives: [deep, flat], rows: {1-7: flat, 8+: deep}}
modifiers: {haste: {groups: {road: {rows: {good road: {add: +1}}}}}}
events: {dusk: {seen_by: judge}}
procedures:
  turn:
    steps:
      - {let: {far: total(haste()), flat: depth(3)}}
      - for_each: s in every(side)
        do:
          - {set: {s.plan: "3"}, seen_by: judge, id: WORD hour}
      - {happens: dusk(), seen_by: judge}
      - {call: brood(), seen_by: judge}
  brood:
    seen_by: judge
    steps:
      - {roll: {dice: 2d6}, by: judge}
      - let: {struck: ambush(sum(dice) + total(haste())), WORD depth: 7}
      - let: {deep: depth(WORD_depth)}
      - for_each: s in every(side)
        set: {s.plan: "if struck is calm and deep is flat then 1 else 2"}
triggers:
  WORD dusk: {on: dusk, do: [{let: {x: 1}, id: WORD}]}
scenarios: {pass: {main: turn, entities: {red: {kind: side}}}}
"""
BESIDE_HOUSE = """name: later
extends: ../beside
change:
  procedures.turn.WORD hour.set.'s.plan': {expect: 3, to: 4}
  triggers.WORD dusk.do.WORD.let.x: {expect: 1, to: 2}
"""


def test_nothing_of_the_judge_stands_beside_what_players_read(tmp_path: Path) -> None:
    """Neither what a row of modifiers is worth on a hidden roll, nor with what a hidden
    step reads a table, nor what house rules make of hidden steps and triggers."""
    for name, text in (("beside", BESIDE), ("later", BESIDE_HOUSE)):
        (tmp_path / name).mkdir()
        text = text.replace("WORD", SECRET)
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    check = call("check", str(tmp_path / "later"), "--quick")
    assert check.code == 0, check.out
    judge, players = sheet(tmp_path / "later", "judge"), sheet(tmp_path / "later")
    assert "7 or more on 2d6" in blocks(judge)["haste"].worth
    assert len(judge.changes) == 2
    assert {*blocks(players)} == {"haste", "depth"}
    assert not blocks(players)["haste"].worth
    assert blocks(players)["depth"].head == ("number", "result")
    assert not players.changes
    assert SECRET not in every_form(players).lower()


def test_an_author_opens_a_table_to_players(secrets: Path) -> None:
    """`sheet: players` has the last word."""
    file = secrets / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("by dice:\n", "by dice:\n    sheet: players\n")
    file.write_text(text, encoding="utf-8")
    assert {*blocks(sheet(secrets))} == {"weather", "paces", "haste", "by_dice"}


def test_chances_are_those_of_odds() -> None:
    """Beside the rows of a table of dice, exact."""
    pack = "tests/packs/hello"
    block = blocks(sheet(pack))["weather"]
    odds = open_ruleset(pack).odds("weather")
    found = {row.cells[1]: Fraction(row.chances[0]) for row in block.rows}
    assert found == dict(odds)


def test_chances_with_a_modifier_and_the_worth_of_rows() -> None:
    """Both follow from the dice; odds of the roll with such a modifier say the same."""
    found = blocks(sheet("acks-reconnaissance", "judge"))
    rolls = found["reconnaissance_rolls"]
    pack = open_ruleset("acks-reconnaissance")
    for at, shift in enumerate((-2, 0, 2)):
        odds = pack.odds("reconnaissance roll", modifier=shift)
        for row in rolls.rows:
            assert Fraction(row.chances[at]) == odds[row.cells[1]]
    modifiers = found["reconnaissance_modifiers"]
    assert "6 or more on 2d6" in modifiers.worth
    better = ("marginal success", "success", "major success")

    def reaching(modifier: int) -> Fraction:
        odds = pack.odds("reconnaissance roll", modifier=modifier)
        return sum((odds[each] for each in better), Fraction(0))

    worths = {row.cells: row.worth for row in modifiers.rows}
    assert Fraction(worths["+2", "from the air"] or 0) == reaching(2) - reaching(0)
    assert Fraction(worths["-1", "duller"] or 0) == reaching(-1) - reaching(0)


def test_a_row_that_is_compared_to_a_die_is_worth_its_faces() -> None:
    """Of a twelve-sided die, two faces are a sixth; odds of a shot agree."""
    found = blocks(sheet("rencounter"))["fire_modifiers"]
    assert "d12" in found.worth
    worths = {row.cells: row.worth for row in found.rows}
    assert worths["-2", "medium"] == "-1/6"
    pack = open_ruleset("rencounter")
    low, high = (pack.odds("shot", skill=7, modifiers=m)["miss"] for m in (-2, 0))
    assert low - high == Fraction(1, 6)


def test_options_in_force() -> None:
    """What is set otherwise says what it would be."""
    found = sheet("acks-reconnaissance", "players", **{"topic die": "7"})
    option = next(each for each in found.options if each.name == "topic die")
    assert (option.value, option.default) == ("7", "8")
    assert "7 (otherwise 8)" in sheet_page(found)


class Elements(HTMLParser):
    """Collects elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}


HOSTILE = "<script src=//x.example/a.js></script>'\\\"}</style><img src=x onerror=a()>"


def test_what_a_pack_says_is_no_markup(tmp_path: Path) -> None:
    """Neither in the text, nor in the style of the page, nor in Markdown."""
    quoted = json.dumps(HOSTILE)
    text = (
        f"name: hostile\ntitle: {quoted}\nedition: {quoted}\n"
        f"options: {{bells: {{values: [yes, no], default: no, title: {quoted}}}}}\n"
        f"tables:\n  weather:\n    title: {quoted}\n    rule: R-1\n    of: d6\n"
        "    gives: [fog, sun]\n    rows: {1-2: fog, 3+: sun}\n"
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    rule = f"R-1: {{at: page 1, kinds: [table], says: {quoted}}}\n"
    (tmp_path / "rulebook.yaml").write_text(rule, encoding="utf-8")
    page = sheet_page(sheet(tmp_path, bells="yes"))
    elements = Elements()
    elements.feed(page)
    assert not elements.names & {"script", "img", "link", "iframe", "object", "svg"}
    assert elements.attributes <= {
        *(
            "lang",
            "charset",
            "name",
            "content",
            "http-equiv",
            "class",
            "colspan",
            "aria-label",
        ),
    }
    assert page.count("</style>") == 1
    assert "url(" not in page
    assert "@import" not in page
    markdown = sheet_markdown(sheet(tmp_path, bells="yes"))
    assert "<script" not in markdown.replace("\\<script", "")
    assert "<img" not in markdown.replace("\\<img", "")


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("audience", ["players", "judge"])
def test_the_published_rulesets_fit(pack: str, audience: SheetAudience) -> None:
    """Two sides, or four; what is left out is named with the command that shows it."""
    found = sheet(pack, audience)
    assert found.sides in (2, 4)
    assert blocks(found)
    page = sheet_page(found)
    for name in found.left_out:
        assert name.name not in blocks(found)
    if found.left_out:
        first = found.left_out[0].name
        assert f"umpire show {pack} {first}" in page
        assert call("show", pack, first).code == 0
    assert "worked out" not in page or audience == "judge" or found.left_out


def test_fewer_sides_have_what_most_procedures_read() -> None:
    """What is left out is not read more often than what is there, unless it is long."""
    pack = open_pack(find_pack("rencounter"), {})
    small, large = (sheet_of(pack, "rencounter", "players", n) for n in (1, 4))
    assert len(blocks(small)) < len(blocks(large))
    assert {*blocks(small)} | {each.name for each in small.left_out} == {
        *blocks(large),
        *(each.name for each in large.left_out),
    }
    read = [block.uses for block in blocks(small).values()]
    left = [each.uses for each in small.left_out]
    assert sum(read) / len(read) > sum(left) / len(left)


CALLED = """name: called
seen_by: everyone
entry_points: {turn: {call: turn()}, loose: {call: loose()}}
tables:
  weather: {of: d6, gives: [fog, sun], rows: {1-2: fog, 3+: sun}}
  wind: {of: d6, gives: [calm, gale], rows: {1-2: calm, 3+: gale}}
  water: {of: d6, gives: [ebb, flow], rows: {1-2: ebb, 3+: flow}}
procedures:
  turn:
    TITLE
    steps:
      - {call: weather(), as: sky}
      - {call: inner_work()}
  inner work: {steps: [{call: wind(), as: air}]}
  loose: {steps: [{call: water(), as: tide}]}
"""


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        (
            "title: A day",
            {"A day": ["weather", "wind"], "Other tables": ["water"]},
        ),
        (
            "rule: R-1",
            {"turn": ["weather"], "inner work": ["wind"], "loose": ["water"]},
        ),
    ],
)
def test_what_an_inner_procedure_reads_is_under_a_title(
    tmp_path: Path, title: str, parts: dict[str, list[str]]
) -> None:
    """That of the procedure that calls it; names are printed where nothing has one."""
    text = CALLED.replace("TITLE", title)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = sheet(tmp_path)
    assert {
        part.title: [block.name for block in part.blocks] for part in found.parts
    } == parts


def test_conditions_have_words() -> None:
    """No name of the engine, no underscore, no call as a pack writes it."""
    for pack in PACKS:
        page = sheet_page(sheet(pack, "judge"))
        text = re.sub(r"<[^>]*>", " ", page.partition("</head>")[2])
        text = text.partition("How to read this sheet")[0]
        assert not re.findall(r"\b[a-z]+_[a-z_]+\b", text), pack
        assert "option." not in text


def test_written_files_and_their_ending(tmp_path: Path) -> None:
    """HTML or Markdown by the ending; a sheet is written over one that was written."""
    page, notes = tmp_path / "a.html", tmp_path / "a.md"
    for file in (page, notes, page, notes):
        assert call("sheet", "tests/packs/hello", "--out", str(file)).code == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert notes.read_text(encoding="utf-8").startswith("# hello")
    refused = call("sheet", "tests/packs/hello", "--out", str(tmp_path / "a.pdf"))
    assert refused.code == 3
    assert "unknown file type .pdf" in refused.talk
    assert call("sheet", "tests/packs/hello", "--sides", "0").code == 3
    assert call("sheet", "tests/packs/hello", "--sides", "17").code == 4


def test_json_is_as_described(secrets: Path) -> None:
    """The record is the one of the schema, for both readers."""
    for reader in ("players", "judge"):
        called = call("sheet", str(secrets), "--for", reader, "--json")
        assert valid(called, "sheet")["audience"] == reader
