"""Reads a loaded pack again under other options, so that option combinations are cheap.

Only what an option touches is read again (`Rechecking`): the declarations that differ
or read a changed option, and, transitively, those that read what changed by that: its
signature (parameters and type), or its content where they looked into it. Who read what
was recorded as names were resolved (`semantics.dependencies`). A declaration is read
again only after what it read changed; declarations depend on each other without cycles
(a cycle is an error), so they settle.

If a change reaches anything but rules (types, boards, entities, keys of look-up tables
that are types), `NeedsFullReload` is raised and the whole pack is read.
"""

from functools import partial

from interpreter.diagnostics import Diagnostic
from interpreter.lowering.procedures import head_procedure
from interpreter.pipeline.building import (
    LAZY,
    LOWERED,
    check_whole,
    find_later,
    sections_of,
    store,
)
from interpreter.pipeline.differing import (
    RULES,
    different,
    different_options,
    foundation,
    is_said_alike,
)
from interpreter.pipeline.loading import Loaded
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.declarations import DeclaredRule
from interpreter.semantics.dependencies import FACTS, HANDLERS, Place
from interpreter.semantics.names import BoundNode
from interpreter.semantics.sections.events import head_triggers
from interpreter.semantics.sections.parameters import check_name, read_option
from interpreter.semantics.sections.waiting import calls_later


class NeedsFullReload(Exception):
    """A change reaches declarations that cannot be read again one by one."""


class Rechecking:
    """The names of a pack whose rules were read again for a ruleset with other
    options."""

    def __init__(
        self,
        loaded: Loaded,
        ruleset: Ruleset,
        bound: list[BoundNode] | None = None,
    ) -> None:
        """Read what changed; raises NeedsFullReload if that is not enough. What is
        bound is added to `bound`."""
        assert loaded.ruleset is not None
        self.before, self.now = loaded.ruleset, ruleset
        self.was = loaded.names
        self.again: set[Place] = set()
        self.options = tuple(different_options(self.before, ruleset))
        self._own_problems: dict[Place, list[Diagnostic]] = {}
        options = ruleset.options.items()
        values = {name: read_option(option) for name, option in options}
        self.names = self.was.under(values, sections_of(ruleset), bound)
        self._dependencies = self.names.dependencies
        self._heads: dict[str, None] = {}  # in order, so that each run is the same
        self._read_changed()
        self._settle()
        self._read_triggers()
        self._settle()
        self._find_later()
        check_whole(self.names)

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """The problems of the declarations that were read again."""
        return (
            *self.names.problems,
            *(e for own in self._own_problems.values() for e in own),
        )

    def _read_changed(self) -> None:
        """Read the declarations that differ from before or read a changed option."""
        for section, name, one, other in different(self.before, self.now):
            if foundation(section, one) != foundation(section, other):
                raise NeedsFullReload
            if section not in RULES and is_said_alike(one, other):
                continue  # an edit has moved it to other lines
            if one is None and other is not None and section in LAZY:
                check_name(self.names, other, section, self.now.sections)
            self._read_again((section, name))
        for name in self.options:
            self._read_readers(("options", name))

    def _read_again(self, place: Place) -> None:
        """Register a declaration to be read, in its present form, when it is next
        needed; until then its former value is found."""
        section, name = place
        self.names.dependencies.reads.pop(place, None)
        if section == FACTS:
            for key in [key for key in self.names.sure if key[0] == name]:
                del self.names.sure[key]
            self.names.claim_seats.pop(name, None)
            self._read_readers(place)
            return
        if section not in RULES:
            raise NeedsFullReload
        if not name:  # a pass over all of a section, done in every reading
            return
        self.again.add(place)
        if section == "procedures":
            self._heads[name] = None
        if section not in LAZY:
            return
        declaration = self.now.sections[section].get(name)
        if declaration is not None:
            self.names.later(*place, partial(self._store, place, declaration))
        elif getattr(self.names, section).pop(name, None) is not None:
            self._read_readers(place)

    def _store(self, place: Place, declaration: Declaration) -> None:
        section, name = place
        names, self._own_problems[place] = self.names, []
        before = getattr(names, section).pop(name, None)
        with names.problems.into(self._own_problems[place]):
            store(names, section, name, declaration, LAZY[section])
        read = getattr(names, section).get(name)
        if before != read:
            only_content = _signature(before) == _signature(read)
            self._read_readers(place, of_content=only_content)

    def _settle(self) -> None:
        """Read what is registered, and what that reaches."""
        while self._heads or self.names.lazy:
            if self._heads:
                self._read_head(self._heads.popitem()[0])
            else:
                self.names.need(*next(iter(self.names.lazy)))

    def _read_head(self, name: str) -> None:
        """Read the signature of a procedure; a change spreads to its readers."""
        names, place = self.names, ("procedures", name)
        before = names.procedures.pop(name, None)
        declaration = self.now.sections["procedures"].get(name)
        self._own_problems[place] = []
        if declaration is not None:
            with names.problems.into(self._own_problems[place]):
                head_procedure(names, declaration, self.now)
        if names.procedures.get(name) != before:
            self._read_readers(place)

    def _read_triggers(self) -> None:
        names, was = self.names, self.was
        head_triggers(names, self.now.sections["triggers"])
        for event in names.events:
            if (event in names.triggers) != (event in was.triggers):
                self._read_readers((HANDLERS, event))

    def _find_later(self) -> None:
        """Find what is called later again, where that may differ: it is a kind of
        entity, on which everything may depend."""
        if any(map(self._concerns_later, LOWERED)):
            self.names.put_off, self.names.awaited = {}, frozenset()
            find_later(self.names, self.now)
        names, was = self.names, self.was
        if (names.put_off, names.awaited) != (was.put_off, was.awaited):
            raise NeedsFullReload

    def _concerns_later(self, section: str) -> bool:
        """Return whether a declaration that differs calls something later, or may be
        called later."""
        before, now = self.before.uncut[section], self.now.uncut[section]
        for name in before.keys() | now.keys():
            versions = [each[name].node for each in (before, now) if name in each]
            is_same = len(versions) == 2 and versions[0] == versions[1]
            if is_same and (section, name) not in self.again:
                continue
            is_new = (name in self.names.procedures) != (name in self.was.procedures)
            if is_new or name in self.was.put_off or any(map(calls_later, versions)):
                return True
        return False

    def _read_readers(self, read: Place, *, of_content: bool = False) -> None:
        """Read again who read a declaration, or who read more than its signature."""
        reads = self._dependencies.reads
        # those that read it before, and those that have read anything since
        readers = (*self.was.dependencies.readers(read), *self._dependencies.fresh)
        for reader in dict.fromkeys(readers):
            whole = reads.get(reader, {}).get(read)
            if whole or (whole is False and not of_content):
                self._read_again(reader)


def _signature(rule: DeclaredRule | None) -> object:
    return None if rule is None else rule.signature
