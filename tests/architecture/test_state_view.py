"""Only `StateView` pairs kinds with the rows of a game state, and reads its log."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.engine import Module, modules

LAYOUT = {
    "interpreter.semantics.state_view": "the accessor",
    "interpreter.values.log": "the layout of the log",
}
"""Modules that know the layout of a game state, besides code generation."""
GENERATOR = "codegen"
STATE_TYPES = {"GameState", "Log"}
STATES = {"game_state", "log"}
"""Names of game states and of logs where nothing says their type."""
KIND_TYPES = {"KindFields"}
OWNERS = {"declared", "model"}
"""What has an attribute `kinds` in the order of game states; elsewhere it may be types
of values, or kinds of rules."""
PAIRING = {"zip", "enumerate"}
COPIES = {"list", "tuple"}


def name_of(node: ast.expr | None) -> str:
    """Return the last name of `a.b.c`, without underscores before it; "" of another."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lstrip("_")
        case _:
            return ""


def assignments(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield (target, value) of each assignment, of the elements if both are tuples."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=of)):
                yield from zip(names, of, strict=False)
            case ast.Assign(targets=[target], value=value):
                yield target, value


def typed_as(tree: ast.Module, types: set[str]) -> set[str]:
    """Return the names of arguments, attributes and locals that a module declares to be
    of one of the types."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=annotation):
                if name_of(annotation) in types:
                    names.add(name.lstrip("_"))
            case ast.AnnAssign(target=target, annotation=annotation):
                if name_of(annotation) in types:
                    names.add(name_of(target))
    return names - {""}


class Names:
    """Which names of a module are game states and logs, and which are kinds."""

    def __init__(self, tree: ast.Module) -> None:
        """Read the annotations, then what is assigned from what is known."""
        self.states = STATES | typed_as(tree, STATE_TYPES)
        self.kinds = typed_as(tree, KIND_TYPES)
        pairs = list(assignments(tree))
        self.kinds |= {name_of(to) for to, value in pairs if self.are_kinds(value)}
        self.states |= {name_of(to) for to, value in pairs if self.is_state(value)}
        self.kinds -= {""}
        self.states -= {""}

    def are_kinds(self, node: ast.expr) -> bool:
        """Tell whether an expression is `declared.kinds`, its names or its entries."""
        match node:
            case ast.Call(
                func=ast.Attribute(value=of, attr="keys" | "items" | "values")
            ):
                return self.are_kinds(of)
            case ast.Call(func=ast.Name(id=name), args=[of]) if name in COPIES:
                return self.are_kinds(of)
            case ast.List(elts=[ast.Starred(value=of)]):
                return self.are_kinds(of)
            case ast.Tuple(elts=[ast.Starred(value=of)]):
                return self.are_kinds(of)
            case ast.Attribute(value=owner, attr="kinds") if name_of(owner) in OWNERS:
                return True
            case _:
                return name_of(node) in self.kinds

    def is_state(self, node: ast.expr) -> bool:
        """Tell whether an expression is a game state or a log."""
        return name_of(node) in self.states


def is_number(node: ast.expr) -> bool:
    """Tell whether an index is a number, also as a length, or a slice with one."""
    match node:
        case ast.Slice():
            ends = (node.lower, node.upper)
            return any(end is not None and is_number(end) for end in ends)
        case ast.Call(func=ast.Name(id="len")):  # of the kinds: the place of the log
            return True
        case ast.UnaryOp(op=ast.USub()):
            return is_number(node.operand)
        case _:
            return isinstance(node, ast.Constant) and isinstance(node.value, int)


def layouts(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that pair kinds with something by position, or that index a game
    state or a log by a number."""
    names = Names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given) if name in PAIRING:
                if any(map(names.are_kinds, given)):
                    yield node.lineno
            case ast.Call(func=ast.Attribute(value=of, attr="index")):
                if names.are_kinds(of):
                    yield node.lineno
            case ast.Subscript(value=of, slice=index) if names.is_state(of):
                if is_number(index):
                    yield node.lineno


def elsewhere() -> dict[str, Module]:
    """Return the modules that must not know the layout."""
    return {
        name: module
        for name, module in modules().items()
        if name not in LAYOUT and module.room != GENERATOR
    }


def test_only_the_accessor_knows_the_layout() -> None:
    """Others take a `StateView`, or a function of its module or of `values.log`."""
    found = [
        f"{module}:{line}: use StateView"
        for module in elsewhere().values()
        for line in layouts(module.tree)
    ]
    assert not found


@pytest.mark.parametrize("name", LAYOUT)
def test_each_exception_is_one(name: str) -> None:
    """What knows nothing of the layout leaves the list."""
    assert list(layouts(modules()[name].tree))


@pytest.mark.parametrize(
    "source",
    [
        "dict(zip(declared.kinds, state, strict=False))",
        "kinds = list(declared.kinds)\ndict(zip(kinds, rows))",
        "zip(state, self._declared.kinds.values())",
        "list(declared.kinds).index(STORE)",
        "[*declared.kinds].index(STORE)",
        "one, kinds = 1, [*program.declared.kinds]\nkinds.index(STORE)",
        "{name: row[at] for at, name in enumerate(declared.kinds)}",
        "for at, (name, kind) in enumerate(program.declared.kinds.items()): ...",
        "for at, (kind, slots) in enumerate(self.model.kinds): ...",
        "def f(kinds: KindFields): return [*zip(kinds, rows)]",
        "stop.game_state[-1][2]",
        "self._log[3]",
        "course.game_state[:-1]",
        "state = stop.game_state\nstate[-1]",
        "def f(state: GameState): return state[len(kinds)]",
        "found: GameState = g()\nfound[-1]",
    ],
)
def test_each_way_is_seen(source: str) -> None:
    assert list(layouts(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "rows[-1][2]",
        "for kind in declared.kinds.values(): ...",
        "zip(takes, kinds, strict=True)",
        "def f(_: GameState): return sites[0]",
        "def f(state: GameState, kind: int): return state[kind]",
    ],
)
def test_other_code_is_not_meant(source: str) -> None:
    assert not list(layouts(ast.parse(source)))
