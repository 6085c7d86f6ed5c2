"""Texts that are joined: a limit, and every kind of value."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, initial, play_out
from interpreter.expressions.functions.operators import LONGEST_TEXT, text_of
from interpreter.pipeline.loading import load, usable

PACK = """\
name: texts
seen_by: everyone
procedures:
  says:
    takes: {n: number, w: [red, white], t: yes or no, o: integer or none, x: text}
    gives: text
    steps:
      - return: "'{n}/{w}/{t}/{o}/{x}/{if o is none then 0 else n}.'"
  doubles:
    takes: {times: integer 0..}
    gives: text
    steps:
      - let: {all: {is: "'ab'", changes: yes}}
      - times: times
        set: {all: "'{all}{all}'"}
      - return: all
"""


def never(*_: Any) -> Any:
    """Nothing is rolled or asked."""
    raise AssertionError


def in_words(number: Fraction) -> str:
    """Return a number with its whole part apart, such as `-2 1/3`."""
    whole = int(number)  # towards zero
    rest = abs(number - whole) if whole else number - whole
    parts = [str(part) for part in (whole, rest) if part]
    return " ".join(parts) or "0"


@settings(max_examples=30)
@given(
    n=st.fractions(-9, 9, max_denominator=7),
    w=st.sampled_from(["red", "white"]),
    t=st.booleans(),
    o=st.none() | st.integers(-5, 5),
    x=st.text("ab{} '", max_size=4),
)
def test_every_kind_of_value(
    tmp_path_factory: pytest.TempPathFactory, n: Any, w: str, t: bool, o: Any, x: str
) -> None:
    """As Python would write it, played and as odds."""
    folder = tmp_path_factory.mktemp("texts")
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    program = usable(load(folder))
    state = initial(program)
    number = int(n) if n.denominator == 1 else n
    given_ = (number, ["red", "white"].index(w), t, o, x)
    said = f"{in_words(n)}/{w}/{'yes' if t else 'no'}/{'none' if o is None else o}/{x}/"
    said += f"{0 if o is None else in_words(n)}."
    engine = Engine.of(program)
    assert play_out(engine, "says", given_, state, never, never).result == said
    assert [*odds(program, "says", given_, state).outcomes] == [(said, ())]


def test_a_text_has_a_limit(tmp_path: Path) -> None:
    """However often it is doubled."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    program = usable(load(tmp_path))
    state, engine = initial(program), Engine.of(program)
    found = play_out(engine, "doubles", (12,), state, never, never).result
    assert found == "ab" * 2**12
    with pytest.raises(LimitExceeded, match="characters of a text"):
        play_out(engine, "doubles", (40,), state, never, never)
    with pytest.raises(LimitExceeded):
        text_of("a" * LONGEST_TEXT, 1)
