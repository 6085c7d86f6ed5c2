"""Pages of the lobby, and what its forms say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from interpreter.app.lobby.beginning import FieldProblem, GameForm
from interpreter.app.lobby.folder import GameSummary
from interpreter.app.lobby.scenarios import PackOffer, ScenarioSheet
from interpreter.games.state import EVERYONE_NAME
from interpreter.reports.values import spaced
from interpreter.values.types import JUDGE_NAME
from interpreter.web.admission import LOBBY, field_of
from interpreter.web.pages import Form, Notice, html_of

FIRST_SHOWN = 12
"""Games that go on and are seen at once; others are folded away."""
NAME, REAL_DICE, RULINGS = "name", "real_dice", "rulings"
SEAT, OPTION = "seat:", "option:"
"""What the names of fields begin with that say who plays, and options."""


class ListedGame(Struct, frozen=True):
    """A game in the lobby: its address there ("": it has none), when it was written
    last, and its summary (None while it is read)."""

    name: str
    address: str
    written: str
    summary: GameSummary | None


class ListedPack(Struct, frozen=True):
    """A pack in the lobby, by its name in addresses; None while it is read."""

    name: str
    offer: PackOffer | None


class NewLink(Struct, frozen=True):
    """A link that is shown: of whom, where it leads on this server, and all of it; ""
    where there is one already, which nobody knows any more."""

    seat: str
    path: str
    text: str

    @property
    def title(self) -> str:
        """Whose link it is, in words."""
        return seat_title(self.seat)


class HostedSeat(Struct, frozen=True):
    """A seat of a game: who plays it, and whether it has a link."""

    name: str
    played_by: str
    is_linked: bool

    @property
    def title(self) -> str:
        """What it is called."""
        return seat_title(self.name)


def seat_title(seat: str) -> str:
    """Return what a seat, the judge or everyone is called on a page."""
    titles = {JUDGE_NAME: "the judge", EVERYONE_NAME: "those who look on"}
    return titles.get(seat, spaced(seat))


def lobby_html(
    folder: Path, games: Sequence[ListedGame], more: int, packs: Sequence[ListedPack]
) -> str:
    """Return the lobby; `more` are games that are not listed."""
    over = [game for game in games if game.summary and game.summary.is_finished]
    going = [game for game in games if game not in over]
    sets = (
        (going[:FIRST_SHOWN], ""),
        (going[FIRST_SHOWN:], "more games that go on"),
        (over, "finished"),
    )
    is_whole = all(game.summary for game in games) and all(pack.offer for pack in packs)
    return html_of(
        "lobby.html",
        folder=folder.name,
        sets=sets,
        games=games,
        more=more,
        packs=packs,
        is_whole=is_whole,
        lobby=LOBBY,
    )


def scenario_html(
    sheet: ScenarioSheet,
    pack: str,
    form: GameForm,
    problems: Sequence[FieldProblem] = (),
) -> str:
    """Return the page of a scenario with a form, in which stands what it says."""
    beside: dict[str, list[FieldProblem]] = {}
    for problem in problems:
        beside.setdefault(problem.field, []).append(problem)
    return html_of(
        "scenario.html",
        sheet=sheet,
        pack=pack,
        form=form,
        problems=problems,
        beside=beside,
        lobby=LOBBY,
    )


def begun_html(
    title: str,
    says: str,
    links: Sequence[NewLink],
    game: str,
    hosted: str,
    *,
    is_here_alone: bool,
) -> str:
    """Return the page on which links are shown, once; it says so where they open on
    this machine alone."""
    return html_of(
        "begun.html",
        title=title,
        says=says,
        links=links,
        game=game,
        hosted=hosted,
        lobby=LOBBY,
        is_here_alone=is_here_alone,
    )


def ready_html(game: str, address: str) -> str:
    """Return the page of a game that has begun while somebody waited for it."""
    return html_of("ready.html", game=game, address=address, lobby=LOBBY)


def hosted_html(
    summary: GameSummary,
    seats: Sequence[HostedSeat],
    address: str,
) -> str:
    """Return the page of a game in the lobby."""
    return html_of(
        "hosted.html",
        summary=summary,
        seats=seats,
        address=address,
        lobby=LOBBY,
    )


def confirm_html(
    title: str, says: str, button: str, address: str, seat: str, back: str
) -> str:
    """Return the page that asks whether something is meant."""
    return html_of(
        "confirm.html",
        title=title,
        says=says,
        button=button,
        address=address,
        seat=seat,
        back=back,
    )


def said_html(title: str, notice: Notice, back: str) -> str:
    """Return a page that says why something was not done."""
    return html_of("said.html", title=title, notice=notice, back=back)


def form_in(form: Form) -> GameForm:
    """Return what a form says of a new game."""

    def named(begin: str) -> dict[str, str]:
        return {
            field.removeprefix(begin): texts[-1]
            for field, texts in form.items()
            if field.startswith(begin)
        }

    return GameForm(
        field_of(form, NAME),
        named(OPTION),
        named(SEAT),
        real_dice=REAL_DICE in form,
        rulings=RULINGS in form,
    )
