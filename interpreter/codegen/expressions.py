"""Typed expressions as Python source."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import islice, takewhile
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.codegen.filters import LENGTH, compared_length, filter_of, has_order
from interpreter.codegen.memoisation import Read
from interpreter.codegen.runtime import fraction_name
from interpreter.codegen.searches import places_as_locals, reached, reads_places
from interpreter.codegen.source import local, several
from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Local,
    Now,
    ReachSearch,
    RecordRead,
    Remembered,
    SumPart,
    Typed,
    Use,
    applied,
)
from interpreter.ir.effects import Analysis, RuleName, safe
from interpreter.ir.walking import LocalNames, free, nodes
from interpreter.semantics.declarations import (
    DecisionTable,
    Declarations,
    Formula,
    RollTable,
)
from interpreter.values.log import STORE
from interpreter.values.types import Boolean, ListOf, Number, Seat, SumOf

# Gatherings as Python source.

Emit = Callable[[Typed], str]


def collected(  # noqa: C901 - a case a reducer
    to: "ExpressionWriter", node: Collect
) -> str:
    """Return the source of `reducer(body for x in source where condition by keys)`."""
    if node.reducer == "groups":
        return f"_groups([{_keyed(to, node)}])"
    if node.reducer == "map":
        return _mapped(to, node)
    if node.reducer in _EXTREME_BY and node.by and all(map(has_order, node.by)):
        return f"_{_EXTREME_BY[node.reducer]}([{_keyed(to, node)}])"
    ordered = f"_ordered([{_keyed(to, node)}])" if node.by else ""
    match node.reducer:
        case "list":
            return ordered or f"_tuple([{_plain(to, node)}])"
        case "sorted" if ordered:
            return ordered
        case "sum":
            found = f"_sum([{_plain(to, node)}])"
            whole = isinstance(node.type, Number) and node.type.whole
            return found if whole else f"_tidy({found})"
        case "count":
            return _counted(to, node)
        case "any" | "all":
            return f"_{node.reducer}({_plain(to, node)})"
        case "min" | "max":
            return f"f_{node.reducer}([{_plain(to, node)}])"
        case "first" if not ordered:
            return f"_next(({_plain(to, node)}), None)"
        case "joined":
            return f"_joined({ordered or f'[{_plain(to, node)}]'})"
        case reducer:
            return f"f_{reducer}({ordered or f'_tuple([{_plain(to, node)}])'})"


_EXTREME_BY: Mapping[str, str] = MappingProxyType({"first": "least", "last": "most"})
"""What reads one element of an ordered list, which need not be sorted for that."""


def _tail(to: "ExpressionWriter", node: Collect) -> str:
    found = f"for {local(node.variable)} in {to.walked(to.of(node.source))}"
    return found if node.where is None else f"{found} if {to.of(node.where)}"


def _plain(to: "ExpressionWriter", node: Collect) -> str:
    return f"{to.of(node.body)} {_tail(to, node)}"


def _keyed(to: "ExpressionWriter", node: Collect) -> str:
    keys = several([to.of(each) for each in node.by])
    return f"({keys}, {to.of(node.body)}) {_tail(to, node)}"


def _mapped(to: "ExpressionWriter", node: Collect) -> str:
    pair, tail = f"({local(node.variable)}, {to.of(node.body)})", _tail(to, node)
    if not node.by:
        return f"_mapped([{pair} {tail}])"
    keys = several([to.of(each) for each in node.by])
    return f"_mapped(_ordered([({keys}, {pair}) {tail}]))"


def _counted(to: "ExpressionWriter", node: Collect) -> str:
    simple = isinstance(node.body, (Local, Constant))
    match node.where:
        case Apply(name="is", arguments=(Local() as element, other)) if (
            simple and element.name == node.variable and element.name not in free(other)
        ):
            return f"{to.walked(to.of(node.source))}.count({to.of(other)})"
    if simple and node.where is None:
        return f"_len({to.of(node.source)})"
    body = "1" if simple else to.of(node.body)
    return f"_len([{body} {_tail(to, node)}])"


_INFIX: Mapping[str, str] = MappingProxyType(
    {"is": "==", "is_not": "!=", "not_in": "not in"}
    | {each: each for each in "+ - * < <= > >= in and or".split()}
)
_CALLS: Mapping[str, str] = MappingProxyType(
    {
        **{"range": "span", "index": "item", "at": "at", "within": "within"},
        **{
            "rank_in": "rank_in",
            "in_steps": "in_steps",
            "present": "there",
            "/": "divide",
            "with_entry": "with_entry",
            "text": "text_of",
        },
        **{name: name for name in ("untrue", "enough", "of_kind")},
        **{"joined": "joined", "count": "len", "any": "any", "all": "all"},
    }
)
_EXTREMES: Mapping[str, str] = MappingProxyType({"min": "<=", "max": ">="})


class ExpressionWriter(Struct, frozen=True):
    """What emitting needs to know; `numbers` are the numbers of declarations.

    `totals` are locals that hold only the total of a labelled sum; `hoisted` maps a
    local to the name of its row; `traced`: look-ups are reported; `marked`: what is run
    through is marked. `wanted` collects the rows of labelled sums that are added up;
    `fractions` the constants to hoist. `memoised` says what the formulas read whose
    values are memoised: other writes need no notice. `partial`: no more of a list is
    worked out than is needed; `counted` are the formulas of whose lists a part may do,
    `filters` collects those of which parts are wanted. `bounded`: steps need not be
    counted, for they cannot come to the limit.
    """

    declared: Declarations
    analysis: Analysis
    numbers: dict[tuple[str, str], int]
    traced: bool = False
    marked: bool = False
    totals: LocalNames = frozenset()
    hoisted: dict[str, str] = field(default_factory=dict)
    wanted: dict[tuple[str, tuple[int, ...]], None] = field(default_factory=dict)
    fractions: dict[tuple[int, int], None] = field(default_factory=dict)
    memoised: Mapping[RuleName, tuple[Read, ...]] = field(default_factory=dict)
    partial: bool = False
    counted: frozenset[str] = frozenset()
    filters: dict[str, None] = field(default_factory=dict)
    bounded: bool = False

    def of(self, node: Typed) -> str:
        """Return the source of an expression; it binds tighter than any operator."""
        emit: Callable[..., str] = _EMITTERS[type(node)]
        return emit(self, node)

    def inside(
        self, totals: LocalNames = frozenset(), hoisted: dict[str, str] | None = None
    ) -> "ExpressionWriter":
        """Return the same for another procedure or declaration."""
        return replace(self, totals=totals, hoisted=hoisted or {})

    def walked(self, source: str) -> str:
        """Return the source of a list to walk over: each element is a step."""
        return source if self.bounded else f"_walk({source})"

    def mark(self, what: str, name: object, row: int | str = -1) -> str:
        """Return the source that marks a thing as run through, to stand before more."""
        if not self.marked:
            return ""
        source = f"{row}" if isinstance(row, int) else row
        return f"_mark({what!a}, {name!a}, {source}); "

    def kind(self, name: str) -> int:
        """Return the index of a kind in the game state."""
        return list(self.declared.kinds).index(name)

    @property
    def log(self) -> str:
        """Return the source of the log, which follows the last kind."""
        return f"W[{len(self.declared.kinds)}]"

    def slot(self, kind: str, name: str) -> int:
        """Return the slot of a field."""
        return self.declared.kinds[kind].slot(name)

    def call_of(self, node: Use, form: str, given: list[str]) -> str:
        """Return the source of a call of a function that belongs to a declaration."""
        name = (node.section, node.name)
        if self.traced or name in self.analysis.reads_state:
            given = ["W", *given]
        return f"d{self.numbers[name]}{form}({', '.join(given)})"

    def entity(self, node: Typed) -> str:
        """Return the source of an entity's number, for use as an index."""
        source = self.of(node)
        return f"_seat({source})" if isinstance(node.type, Seat) else source

    def literal(self, value: object) -> str:
        """Return the source of a constant; only plain values have one."""
        if value is None or isinstance(value, bool):
            return str(value)
        if isinstance(value, int):
            return f"({value})" if value < 0 else str(value)
        if isinstance(value, str):
            return ascii(value)
        if isinstance(value, Fraction):
            pair = (value.numerator, value.denominator)
            self.fractions[pair] = None
            return fraction_name(*pair)
        if isinstance(value, tuple):
            return several([self.literal(each) for each in value])
        raise TypeError(f"no constant can be a {type(value).__name__}")


def _constant(to: ExpressionWriter, node: Constant) -> str:
    return to.literal(node.value)


def _local(_: ExpressionWriter, node: Local) -> str:
    return local(node.name)


def _field(to: ExpressionWriter, node: FieldRead) -> str:
    slot = to.slot(node.kind, node.name)
    if isinstance(node.of, Local) and node.of.name in to.hoisted:
        return f"{to.hoisted[node.of.name]}[{slot}]"
    return f"W[{to.kind(node.kind)}][{to.entity(node.of)}][{slot}]"


def _record(to: ExpressionWriter, node: RecordRead) -> str:
    return f"{to.of(node.of)}[{node.index}]"


def _if(to: ExpressionWriter, node: IfElse) -> str:
    return f"({to.of(node.then)} if {to.of(node.condition)} else {to.of(node.other)})"


def _every(to: ExpressionWriter, node: Every) -> str:
    at = to.kind(node.kind)
    if node.kind in to.analysis.removed:
        return f"_tuple([i for i, r in _enumerate(W[{at}]) if r is not None])"
    return f"_tuple(_range(_len(W[{at}])))"


def _remembered(to: ExpressionWriter, node: Remembered) -> str:
    until = "None" if node.until is None else to.of(node.until)
    return f"_happened({to.log}, {node.event!a}, {to.of(node.since)}, {until})"


def _claims_to(to: ExpressionWriter, node: ClaimsTo) -> str:
    return f"_told_to(W[{to.kind(STORE)}], {node.kind!a}, {to.of(node.seat)})"


def _whole(*given: Typed) -> bool:
    return all(isinstance(each.type, Number) and each.type.whole for each in given)


def _bounded(node: Typed) -> bool:
    kind = node.type
    return isinstance(kind, Number) and kind.low is not None and kind.high is not None


def _flat(node: Apply) -> list[Typed]:
    """Return the operands of a chain of one operator, so that brackets stay few."""
    found: list[Typed] = []
    left: Typed = node
    while isinstance(left, Apply) and left.name == node.name:
        found += reversed(left.arguments[1:])
        left = left.arguments[0]
    return [left, *reversed(found)]


def _apply(to: ExpressionWriter, node: Apply) -> str:
    name, given = node.name, node.arguments
    chained = name in ("and", "or") or (name in ("+", "-") and _whole(*_flat(node)))
    if chained and len(given) > 1:
        return f"({f' {name} '.join([to.of(each) for each in _flat(node)])})"
    if name in _INFIX:
        for special in (_length_compared, _measure_compared, _way_sought):
            found = special(to, node)
            if found is not None:
                return found
        return _infix(to, node)
    if name == "neg":
        return f"(-{to.of(given[0])})"
    if name == "not":
        return f"(not {to.of(given[0])})"
    if name in ("list", "record"):
        return several([to.of(each) for each in given])
    if name in ("up", "down", "nearest"):
        return _rounded(to, node)
    return _called(to, node)


def _length_compared(to: ExpressionWriter, node: Apply) -> str | None:
    """Return the source of a comparison of a length for which the list is worked out
    only in part; None of others."""
    found = compared_length(node)
    if found is None or found[0].name not in to.counted:
        return None
    use, most = found
    if filter_of(to.declared, use) is None:
        return None
    to.filters[use.name] = None
    length = to.call_of(use, LENGTH, [*map(to.of, use.arguments), str(most)])
    infix = _INFIX[node.name]
    return f"({length} {infix} {to.of(node.arguments[1])})"


def _way_sought(to: ExpressionWriter, node: Apply) -> str | None:
    """Return the source of whether a search finds a place where a way may end, for
    which the first is enough; None of others, and where code is not for simulation."""
    if not to.partial or node.name not in _ANY_ENDS:
        return None
    match node.arguments:
        case (
            Apply(name="count", arguments=(ReachSearch() as search,)),
            Constant(value=0),
        ):
            found = _reached(to, search, some="None")
        case (
            Apply(
                name="count",
                arguments=(
                    Apply(
                        name="without", arguments=(ReachSearch() as search, excluded)
                    ),
                ),
            ),
            Constant(value=0),
        ) if not isinstance(excluded.type, ListOf):
            found = _reached(to, search, some=to.of(excluded))
        case _:
            return None
    return f"({found} {_ANY_ENDS[node.name]} ())"


_ANY_ENDS: Mapping[str, str] = MappingProxyType({">": "!=", "is": "==", "is_not": "!="})
"""Comparisons of the number of ends with 0, and those of the ends with none."""


_SIGNS: Mapping[str, str] = MappingProxyType(
    {"ahead": "sign_ahead", "aside": "sign_aside"}
)


def _measure_compared(to: ExpressionWriter, node: Apply) -> str | None:
    """Return the source of a comparison of lengths of the plane by their signs or their
    squares; None of others, and where code stays as the pack says it."""
    if to.traced or to.marked:
        return None
    match node:
        case Apply(
            name="<" | "<=" | ">" | ">=" | "is" | "is_not",
            arguments=(
                Apply(name="ahead" | "aside" as name) as sign,
                Constant(value=0),
            ),
        ):
            given = ", ".join(map(to.of, sign.arguments))
            return f"(f_{_SIGNS[name]}({given}) {_INFIX[node.name]} 0)"
        case Apply(
            name="<=" | ">",
            arguments=(Apply(name="abs", arguments=(Apply(name="aside") as of,)), most),
        ):
            function = "within_aside"
        case Apply(name="<=" | ">", arguments=(Apply(name="distance") as of, most)):
            function = "within_distance"
        case _:
            return None
    given = ", ".join(map(to.of, (*of.arguments, most)))
    found = f"f_{function}({given})"
    return found if node.name == "<=" else f"(not {found})"


def _infix(to: ExpressionWriter, node: Apply) -> str:
    name, (one, other) = node.name, node.arguments
    if name in ("is", "is_not") and isinstance(other, Constant) and other.value is None:
        return f"({to.of(one)} is {'' if name == 'is' else 'not '}None)"
    sure = isinstance(other, Constant) and isinstance(other.value, bool)
    if sure and name == "is" and isinstance(one.type, Boolean):
        return (
            to.of(one) if other == Constant(True, other.type) else f"(not {to.of(one)})"
        )
    if name == "*" and not (_bounded(one) and _bounded(other)):
        return f"_times({to.of(one)}, {to.of(other)})"
    found = f"({to.of(one)} {_INFIX[name]} {to.of(other)})"
    plain = name not in "+-*" or _whole(one, other) or isinstance(node.type, ListOf)
    return found if plain else f"_tidy{found}"


def _rounded(to: ExpressionWriter, node: Apply) -> str:
    (given,) = node.arguments
    if _whole(given):
        return to.of(given)
    if isinstance(given, Apply) and given.name == "/" and _whole(*given.arguments):
        one, by = (to.of(each) for each in given.arguments)
        forms = {
            "up": "(-(-{} // {}))",
            "down": "({} // {})",
            "nearest": "_near({}, {})",
        }
        return forms[node.name].format(one, by)
    return f"f_{node.name}({to.of(given)})"


def _called(to: ExpressionWriter, node: Apply) -> str:
    given = [to.of(each) for each in node.arguments]
    if node.name[0] == ".":
        return f"{given[0]}{node.name}({', '.join(given[1:])})"
    if node.name == "within" and isinstance(node.arguments[0], Local):
        return _inside(*given)
    if node.name in _EXTREMES and len(given) == 2:
        one, other = given
        if all(isinstance(each, (Local, Constant)) for each in node.arguments):
            return f"({one} if {one} {_EXTREMES[node.name]} {other} else {other})"
    if node.name in _EXTREMES and len(given) > 1:
        return f"_{node.name}({', '.join(given)})"
    if node.name == "sum" and _whole(node):
        return f"_sum({given[0]})"
    if node.name == "shift" and not to.traced:
        value, places, last = given
        return f"_min(_max(({value} + {places}), 0), {last})"
    if node.name == "distinct" and to.bounded:
        return f"_tuple(_fromkeys({given[0]}))"
    name = f"_{_CALLS[node.name]}" if node.name in _CALLS else f"f_{node.name}"
    found = f"{name}({', '.join(given)})"
    return f"_tidy({found})" if node.name == "sum" else found


def _inside(value: str, low: str, high: str) -> str:
    """Return the source of a local between bounds; most are, and need no call."""
    least = "" if low == "None" else f"{low} <= "
    most = "" if high == "None" else f" <= {high}"
    return f"({value} if {least}{value}{most} else _within({value}, {low}, {high}))"


def _use_call(to: ExpressionWriter, node: Use, form: str) -> str:
    """Return the source of a call of a declaration; when traced a look-up goes by way
    of the driver, with the function that says how it came to its value."""
    body = _short_body(to, node)
    if body is not None:
        return to.of(body)
    if to.partial and not form:
        first = _first_conditions(to, node)
        if first is not None:
            called = to.call_of(node, form, [to.of(each) for each in node.arguments])
            return f"({to.of(first)} and {called})"
    number = to.numbers[node.section, node.name]
    given = [to.of(each) for each in node.arguments]
    if to.traced and node.section in ("tables", "modifiers"):
        looked = f"{node.section!r}, {node.name!a}, W, {several(given)}"
        shown = shown_form(to.declared, node.section, node.name)
        shows = f"d{number}{shown}" if shown else "None"
        return f"_look({looked}, d{number}{form}, {shows})"
    return to.call_of(node, form, given)


_SHORT, _LONGER = 14, 60
"""How many parts a formula may have that is written where it is used; in a trial
function, which is there for speed alone."""


def _short_body(to: ExpressionWriter, node: Use) -> Typed | None:
    """Return what a use of a short formula comes to, where a call would take longer
    than the formula; None of others, and where code stays as the pack says it. It
    cannot fail, so no fault is told at another place."""
    if node.section != "formulas" or to.traced or to.marked:
        return None
    if ("formulas", node.name) in to.memoised:
        return None
    formula = to.declared.formulas[node.name]
    most = _LONGER if to.bounded else _SHORT
    plain = all(isinstance(each, (Local, Constant)) for each in node.arguments)
    if not plain or not _is_short(to, formula.body, most):
        return None
    return _filled_in(formula.body, formula, node)


def _is_short(to: ExpressionWriter, node: Typed, most: int) -> bool:
    """Tell whether an expression has few parts, none of which calls or can fail."""
    inside = [*islice(nodes(node), most + 1)]
    simple = all(isinstance(each, _SIMPLE) for each in inside)
    if not simple or len(inside) > most or not safe(node, True):
        return False
    removed = to.analysis.removed
    return not any(getattr(each, "kind", None) in removed for each in inside)


def _filled_in(body: Typed, formula: Formula, node: Use) -> Typed:
    """Return a part of the body of a formula with the arguments of a use in it."""
    names = [each.name for each in formula.takes]
    return applied(body, dict(zip(names, node.arguments, strict=True)))


def _first_conditions(to: ExpressionWriter, node: Use) -> Typed | None:
    """Return short conditions with which the body of a memoised formula begins, to be
    tested before it is called: to look a value up takes longer. None without such, or
    where the last is whether something is there, which it mostly is."""
    if ("formulas", node.name) not in to.memoised or node.section != "formulas":
        return None
    formula = to.declared.formulas[node.name]
    body = formula.body
    plain = all(isinstance(each, (Local, Constant)) for each in node.arguments)
    if not plain or not isinstance(body, Apply) or body.name != "and":
        return None
    conditions = _flat(body)
    short = [*takewhile(lambda each: _is_short(to, each, _SHORT), conditions[:-1])]
    while short and _tells_presence(short[-1]):
        short.pop()
    if not short:
        return None
    return _filled_in(reduce(_both, short), formula, node)


def _tells_presence(node: Typed) -> bool:
    match node:
        case Apply(name="is" | "is_not", arguments=(_, Constant(value=None))):
            return True
    return False


def _both(one: Typed, other: Typed) -> Typed:
    return Apply("and", (one, other), Boolean())


_SIMPLE = (Apply, Constant, FieldRead, IfElse, Local, RecordRead)


def shown_form(declared: Declarations, section: str, name: str) -> str:
    """Return the ending of the name of the function that a traced run asks how a
    look-up came to its value; "" for a table whose arguments are its row."""
    if section == "modifiers":
        return "n"
    return "r" if isinstance(declared.tables[name], (RollTable, DecisionTable)) else ""


def _sum_part(to: ExpressionWriter, node: SumPart) -> str:
    of, rows = node.of, node.rows
    if isinstance(of, Local) and of.name in to.totals:
        return local(of.name)
    if isinstance(of, SumPart) and of.name == "without":
        rows, of = tuple(row for row in rows if row in of.rows), of.of
    # a formula may give a sum too, and has no function that only adds its rows up
    is_added = node.name in ("total", "part")
    if is_added and isinstance(of, Use) and of.section == "modifiers":
        return total_of(to, of, rows)
    form = {"total": "part", "part": "part"}.get(node.name, node.name)
    return f"_{form}({to.of(of)}, {to.literal(rows)})"


def total_of(
    to: ExpressionWriter, node: Use, rows: tuple[int, ...] | None = None
) -> str:
    """Return the source of the sum of some rows (None: all), without the labels."""
    count = len(to.declared.modifiers[node.name].rows)
    wanted = tuple(range(count)) if rows is None else rows
    to.wanted[node.name, wanted] = None
    return _use_call(to, node, total_form(wanted, count))


def total_form(rows: tuple[int, ...], count: int) -> str:
    """Return the ending of the name of the function that sums some rows."""
    if rows == tuple(range(count)):
        return "t"
    return f"t{sum(1 << row for row in rows):x}"


def _reached(to: ExpressionWriter, node: ReachSearch, some: str | None = None) -> str:
    # rows that are read before the search are not those of the states in it
    inner = replace(to, hoisted={})
    if to.partial:
        node = places_as_locals(node)
    standing = None
    if not to.partial or reads_places(node, to.analysis.declared_reads):
        kind, slot = to.kind(node.kind), to.slot(node.kind, node.name)
        faced = to.slot(node.kind, node.facing) if node.facing else None
        standing = f"_standing(W, {kind}, {inner.entity(node.of)}, {slot}, {faced})"
    return reached(inner.of, node, standing, some)


def let_value(to: ExpressionWriter, name: str, value: Typed) -> str:
    """Return the source of what a local is bound to."""
    if name in to.totals and isinstance(value.type, SumOf):
        kind = value.type
        if isinstance(value, Use) and value.section == "modifiers":
            return total_of(to, value)
        count = len(to.declared.modifiers[kind.modifiers].rows)
        return f"_part({to.of(value)}, {to.literal(tuple(range(count)))})"
    return to.of(value)


_EMITTERS: Mapping[type, Callable[..., str]] = MappingProxyType(
    {
        Constant: _constant,
        Local: _local,
        FieldRead: _field,
        RecordRead: _record,
        IfElse: _if,
        Apply: _apply,
        Use: lambda to, node: _use_call(to, node, ""),
        Collect: collected,
        Every: _every,
        Now: lambda to, node: f"{to.log}[0]",
        Remembered: _remembered,
        ClaimsTo: _claims_to,
        SumPart: _sum_part,
        ReachSearch: _reached,
    }
)
