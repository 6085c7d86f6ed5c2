"""Command lines, lines of journals and files of handouts that nobody would write.

Each is drawn from its own seed and run in process. None may end with another exit code
than those that are documented, say that the program is at fault, take longer than SLOW
seconds of the processor, or change a game that it was not asked to take on.
"""

import io
import json
import os
import random
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

# An alarm of --max-time within its first import would spoil each later one here.
import numpy  # noqa: F401

from tests.trial import ROOT, Hangs, at_most

Result = dict[str, Any]
OF_A_JOB, OF_A_BATCH = 5000, 250
CODES = (0, 1, 2, 3, 4, 5)
SLOW, HANGS = 5.0, 120
PACKS = ("hello", "answering", "outposts", "hidden-rolls", "events", "tabletop")
OURS = re.compile("Traceback|R901 a fault of the program")
NESTED = "[" * 400 + "]" * 400

WORDS = (
    *("", " ", "-", "--", "=", "a=", "=b", "a=b=c", "--as", "--json", "--help", "-h"),
    *("0", "1", "-1", "+1", "1.5", "1e9", "1e-9", "1/3", "1/0", "٣", "²", "1_000"),
    *("9" * 30, "9" * 5000, "nan", "inf", "0x10", "yes", "no", "none", "judge"),
    *("x" * 255, "x" * 256, "é" * 200, "x" * 5000, "x/" * 2000, "../" * 3000),
    *(".", "..", "./..", "a.game", "b.game", "pipe", "link", "folder", "nowhere"),
    *("words.game", "waiting.game", "held", "held/log.json", "held/.umpire-files.json"),
    *("no/such/place", "a.game/x", "folder/", "a.game.secret", "reply", "x.svg"),
    *("x.txt", "x.SVG", "x.pdf", "/dev/null", "/dev/full", "~", "*", "?", "[a]", "a b"),
    *("\udcff", "\udc80x", "a\udcffb=1", "\ud800", "\0", "a\0b", "\n", "a\nb", "\r"),
    *(
        "\x1b[31m",
        "\x07",
        "\u202e",
        "\ufeff",
        "%s",
        "{x}",
        "{0}",
        "$x",
        "`x`",
        "'",
        '"',
    ),
    *(
        "{",
        "}",
        "[",
        "]",
        "[1, 2]",
        "{a: 1}",
        "&a",
        "*a",
        "!a",
        "# a",
        "- a",
        "a: b: c",
    ),
    *(NESTED, "(" * 300, "not " * 300 + "yes", "1000000d1000000", "d0", "2d6"),
    *("north_side", "south_side", "everyone", "table", "ridge", "weather", "red"),
    *("policy:first", "policy:nobody", "policy:", "person", "later", "R501", "bash"),
    *("dice=5,3", "5,3", "die=99999999999", "north_side=policy:first", "9,9,9"),
)
"""What may stand anywhere; nothing of it leads out of the folder of a trial."""

SEVERAL = (
    *("--against", "--against-option", "--against-set", "--against-with", "--csv"),
    *("--out", "--outcome", "--plot", "--set"),
)
OPTIONS: dict[str, tuple[str, ...]] = {
    "check": ("--errors", "--house", "--quick", "--strict", "--workers"),
    "show": ("--format", "--house", "--option"),
    "sheet": ("--for", "--format", "--house", "--option", "--out", "--sides"),
    "find": ("--all", "--house", "--option"),
    "new": ("--extends", "--from-nothing", "--like", "--scenario"),
    "fmt": ("--check", "--diff"),
    "lsp": ("--no-odds", "--stdio"),
    "serve": (
        *("--at", "--author", "--folder", "--host", "--invite", "--no-serve"),
        *("--pack", "--port", "--scenario", "--seat"),
    ),
    "fix": ("--code", "--diff", "--dry-run", "--unsafe"),
    "import-table": ("--dice", "--format", "--into", "--name"),
    "run": (
        *("--accept", "--all", "--answer", "--answers", "--dice", "--explain"),
        *("--option", "--policy"),
        *("--game", "--real-dice", "--rulings", "--real-cards", "--scenario"),
        *("--house", "--seed", "--set", "--with"),
    ),
    "odds": (
        *("--all", "--answer", "--answers", "--left-over", "--max-states"),
        *("--house", "--observe", "--option", "--policy", "--scenario", "--with"),
        *("--sensitivity", *SEVERAL),
    ),
    "simulate": (
        *("--answer", "--answers", "--house", "--option", "--policy", "--scenario"),
        *("--seed", "--with", "--workers"),
        *SEVERAL,
    ),
    "best": (
        *("--answer", "--answers", "--as", "--house", "--least", "--option"),
        *("--outcome", "--pack", "--policy", "--procedure", "--seed", "--suppose"),
        "--with",
    ),
    "whence": ("--house", "--option"),
    "diff": (
        *("--against-option", "--full", "--house", "--option", "--out"),
        "--scenario",
    ),
    "install": ("--dry-run", "--hash", "--replace"),
    "uninstall": (),
    "rebase": ("--diff", "--dry-run", "--from", "--keep", "--onto"),
    "play": (
        *("--answer", "--answers", "--as", "--game", "--option", "--real-dice"),
        *("--rulings", "--seat", "--seed", "--with", "--words", "--map"),
        "--screen",
    ),
    "word": ("--as", "--pack", "--sealed"),
    "view": ("--as", "--pack"),
    "map": (
        *("--as", "--of", "--option", "--out", "--pack", "--scenario", "--text"),
        *("--whole", "--page"),
    ),
    "handout": ("--as", "--obsidian", "--pack"),
    "export": ("--option", "--out", "--pack", "--scenario", "--with"),
    "answer": ("--pack",),
    "log": ("--all", "--as", "--pack", "--explain", "--since"),
    "undo": ("--consent", "--pack", "--to"),
    "correct": ("--add", "--pack", "--reason", "--remove", "--set"),
    "replay": ("--all", "--as", "--explain", "--out", "--pack", "--to"),
    "verify": ("--held", "--holds", "--pack"),
    "test": (
        *("--accept", "--all", "--changed", "--coverage", "--mutants", "--own"),
        *("--seed", "--workers"),
    ),
    "coverage": (),
    "explain": (),
    "schemas": (),
    "completion": (),
    "packs": (),
    "help": (),
    "": (),
}
FITTING: dict[str, tuple[str, ...]] = {
    "--as": ("north_side", "judge", "everyone"),
    "--extends": tuple(str(ROOT / "tests/packs" / name) for name in PACKS),
    "--like": ("table", "ridge"),
    "--format": ("markdown", "csv", "text", "foundry", "datasworn", "obsidian"),
    "--game": ("a.game", "b.game", "new.game", "words.game", "waiting.game"),
    "--scenario": ("table", "ridge"),
    "--seed": ("one",),
    "--trials": ("10", "20"),
    "--workers": ("1", "2"),
    "--held": ("held", "held/log.json", "held/report.json"),
    "--holds": ("0" * 64, sha256(b"pepper").hexdigest()),
    "--policy": ("first", "last", "random"),
    "--seat": ("judge=policy:first", "north_side=later"),
    "--dice": ("1", "5,3", "dice=5", "d6"),
    "--since": ("0", "1", "3"),
    "--to": ("0", "1", "3"),
    "--out": ("x.svg", "x.txt", "x.html", "-"),
    "--map": ("m.svg", "m.html"),
    "--page": ("phone", "desk", "print", "board"),
    "--left-over": ("1e-6", "1/1000"),
    "--max-states": ("1000",),
    "--pack": (str(ROOT / "tests/packs/answering"),),
    "--folder": ("games", "held", "new"),
    "--set": ("north_side.pride=3", "button.worth=9"),
    "--add": ("piece={side: north_side, worth: 3}",),
    "--remove": ("button", "mirror"),
    "--reason": ("a slip",),
}
"""What is right for an option, and is given most of the time."""
PLAYED = {
    "hello": ("weather",),
    "answering": ("table",),
    "outposts": ("ridge",),
    "tabletop": ("main",),
}
SECOND = {
    **dict.fromkeys(("handout", "schemas", "answer"), ("out", "held", "reply")),
    **{"explain": ("R501",), "word": ("reply",), "export": ("spoils",)},
    "find": ("rain", "seven", "7"),
}
"""What a verb takes behind its pack or game."""
SWITCHES = frozenset(
    "--quick --strict --explain --real-dice --rulings --real-cards --all --changed "
    "--from-nothing --text --consent --coverage --own --words --sealed --screen "
    "--obsidian --no-odds --no-serve --stdio".split()
)
ON_PACKS = frozenset("check show find run odds simulate play map test coverage".split())
ON_GAMES = ("a.game", "b.game", "words.game", "waiting.game")
TAKING_ON = frozenset("play answer undo word correct".split())
"""Verbs that write into a game."""
TIMED = frozenset("check run odds simulate test coverage".split())


def words_of(seed: int) -> list[str]:
    """Return a command line: most of it as it should be, some of it not."""
    dice = random.Random(f"argv {seed}")
    verb = dice.choice(list(OPTIONS))
    if dice.random() < 0.02:
        verb = dice.choice(WORDS)
    given = [verb, *(["--no-serve"] if verb == "serve" else [])]  # else it never ends
    name = dice.choice(PACKS)
    if dice.random() < 0.9:
        pack = str(ROOT / "tests/packs" / name)
        first = pack if verb in ON_PACKS else dice.choice(ON_GAMES)
        first = dice.choice(("mine", first)) if verb == "new" else first
        given.append(first)
    if verb in ("play", "run", "odds", "simulate") and dice.random() < 0.9:
        right = dice.random() < 0.7
        given.append(dice.choice(PLAYED.get(name, WORDS) if right else WORDS))
    if verb in SECOND and dice.random() < 0.7:
        given.append(dice.choice((*SECOND[verb], dice.choice(WORDS))))
    given += _options(verb, dice)
    given += dice.choices(WORDS, k=dice.choice((0,) * 9 + (1, 1, 2)))
    if verb == "simulate":
        given += ["--trials", dice.choice(("10", "10", "20", "0", "-1", "9" * 20))]
    if verb in TIMED:
        given += ["--max-time", dice.choice(("2", "2", "2", "2", "0.5"))]
    if dice.random() < 0.2:
        given.append("--json")
    return given


def _options(verb: str, dice: random.Random) -> list[str]:
    """Return some options of a verb, with values that fit more often than not."""
    given: list[str] = []
    for option in dice.sample(OPTIONS.get(verb, ()), len(OPTIONS.get(verb, ()))):
        needed = option in ("--as", "--game") and dice.random() < 0.8
        if needed or dice.random() < 0.2:
            given.append(option)
            if option not in SWITCHES:
                right = option in FITTING and dice.random() < 0.6
                given.append(dice.choice(FITTING[option] if right else WORDS))
            elif dice.random() < 0.05:
                given[-1] += "=" + dice.choice(WORDS)
    return given


VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2**70, 10**400, 1.5, -0.0, 1e308),
    *("", " ", "x", "\0", "\ud800", "\udcff", "x" * 300, "x" * 5000, "../" * 3000),
    *("nowhere", ".", "..", "/dev/null", "a.game", "judge", "policy:first", "policy:"),
    *("keyed", "real", "1/3", "9" * 5000, "{x}", "\x1b[31m", "\n"),
    *([], [[]], [None], [1, 2], ["a", "b"], [["a", "b"]], [["a", "b"], ["c", 5]]),
    *({}, {"a": 1}, {"a": "b"}, {"": ""}, {"a": None}, {"kind": "x", "number": 10**9}),
    {"umpire game": 1},
)


def changed(event: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return a copy of what stands in a line with something else in one place."""
    copy: dict[str, Any] = json.loads(json.dumps(event))
    copy.pop("hash", None)
    place: Any = copy
    while True:
        if isinstance(place, dict):
            keys: list[Any] = [key for key in place if key != "umpire game"]
        else:
            keys = list(range(len(place)))
        if not keys or dice.random() < 0.05:
            if isinstance(place, dict):
                place[dice.choice(("", "x", "event", "seats"))] = dice.choice(VALUES)
            else:
                place.append(dice.choice(VALUES))
            return copy
        key = dice.choice(keys)
        deeper = isinstance(place[key], (dict, list)) and place[key]
        if deeper and dice.random() < 0.6:
            place = place[key]
            continue
        if dice.random() < 0.15:
            del place[key]
        else:
            place[key] = dice.choice(VALUES)
        return copy


def chained(bodies: Sequence[bytes]) -> bytes:
    """Return bodies as the lines of a journal, each with the hash that it needs."""
    data, before = b"", ""
    for body in bodies:
        digest = sha256(before.encode("ascii") + body).hexdigest()
        data += body[:-1] + b', "hash": "' + digest.encode("ascii") + b'"}\n'
        before = digest
    return data


def journal_of(lines: Sequence[dict[str, Any]], seed: int) -> bytes:
    """Return a journal of which the first line, or now and then another, is odd."""
    dice = random.Random(f"journal {seed}")
    own = [{k: v for k, v in each.items() if k != "hash"} for each in lines]
    at = 0 if dice.random() < 0.8 else dice.randrange(len(own))
    own[at] = changed(own[at], dice)
    if dice.random() < 0.2:
        own[at] = changed(own[at], dice)
    bodies = [json.dumps(each).encode("ascii") for each in own]
    if dice.random() < 0.05:
        odd = dice.choice((NESTED, "NaN", "1e999", "9" * 5000, '"\\ud800"', "[}"))
        bodies[at] = bodies[at][:-1] + f', "odd": {odd}}}'.encode()
    return chained(bodies)


def handout_of(files: Mapping[str, bytes], seed: int) -> dict[str, bytes]:
    """Return the files of a handout, of which one in JSON is odd."""
    dice = random.Random(f"handout {seed}")
    odd = dict(files)
    name = dice.choice(sorted(name for name in files if name.endswith(".json")))
    if dice.random() < 0.1:
        data = dice.choice((NESTED, "NaN", "9" * 5000, '"\\ud800"', "[}", "", "{}"))
        odd[name] = data.encode()
    else:
        odd[name] = json.dumps(changed(json.loads(files[name]), dice)).encode("ascii")
    return odd


def looks_at_handout(seed: int) -> list[str]:
    """Return a command that reads the handout `held` of `words.game`."""
    dice = random.Random(f"look at handout {seed}")
    every = (
        ["verify", "words.game", "--held", "held"],
        ["verify", "words.game", "--held", "held/log.json"],
        ["verify", "words.game", "--held", "held/report.json", "--held", "held"],
        ["verify", "a.game", "--held", "held"],
        ["handout", "words.game", "--as", "north_side", "held"],
        ["handout", "a.game", "--as", "south_side", "held"],
    )
    return [*dice.choice(every), *(["--json"] if dice.random() < 0.2 else [])]


def looks(seed: int) -> list[str]:
    """Return a command that reads the journal `odd.game`."""
    dice = random.Random(f"look {seed}")
    every = (
        ["view", "odd.game", "--as", "judge"],
        ["view", "odd.game", "--as", "north_side"],
        ["log", "odd.game"],
        ["replay", "odd.game"],
        ["verify", "odd.game"],
        ["verify", "odd.game", "--held", "held"],
        ["verify", "odd.game", "--holds", "0" * 64],
        ["word", "odd.game", "--as", "north_side", "salt"],
        ["word", "odd.game", "--as", "south_side", "--sealed", "0" * 64],
        ["map", "odd.game"],
        ["export", "odd.game", "spoils"],
        ["handout", "odd.game", "--as", "north_side", "out"],
        ["answer", "odd.game", "reply"],
        ["undo", "odd.game", "--consent"],
        ["correct", "odd.game", "--set", "north_side.pride=3", "--reason", "odd"],
        ["play", "--game", "odd.game", "--seat", "judge=policy:first"],
        ["play", "--game", "odd.game", "--as", "north_side"],
    )
    more = (
        ["--pack", str(ROOT / "tests/packs/answering")] if dice.random() < 0.3 else []
    )
    found = dice.choice(every)
    return [*found, *more, *(["--json"] if dice.random() < 0.2 else [])]


def _with_words(game: str) -> None:
    """Make a game whose seats give words, and a handout of it."""
    later = [f"--seat={side}_side=later" for side in ("north", "south")]
    played = [f"--seat={side}_side=policy:first" for side in ("north", "south")]
    pack = str(ROOT / "tests/packs/answering")
    sealed = sha256(b"pepper").hexdigest()
    lines = [
        ["play", pack, "table", "--words", "--game", game, *later],
        ["word", game, "--as", "south_side", "--sealed", sealed],
        ["word", game, "--as", "north_side", "salt"],
        ["word", game, "--as", "south_side", "pepper"],
        ["play", "--game", game, *played],
        ["handout", game, "--as", "north_side", "held"],
    ]
    for line in lines[:2] if game == "waiting.game" else lines:
        code, said = called(line)
        assert code == 0, said


@contextmanager
def ground() -> Iterator[Path]:
    """Give a folder with games, a handout and odd things; it is where we are.

    `words.game` was begun with the words of its seats, `waiting.game` waits for one.
    """
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="inputs-") as place:
        folder = Path(place) / "in" / "here"
        folder.mkdir(parents=True)
        os.chdir(folder)
        try:
            for name, policy in (("a.game", "careful"), ("b.game", "first")):
                seats = [f"{side}_side=policy:{policy}" for side in ("north", "south")]
                more = [word for seat in seats for word in ("--seat", seat)]
                words = ["play", str(ROOT / "tests/packs/answering"), "table", *more]
                code, said = called([*words, "--game", name, "--seed", "one"])
                assert code == 0, said
            for name in ON_GAMES[2:]:
                _with_words(name)
            for each in (folder, folder.parent):
                (each / "precious").write_text("precious", "utf-8")
            os.mkfifo("pipe")
            os.symlink("a.game", "link")
            os.mkdir("folder")
            Path("reply").write_text("token: x\nanswer: y\n", "utf-8")
            yield folder
        finally:
            os.chdir(before)


def typed(seed: int) -> str:
    """Return what stands on stdin: lines, some of which answer what may be asked."""
    dice = random.Random(f"stdin {seed}")
    fitting = ("", "1", "2", "yes", "5 3", "mirror", "crown", "?", "1, 2")
    lines = [dice.choice(dice.choice((WORDS, fitting))) for _ in range(8)]
    return "\n".join(lines[: dice.randrange(9)])


def called(words: Sequence[str], text: str = "") -> tuple[int, str]:
    """Return the exit code of a command, and all it said; -1 where it hangs."""
    from interpreter.cli.main import main

    source = io.StringIO(text)
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(out), redirect_stderr(out), patch("sys.stdin", source):
        try:
            with at_most(HANGS):
                code = main(words)
        except Hangs:
            code = -1
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
    binary = out.buffer
    assert isinstance(binary, io.BytesIO)
    return code, binary.getvalue().decode(errors="replace")


def fault_of(words: Sequence[str], text: str = "") -> tuple[int, str]:
    """Run a command; return its exit code, and what is wrong with it or ""."""
    start = time.process_time()
    code, said = called(words, text)
    spent = time.process_time() - start
    wrong = ""
    if code not in CODES:
        wrong = f"exit code {code}"
    elif found := OURS.search(said):
        wrong = found.group()
    elif spent > SLOW:
        wrong = f"{spent:.1f} s"
    return code, wrong and f"{wrong}: {[*words]!r:.300} {text!r:.200}\n{said[-600:]}"


def command_lines(seeds: range) -> tuple[Counter[int], list[str]]:
    """Run command lines; return how often each exit code came, and the faults."""
    codes: Counter[int] = Counter()
    faults: list[str] = []
    with ground() as folder:
        kept, handout = _bytes(folder), _handout()
        for seed in seeds:
            words = words_of(seed)
            code, fault = fault_of(words, typed(seed))
            codes[code] += 1
            now = _bytes(folder)
            takes_on = words[0] in TAKING_ON
            if not fault and now != kept and not takes_on:
                fault = f"a file was changed: {words!r:.300}"
            faults += [f"seed {seed}: {fault}"] if fault else []
            _mended(folder, kept)
            _laid(handout)
    return codes, faults


def journals(seeds: range) -> tuple[Counter[int], list[str]]:
    """Look at odd journals, and at an odd handout after every third; return how often
    each exit code came, and the faults."""
    codes: Counter[int] = Counter()
    faults: list[str] = []
    with ground() as folder:
        games = {
            name: [json.loads(line) for line in Path(name).read_bytes().splitlines()]
            for name in ("a.game", *ON_GAMES[2:])
        }
        handout = _handout()
        for seed in seeds:
            name = random.Random(f"game {seed}").choice(list(games))
            shutil.copyfile(f"{name}.secret", "odd.game.secret")
            os.chmod("odd.game.secret", 0o600)
            Path("odd.game").write_bytes(journal_of(games[name], seed))
            tried = [looks(seed)]
            if not seed % 3:
                tried.append(looks_at_handout(seed))
            for words in tried:
                if words[0] == "handout" or "--held" in words:
                    _laid(handout if words is tried[0] else handout_of(handout, seed))
                code, fault = fault_of(words, typed(seed))
                codes[code] += 1
                faults += [f"seed {seed}: {fault}"] if fault else []
            shutil.rmtree(folder / "out", ignore_errors=True)
    return codes, faults


def _handout() -> dict[str, bytes]:
    """Return the files of the folder `held`."""
    return {file.name: file.read_bytes() for file in Path("held").iterdir()}


def _laid(files: Mapping[str, bytes]) -> None:
    """Let the folder `held` hold these files and no others."""
    shutil.rmtree("held", ignore_errors=True)
    os.mkdir("held", 0o700)
    for name, data in files.items():
        Path("held", name).write_bytes(data)


KEPT = (
    *(name + end for name in ON_GAMES for end in ("", ".secret")),
    *("precious", "../precious"),
)


def _bytes(folder: Path) -> dict[str, bytes]:
    """Return what stands in the files that no command may change."""
    found = {}
    for name in KEPT:
        path = folder / name
        found[name] = path.read_bytes() if path.is_file() else b""
    return found


def _mended(folder: Path, kept: dict[str, bytes]) -> None:
    """Put the files back as they were, and remove what came to be."""
    if _bytes(folder) != kept:
        for name, data in kept.items():
            (folder / name).write_bytes(data)
            (folder / name).chmod(0o600)
    odd = {"pipe", "link", "folder", "reply", "held"}
    for each in folder.iterdir():
        if each.name not in {*KEPT, *odd}:
            shutil.rmtree(each) if each.is_dir() else each.unlink()


Tried = Callable[[range], tuple[Counter[int], list[str]]]


def batches() -> int:
    """Return the number of batches."""
    return OF_A_JOB // OF_A_BATCH


def _batch(tried: Tried, batch: int, seed: int) -> Result:
    first = seed * 1_000_000 + batch * OF_A_BATCH
    codes, faults = tried(range(first, first + OF_A_BATCH))
    counted = {str(code): count for code, count in sorted(codes.items())}
    return {"count": OF_A_BATCH, "codes": counted, "faults": faults}


def run_command_lines(batch: int, seed: int) -> Result:
    """Run 250 command lines."""
    return _batch(command_lines, batch, seed)


def run_journals(batch: int, seed: int) -> Result:
    """Look at 250 odd journals."""
    return _batch(journals, batch, seed)


def summary(results: Sequence[Result]) -> list[str]:
    """Return how many there were, their exit codes and the faults."""
    codes: Counter[str] = Counter()
    for result in results:
        codes.update(result["codes"])
    told = ", ".join(f"{code}: {count}" for code, count in sorted(codes.items()))
    faults = sum(len(result["faults"]) for result in results)
    count = sum(result["count"] for result in results)
    return [f"{count} inputs, exit codes {told}; {faults} faults"]
