"""The sinks of the information flow: what a step or a declaration shows, and to whom.

A step leaks if a viewer of it is outside the label of its program point (R601: that the
step happens reveals a condition) or outside the label of a value that it shows (R603).
Declarations are checked without a flow: an audience must not depend on hidden fields or
on tables (R604), nor admit more seats than the label of what is computed (R603).
"""

from collections.abc import Callable, Iterator, Mapping

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Constant, FieldRead, Local, Typed, Use
from interpreter.ir.effects import RuleName, parts
from interpreter.ir.instructions import (
    Assign,
    Choice,
    Create,
    Draw,
    ForEach,
    Instruction,
    Remove,
    Repeat,
    Require,
    Roll,
    Shuffle,
    When,
)
from interpreter.ir.walking import in_template, nodes, option_values
from interpreter.secrecy.flow import ProcedureFlow
from interpreter.secrecy.labels import SourcePoint, ValueLabels, source_point
from interpreter.semantics.audience import EVERYONE, THE_JUDGE, Audience, seat
from interpreter.semantics.declarations import WAITING, Declarations, Formula, Modifiers
from interpreter.values.types import JUDGE

VISIBLE = (Assign, Choice, Create, Draw, Shuffle, Remove, Require, Roll)
"""Instructions whose execution viewers observe; all others only compute. `Tell` is not
among them: it makes no stop, only its receiver gets the claim, and the rule that sends
the claim declassifies it."""

STRUCTURED = (When, ForEach, Repeat)
"""Instructions around a block: their site's text is checked at the step inside."""

ShownStop = Choice | Draw | Roll


def leak_checker(
    leaks: list[Diagnostic],
) -> Callable[[ProcedureFlow, Instruction], None]:
    """Return a `check` callback that appends leaks; each condition is reported once."""
    seen: set[SourcePoint] = set()

    def stop(flow: ProcedureFlow, instruction: Instruction) -> None:
        if instruction.site.discloses or isinstance(instruction, STRUCTURED):
            return
        # everyone sees that labels were exchanged
        viewers = (
            EVERYONE
            if isinstance(instruction, Shuffle)
            else flow.seen_by(instruction).seats
        )
        asked = _asked(flow, instruction)
        if isinstance(instruction, VISIBLE) or instruction.site.say is not None:
            control_leaks = list(
                _control_leaks(flow, instruction, viewers, asked, seen)
            )
            leaks.extend(control_leaks)
            if control_leaks:  # values computed here depend on the same condition
                return
        value_leaks = list(_value_leaks(flow, instruction, viewers, asked))
        leaks.extend(value_leaks)
        if value_leaks and isinstance(instruction, Require):  # not again as a guard
            seen.add(source_point(instruction.condition.span or instruction.site.span))

    return stop


def _asked(flow: ProcedureFlow, instruction: Instruction) -> Typed | None:
    """Return the seat that is asked, or None if it is nobody or the judge."""
    if not isinstance(instruction, ShownStop) or instruction.by is None:
        return None
    if isinstance(instruction.by, Constant) and instruction.by.value == JUDGE:
        return None
    return flow.canonical(instruction.by)


def _control_leaks(
    flow: ProcedureFlow,
    instruction: Instruction,
    viewers: Audience,
    asked: Typed | None,
    seen: set[SourcePoint],
) -> Iterator[Diagnostic]:
    for point, audience in flow.control.guards().items():
        blind = asked is not None and not audience.admits(asked, flow.facts)
        if point in seen or not (blind or not audience.includes(viewers, flow.facts)):
            continue
        seen.add(point)
        reason = (
            "is told of a refusal"
            if isinstance(instruction, Require)
            else "sees this step"
        )
        reader = "a seat that is asked here" if blind else f"a seat that {reason}"
        yield problem(
            "R601",
            instruction.site.span,
            f"{reader} learns what only {known_to(audience)} may know",
            hint="if a rule grants that knowledge, name it: discloses: ...",
            related=((point[1], "this decides whether it comes to that"),),
        )


def _value_leaks(
    flow: ProcedureFlow,
    instruction: Instruction,
    viewers: Audience,
    asked: Typed | None,
) -> Iterator[Diagnostic]:
    asked_only = (
        Audience(seat(asked).grants - {*seat(THE_JUDGE).grants}) if asked else None
    )
    for node, to_viewers in _shown(instruction):
        audience = flow.of(node)
        if audience == EVERYONE:
            continue
        allowed = audience.includes(viewers, flow.facts) if to_viewers else True
        if asked_only is not None:
            allowed = allowed and audience.includes(asked_only, flow.facts)
        if not allowed:
            yield problem(
                "R603",
                next((n.span for n in nodes(node) if n.span), instruction.site.span),
                f"this shows what only {known_to(audience)} may know",
                hint="if a rule grants that knowledge, name it: discloses: ...",
            )


def _shown(instruction: Instruction) -> Iterator[tuple[Typed, bool]]:
    """Yield each shown expression, and whether all viewers see it or only the asked."""
    for node in (*in_template(instruction.site.say), *instruction.site.seen_by.terms):
        yield node, True
    match instruction:
        case Roll():
            numbers = (instruction.dice.number, instruction.dice.sides)
            texts = (*in_template(instruction.purpose), *in_template(instruction.needs))
            yield from ((node, True) for node in (*numbers, *texts))
        case Draw():
            many = () if instruction.how_many is None else (instruction.how_many,)
            yield from (
                (node, True) for node in (*many, *in_template(instruction.purpose))
            )
        case Choice():
            options = [
                node for _, text in instruction.texts for node in in_template(text)
            ]
            options += (*in_template(instruction.about), *option_values(instruction))
            options += in_template(instruction.part_says)
            counts = () if instruction.how_many is None else instruction.how_many
            parts = (
                instruction.offered,
                instruction.must,
                instruction.such_that,
                instruction.default,
                *counts,
                *options,
            )
            yield from ((node, False) for node in parts if node is not None)
            if instruction.each is not None:
                yield instruction.each[1], False
        case Shuffle():
            yield instruction.of, True
            return
        case Create(kind=kind) if kind == WAITING:  # its row is seen where it waits
            yield from ((value, True) for value in instruction.values)
            return
        case Require():
            yield from (
                (node, True) for node in (instruction.condition, *instruction.figures)
            )
            return
        case _:
            return
    if instruction.by is not None:
        yield instruction.by, True


def known_to(audience: Audience) -> str:
    """Return the seats of an audience in short, for a message."""
    names = {_named(g.who): None for g in audience.grants if g.who != THE_JUDGE}
    return ", ".join(sorted(names)) or ("the judge" if audience.grants else "nobody")


def _named(who: Typed | None) -> str:
    match who:
        case None:
            return "everyone"
        case Local():
            return who.name
        case FieldRead():
            return f"{_named(who.of)}.{who.name}"
        case _:
            return who.span.text if who.span is not None else "a seat"


# --- Declarations: R603 and R604 ---


def declaration_problems(
    declared: Declarations, labels: ValueLabels
) -> list[Diagnostic]:
    """Return the problems of declared audiences."""
    return [
        *_hidden_terms(declared, labels),
        *_tables_read(declared),
        *_widened(declared, labels),
    ]


def _hidden_terms(declared: Declarations, labels: ValueLabels) -> list[Diagnostic]:
    """Find audiences that depend on hidden fields: being admitted would reveal them.

    Waiting calls are exempt: only the seats they concern see the row, and the step that
    creates it is checked.
    """
    problems = []
    for kind in (kind for kind in declared.kinds.values() if kind.name != WAITING):
        declared_audiences = [(field.audience, field.span) for field in kind.fields]
        derived_audiences = [
            (derived.seen_by, derived.span) for derived in kind.derived.values()
        ]
        for audience, span in (
            *declared_audiences,
            *derived_audiences,
            (kind.seen_by, kind.span),
        ):
            for term in () if audience is None else audience.terms:
                if not labels.of(term, {}).includes(EVERYONE):
                    message = "an audience cannot hang on what not everyone sees"
                    at = term.span or span
                    problems.append(
                        problem(
                            "R604", at, message, expected="fields that everyone sees"
                        )
                    )
    return problems


def _tables_read(declared: Declarations) -> list[Diagnostic]:
    """Find audiences that read a table or modifiers, also through a formula. Views are
    computed without tables, so such an audience would admit nobody."""
    bodies = dict(parts(declared))
    spans = {
        use.span or field.span
        for kind in declared.kinds.values()
        for field in kind.fields
        for use in _uses(field.shown)
        if _reads_table((use.section, use.name), bodies)
    }
    message = "an audience cannot read a table"
    expected = "fields, and formulas that read no table"
    return [problem("R604", span, message, expected=expected) for span in spans]


def _reads_table(name: RuleName, bodies: Mapping[RuleName, tuple[Typed, ...]]) -> bool:
    """Return whether a declaration is a table or modifiers, or uses one indirectly."""
    reachable, pending = {name}, [name]
    while pending:
        used = {(use.section, use.name) for use in _uses(*bodies[pending.pop()])}
        pending += used - reachable
        reachable |= used
    return any(section in ("tables", "modifiers") for section, _ in reachable)


def _uses(*expressions: Typed | None) -> Iterator[Use]:
    """Yield every use of a declaration in the expressions."""
    present = (expression for expression in expressions if expression is not None)
    return (node for node in nodes(*present) if isinstance(node, Use))


def _widened(declared: Declarations, labels: ValueLabels) -> list[Diagnostic]:
    """Find derived fields and modifiers that admit more seats than what they read."""
    declarations: list[tuple[RuleName, Formula | Modifiers]] = [
        (("modifiers", name), modifiers)
        for name, modifiers in declared.modifiers.items()
    ]
    for kind in declared.kinds.values():
        for name, derived in kind.derived.items():
            declarations.append((("derived", f"{kind.name}.{name}"), derived))
    problems = []
    for key, declaration in declarations:
        reads = labels.reads(key)
        if declaration.seen_by is not None and not reads.includes(
            declaration.seen_by.seats
        ):
            message = f"'{key[1]}' may be known to more than what it is made from"
            expected = f"at most {known_to(reads)}"
            problems.append(
                problem("R603", declaration.span, message, expected=expected)
            )
    return problems
