"""A case can expect that a choice refuses an answer, and what a choice offers."""

from pathlib import Path

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from interpreter.reports.cases import CaseResult, cases_text

PACK = """
name: scouts
seats: side
seen_by: everyone
types:
  answer: [stand, run, hide]
entities:
  side: {fields: {}}
  scout:
    fields:
      side: {type: side, seen_by: everyone}
      skill: {type: integer 0..9, seen_by: everyone}
      tired: {type: yes or no, seen_by: everyone, start: no}
formulas:
  may be sent:
    rule: L-3
    takes: {s: scout}
    is: not s.tired
procedures:
  send:
    takes: {who: side}
    gives: integer
    rule: L-1
    steps:
      - choose: one
        by: who
        from: list(s in every(scout) where s.side is who and may_be_sent(s))
      - choose: team
        rule: L-2
        by: who
        from: list(s in every(scout) where s is not one)
        how_many: 1..2
        such_that: sum(s.skill for s in team) <= 5
      - return: one.skill
  twice:
    takes: {who: side}
    gives: integer
    steps:
      - choose: first
        by: who
        from: list(s in every(scout) where not s.tired)
        or: none
      - if: first is not none
        set: {first.tired: yes}
      - choose: next
        by: who
        from: list(s in every(scout) where not s.tired)
        or: none
      - return: 1
  three times:
    takes: {who: side}
    gives: integer
    steps:
      - times: 3
        do:
          - choose: pick
            by: who
            from: list(s in every(scout) where not s.tired)
          - set: {pick.tired: yes}
      - return: 3
  all together:
    gives: integer
    steps:
      - choose: each
        for_each: x in every(side)
        by: x
        from: list(s in every(scout) where s.side is x)
      - return: 1
  ruled: {gives: integer, steps: [{ask: {n: "integer 0..9"}}, {return: n}]}
scenarios:
  ford:
    entities:
      red: {kind: side}
      blue: {kind: side}
      ann: {kind: scout, side: red, skill: 3}
      bob: {kind: scout, side: red, skill: 2, tired: yes}
      cid: {kind: scout, side: red, skill: 4}
      dan: {kind: scout, side: blue, skill: 1}
      eve: {kind: scout, side: blue, skill: 1}
cases:
  one:
    scenario: ford
"""


def result(tmp_path: Path, case: str) -> CaseResult:
    """Return the result of one case; `check` finds nothing wrong with it."""
    lines = "".join(f"    {line}\n" for line in case.strip().splitlines())
    (tmp_path / "ruleset.yaml").write_text(PACK + lines, encoding="utf-8")
    assert [each.message for each in check(tmp_path).problems] == []
    (found,) = CaseRunner(load(tmp_path)).results()
    assert found.error == ""
    return found


def problems(tmp_path: Path, case: str) -> list[tuple[str, str]]:
    """Return code and message of what is wrong with one case."""
    lines = "".join(f"    {line}\n" for line in case.strip().splitlines())
    (tmp_path / "ruleset.yaml").write_text(PACK + lines, encoding="utf-8")
    found = [(each.code, each.message) for each in check(tmp_path).problems]
    (run,) = CaseRunner(load(tmp_path)).results()
    assert run.error
    return found


def differences(tmp_path: Path, case: str) -> list[tuple[str, str, str]]:
    """Return what a case expected, and what it found."""
    found = result(tmp_path, case).differences
    return [(each.what, each.expected, each.found) for each in found]


def test_an_answer_is_refused_by_the_rule_of_its_condition(tmp_path: Path) -> None:
    """The formula that leaves bob out carries L-3; the step carries L-1."""
    for answers in ("{one: bob}", "[{one: bob}]"):
        for rule in ("L-3", "L-1", "send.choose.one"):
            case = f"run: send(red)\nanswers: {answers}\nexpect: {{refused: {rule}}}"
            assert result(tmp_path, case).passed, rule


def test_another_rule_is_told_with_its_condition(tmp_path: Path) -> None:
    """The case fails with what refused the answer, and where."""
    case = "run: send(red)\nanswers: {one: bob}\nexpect: {refused: L-2}"
    ((what, expected, found),) = differences(tmp_path, case)
    assert (what, expected) == ("refused", "L-2")
    assert found == "refused by L-3 L-1 at send.choose.one (not so: not s.tired [L-3])"


def test_an_answer_that_is_taken_is_not_refused(tmp_path: Path) -> None:
    """The run goes on to its end."""
    case = """
run: send(red)
answers: {one: ann, team: [dan]}
expect: {refused: L-1}
"""
    assert differences(tmp_path, case) == [("refused", "L-1", "not refused")]


def test_a_condition_on_the_whole_answer_refuses(tmp_path: Path) -> None:
    """`such_that` carries the rule of its step; what is offered can be expected too."""
    case = """
run: send(red)
answers: {one: ann, team: [cid, bob]}
expect: {refused: L-2, offered: {team: [bob, cid, dan, eve]}}
"""
    assert result(tmp_path, case).passed


def test_a_refusal_that_nobody_expects_is_an_error(tmp_path: Path) -> None:
    """It says what is offered instead."""
    text = (
        PACK + "    run: send(red)\n    answers: [{one: bob}]\n    expect: {result: 1}"
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    (found,) = CaseRunner(load(tmp_path)).results()
    assert found.error == (
        "this is not offered at send.choose.one (offered is ann, cid; by L-3)"
    )


def test_what_a_policy_answers_against_the_rules_is_no_refusal(tmp_path: Path) -> None:
    """Only what the case itself answers can be refused as it expects."""
    policy = "policies:\n  odd: {one: first(every(scout))}\nscenarios:\n"
    pack = PACK.replace("scenarios:\n", policy).replace(
        "side: red, skill: 3}", "side: red, skill: 3, tired: yes}"
    )
    case = "    run: send(red)\n    policy: odd\n    expect: {refused: L-3}\n"
    (tmp_path / "ruleset.yaml").write_text(pack + case, encoding="utf-8")
    (found,) = CaseRunner(load(tmp_path)).results()
    assert not found.passed


def test_what_is_offered(tmp_path: Path) -> None:
    """A list is all of it, in any order; `has` and `none` look at some of it."""
    case = (
        "run: send(red)\nanswers: {one: ann, team: [dan]}\nexpect: {offered: OFFERED}"
    )
    for good in (
        "{one: [cid, ann]}",
        "{one: {has: ann, none: [bob, dan]}}",
        "{one: {none: bob}, team: [bob, cid, dan, eve]}",
    ):
        assert result(tmp_path, case.replace("OFFERED", good)).passed, good
    for bad, what, expected in (
        ("{one: [ann]}", "offered.one", "[ann]"),
        ("{one: {has: [ann, bob]}}", "offered.one.has", "[bob]"),
        ("{one: {none: [ann, bob]}}", "offered.one.none", "[ann]"),
    ):
        found = differences(tmp_path, case.replace("OFFERED", bad))
        assert found == [(what, expected, "[ann, cid]")]


def test_a_case_may_end_where_nobody_answers(tmp_path: Path) -> None:
    """What is offered there is all that it expects; anything else needs the answer."""
    case = "run: send(red)\nexpect: {offered: {one: [ann, cid]}}"
    assert result(tmp_path, case).passed
    more = (
        PACK + "    run: send(red)\n    expect: {offered: {one: [ann, cid]}, result: 3}"
    )
    (tmp_path / "ruleset.yaml").write_text(more, encoding="utf-8")
    (found,) = CaseRunner(load(tmp_path)).results()
    assert "red must choose 'one'" in found.error


def test_one_asking_after_the_other(tmp_path: Path) -> None:
    """A list looks at each asking in turn; a name alone means the last one."""
    case = """
run: twice(red)
answers: {first: ann, next: none}
expect: {offered: OFFERED}
"""
    both = "[{first: [ann, cid, dan, eve, none]}, {next: [cid, dan, eve, none]}]"
    assert result(tmp_path, case.replace("OFFERED", both)).passed
    again = "[{first: {has: ann}}, {first: {has: ann}}]"
    found = differences(tmp_path, case.replace("OFFERED", again))
    assert found == [("offered.first", "{has: ann}", "not asked")]


def test_one_asking_by_its_number(tmp_path: Path) -> None:
    """Each by itself, in any order, and beside the last one."""
    case = """
run: three times(red)
answers: [{pick: ann}, {pick: cid}, {pick: dan}]
expect: {offered: OFFERED}
"""
    for good in (
        "{'pick[1]': [ann, cid, dan, eve]}",
        "{'pick[2]': {none: ann}, 'pick [1]': {has: ann}, pick: [dan, eve]}",
        "{'pick[3]': [dan, eve]}",
    ):
        assert result(tmp_path, case.replace("OFFERED", good)).passed, good
    for bad, found in (
        ("{'pick[2]': [cid, dan]}", ("offered.pick[2]", "[cid, dan]")),
        ("{'pick[2]': {has: ann}}", ("offered.pick[2].has", "[ann]")),
    ):
        told = differences(tmp_path, case.replace("OFFERED", bad))
        assert told == [(*found, "[cid, dan, eve]")]
    told = differences(tmp_path, case.replace("OFFERED", "{'pick[4]': [eve]}"))
    assert told == [("offered.pick[4]", "[eve]", "not asked")]
    assert problems(tmp_path, case.replace("OFFERED", "{'pick[0]': [eve]}")) == [
        ("R406", "'pick[0]': the first asking is number 1")
    ]
    assert problems(tmp_path, case.replace("OFFERED", "{'pik[1]': [eve]}")) == [
        ("R301", "unknown question 'pik'")
    ]


def test_several_seats_are_offered_their_own(tmp_path: Path) -> None:
    """What each element of the choice is offered stands under its name."""
    case = """
run: all together
answers: [{each: {red: ann, blue: dan}}]
expect: {offered: {each: {red: [ann, bob, cid], blue: OFFERED}}}
"""
    assert result(tmp_path, case.replace("OFFERED", "{has: dan, none: ann}")).passed
    found = differences(tmp_path, case.replace("OFFERED", "[dan]"))
    assert found == [("offered.each.blue", "[dan]", "[dan, eve]")]


def test_what_cannot_be_expected(tmp_path: Path) -> None:
    """Names and values are read before anything is run."""
    run = "run: send(red)\nanswers: {one: ann, team: [dan]}\nexpect: EXPECT"
    for expect, code, message in (
        ("{offered: {two: [ann]}}", "R301", "unknown question 'two'"),
        (
            "{offered: ann}",
            "R401",
            "what is offered is written after the name of the question",
        ),
        ("{refused: L-9}", "R301", "unknown rule that refuses: 'L-9'"),
        ("{refused: L-1, result: 1}", "R101", "a run that is refused has no 'result'"),
        ("{offered: {one: {is: ann}}}", "R308", "'is' is neither 'has' nor 'none'"),
    ):
        assert problems(tmp_path, run.replace("EXPECT", expect)) == [(code, message)]
    ruled = "run: ruled\nanswers: {n: 1}\nexpect: {offered: {n: [1]}}"
    assert problems(tmp_path, ruled)[0][0] == "R401"


WALKS = """
name: walks
seats: side
seen_by: everyone
boards:
  field: {cells: hexes, ground: soil, labels: {columns: 2 digits, rows: 2 digits}}
types:
  soil: [meadow, water]
entities:
  side: {fields: {}}
  scout:
    fields:
      side: {type: side, seen_by: everyone}
      at: {type: hex of field, seen_by: everyone}
formulas:
  is dry: {rule: L-9, takes: {h: hex of field}, is: h.ground is not water}
walks:
  ride:
    rule: L-8
    takes: {s: scout}
    piece: s
    budget: 2
    may_step: neighbours(s.at)
    may_enter: is_dry(to)
procedures:
  go:
    takes: {s: scout}
    gives: integer
    steps:
      - move: s
        by: s.side
        walk: ride(s)
      - return: count(path)
scenarios:
  ford:
    boards:
      field: {columns: 01..04, rows: 01..04, ground: {water: [0203], meadow: else}}
    entities: {red: {kind: side}, ann: {kind: scout, side: red, at: 0202}}
cases:
  into the water:
    scenario: ford
    run: go(ann)
    answers: [{leg: 0203}]
    expect: {refused: L-9, offered: {leg: {has: ['0201', none], none: '0203'}}}
  by the walk:
    scenario: ford
    run: go(ann)
    answers: [{leg: 0203}]
    expect: {refused: L-8}
  too far:
    scenario: ford
    run: go(ann)
    answers: [{leg: 0201 0101 0102}]
    expect: {refused: L-9}
"""


def test_a_step_of_a_way_is_refused(tmp_path: Path) -> None:
    """By the rule of its walk, or of the formula that the walk asks."""
    (tmp_path / "ruleset.yaml").write_text(WALKS, encoding="utf-8")
    assert [e.message for e in check(tmp_path).problems if e.severity == "error"] == []
    water, walk, far = CaseRunner(load(tmp_path)).results()
    assert [(each.differences, each.error) for each in (water, walk)] == [((), "")] * 2
    ((found,),) = [[each.found for each in far.differences]]
    assert found.startswith("refused by L-8 at go.move")


def test_an_answer_that_nothing_asks_for_fails_the_case(tmp_path: Path) -> None:
    """Whether answers hold for the whole run or are given in turn: what a case says
    somebody answers must be asked, and so often."""
    for answers in ("{first: cid, next: ann}", "[{first: cid}, {next: ann}]"):
        case = f"run: twice(red)\nanswers: {answers}\nexpect: {{result: 1}}"
        assert differences(tmp_path, case) == [], answers
    case = """
run: twice(red)
answers: [{first: cid, next: ann}, {first: eve}]
expect: {result: 1}
"""
    found = differences(tmp_path, case)
    assert found == [("answers.first", "asked twice", "asked once")]


def test_an_answer_after_a_refusal_is_never_asked_for(tmp_path: Path) -> None:
    """The run is over, so the case says more than it can show."""
    case = """
run: send(red)
answers: {one: bob, team: [dan]}
expect: {refused: L-3}
"""
    found = differences(tmp_path, case)
    assert found == [("answers.team", "asked once", "not asked")]


def test_a_surplus_answer_is_told_at_its_line(tmp_path: Path) -> None:
    """How often its choice is asked, and how often the case answers it."""
    case = """
run: twice(red)
answers:
  - {first: cid, next: ann}
  - {first: eve}
  - {first: dan}
expect: {result: 1}
"""
    (said,) = _told(tmp_path, case)
    at, sentence = said.split(": ", 1)
    assert sentence == "'first' is asked once, and the case answers it 3 times"
    line = int(at.split(":")[-2])
    text = (tmp_path / "ruleset.yaml").read_text("utf-8").splitlines()
    assert "first: eve" in text[line - 1]
    case = "run: send(red)\nanswers: {one: bob, team: [dan]}\nexpect: {refused: L-3}\n"
    (said,) = _told(tmp_path, case)
    assert said.endswith(": 'team' is never asked, and the case answers it once")


def _told(folder: Path, case: str) -> list[str]:
    """Return what is said of the answers of a case that fails."""
    differences(folder, case)
    told = cases_text(list(CaseRunner(load(folder)).results())).splitlines()
    return [each.strip() for each in told if "the case answers" in each]
