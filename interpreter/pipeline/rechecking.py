"""Reads a loaded pack again under other options, so that option combinations are cheap.

Only what an option touches is read again (`Rechecking`): the declarations that differ
or read a changed option, and, transitively, those that name a declaration whose
signature changed. The signature of a formula, table or set of modifiers is what others
can depend on: parameters and type, not content. Dependencies are found by searching the
words of a declaration for the name, which finds too many rather than too few. A
declaration is read again only after a signature changed; signatures depend on each
other without cycles (a cycle is an error), so they settle.

If a change reaches anything but rules (types, boards, entities, keys of look-up tables
that are types), `NeedsFullReload` is raised and the whole pack is read.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import endless
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
from interpreter.ruleset.option_combinations import OptionPlace, Trial
from interpreter.ruleset.option_values import pruned
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
from interpreter.source import normalised
from interpreter.values.types import SumOf, Type
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

RULES = frozenset(
    "formulas tables modifiers procedures triggers scenarios entry_points policies"
    " cases options rulebook".split()
)
_CONTENT = frozenset("rows cells missing weights span rule rules".split())
_PROSE = frozenset("title rule status discloses".split())
_BETWEEN = re.compile(r"[^A-Za-z0-9]+")


class NeedsFullReload(Exception):
    """A change reaches declarations that cannot be read again one by one."""


class Rechecking:
    """The names of a pack whose rules were read again for a ruleset with other
    options."""

    def __init__(self, loaded: Loaded, ruleset: Ruleset) -> None:
        """Read what changed; raises NeedsFullReload if that is not enough."""
        assert loaded.ruleset is not None
        self.before, self.now = loaded.ruleset, ruleset
        self.was = loaded.names
        self.again: set[OptionPlace] = set()
        fillings = self.was.fillings.values()  # scenarios depend on these tables
        self._filling = {each.table for read in fillings for each in read or ()}
        self._own_problems: dict[OptionPlace, list[Diagnostic]] = {}
        self._texts: dict[OptionPlace, str] = {}
        self.names = self._initial_names()
        self._signatures = {
            (section, name): _signature(each)
            for section in ("formulas", "tables", "modifiers")
            for name, each in getattr(self.was, section).items()
        }
        for place in list(self._changed_places()):
            self._read_again(place)
        self._recheck_signatures()
        while self.names.lazy:
            section, name = next(iter(self.names.lazy))
            self.names.need(section, name)

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """The problems of the declarations that were read again."""
        return (
            *self.names.problems,
            *(e for own in self._own_problems.values() for e in own),
        )

    def _initial_names(self) -> Names:
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

    def _changed_places(self) -> Iterator[OptionPlace]:
        """Yield the declarations that differ from before or read a changed option."""
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
                    if _foundation(section, one) != _foundation(section, other):
                        raise NeedsFullReload
                    yield place
                elif options and any(option in self._text(place) for option in options):
                    yield place

    def _read_again(self, place: OptionPlace) -> None:
        """Register a declaration to be read, in its present form, when it is next
        needed."""
        section, name = place
        if section not in RULES or (section == "tables" and name in self._filling):
            raise NeedsFullReload
        self.again.add(place)
        if section not in LAZY:
            return
        getattr(self.names, section).pop(name, None)
        declaration = self.now.sections[section].get(name)
        if declaration is None:
            self._update_signature(place, None)
        else:
            self.names.later(*place, partial(self._store, place, declaration))

    def _store(self, place: OptionPlace, declaration: Declaration) -> None:
        section, name = place
        names, self._own_problems[place] = self.names, []
        with names.problems.into(self._own_problems[place]):
            store(names, section, name, declaration, LAZY[section])
        self._update_signature(place, getattr(names, section).get(name))

    def _update_signature(
        self, place: OptionPlace, read: Table | Formula | Modifiers | None
    ) -> None:
        """Read the dependents of a declaration again if its signature changed."""
        signature = _signature(read)
        if signature != self._signatures.get(place):
            self._signatures[place] = signature
            self._recheck_dependents(place[1])

    def _recheck_signatures(self) -> None:
        """Read signatures and triggers again; a change spreads to their dependents."""
        names, was = self.names, self.was
        head_steps(names, self.now)
        if (names.put_off, names.awaited) != (was.put_off, was.awaited):
            raise NeedsFullReload
        for name in names.procedures.keys() | was.procedures.keys():
            if names.procedures.get(name) != was.procedures.get(name):
                self._recheck_dependents(name)
        for event in names.events:
            if (event in names.triggers) != (event in was.triggers):
                self._recheck_dependents(event)

    def _recheck_dependents(self, name: str) -> None:
        word = f" {_words(name)} "
        for section, known in self.now.sections.items():
            for other in known:
                place = (section, other)
                if place in self.names.lazy or word not in self._text(place):
                    continue
                if section in LOWERED or section in LAZY or section not in RULES:
                    self._read_again(place)

    def _text(self, place: OptionPlace) -> str:
        """Return all words of a declaration, separated by single blanks."""
        if place not in self._texts:
            section, name = place
            node = self.now.sections[section][name].node
            self._texts[place] = f" {' '.join(map(_words, _written(node)))} "
        return self._texts[place]


def _words(text: str) -> str:
    return _BETWEEN.sub(" ", normalised(text)).strip()


def _written(node: Node) -> Iterator[str]:
    """Yield every text of a node, keys included."""
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


def _foundation(section: str, declaration: Declaration | None) -> object:
    """Return the part of a declaration that every section may depend on: the boards of
    a scenario (labels of hexes) and the keys of a look-up table (possibly a type)."""
    node = None if declaration is None else declaration.node
    if not isinstance(node, MappingNode):
        return None
    if section == "scenarios":
        return node.get("boards")
    rows = node.get("rows") if section == "tables" and "key" in node else None
    return (
        [key.text for key, _ in rows.entries] if isinstance(rows, MappingNode) else None
    )


def _signature(declaration: Table | Formula | Modifiers | None) -> object:
    """Return the signature of a declaration: what others depend on."""
    match declaration:
        case None:
            return None
        case Formula():
            return declaration.takes, declaration.gives, _groups(declaration.gives)
        case Modifiers():
            return declaration.takes, declaration.type, _groups(declaration.type)
        case _:
            compared = [
                name for name in declaration.__struct_fields__ if name not in _CONTENT
            ]
            keys = (
                [key for key, _ in declaration.rows]
                if isinstance(declaration, LookupTable)
                else []
            )
            return (
                type(declaration),
                [getattr(declaration, each) for each in compared],
                keys,
            )


def _groups(of: Type) -> object:
    """Return the groups and rows of a labelled sum, which type equality ignores."""
    return of.groups if isinstance(of, SumOf) else ()


_OF_SCENARIOS = frozenset("types boards entities tables scenarios".split())


class Attempt(Struct, frozen=True):
    """A pack read under one option combination; no program if that failed.

    `scenarios` are those that were read again.
    """

    problems: tuple[Diagnostic, ...]
    names: Names
    program: Program | None
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)


def read_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read what a combination touches; everything if it touches more than rules."""
    if not trial.whole:
        return readers_under(loaded, layers, trial)
    attempt = rules_under(loaded, layers, trial)
    return whole_under(loaded, layers, trial) if attempt is None else attempt


def rules_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt | None:
    """Read the rules that changed and their dependents; None if a full reload is
    needed."""
    problems: list[Diagnostic] = []
    ruleset = resolved(layers, loaded.folder, trial.texts, problems, ["cases"])
    if wrong(problems):
        return Attempt(tuple(problems), Names(Diagnostics(problems)), None)
    return _reread(loaded, ruleset)


def unproved_under(loaded: Loaded, options: Mapping[str, str]) -> Loaded:
    """Return a pack under other options like `loaded_under`, but without proofs of
    secrecy and termination where little is read again; for a caller that runs it and
    shows it to no seat."""
    return _under(loaded, options, proves=False)


def loaded_under(loaded: Loaded, options: Mapping[str, str]) -> Loaded:
    """Return a pack under other options like `Loaded.under`, with errors only; warnings
    and notes were reported when it was loaded. Its cases are left out: they are read
    under the options of the pack, and spreading tables of them takes longest here."""
    return _under(loaded, options, proves=True)


def _under(loaded: Loaded, options: Mapping[str, str], *, proves: bool) -> Loaded:
    problems: list[Diagnostic] = []
    if loaded.program is None or loaded.proof is None or loaded.ruleset is None:
        return loaded.under(options)
    layers = list(loaded.layers)
    ruleset = resolved(layers, loaded.folder, options, problems, ["cases"])
    if not wrong(problems) and ruleset.options == loaded.ruleset.options:
        return replace(loaded, problems=())
    attempt = None if wrong(problems) else _reread(loaded, ruleset)
    if (
        attempt is None
        or attempt.program is None
        or (proves and _unsafe(loaded.proof, attempt.program))
    ):
        return loaded.under(options)
    return replace(
        loaded,
        ruleset=ruleset,
        program=attempt.program,
        names=attempt.names,
        scenarios=attempt.scenarios,
        problems=(),
        proof=None,
    )


def _unsafe(proof: SecrecyAnalysis, program: Program) -> bool:
    """Return whether a program may not terminate, or leaks to a seat."""
    return bool(endless(program.procedures) or Proofs(proof).problems(program))


def _reread(loaded: Loaded, ruleset: Ruleset) -> Attempt | None:
    """Read a pack for a ruleset with other options; None if a full reload is needed."""
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
    """Read the whole pack under other options."""
    problems: list[Diagnostic] = []
    # sections that options do not touch keep their result
    touched = {section for section, _ in trial.places}
    read_again = touched & _OF_SCENARIOS or trial.cases
    same = ["cases"] if read_again else ["cases", "scenarios"]
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
    """Read the declarations that read options or lose steps under other option
    values."""
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
    procedures, initial_states = (
        dict(loaded.program.procedures),
        dict(loaded.program.initial_states),
    )
    for section, key in () if wrong(problems) else sorted(trial.places):
        each = ruleset.sections[section].get(key)
        if each is None:  # an overlay removed it
            continue
        if section in LOWERED:
            node = pruned(ruleset.uncut[section][key].node, values, problems)
            each = each if node is None else replace(each, node=node)
            lowered = LOWERED[section](names, each, default_audience(names, ruleset))
            procedures |= {} if lowered is None else {key: lowered}
        elif section == "scenarios":
            placed = declare_scenario(names, each)
            initial_states |= {} if placed is None else {key: placed.initial_state}
        else:
            store(names, section, key, each, LAZY[section])
    policies = policies_of(names, ruleset, procedures)
    declared = _with_rules(loaded.program.declared, names)
    program = Program(
        declared, procedures, loaded.program.entries, initial_states, policies
    )
    return Attempt(tuple(problems), names, None if wrong(problems) else program)


def _with_rules(declared: Declarations, names: Names) -> Declarations:
    """Return declarations with the rules and options of these names."""
    return replace(
        declared,
        formulas=names.formulas,
        tables=names.tables,
        modifiers=names.modifiers,
        options={key: value for key, (value, _) in names.options.items()},
    )
