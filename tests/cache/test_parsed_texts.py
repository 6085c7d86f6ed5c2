"""Expressions that were parsed are read by the next process as they were."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from interpreter.cache import engine_files
from interpreter.cache.parsed_texts import ParsedTexts, remembered_texts
from interpreter.diagnostics import Diagnostic
from interpreter.expressions import parsing
from interpreter.expressions.parsing import Unreadable, known_texts, parse
from interpreter.expressions.tree import NumberLiteral
from interpreter.pipeline import loading, opening
from interpreter.values.exact_numbers import quotient
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from tests.cache.strictly import same
from tests.reading import ANEW
from tests.trial import ROOT

TEXTS = [
    "1.5 + 2d6 * -3",
    "if a and not b then [1, 'two words', none] else c.d[e]",
    "list(u.side for u in every(unit) where u.at is x by u.name, -u.size)",
    "count(u in units where u.strength not in 2..4 or yes)",
    "12345678901234567890123456789 / 7",
]


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    parse.cache_clear()


def again(texts: ParsedTexts) -> ParsedTexts:
    """Return the texts that are kept, as another process reads them."""
    return ParsedTexts(json.loads(json.dumps(texts.latest())))


def scalars(node: Node | None) -> set[str]:
    """Return every text in a node; most are expressions or are read as some."""
    if isinstance(node, ScalarNode):
        return {node.text}
    if isinstance(node, MappingNode):
        return {t for key, value in node.entries for t in {key.text} | scalars(value)}
    return {text for item in getattr(node, "items", ()) for text in scalars(item)}


@pytest.mark.parametrize("text", TEXTS)
def test_a_tree_comes_back(text: str) -> None:
    texts = ParsedTexts()
    tree = parse(text)
    texts.add(text, tree)
    assert same(again(texts).tree(text), tree)


def test_all_texts_of_a_pack_come_back() -> None:
    problems: list[Diagnostic] = []
    layers = loading.layers_of(ROOT / "rulesets" / "concealment", problems)
    assert layers is not None
    texts, trees = ParsedTexts(), {}
    for text in sorted(
        {t for each in layers for p in each.parts for t in scalars(p.node)}
    ):
        try:
            trees[text] = parse(text)
        except Unreadable:
            continue
        texts.add(text, trees[text])
    assert len(trees) > 500
    kept = again(texts)
    for text, tree in trees.items():
        assert same(kept.tree(text), tree)


def test_why_a_text_is_no_expression_comes_back(parsed: list[str]) -> None:
    """As often as it is asked, and nothing is parsed for it."""
    texts = ParsedTexts()
    for text in ("a walk of 3 inches", "(1", "1 +", "'"):
        with pytest.raises(Unreadable) as fault:
            parse(text)
        texts.add(text, fault.value)
        kept = again(texts)
        tried = len(parsed)
        for _ in range(2):
            with known_texts(kept), pytest.raises(Unreadable) as found:
                parse(text)
            assert found.value == fault.value
        assert len(parsed) == tried


def test_what_was_parsed_is_kept_where_the_pack_is_refused(
    tmp_path: Path, parsed: list[str]
) -> None:
    """And a text that is too long is not."""
    for met in (2, 1):
        parse.cache_clear()
        parsed.clear()
        with ExitStack() as stack:
            stack.enter_context(pytest.raises(Unreadable))
            stack.enter_context(remembered_texts(tmp_path))
            parse("a + 1")
            parse("x" * 100_000)
        assert len(parsed) == met


def test_numbers_keep_their_type() -> None:
    texts = ParsedTexts()
    for value in (2, quotient(1, 3)):
        tree = NumberLiteral((0, 1), value)
        texts.add("n", tree)
        found = again(texts).tree("n")
        assert isinstance(found, NumberLiteral)
        assert type(found.value) is type(value)


@pytest.fixture(name="parsed")
def _parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which each text is added that the grammar reads."""
    met: list[str] = []
    by_grammar = parsing._parse

    def noted(text: str) -> Any:
        met.append(text)
        return by_grammar(text)

    monkeypatch.setattr(parsing, "_parse", noted)
    return met


def test_the_next_process_parses_what_is_new(tmp_path: Path, parsed: list[str]) -> None:
    for texts, new in ((["a + 1", "b"], 2), (["b", "a + 1"], 0), (["b", "c"], 1)):
        parse.cache_clear()
        parsed.clear()
        with remembered_texts(tmp_path):
            trees = [parse(text) for text in texts]
        assert len(parsed) == new
        parse.cache_clear()
        assert trees == [parse(text) for text in texts]


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        "b",
        [],
        [0],
        [99, 0, 1],
        [2, 0, 1],
        [2, 0, 1, "b", "c"],
        [[0]],
        {"a": 1},
    ],
)
def test_what_is_no_tree_is_parsed(data: object) -> None:
    assert ParsedTexts({"b": data}).tree("b") is None


def test_another_engine_knows_nothing(
    tmp_path: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("one", "another"):
        monkeypatch.setattr(engine_files, "engine", lambda version=version: version)
        parse.cache_clear()
        with remembered_texts(tmp_path):
            parse("a + 1")
    assert parsed == ["a + 1", "a + 1"]


def test_without_a_cache_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    with remembered_texts(tmp_path):
        parse("a + 1")
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("pack", ["rulesets/concealment", "tests/packs/functions"])
def test_a_pack_reads_the_same(
    pack: str, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all trees known, the program is equal to that of parsed texts."""
    monkeypatch.setenv(ANEW, "yes")
    first = loading.load(ROOT / pack)
    assert parsed
    parse.cache_clear()
    parsed.clear()
    second = loading.load(ROOT / pack)
    assert not parsed
    assert first.program == second.program
    assert first.problems == second.problems


def test_a_program_of_known_texts_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As that of parsed texts is; this pack has numbers with a point."""
    monkeypatch.setenv(ANEW, "yes")
    pack = ROOT / "tests/packs/functions"
    for _ in range(2):
        opening.open_pack(pack)
        (program,) = (tmp_path / "cache" / "umpire").glob("*.program.json")
        program.unlink()
        parse.cache_clear()
