"""Values written in YAML, and templates of text."""

import re
from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Diagnostics, Fix, did_you_mean, problem
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import Bracket, Dot, Word
from interpreter.expressions.typed import (
    Apply,
    Constant,
    Invalid,
    Local,
    Template,
    Typed,
    children,
)
from interpreter.semantics.boards.hexes import hex_figure
from interpreter.semantics.boards.planes import plane_figure, plane_of, say_ways
from interpreter.semantics.expressions.binding import (
    ExpressionBinder,
    embedded,
    expression,
)
from interpreter.semantics.expressions.scope import Scope, TextLocation, spoken
from interpreter.semantics.expressions.words import EXPECTED, as_text, is_joined, joined
from interpreter.semantics.names import Names
from interpreter.values.conversions import fit, ranks
from interpreter.values.types import (
    Boolean,
    Entity,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Nothing,
    Number,
    Record,
    Text,
    Type,
    Unknown,
    Value,
    enumeration_of,
    present,
    writable,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

_PART = re.compile(r"\{([^{}]*)\}")
_BRACE = re.compile(r"[{}]")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,8}")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def template(names: Names, node: ScalarNode, scope: Scope) -> Template:
    """Read a template; R204 for wrong braces, otherwise the problems of its
    expressions."""
    parts: list[str | Typed] = []
    done, stray = 0, False
    for found in _PART.finditer(node.text):
        stray = stray or _lone_brace(names, node, done, found.start())
        if found.start() > done:
            parts.append(node.text[done : found.start()])
        place = TextLocation(node, names.problems, found.start(1))
        parts.append(embedded(names, place, found[1], scope))
        done = found.end()
    stray = stray or _lone_brace(names, node, done, len(node.text))
    if not parts:
        _without_braces(names, node, scope)
    if node.text[done:]:
        parts.append(node.text[done:])
    return Template(tuple(parts))


def _without_braces(names: Names, node: ScalarNode, scope: Scope) -> None:
    """Report prose that is a valid expression over locals, since it would be printed
    literally."""
    try:
        parsed = parse(node.text)
    except Unreadable:
        return
    with names.problems.apart() as problems:
        read = ExpressionBinder(names, TextLocation(node, names.problems)).read(
            parsed, scope
        )
    known = {local.name for _, local in scope.locals}
    if problems or not _reads(read, known):
        return
    message = f"'{node.text}' is printed as written here"
    hint = f'write "{{{node.text}}}" for its value'
    found = problem("R207", node.span, message, expected="prose", hint=hint)
    names.problems.append(found)


def _reads(node: Typed, known: set[str]) -> bool:
    """Return whether an expression reads one of these locals."""
    if isinstance(node, Local):
        return node.name in known
    return any(_reads(each, known) for each in children(node))


def _lone_brace(names: Names, node: ScalarNode, start: int, end: int) -> bool:
    """Return whether prose contains a brace; the first is reported."""
    found = _BRACE.search(node.text, start, end)
    if found is not None:
        message = f"a '{found[0]}' without its partner"
        place = TextLocation(node, names.problems)
        place.say("R204", found.span(), message, "{expression}")
    return found is not None


NOWHERE = Scope()


def figure(names: Names, node: Node, wanted: Type, scope: Scope = NOWHERE) -> Typed:
    """Read a value of the wanted type from a node."""
    inner = present(wanted)
    if isinstance(node, ScalarNode):
        found = _joined_prose(names, node, wanted, scope)
        found = found or _prose(node, wanted, scope) or _named(node, wanted, scope)
        found = found or _whole(node, wanted) or _word(names, node, wanted, scope)
        found = found or printed_on_board(names, node, wanted, scope)
        if found is None:
            with say_ways(names, node, wanted), _as_item(names, node, inner, scope):
                found = expression(names, node, scope, wanted)
        return found
    if plane_of(names) and (found := plane_figure(names, node, wanted)) is not None:
        return found
    if isinstance(node, SequenceNode):
        if isinstance(inner, Record) and len(node.items) == len(inner.fields):
            pairs = zip(node.items, inner.fields, strict=True)
            values = tuple(figure(names, each, own, scope) for each, (_, own) in pairs)
            return Apply("record", values, inner, node.span)
        if isinstance(inner, MapOf) and not node.items:
            return Apply("list", (), inner, node.span)
        if not isinstance(inner, (ListOf, Unknown)):
            return _other(names, node, "a list", wanted)
        item = inner.item if isinstance(inner, ListOf) else Unknown()
        items = tuple(figure(names, each, item, scope) for each in node.items)
        return Apply("list", items, inner, node.span)
    if isinstance(inner, MapOf):
        return _map(names, node, inner, scope)
    if not isinstance(inner, Record):
        return _other(names, node, "a map", wanted)
    return _record(names, node, inner, scope)


def _prose(node: ScalarNode, wanted: Type, scope: Scope) -> Typed | None:
    """Read a text literally, unless it names a local or a part of one."""
    if not isinstance(present(wanted), Text):
        return None
    if isinstance(wanted, Maybe) and node.text == "none":
        return None
    local = _local_of(node.text, scope)
    if local is not None or (scope.locals and is_joined(node.text)):
        return None
    return Constant(node.text, Text(), node.span)


def _joined_prose(
    names: Names, node: ScalarNode, wanted: Type, scope: Scope
) -> Typed | None:
    """Read a text with expressions in braces, if there are names in scope."""
    if not isinstance(present(wanted), Text) or not scope.locals:
        return None
    if not is_joined(node.text) or _quotes_all(node.text):
        return None
    parts: list[Typed] = []
    for each in template(names, node, scope).parts:
        term = Constant(each, Text()) if isinstance(each, str) else as_text(each)
        if term is None and not isinstance(each, str):
            message = f"this is {spoken(each.type)}"
            span = each.span or node.span
            names.problems.append(problem("R401", span, message, expected=EXPECTED))
        parts.append(Invalid(node.span) if term is None else term)
    return joined(parts, node.span)


def _quotes_all(text: str) -> bool:
    """Return whether a text is one quoted text of the language."""
    bare = text.strip()
    return len(bare) > 1 and bare[0] == bare[-1] == "'" and bare.count("'") == 2


def _local_of(text: str, scope: Scope) -> Local | None:
    """Return the local from which a chain of fields and indices starts, otherwise
    None."""
    try:
        found = parse(text) if scope.locals else None
    except Unreadable:
        return None
    while isinstance(found, (Dot, Bracket)):
        found = found.base
    return scope.find(found.name) if isinstance(found, Word) else None


def printed_on_board(
    names: Names, node: ScalarNode, wanted: Type, scope: Scope
) -> Typed | None:
    """Read a hex, position or heading as printed; None if the text is an expression."""
    if plane_of(names) and (found := plane_figure(names, node, wanted)) is not None:
        return found
    return hex_figure(names, node, wanted, scope)


def _named(node: ScalarNode, wanted: Type, scope: Scope) -> Typed | None:
    """Read an enumeration value as printed, including names that are no identifiers."""
    enumeration = enumeration_of(wanted)
    if enumeration is None or scope.find(node.name) is not None:
        return None
    rank = enumeration.rank(node.name)
    if rank is None or rank not in ranks(present(wanted)):
        return None
    return Constant(rank, EnumerationPart(enumeration, (rank,)), node.span)


def _whole(node: ScalarNode, wanted: Type) -> Typed | None:
    """Read digits where a number is wanted that they fit. Most figures of a scenario
    are such; `expression` would read them as the same constant, and take longer."""
    if not isinstance(present(wanted), Number) or not _WHOLE.fullmatch(node.text):
        return None
    value = int(node.text)
    kind = Number(value, value, whole=True)
    if node.style == ">" or fit(kind, wanted) != "yes":
        return None
    return Constant(value, kind, node.part(0, len(node.text)))


def _word(names: Names, node: ScalarNode, wanted: Type, scope: Scope) -> Typed | None:
    """Read yes, no, none or the id of an entity where such is wanted and no local is
    known: most of what scenarios and cases give, as `_whole` and for its reason."""
    if scope.locals or names.bound is not None or not _WORD.fullmatch(node.text):
        return None
    inner = present(wanted)
    value: Value = None
    kind: Type | None = None
    if isinstance(inner, Boolean) and node.text in ("yes", "no"):
        value, kind = node.text == "yes", inner
    elif isinstance(wanted, Maybe) and node.text == "none":
        kind = Nothing()
    elif isinstance(inner, Entity) and writable(node.text):
        value, kind = names.entity(node.name) or (None, None)
    if kind is None or node.style == ">" or fit(kind, wanted) != "yes":
        return None
    return Constant(value, kind, node.part(0, len(node.text)))


def _other(names: Names, node: Node, what: str, wanted: Type) -> Typed:
    if not isinstance(wanted, Unknown):
        expected, hint = spoken(wanted), _alone(names, node, wanted)
        names.problems.append(
            problem("R401", node.span, f"this is {what}", expected=expected, hint=hint)
        )
    return Invalid(node.span)


def _as_item(
    names: Names, node: ScalarNode, wanted: Type | None, scope: Scope
) -> AbstractContextManager[object]:
    """Read a value where a list may be wanted; if it cannot be read, and would be right
    as an item of that list, its problem says so."""
    if not isinstance(wanted, ListOf):
        return nullcontext()
    item = wanted.item

    def reworded(problem: Diagnostic) -> Diagnostic:
        with names.problems.apart() as problems:
            figure(names, node, item, scope)
        if problems or node.style in ("|", ">"):
            return problem
        written = f"[{node.span.text}]"
        hint = f"a list is wanted: write {written}"
        return replace(problem, hint=hint, fix=Fix(node.span, written))

    return names.problems.part(reworded)


def _alone(names: Names, node: Node, wanted: Type) -> str:
    """Return a hint to write the only element of a list without the list, if it would
    fit."""
    items = node.items if isinstance(node, SequenceNode) else ()
    found: list[Diagnostic] = []
    if len(items) == 1 and isinstance(items[0], ScalarNode):
        figure(replace(names, problems=Diagnostics(found)), items[0], wanted)
        return "" if found else f"write '{items[0].text}', without brackets"
    return ""


def _map(names: Names, node: MappingNode, kind: MapOf, scope: Scope) -> Typed:
    pairs = tuple(
        Apply(
            "record",
            (
                figure(names, key, kind.key, scope),
                figure(names, value, kind.value, scope),
            ),
            Record("", (("key", kind.key), ("value", kind.value))),
            key.span,
        )
        for key, value in node.entries
    )
    return Apply("list", pairs, kind, node.span)


def _record(names: Names, node: MappingNode, kind: Record, scope: Scope) -> Typed:
    known = [name for name, _ in kind.fields]
    for key, _ in node.entries:
        if key.name not in known:
            hint = did_you_mean(key.text, known)
            message = f"{spoken(kind)} has no field '{key.text}'"
            names.problems.append(
                problem("R308", key.span, message, expected=", ".join(known), hint=hint)
            )
    values = []
    for name, wanted in kind.fields:
        inner = node.get(name)
        if inner is not None:
            values.append(figure(names, inner, wanted, scope))
        elif isinstance(wanted, Maybe):
            values.append(Constant(None, wanted))
        else:
            message = f"the field '{name}' is missing"
            names.problems.append(
                problem("R102", node.span, message, expected=spoken(wanted))
            )
            values.append(Invalid())
    return Apply("record", tuple(values), kind, node.span)


def text_of(node: Node | None) -> str:
    """Return the text of a scalar, otherwise ""."""
    return node.text if isinstance(node, ScalarNode) else ""


def naming_rule(
    names: Names, rule: str
) -> AbstractContextManager[Collection[Diagnostic]]:
    """Add the rule to problems found in the context, and give them."""

    def reword(problem: Diagnostic) -> Diagnostic:
        return replace(problem, message=f"{problem.message} [{rule}]")

    return names.problems.part(reword if rule else None)


def rule_of(node: Node) -> str:
    """Return the rule ids that a declaration, row or step names, joined by spaces."""
    found = node.get("rule") if isinstance(node, MappingNode) else None
    if isinstance(found, SequenceNode):
        return " ".join(text_of(each) for each in found.items)
    return " ".join(text_of(found).replace(",", " ").split())
