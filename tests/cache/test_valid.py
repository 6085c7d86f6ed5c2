"""Files that are known to be valid are kept from one process to the next."""

from pathlib import Path

import pytest

from interpreter.cache import engine_files
from interpreter.cache import valid as storing
from interpreter.cache.valid import known_to_be_valid
from interpreter.pipeline import loading
from interpreter.yaml import shape

HEAD = "name: small\ntypes: {colour: [red, blue]}\n"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which each file that is validated adds its kind."""
    met: list[str] = []
    check_shape = shape.check_shape

    def noting(node, kind, problems):  # type: ignore[no-untyped-def]
        met.append(kind)
        return check_shape(node, kind, problems)

    monkeypatch.setattr(shape, "check_shape", noting)
    return met


def pack(folder: Path, text: str = HEAD) -> Path:
    """Write a pack of two files."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "a.yaml").write_text("types: {size: [small, large]}\n", encoding="utf-8")
    return folder


def read(folder: Path) -> int:
    """Read the files of a pack; return how many problems there are."""
    problems: list = []  # type: ignore[type-arg]
    loading.layers_of(folder, problems)
    return len(problems)


def test_an_unchanged_file_is_not_validated_again(
    tmp_path: Path, validated: list[str]
) -> None:
    """Not even in another folder; one that was edited is."""
    assert read(pack(tmp_path / "one")) == 0
    assert validated == ["ruleset", "part"]
    assert read(pack(tmp_path / "one")) == read(pack(tmp_path / "two")) == 0
    assert validated == ["ruleset", "part"]
    assert read(pack(tmp_path / "one", HEAD.replace("red", "green"))) == 0
    assert validated == ["ruleset", "part", "ruleset"]


def test_a_faulty_file_is_told_of_each_time(
    tmp_path: Path, validated: list[str]
) -> None:
    """Only what is valid is known."""
    folder = pack(tmp_path / "one", HEAD.replace("types", "typs"))
    assert read(folder) == read(folder) == 1
    assert validated == ["ruleset", "part", "ruleset"]


def test_another_engine_validates_anew(
    tmp_path: Path, validated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A schema that changed may allow less."""
    folder = pack(tmp_path / "one")
    read(folder)
    monkeypatch.setattr(engine_files, "engine", lambda: "another")
    read(folder)
    assert len(validated) == 4


def test_without_a_cache_each_file_is_validated(
    tmp_path: Path, validated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is kept, and nothing fails."""
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    folder = pack(tmp_path / "one")
    assert read(folder) == read(folder) == 0
    assert len(validated) == 4


def test_the_files_met_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of too many, those that were met longest ago are forgotten."""
    monkeypatch.setattr(storing, "MOST", 2)
    for texts in (["a", "b"], ["b", "c"]):
        with known_to_be_valid() as valid:
            for text in texts:
                if not valid.has("part", text):
                    valid.add("part", text)
    with known_to_be_valid() as valid:
        assert [valid.has("part", text) for text in "abc"] == [False, True, True]
