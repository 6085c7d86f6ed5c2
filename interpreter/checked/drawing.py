"""How things, claims and ground are drawn on maps: what is said of it, and for what is
not said, what follows from the types of the fields."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from interpreter.checked.declared import ClaimKind, Kind
from interpreter.checked.drawn import Drawn, Range
from interpreter.checked.endings import beneath, own_reads
from interpreter.checked.expressions import expression
from interpreter.checked.figures import text_of
from interpreter.checked.hexes import POINT
from interpreter.checked.names import Names
from interpreter.checked.scope import Scope
from interpreter.document.nodes import Mapping as MapNode
from interpreter.document.nodes import Node, Scalar, Sequence
from interpreter.language.typed import Typed, Use
from interpreter.problems import did_you_mean, problem
from interpreter.values import types
from interpreter.values.names import plain
from interpreter.values.types import (
    DIRECTION,
    Entity,
    Enumeration,
    ListOf,
    Part,
    Seat,
    Type,
    maybe,
    present,
    whole,
)

Wanted = Callable[[Type], bool]
WORDS = (Enumeration, Part, types.Number, types.Text, Entity, types.Truth)


def drawn(names: Names, kind: Kind, node: Node, scope: Scope) -> Drawn:
    """Return how a kind is drawn: in the first hex of its fields, in the others too,
    over its lists of hexes, with an arrow where its first direction leads."""
    said = node.get("drawn") if isinstance(node, MapNode) else None
    fields = {each.name: present(each.type) for each in kind.fields}
    says = _Saying(names, said, fields)
    at = says.fields("at", is_hex, "a hex")
    also = says.fields("also", _is_hex_or_list, "a hex, or a list of hexes")
    along = says.fields("along", is_list, "a list of hexes")
    over = says.fields("over", is_list, "a list of hexes")
    facing = says.fields("facing", _is_direction, "a direction")
    mark = says.fields("as", _is_short, "a word, a number or a text")
    start = says.fields("ranges_from", _is_hex_or_list, "a hex, or a list of hexes")
    taken = {*(at or ()), *(also or ()), *(along or ()), *(over or ())}
    hexes = [each for each in says.such(is_hex) if each not in taken]
    at = (tuple(hexes[:1])) if at is None else at
    rest = tuple(each for each in hexes if each not in at)
    lists = tuple(each for each in says.such(is_list) if each not in taken)
    return Drawn(
        at,
        rest if also is None else also,
        along or (),
        lists if over is None else over,
        _first(says.such(_is_direction) if facing is None else facing),
        _first(mark or ()),
        _first(says.such(lambda of: _is_seat(names, of))),
        ranges=tuple(_ranges(names, said, scope)),
        ranges_from=at if start is None else start,
    )


def claim_drawn(names: Names, kind: ClaimKind, node: Node) -> Drawn:
    """Return how claims of a kind are drawn: in every hex of their facts."""
    said = node.get("drawn") if isinstance(node, MapNode) else None
    says = _Saying(names, said, {each.name: present(each.type) for each in kind.facts})
    at = says.fields("at", _is_hex_or_list, "a hex, or a list of hexes")
    around = says.fields("around", _is_whole, "a whole number")
    facing = says.fields("facing", _is_way, "a direction or a compass point")
    return Drawn(
        says.such(_is_hex_or_list) if at is None else at,
        facing=_first(facing or ()),
        around=_first(around or ()),
    )


def looks_of(
    names: Names, said: Node | None, ground: Enumeration | None
) -> tuple[str, ...]:
    """Return how each ground is said to be drawn, "" where nothing is said."""
    values = () if ground is None else ground.values
    found = dict.fromkeys(range(len(values)), "")
    for key, look in said.entries if isinstance(said, MapNode) else ():
        rank = None if ground is None else ground.rank(key.text)
        if rank is None:
            message = f"'{key.text}' is no ground of this board"
            hint, expected = did_you_mean(key.text, values), ", ".join(values)
            names.problems.append(
                problem("R301", key.span, message, expected=expected, hint=hint)
            )
        else:
            found[rank] = text_of(look)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Saying:
    """What stands under `drawn`, and the fields that it may name."""

    names: Names
    node: Node | None
    known: Mapping[str, Type]

    def such(self, wanted: Wanted) -> tuple[str, ...]:
        """Return the fields of a type, in order."""
        return tuple(name for name, each in self.known.items() if wanted(each))

    def fields(self, key: str, wanted: Wanted, expected: str) -> tuple[str, ...] | None:
        """Return the fields that a key names; None where it is not written. What is
        none, or of another type, is a problem."""
        given = self.node.get(key) if isinstance(self.node, MapNode) else None
        if given is None:
            return None
        listed = given.items if isinstance(given, Sequence) else (given,)
        return tuple(self._named(listed, wanted, expected))

    def _named(
        self, listed: Iterable[Node], wanted: Wanted, expected: str
    ) -> Iterable[str]:
        for each in listed:
            name = plain(text_of(each))
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
        said = text_of(at)
        hint = did_you_mean(said, known)
        self.names.problems.append(
            problem(
                code,
                at.span,
                f"the field '{said}' {what}",
                expected=f"a field with {expected}",
                hint=hint,
            )
        )


def _ranges(names: Names, said: Node | None, scope: Scope) -> Iterable[Range]:
    """Yield how far things reach: what a seat may know of it hangs on no more than
    fields of the thing."""
    given = said.get("ranges") if isinstance(said, MapNode) else None
    for name, node in given.entries if isinstance(given, MapNode) else ():
        if not isinstance(node, Scalar):
            continue
        hexes = expression(names, node, scope, maybe(whole()))
        reads = own_reads(names, hexes)
        tables = [e for e in beneath(names, hexes) if _is_table(e)]
        if reads is None or tables:
            what = "a table" if tables else "more than fields of its own entity"
            message = f"'{name.text}' reads {what}"
            hint = "keep how far it reaches in a field of its own"
            names.problems.append(problem("R311", node.span, message, hint=hint))
        else:
            yield Range(plain(name.text), hexes, reads)


def _is_table(node: Typed) -> bool:
    return isinstance(node, Use) and node.section in ("tables", "modifiers")


def is_hex(of: Type) -> bool:
    """Tell whether a type is that of hexes."""
    return isinstance(of, types.Hex)


def is_list(of: Type) -> bool:
    """Tell whether a type is that of lists of hexes."""
    return isinstance(of, ListOf) and is_hex(present(of.item))


def _is_hex_or_list(of: Type) -> bool:
    return is_hex(of) or is_list(of)


def _is_direction(of: Type) -> bool:
    return of == DIRECTION


def _is_way(of: Type) -> bool:
    return of in (DIRECTION, POINT)


def _is_whole(of: Type) -> bool:
    return isinstance(of, types.Number) and of.whole


def _is_short(of: Type) -> bool:
    return isinstance(of, WORDS)


def _is_seat(names: Names, of: Type) -> bool:
    return isinstance(of, Seat) or of == Entity(names.seat_kind)


def _first(found: tuple[str, ...]) -> str:
    return found[0] if found else ""
