"""Single mistakes of a human hand: the first problem stands where the mistake is.

The gate tries 181 seeded ones of small packs, which take a tenth of the time of a
published one; `--long` tries 2,000 of those, and its report has the figures.
"""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from tests.slips import outcomes, same_meaning, slip
from tests.trial import ROOT, packs

PUBLISHED: Mapping[str, int] = MappingProxyType(
    {
        "rulesets/acks-reconnaissance": 5,
        "rulesets/concealment": 8,
        "rulesets/domains-at-war": 1,
        "rulesets/limited-intelligence": 3,
        "rulesets/rencounter": 2,
    }
)
SMALL: Mapping[str, int] = MappingProxyType(
    {
        "tests/packs/campaign": 64,
        "tests/packs/functions": 58,
        "tests/packs/sightings": 59,
    }
)
"""Seeds of each pack."""
EXACT = 0.95


def test_no_published_pack_is_left_out() -> None:
    """A pack that is new joins here."""
    assert {ROOT / pack for pack in PUBLISHED} == {*packs()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "shares",
    [pytest.param(PUBLISHED, id="published", marks=pytest.mark.long), SMALL],
    ids=lambda shares: "published" if shares is PUBLISHED else "small",
)
def test_no_mistake_is_silent_and_nearly_all_are_found_where_they_are(
    shares: Mapping[str, int],
) -> None:
    """But for those that change nothing, of which nothing needs to be said."""
    found = [
        outcome
        for pack, seeds in shares.items()
        for outcome in outcomes(ROOT / pack, range(seeds))
    ]
    assert not [str(outcome) for outcome in found if outcome.silent]
    told = [outcome for outcome in found if outcome.told]
    astray = [str(outcome) for outcome in told if not outcome.exact]
    assert len(astray) <= len(told) * (1 - EXACT), "\n".join(astray)


def test_slips_follow_from_their_seed() -> None:
    """Equal seeds give equal slips, of many kinds, each within one file."""
    pack = ROOT / "rulesets/concealment"
    made = [slip(pack, seed) for seed in range(60)]
    assert made == [slip(pack, seed) for seed in range(60)]
    assert len({each.kind for each in made}) > 8
    assert all((pack / each.file).exists() for each in made)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ({"is": "h.stand up > 2"}, {"is": "h.stand__up > 2"}, True),
        ({"is": "h.stand_up > 2"}, {"is": "h.stand__up > 2"}, True),
        ({"is": "h.stand up > 2"}, {"is": "h.stand__in > 2"}, False),
        ({"is": "not a"}, {"is": "not__a"}, False),
        ({"say": "stand up"}, {"say": "stand__up"}, False),
    ],
)
def test_two_underscores_in_an_expression_are_one(
    before: dict[str, str], after: dict[str, str], same: bool
) -> None:
    """A slip that writes them changes nothing, so nothing needs to be said of it."""

    def meaning(of: dict[str, str]) -> object:
        return {"formulas": {"f": [*of.items()]}}

    assert same_meaning(meaning(before), meaning(after)) is same
