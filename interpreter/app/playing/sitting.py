"""A game at one terminal: begun there, and played until it waits for somebody else."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path

from interpreter.app.answering.prompts import Prompt
from interpreter.app.opening.games import (
    LATER,
    PERSON,
    AnswerSource,
    NewGame,
    Notify,
    OpenGame,
    ResumableGame,
    answerers,
    begun,
    ended_text,
    standing_text,
    tell_aside,
)
from interpreter.app.output import Console
from interpreter.app.playing.map_file import MapFile
from interpreter.app.playing.playing import (
    PlaySession,
    only_judge_reads,
    reach_first_question,
    refusals_reported,
)
from interpreter.app.playing.shared_file import faults_withheld
from interpreter.app.playing.shared_terminal import SharedTerminal
from interpreter.engine.policies import Policy
from interpreter.reports.colour import clean
from interpreter.values.types import JUDGE, JUDGE_NAME, Value


@contextmanager
def begun_here(
    new: NewGame,
    path: Path,
    sitting: str | None,
    check: Callable[[OpenGame], None],
    notify: Notify,
) -> Iterator[ResumableGame]:
    """Begin a game for who is `sitting` at this terminal: a seat, JUDGE_NAME, or None
    for all who share it.

    What `check` raises of the game to be, and what the rules refuse before its first
    question, leaves no file; a seat is not told the cause of other faults.
    """

    def allow(found: OpenGame) -> None:
        every = answerers(new.players, found, LATER)
        check(found)
        judge_alone = sitting == JUDGE_NAME or only_judge_reads(found, every)
        is_seated = sitting not in (None, JUDGE_NAME)
        faults = faults_withheld() if is_seated else nullcontext()
        with refusals_reported(found.session, judge_alone), faults:
            reach_first_question(found)

    with begun(new, path, allow) as found:
        tell_aside(found.game.journal, notify)
        yield found


def played_here(
    found: ResumableGame,
    players: Mapping[str, str],
    fixed: dict[str, Value],
    console: Console,
    *,
    judge_alone: bool,
    rulings: bool = False,
    map_file: MapFile | None = None,
) -> PlaySession:
    """Play until the end, or until the game waits for somebody who is not here.

    `players` says who answers for seats by name, `fixed` answers by question. All seats
    that nobody is named for share the terminal, unless the judge is alone there. With
    `rulings` the judge is asked for those that have a default; `map_file` shows what
    everybody at the terminal may see.
    """
    opened, game = found.opened, found.game
    rest, here = (LATER, JUDGE) if judge_alone else (PERSON, None)
    every = answerers(players, opened, rest, here)
    table = SharedTerminal(Prompt(console), opened, JUDGE_NAME if judge_alone else "")
    newcomers = AnswerSource(rest, Policy())
    playing = PlaySession(
        opened, game, every, fixed, table, newcomers, rulings, map_file
    )
    table.takes_back = playing.take_back
    with refusals_reported(
        opened.session, judge_alone or only_judge_reads(opened, every)
    ):
        playing.through()
    table.rest()
    seat = opened.beginning.seats.get(table.sitting)
    if game.course.is_finished and seat is not None:
        table.looks(game.course, seat)
    return playing


def rests_text(playing: PlaySession) -> str:
    """Return the status of a game that was played at a terminal; at its end also what
    it gave, if no player reads along."""
    text = standing_text if playing.is_shared else ended_text
    return text(playing.opened, playing.game.course)


def reading_text(playing: PlaySession, file: str) -> str:
    """Return how to read what happened, "" where a player sat at the keys and was shown
    it; `file` is the game file as it is written in commands."""
    if playing.table is not None and playing.table.sitting not in ("", JUDGE_NAME):
        return ""
    name = clean(file)
    return (
        f"'umpire log {name}' tells what happened, "
        f"'umpire handout {name} DIR' writes a letter for each seat"
    )
