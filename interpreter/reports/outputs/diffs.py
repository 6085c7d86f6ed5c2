"""What `diff` prints with `--json`."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.encoding import Count, VerbOutput
from interpreter.reports.outputs.sweeps import SweepCellOutput


class RuleChangeOutput(Struct, frozen=True, kw_only=True):
    """A part of the rules that is written otherwise."""

    sign: Literal["+", "-", "~", "order"]
    """Added, removed, changed, or the same parts in another order."""
    path: str
    """Where it is, as an overlay writes it."""
    before: str
    """What was written; empty for what is new."""
    after: str
    """What is written now; empty for what was removed."""
    rule: str
    """The rule of the source around it, or empty."""
    old_place: str
    """Where it was written: file:line, or empty."""
    new_place: str
    """Where it is written now, or empty."""
    prose: bool
    """Whether only people read it."""


class EffectOutput(Struct, frozen=True, kw_only=True):
    """What the changes come to for something that can be run."""

    name: str
    """What is run."""
    scenario: str
    """Its scenario, or empty."""
    verdict: Literal[
        "same", "same as tried", "no difference seen", "differs", "estimated", "not run"
    ]
    """Proved to be the same, the same as far as it was tried, estimates without a
    difference, different, estimates that differ, or not run."""
    example: Mapping[str, str]
    """The arguments of the smallest example that differs."""
    tried: Count
    """How many combinations of arguments were run."""
    domain: Count | None
    """How many there are; null where there is no end of them."""
    differing: Count
    """How many of those tried differ."""
    note: str
    """Why it was not run, or empty."""
    compared: SweepCellOutput | None
    """The two distributions of the example, the one after the changes first."""


class DiffOutput(VerbOutput, frozen=True, kw_only=True):
    """How two versions of rules differ."""

    before: str
    """The version that is compared with."""
    after: str
    """The version that is compared."""
    same: bool
    """Whether nothing but words for people differs."""
    changes: tuple[RuleChangeOutput, ...]
    """What is written otherwise."""
    effects: tuple[EffectOutput, ...]
    """What comes of it."""
    unreached: Count
    """How many other things that can be run read nothing of what changed."""
