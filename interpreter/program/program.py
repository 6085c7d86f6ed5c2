"""A program: declarations and procedures, ready for the generator."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.checked.declared import Declared, Entry, Parameter, World
from interpreter.program.instructions import Procedure


@dataclass(frozen=True, slots=True)
class Policy:
    """Who answers choices where nobody sits.

    `rules` by the path or the label of choices: a rule is an expression that takes
    what is offered and then what the policy takes. `default` is first, last, random or
    "".
    """

    name: str
    takes: tuple[Parameter, ...]
    rules: Mapping[str, Entry]
    default: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """All that can be run: `worlds` by scenario ("" is the empty world)."""

    declared: Declared
    procedures: Mapping[str, Procedure]
    entries: Mapping[str, Entry]
    worlds: Mapping[str, World]
    policies: Mapping[str, Policy] = field(default_factory=dict)

    @property
    def rules(self) -> Mapping[str, Entry]:
        """The rules of all policies, by `policy.choice`; no entry has a name so."""
        every = (
            each for policy in self.policies.values() for each in policy.rules.values()
        )
        return {each.name: each for each in every}
