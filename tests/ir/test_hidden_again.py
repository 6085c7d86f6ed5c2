"""R523: a step that may hide what another step shows, and leaves no claim of it."""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check

PACK = """
name: counters
seats: side
seen_by: everyone
types:
  state: [hidden, spied, shown]
entities:
  side: {fields: {marks: {type: integer, seen_by: everyone, start: 0}}}
  counter:
    owner: side
    LAST
    fields:
      side: {type: side, seen_by: everyone}
      spy: {type: side, seen_by: everyone}
      state: {type: state, seen_by: everyone, start: hidden}
      leader: {type: text, seen_by: if state is shown then everyone else owner}
      strength: {type: integer, seen_by: AUDIENCE}
claims:
  glimpse:
    about: counter
    facts: {leader: {type: text, may_be: []}, strength: {type: integer, may_be: []}}
  glance:
    about: counter
    facts: {leader: {type: text, may_be: []}}
procedures:
  show: {takes: {c: counter}, steps: [{set: {c.state: SHOWN}}]}
  hide: {takes: {c: counter, to: state}, steps: [{set: {c.state: HIDDEN}}]}
"""
ALIKE = "if state is shown then everyone else owner"
WIDER = "if state is hidden then owner else everyone"
SPIED = "if state is spied then [owner, spy] else owner"


@pytest.mark.parametrize(
    ("shown", "hidden", "audience", "last", "fields"),
    [
        ("shown", "hidden", ALIKE, "", ["leader, strength"]),
        ("shown", "to", ALIKE, "", ["leader, strength"]),
        ("shown", "hidden", ALIKE, "last_seen: glimpse", []),
        ("shown", "hidden", ALIKE, "last_seen: glance", ["strength"]),
        ("hidden", "hidden", ALIKE, "", []),
        ("shown", "spied", WIDER, "", ["leader"]),
        ("spied", "shown", SPIED, "last_seen: glance", ["strength"]),
        ("spied", "shown", WIDER, "last_seen: glance", []),
    ],
)
def test_what_may_be_hidden_again(
    tmp_path: Path, shown: str, hidden: str, audience: str, last: str, fields: list[str]
) -> None:
    """Only where another step can show it, the new value takes it away, and no claim
    of the kind has it."""
    text = PACK.replace("SHOWN", shown).replace("HIDDEN", hidden)
    text = text.replace("AUDIENCE", f'"{audience}"').replace("LAST", last)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = check(tmp_path).problems
    assert [each.message for each in found if each.severity == "error"] == []
    said = [each.message.partition(": ")[2] for each in found if each.code == "R523"]
    assert said == fields
