"""What a case expects choices to offer (`offered`)."""

import re
from collections.abc import Iterator

from interpreter.cases.ground import Called, Ground
from interpreter.document.nodes import Mapping, Node, Sequence
from interpreter.program.instructions import Choice
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Maybe, Type

OFFERED = "offered"
_ASKING = re.compile(r"(.*\S)\s*\[\s*(\d{1,6})\s*\]\s*\Z", re.DOTALL)
HAS, NONE = "has", "none"


def offers(expect: Node | None) -> tuple[Node | None, tuple[Mapping, ...]]:
    """Return the value of `offered`, and its maps: several for one asking after
    the other."""
    entries = expect.entries if isinstance(expect, Mapping) else ()
    found = next((node for key, node in entries if plain(key.text) == OFFERED), None)
    items = found.items if isinstance(found, Sequence) else (found,)
    return found, tuple(each for each in items if isinstance(each, Mapping))


def asking(name: str) -> tuple[str, int | None]:
    """Return the question that a key names, and which asking of it, from 1, where that
    stands after it in brackets: `leg[2]`."""
    found = _ASKING.match(name)
    return (name, None) if found is None else (found[1], int(found[2]))


def check_offers(called: Called, expect: Mapping) -> None:
    """Report questions that nobody asks, and values that none of them can offer."""
    found, maps = offers(expect)
    ground = called.ground
    if found is not None and not maps:
        message = "what is offered is written after the name of the question"
        ground.say("R401", found.span, message, "{question: [answer, answer]}")
    known = ground.reached.choices(called.entry.procedure)
    for name, node in (pair for each in maps for pair in each.entries):
        question, number = asking(name.text)
        choice = known.get(plain(question))
        if choice is None:
            labels = (each.label for each in known.values())
            ground.unknown(name.span, "question", question, labels)
        elif number == 0:
            message = f"'{name.text}': the first asking is number 1"
            ground.say("R406", name.span, message, f"{question}[1]")
        elif choice.open_type is not None:
            message = f"'{name.text}' is a ruling: anything of its type may be said"
            ground.say("R401", name.span, message, "the name of a choice")
        else:
            _check_offer(ground, node, choice)


def _check_offer(ground: Ground, node: Node, choice: Choice) -> None:
    kind = offered_type(choice)
    for item in _parts(ground, node, choice):
        ground.value(item, kind)


def _parts(ground: Ground, node: Node, choice: Choice) -> Iterator[Node]:
    """Yield each value that is written, of one seat or of several."""
    if choice.each is None:
        yield from _values(ground, node)
        return
    if not isinstance(node, Mapping):
        message = f"'{choice.label}' is asked for several at once"
        ground.say("R401", node.span, message, "{element: [answer, answer]}")
        return
    element = choice.each[1].type
    for key, each in node.entries:
        if isinstance(element, ListOf):
            ground.value(key, element.item)
        yield from _values(ground, each)


def _values(ground: Ground, node: Node) -> Iterator[Node]:
    if isinstance(node, Mapping):
        for key, each in node.entries:
            if key.text in (HAS, NONE):
                yield from listed(each)
            else:
                message = f"'{key.text}' is neither '{HAS}' nor '{NONE}'"
                ground.say("R308", key.span, message, f"{HAS}, {NONE}")
    else:
        yield from listed(node)


def listed(node: Node) -> tuple[Node, ...]:
    """Return the values of a list, or one alone."""
    return node.items if isinstance(node, Sequence) else (node,)


def offered_type(choice: Choice) -> Type:
    """Return the type of one thing that a choice offers."""
    kind = choice.type
    if choice.how_many is not None and isinstance(kind, ListOf):
        kind = kind.item
    return Maybe(kind) if choice.optional and not isinstance(kind, Maybe) else kind
