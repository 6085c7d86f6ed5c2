"""What one ruleset writes for another, and the whole chain: an army is found, a
prisoner talks, a battle comes of it, and what it has cost goes back."""

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.yaml import MappingNode, Node, ScalarNode
from interpreter.yaml.composing import read_file
from tests.cli.calling import Called, call, valid

RECON, BATTLES = "acks-reconnaissance", "domains-at-war"
ARMIES = ("--with", "first army=elves", "--with", "second army=goblins")
BEGUN = (RECON, "battle", "--scenario", "toward battle", *ARMIES)

BASE = """\
name: base
seats: side
boards: {field: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}}
entities:
  side: {fields: {purse: {type: number, seen_by: everyone, start: 0}}}
  crew:
    fields:
      side: {type: side, seen_by: everyone}
      at: {type: hex of field or none, seen_by: everyone, start: none}
      named: {type: text, seen_by: everyone, start: nobody}
      brave: {type: yes or no, seen_by: everyone, start: no}
      share: {type: number, seen_by: everyone, start: 0}
scenarios:
  sea: {boards: {field: {columns: 01..04, rows: 01..04}}}
procedures:
  wait:
    title: Nobody does anything
    seen_by: everyone
    steps: [{say: "{count(every(crew))} wait"}]
"""
SENDER = """\
name: sender
seats: fleet
boards: {sea: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}}
types:
  mood: [afraid, ready to die]
  one side: {record: {id: fleet, purse: number}}
  one crew:
    record:
      id: ship
      side: fleet
      at: hex of sea or none
      named: text
      brave: yes or no
      share: number
  all: {record: {side: list of one side, crew: list of one crew}}
  order: {record: {title: text, like: text, main: text, entities: all}}
  news:
    record:
      mood: mood
      lost: integer for mood
      ships: list of ship
      nothing: integer or none
entities:
  fleet: {fields: {rich: {type: yes or no, seen_by: everyone, start: no}}}
  ship:
    fields:
      of: {type: fleet, seen_by: everyone}
      place: {type: hex of sea or none, seen_by: everyone, start: none}
      crews: {type: integer 0.., seen_by: everyone, start: 1}
formulas:
  crews of:
    takes: {}
    gives: list of one crew
    is: |
      list(one_crew(s, s.of, s.place, 'her "best", no: 7', s.of.rich, n / 2)
           for s in every(ship) for n in 1..s.crews)
  sent:
    takes: {few: yes or no}
    gives: order or none
    is: |
      if few then none
      else order('who: waits # or not', 'sea', 'wait',
                 all(list(one_side(f, 1/3) for f in every(fleet)), crews_of()))
  tidings:
    takes: {}
    gives: news
    is: |
      news(ready_to_die, map(if m is afraid then 0 else 2 for m in values(mood)),
           list(s in every(ship)), none)
entry_points:
  order:
    call: sent(few)
    takes: {few: {type: yes or no, default: no}}
    writes: {scenario: ../base}
  news:
    call: tidings()
    writes: {answers: ../base}
  count:
    call: count(every(ship))
scenarios:
  harbour:
    boards: {sea: {columns: 01..04, rows: 01..04}}
    entities:
      red: {kind: fleet, rich: yes}
      ann: {kind: ship, of: red, place: 0203, crews: 2}
      bob: {kind: ship, of: red}
"""


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    """Two rulesets that know nothing of each other."""
    for name, text in (("base", BASE), ("sender", SENDER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def export(packs: Path, *given: str) -> Called:
    """Export from the harbour."""
    return call("export", "sender", *given, "--scenario", "harbour", folder=packs)


def test_a_scenario_is_an_overlay_of_the_other_pack(packs: Path) -> None:
    made = export(packs, "order", "--out", "there")
    assert made.code == 0, made
    assert "umpire play there order" in made.talk
    shown = call("show", "there", "order", "--json", folder=packs)
    assert shown.code == 0, shown
    waits = ("run", "there", "wait", "--scenario", "order", "--explain")
    assert "3 wait" in call(*waits, folder=packs).out
    text = (packs / "there" / "ruleset.yaml").read_text(encoding="utf-8")
    assert "at: 0203" in text
    assert "1/3" in text


def test_what_is_none_is_left_out_and_equal_ids_get_numbers(packs: Path) -> None:
    said = valid(export(packs, "order", "--json"), "export")["says"]
    things = said["scenarios"]["order"]["entities"]
    assert [*things] == ["red", "ann_1", "ann_2", "bob"]
    assert things["ann_2"] == {
        **{"kind": "crew", "side": "red", "at": "0203", "brave": True, "share": 1},
        "named": 'her "best", no: 7',
    }
    assert "at" not in things["bob"]
    assert things["red"] == {"kind": "side", "purse": "1/3"}


def test_the_text_says_what_the_json_says(packs: Path) -> None:
    """Whatever stands in a text: it is read back as it was."""
    export(packs, "order", "--out", "there")
    problems: list[Diagnostic] = []
    node = read_file(packs / "there" / "ruleset.yaml", "x", problems)
    assert not problems
    assert at(node, "scenarios", "order", "title") == "who: waits # or not"
    crew = ("scenarios", "order", "entities", "ann_1")
    assert at(node, *crew, "named") == 'her "best", no: 7'


def at(node: Node | None, *keys: str) -> str:
    """Return the text that stands at the end of a way of keys."""
    for key in keys:
        assert isinstance(node, MappingNode)
        node = node.get(key)
    assert isinstance(node, ScalarNode)
    return node.text


def test_answers_are_a_map_of_what_is_asked(packs: Path) -> None:
    said = valid(export(packs, "news", "--json"), "export")
    assert (said["writes"], said["says"]) == (
        "answers",
        {
            "mood": "ready to die",
            "lost": {"afraid": 0, "ready to die": 2},
            "ships": ["ann", "bob"],
        },
    )
    made = export(packs, "news", "--out", "news.yaml")
    assert made.code == 0, made
    again = export(packs, "news", "--out", "news.yaml")
    assert again.code == 0, "what we wrote may be written again"


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        (("export", "sender", "order"), 2, "give --scenario NAME"),
        (("export", "no.game", "order"), 5, "no such file"),
        (("export", "no.game", "order", "--option", "a=b"), 2, "leave --option out"),
        (("export", "sender", "ordr", "--scenario", "harbour"), 2, "mean 'order'?"),
        (("export", "sender", "order", "--scenario", "harbor"), 2, "mean 'harbour'?"),
        (("export", "sender", "count", "--scenario", "harbour"), 2, "writes something"),
        (("export", "base", "wait", "--scenario", "sea"), 2, "has 'writes'"),
        (
            ("export", "sender", "order", "--scenario", "harbour", "--with", "few=yes"),
            3,
            "umpire run sender order --scenario harbour --with few=yes --explain",
        ),
        (
            ("export", "sender", "news", "--scenario", "harbour", "--out", "note.txt"),
            3,
            "which umpire did not write",
        ),
        (
            ("export", "sender", "order", "--scenario", "harbour", "--out", "base"),
            3,
            "which umpire did not write",
        ),
    ],
)
def test_what_cannot_be_is_said(
    packs: Path, given: tuple[str, ...], code: int, says: str
) -> None:
    (packs / "note.txt").write_text("ours\n", encoding="utf-8")
    called = call(*given, folder=packs)
    assert says in called.talk
    assert called.code == code, called
    assert (packs / "note.txt").read_text(encoding="utf-8") == "ours\n"
    assert "name: base" in (packs / "base" / "ruleset.yaml").read_text("utf-8")


def test_a_pack_that_cannot_read_it_says_where(packs: Path) -> None:
    """What the other pack does not know is told at its line of what was written."""
    base = packs / "base" / "ruleset.yaml"
    base.write_text(BASE.replace("brave", "bold"), encoding="utf-8")
    made = export(packs, "order", "--out", "there")
    assert made.code == 3, made
    assert "there/ruleset.yaml:" in made.talk
    assert "expected: side, at, named, bold, share" in made.talk


def test_an_id_of_two_kinds_is_refused(packs: Path) -> None:
    """Numbered, neither would be what others refer to by it."""
    sender = packs / "sender" / "ruleset.yaml"
    doubled = SENDER.replace("record: {id: fleet,", "record: {id: ship,").replace(
        "list(one_side(f, 1/3) for f in every(fleet))",
        "list(one_side(s, 1/3) for s in every(ship))",
    )
    sender.write_text(doubled, encoding="utf-8")
    made = export(packs, "order")
    assert made.code == 3, made
    assert "'ann' is the id of a side and of a crew" in made.talk


def test_what_was_changed_by_hand_is_not_written_over(packs: Path) -> None:
    """A scenario is there to be changed; so it is said that it was."""
    assert export(packs, "order", "--out", "there").code == 0
    assert export(packs, "order", "--out", "there").code == 0, "as we left it"
    written = packs / "there" / "ruleset.yaml"
    changed = written.read_text(encoding="utf-8").replace("0203", "0204")
    written.write_text(changed, encoding="utf-8")
    again = export(packs, "order", "--out", "there")
    assert again.code == 3, again
    assert "'ruleset.yaml': it was changed since umpire wrote it" in again.talk
    assert "move it away, or name another place" in again.talk
    assert written.read_text(encoding="utf-8") == changed


def test_a_game_that_is_not_over_is_said_to_be_so(tmp_path: Path) -> None:
    """Its losses are known when it ends; the hint goes on with it."""
    game = str(tmp_path / "hill.game")
    call("play", BATTLES, "skirmish", "--game", game, "--seed", "hill")
    made = call("export", game, "losses")
    assert made.code == 3, made
    assert f"the game is not over; to go on: umpire play --game {game}" in made.talk


@pytest.mark.long
def test_the_whole_chain(tmp_path: Path) -> None:
    """Found, questioned, fought, counted; nothing is lost on the way and nothing comes
    from nowhere."""
    game, battle, field, cost = (
        str(tmp_path / name) for name in ("c.game", "b.game", "field", "cost.yaml")
    )
    week = "a week begins\n"
    talk = "a prisoner is interrogated\nwolf_rider\n"
    begun = call(
        *("play", RECON, "toward battle", "--game", game, "--seed", "chainb"),
        text=f"{week}{talk}armies give battle\nelves\n",
    )
    assert "reconnaissance report about army " in begun.talk
    assert "leader: {name: Igrak" in begun.talk
    assert "elves comes upon the other: deep envelopment, of battalion" in begun.talk
    seen = call("view", game, "--as", "elf_side").out
    assert "deep envelopment" not in seen, "it tells that nobody found the elves"

    made = call("export", game, "battle", *ARMIES, "--out", field)
    assert made.code == 0, made
    seats = [
        ("--seat", f"{each}=policy:advance") for each in ("elf_side", "goblin_side")
    ]
    fought = call(
        *("play", field, "battle", "--game", battle, "--seed", "two"),
        *(each for pair in seats for each in pair),
    )
    assert "the game is at its end" in fought.out
    assert call("export", battle, "losses", "--out", cost).code == 0
    told = valid(call("export", battle, "losses", "--json"), "export")["says"]["losses"]
    lost = {each["unit"]: each["lost"] for each in told}
    assert set(lost) == {*strengths(game)} - {"hawks"}
    assert any(lost.values())

    before = strengths(game)
    after = call(
        *("play", "--game", game, "--answers", cost), text="a battle was fought\n"
    )
    assert "refused" not in after.talk, after
    assert strengths(game) == {
        name: number - lost.get(name, 0) for name, number in before.items()
    }


def strengths(game: str) -> dict[str, int]:
    """Return how many each unit of a campaign has, as the judge sees it."""
    told = valid(call("view", game, "--as", "judge", "--json"), "view")
    return {
        each["id"]: each["fields"]["strength"]["value"]
        for each in told["sees"]
        if each["kind"] == "unit"
    }
