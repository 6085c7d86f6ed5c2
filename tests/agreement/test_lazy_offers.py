"""Policies answer alike, whether all offers are known or no more than they need."""

from argparse import Namespace
from pathlib import Path

import pytest

from interpreter.app.opening.session import Session
from interpreter.app.running.odds import segments_plan, trials_plan
from interpreter.app.running.once import answering
from interpreter.cli import arguments as cli_arguments
from interpreter.codegen.generating import emit
from interpreter.engine.simulation.estimates import simulate

PACK = """
name: offers
seats: side
seen_by: everyone
entities:
  side:
    fields:
      worth: {type: integer, seen_by: everyone, start: 3}
      found: {type: list of integer, seen_by: everyone, start: []}
formulas:
  above(l:list of integer, n:integer):
    gives: list of integer
    is: list(x in l where x > n)
  rich(l:list of integer, s:side):
    gives: list of integer
    is: list(x in l where x > s.worth and count(above(l, x)) <= 1)
  greatest(offered:list of integer) gives integer: {is: max(offered)}
procedures:
  turns:
    takes: {s: side}
    steps:
      - times: 6
        do:
          - {roll: {l: 4d6}}
          - {roll: {n: d6}}
          - {choose: plain, by: s, from: "list(x in l where x > n)", or: none}
          - choose: formal
            by: s
            from: above(l, n)
            if_none:
              - let: {formal: {type: integer or none, is: none}}
          - choose: forced
            by: s
            from: list(x in l where x >= n)
            or: none
            must: n < 3
          - choose: legal
            by: s
            from: "rich(l, s)"
            such_that: legal + n is not 7
            if_none:
              - let: {legal: {type: integer or none, is: none}}
          - {choose: any of it, by: s, from: "above(l, 0)"}
          - set: {s.worth: if any of it is 6 then 2 else 3}
          - let:
              single: if count(above(l, n)) is 1 then 1 else 0
              some: if count(above(l, n)) > 0 then 2 else 0
              few: if count(rich(l, s)) < 3 then 4 else 0
              odd number: if count(rich(l, s)) is not 2 then 8 else 0
              taken: "[plain, formal, forced, legal]"
          - set:
              s.found: |
                s.found + [single + some + few + odd number, any of it]
                + list(-x for x in taken where x is not none)
  game:
    gives: list of integer
    steps:
      - {for_each: s in every(side), do: [{call: turns(s)}]}
      - return: joined(list(s.found for s in every(side)))
policies:
  by rank:
    answers:
      plain: first(x in offered by -x)
      formal: first(x in offered where x > 0 by x)
      forced: first(x in offered by x is 4, -x)
      any of it: first(offered)
      default: last
  otherwise:
    answers:
      plain: greatest(offered)
      formal: last(x in offered by x)
      forced: min(offered)
      any of it: first(x in offered by x - min(offered))
      default: first
  no more than its rank:
    answers:
      plain: first(x in offered by 60 / (x - 1))
      default: first
  first: {answers: {default: first}}
  last: {answers: {default: last}}
  random: {answers: {default: random}}
scenarios:
  one: {seats: {red: red}, main: game, entities: {red: {kind: side}}}
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Open the pack with its scenario."""
    folder = tmp_path_factory.mktemp("offers").resolve()
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return _opened(folder)


def _opened(folder: Path) -> Session:
    given = {"pack": str(folder), "procedure": None, "scenario": "one"}
    return cli_arguments.opened(Namespace(**given, values=[], option=[]))


@pytest.mark.parametrize(
    "policy",
    ["by rank", "otherwise", "first", "last", "random", "no more than its rank"],
)
def test_the_answers_are_those_of_a_run_that_stops(
    opened: Session, policy: str
) -> None:
    """A run that stops is given all offers. A rank that cannot be worked out for a
    candidate that is not offered is no error."""
    answers = answering({}, policy, opened)
    lazy = simulate(trials_plan(opened, answers), 150, seed="offers")
    whole = simulate(segments_plan(opened, answers), 150, seed="offers")
    assert lazy.outcomes == whole.outcomes
    assert len(lazy.outcomes) > 100


def test_the_choices_are_given_tests(opened: Session) -> None:
    source = emit(opened.program, "direct").units["turns"][0]
    assert source.count("_choose_of(") == 5
    assert "_len(" not in source
