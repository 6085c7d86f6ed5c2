"""When `ends_when` counts: at steps, not at what a scenario gives."""

from pathlib import Path

import pytest

from interpreter.cli.main import main

PACK = """
name: ends
seen_by: everyone
entities:
  man:
    fields:
      shots: {type: integer 0.., seen_by: everyone, start: 0}
      aims: {type: yes or no, seen_by: everyone, start: no, ends_when: shots is 0}
procedures:
  looks: {takes: {m: man}, gives: yes or no, steps: [return: m.aims]}
  loads:
    takes: {m: man, n: integer 0..}
    gives: yes or no
    steps:
      - set: {m.shots: n}
      - return: m.aims
  aims:
    takes: {m: man}
    gives: yes or no
    steps:
      - set: {m.aims: yes}
      - return: m.aims
scenarios:
  one:
    entities:
      tom: {kind: man, shots: 0, aims: yes}
"""


@pytest.mark.parametrize(
    ("given", "result"),
    [
        (("looks",), "yes"),  # as the scenario gives it, though no shot is there
        (("loads", "--with", "n=0"), "no"),  # what the condition reads is written
        (("loads", "--with", "n=2"), "yes"),  # written, and it holds no more
        (("aims",), "no"),  # the field itself is written
    ],
)
def test_an_ending_that_holds_from_the_start(
    given: tuple[str, ...],
    result: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It waits for the first step that touches it."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    name, *rest = given
    where = ("--scenario", "one", "--with", "m=tom")
    assert main(["run", str(tmp_path), name, *where, *rest]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{name}: {result}"
