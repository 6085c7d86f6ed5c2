"""Leaks in which fields a seat sees."""

from typing import Any

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.evaluator import evaluate
from interpreter.expressions.typed import Apply, Constant, IfElse, Typed
from interpreter.semantics.declarations import SEAT, Field, Kind
from interpreter.semantics.state_view import StateView
from interpreter.values.faults import Fault
from interpreter.values.log import TO
from interpreter.views import views
from interpreter.views.block_labels import NumberedClaim
from interpreter.views.visibility import SharedVisibility, Visibility
from tests.secrets.leaks.seams import Channel, Seams, leak


@leak(1, Channel.FIELDS)
def a_field_of_the_judge(seams: Seams) -> None:
    """A field that is never shown to seats is in every view."""

    def leaking(self: Visibility, shown: Typed, number: int) -> bool:
        return isinstance(shown, Constant) or holds(self, shown, number)

    holds = seams.replace(Visibility, "_holds", leaking)


@leak(54, Channel.FIELDS)
def a_thing_unseen(seams: Seams) -> None:
    """Of an entity that a seat does not know of it sees what all who know of it see."""

    def leaking(self: Visibility, shown: Typed, number: int) -> bool:
        match shown:
            case Apply(name="and"):
                return any(self._holds(part, number) for part in shown.arguments)
            case _:
                return bool(holds(self, shown, number))

    holds = seams.replace(Visibility, "_holds", leaking)


@leak(55, Channel.AUDIENCES)
def an_audience_both_ways(seams: Seams) -> None:
    """A field is seen whichever branch of its audience is taken."""

    def leaking(self: Visibility, shown: Typed, number: int) -> bool:
        match shown:
            case IfElse() if self._answer(shown.condition, number) is not None:
                branches = (shown.then, shown.other)
                return any(self._holds(branch, number) for branch in branches)
            case _:
                return bool(holds(self, shown, number))

    holds = seams.replace(Visibility, "_holds", leaking)


@leak(23, Channel.AUDIENCES)
def an_audience_without_an_answer(seams: Seams) -> None:
    """An audience whose condition faults admits everyone."""

    def leaking(self: Visibility, node: Typed, number: int) -> Any:
        try:
            return evaluate(node, self._environment({"it": number, SEAT: self._seat}))
        except Fault:
            return True
        except LimitExceeded:
            return answer(self, node, number)

    answer = seams.replace(Visibility, "_answer", leaking)


@leak(47, Channel.SECOND_VIEW, Channel.NEW_OBSERVER)
def what_one_sees_for_everyone(seams: Seams) -> None:
    """Everyone sees what one of the seats sees."""

    def leaking(self: SharedVisibility, kind: Kind, number: int) -> list[Field]:
        every = [seat.admitted(kind, number) for seat in self._all]
        return list(dict.fromkeys(field for fields in every for field in fields))

    seams.replace(SharedVisibility, "admitted", leaking)


@leak(48, Channel.NEW_OBSERVER)
def everyone_behind_a_mask(seams: Seams) -> None:
    """Everyone knows what is masked by its id."""

    def leaking(self: SharedVisibility, kind: Kind, number: int, row: Any) -> bool:
        return True

    seams.replace(SharedVisibility, "owns", leaking)


@leak(4, Channel.FIELDS)
def claims_of_others(seams: Seams) -> None:
    """A seat gets the claims of the seats before it too."""

    def leaking(self: StateView, seat: int) -> list[NumberedClaim]:
        rows = enumerate(self.claims)
        return [(number, row) for number, row in rows if row[TO] <= seat]

    seams.replace(StateView, "received", leaking)


@leak(46, Channel.NEW_OBSERVER)
def a_claim_for_everyone(seams: Seams) -> None:
    """Everyone has the claims of the first seat."""

    def leaking(state_view: StateView) -> list[NumberedClaim]:
        return state_view.received(state_view.seats[0])

    seams.replace(views, "_public", leaking)
