"""Proofs of decision tables and of bands: against brute force, and by hand."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.diagnostics import Diagnostic
from interpreter.pipeline.loading import load
from interpreter.semantics.tables.bands import Range, prove, read_band
from interpreter.source import Source, Span
from interpreter.yaml.nodes import ScalarNode

AT = Span(Source("bands", "x"), 0, 1)
NEAR = 50  # every bound below is nearer than this


def codes(tmp_path: Path, takes: str, hit: str, *rows: str) -> list[str]:
    """Load a pack with one decision table over a, b, c; return what is said of it."""
    lines = [f"      {name}: {row}" for name, row in zip("abcdef", rows, strict=False)]
    head = (
        f"name: t\ntypes:\n  size: [small, large]\ntables:\n  t:\n    takes: {takes}\n"
    )
    body = f"    gives: [a, b, c, d]\n    hit: {hit}\n    rows:\n" + "\n".join(lines)
    (tmp_path / "ruleset.yaml").write_text(head + body + "\n", encoding="utf-8")
    return [each.code for each in load(tmp_path).problems]


@pytest.mark.parametrize(
    ("takes", "hit", "rows", "expected"),
    [
        ("{n: integer}", "first", ("n < 4", "n >= 4"), []),
        ("{n: integer}", "first", ("n < 4", "n > 4"), ["R501"]),
        ("{n: integer}", "first", ("n < 4", "else"), []),
        ("{n: integer}", "first", ("n < 4", "n < 4", "else"), ["R503"]),
        ("{n: integer}", "unique", ("n <= 4", "n >= 4"), ["R502"]),
        ("{n: integer}", "unique", ("n < 4", "n >= 4"), []),
        ("{n: integer}", "unique", ("n is 1000", "else"), []),
        ("{n: integer 1..3}", "first", ("n < 4", "else"), ["R503"]),
        ("{s: size}", "first", ("s is small", "s is large"), []),
        ("{s: size}", "first", ("s is large",), ["R501"]),
        ("{s: size or none}", "first", ("s is small", "s is large"), ["R501"]),
        ("{p: yes or no, q: yes or no}", "first", ("p", "q", "not p and not q"), []),
        ("{p: yes or no, q: yes or no}", "unique", ("p", "q", "else"), ["R502"]),
        ("{n: integer}", "first", ("else", "n < 4"), ["R503"]),
        ("{n: integer}", "first", ("n < 2 * 10", "n >= 2 * 10"), []),
        ("{n: integer}", "first", ("n < 7/2", "n > 7/2"), []),
        ("{n: integer}", "first", ("n <= 7/2", "n > 9/2"), ["R501"]),
        ("{n: integer}", "first", ("n in 3..5", "n in 8..9", "else"), []),
        ("{n: integer or none}", "first", ("n is none", "n > 70", "else"), ["R404"]),
        (
            "{n: integer or none}",
            "first",
            ("n is none", "n is not none and n > 70"),
            ["R501"],
        ),
        # what cannot be tried by neighbours of constants is left to running
        ("{n: integer, m: integer}", "first", ("n < m", "n > m", "n is m"), []),
        ("{n: integer, m: integer 1..3}", "first", ("n < m", "else"), []),
        ("{n: integer}", "first", ("-n > 3", "else"), []),
        ("{n: integer 0..100}", "first", ("n * 2 in 102..118", "else"), []),
        ("{n: integer}", "first", ("remainder(n, 5) is 4", "else"), []),
        ("{n: integer 0..}", "first", ("count(1..n) > 20000", "else"), []),
        ("{n: integer 1..2}", "first", ("count(1..20000 * n) > 3", "else"), []),
    ],
)
def test_a_decision_is_proved(
    tmp_path: Path, takes: str, hit: str, rows: tuple[str, ...], expected: list[str]
) -> None:
    assert codes(tmp_path, takes, hit, *rows) == expected


@pytest.mark.parametrize(
    ("group", "rows", "expected"),
    [
        ("hit: unique", ("w is storm", "w is not calm"), ["R502"]),
        ("hit: unique", ("w is storm", "w is breeze"), []),
        ("hit: unique", ("w is storm", ""), ["R502"]),
        ("hit: unique", ("n < 4", "n > 2 and w is calm"), ["R502"]),
        ("hit: unique, if: w is storm", ("n < 4", "n > 2 and w is calm"), []),
        ("hit: collect", ("w is storm", "w is not calm"), []),
        ("hit: any", ("w is storm", "w is not calm"), []),
        # what hangs on an entity is left to running
        ("hit: unique", ("s.wet", "s.wet"), []),
    ],
)
def test_unique_modifiers_are_proved_apart(
    tmp_path: Path, group: str, rows: tuple[str, str], expected: list[str]
) -> None:
    """Where rows read what the modifiers take; also beside an entity they do not."""
    one, other = (f"{{if: {each}, add: 1}}" if each else "{add: 1}" for each in rows)
    (tmp_path / "ruleset.yaml").write_text(
        "name: t\ntypes:\n  weather: [calm, breeze, storm]\nentities:\n  ship:\n"
        "    fields: {wet: {type: yes or no, seen_by: everyone}}\nmodifiers:\n"
        "  m:\n    takes: {s: ship, w: weather, n: integer}\n    groups:\n"
        f"      sea: {{{group}, rows: {{one: {one}, other: {other}}}}}\n",
        encoding="utf-8",
    )
    found = load(tmp_path).problems
    assert [each.code for each in found if each.code != "R504"] == expected


BOUND = some.none() | some.integers(-20, 20)


@some.composite
def ranges(draw: some.DrawFn) -> tuple[int | None, int | None]:
    """Draw two bounds in order, each perhaps open."""
    low, high = draw(BOUND), draw(BOUND)
    if low is not None and high is not None and low > high:
        return high, low
    return low, high


def holds(bounds: tuple[int | None, int | None], number: int) -> bool:
    """Tell whether a number lies between bounds."""
    low, high = bounds
    return (low is None or low <= number) and (high is None or number <= high)


@given(some.lists(ranges(), min_size=1, max_size=6), ranges())
def test_prove_finds_what_brute_force_finds(
    rows: list[tuple[int | None, int | None]], domain: tuple[int | None, int | None]
) -> None:
    """Gaps, overlaps and rows out of reach, each exactly when there is one."""
    found: list[Diagnostic] = []
    made = [Range(low, high, AT, f"{low}..{high}") for low, high in rows]
    prove(made, *domain, AT, found)
    said = {each.code for each in found}
    numbers = range(-NEAR, NEAR + 1)
    counts = {n: sum(holds(row, n) for row in rows) for n in numbers}
    assert ("R501" in said) == any(holds(domain, n) and not counts[n] for n in numbers)
    assert ("R502" in said) == any(count > 1 for count in counts.values())
    unreached = [
        row
        for row in rows
        if not any(holds(row, n) and holds(domain, n) for n in numbers)
    ]
    assert sum(each.code == "R503" for each in found) == len(unreached)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("2-", None, 2),
        ("3-5", 3, 5),
        ("-3..-1", -3, -1),
        ("−3..−1", -3, -1),
        ("-5-", None, -5),
        ("-3-5", -3, 5),
        ("12+", 12, None),
        ("-2+", -2, None),
        ("..5", None, 5),
        ("5..", 5, None),
        ("7", 7, 7),
        ("+2", 2, 2),
        ("3 – 5", 3, 5),
    ],
)
def test_a_band_is_read_as_printed(
    text: str, low: int | None, high: int | None
) -> None:
    found: list[Diagnostic] = []
    span = Span(Source("bands", text), 0, len(text))
    band = read_band(ScalarNode(text, span, "", ()), found)
    assert band is not None
    assert (band.low, band.high, found) == (low, high, [])


@pytest.mark.parametrize("text", ["", "many", "5-3", "3--5", "1e3", "1.5", "9" * 13])
def test_what_is_no_band_is_said(text: str) -> None:
    found: list[Diagnostic] = []
    span = Span(Source("bands", text + " "), 0, 1)
    assert read_band(ScalarNode(text, span, "", ()), found) is None
    assert [each.code for each in found] == ["R205"]


def test_a_long_table_takes_no_long_time(tmp_path: Path) -> None:
    """The name of a value is found at once, however many there are."""
    names = [f"v{number}" for number in range(10_000)]
    rows = "".join(f"      {name}: 1\n" for name in names)
    text = f"name: t\ntypes:\n  e: [{', '.join(names)}]\ntables:\n  t:\n    of: e\n"
    text += f"    gives: integer\n    rows:\n{rows}"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    start = time.process_time()
    assert load(tmp_path).problems == ()
    assert time.process_time() - start < 10
