"""The verb that moves: a piece goes from hex to hex, each step a choice of its seat.

A movement is a loop of choices, so that it stops, is answered, undone and replayed like
every other choice. Its path and what it has spent are locals that each pass of the loop
binds anew from those of the pass before.
"""

from collections.abc import Mapping as Map

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    FieldRead,
    IfElse,
    Local,
    Template,
    Typed,
    applied,
)
from interpreter.ir.instructions import (
    HIDDEN,
    LEG,
    TURN,
    Block,
    Choice,
    End,
    FieldChange,
    Instruction,
    Let,
    Repeat,
    Site,
    When,
)
from interpreter.lowering.blocks import Lowered, Lowering, Step, written_call
from interpreter.lowering.chance import seat
from interpreter.lowering.changing import settled
from interpreter.lowering.hiding import held
from interpreter.semantics.boards.hexes import called_walk, reach, there
from interpreter.semantics.declared_walks import (
    COUNT,
    FROM,
    NEW_FACING,
    NOTHING_SPENT,
    SPENT,
    STEPS,
    TO,
    Walk,
)
from interpreter.semantics.expressions.scope import Scope
from interpreter.values.types import (
    Boolean,
    ListOf,
    Maybe,
    Nothing,
    Number,
    Type,
    Unknown,
    maybe,
)
from interpreter.yaml.nodes import ScalarNode

PATH = "path"
_NONE = Constant(None, Nothing())


class _Way(Struct, frozen=True):
    """The locals of a movement: what its walk takes and reads, and its path so far.

    `place` is where the piece stands in the game state, `here` the same, held for one
    step, `came` the hex before it (at first the same), `to` where that step leads.
    `faced` is where it faces, None if it never turns.
    """

    walk: Walk
    given: Map[str, Typed]
    place: FieldRead
    faced: FieldRead | None
    budget: Local
    came: Local
    here: Local
    to: Local
    steps: Local
    spent: Local
    path: Local

    def of(self, node: Typed, ended: bool = False) -> Typed:
        """Return an expression of the walk on these locals: of a step, or of where the
        piece has come to, before the next one."""
        step = (self.came, self.here) if ended else (self.here, self.to)
        words = dict(zip((FROM, TO), step, strict=True))
        return applied(
            node, {**self.given, **words, STEPS: self.steps, SPENT: self.spent}
        )

    def condition(self, name: str, ended: bool = False) -> Typed | None:
        """Return a condition of the walk; None where it says nothing."""
        found = self.walk.condition(name)
        return None if found is None else self.of(found, ended)

    @property
    def spending(self) -> Typed:
        """What is spent after the step."""
        return Apply("+", (self.spent, self.of(self.walk.cost)), self.spent.type)


def move(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """A piece goes its way, a step at a time; binds the hexes from its start on."""
    piece = lowering.read(step.value, scope)
    written = written_call(lowering, step.clause("walk"), "a walk")
    called = None if written is None else called_walk(*written, scope)
    if called is None or isinstance(piece.type, Unknown):
        return (), _path(lowering, step, scope, Unknown())[1]
    walk, given = called
    names = [each.name for each in walk.takes]
    if applied(walk.piece, dict(zip(names, given, strict=True))) != piece:
        message = f"the walk '{walk.name}' moves another piece"
        lowering.say("R401", step.value.span, message, "the 'piece' of the walk")
        return (), _path(lowering, step, scope, Unknown())[1]
    rule = " ".join(filter(None, (step.site.rule, walk.rule)))
    asked = replace(step.site, rule=rule)
    site = replace(asked, say=None)
    binds, (own, *values) = held(lowering, site, (piece, *given))
    place = replace(walk.place, of=own)
    faced = None if walk.facing is None else replace(walk.facing, of=own)
    of_walk = dict(zip(names, values, strict=True))
    way, after = _way(lowering, step, scope, walk, (place, faced), of_walk)
    label = step.named("id") or f"{HIDDEN}{way.path.name}"
    body = _pass(lowering, step, after, way, asked, label)
    loop = Block(site, label, (Repeat(site, body, None, None),))
    return (*binds, *_begun(site, way), loop), after


def _path(
    lowering: Lowering, step: Step, scope: Scope, kind: Type
) -> tuple[str, Scope]:
    """Return the local of the path, and the scope that knows it. Where the movement
    could not be read it is bound too, as unknown: its mention is no other mistake."""
    as_node = step.clause("as")
    key = as_node if isinstance(as_node, ScalarNode) else replace(step.verb, text=PATH)
    return lowering.bind(scope, lowering.named(key, scope), kind)


def _way(
    lowering: Lowering,
    step: Step,
    scope: Scope,
    walk: Walk,
    fields: tuple[FieldRead, FieldRead | None],
    given: Map[str, Typed],
) -> tuple[_Way, Scope]:
    """Return the locals of a movement, and the scope that knows its path."""

    def own(name: str, kind: Type) -> Local:
        return Local(lowering.unique(f"{HIDDEN}{name}"), kind)

    hexes = ListOf(walk.hex)
    path, after = _path(lowering, step, scope, hexes)
    costs = [walk.cost] if walk.facing is None else [walk.cost, walk.turn_cost]
    is_whole = all(isinstance(c.type, Number) and c.type.whole for c in costs)
    spent = Number(0, None, is_whole)
    return _Way(
        walk,
        given,
        *fields,
        own("budget", walk.budget.type),
        own("came", walk.hex),
        own(FROM, walk.hex),
        own(TO, walk.hex),
        own(STEPS, COUNT),
        own(SPENT, spent),
        Local(path, hexes),
    ), after


def _begun(site: Site, way: _Way) -> tuple[Instruction, ...]:
    """Return what is bound before the first step."""
    here = there(way.place)
    return (
        Let(site, way.budget.name, way.of(way.walk.budget)),
        Let(site, way.here.name, here),
        Let(site, way.path.name, Apply("list", (way.here,), way.path.type)),
        Let(site, way.to.name, way.here),
        Let(site, way.steps.name, Constant(0, COUNT)),
        Let(site, way.spent.name, Constant(0, COUNT)),
    )


def _pass(
    lowering: Lowering, step: Step, scope: Scope, way: _Way, asked: Site, label: str
) -> tuple[Instruction, ...]:
    """Return one step: what is offered, what is chosen, and what follows from it."""
    site = replace(asked, say=None)
    leave = (End(site, label),)

    def ends(condition: Typed) -> When:
        return When(site, condition, leave, ())

    chosen = Local(lowering.unique(f"{HIDDEN}{LEG}"), maybe(way.walk.hex))
    # one movement from the next, where a piece moves several times
    reporting = replace(asked, among=(*asked.among, way.steps))
    choice = Choice(
        reporting,
        chosen.name,
        LEG,
        chosen.type,
        seat(lowering, step, scope),
        _legal(way),
        optional=True,
        must=_must(way),
        about=Template(("", way.place.of, " goes on from ", way.here, *_left(way))),
        option_says=(way.to.name, _costs(way)),
    )
    came = Let(site, way.came.name, way.here)
    here = Let(site, way.here.name, there(way.place))
    made: list[Instruction] = [came, here, *_turned(lowering, step, scope, way)]
    made += [choice, ends(_is_none(chosen))]
    made += _stepped(lowering, site, way, chosen)
    made += _each_step(lowering, step, scope, way, label)
    if isinstance(way.place.type, Maybe):
        made.append(ends(_is_none(way.place)))
    stop = way.condition("must_stop")
    return (*made, ends(stop)) if stop is not None else tuple(made)


def _legal(way: _Way) -> Collect:
    """Return the list of the hexes to which a step may lead."""
    walk = way.walk
    fits: Typed = Apply("<=", (way.spending, way.budget), Boolean())
    if walk.condition("first_step_free") is not None:
        fits = Apply("or", (way.of(walk.free), fits), Boolean())
    where = Apply("and", (way.of(walk.where), fits), Boolean())
    if walk.condition("may_stop") is not None:
        more = Apply("+", (way.steps, Constant(1, COUNT)), COUNT)
        faced = way.faced or NOTHING_SPENT
        begin = (way.to, way.here, more, way.spending, faced)
        where = Apply("and", (where, _ends_somewhere(way, begin)), Boolean())
    source, hexes = way.of(walk.may_step), ListOf(walk.hex)
    span = walk.may_step.span
    return Collect("list", way.to, way.to.name, source, where, (), hexes, span)


def _ends_somewhere(
    way: _Way, begin: tuple[Typed, Typed, Typed, Typed, Typed], turned: bool = False
) -> Typed:
    """Return whether a way that has come so far can be ended as it must."""
    own = f"{HIDDEN}{way.path.name}_"
    found = reach(way.walk, way.given, way.place, begin, way.budget, own, (), turned)
    count = Apply("count", (found,), COUNT)
    return Apply(">", (count, Constant(0, COUNT)), Boolean())


def _turned(
    lowering: Lowering, step: Step, scope: Scope, way: _Way
) -> tuple[Instruction, ...]:
    """Return how a piece turns before a step, or at the end of its way: to where it
    faces already, which costs nothing, or to what the budget pays for."""
    walk, faced = way.walk, way.faced
    if faced is None:
        return ()
    kind, hexes = faced.type, ListOf(faced.type)
    new = Local(lowering.unique(f"{HIDDEN}{NEW_FACING}"), kind)
    cost = applied(way.of(walk.turn_cost), {NEW_FACING: new})
    stays = Apply("is", (new, faced), Boolean())
    nothing: Typed = Constant(0, cost.type)
    paid = IfElse(stays, nothing, cost, way.spent.type)
    spent = Apply("+", (way.spent, paid), way.spent.type)
    fits: Typed = Apply(
        "or", (stays, Apply("<=", (spent, way.budget), Boolean())), Boolean()
    )
    if walk.condition("may_stop") is not None:
        begin = (way.here, way.came, way.steps, spent, new)
        fits = Apply("and", (fits, _ends_somewhere(way, begin, turned=True)), Boolean())
    own = Apply("list", (faced,), hexes)
    every = Apply(
        "joined", (Apply("list", (own, way.of(walk.may_turn)), ListOf(hexes)),), hexes
    )
    once = Apply("distinct", (every,), hexes)
    fit = Collect("list", new, new.name, once, fits, (), hexes, walk.may_turn.span)
    offered = Apply(
        "prefer", (own, fit), hexes
    )  # who cannot end his way stays as he is
    chosen = Local(lowering.unique(f"{HIDDEN}{TURN}"), kind)
    own_site = lowering.part(step, TURN)
    # what the step says asks where it goes, not where it turns
    site = replace(own_site, among=(*own_site.among, way.steps), say=None)
    choice = Choice(
        site,
        chosen.name,
        TURN,
        kind,
        seat(lowering, step, scope),
        offered,
        about=Template(("", way.place.of, " turns in ", way.here, *_left(way))),
    )
    change = FieldChange(faced.of, faced.kind, faced.name, chosen)
    turns = Apply("is_not", (chosen, faced), Boolean())
    more = applied(spent, {new.name: chosen})
    silent = replace(site, say=None)
    return (
        choice,
        Let(silent, way.spent.name, more),
        When(silent, turns, settled(lowering, silent, (change,)), ()),
    )


def _left(way: _Way) -> tuple[str | Typed, ...]:
    """Return how much of the budget is left, as the end of a sentence."""
    return ", ", Apply("-", (way.budget, way.spent), way.spent.type), " left"


def _costs(way: _Way) -> Template:
    """Return what a step to a hex costs and leaves of the budget, which a free first
    step may overdraw."""
    kind = way.spent.type
    cost = Apply("-", (way.spending, way.spent), kind)
    rest = Apply("-", (way.budget, way.spending), kind)
    left = Apply("max", (rest, Constant(0, kind)), kind)
    return Template(("costs ", cost, ", leaves ", left))


def _must(way: _Way) -> Typed | None:
    """Return when the piece may not stay where it is; None: it always may."""
    may = way.condition("may_stop", ended=True)
    if may is None:
        return None
    yes = Constant(True, Boolean())
    some = replace(_legal(way), reducer="any", body=yes, type=Boolean())
    return Apply("and", (Apply("not", (may,), Boolean()), some), Boolean())


def _stepped(
    lowering: Lowering, site: Site, way: _Way, chosen: Local
) -> tuple[Instruction, ...]:
    """Return what a step changes: what is spent, the path, and where the piece is."""
    to = Apply("present", (chosen,), way.walk.hex)
    newest = Apply("list", (way.to,), way.path.type)
    longer = Apply("list", (way.path, newest), ListOf(way.path.type))
    change = FieldChange(way.place.of, way.place.kind, way.place.name, way.to)
    more = Apply("+", (way.steps, Constant(1, COUNT)), COUNT)
    return (
        Let(site, way.to.name, to),
        Let(site, way.spent.name, way.spending),
        Let(site, way.steps.name, more),
        Let(site, way.path.name, Apply("joined", (longer,), way.path.type)),
        *settled(lowering, site, (change,)),
    )


def _each_step(
    lowering: Lowering, step: Step, scope: Scope, way: _Way, label: str
) -> tuple[Instruction, ...]:
    """Return what is done after each step; there `spent` is what the way has cost."""
    inner = scope.bind(SPENT, way.spent.type, way.spent.name)
    inner = inner.bind(f"{HIDDEN}{STEPS}", COUNT, way.steps.name)
    lowering.mark(way.steps.name, COUNT, item=True)
    lowering.labels.append(label)
    body, _ = lowering.block(step.clause("each_step"), inner)
    lowering.labels.pop()
    return body


def _is_none(node: Typed) -> Typed:
    return Apply("is", (node, _NONE), Boolean())
