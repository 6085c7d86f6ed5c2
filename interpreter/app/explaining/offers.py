"""Why something that a seat sees is not offered to it: the first condition that fails.

All that is offered hangs on what the seat may know, part by part in the order in which
it is worked out; the checker has proved it (R603). So the part that fails first is no
secret either, as long as the seat may know of what it asks: a thing that it sees, by
its own name, or a word. Where a step discloses something nothing is proved, and where
masks are worn names say nothing: then no reason is given.
"""

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.explaining.stop_values import GeneratedFunctions, StopValues
from interpreter.app.opening.session import Session
from interpreter.codegen.source import local
from interpreter.engine.once import Engine
from interpreter.engine.stops import ChoiceStop
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    IfElse,
    Local,
    ReachSearch,
    Typed,
    Use,
)
from interpreter.games.questions import Question
from interpreter.ir.explained import COMPARISONS, compared, conjuncts
from interpreter.ir.instructions import TURN
from interpreter.ir.walking import free
from interpreter.reports.calculations import here
from interpreter.reports.claims import names_of
from interpreter.reports.colour import clean
from interpreter.reports.questions import Posed, ruled_by, rules_of
from interpreter.reports.runs import TypedValue
from interpreter.reports.source_text import written
from interpreter.reports.values import ValueNames, enumerated, spaced, to_text
from interpreter.semantics.declarations import DecisionTable, Formula
from interpreter.source import normalised
from interpreter.values.types import (
    JUDGE,
    Cell,
    Entity,
    Number,
    Seat,
    Type,
    Value,
    enumeration_of,
    places,
    present,
)
from interpreter.views.views import View


class Reason(Struct, frozen=True):
    """The condition that keeps a value out, in words, and the rules that hold there."""

    message: str
    rule: str

    @property
    def text(self) -> str:
        """The words, with the rules behind."""
        return f"{self.message} [{self.rule}]" if self.rule else self.message


NOT_SO = "not so: "
NO_NAMES = ValueNames()
"""What is said names nothing but what stands in the pack."""


class ConditionContext(Struct, frozen=True):
    """Where a condition stands: what it reads there, and the rule that holds there."""

    scene: StopValues
    rule: str

    def inside(
        self, found: Formula | DecisionTable, use: Use
    ) -> "ConditionContext | None":
        """Return the inside of a declaration; None where what it takes is not known."""
        arguments = self.scene.values(use.arguments)
        if len(arguments) != len(found.takes):
            return None
        pairs = zip(found.takes, arguments, strict=True)
        held = {each.name: argument.value for each, argument in pairs}
        return ConditionContext(
            replace(self.scene, locals=held), found.rule or self.rule
        )

    def truth(self, node: Typed) -> object:
        """Return what a condition is worth; None where that is not known."""
        found = self.scene.value(node)
        return None if found is None else found.value


def why_not(session: Session, question: Question, seen: View | None, text: str) -> str:
    """Return which condition keeps a word of an answer from being offered, with its
    rule; "" where that is not known, or may tell more than the seat knows."""
    stop = question.stop
    made, engine = stop.instruction, stop.engine
    if seen is None or not _is_proved(session, stop):
        return ""
    value = _meant(session, seen, made.type, text)
    if value is None or made.offered is None or not isinstance(engine, Engine):
        return ""
    reason = _kept_out(made.offered, value, _place(session, stop, engine))
    return "" if reason is None else reason.text


def unknown_name(seen: View, kind: Type, text: str) -> str:
    """Return that a text names nothing that an answer of a type may be, as far as a
    seat knows; "" where it does, and of a type whose values have no names."""
    inner, names = present(kind), names_of(seen)
    name, words = normalised(text), enumeration_of(inner)
    if words is not None:
        is_known = words.rank(name) is not None
        return "" if is_known else f"no answer to this is called '{clean(text)}'"
    match inner:
        case Cell(board=board):
            place = names.labels[board].place_of(text)
            return "" if isinstance(place, tuple) else clean(place.message)
        case Entity(kind=of) | Seat(kind=of):
            called = [names.name(of, at) for at in range(len(names.ids.get(of, ())))]
            known = places((*names.ids.get(of, ()), *called))
            who = f"no {spaced(of)} that {spaced(seen.seat)} knows of"
            return "" if name in known else f"{who} is called '{clean(text)}'"
    return ""


def why_unmet(session: Session, question: Question, value: Value) -> str:
    """Return which part of the condition of a choice an answer that is offered does not
    meet, with its rule; "" where that is not known, or may tell more than the seat
    knows. The judge may know all; of a seat the checker has proved (R603) that it may
    know whatever the condition reads."""
    stop = question.stop
    if question.seat != JUDGE and not _is_proved(session, stop):
        return ""
    reason = reason_of(session, stop, value)
    return "" if reason is None else reason.text


def _is_proved(session: Session, stop: ChoiceStop) -> bool:
    """Tell whether the checker has proved that the seat that chooses may know what the
    choice reads, and knows it by its own names."""
    made, kinds = stop.instruction, session.program.declared.kinds
    masked = any(each.masks for each in kinds.values())
    # the condition of a lie speaks of the truth
    return made.each is None and not (made.site.discloses or masked or made.is_lie)


def reason_of(session: Session, stop: ChoiceStop, value: Value) -> Reason | None:
    """Return why a choice does not take an answer, for the judge, who may know all;
    None where that is not one condition."""
    made, engine = stop.instruction, stop.engine
    if made.each is not None or not isinstance(engine, Engine):
        return None
    at = _place(session, stop, engine)
    several = made.how_many is not None and isinstance(value, tuple)
    for item in value if several and isinstance(value, tuple) else (value,):
        if made.offered is not None and item not in (stop.offered or ()):
            return _kept_out(made.offered, item, at)
    if made.such_that is None or stop.check is None:
        return None
    read = sorted(free(made.such_that) - {made.name})
    live = dict(zip(read, stop.check[1], strict=True))
    scene = replace(at.scene, locals={**live, made.name: value})
    return _unmet(made.such_that, replace(at, scene=scene))


def _place(session: Session, stop: ChoiceStop, engine: Engine) -> ConditionContext:
    made = stop.instruction
    held = {} if made.offered is None else _held(stop, engine, made.offered)
    functions = GeneratedFunctions.of(session.program, engine)
    scene = StopValues(functions, stop.game_state, held)
    return ConditionContext(scene, made.site.rule)


def _held(stop: ChoiceStop, engine: Engine, offered: Typed) -> dict[str, Value]:
    """Return the locals that an expression of a stop reads, as far as they live on
    behind it: what is read no more is lost."""
    if stop.stack is None:
        return {}
    (function, values), _ = stop.stack
    known = dict(zip(engine.emitted.functions[function][3], values, strict=True))
    pairs = ((name, local(name)) for name in free(offered))
    return {
        name: known[local_name] for name, local_name in pairs if local_name in known
    }


def _meant(session: Session, seen: View, kind: Type, text: str) -> Value:
    """Return the value that a seat may mean: of an enumeration, a hex or an area by its
    label, or a thing that was there from the beginning and of which it sees something;
    else None."""
    inner = present(kind)
    words = enumeration_of(inner)
    name = normalised(text)
    if words is not None:
        return words.rank(name)
    if isinstance(inner, Cell):
        place = names_of(seen).labels[inner.board].place_of(text)
        return place if isinstance(place, tuple) else None
    if not isinstance(inner, Entity):
        return None
    known = dict(seen.ids).get(inner.kind, ())
    things = {known[e.number] for e in seen.things if e.kind.name == inner.kind}
    every = session.initial_state.ids.get(inner.kind, ())
    found = places(every).get(name)
    return found if found is not None and every[found] in things else None


def _kept_out(node: Typed, value: Value, at: ConditionContext) -> Reason | None:
    """Return why a value is not in a list, as far as that is one condition."""
    declared = at.scene.emitted.program.declared
    match node:
        case Use(section="formulas"):
            formula = declared.formulas[node.name]
            inside = at.inside(formula, node)
            return None if inside is None else _kept_out(formula.body, value, inside)
        case IfElse():
            holds = at.truth(node.condition)
            branch = node.then if holds else node.other
            return None if holds is None else _kept_out(branch, value, at)
        case Collect(reducer="list", body=Local(name=name)) if name == node.variable:
            source = at.truth(node.source)
            if not isinstance(source, tuple):
                return None
            if value not in source:
                return _kept_out(node.source, value, at)
            held = {**at.scene.locals, node.variable: value}
            there = replace(at, scene=replace(at.scene, locals=held))
            return None if node.where is None else _unmet(node.where, there)
        case _:
            return None


def _unmet(condition: Typed, at: ConditionContext) -> Reason | None:
    """Return the first part of a condition that does not hold, as deep as it lies."""
    for conjunct in conjuncts(condition):
        holds = at.truth(conjunct)
        if holds is None:
            return None
        if not holds:
            return (
                _of_walk(conjunct, at)
                or _deeper(conjunct, at)
                or _negated(conjunct, at)
            )
    return None


def _of_walk(node: Typed, at: ConditionContext) -> Reason | None:
    """Return what keeps a step of a walk out in words of ours, where the condition, or
    its `not`, is written nowhere; None for what stands in the pack."""
    match node:
        case Apply(name=">", arguments=(Apply(arguments=(ReachSearch(),)), _)):
            message = "the way could not end after it, by 'may_stop' or 'must_stop'"
            return Reason(message, at.rule)
        case Apply(name="or", arguments=(_, Apply(name="<=", span=None) as fits)):
            return _of_walk(fits, at)
        case Apply(name="<=", span=None, arguments=(Apply(name="+") as spent, budget)):
            after, most = at.scene.value(spent), at.scene.value(budget)
            if after is None or most is None:
                return None
            sides = (to_text(each.value, each.type, NO_NAMES) for each in (after, most))
            return Reason("it would have cost {} of {}".format(*sides), at.rule)
        case Apply(name="not", arguments=(negated,)) if node.span == negated.span:
            deeper = _negated(negated, at)
            return replace(
                deeper, message=f"never: {deeper.message.removeprefix(NOT_SO)}"
            )
        case _:
            return None


def not_offered(session: Session, stop: ChoiceStop) -> tuple[str, ...]:
    """Return for each hex to which `may_step` leads, or facing that `may_turn` lists,
    why it is not offered; those with one reason together. For the judge, who may know
    all."""
    made, engine = stop.instruction, stop.engine
    offered = made.offered
    if made.label == TURN and isinstance(offered, Apply) and offered.name == "prefer":
        offered = offered.arguments[1]
    elif not made.is_leg:
        return ()
    if not isinstance(engine, Engine) or not isinstance(offered, Collect):
        return ()
    at = _place(session, stop, engine)
    alike: dict[str, list[str]] = {}
    for value in _beside(offered.source, at):
        if value in (stop.offered or ()):
            continue
        reason = _kept_out(offered, value, at)
        reason_text = "it is not known why" if reason is None else reason.text
        label = to_text(value, present(made.type), session.edge)
        alike.setdefault(reason_text, []).append(label)
    return tuple(
        f"{', '.join(those)}: {reason_text}" for reason_text, those in alike.items()
    )


def _beside(node: Typed, at: ConditionContext) -> tuple[Value, ...]:
    """Return what a list is taken from, before anything is left out of it."""
    match node:
        case Use(section="formulas"):
            formula = at.scene.emitted.program.declared.formulas[node.name]
            inside = at.inside(formula, node)
            if inside is not None and (found := _beside(formula.body, inside)):
                return found
        case IfElse() if (holds := at.truth(node.condition)) is not None:
            return _beside(node.then if holds else node.other, at)
        case Collect(reducer="list", body=Local(name=name)) if name == node.variable:
            return _beside(node.source, at)
    listed = at.truth(node)
    return listed if isinstance(listed, tuple) else ()


def _deeper(node: Typed, at: ConditionContext) -> Reason | None:
    """Return the part of a declaration or of a branch that does not hold."""
    declared = at.scene.emitted.program.declared
    match node:
        case Use(section="formulas"):
            formula = declared.formulas[node.name]
            inside = at.inside(formula, node)
            return None if inside is None else _unmet(formula.body, inside)
        case Use(section="tables") if isinstance(
            declared.tables[node.name], DecisionTable
        ):
            table = declared.tables[node.name]
            assert isinstance(table, DecisionTable)
            inside = at.inside(table, node)
            return None if inside is None else _row(table, inside)
        case IfElse():
            holds = at.truth(node.condition)
            branch = node.then if holds else node.other
            return None if holds is None else _unmet(branch, at)
        case _:
            return None


def _row(table: DecisionTable, at: ConditionContext) -> Reason | None:
    """Return what the row of a decision says that gives no: the first that holds, for
    where others hold too they give the same."""
    for row in table.rows:
        holds = True if row.condition is None else at.truth(row.condition)
        if holds is None:
            return None
        if holds:
            there = replace(at, rule=row.rule or at.rule)
            if isinstance(row.gives, Constant) and row.condition is not None:
                condition_text = written(row.condition, NO_NAMES)
                return Reason(f"because {condition_text}", there.rule)
            return _unmet(row.gives, there)
    return None


def _negated(node: Typed, at: ConditionContext) -> Reason:
    """Return a condition as it stands in the pack, and what it compared, where that is
    all that it does: of more a part may be read only where another lets it."""
    alone = isinstance(node, Apply) and node.name in COMPARISONS
    found = at.scene.values(compared(node)) if alone else ()
    compared_text = here(found if all(map(_is_plain, found)) else (), NO_NAMES)
    return Reason(f"{NOT_SO}{written(node, NO_NAMES)}{compared_text}", at.rule)


def _is_plain(typed_value: TypedValue) -> bool:
    """Tell whether a value is a number or a word; a thing may have another name for the
    seat."""
    kind = present(typed_value.type)
    return isinstance(kind, Number) or enumeration_of(kind) is not None


# What is said of an answer that does not meet the condition of its choice.


def _unmet_parts(question: Question, shown: Posed, value: Value) -> list[str]:
    """Return for which of several things the answer does not meet the condition."""
    parts = zip(question.parts, shown.parts, strict=True)
    names = {part.element: posed.of for part, posed in parts}
    pairs = value if isinstance(value, tuple) else ()
    failed = (pair[0] for pair in pairs if not question.stop.legal((pair,)))
    return [name for element in failed if (name := names.get(element))]


def unmet_hint(session: Session, question: Question, shown: Posed, value: Value) -> str:
    """Return the condition, the part of it that does not hold where the seat may know
    that, and the rules by which it is made, which stand in the pack."""
    made = question.stop.instruction
    needs = f"it has to be such that {shown.condition}" if shown.condition else ""
    needs = shown.needs or needs
    if made.is_apart and (whose := _unmet_parts(question, shown, value)):
        asked = f"; what is asked for: {shown.message}" if shown.message else ""
        between = ": " if shown.needs else " "
        needs = f"for {enumerated(whose)}{between}{needs}{asked}"
    rules = rules_of(made, made.such_that, session.program.declared)
    why = "" if shown.needs else why_unmet(session, question, value)
    return "; ".join(filter(None, (needs, why, ruled_by(rules))))
