"""Whether a replay tells a seat more than it has seen while the game went on."""

import re
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Unusable, open_ruleset
from interpreter.app.seat_pages import OpenQuestion
from interpreter.web.pages import seat_html, svg_of
from tests.secrets.sittings import ROOT

PACKS = (
    ("tests/packs/answering", "table"),
    ("tests/packs/couriers", "plain"),
    ("tests/packs/hiding", "meadow"),
    ("rulesets/concealment", "three_sides"),
)
"""Packs in which others often do not see what somebody answers."""
TURNS = 14
OF_ONE_GAME = re.compile(r'(name="token" value="|words-of-|^token: )[0-9a-f]+', re.M)


def seen(game: Game, seat: str) -> str:
    """Return a page without what each game has of its own."""
    page = game.page(seat)
    return OF_ONE_GAME.sub(r"\1", seat_html(page, svg_of(page), address=""))


def told(game: Game, seat: str) -> list[object]:
    """Return all that a seat may look at of what has been."""
    moments = [(each.lines, each.picture) for each in game.moments(seat)]
    letter = OF_ONE_GAME.sub(r"\1", game.letter(seat))
    return [moments, game.log(seat).text(), letter]


def answers(
    game: Game, chance: Random, but: list[str] | None = None
) -> tuple[OpenQuestion, list[str]] | None:
    """Answer the first question with some of what is offered, other things than `but`;
    None where nothing is taken."""
    asked = game.questions()[0]
    options = [*(asked.options or ())]
    for _ in range(20 if options else 0):
        some = sorted(chance.sample(options, max(asked.least, 1)))
        if some != but and is_taken(game, asked, some):
            return asked, some
    return None


def is_taken(game: Game, asked: OpenQuestion, some: list[str]) -> bool:
    """Answer a question, and tell whether that was allowed."""
    try:
        game.answer(asked, some if asked.several else some[0])
    except Unusable:
        return False
    return True


def alike_and_compared(one: Game, other: Game, seat: str, chance: Random) -> int:
    """Play two games in step, with another answer of another seat in one of them;
    return after how many answers a seat had seen the same of both, and was told the
    same of what has been."""
    at, is_other, count = chance.randrange(TURNS // 2), False, 0
    for turn in range(TURNS):
        given = answers(one, chance) if one.questions() else None
        again = other.questions()
        if given is None or not again or again[0].name != given[0].name:
            break
        asked, some = given
        if turn >= at and not is_other and asked.seat != seat:
            is_other = answers(other, chance, but=some) is not None
            if not is_other and not is_taken(other, again[0], some):
                break
        elif not is_taken(other, again[0], some):
            break
        if seen(one, seat) != seen(other, seat):
            break
        if is_other:
            assert told(one, seat) == told(other, seat)
            count += 1
    return count


@pytest.mark.parametrize(("pack", "scenario"), PACKS)
def test_a_replay_tells_no_more_than_the_pages_did(
    tmp_path: Path, pack: str, scenario: str
) -> None:
    """As long as a seat has seen the same pages of two games, it is told the same of
    them by their replays, logs and letters."""
    ruleset, compared = open_ruleset(ROOT / pack), 0
    for seed in range(12):
        chance = Random(seed)
        one, other = (
            ruleset.new_game(scenario, tmp_path / f"{seed}{each}.game", seed=f"{seed}")
            for each in "ab"
        )
        seat = chance.choice([*one.seats, "everyone"])
        compared += alike_and_compared(one, other, seat, chance)
    assert compared > 5
