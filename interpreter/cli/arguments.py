"""Arguments that several verbs take: how they are declared and what they mean."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.app.opening import session as sessions
from interpreter.app.opening.answers import TypedAnswers, answers_in_file
from interpreter.app.opening.games import OpenGame, looked_at, refuse_other
from interpreter.app.opening.session import Session
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import LimitExceeded, Unusable, UsageError
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.ruleset.finding import find_pack, pack_folders
from interpreter.source import normalised

if TYPE_CHECKING:
    from interpreter.yaml import Node

# Whole numbers, and texts `name=value`.

_DIGITS = 12


def positive(option: str, text: str) -> int:
    """Return a whole number from 1; raises Unusable."""
    plain = text.replace("_", "").replace(",", "")
    if not (plain.isascii() and plain.isdecimal()):
        raise Unusable(f"{option} '{text}' is no whole number from 1")
    if not plain.strip("0"):
        raise Unusable(f"{option} must be 1 or more")
    # a longer one is beyond every limit, and its limit says so
    return int(plain) if len(plain) <= _DIGITS else 10**_DIGITS


def workers_of(text: str | None) -> int:
    """Return how many processes are wanted, one for each core unless it is given."""
    # imported late: it is for what takes long
    from interpreter.engine.simulation.estimates import MOST_WORKERS

    if text is None:
        return min(os.cpu_count() or 1, MOST_WORKERS)
    if (workers := positive("--workers", text)) > MOST_WORKERS:
        raise LimitExceeded("workers", MOST_WORKERS)
    return workers


def from_zero(option: str, text: str) -> int:
    """Return a whole number from 0; raises Unusable."""
    if text.isascii() and text.isdecimal():
        return positive(option, text) if text.strip("0") else 0
    raise Unusable(f"{option} '{text}' is no whole number from 0")


def pairs(texts: Iterable[str], option: str) -> dict[str, str]:
    """Return name and text of each `name=text`; no name may occur twice."""
    found: dict[str, str] = {}
    for each in texts:
        name, sign, text = each.partition("=")
        if not sign or not name.strip():
            hint = f"write {option} name=value"
            lacks = "name" if sign else "value"
            raise UsageError(f"{option} '{each}' has no {lacks}", hint)
        key = normalised(name)
        if key in found:
            hint = "leave one of them out"
            raise UsageError(f"{option} {name.strip()} is given twice", hint)
        found[key] = text.strip()
    return found


# The pack, what is run of it, and its arguments.


def configure_pack(parser: Parser) -> None:
    """Add the pack and its options."""
    parser.add_argument("pack", metavar="PACK", help="a name or a path")
    configure_option(parser)
    configure_house(parser)


def configure_house(parser: Parser) -> None:
    """Add house rules that are put on the pack."""
    parser.add_argument(
        "--house",
        action="append",
        default=[],
        dest="houses",
        metavar="OVERLAY",
        help="put an overlay of the pack on it; several hold together, and their order "
        "is no matter",
    )


def folder_of(arguments: Namespace, pack: str | None = None) -> Path:
    """Return the folder of the pack, or of another, with its house rules."""
    name, houses = pack or arguments.pack, getattr(arguments, "houses", ())
    if not houses:
        return find_pack(name)
    # imported late: most calls put nothing on a pack
    from interpreter.app.authoring.houses import with_houses

    return with_houses(name, houses)


def configure_option(parser: Parser) -> None:
    """Add what switches the options of a pack."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the pack; may be repeated",
    )


def configure_dry_run(parser: Parser) -> None:
    """Add that a verb which edits files only shows what it would write."""
    parser.add_argument(
        "--dry-run",
        "--diff",
        dest="dry_run",
        action="store_true",
        help="write nothing: print what would change as a unified diff",
    )


def configure_run(parser: Parser, *, needed: bool = True) -> None:
    """Add what every way of running takes; the procedure perhaps not `needed`."""
    configure_pack(parser)
    parser.add_argument(
        "procedure",
        metavar="PROCEDURE",
        nargs="?",
        help="an entry point, a procedure, a formula, modifiers or a table"
        + ("" if needed else "; without one, the 'main' of the scenario"),
    )
    parser.add_argument(
        "--scenario",
        default="",
        metavar="NAME",
        help="a scenario of the pack: the entities at the beginning",
    )
    configure_with(parser)


def configure_all(parser: Parser) -> None:
    """Add the option that explains more."""
    parser.add_argument(
        "--all",
        action="store_true",
        help="with --explain: say too why rows did not apply, which conditions were "
        "tested, and what else was worked out",
    )


def need_explain(arguments: Namespace) -> None:
    """Raise a UsageError for --all without --explain."""
    if arguments.all and not arguments.explain:
        raise UsageError("--all belongs to --explain", "add --explain, or leave it out")


def configure_with(parser: Parser) -> None:
    """Add the arguments of what is run."""
    parser.add_argument(
        "--with",
        action="append",
        default=[],
        dest="values",
        metavar="NAME=VALUE",
        help="an argument of the procedure: a number, a word, an entity's id; odds and "
        "simulate also take several: 5..8, 0..20 by 5, a list with commas, all; may be "
        "repeated",
    )


def configure_set(parser: Parser) -> None:
    """Add fields of a scenario's entities with other values."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="fields",
        metavar="ENTITY.FIELD=VALUE",
        help="begin with another value of a field of an entity of the scenario, or "
        "with KIND.FIELD of each of a kind; may be repeated",
    )


def pack_of(arguments: Namespace) -> Pack:
    """Open the pack with the options given."""
    return open_pack(folder_of(arguments), pairs(arguments.option, "--option"))


def opened(arguments: Namespace) -> Session:
    """Return what is to be run; raises the error of what does not fit."""
    pack = pack_of(arguments)
    values = pairs(arguments.values, "--with")
    scenario, procedure = arguments.scenario, arguments.procedure
    session = sessions.opened(pack, scenario, procedure, values)
    if fields := pairs(getattr(arguments, "fields", ()), "--set"):
        # imported late: few runs begin with other values
        from interpreter.app.opening.settings import changed

        return changed(session, fields)
    return session


# What is asked or chosen, answered beforehand.


def configure_answers(parser: Parser) -> None:
    """Add answers on the line, and in a file."""
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the answer to the question or choice of that name; a list as [1, 2], a "
        "map or a record as {a: 1}; repeat it to answer successive questions (run)",
    )
    parser.add_argument(
        "--answers",
        metavar="FILE",
        help="a file of names and answers (YAML or JSON), or a list of such maps for "
        "successive questions (run); - is stdin",
    )


def typed_answers(arguments: Namespace, terminal: Terminal) -> TypedAnswers:
    """Return the answers of a command line; those of `--answer` win over the file's,
    in which a list of maps is for one asking after the other."""
    texts: dict[str, list[str | Node]] = {}
    in_turn = False
    if arguments.answers is not None:
        texts, in_turn = answers_in_file(arguments.answers, terminal.source)
    typed: dict[str, list[str | Node]] = {}
    for answer in arguments.answer:
        for name, text in pairs([answer], "--answer").items():
            typed.setdefault(name, []).append(text)
    turns = frozenset(texts.keys() - typed.keys() if in_turn else ())
    return TypedAnswers({**texts, **typed}, turns)


# `--seed`: the secret from which all dice of a call follow.

SECRET_BYTES = 8


def configure_policy(
    parser: Parser, without: str = "", who: str = "who answers, or who for a seat"
) -> None:
    """Add `who` answers choices; `without` says who does when nothing is given."""
    who = f"{who}: of the pack, or first, last, random"
    text = f"{who}; without it {without}" if without else who
    parser.add_argument("--policy", metavar="[SEAT=]NAME", action="append", help=text)


def policy_text(arguments: Namespace) -> str | None:
    """Return the policies given, as one text; None for none."""
    return ", ".join(arguments.policy) if arguments.policy else None


def configure_seed(parser: Parser) -> None:
    """Add the seed."""
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        help="any text on one line; the same text, the same dice",
    )


def given_seed(arguments: Namespace) -> str | None:
    """Return the seed given, or None; a UsageError for one that a line cannot show as
    it is, and which therefore nobody could type again."""
    seed: str | None = arguments.seed
    if seed is not None and not seed.isprintable():
        hint = "write it on one line, in letters, digits, signs and plain spaces"
        raise UsageError("--seed has characters that cannot be printed", hint)
    return seed


def seed_of(arguments: Namespace) -> str:
    """Return the seed given, or a fresh one."""
    seed = given_seed(arguments)
    return os.urandom(SECRET_BYTES).hex() if seed is None else seed


# A game file, and who looks.


def configure_game(parser: Parser) -> None:
    """Add the game file of a verb that looks at one."""
    parser.add_argument("game", metavar="GAME", help="a game file of 'umpire play'")
    parser.add_argument(
        "--pack",
        metavar="PACK",
        help="the path of the ruleset, if it has moved since the game began",
    )


def configure_game_or_scenario(parser: Parser) -> None:
    """Add a game file, or a pack with a scenario, for a verb that reads either."""
    parser.add_argument(
        "pack_or_game",
        metavar="GAME",
        help="a game file of 'umpire play'; or, with --scenario, a pack",
    )
    parser.add_argument(
        "--scenario",
        default="",
        metavar="NAME",
        help="the beginning of a scenario of a pack",
    )
    configure_option(parser)
    parser.add_argument(
        "--pack",
        metavar="PACK",
        help="the path of the ruleset, if it has moved since the game began",
    )


def game_of(arguments: Namespace, terminal: Terminal) -> OpenGame:
    """Open the game file that is named where a pack could be; a UsageError for a
    pack, or for options that only a scenario takes."""
    name = arguments.pack_or_game
    file = Path(name)
    is_pack = not file.exists() and name in {folder.name for folder in pack_folders()}
    if is_pack or file.is_dir():
        what = "a ruleset" if is_pack else "a folder"
        hint = "give --scenario NAME; 'umpire show PACK' lists them"
        raise UsageError(f"'{name}' is {what}, not a game", hint)
    if arguments.option:
        hint = "leave --option out; a game keeps the options it was begun with"
        raise UsageError("--option is for a scenario", hint)
    return looked_at(file, arguments.pack, terminal.say)


ANYBODY = "a seat of the game, 'everyone' for what all seats know, or 'judge'"


def configure_seat(
    parser: Parser, default: str | None = None, who: str = ANYBODY
) -> None:
    """Add who looks; needed, unless there is a default."""
    parser.add_argument(
        "--as",
        dest="seat",
        required=default is None,
        default=default,
        metavar="SEAT",
        help=who + (f"; without it, {default}" if default else ""),
    )


def game_looked_at(arguments: Namespace, terminal: Terminal) -> OpenGame:
    """Open a game without touching it; damage is a GameFileError."""
    return looked_at(Path(arguments.game), arguments.pack, terminal.say)


def same_game(arguments: Namespace, found: OpenGame) -> None:
    """Refuse words of a command that say another game than the file holds."""
    options = pairs(arguments.option, "--option")
    refuse_other(found, arguments.scenario, arguments.procedure, options)
    if arguments.values:
        hint = "leave --with out; a game keeps what it was begun with"
        raise Unusable("what is played cannot change in mid-game", hint=hint)
    if arguments.words:
        raise UsageError("--words is for a game that begins", "leave it out")
    if arguments.seed is not None:
        raise UsageError("--seed is for a game that begins", "leave it out")
    if arguments.real_dice and not found.is_real:
        hint = "leave --real-dice out, or begin another game with it"
        raise Unusable("this game was begun with the program's dice", hint=hint)
