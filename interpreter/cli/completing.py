"""What a shell asks for: the words that may stand where the cursor is.

The script of `umpire completion` calls us with the line in the environment, and reads
words from a stream of its own; stdout and stderr go nowhere. Whatever goes wrong, there
are no words.
"""

import os
import re
from argparse import Action, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from argcomplete.completers import (
    DirectoriesCompleter,
    FilesCompleter,
    SuppressCompleter,
)
from argcomplete.finders import CompletionFinder
from argcomplete.lexers import split_line

from interpreter.app.opening.answer_sources import LATER, PERSON
from interpreter.app.opening.games import POLICY, is_begun, session_of
from interpreter.app.opening.policies import DEFAULTS
from interpreter.cli import time_limit
from interpreter.cli.arguments import pairs
from interpreter.cli.parser import Parser
from interpreter.diagnostics.catalogue import CODES
from interpreter.games.state import JUDGE_NAME
from interpreter.ir.stopping import chances, choices
from interpreter.journal import journal as journals
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.ruleset.finding import HEAD, find_pack, pack_folders
from interpreter.semantics.declarations import (
    ENTRY,
    Declarations,
    EntryPoint,
    RollTable,
)
from interpreter.values.names import plain
from interpreter.values.types import (
    Boolean,
    Entity,
    EnumerationPart,
    Maybe,
    Number,
    Seat,
    Type,
    enumeration_of,
)

# Words for half-typed command lines, from packs as they were kept.  A pack that was
# not kept is read and kept, as the command itself would do next. What is wrong with
# it is not said here: the errors of reading are raised.

RULEBOOK = "/rulebook.yaml"
_ID = re.compile(r"^([^\s#:]+):", re.MULTILINE)
"""A rule of a rulebook that was kept as text: reading it would take too long."""
MOST = 40
"""Values of one range that are offered."""


def packs(prefix: str, _: Namespace) -> Iterator[str]:
    """Offer the packs that are installed, packs here, and folders to walk into."""
    yield from (each.name for each in pack_folders())
    below = "/" in prefix or prefix.startswith(".")
    for folder in DirectoriesCompleter()(prefix=prefix):
        if (Path(folder).expanduser() / HEAD).is_file():
            yield folder.rstrip("/")
        elif below:
            yield folder


def procedures(prefix: str, given: Namespace) -> list[str]:
    """Offer entry points and roll tables; all that can be run where none begins so."""
    program = _opened(given).program
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


def scenarios(_: str, given: Namespace) -> list[str]:
    """Offer the scenarios of the pack."""
    return [name for name in _opened(given).program.worlds if name]


def options(prefix: str, given: Namespace) -> list[str]:
    """Offer `name=` of each option, and behind it what it may be."""
    known = open_pack(find_pack(given.pack)).options
    name, sign, _ = prefix.partition("=")
    if not sign:
        return [f"{each}=" for each in known]
    values = known.get(plain(name), ())[:MOST]
    return [f"{name}={plain(value)}" for value in values]


def arguments(prefix: str, given: Namespace) -> list[str]:
    """Offer `name=` of what the procedure takes, and behind it what fits."""
    pack = _opened(given)
    takes = {each.name: each.type for each in _entry(pack, given).takes}
    return _assigned(prefix, takes, pack, given)


def answers(prefix: str, given: Namespace) -> list[str]:
    """Offer `name=` of what is asked or chosen, and behind it what fits."""
    pack = _opened(given)
    asked = choices(pack.program, _entry(pack, given).procedure)
    types = {each.label: each.open_type or each.type for each in asked.values()}
    return _assigned(prefix, types, pack, given)


def dice(_: str, given: Namespace) -> list[str]:
    """Offer `name=` of each roll."""
    pack = _opened(given)
    rolled = chances(pack.program, _entry(pack, given).procedure)
    return list(dict.fromkeys(f"{each.label}=" for each in rolled.values()))


def policies(_: str, given: Namespace) -> list[str]:
    """Offer the policies of the pack and the plain defaults."""
    return [*_opened(given).program.policies, *DEFAULTS]


def seats(_: str, given: Namespace) -> list[str]:
    """Offer who may look: the seats of a game that was begun, or of a scenario."""
    pack, scenario = _played(given)
    return [*_ids(pack.program.declared.seat_kind, pack, scenario), JUDGE_NAME]


def players(prefix: str, given: Namespace) -> list[str]:
    """Offer `name=` of each seat, and behind it who may answer."""
    name, sign, _ = prefix.partition("=")
    if not sign:
        return [f"{each}=" for each in seats(prefix, given)]
    known = (*_played(given)[0].program.policies, *DEFAULTS)
    who = (PERSON, LATER, *(f"{POLICY}:{each}" for each in known))
    return [f"{name}={each}" for each in who]


def _played(given: Namespace) -> tuple[Pack, str]:
    """Return what a game is played by: as its file says, else as the line does."""
    path = Path(given.game)
    if is_begun(path):
        header = journals.read(path).events[0]
        session = session_of(path, header, given.pack, own=False)
        return session.pack, session.scenario
    pack = _opened(given)
    return pack, _scenario(pack, given)


def names(prefix: str, given: Namespace) -> list[str]:
    """Offer what `show` prints; the ids of rules only where one was begun, for there
    are hundreds."""
    pack = _opened(given)
    program, declared = pack.program, pack.program.declared
    found = (
        program.entries, pack.options, program.worlds, program.procedures,
        declared.tables, declared.modifiers, declared.formulas, declared.kinds,
        declared.events, program.policies,
    )  # fmt: skip
    every = dict.fromkeys(name for each in found for name in each)
    fit = [name for name in every if name and "__" not in name and "." not in name]
    return [*fit, *(_rules(prefix, pack) if prefix else ())]


def _rules(prefix: str, pack: Pack) -> list[str]:
    """Return the ids of the rulebook, in the letters that were begun with."""
    books = (text for name, text in pack.sources.items() if name.endswith(RULEBOOK))
    ids = [id_ for book in books for id_ in _ID.findall(book.text)]
    return [each.lower() if prefix.islower() else each for each in ids]


def codes(prefix: str, _: Namespace) -> list[str]:
    """Offer the codes of problems, in the letters that were begun with."""
    return [code.lower() if prefix.islower() else code for code in CODES]


def _opened(given: Namespace) -> Pack:
    """Open the pack of a line, with the options that stand in it."""
    return open_pack(find_pack(given.pack), pairs(given.option, "--option"))


def _entry(pack: Pack, given: Namespace) -> EntryPoint:
    """Return what is run: the procedure named, else the `main` of the scenario."""
    scenario = _scenario(pack, given)
    name = given.procedure or pack.mains[scenario]
    return pack.program.entries[plain(name)]


def _scenario(pack: Pack, given: Namespace) -> str:
    named = plain(given.scenario or "")
    return next(each for each in pack.program.worlds if plain(each) == named)


def _assigned(
    prefix: str, types: dict[str, Type], pack: Pack, given: Namespace
) -> list[str]:
    name, sign, _ = prefix.partition("=")
    if not sign:
        return [f"{each}=" for each in types]
    kind = types.get(plain(name))
    if kind is None:
        return []
    scenario = _scenario(pack, given)
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
        return [plain(words.values[rank]) for rank in ranks]
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
    worlds = pack.program.worlds
    named = [worlds[scenario]] if scenario else worlds.values()
    return list(
        dict.fromkeys(plain(id_) for each in named for id_ in each.ids.get(kind, ()))
    )


ASKED = "_ARGCOMPLETE"
"""The variable that says that a shell asks, and where in the line our words begin."""
_BEHIND_VERB = "2"  # as for `python SCRIPT ...`: what stands before is passed over

Offer = Callable[[str, Namespace], Iterable[str]]

_OFFERS: tuple[tuple[str, Offer], ...] = (
    ("pack", packs),
    ("packs", packs),
    ("procedure", procedures),
    ("scenario", scenarios),
    ("values", arguments),
    ("option", options),
    ("answer", answers),
    ("dice", dice),
    ("policy", policies),
    ("name", names),
    ("code", codes),
    ("seat", seats),
    ("sitting", seats),
    ("players", players),
)
"""Who offers words for an argument, by its name in what was parsed."""

PATIENCE = 30.0
"""Seconds after which a shell gets no words."""

FILES = ("answers", "game", "file")
"""Arguments that are the name of a file."""


def complete(verbs: Sequence[tuple[str, str]]) -> None:
    """Write the words for the line that a shell asks about, and end the process."""
    try:
        with time_limit.at_most(PATIENCE if time_limit.HAS_ALARMS else None):
            parser = _parser(verbs)
            CompletionFinder()(
                parser,
                always_complete_options=False,
                default_completer=SuppressCompleter(),
            )
    finally:
        os._exit(1)


def _parser(verbs: Sequence[tuple[str, str]]) -> Parser:
    """Return the parser of the verb that stands in the line; before it, one of verbs.

    What every verb takes is added by `main`, whose order of words this follows.
    """
    point = int(os.environ["COMP_POINT"])
    before = split_line(os.environ["COMP_LINE"], point)[3]
    verb = before[1] if len(before) > 1 else ""
    about = dict(verbs)
    names = list(about)
    if verb in about:
        os.environ[ASKED] = _BEHIND_VERB
        parser = Parser(verb, about[verb])
        import_module(f"interpreter.cli.{verb}").configure(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")
        time_limit.configure(parser, verb)
        _attach(parser)
        return parser
    parser = Parser("", "")
    if verb == "help":
        os.environ[ASKED] = _BEHIND_VERB
    else:
        names.append("help")
        parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument("verb", choices=names)
    return parser


def _attach(parser: Parser) -> None:
    known = dict(_OFFERS)
    for action in parser._actions:
        offer = known.get(action.dest)
        if offer is not None:
            _completer(action, _quiet(offer))
        elif action.dest in FILES:
            _completer(action, FilesCompleter())
        elif action.dest in ("folder", "held"):
            _completer(action, DirectoriesCompleter())


def _completer(action: Action, completer: Callable[..., Iterable[str]]) -> None:
    """Give an argument its completer, where the library looks for it."""
    action.completer = completer  # type: ignore[attr-defined]


def _quiet(offer: Offer) -> Callable[..., list[str]]:
    """Return a completer that offers nothing where a pack or a word is not right."""

    def completed(prefix: str, parsed_args: Namespace, **_: object) -> list[str]:
        try:
            return [each for each in offer(prefix, parsed_args) if each.isprintable()]
        except Exception:  # nobody waits for an explanation at a half-typed line
            return []

    return completed
