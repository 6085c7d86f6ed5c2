"""House rules on a quick reference: nothing that players may know is left out, and
nothing else is said to them."""

from pathlib import Path

import pytest

from interpreter.app.authoring.rulings import rulings_of
from interpreter.app.sheets import AS_PRINTED, sheet_and_withheld
from interpreter.pipeline.opening import open_pack
from interpreter.reports.outputs.sheets import SheetOutput, SheetRowOutput
from interpreter.reports.sheet_markdown import sheet_markdown
from interpreter.reports.sheet_page import sheet_page
from interpreter.ruleset.finding import find_pack
from tests.cli.calling import call

BOOK = """name: book
title: "Hills: a game"
seen_by: everyone
seats: side
entry_points:
  shoot: {call: shoot()}
  watch: {call: watch()}
options: {mist: {values: [yes, no], default: no}}
entities:
  side:
    fields:
      pace: {type: integer 1..6, seen_by: everyone, start: 1}
      plan: {type: integer 1..6, seen_by: judge, start: 1}
tables:
  weather: {rule: H-3, of: d6, gives: [fog, sun], rows: {1-2: fog, 3+: sun}}
  ambush: {of: d6, gives: [struck, calm], rows: {1-2: struck, 3+: calm}}
modifiers:
  aim:
    rule: H-1
    groups:
      ground: {rows: {wood: {rule: H-2, add: -1},
        open: {add: +1}}}
      haste: {rows: {fast: {add: -1}}}
  signs: {seen_by: judge, groups: {moon: {rows: {full: {add: +1}}}}}
procedures:
  shoot:
    title: A shot
    steps:
      - {call: weather(), as: sky}
      - for_each: s in every(side)
        do: [{set: {s.pace: "if sky is fog then 1 else min(6, max(1, total(aim())))"}}]
  watch:
    seen_by: judge
    steps:
      - {roll: {die: d6}, by: judge}
      - let: {a: ambush(die), b: total(signs())}
      - for_each: s in every(side)
        set: {s.plan: "if a is calm and b > 0 then 1 else 2"}
scenarios: {pass: {main: shoot, entities: {red: {kind: side}}}}
"""
RULEBOOK = """
H-1: {at: page 1, kinds: [modifier], says: All of these are added}
H-2: {at: page 1, kinds: [modifier], says: In a wood 1 less}
H-3: {at: page 2, kinds: [table], says: Fog on 1 or 2}
"""
HOUSE = """name: house
extends: ../book
options: {night: {values: [yes, no], default: no, title: By night},
  moon: {values: [full, dark], default: full}}
change:
"""


def house(tmp_path: Path, changes: str, more: str = "") -> Path:
    """Write the book and a house rule; return the folder of the second."""
    for name in ("book", "house"):
        (tmp_path / name).mkdir()
    (tmp_path / "book/ruleset.yaml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "book/rulebook.yaml").write_text(RULEBOOK, encoding="utf-8")
    text = HOUSE + "".join(f"  {line}\n" for line in changes.splitlines()) + more
    (tmp_path / "house/ruleset.yaml").write_text(text, encoding="utf-8")
    return tmp_path / "house"


def players(folder: Path, **options: str) -> tuple[SheetOutput, list[str]]:
    """Return the sheet of players and what is withheld from them."""
    return sheet_and_withheld(open_pack(find_pack(str(folder)), options), str(folder))


def rows(sheet: SheetOutput, name: str) -> dict[str, SheetRowOutput]:
    """Return the rows of a block by the name that each has."""
    blocks = [each for part in sheet.parts for each in part.blocks]
    return {
        row.cells[1]: row for each in blocks if each.name == name for row in each.rows
    }


KNOWN = {
    "tables.weather.rows.1-2: {expect: fog, to: sun}": "Weather, 1-2: was fog, now sun",
    "modifiers.aim.groups.ground.rows.open.add: {to: +2}": (
        "Aim, ground, open: was +1, now +2"
    ),
    "modifiers.aim.groups.ground.rows.dusk: {add: {only: night, add: -2}}": (
        "Aim, ground, dusk, new: -2, only with the option night"
    ),
    "modifiers.aim.groups.hour: {add: {rows: {dusk: {only: night, add: -2}}}}": (
        "Aim, hour, new: dusk: -2, only with the option night"
    ),
    "modifiers.aim.groups.hour: {add: {on: option.moon, rows: {full: 0, dark: -1}}}": (
        "Aim, hour, new: read by the option moon; full: 0; dark: -1"
    ),
    "modifiers.aim.groups.ground.rows.wood.if: {add: any(s.pace > 2 for s in every(side))}": (  # noqa: E501
        "Aim, ground, wood, when it counts, new: by a formula (house/ruleset.yaml:6)"
    ),
    "modifiers.aim.groups.haste: {remove: yes}": "Aim, haste: removed",
    "options.mist.default: {to: yes}": "Mist, default: was no, now yes",
}


@pytest.mark.parametrize("change", KNOWN)
def test_a_change_that_players_may_know_is_said_in_words(
    tmp_path: Path, change: str
) -> None:
    """On each form of the sheet; nobody is told that something is withheld."""
    sheet, withheld = players(house(tmp_path, change))
    assert not withheld
    assert len(sheet.changes) == 1
    for text in (sheet_markdown(sheet), sheet_page(sheet)):
        assert KNOWN[change] in text.replace("\\", "")


def test_a_table_of_an_overlay_is_a_house_rule(tmp_path: Path) -> None:
    """Also where it is declared beside the changes; its block has the mark."""
    more = "tables: {omens: {of: d6, gives: [good, bad], rows: {1-3: good, 4+: bad}}}\n"
    sheet, withheld = players(
        house(tmp_path, "tables.weather.rows.1-2: {to: sun}", more)
    )
    assert [change.what for change in sheet.changes] == ["weather, 1-2"]
    assert withheld == [
        "withheld from players: tables.omens; to print it write in your changes "
        "`tables.omens.sheet: {add: players}`"
    ]
    file = tmp_path / "house/ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    opened = "change:\n  tables.omens.sheet: {add: players}\n"
    file.write_text(text.replace("change:\n", opened), encoding="utf-8")
    assert [change.kind for change in players(file.parent)[0].changes] == [
        *("changed", "new"),
    ]
    file.write_text(text, encoding="utf-8")
    book = tmp_path / "book/ruleset.yaml"
    text = book.read_text(encoding="utf-8").replace(
        "seen_by: judge", "seen_by: everyone"
    )
    book.write_text(text, encoding="utf-8")
    sheet, withheld = players(tmp_path / "house")
    assert [change.kind for change in sheet.changes] == ["changed", "new"]
    assert not withheld


SECRET = {
    "modifiers.signs.groups.moon.rows.full.add: {to: +2}": "modifiers.signs",
    "modifiers.signs.groups.zwielicht: {add: {rows: {z: {add: 1}}}}": "modifiers.signs",
    "tables.ambush.rows.1-2: {to: calm}": "tables.ambush",
    "modifiers.signs: {remove: yes}\nprocedures.watch: {remove: yes}\n"
    "entry_points.watch: {remove: yes}": "modifiers.signs",
    "entities.side.fields.plan.start: {to: 2}": "entities.side",
}


@pytest.mark.parametrize("change", SECRET)
def test_what_is_withheld_is_said_to_the_author_alone(
    tmp_path: Path, change: str
) -> None:
    """On standard error, with what he may write; not a word is on the sheet."""
    folder = house(tmp_path, change)
    done = call("sheet", str(folder))
    assert f"withheld from players: {SECRET[change]};" in done.talk
    name = SECRET[change].partition(".")[2]
    assert "House rules" not in done.out
    assert name not in done.out.partition("<body>")[2].replace("side", "")
    judge = call("sheet", str(folder), "--for", "judge")
    assert "House rules" in judge.out
    assert "withheld" not in judge.talk


@pytest.mark.parametrize(
    ("table", "said", "place"),
    [
        ("tables.ambush", "", "rows.1-2: {to: calm}"),
        ("modifiers.signs", "", "groups.moon.rows.full.add: {to: 2}"),
        ("tables.ambush", "judge", "rows.1-2: {to: calm}"),
    ],
)
def test_the_hint_opens_what_is_withheld(
    tmp_path: Path, table: str, said: str, place: str
) -> None:
    """Typed as it is printed; to open a table is no house rule."""
    folder = house(tmp_path, f"{table}.{place}")
    if said:
        book = tmp_path / "book/ruleset.yaml"
        text = book.read_text(encoding="utf-8")
        text = text.replace("ambush: {of", f"ambush: {{sheet: {said}, of")
        book.write_text(text, encoding="utf-8")
    (line,) = players(folder)[1]
    hint = line.split("`")[1]
    file = folder / "ruleset.yaml"
    file.write_text(f"{file.read_text(encoding='utf-8')}  {hint}\n", encoding="utf-8")
    sheet, withheld = players(folder)
    assert not withheld
    assert len(sheet.changes) == 1
    card = rulings_of(open_pack(folder, {}))
    assert len([ruling for ruling in card if ruling.kind == "change"]) == 1
    assert rows(sheet, table.partition(".")[2])
    assert "sheet: now" not in sheet_markdown(sheet)


def test_new_rows_and_groups_have_marks_and_headings(tmp_path: Path) -> None:
    """Of overlays and of options that are on; a group of one row is not printed under
    the heading of another."""
    changes = (
        "modifiers.aim.groups.hour: {add: {rows: {dusk: {only: night, add: -2}}}}\n"
        "modifiers.aim.groups.sky: {add: {on: option.moon, rows: {full: 0, dark: -1}}}"
    )
    folder = house(tmp_path, changes)
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8").replace(
        "title: By night}",
        "title: By night, change: {modifiers.aim.groups.owls: "
        "{add: {rows: {owl: {add: +1}, bat: {add: -1}}}}}}",
    )
    file.write_text(text, encoding="utf-8")
    sheet, _ = players(folder, night="yes")
    found = rows(sheet, "aim")
    assert {name: (row.group, row.was, row.by) for name, row in found.items()} == {
        "fast": ("", "", ""),
        "wood": ("ground", "", ""),
        "open": ("", "", ""),
        "dusk": ("hour", "nothing", "house"),
        "full": ("sky (by the option moon, now full)", "nothing", "house"),
        "dark": ("", "nothing", "house"),
        "owl": ("owls", "nothing", "option night"),
        "bat": ("", "nothing", "option night"),
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("modifiers.aim.groups.ground.rows.wood.add: {to: -2}", "In a wood 1 less"),
        ("tables.weather.rows.1-2: {to: sun}", "Fog on 1 or 2"),
    ],
)
def test_a_sentence_of_the_book_beside_what_is_changed(
    tmp_path: Path, change: str, sentence: str
) -> None:
    """It says that it is the book's; other sentences do not."""
    text = sheet_markdown(players(house(tmp_path, change))[0]).replace("\\", "")
    assert text.count(AS_PRINTED) == text.count(f"{sentence} {AS_PRINTED}") == 1


def test_options_say_who_added_them(tmp_path: Path) -> None:
    """Those of the ruleset and those of an overlay are not listed together."""
    change = "modifiers.aim.groups.hour: {add: {rows: {dusk: {only: night, add: -2}}}}"
    text = sheet_markdown(players(house(tmp_path, change))[0])
    assert "Added by house, as it has them: night: no; moon: full." in text
    assert "As the rules have them: mist: no." in text
    on = sheet_markdown(players(tmp_path / "house", night="yes")[0])
    assert "By night: yes (otherwise no), added by house" in on


GENTLE = """options: {gentle: {values: [yes, no], default: yes, change: {
    modifiers.aim.groups.haste.rows.fast.add: {expect: -1, to: -2}}},"""


def test_what_an_option_of_an_overlay_changes_is_a_house_rule(tmp_path: Path) -> None:
    """Also at its own default: what is not the book's is said, on the sheet and on the
    ruling card. Switched off, all is by the book."""
    folder = house(tmp_path, "options.mist.title: {add: Mist}")
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8").replace("options: {", GENTLE, 1)
    file.write_text(text, encoding="utf-8")
    for value, changed in (("yes", True), ("no", False)):
        sheet, _ = players(folder, gentle=value)
        card = rulings_of(open_pack(folder, {"gentle": value}))
        kinds = [(each.kind, each.before, each.now) for each in card]
        assert (("change", "-1", "-2") in kinds) == changed
        assert any("option gentle" in each.by for each in sheet.changes) == changed
        assert bool(rows(sheet, "aim")["fast"].by) == changed


def test_what_is_changed_is_left_out_last(tmp_path: Path) -> None:
    """On one side, with a change of a table that one procedure reads."""
    text = (
        "name: hooves\nextends: rencounter\n"
        "change: {tables.kick damage.rows.small: {to: 6}}\n"
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    for folder, is_there in (("rencounter", False), (str(tmp_path), True)):
        pack = open_pack(find_pack(folder), {})
        sheet, _ = sheet_and_withheld(pack, folder, "judge", 1)
        assert bool(rows(sheet, "kick_damage")) == is_there


def test_the_footer_has_names_that_show_takes(tmp_path: Path) -> None:
    """Each of them, and the title of the page keeps its colon."""
    sheet = sheet_and_withheld(open_pack(find_pack("rencounter"), {}), "rencounter")[0]
    page = sheet_page(sheet)
    assert sheet.left_out
    for name in sheet.left_out:
        assert name.name in page
    own = players(house(tmp_path, "tables.weather.rows.1-2: {to: sun}"))[0]
    assert 'content: "Hills: a game"' in sheet_page(own)
