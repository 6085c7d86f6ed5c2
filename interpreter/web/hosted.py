"""A folder of games that is served, with packs to begin new ones of.

What takes seconds is made once, in threads, and kept: what a pack offers, the form of a
scenario, its picture, how a game stands, a game that is begun. Each is made anew when
the files that it was made of are others.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from interpreter.app.invitations import Invitations
from interpreter.app.lobby.beginning import (
    FieldProblem,
    GameForm,
    RefusedForm,
    begin_from_form,
    seats_of_people,
)
from interpreter.app.lobby.folder import GameSummary, game_summary, identity_at
from interpreter.app.lobby.scenarios import (
    PackOffer,
    ScenarioSheet,
    offered_folders,
    pack_offer,
    pack_stamp,
    scenario_picture,
    scenario_sheet,
)
from interpreter.web.kept import PATIENCE, KeptResults
from interpreter.web.served import ServedGame, ServedGames

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Hosts of an address that lead nowhere from another machine."""


class Beginning(Struct, frozen=True):
    """What came of a form: the name of the game ("" where it was refused) and what no
    other game has, the seats that people play, notes on it, and what is wrong with the
    form."""

    sheet: ScenarioSheet
    form: GameForm
    name: str = ""
    identity: str = ""
    people: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[FieldProblem, ...] = ()


class HostedFolder:
    """The games of a folder, who may host them, and what new ones can be."""

    def __init__(
        self,
        folder: Path,
        packs: tuple[Path, ...] = (),
        base: str = "",
        patience: float = PATIENCE,
    ) -> None:
        """Serve a folder with the packs that have names and these; links begin with
        `base`. Unusable for a folder that cannot be listed."""
        self.folder = folder
        self.base = base
        self.patience = patience
        self.games = ServedGames(folder=folder)
        # its name begins with a point, as that of no game does
        self.invitations = Invitations(folder / ".lobby")
        self.linking = ThreadPoolExecutor(1)
        self._packs = packs
        self.offers: KeptResults[PackOffer] = KeptResults(2000)
        self.sheets: KeptResults[ScenarioSheet] = KeptResults(60)
        self.pictures: KeptResults[str] = KeptResults(500)
        self.summaries: KeptResults[GameSummary] = KeptResults(1000)
        self._begun: KeptResults[Beginning] = KeptResults(50)

    @property
    def packs(self) -> Mapping[str, Path]:
        """The folders of packs by their names in addresses."""
        named: dict[str, Path] = {}
        for folder in offered_folders(self._packs):
            name, number = folder.resolve().name, 2
            while name in named:
                name, number = f"{folder.resolve().name}-{number}", number + 1
            named[name] = folder
        return named

    @property
    def is_here_alone(self) -> bool:
        """Whether its links open on this machine alone."""
        return urlsplit(self.base).hostname in LOOPBACK

    def offer(self, folder: Path) -> Future[PackOffer]:
        """Return a pack with its scenarios."""
        key = folder, pack_stamp(folder)
        return self.offers.asked(key, partial(pack_offer, folder))

    def sheet(self, folder: Path, scenario: str) -> Future[ScenarioSheet]:
        """Return what the form of a scenario asks."""
        key = folder, scenario, pack_stamp(folder)
        return self.sheets.asked(key, partial(scenario_sheet, folder, scenario))

    def picture(self, folder: Path, scenario: str) -> Future[str]:
        """Return the picture of a scenario."""
        key = folder, scenario, pack_stamp(folder)
        return self.pictures.asked(key, partial(scenario_picture, folder, scenario))

    def summary(self, game: ServedGame) -> Future[GameSummary]:
        """Return how a game stands."""
        key = game.path, game.stamp()
        return self.summaries.asked(key, partial(game_summary, game.path))

    def begin(self, sheet: ScenarioSheet, form: GameForm) -> str:
        """Begin a game, and return the key of what comes of it. The same form sent
        again, while that is so or while its game is there, begins none."""
        key = _key(sheet, form)
        known = self._begun.known(key)
        if known is not None and known.done() and not self._is_there(known):
            self._begun.forget(known)
        self._begun.asked(key, partial(self._beginning, sheet, form))
        return key

    def begun(self, key: str) -> Future[Beginning] | None:
        """Return what comes of a form by its key, or None."""
        return self._begun.known(key)

    def game_of(self, beginning: Beginning) -> ServedGame | None:
        """Return the game that has begun; None where it is gone, also if another has
        its name by now."""
        game = self.games.named(beginning.name)
        if game is None or identity_at(game.path) != beginning.identity:
            return None
        return game

    def _is_there(self, known: Future[Beginning]) -> bool:
        return known.exception() is None and self.game_of(known.result()) is not None

    def _beginning(self, sheet: ScenarioSheet, form: GameForm) -> Beginning:
        try:
            game = begin_from_form(sheet, self.folder, form)
        except RefusedForm as error:
            return Beginning(sheet, form, problems=error.fields)
        return Beginning(
            sheet=sheet,
            form=form,
            name=game.path.stem,
            identity=game.identity,
            people=seats_of_people(sheet, form),
            notes=game.notes,
        )


def _key(sheet: ScenarioSheet, form: GameForm) -> str:
    written = (form.name, sorted(form.options.items()), sorted(form.seats.items()))
    place = (str(sheet.pack.folder), sheet.scenario.name)
    text = repr((place, written, form.real_dice, form.rulings))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
