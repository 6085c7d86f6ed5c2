"""Blocks of steps, lowered one by one by their verbs.

`tools/generate.py` writes the schemas of steps and the table of verbs in the reference
from these and from the records in `verbs`; nothing else says it once more.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions import tree
from interpreter.expressions.parsing import LONGEST, Unreadable, parse
from interpreter.expressions.typed import Apply, Constant, Invalid, Local, Typed
from interpreter.ir.instructions import (
    Block,
    End,
    ForEach,
    Instruction,
    Let,
    Repeat,
    Return,
    Say,
    Site,
    When,
)
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import Parameter
from interpreter.semantics.expressions.binding import ExpressionBinder, expression
from interpreter.semantics.expressions.foreign_hints import say_unreadable
from interpreter.semantics.expressions.presence import facts, of_each
from interpreter.semantics.expressions.scope import Scope, TextLocation, spoken
from interpreter.semantics.expressions.yaml_values import rule_of, template
from interpreter.semantics.names import Names
from interpreter.semantics.sections.audiences import read_audience
from interpreter.source import Name, Span
from interpreter.values.conversions import join
from interpreter.values.types import (
    WRITABLE,
    Boolean,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Nothing,
    Number,
    Seat,
    Type,
    Unknown,
    holds_entities,
    present,
    whole,
    writable,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, name_of

Schema = Mapping[str, object]

STEPS: Final = "steps"
"""The kind of a key whose value is steps."""


class StepKey(Struct, frozen=True):
    """What may stand behind a key of a step.

    `kind` is `STEPS`, the name of a definition of `schemas/common.schema.json`, or a
    schema of its own; `about` describes it to authors, where the definition does not.
    `binds`: the name behind the key, or the names of its map, are bound by the step.
    """

    kind: str | Schema
    about: str = ""
    binds: bool = False

    @property
    def schema(self) -> Schema:
        """The schema of what is written after the key, as it is written in a file of
        `schemas/steps/`."""
        if not isinstance(self.kind, str):
            return self.kind
        steps = "steps.schema.json"
        common = f"../common.schema.json#/definitions/{self.kind}"
        reference = {"$ref": steps if self.kind == STEPS else common}
        if not self.about:
            return reference
        return {"allOf": [reference], "description": self.about}


def map_of(value: StepKey, about: str, example: Schema | None = None) -> Schema:
    """Return the schema of a map with any keys, each with such a value."""
    shown = {} if example is None else {"examples": [example]}
    return {
        "type": "object",
        "description": about,
        **shown,
        "additionalProperties": value.schema,
    }


COMMON: Mapping[str, StepKey] = MappingProxyType(
    {
        "if": StepKey("condition", "The step is skipped without it."),
        "else": StepKey(STEPS, "What is done instead when `if` is not true."),
        "only": StepKey("only"),
        "for_each": StepKey("expression", "x in list: the step is done for each."),
        "times": StepKey("number", "How often it is done."),
        "until": StepKey("condition", "It is done once, and again until this is true."),
        "id": StepKey("name", "Its name, for overlays, policies and `end`."),
        "rule": StepKey("rule"),
        "status": StepKey("status"),
        "say": StepKey("say"),
        "seen_by": StepKey("seen_by"),
        "discloses": StepKey(
            "prose", "The rule by which a seat learns something from this step."
        ),
    }
)
"""The clauses of every step."""


# A step as read.


class Step(Struct, frozen=True):
    """One step: its verb, the verb's value, its clauses, where it stands."""

    node: MappingNode
    verb: ScalarNode
    value: Node
    site: Site

    def clause(self, name: str) -> Node | None:
        """Return the node of a clause."""
        return self.node.get(name)

    def text(self, name: str) -> str:
        """Return the text of a clause, "" without it."""
        found = self.node.get(name)
        return found.text if isinstance(found, ScalarNode) else ""

    def named(self, name: str) -> Name:
        """Return the name that a clause is, "" without it."""
        return name_of(self.node.get(name))


def loops(step: Step) -> bool:
    """Tell whether a step may be done several times."""
    return any(step.clause(name) is not None for name in ("for_each", "times", "until"))


# Which instructions leave what they stand in: nothing after them is reached.


def leaves(instruction: Instruction) -> bool:
    """Tell whether nothing after the instruction in its block can be reached."""
    match instruction:
        case Return() | End():
            return True
        case When():
            ways = (instruction.then, instruction.other)
            return all(way and leaves(way[-1]) for way in ways)
        case _:
            return False


def returns(block: tuple[Instruction, ...]) -> bool:
    """Tell whether a block always ends by `return`."""
    if not block:
        return False
    match block[-1]:
        case Return():
            return True
        case When(then=then, other=other):
            return returns(then) and returns(other)
        case Block(body=body):
            return returns(body)
        case _:
            return False


Lowered = tuple[tuple[Instruction, ...], Scope]
"""The instructions of a step and the scope behind it."""


class StepVerb(Struct, frozen=True):
    """A verb: what authors read of it, its keys, and how it is lowered.

    `does` completes the sentence "the step ...": the line of the reference and, as a
    sentence, the description in the schema. `value` is what is written after the verb,
    `clauses` its own clauses, of which `required` must stand there and, of `any_of`,
    at least one; `differs` describes clauses of every step where they mean something
    else here.
    `binds_map`: with `for_each` it binds a map from the element to what each pass
    bound.
    `loops_itself`: it reads `for_each` and `if` on its own.
    `names_what`: the path of its step holds what it rolls, asks, calls or makes, for it
    is a part of the keys of dice: another step before it must not shift them.
    `says`: its instructions say the sentence of its site, or ask or refuse with it.
    `leaves_loop`: it can be left by its `id`, together with all its rounds.
    """

    name: str
    lower: Callable[["Lowering", Step, Scope], Lowered]
    does: str
    value: StepKey
    clauses: Mapping[str, StepKey] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    differs: Mapping[str, str] = field(default_factory=dict)
    binds_map: bool = False
    loops_itself: bool = False
    names_what: bool = False
    says: bool = False
    leaves_loop: bool = False


class Lowering(Struct):
    """One procedure being lowered; lives only during loading."""

    names: Names
    verbs: Mapping[str, StepVerb]
    procedure: str
    gives: Type
    default: Audience
    labels: list[str] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)
    paths: dict[tuple[str, str], int] = field(default_factory=dict)
    chosen: dict[str, Type] = field(default_factory=dict)
    disclosing: bool = False
    telling: set[str] = field(default_factory=set)
    changing: dict[str, Type] = field(default_factory=dict)

    def say(
        self, code: str, span: Span, message: str, expected: str = "", hint: str = ""
    ) -> None:
        """Append a problem."""
        self.names.problems.append(
            problem(code, span, message, expected=expected, hint=hint)
        )

    def unique(self, name: str) -> str:
        """Return a name for a local that no other of the procedure has."""
        count = self.taken.get(name, 0)
        self.taken[name] = count + 1
        return name if count == 0 else f"{name}_{count + 1}"

    def bind(self, scope: Scope, name: str, kind: Type) -> tuple[str, Scope]:
        """Bind a new local; return its unique name and the scope."""
        unique = self.unique(name)
        return unique, scope.bind(name, kind, unique)

    def mark(self, unique: str, kind: Type, item: bool = False) -> None:
        """Let a local tell one passing of the steps behind it from another: an entity,
        or an `item` of a loop, also one that holds entities. Other values say how
        something is, not which it is."""
        kind = present(kind)
        counted = isinstance(kind, Number) and kind.whole
        plain_item = counted or isinstance(
            kind, (Enumeration, EnumerationPart, Boolean)
        )
        if isinstance(kind, (Entity, Seat)) or (
            item and (plain_item or holds_entities(kind))
        ):
            self.telling.add(unique)

    def among(self, scope: Scope) -> tuple[Local, ...]:
        """Return what tells one passing of a step from another."""
        return tuple(local for _, local in scope.locals if local.name in self.telling)

    def path(self, name: str, what: str = "") -> str:
        """Return a path for a step, or a part of it, that no other has."""
        count = self.paths[name, what] = self.paths.get((name, what), 0) + 1
        numbered = f"{self.procedure}.{name}" + (f"_{count}" if count > 1 else "")
        return f"{numbered}.{what}" if what else numbered

    def part(self, step: Step, what: str) -> Site:
        """Return the site of one of the things that a step names, by its label."""
        path = f"{step.site.path}.{what}"
        if step.clause("id") is None:
            own = step.site.path.endswith(f".{what}")
            path = step.site.path if own else self.path(step.verb.name, what)
        return replace(step.site, path=path)

    def named(self, key: ScalarNode, scope: Scope) -> Name:
        """Return the name that a step binds; a problem when no expression can read
        it, or when it is bound already."""
        if not writable(key.text):
            message = f"expressions cannot write the name '{key.text}'"
            self.say("R203", key.span, message, WRITABLE)
        elif scope.find(key.name) is not None:
            message = f"'{key.text}' is bound already, and a name is bound once"
            hint = "choose another name; what changes is kept in a field"
            self.say("R306", key.span, message, hint=hint)
        return key.name

    def read(
        self, node: Node | None, scope: Scope, wanted: Type | None = None
    ) -> Typed:
        """Read an expression of a clause; anything else is a problem already shown."""
        if isinstance(node, ScalarNode):
            return expression(self.names, node, scope, wanted)
        return Invalid()

    def block(self, node: Node | None, scope: Scope) -> Lowered:
        """Lower the steps of a block, in order."""
        steps = node.items if isinstance(node, SequenceNode) else ()
        found: list[Instruction] = []
        for each in steps:
            if isinstance(each, MappingNode):
                if found and leaves(found[-1]):
                    self.say("R507", each.span, "this step can never be reached")
                    return tuple(found), scope
                instructions, scope = self.step(each, scope)
                found += instructions
        return tuple(found), scope

    def step(self, node: MappingNode, scope: Scope) -> Lowered:
        """Lower a step with its clauses."""
        step = self._opened(node, scope)
        if step is None:
            return (), scope
        verb = self.verbs.get(step.verb.name, SAYING)
        self._else_alone(step)
        around, self.disclosing = self.disclosing, step.site.discloses
        label = step.named("id") if verb.leaves_loop and loops(step) else ""
        if label:
            self.labels.append(label)
        if node.get("until") is not None or node.get("times") is not None:
            body, after = self._repeated(step, verb, scope)
        else:
            body, after = self._each(step, verb, scope)
        self.disclosing = around
        if label:  # `end` leaves the whole loop
            self.labels.pop()
            body = (Block(replace(step.site, say=None), label, body),)
        return body, after

    def _opened(self, node: MappingNode, scope: Scope) -> Step | None:
        found = [(key, value) for key, value in node.entries if key.name in self.verbs]
        alone = node.key(SAY)
        if not found and alone is not None and isinstance(node.get(SAY), ScalarNode):
            found = [(alone, SequenceNode((), alone.span))]
        if len(found) != 1:
            others = [key for key, _ in node.entries if key.name not in COMMON]
            hint = (
                did_you_mean(others[0].text, self.verbs) if others and not found else ""
            )
            message = (
                "a step has exactly one verb" if found else "this step has no verb"
            )
            self.say("R104", node.span, message, ", ".join(sorted(self.verbs)), hint)
            return None
        key, value = found[0]
        id_node, say_node = node.get("id"), node.get("say")
        if isinstance(id_node, ScalarNode):
            path = self.path(id_node.name)
        else:
            named = self.verbs.get(key.name, SAYING).names_what
            path = self.path(key.name, _what(value) if named else "")
        say = (
            template(self.names, say_node, scope)
            if isinstance(say_node, ScalarNode) and not _binds(node)
            else None
        )
        audience = self.default if _binds(node) else self.seen_by(node, scope)
        discloses = self.disclosing or node.get("discloses") is not None
        among = self.among(scope)
        site = Site(path, key.span, rule_of(node), say, audience, discloses, among)
        return Step(node, key, value, site)

    def seen_by(self, node: MappingNode, scope: Scope) -> Audience:
        """Read who sees a step; what says nothing has the default of its procedure."""
        audience_node = node.get("seen_by")
        return (
            self.default
            if audience_node is None
            else read_audience(self.names, audience_node, scope)
        )

    def within(self, step: Step, scope: Scope) -> Step:
        """The step inside its own loop, where `seen_by` may name the variable."""
        seen_by = self.seen_by(step.node, scope)
        site = replace(step.site, seen_by=seen_by, among=self.among(scope))
        return replace(step, site=site)

    def saying(self, step: Step, scope: Scope) -> Step:
        """The step with what it says inside its own loop, of each item."""
        node = step.clause("say")
        if not isinstance(node, ScalarNode):
            return step
        sentence = template(self.names, node, scope)
        return replace(step, site=replace(step.site, say=sentence))

    def _else_alone(self, step: Step) -> None:
        """Say of an `else` that nothing ever leads to it; that of an `only` has taken
        the place of its step by now, or is gone."""
        key = step.node.key("else")
        if key is not None and step.clause("if") is None:
            message = "this 'else' belongs to no 'if' and no 'only'"
            self.say("R514", key.span, message, "if or only")

    def _repeated(self, step: Step, verb: StepVerb, scope: Scope) -> Lowered:
        times_node, until_node = step.clause("times"), step.clause("until")
        times = None if times_node is None else self.read(times_node, scope, whole(0))
        body, inner = self._each(step, verb, scope)
        until = None if until_node is None else self.read(until_node, inner, Boolean())
        return (Repeat(step.site, body, until, times),), scope

    def _each(self, step: Step, verb: StepVerb, scope: Scope) -> Lowered:
        if step.clause("for_each") is None or verb.loops_itself:
            return self._guarded(step, verb, scope)
        name, source = self.loop(step.clause("for_each"), scope)
        if name is None:
            return (), scope
        item = source.type.item if isinstance(source.type, ListOf) else Unknown()
        unique, inner = self.bind(scope, name, item)
        self.mark(unique, item, item=True)
        inner = inner.knowing(*of_each(self.names, source, Local(unique, item)))
        own = step
        if names_value(step.clause("if")) is None:
            own = self.saying(self.within(step, inner), inner)
        body, after = self._guarded(own, verb, inner)
        if not verb.binds_map:
            return (ForEach(step.site, unique, source, body),), scope
        new = [(key, local) for key, local in bound(inner, after)]
        if not new:
            return (ForEach(step.site, unique, source, body),), scope
        key, local = new[-1]
        gathered, outer = self.bind(scope, key, MapOf(item, local.type))
        loop = ForEach(step.site, unique, source, body, (gathered, local.name))
        return (loop,), outer

    def loop(self, node: Node | None, scope: Scope) -> tuple[Name | None, Typed]:
        """Read `x in L`."""
        text = node.text if isinstance(node, ScalarNode) else ""
        name, found, rest = text.partition(" in ")
        if not isinstance(node, ScalarNode) or not found or not name.strip():
            if node is not None:
                self.say(
                    "R201",
                    node.span,
                    "a loop names its variable",
                    "for_each: x in list",
                )
            return None, Invalid()
        source = ScalarNode(rest, node.part(len(name) + 4, len(text)), "", ())
        if node.places:
            source = replace(source, places=node.places[len(name) + 4 :])
        value = expression(self.names, source, scope)
        variable = ScalarNode(name.strip(), node.part(0, len(name)), "", ())
        self.named(variable, scope)
        if not isinstance(value.type, (ListOf, Unknown)):
            self.say("R401", source.span, f"this is {spoken(value.type)}", "a list")
        return variable.name, value

    def _guarded(self, step: Step, verb: StepVerb, scope: Scope) -> Lowered:
        if step.clause("if") is None or (
            verb.loops_itself and step.clause("for_each") is not None
        ):
            return self._said(step, verb, scope)
        given: tuple[Instruction, ...] = ()
        inner, own = scope, step
        named = names_value(step.clause("if"))
        if named is None:
            condition = self.read(step.clause("if"), scope, Boolean())
        else:
            condition, given, inner = self._there(step.site, *named, scope)
            own = self.saying(self.within(step, inner), inner)
        inner = inner.knowing(*facts(self.names, condition, True))
        then, after_then = self._said(own, verb, inner)
        then = (*given, *then)
        known_else = scope.knowing(*facts(self.names, condition, False))
        other, after_other = self.block(step.clause("else"), known_else)
        merged, then, other = self.merged(
            step.site, scope, (then, after_then), (other, after_other)
        )
        if then and leaves(then[-1]):
            merged = merged.knowing(*facts(self.names, condition, False))
        if (other and leaves(other[-1])) or (
            verb.binds_map and not step.clause("else")
        ):
            merged = (
                merged.knowing(*facts(self.names, condition, True)) if other else merged
            )
        if step.clause("for_each") is not None and verb.binds_map:
            merged = after_then
        return (When(step.site, condition, then, other),), merged

    def _there(
        self, site: Site, node: ScalarNode, name: ScalarNode, scope: Scope
    ) -> tuple[Typed, tuple[Instruction, ...], Scope]:
        """Read `if: VALUE as NAME`: whether the value is there, what binds it, and the
        scope that knows it by its name."""
        value = expression(self.names, node, scope)
        kind = value.type
        if not isinstance(kind, (Maybe, Unknown)) and not scope.is_lost:
            message = f"this is {spoken(kind)}, and never none"
            hint = "'as' names what may be there; for anything else use 'let'"
            self.say("R401", node.span, message, "a value or none", hint)
        item = present(kind) if isinstance(kind, Maybe) else Unknown()
        unique, inner = self.bind(scope, self.named(name, scope), item)
        self.mark(unique, item)
        none = Constant(None, Nothing())
        condition = Apply("is_not", (value, none), Boolean(), node.span)
        sure = Apply("present", (value,), item, node.span)
        of_it = of_each(self.names, value, Local(unique, item))
        bind = Let(replace(site, say=None), unique, sure)
        return condition, (bind,), inner.knowing(*of_it)

    def _said(self, step: Step, verb: StepVerb, scope: Scope) -> Lowered:
        """Lower a step without its clauses; what it says is said before it where its
        instructions do not say it themselves."""
        if step.site.say is None or verb.says:
            return verb.lower(self, step, scope)
        silent = replace(step, site=replace(step.site, say=None))
        body, after = verb.lower(self, silent, scope)
        return (Say(step.site), *body), after

    def merged(
        self, site: Site, scope: Scope, one: Lowered, other: Lowered
    ) -> tuple[Scope, tuple[Instruction, ...], tuple[Instruction, ...]]:
        """Keep the names that both ways bind; one way that leaves has nothing to
        say."""
        (then, after_then), (rest, after_rest) = one, other
        if then and leaves(then[-1]) and rest:
            return after_rest, then, rest
        if rest and leaves(rest[-1]):
            return after_then, then, rest
        merged = scope
        theirs = dict(bound(scope, after_rest))
        for key, local in bound(scope, after_then):
            twin = theirs.get(key)
            kind = None if twin is None else join(local.type, twin.type)
            if twin is not None and kind is not None:
                merged = merged.bind(key, kind, local.name)
                rest = (*rest, Let(replace(site, say=None), local.name, twin))
        return merged, then, rest


_AS = re.compile(r"(.*\S)\s+as\s+(\S(?:.*\S)?)\s*\Z", re.DOTALL)


def names_value(node: Node | None) -> tuple[ScalarNode, ScalarNode] | None:
    """Return value and name of a condition `VALUE as NAME`; None for any other."""
    if not isinstance(node, ScalarNode) or len(node.text) > LONGEST:
        return None
    found = _AS.match(node.text)
    if found is None:
        return None
    if "#" in found[1].rpartition("\n")[2]:  # 'as' is a word of a comment
        return None
    parts = []
    for number in (1, 2):
        start, end = found.span(number)
        places = node.places[start : end + 1] if node.places else ()
        parts.append(ScalarNode(found[number], node.part(start, end), "", places))
    return parts[0], parts[1]


def _binds(node: MappingNode) -> bool:
    """Tell whether a step binds a name before anything else of it is read."""
    return node.get("for_each") is not None or names_value(node.get("if")) is not None


def _what(node: Node) -> str:
    """Return what a step names first: a label, a name, what it calls."""
    if isinstance(node, MappingNode) and node.entries:
        return node.entries[0][0].name
    return node.called if isinstance(node, ScalarNode) else ""


def bound(before: Scope, after: Scope) -> list[tuple[str, Local]]:
    """List what a step bound."""
    return list(after.locals[len(before.locals) :])


def takes_scope(lowering: Lowering, takes: tuple[Parameter, ...]) -> Scope:
    """Bind the parameters, under their own names."""
    scope = Scope()
    for each in takes:
        unique, scope = lowering.bind(scope, each.name, each.type)
        lowering.mark(unique, each.type)
    return scope


def _nothing(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    return (), scope


SAY = "say"
SAYING = StepVerb(
    SAY,
    _nothing,
    "says a sentence, and does nothing else",
    StepKey("say", "The sentence that is said."),
)
"""A step without a verb that says something: that is all it does."""
NONE = Constant(None, Nothing())


# A call that stands as text in a step, read as far as its name and brackets.


def written_call(
    lowering: Lowering, node: Node | None, what: str
) -> tuple[ExpressionBinder, tree.Call] | None:
    """Read the call of something, such as `a walk`; None: a problem."""
    if not isinstance(node, ScalarNode):
        return None
    place = TextLocation(node, lowering.names.problems)
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        say_unreadable(lowering.names, place, fault)
        return None
    if not isinstance(parsed, tree.Call):
        place.say("R201", parsed.at, f"{what} is called with brackets", "name(...)")
        return None
    return ExpressionBinder(lowering.names, place), parsed
