"""Words at the cursor, as bash gets them: it is given the script and a half-typed
line."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter.cli.completion import SHELLS
from interpreter.cli.main import VERBS
from interpreter.pipeline.loading import load
from tests.bad_cases import BAD
from tests.cli.calling import HELLO, RECON, ROOT, call, call_process
from tests.sampled import sampled

LOOK = f"umpire run {RECON} reconnoiter --scenario elves-and-goblins"

STREET = "umpire simulate rencounter --scenario gunfight"

Line = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A half-typed line, words that are offered, words that are not."""
LINES: tuple[Line, ...] = (
    ("umpire ", ("run", "coverage", "completion", "help"), ("--version",)),
    ("umpire co", ("coverage", "completion"), ("run",)),
    ("umpire --v", ("--version ",), ()),
    ("umpire run ", (RECON, "concealment"), ("--seed", HELLO)),
    ("umpire run tests/packs/he", (f"{HELLO} ",), ()),
    ("umpire run tests/pac", ("tests/packs/",), ()),
    ("umpire check hel", (), ("hello",)),
    (f"umpire run {HELLO} ", ("weather ",), ()),
    (f"umpire run {RECON} ", ("reconnoiter", "reconnaissance_rolls"), ("pool_of",)),
    (f"umpire run {RECON} pool_m", ("pool_met ",), ()),
    (f"umpire run {RECON} reconnoiter --scenario e", ("elves-and-goblins ",), ()),
    (f"{LOOK} --with ", ("observer=", "target="), ()),
    (f"{LOOK} --with observer=e", ("elves ",), ("goblins",)),
    (f"{LOOK} --with observer=elves --with target=", ("elves", "goblins"), ("sizes",)),
    (f"{LOOK} --with=observer=g", ("goblins ",), ()),
    (f"umpire run {RECON} prisoner_knowledge --with grade=v", ("valuable",), ()),
    (f"{LOOK} --option close", ("close_terrain=",), ()),
    (f"{LOOK} --option close_terrain=", ("-1", "0"), ("1",)),
    (f"{LOOK} --option close_terrain=0 --with observer=e", ("elves ",), ()),
    (f"{LOOK} --dice d", ("dice=",), ()),
    ("umpire run tests/packs/choices divide --policy ", ("first", "last"), ()),
    (
        "umpire odds tests/packs/answering bids --scenario table --policy n",
        ("north_side=",),
        (),
    ),
    (
        "umpire odds tests/packs/answering bids --scenario table --policy judge=c",
        ("judge=careful",),
        (),
    ),
    (f"umpire odds {RECON} pool_met --against con", ("concealment ",), (RECON,)),
    (f"{STREET} --set mar", ("marshal.",), ("deputy.",)),
    (f"{STREET} --set marshal.fi", ("marshal.fire=",), ("marshal.unit=",)),
    (f"{STREET} --set marshal.facing=", ("north", "south"), ("boss",)),
    (f"{STREET} --against-set figure.fi", ("figure.fire=",), ()),
    (f"{STREET} --against-option variable_k", ("variable_knockdown=",), ()),
    (f"umpire show {RECON} close_t", ("close_terrain ",), ()),
    (f"umpire show {RECON} acks-pris-0", ("acks-pris-04",), ("ACKS-PRIS-04",)),
    (f"umpire show {RECON} ACKS-PRIS-0", ("ACKS-PRIS-04",), ("acks-pris-04",)),
    (f"umpire show {RECON} ", ("close_terrain",), ("ACKS-PRIS-04",)),
    ("umpire explain R31", ("R310", "R311"), ("R301",)),
    ("umpire completion ", SHELLS, ()),
    ("umpire schemas inter", ("interpreter/",), ()),
    ("umpire chek ", (), (RECON,)),
    ("umpire run 'acks", (RECON,), ()),
)  # fmt: skip


# the same for a game; GAME is its file
TABLE = "tests/packs/answering"
IN_GAMES = (
    ("umpire view GAME --as ", ("north_side", "south_side", "judge"), ("crown",)),
    ("umpire handout GAME --as so", ("south_side ",), ("north_side",)),
    ("umpire play --game GAME --as n", ("north_side ",), ("judge",)),
    ("umpire play --game GAME --seat ", ("south_side=", "judge="), ()),
    (
        "umpire play --game GAME --seat south_side=",
        ("person", "later", "policy:careful", "policy:first"),
        ("south_side=",),
    ),
    (f"umpire play {TABLE} table --game none --seat n", ("north_side=",), ()),
    ("umpire view none --as ", (), ("judge",)),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the command, as an installation makes it."""
    folder = tmp_path_factory.mktemp("bin")
    command = folder / "umpire"
    called = f'exec "{sys.executable}" -P -m interpreter "$@"'
    command.write_text(f"#!/bin/sh\n{called}\n", encoding="utf-8")
    command.chmod(0o755)
    return folder


def offered(path: Path, lines: Sequence[str], folder: Path = ROOT) -> list[list[str]]:
    """Return the words that bash is given for each line, each in a call of its own."""
    script = [f'eval "$({path}/umpire completion bash)"']
    for line in lines:
        quoted = line.replace("'", "'\\''")
        script += [
            f"COMP_LINE='{quoted}'",
            f"COMP_POINT={len(line)} COMP_TYPE=9 COMPREPLY=()",
            "_python_argcomplete umpire",
            'printf "%s\\036" "${COMPREPLY[@]}"; printf "\\n"',
        ]
    done = subprocess.run(
        ["bash", "--norc", "-c", "\n".join(script)],
        cwd=folder,
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "PATH": f"{path}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    assert not done.stderr
    return [
        [word for word in line.split("\x1e") if word]
        for line in done.stdout.split("\n")[:-1]
    ]


@pytest.mark.parametrize(
    "lines", [LINES[::7], pytest.param(LINES, marks=pytest.mark.long)], ids=len
)
def test_words_that_fit_are_offered(path: Path, lines: Sequence[Line]) -> None:
    found = offered(path, [line for line, _, _ in lines])
    assert len(found) == len(lines)
    for words, (line, wanted, unwanted) in zip(found, lines, strict=True):
        said = {*words, *(word.rstrip() for word in words)}
        assert set(wanted) <= said, (line, words)
        assert not set(unwanted) & said, (line, words)
        if not wanted:
            assert not words, line


@pytest.mark.parametrize(
    "lines", [IN_GAMES[::3], pytest.param(IN_GAMES, marks=pytest.mark.long)], ids=len
)
def test_seats_of_a_game_are_offered(
    path: Path, tmp_path: Path, lines: Sequence[Line]
) -> None:
    """As its file says, or where none was begun as the scenario does."""
    game = str(tmp_path / "a.game")
    everyone = ("--seat=north_side=later", "--seat=south_side=later")
    call("play", TABLE, "table", "--game", game, *everyone)
    found = offered(path, [line.replace("GAME", game) for line, _, _ in lines])
    for words, (line, wanted, unwanted) in zip(found, lines, strict=True):
        said = {part for word in words for part in (word, word.rstrip())}
        assert set(wanted) <= said, (line, words)
        assert not set(unwanted) & said, (line, words)


def test_every_verb_is_offered(path: Path) -> None:
    (words,) = offered(path, ["umpire "])
    assert {name for name, _ in VERBS} | {"help"} == set(words)


def test_names_with_odd_letters_reach_the_shell_as_one_word(
    path: Path, tmp_path: Path
) -> None:
    """A blank in the name of a folder, and a value that a shell would take apart."""
    pack = tmp_path / "my house; true"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(
        "name: odd\n"
        "formulas:\n"
        "  f: {takes: {n: ['1/2 up', '$(id)']}, gives: integer, is: 1}\n",
        encoding="utf-8",
    )
    words = offered(
        path, ["umpire run my", "umpire run my\\ house\\;\\ true f --with n="], tmp_path
    )
    assert words[0] == ["my\\ house\\;\\ true "]
    assert words[1] == ["1/2_up", "\\$\\(id\\)"]


BROKEN = [
    each
    for each in sorted(each for each in BAD.iterdir() if each.is_dir())[::20]
    if load(each).program is None  # of the others only the cases are wrong
]


@pytest.mark.parametrize(
    "broken", [BROKEN[:1], pytest.param(BROKEN, marks=pytest.mark.long)], ids=len
)
def test_a_broken_pack_offers_nothing_and_says_nothing(
    path: Path, broken: Sequence[Path]
) -> None:
    """Neither on its own stream, which bash reads, nor on stdout and stderr."""
    lines = [f"umpire run {each.relative_to(ROOT)} " for each in broken]
    lines += ["umpire run tests/packs ", "umpire run /dev/null ", "umpire run '' "]
    assert not any(offered(path, lines))


@pytest.mark.parametrize(
    "given",
    [
        {"COMP_LINE": f"umpire run {BROKEN[0]} "},
        {"COMP_LINE": f"umpire run {HELLO} weather --with x"},
        {"COMP_LINE": "umpire run 'half quoted"},
        {"COMP_LINE": "umpire run ", "COMP_POINT": "many"},
        {"COMP_LINE": "umpire run ", "COMP_POINT": "-3"},
        {"COMP_LINE": ""},
        {},
    ],
    ids=str,
)
def test_nothing_is_ever_printed(given: dict[str, str], tmp_path: Path) -> None:
    """A shell that shows what we print would spoil the line that is being typed."""
    point = {"COMP_POINT": str(len(given.get("COMP_LINE", "")))}
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "out")}
    called = call_process(environment=asked | point | given)
    assert (called.out, called.talk) == ("", "")


COMPLETED = ("check", "odds", "play", "run")
"""Verbs of which each of the others offers what one of them does."""


@pytest.mark.parametrize(
    "verb", sampled([name for name, _ in VERBS], COMPLETED.__contains__)
)
def test_a_kept_pack_needs_no_parser(verb: str, tmp_path: Path) -> None:
    """No word of any verb imports what reads expressions, which takes long."""
    assert call("run", HELLO, "weather").code == 0
    line = f"umpire {verb} {HELLO} "
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "out"),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "PYTHONPROFILEIMPORTTIME": "1",
    }
    imported = call_process(environment=asked).talk
    assert "argcomplete" in imported
    assert not {"lark", "interpreter.pipeline.loading"} & {
        row.rpartition("|")[2].strip() for row in imported.splitlines()
    }
    if verb in ("run", "odds", "simulate", "show"):
        assert "weather" in (tmp_path / "out").read_text(encoding="utf-8")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_one_for_its_shell(shell: str) -> None:
    script = call("completion", shell).out
    assert "_ARGCOMPLETE" in script
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    read = [shell, "-n"] if shell != "fish" else [shell, "--no-execute"]
    done = subprocess.run(
        read, input=script, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
