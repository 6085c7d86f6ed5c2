"""After an edit of a rule the verdicts on combinations are those of a fresh check."""

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from interpreter.cache.pack_verdicts import CombinationVerdicts, Sources
from interpreter.pipeline import combinations, option_readings
from interpreter.pipeline.checking import check
from interpreter.pipeline.combinations import TrialOptions
from interpreter.pipeline.loading import Loaded
from interpreter.pipeline.option_readings import Attempt
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.option_combinations import Trial
from tests.cache.strictly import same
from tests.mutants import Lines, other_word, swap_values
from tests.sampled import sampled

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted(path.parent for path in ROOT.glob("rulesets/*/ruleset.yaml"))
SMALL = [ROOT / "tests" / "packs" / "ledgers"]
PACK = """
name: edited
seats: side
seen_by: everyone
options:
  night: {values: [yes, no], default: no}
  fog:
    values: [yes, no]
    default: no
    change:
      formulas.sight.is: {expect: 9, to: b.strength}
  mist:
    values: [yes, no]
    default: no
    change:
      tables.wounds.rows.3-6: {expect: 2, to: 5}
  rain:
    values: [yes, no]
    default: no
    change:
      formulas.is_near.is:
        expect: c.place is not none
        to: c.place is not none and c.strength > 2
  frost:
    values: [yes, no]
    default: no
    change:
      procedures.walk.steps: {to: [{return: if is_far(c) then c.place else 1}]}
  storm:
    values: [yes, no]
    default: no
    change:
      entities.band.fields.pace.type: {to: integer 0..3}
  luck: {values: 0..6, default: 6}
entities:
  side: {fields: {luck: {type: integer, seen_by: everyone, start: 0}}}
  band:
    fields:
      side: {type: side, seen_by: everyone}
      place: {type: integer or none, seen_by: everyone}
      strength: {type: integer, seen_by: side, start: 1}
      pace: {type: integer 0..9, seen_by: everyone, start: 1}
tables:
  wounds: {of: d6, gives: integer, rows: {1-2: 1, 3-6: 2}}
  heights:
    takes: {n: integer 0..9}
    gives: [low, high]
    hit: first
    rows: {low: n <= option.luck, high: else}
  chances: {of: d6, gives: integer 0..9, rows: {1-3: 1, 4-6: 2}}
modifiers:
  aim:
    takes: {b: band}
    groups:
      near: {rows: {close: {if: b.pace > 3, add: 1}, wide: {only: night, add: -2}}}
formulas:
  sight: {takes: {b: band}, is: 9}
  reach: {takes: {b: band}, is: 4 + b.pace}
  double: {takes: {b: band}, is: sight(b) * 2}
  is_near: {takes: {c: band}, is: c.place is not none}
  is_far: {takes: {c: band}, is: c.place is not none and c.pace > 4}
  dark: {only: night, takes: {b: band}, is: 3}
procedures:
  show:
    takes: {b: band}
    gives: integer
    steps:
      - let: {n: reach(b)}
      - say: the reach is {n} at least
        seen_by: everyone
      - only: night
        return: n + dark(b)
      - return: n + total(aim(b))
  step:
    takes: {c: band}
    gives: integer
    steps:
      - if: is_near(c)
        do: [{return: c.place}]
      - return: 0
  walk:
    takes: {c: band}
    gives: integer
    steps:
      - return: 1
  hurt:
    gives: integer
    steps:
      - roll: {die: d6}
      - return: wounds(die)
  look:
    takes: {b: band}
    gives: integer
    steps:
      - let: {n: double(b)}
      - say: he sees {n}
        seen_by: b.side
      - return: n
scenarios:
  field:
    entities:
      red: {kind: side}
      guards: {kind: band, side: red}
"""
CASES = """cases:
  foggy: {scenario: field, options: {fog: yes}, run: look(guards), expect: {result: 2}}
"""
EDITS: dict[str, tuple[str, str, str | None]] = {
    "a result": ("1-2: 1", "1-2: 3", "mist"),
    "a result that an option expects": ("3-6: 2}", "3-6: 3}", "mist"),
    "a result of a table that nothing else reads": ("4-6: 2", "4-6: 4", ""),
    "a result under a guard": ("add: -2", "add: -3", "night"),
    "a number in a formula": ("4 + b.pace", "5 + b.pace", None),
    "a number under an option": ("{b: band}, is: 3", "{b: band}, is: 4", "night"),
    "what others may know": ("4 + b.pace", "4 + b.strength", None),
    "a use of what an option makes secret": ("4 + b.pace", "sight(b) + b.pace", None),
    "a number in a condition": ("b.pace > 3", "b.pace > 4", "night"),
    "another form": ("sight(b) * 2", "sight(b) + sight(b)", "fog"),
    "no proof of presence": ("and c.pace > 4", "or c.pace > 4", None),
    "another proof": ("and c.pace > 4", "and 2 < 3 and c.pace > 4", ""),
    "words": ("the reach is", "his reach is", "night"),
    "a secret in words": ("is {n} at", "is {b.strength} at", None),
    "a row that can never be chosen": ("n <= option.luck", "n < option.luck", "luck"),
    "an option": ("0..6, default: 6", "0..5, default: 5", None),
    "a step": ("      - return: 1\n", "      - return: 2\n", None),
    "a broken formula": ("4 + b.pace", "4 + b.paces", None),
    "a formula that nothing uses": ("double(b)", "reach(b)", None),
    "a new formula": ("  dark: ", "  new: {is: 3}\n  dark: ", None),
    "a comment": ("tables:\n", "# here\ntables:\n", ""),
}
"""Edits, with the option whose combinations are tried again, beside those that change
more than rules; None: whatever is needed."""
WHOLE = "storm"


class Memory:
    """A cache of the last verdicts."""

    def __init__(self) -> None:
        self.found: CombinationVerdicts | None = None

    def combinations(self, files: Sources) -> CombinationVerdicts | None:
        del files
        return self.found

    def keep_combinations(self, found: CombinationVerdicts, files: Sources) -> None:
        del files
        self.found = found


@pytest.fixture(name="tried")
def _tried(monkeypatch: pytest.MonkeyPatch) -> list[Trial]:
    found: list[Trial] = []
    read = option_readings.read_under

    def counted(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
        found.append(trial)
        return read(loaded, layers, trial)

    monkeypatch.setattr(combinations, "read_under", counted)
    return found


def settings(trials: list[Trial]) -> set[str]:
    return {str(each.texts) for each in trials}


def checked(folder: Path, text: str, cache: Memory | None) -> tuple[object, ...]:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "cases.yaml").write_text(CASES, encoding="utf-8")
    return check(folder, TrialOptions(cache=cache)).problems


@pytest.mark.parametrize("what", EDITS)
def test_an_edit(tmp_path: Path, tried: list[Trial], what: str) -> None:
    before, after, concerned = EDITS[what]
    assert PACK.count(before) == 1
    memory = Memory()
    checked(tmp_path, PACK, memory)
    expected = [each for each in tried if each.values.keys() & {WHOLE, concerned}]
    assert 0 < len(expected) < len(tried)
    tried.clear()
    edited = PACK.replace(before, after)
    found = checked(tmp_path, edited, memory)
    again = list(tried)
    assert same(found, checked(tmp_path, edited, None))
    if concerned is not None:
        assert settings(again) == settings(expected)
    assert same(checked(tmp_path, PACK, memory), checked(tmp_path, PACK, None))


def next_number(random: Random, lines: Lines) -> str:
    """Replace a number by the next."""
    at = random.choice([n for n, each in enumerate(lines) if re.search(r"\d", each)])
    hit = random.choice(list(re.finditer(r"\d+", lines[at])))
    line = lines[at]
    lines[at] = f"{line[: hit.start()]}{int(hit[0]) + 1}{line[hit.end() :]}"
    return f"line {at + 1}: {hit[0]} is one more"


SEEDS, SEEDS_OF_BOOKS = 24, 12
RULES = re.compile(r"^(tables|formulas|modifiers):(.|\n)*\d", re.MULTILINE)
"""What a file holds of which most edits leave some verdicts as they are."""
KINDS = (other_word, swap_values, next_number)


@pytest.mark.parametrize(
    "pack",
    sampled([*SMALL, *BOOKS], lambda pack: pack in SMALL, lambda pack: pack.name),
)
def test_any_edit_of_a_pack(tmp_path: Path, pack: Path) -> None:
    """One line of a file is another; whatever is found is what a fresh check finds."""
    folder = tmp_path / pack.name
    shutil.copytree(pack, folder)
    memory = Memory()
    check(folder, TrialOptions(cache=memory))
    files = [each for each in sorted(folder.glob("*.yaml")) if each.stem != "rulebook"]
    files = [each for each in files if RULES.search(each.read_text("utf-8"))]
    random = Random(1)
    for _ in range(SEEDS if pack in SMALL else SEEDS_OF_BOOKS):
        file = random.choice(files)
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        told = random.choice(KINDS)(random, lines)
        file.write_text("".join(lines), encoding="utf-8")
        before = memory.found
        found = check(folder, TrialOptions(cache=memory)).problems
        assert same(found, check(folder).problems), told
        memory.found = before
        file.write_text(text, encoding="utf-8")
