"""The judge corrects games of the published rulesets, and games go on from there."""

from pathlib import Path
from typing import NamedTuple

import pytest

from interpreter import Game, UmpireError, Unusable, open_game, open_ruleset
from tests.cli.calling import call


class Table(NamedTuple):
    """A game of a ruleset, and what is corrected in it: a move, another field, a new
    entity, one that is removed with what must go first, a value that does not fit."""

    ruleset: str
    scenario: str
    move: tuple[str, str, str]
    change: tuple[str, str, str]
    new: tuple[str, dict[str, str]]
    gone: tuple[str, ...]
    wrong: tuple[str, str, str]


TABLES = (
    Table(
        "rencounter",
        "patrol",
        ("adams", "at", "(16, 9)"),
        ("adams", "fire", "8"),
        ("figure", {"unit": "first section", "experience": "4", "at": "14, 8"}),
        ("rifle of adams", "adams"),
        ("adams.at", "60, 9", "60, 9 is not on the table"),
    ),
    Table(
        "domains-at-war",
        "skirmish",
        ("bows", "at", "0803"),
        ("bows", "troops", "100"),
        ("division", {"side": "men"}),
        ("slings",),
        ("bows.at", "9999", "is not on the map"),
    ),
    Table(
        "limited-intelligence",
        "race to the mill",
        ("seydlitz wing", "at", "0305"),
        ("hussars", "allowance", "4"),
        ("wing", {"side": "prussian side", "face": "infantry"}),
        ("third foot",),
        ("seydlitz wing.face", "camels", "is no face"),
    ),
    Table(
        "acks-reconnaissance",
        "small war",
        ("red division", "at", "0605"),
        ("red unit", "strength", "90"),
        (
            "army",
            {"side": "red side", "leader": "Ingrid", "divisions": "[red division]"},
        ),
        ("crystal",),
        ("red unit.strength", "many", "does not fit"),
    ),
)


@pytest.fixture(params=TABLES, ids=lambda table: table.ruleset)
def table(request: pytest.FixtureRequest) -> Table:
    """Each table."""
    found: Table = request.param
    return found


@pytest.fixture
def game(table: Table, tmp_path: Path) -> Game:
    """Its game, at its first question."""
    ruleset = open_ruleset(table.ruleset)
    return ruleset.new_game(table.scenario, tmp_path / "a.game", seed="one")


def value(game: Game, entity: str, field: str) -> str:
    """Return the text of a field."""
    found = next(each for each in game.correctable() if each.name == entity)
    return next(each.value for each in found.fields if each.name == field)


def answered(game: Game, number: int) -> None:
    """Answer so many questions by what is offered second, if anything is."""
    for _ in range(number):
        for question in game.questions():
            part = question.parts[0]
            if len(question.parts) == 1 and part.options:
                some = part.options[: max(1, question.least)]
                one = part.options[1 % len(part.options)]
                try:
                    game.answer(question, some if question.several else one)
                except UmpireError:
                    continue
                break


def test_a_move_and_another_field(table: Table, game: Game) -> None:
    """Both stand in the game, in the file, and in the judge's map and log."""
    (entity, field, text), (other, name, number) = table.move, table.change
    before = game.map("judge").text()
    made = game.correct({f"{entity}.{field}": text}, reason="a slip of the hand")
    assert value(game, entity, field) == text
    assert game.map("judge").text() != before
    assert "a slip of the hand" in made.text
    game.correct({f"{other}.{name}": number}, reason="a count")
    again = open_game(game.path)
    assert value(again, other, name) == number
    assert again.log().to_json() == game.log().to_json()
    assert call("verify", str(game.path)).code == 0


def test_an_entity_comes_and_goes(table: Table, game: Game) -> None:
    """With what a new one has from its kind; the game goes on."""
    kind, fields = table.new
    there = [each.name for each in game.correctable()]
    game.correct(adds=[(kind, fields)], reason="forgotten")
    (new,) = {each.name for each in game.correctable()} - {*there}
    game.correct(removes=table.gone, reason="never there")
    left = [each.name for each in game.correctable()]
    assert not {*table.gone} & {*left}
    answered(game, 4)
    game.correct(removes=[new], reason="after all not")
    answered(game, 4)
    assert call("verify", str(game.path)).code == 0
    assert open_game(game.path).explain()


def test_all_of_it_is_taken_back(table: Table, game: Game) -> None:
    """One after the other, the last first; what is asked is as it was."""
    entity, field, text = table.move
    before = game.page("judge").view.text()
    asked = [(each.seat, each.parts) for each in game.questions()]
    game.correct({f"{entity}.{field}": text}, reason="one")
    game.correct(adds=[table.new], reason="two")
    game.correct(removes=table.gone, reason="three")
    for _ in range(3):
        game.undo(consent=True)
    assert game.page("judge").view.text() == before
    assert [(each.seat, each.parts) for each in game.questions()] == asked
    assert call("verify", str(game.path)).code == 0


def test_a_seat_learns_what_its_view_shows(table: Table, game: Game) -> None:
    """Of each correction: who is not named gets the same page, who is a line."""
    changes = {f"{entity}.{field}": text for entity, field, text in [table.change]}
    before = {seat: game.page(seat) for seat in (*game.seats, "everyone")}
    made = game.correct(changes, reason="owls")
    for seat, page in before.items():
        now = game.page(seat)
        texts = [
            (one.standing, one.view.text(), one.log.text(), one.map.svg())
            for one in (page, now)
        ]
        assert (texts[0] != texts[1]) == (seat in made.seen_by)
        assert "owls" not in "".join(texts[1])


def test_what_does_not_fit_is_said(table: Table, game: Game) -> None:
    """With the value and what was expected; the file is as it was."""
    target, text, message = table.wrong
    before = game.path.read_bytes()
    with pytest.raises(Unusable) as caught:
        game.correct({target: text}, reason="a slip")
    assert message in caught.value.message
    assert caught.value.hint
    assert game.path.read_bytes() == before


def test_a_form_lists_what_can_be_typed(table: Table, game: Game) -> None:
    """What stands there is read as what stands there, of all but lists of texts; tried
    of the first of each kind."""
    unread = []
    first = {each.kind: each for each in reversed(game.correctable())}
    for each in first.values():
        for field in each.fields:
            if not field.is_settable or field.expected.startswith("list of text"):
                continue
            try:
                game.correct({f"{each.name}.{field.name}": field.value}, reason="same")
            except UmpireError as error:
                if "changes nothing" not in error.message:
                    unread.append((each.name, field.name, field.value, error.message))
                continue
            unread.append((each.name, field.name, field.value, "read as another"))
    assert unread == []
