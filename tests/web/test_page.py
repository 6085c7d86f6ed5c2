"""What a page shows beside what it was asked for: offers on the map."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from interpreter import Unusable, open_ruleset
from interpreter.app.game import Game
from interpreter.app.seat_pages import OpenQuestion
from interpreter.web.pages import answer_in, svg_of


def test_what_is_offered_lies_on_the_map_with_what_is_said_of_it(
    tmp_path: Path,
) -> None:
    """A hex with its cost, a figure with how hard it is to hit: each leads to its
    option, and nothing else does."""
    bundled = [
        ("limited-intelligence", "two wings meet", "costs"),
        ("rencounter", "gunfight", "inches away"),
    ]
    for name, scenario, said in bundled:
        path = tmp_path / f"{name}.game"
        game = open_ruleset(name).new_game(scenario, path, seed="one")
        chance = Random(1)
        for _ in range(150):
            (asked, *_) = game.questions()
            page = game.page(asked.seat)
            picture = svg_of(page)
            links = dict(
                re.findall(r'href="#offer-([^"]*)"[^>]*aria-label="([^"]*)"', picture)
            )
            assert set(links) <= set(asked.options or ())
            if any(said in each for each in links.values()):
                break
            answer(game, asked, chance)
        else:
            raise AssertionError(f"{name}: nothing on the map says '{said}'")


def answer(game: Game, asked: OpenQuestion, chance: Random) -> None:
    """Give some answer that is taken, and say yes to whatever is asked so."""
    options = [*(asked.options or ())]
    for _ in range(100):
        some = chance.sample(options, asked.most if asked.several else 1)
        one = "yes" if "yes" in options else some[0]
        try:
            game.answer(asked, some if asked.several else one)
        except Unusable:
            continue
        return


def test_a_whole_way_may_be_typed(tmp_path: Path) -> None:
    """Beside the next steps that are offered; it goes before one that is chosen."""
    path = tmp_path / "evening.game"
    game = open_ruleset("limited-intelligence").new_game(
        "two wings meet", path, seed="one"
    )
    chance = Random(1)
    for _ in range(150):
        (asked, *_) = game.questions()
        if asked.is_way:
            break
        answer(game, asked, chance)
    assert asked.options is not None
    first = asked.options[0]
    assert answer_in(asked, {"part-0": [first], "way": ["0101 0102"]}) == "0101 0102"
    assert answer_in(asked, {"part-0": [first], "way": [" "]}) == first
