"""A way that is given at once, and what cuts it."""

import pytest
from msgspec.structs import replace

from interpreter.app.answering.paths import news_of
from interpreter.semantics.declarations import ClaimKind
from interpreter.source import Source, Span
from interpreter.views.views import View, ViewedClaim

KIND = ClaimKind("sighting", "a sighting", None, None, (), Span(Source("", ""), 0, 0))


def claim(number: int, *values: int) -> ViewedClaim:
    """Return a claim with facts."""
    return ViewedClaim(number, KIND, None, None, tuple(enumerate(values)))


@pytest.mark.parametrize(
    ("more", "said"),
    [((), []), ((claim(3),), ["a sighting"]), ((claim(2, 5),), ["a sighting"])],
)
def test_a_claim_that_was_not_told_before_is_news(
    more: tuple[ViewedClaim, ...], said: list[str]
) -> None:
    before = View("men", (claim(1), claim(2, 4)), (), ())
    now = replace(before, claims=(*before.claims, *more))
    assert news_of(before, now, None) == said


def test_many_claims_are_not_compared_with_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A seat may have been told 10,000, and a way is looked at hex by hex."""
    compared: list[int] = []

    def counted(one: ViewedClaim, _: object) -> bool:
        compared.append(one.number)
        return False

    monkeypatch.setattr(ViewedClaim, "__eq__", counted)
    before = View("men", tuple(map(claim, range(1000))), (), ())
    now = replace(before, claims=tuple(map(claim, range(1001))))
    assert news_of(before, now, None) == ["a sighting"]
    assert len(compared) <= 1000
