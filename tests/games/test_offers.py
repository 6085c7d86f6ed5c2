"""What is not offered is refused with the rules by which it is offered; what its seat
sees, with the condition that fails, as far as that is no secret."""

from pathlib import Path

import pytest

from tests.games.playing import call

PACK = """\
name: ruled
seats: side
seen_by: everyone
types:
  deed: [dig, draw water, rest]
entities:
  side:
    fields:
      rope: {type: integer, seen_by: everyone, start: 2}
      well: {type: well or none, seen_by: everyone, start: none}
    owner: it
  land: {fields: {hidden: {type: yes or no, seen_by: everyone, start: no}}}
  well:
    seen_by: if land.hidden then judge else everyone
    fields:
      land: {type: land, seen_by: everyone}
      deep: {type: integer, seen_by: everyone}
      dry: {type: yes or no, seen_by: everyone, start: no}
      magic: {type: yes or no, seen_by: judge, start: no}
  cave: {fields: {deep: {type: integer, seen_by: judge}}}
tables:
  may:
    rule: A-3
    takes: {s: side, d: deed}
    gives: yes or no
    hit: first
    rows:
      short: {if: d is draw_water and s.rope < 3, rule: A-6, give: "no"}
      dig: {if: d is dig, rule: A-4, give: s.rope > 5}
      draw water: {if: d is draw_water, give: s.well is not none}
      rest: {if: d is rest, give: "yes"}
formulas:
  wells in reach:
    rule: [A-1, A-2]
    takes: {s: side}
    is: list(w in every(well) where not w.land.hidden and reaches(s, w) and not w.dry)
  reaches:
    rule: A-5
    takes: {s: side, w: well}
    is: w.deep <= s.rope
procedures:
  main:
    rule: B-1
    steps:
      - for_each: s in every(side)
        call: pick(s)
  pick:
    takes: {s: side}
    steps:
      - choose: at
        by: s
        from: wells_in_reach(s)
        RULE
      - set: {s.well: at}
      - choose: deed
        by: s
        from: list(d in values(deed) where may(s, d))
        or: none
      - set: {s.rope: 1}
scenarios:
  one:
    main: main
    entities:
      red: {kind: side}
      moor: {kind: land}
      isle: {kind: land, hidden: yes}
      low: {kind: well, land: moor, deep: 1}
      lower: {kind: well, land: moor, deep: 2}
      lowest: {kind: well, land: moor, deep: 3, magic: yes}
      dried: {kind: well, land: moor, deep: 1, dry: yes}
      unseen: {kind: well, land: isle, deep: 1}
      cave: {kind: cave, deep: 1}
"""
RULED = ("rule: C-1", "A-1, A-2, C-1")


def refused(folder: Path, text: str, *lines: str) -> str:
    """Return what is said of the last of some answers."""
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    game, given = folder / "a.game", "".join(f"{each}\n" for each in lines)
    code, _, talk = call("play", folder, "one", "--game", game, text=given)
    assert code == 3, talk
    return talk.splitlines()[-1]


@pytest.mark.parametrize("answer", ["nowhere", "unseen", "red", "cave", "4"])
@pytest.mark.parametrize(("rule", "rules"), [RULED, ("", "A-1, A-2")])
def test_the_rules_are_said(tmp_path: Path, answer: str, rule: str, rules: str) -> None:
    """Those of the formula first, then that of the step; no more of what is not seen,
    is no well, or is not there."""
    said = refused(tmp_path, PACK.replace("RULE", rule), answer)
    wanted = f"'{answer}' is not offered (offered is low, lower; by {rules})"
    assert said.endswith(wanted)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("lowest",), "not so: w.deep <= s.rope (here 3 and 2) [A-5]"),
        (("dried",), "not so: not w.dry [A-1 A-2]"),
        (("low", "draw water"), "because d is draw_water and s.rope < 3 [A-6]"),
        (("low", "dig"), "not so: s.rope > 5 (here 2) [A-4]"),
    ],
)
def test_the_condition_that_fails_is_said(
    tmp_path: Path, lines: tuple[str, ...], why: str
) -> None:
    """As deep as it lies, with what it compared and the rule that holds there."""
    said = refused(tmp_path, PACK.replace("RULE", ""), *lines)
    assert f"'{lines[-1]}' is not offered ({why}; offered is " in said


def test_what_is_no_word_has_nothing_to_do_with_rules(tmp_path: Path) -> None:
    """But the word that may be meant is told, among those that are offered."""
    said = refused(tmp_path, PACK.replace("RULE", ""), "low", "ret")
    assert "'ret' is not offered (did you mean 'rest'? offered is rest, none)" in said
    assert "; by " not in said


def test_a_step_that_discloses_something_gives_no_reason(tmp_path: Path) -> None:
    """What the list is made from may be a secret then, and so may be why."""
    text = PACK.replace("RULE", "discloses: what is magic")
    text = text.replace("not w.dry", "not w.magic").replace("deep: 3", "deep: 1")
    said = refused(tmp_path, text, "lowest")
    assert said == refused(tmp_path, text, "lowest")
    assert "'lowest' is not offered (offered is low, lower, dried; by A-1, A-2)" in said


def test_where_seats_choose_at_once_no_reason_is_given(tmp_path: Path) -> None:
    """It would stand in what one of them alone has typed."""
    text = PACK.replace("RULE", "")
    text = text.replace(
        "      - for_each: s in every(side)\n        call: pick(s)\n",
        "      - choose: at\n        for_each: s in every(side)\n"
        "        by: s\n        from: wells_in_reach(s)\n",
    )
    assert "'dried' is not offered (offered is low" in refused(tmp_path, text, "dried")
