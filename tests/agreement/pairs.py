"""Settings of options of which each pair of values that go together is in one.

All pairs one by one would be thousands of games; a few dozen settings hold them all,
because each setting holds a value of every option.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random

from interpreter.diagnostics import Diagnostic
from interpreter.ruleset.finding import known_pack
from interpreter.ruleset.layers import merged, read_layers
from interpreter.ruleset.option_values import resolve
from interpreter.ruleset.options import OptionValue, Worth, declared, shown
from interpreter.yaml import MappingNode, Node

Value = tuple[str, Worth]
Pair = frozenset[Value]
Setting = dict[str, Worth]
LINKS = ("requires", "conflicts", "implies")
TRIES = 6  # settings that are made for one, of which the best is kept


@dataclass(frozen=True)
class Switches:
    """The options of a pack; `linked` are those that say something of others, and these
    others."""

    options: dict[str, OptionValue]
    nodes: dict[str, Node]
    linked: frozenset[str]
    known: dict[frozenset[Value], bool] = field(default_factory=dict)

    @staticmethod
    def of(folder: Path) -> "Switches":
        """Read them of a pack."""
        layers = read_layers(folder, known_pack, [])
        assert layers is not None
        found = merged(layers, [])["options"]
        named = {key: (each.name, each.node, each.span) for key, each in found.items()}
        nodes = {key: each.node for key, each in found.items()}
        options = declared(named, [])
        return Switches(options, nodes, frozenset(_linked(options, nodes)))

    def legal(self, setting: Setting) -> bool:
        """Tell whether the values go together, those not given at their default."""
        given = {key: setting[key] for key in self.linked if key in setting}
        asked = frozenset(given.items())
        if asked not in self.known:
            problems: list[Diagnostic] = []
            options = {key: self.options[key] for key in self.linked}
            nodes = {key: self.nodes[key] for key in self.linked}
            found = resolve(options, nodes, given, problems)
            same = all(found[key].value == given[key] for key in given)
            self.known[asked] = same and not problems
        return self.known[asked]

    def values(self) -> list[Value]:
        """Every value of every option."""
        return [(key, each) for key, o in self.options.items() for each in o.values]

    def alone(self, value: Value) -> list[Setting]:
        """Return the least settings that hold a value, with what it may require."""
        if self.legal(dict([value])):
            return [dict([value])]
        more = [each for each in self.values() if each[0] in self.linked - {value[0]}]
        found = (dict([value, each]) for each in more)
        return [each for each in found if self.legal(each)]


def _linked(options: dict[str, OptionValue], nodes: dict[str, Node]) -> Iterator[str]:
    for key, node in nodes.items():
        said = [node.get(link) for link in LINKS if isinstance(node, MappingNode)]
        texts = [each.span.text for each in said if each is not None]
        if texts:
            yield key
            yield from (
                other
                for other, option in options.items()
                if any(option.name in text or other in text for text in texts)
            )


def pairs(switches: Switches) -> dict[Pair, Setting]:
    """Return each pair of values that go together, with a setting that holds it."""
    alone = {value: switches.alone(value) for value in switches.values()}
    found: dict[Pair, Setting] = {}
    for one, other in combinations(alone, 2):
        for begun, more in ((a, b) for a in alone[one] for b in alone[other]):
            made = begun | more
            whole = made == more | begun
            if one[0] != other[0] and whole and switches.legal(made):
                found[frozenset((one, other))] = made
                break
    return found


def covering(folder: Path, seed: int) -> list[dict[str, str]]:
    """Return settings, each of all options, in which every such pair stands."""
    switches, random = Switches.of(folder), Random(seed)
    waiting = pairs(switches)
    made: list[dict[str, str]] = []
    while waiting:
        begun = next(iter(waiting.values()))
        tried = [_filled(begun, switches, waiting, random) for _ in range(TRIES)]
        best = max(tried, key=lambda each: sum(pair in waiting for pair in held(each)))
        made.append({key: shown(value) for key, value in best.items()})
        for pair in held(best):
            waiting.pop(pair, None)
    return made


def held(setting: Setting) -> Iterator[Pair]:
    """Yield the pairs of values that a setting holds."""
    return map(frozenset, combinations(setting.items(), 2))


def _filled(
    begun: Setting, switches: Switches, waiting: dict[Pair, Setting], random: Random
) -> Setting:
    """Give each other option the value that brings most pairs and goes with the
    rest."""
    setting = dict(begun)
    others = [key for key in switches.options if key not in setting]
    for key in random.sample(others, len(others)):
        values = switches.options[key].values
        order = random.sample(values, len(values))
        gain = {
            shown(each): sum(
                frozenset(((key, each), one)) in waiting for one in setting.items()
            )
            for each in order
        }
        for each in sorted(order, key=lambda value: -gain[shown(value)]):
            if switches.legal(setting | {key: each}):
                setting[key] = each
                break
    return setting
