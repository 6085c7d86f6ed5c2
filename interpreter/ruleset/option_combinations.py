"""Which combinations of option values `check` tries.

Every value alone; then every pair of options that are read by one declaration; of all
other combinations a sample. An option is set together with what it requires. The
combination of a case is tried as the case sets it.
"""

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Mapping as Map
from itertools import combinations, product
from math import prod
from random import Random
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from interpreter.ruleset.layers import Layer, Sections, merged
from interpreter.ruleset.options import (
    OptionValue,
    Worth,
    alike,
    declared,
    shown,
    worth,
)
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.reading import inherit
from interpreter.ruleset.ruleset import Declaration
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

MOST_VALUES = 8
MOST_PAIRS = 64
MOST_SAMPLED = 8
MOST_OF_CASES = 64
_READERS = frozenset("formulas tables modifiers procedures scenarios".split())

T = TypeVar("T")
Values = dict[str, Worth]
OptionSetting = frozenset[tuple[str, Worth]]
OptionPlace = tuple[str, str]
"""(section, name) of a declaration."""


class _Naming(Struct, frozen=True):
    """The texts of a declaration that read an option, and those of every `only`: of
    steps, and of all else."""

    read: tuple[str, ...]
    steps: tuple[str, ...]
    only: tuple[str, ...]

    @property
    def names_options(self) -> bool:
        """Return whether there is any such text; most declarations have none."""
        return bool(self.read or self.steps or self.only)

    def cut_by(self, option: str) -> bool:
        """Return whether an `only` of something else than a step names the option."""
        return any(option in text for text in self.only)

    def mentions(self, option: str) -> bool:
        """Return whether a text reads `option.name`, or an `only` names it."""
        read = f"option.{option}"
        cut = any(option in text for text in (*self.only, *self.steps))
        return cut or any(read in text for text in self.read)


Mentions = dict[OptionPlace, _Naming]


class Trial(Struct, frozen=True):
    """Options that are not at their default, and the declarations that they touch.

    Not `whole`: these only read the options' values, or lose steps. Then the rest of
    the pack is as it was, because the type of an option is that of all its values, and
    nothing else depends on the steps of a procedure. `cases` set them so.
    """

    values: Map[str, Worth]
    places: frozenset[OptionPlace]
    whole: bool
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
    named = {
        (section, key): naming
        for section, known in sections.items()
        for key, each in known.items()
        if (naming := _naming(each.node, section == "procedures")).names_options
    }
    touched = {key: _touched(key, sections, named) for key in options}
    cutting = {key for key in options if _cuts(key, sections, named)}
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
        places = frozenset().union(*(touched[key] for key in values))
        whole = any(key in cutting for key in values) or any(
            section not in _READERS for section, _ in places
        )
        by_cases = tuple(setting.pop(_setting(values), ()))
        trials.append(Trial(values, places, whole, by_cases))
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


def _naming(node: Node, stepwise: bool) -> _Naming:
    body = node.get("steps") if stepwise and isinstance(node, MappingNode) else None
    steps = () if body is None else _conditions(body)
    rest = _without(node, "steps") if stepwise else node
    read = tuple(text for text in _texts(node) if "option." in text)
    return _Naming(read, _all_texts(steps), _all_texts(_conditions(rest)))


def _without(node: Node, name: str) -> Node:
    if not isinstance(node, MappingNode):
        return node
    kept = tuple(each for each in node.entries if each[0].name != name)
    return MappingNode(kept, node.span)


def _all_texts(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(text for node in nodes for text in _texts(node))


def _conditions(node: Node) -> Iterator[Node]:
    """Yield what follows each `only`."""
    if isinstance(node, SequenceNode):
        for each in node.items:
            yield from _conditions(each)
    elif isinstance(node, MappingNode):
        for key, value in node.entries:
            if key.name == "only":
                yield value
            yield from _conditions(value)


def _touched(
    option: str, sections: Sections, named: Mentions
) -> frozenset[OptionPlace]:
    """Return the declarations that an option can change or that read it."""
    found = {
        place
        for place, texts in named.items()
        if place[0] not in ("options", "cases", "rulebook") and texts.mentions(option)
    }
    node = sections["options"][option].node
    held = node.get("change") if isinstance(node, MappingNode) else None
    for path, _ in held.entries if isinstance(held, MappingNode) else ():
        parts = [part.name for part in parts_of(path)]
        found |= {(parts[0], parts[1])} if len(parts) > 1 else set()
    return frozenset(found)


def _cuts(option: str, sections: Sections, named: Mentions) -> bool:
    """Return whether an option changes what is declared, or sets another that may."""
    node = sections["options"][option].node
    if isinstance(node, MappingNode) and ("change" in node or "implies" in node):
        return True
    return any(texts.cut_by(option) for texts in named.values())


def _texts(node: Node) -> Iterator[str]:
    """Yield every text of a node, in the form in which names are compared."""
    if isinstance(node, ScalarNode):
        yield node.name
    elif isinstance(node, SequenceNode):
        for each in node.items:
            yield from _texts(each)
    else:
        for key, value in node.entries:
            yield key.name
            yield from _texts(value)
