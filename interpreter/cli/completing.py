"""What a shell asks for: the words that can be typed at the cursor.

The script of `umpire completion` calls us with the line in the environment, and reads
words from a stream of its own; stdout and stderr go nowhere. Whatever goes wrong, there
are no words.
"""

import os
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

from interpreter.app import completing as offers
from interpreter.app.alarms import at_most, can_ring
from interpreter.app.completing import PartialCommand
from interpreter.cli import terminal
from interpreter.cli.arguments import pairs
from interpreter.cli.parser import Parser, module_of
from interpreter.ruleset.finding import HEAD, pack_folders

ASKED = "_ARGCOMPLETE"
"""The variable that says that a shell asks, and where in the line our words begin."""
_AFTER_VERB = "2"  # as for `python SCRIPT ...`: words before the verb are skipped

Offer = Callable[[str, PartialCommand], Iterable[str]]


def packs(prefix: str, _: PartialCommand) -> Iterator[str]:
    """Offer the packs that are installed, packs here, and folders to walk into."""
    yield from (each.name for each in pack_folders())
    below = "/" in prefix or prefix.startswith(".")
    for folder in DirectoriesCompleter()(prefix=prefix):
        if (Path(folder).expanduser() / HEAD).is_file():
            yield folder.rstrip("/")
        elif below:
            yield folder


_OFFERS: tuple[tuple[str, Offer], ...] = (
    ("pack", packs),
    ("packs", packs),
    ("extends", packs),
    ("scenario_of", packs),
    ("like", offers.scenarios),
    ("procedure", offers.procedures),
    ("scenario", offers.scenarios),
    ("values", offers.arguments),
    ("fields", offers.fields),
    ("option", offers.options),
    ("against", packs),
    ("houses", packs),
    ("against_option", offers.options),
    ("against_with", offers.arguments),
    ("against_set", offers.fields),
    ("answer", offers.answers),
    ("dice", offers.dice),
    ("policy", offers.policies),
    ("name", offers.names),
    ("code", offers.codes),
    ("codes", offers.codes),
    ("seat", offers.seats),
    ("sitting", offers.seats),
    ("players", offers.players),
)
"""Who offers words for an argument, by its name in what was parsed."""

PATIENCE = 30.0
"""Seconds after which a shell gets no words."""

FILES = ("answers", "game", "file", "paths")
"""Arguments that are the name of a file."""


def complete(verbs: Sequence[tuple[str, str]]) -> None:
    """Write the words for the line that a shell asks about, and end the process."""
    try:
        with at_most(PATIENCE if can_ring() else None):
            parser = _parser(verbs)
            CompletionFinder()(
                parser,
                always_complete_options=False,
                default_completer=SuppressCompleter(),
            )
    finally:
        os._exit(1)


def _parser(verbs: Sequence[tuple[str, str]]) -> Parser:
    """Return the parser of the verb that is in the line; before it, one of verbs.

    What every verb takes is added by `main`, whose order of words this follows.
    """
    point = int(os.environ["COMP_POINT"])
    before = split_line(os.environ["COMP_LINE"], point)[3]
    verb = before[1] if len(before) > 1 else ""
    about = dict(verbs)
    names = list(about)
    if verb in about:
        os.environ[ASKED] = _AFTER_VERB
        parser = Parser(verb, about[verb])
        import_module(module_of(verb)).configure(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")
        terminal.configure(parser, verb)
        _attach(parser)
        return parser
    parser = Parser("", "")
    if verb == "help":
        os.environ[ASKED] = _AFTER_VERB
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
            line = _partial(parsed_args)
            return [word for word in offer(prefix, line) if word.isprintable()]
        except Exception:  # nobody waits for an explanation at a half-typed line
            return []

    return completed


def _partial(command: Namespace) -> PartialCommand:
    """Return what was typed so far; an argument that the verb lacks is left out."""
    known = vars(command)
    game = known.get("game")
    return PartialCommand(
        known.get("pack") or known.get("scenario_of") or "",
        pairs(known.get("option") or (), "--option"),
        known.get("scenario") or "",
        known.get("procedure") or "",
        None if game is None else Path(game),
        known.get("pack"),
    )
