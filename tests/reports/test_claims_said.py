"""Claims are told in the sentences of the pack, true and false ones alike."""

import re
from pathlib import Path

import pytest

from tests.cli.calling import call
from tests.ruleset.packs import write
from tests.trial import ROOT

PACK = """
name: letters
seats: side
seen_by: judge
types: {way: [north, south_sea]}
entities:
  side: {}
  troop:
    masks: face
    fields: {face: {type: text, seen_by: everyone}}
claims:
  sighting:
    about: troop
    label: [sure, unsure]
    say: "{about} came in sight ({ label })"
    facts:
      men: {type: integer 0.., say: {0: nobody, 1: one man, other: "{men} men"}}
      went: {type: way or none, say: {none: they stand, other: "they go {went}"}}
      near: {type: yes or no, say: {yes: near by, no: far off}}
      ways: {type: list of way, say: {none: in no formation, other: "along {ways}"}}
      by sea: {type: way, say: {south_sea: over the sea, other: on land}}
      weight: {title: what it weighs, type: integer or none}
      bare: {type: list of integer}
procedures:
  look:
    takes:
      s: side
      t: troop
      men: integer 0..
      went: way or none
      near: yes or no
      ways: list of way
      bare: list of integer
    steps:
      - tell: sighting
        to: s
        about: t
        label: unsure
        facts:
          men: men
          went: went
          near: near
          ways: ways
          by sea: south_sea
          weight: none
          bare: bare
scenarios:
  field:
    entities: {red: {kind: side}, riders: {kind: troop, face: riders}}
"""


@pytest.fixture(name="pack")
def _pack(tmp_path: Path) -> Path:
    return write(tmp_path / "letters", {"ruleset.yaml": PACK})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ("0", "none", "yes", "[]", "[]"),
            "nobody; they stand; near by; in no formation; over the sea; "
            "what it weighs: none; bare: none",
        ),
        (
            ("1", "south_sea", "no", "[north]", "[3]"),
            "one man; they go south_sea; far off; along north; over the sea; "
            "what it weighs: none; bare: 3",
        ),
        (
            ("12", "north", "no", "[north, south_sea, north]", "[3, 4]"),
            "12 men; they go north; far off; along north, south_sea and north; "
            "over the sea; what it weighs: none; bare: 3 and 4",
        ),
    ],
)
def test_each_value_has_its_words(
    pack: Path, given: tuple[str, ...], said: str
) -> None:
    """By value, by `other`, and under its title where the pack says nothing."""
    given = ("red", "riders", *given)
    names = ("s", "t", "men", "went", "near", "ways", "bare")
    asked = [
        word
        for name, value in zip(names, given, strict=True)
        for word in ("--with", f"{name}={value}")
    ]
    run = call(
        "run", str(pack), "look", "--scenario", "field", "--seed", "a", *asked, "--json"
    )
    ((claim,), *_) = run.json["told"].values()
    assert re.fullmatch(
        rf"riders \d+ came in sight \(unsure\): {re.escape(said)}", claim["text"]
    )
    assert claim["facts"]["men"] == int(given[2])
    printed = call(
        "run", str(pack), "look", "--scenario", "field", "--seed", "a", *asked
    ).out
    lines = " ".join(printed.split())
    assert f"1. {claim['text']}" in lines


def test_nothing_that_is_told_shows_a_form_of_the_language() -> None:
    """Of all that the published packs tell in the games that are kept."""
    kept = (ROOT / "tests" / "playthroughs").rglob("*.txt")
    lines = [
        line
        for file in kept
        for line in file.read_text(encoding="utf-8").splitlines()
        if "was told: " in line
    ]
    assert len(lines) > 20
    assert not [line for line in lines if re.search(r"[\[\]{}]|: none\b", line)]
