"""Gatherings as Python source."""

from collections.abc import Callable

from interpreter.emission.names import local, several
from interpreter.language.typed import Collect, Constant, Local, Typed
from interpreter.values.types import Number

Emit = Callable[[Typed], str]


def collected(  # noqa: C901 - a case a reducer
    emit: Emit, node: Collect
) -> str:
    """Return the source of `reducer(body for x in source where condition by keys)`."""
    if node.reducer == "groups":
        return f"_groups([{_keyed(emit, node)}])"
    if node.reducer == "map":
        return _mapped(emit, node)
    ordered = f"_ordered([{_keyed(emit, node)}])" if node.by else ""
    match node.reducer:
        case "list":
            return ordered or f"_tuple([{_plain(emit, node)}])"
        case "sorted" if ordered:
            return ordered
        case "sum":
            found = f"_sum([{_plain(emit, node)}])"
            whole = isinstance(node.type, Number) and node.type.whole
            return found if whole else f"_tidy({found})"
        case "count":
            return _counted(emit, node)
        case "any" | "all":
            return f"_{node.reducer}({_plain(emit, node)})"
        case "min" | "max":
            return f"f_{node.reducer}([{_plain(emit, node)}])"
        case "first" if not ordered:
            return f"_next(({_plain(emit, node)}), None)"
        case "joined":
            return f"_joined({ordered or f'[{_plain(emit, node)}]'})"
        case reducer:
            return f"f_{reducer}({ordered or f'_tuple([{_plain(emit, node)}])'})"


def _tail(emit: Emit, node: Collect) -> str:
    found = f"for {local(node.variable)} in _walk({emit(node.source)})"
    return found if node.where is None else f"{found} if {emit(node.where)}"


def _plain(emit: Emit, node: Collect) -> str:
    return f"{emit(node.body)} {_tail(emit, node)}"


def _keyed(emit: Emit, node: Collect) -> str:
    keys = several([emit(each) for each in node.by])
    return f"({keys}, {emit(node.body)}) {_tail(emit, node)}"


def _mapped(emit: Emit, node: Collect) -> str:
    pair, tail = f"({local(node.variable)}, {emit(node.body)})", _tail(emit, node)
    if not node.by:
        return f"_mapped([{pair} {tail}])"
    keys = several([emit(each) for each in node.by])
    return f"_mapped(_ordered([({keys}, {pair}) {tail}]))"


def _counted(emit: Emit, node: Collect) -> str:
    simple = isinstance(node.body, (Local, Constant))
    if simple and node.where is None:
        return f"_len({emit(node.source)})"
    body = "1" if simple else emit(node.body)
    return f"_len([{body} {_tail(emit, node)}])"
