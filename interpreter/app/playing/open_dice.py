"""Dice, and what the judge may write himself, that a game waits for: what is wanted,
and how a person who does not sit at a terminal gives it."""

from __future__ import annotations

from msgspec import Struct

from interpreter.app.answering.chance import (
    check_written,
    drawn_texts,
    purpose_of,
)
from interpreter.app.answering.prompts import DiceRequest, checked
from interpreter.app.answering.writing import drawn_in_line
from interpreter.app.explaining.refusals import explaining_refusals
from interpreter.app.opening.games import Notify, OpenGame, ResumableGame
from interpreter.app.playing.returned_answers import STALE, STALE_HINT, let_policies
from interpreter.diagnostics import Unusable
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.games.state import GameProgress
from interpreter.reports.colour import clean
from interpreter.values.types import Value


class OpenDice(Struct, frozen=True):
    """A roll, or a value to be written, for which a game waits: what it is for, what
    may be given, and the values of which one is written (none for dice). `token` tells
    it from all others of its game."""

    text: str
    expected: str
    options: tuple[str, ...]
    token: str


def open_dice(found: OpenGame, course: GameProgress) -> OpenDice | None:
    """Return the dice or the value for which a game waits, for the judge alone; None
    where it waits for none."""
    stop = course.stop
    names = found.session.names_in(course.game_state)
    token = str(len(found.events))  # those that were taken back count, too
    if isinstance(stop, RollStop):
        seats = found.session.program.declared.seat_kind
        wanted = DiceRequest.of(stop, names, seats)
        return OpenDice(clean(wanted.sentence), wanted.faces, (), token)
    if isinstance(stop, DrawStop):
        purpose = purpose_of(stop, names)
        text = f"{stop.instruction.label}, {purpose}" if purpose else ""
        options = tuple(drawn_texts(stop, names))
        number = stop.how_many or 1
        expected = "one of these" if number == 1 else f"{number:,} of these, by commas"
        return OpenDice(clean(text or stop.instruction.label), expected, options, token)
    return None


def take_dice(found: ResumableGame, token: str, text: str, notify: Notify) -> None:
    """Write dice that fell, or a value, into the game, and let policies play on; ""
    leaves them to the secret of the game. What does not fit is Unusable and leaves the
    game as it was."""
    opened, game = found.opened, found.game
    wanted = open_dice(opened, game.course)
    if wanted is None or wanted.token != token:
        raise Unusable(STALE, hint=STALE_HINT)
    typed = _values(opened, game.course, text) if text.strip() else None
    with explaining_refusals(opened.session):
        game.fall(typed, opened.falls)
    let_policies(found, notify)


def _values(opened: OpenGame, course: GameProgress, text: str) -> tuple[Value, ...]:
    stop = course.stop
    names = opened.session.names_in(course.game_state)
    if isinstance(stop, DrawStop):
        return check_written(stop, drawn_in_line(opened.session, stop, text), names)
    assert isinstance(stop, RollStop)  # for nothing else is anything open
    seats = opened.session.program.declared.seat_kind
    wanted = DiceRequest.of(stop, names, seats)
    faces, fault = checked(text, wanted)
    if fault:
        raise Unusable(clean(fault), hint=f"give {wanted.faces}")
    return faces
