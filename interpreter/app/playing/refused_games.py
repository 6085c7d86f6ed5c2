"""Games that the rules refuse before anybody was asked, and who hears by which rule."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from interpreter.app.explaining.forbidden import in_short, in_words, required
from interpreter.app.opening.answer_sources import AnswerSource
from interpreter.app.opening.games import POLICY, OpenGame
from interpreter.app.opening.session import Session
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import Unusable
from interpreter.games.state import GameProgress
from interpreter.semantics.audience import EVERYONE
from interpreter.values.types import JUDGE

UNTOLD = "the rules refuse to go on from here"
ASK_AS_JUDGE = "'umpire play' with --as judge says by which rule, for the judge alone"


def reach_first_question(planned: OpenGame) -> None:
    """Play a game that has no file yet up to the first thing that somebody answers.

    What the rules refuse before that could never go on, and its file would only bar
    the way to the next game.
    """
    course = GameProgress(planned.beginning)
    try:
        for _ in course.fallen(planned.falls):
            pass
    except RunForbidden as error:
        error.at_once = False  # dice fell, and not all may see them
        raise


def only_judge_reads(planned: OpenGame, every: Mapping[int, AnswerSource]) -> bool:
    """Tell whether policies answer for all seats, so that no player is there."""
    seats = planned.beginning.seats.values()
    return all(every[seat].who == POLICY for seat in seats if seat != JUDGE)


@contextmanager
def refusals_told(session: Session, judge_alone: bool) -> Iterator[None]:
    """Say of what the rules refuse by which rule: to the judge always, to others where
    all see the step and no dice fell before it.

    That whoever sees a step may know what it compares and says, the checker has
    proved; only names may be masked.
    """
    try:
        with in_words(session):
            yield
    except RunForbidden as error:
        if judge_alone:
            raise
        step, rule = required(session, error.unmet)
        if step.site.seen_by != EVERYONE or not error.at_once:
            raise Unusable(UNTOLD, hint=ASK_AS_JUDGE) from None
        if any(kind.masks for kind in session.program.declared.kinds.values()):
            told = in_short(rule, "")
            raise RunForbidden(told, step.site.span, error.unmet) from None
        raise
