"""A warm call says the same as a cold one, byte for byte, and imports far less."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.app.testing.case_comparisons import case_of
from interpreter.boards.areas import AreaLayout
from interpreter.boards.layout import HexLayout
from interpreter.cache import entries
from interpreter.cli.main import main
from interpreter.cli.terminal import WORKING
from interpreter.codegen import generating
from interpreter.codegen.generating import GeneratedCode
from interpreter.diagnostics import UmpireError
from interpreter.ir.instructions import Program
from interpreter.pipeline import loading
from interpreter.pipeline.loading import Loaded, usable
from interpreter.semantics.declarations import CHARTS, EntryPoint
from interpreter.source import normalised
from interpreter.values.types import (
    Boolean,
    Cell,
    Entity,
    Maybe,
    Number,
    Seat,
    Type,
    enumeration_of,
)
from tests.cache.test_codec import PACKS
from tests.cli.calling import HELLO, RECON, ROOT, call, call_process
from tests.reading import ANEW
from tests.ruleset.packs import write
from tests.sampled import sampled

ARMIES = ("--with", "observer=elves", "--with", "target=goblins")
LOOK = ("reconnoiter", "--scenario", "elves-and-goblins", *ARMIES)
SEED = ("--seed", "17")
VERBS: dict[str, tuple[str, ...]] = {
    "run": SEED,
    "run --explain": (*SEED, "--policy", "first"),
    "run --json": (*SEED, "--policy", "first"),
    "odds": ("--max-states", "200", "--policy", "first"),
    "simulate": (*SEED, "--trials", "5", "--policy", "last"),
}
LARGE = [pack for pack in PACKS if pack.parent.name == "rulesets"]
"""Packs of which the gate tries `run` alone, and of the three largest nothing."""
LARGEST = ("domains-at-war", "limited-intelligence", "rencounter")
MOST = 3  # of the calls of a pack: a large one has a hundred, under as many options
FEW = 1  # of these, of a large pack in the gate
TRIED = [
    pytest.param(pack, verb, most, id=f"{pack.name}-{verb}-{most}", marks=marks)
    for pack in PACKS
    for verb in VERBS
    for most, marks in (
        ((MOST, ()),)
        if pack not in LARGE
        else ((FEW, ()), (MOST, pytest.mark.long))
        if verb == "run" and pack.name not in LARGEST
        else ((MOST, pytest.mark.long),)
    )
]
"""Packs, verbs, and how many calls of each."""


@dataclass(frozen=True)
class Said:
    """What a call printed, and its exit code."""

    code: int
    out: str
    talk: str


def said(*given: str) -> Said:
    """Call the command line in this process. What a terminal shows of work that takes
    long is gone again, and hangs on how busy the machine is."""
    out, talk = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(talk):
        code = main(given)
    lasting = talk.getvalue().replace(f"{WORKING}\r\x1b[K", "")
    return Said(code, out.getvalue(), lasting)


@pytest.fixture(autouse=True)
def _read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each call read and open packs as a process of its own does."""
    monkeypatch.setenv(ANEW, "yes")


@pytest.fixture
def warm_opens(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of packs that came from the cache, as they come."""
    found: list[str] = []

    def noted(*given: Any) -> entries.ReadyPack:
        ready = original(*given)
        found.append(ready.name)
        return ready

    original = entries.ready_of
    monkeypatch.setattr(entries, "ready_of", noted)
    return found


@pytest.fixture(scope="module")
def read_once() -> Iterator[None]:
    """Let reading and emitting again give what they gave before: the files stay."""

    def load(folder: Path, options: Any = None) -> Loaded:
        return read(folder, tuple(sorted((options or {}).items())))

    def emit(program: Program, form: str, **asked: Any) -> GeneratedCode:
        key = (id(program), form, *sorted(asked.items()))
        if key not in made:  # the program is kept, or another could get its identity
            made[key] = (program, make(program, form, **asked))
        return made[key][1]

    made: dict[Any, tuple[Program, GeneratedCode]] = {}
    reading, make = loading.load, generating.emit
    read = cache(lambda folder, options: reading(folder, dict(options)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "load", load)
        patch.setattr(generating, "emit", emit)
        yield


@cache
def loaded(pack: Path) -> Loaded:
    """Return a pack as it is read."""
    return loading.load(pack)


def calls(pack: Path) -> Iterator[tuple[str, ...]]:
    """Yield arguments for every entry point: of its first case and of its first with
    options, or the first that fit."""
    found = loaded(pack)
    program, met = usable(found), set()
    cases = found.ruleset.sections["cases"].values() if found.ruleset else ()
    for each in cases:
        case = case_of(each)
        key = (normalised(case.name), bool(case.options))
        entry = program.entries.get(normalised(case.name))
        if key in met or entry is None:
            continue
        met.add(key)
        pairs = zip(entry.takes, case.arguments, strict=False)
        texts = {takes.name: text for takes, text in pairs}
        options = [f"--option={name}={text}" for name, text in case.options.items()]
        yield (*line(entry, case.scenario, texts), *options)
    for name, entry in program.entries.items():
        if name not in {each for each, _ in met}:
            yield line(entry, *fitting(entry, program))


def some(pack: Path, most: int) -> list[tuple[str, ...]]:
    """Return a sample of the calls of a pack, the same for every verb."""
    found = list(calls(pack))
    return Random(pack.name).sample(found, min(MOST, len(found)))[:most]


def line(entry: EntryPoint, scenario: str, texts: dict[str, str]) -> tuple[str, ...]:
    """Return the words that run an entry point."""
    given = [f"--with={name}={text}" for name, text in texts.items()]
    return (entry.name, *([f"--scenario={scenario}"] if scenario else []), *given)


def fitting(entry: EntryPoint, program: Program) -> tuple[str, dict[str, str]]:
    """Return the first scenario that has what an entry takes, and a value for each."""
    for scenario in sorted(program.initial_states):
        found = {each.name: value(each.type, program, scenario) for each in entry.takes}
        if None not in found.values():
            return scenario, {name: str(text) for name, text in found.items()}
    return "", {}


def value(kind: Type, program: Program, scenario: str) -> str | None:
    """Return the text of a value of a type, or None where none is known."""
    words = enumeration_of(kind)
    if words is not None:
        return words.values[-1]
    match kind:
        case Number():
            return str(1 if kind.low is None else kind.low)
        case Boolean():
            return "yes"
        case Maybe():
            return "none"
        case Entity() | Seat():
            ids = program.initial_states[scenario].ids.get(kind.kind, ())
            return ids[0] if ids else None
        case Cell():
            return label(kind, program, scenario)
        case _:
            return None


def label(kind: Cell, program: Program, scenario: str) -> str:
    """Return the label of a place of a board, the last of a map that ends."""
    slot = program.declared.kinds[CHARTS].slot(kind.board)
    chart = program.initial_states[scenario].rows[CHARTS][0][slot]
    assert isinstance(chart, HexLayout | AreaLayout)
    return chart.label_of(chart.every()[-1] if chart.is_bounded else (3, 4))


@pytest.mark.parametrize(("pack", "verb", "most"), TRIED)
def test_warm_says_what_cold_says(
    pack: Path,
    verb: str,
    most: int,
    monkeypatch: pytest.MonkeyPatch,
    read_once: None,
    warm_opens: list[str],
) -> None:
    """Entry points of every pack, with arguments of its cases."""
    name, *more = verb.split()
    done = 0
    for words in some(pack, most):
        given = (name, str(pack), *words, *more, *VERBS[verb])
        monkeypatch.setenv("UMPIRE_CACHE", "off")
        cold = said(*given)
        monkeypatch.delenv("UMPIRE_CACHE")
        warm_opens.clear()
        assert said(*given) == cold, given
        if not warm_opens:  # the first call with these options
            assert said(*given) == cold, given
        assert warm_opens, given
        done += cold.code == 0
    # without a policy a pack may be all open choices, which fail alike
    assert done or "--policy" not in VERBS[verb], "something of each pack can be run"


BROKEN = {
    "ruleset.yaml": "name: broken\n",
    "formulas.yaml": "formulas:\n  share:\n    takes: {n: integer}\n"
    "    gives: number\n    is: 12 / n\n",
}


@pytest.mark.parametrize("verb", ["run", "run --explain", "odds", "simulate"])
def test_a_fault_while_running_points_at_its_line(
    tmp_path: Path, verb: str, monkeypatch: pytest.MonkeyPatch, warm_opens: list[str]
) -> None:
    """R703 with the file, the line and the caret, warm as cold."""
    pack = write(tmp_path / "broken", BROKEN)
    name, *more = verb.split()
    given = (name, str(pack), "share", "--with", "n=0", *more)
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    cold = said(*given)
    assert cold.code == 3, cold
    assert "formulas.yaml:2:3: R703" in cold.talk, cold.talk
    assert "   2 |   share:\n     |   ^^^^^\n" in cold.talk
    monkeypatch.delenv("UMPIRE_CACHE")
    assert said(*given) == cold
    assert said(*given) == cold
    assert warm_opens == ["broken"]


@pytest.mark.parametrize(
    "given",
    [
        ("run", RECON, "nothing"),
        ("run", RECON, "reconnaissance_roll"),
        ("run", RECON, "reconnaissance_roll", "--with", "modifer=1"),
        ("run", RECON, "reconnaissance_roll", "--with", "modifier=1/2"),
        ("run", RECON, "reconnaissance_roll", "--with", "modifier=1 +"),
        ("run", RECON, "reconnaissance_roll", "--with", "modifier=1 + 2", *SEED),
        ("run", RECON, "reconnaissance_roll", "--with", "modifier=007", *SEED),
        ("run", RECON, *LOOK[:3], "--with", "observer=dwarfs", "--with", "target=x"),
        ("run", RECON, *LOOK, *SEED, "--dice", "dice=5,3"),
        ("run", RECON, *LOOK, *SEED, "--dice", "dize=5,3"),
        ("run", RECON, *LOOK, *SEED, "--answer", "which=1"),
        ("run", RECON, *LOOK, *SEED, "--answers", "/no/such/file"),
        ("odds", RECON, *LOOK, "--policy", "bold"),
        ("odds", RECON, *LOOK, "--observe", "nothing"),
        ("odds", HELLO, "weather", "--max-states", "1"),
        ("simulate", RECON, *LOOK[1:3], *SEED, "--trials", "20"),
        ("show", RECON, "reconnaissance rolls"),
        ("show", HELLO),
    ],
)
def test_what_does_not_fit_is_said_alike(
    given: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, read_once: None
) -> None:
    """Errors, hints and what falls back to reading the pack."""
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    cold = said(*given)
    monkeypatch.delenv("UMPIRE_CACHE")
    assert said(*given) == cold
    assert said(*given) == cold


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_warm_simulation_in_processes(
    workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is made lazily here travels whole to other processes."""
    given = ("simulate", HELLO, "weather", "--trials", "3000", "--workers", workers)
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    cold = said(*given, *SEED)
    monkeypatch.delenv("UMPIRE_CACHE")
    for _ in range(2):
        assert said(*given, *SEED) == cold
    assert cold.code == 0


FOREIGN = ("lark", "ruamel", "jsonschema", "_ruamel_yaml", "numpy", "rich", "textual")
COLD = (
    "interpreter.boards",  # of packs that have no boards
    "interpreter.yaml", "interpreter.lowering", "interpreter.pipeline.loading",
    "interpreter.expressions.parsing", "interpreter.expressions.tree",
    "interpreter.ruleset.reading", "interpreter.codegen.generating",
    "interpreter.codegen.resumable", "interpreter.diagnostics.catalogue",
    "interpreter.semantics.tables.tables", "interpreter.semantics.expressions.binding",
)  # fmt: skip
SHOW_MODULES = """
import sys
from interpreter.cli.main import main
code = main(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""


def modules(run: Callable[..., Any], *given: str) -> set[str]:
    """Return the modules that a process has at the end of a call."""
    done = run(
        [sys.executable, "-c", SHOW_MODULES, *given],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return set(done.stderr.split())


PROCESSES = (
    ("run", RECON, *LOOK),
    ("run", RECON, *LOOK, "--explain"),
    ("run", RECON, *LOOK, "--json", "--option", "close terrain=0"),
    ("run", RECON, "reconnaissance_roll", "--with", "modifier=-1"),
    ("run", RECON, "prisoner_knowledge", "--with", "grade=very_valuable"),
    ("run", HELLO, "weather", "--dice", "5,3"),
    ("odds", RECON, *LOOK),
    ("odds", RECON, "prisoner_knowledge", "--with", "grade=very valuable"),
    ("simulate", RECON, *LOOK, "--trials", "100"),
)
OF_EACH_KIND = [PROCESSES[each] for each in (1, 2, 5, 6, 8)]


@pytest.mark.parametrize(
    "given", sampled(PROCESSES, OF_EACH_KIND.__contains__, " ".join)
)
def test_a_warm_process_imports_little(given: tuple[str, ...]) -> None:
    """Neither parsers nor what stands on them; the cold process before has them."""
    from subprocess import run

    modules(run, *given)
    found = modules(run, *given)
    roots = {name.partition(".")[0] for name in found}
    assert not roots & set(FOREIGN)
    cold = COLD if RECON not in given else COLD[1:]  # that pack has boards
    assert not {each for each in found if each.startswith(cold)}
    others = {"interpreter.cli." + verb for verb in ("run", "odds", "simulate")}
    assert found & others == {f"interpreter.cli.{given[0]}"}


@pytest.mark.parametrize("verb", ["view", "log", "play", "replay"])
def test_a_game_that_goes_on_imports_no_parser(verb: str, tmp_path: Path) -> None:
    """It is played by a pack that was kept, as a run is; `verify` alone reads the pack,
    to work out anew what it means."""
    from subprocess import run

    game, seats = str(tmp_path / "a.game"), ("north_side", "south_side", "judge")
    away = [word for each in seats for word in ("--seat", f"{each}=later")]
    pack = "tests/packs/answering"
    call("play", pack, "table", "--game", game, *away)
    words = {"view": (game, "--as", seats[0]), "play": ("--game", game, *away)}
    found = modules(run, verb, *words.get(verb, (game,)))
    assert not {name.partition(".")[0] for name in found} & set(FOREIGN)


def test_the_test_sees_a_cold_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cache the same call has all of them."""
    from subprocess import run

    monkeypatch.setenv("UMPIRE_CACHE", "off")
    found = modules(run, "run", HELLO, "weather")
    assert {"lark", "ruamel", "interpreter.pipeline.loading"} <= {
        each if each.startswith("interpreter") else each.partition(".")[0]
        for each in found
    }


@pytest.mark.parametrize("processes", [2, pytest.param(4, marks=pytest.mark.long)])
def test_two_processes_at_once(tmp_path: Path, processes: int) -> None:
    """All are cold, all write, and what stays is whole."""
    from concurrent.futures import ThreadPoolExecutor

    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    given = ("run", HELLO, "weather", *SEED)
    with ThreadPoolExecutor(processes) as pool:
        jobs = [
            pool.submit(call_process, *given, environment=environment)
            for _ in range(processes)
        ]
        found = {each.result() for each in jobs}
    found.add(call_process(*given, environment=environment))
    assert len(found) == 1
    # files, valid shapes, the program, its code, and the byte code of the last run
    assert len(list((tmp_path / "umpire").glob("*.json"))) == 5


def test_a_warm_call_cannot_be_told_from_outside(tmp_path: Path) -> None:
    """Nothing is said of the cache, kept or not, and nothing is put into the pack."""
    pack = write(
        tmp_path / "pack", {"ruleset.yaml": (ROOT / HELLO / "ruleset.yaml").read_text()}
    )
    before = sorted(pack.iterdir())
    for _ in range(2):
        called = call("run", str(pack), "weather", "--dice", "5,3")
        assert called.talk == ""
    assert sorted(pack.iterdir()) == before


@pytest.mark.parametrize(
    "folders",
    [
        [pack for pack in PACKS if pack not in LARGE],
        pytest.param(PACKS, marks=pytest.mark.long),
    ],
    ids=["small", "all"],
)
def test_bad_values_raise_alike_without_a_parser(folders: list[Path]) -> None:
    """Whole numbers, yes and no and ids mean what an expression means."""
    from interpreter.app.opening.values import _plain
    from interpreter.pipeline.loading import read_value
    from interpreter.pipeline.opening import Pack

    for folder in folders:
        found = loaded(folder)
        pack, program = Pack.of(found), usable(found)
        kinds: list[Type] = [
            Number(),
            Number(0, 3, whole=True),
            Number(0, 3, step=2),
            Boolean(),
        ]
        kinds += [Entity(kind) for kind in program.declared.kinds]
        for scenario, state in program.initial_states.items():
            texts = {
                "0",
                "-0",
                "-2",
                "3",
                "4",
                "yes",
                "no",
                "none",
                "it",
                "judge",
                "d6",
            }
            texts |= {each for ids in state.ids.values() for each in ids}
            texts |= set(program.declared.kinds)
            for text in sorted(texts):
                for kind in kinds:
                    mine = _plain(pack, text, kind, scenario)
                    if mine is None:
                        continue
                    try:
                        theirs = read_value(found, text, kind, scenario, "here")
                    except UmpireError as error:
                        theirs = error
                    assert type(mine) is type(theirs), (text, kind)
                    assert mine == theirs, (text, kind)


@pytest.mark.parametrize(
    "text",
    ["3, 4", "(3, 4)", " 3 1/2 , 0.25 ", "-1/2, 7", "3, 1/0", "3", "3, 4, 5", "(3, 4",
     "1/3, 0.1", "x, 4", "place(3, 4)", ""],
)  # fmt: skip
def test_places_are_read_alike_without_the_pack(text: str) -> None:
    """What is written as printed, and on the lattice, means what the pack reads; all
    else is left to it."""
    from interpreter.app.opening.values import _plain
    from interpreter.expressions.functions.plane import PLACE
    from interpreter.pipeline.loading import read_value
    from interpreter.pipeline.opening import Pack

    found = loaded(ROOT / "tests/packs/tabletop")
    scenario = next(iter(found.scenarios))
    quick = _plain(Pack.of(found), text, PLACE, scenario)
    assert (quick is None) == (
        text not in ("3, 4", "(3, 4)", " 3 1/2 , 0.25 ", "-1/2, 7")
    )
    if quick is not None:
        slow = read_value(found, text, PLACE, scenario, "place")
        assert (quick, list(map(type, quick))) == (slow, list(map(type, slow)))
