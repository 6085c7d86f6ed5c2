"""Decides what becomes of each part of an overlay on a base that has moved.

A change is a three-way merge at its place. What the overlay was written for is its
`expect`, or else what the old base has there. If the new base has the same, the change
stays as it is, byte for byte. If it has what the overlay wants, the change is dropped.
Otherwise maps are merged entry by entry; what both sides changed is a conflict.

A carried part may rest on a guess: that something of the same content is the same thing
under another name, or that what two sides changed in one map goes together. The caller
takes a guess back if the check of the result objects to it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.rebasing.base_places import (
    Bases,
    PathTarget,
    found_again,
    renamed,
    target_of,
)
from interpreter.diagnostics import did_you_mean, there_are
from interpreter.reports.rebases import RebaseStatus
from interpreter.ruleset.changes import OverlayChange, path_of
from interpreter.ruleset.edits import number_in, same
from interpreter.ruleset.layers import CONTINUES
from interpreter.ruleset.node_merging import (
    is_unchanged,
    merge_nodes,
    written_like,
)
from interpreter.ruleset.options import OptionValue, alike, declared, worth
from interpreter.ruleset.paths import PathPart, names_in, node_at, parts_of
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Name
from interpreter.yaml.node_edits import short
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

OPTIONS = "options"
_INSERTS = ("insert_before", "insert_after", "append")
_COUNTS = ("add", "scale")


class Carry(Struct, frozen=True):
    """How a part is written for the new base: other names in its path, another
    `expect`, another value, another verb. What is None or "" stays."""

    renames: tuple[tuple[int, str], ...] = ()
    expect: Node | None = None
    value: Node | None = None
    verb: Literal["", "to"] = ""


class PartDecision(Struct, frozen=True):
    """What becomes of a part that does not stay as it is.

    A conflict has a `carry` if the overlay's own value can be kept. `is_guess`: the
    check of the result has the last word.
    """

    status: RebaseStatus
    message: str
    carry: Carry | None = None
    old: Node | None = None
    new: Node | None = None
    own: str = ""
    code: str = ""
    hint: str = ""
    is_guess: bool = False


Part = tuple[Name, ...]


class OwnParts(Struct, frozen=True):
    """What an overlay makes itself: `paths` of new parts, by names, and by the section
    and name of a declaration the names within what it writes there."""

    paths: Collection[Part] = ()
    inner: Mapping[Part, Collection[Name]] = MappingProxyType({})


def own_text(change: OverlayChange) -> str:
    """Return what a change says, with its verb unless that is `to`."""
    text = short(change.value)
    return text if change.verb in ("to", "replace") else f"{change.verb}: {text}"


# --- Changes ---


def decide_change(
    change: OverlayChange, bases: Bases, made: OwnParts
) -> PartDecision | None:
    """Return what becomes of a change; None where it stays as it is."""
    parts = parts_of(change.path)
    if len(parts) < 2 or not all(part.text for part in parts):
        return None  # no path: `check` says so
    names = tuple(part.name for part in parts)
    if any(names[:number] in made.paths for number in range(2, len(names))):
        return None  # the overlay makes it itself
    inner = made.inner.get(names[:2], ())
    return _ChangeDecision(change, bases, parts, inner).decision(parts, ())


class _ChangeDecision:
    """One change and the bases between which it is carried over."""

    def __init__(
        self,
        change: OverlayChange,
        bases: Bases,
        parts: list[PathPart],
        made: Collection[Name],
    ) -> None:
        self.made = made
        self.change = change
        self.bases = bases
        self.parts = parts
        self.expect = change.body.get("expect")
        self.old_target = None if bases.old is None else target_of(bases.old, parts)
        there = None if self.old_target is None else self.old_target.node
        self.old = there if self.expect is None else self.expect

    def decision(
        self, there: list[PathPart], renames: tuple[tuple[int, str], ...]
    ) -> PartDecision | None:
        """Return what becomes of it where it leads to the path `there` now."""
        target = target_of(self.bases.new, there)
        if target.node is not None:
            return self._at(target, target.node, Carry(renames))
        if target.addresses:
            if self.old_target is not None and len(self.old_target.addresses) > 1:
                return None
            message = (
                f"'{there[-1].text}' occurs at {len(target.addresses)} places of the "
                "new base"
            )
            return self._conflict("R801", message, None)
        return self._missing(target, there, renames)

    def _at(self, target: PathTarget, node: Node, carry: Carry) -> PartDecision | None:
        change = self.change
        if change.verb in _INSERTS:
            if _has_inserted(change, target):
                return self._dropped(node)
            if self.expect is not None and not same(self.expect, node):
                return self._moved(node, carry)
            return self._fits(carry)
        if self._is_new_part(node):
            return self._there_already(node, carry)
        if self.old is None or same(self.old, node):
            return self._fits(carry)
        if change.verb not in ("to", "replace"):
            is_relative = change.verb in _COUNTS and self.expect is None
            return self._fits(carry) if is_relative else self._moved(node, carry)
        return self._merged(node, carry)

    def _is_new_part(self, node: Node) -> bool:
        """Tell whether `add` makes a part, rather than adding to a number."""
        if self.change.verb != "add" or self.expect is not None:
            return False
        return number_in(self.change.value) is None or number_in(node) is None

    def _there_already(self, node: Node, carry: Carry) -> PartDecision | None:
        if self.old_target is not None and self.old_target.node is not None:
            return None  # it was there before: an error that `check` reports
        if is_unchanged(self.change.value, node):
            return self._dropped(node)
        offer = replace(carry, expect=written_like(node, self.change.value), verb="to")
        last = self.parts[-1].text
        message = f"the new base has a '{last}' of its own"
        return self._conflict("R306", message, node, offer)

    def _merged(self, node: Node, carry: Carry) -> PartDecision | None:
        value = self.change.value
        old, new = (written_like(each, value) for each in (self.old, node) if each)
        if is_unchanged(old, value):
            return self._moved(node, carry)  # it pins what the base had
        merged = merge_nodes(old, new, value)
        if merged.node is None or is_unchanged(merged.node, new):
            return self._dropped(node)
        if merged.conflicts == ((),):
            return self._moved(node, carry)
        if merged.conflicts:
            paths = [path_of([], *path) for path in merged.conflicts]
            return self._moved(node, carry, f"both changed {', '.join(paths)}")
        carry = replace(carry, expect=self._expected(node), value=merged.node)
        message = "merged with what changed in the new base"
        return PartDecision(
            "carried",
            message,
            carry,
            self.old,
            node,
            own_text(self.change),
            is_guess=True,
        )

    def _expected(self, node: Node) -> Node | None:
        return None if self.expect is None else written_like(node, self.expect)

    def _moved(self, node: Node, carry: Carry, why: str = "") -> PartDecision:
        offer = replace(carry, expect=self._expected(node))
        message = why or "the value has changed in the new base"
        return self._conflict("R802", message, node, offer)

    def _fits(self, carry: Carry) -> PartDecision | None:
        if not carry.renames:
            return None
        names = ", ".join(
            f"'{self.parts[number].text}' is '{name}'" for number, name in carry.renames
        )
        return PartDecision("carried", f"in the new base {names}", carry, is_guess=True)

    def _dropped(self, node: Node | None) -> PartDecision:
        message = "the new base says the same"
        if node is None:
            message = "the new base does not have it any more"
        own = own_text(self.change)
        return PartDecision("dropped", message, None, self.old, node, own)

    def _conflict(
        self,
        code: str,
        message: str,
        node: Node | None,
        offer: Carry | None = None,
        hint: str = "",
    ) -> PartDecision:
        own = own_text(self.change)
        return PartDecision("conflict", message, offer, self.old, node, own, code, hint)

    # --- what is not there ---

    def _missing(
        self,
        target: PathTarget,
        there: list[PathPart],
        renames: tuple[tuple[int, str], ...],
    ) -> PartDecision | None:
        number, change = target.missing, self.change
        is_new = change.verb == "add" and number == len(there) - 1
        was = self.old_target
        is_own = was is None and there[number].name in self.made
        if is_own or (was is None and is_new and self.expect is None):
            return self._fits(Carry(renames))
        if was is not None and was.node is None and was.missing <= number:
            return self._fits(Carry(renames))  # it is not of the old base either
        again = found_again(self.bases, self.parts, there, number)
        name = there[number].text
        if again is None:
            if change.verb == "remove":
                return self._dropped(None)
            known = _known_names(self.bases, there, number)
            hint = did_you_mean(name, known) or there_are(known)
            message = f"the new base has no '{name}'"
            return self._conflict("R801", message, None, None, hint)
        renames = (*renames, (number, again.name))
        inner = self.decision(renamed(there, number, again.name), renames)
        if inner is not None and again.is_certain:
            return inner
        offer = None if inner is None else inner.carry
        new = target_of(self.bases.new, renamed(there, number, again.name)).node
        hint = f"is it '{again.name}' now?"
        message = f"the new base has no '{name}'"
        return self._conflict("R801", message, new, offer, hint)


def _known_names(bases: Bases, there: Sequence[PathPart], number: int) -> list[str]:
    if number == 0:
        return list(bases.new)
    if number == 1:
        return [each.name for each in bases.new[there[0].name].values()]
    owner = target_of(bases.new, there[:number])
    among_steps = any(part.text == "steps" for part in there[:number])
    return [] if owner.node is None else names_in(owner.node, among_steps)


def _has_inserted(change: OverlayChange, target: PathTarget) -> bool:
    """Tell whether the new base already has what a change inserts, at that place."""
    value = change.value
    items = value.items if isinstance(value, SequenceNode) else (value,)
    root, address = target.root, target.addresses[0]
    if root is None or not items:
        return False
    if change.verb == "append":
        node = node_at(root, address)
        lists = [node] if isinstance(node, SequenceNode) else []
        if isinstance(node, MappingNode):
            lists = [each for _, each in node.entries if isinstance(each, SequenceNode)]
        return any(_are_equal(each.items[-len(items) :], items) for each in lists)
    owner = node_at(root, address[:-1]) if address else None
    if not isinstance(owner, SequenceNode):
        return False
    index = address[-1]
    start = index + 1 if change.verb == "insert_after" else index - len(items)
    return start >= 0 and _are_equal(owner.items[start : start + len(items)], items)


def _are_equal(one: Sequence[Node], other: Sequence[Node]) -> bool:
    return len(one) == len(other) and all(map(is_unchanged, one, other))


# --- Settings of options ---


def decide_setting(
    key: ScalarNode, value: ScalarNode, bases: Bases
) -> PartDecision | None:
    """Return what becomes of an option that an overlay sets; None where it stays."""
    old = None if bases.old is None else _option(bases.old, key.name)
    new = _option(bases.new, key.name)
    if bases.old is not None and old is None:
        return None  # the overlay's own, or an error before
    if new is None:
        return _moved_option(key, value, bases)
    if new.among(worth(value.text)) is None:
        message = f"'{value.text}' is no value of the option in the new base"
        return _refused(key, value, bases, message, new.hint(value.text) or new.listed)
    wanted = worth(value.text)
    was_other = old is not None and not alike(old.default, wanted)
    if was_other and alike(new.default, wanted):
        message = "it is the default in the new base"
        sides = _nodes(bases, key.name, key.name)
        return PartDecision("dropped", message, None, *sides, value.text)
    return None


def _option(
    sections: dict[str, dict[str, Declaration]], name: Name
) -> OptionValue | None:
    found = sections[OPTIONS].get(name)
    if found is None:
        return None
    return declared({name: (found.name, found.node, found.span)}, [])[name]


def _nodes(bases: Bases, old: str, new: str) -> tuple[Node | None, Node | None]:
    before = None if bases.old is None else bases.old[OPTIONS].get(old)
    now = bases.new[OPTIONS].get(new)
    sides = (None if each is None else each.node for each in (before, now))
    return next(sides), next(sides)


def _moved_option(
    key: ScalarNode, value: ScalarNode, bases: Bases
) -> PartDecision | None:
    parts = [PathPart(OPTIONS, key.span), PathPart(key.text, key.span)]
    again = found_again(bases, parts, parts, 1)
    message = f"the new base has no option '{key.text}'"
    if again is None:
        known = [each.name for each in bases.new[OPTIONS].values()]
        hint = did_you_mean(key.text, known) or there_are(known)
        return _refused(key, value, bases, message, hint)
    name = PathPart(again.name, key.span).name
    option = _option(bases.new, name)
    fits = option is not None and option.among(worth(value.text)) is not None
    carry = Carry(((1, again.name),)) if fits else None
    if again.is_certain and carry is not None:
        message = f"in the new base '{key.text}' is '{again.name}'"
        return PartDecision("carried", message, carry, is_guess=True)
    hint = f"is it '{again.name}' now?"
    return replace(_refused(key, value, bases, message, hint), carry=carry)


def _refused(
    key: ScalarNode, value: ScalarNode, bases: Bases, message: str, hint: str
) -> PartDecision:
    sides = _nodes(bases, key.name, key.name)
    return PartDecision(
        "conflict", message, None, *sides, value.text, "R805", str(hint)
    )


# --- Declarations of an overlay ---


def decide_declaration(
    section: str, own: Declaration, bases: Bases
) -> PartDecision | None:
    """Return what becomes of a declaration of the overlay; None where it stays. It is
    dropped if the new base declares the same, and a conflict if that declares another
    of its name."""
    new = bases.new[section].get(own.key)
    if new is None or (bases.old is not None and own.key in bases.old[section]):
        return None
    if any(_continues(each.node) for each in (own, new)):
        return None
    if is_unchanged(own.node, new.node):
        message = "the new base declares the same"
        return PartDecision("dropped", message, None, None, new.node, short(own.node))
    message = "the new base declares another of this name"
    hint = "rename it, or write what differs under 'change'"
    return PartDecision(
        "conflict", message, None, None, new.node, short(own.node), "R306", hint
    )


def _continues(node: Node) -> bool:
    return isinstance(node, MappingNode) and CONTINUES in node
