"""How each rule of the index stands: worked out, never taken from what is declared."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from interpreter.coverage.covered import Coverage
from interpreter.coverage.elements import Element
from interpreter.coverage.rulings import Work, most
from interpreter.reports.rulebook import Carrier, CoverageStatus, RuleStatus
from interpreter.semantics.sections.rulebook import DONE, RulebookEntry, listed, places
from interpreter.source import Span

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
    """Return the rules of the index, in its order, as they stand after all cases."""
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


def _rule(each: RulebookEntry, coverage: Coverage, named: list[Span]) -> RuleStatus:
    carriers = coverage.carriers(each.key)
    shown = tuple(Carrier(one.name, one.at, *how) for one, *how in carriers)
    cases = coverage.cases(each.key)
    standing = _standing(each, carriers, bool(cases))
    rule = RuleStatus(
        each.name, str(each.span), each.status, each.kinds, standing, shown, cases
    )
    return replace(rule, hint=_hint(rule, named))


def _standing(each: RulebookEntry, carriers: Carriers, ran: bool) -> CoverageStatus:
    if each.status == LATER:
        return CoverageStatus.LATER
    if each.status != DONE:
        return CoverageStatus.EXCUSED if _allowed(each) else CoverageStatus.EXCEPTED
    if not carriers:
        return CoverageStatus.UNCARRIED
    reached = [one for one, _, reached in carriers if reached]
    if not reached:
        return CoverageStatus.UNREACHED
    work = most(one.work for one in reached)
    if work is not Work.DOES and FIGURED.intersection(each.kinds):
        return CoverageStatus.ASKED
    return CoverageStatus.EXERCISED if ran else CoverageStatus.IDLE


def _allowed(each: RulebookEntry) -> bool:
    """Tell whether a rule's kind allows the reason for which it is left out."""
    kinds = REASONS.get(each.status, frozenset())
    if kinds == _JUDGE and FIGURED.intersection(each.kinds):
        return False
    return bool(kinds.intersection(each.kinds))


def _refused(rule: RuleStatus, asked_for: int, allowed: int) -> RuleStatus:
    if rule.standing is not CoverageStatus.EXCEPTED:
        return rule
    hint = f"{rule.hint}; left out so: {asked_for}, may be: {allowed}"
    return replace(rule, standing=CoverageStatus.REFUSED, hint=hint)


def _hint(rule: RuleStatus, named: list[Span]) -> str:
    """Return what is to be written, or why it is as it is."""
    reached = (each for each in rule.carriers if each.reached)
    one = next(reached, rule.carriers[0] if rule.carriers else None)
    first = "" if one is None else f"{one.name}, {one.at}"
    match rule.standing:
        case CoverageStatus.IDLE:
            return f"write a case whose run comes by {first}"
        case CoverageStatus.ASKED:
            kinds = " and ".join(each for each in rule.kinds if each in FIGURED)
            told = f"{first} works nothing out, and its kind is {kinds}"
            return f"{told}: write it as a table, modifier, formula or steps"
        case CoverageStatus.UNREACHED:
            leads = "a procedure to which an entry point, a 'main' or a policy leads"
            return f"play never reaches {first}: call it from {leads}"
        case CoverageStatus.UNCARRIED if named:
            told = f"nothing can be run through {named[0]}, which names it"
            return f"{told}: name it at the step, row, field or formula that does it"
        case CoverageStatus.UNCARRIED:
            does = "the step, row, field or formula that does it"
            return f"write 'rule: {rule.name}' at {does}, and a case that runs it"
        case CoverageStatus.EXCEPTED:
            kinds = ", ".join(rule.kinds) or "not given"
            told = f"the reason is '{rule.said}', its kind is {kinds}"
            return f"{told}: carry it, or correct the reason or the kind"
        case CoverageStatus.LATER if rule.cases:
            return f"a case runs through {first}: is it implemented?"
        case _:
            return ""
