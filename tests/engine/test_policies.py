"""Who answers a choice: fixed answers, policies, defaults, nobody."""

from typing import Any

import pytest

from interpreter.diagnostics import LimitExceeded, OpenStop, Unusable
from interpreter.engine.policies import Answers, PendingChoice, Policy, PolicyQuestion


def choice(**given: Any) -> PendingChoice:
    """Make a choice of three."""
    plain: dict[str, Any] = {"offered": (1, 2, 3)}
    return PendingChoice("turn.side", "side", "north", **(plain | given))


def default(name: Any) -> Answers:
    """Make a policy that is only a default."""
    return Answers(policy=Policy(name, default=name))


def test_the_order_of_answers() -> None:
    policy = Policy("p", {"side": lambda c: 2}, "last")
    assert Answers({"turn.side": 1, "side": 3}, policy).of(choice()) == (1,)
    assert Answers({"side": 3}, policy).of(choice()) == (3,)
    assert Answers({"other": 3}, policy).of(choice(has_default=True)) == (2,)
    rest = Answers(policy=Policy("p", default="last"))
    assert rest.of(choice(has_default=True, default=9)) == (9,)
    assert rest.of(choice()) == (3,)


def test_each_seat_has_a_policy_of_its_own() -> None:
    """Whoever has none answers as the rest does; the judge is below 0, or None."""
    one, other = Policy("one", default="first"), Policy("other", default="random")
    answers = Answers(policy=Policy("rest", default="last", seats={0: one, -1: other}))
    assert answers.of(choice(by=0)) == (1,)
    assert answers.of(choice(by=1)) == (3,)
    assert answers.of(choice(by=-1)) == answers.of(choice()) == (1, 2, 3)
    both = PolicyQuestion((choice(by=0), choice(by=1)), (0, 1))
    assert answers.answers_to(both) == (((0, 1), (1, 3)),)
    odd = PolicyQuestion(both.choices, (0, 1), lambda map_of: dict(map_of)[1] != 3)
    assert answers.answers_to(odd) == (((0, 1), (1, 2)),)
    alone = Answers(policy=Policy(seats={0: one}))
    assert alone.of(choice(by=0)) == (1,)
    with pytest.raises(OpenStop):
        alone.of(choice(by=1))


def test_nobody_answers() -> None:
    with pytest.raises(OpenStop, match=r"north must choose .*turn\.side") as caught:
        Answers().of(choice())
    assert "--answer side=" in caught.value.hint
    known = {"bold": ("side",), "silent": ("other",), "last": None}
    with pytest.raises(OpenStop) as caught:
        Answers(policy=Policy("silent", known=known)).of(choice())
    assert caught.value.hint.endswith("--policy bold or last")
    for offered in (None, ()):
        with pytest.raises(OpenStop):
            default("first").of(choice(offered=offered))


def test_what_is_not_offered_or_not_legal() -> None:
    with pytest.raises(Unusable, match="not offered"):
        Answers({"side": 4}).of(choice())
    with pytest.raises(Unusable, match="policy 'p' gives what is not offered"):
        Answers(policy=Policy("p", {"side": lambda c: 4})).of(choice())
    odd = choice(legal=lambda answer: answer % 2 == 1)
    with pytest.raises(Unusable, match="not allowed"):
        Answers({"side": 2}).of(odd)
    assert default("random").of(odd) == (1, 3)
    assert Answers({"side": 99}).of(choice(offered=None)) == (99,)


@pytest.mark.parametrize(
    ("name", "how_many", "expected"),
    [
        ("first", (2, 2), ((1, 2),)),
        ("last", (2, 2), ((2, 3),)),
        ("first", (0, 3), ((1,),)),
        ("first", (0, 0), ((),)),
        ("random", (0, 1), ((), (1,), (2,), (3,))),
        ("random", (2, 3), ((1, 2), (1, 3), (2, 3), (1, 2, 3))),
    ],
)
def test_several_of_the_offered(name: str, how_many: Any, expected: Any) -> None:
    assert default(name).of(choice(how_many=how_many)) == expected


@pytest.mark.parametrize("name", ["first", "last", "random"])
def test_nothing_where_nothing_is_offered(name: str) -> None:
    assert default(name).of(choice(offered=(), how_many=(0, 2))) == ((),)


@pytest.mark.parametrize("wrong", [(1,), (1, 1), (1, 2, 3), (1, 4)])
def test_several_that_do_not_fit(wrong: Any) -> None:
    with pytest.raises(Unusable):
        Answers({"side": wrong}).of(choice(how_many=(2, 2)))
    assert Answers({"side": (3, 1)}).of(choice(how_many=(2, 2))) == ((3, 1),)


def test_too_many_candidates() -> None:
    many = choice(offered=tuple(range(30)), how_many=(10, 10))
    with pytest.raises(LimitExceeded):
        default("random").of(many)
    assert default("first").of(many) == (tuple(range(10)),)


def test_several_seats_at_once() -> None:
    asked = PolicyQuestion((choice(), choice(offered=(7, 8))), ("a", "b"))
    assert default("first").answers_to(asked) == ((("a", 1), ("b", 7)),)
    assert len(default("random").answers_to(asked)) == 6
