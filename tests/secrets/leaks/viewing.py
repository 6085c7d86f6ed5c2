"""Leaks in what a view names, counts and numbers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from interpreter.engine.stops import GameState
from interpreter.games import disclosures
from interpreter.games.state import GameProgress
from interpreter.semantics.declarations import WAITING, Declarations, Field, Kind
from interpreter.semantics.state_view import name_of
from interpreter.values.log import FACTS, MOMENT, STORE, births_of, log_of, moment_of
from interpreter.values.types import Claim, Type, Value, present
from interpreter.views import views
from interpreter.views.block_labels import BlockLabels, NumberedClaim
from interpreter.views.views import (
    NO_PAST,
    AskableView,
    AskedValue,
    PastView,
    View,
    ViewedClaim,
    ViewedEntity,
    _LocalNumbering,
)
from interpreter.views.visibility import Ids, KnownFields, Masks, Visibility
from tests.secrets.leaks.seams import Channel, Seams, leak

Seen = tuple[tuple[Field, Value], ...]
Viewed = tuple[View, tuple[Value, ...], _LocalNumbering]


@leak(2, Channel.COUNTS)
def claims_numbered_for_all(seams: Seams) -> None:
    """A claim has the number that it has among all claims, so gaps tell of others."""

    def leaking(
        declared: Declarations,
        numbered: Sequence[NumberedClaim],
        numbers: Mapping[int, int],
        numbering: _LocalNumbering,
    ) -> tuple[ViewedClaim, ...]:
        among_all = {number: number for number in numbers}
        return tuple(claims(declared, numbered, among_all, numbering))

    claims = seams.replace(views, "_viewed_claims", leaking)


@leak(5, Channel.CONSEQUENCES)
def the_moment_of_a_claim(seams: Seams) -> None:
    """The number of a claim counts the moments before it, and so what happened in
    secret."""

    def leaking(
        declared: Declarations,
        numbered: Sequence[NumberedClaim],
        numbers: Mapping[int, int],
        numbering: _LocalNumbering,
    ) -> tuple[ViewedClaim, ...]:
        later = {number: numbers[number] + row[MOMENT] for number, row in numbered}
        return tuple(claims(declared, numbered, later, numbering))

    claims = seams.replace(views, "_viewed_claims", leaking)


@leak(12, Channel.TIMING)
def the_order_of_facts(seams: Seams) -> None:
    """The facts of a claim are reversed when others were told something before."""

    def leaking(
        declared: Declarations,
        numbered: Sequence[NumberedClaim],
        numbers: Mapping[int, int],
        numbering: _LocalNumbering,
    ) -> tuple[ViewedClaim, ...]:
        turned = [
            (number, row if number < numbers[number] else _facts_reversed(row))
            for number, row in numbered
        ]
        return tuple(claims(declared, turned, numbers, numbering))

    claims = seams.replace(views, "_viewed_claims", leaking)


def _facts_reversed(row: Any) -> tuple[Any, ...]:
    return (*row[:FACTS], row[FACTS][::-1], *row[FACTS + 1 :])


@leak(3, Channel.COUNTS)
def entities_numbered_for_all(seams: Seams) -> None:
    """What came to be is named by its number among all of its kind."""

    def leaking(self: _LocalNumbering, kind: str, number: int) -> str:
        if _needs_name(self, kind, number):
            self._counts[kind] = max(number - 1, self._counts.get(kind, 0))
        return str(name(self, kind, number))

    name = seams.replace(_LocalNumbering, "_name", leaking)


@leak(13, Channel.COUNTS)
def a_number_behind_the_known(seams: Seams) -> None:
    """Who came to be is numbered after all of the scenario, hidden ones too."""

    def leaking(self: _LocalNumbering, kind: str, number: int) -> str:
        if _needs_name(self, kind, number):
            self._counts.setdefault(kind, len(self._ids.get(kind, ())))
        return str(name(self, kind, number))

    name = seams.replace(_LocalNumbering, "_name", leaking)


@leak(73, Channel.COUNTS)
def a_place_among_all_that_waits(seams: Seams) -> None:
    """A call that waits is named by its place among all of them."""

    def leaking(self: _LocalNumbering, kind: str, number: int) -> str:
        if kind == WAITING and _needs_name(self, kind, number):
            self._counts[kind] = number
        return str(name(self, kind, number))

    name = seams.replace(_LocalNumbering, "_name", leaking)


def _needs_name(numbering: _LocalNumbering, kind: str, number: int) -> bool:
    """Tell whether an entity came to be while running and has no name yet."""
    is_new = number >= len(numbering._ids.get(kind, ()))
    return is_new and (kind, number) not in numbering.made


@leak(18, Channel.UNDO)
def what_was_met_before(seams: Seams) -> None:
    """Names of who came to be go on where the last view ended."""
    counts: dict[str, int] = {}

    def leaking(
        self: _LocalNumbering,
        ids: Ids,
        claims: Mapping[int, int],
        labels: BlockLabels,
        calls: Callable[[str, int], str],
        met: Iterable[tuple[str, int]] = (),
    ) -> None:
        begin(self, ids, claims, labels, calls)
        self._counts = counts
        for kind, number in met:
            self._name(kind, number)

    begin = seams.replace(_LocalNumbering, "__init__", leaking)


@leak(81, Channel.FIELDS)
def names_for_all(seams: Seams) -> None:
    """What the pack calls an entity is printed for whom its name is hidden from."""

    def leaking(self: Visibility, kind: str, number: int) -> str:
        declared = self.declared.kinds.get(kind)
        row = self.state_view.row(kind, number)
        return "" if declared is None else name_of(declared, row)

    seams.replace(Visibility, "called", leaking)


@leak(40, Channel.TIMING)
def names_that_shift(seams: Seams) -> None:
    """What came to be is named anew in each view, and a later claim shifts its name."""

    def leaking(
        self: _LocalNumbering,
        ids: Ids,
        claims: Mapping[int, int],
        labels: BlockLabels,
        calls: Callable[[str, int], str],
        met: Iterable[tuple[str, int]] = (),
    ) -> None:
        begin(self, ids, claims, labels, calls)

    begin = seams.replace(_LocalNumbering, "__init__", leaking)


@leak(51, Channel.COUNTS)
def names_by_birth(seams: Seams) -> None:
    """What came to be is named in the order in which it did, whether the seat met it or
    not."""

    def leaking(course: GameProgress, seat: int) -> tuple[tuple[str, int], ...]:
        births = births_of(log_of(course.game_state))
        return tuple((kind, number) for kind, number, *_ in births)

    seams.replace(disclosures, "_met", leaking)


@leak(7, Channel.CONSEQUENCES)
def who_is_there(seams: Seams) -> None:
    """A view names entities of which the seat sees nothing."""

    def leaking(
        visibility: Visibility, kind: Kind, number: int, numbering: _LocalNumbering
    ) -> Seen:
        numbering.entity(kind.name, number)
        return tuple(seen(visibility, kind, number, numbering))

    seen = seams.replace(views, "_seen", leaking)


@leak(17, Channel.FIELDS)
def all_of_who_was_reported(seams: Seams) -> None:
    """Of an entity that a claim is about, a seat sees every field."""

    def leaking(
        visibility: Visibility, kind: Kind, number: int, numbering: _LocalNumbering
    ) -> Seen:
        is_met = (kind.name, number, "") in numbering._places
        if not is_met or visibility.state_view.row(kind.name, number) is None:
            return tuple(seen(visibility, kind, number, numbering))
        with patch.object(visibility, "admitted", lambda kind, number: kind.fields):
            return tuple(seen(visibility, kind, number, numbering))

    seen = seams.replace(views, "_seen", leaking)


@leak(16, Channel.CONSEQUENCES)
def who_was_removed(seams: Seams) -> None:
    """A view still names who was removed, also to who never saw it."""

    def leaking(
        visibility: Visibility, numbering: _LocalNumbering
    ) -> tuple[ViewedEntity, ...]:
        removed = (
            ViewedEntity(kind, numbering.entity(kind.name, number), ())
            for kind in visibility.declared.kinds.values()
            if kind.name != STORE
            for number, row in enumerate(visibility.state_view.rows(kind.name))
            if row is None
        )
        return (*entities(visibility, numbering), *removed)

    entities = seams.replace(views, "_viewed_entities", leaking)


@leak(22, Channel.FIELDS)
def a_claim_of_another_in_a_field(seams: Seams) -> None:
    """Of a claim in a field a seat sees that there is one, though another was told
    it."""

    def leaking(self: _LocalNumbering, value: Any, kind: Type) -> Value:
        if value is not None and isinstance(present(kind), Claim):
            return self._claims.get(value, 1) - 1
        found: Value = own_value(self, value, kind)
        return found

    own_value = seams.replace(_LocalNumbering, "value", leaking)


@leak(44, Channel.COUNTS)
def the_time_in_a_view(seams: Seams) -> None:
    """A view says what time it is, which counts what happened in secret."""
    _count_beside_the_seat(seams, lambda state: moment_of(log_of(state)))


@leak(45, Channel.COUNTS)
def births_in_a_view(seams: Seams) -> None:
    """A view says how many came to be, unseen ones too."""
    _count_beside_the_seat(seams, lambda state: len(births_of(log_of(state))))


def _count_beside_the_seat(seams: Seams, count: Any) -> None:
    """Write a number that a game state gives behind the name of the seat."""

    def leaking(
        declared: Declarations,
        ids: Ids,
        state: GameState,
        seat: int,
        asked: Iterable[AskedValue],
        masks: Masks | None,
        past: PastView,
        of: Iterable[str] = (),
        known: KnownFields | None = None,
    ) -> Viewed:
        arguments = (declared, ids, state, seat, asked, masks, past, of, known)
        view, *rest = viewed(*arguments)
        return (replace(view, seat=f"{view.seat} {count(state)}"), *rest)

    viewed = seams.replace(views, "_viewed", leaking)


@leak(59, Channel.NEW_OBSERVER)
def no_masks_in_games(seams: Seams) -> None:
    """In games nothing is masked: views are made as for the judge, who knows all by its
    id."""

    def leaking(
        declared: Declarations,
        ids: Ids,
        state: GameState,
        seat: int,
        masks: Masks | None = None,
        past: PastView = NO_PAST,
        known: KnownFields | None = None,
    ) -> AskableView:
        without = Masks(ids, None)
        found: AskableView = askable(declared, ids, state, seat, without, past, known)
        return found

    askable = seams.replace(disclosures, "askable_view", leaking)


@leak(61, Channel.TIMING)
def claims_that_shift(seams: Seams) -> None:
    """Claims are put in order again when later ones are told, and their numbers
    shift."""

    def leaking(course: GameProgress) -> tuple[int, ...]:
        return ()

    seams.replace(disclosures, "_claims_at_pauses", leaking)
