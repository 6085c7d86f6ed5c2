"""Single mistakes of a human hand: the first problem stands where the mistake is.

Here some seeded ones are tried, in the long run 200 by the same test, and 2,000 by a
job of its own, whose report has the figures.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.slips import outcomes, same_meaning, slip
from tests.trial import ROOT, packs

SHARES: Mapping[str, int] = MappingProxyType(
    {
        "acks-reconnaissance": 40,
        "concealment": 140,
        "limited-intelligence": 15,
        "rencounter": 5,
    }
)
"""Seeds of each pack; a large one takes longer for each."""
PART = 10  # one in so many is tried in the gate
EXACT = 0.95


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [PART, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"]
)
@pytest.mark.parametrize("pack", packs(), ids=lambda pack: pack.name)
def test_no_mistake_is_silent_and_nearly_all_are_found_where_they_are(
    pack: Path, part: int
) -> None:
    """But for those that change nothing, of which nothing needs to be said."""
    found = list(outcomes(pack, range(0, SHARES[pack.name], part)))
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
