"""Plays a scenario by a policy, and keeps what every seat got of it."""

import io
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interpreter.app.answering.prompts import Prompt
from interpreter.app.opening.games import (
    POLICY,
    OpenGame,
    ResumableGame,
    answerers,
    written,
)
from interpreter.app.playing.playing import PlaySession
from interpreter.app.playing.shared_terminal import SharedTerminal, truth_with_names
from interpreter.cli.terminal import Terminal
from interpreter.engine.dice import secret_of_seed
from interpreter.engine.stops import Finished, Stop
from interpreter.games.disclosures import view_at
from interpreter.games.state import GameProgress
from interpreter.ir.instructions import DeclaredPolicy as Declared
from interpreter.pipeline.opening import open_pack
from interpreter.reports.game_log import lines_text, log_lines, seat_lines
from interpreter.reports.values import to_text
from interpreter.reports.views import news_text, truth_text, view_text
from interpreter.views.views import View
from tests.games.known_keys import known_keys
from tests.games.playing import done
from tests.trial import packs

SEED = "playthrough"
JUDGE = "judge"
PLAIN = "first"
"""The policy of the judge, and of all where a pack has none of its own."""


LARGE = 100
"""Things of a scenario that is played by the first policy alone."""
MOST_LOOKED_AT = 120_000
"""Values of the state, in all views that are kept of a seat."""


@dataclass(frozen=True)
class Script:
    """What is played: a scenario of a pack, by one policy for all seats."""

    pack: Path
    scenario: str
    policy: str

    def __str__(self) -> str:
        """Return the folder of its files."""
        return f"{self.pack.name}/{self.scenario}/{self.policy}"


@dataclass(frozen=True)
class Played:
    """A game that came to its end, and the pack by which it was played."""

    opened: OpenGame
    course: GameProgress

    def files(self) -> dict[str, str]:
        """Return the text of the file of each seat and of the judge, by name."""
        seats = self.opened.beginning.seats
        found = {name: self._seat(number) for name, number in seats.items()}
        return found | {JUDGE: self._judge()}

    def _seat(self, seat: int) -> str:
        """Return all that a seat got to see, in order; each time only what was new,
        numbered for this seat alone."""
        first, *rest = self._looked_at()
        before = self._view(first, seat)
        parts = [view_text(before)]
        for stop in rest:
            now = self._view(stop, seat)
            if news := news_text(before, now):
                parts.append(f"-- {len(parts)}\n{news}")
            before = now
        log = lines_text(seat_lines(self.course, seat, ())[1])
        parts += [f"-- at the end\n{view_text(before)}", f"-- log\n{log}"]
        return "\n\n".join(parts) + "\n"

    def _judge(self) -> str:
        stop, session = self.course.stop, self.opened.session
        assert isinstance(stop, Finished)
        lines = log_lines(self.course, session.edge, self.opened.events)
        result = to_text(stop.result, session.entry.gives, session.edge)
        all_there_is = truth_text(truth_with_names(self.opened, self.course))
        said = (lines_text(lines), f"the game ends with {result}", all_there_is)
        return "\n\n".join(said) + "\n"

    def stops(self) -> list[Stop]:
        """Return where the game stood, from its beginning to its end."""
        passed = self.course.passed
        return [*(each.stop for each in passed[:1]), *(each.after for each in passed)]

    def _looked_at(self) -> list[Stop]:
        """Return the stops whose views are kept: the first, the last, and of the others
        all, or every second, third and so on where there is much to look at."""
        every = self.stops()
        *kinds, _ = every[0].game_state
        values = sum(len(row) for rows in kinds for row in rows if row is not None)
        step = 1 + len(every) * values // MOST_LOOKED_AT
        return [every[0], *every[step:-1:step], *every[1:][-1:]]

    def _view(self, stop: Stop, seat: int) -> View:
        return view_at(self.course, stop.game_state, seat)


@cache
def scripts() -> tuple[Script, ...]:
    """Return what is played of all published packs."""
    return tuple(each for pack in packs() for each in _of(pack))


def _of(folder: Path) -> Iterator[Script]:
    pack = open_pack(folder)
    named = [name for name, each in pack.program.policies.items() if _is_ready(each)]
    for scenario, main in pack.mains.items():
        size = sum(map(len, pack.program.initial_states[scenario].ids.values()))
        played_by = named[:1] if size > LARGE else named
        if main:
            yield from (Script(folder, scenario, each) for each in played_by or [PLAIN])


def _is_ready(policy: Declared) -> bool:
    """Tell whether a policy answers all that is asked, and needs to be told nothing but
    whose it is."""
    return policy.default != "" and all(
        each.name == "seat" or each.default is not None for each in policy.takes
    )


def played(script: Script) -> Played:
    """Play a script to its end."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "a.game"
        pack = open_pack(script.pack).under(script.scenario)
        declared = pack.program.declared
        seats = pack.program.initial_states[script.scenario].ids[declared.seat_kind]
        absent = [w for each in (*seats, JUDGE) for w in ("--seat", f"{each}=later")]
        begun = ("play", script.pack, script.scenario, "--game", game, "--seed", SEED)
        with known_keys(secret_of_seed(SEED)):
            done(*begun, *absent)
        nobody = Terminal(io.StringIO(), io.StringIO(), io.StringIO())
        with written(game, None, nobody.say) as found:
            return _to_the_end(found, nobody, [*seats], script.policy)


def _to_the_end(
    found: ResumableGame, nobody: Terminal, seats: list[str], policy: str
) -> Played:
    who = {JUDGE: f"{POLICY}:{PLAIN}"} | dict.fromkeys(seats, f"{POLICY}:{policy}")
    opened, game = found.opened, found.game
    every = answerers(who, opened, "later")
    table = SharedTerminal(Prompt(nobody), opened)
    PlaySession(opened, game, every, {}, table, every[0]).through()
    assert game.course.is_finished, "a policy left something open"
    ended = OpenGame(
        *(opened.path, opened.header, game.journal.events),
        *(opened.session, opened.beginning),
    )
    return Played(ended, game.course)
