"""R522: declarations that play never reaches, under any options that were tried."""

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Mapping as Mappings

from interpreter.diagnostics import Diagnostic, problem
from interpreter.ir.effects import Name
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import (
    PROCEDURES,
    Holdings,
    Reachability,
    declaration,
    says_what_is_run,
)
from interpreter.ir.unused import times, words
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.source import Span
from interpreter.values.names import plain
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

SECTIONS = ("procedures", "triggers", "formulas", "tables", "modifiers")
_ALWAYS = ("entities", "events", "claims", "entry_points", "policies")
"""Sections that are read whatever is run."""
MOST_NAMED = 6
EXPECTED = "a call from what an entry point, a 'main' or a policy leads to"
HINT = "call it where its rule applies, or remove it: cases alone prove nothing of play"


class Unreached:
    """Collects what play reaches under one setting of the options after the other."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Begin with nothing reached; a pack that does not say what is run offers
        everything."""
        self._ruleset = ruleset
        self._offers_all = not says_what_is_run(ruleset)
        self._reachability = Reachability(ruleset)
        self._reached: set[Name] = set()
        self._there: dict[Name, object] = {}

    def add(self, program: Program, holds: Holdings) -> None:
        """Add what play reaches in a program."""
        if self._offers_all:
            return
        self._reached |= self._reachability.of(program, holds)
        for name, _ in _declared(self._ruleset):
            found = declaration(program, name)
            if found is not None:
                self._there[name] = found

    def problems(self, told: Collection[Span]) -> Iterator[Diagnostic]:
        """Yield a problem for each declaration that is never reached, with those to
        which only such lead; where one was `told` before, nothing more is said."""
        text = self._text()
        missing = {
            name: each
            for name, each in _declared(self._ruleset)
            if name in self._there
            and name not in self._reached
            and not (name[0] == "tables" and times(each.name, text))
            and not self._is_driver(each)
        }
        leads = {
            name: self._reachability.leads_to(self._there[name]) & missing.keys()
            for name in missing
        }
        for first, others in _grouped(leads):
            each = missing[first]
            if each.span not in told:
                names = [missing[other].name for other in others]
                yield _problem(each.name, each.span, names)
        yield from self._walks(text, told)

    def _walks(self, text: str, told: Collection[Span]) -> Iterator[Diagnostic]:
        """Yield the walks whose names stand in nothing that is reached: a program has
        walks no more."""
        walks = dict(self._ruleset.uncut["walks"]) if not self._offers_all else {}
        found = [key for key in walks if times(key, text)]
        while found:
            walk = walks.pop(found.pop(), None)
            own = "" if walk is None else words(walk.node)
            found += [key for key in walks if times(key, own)]
        for walk in walks.values():
            if walk.span not in told:
                yield _problem(walk.name, walk.span, [])

    def _text(self) -> str:
        """Return the words of all that is reached."""
        names = dict(_declared(self._ruleset))
        nodes = [names[name].node for name in self._reached if name in names]
        for section in _ALWAYS:
            nodes += (each.node for each in self._ruleset.uncut[section].values())
        return "".join(map(words, nodes))

    def _is_driver(self, each: Declaration) -> bool:
        """Tell whether it only sets the scene for cases: it stands in a file of cases,
        one of them runs it, and neither it nor a step of it carries a rule."""
        known = self._ruleset.uncut
        if known["procedures"].get(each.key) is not each or _carries(each.node):
            return False
        cases = [case for case in known["cases"].values() if case.file == each.file]
        return any(_runs(case.node, each.key) for case in cases)


def _declared(ruleset: Ruleset) -> Iterator[tuple[Name, Declaration]]:
    """Yield what can be reached, by section and name as a program has it."""
    for section in SECTIONS:
        named = PROCEDURES if section == "triggers" else section
        for key, each in ruleset.uncut[section].items():
            yield (named, key), each
    for kind, each in ruleset.uncut["entities"].items():
        derived = (
            each.node.get("derived") if isinstance(each.node, MappingNode) else None
        )
        for name, node in derived.entries if isinstance(derived, MappingNode) else ():
            key = f"{kind}.{plain(name.text)}"
            found = Declaration(
                f"{each.name}.{name.text}", key, node, name.span, each.file, each.origin
            )
            yield ("derived", key), found


def _grouped(
    leads: Mappings[Name, Iterable[Name]],
) -> Iterator[tuple[Name, tuple[Name, ...]]]:
    """Yield each declaration to which no other leads, with those to which it does, each
    once; of a cycle the first stands for all."""
    left = set(leads)
    places = {name: place for place, name in enumerate(leads)}
    led = {other for name, others in leads.items() for other in others if other != name}
    for start in (*(name for name in leads if name not in led), *leads):
        if start not in left:
            continue
        group: set[Name] = set()
        waiting = [start]
        while waiting:
            name = waiting.pop()
            if name in left:
                left.remove(name)
                group.add(name)
                waiting += leads[name]
        yield start, tuple(sorted(group - {start}, key=places.__getitem__))


def _problem(name: str, span: Span, others: list[str]) -> Diagnostic:
    listed = ", ".join(f"'{other}'" for other in others[:MOST_NAMED])
    more = len(others) - MOST_NAMED
    rest = f" and {more} more" if more > 0 else ""
    with_it = f", nor what only it leads to: {listed}{rest}" if others else ""
    message = f"play never reaches '{name}'{with_it}"
    return problem("R522", span, message, expected=EXPECTED, hint=HINT)


def _carries(node: Node) -> bool:
    if isinstance(node, SequenceNode):
        return any(map(_carries, node.items))
    if not isinstance(node, MappingNode):
        return False
    return "rule" in node or any(_carries(value) for _, value in node.entries)


def _runs(case: Node, key: str) -> bool:
    for verb in ("run", "odds"):
        call = case.get(verb) if isinstance(case, MappingNode) else None
        if isinstance(call, ScalarNode) and plain(call.text.partition("(")[0]) == key:
            return True
    return False
