"""Checks that the result of an entry point has the type of the file that it `writes`.

The other pack is not read, as packs are checked alone; it checks the written file like
any other overlay or file of answers.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from interpreter.diagnostics import problem
from interpreter.semantics.declarations import Export
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.names import Names
from interpreter.values.types import ListOf, Record, Text, Type, present
from interpreter.yaml import nodes

SCENARIO, ANSWERS = "scenario", "answers"
ID, TITLE, ENTITIES, OPTIONS = "id", "title", "entities", "options"
_PARTS: Mapping[str, type] = MappingProxyType(
    {TITLE: Text, "like": Text, "main": Text, OPTIONS: Record, ENTITIES: Record}
)
"""What a scenario may say, and of which type each is."""
_FORM = "a record of title, entities, and perhaps like, main and options"
_KIND = "lists of records that have an id, each list named after a kind"


def read_export(
    names: Names,
    node: nodes.MappingNode,
    call: nodes.ScalarNode,
    gives: Type,
    has_steps: bool,
) -> Export | None:
    """Read `writes`; None after a problem. A call that may give none writes no file
    then."""
    for form in (SCENARIO, ANSWERS):
        pack = node.get(form)
        if not isinstance(pack, nodes.ScalarNode):
            continue
        if has_steps:
            message = "what is written is worked out, and this call takes steps"
            hint = "call a formula: a game that is looked at must not go on by it"
            names.problems.append(
                problem("R401", call.span, message, expected="a formula", hint=hint)
            )
            return None
        for message, expected in _faults(form, present(gives)):
            names.problems.append(
                problem("R401", call.span, message, expected=expected)
            )
            return None
        return Export(form, pack.text)
    return None


def _faults(form: str, gives: Type) -> Iterator[tuple[str, str]]:
    """Yield (message, expected) for each difference from the type to be written."""
    if not isinstance(gives, Record):
        expected = _FORM if form == SCENARIO else "a record: what is asked, by its name"
        yield f"the call gives {spoken(gives)}", expected
    elif form == SCENARIO:
        yield from _faults_of_scenario(gives)


def _faults_of_scenario(gives: Record) -> Iterator[tuple[str, str]]:
    known = dict(gives.fields)
    for name in (TITLE, ENTITIES):
        if name not in known:
            yield f"'{gives.name}' has no '{name}'", _FORM
    for name, kind in gives.fields:
        if name not in _PARTS:
            yield f"'{name}' is no part of a scenario", _FORM
        elif not isinstance(kind, _PARTS[name]):
            wanted = "a text" if _PARTS[name] is Text else "a record"
            yield f"'{name}' is {spoken(kind)}", wanted
    entities = known.get(ENTITIES)
    for name, kind in entities.fields if isinstance(entities, Record) else ():
        item = kind.item if isinstance(kind, ListOf) else None
        if not isinstance(item, Record) or item.index(ID) is None:
            yield f"'{name}' is {spoken(kind)}", _KIND
