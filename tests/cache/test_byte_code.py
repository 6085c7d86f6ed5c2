"""Byte code is that of the source, made by this Python, or is not used."""

import marshal
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest

from interpreter.cache import byte_code
from interpreter.cache.folder import Folder
from interpreter.codegen.loading import CompiledCode
from interpreter.pipeline.opening import Pack, open_pack
from tests.cli.test_warm import Said, said
from tests.reading import ANEW
from tests.ruleset.packs import write

ANSWERING = "tests/packs/answering"
PACK = {
    "ruleset.yaml": "name: shares\n",
    "formulas.yaml": "formulas:\n  share:\n    takes: {n: integer}\n"
    "    gives: number\n    is: 12 / n\n",
}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a pack that has run warm, so that its byte code is kept."""
    folder = write(tmp_path / "shares", PACK)
    run(folder)
    run(folder)
    assert kept(folder)
    return folder


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the units that are compiled, as they are."""
    found: list[str] = []
    compiling = CompiledCode._compile

    def noted(code: CompiledCode, unit: str) -> CodeType:
        found.append(unit)
        return compiling(code, unit)

    monkeypatch.setattr(CompiledCode, "_compile", noted)
    return found


def run(pack: Path, n: str = "3") -> Said:
    """Run the one formula of the pack."""
    return said("run", str(pack), "share", "--with", f"n={n}")


def kept(pack: Path) -> list[Path]:
    """Return the files of byte code."""
    return list((pack.parent / "cache" / "umpire").glob("*.code.json"))


def opened(pack: Path) -> tuple[Pack, byte_code.CachedUnits]:
    """Open a pack that is cached, with its code."""
    found = open_pack(pack)
    units = found.emitted("trace").units
    assert isinstance(units, byte_code.CachedUnits)
    return found, units


def test_a_second_warm_run_compiles_nothing(pack: Path, compiled: list[str]) -> None:
    assert run(pack).code == 0
    assert not compiled


def test_a_cold_run_keeps_none(tmp_path: Path) -> None:
    """It has not compiled what the next one may run."""
    folder = write(tmp_path / "cold", PACK)
    run(folder)
    assert not kept(folder)


def test_a_fault_finds_its_line(
    pack: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[str]
) -> None:
    """Byte code has the lines of the source."""
    warm = run(pack, "0")
    assert not compiled
    assert "formulas.yaml:2:3: R703" in warm.talk
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    assert run(pack, "0") == warm


def test_byte_code_is_of_the_source(pack: Path) -> None:
    """An edit that changes a unit leaves its byte code unused."""
    assert "4" in run(pack).out
    file = pack / "formulas.yaml"
    file.write_text(file.read_text().replace("12 / n", "15 / n"), encoding="utf-8")
    for _ in range(3):
        assert "5" in run(pack).out


def test_a_later_unit_leaves_the_others_there(tmp_path: Path) -> None:
    """Of one process that runs one thing after the other."""
    folder = write(tmp_path / "shares", PACK)
    run(folder)  # the source comes from the cache from now on
    _, units = opened(folder)
    names = [*units][:2]
    for name in names:
        units.note(name, compile("0", name, "exec"))
        units.keep()
    _, again = opened(folder)
    assert all(again.byte_code(name) is not None for name in names)


def test_code_that_another_game_adds_meanwhile_is_no_failure(pack: Path) -> None:
    """Games that share rules run in threads."""
    shared, _ = opened(pack)
    before = shared.emitted("trace")

    def add(_: byte_code.CachedUnits) -> None:
        shared.emitted("exact")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(byte_code.CachedUnits, "keep", add)
        shared.keep_byte_code()
    assert shared.emitted("exact") is not before


def damaged(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5])


def foreign(file: Path) -> None:
    """As another user would seal it."""
    key = file.parent / "key"
    key.write_text("0" * len(key.read_text()), encoding="ascii")


@pytest.mark.parametrize("change", [damaged, cut, foreign])
def test_what_is_not_sealed_by_us_is_never_decoded(
    pack: Path,
    change: Callable[[Path], None],
    compiled: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = run(pack)
    (file,) = kept(pack)
    change(file)
    monkeypatch.setattr(byte_code.marshal, "loads", lambda _: pytest.fail("decoded"))
    assert run(pack) == first
    monkeypatch.undo()


@pytest.mark.parametrize(
    "part",
    [
        None,
        [],
        ["", ""],
        ["?", "no base64"],
        ["?", ""],
        ["?", marshal.dumps("no code").hex()],
    ],
)
def test_a_sealed_part_of_another_shape_is_a_miss(pack: Path, part: object) -> None:
    """`?` is the digest of the unit."""
    _, units = opened(pack)
    (file,) = kept(pack)
    for unit in units:
        if isinstance(part, list) and part[:1] == ["?"]:
            part = [units._digest(unit), *part[1:]]
        made = {byte_code.MADE: byte_code._made_by(), unit: part}
        units._folder.keep(file.stem, made)
        assert opened(pack)[1].byte_code(unit) is None


@pytest.mark.parametrize("what", ["magic", "optimize"])
def test_another_python_is_a_miss(
    pack: Path, what: str, monkeypatch: pytest.MonkeyPatch, compiled: list[str]
) -> None:
    if what == "magic":
        monkeypatch.setattr(byte_code, "MAGIC_NUMBER", b"none")
    else:
        other = [byte_code.MAGIC_NUMBER.hex(), sys.implementation.cache_tag, 2]
        monkeypatch.setattr(byte_code, "_made_by", lambda: other)
    first = run(pack)
    assert compiled
    compiled.clear()
    assert run(pack) == first
    assert not compiled


def test_units_of_other_runs_stay(tmp_path: Path, compiled: list[str]) -> None:
    """Two runs of two formulas, each compiled once."""
    more = PACK["formulas.yaml"].replace("share:", "part:").partition("\n")[2]
    two = {**PACK, "formulas.yaml": PACK["formulas.yaml"] + more}
    folder = str(write(tmp_path / "two", two))
    lines = [("run", folder, name, "--with", "n=3") for name in ("share", "part")]
    for line in (*lines, *lines):
        said(*line)
    compiled.clear()
    for line in lines:
        said(*line)
    assert not compiled


def test_a_game_that_goes_on_compiles_nothing(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time it is resumed keeps what the next will call."""
    monkeypatch.setenv(ANEW, "yes")
    game, seats = str(tmp_path / "a.game"), ("north_side", "south_side", "judge")
    away = [word for seat in seats for word in ("--seat", f"{seat}=later")]
    assert said("play", ANSWERING, "table", "--game", game, *away).code == 0
    said("play", "--game", game, *away)
    compiled.clear()
    first = said("play", "--game", game, *away)
    assert not compiled
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    assert said("play", "--game", game, *away) == first
    assert compiled


def test_a_folder_that_is_gone(pack: Path) -> None:
    """What is not there is compiled."""
    _, units = opened(pack)
    lost = byte_code.CachedUnits(
        list(units), units.__getitem__, Folder(pack / "none"), "none.code"
    )
    assert all(lost.byte_code(unit) is None for unit in lost)
    lost.keep()
