"""The views of a case: seats, kinds of claims, and what a claim may say."""

from collections.abc import Iterator

from interpreter.cases.ground import CalledProcedure, CaseContext
from interpreter.cases.pairs import SAME_AS
from interpreter.diagnostics import did_you_mean
from interpreter.ir.instructions import Create
from interpreter.semantics.declarations import ClaimKind
from interpreter.values.names import plain
from interpreter.values.types import Boolean, Number, Type, enumeration_of, present
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

NOT_SHOWN = "none"


def check_views(called: CalledProcedure, node: Node) -> None:
    """Say which seats, kinds of claims and parts of claims there cannot be."""
    ground = called.ground
    program = ground.program
    kind = program.declared.seat_kind
    seats = list(program.worlds[ground.scenario].ids.get(kind, ()))
    made = ground.reached.of(called.entry.procedure)
    more = any(isinstance(each, Create) and each.kind == kind for each in made)
    for name, wanted in node.entries if isinstance(node, MappingNode) else ():
        if plain(name.text) not in map(plain, seats) and not more:
            ground.unknown(name.span, "seat", name.text, seats)
        for key, claims in wanted.entries if isinstance(wanted, MappingNode) else ():
            if plain(key.text) != SAME_AS:
                _check_claims(ground, claims)


def _check_claims(ground: CaseContext, node: Node) -> None:
    if _is_turned(ground, node):
        _no_kind(ground, node)
        return
    if not isinstance(node, MappingNode):
        for each in node.items if isinstance(node, SequenceNode) else (node,):
            if isinstance(each, ScalarNode):
                _kind(ground, each)
            else:
                _no_kind(ground, each)
        return
    for name, wanted in node.entries:
        kind = _kind(ground, name)
        for each in wanted.items if isinstance(wanted, SequenceNode) else (wanted,):
            if kind is not None:
                _check_described(ground, each, kind)


def _is_turned(ground: CaseContext, node: Node) -> bool:
    """Tell whether a claim is described with its kind among its parts."""
    said = node.get("kind") if isinstance(node, MappingNode) else None
    return said is not None and "kind" not in ground.program.declared.claims


def _no_kind(ground: CaseContext, node: Node) -> None:
    """Say that no kind of claim stands where one should, and how one is described."""
    known = ground.program.declared.claims
    said = node.get("kind") if isinstance(node, MappingNode) else None
    named = known.get(plain(said.text)) if isinstance(said, ScalarNode) else None
    kind = named or next(iter(known.values()), None)
    hint = ""
    if kind is not None:
        described = ", ".join(f"{each}: ..." for each, _ in _parts(kind))
        hint = f"the kind comes first: {{{kind.title}: {{{described}}}}}"
    keys = [key for key, _ in node.entries] if isinstance(node, MappingNode) else []
    if keys and all(plain(key.text) in known for key in keys):
        kinds = ", ".join(f"{key.text}: {{...}}" for key in keys)
        hint = f"a list holds kinds alone: write {{{kinds}}} in place of it"
    expected = "a kind of claim, or a list of them"
    ground.say("R401", node.span, "this names no kind of claim", expected, hint)


def _kind(ground: CaseContext, name: ScalarNode) -> ClaimKind | None:
    known = ground.program.declared.claims
    found = known.get(plain(name.text))
    if found is None:
        titles = (each.title for each in known.values())
        ground.unknown(name.span, "kind of claim", name.text, titles)
    return found


def _check_described(ground: CaseContext, node: Node, kind: ClaimKind) -> None:
    parts = dict(_parts(kind))
    if not isinstance(node, MappingNode):
        message = f"a '{kind.title}' is described by its label, about and facts"
        expected = f"{{{', '.join(f'{each}: ...' for each in parts)}}}"
        ground.say("R401", node.span, message, expected)
        return
    for name, wanted in node.entries:
        if plain(name.text) not in parts:
            hint = did_you_mean(name.text, parts)
            message = f"'{kind.title}' has no '{name.text}'"
            ground.say("R308", name.span, message, ", ".join(parts), hint)
            continue
        said = parts[plain(name.text)]
        not_shown = isinstance(wanted, ScalarNode) and wanted.text == NOT_SHOWN
        if not not_shown and _is_named_before(said):
            ground.value(wanted, said)


def _parts(kind: ClaimKind) -> Iterator[tuple[str, Type]]:
    if kind.about is not None:
        yield "about", kind.about
    if kind.label is not None:
        yield "label", kind.label
    yield from ((each.name, each.type) for each in kind.facts)


def _is_named_before(kind: Type) -> bool:
    """Tell whether every value has its name before the run; an entity may be new."""
    return enumeration_of(kind) is not None or isinstance(
        present(kind), (Number, Boolean)
    )
