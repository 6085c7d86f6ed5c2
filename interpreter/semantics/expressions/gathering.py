"""Comprehensions: `reducer(body for variable in source where condition by keys)`."""

from interpreter.diagnostics import did_you_mean
from interpreter.expressions import tree
from interpreter.expressions.functions import FUNCTIONS, REDUCERS, Mismatch
from interpreter.expressions.typed import Collect, Constant, Invalid, Local, Typed
from interpreter.semantics.boards.hexes import in_label_order
from interpreter.semantics.expressions.presence import facts, of_each
from interpreter.semantics.expressions.scope import Binder, Scope, spoken
from interpreter.values.names import writable
from interpreter.values.types import (
    Boolean,
    ListOf,
    MapOf,
    Type,
    Unknown,
    enumeration_of,
    maybe,
    whole,
)


def gather(
    reading: Binder, node: tree.Gather, scope: Scope, wanted: Type | None
) -> Typed:
    """Read `reducer(body for variable in source where condition by keys)`."""
    reducer = node.name.name
    if reducer not in REDUCERS:
        hint = did_you_mean(reducer, REDUCERS)
        return reading.lost(
            "R302",
            node.name.at,
            f"'{reducer}' does not gather",
            ", ".join(sorted(REDUCERS)),
            hint,
        )
    if node.body is None and reducer == "all":
        return reading.lost(
            "R201",
            node.at,
            "this says nothing of what must be true",
            hint="write all(C for x in L)",
        )
    if node.body is None and reducer == "map":
        message = "this says nothing of what belongs to each"
        return reading.lost("R201", node.at, message, hint="write map(E for x in L)")
    source = reading.read(node.source, scope)
    if isinstance(source.type, Unknown):
        return source
    if not isinstance(source.type, ListOf):
        return reading.lost(
            "R401", node.source.at, f"this is {spoken(source.type)}", "a list"
        )
    if not writable(node.variable.name):
        message = f"'{node.variable.name}' is a word of the language"
        return reading.lost("R203", node.variable.at, message, "another name")
    plainly = node.body is None and node.where is None and not node.by
    if plainly and scope.find(node.variable.name) is not None:
        message = f"'{node.variable.name}' is a local already: that one, or each?"
        hint = f"'{node.variable.name} in list' tells whether that one is there"
        return reading.lost("R303", node.variable.at, message, "another name", hint)
    variable = f"{node.variable.name}_{node.at[0]}"
    inner = scope.bind(node.variable.name, source.type.item, variable)
    each = Local(variable, source.type.item)
    inner = inner.knowing(*of_each(reading.names, source, each))
    where = (
        reading.read(node.where, inner, Boolean()) if node.where is not None else None
    )
    within = (
        inner.knowing(*facts(reading.names, where, True))
        if where is not None
        else inner
    )
    keys = tuple(in_label_order(reading.read(each, within)) for each in node.by)
    own = (
        node.body
        if node.body is not None
        else tree.Word(node.variable.at, node.variable.name)
    )
    body = _body(reading, own, within, reducer, wanted, node.body is None)
    gives = _reduced(reading, node, reducer, body, keys)
    if reducer == "map" and not isinstance(gives, Unknown):
        gives = MapOf(source.type.item, gives)
    if isinstance(gives, Unknown):
        return Invalid(reading.place.span(node.at))
    return Collect(
        reducer, body, variable, source, where, keys, gives, reading.place.span(node.at)
    )


def _body(
    reading: Binder,
    node: tree.Tree,
    scope: Scope,
    reducer: str,
    wanted: Type | None,
    itself: bool,
) -> Typed:
    if reducer in ("any", "all"):
        if itself:  # whether there is one
            return Constant(True, Boolean(), reading.place.span(node.at))
        return reading.read(node, scope, Boolean())
    item = wanted.item if isinstance(wanted, ListOf) and reducer == "list" else None
    if isinstance(wanted, MapOf) and reducer == "map":
        item = wanted.value
    if item is not None and not enumeration_of(item):
        item = None
    return reading.read(node, scope, item)


def _reduced(
    reading: Binder,
    node: tree.Gather,
    reducer: str,
    body: Typed,
    keys: tuple[Typed, ...],
) -> Type:
    kind = body.type
    if isinstance(kind, Unknown):
        return kind
    if reducer == "groups" and not keys:
        reading.place.say("R201", node.at, "groups need a key", "groups(x in L by K)")
        return Unknown()
    if reducer in ("any", "all", "count"):
        return Boolean() if reducer != "count" else whole(0)
    if reducer == "map":
        return kind
    if reducer in ("list", "sorted", "distinct"):
        return ListOf(kind)
    if reducer == "groups":
        return ListOf(ListOf(kind))
    if reducer in ("first", "last"):
        return maybe(kind)
    try:
        gives = FUNCTIONS[reducer].typing((ListOf(kind),))
    except Mismatch:
        message = f"'{reducer}' cannot gather {spoken(kind)}"
        reading.place.say("R401", node.at, message)
        return Unknown()
    return gives
