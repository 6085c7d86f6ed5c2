"""Policies of a pack: who answers choices by rules written in YAML."""

from collections.abc import Callable
from typing import Any

from interpreter.checked.expressions import embedded
from interpreter.checked.place import Place
from interpreter.checked.scope import Scope
from interpreter.commands.answers import answer_type
from interpreter.commands.session import Session
from interpreter.document import Mapping, Scalar
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import Typed, Use
from interpreter.problems import Problem, UnknownName, Unusable
from interpreter.program.instructions import Choice
from interpreter.program.walking import instructions
from interpreter.running.policies import Choosing, Default, Policy
from interpreter.values.faults import Fault
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Type, Value

DEFAULTS: tuple[Default, ...] = ("first", "last", "random")


def policy_of(name: str, session: Session) -> Policy:
    """Return a policy by name: of the pack, or first, last or random."""
    for each in DEFAULTS:
        if name == each:
            return Policy(each, default=each)
    ruleset = session.loaded.ruleset
    known = ruleset.sections.get("policies", {}) if ruleset else {}
    if plain(name) not in known:
        raise UnknownName(
            "policy", name, [*DEFAULTS, *(p.name for p in known.values())]
        )
    node = known[plain(name)].node
    answers = node.get("answers") if isinstance(node, Mapping) else None
    rules: dict[str, Callable[[Choosing], Any]] = {}
    default: Default | None = None
    for key, value in answers.entries if isinstance(answers, Mapping) else ():
        if not isinstance(value, Scalar):
            continue
        if key.text == "default":
            default = _default(value)
            continue
        choice = _choice(key.text, session)
        path = choice.site.path if "." in key.text else choice.label
        rules[path] = _rule(value, answer_type(choice), session)
    return Policy(name, rules, default)


def _default(node: Scalar) -> Default:
    for each in DEFAULTS:
        if node.text == each:
            return each
    raise Unusable(f"{node.span}: a default is {', '.join(DEFAULTS)}")


def _choice(name: str, session: Session) -> Choice:
    """Return a choice by `procedure.step`, `procedure.label` or its label."""
    wanted = ".".join(plain(part) for part in name.split("."))
    known = []
    for procedure in session.program.procedures.values():
        for each in instructions(procedure.body):
            if isinstance(each, Choice):
                named = f"{procedure.name}.{each.label}"
                if wanted in (each.site.path, each.label, named):
                    return each
                known.append(named)
    raise UnknownName("choice", name, known)


def _rule(node: Scalar, kind: Type, session: Session) -> Callable[[Choosing], Any]:
    problems: list[Problem] = []
    names = session.loaded.names.outside(problems, session.scenario, session.world)
    scope = Scope().bind("offered", ListOf(kind))
    rule = embedded(names, Place(node, problems), node.text, scope, kind)
    if problems:
        raise Unusable(f"{node.span}: a policy that cannot be read", tuple(problems))
    return _Rule(rule, session)


class _Rule:
    """An expression over what is offered, evaluated in the world of the choice."""

    def __init__(self, rule: Typed, session: Session) -> None:
        kinds = session.program.declared.kinds
        self.rule = rule
        self.kinds = tuple(kinds)
        self.slots = {
            (name, each.name): slot
            for name, kind in kinds.items()
            for slot, each in enumerate(kind.fields)
        }

    def __call__(self, choosing: Choosing) -> Any:
        world = choosing.world
        rows = {kind: world[at] for at, kind in enumerate(self.kinds)} if world else {}
        locals_ = {"offered": choosing.offered or ()}
        try:
            return evaluate(self.rule, Setting(locals_, rows, self.slots, _no_use))
        except Fault as fault:
            raise Unusable(f"the policy fails at {choosing.path}: {fault}") from None


def _no_use(use: Use, arguments: tuple[Value, ...]) -> Value:
    raise Fault("R702", f"a policy cannot call '{use.name}'")
