"""A pack of which only what differs is read is what it is when all of it is read."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from interpreter.pipeline.checking import Checked, check
from interpreter.pipeline.loading import Loaded
from interpreter.pipeline.rule_edits import digests_of
from interpreter.pipeline.verdicts import LastReading, verdict_on
from tests.cache.strictly import same
from tests.mutants import Lines, delete, double, other_word, swap, swap_values
from tests.sampled import sampled
from tests.semantics.test_rule_edits import next_number

ROOT = Path(__file__).resolve().parents[2]
HEAD = "ruleset.yaml"
Files = Mapping[str, str]

AREAS = """name: areas
seats: side
seen_by: everyone
boards:
  land:
    cells: areas
    areas: {Ford: {}, Mill: {}, Hill: {}}
    links: [[Ford, Mill], [Mill, Hill]]
  sea:
    cells: areas
    areas: {Bay: {}, Cape: {}, Deep: {}}
    links: [[Bay, Deep], [Deep, Cape]]
entities:
  side: {fields: {}}
  man:
    fields:
      at: {type: area of land, seen_by: everyone}
    holds:
      near: {if: "distance(at, 'Ford') <= 1"}
formulas:
  far: {takes: {m: man}, is: "count(neighbours(m.at))"}
procedures:
  go: {takes: {m: man}, gives: integer, steps: [{return: far(m)}]}
scenarios:
  one:
    entities:
      red: {kind: side}
      ann: {kind: man, at: Mill}
"""
LAND = AREAS[AREAS.index("  land:") : AREAS.index("  sea:")]
SEA = AREAS[AREAS.index("  sea:") : AREAS.index("entities:\n")]
TWO = "  two: {entities: {red: {kind: side}, ann: {kind: man, at: Hill}}}\n"
HEXES = """name: hexes
seats: side
seen_by: everyone
boards:
  land:
    cells: hexes
    across: 1 miles
    labels: {columns: 2 digits, rows: 2 digits, first: columns, pushed: odd}
entities:
  side: {fields: {}}
  man: {fields: {at: {type: hex of land, seen_by: everyone}}}
formulas:
  far: {takes: {m: man}, is: "distance(m.at, '0909')"}
procedures:
  go: {takes: {m: man}, gives: integer, steps: [{return: far(m)}]}
scenarios:
  one:
    boards: {land: {columns: 01..05, rows: 01..05}}
    entities: {red: {kind: side}, ann: {kind: man, at: 0101}}
  two:
    entities: {red: {kind: side}, ann: {kind: man, at: 0808}}
"""
TABLE = (ROOT / "tests/packs/tabletop/ruleset.yaml").read_text(encoding="utf-8")
WIDE = TABLE.replace("across: 6}", "across: 6 / option.width}")
WIDTH = "options:\n  width: {values: 0..9, default: 6}\n"
MORE = "formulas:\n  extra: {is: 1}\n"
LEAK = """name: leak
seats: side
seen_by: everyone
entities:
  side: {fields: {}}
  band:
    fields:
      side: {type: side, seen_by: everyone}
      strength: {type: integer, seen_by: side, start: 1}
procedures:
  outer:
    takes: {b: band}
    gives: integer
    steps:
      - if: b.strength > 3 #
        do:
          - call: inner(b)
      - return: 1
  inner:
    takes: {b: band}
    steps:
      - let: {n: 2}
"""
LEAKING = f"{LEAK}      - {{say: done, seen_by: everyone}}\n"
BOOK = "formulas:\n  q: {is: 3}\n"
CHAINS: dict[str, list[Files]] = {
    "a scenario is renamed": [{HEAD: AREAS}, {HEAD: AREAS.replace("one:", "uno:")}],
    "a scenario is added": [{HEAD: AREAS}, {HEAD: AREAS + TWO}],
    "a scenario is removed": [{HEAD: AREAS + TWO}, {HEAD: AREAS}],
    "boards change places": [
        {HEAD: AREAS},
        {HEAD: AREAS.replace(LAND + SEA, SEA + LAND)},
    ],
    "a map that may be as wide as it likes is gone": [
        {HEAD: HEXES},
        {HEAD: HEXES[: HEXES.index("  two:")]},
    ],
    "what a map reads changes in the second edit": [
        {HEAD: WIDE, "a.yaml": WIDTH, "b.yaml": MORE},
        {HEAD: WIDE, "a.yaml": WIDTH, "b.yaml": MORE.replace("1", "2")},
        {HEAD: WIDE, "a.yaml": WIDTH.replace("t: 6", "t: 0"), "b.yaml": MORE},
        {HEAD: WIDE, "b.yaml": MORE},
    ],
    "a leak whose cause was moved within its line": [
        {HEAD: LEAK},
        {HEAD: LEAKING.replace("if: b.strength > 3 #", "if:  b.strength > 3#")},
    ],
    "a leak below other lines of the same length": [
        {HEAD: f"# abc def\n{LEAK}"},
        {HEAD: f"# abc\n#ef\n{LEAKING}"},
    ],
    "a file is read in another role": [
        {HEAD: "name: one\n", "base/rulebook.yaml": BOOK},
        {
            HEAD: "name: one\nextends: ./base\n",
            "base/rulebook.yaml": BOOK,
            f"base/{HEAD}": "name: base\n",
        },
    ],
}


def agree(found: Checked, anew: Checked) -> bool:
    """Tell whether the problems and the programs are the same."""
    one, other = found.loaded.program, anew.loaded.program
    if one is None or other is None:
        return one is other and same(found.problems, anew.problems)
    states = same(one.initial_states, other.initial_states)
    rules = one == other and digests_of(found.loaded) == digests_of(anew.loaded)
    return states and rules and same(found.problems, anew.problems)


def write(folder: Path, files: Files) -> None:
    """Let a folder have these files and no others."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("what", CHAINS)
def test_edits_that_reach_what_is_not_read_again(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was missed once, or said of another place."""
    elsewhere = tmp_path / "elsewhere"  # a folder above would shorten names of files
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    before: Loaded | None = None
    for files in CHAINS[what]:
        write(tmp_path / "pack", files)
        for quick in (True, False):
            found = check(tmp_path / "pack", quick=quick, before=before)
            assert agree(found, check(tmp_path / "pack", quick=quick))
        before = found.loaded if found.loaded.program is not None else before
    assert before is not None


def test_a_verdict_of_a_watch_is_kept_for_others(tmp_path: Path) -> None:
    """So it must be that of a check."""
    last = LastReading()
    for text in (AREAS, AREAS.replace("one:", "uno:")):
        write(tmp_path, {HEAD: text})
        watched = verdict_on(tmp_path, last=last).problems
    assert same(verdict_on(tmp_path).problems, watched)
    assert same(check(tmp_path).problems, watched)


def comment(random: Random, lines: Lines) -> str:
    """Put a comment somewhere, so that what follows is moved."""
    at = random.randrange(len(lines))
    lines.insert(at, "# more\n")
    return f"line {at + 1}: a comment"


def rename(random: Random, lines: Lines) -> str:
    """Give a declaration another name."""
    named = [n for n, each in enumerate(lines) if re.match(r"  [a-z][\w ]*:", each)]
    if not named:
        return comment(random, lines)
    at = random.choice(named)
    lines[at] = re.sub(r"(?<=[\w])(?=:)", "x", lines[at], count=1)
    return f"line {at + 1}: another name"


def turn(random: Random, lines: Lines) -> str:
    """Let two declarations of a file change places."""
    at = [n for n, each in enumerate(lines) if re.match(r"  [a-z]", each)]
    pairs = [(a, b, c) for a, b, c in zip(at, at[1:], at[2:], strict=False)]
    if not pairs:
        return comment(random, lines)
    first, second, end = random.choice(pairs)
    lines[first:end] = [*lines[second:end], *lines[first:second]]
    return f"line {first + 1}: changes places with line {second + 1}"


MILD = (next_number, next_number, next_number, comment)  # most have no error
KINDS = (*MILD, *MILD, other_word, swap_values, delete, double, swap, rename, turn)
BOOKS = sorted(path.parent for path in ROOT.glob("rulesets/*/ruleset.yaml"))
SMALL = [ROOT / "tests" / "packs" / name for name in ("ledgers", "outposts", "masks")]
EDITS, EDITS_OF_BOOKS = 20, 20


@pytest.mark.parametrize(
    "pack",
    sampled([*SMALL, *BOOKS], lambda pack: pack in SMALL, lambda pack: pack.name),
)
def test_any_edits_of_a_pack(tmp_path: Path, pack: Path) -> None:
    """One comes after the other, and each third is taken back; each fifth is checked
    under the combinations of options too."""
    folder = tmp_path / pack.name
    shutil.copytree(pack, folder)
    before = check(folder, quick=True).loaded
    files = [
        each
        for each in sorted(folder.rglob("*.yaml"))
        if re.search(r"\d", each.read_text(encoding="utf-8"))
    ]
    random, compared = Random(3), 0
    for number in range(EDITS if pack in SMALL else EDITS_OF_BOOKS):
        file = random.choice(files)
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        told = f"{file.name}: {random.choice(KINDS)(random, lines)}"
        file.write_text("".join(lines), encoding="utf-8")
        is_quick = number % 5 > 0
        found = check(folder, quick=is_quick, before=before)
        assert agree(found, check(folder, quick=is_quick)), told
        if found.loaded.program is not None:
            before, compared = found.loaded, compared + 1
        if number % 3 == 2 or found.loaded.program is None:
            file.write_text(text, encoding="utf-8")
    assert compared > 2
