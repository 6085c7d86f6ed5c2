"""Types: the section `types`, and types written in other sections."""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Mapping as Mappings
from fractions import Fraction
from types import MappingProxyType

from msgspec.structs import replace

from interpreter.diagnostics import (
    Diagnostic,
    Diagnostics,
    did_you_mean,
    nearest,
    problem,
)
from interpreter.expressions.parsing import is_dice
from interpreter.foreign.rereading import reread
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import CELLS, CellBoard
from interpreter.semantics.names import Names
from interpreter.source import Source, Span, normalised
from interpreter.values.exact_numbers import exact
from interpreter.values.types import (
    Boolean,
    Claim,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Moment,
    Number,
    Record,
    Seat,
    Text,
    Type,
    Unknown,
    places,
    stepped,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, name_of

# Types as other languages write them: what was meant, as it would be written here.

_WORDS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("bool", "boolean", "flag", "truth", "yes", "no"), "yes or no")
    | dict.fromkeys(("int", "int32", "long", "whole"), "integer")
    | dict.fromkeys(("float", "double", "decimal", "fraction", "real"), "number")
    | dict.fromkeys(("str", "string", "char", "prose"), "text")
)
_FOREIGN_BOUNDS = re.compile(
    r"(\w+)[\s(\[]*(-?\d+)?\s*(?:\.\.+|-|\+|:|,|to\b)\s*(-?\d+)?[)\]]*\Z"
)
_LISTS = ("list", "deck")
_NUMBERS = ("integer", "number")


def meant_types(text: str) -> Iterator[str]:
    """Yield types that a misspelt text may mean, the likeliest first; the caller checks
    whether they exist."""
    yield from (each for each in _meant(text) if each != text)


def _meant(text: str) -> Iterator[str]:
    if (word := _WORDS.get(text.lower())) is not None:
        yield word
    if (bounded := _FOREIGN_BOUNDS.match(text)) is not None:
        name, low, high = bounded.groups("")
        base = _WORDS.get(name.lower()) or nearest(name, _NUMBERS)
        if base is not None:
            yield f"{base} {low}..{high}"
    first, _, rest = re.sub(r"[\s(\[\])]+", " ", text).strip().partition(" ")
    if rest and (listed := nearest(first, _LISTS)) is not None:
        yield f"{listed} of {rest.removeprefix('of ')}"


_OTHERS: Mappings[str, tuple[str, str]] = MappingProxyType(
    {
        "tables": ("a table", "its values"),
        "options": ("an option", "its values"),
        "modifiers": ("a set of modifiers", ""),
        "formulas": ("a formula", ""),
        "procedures": ("a procedure", ""),
        "triggers": ("a trigger", ""),
        "events": ("an event", ""),
        "walks": ("a walk", ""),
        "policies": ("a policy", ""),
        "scenarios": ("a scenario", ""),
        "boards": ("a board", ""),
    }
)
"""What a declaration of a section is, none of which is a type, and what of it may be
declared as one."""

_FIGURE = r"[+-]?[0-9]{1,18}(?:/[0-9]{1,18})?"
_BAND_BOUNDS = rf"({_FIGURE})?\s*\.\.\s*({_FIGURE})?"
_BOUNDED = re.compile(rf"(integer|number)(?:\s+{_BAND_BOUNDS})?\Z")
_STEPPED = re.compile(rf"(?:{_BAND_BOUNDS}\s+)?by ({_FIGURE})\Z")
MOST_WORDS = 64  # of a type
LATER = ("place", "path", "corner", "edge", "inches")


def declare_types(
    names: Names,
    declarations: Mappings[str, Declaration],
    tables: Mappings[str, Declaration],
) -> None:
    """Read the section: enumerations first, then types built from them."""
    for key, each in declarations.items():
        values = _values_of(each.node)
        if values is not None:
            names.types[key] = _enumeration(names, each, values)
    declare_keys(names, tables)
    for key, each in declarations.items():
        if key not in names.types:
            names.types[key] = _built(names, each)


def declare_keys(names: Names, tables: Mappings[str, Declaration]) -> None:
    """Declare the enumeration of the row keys of each look-up table whose `key` names
    no type."""
    for each in tables.values():
        node = each.node
        key = node.get("key") if isinstance(node, MappingNode) else None
        rows = node.get("rows") if isinstance(node, MappingNode) else None
        if not isinstance(key, ScalarNode) or not isinstance(rows, MappingNode):
            continue
        name = key.name
        if not (
            name in names.types or name in names.fields or _BOUNDED.match(key.text)
        ):
            listed = tuple(row.text for row, _ in rows.entries)
            names.types[name] = Enumeration(name, listed)


def _values_of(node: Node) -> SequenceNode | None:
    if isinstance(node, SequenceNode):
        return node
    inner = node.get("values") if isinstance(node, MappingNode) else None
    return inner if isinstance(inner, SequenceNode) else None


def _enumeration(names: Names, each: Declaration, values: SequenceNode) -> Enumeration:
    listed = _texts(values)
    seen: dict[str, ScalarNode] = {}
    for item in values.items:
        if isinstance(item, ScalarNode) and not item.style and "\n" in item.span.text:
            first, _, rest = item.span.text.partition("\n")
            at = item.span.start + len(first) + 1 + len(rest) - len(rest.lstrip())
            message = f"the value '{first.strip()}' goes on over a line of its own"
            hint = f"write '- {rest.strip()}' if it is another value"
            span = Span(item.span.source, at, item.span.end)
            names.problems.append(problem("R202", span, message, hint=hint))
        if isinstance(item, ScalarNode) and item.name in seen:
            message = f"'{item.text}' occurs twice in {each.name}"
            names.problems.append(problem("R306", item.span, message))
        elif isinstance(item, ScalarNode):
            seen[item.name] = item
    groups = each.node.get("groups") if isinstance(each.node, MappingNode) else None
    found = []
    for name, members in groups.entries if isinstance(groups, MappingNode) else ():
        ranks = (
            [_rank(names, listed, item) for item in members.items]
            if isinstance(members, SequenceNode)
            else []
        )
        found.append(
            (
                name.name,
                tuple(sorted(rank for rank in ranks if rank is not None)),
            )
        )
    ordered_node = (
        each.node.get("ordered") if isinstance(each.node, MappingNode) else None
    )
    ordered = not isinstance(ordered_node, ScalarNode) or ordered_node.text != "no"
    return Enumeration(each.key, listed, tuple(found), ordered)


def _rank(names: Names, listed: tuple[str, ...], item: Node) -> int | None:
    text = item.text if isinstance(item, ScalarNode) else ""
    rank = places(listed).get(name_of(item))
    if rank is not None:
        return rank
    hint = did_you_mean(text, listed)
    names.problems.append(
        problem("R301", item.span, f"'{text}' is not a value here", hint=hint)
    )
    return None


def _texts(node: SequenceNode) -> tuple[str, ...]:
    return tuple(item.text for item in node.items if isinstance(item, ScalarNode))


def _built(names: Names, each: Declaration) -> Type:
    node = each.node
    if isinstance(node, MappingNode):
        record = node.get("record")
        if isinstance(record, MappingNode):
            return record_of(names, record, each.key)
        step = node.get("number")
        if isinstance(step, ScalarNode):
            return _steps(names, step)
    if isinstance(node, ScalarNode):
        return type_of(names, node)
    return Unknown()


def _steps(names: Names, node: ScalarNode) -> Type:
    """Read `by 1/2` or `0..3 by 1/2`."""
    found = _STEPPED.match(" ".join(node.text.split()))
    try:
        if found:
            low, high = (
                None if each is None else _figure(each) for each in found.groups()[:2]
            )
            step = _figure(found[3])
            if step > 0 and (low is None or high is None or low <= high):
                return stepped(low, high, step)
    except ZeroDivisionError:
        pass
    message = f"'{node.text}' says no steps"
    found_problem = problem("R202", node.span, message, expected="by 1/2, 0..3 by 1/4")
    names.problems.append(found_problem)
    return Unknown()


def record_of(names: Names, node: MappingNode, name: str = "") -> Record:
    """Read a record type: field names to types."""
    fields = tuple((key.name, type_of(names, value)) for key, value in node.entries)
    return Record(name, fields)


def type_of(names: Names, node: Node) -> Type:
    """Read a type: a text, a list of values, or a map of fields."""
    if isinstance(node, SequenceNode):
        listed = _texts(node)
        if [name_of(each) for each in node.items] in (["yes", "no"], ["no", "yes"]):
            return Boolean()
        return _declared_like(names, listed)
    if isinstance(node, MappingNode):
        return record_of(names, node)
    words = node.text.split()
    if len(words) > MOST_WORDS:
        message = f"a type of {len(words):,} words"
        expected = f"at most {MOST_WORDS} words"
        names.problems.append(problem("R202", node.span, message, expected=expected))
        return Unknown()
    return _spelled(names, " ".join(words), node)


def _declared_like(names: Names, listed: tuple[str, ...]) -> Enumeration:
    same = (each for each in names.enumerations() if each.values == listed)
    return next(same, Enumeration("", listed))


def _spelled(names: Names, text: str, node: ScalarNode) -> Type:
    if text == "yes or no":
        return Boolean()
    for prefix in ("list of ", "deck of "):
        if text.startswith(prefix):
            return ListOf(
                _spelled(names, text[len(prefix) :], node), deck=prefix[0] == "d"
            )
    if text.endswith(" or none"):
        return Maybe(_spelled(names, text[: -len(" or none")], node))
    if " for " in text:
        value, key = text.split(" for ", 1)
        if value == "truth":
            return MapOf(_spelled(names, key, node), Boolean())
        return MapOf(_spelled(names, key, node), _spelled(names, value, node))
    bounded = _BOUNDED.match(text)
    if bounded:
        return _bounded(names, bounded, node)
    return _named(names, text, node)


def _cell(names: Names, noun: str, board: str, node: ScalarNode) -> Type:
    found = names.cell_board(normalised(board))
    if found is not None and found.noun == noun:
        return found.cell
    boards = names.boards_of(CellBoard).values()
    hint = did_you_mean(board, [each.name for each in boards if each.noun == noun])
    if found is not None:
        hint = f"write: {found.noun} of {board}"
    message = f"'{board}' is no board of {CELLS[noun]}"
    names.problems.append(problem("R307", _at(node, board), message, hint=hint))
    return Unknown()


def _bounded(names: Names, found: re.Match[str], node: ScalarNode) -> Type:
    is_whole = found[1] == "integer"
    try:
        low, high = (
            None if each is None else _figure(each) for each in (found[2], found[3])
        )
    except ZeroDivisionError:
        names.problems.append(problem("R202", node.span, f"'{node.text}' is no type"))
        return Unknown()
    if low is not None and high is not None and low > high:
        message = f"the bounds {low}..{high} are the wrong way round"
        names.problems.append(problem("R202", node.span, message))
    return Number(low, high, is_whole)


def _figure(text: str) -> int | Fraction:
    return exact(Fraction(text))


def _is(names: Names, text: str) -> bool:
    """Return whether a text is a type, without reporting problems."""
    found: list[Diagnostic] = []
    nowhere = ScalarNode(text, Span(Source("", text), 0, len(text)), "")
    _spelled(replace(names, problems=Diagnostics(found)), text, nowhere)
    return not found


def _named(names: Names, text: str, node: ScalarNode) -> Type:
    key = normalised(text)
    simple: dict[str, Type] = {
        "text": Text(),
        "moment": Moment(),
        "seat": Seat(names.seat_kind),
        "claim": Claim(),
    }
    noun, of, board = text.partition(" of ")
    if of and noun in CELLS:
        return _cell(names, noun, board, node)
    if key in simple:
        return simple[key]
    if key in names.types:
        names.used.add(("types", key))
        return names.types[key]
    if key in names.fields:
        return Entity(key)
    if key in names.claims:
        return Claim(key)
    for each in names.enumerations():
        group = next((ranks for name, ranks in each.groups if name == key), None)
        if group is not None:
            names.used.add(("types", each.name))
            return EnumerationPart(each, group)
    if key in LATER:
        message = f"the type '{text}' is not there yet"
        names.problems.append(
            problem("R307", node.span, message, hint="it comes later")
        )
        return Unknown()
    known = [*simple, *names.types, *names.fields, "yes or no", "integer", "number"]
    return _unknown_type(names, text, node, known)


def _unknown_type(
    names: Names, text: str, node: ScalarNode, known: list[str]
) -> Unknown:
    """Report a name that is no type, with what it is or may mean."""
    expected = "a type, an enumeration, a record or a kind of entity"
    likely = (*meant_types(text), f"hex of {text}")
    meant = next((each for each in likely if _is(names, each)), "")
    hint = f"did you mean '{meant}'?" if meant else did_you_mean(text, known)
    message = f"unknown type '{text}'"
    if not meant and (section := names.sections.get(normalised(text), "")) in _OTHERS:
        what, values = _OTHERS[section]
        message = f"'{text}' is {what}, and no type"
        hint = f"declare {values} under 'types' and name that type" if values else ""
    written = reread(text)
    if is_dice(text) or (written is not None and written.rolls):
        message = f"'{text}' is no type: dice are thrown by the verb 'roll'"
        expected = "integer, perhaps with bounds"
        hint = "a number that fell on dice is an integer"
    names.problems.append(
        problem("R307", _at(node, text), message, expected=expected, hint=hint)
    )
    return Unknown()


def _at(node: ScalarNode, text: str) -> Span:
    """Return the span of a part of a type; the whole if the blanks differ."""
    start = node.text.rfind(text) if text != node.text else -1
    return node.span if start < 0 else node.part(start, start + len(text))
