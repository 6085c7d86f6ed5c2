"""Declarations come back from the cache as they were read, and only while they hold."""

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.cache import content_hashes, folder
from interpreter.cache.content_hashes import engine
from interpreter.cache.entries import entry_of
from interpreter.cache.rulesets import keep_ruleset, kept_ruleset
from interpreter.pipeline.loading import load
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.ruleset.rule_index import IndexedRuleset, indexed
from interpreter.yaml import ScalarNode
from tests.cache.strictly import same
from tests.cache.test_codec import PACKS
from tests.reading import ANEW
from tests.ruleset.packs import write
from tests.sampled import sampled

BASE = {
    "ruleset.yaml": "name: base\ntitle: Base\n",
    "tables.yaml": "tables:\n  weather:\n    of: 1d2\n    gives: text\n"
    "    rule: B-1\n    rows: {1: rain, 2: sun}\n"
    "  wind:\n    of: 1d2\n    gives: text\n    only: wet\n"
    "    rows: {1: low, 2: high}\n",
    "options.yaml": "options:\n  wet: {values: [yes, no], default: no}\n"
    "  rate: {values: [1/2, 3], default: 3}\n",
    "rulebook.yaml": "b-1:\n  at: page 3\n  says: >\n    Rain\n    wets.\n"
    "B-2: {at: page 4, says: 'It''s \"dry\"'}\n",
}
ABOVE = {
    "ruleset.yaml": "name: above\nextends: ../base\nchange:\n"
    "  tables.weather.rows.1: {to: hail, expect: rain}\n",
}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv(ANEW, "yes")


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    """Return the folder of two packs, one above the other."""
    write(tmp_path / "base", BASE)
    write(tmp_path / "above", ABOVE)
    return tmp_path


def read(pack: Path, **options: str) -> IndexedRuleset:
    """Return the declarations of a pack as its files are."""
    ruleset = load(pack, options).ruleset
    assert ruleset is not None
    return indexed(ruleset)


def cached(pack: Path, **options: str) -> IndexedRuleset | None:
    """Return the declarations that are kept of an open pack."""
    entry = open_pack(pack, options)._entry
    return None if entry is None else kept_ruleset(entry)


def shown(pack: Path, **options: str) -> Pack:
    """Open a pack and ask for its declarations, so that they are kept."""
    opened = open_pack(pack, options)
    opened.ruleset()
    return opened


@pytest.mark.parametrize(
    "pack",
    sampled(PACKS, lambda pack: pack.parent.name != "rulesets", lambda pack: pack.name),
)
def test_declarations_come_back_as_they_were_read(pack: Path) -> None:
    """Every node with its place, every change, and what each rule is named by."""
    shown(pack)
    found = cached(pack)
    assert found is not None
    assert same(found, read(pack))


@pytest.mark.parametrize("wet", ["yes", "no"])
def test_overlays_and_options_come_back(packs: Path, wet: str) -> None:
    """What `only` cuts away is kept beside what is left."""
    options = {"wet": wet, "rate": "1/2"}
    shown(packs / "above", **options)
    found = cached(packs / "above", **options)
    assert found is not None
    assert same(found, read(packs / "above", **options))
    assert ("wind" in found.ruleset.sections["tables"]) == (wet == "yes")
    assert "wind" in found.ruleset.uncut["tables"]
    assert found.ruleset.origins
    assert found.ruleset.options["rate"].value == Fraction(1, 2)


def test_one_declaration_is_decoded_where_one_is_used(packs: Path) -> None:
    shown(packs / "base")
    found = cached(packs / "base")
    assert found is not None
    tables = found.ruleset.sections["tables"]
    assert list(tables) == ["weather"]
    assert tables["weather"] is tables["weather"]
    assert not found.ruleset.sections["rulebook"]._made  # type: ignore[attr-defined]


@pytest.mark.parametrize("edited", ["base", "above"])
def test_an_edit_is_seen(packs: Path, edited: str) -> None:
    """Also one of the pack below."""
    pack = packs / "above"
    shown(pack)
    assert cached(pack) is not None
    head = packs / edited / "ruleset.yaml"
    head.write_text(f"{head.read_text()}source: a book\n", encoding="utf-8")
    assert cached(pack) is None
    assert same(shown(pack).ruleset(), read(pack))
    found = cached(pack)
    assert found is not None
    assert isinstance(found.ruleset.head.get("source"), ScalarNode)


def test_another_engine_is_a_miss(packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown(packs / "base")
    made = engine()
    monkeypatch.setattr(content_hashes, "engine", lambda: f"{made}x")
    monkeypatch.setattr("interpreter.cache.entries.engine", lambda: f"{made}x")
    assert cached(packs / "base") is None


def test_what_was_read_before_an_edit_is_not_kept(packs: Path) -> None:
    """The files are those of the entry, or nothing is written."""
    before = read(packs / "base")
    head = packs / "base" / "ruleset.yaml"
    head.write_text(f"{head.read_text()}source: a book\n", encoding="utf-8")
    entry = open_pack(packs / "base")._entry
    assert entry is not None
    keep_ruleset(entry, before)
    assert kept_ruleset(entry) is None


@pytest.mark.parametrize("at", [0, 70, 200, -1])
def test_a_damaged_file_is_a_miss(packs: Path, at: int) -> None:
    """One byte: the seal covers all of them."""
    shown(packs / "base")
    (file,) = (packs / "cache" / "umpire").glob("*.ruleset.json")
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    assert cached(packs / "base") is None
    assert same(shown(packs / "base").ruleset(), read(packs / "base"))
    assert cached(packs / "base") is not None


@pytest.mark.parametrize("parts", [{}, {"ruleset": []}, {"ruleset": {"texts": {}}}])
def test_a_sealed_file_of_another_shape_is_a_miss(
    packs: Path, parts: dict[str, object]
) -> None:
    entry = shown(packs / "base")._entry
    assert entry is not None
    entry.folder.keep(f"{entry.name}.ruleset", parts | {"made from": entry.made})
    assert kept_ruleset(entry) is None


def test_a_file_of_another_name_is_a_miss(packs: Path) -> None:
    """The seal holds the name, too."""
    entry = shown(packs / "base")._entry
    other = entry_of(packs / "above", {})
    assert entry is not None
    assert other is not None
    place = packs / "cache" / "umpire"
    file = place / f"{entry.name}.ruleset{folder.ENDING}"
    file.rename(place / f"{other.name}.ruleset{folder.ENDING}")
    assert kept_ruleset(other) is None
