"""Whatever a pack does again and again counts steps, and comes to their end."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, initial, start
from interpreter.pipeline.loading import load, usable
from interpreter.views.views import views

LEVELS = 24  # each asks the one below it twice: some 17 million questions

HEAD = """
name: levels
seen_by: everyone
seats: side
entities:
  side: {fields: {n: {type: integer, start: 1, seen_by: everyone}}}
scenarios: {one: {entities: {red: {kind: side}}}}
"""


def formula(name: str, below: str) -> str:
    """Return a formula."""
    return f"  {name}: {{takes: {{n: integer}}, gives: yes or no, is: {below}}}\n"


def decision(name: str, below: str) -> str:
    """Return a decision table."""
    return (
        f"  {name}: {{takes: {{n: integer}}, gives: yes or no, hit: first,"
        f" rows: {{yes: {below}, no: else}}}}\n"
    )


def rolled(name: str, below: str) -> str:
    """Return a roll table of values that are worked out."""
    return (
        f"  {name}: {{of: integer, gives: yes or no, rows: {{..0: no, 1+: {below}}}}}\n"
    )


def modifiers(name: str, below: str) -> str:
    """Return modifiers."""
    row = f"{{if: {below}, add: 1}}"
    return (
        f"  {name}: {{takes: {{n: integer}}, groups: {{g: {{rows: {{r: {row}}}}}}}}}\n"
    )


Make = Callable[[str, str], str]
DECLARED: tuple[tuple[str, Make, str], ...] = (
    ("formulas", formula, "{0}(n) or {0}(n)"),
    ("tables", decision, "{0}(n) or {0}(n)"),
    ("tables", rolled, "{0}(1) or {0}(1)"),
    ("modifiers", modifiers, "total({0}(n)) > 0 or total({0}(n)) > 0"),
)


def declared(section: str, make: Make, twice: str) -> str:
    """Return a pack with so many levels of a declaration; the last is `top`."""
    names = [f"l{number}" for number in range(LEVELS)] + ["top"]
    few = "count(every(side)) > 2"  # no constant, which would be folded
    asked = [few if make is rolled else "n > 2"] + [
        twice.format(name) for name in names
    ]
    return f"{HEAD}{section}:\n" + "".join(map(make, names, asked))


@pytest.mark.parametrize(("section", "make", "twice"), DECLARED)
def test_declarations_that_ask_others_twice(
    tmp_path: Path, section: str, make: Make, twice: str
) -> None:
    """In segments as in exact odds."""
    (tmp_path / "ruleset.yaml").write_text(declared(section, make, twice))
    program = usable(load(tmp_path))
    state = initial(program, "one")
    with pytest.raises(LimitExceeded, match="steps of a run"):
        start(Engine.of(program), "top", (1,), state)
    with pytest.raises(LimitExceeded, match="steps of a run"):
        odds(program, "top", (1,), state)


def test_an_audience_that_asks_twice(tmp_path: Path) -> None:
    """Views are worked out in the same bounds."""
    text = declared("formulas", formula, "{0}(n) or {0}(n)").replace(
        "seen_by: everyone}}}",
        "seen_by: everyone}, secret: {type: integer, start: 1, seen_by: "
        "if top(n) then everyone else nobody}}}",
    )
    text += "claims: {note: {label: text}}\n"
    (tmp_path / "ruleset.yaml").write_text(text)
    program = usable(load(tmp_path))
    ids = program.initial_states["one"].ids
    with pytest.raises(LimitExceeded, match="steps of a run"):
        views(program.declared, ids, initial(program, "one"))


def test_a_value_of_a_scenario_that_looks_at_too_much(tmp_path: Path) -> None:
    """A list in a list in a list is worked out before anything runs."""
    many = "count(a in 1..9999 where any(b > a + 9999 for b in 1..9999))"
    text = HEAD.replace("{kind: side}", f"{{kind: side, n: '{many}'}}")
    (tmp_path / "ruleset.yaml").write_text(text)
    with pytest.raises(LimitExceeded, match="steps of a run"):
        load(tmp_path)


@pytest.mark.parametrize(
    "most", [{}, pytest.param({"max_states": 300_000}, marks=pytest.mark.long)], ids=str
)
def test_states_times_answers(tmp_path: Path, most: dict[str, int]) -> None:
    """A hundred thousand states, each with as many answers, are never all made."""
    steps = '[{roll: {a: 5d10}}, {roll: {b: 5d10}}, {return: "joined([a, b])"}]'
    text = f"two:\n    gives: list of integer\n    steps: {steps}\n"
    text = f"name: wide\nseen_by: everyone\nprocedures:\n  {text}"
    (tmp_path / "ruleset.yaml").write_text(text)
    program = usable(load(tmp_path))
    state = initial(program)
    with pytest.raises(LimitExceeded, match="states in exact odds"):
        odds(program, "two", (), state, **most)
