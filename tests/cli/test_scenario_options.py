"""A scenario sets options; what the caller sets goes before."""

from pathlib import Path

import pytest

from interpreter.cli.main import main
from interpreter.pipeline.checking import check

PACK = """\
name: dunes
title: A field in the heat
seen_by: everyone
options:
  heat: {values: [mild, fierce], default: mild}
entities:
  field: {fields: {dust: {type: integer 0..9, seen_by: everyone, start: 1}}}
formulas:
  thirst:
    takes: {f: field}
    gives: integer
    is: f.dust + (if option.heat is fierce then 5 else 0)
scenarios:
  noon:
    options: {heat: fierce}
    entities: {north: {kind: field}}
  night:
    entities: {north: {kind: field}}
cases:
  noon is fierce:
    run: thirst(north)
    scenario: noon
    expect: {result: 6}
  a case goes before its scenario:
    run: thirst(north)
    scenario: noon
    options: {heat: mild}
    expect: {result: 1}
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path)


@pytest.mark.parametrize("verb", ["run", "odds", "simulate"])
@pytest.mark.parametrize("cache", ["on", "off"])
@pytest.mark.parametrize(
    ("given", "found"),
    [
        (("--scenario", "noon"), 6),
        (("--scenario", "night"), 1),
        (("--scenario", "noon", "--option", "heat=mild"), 1),
        (("--scenario", "night", "--option", "heat=fierce"), 6),
    ],
)
def test_a_scenario_sets_options(
    pack: str,
    verb: str,
    cache: str,
    given: tuple[str, ...],
    found: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Cold, warm and with no cache at all."""
    monkeypatch.setenv("UMPIRE_CACHE", cache)
    for _ in range(2):
        assert main([verb, pack, "thirst", *given, "--with", "f=north"]) == 0
        out = capsys.readouterr().out
        assert (f"thirst: {found}\n" in out) if verb == "run" else f"  {found}  " in out


def test_so_do_cases_and_they_are_checked_so(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", pack]) == 0
    assert "2 passed" in capsys.readouterr().out
    assert not check(Path(pack)).problems
