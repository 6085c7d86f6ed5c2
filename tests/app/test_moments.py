"""A game that is looked at moment by moment while it goes on."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Unusable, open_game, open_ruleset
from interpreter.app.opening.games import SharedRules
from interpreter.app.playing import moments
from interpreter.maps.renderers import picture

EVERY = ("limited-intelligence", "two wings meet"), ("rencounter", "gunfight")


def goes_on(game: Game, chance: Random) -> Iterator[int]:
    """Play a game, and take something back or correct it now and then; yield whenever
    something has happened how many events it has."""
    for turn in range(40):
        if turn % 9 == 8:
            game.undo(consent=True)
        elif turn % 13 == 12:
            kinds = {each.name: each for each in game.correctable()}
            name, entity = chance.choice([*kinds.items()])
            field = entity.fields[0]
            try:
                game.correct({f"{name}.{field.name}": field.value}, reason="a mistake")
            except Unusable:
                continue
        else:
            asked = chance.choice(game.questions())
            options = [*(asked.options or ())]
            try:
                some = chance.sample(options, asked.most if asked.several else 1)
                game.answer(asked, some if asked.several else some[0])
            except (Unusable, ValueError):
                continue
        yield len(game.log())
        if game.is_finished:
            return


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_moments_that_go_on_are_those_of_the_whole_game(
    tmp_path: Path, name: str, scenario: str
) -> None:
    """For each who looks, and after anything that came since he looked last."""
    path = tmp_path / "evening.game"
    game = open_ruleset(name).new_game(scenario, path, seed="one")
    reading = open_game(path, shared=SharedRules())
    chance = Random(3)
    viewers = (*game.seats, "everyone", "judge")
    looked = 0
    for _ in goes_on(game, chance):
        if chance.random() < 0.5:
            seat = chance.choice(viewers)
            assert [*reading.moments(seat)] == [*open_game(path).moments(seat)]
            looked += 1
    for seat in viewers:
        assert [*reading.moments(seat)] == [*open_game(path).moments(seat)]
    assert looked > 8


def test_moments_that_are_known_are_not_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what has come since, each is drawn with what moved, for the judge also without
    it, and the present anew."""
    path = tmp_path / "evening.game"
    game = open_ruleset("rencounter").new_game("gunfight", path, seed="one")
    reading = open_game(path, shared=SharedRules())
    drawn = 0

    def counted(*given: object, **more: object) -> str:
        nonlocal drawn
        drawn += 1
        return picture(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(moments, "picture", counted)
    known = dict.fromkeys((*game.seats, "judge"), 0)
    for _ in goes_on(game, Random(3)):
        for seat, count in known.items():
            drawn = 0
            found = len(reading.moments(seat))
            if found > count > 2:  # it has gone on
                assert drawn <= 2 * (found - count) + 2
            drawn = 0
            assert len(reading.moments(seat)) == found
            assert drawn == 0
            known[seat] = found
    assert all(count > 5 for count in known.values())
