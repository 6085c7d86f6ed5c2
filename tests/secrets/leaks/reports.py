"""Leaks in what commands say of a run, and in the log of a game."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from msgspec.structs import replace

from interpreter.app.opening.session import Session
from interpreter.app.running.once import CompletedRun, RunRequest
from interpreter.cli import run as run_command
from interpreter.cli.terminal import Terminal
from interpreter.engine.once import Engine
from interpreter.engine.stops import DrawStop, RollStop, Stop
from interpreter.expressions.typed import Template
from interpreter.games import disclosures, state
from interpreter.games.journal_values import Ids
from interpreter.games.state import CHOICE, AnsweredStop, GameProgress, StepMessage
from interpreter.ir.instructions import Program
from interpreter.reports import claims, colour, explanation, failures, game_log
from interpreter.reports.claims import claims_text
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.failures import Failure
from interpreter.reports.game_log import LogEntry, LogLine
from interpreter.reports.runs import Run, Throw
from interpreter.reports.text_layout import WIDTH
from interpreter.reports.values import ValueNames
from interpreter.semantics.declarations import Declarations
from interpreter.values.types import Value
from interpreter.views.views import AskedValue, View
from tests.secrets.leaks.seams import Channel, Seams, leak


@leak(6, Channel.COUNTS)
def how_many_were_told(seams: Seams) -> None:
    """The text says of how many claims in all these are."""

    def leaking(views: tuple[View, ...]) -> Iterator[str]:
        count = sum(len(view.claims) for view in views)
        for view in views:
            told = f"told {len(view.claims)} of {count}"
            said = f"{told}:" if view.claims else "told nothing"
            yield f"{clean(view.seat)} is {said}"
            yield from claims_text(view)

    seams.replace(claims, "seats_claims_text", leaking)


@leak(14, Channel.TALK)
def an_extra_line(seams: Seams) -> None:
    """Who is told nothing gets one more line when dice were rolled."""

    def leaking(
        run: Run, declared: Declarations, names: ValueNames, paint: Paint = PLAIN
    ) -> str:
        told = explanation.ending(run, paint)
        head = run_text(run, declared, names, paint).removesuffix("\n".join(told))
        if any(isinstance(note, Throw) for note in run.notes):
            nothing = "told nothing"
            told = [
                line.replace(nothing, f"{nothing}\n  after a roll") for line in told
            ]
        return head + "\n".join(told)

    run_text: Callable[..., str] = seams.replace(explanation, "run_text", leaking)


@leak(15, Channel.TALK)
def an_explanation_for_seats(seams: Seams) -> None:
    """An explanation says to seats too after how many steps they were told."""

    def leaking(
        run: Run,
        program: Program,
        names: ValueNames,
        paint: Paint = PLAIN,
        cells: int = WIDTH,
        *,
        every: bool = True,
    ) -> str:
        told = explanation.ending(run, paint)
        text = explained(run, program, names, paint, cells, every=every)
        head = text.removesuffix("\n".join(told))
        told.insert(len(told) - bool(run.seed), f"  after {len(run.notes)} steps")
        return head + "\n".join(told)

    explained: Callable[..., str] = seams.replace(explanation, "explained", leaking)


@leak(10, Channel.PROBES)
def an_exit_code(seams: Seams) -> None:
    """The exit code says that somebody was lied to."""
    runs = _remembered_runs(seams)

    def leaking(arguments: Namespace, terminal: Terminal) -> int:
        code: int = execute(arguments, terminal)
        notes = runs[-1].notes
        return code or int(any(getattr(note, "name", "") == "lies" for note in notes))

    execute = seams.replace(run_command, "execute", leaking)


@leak(19, Channel.TALK)
def a_word_beside_the_data(seams: Seams) -> None:
    """A command says on stderr that nobody was told anything."""
    runs = _remembered_runs(seams)

    def leaking(arguments: Namespace, terminal: Terminal) -> int:
        code: int = execute(arguments, terminal)
        told = runs[-1].views
        if told and not any(view.claims for view in told):
            terminal.say("nobody was told anything")
        return code

    execute = seams.replace(run_command, "execute", leaking)


def _remembered_runs(seams: Seams) -> list[Run]:
    """Return the list to which each run of `umpire run` is added."""
    runs: list[Run] = []

    def leaking(
        session: Session, wanted: RunRequest, engine: Engine | None = None
    ) -> CompletedRun:
        ended: CompletedRun = played(session, wanted, engine)
        runs.append(ended.report())
        return ended

    played = seams.replace(run_command, "played", leaking)
    return runs


@leak(24, Channel.LOG, Channel.INTENT)
def the_choices_of_others(seams: Seams) -> None:
    """The log of a seat has what others chose."""

    def leaking(passed: AnsweredStop, name: str) -> bool:
        return bool(passed.event["event"] == CHOICE)

    seams.replace(game_log, "_is_of", leaking)


@leak(25, Channel.LOG)
def events_numbered_for_all(seams: Seams) -> None:
    """What a seat chose has its number among all events of the game."""

    def leaking(entry: LogEntry, text: str, name: str, number: int) -> LogLine:
        line: LogLine = of_seat(entry, text, name, entry.number)
        return line

    of_seat = seams.replace(game_log, "_of_seat", leaking)


@leak(60, Channel.LOG, Channel.STALE)
def a_choice_that_follows(seams: Seams) -> None:
    """What a seat chose before a shuffle follows who was meant to the fresh label."""

    def leaking(entry: LogEntry, ids: Ids) -> list[AskedValue]:
        return [value._replace(when=1_000_000) for value in spoken(entry, ids)]

    spoken = seams.replace(game_log, "_spoken", leaking)


@leak(65, Channel.ACTIVE)
def a_text_that_moves_the_cursor(seams: Seams) -> None:
    """What a text does to a terminal it does: it clears the screen, or writes over
    it."""

    def leaking(text: str) -> str:
        return text

    seams.replace(colour, "clean", leaking)


@leak(69, Channel.TALK)
def a_fault_that_quotes(seams: Seams) -> None:
    """What is said of a fault of the program quotes what it met."""

    def leaking(error: BaseException, traceback_file: Path | None) -> Failure:
        failure: Failure = fault_of(error, traceback_file)
        return replace(failure, message=f"{failure.message}: {error}")

    fault_of = seams.replace(failures, "fault_of", leaking)


@leak(75, Channel.DICE)
def what_falls_in_secret(seams: Seams) -> None:
    """What falls in secret is in the log of every seat."""

    def leaking(stop: Stop) -> bool:
        return isinstance(stop, RollStop | DrawStop)

    seams.replace(disclosures, "is_public", leaking)


@leak(76, Channel.TALK)
def words_for_the_judge(seams: Seams) -> None:
    """What the rules say to the judge alone is said to all."""

    def leaking(engine: Engine) -> list[StepMessage]:
        return [message._replace(is_public=True) for message in original(engine)]

    original = seams.replace(state, "step_messages", leaking)


@leak(77, Channel.TALK)
def the_judge_is_overheard(seams: Seams) -> None:
    """Who sits down also reads what fell and was said for the judge."""

    def leaking(course: GameProgress, seat: int) -> list[LogLine]:
        with patch.object(game_log, "_is_for", lambda entry, name: True):
            lines: list[LogLine] = meanwhile(course, seat)
        return lines

    meanwhile = seams.replace(game_log, "meanwhile", leaking)


@leak(78, Channel.OFFERS)
def a_question_kept_in_its_order(seams: Seams) -> None:
    """What a question in a log lists is in the order of the scenario."""

    def leaking(
        template: Template | None, values: tuple[Value, ...], when: int
    ) -> Iterator[AskedValue]:
        for value in of(template, values, when):
            yield value._replace(keeps=True)

    of = seams.replace(game_log, "_of", leaking)
