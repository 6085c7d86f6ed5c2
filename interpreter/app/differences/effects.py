"""What a change of rules comes to: odds before and after, of the smallest examples.

Something that can be run means the same in two versions if the hash of all that it can
reach is the same (`Meanings`): then nothing is run. Of anything else arguments are
tried, from small to large, and the exact distributions are compared; where all
arguments there are were tried without a difference, that is a proof. Games are
estimated by playing many of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from math import prod

from msgspec import Struct

from interpreter.app.differences.conditions import (
    NOTHING_COMPARED,
    ComparedValues,
    Setting,
    axes_of,
    compared_by,
    fits,
    numbers_in,
    parts_of,
    with_settings,
)
from interpreter.app.opening.answers import standing_in
from interpreter.app.opening.session import Session, entered
from interpreter.app.running.odds import exact_odds, simulated
from interpreter.app.running.once import answering
from interpreter.app.type_values import Ids, TypeValues, type_values
from interpreter.cache.codec import Unstorable
from interpreter.cache.slice_hashes import SliceHashes, digest_of
from interpreter.diagnostics import LimitExceeded, OpenStop, UmpireError
from interpreter.expressions.typed import FieldRead
from interpreter.ir.reachability import declaration
from interpreter.pipeline.opening import Pack
from interpreter.reports.diffs import DiffVerdict, Effect
from interpreter.reports.sweep_statistics import (
    Measured,
    is_same_distribution,
    statistics_for,
)
from interpreter.reports.sweeps import SweepCell, SweepReport, difference
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import (
    EntryPoint,
    Parameter,
    RollTable,
)
from interpreter.values.types import (
    Entity,
    ListOf,
    Maybe,
    Nothing,
    Number,
    Seat,
    Type,
    Value,
)

TRIED = 60  # combinations of arguments of one thing that can be run
FEW = 4  # of them with which fields of entities are set
SET = 12  # ways in which these fields are set for one thing
STATES = 20_000  # of one exact distribution; more is estimated
MOST_EDGES = 25  # numbers of a rule that are tried beside those
TRIALS = 200  # games a side
SEED = "difference"
Tell = Callable[[int, int], None]


class Meanings:
    """What can be run of a pack, by hashes of all that each can reach.

    As a slice (`SliceHashes.slice`) has, a hash has the rules and procedures that one
    leads to. What they do also rests on the kinds of entities that they mention (which
    fields there are, what ends them), and with entities on events, claims and boards.
    """

    def __init__(self, pack: Pack) -> None:
        """Begin with a pack; hashes are made when they are asked for."""
        self._program = pack.program
        self._mains = pack.mains
        self._hashes = SliceHashes(prose=False)
        self._kinds: dict[tuple[str, ...], frozenset[str]] = {}

    def of_entry(self, name: str) -> str:
        """Return the hash of something that can be run; raises Unstorable."""
        return self._of({("entry", name): self._program.entries[name]})

    def of_game(self, scenario: str) -> str:
        """Return the hash of a scenario, of its `main` and of the policies; raises
        Unstorable."""
        program = self._program
        main = program.entries[self._mains[scenario]]
        roots: dict[tuple[str, ...], object] = {
            ("entry", main.name): main,
            ("scenario", scenario): program.initial_states[scenario],
            ("policies", ""): tuple(program.policies.values()),
        }
        return self._of(roots)

    def _of(self, roots: Mapping[tuple[str, ...], object]) -> str:
        declared = self._program.declared
        digests: dict[tuple[str, ...], str] = {}
        waiting = list(roots.items())
        while waiting:
            name, value = waiting.pop()
            if name in digests:
                continue
            hashed = None if value is None else self._hashes.of(value)
            digests[name] = "" if hashed is None else hashed.digest
            if hashed is None:
                continue
            for rule in hashed.names:
                waiting.append((rule, declaration(self._program, rule)))
            if name not in self._kinds:
                self._kinds[name] = _kinds_in(value)
            for kind in self._kinds[name]:
                waiting.append((("kind", kind), declared.kinds.get(kind)))
        if any(name[0] == "kind" for name in digests):
            # what these lead to is in the procedures that cause or send them
            for shared in (declared.events, declared.claims, declared.boards):
                for key, value in shared.items():
                    digests["shared", key] = self._hashes.of(value).digest
        return digest_of(sorted((*name, digest) for name, digest in digests.items()))


def _kinds_in(value: object) -> frozenset[str]:
    """Return the kinds of entities that a part of a program mentions."""
    return frozenset(
        part.kind
        for part in parts_of(value)
        if isinstance(part, Entity | Seat | FieldRead)
    )


class Sides(Struct, frozen=True):
    """Two versions of a pack, before and after, with their names."""

    before: Pack
    after: Pack
    names: tuple[str, str]

    def under(self, scenario: str) -> Sides:
        """Return both with the options that a scenario sets."""
        before, after = (pack.under(scenario) for pack in (self.before, self.after))
        return Sides(before, after, self.names)


def runnable(pack: Pack, changed: frozenset[tuple[str, str]]) -> list[str]:
    """Return what is compared of a pack: its entry points and roll tables, and what has
    changed itself and can be run alone."""
    entries, tables = pack.program.entries, pack.program.declared.tables
    own = pack.ruleset().ruleset.sections["entry_points"]
    rolls = {name for name, table in tables.items() if isinstance(table, RollTable)}
    alone = {name.replace(" ", "_") for _, name in changed}
    return [name for name in entries if name in own or name in rolls or name in alone]


def _changed_rules(sides: Sides) -> frozenset[tuple[str, str]]:
    """Return the rules that are not what they were by themselves, also through an
    option that they read."""
    hashes = [SliceHashes(prose=False) for _ in range(2)]
    found = set()
    for section in ("formulas", "tables", "modifiers"):
        before, after = (
            getattr(side.program.declared, section)
            for side in (sides.before, sides.after)
        )
        for name, rule in after.items():
            if name in before and _digest(hashes[0], before[name]) != _digest(
                hashes[1], rule
            ):
                found.add((section, name))
    return frozenset(found)


def _digest(hashes: SliceHashes, rule: object) -> str:
    try:
        return hashes.of(rule).digest
    except Unstorable:
        return ""


def effects_of(
    sides: Sides,
    changed: frozenset[tuple[str, str]],
    games: Sequence[str] | None,
    trials: int,
    tell: Tell | None = None,
) -> tuple[list[Effect], int]:
    """Return what comes of changes for what can be run in both versions, and how many
    things reach none of them.

    `games` are the scenarios that are played (None: the smallest of those that reach a
    change). `tell` hears (things compared, of all).
    """
    meanings = [Meanings(pack) for pack in (sides.before, sides.after)]
    both = [
        name
        for name in runnable(sides.after, changed | _changed_rules(sides))
        if name in sides.before.program.entries
    ]
    reached = [name for name in both if _differ(meanings, Meanings.of_entry, name)]
    mains = (sides.before.mains, sides.after.mains)
    played = [n for n in mains[1] if n and mains[1][n] and mains[0].get(n)]
    affected = [name for name in played if _differ(meanings, Meanings.of_game, name)]
    chosen = _smallest(sides.after, affected) if games is None else games
    every = len(reached) + len(chosen)
    effects = []
    programs = (sides.before.program, sides.after.program)
    compared = compared_by(programs, changed | _changed_rules(sides))
    for number, name in enumerate(reached):
        effects.append(effect_of(sides, name, compared))
        if tell is not None:
            tell(number + 1, every)
    for number, scenario in enumerate(chosen):
        part = None if tell is None else _part_of(tell, len(reached) + number, every)
        effects.append(game_effect(sides, scenario, trials, part))
    return effects, len(both) - len(reached) + len(played) - len(affected)


def _part_of(tell: Tell, before: int, every: int) -> Tell:
    """Return what hears how much of one thing is done, after those before it."""

    def tell_part(done: int, asked: int) -> None:
        tell(before * asked + done, every * asked)

    return tell_part


def _differ(
    meanings: Sequence[Meanings], of: Callable[[Meanings, str], str], name: str
) -> bool:
    try:
        before, after = (of(each, name) for each in meanings)
    except Unstorable:  # what cannot be hashed is run
        return True
    return before != after


def _smallest(pack: Pack, scenarios: Sequence[str]) -> list[str]:
    """Return the scenario with the fewest entities, alone; nothing of none."""

    def size(name: str) -> int:
        ids = pack.program.initial_states[name].ids
        return sum(map(len, ids.values()))

    return sorted(scenarios, key=size)[:1]


# Arguments, from small to large.


class Combination(Struct, frozen=True):
    """Arguments as they are printed, by name, and what they are in each version: a list
    of words may have others before it there, and so may an entity. `settings` are
    fields of entities with other values than the scenario gives."""

    texts: tuple[tuple[str, str], ...]
    before: tuple[Value, ...]
    after: tuple[Value, ...]
    settings: tuple[Setting, ...] = ()


class Arguments(Struct, frozen=True):
    """Combinations of arguments of an entry point, from small to large, and how many
    there are (None: without end, or not known)."""

    combinations: tuple[Combination, ...]
    count: int | None


def arguments_of(
    name: str, sides: Sides, scenario: str, numbers: frozenset[int] = frozenset()
) -> Arguments | None:
    """Return what is tried of an entry point that takes the same in both versions; None
    where arguments cannot be made up. `numbers` are tried beside those of the rule.

    A combination is as large as the places of its values in their domains, summed. What
    cannot be made up and has a default is left at it.
    """
    pairs = []
    own = _edges(sides.before, name) | _edges(sides.after, name)
    edges = sorted(own | set(sorted(numbers, key=abs)[:MOST_EDGES]))
    for one, other in _parameters(name, sides):
        before, after = (
            _domain(parameter, side.program.initial_states[scenario].ids, edges)
            for parameter, side in ((one, sides.before), (other, sides.after))
        )
        if before is None or after is None:
            return None
        texts = [text for text in after.values if text in before.values]
        if not texts:
            return None
        is_whole = before.is_whole and after.is_whole
        is_whole = is_whole and len(before.values) == len(after.values) == len(texts)
        pairs.append((spaced(other.name), texts, before.values, after.values, is_whole))
    sizes = [len(texts) for _, texts, *_ in pairs]
    combinations = []
    for places in islice(_by_size(sizes), TRIED):
        chosen = [
            (label, texts[place], before[texts[place]], after[texts[place]])
            for place, (label, texts, before, after, _) in zip(
                places, pairs, strict=True
            )
        ]
        combinations.append(
            Combination(
                tuple((label, text) for label, text, *_ in chosen if text),
                tuple(value for _, _, value, _ in chosen),
                tuple(value for *_, value in chosen),
            )
        )
    is_whole = all(whole for *_, whole in pairs)
    return Arguments(tuple(combinations), prod(sizes) if is_whole else None)


def _edges(pack: Pack, name: str) -> set[int]:
    """Return the whole numbers that stand in a rule: bounds of rows and constants."""
    declared = pack.program.declared
    rules = [
        getattr(declared, section).get(name)
        for section in ("formulas", "tables", "modifiers")
    ]
    found = numbers_in(rules)
    return set(sorted(found, key=abs)[:MOST_EDGES])


def _parameters(name: str, sides: Sides) -> list[tuple[Parameter, Parameter]]:
    """Return what an entry point takes in both versions, in pairs."""
    before, after = (
        side.program.entries[name].takes for side in (sides.before, sides.after)
    )
    return list(zip(before, after, strict=True))


def _domain(parameter: Parameter, ids: Ids, edges: Sequence[int]) -> TypeValues | None:
    found = type_values(parameter.type, ids)
    kind = parameter.type
    if found is not None and isinstance(kind, Number) and not found.is_whole:
        # numbers that stand in the rule are where a change shows; every second one that
        # is tried is such, so that several parameters come to them too
        fitting = (str(edge) for edge in edges if fits(edge, kind))
        far = [text for text in fitting if text not in found.values]
        values: dict[str, Value] = {}
        for near, edge in zip_longest(found.values, far):
            values |= {near: found.values[near]} if near is not None else {}
            values |= {edge: int(edge)} if edge is not None else {}
        return TypeValues(values, False)
    if found is None and parameter.default is not None:
        # a default is a constant, which the checker has proved
        return TypeValues({"": getattr(parameter.default, "value", None)}, False)
    return found


def _by_size(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the places of a grid in the order of their sums, each once; at most TRIED
    values of each axis are looked at."""
    limits = [min(size, TRIED) for size in sizes]
    for total in range(sum(limit - 1 for limit in limits) + 1):
        yield from _with_sum(limits, total)


def _with_sum(limits: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    if not limits:
        if total == 0:
            yield ()
        return
    most_of_rest = sum(limit - 1 for limit in limits[1:])
    for first in range(max(total - most_of_rest, 0), min(total, limits[0] - 1) + 1):
        for rest in _with_sum(limits[1:], total - first):
            yield (first, *rest)


def _with_fields_set(
    name: str,
    sides: Sides,
    scenario: str,
    combinations: Sequence[Combination],
    compared: ComparedValues,
) -> Iterator[Combination]:
    """Yield combinations in which entities have values with which rules compare, those
    with few and near ones first; nothing where the versions know other entities."""
    if not scenario or not _has_equal_ids(sides, scenario):
        return
    most = SET // max(len(combinations), 1)
    entry = sides.after.program.entries[name]
    for combination in combinations:
        session = Session(sides.after, scenario, entry, combination.after)
        axes = [
            axis
            for axis in axes_of(session, compared)
            if _has_equal_type(sides, axis[0][0])
        ]
        for places in islice(_by_size([len(axis) + 1 for axis in axes]), 1, most):
            chosen = [
                axis[place - 1]
                for place, axis in zip(places, axes, strict=True)
                if place
            ]
            texts = tuple((field, text) for _, field, text in chosen)
            yield Combination(
                (*combination.texts, *texts),
                combination.before,
                combination.after,
                tuple(setting for setting, *_ in chosen),
            )


def _has_equal_ids(sides: Sides, scenario: str) -> bool:
    states = [
        side.program.initial_states.get(scenario)
        for side in (sides.before, sides.after)
    ]
    ids = [None if state is None else state.ids for state in states]
    return ids[0] == ids[1] is not None


def _has_equal_type(sides: Sides, setting: Setting) -> bool:
    """Tell whether both versions have the field, with the same values."""
    types = []
    for side in (sides.before, sides.after):
        kind = side.program.declared.kinds.get(setting.kind)
        fields = () if kind is None else kind.fields
        types.append([each.type for each in fields if each.name == setting.field])
    return types[0] == types[1] != []


# Comparing.


class Outcomes(Struct, frozen=True):
    """What a side gives for some arguments: a distribution, or why there is none."""

    measured: Measured | None
    refused: str = ""


def effect_of(
    sides: Sides, name: str, compared: ComparedValues = NOTHING_COMPARED
) -> Effect:
    """Return what a change comes to for one thing that can be run; what changed rules
    are `compared` with is tried too."""
    title = spaced(name)
    old, new = (
        side.program.entries[name].takes for side in (sides.before, sides.after)
    )
    if [one.name for one in old] != [one.name for one in new]:
        names = [
            ", ".join(one.name for one in takes) or "nothing" for takes in (old, new)
        ]
        note = f"it took {spaced(names[0])}, and takes {spaced(names[1])} now"
        return Effect(title, "", "not run", note=note)
    first: Effect | None = None
    for scenario in _scenarios(sides, sides.after.program.entries[name]):
        both = sides.under(scenario)
        arguments = arguments_of(name, both, scenario, compared.numbers)
        if arguments is None:
            continue
        found = _compared(both, name, scenario, arguments)
        if found.verdict not in ("differs", "estimated"):
            few = arguments.combinations[:FEW]
            tried = _with_fields_set(name, both, scenario, few, compared)
            more = Arguments(tuple(tried), None)
            set_ = _compared(both, name, scenario, more) if more.combinations else found
            found = set_ if set_.verdict in ("differs", "estimated") else found
        if found.verdict in ("differs", "estimated"):
            return found
        first = first or found
    if first is not None:
        return first
    takes = spaced(", ".join(parameter.name for parameter in new))
    note = f"no example could be made up of what it takes ({takes})"
    return Effect(title, "", "not run", note=note)


def _scenarios(sides: Sides, entry: EntryPoint) -> Sequence[str]:
    """Return the scenarios in which an entry point is tried: none where it takes no
    entity."""
    needs = {
        kind.kind
        for parameter in entry.takes
        for kind in [_inner(parameter.type)]
        if isinstance(kind, Entity | Seat)
    }
    if not needs:
        return ("",)
    before, after = (
        side.program.initial_states for side in (sides.before, sides.after)
    )
    fit = [
        name
        for name, state in after.items()
        if name in before and all(state.ids.get(kind) for kind in needs)
    ]
    return fit[:2]


def _inner(kind: Type) -> Type:
    return _inner(kind.item) if isinstance(kind, Maybe | ListOf) else kind


def _compared(sides: Sides, name: str, scenario: str, arguments: Arguments) -> Effect:
    """Return the effect over the arguments that are tried."""
    differing, tried, refused, first = 0, 0, "", None
    is_estimate = False
    for combination in arguments.combinations:
        before = outcomes_of(
            sides.before, name, scenario, combination.before, combination.settings
        )
        after = outcomes_of(
            sides.after, name, scenario, combination.after, combination.settings
        )
        if before.measured is None and after.measured is None:
            refused = refused or after.refused
            continue
        tried += 1
        if not _is_different(before.measured, after.measured):
            is_estimate = is_estimate or not _is_exact(before, after)
            continue
        differing += 1
        if first is None:
            first = (combination.texts, before, after)
    title, count = spaced(name), arguments.count
    if first is None:
        if not tried:
            return Effect(title, spaced(scenario), "not run", note=refused)
        is_proof = count == len(arguments.combinations) and not refused
        verdict: DiffVerdict = "same" if is_proof else "same as tried"
        verdict = "no difference seen" if is_estimate else verdict
        return Effect(title, spaced(scenario), verdict, (), None, tried, count)
    example, before, after = first
    common = (title, spaced(scenario))
    if before.measured is None or after.measured is None:
        side = "before" if before.measured is None else "now"
        why = before.refused or after.refused
        note = f"{', '.join(f'{n} {v}' for n, v in example)}: {side} refused: {why}"
        return Effect(*common, "not run", (), None, tried, count, differing, note)
    names = (sides.names[1], sides.names[0])
    cell = SweepCell((), after.measured, before.measured)
    compared = SweepReport(title, (), (cell,), names)
    differs: DiffVerdict = "differs" if _is_exact(before, after) else "estimated"
    return Effect(*common, differs, example, compared, tried, count, differing)


def _is_exact(*sides: Outcomes) -> bool:
    return all(side.measured is not None and side.measured.is_exact for side in sides)


def _is_different(before: Measured | None, after: Measured | None) -> bool:
    """Tell whether two distributions differ; estimates if a difference is certain."""
    if before is None or after is None:
        return True
    if before.is_exact and after.is_exact:
        return not is_same_distribution(after, before)
    cell = SweepCell((), after, before)
    found = (difference(cell, figure) for figure in statistics_for(cell.both))
    return any(each is not None and each.is_certain for each in found)


def outcomes_of(
    pack: Pack,
    name: str,
    scenario: str,
    values: tuple[Value, ...],
    settings: Sequence[Setting] = (),
) -> Outcomes:
    """Return the exact distribution of a call, or an estimate where that has too many
    states; a refusal of the rules, or what is missing, in words."""
    session = Session(pack, scenario, pack.program.entries[name], values)
    session = with_settings(session, settings) if settings else session
    try:
        answers = answering({}, standing_in(session, ()), session)
        report = exact_odds(session, answers, (), STATES)
        return Outcomes(Measured(report, session.edge))
    except LimitExceeded:
        return _estimated(session)
    except OpenStop as error:
        return Outcomes(None, f"{error.message}; no policy of the pack answers")
    except UmpireError as error:
        return Outcomes(None, error.message)


def _estimated(session: Session) -> Outcomes:
    try:
        return Outcomes(_estimate(session, TRIALS, SEED))
    except UmpireError as error:
        return Outcomes(None, error.message)


def _estimate(
    session: Session, trials: int, seed: str, tell: Tell | None = None
) -> Measured:
    policy = standing_in(session, ())
    answers = answering({}, policy, session)
    report = simulated(session, answers, trials, seed=seed, progress=tell)
    return Measured(report, session.edge)


def game_effect(
    sides: Sides, scenario: str, trials: int, tell: Tell | None = None
) -> Effect:
    """Return what a change comes to for a whole game, played by the first policy of the
    pack on all sides. `tell` hears (games played, of all)."""
    title = f"the game '{spaced(scenario)}'"
    try:
        sessions = [
            entered(pack.under(scenario), scenario, None, {}, "")
            for pack in (sides.after, sides.before)
        ]
        if isinstance(sessions[0].entry.gives, Nothing):
            note = "it returns nothing that could be compared"
            return Effect(title, "", "not run", note=note)
        parts = [None if tell is None else _part_of(tell, at, 2) for at in range(2)]
        after = _estimate(sessions[0], trials, SEED, parts[0])
        before = _estimate(sessions[1], trials, f"{SEED}, other side", parts[1])
    except UmpireError as error:
        return Effect(title, "", "not run", note=error.message)
    cell = SweepCell((), after, before)
    names = (sides.names[1], sides.names[0])
    verdict: DiffVerdict = (
        "estimated" if _is_different(before, after) else "no difference seen"
    )
    return Effect(title, "", verdict, (), SweepReport(title, (), (cell,), names))
