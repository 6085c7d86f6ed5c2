"""The dice of a case: names of rolls and draws, faces that can fall, what is drawn."""

from collections.abc import Iterator

from interpreter.cases.ground import Called, Ground
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.language.typed import Constant, Typed
from interpreter.program.instructions import Draw, Roll
from interpreter.source import Span
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Type

LONGEST = 9  # digits of a face


def check_dice(called: Called, node: Node) -> None:
    """Say which dice of a case cannot fall in what it runs."""
    ground = called.ground
    known = ground.reached.chances(called.entry.procedure)
    rolled: dict[str, tuple[Span, int]] = {}
    maps = node.items if isinstance(node, Sequence) else (node,)
    bare = next((each for each in maps if not isinstance(each, Mapping)), None)
    if bare is not None:
        message = "dice stand behind the name of their roll"
        ground.say("R401", bare.span, message, _example(known))
        return
    for each in maps:
        for name, given in each.entries if isinstance(each, Mapping) else ():
            found = known.get(plain(name.text), [])
            if not found:
                labels = (one.label for some in known.values() for one in some)
                ground.unknown(name.span, "roll", name.text, labels)
                continue
            count = _check_one(ground, given, found)
            before = rolled.get(plain(name.text), (name.span, 0))[1]
            rolled[plain(name.text)] = (name.span, before + count)
    for key, (span, count) in rolled.items():
        _check_number(ground, span, count, known[key])


def _example(known: dict[str, list[Roll | Draw]]) -> str:
    for some in known.values():
        one = some[0]
        if isinstance(one, Roll):
            number = _whole(one.dice.number) or 1
            faces = ", ".join(["1"] * min(number, 6))
            return f"{{{one.label}: {faces if number == 1 else f'[{faces}]'}}}"
    return "{roll: face}"


def _check_one(ground: Ground, given: Node, found: list[Roll | Draw]) -> int:
    """Check what stands behind a name; return how many faces it gives,
    none when one of them is wrong."""
    items = [_item(each) for each in found if isinstance(each, Draw)]
    if len(items) == len(found):
        for drawn in _drawn(given, items):
            ground.fits(drawn, items)
        return 0
    _check_elements(ground, given, found)
    sides = [_whole(each.dice.sides) for each in found if isinstance(each, Roll)]
    most = None if None in sides or items else max(side or 0 for side in sides)
    fell = [_fell(ground, face, most) for face in _faces(given)]
    return len(fell) if all(fell) else 0


def _check_elements(ground: Ground, given: Node, found: list[Roll | Draw]) -> None:
    """Say which keys of a map are no element for which any of these rolls falls."""
    if isinstance(given, Sequence):
        for each in given.items:
            _check_elements(ground, each, found)
    if not isinstance(given, Mapping):
        return
    among = [local.type for one in found for local in one.site.among]
    kinds = list(dict.fromkeys(among))
    for key, faces in given.entries:
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
    items = node.items if isinstance(node, Sequence) else ()
    return isinstance(node, Mapping) or any(_has_map(each) for each in items)


def _fell(ground: Ground, face: Scalar, most: int | None) -> bool:
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
    ground: Ground, span: Span, count: int, found: list[Roll | Draw]
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
    """Return a number that stands fast, or None."""
    value = node.value if isinstance(node, Constant) else None
    return value if isinstance(value, int) else None


def _item(one: Draw) -> Type:
    kind = one.source.type
    return kind.item if isinstance(kind, ListOf) else kind


def _faces(node: Node) -> Iterator[Scalar]:
    """Yield the faces in order: one, a list, or a map for the elements of a loop."""
    if isinstance(node, Scalar):
        yield node
        return
    inside = node.items if isinstance(node, Sequence) else [n for _, n in node.entries]
    for each in inside:
        yield from _faces(each)


def _drawn(node: Node, items: list[Type]) -> Iterator[Node]:
    """Yield what is drawn, one after the other; a list may be what is drawn itself."""
    lists = any(isinstance(each, ListOf) for each in items)
    for each in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(each, Sequence) and not lists:
            yield from _drawn(each, items)
        else:
            yield each
