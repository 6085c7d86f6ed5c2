"""What a step shows, and to whom: the problems of one place."""

from collections.abc import Callable, Iterator, Mapping

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Constant, FieldRead, Local, Typed, Use
from interpreter.ir.effects import Name, parts
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
from interpreter.ir.walking import in_template, nodes
from interpreter.secrecy.control_dependence import GuardSpot, spot
from interpreter.secrecy.flow import ProcedureFlow
from interpreter.secrecy.labels import ValueLabels
from interpreter.semantics.audience import EVERYONE, THE_JUDGE, Audience, seat
from interpreter.semantics.declarations import WAITING, Declarations, Formula, Modifiers
from interpreter.values.types import JUDGE

TELLING = (Assign, Choice, Create, Draw, Shuffle, Remove, Require, Roll)
"""What touches the world and is seen; everything else is calculation and tells nobody
anything. A `Tell` makes no pause and is seen by nobody: its seat alone has the claim,
and what a rule tells it grants."""

CLAUSES = (When, ForEach, Repeat)
"""Clauses around a step: what the step says is said by the step itself."""

ShownStop = Choice | Draw | Roll


def betrayed(told: list[Diagnostic]) -> Callable[[ProcedureFlow, Instruction], None]:
    """Return what a walk tells each instruction to; one secret is told once."""
    seen: set[GuardSpot] = set()

    def stop(walk: ProcedureFlow, one: Instruction) -> None:
        if one.site.discloses or isinstance(one, CLAUSES):
            return
        # everyone sees that labels are other ones
        viewers = EVERYONE if isinstance(one, Shuffle) else walk.seen_by(one).seats
        asked = _asked(walk, one)
        if isinstance(one, TELLING) or one.site.say is not None:
            placed = list(_place(walk, one, viewers, asked, seen))
            told.extend(placed)
            if placed:  # what is worked out there is no secret of its own
                return
        shown = list(_values(walk, one, viewers, asked))
        told.extend(shown)
        if shown and isinstance(one, Require):  # it was told where it stands
            seen.add(spot(one.condition.span or one.site.span))

    return stop


def _asked(walk: ProcedureFlow, one: Instruction) -> Typed | None:
    """Return the seat that is asked, None when it is nobody or the judge."""
    if not isinstance(one, ShownStop) or one.by is None:
        return None
    if isinstance(one.by, Constant) and one.by.value == JUDGE:
        return None
    return walk.real(one.by)


def _place(
    walk: ProcedureFlow,
    one: Instruction,
    viewers: Audience,
    asked: Typed | None,
    seen: set[GuardSpot],
) -> Iterator[Diagnostic]:
    for at, audience in walk.place.guards().items():
        blind = asked is not None and not audience.admits(asked, walk.facts)
        if at in seen or not (blind or not audience.includes(viewers, walk.facts)):
            continue
        seen.add(at)
        sees = "is told of a refusal" if isinstance(one, Require) else "sees this step"
        who = "whoever is asked here" if blind else f"whoever {sees}"
        yield problem(
            "R601",
            one.site.span,
            f"{who} learns what only {known_to(audience)} may know",
            hint="if a rule grants that knowledge, name it: discloses: ...",
            related=((at[1], "this decides whether it comes to that"),),
        )


def _values(
    walk: ProcedureFlow, one: Instruction, viewers: Audience, asked: Typed | None
) -> Iterator[Diagnostic]:
    alone = Audience(seat(asked).grants - {*seat(THE_JUDGE).grants}) if asked else None
    for node, everybody in _shown(one):
        audience = walk.of(node)
        if audience == EVERYONE:
            continue
        fits = audience.includes(viewers, walk.facts) if everybody else True
        if alone is not None:
            fits = fits and audience.includes(alone, walk.facts)
        if not fits:
            yield problem(
                "R603",
                next((n.span for n in nodes(node) if n.span), one.site.span),
                f"this shows what only {known_to(audience)} may know",
                hint="if a rule grants that knowledge, name it: discloses: ...",
            )


def _shown(one: Instruction) -> Iterator[tuple[Typed, bool]]:
    """Yield what a step shows, and whether to all who see it or only to the asked."""
    for each in (*in_template(one.site.say), *one.site.seen_by.terms):
        yield each, True
    match one:
        case Roll():
            given = (one.dice.number, one.dice.sides)
            texts = (*in_template(one.purpose), *in_template(one.needs))
            yield from ((each, True) for each in (*given, *texts))
        case Draw():
            many = () if one.how_many is None else (one.how_many,)
            yield from ((each, True) for each in (*many, *in_template(one.purpose)))
        case Choice():
            options = [e for _, text in one.texts for e in in_template(text)]
            options += in_template(one.about)
            counts = () if one.how_many is None else one.how_many
            parts = (one.offered, one.must, one.such_that, *counts, *options)
            yield from ((each, False) for each in parts if each is not None)
            if one.each is not None:
                yield one.each[1], False
        case Shuffle():
            yield one.of, True
            return
        case Create(kind=kind) if kind == WAITING:  # whoever it concerns sees its row
            yield from ((each, True) for each in one.values)
            return
        case Require():
            yield from ((each, True) for each in (one.condition, *one.figures))
            return
        case _:
            return
    if one.by is not None:
        yield one.by, True


def known_to(audience: Audience) -> str:
    """Say an audience in short."""
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


# Whether what is declared admits more than it may: R603 and R604 of declarations.


def admitted(declared: Declarations, knowledge: ValueLabels) -> list[Diagnostic]:
    """Return every declaration whose audience cannot be as it is declared."""
    return [
        *_hidden_terms(declared, knowledge),
        *_tables_read(declared),
        *_widened(declared, knowledge),
    ]


def _hidden_terms(declared: Declarations, knowledge: ValueLabels) -> list[Diagnostic]:
    """Find audiences that hang on what not everyone sees: asking would tell it. Of a
    call that waits nobody asks but whom it concerns; where it is put off, that is
    checked as who sees a step."""
    found = []
    for kind in (each for each in declared.kinds.values() if each.name != WAITING):
        own = [(each.audience, each.span) for each in kind.fields]
        made = [(each.seen_by, each.span) for each in kind.derived.values()]
        for audience, span in (*own, *made, (kind.seen_by, kind.span)):
            for term in () if audience is None else audience.terms:
                if not knowledge.of(term, {}).includes(EVERYONE):
                    message = "an audience cannot hang on what not everyone sees"
                    at = term.span or span
                    found.append(
                        problem(
                            "R604", at, message, expected="fields that everyone sees"
                        )
                    )
    return found


def _tables_read(declared: Declarations) -> list[Diagnostic]:
    """Find audiences that read a table or modifiers, also through a formula: views are
    made without them, so such an audience would admit nobody."""
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
    return [problem("R604", each, message, expected=expected) for each in spans]


def _reads_table(name: Name, bodies: Mapping[Name, tuple[Typed, ...]]) -> bool:
    """Tell whether a declaration is a table or modifiers, or comes to one."""
    reached, waiting = {name}, [name]
    while waiting:
        used = {(each.section, each.name) for each in _uses(*bodies[waiting.pop()])}
        waiting += used - reached
        reached |= used
    return any(section in ("tables", "modifiers") for section, _ in reached)


def _uses(*given: Typed | None) -> Iterator[Use]:
    """Yield every declaration that is read in expressions."""
    there = (each for each in given if each is not None)
    return (each for each in nodes(*there) if isinstance(each, Use))


def _widened(declared: Declarations, knowledge: ValueLabels) -> list[Diagnostic]:
    """Find derived fields and modifiers that more may know than what they read."""
    every: list[tuple[Name, Formula | Modifiers]] = [
        (("modifiers", name), each) for name, each in declared.modifiers.items()
    ]
    for kind in declared.kinds.values():
        for name, derived in kind.derived.items():
            every.append((("derived", f"{kind.name}.{name}"), derived))
    found = []
    for key, each in every:
        reads = knowledge.reads(key)
        if each.seen_by is not None and not reads.includes(each.seen_by.seats):
            message = f"'{key[1]}' may be known to more than what it is made from"
            expected = f"at most {known_to(reads)}"
            found.append(problem("R603", each.span, message, expected=expected))
    return found
