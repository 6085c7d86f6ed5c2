"""Words that complete a command that is half typed, from its pack or its game.

A pack that was not cached is read and cached, as the command itself would do next. What
is wrong with it is not reported here: the errors of reading are raised.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field

from interpreter.app.opening.answers import DEFAULTS
from interpreter.app.opening.games import LATER, PERSON, POLICY, is_begun, session_of
from interpreter.app.opening.settings import target_of
from interpreter.app.reference import page_names
from interpreter.diagnostics import NoPack
from interpreter.diagnostics.catalogue import CODES
from interpreter.ir.stopping import chances, choices
from interpreter.journal import journal as journals
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.ruleset.finding import find_pack
from interpreter.semantics.declarations import (
    ENTRY,
    Declarations,
    EntryPoint,
    RollTable,
)
from interpreter.source import normalised, written_names
from interpreter.values.types import (
    JUDGE_NAME,
    Boolean,
    Entity,
    EnumerationPart,
    Maybe,
    Number,
    Seat,
    Type,
    enumeration_of,
)

RULEBOOK = "/rulebook.yaml"
_ID = re.compile(r"^([^\s#:]+):", re.MULTILINE)
"""A rule of a rulebook that was kept as text: reading it would take too long."""
MOST = 40
"""Values of one range that are offered."""


class PartialCommand(Struct, frozen=True):
    """A command that is half typed, as far as it can be read: the pack with its
    options, the scenario and the procedure; of a verb that has one the game file, and
    where the pack of that game is now."""

    pack: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    scenario: str = ""
    procedure: str = ""
    game: Path | None = None
    game_pack: str | None = None


def procedures(prefix: str, line: PartialCommand) -> list[str]:
    """Offer entry points and roll tables; all that can be run where none begins so."""
    program = _opened(line).program
    declared = program.declared
    first = [key for key, each in program.entries.items() if _is_first(each, declared)]
    fit = [name for name in first if name.startswith(prefix)]
    return fit or list(program.entries)


def _is_first(entry: EntryPoint, declared: Declarations) -> bool:
    """Tell whether an entry was declared as an entry point, or is a roll table."""
    name = entry.name
    if name in declared.tables:
        return isinstance(declared.tables[name], RollTable)
    implied = name in declared.formulas or name in declared.modifiers
    return entry.procedure == f"{name}{ENTRY}" and not implied


def scenarios(_: str, line: PartialCommand) -> list[str]:
    """Offer the scenarios of the pack."""
    return [name for name in _opened(line).program.initial_states if name]


def options(prefix: str, line: PartialCommand) -> list[str]:
    """Offer `name=` of each option, then its values."""
    known = open_pack(_folder(line)).options
    name, sign, _ = prefix.partition("=")
    if not sign:
        return [f"{each}=" for each in known]
    values = known.get(normalised(name), ())[:MOST]
    return [f"{name}={normalised(value)}" for value in values]


def arguments(prefix: str, line: PartialCommand) -> list[str]:
    """Offer `name=` of what the procedure takes, then the values that fit."""
    pack = _opened(line)
    takes = {each.name: each.type for each in _entry(pack, line).takes}
    return _assigned(prefix, takes, pack, line)


def fields(prefix: str, line: PartialCommand) -> list[str]:
    """Offer the entities and kinds of the scenario, then `.field=` of one, then the
    values that fit."""
    pack = _opened(line)
    beginning = pack.program.initial_states[_scenario(pack, line)]
    owner, point, rest = prefix.partition(".")
    if not point:
        return [
            f"{name}."
            for kind in pack.program.declared.kinds.values()
            if kind.name in beginning.ids
            for name in (*written_names(beginning.ids[kind.name]), kind.name)
        ]
    name, sign, _ = rest.partition("=")
    if sign:
        kind = target_of(pack, beginning, f"{owner}.{name}").field.type
        return [
            f"{owner}.{name}={word}"
            for word in _words(kind, pack, _scenario(pack, line))
        ]
    named = (kind for kind, ids in beginning.ids.items() if owner in written_names(ids))
    kinds = pack.program.declared.kinds
    found = kinds[next(named, owner)]
    return [f"{owner}.{field.name}=" for field in found.fields]


def answers(prefix: str, line: PartialCommand) -> list[str]:
    """Offer `name=` of what is asked or chosen, then the values that fit."""
    pack = _opened(line)
    asked = choices(pack.program, _entry(pack, line).procedure)
    types = {each.label: each.open_type or each.type for each in asked.values()}
    return _assigned(prefix, types, pack, line)


def dice(_: str, line: PartialCommand) -> list[str]:
    """Offer `name=` of each roll."""
    pack = _opened(line)
    rolled = chances(pack.program, _entry(pack, line).procedure)
    return list(dict.fromkeys(f"{each.label}=" for each in rolled.values()))


def policies(prefix: str, line: PartialCommand) -> list[str]:
    """Offer the policies of the pack and the plain defaults, for all or for a seat."""
    names = [*_opened(line).program.policies, *DEFAULTS]
    seat, sign, _ = prefix.partition("=")
    if sign:
        return [f"{seat}={each}" for each in names]
    return [*names, *(f"{each}=" for each in seats(prefix, line))]


def seats(_: str, line: PartialCommand) -> list[str]:
    """Offer who may look: the seats of a game that was begun, or of a scenario."""
    pack, scenario = _played(line)
    return [*_ids(pack.program.declared.seat_kind, pack, scenario), JUDGE_NAME]


def players(prefix: str, line: PartialCommand) -> list[str]:
    """Offer `name=` of each seat, then who may answer."""
    name, sign, _ = prefix.partition("=")
    if not sign:
        return [f"{each}=" for each in seats(prefix, line)]
    known = (*_played(line)[0].program.policies, *DEFAULTS)
    who = (PERSON, LATER, *(f"{POLICY}:{each}" for each in known))
    return [f"{name}={each}" for each in who]


def _played(line: PartialCommand) -> tuple[Pack, str]:
    """Return what a game is played by: as its file says, else as the line does."""
    path = line.game
    if path is not None and is_begun(path):
        header = journals.read(path).events[0]
        session = session_of(path, header, line.game_pack, same_pack=False)
        return session.pack, session.scenario
    pack = _opened(line)
    return pack, _scenario(pack, line)


def names(prefix: str, line: PartialCommand) -> list[str]:
    """Offer what `show` prints; the ids of rules only where one was begun, for there
    are hundreds."""
    pack = _opened(line)
    program, declared = pack.program, pack.program.declared
    found = (
        program.entries,
        pack.options,
        program.initial_states,
        program.procedures,
        declared.tables,
        declared.modifiers,
        declared.formulas,
        declared.kinds,
        declared.events,
        program.policies,
    )
    every = dict.fromkeys(name for each in found for name in each)
    fit = [name for name in every if name and "__" not in name and "." not in name]
    return [*fit, *(_rules(prefix, pack) if prefix else ())]


def _rules(prefix: str, pack: Pack) -> list[str]:
    """Return the ids of the rulebook, in the letters that were begun with."""
    books = (text for name, text in pack.sources.items() if name.endswith(RULEBOOK))
    ids = [id_ for book in books for id_ in _ID.findall(book.text)]
    return [each.lower() if prefix.islower() else each for each in ids]


def codes(prefix: str, _: PartialCommand) -> list[str]:
    """Offer the codes of problems, in the letters that were begun with, and the steps
    and functions that the reference explains."""
    codes = [code.lower() if prefix.islower() else code for code in CODES]
    return [*codes, *dict.fromkeys(page_names())]


def _folder(line: PartialCommand) -> Path:
    if not line.pack:
        raise NoPack("no pack is named yet")
    return find_pack(line.pack)


def _opened(line: PartialCommand) -> Pack:
    """Open the pack of a line, with the options in it."""
    return open_pack(_folder(line), line.options)


def _entry(pack: Pack, line: PartialCommand) -> EntryPoint:
    """Return what is run: the procedure named, else the `main` of the scenario."""
    scenario = _scenario(pack, line)
    name = line.procedure or pack.mains[scenario]
    return pack.program.entries[normalised(name)]


def _scenario(pack: Pack, line: PartialCommand) -> str:
    named = normalised(line.scenario or "")
    return next(each for each in pack.program.initial_states if each == named)


def _assigned(
    prefix: str, types: dict[str, Type], pack: Pack, line: PartialCommand
) -> list[str]:
    name, sign, _ = prefix.partition("=")
    if not sign:
        return [f"{each}=" for each in types]
    kind = types.get(normalised(name))
    if kind is None:
        return []
    scenario = _scenario(pack, line)
    return [f"{name}={word}" for word in _words(kind, pack, scenario)]


def _words(kind: Type, pack: Pack, scenario: str) -> Iterable[str]:
    """Return the values of a type that has few, as they are typed."""
    words = enumeration_of(kind)
    if words is not None:
        ranks = (
            kind.ranks
            if isinstance(kind, EnumerationPart)
            else range(len(words.values))
        )
        return [normalised(words.values[rank]) for rank in ranks]
    match kind:
        case Maybe(item=item):
            return [*_words(item, pack, scenario), "none"]
        case Boolean():
            return ("yes", "no")
        case Entity(kind=name):
            return _ids(name, pack, scenario)
        case Seat(kind=name):
            return [*_ids(name, pack, scenario), "judge"]
        case Number(low=int() as low, high=int() as high, whole=True):
            return map(str, range(low, min(high, low + MOST) + 1))
        case _:
            return ()


def _ids(kind: str, pack: Pack, scenario: str) -> list[str]:
    """Return the entities of a kind: of the scenario, or where none is named of all."""
    initial_states = pack.program.initial_states
    named = [initial_states[scenario]] if scenario else initial_states.values()
    return list(written_names(id_ for each in named for id_ in each.ids.get(kind, ())))
