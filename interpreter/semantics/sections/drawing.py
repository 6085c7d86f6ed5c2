"""How entities are drawn, and when one is out of play."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions.functions.plane import AREA, HEADING, PLACE
from interpreter.expressions.typed import (
    ClaimsTo,
    Constant,
    Every,
    FieldRead,
    Local,
    Now,
    ReachSearch,
    Remembered,
    Typed,
    Use,
)
from interpreter.semantics.boards.hexes import POINT
from interpreter.semantics.declarations import (
    MAX_STATES,
    MOST_BADGES,
    CellBoard,
    ClaimKind,
    DrawingRules,
    Ending,
    Field,
    Kind,
    Measure,
    PlaneBoard,
)
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import figure, text_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.audiences import owner_of
from interpreter.semantics.sections.events import patterns
from interpreter.values import types
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    Boolean,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    Maybe,
    Seat,
    Type,
    Value,
    enumeration_of,
    maybe,
    present,
    whole,
)
from interpreter.yaml.nodes import MappingNode as MapNode
from interpreter.yaml.nodes import Node, ScalarNode, SequenceNode, name_of

_TYPED = get_args(Typed)
_HOLD_EXPRESSIONS = (Constant.__module__, Field.__module__)


def with_end(names: Names, field: Field, value: Node, scope: Scope) -> Field:
    """Return the field with the events that reset it; `scope` has its entity as
    `it`."""
    nodes = _nodes(value)
    if nodes.keys() <= {"ends_at"}:
        return field
    ends_at = field.start
    if "ends_at" in nodes:
        ends_at = figure(names, nodes["ends_at"], field.type, scope)
    elif ends_at is None and isinstance(field.type, Maybe):
        ends_at = Constant(None, field.type)
    if ends_at is None:
        message = f"the field '{field.name}' ends, but nothing says at what value"
        found = problem("R407", field.span, message, expected="start or ends_at")
        names.problems.append(found)
    ends_on = patterns(names, nodes.get("ends_on"), scope)
    return replace(field, ends_on=ends_on, ends_at=ends_at)


def ending(names: Names, field: Field, value: Node, scope: Scope) -> Ending | None:
    """Read the condition that resets a field; it may read its own entity only."""
    node = _nodes(value).get("ends_when")
    if not isinstance(node, ScalarNode) or field.ends_at is None:
        return None
    condition = expression(names, node, scope, Boolean())
    own = own_reads(names, condition)
    if own is None:
        message = f"'{field.name}' ends by more than fields of its own entity"
        hint = "let the step that changes the other set this one too"
        names.problems.append(problem("R311", node.span, message, hint=hint))
        return None
    return Ending(field.name, condition, field.ends_at, own)


def own_reads(names: Names, node: Typed) -> frozenset[str] | None:
    """Return the fields of `it` that an expression reads; None if it reads other
    state."""
    own: set[str] = set()
    for each in beneath(names, node):
        if isinstance(each, FieldRead) and _it(each.of):
            own.add(each.name)
        elif isinstance(each, (FieldRead, Every, Now, Remembered)) or (
            isinstance(each, Use)
            and each.section == "derived"
            and not _it(each.arguments[0])
        ):
            return None
    return frozenset(own)


def reads_more(names: Names, node: Typed) -> bool:
    """Return whether an expression reads more than fields reached from `it` and those
    of single entities: all of a kind, the log, claims, a table."""
    return any(
        isinstance(each, (Every, Now, Remembered, ClaimsTo, ReachSearch))
        or (isinstance(each, Use) and each.section in ("tables", "modifiers"))
        for each in beneath(names, node)
    )


def ordered(names: Names, kind: Kind) -> Kind:
    """Return the kind with its endings in an order in which none undoes an earlier
    one."""
    by_name = {each.field: each for each in kind.endings}
    graph = {
        name: (each.reads & by_name.keys()) - {name} for name, each in by_name.items()
    }
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError as cycle:
        first = cycle.args[1][0]
        span = kind.fields[kind.slot(first)].span
        message = f"'{first}' ends by fields that end by it"
        names.problems.append(problem("R506", span, message))
        return replace(kind, endings=())
    return replace(kind, endings=tuple(by_name[name] for name in order))


def _nodes(value: Node) -> dict[str, Node]:
    keys = ("ends_on", "ends_when", "ends_at")
    found = {key: value.get(key) for key in keys} if isinstance(value, MapNode) else {}
    return {key: node for key, node in found.items() if node is not None}


def _it(node: Typed) -> bool:
    return isinstance(node, Local) and node.name == "it"


def beneath(names: Names, node: Typed) -> Iterator[Typed]:
    """Yield what an expression reads, through the declarations that it uses too."""
    waiting: list[Any] = [node]
    seen: set[tuple[str, str]] = set()
    while waiting:
        for each in _inside(waiting.pop()):
            yield each
            if isinstance(each, Use) and (each.section, each.name) not in seen:
                seen.add((each.section, each.name))
                section = "formulas" if each.section == "derived" else each.section
                waiting.append(getattr(names, section).get(each.name))


def _inside(given: Value) -> Iterator[Typed]:
    """Yield every expression in a declaration or expression."""
    waiting = [given]
    while waiting:
        each = waiting.pop()
        if isinstance(each, _TYPED):
            yield each
        if isinstance(each, tuple):
            waiting += each
        elif isinstance(each, Struct) and type(each).__module__ in _HOLD_EXPRESSIONS:
            waiting += [getattr(each, name) for name in each.__struct_fields__]


Wanted = Callable[[Type], bool]
WORDS = (Enumeration, EnumerationPart, types.Number, types.Text, Entity, types.Boolean)


def drawn(names: Names, kind: Kind, node: Node, scope: Scope) -> DrawingRules:
    """Return how a kind is drawn.

    By default at its first hex or position field, also at the others, over its lists of
    hexes and its areas, along its lists of positions, with an arrow in its first
    direction or heading.
    """
    section = node.get("drawn") if isinstance(node, MapNode) else None
    fields = {each.name: present(each.type) for each in kind.fields}
    says = _DrawnSection(names, section, fields)
    at = says.fields("at", _is_stand, "a hex, a place or an entity")
    also = says.fields("also", _is_spots, "hexes or places")
    along = says.fields("along", _is_way, "a list of hexes or places")
    over = says.fields("over", _is_land, "a list of hexes, or areas")
    facing = says.fields("facing", _is_direction, "a direction, a corner or a heading")
    mark = says.fields("as", _is_short, "a word, a number or a text")
    start = says.fields("ranges_from", _is_spots, "hexes or places")
    taken = {*(at or ()), *(also or ()), *(along or ()), *(over or ())}
    hexes, places, spots, ways, lands = (
        tuple(each for each in says.such(wanted) if each not in taken)
        for wanted in (_is_hex, _is_place, _is_spot, _is_track, _is_land)
    )
    at = (*hexes[:1], *places[:1]) if at is None else at
    rest = tuple(each for each in spots if each not in at)
    return DrawingRules(
        at,
        rest if also is None else also,
        ways if along is None else along,
        lands if over is None else over,
        _first(says.such(_is_direction) if facing is None else facing),
        _first(mark or ()),
        _owner(names, kind, node, scope, says),
        ranges=tuple(_ranges(names, section, scope)),
        ranges_from=at if start is None else start,
        base=_base(names, section, scope),
        states=tuple(_states(names, section, scope)),
        unless=_unless(names, section, scope),
        badges=tuple(_badges(names, section, scope)),
        zones=tuple(_zones(names, section, scope)),
        carried_by=_first(says.fields("carried_by", _is_thing, "an entity") or ()),
        toward=says.fields("toward", _are_things, "an entity, or a list of them") or (),
        flat=_flat(names, section),
        looks=_looks_of_kind(names, section, fields.get(_first(mark or ()))),
    )


def claim_drawn(names: Names, kind: ClaimKind, node: Node) -> DrawingRules:
    """Return how claims of a kind are drawn: at every hex, position and area in their
    facts."""
    section = node.get("drawn") if isinstance(node, MapNode) else None
    says = _DrawnSection(
        names, section, {each.name: present(each.type) for each in kind.facts}
    )
    at = says.fields("at", _is_told_at, "hexes, places, areas or entities")
    around = says.fields("around", _is_whole, "a whole number")
    facing = says.fields("facing", _is_bearing, "a direction or a compass point")
    return DrawingRules(
        says.such(_is_told) if at is None else at,
        facing=_first(facing or ()),
        around=_first(around or ()),
    )


def looks_of(
    names: Names,
    section: Node | None,
    ground: Enumeration | None,
    otherwise: str = "no ground of this board",
) -> tuple[str, ...]:
    """Return the drawing style of each ground, "" by default; of a word that is none it
    is said that it is `otherwise`."""
    values = () if ground is None else ground.values
    found = dict.fromkeys(range(len(values)), "")
    for key, look in section.entries if isinstance(section, MapNode) else ():
        rank = None if ground is None else ground.rank(key.name)
        if rank is None:
            message = f"'{key.text}' is {otherwise}"
            hint, expected = did_you_mean(key.text, values), ", ".join(values)
            names.problems.append(
                problem("R301", key.span, message, expected=expected, hint=hint)
            )
        else:
            found[rank] = text_of(look)
    return tuple(found.values())


class _DrawnSection(Struct, frozen=True):
    """The content of `drawn`, and the fields that it may name."""

    names: Names
    node: Node | None
    known: Mapping[str, Type]

    def such(self, wanted: Wanted) -> tuple[str, ...]:
        """Return the fields of a type, in order."""
        return tuple(name for name, each in self.known.items() if wanted(each))

    def fields(self, key: str, wanted: Wanted, expected: str) -> tuple[str, ...] | None:
        """Return the fields that a key names; None if the key is missing.

        An unknown field or one of another type is a problem.
        """
        given = self.node.get(key) if isinstance(self.node, MapNode) else None
        if given is None:
            return None
        listed = given.items if isinstance(given, SequenceNode) else (given,)
        return tuple(self._named(listed, wanted, expected))

    def _named(
        self, listed: Iterable[Node], wanted: Wanted, expected: str
    ) -> Iterable[str]:
        for each in listed:
            name = name_of(each)
            if name not in self.known:
                fitting = self.such(wanted)
                self._say("R301", each, "is unknown", expected, fitting)
            elif not wanted(self.known[name]):
                self._say("R401", each, "does not fit", expected, ())
            else:
                yield name

    def _say(
        self, code: str, at: Node, what: str, expected: str, known: Iterable[str]
    ) -> None:
        name = text_of(at)
        hint = did_you_mean(name, known)
        self.names.problems.append(
            problem(
                code,
                at.span,
                f"the field '{name}' {what}",
                expected=f"a field with {expected}",
                hint=hint,
            )
        )


def _owner(
    names: Names, kind: Kind, node: Node, scope: Scope, says: _DrawnSection
) -> tuple[str, ...]:
    """Return the fields that lead to the seat of an entity.

    Its first field with a seat, otherwise those in its `owner`; () if that is more than
    a chain of fields. A seat in a single entity is not its owner: it may be the winner,
    or the seat to move.
    """
    own = () if kind.single else says.such(lambda of: _is_seat(names, of))
    if own:
        return own[:1]
    with names.problems.apart():  # reported where the owner was first read
        at = owner_of(names, kind.name, node, scope)
    found: list[str] = []
    while isinstance(at, FieldRead):
        found.insert(0, at.name)
        at = at.of
    return tuple(found) if isinstance(at, Local) and at.name == "it" else ()


def _ranges(names: Names, section: Node | None, scope: Scope) -> Iterable[Measure]:
    """Yield the ranges of entities; each may read only fields of its entity, so that a
    seat's knowledge of it is known."""
    given = section.get("ranges") if isinstance(section, MapNode) else None
    only_planes = names.boards and not names.boards_of(CellBoard)
    far = types.Number(0) if only_planes else whole()
    for name, node in given.entries if isinstance(given, MapNode) else ():
        if not isinstance(node, ScalarNode):
            continue
        value = expression(names, node, scope, maybe(far))
        reads = own_reads(names, value)
        tables = [e for e in beneath(names, value) if _is_table(e)]
        if reads is None or tables:
            what = "a table" if tables else "more than fields of its own entity"
            message = f"'{name.text}' reads {what}"
            hint = "keep how far it reaches in a field of its own"
            names.problems.append(problem("R311", node.span, message, hint=hint))
        else:
            yield Measure(name.name, value, reads)


def _base(names: Names, section: Node | None, scope: Scope) -> Measure | None:
    """Return the area of an entity; None if not declared."""
    node = section.get("base") if isinstance(section, MapNode) else None
    if not isinstance(node, ScalarNode):
        return None
    if not names.boards_of(PlaneBoard):
        message, wanted = "a base is on a plane, and there is none", "cells: plane"
        names.problems.append(problem("R515", node.span, message, expected=wanted))
        return None
    return _measure(names, "base", node, scope, maybe(AREA))


def _flat(names: Names, section: Node | None) -> bool:
    """Return whether a kind is drawn as ground; only what has a base can be."""
    if not isinstance(section, MapNode):
        return False
    node = section.get("flat")
    flat = node is not None and text_of(node) == "yes"
    if node is not None and flat and section.get("base") is None:
        message = "nothing says how far this ground reaches"
        names.problems.append(problem("R515", node.span, message, expected="base"))
    return flat


def _looks_of_kind(
    names: Names, section: Node | None, marked: Type | None
) -> tuple[str, ...]:
    """Return how a kind is drawn as ground, by the word on its counter; () if never."""
    given = section.get("looks") if isinstance(section, MapNode) else None
    if given is None:
        return ()
    words = None if marked is None else enumeration_of(marked)
    if words is None:
        message = "ground is drawn by a word, and 'as' names no field with one"
        found = problem("R515", given.span, message, expected="as: FIELD")
        names.problems.append(found)
        return ()
    return looks_of(names, given, words, "no word of this field")


def _states(names: Names, section: Node | None, scope: Scope) -> Iterable[Measure]:
    """Yield the states of an entity that are marked."""
    given = section.get("states") if isinstance(section, MapNode) else None
    entries = given.entries if isinstance(given, MapNode) else ()
    for name, _ in entries[MAX_STATES:]:
        message, wanted = "a map has no mark for it", f"at most {MAX_STATES} states"
        names.problems.append(problem("R515", name.span, message, expected=wanted))
    for name, node in entries[:MAX_STATES]:
        if isinstance(node, ScalarNode):
            found = _measure(names, name.name, node, scope, types.Boolean())
            yield from () if found is None else (found,)


def _badges(names: Names, section: Node | None, scope: Scope) -> Iterable[Measure]:
    """Yield the badges of a counter: an integer, or a condition."""
    given = section.get("badges") if isinstance(section, MapNode) else None
    entries = given.entries if isinstance(given, MapNode) else ()
    for name, _ in entries[MOST_BADGES:]:
        message, wanted = "a hex has no room for it", f"at most {MOST_BADGES} badges"
        names.problems.append(problem("R515", name.span, message, expected=wanted))
    for name, node in entries[:MOST_BADGES]:
        if not isinstance(node, ScalarNode):
            continue
        found = _measure(names, name.name, node, scope, None)
        kind = types.Unknown() if found is None else found.value.type
        if isinstance(kind, (types.Boolean, types.Unknown)) or _is_whole(kind):
            yield from () if found is None else (found,)
            continue
        message, wanted = f"this is {spoken(kind)}", "yes or no, or a whole number"
        names.problems.append(problem("R401", node.span, message, expected=wanted))


def _zones(names: Names, section: Node | None, scope: Scope) -> Iterable[Measure]:
    """Yield the hexes drawn on request for an entity."""
    given = section.get("zones") if isinstance(section, MapNode) else None
    for name, node in given.entries if isinstance(given, MapNode) else ():
        if not isinstance(node, ScalarNode):
            continue
        found = _measure(names, name.name, node, scope, None)
        if found is None or isinstance(found.value.type, types.Unknown):
            continue
        if _is_land(found.value.type):
            yield found
            continue
        message = f"this is {spoken(found.value.type)}"
        problems = names.problems
        problems.append(problem("R401", node.span, message, expected="a list of hexes"))


def _unless(names: Names, section: Node | None, scope: Scope) -> Measure | None:
    """Return the condition under which an entity is not drawn."""
    node = section.get("unless") if isinstance(section, MapNode) else None
    if not isinstance(node, ScalarNode):
        return None
    return _measure(names, "unless", node, scope, types.Boolean())


def _measure(
    names: Names, name: str, node: ScalarNode, scope: Scope, wanted: Type | None
) -> Measure | None:
    value = expression(names, node, scope, wanted)
    if reads_more(names, value):
        what = "more than fields of the entity, and of what they lead to"
        message = f"'{name.replace('_', ' ')}' reads {what}"
        names.problems.append(problem("R311", node.span, message))
        return None
    return Measure(name, value, frozenset())


def _is_table(node: Typed) -> bool:
    return isinstance(node, Use) and node.section in ("tables", "modifiers")


def _is_hex(of: Type) -> bool:
    return isinstance(of, types.Cell)


def _is_place(of: Type) -> bool:
    return of == PLACE


def _is_spot(of: Type) -> bool:
    return _is_hex(of) or _is_place(of)


def _is_stand(of: Type) -> bool:
    return _is_spot(of) or _is_thing(of)


def _is_spots(of: Type) -> bool:
    return _is_spot(of) or _is_way(of)


def _is_track(of: Type) -> bool:
    return isinstance(of, ListOf) and _is_place(present(of.item))


def _is_way(of: Type) -> bool:
    return isinstance(of, ListOf) and _is_spot(present(of.item))


def _is_land(of: Type) -> bool:
    item = present(of.item) if isinstance(of, ListOf) else of
    return item == AREA or (isinstance(of, ListOf) and _is_hex(item))


def _is_told(of: Type) -> bool:
    return _is_spots(of) or _is_land(of)


def _is_told_at(of: Type) -> bool:
    return _is_told(of) or _are_things(of)


def _is_direction(of: Type) -> bool:
    return of in (DIRECTION, CORNER, HEADING)


def _is_bearing(of: Type) -> bool:
    return of in (DIRECTION, CORNER, POINT, HEADING)


def _is_thing(of: Type) -> bool:
    return isinstance(of, Entity)


def _are_things(of: Type) -> bool:
    return _is_thing(of) or (isinstance(of, ListOf) and _is_thing(of.item))


def _is_whole(of: Type) -> bool:
    return isinstance(of, types.Number) and of.whole


def _is_short(of: Type) -> bool:
    return isinstance(of, WORDS)


def _is_seat(names: Names, of: Type) -> bool:
    return isinstance(of, Seat) or of == Entity(names.seat_kind)


def _first(found: tuple[str, ...]) -> str:
    return found[0] if found else ""
