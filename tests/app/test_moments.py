"""A game that is looked at moment by moment while it goes on."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Unusable, open_game, open_ruleset
from interpreter.app.opening.games import SharedRules
from interpreter.app.playing import moments
from interpreter.maps.renderers import picture
from interpreter.web.pages import seat_html, svg_of

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


FISHING = """\
name: fishing
seats: side
seen_by: everyone
entities:
  side: {owner: it, seen_by: everyone, fields: {}}
  fish:
    seen_by: everyone
    fields: {weight: {type: integer, seen_by: judge}}
procedures:
  day:
    steps:
      - times: 1000
        do:
          - create: fish
            as: catch
            with: {weight: 2}
          - let: {taken: catch}
            say: "SAID"
          - choose: more
            by: every(side)[1]
            from: 1..2
            say: "what {every(side)[1]} does"
scenarios: {one: {main: day, entities: {ann: {kind: side}, bob: {kind: side}}}}
"""
"""Each catch is named in messages alone."""


def fished(folder: Path, said: str) -> Game:
    """Begin a game in which `said` is said of each catch."""
    pack = folder / "fishing"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(FISHING.replace("SAID", said), "utf-8")
    return open_ruleset(pack).new_game("one", folder / "evening.game", seed="one")


def test_a_part_of_a_log_has_the_names_of_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of what no view has, and whose names hang on what was said before."""
    monkeypatch.setattr("interpreter.app.seat_pages.RECENT", slice(-4, None))
    game = fished(tmp_path, "{catch} was caught")
    for _ in range(6):
        game.answer(game.questions()[0], 1)
    for seat in (*game.seats, "everyone", "judge"):
        whole, page = game.log(seat), game.page(seat).log
        assert page.lines == whole.lines[-4:]
        assert (page.count, page.is_whole) == (len(whole), False)
        text = " ".join(line for each in game.moments(seat) for line in each.lines)
        caught = [each.partition(" was caught")[0] for each in text.split("fish ")[1:]]
        assert caught == [str(number) for number in range(1, 8)]


def test_a_page_with_equal_lines_alone_changes_with_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a page that has the last lines would stand still for who only listens."""
    monkeypatch.setattr("interpreter.app.seat_pages.RECENT", slice(-4, None))
    game = fished(tmp_path, "a bell rings")
    shown = set()
    for _ in range(6):
        game.answer(game.questions()[0], 1)
        page = game.page("bob")
        shown.add(seat_html(page, svg_of(page), address=""))
    assert len(shown) == 6


BELLS = """\
name: bells
seats: side
seen_by: everyone
entities:
  side: {owner: it, seen_by: everyone, fields: {}}
  tower: {seen_by: everyone, fields: {}}
claims:
  bell: {about: tower, say: "{about} rang"}
procedures:
  day:
    steps:
      - for_each: s in every(side)
        do:
          - {tell: bell, to: s, about: "every(tower)[1]"}
      - choose: more
        by: every(side)[1]
        from: 1..2
        say: "what the first side does"
scenarios:
  one:
    main: day
    entities: {ann: {kind: side}, bob: {kind: side}, belfry: {kind: tower}}
"""
"""All seats are told the same."""


def test_what_all_are_told_alike_stands_in_the_log_of_everyone(tmp_path: Path) -> None:
    """It is sent to seats, and who looks on reads it all the same."""
    (tmp_path / "bells").mkdir()
    (tmp_path / "bells" / "ruleset.yaml").write_text(BELLS, "utf-8")
    pack = open_ruleset(tmp_path / "bells")
    game = pack.new_game("one", tmp_path / "evening.game", seed="one")
    for seat in (*game.seats, "everyone"):
        assert [line.kind for line in game.log(seat).lines] == ["told"]
        assert "belfry rang" in game.page(seat).log.text()
