"""V-LI-16: asking after an enemy counter, which may be a dummy, is refused.

A rule that would tell the other side its movement, its rating or its state is a problem
of the pack; whoever asks where an answer is wanted is told that this is not offered, of
what is there in the same words as of what is not.
"""

import shutil
from pathlib import Path

import pytest

from interpreter.app.answering.replies import split, value_of_reply
from interpreter.diagnostics import UmpireError
from interpreter.pipeline.loading import load
from interpreter.reports.questions import posed
from tests.secrets.declared import ROOT
from tests.secrets.sittings import Sitting, table

PACK = ROOT / "rulesets" / "limited-intelligence"
RULE = """\
  query {number}:
    takes: {{who: wing, asker: side}}
    steps:
      - let: {{asked: yes}}
        say: "it is {{{query}}}"
        seen_by: asker
"""
SECRET = (
    "who.rating",
    "who.effective",
    "who.dummy",
    "who.left",
    "who.moved",
    "count(who.units)",
    "reach_of(who, deployed)",
    "half_move_of(who)",
    "may_deploy(who)",
)
PUBLIC = ("who.face", "who.formation", "who.side.activated", "count(who.markers)")


def test_a_rule_cannot_tell_what_the_other_side_may_not_know(tmp_path: Path) -> None:
    """It is told where it is shown, and what everybody sees may be told."""
    queries = (*SECRET, *PUBLIC)
    rules = [RULE.format(number=at, query=each) for at, each in enumerate(queries)]
    pack = shutil.copytree(PACK, tmp_path / "queried")
    rule = pack / "query.yaml"
    rule.write_text("procedures:\n" + "".join(rules), encoding="utf-8")
    errors = [each for each in load(pack).problems if each.severity == "error"]
    assert {Path(each.span.source.name).name for each in errors} == {rule.name}
    lines = rule.read_text(encoding="utf-8").splitlines()
    found = [(each.code, lines[each.span.first[0] - 1].strip()) for each in errors]
    assert found == [("R603", f'say: "it is {{{each}}}"') for each in SECRET]


def test_an_answer_that_asks_is_refused_alike_whatever_is_there() -> None:
    """Of each counter of the other side, of its own, and of none."""
    meeting = table("rulesets/limited-intelligence two_wings_meet")
    course = next(Sitting(meeting, "one").stops())
    question = course.open()[0]
    shown = posed(course, question)

    def said(asked: str) -> str:
        given = split(shown, 0, asked)
        with pytest.raises(UmpireError) as refused:
            value_of_reply(meeting.session, question, shown, 0, given)
        error = refused.value
        told = (type(error).__name__, error.message, error.hint, error.problems)
        return str(told).replace(asked, "...")

    ids = course.beginning.ids["wing"]
    assert len(ids) >= 4
    for what in ("rating", "dummy", "effective", "units", "nothing"):
        nobody = said(f"no_such_wing.{what}")
        assert {said(f"{each}.{what}") for each in ids} == {nobody}
