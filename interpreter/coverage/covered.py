"""What cases ran through, and what none of them touches: found out, never declared."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.coverage.elements import (
    BRANCHES,
    FORMULAS,
    MODIFIERS,
    TABLES,
    UNLISTED,
    Element,
    Mark,
    Work,
    elements,
    most,
)
from interpreter.ir.reachability import Reachability, says_what_is_run
from interpreter.pipeline.loading import Loaded
from interpreter.reports.cases import Gap, UncoveredElement
from interpreter.reports.rulebook import Carrier, CoverageStatus, RuleStatus
from interpreter.ruleset.mentions import changed, mentioned
from interpreter.ruleset.options import OptionValue, shown
from interpreter.ruleset.ruleset import Ruleset
from interpreter.semantics.sections.rulebook import DONE, RulebookEntry, listed, places
from interpreter.source import Span

RULES, OPTIONS = "rules", "options"
MOST_VALUES = 20
_SHAPES = frozenset({"types", "entities", "events", "options", "entry_points"})
"""Sections that every run rests on: an option asked there is touched by any case."""

RulePlace = tuple[str, str]
"""Section and name of a declaration."""

OptionTexts = frozenset[tuple[str, str]]
"""The options of a pack by key, each with its value as it is written."""


class Coverage(Struct):
    """Collects what the passing cases of a pack ran through, under all their options.

    A rule is touched when something ran that names it and that play can reach under the
    options of that case; a value of an option when a case that has it ran through a
    declaration in which the option is asked.
    """

    first: Loaded
    _elements: dict[OptionTexts, dict[Mark, Element]] = field(default_factory=dict)
    _every: dict[tuple[str, str, str], Element] = field(default_factory=dict)
    _touched: set[tuple[str, str, str]] = field(default_factory=set)
    _rules: dict[str, list[str]] = field(default_factory=dict)
    _carriers: dict[str, dict[tuple[str, str, str], Element]] = field(
        default_factory=dict
    )
    _playable: set[tuple[str, str, str]] = field(default_factory=set)
    _reachability: Reachability | None = None
    _values: set[tuple[str, str]] = field(default_factory=set)
    _asked: dict[str, set[RulePlace]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find where options are asked, and what can be run through without any."""
        if self.first.ruleset is not None:
            self._asked = asked(self.first.ruleset)
            if says_what_is_run(self.first.ruleset):
                self._reachability = Reachability(self.first.ruleset)
        self._of(self.first)

    def add(self, loaded: Loaded, marks: set[Mark], case: str) -> None:
        """Count what a case ran through, with the pack as it was loaded for it."""
        known = self._of(loaded)
        ran = [known[mark] for mark in marks if mark in known]
        self._touched |= {each.key for each in ran}
        played = (each for each in ran if each.key in self._playable)
        for rule in {rule for each in played for rule in each.rule_names}:
            self._rules.setdefault(rule, []).append(case)
        places = {each.within for each in ran}
        options = loaded.ruleset.options if loaded.ruleset else {}
        for key, option in options.items():
            if any(
                place in places or place[0] in _SHAPES
                for place in self._asked.get(key, ())
            ):
                self._values.add((key, shown(option.value)))

    def rules_of(self, loaded: Loaded, marks: set[Mark]) -> set[str]:
        """Return the rules that a case ran through, by name, with the pack as it was
        loaded for it."""
        known = self._of(loaded)
        ran = (known[mark] for mark in marks if mark in known)
        return {rule for each in ran for rule in each.rule_names}

    def rules(self) -> tuple[str, ...]:
        """Return the rules that are in the index or that an element names, by key."""
        listed_ = listed(self.first.ruleset) if self.first.ruleset is not None else ()
        return (*self._carriers, *(each.key for each in listed_))

    def cases(self, rule: str) -> tuple[str, ...]:
        """Return the passing cases that ran through an element of a rule, by key, that
        play can reach."""
        return tuple(self._rules.get(rule, ()))

    def carriers(self, rule: str) -> tuple[tuple[Element, bool, bool], ...]:
        """Return the elements that name a rule, whether a passing case ran through
        each, and whether play can reach it."""
        found = self._carriers.get(rule, {})
        return tuple(
            (each, key in self._touched, key in self._playable)
            for key, each in found.items()
        )

    def gaps(self) -> list[Gap]:
        """Return what no case touches, by kind, with how many there are of it."""
        found = [self._rule_gap()]
        for kind in (TABLES, MODIFIERS, BRANCHES, FORMULAS):
            every = [each for each in self._every.values() if each.kind == kind]
            missing = [
                UncoveredElement(each.name, each.at)
                for each in every
                if each.key not in self._touched
            ]
            found.append(Gap(self.first.name, kind, len(every), tuple(missing)))
        return [*found, self._option_gap()]

    def _of(self, loaded: Loaded) -> dict[Mark, Element]:
        """Return the elements of the pack as loaded; kept by its options, which alone
        tell one program of a pack from another."""
        options = loaded.ruleset.options if loaded.ruleset else {}
        key = frozenset((name, shown(each.value)) for name, each in options.items())
        if key not in self._elements:
            made = elements(loaded.program) if loaded.program is not None else {}
            self._elements[key] = made
            self._playable |= self._reached(loaded, made.values())
            for element in made.values():
                if element.kind != UNLISTED:
                    self._every.setdefault(element.key, element)
                for rule in element.rule_names:
                    named = self._carriers.setdefault(rule, {})
                    named.setdefault(element.key, element)
        return self._elements[key]

    def _reached(
        self, loaded: Loaded, every: Iterable[Element]
    ) -> set[tuple[str, str, str]]:
        """Return the elements that play can reach, by key."""
        if self._reachability is None or loaded.program is None:
            return {each.key for each in every}
        names = loaded.names
        fillings = names.fillings.values()
        filling = [each.table for read in fillings for each in read or ()]
        found = self._reachability.of(loaded.program, names.holds, filling)
        return {each.key for each in every if each.declared in found}

    def _rule_gap(self) -> Gap:
        """Rules that the index calls implemented, and all that are named."""
        ruleset = self.first.ruleset
        wanted = {
            each.key: UncoveredElement(each.name, str(each.span))
            for each in (listed(ruleset) if ruleset else ())
            if each.status == DONE
        }
        for known in self._elements.values():
            for element in known.values():
                for name, rule in zip(element.rule_names, element.rules, strict=True):
                    wanted.setdefault(name, UncoveredElement(rule, element.at))
        missing = [each for key, each in wanted.items() if key not in self._rules]
        return Gap(self.first.name, RULES, len(wanted), tuple(missing))

    def _option_gap(self) -> Gap:
        options = self.first.ruleset.options if self.first.ruleset else {}
        every = [
            (key, option, value)
            for key, option in options.items()
            for value in _values(option)
        ]
        missing = [
            UncoveredElement(f"{option.name} = {value}", str(option.span))
            for key, option, value in every
            if (key, value) not in self._values
        ]
        return Gap(self.first.name, OPTIONS, len(every), tuple(missing))


def _values(option: OptionValue) -> list[str]:
    """Return the values to be tried: of a long range its ends."""
    values = [shown(each) for each in option.values]
    return values if len(values) <= MOST_VALUES else [values[0], values[-1]]


def asked(ruleset: Ruleset) -> dict[str, set[RulePlace]]:
    """Return the declarations in which each option is asked, or which it changes."""
    found: dict[str, set[RulePlace]] = {option: set() for option in ruleset.options}
    for section, known in ruleset.uncut.items():
        if section in ("options", "cases", "scenarios", "rulebook"):
            continue
        for name, declaration in known.items():
            for option in mentioned(declaration.node) & found.keys():
                found[option].add((section, name))
    for option, declaration in ruleset.uncut.get("options", {}).items():
        if option in found:
            found[option].update(changed(declaration.node))
    return found


# The status of each rule of the index: computed, never taken from what is declared.

LATER = "later"
FIGURED = frozenset({"table", "modifier", "procedure", "condition", "geometry"})
"""A rule of these kinds is no ruling: asking the judge does not do it."""
_JUDGE = frozenset({"judge", "referee"})
REASONS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "judge": _JUDGE,
        "referee": _JUDGE,
        "planned": frozenset({"planned"}),
        "planned by the author": frozenset({"planned"}),
        "glossary": frozenset({"glossary"}),
        "blocked": frozenset({"blocked"}),
        "needs_figure": frozenset({"blocked"}),
        "outside": frozenset({"outside"}),
        "not in source": frozenset({"outside"}),
    }
)
"""The kinds for which each status is a reason to leave a rule out."""
EXCEPTIONS = 50
"""One rule in so many may be left out for a reason that its kind does not allow."""


Carriers = tuple[tuple[Element, bool, bool], ...]
"""Elements that name a rule, each with whether a case ran through it, and whether play
can reach it."""


def standings(coverage: Coverage) -> tuple[RuleStatus, ...]:
    """Return the rules of the index, in its order, with the status of each."""
    ruleset = coverage.first.ruleset
    if ruleset is None:
        return ()
    named = places(ruleset)
    found = [_rule(each, coverage, named.get(each.key, [])) for each in listed(ruleset)]
    asked_for = sum(each.standing is CoverageStatus.EXCEPTED for each in found)
    allowed = len(found) // EXCEPTIONS
    if asked_for <= allowed:
        return tuple(found)
    return tuple(_refused(each, asked_for, allowed) for each in found)


def _rule(entry: RulebookEntry, coverage: Coverage, named: list[Span]) -> RuleStatus:
    carriers = coverage.carriers(entry.key)
    shown = tuple(Carrier(element.name, element.at, *how) for element, *how in carriers)
    cases = coverage.cases(entry.key)
    standing = _standing(entry, carriers, bool(cases))
    rule = RuleStatus(
        entry.name, str(entry.span), entry.status, entry.kinds, standing, shown, cases
    )
    return replace(rule, hint=_hint(rule, named))


def _standing(entry: RulebookEntry, carriers: Carriers, ran: bool) -> CoverageStatus:
    if entry.status == LATER:
        return CoverageStatus.LATER
    if entry.status != DONE:
        return CoverageStatus.EXCUSED if _allowed(entry) else CoverageStatus.EXCEPTED
    if not carriers:
        return CoverageStatus.UNCARRIED
    reached = [element for element, _, reached in carriers if reached]
    if not reached:
        return CoverageStatus.UNREACHED
    work = most(element.work for element in reached)
    if work is not Work.DOES and FIGURED.intersection(entry.kinds):
        return CoverageStatus.ASKED
    return CoverageStatus.EXERCISED if ran else CoverageStatus.IDLE


def _allowed(entry: RulebookEntry) -> bool:
    """Tell whether a rule's kind allows the reason for which it is left out."""
    kinds = REASONS.get(entry.status, frozenset())
    if kinds == _JUDGE and FIGURED.intersection(entry.kinds):
        return False
    return bool(kinds.intersection(entry.kinds))


def _refused(rule: RuleStatus, asked_for: int, allowed: int) -> RuleStatus:
    if rule.standing is not CoverageStatus.EXCEPTED:
        return rule
    hint = f"{rule.hint}; left out so: {asked_for}, may be: {allowed}"
    return replace(rule, standing=CoverageStatus.REFUSED, hint=hint)


def _hint(rule: RuleStatus, named: list[Span]) -> str:
    """Return what is to be written, or why it is as it is."""
    reached = (carrier for carrier in rule.carriers if carrier.reached)
    shown_carrier = next(reached, rule.carriers[0] if rule.carriers else None)
    first = "" if shown_carrier is None else f"{shown_carrier.name}, {shown_carrier.at}"
    match rule.standing:
        case CoverageStatus.IDLE:
            return f"write a case whose run comes by {first}"
        case CoverageStatus.ASKED:
            kinds = " and ".join(kind for kind in rule.kinds if kind in FIGURED)
            reason = f"{first} works nothing out, and its kind is {kinds}"
            return f"{reason}: write it as a table, modifier, formula or steps"
        case CoverageStatus.UNREACHED:
            leads = "a procedure to which an entry point, a 'main' or a policy leads"
            return f"play never reaches {first}: call it from {leads}"
        case CoverageStatus.UNCARRIED if named:
            reason = f"nothing can be run through {named[0]}, which names it"
            return f"{reason}: name it at the step, row, field or formula that does it"
        case CoverageStatus.UNCARRIED:
            does = "the step, row, field or formula that does it"
            return f"write 'rule: {rule.name}' at {does}, and a case that runs it"
        case CoverageStatus.EXCEPTED:
            kinds = ", ".join(rule.kinds) or "not given"
            reason = f"the reason is '{rule.status}', its kind is {kinds}"
            return f"{reason}: carry it, or correct the reason or the kind"
        case CoverageStatus.LATER if rule.cases:
            return f"a case runs through {first}: is it implemented?"
        case _:
            return ""
