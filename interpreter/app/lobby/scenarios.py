"""Packs with the scenarios that can be played, and all that a form of one asks.

Everything here is in the words of the pack: what it does not say is "", or not there.
Of a scenario only what everyone may know is shown, since who begins a game may take a
seat of it: the briefing of all, and the map from the view of everyone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from interpreter.app.maps import maps_of_scenario
from interpreter.app.opening.answers import SEAT, known_policies
from interpreter.app.opening.games import unheard
from interpreter.app.opening.session import Session, entry_of, opened, scenario_of
from interpreter.app.seat_pages import MapDrawing
from interpreter.diagnostics import UmpireError, UnknownName, Unusable
from interpreter.games.state import EVERYONE_NAME
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.reports.colour import clean
from interpreter.reports.declarations import options_output
from interpreter.reports.values import spaced
from interpreter.ruleset.finding import called, pack_folders, paths_below
from interpreter.ruleset.rule_index import RULEBOOK, IndexedRuleset
from interpreter.semantics.declarations import EVERYONE_READS
from interpreter.yaml import MappingNode, Node

RANDOM = "random"
ANY_LEGAL = "takes whatever is legal, at random"
"""The title of the policy that every pack has."""


class ScenarioSeat(Struct, frozen=True):
    """A seat of a scenario: by which name games know it, and what it is called."""

    name: str
    title: str


class PlayableScenario(Struct, frozen=True):
    """A scenario that a form can begin: its name, what it is called, what it is about
    (paragraphs), its seats; `is_briefed` where players read something before they
    play, as in those that are made to be played."""

    name: str
    title: str
    about: tuple[str, ...]
    seats: tuple[ScenarioSeat, ...]
    is_briefed: bool


class PackOffer(Struct, frozen=True):
    """A pack and its scenarios; `problem` says why it cannot be opened ("": it can)."""

    name: str
    folder: Path
    title: str = ""
    edition: str = ""
    source: str = ""
    scenarios: tuple[PlayableScenario, ...] = ()
    problem: str = ""


class NamedRule(Struct, frozen=True):
    """A rule of the book by its id, and what the pack says of it."""

    id: str
    says: str


class OptionOffer(Struct, frozen=True):
    """An option of a scenario: `initial` is its value if nobody chooses another, which
    the scenario sets where `is_set`; `links` are what it requires, excludes and
    implies, in words."""

    key: str
    name: str
    group: str
    title: str
    rules: tuple[NamedRule, ...]
    values: tuple[str, ...]
    default: str
    initial: str
    is_set: bool
    links: tuple[str, ...]


class PolicyOffer(Struct, frozen=True):
    """A policy that can answer all that a seat is asked, and what it says it does."""

    name: str
    title: str


class ScenarioSheet(Struct, frozen=True):
    """All that the form of a scenario asks: its options, who may play a seat, and its
    map as everyone may see it (as a picture, "" where there is none, and as text)."""

    pack: PackOffer
    scenario: PlayableScenario
    options: tuple[OptionOffer, ...]
    policies: tuple[PolicyOffer, ...]
    picture: str
    text: str

    @property
    def groups(self) -> Mapping[str, tuple[OptionOffer, ...]]:
        """Its options by their groups, in the order of the pack."""
        found: dict[str, list[OptionOffer]] = {}
        for option in self.options:
            found.setdefault(option.group, []).append(option)
        return {group: tuple(options) for group, options in found.items()}

    def option(self, key: str) -> OptionOffer | None:
        """Return an option by its key, or None."""
        return next((option for option in self.options if option.key == key), None)


def offered_folders(more: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return the folders of all packs that a lobby offers: those that come with the
    program, those of the library, and `more`, each once."""
    every = {folder.resolve(): folder for folder in (*pack_folders(), *more)}
    return tuple(every.values())


def pack_offer(folder: Path) -> PackOffer:
    """Return a pack with the scenarios that can be played; one that cannot be opened
    says why, and raises nothing."""
    try:
        pack = open_pack(folder)
        indexed = pack.ruleset()
        head = indexed.ruleset.head
        return PackOffer(
            called(folder),
            folder,
            _text(head, "title"),
            _text(head, "edition"),
            _text(head, "source"),
            tuple(_playable(pack, indexed)),
        )
    except UmpireError as error:
        return PackOffer(called(folder), folder, problem=why_unusable(error))


def why_unusable(error: UmpireError) -> str:
    """Return why a pack cannot be opened: in a sentence, with its first error."""
    if not error.problems:
        return clean(error.message)
    first = error.problems[0]
    place = f"{first.span.source.name}:{first.span.first[0]}"
    return clean(f"{error.message}, first at {place}: {first.message}")


def scenario_sheet(folder: Path, scenario: str) -> ScenarioSheet:
    """Return all that the form of a scenario asks; raises NoPack or Unusable for the
    pack, UnknownName for the scenario, Unusable for one that no form can begin."""
    offer = pack_offer(folder)
    pack = open_pack(folder)
    name = scenario_of(scenario, pack.program)
    played = next((each for each in offer.scenarios if each.name == name), None)
    if played is None:
        hint = "'umpire play' begins it, or its author gives it a 'main'"
        raise Unusable(f"'{spaced(scenario)}' cannot be begun here", hint=hint)
    session = opened(pack, name, None, {}, "")
    drawing = scenario_map(pack, name)
    return ScenarioSheet(
        offer,
        played,
        tuple(_options(session, pack.settings.get(name, {}))),
        tuple(_policies(session)),
        drawing.svg(whole=True, paper="board") if drawing.plans else "",
        drawing.text(width=_WIDTH) if drawing.plans else "",
    )


_WIDTH = 100  # letters in a line of a map as text; it scrolls


def scenario_map(pack: Pack, scenario: str) -> MapDrawing:
    """Return the maps of a scenario as everyone may see them when it begins."""
    plans = maps_of_scenario(pack, scenario, EVERYONE_NAME, (), unheard)
    return MapDrawing(EVERYONE_NAME, plans)


def scenario_picture(folder: Path, scenario: str) -> str:
    """Return the map of a scenario as SVG, which says so where it has none; raises as
    `scenario_sheet`."""
    return scenario_map(open_pack(folder), scenario).svg(whole=True, paper="board")


def _playable(pack: Pack, indexed: IndexedRuleset) -> Iterable[PlayableScenario]:
    """Yield the scenarios whose `main` needs nothing that a form does not ask, those
    first that are made to be played."""
    declared = indexed.ruleset.sections.get("scenarios", {})
    found = []
    for name, main in pack.mains.items():
        if name and main and name in declared and _takes_nothing(pack, name):
            found.append(_scenario(pack, name, declared[name].node))
    return sorted(found, key=lambda scenario: not scenario.is_briefed)


def _takes_nothing(pack: Pack, scenario: str) -> bool:
    """Tell whether the `main` of a scenario needs no argument."""
    try:
        entry = entry_of(None, scenario, pack)
    except UnknownName:  # it is there under the options that the scenario sets
        return True
    return all(takes.default is not None for takes in entry.takes)


def _scenario(pack: Pack, name: str, node: Node) -> PlayableScenario:
    beginning = pack.program.initial_states[name]
    seats = beginning.ids.get(pack.program.declared.seat_kind, ())
    titles = node.get("seats") if isinstance(node, MappingNode) else None
    entries = titles.entries if isinstance(titles, MappingNode) else ()
    called_by = {value.span.text: key.text for key, value in entries}
    read_by_all = beginning.briefings.get(EVERYONE_READS, "")
    about = _paragraphs(read_by_all) or _paragraphs(_raw(node, "say"))
    return PlayableScenario(
        name,
        _text(node, "title") or spaced(name),
        about,
        tuple(
            ScenarioSeat(seat, clean(spaced(called_by.get(seat, seat))))
            for seat in seats
        ),
        bool(beginning.briefings),
    )


def _options(session: Session, settings: Mapping[str, str]) -> Iterable[OptionOffer]:
    """Yield the options, with the values that they have under the scenario."""
    indexed = session.pack.ruleset()
    ruleset = indexed.ruleset
    declared = ruleset.sections.get("options", {})
    outputs = {output.name: output for output in options_output(ruleset)}
    for option in ruleset.options.values():
        output = outputs[option.name]
        node = declared[option.key].node if option.key in declared else None
        yield OptionOffer(
            option.key,
            clean(spaced(option.name)),
            _text(node, "group"),
            _text(node, "title"),
            tuple(NamedRule(rule, _says(indexed, rule)) for rule in output.rules),
            output.values,
            output.default,
            output.value,
            option.key in settings,
            tuple(
                clean(f"{word} {', '.join(links)}")
                for word, links in (
                    ("requires", output.requires),
                    ("excludes", output.conflicts),
                    ("also sets", output.implies),
                )
                if links
            ),
        )


def _says(indexed: IndexedRuleset, rule: str) -> str:
    """Return what the rulebook says of a rule, "" where it says nothing."""
    key = indexed.rules.listed.get(rule.casefold(), "")
    entry = indexed.ruleset.sections.get(RULEBOOK, {}).get(key)
    return "" if entry is None else _text(entry.node, "says")


def _policies(session: Session) -> Iterable[PolicyOffer]:
    """Yield the policies that answer everything and take nothing but the seat."""
    declared = session.pack.ruleset().ruleset.sections.get("policies", {})
    answering = {name for name, gaps in known_policies(session).items() if gaps is None}
    names = set()
    for key, policy in session.program.policies.items():
        takes = {parameter.name for parameter in policy.takes} - {SEAT}
        if policy.name not in answering or takes:
            continue
        names.add(policy.name)
        node = declared[key].node if key in declared else None
        yield PolicyOffer(
            policy.name, _text(node, "title") or clean(spaced(policy.name))
        )
    if RANDOM not in names:
        yield PolicyOffer(RANDOM, ANY_LEGAL)


def _raw(node: Node | None, key: str) -> str:
    held = node.get(key) if isinstance(node, MappingNode) else None
    return getattr(held, "text", "")


def _text(node: Node | None, key: str) -> str:
    return clean(" ".join(_raw(node, key).split()))


def _paragraphs(text: str) -> tuple[str, ...]:
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(clean(line) for line in lines if line)


def pack_stamp(folder: Path) -> int:
    """Return what is another as soon as a file of a pack is written, which is quicker
    than to read it; of packs that it extends it knows nothing."""
    try:
        paths = sorted(paths_below(folder, []))
        states = [(path, os.stat(folder / path)) for path in paths]
    except (OSError, UmpireError):  # reading it says what is wrong
        return 0
    return hash(tuple((path, each.st_mtime_ns, each.st_size) for path, each in states))
