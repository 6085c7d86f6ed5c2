"""Verbs that want a decision: choose and ask."""

from collections.abc import Iterator
from functools import reduce

from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean
from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Constant,
    IfElse,
    Local,
    Template,
    Typed,
    Use,
    children,
    substituted,
)
from interpreter.ir.instructions import Choice, Feasible, Instruction, Let, When
from interpreter.ir.walking import expressions, free, in_template
from interpreter.lowering.blocks import Lowered, Lowering, Step
from interpreter.lowering.chance import seat
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.dependencies import FACTS
from interpreter.semantics.expressions.binding import embedded
from interpreter.semantics.expressions.presence import of_each
from interpreter.semantics.expressions.scope import Scope, TextLocation, spoken
from interpreter.semantics.expressions.yaml_values import figure, template
from interpreter.semantics.names import Names
from interpreter.semantics.sections.sentences import sentence
from interpreter.semantics.sections.types import type_of
from interpreter.values.types import (
    JUDGE,
    Boolean,
    Enumeration,
    ListOf,
    MapOf,
    Seat,
    Type,
    Unknown,
    Value,
    maybe,
    speaks_of,
    whole,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

# A choice of a seat is made from its own claims only.


def only_own_claims(lowering: Lowering, choice: Choice) -> None:
    """Say where a choice reads what was told to another seat than the one that
    chooses; the judge knows all claims."""
    by = None if choice.by is None else _bare(choice.by)
    if by is None or (isinstance(by, Constant) and by.value == JUDGE):
        return
    given = [each for each in expressions(choice) if each is not choice.by]
    for node in given:
        for asked_seat in _seats(lowering.names, node):
            span = node.span or choice.site.span
            if _bare(asked_seat) != by:
                message = "the choice is made from what another seat was told"
                expected = "claims told to the seat that chooses"
                lowering.say("R606", span, message, expected)
                return


def _seats(names: Names, node: Typed) -> Iterator[Typed]:
    """Yield the seats whose claims an expression reads, also through formulas."""
    if isinstance(node, ClaimsTo):
        yield node.seat
    for each in children(node):
        yield from _seats(names, each)
    formula = names.formulas.signature(node.name) if isinstance(node, Use) else None
    if formula is None or not isinstance(node, Use):
        return
    words = {takes.name: f"\0{takes.name}" for takes in formula.takes}
    for inner in seats_of(names, node.name):
        whose = inner
        for takes in formula.takes:
            whose = substituted(whose, takes.name, Local(words[takes.name], takes.type))
        for takes, given in zip(formula.takes, node.arguments, strict=False):
            whose = substituted(whose, words[takes.name], given)
        yield whose


def seats_of(names: Names, formula: str) -> tuple[Typed, ...]:
    """Return the seats whose claims a formula reads, written with its parameters; found
    out once, as a fact about the formula."""
    names.dependencies.record(FACTS, formula, whole=True)
    if formula not in names.claim_seats:
        with names.dependencies.reading(FACTS, formula):
            found = tuple(_seats(names, names.formulas[formula].body))
        names.claim_seats[formula] = found
    return names.claim_seats[formula]


def _bare(node: Typed) -> Typed:
    """Return an expression without the check that it is there."""
    return (
        node.arguments[0]
        if isinstance(node, Apply) and node.name == "present"
        else node
    )


def choose(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """A choice among what is legal; with `for_each` of several seats at once."""
    name = (
        lowering.named(step.value, scope)
        if isinstance(step.value, ScalarNode)
        else "chosen"
    )
    each, step, inner, part_says = _of_several(lowering, step, scope)
    item = None if each is None else _item_of(each[1])
    offered, kind, texts = _offered(lowering, step, inner)
    optional, must = _or_nothing(lowering, step, inner)
    chosen: Type = maybe(kind) if optional else kind
    how_many = _how_many(lowering, step, offered, inner)
    chosen = ListOf(kind) if how_many else chosen
    by = seat(lowering, step, inner)
    result: Type = chosen if item is None else MapOf(item, chosen)
    unique_name, after = lowering.bind(scope, name, result)
    lowering.mark(unique_name, result)
    if each is None and how_many is None:
        word = Local(unique_name, chosen)
        after = after.knowing(*of_each(lowering.names, offered, word))
    made = Choice(
        step.site,
        unique_name,
        name,
        chosen,
        by,
        offered,
        each,
        optional,
        must,
        how_many,
        step.text("in_order") == "yes",
        _such_that(lowering, step.clause("such_that"), after),
        texts=texts,
        needs=_needs(lowering, step),
        option_says=_option_says(lowering, step, (name, kind, offered), inner),
        part_says=part_says,
    )
    only_own_claims(lowering, made)
    body: tuple[Instruction, ...] = (made,)
    if each is None:
        local = Local(unique_name, chosen)
        body = (made, *_consequences(lowering, step, local, offered, after))
        if step.text("how_many") == "all" and how_many is not None:
            body = (_if_several(made, offered, how_many[0]), *body[1:])
    if step.clause("if_none") is None:
        return body, after
    return _or_else(lowering, step, scope, made, (body, after))


def _of_several(
    lowering: Lowering, step: Step, scope: Scope
) -> tuple[tuple[str, Typed] | None, Step, Scope, Template | None]:
    """Read `for_each` and `if` of a step that asks several seats at once: the local and
    the list of what each is asked for (None: one seat is asked), the step with what it
    says of all of them, the scope in which there is one of them, and what is said of
    that one."""
    if step.clause("for_each") is None:
        return None, step, scope, None
    variable, source = lowering.loop(step.clause("for_each"), scope)
    item = _item_of(source)
    unique, inner = lowering.bind(scope, variable or "each", item)
    if step.clause("if") is not None:
        where = lowering.read(step.clause("if"), inner, Boolean())
        source = Collect(
            "list", Local(unique, item), unique, source, where, (), source.type
        )
    said, part_says = _saying(lowering, lowering.within(step, inner), inner, unique)
    return (unique, source), said, inner, part_says


def _item_of(source: Typed) -> Type:
    return source.type.item if isinstance(source.type, ListOf) else Unknown()


def _saying(
    lowering: Lowering, step: Step, scope: Scope, unique: str
) -> tuple[Step, Template | None]:
    """Return the step with what it says of all at once, and what it says of each: one
    stop asks them all, so a sentence that reads the local of one is no part of it."""
    node = step.clause("say")
    if not isinstance(node, ScalarNode):
        return step, None
    sentence = template(lowering.names, node, scope)
    if unique in free(*in_template(sentence)):
        return step, sentence
    return replace(step, site=replace(step.site, say=sentence)), None


def _or_nothing(
    lowering: Lowering, step: Step, scope: Scope
) -> tuple[bool, Typed | None]:
    """Read whether nothing may be answered, and when that is not offered after all."""
    or_clause, must = step.clause("or"), step.clause("must")
    if isinstance(or_clause, ScalarNode) and or_clause.name != "none":
        message = "only 'none' can be answered instead"
        lowering.say("R401", or_clause.span, message, "none", "add a value to 'from'")
    if or_clause is not None and step.clause("how_many") is not None:
        message = "'or: none' beside 'how_many': a list is empty, never none"
        hint = "count from 0, such as 'how_many: 0..2'; 'such_that' may say more"
        lowering.say("R514", or_clause.span, message, "no 'or'", hint)
        return False, None
    if must is None:
        return or_clause is not None, None
    if or_clause is None:
        message = "'must' takes away an 'or' that is not there"
        lowering.say("R514", must.span, message, "or: none")
    return or_clause is not None, lowering.read(must, scope, Boolean())


def _or_else(
    lowering: Lowering, step: Step, scope: Scope, made: Choice, asked: Lowered
) -> Lowered:
    """Do the steps of `if_none` when the choice has no legal answer."""
    test = lowering.unique("there_is_one")
    other = lowering.block(step.clause("if_none"), scope)
    after, then, rest = lowering.merged(step.site, scope, asked, other)
    when = When(step.site, Local(test, Boolean()), then, rest)
    return (Feasible(step.site, test, made), when), after


def _such_that(lowering: Lowering, node: Node | None, scope: Scope) -> Typed | None:
    """Read one condition or a list of them, all of which must hold."""
    if node is None:
        return None
    given = node.items if isinstance(node, SequenceNode) else (node,)
    parts = [lowering.read(each, scope, Boolean()) for each in given]
    return reduce(lambda a, b: Apply("and", (a, b), Boolean(), b.span), parts)


def _needs(lowering: Lowering, step: Step) -> str:
    """Read what the condition on an answer wants, as people read it: the text of the
    pack, with no values in it that somebody may not know."""
    node = step.clause("needs")
    if node is None:
        return ""
    if step.clause("such_that") is None:
        message = "'needs' says what a condition wants, and there is none"
        lowering.say("R514", node.span, message, "such_that: ...")
    return sentence(lowering.names, node, ())


def _option_says(
    lowering: Lowering, step: Step, option: tuple[str, Type, Typed], scope: Scope
) -> tuple[str, Template] | None:
    """Read what stands beside each value that is offered from a list: its local, and
    the text; `option` is the name of the choice, the type of a value, and the list."""
    node = step.clause("option_says")
    if not isinstance(node, ScalarNode):
        return None
    if step.clause("from") is None:
        message = "'option_says' speaks of what 'from' offers"
        hint = "options by name have a 'say' each: options: {left: {say: ...}}"
        lowering.say("R514", node.span, message, "from: ...", hint)
        return None
    name, kind, offered = option
    unique, inner = lowering.bind(scope, name, kind)
    inner = inner.knowing(*of_each(lowering.names, offered, Local(unique, kind)))
    text = template(lowering.names, node, inner)
    if unique not in free(*in_template(text)):
        message = "this says the same beside every option"
        expected = f"a text with '{name}' in braces"
        hint = "what concerns all of them is the question: say: ..."
        lowering.say("R514", node.span, message, expected, hint)
        return None
    return unique, text


def _offered(
    lowering: Lowering, step: Step, scope: Scope
) -> tuple[Typed, Type, tuple[tuple[object, Template], ...]]:
    options = step.clause("options")
    if isinstance(options, MappingNode):
        return _options(lowering, step, options, scope)
    from_node = step.clause("from")
    if from_node is None:
        lowering.say(
            "R102",
            step.verb.span,
            "a choice needs what may be chosen",
            "from or options",
        )
        return Constant((), ListOf(Unknown())), Unknown(), ()
    offered = lowering.read(from_node, scope)
    if isinstance(offered.type, ListOf):
        return offered, offered.type.item, ()
    if not isinstance(offered.type, Unknown):
        lowering.say(
            "R401", from_node.span, f"this is {spoken(offered.type)}", "a list"
        )
    return Constant((), ListOf(Unknown())), Unknown(), ()


def _options(
    lowering: Lowering, step: Step, node: MappingNode, scope: Scope
) -> tuple[Typed, Type, tuple[tuple[object, Template], ...]]:
    kind, values = _of_options(lowering, step, node)
    variable = lowering.unique("offered")
    legal: Typed = Constant(True, Boolean())
    texts: list[tuple[object, Template]] = []
    for value, (_, body) in reversed(list(zip(values, node.entries, strict=True))):
        say = body.get("say") if isinstance(body, MappingNode) else None
        if isinstance(say, ScalarNode):
            texts.append((value, template(lowering.names, say, scope)))
        condition = body.get("if") if isinstance(body, MappingNode) else None
        if condition is not None:
            read = lowering.read(condition, scope, Boolean())
            this = Apply(
                "is", (Local(variable, kind), Constant(value, kind)), Boolean()
            )
            legal = IfElse(this, read, legal, Boolean())
    every = Constant(tuple(values), ListOf(kind))
    if isinstance(legal, Constant):
        return every, kind, tuple(texts)
    offered = Collect(
        "list", Local(variable, kind), variable, every, legal, (), ListOf(kind)
    )
    return offered, kind, tuple(texts)


def _if_several(made: Choice, offered: Typed, count: Typed) -> When:
    """Return a choice of all, which is none where there are less than two."""
    several = Apply(">", (count, Constant(1, whole(0))), Boolean(), count.span)
    silent = replace(made.site, say=None)
    return When(silent, several, (made,), (Let(silent, made.name, offered),))


def _of_options(
    lowering: Lowering, step: Step, node: MappingNode
) -> tuple[Type, list[Value]]:
    """Return the type of a choice by options, and the value of each option: of the
    type that is named, of a declared one with just these values, or of one in place."""
    keys = [key.text for key, _ in node.entries]
    if {key.name for key, _ in node.entries} == {"yes", "no"}:
        return Boolean(), [key.name == "yes" for key, _ in node.entries]
    named = step.clause("type")
    if named is None:
        return _enumeration(lowering, tuple(keys)), list(range(len(keys)))
    kind = type_of(lowering.names, named)
    if not isinstance(kind, Enumeration):
        if not isinstance(kind, Unknown):
            message = f"this is {spoken(kind)}"
            lowering.say("R401", named.span, message, "an enumeration")
        return Unknown(), list(range(len(keys)))
    values: list[Value] = []
    for key, _ in node.entries:
        rank = kind.rank(key.name)
        if rank is None:
            hint = did_you_mean(key.text, kind.values)
            message = f"'{key.text}' is no {spoken(kind)}"
            lowering.say("R301", key.span, message, ", ".join(kind.values), hint)
        values.append(len(kind.values) if rank is None else rank)
    return kind, values


def _enumeration(lowering: Lowering, keys: tuple[str, ...]) -> Enumeration:
    for each in lowering.names.enumerations():
        if each.values == keys:
            return each
    return Enumeration("", keys)


def _how_many(
    lowering: Lowering, step: Step, offered: Typed, scope: Scope
) -> tuple[Typed, Typed] | None:
    """Read how many are chosen: a number, a range, or `all`, of which the order is
    chosen."""
    node = step.clause("how_many")
    if not isinstance(node, ScalarNode):
        return None
    if node.text == "all":
        every = Apply("count", (offered,), whole(0), node.span)
        return every, every
    low, dots, high = node.text.partition("..")
    place = TextLocation(node, lowering.names.problems)
    least = embedded(lowering.names, place, low, scope, whole(0))
    if not dots:
        return least, least
    upper = replace(place, offset=len(low) + 2)
    return least, embedded(lowering.names, upper, high, scope, whole(0))


def _consequences(
    lowering: Lowering, step: Step, chosen: Local, offered: Typed, scope: Scope
) -> tuple[Instruction, ...]:
    """What an option does, once it is chosen; the options stand in the order in which
    their values are offered. Each is the `else` of the one before: only one is done."""
    options = step.clause("options")
    blocks: list[tuple[Typed, tuple[Instruction, ...]]] = []
    entries = options.entries if isinstance(options, MappingNode) else ()
    every = offered.source if isinstance(offered, Collect) else offered
    values = every.value if isinstance(every, Constant) else ()
    assert isinstance(values, tuple)
    for value, (_, body) in zip(values, entries, strict=False):
        do = body.get("do") if isinstance(body, MappingNode) else None
        if do is None:
            continue
        condition = Apply("is", (chosen, Constant(value, chosen.type)), Boolean())
        block, _ = lowering.block(do, scope)
        blocks.append((condition, block))
    found: tuple[Instruction, ...] = ()
    for test, block in reversed(blocks):
        found = (When(step.site, test, block, found),)
    return found


def ask(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """A ruling: any value of a type, with a default where nobody rules; with `for_each`
    of several seats at once."""
    entries = step.value.entries if isinstance(step.value, MappingNode) else ()
    each, step, inner, part_says = _of_several(lowering, step, scope)
    if each is not None and len(entries) > 1:
        message = "several are asked at once for one thing"
        hint = "write a step of its own for each name"
        lowering.say("R514", entries[1][0].span, message, "one name and its type", hint)
        entries = entries[:1]
    found: list[Instruction] = []
    needs = _needs(lowering, step)
    for key, node in entries:
        kind = type_of(lowering.names, node)
        default_node: Node | None = step.clause("default")
        default = (
            None
            if default_node is None
            else figure(lowering.names, default_node, kind, scope)
        )
        judge = Constant(JUDGE, Seat(lowering.names.seat_kind))
        by = seat(lowering, step, scope if each is None else inner, "of") or judge
        if by != judge:
            _only_known(lowering, node, kind)
        site = lowering.part(step, key.name)
        name = lowering.named(key, scope)
        result = kind if each is None else MapOf(_item_of(each[1]), kind)
        unique, scope = lowering.bind(scope, name, result)
        condition = step.clause("such_that")
        such_that = _such_that(lowering, condition, scope) if each is None else None
        if each is not None and condition is not None:
            answers = Local(unique, result)
            one = lowering.bind(inner, name, kind)
            such_that = _such_that_of_each(lowering, condition, one, each[0], answers)
        found.append(
            Choice(
                site,
                unique,
                key.name,
                kind,
                by,
                None,
                each,
                such_that=such_that,
                open_type=kind,
                default=default,
                needs=needs,
                part_says=part_says,
            )
        )
    return tuple(found), scope


def _only_known(lowering: Lowering, node: Node, kind: Type) -> None:
    """Say it where a seat is asked for any entity of a kind of which it need not know
    all: whether a name is taken would tell it what there is."""
    kinds = lowering.names.kinds.values()
    hidden = [
        each.name
        for each in kinds
        if each.masks or each.seen_by not in (None, EVERYONE)
    ]
    if speaks_of(kind, hidden):
        message = "a seat is asked for any entity, also for one that it may not know"
        hint = "let it choose among those that it knows: choose: ..., from: ..."
        lowering.say("R610", node.span, message, "no entity that is hidden", hint)


def _such_that_of_each(
    lowering: Lowering,
    node: Node,
    one: tuple[str, Scope],
    element: str,
    answers: Local,
) -> Typed:
    """Return a condition on each of several answers as one on all of them, which are
    the map `answers`; `one` is the local of an answer, and the scope with it.

    It reads the keys of the map only, so it can be asked of the answers of one seat.
    """
    unique, scope = one
    condition = _such_that(lowering, node, scope) or Constant(True, Boolean())
    assert isinstance(answers.type, MapOf)
    of, kind = answers.type.key, answers.type.value
    answer = Apply("at", (answers, Local(element, of)), kind)
    keys = Apply("keys", (answers,), ListOf(of))
    holds = substituted(condition, unique, answer)
    return Collect("all", holds, element, keys, None, (), Boolean(), condition.span)
