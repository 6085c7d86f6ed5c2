"""Files of a pack that were read are known to the next process."""

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.cache import engine_files
from interpreter.cache.read_files import ReadFiles
from interpreter.diagnostics import Diagnostic
from interpreter.pipeline import loading
from interpreter.ruleset import pack_files
from interpreter.ruleset.layers import Layer
from interpreter.source import Source
from interpreter.yaml.composing import read
from interpreter.yaml.nodes import Node
from tests.cache.strictly import same
from tests.trial import ROOT

HEAD = "name: small\ntypes: {colour: [red, blue]}\n"
TEXTS = [
    "a: b\n",
    "a: {b: [1, 'two ''words''', \"t\\u00e4b\\n\"], 'c': }\n",
    "a: |\n  two\n  lines\nb: >-\n  folded\n  text\n",
    "# a comment\n- one\n- [x, [], {}]\n-   - y\n",
    "key with blanks: a text\n  that goes on\n",
    "",
]


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(name="composed")
def _composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which the name of each file is added that is read as YAML."""
    met: list[str] = []

    def noting(source: Source, problems: list[Diagnostic]) -> Node | None:
        met.append(Path(source.name).name)
        return read(source, problems)

    monkeypatch.setattr(pack_files, "read", noting)
    return met


class Kept:
    """A file of the cache, with the parts of some files."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts

    def __contains__(self, name: str) -> bool:
        return name in self.parts

    def part(self, name: str) -> Any:
        """Return what was written, as JSON gives it back."""
        return json.loads(json.dumps(self.parts[name]))


def again(files: ReadFiles) -> ReadFiles:
    """Return the files that are kept, as another process reads them."""
    return ReadFiles(Kept(files.met))  # type: ignore[arg-type]


def pack(folder: Path, text: str = HEAD) -> Path:
    """Write a pack of two files."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "a.yaml").write_text("types: {size: [small, large]}\n", encoding="utf-8")
    return folder


def layers(folder: Path) -> tuple[list[Layer], list[Diagnostic]]:
    problems: list[Diagnostic] = []
    found = loading.layers_of(folder, problems)
    assert found is not None
    return found, problems


@pytest.mark.parametrize("text", TEXTS)
def test_a_file_comes_back(text: str) -> None:
    source, files = Source("a.yaml", text), ReadFiles()
    node = read(source, [])
    assert node is not None
    files.add("a.yaml", node)
    assert same(again(files).find("a.yaml", source), node)
    assert again(files).find("b.yaml", source) is None
    assert again(files).find("a.yaml", Source("a.yaml", f"{text}#")) is None


@pytest.mark.parametrize("name", ["concealment", "rencounter"])
def test_a_pack_reads_the_same(name: str, composed: list[str]) -> None:
    first, _ = layers(ROOT / "rulesets" / name)
    assert composed
    composed.clear()
    second, _ = layers(ROOT / "rulesets" / name)
    assert not composed
    assert same(first, second)


def test_only_what_is_new_is_read(tmp_path: Path, composed: list[str]) -> None:
    folder = pack(tmp_path / "one")
    layers(folder)
    assert composed == ["ruleset.yaml", "a.yaml"]
    layers(pack(folder, HEAD.replace("red", "green")))
    assert composed[2:] == ["ruleset.yaml"]
    layers(pack(folder, HEAD))
    assert composed[3:] == ["ruleset.yaml"]


@pytest.mark.parametrize("text", ["colours: {}\n", "types: [\n", "types: {a: [b]}\t\n"])
def test_a_file_with_a_problem_is_read_again(
    tmp_path: Path, composed: list[str], text: str
) -> None:
    folder = pack(tmp_path / "one")
    (folder / "a.yaml").write_text(text, encoding="utf-8")
    _, problems = layers(folder)
    composed.clear()
    assert same(layers(folder)[1], problems)
    assert composed == (["a.yaml"] if problems else [])


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        [],
        [1],
        [1, 2, 3],
        ["a", "b", 3, "", 0],
        [[7], 0, 1],
        [[[[], 0, 1]], [[0, 1]], 0, 1],
        [[[0, 1]], [], 0, 1],
        {"a": 1},
    ],
)
def test_what_is_no_file_is_read(data: object) -> None:
    source, files = Source("a.yaml", "a: b\n"), ReadFiles()
    node = read(source, [])
    assert node is not None
    files.add("a.yaml", node)
    (digest,) = files.met
    assert ReadFiles(Kept({digest: data})).find("a.yaml", source) is None  # type: ignore[arg-type]


def test_another_engine_knows_nothing(
    tmp_path: Path, composed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("one", "another"):
        monkeypatch.setattr(engine_files, "engine", lambda version=version: version)
        layers(pack(tmp_path / "one"))
    assert len(composed) == 4


def test_without_a_cache_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    layers(pack(tmp_path / "one"))
    assert not (tmp_path / "cache").exists()
