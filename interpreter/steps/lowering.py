"""Blocks of steps to instructions: the clauses that every step may have."""

from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace

from interpreter.checked.audiences import read_audience
from interpreter.checked.declared import Audience, Parameter
from interpreter.checked.expressions import expression
from interpreter.checked.figures import rule_of
from interpreter.checked.names import Names
from interpreter.checked.place import spoken
from interpreter.checked.scope import Scope, facts
from interpreter.checked.templates import template
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.language.typed import Constant, Local, Typed
from interpreter.problems import did_you_mean, problem
from interpreter.program.instructions import (
    Block,
    End,
    ForEach,
    Instruction,
    Let,
    Repeat,
    Return,
    Site,
    When,
)
from interpreter.source import Span
from interpreter.steps.step import CLAUSES, Step
from interpreter.values.fit import join
from interpreter.values.names import plain, writable
from interpreter.values.types import (
    ListOf,
    MapOf,
    Nothing,
    Truth,
    Type,
    Unknown,
    whole,
)

Lowered = tuple[tuple[Instruction, ...], Scope]
"""The instructions of a step and the scope behind it."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its clauses beside those of every step, and how it is lowered.

    `binds_map`: with `for_each` it binds a map from the element to what each pass
    bound.
    `loops_itself`: it reads `for_each` and `if` on its own.
    """

    name: str
    clauses: tuple[str, ...]
    lower: Callable[["Lowering", Step, Scope], Lowered]
    binds_map: bool = False
    loops_itself: bool = False


@dataclass(slots=True)
class Lowering:
    """One procedure being lowered; lives only during loading."""

    names: Names
    verbs: MappingOf[str, Verb]
    procedure: str
    gives: Type
    default: Audience
    labels: list[str] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)
    paths: dict[str, int] = field(default_factory=dict)
    chosen: dict[str, Type] = field(default_factory=dict)

    def say(
        self, code: str, span: Span, message: str, expected: str = "", hint: str = ""
    ) -> None:
        """Append a problem."""
        self.names.problems.append(
            problem(code, span, message, expected=expected, hint=hint)
        )

    def unique(self, name: str) -> str:
        """Return a name for a local that no other of the procedure has."""
        key = plain(name)
        count = self.taken.get(key, 0)
        self.taken[key] = count + 1
        return key if count == 0 else f"{key}_{count + 1}"

    def bind(self, scope: Scope, name: str, kind: Type) -> tuple[str, Scope]:
        """Bind a new local; return its unique name and the scope."""
        unique = self.unique(name)
        return unique, scope.bind(name, kind, unique)

    def named(self, key: Scalar, scope: Scope) -> str:
        """Return the name that a step binds; a problem when no expression can read
        it, or when it is bound already."""
        if not writable(key.text):
            message = f"expressions cannot write the name '{key.text}'"
            self.say("R203", key.span, message, "words of letters and digits")
        elif scope.find(plain(key.text)) is not None:
            message = f"'{key.text}' is bound already, and a name is bound once"
            hint = "choose another name; what changes is kept in a field"
            self.say("R306", key.span, message, hint=hint)
        return key.text

    def read(
        self, node: Node | None, scope: Scope, wanted: Type | None = None
    ) -> Typed:
        """Read an expression of a clause; anything else is a problem already shown."""
        if isinstance(node, Scalar):
            return expression(self.names, node, scope, wanted)
        return Constant(None, Unknown())

    def block(self, node: Node | None, scope: Scope) -> Lowered:
        """Lower the steps of a block, in order."""
        steps = node.items if isinstance(node, Sequence) else ()
        found: list[Instruction] = []
        for each in steps:
            if isinstance(each, Mapping):
                if found and leaves(found[-1]):
                    self.say("R507", each.span, "this step can never be reached")
                    return tuple(found), scope
                instructions, scope = self.step(each, scope)
                found += instructions
        return tuple(found), scope

    def step(self, node: Mapping, scope: Scope) -> Lowered:
        """Lower a step with its clauses."""
        step = self._opened(node, scope)
        if step is None:
            return (), scope
        verb = self.verbs[plain(step.verb.text)]
        self._unknown_clauses(step, verb)
        if node.get("until") is not None or node.get("times") is not None:
            return self._repeated(step, verb, scope)
        return self._each(step, verb, scope)

    def _opened(self, node: Mapping, scope: Scope) -> Step | None:
        found = [
            (key, value) for key, value in node.entries if plain(key.text) in self.verbs
        ]
        if len(found) != 1:
            others = [key for key, _ in node.entries if plain(key.text) not in CLAUSES]
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
        name = plain(id_node.text) if isinstance(id_node, Scalar) else plain(key.text)
        count = self.paths.get(name, 0) + 1
        self.paths[name] = count
        path = f"{self.procedure}.{name}" + (f"_{count}" if count > 1 else "")
        say = (
            template(self.names, say_node, scope)
            if isinstance(say_node, Scalar) and not node.get("for_each")
            else None
        )
        seen = node.get("seen_by")
        audience = self.default if seen is None else read_audience(self.names, seen)
        return Step(
            node, key, value, Site(path, key.span, rule_of(node), say, audience)
        )

    def _unknown_clauses(self, step: Step, verb: Verb) -> None:
        known = (*CLAUSES, *verb.clauses, verb.name)
        for key, _ in step.node.entries:
            if plain(key.text) not in known:
                hint = did_you_mean(key.text, known)
                self.say(
                    "R101",
                    key.span,
                    f"'{verb.name}' has no clause '{key.text}'",
                    ", ".join(known),
                    hint,
                )

    def _repeated(self, step: Step, verb: Verb, scope: Scope) -> Lowered:
        times_node, until_node = step.clause("times"), step.clause("until")
        times = None if times_node is None else self.read(times_node, scope, whole(0))
        body, inner = self._each(step, verb, scope)
        until = None if until_node is None else self.read(until_node, inner, Truth())
        return (Repeat(step.site, body, until, times),), scope

    def _each(self, step: Step, verb: Verb, scope: Scope) -> Lowered:
        if step.clause("for_each") is None or verb.loops_itself:
            return self._guarded(step, verb, scope)
        name, source = self.loop(step.clause("for_each"), scope)
        if name is None:
            return (), scope
        item = source.type.item if isinstance(source.type, ListOf) else Unknown()
        unique, inner = self.bind(scope, name, item)
        body, after = self._guarded(step, verb, inner)
        if not verb.binds_map:
            return (ForEach(step.site, unique, source, body),), scope
        new = [(key, local) for key, local in bound(inner, after)]
        if not new:
            return (ForEach(step.site, unique, source, body),), scope
        key, local = new[-1]
        gathered, outer = self.bind(scope, key, MapOf(item, local.type))
        loop = ForEach(step.site, unique, source, body, (gathered, local.name))
        return (loop,), outer

    def loop(self, node: Node | None, scope: Scope) -> tuple[str | None, Typed]:
        """Read `x in L`."""
        text = node.text if isinstance(node, Scalar) else ""
        name, found, rest = text.partition(" in ")
        if not isinstance(node, Scalar) or not found or not name.strip():
            if node is not None:
                self.say(
                    "R201",
                    node.span,
                    "a loop names its variable",
                    "for_each: x in list",
                )
            return None, Constant(None, Unknown())
        source = Scalar(rest, node.part(len(name) + 4, len(text)), "", ())
        if node.places:
            source = replace(source, places=node.places[len(name) + 4 :])
        value = expression(self.names, source, scope)
        self.named(Scalar(name.strip(), node.part(0, len(name)), "", ()), scope)
        if not isinstance(value.type, (ListOf, Unknown)):
            self.say("R401", source.span, f"this is {spoken(value.type)}", "a list")
        return name.strip(), value

    def _guarded(self, step: Step, verb: Verb, scope: Scope) -> Lowered:
        if step.clause("if") is None or (
            verb.loops_itself and step.clause("for_each") is not None
        ):
            return verb.lower(self, step, scope)
        condition = self.read(step.clause("if"), scope, Truth())
        then, after_then = verb.lower(
            self, step, scope.knowing(*facts(condition, True))
        )
        known_else = scope.knowing(*facts(condition, False))
        other, after_other = self.block(step.clause("else"), known_else)
        merged, then, other = self.merged(
            step.site, scope, (then, after_then), (other, after_other)
        )
        if then and leaves(then[-1]):
            merged = merged.knowing(*facts(condition, False))
        if (other and leaves(other[-1])) or (
            verb.binds_map and not step.clause("else")
        ):
            merged = merged.knowing(*facts(condition, True)) if other else merged
        if step.clause("for_each") is not None and verb.binds_map:
            merged = after_then
        return (When(step.site, condition, then, other),), merged

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
                rest = (*rest, Let(site, local.name, twin))
        return merged, then, rest


def bound(before: Scope, after: Scope) -> list[tuple[str, Local]]:
    """List what a step bound."""
    return list(after.locals[len(before.locals) :])


def leaves(instruction: Instruction) -> bool:
    """Tell whether nothing behind the instruction in its block can be reached."""
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


def takes_scope(lowering: Lowering, takes: tuple[Parameter, ...]) -> Scope:
    """Bind the parameters, under their own names."""
    scope = Scope()
    for each in takes:
        _, scope = lowering.bind(scope, each.name, each.type)
    return scope


NONE = Constant(None, Nothing())
