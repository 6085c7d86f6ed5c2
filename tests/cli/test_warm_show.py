"""`show` from the cache prints what it prints without one, byte for byte."""

from pathlib import Path
from random import Random

import pytest

from interpreter.cache.content_hashes import engine
from interpreter.cli import terminal
from interpreter.pipeline import loading
from interpreter.pipeline.loading import load
from tests.cli.calling import HELLO, ROOT
from tests.cli.test_warm import FOREIGN, Said, modules, said
from tests.reading import ANEW
from tests.ruleset.packs import write

PACKS = {
    "tests/packs/masks": (),
    "tests/packs/tabletop": (),
    "rulesets/acks-reconnaissance": ("--option", "close terrain=0"),
}
FEW = 12  # names of a large pack: it is read for each, without a cache
TRIED = [
    pytest.param(pack, marks=pytest.mark.long if pack.startswith("rulesets") else ())
    for pack in PACKS
]
BASE = {
    "ruleset.yaml": "name: base\n",
    "tables.yaml": "tables:\n  weather:\n    of: 1d2\n    gives: text\n"
    "    rule: B-1\n    rows: {1: rain, 2: sun}\n",
    "rulebook.yaml": "B-1: {at: page 3, says: Rain wets}\n",
}
ABOVE = {
    "ruleset.yaml": "name: above\nextends: ../base\nchange:\n"
    "  tables.weather.rows.1: {to: hail, expect: rain}\n"
}


@pytest.fixture(autouse=True)
def _read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each call open packs as a process of its own does, with an empty cache."""
    monkeypatch.setenv(ANEW, "yes")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the packs that were read, as they are."""
    found: list[Path] = []

    def noted(folder: Path, *given: object) -> object:
        found.append(folder)
        return reading(folder, *given)  # type: ignore[arg-type]

    reading = loading.load
    monkeypatch.setattr(loading, "load", noted)
    return found


def words(pack: str) -> list[tuple[str, ...]]:
    """Return what can follow `show PACK`: every name, every rule, and what is none."""
    ruleset = load(ROOT / pack).ruleset
    assert ruleset is not None
    sections = ruleset.uncut or ruleset.sections
    names = {
        name
        for section, declared in sections.items()
        for each in declared.values()
        for name in (each.name, each.name.lower())
        if section != "cases"
    }
    names |= set(sections) | {f"{name[:-1]}q" for name in sorted(names)[::20]}
    tried = sorted(names)
    if pack.startswith("rulesets"):
        tried = Random(pack).sample(tried, FEW)
    return [(), ("options",), ("no such thing",), *((name,) for name in tried)]


@pytest.mark.parametrize("pack", TRIED)
def test_every_page_is_the_same(
    pack: str, monkeypatch: pytest.MonkeyPatch, reads: list[Path]
) -> None:
    """As text and as JSON, narrow and wide, plain and in colour, warm, cold and off."""
    monkeypatch.setattr(terminal, "_is_terminal", lambda _: True)
    monkeypatch.setenv("TERM", "xterm")
    options = PACKS[pack]
    said("show", pack, *options)
    reads.clear()
    for number, given in enumerate(words(pack)):
        monkeypatch.setenv("COLUMNS", str((40, 100)[number % 2]))
        monkeypatch.setenv("NO_COLOR", "1" if number % 3 else "")
        for more in ((), ("--json",)):
            line = ("show", pack, *given, *options, *more)
            reads.clear()
            warm = said(*line)
            assert not reads, line
            monkeypatch.setenv("UMPIRE_CACHE", "off")
            assert said(*line) == warm, line
            monkeypatch.delenv("UMPIRE_CACHE")


def both(monkeypatch: pytest.MonkeyPatch, *line: str) -> Said:
    """Return what a line prints, which is the same without a cache."""
    found = said(*line)
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    assert said(*line) == found
    monkeypatch.delenv("UMPIRE_CACHE")
    return found


@pytest.mark.parametrize("edited", ["above", "base"])
def test_an_edit_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edited: str
) -> None:
    """Of the pack, and of the one that it extends."""
    write(tmp_path / "base", BASE)
    pack = str(write(tmp_path / "above", ABOVE))
    for name in ("weather", "b-1"):
        both(monkeypatch, "show", pack, name)
    assert "hail" in both(monkeypatch, "show", pack, "weather").out
    file, old, new = (
        ("above/ruleset.yaml", "hail", "snow")
        if edited == "above"
        else ("base/tables.yaml", "sun", "fog")
    )
    text = (tmp_path / file).read_text(encoding="utf-8")
    (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
    for _ in range(2):
        assert new in both(monkeypatch, "show", pack, "weather").out
        both(monkeypatch, "show", pack, "b-1")


def test_another_engine_reads_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: list[Path]
) -> None:
    pack = str(write(tmp_path / "base", BASE))
    first = said("show", pack, "weather")
    made = engine()
    monkeypatch.setattr("interpreter.cache.entries.engine", lambda: f"{made}x")
    reads.clear()
    assert said("show", pack, "weather") == first
    assert reads
    reads.clear()
    assert said("show", pack, "weather") == first
    assert not reads


def test_a_damaged_entry_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: list[Path]
) -> None:
    pack = str(write(tmp_path / "base", BASE))
    first = said("show", pack, "weather")
    for file in (tmp_path / "cache" / "umpire").glob("*.ruleset.json"):
        file.write_bytes(file.read_bytes()[:-9])
    reads.clear()
    assert said("show", pack, "weather") == first
    assert reads
    reads.clear()
    assert both(monkeypatch, "show", pack, "weather") == first


SHOWN = (
    ("show", HELLO, "weather"),
    ("show", HELLO, "--json"),
    ("show", "tests/packs/masks"),
)


@pytest.mark.parametrize("given", SHOWN, ids=" ".join)
def test_a_warm_process_imports_no_parser(given: tuple[str, ...]) -> None:
    """Nor what reads, checks and lowers a pack."""
    from subprocess import run

    modules(run, *given)
    found = modules(run, *given)
    assert not {name.partition(".")[0] for name in found} & set(FOREIGN)
    cold = (
        "interpreter.yaml.composing",
        "interpreter.yaml.shape",
        "interpreter.lowering",
        "interpreter.pipeline.loading",
        "interpreter.pipeline.building",
        "interpreter.secrecy",
        "interpreter.expressions.parsing",
        "interpreter.ruleset.reading",
        "interpreter.codegen.generating",
        "interpreter.semantics.expressions.binding",
    )
    assert not {name for name in found if name.startswith(cold)}
