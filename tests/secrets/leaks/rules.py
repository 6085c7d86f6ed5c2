"""Leaks in what the rules are translated to: lies, and calls that wait."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from interpreter.expressions.typed import Apply, Constant, Local
from interpreter.ir.instructions import HIDDEN, Instruction, Invoke, Let, Site, When
from interpreter.lowering import event_effects
from interpreter.lowering.telling import _Lying
from interpreter.semantics.declarations import Field, Kind
from interpreter.semantics.names import Names
from interpreter.semantics.sections import waiting
from interpreter.semantics.sections.waiting_calls import CALL, ON, every_row
from interpreter.values.types import INTEGER, Boolean, Nothing
from tests.secrets.leaks.seams import Channel, Seams, leak


@leak(11, Channel.FIELDS)
def what_is_true_in_a_lie(seams: Seams) -> None:
    """In a lie, what is true is left blank: its shape marks it."""

    def leaking(
        self: _Lying,
        truths: Mapping[int, Local],
        reported: Mapping[int, Local],
        count: Local,
    ) -> tuple[Instruction, ...]:
        facts = {local.name for local in reported.values()}
        return tuple(_blank(one, facts) for one in false(self, truths, reported, count))

    false = seams.replace(_Lying, "_false", leaking)


def _blank(made: Instruction, facts: set[str]) -> Instruction:
    """Return what says a fact so that it says none where the truth would be said."""
    match made:
        case When(other=(Let(name=name) as truth,)) if name in facts:
            none = replace(truth, value=Constant(None, Nothing()))
            return replace(made, other=(none,))
        case _:
            return made


@leak(71, Channel.INTENT)
def what_waits_for_everyone(seams: Seams) -> None:
    """Everyone sees which calls wait, and for what events."""

    def shown(field: Field) -> Field:
        if field.name != CALL:
            return field
        return replace(field, shown=Constant(True, Boolean()))

    _waiting_fields(seams, shown)


@leak(72, Channel.INTENT)
def when_it_is_due(seams: Seams) -> None:
    """Everyone sees when the calls that wait will be made."""

    def shown(field: Field) -> Field:
        if not field.name.startswith(f"{ON}."):
            return field
        assert isinstance(field.shown, Apply)
        waits_on, _ = field.shown.arguments
        return replace(field, shown=waits_on)

    _waiting_fields(seams, shown)


def _waiting_fields(seams: Seams, shown: Any) -> None:
    """Change to whom the fields of calls that wait are shown."""

    def leaking(names: Names) -> Kind | None:
        kind: Kind | None = waiting_kind(names)
        if kind is None:
            return None
        return replace(kind, fields=tuple(shown(field) for field in kind.fields))

    waiting_kind = seams.replace(waiting, "waiting_kind", leaking)


@leak(74, Channel.DICE)
def dice_beside_what_waits(seams: Seams) -> None:
    """What a call that waited rolls depends on how many others wait."""

    def leaking(
        names: Names, site: Site, row: Local, procedure: str
    ) -> tuple[Instruction, ...]:
        *before, guarded = made(names, site, row, procedure)
        assert isinstance(guarded, When)
        (call,) = guarded.then
        assert isinstance(call, Invoke)
        name = f"{HIDDEN}others{list(names.put_off).index(procedure)}"
        others = Let(site, name, Apply("count", (every_row(),), INTEGER))
        among = (*call.site.among, Local(name, INTEGER))
        own = replace(call.site, among=among)
        call = replace(call, site=own)
        return (others, *before, replace(guarded, site=own, then=(call,)))

    made = seams.replace(event_effects, "_made", leaking)
