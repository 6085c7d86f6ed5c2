"""Which combinations of option values `check` tries.

Every value alone; then every pair of options that are read by one declaration; of all
other combinations a sample. An option is set together with what it requires. The
combination of a case is tried as the case sets it.
"""

from collections.abc import Collection, Iterator
from collections.abc import Mapping as Map
from itertools import combinations, product
from math import prod
from random import Random
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, problem
from interpreter.ruleset.layers import Layer, Sections, merged
from interpreter.ruleset.mentions import changed, mentioned
from interpreter.ruleset.options import (
    OptionValue,
    Worth,
    alike,
    declared,
    shown,
    worth,
)
from interpreter.ruleset.reading import inherit
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

MOST_VALUES = 8
MOST_PAIRS = 64
MOST_SAMPLED = 8
MOST_OF_CASES = 64
T = TypeVar("T")
Values = dict[str, Worth]
OptionSetting = frozenset[tuple[str, Worth]]
OptionPlace = tuple[str, str]
"""(section, name) of a declaration."""


class Trial(Struct, frozen=True):
    """Options that are not at their default; `cases` set them so."""

    values: Map[str, Worth]
    cases: tuple[Declaration, ...] = ()

    @property
    def texts(self) -> dict[str, str]:
        """The values as a caller gives them."""
        return {name: shown(value) for name, value in self.values.items()}


class CombinationPlan(Struct, frozen=True):
    """The trials, the simplest first, and how many of them represent how many.

    `cases` are those that set no option to another value than its default.
    """

    options: Map[str, OptionValue]
    trials: tuple[Trial, ...]
    alone: tuple[int, int]
    pairs: tuple[int, int]
    sampled: tuple[int, int]
    by_cases: tuple[int, int]
    cases: tuple[str, ...]


def planned(
    layers: list[Layer],
    cases: Map[str, Declaration] | None = None,
    options_left: Collection[str] | None = None,
) -> CombinationPlan:
    """Return what to try of the options of a pack; `cases` and `options_left` are what
    overlays left of them, else all."""
    sections = merged(layers, [])
    if options_left is not None:
        there = sections["options"].items()
        sections["options"] = {k: each for k, each in there if k in options_left}
    inherit(sections["scenarios"], [])
    cases = sections["cases"] if cases is None else cases
    nodes = {d.key: (d.name, d.node, d.span) for d in sections["options"].values()}
    options = declared(nodes, [])
    touched = _touched(sections, options)
    others = {
        key: [value for value in option.values if not alike(value, option.default)]
        for key, option in options.items()
    }
    alone = [{key: each} for key in options for each in _some(others[key], MOST_VALUES)]
    meeting = [
        {one: a, two: b}
        for one, two in combinations(options, 2)
        if touched[one] & touched[two]
        for a, b in product(_some(others[one], MOST_VALUES), _some(others[two], 3))
    ]
    pairs = _some(meeting, MOST_PAIRS)
    total = prod(len(each) + 1 for each in others.values())
    rest = total - 1 - sum(map(len, others.values())) - len(meeting)
    tried = {_setting(each) for each in (*alone, *pairs)}
    sampled = list(_sampled(options, others, tried)) if rest > 0 else []
    every = (*alone, *pairs, *sampled)
    required = [_with_required(each, sections, options) for each in every]
    setting = _set_by_cases(cases, sections["scenarios"], options)
    known = {_setting(each) for each in required}
    wanted = [key for key in setting if key and key not in known]
    own = [_in_order(each, options) for each in wanted[:MOST_OF_CASES]]
    trials: list[Trial] = []
    for values in (*required, *own):
        by_cases = tuple(setting.pop(_setting(values), ()))
        trials.append(Trial(values, by_cases))
    return CombinationPlan(
        options,
        tuple(trials),
        (len(alone), sum(map(len, others.values()))),
        (len(pairs), len(meeting)),
        (len(sampled), max(rest, 0)),
        (len(own), len(wanted)),
        tuple(each.key for each in setting.get(frozenset(), ())),
    )


def _setting(values: Values) -> OptionSetting:
    return frozenset(values.items())


def _in_order(setting: OptionSetting, options: Map[str, OptionValue]) -> Values:
    """Return a setting in the order of the options; a set has another in each
    process."""
    values = dict(setting)
    return {key: values[key] for key in options if key in values}


def _set_by_cases(
    cases: Map[str, Declaration],
    scenarios: Map[str, Declaration],
    options: Map[str, OptionValue],
) -> dict[OptionSetting, list[Declaration]]:
    """Return the cases by the options that they, or else their scenarios, set to other
    values than the default; a case that sets what there is not is left out, for that
    is said elsewhere."""
    found: dict[OptionSetting, list[Declaration]] = {}
    for case in cases.values():
        values: Values = {}
        for key, text in _settings(case, scenarios).items():
            option = options.get(key)
            value = option.among(worth(text)) if option is not None else None
            if option is None or value is None:
                break
            if not alike(value, option.default):
                values[key] = value
        else:
            found.setdefault(_setting(values), []).append(case)
    return found


def _settings(case: Declaration, scenarios: Map[str, Declaration]) -> dict[str, str]:
    """Return the options that a case sets, or else its scenario."""
    found: dict[str, str] = {}
    named = case.node.get("scenario") if isinstance(case.node, MappingNode) else None
    placed = scenarios.get(named.name) if isinstance(named, ScalarNode) else None
    for each in (placed, case):
        node = each.node if each is not None else None
        held = node.get("options") if isinstance(node, MappingNode) else None
        for key, value in held.entries if isinstance(held, MappingNode) else ():
            found[key.name] = value.text if isinstance(value, ScalarNode) else ""
    return found


def _some(values: list[T], most: int) -> list[T]:
    """Return at most so many, the first and the last among them, evenly apart."""
    if len(values) <= most:
        return values
    return [values[at * (len(values) - 1) // (most - 1)] for at in range(most)]


def _sampled(
    options: Map[str, OptionValue],
    others: Map[str, list[Worth]],
    tried: set[OptionSetting],
) -> Iterator[Values]:
    """Yield some settings of several options that were not tried."""
    tried = {*tried}
    chance = Random(len(options))
    for _ in range(MOST_SAMPLED):
        given = {}
        for key, values in others.items():
            at = int(chance.random() * (len(values) + 1))
            if at < len(values):
                given[key] = values[at]
        if len(given) > 1 and _setting(given) not in tried:
            tried.add(_setting(given))
            yield given


def _with_required(
    given: Values, sections: Sections, options: Map[str, OptionValue]
) -> Values:
    """Return the values with those of options that these require."""
    values, waiting = dict(given), list(given)
    while waiting:
        node = sections["options"][waiting.pop()].node
        for key, wanted in _required(node):
            option = options.get(key)
            value = None if option is None else _chosen(option, wanted)
            if value is not None and key not in values:
                values[key] = value
                waiting.append(key)
    return values


def _chosen(option: OptionValue, wanted: Worth | None) -> Worth | None:
    """Return the value that is wanted, or one that puts the option on; None where
    there is none, which is said elsewhere."""
    if wanted is not None:
        return option.among(wanted)
    on = (each for each in option.values if replace(option, value=each).on)
    return next(on, None)


def _required(node: Node) -> Iterator[tuple[str, Worth | None]]:
    """Yield the options that one requires: a value, or None where it must be on."""
    held = node.get("requires") if isinstance(node, MappingNode) else None
    if isinstance(held, MappingNode):
        for key, value in held.entries:
            if isinstance(value, ScalarNode):
                yield key.name, worth(value.text)
        return
    for each in held.items if isinstance(held, SequenceNode) else (held,):
        if isinstance(each, ScalarNode):
            yield each.name, None


def touched_by_options(ruleset: Ruleset) -> dict[str, set[OptionPlace]]:
    """Return the declarations that each option of a pack can change or that ask for
    it."""
    return _touched(ruleset.uncut, ruleset.options)


def idle_options(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield a warning for each option that no declaration asks for and that changes
    none: R529."""
    for name, places in touched_by_options(ruleset).items():
        declared = ruleset.uncut["options"].get(name)
        if not places and declared is not None:
            message = f"the option '{declared.name}' changes nothing"
            is_switch = all(isinstance(v, bool) for v in ruleset.options[name].values)
            asked = f"only: {declared.name}" if is_switch else f"option.{name}"
            hint = f"ask for it with '{asked}', or remove it"
            yield problem("R529", declared.span, message, hint=hint)


def _touched(
    sections: Map[str, Map[str, Declaration]], options: Map[str, OptionValue]
) -> dict[str, set[OptionPlace]]:
    """Return the declarations that each option can change or that ask for it."""
    touched: dict[str, set[OptionPlace]] = {option: set() for option in options}
    for section, known in sections.items():
        if section in ("options", "cases", "rulebook"):
            continue
        for name, declaration in known.items():
            for option in mentioned(declaration.node) & touched.keys():
                touched[option].add((section, name))
    for option, places in touched.items():
        places.update(changed(sections["options"][option].node))
    return touched
