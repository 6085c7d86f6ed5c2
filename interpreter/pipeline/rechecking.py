"""A pack that was read, read again under other options, so that all can be tried.

Most of a pack is as it was, and only what an option touches is read again: where it
touches rules alone, and what it changes of them is no more than what they hold, or is
read by few others.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.ir.instructions import Program
from interpreter.ir.recursion import endless
from interpreter.pipeline.building import (
    LAZY,
    LOWERED,
    declare,
    default_audience,
    head_steps,
    policies_of,
    program_of,
    scenarios_of,
    store,
)
from interpreter.pipeline.loading import Loaded, wrong
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.only import pruned
from interpreter.ruleset.option_combinations import OptionPlace, Trial
from interpreter.ruleset.reading import options_under, resolved
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.secrecy.analysis import SecrecyAnalysis
from interpreter.secrecy.option_proofs import Proofs
from interpreter.semantics.declarations import (
    Declarations,
    Formula,
    LookupTable,
    Modifiers,
    Table,
)
from interpreter.semantics.names import Names
from interpreter.semantics.sections.parameters import read_option
from interpreter.semantics.sections.scenarios import Scenario, declare_scenario
from interpreter.values.names import plain
from interpreter.values.types import SumOf, Type
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

# Rules read again under other options, and whatever reads those that changed.  A rule
# is known to others by its face: what it takes and gives, not how it comes to it.
# Where a face is another one, each rule in whose text its name stands is read again;
# a name in anything but a rule means that the whole pack must be.

RULES = frozenset(
    "formulas tables modifiers procedures triggers scenarios entry_points policies"
    " cases options rulebook".split()
)
_CONTENT = frozenset("rows cells missing weights span rule rules".split())
_PROSE = frozenset("title rule status discloses".split())
_BETWEEN = re.compile(r"[^A-Za-z0-9]+")


class NeedsFullReload(Exception):
    """What is otherwise reaches more than rules."""


class Rechecking:
    """The names of a pack whose rules are as a ruleset with other options has them."""

    def __init__(self, loaded: Loaded, ruleset: Ruleset) -> None:
        """Read what is otherwise; OfTheWhole if that is not enough."""
        assert loaded.ruleset is not None
        self.before, self.now = loaded.ruleset, ruleset
        self.was = loaded.names
        self.again: set[OptionPlace] = set()
        fillings = self.was.fillings.values()  # scenarios hang on these tables
        self._filling = {each.table for read in fillings for each in read or ()}
        self._own: dict[OptionPlace, list[Diagnostic]] = {}
        self._texts: dict[OptionPlace, str] = {}
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
    def problems(self) -> tuple[Diagnostic, ...]:
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

    def _otherwise(self) -> Iterator[OptionPlace]:
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
                        raise NeedsFullReload
                    yield place
                elif options and any(each in self._text(place) for each in options):
                    yield place

    def _read_again(self, place: OptionPlace) -> None:
        """Let a declaration be read when it is next named, as it stands now."""
        section, name = place
        if section not in RULES or (section == "tables" and name in self._filling):
            raise NeedsFullReload
        self.again.add(place)
        if section not in LAZY:
            return
        getattr(self.names, section).pop(name, None)
        each = self.now.sections[section].get(name)
        if each is None:
            self._faced(place, None)
        else:
            self.names.later(*place, partial(self._store, place, each))

    def _store(self, place: OptionPlace, each: Declaration) -> None:
        section, name = place
        names, self._own[place] = self.names, []
        with names.problems.into(self._own[place]):
            store(names, section, name, each, LAZY[section])
        self._faced(place, getattr(names, section).get(name))

    def _faced(
        self, place: OptionPlace, read: Table | Formula | Modifiers | None
    ) -> None:
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
            raise NeedsFullReload
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

    def _text(self, place: OptionPlace) -> str:
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
    if isinstance(node, ScalarNode):
        yield node.text
    elif isinstance(node, SequenceNode):
        for each in node.items:
            yield from _written(each)
    elif isinstance(node, MappingNode):
        for key, value in node.entries:
            yield key.text
            if key.text not in _PROSE:
                yield from _written(value)


def _ground(section: str, one: Declaration | None) -> object:
    """Return what all of a pack may stand on: the maps of a scenario, by which hexes
    are known, and the keys of a look-up, which may be a type."""
    node = None if one is None else one.node
    if not isinstance(node, MappingNode):
        return None
    if section == "scenarios":
        return node.get("boards")
    rows = node.get("rows") if section == "tables" and "key" in node else None
    return (
        [key.text for key, _ in rows.entries] if isinstance(rows, MappingNode) else None
    )


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
            keys = [key for key, _ in one.rows] if isinstance(one, LookupTable) else []
            return type(one), [getattr(one, each) for each in kept], keys


def _groups(of: Type) -> object:
    """Return the groups and rows of a sum, which do not count where types are
    compared."""
    return of.groups if isinstance(of, SumOf) else ()


_OF_SCENARIOS = frozenset("types boards entities tables scenarios".split())


@dataclass(frozen=True, slots=True)
class Attempt:
    """A pack read under a setting of its options; no program where that went wrong.
    `scenarios` are those of rules that were read again."""

    problems: tuple[Diagnostic, ...]
    names: Names
    program: Program | None
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)


def read_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read what a setting touches, or all where it touches more than rules."""
    if not trial.whole:
        return readers_under(loaded, layers, trial)
    found = rules_under(loaded, layers, trial)
    return whole_under(loaded, layers, trial) if found is None else found


def rules_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt | None:
    """Read the rules that are otherwise, and those that read what changed of them;
    None where that is not enough."""
    problems: list[Diagnostic] = []
    ruleset = resolved(layers, loaded.folder, trial.texts, problems, ["cases"])
    if wrong(problems):
        return Attempt(tuple(problems), Names(Diagnostics(problems)), None)
    return _reread(loaded, ruleset)


def unproved_under(loaded: Loaded, options: Mapping[str, str]) -> Attempt:
    """Return a pack under other options, of which nothing is proved: for who runs it
    and shows it to no seat."""
    problems: list[Diagnostic] = []
    ruleset = resolved(list(loaded.layers), loaded.folder, options, problems)
    found = None if wrong(problems) else _reread(loaded, ruleset)
    if found is not None:
        return found
    whole = loaded.under(options)
    return Attempt(whole.problems, whole.names, whole.program)


def loaded_under(loaded: Loaded, options: Mapping[str, str]) -> Loaded:
    """Return a pack under other options, as `Loaded.under` does, but for what is no
    error: that was said of it as it was loaded."""
    problems: list[Diagnostic] = []
    if loaded.program is None or loaded.proof is None:
        return loaded.under(options)
    ruleset = resolved(list(loaded.layers), loaded.folder, options, problems)
    found = None if wrong(problems) else _reread(loaded, ruleset)
    if found is None or found.program is None or _unsafe(loaded.proof, found.program):
        return loaded.under(options)
    return replace(
        loaded, ruleset=ruleset, program=found.program, names=found.names,
        scenarios=found.scenarios, problems=(), proof=None,
    )  # fmt: skip


def _unsafe(proof: SecrecyAnalysis, program: Program) -> bool:
    """Tell whether a program never ends, or tells a seat too much."""
    return bool(endless(program.procedures) or Proofs(proof).problems(program))


def _reread(loaded: Loaded, ruleset: Ruleset) -> Attempt | None:
    """Read a pack as a ruleset with other options has it; None where reading rules
    again is not enough."""
    try:
        reading = Rechecking(loaded, ruleset)
    except NeedsFullReload:
        return None
    assert loaded.program is not None
    names, again = reading.names, {name for _, name in reading.again}
    scenarios = loaded.scenarios
    if any(section == "scenarios" for section, _ in reading.again):
        scenarios = scenarios_of(names, ruleset)
    before = loaded.program
    known = {k: each for k, each in before.procedures.items() if k not in again}
    declared = _with_rules(before.declared, names)
    program = program_of(names, ruleset, declared, scenarios, known)
    problems = reading.problems
    usable = None if wrong(problems) else program
    return Attempt(problems, names, usable, scenarios)


def whole_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read a pack again under other options."""
    problems: list[Diagnostic] = []
    # What options do not touch reads as it did.
    touched = {section for section, _ in trial.places}
    world = touched & _OF_SCENARIOS or trial.cases
    same = ["cases"] if world else ["cases", "scenarios"]
    ruleset = resolved(layers, loaded.folder, trial.texts, problems, same)
    names = Names(Diagnostics(problems))
    program = None
    if not wrong(problems):
        if "scenarios" in same:
            names.layouts = dict(loaded.names.layouts)
        declared = declare(names, ruleset)
        program = program_of(names, ruleset, declared, scenarios_of(names, ruleset))
    return Attempt(tuple(problems), names, None if wrong(problems) else program)


def readers_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read the declarations that read options, or lose steps, under other values."""
    problems: list[Diagnostic] = []
    ruleset = loaded.ruleset
    assert ruleset is not None
    assert loaded.program is not None
    values = options_under(layers, ruleset.sections, trial.texts, problems)
    names = replace(
        loaded.names,
        problems=Diagnostics(problems),
        options={name: read_option(each) for name, each in values.items()},
        formulas=dict(loaded.names.formulas),
        tables=dict(loaded.names.tables),
        modifiers=dict(loaded.names.modifiers),
        walks=dict(loaded.names.walks),
    )
    procedures, worlds = dict(loaded.program.procedures), dict(loaded.program.worlds)
    for section, key in () if wrong(problems) else sorted(trial.places):
        each = ruleset.sections[section].get(key)
        if each is None:  # an overlay removed it
            continue
        if section in LOWERED:
            node = pruned(ruleset.uncut[section][key].node, values, problems)
            each = each if node is None else replace(each, node=node)
            made = LOWERED[section](names, each, default_audience(names, ruleset))
            procedures |= {} if made is None else {key: made}
        elif section == "scenarios":
            placed = declare_scenario(names, each)
            worlds |= {} if placed is None else {key: placed.world}
        else:
            store(names, section, key, each, LAZY[section])
    policies = policies_of(names, ruleset, procedures)
    declared = _with_rules(loaded.program.declared, names)
    program = Program(declared, procedures, loaded.program.entries, worlds, policies)
    return Attempt(tuple(problems), names, None if wrong(problems) else program)


def _with_rules(declared: Declarations, names: Names) -> Declarations:
    """Return declarations with the rules and the options of these names."""
    return replace(
        declared,
        formulas=names.formulas, tables=names.tables, modifiers=names.modifiers,
        options={key: value for key, (value, _) in names.options.items()},
    )  # fmt: skip
