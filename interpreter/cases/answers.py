"""The answers of a case: names of what is asked, their values, and its policy."""

import re
from collections.abc import Iterator, Mapping
from typing import get_args

from interpreter.cases.calls import CallPart, call_in, policies_by_seat
from interpreter.cases.context import CalledProcedure, CaseContext
from interpreter.engine.policies import Default
from interpreter.expressions.typed import Constant, Typed
from interpreter.ir.instructions import LEG, Choice, Draw, Roll
from interpreter.ir.stopping import answer_type
from interpreter.semantics.declarations import Parameter
from interpreter.source import Name, Span
from interpreter.values.types import JUDGE_NAME, ListOf, Type, places, spoken
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

_WORD = re.compile(r"\S+")
MOST_TURNS = 3  # shown in a hint
SEAT = "seat"
"""The parameter of a policy that is who decides; a case does not give it."""


def turns_of(choice: Choice, node: Node) -> tuple[Node, ...]:
    """Return the answers of one in turn: a way that is given at once is several, to
    one asking after the other."""
    if choice.label != LEG:
        return (node,)
    if isinstance(node, SequenceNode):
        return node.items
    if not isinstance(node, ScalarNode) or not node.text.split():
        return (node,)
    words = (CallPart(each[0], each.start()) for each in _WORD.finditer(node.text))
    return tuple(_scalar(node, each) for each in words)


def check_answers(called: CalledProcedure, node: Node) -> None:
    """Say which answers nobody asks for, or cannot be given."""
    known = called.ground.reached.choices(called.entry.procedure)
    if isinstance(node, MappingNode):
        _check_map(called.ground, node, known, in_turn=False)
        return
    for turn in node.items if isinstance(node, SequenceNode) else (node,):
        if isinstance(turn, MappingNode):
            _check_map(called.ground, turn, known, in_turn=True)
        else:
            message = "answers stand behind the name of what is asked"
            called.ground.say("R401", turn.span, message, "{question: answer}")


def _check_map(
    ground: CaseContext,
    node: MappingNode,
    known: Mapping[str, Choice],
    *,
    in_turn: bool,
) -> None:
    for name, answer in node.entries:
        choice = known.get(name.name)
        if choice is None:
            labels = (each.label for each in known.values())
            ground.unknown(name.span, "question", name.text, labels)
        else:
            kind = answer_type(choice) if in_turn else choice.type
            hint = _turns_hint(name, answer)
            for turn_answer in turns_of(choice, answer) if in_turn else (answer,):
                ground.value(turn_answer, kind, hint if turn_answer is answer else "")


def _turns_hint(name: ScalarNode, node: Node) -> str:
    """Return how a list is written that was meant for one asking after the other."""
    if not isinstance(node, SequenceNode) or not node.items:
        return ""
    pairs = [f"{{{name.text}: {each.span.text}}}" for each in node.items]
    few = pairs if len(pairs) <= MOST_TURNS else [*pairs[:MOST_TURNS], "..."]
    return f"for one asking after the other write answers: [{', '.join(few)}]"


def check_policy(ground: CaseContext, node: Node) -> None:
    """Say it where there is no such policy or seat, where a policy takes something
    else, or where two are named for one seat or for all others."""
    if not isinstance(node, ScalarNode):
        message = "a policy is a name, perhaps with what it takes"
        hint = "policies of single seats are one text: red=bold, blue=first"
        expected = "a policy of the pack, or 'first'"
        ground.say("R401", node.span, message, expected, hint)
        return
    by_seat = policies_by_seat(node.text)
    declared = ground.program.declared.seat_kind
    names = ground.program.initial_states[ground.scenario].ids.get(declared, ())
    known = places((*names, JUDGE_NAME))
    named: set[Name] = set()
    for seat, policy in by_seat.seats:
        span = node.part(seat.start, seat.end)
        if seat.name not in known:
            ground.unknown(span, "seat", seat.text, [*names, JUDGE_NAME])
        elif seat.name in named:
            ground.say("R309", span, f"two policies for the seat '{seat.text}'")
        named.add(seat.name)
        _check_single_policy(ground, node, policy)
    for policy in by_seat.others:
        _check_single_policy(ground, node, policy)
    if len(by_seat.others) > 1:
        second = by_seat.others[1]
        message = "two policies for all seats that have none of their own"
        hint = f"write SEAT={second.text}; a name with a comma stands in single quotes"
        ground.say("R309", node.part(second.start, second.end), message, hint=hint)


def _check_single_policy(
    ground: CaseContext, node: ScalarNode, policy: CallPart
) -> None:
    written = _scalar(node, policy)
    defaults = get_args(Default)
    if written.name in defaults:
        return
    name, arguments = call_in(written.text) or (CallPart(written.text, 0), ())
    policies = ground.program.policies
    found = policies.get(name.name)
    if found is None:
        known = [*defaults, *(policy.name for policy in policies.values())]
        ground.unknown(written.part(name.start, name.end), "policy", name.text, known)
        return
    takes = tuple(parameter for parameter in found.takes if parameter.name != SEAT)
    check_given(ground, written, (name, arguments), takes)


def check_given(
    ground: CaseContext,
    node: ScalarNode,
    call: tuple[CallPart, tuple[CallPart, ...]],
    takes: tuple[Parameter, ...],
) -> None:
    """Say which arguments of a call do not fit, or that it has another number."""
    name, arguments = call
    least = sum(parameter.default is None for parameter in takes)
    if not least <= len(arguments) <= len(takes):
        listed = ", ".join(
            f"{parameter.name}: {spoken(parameter.type)}" for parameter in takes
        )
        message = f"'{name.text}' takes {len(takes)}, not {len(arguments)}"
        ground.say("R309", node.span, message, listed or "no arguments")
        return
    for piece, wanted in zip(arguments, takes, strict=False):
        ground.value(_scalar(node, piece), wanted.type)


def _scalar(node: ScalarNode, piece: CallPart) -> ScalarNode:
    """Return a part of a text as a text of its own, at its place."""
    places = node.places[piece.start : piece.end + 1]
    return ScalarNode(piece.text, node.part(piece.start, piece.end), "", places)


# The dice of a case: names of rolls and draws, faces that can fall, what is drawn.

LONGEST = 9  # digits of a face


def check_dice(called: CalledProcedure, node: Node) -> None:
    """Say which dice of a case cannot fall in what it runs."""
    ground = called.ground
    known = ground.reached.chances(called.entry.procedure)
    rolled: dict[str, tuple[Span, int]] = {}
    maps = node.items if isinstance(node, SequenceNode) else (node,)
    bare = next((map_ for map_ in maps if not isinstance(map_, MappingNode)), None)
    if bare is not None:
        message = "dice stand behind the name of their roll"
        ground.say("R401", bare.span, message, _example(known))
        return
    for map_ in maps:
        for name, faces in map_.entries if isinstance(map_, MappingNode) else ():
            found = known.get(name.name, [])
            if not found:
                labels = (chance.label for some in known.values() for chance in some)
                ground.unknown(name.span, "roll", name.text, labels)
                continue
            count = _check_one(ground, faces, found)
            before = rolled.get(name.name, (name.span, 0))[1]
            rolled[name.name] = (name.span, before + count)
    for key, (span, count) in rolled.items():
        _check_number(ground, span, count, known[key])


def _example(known: Mapping[str, list[Roll | Draw]]) -> str:
    for some in known.values():
        chance = some[0]
        if isinstance(chance, Roll):
            number = _whole(chance.dice.number) or 1
            faces = ", ".join(["1"] * min(number, 6))
            return f"{{{chance.label}: {faces if number == 1 else f'[{faces}]'}}}"
    return "{roll: face}"


def _check_one(ground: CaseContext, node: Node, found: list[Roll | Draw]) -> int:
    """Check what is written for a name; return how many faces it gives,
    none when one of them is wrong."""
    items = [_item(each) for each in found if isinstance(each, Draw)]
    if len(items) == len(found):
        for drawn in _drawn(node, items):
            ground.fits(drawn, items)
        return 0
    _check_elements(ground, node, found)
    sides = [_whole(each.dice.sides) for each in found if isinstance(each, Roll)]
    most = None if None in sides or items else max(side or 0 for side in sides)
    fell = [_fell(ground, face, most) for face in _faces(node)]
    return len(fell) if all(fell) else 0


def _check_elements(ground: CaseContext, node: Node, found: list[Roll | Draw]) -> None:
    """Say which keys of a map are no element for which any of these rolls falls."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            _check_elements(ground, item, found)
    if not isinstance(node, MappingNode):
        return
    among = [local.type for chance in found for local in chance.site.among]
    kinds = list(dict.fromkeys(among))
    for key, faces in node.entries:
        if not kinds:
            message = f"'{found[0].label}' falls for no element of a loop"
            ground.say("R401", key.span, message, "a face, or a list of them")
        else:
            ground.fits(key, kinds)
        if _has_map(faces):
            message = f"'{key.text}' is followed by a map"
            expected = "the faces that fall for it: one, or a list"
            ground.say("R401", faces.span, message, expected)


def _has_map(node: Node) -> bool:
    items = node.items if isinstance(node, SequenceNode) else ()
    return isinstance(node, MappingNode) or any(_has_map(each) for each in items)


def _fell(ground: CaseContext, face: ScalarNode, most: int | None) -> bool:
    """Tell whether a face can fall; a problem where it cannot."""
    text = face.text.strip()
    expected = f"a face from 1 to {most}" if most else "a face: a whole number from 1"
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        hint = "write the faces that fell, such as 4" if "d" in text.lower() else ""
        ground.say("R401", face.span, f"'{text}' is no face of a die", expected, hint)
    elif int(text) < 1 or (most is not None and int(text) > most):
        on = f"d{most}" if most else "die"
        ground.say("R406", face.span, f"no {on} falls on {int(text)}", expected)
    else:
        return True
    return False


def _check_number(
    ground: CaseContext, span: Span, count: int, found: list[Roll | Draw]
) -> None:
    """A roll of so many dice takes its faces whole, however often it is thrown."""
    numbers = {_whole(e.dice.number) if isinstance(e, Roll) else None for e in found}
    number = next(iter(numbers))
    if len(numbers) == 1 and number and count % number:
        faces = "one face" if count == 1 else f"{count} faces"
        dice = f"{number} dice"
        label = found[0].label
        message = f"{faces} for '{label}', where {dice} fall each time"
        expected = f"{number} faces, or {number} for each time"
        ground.say("R309", span, message, expected)


def _whole(node: Typed) -> int | None:
    """Return a number that is constant, or None."""
    value = node.value if isinstance(node, Constant) else None
    return value if isinstance(value, int) else None


def _item(draw: Draw) -> Type:
    kind = draw.source.type
    return kind.item if isinstance(kind, ListOf) else kind


def _faces(node: Node) -> Iterator[ScalarNode]:
    """Yield the faces in order: one, a list, or a map for the elements of a loop."""
    if isinstance(node, ScalarNode):
        yield node
        return
    inside = (
        node.items if isinstance(node, SequenceNode) else [n for _, n in node.entries]
    )
    for each in inside:
        yield from _faces(each)


def _drawn(node: Node, items: list[Type]) -> Iterator[Node]:
    """Yield what is drawn, one after the other; a list may be what is drawn itself."""
    lists = any(isinstance(each, ListOf) for each in items)
    for item in node.items if isinstance(node, SequenceNode) else (node,):
        if isinstance(item, SequenceNode) and not lists:
            yield from _drawn(item, items)
        else:
            yield item
