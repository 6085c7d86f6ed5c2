"""A hundred game files that an umpire forged, each found by what a seat kept.

The forger has everything: the secret, the pack, this program. He changes a game that
was played, makes all hashes anew, and where he exchanges the secret or a word, all dice
too. What he does not have is what the seats were handed while it was played.
"""

import io
import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from interpreter.app.opening.games import OpenGame, written
from interpreter.app.playing.handouts import handed_out
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UmpireError
from interpreter.engine.dice import KeyedDice
from interpreter.games.dice_words import words_of
from interpreter.games.state import GameProgress
from interpreter.journal.journal import line_of
from interpreter.journal.secret import commitment, secret_file
from interpreter.views.visibility import ALL_SEATS
from tests.games.playing import PACKS, call, done
from tests.games.test_dice_page import checker
from tests.secrets.worlds import another

Events = list[dict[str, Any]]
Forger = Callable[[Events, Random], "Events | None"]
TABLES = (
    ("answering", "table", True),
    ("hiding", "meadow", True),
    ("couriers", "plain", False),
    ("masks", "room", False),
)
"""Packs, their scenarios, and whether seats give words."""
GAMES = 2  # of each pack
MOST = 40  # choices of a game
FORGED = 100


@dataclass(frozen=True)
class Played:
    """A game that was played: its file, its secret, and of each seat what it was handed
    last, with the event up to which that is bound."""

    name: str
    opened: OpenGame
    data: bytes
    secret: bytes
    events: Events
    kept: dict[str, Any]


def answer(opened: OpenGame, course: GameProgress, random: Random) -> tuple[Any, Any]:
    """Return a question that is open and an answer to it, at random."""
    question = random.choice(course.open())
    stop, session = question.stop, opened.session
    found = []
    for part in question.parts:
        if part.offered is None:
            kind = stop.instruction.type
            value = another(kind, session.program, session.scenario, random)
        elif stop.how_many is None:
            value = random.choice(part.offered)
        else:
            least, most = stop.how_many
            count = random.randint(least, min(most, len(part.offered)))
            value = tuple(random.sample(part.offered, count))
        found.append(value)
    return question, tuple(found)


def play(path: Path, pack: str, scenario: str, words: bool, random: Random) -> Played:
    """Play a game at random."""
    folder = PACKS / pack
    begun = ("play", folder, scenario, "--game", path)
    if words:
        done(*begun, "--words")
        for number, seat in enumerate(json.loads(path.read_text())["words"]):
            done("word", path, "--as", seat, f"word {number} {random.random()}")
    else:
        call(*begun)  # it ends where somebody is asked
    nobody = Terminal(io.StringIO(), io.StringIO(), io.StringIO())
    kept: dict[str, Any] = {}
    with written(path, None, nobody.say) as found:
        game = found.game
        falls = found.opened.falls
        game.go(falls)
        for _ in range(MOST):
            if game.course.is_finished or not game.course.open():
                break
            for _ in range(50):
                question, given = answer(found.opened, game.course, random)
                try:
                    game.choose(question, given, "person", falls)
                except UmpireError:
                    continue
                break
        opened = OpenGame(
            *(path, found.opened.header, game.journal.events),
            *(found.opened.session, found.opened.beginning, game.journal.hashes),
        )
        for seat in (*opened.beginning.seats.values(), ALL_SEATS):
            files = handed_out(opened, game.course, seat, drawn=False)
            kept[opened.beginning.seat_name(seat)] = json.loads(files["report.json"])
    secret = bytes.fromhex(secret_file(path).read_text())
    events = [deepcopy(dict(event)) for event in opened.events]
    name = f"{pack} {scenario}"
    return Played(name, opened, path.read_bytes(), secret, events, kept)


@cache
def games() -> tuple[Played, ...]:
    """Return the games that are forged."""
    found = []
    with TemporaryDirectory() as folder:
        for pack, scenario, words in TABLES:
            for number in range(GAMES):
                path = Path(folder) / f"{pack}{number}.game"
                random = Random(f"{pack} {number}")
                found.append(play(path, pack, scenario, words, random))
    return tuple(found)


def places(events: Events, **wanted: Any) -> list[int]:
    """Return where events with some values stand."""
    return [
        at
        for at, event in enumerate(events)
        if all(event.get(name) == value for name, value in wanted.items())
    ]


def an_answer(events: Events, random: Random) -> Events | None:
    """One choice says what another choice of the same step says."""
    chosen = places(events, event="choice")
    pairs = [
        (one, other)
        for one in chosen
        for other in chosen
        if events[one]["at"] == events[other]["at"]
        and events[one]["values"] != events[other]["values"]
    ]
    if not pairs:
        return None
    one, other = random.choice(pairs)
    values = zip(events[one]["values"], events[other]["values"], strict=False)
    events[one]["values"] = [[mine[0], theirs[1]] for mine, theirs in values]
    return events


def a_die(events: Events, random: Random) -> Events | None:
    """Another face."""
    rolls = [at for at in places(events, event="roll") if events[at]["faces"]]
    if not rolls:
        return None
    event = events[random.choice(rolls)]
    face, sides = event["faces"][0], event["sides"]
    event["faces"][0] = face % sides + 1
    return events if sides > 1 else None


def field(name: str, *values: Any) -> Forger:
    """Return who writes something else into a field of an event."""

    def forge(events: Events, random: Random) -> Events | None:
        having = [at for at, event in enumerate(events) if at and name in event]
        having = having or places(events, event="roll")  # it is added there
        if not having:
            return None
        event = events[random.choice(having)]
        event[name] = random.choice(
            [each for each in values if each != event.get(name)]
        )
        return events

    forge.__name__ = f"the field {name}"
    return forge


def a_wait(events: Events, random: Random) -> Events | None:
    """A choice of a person says that the game waited, as it is never written."""
    chosen = places(events, event="choice", by="person")
    if not chosen:
        return None
    events[random.choice(chosen)]["waited"] = True
    return events


def header(name: str, *values: Any) -> Forger:
    """Return who writes something else into the first line."""

    def forge(events: Events, random: Random) -> Events | None:
        events[0][name] = random.choice(values)
        return events

    forge.__name__ = f"the first line, {name}"
    return forge


def a_line_dropped(events: Events, random: Random) -> Events | None:
    """From the middle or the end."""
    if len(events) < 2:
        return None
    del events[random.randrange(1, len(events))]
    return events


def the_end_cut_off(events: Events, random: Random) -> Events | None:
    """Any number of lines."""
    return events[: random.randrange(1, len(events))] if len(events) > 1 else None


def a_line_added(events: Events, random: Random) -> Events | None:
    """One that stands there already."""
    if len(events) < 2:
        return None
    at = random.randrange(1, len(events))
    events.insert(at, deepcopy(events[random.randrange(1, len(events))]))
    return events


def two_lines_swapped(events: Events, random: Random) -> Events | None:
    """Neighbours that are not the same."""
    pairs = [at for at in range(1, len(events) - 1) if events[at] != events[at + 1]]
    if not pairs:
        return None
    at = random.choice(pairs)
    events[at], events[at + 1] = events[at + 1], events[at]
    return events


def an_undo(events: Events, random: Random) -> Events | None:
    """As if the judge had taken something back, and it was played again."""
    if len(events) < 4:
        return None
    at = random.randrange(2, len(events) - 1)
    undo = {"event": "undo", "to": at - 1}
    return [*events[: at + 1], undo, *deepcopy(events[at:])]


def a_word(events: Events, random: Random) -> Events | None:
    """With all dice made to fit."""
    given = places(events, event="word")
    if not given:
        return None
    events[random.choice(given)]["word"] = f"another {random.random()}"
    return events


def another_secret(events: Events, random: Random) -> Events | None:
    """With all dice made to fit; told apart by the flag that `forged` takes out."""
    return [*events, {"event": "another secret", "key": random.randbytes(64).hex()}]


FORGERS: Sequence[Forger] = (
    an_answer, a_die, a_line_dropped, a_line_added, the_end_cut_off,
    two_lines_swapped, an_undo, a_word, another_secret,
    field("by", "person", "file", "given", "policy:first"),
    field("sides", 10**30, 1.5, 7), field("typed", True), field("seat", "nobody"),
    field("at", "nowhere"), field("note", "x"), field("waited", False, 1, "yes"),
    a_wait,
    header("seats", {}, {"judge": "policy:first"}, {"judge": "policy:random"}),
    header("meaning", "0" * 64), header("dice", "real", "loaded"),
    header("scenario", "elsewhere"), header("files", "f" * 64),
    header("options", {"fog": "no"}), header("words", ["a"]), header("note", 1),
    header("chain", [["elsewhere", ""]]), header("with", [1]),
)  # fmt: skip


def refitted(events: Events, key: bytes) -> None:
    """Roll all dice again, and draw nothing: with another key of the dice."""
    for event in events:
        if event.get("event") == "roll" and not event.get("typed"):
            faces = KeyedDice(key).roll(
                event["key"], len(event["faces"]), event["sides"]
            )
            event["faces"] = [*faces]


def forged(game: Played, forger: Forger, random: Random) -> tuple[Events, bytes] | None:
    """Return the events of a forged game and its secret; None where there is nothing of
    the kind to forge."""
    made, secret = forger(deepcopy(game.events), random), game.secret
    if made is None:
        return None
    if forger is another_secret:
        secret = bytes.fromhex(made.pop()["key"])
        made[0]["secret"] = commitment(secret)
    if made[: len(game.events)] == game.events:
        return None  # what only goes on is no forgery
    if forger in (another_secret, a_word):
        key = secret[:32]
        refitted(made, words_of(made).mixed(key))
    return made, secret


def bytes_of(events: Events) -> bytes:
    """Return events as a journal, with hashes of their own."""
    data, before = b"", ""
    for event in events:
        line, before = line_of(event, before)
        data += line
    return data


def forgeries() -> Iterator[tuple[str, Played, Events, bytes]]:
    """Yield a hundred forged games, each kind as often as there is something for it."""
    random, count, at = Random(15), 0, 0
    while count < FORGED:
        forger = FORGERS[at % len(FORGERS)]
        game = games()[(at + at // len(FORGERS)) % len(games())]
        at += 1
        made = forged(game, forger, random)
        if made is not None:
            count += 1
            yield f"{game.name}: {forger.__name__} ({at})", game, *made


@pytest.fixture(scope="module")
def every() -> list[tuple[str, Played, Events, bytes]]:
    """Give them, made once."""
    return list(forgeries())


def test_what_was_played_is_found_as_it_was() -> None:
    """Nothing speaks against the games themselves; receipts are theirs."""
    check = checker()["check"]
    for game in games():
        faults, found = check(game.data, game.secret, game.kept)
        assert faults == [], game.name
        assert len(found) == 1 + len(game.kept)
        assert len(game.events) > 4, game.name
    assert len({game.name for game in games()}) == len(TABLES)


def test_a_hundred_forgeries_are_found_by_what_a_seat_kept(
    every: list[tuple[str, Played, Events, bytes]],
) -> None:
    """By the checker of the page, with what each seat kept that knew of an event at or
    after the first that was changed."""
    check, missed = checker()["check"], []
    for name, game, events, secret in every:
        kept = bound(game, events)
        assert kept, name
        data = bytes_of(events)
        for seat, handout in kept.items():
            faults, _ = check(data, secret, {seat: handout})
            if not any(fault.startswith(seat) for fault in faults):
                missed.append(f"{name}, {seat}")
    assert missed == []
    assert len(every) == FORGED
    kinds = {name.partition(": ")[2].partition(" (")[0] for name, *_ in every}
    assert kinds == {forger.__name__ for forger in FORGERS}


def bound(game: Played, events: Events) -> dict[str, Any]:
    """Return the handouts whose receipts cover the first event that was changed."""
    pairs = zip(game.events, events, strict=False)
    same = [one == other for one, other in pairs]
    first = same.index(False) if False in same else len(same)
    heads = checker()["read_lines"](game.data)[1]
    names = checker()
    found = {}
    for seat, handout in game.kept.items():
        for number, head in enumerate(heads):
            message = names["encoded"]("receipt", seat, head)
            receipt = names["keyed"](game.secret[32:], message).hex()
            if receipt == handout["proof"]["receipt"] and number >= first:
                found[seat] = handout
    return found


def test_verify_finds_each_with_what_a_seat_kept(
    every: list[tuple[str, Played, Events, bytes]], tmp_path: Path
) -> None:
    """The program itself, which reads the rules too."""
    missed = []
    for at, (name, game, events, secret) in enumerate(every[::3]):
        path = tmp_path / f"{at}.game"
        path.write_bytes(bytes_of(events))
        secret_file(path).write_text(secret.hex() + "\n")
        secret_file(path).chmod(0o600)
        seat, handout = next(iter(bound(game, events).items()))
        (tmp_path / "held.json").write_text(json.dumps(handout), "utf-8")
        pack = game.opened.session.pack.folder
        words = ("--pack", pack, "--held", tmp_path / "held.json")
        if call("verify", path, *words)[0] == 0:
            missed.append(f"{name}, {seat}")
    assert missed == []


IGNORED = (
    (1, "by", "nobody"), (1, "by", "policy:nobody"), (1, "by", 7),
    (1, "values", [[None, {"kind": "piece", "id": "mirror", "note": 1}]]),
    (2, "sides", 10**30), (2, "sides", 6.0), (2, "faces", [6.0]), (2, "typed", True),
    (2, "typed", False), (2, "note", "x"),
    (0, "dice", "loaded"), (0, "meaning", "0" * 64),
    (0, "files", "x"), (0, "seats", {"nobody": "policy:first"}),
    (0, "seats", {"north_side": "policy:nobody"}), (0, "seats", {"north_side": "me"}),
    (0, "note", 1), (0, "entry", "Day"), (0, "secret", "0" * 64), (0, "words", ["x"]),
)  # fmt: skip
"""Fields that `verify` once did not look at, and what they cannot be."""


@pytest.fixture(scope="module")
def played() -> tuple[bytes, bytes]:
    """Give a game that two policies played, and its secret."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.game"
        both = [f"{side}_side=policy:careful" for side in ("north", "south")]
        seats = [word for each in both for word in ("--seat", each)]
        begun = ("play", PACKS / "answering", "table", "--game", path, "--seed", "one")
        done(*begun, *seats)
        return path.read_bytes(), secret_file(path).read_bytes()


@pytest.mark.parametrize(("at", "name", "value"), IGNORED)
def test_verify_looks_at_every_field(
    at: int, name: str, value: Any, played: tuple[bytes, bytes], tmp_path: Path
) -> None:
    """With new hashes and nothing held: what could not be written is found."""
    lines = [json.loads(line) for line in played[0].splitlines()]
    events = [{k: v for k, v in line.items() if k != "hash"} for line in lines]
    assert name not in events[at] or json.dumps(events[at][name]) != json.dumps(value)
    events[at][name] = value
    path = tmp_path / "a.game"
    secret_file(path).write_bytes(played[1])
    secret_file(path).chmod(0o600)
    path.write_bytes(bytes_of([dict(line) for line in events]))
    code, out, talk = call("verify", path)
    assert code in (1, 2, 3, 5), (out, talk)


@pytest.mark.parametrize(
    "event",
    [
        {"event": "undo", "to": 1}, {"event": "undo", "to": 2},
        {"event": "undo", "to": 1, "consent": ["north_side"]},
        {"event": "undo", "to": 1, "consent": 7}, {"event": "undo", "to": "1"},
        {"event": "undo", "to": 1, "consent": ["south_side"], "note": 1},
        {"event": "undo", "to": 99, "consent": ["south_side"]},
    ],
)  # fmt: skip
def test_an_undo_is_looked_at(
    event: dict[str, Any], played: tuple[bytes, bytes], tmp_path: Path
) -> None:
    """Whoever could have seen what it takes back stands in it; and what it took back
    is worked out again, too."""
    lines = [json.loads(line) for line in played[0].splitlines()]
    events = [{k: v for k, v in line.items() if k != "hash"} for line in lines][:3]
    path = tmp_path / "a.game"
    secret_file(path).write_bytes(played[1])
    secret_file(path).chmod(0o600)
    path.write_bytes(bytes_of(events))
    done("undo", path, "--to", 1, "--consent")
    good = json.loads(path.read_text().splitlines()[-1])
    del good["hash"]
    assert good != event
    for undo, code in ((good, 0), (event, 1)):
        path.write_bytes(bytes_of([*events, undo]))
        found, _, talk = call("verify", path)
        assert (found > 0) == code, (undo, talk)
        assert found in (0, 1, 3, 5)
    events[2]["faces"] = [events[2]["faces"][0] % 6 + 1]
    path.write_bytes(bytes_of([*events, good]))
    assert call("verify", path)[0] == 1


def test_a_policy_is_asked_again(played: tuple[bytes, bytes], tmp_path: Path) -> None:
    """An answer that the policy does not give is found, though the rules allow it."""
    lines = [json.loads(line) for line in played[0].splitlines()]
    events = [{k: v for k, v in line.items() if k != "hash"} for line in lines]
    assert events[1]["values"] == [[None, {"kind": "piece", "id": "mirror"}]]
    events = events[:2]
    events[1]["values"] = [[None, {"kind": "piece", "id": "button"}]]
    path = tmp_path / "a.game"
    secret_file(path).write_bytes(played[1])
    secret_file(path).chmod(0o600)
    for by, code in (("policy:careful", 1), ("person", 0)):
        events[1]["by"] = by
        path.write_bytes(bytes_of(events))
        assert call("verify", path)[0] == code, by
