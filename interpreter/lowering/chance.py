"""Verbs that want chance: roll and draw."""

from msgspec.structs import replace

from interpreter.diagnostics import problem
from interpreter.expressions import tree
from interpreter.expressions.parsing import (
    MOST_DICE,
    MOST_SIDES,
    POSSIBLE,
    Unreadable,
    are_possible,
    is_half_dice,
    parse,
)
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    DiceExpression,
    FieldRead,
    IfElse,
    Local,
    Template,
    Typed,
)
from interpreter.foreign.dice_notations import by_digits, dice_written
from interpreter.ir.instructions import (
    HIDDEN,
    Draw,
    Instruction,
    Let,
    Repeat,
    Roll,
    When,
)
from interpreter.lowering.blocks import Lowered, Lowering, Step
from interpreter.lowering.hiding import ended_by_change, held
from interpreter.semantics.declarations import WeightedTable
from interpreter.semantics.expressions.binding import ExpressionBinder
from interpreter.semantics.expressions.foreign_hints import meant
from interpreter.semantics.expressions.scope import Scope, TextLocation, spoken
from interpreter.semantics.expressions.yaml_values import figure, template
from interpreter.values.conversions import fit
from interpreter.values.types import (
    INTEGER,
    Boolean,
    ListOf,
    Number,
    Seat,
    Type,
    Unknown,
    whole,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.scalar_edits import edited

AGAIN_AT_MOST = 10
"""How often dice are rolled again where the step does not say it."""
MOST_AGAIN = 100
DICE = "2d6, d12, dice(n, sides) or die(sides)"


def roll(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Dice: one die binds a number, several bind a list."""
    found: list[Instruction] = []
    for key, node in step.value.entries if isinstance(step.value, MappingNode) else ():
        dice = _dice(lowering, node, scope, key.text)
        if dice is None:  # the name is there all the same, and nothing is known of it
            _, scope = lowering.bind(scope, lowering.named(key, scope), Unknown())
            continue
        site = lowering.part(step, key.name)
        kind = _kind(dice)
        again = _again(lowering, step, scope, dice)
        if again is not None and not isinstance(kind, ListOf):
            kind = ListOf(kind)
        unique, after = lowering.bind(scope, lowering.named(key, scope), kind)
        by, purpose = (
            seat(lowering, step, scope),
            prose(lowering, step.clause("for"), scope),
        )
        needs = prose(lowering, step.clause("needs"), scope)
        made = Roll(site, unique, key.name, dice, by, purpose, needs)
        found += (made,) if again is None else _repeated(lowering, made, kind, *again)
        scope = after
    return tuple(found), scope


def _again(
    lowering: Lowering, step: Step, scope: Scope, dice: DiceExpression
) -> tuple[Typed, Typed] | None:
    """Return the list of faces that are rolled again, and how many times at most."""
    node, most = step.clause("again"), step.clause("at_most")
    if node is None:
        if most is not None:
            message = "'at_most' says how often dice are rolled again"
            lowering.say("R514", most.span, message, "again")
        return None
    side = dice.sides.type
    face = whole(1, int(side.high) if isinstance(side, Number) and side.high else None)
    faces = (
        figure(lowering.names, node, ListOf(face), scope)
        if isinstance(node, SequenceNode)
        else lowering.read(node, scope)
    )
    item = faces.type.item if isinstance(faces.type, ListOf) else faces.type
    if not isinstance(item, Unknown) and fit(item, face) == "no":
        message = f"no face of these dice is {spoken(item)}"
        lowering.say("R406", node.span, message, spoken(face))
    if not isinstance(faces.type, ListOf):
        faces = Apply("list", (faces,), ListOf(face), node.span)
    if most is None:
        return faces, Constant(AGAIN_AT_MOST, INTEGER)
    return faces, lowering.read(most, scope, whole(0, MOST_AGAIN))


def _repeated(
    lowering: Lowering, roll: Roll, kind: Type, faces: Typed, most: Typed
) -> tuple[Instruction, ...]:
    """Return a roll of which some faces are rolled again: all that fell is one list,
    which each further roll lengthens, so that exact odds can keep what is read of it
    instead (`codegen.generating`)."""
    site = replace(roll.site, say=None)
    face = kind.item if isinstance(kind, ListOf) else kind
    fell = Local(roll.name, kind)
    first = Local(lowering.unique(f"{HIDDEN}first"), _kind(roll.dice))
    more = Local(lowering.unique(f"{HIDDEN}more"), kind)
    left = Local(lowering.unique(f"{HIDDEN}left"), whole(0))
    begun = Apply("list", (first,), kind) if roll.dice.single else first

    def count(dice: Local) -> Typed:
        die = Local(f"{HIDDEN}die", face)
        is_again = Apply("in", (die, faces), Boolean())
        return Collect("count", die, die.name, dice, is_again, (), whole(0))

    def single(thrown: Typed) -> Typed:
        same = Apply("in", (thrown, faces), Boolean())
        return IfElse(same, Constant(1, whole(0)), Constant(0, whole(0)), whole(0))

    again = replace(
        roll,
        site=replace(site, path=f"{site.path}.again"),
        name=more.name,
        dice=DiceExpression(left, roll.dice.sides, False),
        purpose=_once_more(roll),
    )
    longer = Apply("joined", (Apply("list", (fell, more), ListOf(kind)),), kind)
    body = (again, Let(site, fell.name, longer), Let(site, left.name, count(more)))
    none = Apply("is", (left, Constant(0, whole(0))), Boolean())
    some = Apply(">", (left, Constant(0, whole(0))), Boolean())
    may = Apply(">", (most, Constant(0, INTEGER)), Boolean())
    is_any = Apply("and", (some, may), Boolean())
    return (
        replace(roll, site=roll.site, name=first.name),
        Let(site, fell.name, begun),
        Let(site, left.name, single(first) if roll.dice.single else count(first)),
        When(site, is_any, (Repeat(site, body, none, most),), ()),
    )


def _once_more(roll: Roll) -> Template:
    """Return what a roll is for, where it is made again."""
    words = (
        (roll.label.replace("_", " "),) if roll.purpose is None else roll.purpose.parts
    )
    return Template((*words, ", again"))


def _kind(dice: DiceExpression) -> Type:
    sides = dice.sides.type
    face = whole(
        1, int(sides.high) if isinstance(sides, Number) and sides.high else None
    )
    return face if dice.single else ListOf(face)


def _dice(
    lowering: Lowering, node: Node, scope: Scope, name: str
) -> DiceExpression | None:
    if not isinstance(node, ScalarNode):
        return None
    place = TextLocation(node, lowering.names.problems)
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        if _is_foreign(lowering, place, scope, name):
            return None
        message, expected = fault.message, fault.expected
        half = is_half_dice(node.text)
        if half:
            message, expected = f"'{node.text}' are no dice", DICE
        place.say("R206" if half else "R201", fault.at, message, expected, fault.hint)
        return None
    if isinstance(parsed, tree.Dice) and parsed.sides == 0:
        if not _is_foreign(lowering, place, scope, name):  # such as `d00`
            message = f"'{node.text}' are impossible dice"
            place.say("R206", parsed.at, message, POSSIBLE)
        return None
    return _written_dice(lowering, place, parsed, scope, name)


def _written_dice(
    lowering: Lowering, place: TextLocation, parsed: tree.Tree, scope: Scope, name: str
) -> DiceExpression | None:
    """Read dice of a tree; None and a problem for anything else."""
    if isinstance(parsed, tree.Dice):
        number, sides = parsed.number, parsed.sides
        if not are_possible(number, sides):
            message = f"'{place.text}' are impossible dice"
            place.say("R206", parsed.at, message, POSSIBLE)
            return None
        hint = by_digits(number, sides)
        if hint:
            place.say("R517", parsed.at, f"this is one die of {sides} sides", hint=hint)
        return DiceExpression(_figure(number), _figure(sides), number == 1)
    if called := _called(ExpressionBinder(lowering.names, place), parsed, scope):
        return called
    if not _is_foreign(lowering, place, scope, name):
        place.say("R206", parsed.at, "these are no dice", DICE)
    return None


def _called(
    reading: ExpressionBinder, parsed: tree.Tree, scope: Scope
) -> DiceExpression | None:
    """Read `dice(n, sides)` or `die(sides)`; None for anything else."""
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
    return None


def _is_foreign(
    lowering: Lowering, place: TextLocation, scope: Scope, name: str
) -> bool:
    """Report dice in the notation of dice rollers or books, or dice and more; False if
    a text is neither."""
    text, at = place.text, (0, len(place.text))
    dice = dice_written(text)
    if dice is not None:
        fix = edited(place.scalar, *at, dice)
        message, hint = f"'{text}' are no dice", f"write '{dice}'"
        found = problem("R206", place.span(at), message, hint=hint, fix=fix)
        lowering.names.problems.append(found)
        return True
    rewriting = meant(lowering.names, scope, text, name)
    if rewriting is None or not rewriting.rolls:
        return False
    place.say("R206", at, f"'{text}' is more than dice", rewriting=rewriting)
    return True


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
    return (
        template(lowering.names, node, scope) if isinstance(node, ScalarNode) else None
    )


def draw(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Elements by chance; from a deck they leave it."""
    name = (
        lowering.named(step.value, scope)
        if isinstance(step.value, ScalarNode)
        else "drawn"
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
    made = Draw(site, unique, name, source, weights, many, deck, by, purpose)
    if deck is None or not lowering.names.kinds[deck[1]].endings:
        return (made,), after
    of, kind_name, field = deck
    bound, (entity,) = held(lowering, step.site, (of,))
    made = replace(made, deck=(entity, kind_name, field))
    ended = ended_by_change(lowering, step.site, entity, kind_name, (field,))
    return (*bound, made, *ended), after


def _weighted(lowering: Lowering, node: Node | None) -> tuple[Typed, Typed, str] | None:
    """Return the values of a weighted table, their weights and its rule."""
    name = node.name if isinstance(node, ScalarNode) else ""
    names = lowering.names
    if not names.has("tables", name):
        return None
    names.need("tables", name)
    names.used.add(("tables", name))
    table = names.tables.get(name)
    if not isinstance(table, WeightedTable):
        return None
    values = tuple(value for value, _ in table.weights)
    weights = tuple(weight for _, weight in table.weights)
    listed = Constant(values, ListOf(table.gives))
    return listed, Constant(weights, ListOf(INTEGER)), table.rule
