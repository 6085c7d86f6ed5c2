"""How a choice is answered when nobody sits there.

An answer is looked for in this order: a fixed answer of that name, a policy of that
name, the default of the step (`ask`), the default of the policy. Names are tried from
the narrowest: the path `procedure.step`, then the label of the choice. With none of
these the choice is open, and that is the answer (exit 1), never a guess.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from interpreter.problems import OpenStop, Unusable

DEFAULTS = ("first", "last", "random")
Default = Literal["first", "last", "random"]


@dataclass(frozen=True, slots=True)
class Choosing:
    """A choice that waits: where, of whom, and what is offered.

    `path` is procedure.step. `offered` None means anything of the type (a ruling) and
    is then not checked here. `texts` are the names of offered values at the edge, for
    those that have some. `default` is meant only when `has_default`.
    """

    path: str
    label: str
    seat: str
    offered: tuple[Hashable, ...] | None
    has_default: bool = False
    default: Hashable = None
    world: Any = field(default=None, compare=False)


Rule: TypeAlias = Callable[[Choosing], Hashable]
"""What a policy says of one choice: one of the offered values."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules by path or label, and what is done where no rule is named."""

    name: str = ""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    default: Default | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """Fixed answers by path or label (values inside), and a policy."""

    fixed: Mapping[str, Hashable] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)

    def law(self, choosing: Choosing) -> tuple[Hashable, ...]:
        """Return the answers that are taken, all as likely: one, but for `random`.

        None that is given is an OpenStop; one that is not offered is Unusable.
        """
        names = (choosing.path, choosing.label)
        for each in names:
            if each in self.fixed:
                return (_offered(choosing, self.fixed[each], f"the answer '{each}'"),)
        for each in names:
            if each in self.policy.rules:
                said = self.policy.rules[each](choosing)
                return (_offered(choosing, said, f"policy '{self.policy.name}'"),)
        if choosing.has_default:
            return (choosing.default,)
        return self._by_default(choosing)

    def _by_default(self, choosing: Choosing) -> tuple[Hashable, ...]:
        if self.policy.default is None or not choosing.offered:
            raise open_stop(choosing)
        if self.policy.default == "random":
            return choosing.offered
        return (choosing.offered[0 if self.policy.default == "first" else -1],)


def with_fixed(answers: Answers, *given: Mapping[str, Hashable]) -> Answers:
    """Return the answers with more fixed ones; a later mapping wins.

    The order of use: a case's answers, the answers file, then `--answer`.
    """
    fixed = dict(answers.fixed)
    for each in given:
        fixed.update(each)
    return Answers(fixed, answers.policy)


def open_stop(choosing: Choosing) -> OpenStop:
    """Return the error that names the seat and the step of an open choice."""
    name = choosing.label or choosing.path
    return OpenStop(
        f"{choosing.seat} must choose at {choosing.path}",
        f"give --answer {name}=..., or a policy that answers '{name}'",
    )


def _offered(choosing: Choosing, value: Hashable, who: str) -> Hashable:
    if choosing.offered is not None and value not in choosing.offered:
        raise Unusable(f"{who} gives what is not offered at {choosing.path}: {value!r}")
    return value
