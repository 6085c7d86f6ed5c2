"""Leaks in what is asked and refused, and in who has seen what an undo takes back."""

from collections.abc import Mapping

from msgspec.structs import replace

from interpreter.app.explaining import offers
from interpreter.app.opening import games
from interpreter.app.opening.session import Session
from interpreter.diagnostics import Unusable
from interpreter.engine.stops import PartTexts
from interpreter.games import disclosures
from interpreter.games.questions import ChoicePart, Question
from interpreter.games.state import GameProgress
from interpreter.reports import questions
from interpreter.reports.colour import clean
from interpreter.reports.questions import Posed, PosedPart, _Filling
from interpreter.source import normalised
from interpreter.values.types import JUDGE, Type
from interpreter.views.block_labels import BlockLabels
from interpreter.views.views import View
from tests.secrets.leaks.seams import Channel, Seams, leak


@leak(28, Channel.COUNTS)
def a_prompt_that_counts(seams: Seams) -> None:
    """A prompt says how many events there were."""

    def leaking(course: GameProgress, question: Question) -> Posed:
        shown: Posed = posed(course, question)
        return replace(shown, name=f"{shown.name} {len(course.passed)}")

    posed = seams.replace(questions, "posed", leaking)


@leak(43, Channel.QUESTIONS)
def who_has_answered(seams: Seams) -> None:
    """A prompt says how many others have answered already."""

    def leaking(course: GameProgress, question: Question) -> Posed:
        shown: Posed = posed(course, question)
        return replace(shown, seat=f"{shown.seat}{'!' * len(course.given)}")

    posed = seams.replace(questions, "posed", leaking)


@leak(58, Channel.NEW_OBSERVER)
def a_question_for_the_judge(seams: Seams) -> None:
    """A question is worded with the names that the judge has."""

    def leaking(course: GameProgress, question: Question) -> Posed:
        shown: Posed = posed(course, replace(question, seat=JUDGE))
        return shown

    posed = seams.replace(questions, "posed", leaking)


@leak(52, Channel.OFFERS)
def a_question_in_its_order(seams: Seams) -> None:
    """A question is put in the order of the scenario."""

    def leaking(self: Question, labels: BlockLabels, item: Type) -> Question:
        return self

    seams.replace(Question, "sorted", leaking)


@leak(82, Channel.OFFERS)
def a_text_by_the_order_of_the_scenario(seams: Seams) -> None:
    """What stands beside an option says its place before options were sorted."""

    def leaking(
        question: Question, part: ChoicePart, texts: PartTexts, filling: _Filling
    ) -> PosedPart:
        shown: PosedPart = read(question, part, texts, filling)
        every = list(question.stop.offered or ())
        places = [every.index(v) if v in every else 0 for v in part.offered or ()]
        return replace(shown, says=tuple(map(str, places)))

    read = seams.replace(questions, "_part", leaking)


@leak(66, Channel.QUESTIONS)
def who_is_waited_for(seams: Seams) -> None:
    """Who sits at a game reads for whom it waits."""

    def leaking(course: GameProgress, seat: str) -> str:
        if course.is_finished:
            return str(text(course, seat))
        names = [course.beginning.seat_name(each.seat) for each in course.open()]
        return f"{clean(seat)} is asked nothing now; waits for {', '.join(names)}"

    text = seams.replace(games, "seat_rests_text", leaking)


@leak(49, Channel.PROBES)
def another_refusal(seams: Seams) -> None:
    """A name that the seat may not know is refused in other words than one that nobody
    has."""

    def leaking(
        session: Session, question: Question, seen: View | None, text: str
    ) -> str:
        there = session.program.initial_states.values()
        every = (ids for state in there for ids in state.ids.values())
        if normalised(text) in {normalised(name) for ids in every for name in ids}:
            raise Unusable(f"'{clean(text)}' may not be named")
        return str(why_not(session, question, seen, text))

    why_not = seams.replace(offers, "why_not", leaking)


@leak(50, Channel.UNDO)
def a_silent_undo(seams: Seams) -> None:
    """An undo takes back in silence what another seat has seen."""

    def leaking(
        before: Mapping[int, View], now: Mapping[int, View], *, public: bool
    ) -> list[int]:
        return [seat for seat in now if seat not in before]

    seams.replace(disclosures, "_noticed_by", leaking)
