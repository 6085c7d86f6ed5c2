"""Rules read again under other options, and whatever reads those that changed.

A rule is known to others by its face: what it takes and gives, not how it comes to it.
Where a face is another one, each rule in whose text its name stands is read again; a
name in anything but a rule means that the whole pack must be.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial

from interpreter.building import LAZY, LOWERED, head_steps, store
from interpreter.checked.declared import Formula, Lookup, Modifiers, Table
from interpreter.checked.from_options import read_option
from interpreter.checked.names import Names
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.loading import Loaded
from interpreter.problems import Diagnostics, Problem
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.ruleset.trials import Place
from interpreter.values.names import plain
from interpreter.values.types import SumOf, Type

RULES = frozenset(
    "formulas tables modifiers procedures triggers scenarios entry_points policies"
    " cases options rulebook".split()
)
_CONTENT = frozenset("rows cells missing weights span rule rules".split())
_PROSE = frozenset("title rule status discloses".split())
_BETWEEN = re.compile(r"[^A-Za-z0-9]+")


class OfTheWhole(Exception):
    """What is otherwise reaches more than rules."""


class Rereading:
    """The names of a pack whose rules are as a ruleset with other options has them."""

    def __init__(self, loaded: Loaded, ruleset: Ruleset) -> None:
        """Read what is otherwise; OfTheWhole if that is not enough."""
        assert loaded.ruleset is not None
        self.before, self.now = loaded.ruleset, ruleset
        self.was = loaded.names
        self.again: set[Place] = set()
        fillings = self.was.fillings.values()  # scenarios hang on these tables
        self._filling = {each.table for read in fillings for each in read or ()}
        self._own: dict[Place, list[Problem]] = {}
        self._texts: dict[Place, str] = {}
        self.names = self._begun()
        self._faces = {
            (section, name): _face(each)
            for section in ("formulas", "tables", "modifiers")
            for name, each in getattr(self.was, section).items()
        }
        for place in list(self._otherwise()):
            self._read_again(place)
        self._head()
        while self.names.lazy:
            section, name = next(iter(self.names.lazy))
            self.names.need(section, name)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with what was read again."""
        return (*self.names.problems, *(e for own in self._own.values() for e in own))

    def _begun(self) -> Names:
        was = self.was
        return replace(
            was,
            problems=Diagnostics(),
            options={k: read_option(each) for k, each in self.now.options.items()},
            formulas=dict(was.formulas),
            tables=dict(was.tables),
            modifiers=dict(was.modifiers),
            walks=dict(was.walks),
            procedures={},
            put_off={},
            awaited=frozenset(),
            triggers={},
            lazy={},
            open=[],
            spoilt=set(),
        )

    def _otherwise(self) -> Iterator[Place]:
        """Yield what stands there otherwise than before, or reads an option that has
        another value."""
        options = [
            f" option {_words(name)} "
            for name, each in self.now.options.items()
            if each != self.before.options.get(name)
        ]
        for section, known in self.now.sections.items():
            old = self.before.sections[section] if section != "cases" else {}
            for name in known.keys() | old.keys():
                one, other = old.get(name), known.get(name)
                place = (section, name)
                if one is None or other is None or one.node != other.node:
                    if _ground(section, one) != _ground(section, other):
                        raise OfTheWhole
                    yield place
                elif options and any(each in self._text(place) for each in options):
                    yield place

    def _read_again(self, place: Place) -> None:
        """Let a declaration be read when it is next named, as it stands now."""
        section, name = place
        if section not in RULES or (section == "tables" and name in self._filling):
            raise OfTheWhole
        self.again.add(place)
        if section not in LAZY:
            return
        getattr(self.names, section).pop(name, None)
        each = self.now.sections[section].get(name)
        if each is None:
            self._faced(place, None)
        else:
            self.names.later(*place, partial(self._store, place, each))

    def _store(self, place: Place, each: Declaration) -> None:
        section, name = place
        names, self._own[place] = self.names, []
        with names.problems.into(self._own[place]):
            store(names, section, name, each, LAZY[section])
        self._faced(place, getattr(names, section).get(name))

    def _faced(self, place: Place, read: Table | Formula | Modifiers | None) -> None:
        """Read again who names a declaration, if it shows another face than before."""
        face = _face(read)
        if face != self._faces.get(place):
            self._faces[place] = face
            self._spread(place[1])

    def _head(self) -> None:
        """Read what procedures take and give, and what hears an event."""
        names, was = self.names, self.was
        head_steps(names, self.now)
        if (names.put_off, names.awaited) != (was.put_off, was.awaited):
            raise OfTheWhole
        for name in names.procedures.keys() | was.procedures.keys():
            if names.procedures.get(name) != was.procedures.get(name):
                self._spread(name)
        for event in names.events:
            if (event in names.triggers) != (event in was.triggers):
                self._spread(event)

    def _spread(self, name: str) -> None:
        word = f" {_words(name)} "
        for section, known in self.now.sections.items():
            for other in known:
                place = (section, other)
                if place in self.names.lazy or word not in self._text(place):
                    continue
                if section in LOWERED or section in LAZY or section not in RULES:
                    self._read_again(place)

    def _text(self, place: Place) -> str:
        """Return all words of a declaration, with blanks around."""
        if place not in self._texts:
            section, name = place
            node = self.now.sections[section][name].node
            self._texts[place] = f" {' '.join(map(_words, _written(node)))} "
        return self._texts[place]


def _words(text: str) -> str:
    return _BETWEEN.sub(" ", plain(text)).strip()


def _written(node: Node) -> Iterator[str]:
    """Yield every text of a node, keys too."""
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Sequence):
        for each in node.items:
            yield from _written(each)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield key.text
            if key.text not in _PROSE:
                yield from _written(value)


def _ground(section: str, one: Declaration | None) -> object:
    """Return what all of a pack may stand on: the maps of a scenario, by which hexes
    are known, and the keys of a look-up, which may be a type."""
    node = None if one is None else one.node
    if not isinstance(node, Mapping):
        return None
    if section == "scenarios":
        return node.get("boards")
    rows = node.get("rows") if section == "tables" and "key" in node else None
    return [key.text for key, _ in rows.entries] if isinstance(rows, Mapping) else None


def _face(one: Table | Formula | Modifiers | None) -> object:
    """Return what others can know of a declaration when they are read."""
    match one:
        case None:
            return None
        case Formula():
            return one.takes, one.gives, _groups(one.gives)
        case Modifiers():
            return one.takes, one.type, _groups(one.type)
        case _:
            kept = [each.name for each in fields(one) if each.name not in _CONTENT]
            keys = [key for key, _ in one.rows] if isinstance(one, Lookup) else []
            return type(one), [getattr(one, each) for each in kept], keys


def _groups(of: Type) -> object:
    """Return the groups and rows of a sum, which do not count where types are
    compared."""
    return of.groups if isinstance(of, SumOf) else ()
