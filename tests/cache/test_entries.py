"""An entry holds as long as nothing it was made from has changed, and no longer."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.cache import content_hashes as prints_of_packs
from interpreter.cache import entries, folder
from interpreter.codegen.generating import emit
from interpreter.diagnostics import UmpireError
from interpreter.pipeline import opening
from interpreter.pipeline.opening import Pack, open_pack
from tests.ruleset.packs import write

BASE = {
    "ruleset.yaml": "name: base\ntitle: Base\n",
    "tables.yaml": "tables:\n  weather:\n    of: 1d2\n    gives: text\n"
    "    rows: {1: rain, 2: sun}\n",
    "options.yaml": "options:\n  wet: {values: [yes, no], default: no}\n",
}
ABOVE = {"ruleset.yaml": "name: above\nextends: ../base\n"}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    """Return the folder of two packs, one above the other."""
    write(tmp_path / "base", BASE)
    write(tmp_path / "above", ABOVE)
    return tmp_path


def is_warm(pack: Pack) -> bool:
    """Tell whether a pack came from the cache: it was not read."""
    return pack._loaded is None


def programs_kept(packs: Path) -> list[str]:
    """Return the names of what is kept of programs."""
    files = (packs / "cache" / "umpire").glob("*.json")
    others = (".valid.json", ".files.json")
    return [each.name for each in files if not each.name.endswith(others)]


def warmed(pack: Path, **options: str) -> None:
    """Open a pack twice, so that it is warm."""
    open_pack(pack, options)
    assert is_warm(open_pack(pack, options))
    assert programs_kept(pack.parent)


def test_the_second_time_is_warm(packs: Path) -> None:
    """Each pack and each set of options has an entry of its own."""
    for pack in (packs / "base", packs / "above"):
        assert not is_warm(open_pack(pack))
        assert is_warm(open_pack(pack))
        assert not is_warm(open_pack(pack, {"wet": "yes"}))
        assert is_warm(open_pack(pack, {"wet": "yes"}))
        assert is_warm(open_pack(pack))


def edited(packs: Path) -> None:
    """Change one letter and nothing else, the time of the file neither."""
    file = packs / "base" / "tables.yaml"
    told = file.stat()
    file.write_text(BASE["tables.yaml"].replace("rain", "hail"), encoding="utf-8")
    os.utime(file, ns=(told.st_atime_ns, told.st_mtime_ns))


def added(packs: Path) -> None:
    """Add a file in a folder of the pack."""
    more = BASE["tables.yaml"].replace("weather", "another")
    write(packs / "base", {**BASE, "more/tables.yaml": more})


def removed(packs: Path) -> None:
    """Remove a file."""
    (packs / "base" / "options.yaml").unlink()


def renamed(packs: Path) -> None:
    """Let the same text stand in a file of another name."""
    (packs / "base" / "tables.yaml").rename(packs / "base" / "lists.yaml")


def misnamed(packs: Path) -> None:
    """Add a file that only a reading would complain of."""
    (packs / "base" / "odd.yml").write_text("", encoding="utf-8")


@pytest.mark.parametrize("change", [edited, added, removed, renamed, misnamed])
@pytest.mark.parametrize("pack", ["base", "above"])
def test_a_change_of_files_is_seen(
    packs: Path, pack: str, change: Callable[[Path], None]
) -> None:
    """In the pack itself, and in one that it extends."""
    warmed(packs / pack)
    change(packs)
    try:
        assert not is_warm(open_pack(packs / pack))
    except UmpireError:
        assert change is misnamed


def test_a_change_back_is_warm_again_only_when_kept(packs: Path) -> None:
    """The new text is kept in the old one's place, and the old one's is read anew."""
    warmed(packs / "base")
    edited(packs)
    warmed(packs / "base")
    write(packs / "base", BASE)
    assert not is_warm(open_pack(packs / "base"))


def test_another_pack_of_that_name_below(
    packs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack found by name is looked for again, as it is when it is read."""
    write(packs / "above", {"ruleset.yaml": "name: above\nextends: base\n"})
    monkeypatch.chdir(packs)
    warmed(packs / "above")
    elsewhere = packs / "elsewhere"
    write(elsewhere / "base", BASE)
    monkeypatch.chdir(elsewhere)
    open_pack(packs / "above")  # found here, and the same to the letter
    (elsewhere / "base" / "ruleset.yaml").unlink()
    with pytest.raises(UmpireError):
        open_pack(packs / "above")


def test_an_engine_that_changed(packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another engine reads anew, and emits anew."""
    warmed(packs / "base")
    monkeypatch.setattr(entries, "engine", lambda: "another")
    assert not is_warm(open_pack(packs / "base"))
    assert is_warm(open_pack(packs / "base"))


def test_the_engine_is_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its print changes with the time, size or name of any file, schemas included."""
    place = tmp_path / "interpreter" / "storing" / "prints.py"
    schema = tmp_path / "schemas" / "a.json"
    for file in (place, schema):
        file.parent.mkdir(parents=True)
        file.write_text("1")
    monkeypatch.setattr(prints_of_packs, "__file__", str(place))
    engine = prints_of_packs.engine.__wrapped__  # a process keeps the first
    seen = {engine()}
    for file in (place, schema):
        os.utime(file, ns=(0, 1))
        seen.add(engine())
        file.write_text("12")
        os.utime(file, ns=(0, 1))
        seen.add(engine())
    (place.parent / "other.py").write_text("")
    seen.add(engine())
    assert len(seen) == 6
    (place.parent / "__pycache__").mkdir()
    (place.parent / "__pycache__" / "other.pyc").write_text("")
    assert engine() in seen


def test_a_pack_with_errors_is_not_kept(packs: Path) -> None:
    """It is read each time, and says each time what is wrong."""
    write(packs / "base", {**BASE, "bad.yaml": "formulas:\n  two: nobody + 1\n"})
    for _ in range(2):
        with pytest.raises(UmpireError):
            open_pack(packs / "base")
    assert not programs_kept(packs)


def test_a_file_that_changes_while_it_is_read(
    packs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is not kept as what now stands there, nor what is emitted of it."""
    from interpreter.pipeline import loading

    def load(*given: object) -> object:
        found = original(*given)  # type: ignore[arg-type]
        edited(packs)
        return found

    original = loading.load
    monkeypatch.setattr(loading, "load", load)
    open_pack(packs / "base").emitted("once")
    assert not programs_kept(packs)


def test_each_form_is_kept_once(packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that was made is not made again; what is observed is part of it."""
    made: list[str] = []

    def noted(program: object, form: str, **more: object) -> object:
        made.append(form)
        return emit(program, form, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("interpreter.codegen.generating.emit", noted)
    for _ in range(2):
        pack = open_pack(packs / "base")
        pack.emitted("once")
        pack.emitted("trace")
        pack.emitted("exact", frozenset())
        pack.emitted("exact", frozenset({("kind", "field")}))
    assert made == ["once", "trace", "exact", "exact"]
    edited(packs)
    open_pack(packs / "base").emitted("once")
    assert made[4:] == ["once"]


def test_an_emission_of_another_program_is_not_used(packs: Path) -> None:
    """An older emission that stands beside a newer program does not fit it."""
    cache = packs / "cache" / "umpire"
    open_pack(packs / "base").emitted("once")
    (old,) = cache.glob("*.once.json")
    before = old.read_bytes()
    edited(packs)
    open_pack(packs / "base").emitted("once")
    old.write_bytes(before)
    units = open_pack(packs / "base").emitted("once").units.values()
    source = "".join(text for text, _ in units)
    assert "hail" in source
    assert "rain" not in source


@pytest.mark.parametrize("kind", ["program", "once"])
def test_a_sealed_file_of_another_shape(packs: Path, kind: str) -> None:
    """Even under our own seal, parts that are missing or odd are no entry."""
    open_pack(packs / "base").emitted("once")
    found = folder.Folder(packs / "cache" / "umpire")
    (file,) = found.path.glob(f"*.{kind}.json")
    made = found.find(file.stem)
    assert made is not None
    for parts in ({}, {entries.MADE: made.part(entries.MADE)}, {entries.MADE: None}):
        found.keep(file.stem, parts)
        pack = open_pack(packs / "base")
        assert pack.emitted("once").units


@pytest.mark.parametrize("value", ["off", "no", "0"])
def test_the_switch(packs: Path, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """Switched off, nothing is kept and nothing is looked for."""
    monkeypatch.setenv("UMPIRE_CACHE", value)
    open_pack(packs / "base").emitted("once")
    assert not programs_kept(packs)
    monkeypatch.delenv("UMPIRE_CACHE")
    warmed(packs / "base")
    monkeypatch.setenv("UMPIRE_CACHE", value)
    assert not is_warm(open_pack(packs / "base"))


def test_a_folder_that_cannot_be_written(packs: Path) -> None:
    """Every time is the first, and nobody is told."""
    (packs / "cache").write_text("a file where the folder should be")
    for _ in range(2):
        pack = open_pack(packs / "base")
        assert not is_warm(pack)
        assert pack.emitted("once").units


def test_opening_leaves_no_module_state() -> None:
    """What was kept of a pack is kept on the disk alone."""
    assert not [
        name
        for name, each in vars(opening).items()
        if isinstance(each, (dict, list, set)) and not name.startswith("__")
    ]
