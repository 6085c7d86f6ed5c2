"""The answers of a case: names of what is asked, their values, and its policy."""

import re
from typing import get_args

from interpreter.cases.calls import Piece, call_in
from interpreter.cases.ground import Called, Ground
from interpreter.checked.declared import Parameter
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.program.instructions import LEG, Choice
from interpreter.program.stopping import answer_type
from interpreter.running.policies import Default
from interpreter.values.names import plain
from interpreter.values.spoken import spoken

_WORD = re.compile(r"\S+")
MOST_TURNS = 3  # shown in a hint
SEAT = "seat"
"""The parameter of a policy that is who decides; a case does not give it."""


def turns_of(choice: Choice, node: Node) -> tuple[Node, ...]:
    """Return the answers of one in turn: a way that is given at once is several, to
    one asking after the other."""
    if choice.label != LEG:
        return (node,)
    if isinstance(node, Sequence):
        return node.items
    if not isinstance(node, Scalar) or not node.text.split():
        return (node,)
    words = (Piece(each[0], each.start()) for each in _WORD.finditer(node.text))
    return tuple(_scalar(node, each) for each in words)


def check_answers(called: Called, node: Node) -> None:
    """Say which answers nobody asks for, or cannot be given."""
    known = called.ground.reached.choices(called.entry.procedure)
    if isinstance(node, Mapping):
        _check_map(called.ground, node, known, in_turn=False)
        return
    for each in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(each, Mapping):
            _check_map(called.ground, each, known, in_turn=True)
        else:
            message = "answers stand behind the name of what is asked"
            called.ground.say("R401", each.span, message, "{question: answer}")


def _check_map(
    ground: Ground, node: Mapping, known: dict[str, Choice], *, in_turn: bool
) -> None:
    for name, given in node.entries:
        choice = known.get(plain(name.text))
        if choice is None:
            labels = (each.label for each in known.values())
            ground.unknown(name.span, "question", name.text, labels)
        else:
            kind = answer_type(choice) if in_turn else choice.type
            hint = _turns_hint(name, given)
            for one in turns_of(choice, given) if in_turn else (given,):
                ground.value(one, kind, hint if one is given else "")


def _turns_hint(name: Scalar, node: Node) -> str:
    """Return how a list is written that was meant for one asking after the other."""
    if not isinstance(node, Sequence) or not node.items:
        return ""
    pairs = [f"{{{name.text}: {each.span.text}}}" for each in node.items]
    few = pairs if len(pairs) <= MOST_TURNS else [*pairs[:MOST_TURNS], "..."]
    return f"for one asking after the other write answers: [{', '.join(few)}]"


def check_policy(ground: Ground, node: Node) -> None:
    """Say it where there is no such policy, or where it takes something else."""
    if not isinstance(node, Scalar):
        message = "a policy is a name, perhaps with what it takes"
        ground.say("R401", node.span, message, "a policy of the pack, or 'first'")
        return
    defaults = get_args(Default)
    if plain(node.text) in defaults:
        return
    name, given = call_in(node.text) or (Piece(node.text, 0), ())
    policies = ground.program.policies
    found = policies.get(plain(name.text))
    if found is None:
        known = [*defaults, *(each.name for each in policies.values())]
        ground.unknown(node.part(name.start, name.end), "policy", name.text, known)
        return
    takes = tuple(each for each in found.takes if each.name != SEAT)
    check_given(ground, node, (name, given), takes)


def check_given(
    ground: Ground,
    node: Scalar,
    call: tuple[Piece, tuple[Piece, ...]],
    takes: tuple[Parameter, ...],
) -> None:
    """Say which arguments of a call do not fit, or that it has another number."""
    name, given = call
    least = sum(each.default is None for each in takes)
    if not least <= len(given) <= len(takes):
        listed = ", ".join(f"{each.name}: {spoken(each.type)}" for each in takes)
        message = f"'{name.text}' takes {len(takes)}, not {len(given)}"
        ground.say("R309", node.span, message, listed or "no arguments")
        return
    for piece, wanted in zip(given, takes, strict=False):
        ground.value(_scalar(node, piece), wanted.type)


def _scalar(node: Scalar, piece: Piece) -> Scalar:
    """Return a part of a text as a text of its own, at its place."""
    places = node.places[piece.start : piece.end + 1]
    return Scalar(piece.text, node.part(piece.start, piece.end), "", places)
