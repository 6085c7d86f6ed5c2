"""Verbs that want chance: roll and draw."""

from dataclasses import replace

from interpreter.checked.declared import Weighted
from interpreter.checked.expressions import Reading
from interpreter.checked.place import Place, spoken
from interpreter.checked.scope import Scope
from interpreter.checked.templates import template
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language import tree
from interpreter.language.parsing import Unreadable, parse
from interpreter.language.spellings import (
    MOST_DICE,
    MOST_SIDES,
    POSSIBLE,
    are_possible,
    by_digits,
    is_half_dice,
    misspelt_dice,
)
from interpreter.language.typed import (
    Constant,
    DiceExpression,
    FieldRead,
    Template,
    Typed,
)
from interpreter.program.instructions import Draw, Instruction, Roll
from interpreter.steps.ending import ended_by_change, held
from interpreter.steps.lowering import Lowered, Lowering
from interpreter.steps.step import Step
from interpreter.values.names import plain
from interpreter.values.types import INTEGER, ListOf, Number, Seat, Type, Unknown, whole

DICE = "2d6, d12, dice(n, sides) or die(sides)"


def roll(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Dice: one die binds a number, several bind a list."""
    found: list[Instruction] = []
    for key, node in step.value.entries if isinstance(step.value, Mapping) else ():
        dice = _dice(lowering, node, scope)
        if dice is None:  # the name is there all the same, and nothing is known of it
            _, scope = lowering.bind(scope, lowering.named(key, scope), Unknown())
            continue
        site = lowering.part(step, plain(key.text))
        kind = _kind(dice)
        unique, after = lowering.bind(scope, lowering.named(key, scope), kind)
        by, purpose = (
            seat(lowering, step, scope),
            prose(lowering, step.clause("for"), scope),
        )
        needs = prose(lowering, step.clause("needs"), scope)
        found.append(Roll(site, unique, plain(key.text), dice, by, purpose, needs))
        scope = after
    return tuple(found), scope


def _kind(dice: DiceExpression) -> Type:
    sides = dice.sides.type
    face = whole(
        1, int(sides.high) if isinstance(sides, Number) and sides.high else None
    )
    return face if dice.single else ListOf(face)


def _dice(lowering: Lowering, node: Node, scope: Scope) -> DiceExpression | None:
    if not isinstance(node, Scalar):
        return None
    place = Place(node, lowering.names.problems)
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        message, expected = fault.message, fault.expected
        half = is_half_dice(node.text)
        if half:
            message, expected = f"'{node.text}' are no dice", DICE
        code = "R206" if half or misspelt_dice(node.text) else "R201"
        place.say(code, fault.at, message, expected, fault.hint)
        return None
    if isinstance(parsed, tree.Dice):
        number, sides = parsed.number, parsed.sides
        if not are_possible(number, sides):
            message = f"'{node.text}' are impossible dice"
            place.say("R206", parsed.at, message, POSSIBLE)
            return None
        hint = by_digits(number, sides)
        if hint:
            place.say("R517", parsed.at, f"this is one die of {sides} sides", hint=hint)
        return DiceExpression(_figure(number), _figure(sides), number == 1)
    reading = Reading(lowering.names, place)
    if (
        isinstance(parsed, tree.Call)
        and parsed.name.name == "die"
        and len(parsed.arguments) == 1
    ):
        sides_read = reading.read(parsed.arguments[0], scope, whole(1, MOST_SIDES))
        return DiceExpression(_figure(1), sides_read, True)
    if (
        isinstance(parsed, tree.Call)
        and parsed.name.name == "dice"
        and len(parsed.arguments) == 2
    ):
        count = reading.read(parsed.arguments[0], scope, whole(0, MOST_DICE))
        faces = reading.read(parsed.arguments[1], scope, whole(1, MOST_SIDES))
        return DiceExpression(count, faces, False)
    meant = misspelt_dice(node.text)
    hint = "" if meant is None else f"write '{meant[1]}'"
    place.say("R206", parsed.at, "these are no dice", DICE, hint)
    return None


def _figure(value: int) -> Constant:
    return Constant(value, whole(value, value))


def seat(
    lowering: Lowering, step: Step, scope: Scope, clause: str = "by"
) -> Typed | None:
    """Read who decides or rolls."""
    node = step.clause(clause)
    if node is None:
        return None
    return lowering.read(node, scope, Seat(lowering.names.seat_kind))


def prose(lowering: Lowering, node: Node | None, scope: Scope) -> Template | None:
    """Read a template of a clause."""
    return template(lowering.names, node, scope) if isinstance(node, Scalar) else None


def draw(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Elements by chance; from a deck they leave it."""
    name = (
        lowering.named(step.value, scope) if isinstance(step.value, Scalar) else "drawn"
    )
    source_node = step.clause("from")
    weights: Typed | None = None
    deck = None
    by_weight = _weighted(lowering, source_node)
    site = step.site
    if by_weight is not None:
        source, weights, rule = by_weight
        site = replace(site, rule=f"{site.rule} {rule}".strip())
    else:
        source = lowering.read(source_node, scope)
        if (
            isinstance(source, FieldRead)
            and isinstance(source.type, ListOf)
            and source.type.deck
        ):
            deck = (source.of, source.kind, source.name)
    if step.clause("weight") is not None:
        weights = lowering.read(step.clause("weight"), scope, ListOf(INTEGER))
    if not isinstance(source.type, (ListOf, Unknown)) and source_node is not None:
        lowering.say(
            "R401",
            source_node.span,
            f"this is {spoken(source.type)}",
            "a list or a deck",
        )
    item = source.type.item if isinstance(source.type, ListOf) else Unknown()
    many_node = step.clause("how_many")
    many = None if many_node is None else lowering.read(many_node, scope, whole(0))
    kind: Type = item if many is None else ListOf(item)
    unique, after = lowering.bind(scope, name, kind)
    by, purpose = (
        seat(lowering, step, scope),
        prose(lowering, step.clause("for"), scope),
    )
    made = Draw(site, unique, plain(name), source, weights, many, deck, by, purpose)
    if deck is None or not lowering.names.kinds[deck[1]].endings:
        return (made,), after
    of, kind_name, field = deck
    bound, (entity,) = held(lowering, step.site, (of,))
    made = replace(made, deck=(entity, kind_name, field))
    ended = ended_by_change(lowering, step.site, entity, kind_name, (field,))
    return (*bound, made, *ended), after


def _weighted(lowering: Lowering, node: Node | None) -> tuple[Typed, Typed, str] | None:
    """Return the values of a weighted table, their weights and its rule."""
    name = plain(node.text) if isinstance(node, Scalar) else ""
    names = lowering.names
    if not names.has("tables", name):
        return None
    names.need("tables", name)
    names.used.add(("tables", name))
    table = names.tables.get(name)
    if not isinstance(table, Weighted):
        return None
    values = tuple(value for value, _ in table.weights)
    weights = tuple(weight for _, weight in table.weights)
    listed = Constant(values, ListOf(table.gives))
    return listed, Constant(weights, ListOf(INTEGER)), table.rule
