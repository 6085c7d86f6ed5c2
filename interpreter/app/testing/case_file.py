"""A case as its author wrote it: what is run, with what, and what is expected."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.app.opening.yaml_values import text_of, value_at
from interpreter.cases.calls import call_of
from interpreter.diagnostics import Unusable
from interpreter.pipeline.opening import Pack
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Type, Value
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode


@dataclass(frozen=True, slots=True)
class Case:
    """A declared case; `verb` is run or odds."""

    declared: Declaration
    verb: str
    name: str
    arguments: tuple[str, ...]

    def part(self, key: str) -> Node | None:
        """Return what stands behind a key."""
        node = self.declared.node
        return node.get(key) if isinstance(node, MappingNode) else None

    def pairs(self, key: str) -> Iterator[tuple[str, Node]]:
        """Yield the names and nodes of a map behind a key."""
        node = self.part(key)
        if isinstance(node, MappingNode):
            yield from ((name.text, each) for name, each in node.entries)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the case carries."""
        node = self.part("rule")
        items = (
            node.items if isinstance(node, SequenceNode) else (node,) if node else ()
        )
        return tuple(text_of(each) for each in items)

    @property
    def scenario(self) -> str:
        """The scenario in which it is run, or ""."""
        node = self.part("scenario")
        return text_of(node) if node is not None else ""

    @property
    def seed(self) -> str | None:
        """What all dice that it does not give follow from; None: it gives all."""
        node = self.part("seed")
        return text_of(node) if node is not None else None

    @property
    def options(self) -> dict[str, str]:
        """The options that it sets."""
        return {name: text_of(each) for name, each in self.pairs("options")}

    @property
    def chance(self) -> list[tuple[str, Node]]:
        """Names of rolls and draws with what they give, in the order written."""
        node = self.part("dice")
        maps = node.items if isinstance(node, SequenceNode) else (node,) if node else ()
        found = []
        for each in maps:
            if not isinstance(each, MappingNode):
                raise Unusable("dice of a case stand behind the name of their roll")
            found += [(plain(name.text), given) for name, given in each.entries]
        return found


def faces_in(node: Node) -> tuple[int, ...]:
    """Return faces in order, of a number or a list."""
    if isinstance(node, ScalarNode):
        return (_face(node),)
    items = node.items if isinstance(node, SequenceNode) else ()
    return tuple(face for each in items for face in faces_in(each))


def faces_and_maps(node: Node) -> Iterator[tuple[int, ...] | MappingNode]:
    """Yield what falls, in order: faces, and maps that give them by element."""
    if isinstance(node, MappingNode):
        yield node
    elif isinstance(node, ScalarNode) or not any(map(_has_map, node.items)):
        yield faces_in(node)
    else:
        for each in node.items:
            yield from faces_and_maps(each)


def drawn_in(node: Node, kind: Type, pack: Pack, scenario: str) -> list[Value]:
    """Return the elements that are drawn, one after the other."""
    items = node.items if isinstance(node, SequenceNode) else (node,)
    if isinstance(kind, ListOf):
        return [value_at(each, kind, pack, scenario) for each in items]
    found: list[Value] = []
    for each in items:
        if isinstance(each, SequenceNode):
            found += drawn_in(each, kind, pack, scenario)
        else:
            found.append(value_at(each, kind, pack, scenario))
    return found


def _has_map(node: Node) -> bool:
    items = node.items if isinstance(node, SequenceNode) else ()
    return isinstance(node, MappingNode) or any(map(_has_map, items))


def _face(node: Node) -> int:
    text = text_of(node)
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Unusable(f"'{text}' is no face of a die")
    return int(text)


def case_of(declared: Declaration) -> Case:
    """Return a case; raises Unusable when it neither runs nor asks for odds."""
    node = declared.node
    for verb in ("run", "odds"):
        call = node.get(verb) if isinstance(node, MappingNode) else None
        found = call_of(call.text) if isinstance(call, ScalarNode) else None
        if found:
            return Case(declared, verb, *found)
    raise Unusable("the case has neither a call to 'run' nor one for 'odds'")
