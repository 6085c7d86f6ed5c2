"""What is not offered is refused with the rules by which it is offered, whatever it
is: they stand in the pack, and are looked up with `umpire show`."""

from pathlib import Path

import pytest

from tests.games.playing import call

PACK = """\
name: ruled
seats: side
seen_by: everyone
entities:
  side:
    fields:
      rope: {type: integer, seen_by: everyone, start: 2}
    owner: it
  well: {fields: {deep: {type: integer, seen_by: everyone}}}
formulas:
  wells in reach:
    rule: [A-1, A-2]
    takes: {s: side}
    is: list(w in every(well) where w.deep <= s.rope)
procedures:
  main:
    rule: B-1
    steps:
      - choose: at
        for_each: s in every(side)
        by: s
        from: wells_in_reach(s)
        {RULE}
scenarios:
  one:
    main: main
    entities:
      red: {kind: side}
      low: {kind: well, deep: 1}
      lower: {kind: well, deep: 2}
      lowest: {kind: well, deep: 3}
"""


@pytest.mark.parametrize("answer", ["lowest", "nowhere", "red", "4"])
@pytest.mark.parametrize(
    ("rule", "rules"), [("rule: C-1", "A-1, A-2, C-1"), ("", "A-1, A-2")]
)
def test_the_rules_are_said(tmp_path: Path, answer: str, rule: str, rules: str) -> None:
    """Those of the formula first, then that of the step."""
    text = PACK.replace("{RULE}", rule)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    game = tmp_path / "a.game"
    code, _, talk = call("play", tmp_path, "one", "--game", game, text=f"{answer}\n")
    assert code == 3
    said = f"'{answer}' is not offered (offered is low, lower; by {rules})"
    assert said in talk
