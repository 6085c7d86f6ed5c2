"""What the README shows is true."""

import re
from pathlib import Path

import pytest

from interpreter.commands.main import VERBS, main

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)


def test_the_first_block_holds_exactly_two_commands() -> None:
    """The main job and the tests, each on a line of its own."""
    first = re.search(r"```\w*\n(.*?)```", README, re.DOTALL)
    assert first is not None
    commands = [line for line in first[1].splitlines() if line.strip()]
    assert len(commands) == 2
    assert commands[0].startswith("./tools/umpire run acks-reconnaissance reconnoiter")
    assert commands[1] == "./tools/check"


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_every_ruleset_checks(block: str, tmp_path: Path) -> None:
    """Pasted into a folder, it has no problems."""
    (tmp_path / "ruleset.yaml").write_text(block, encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0


def test_the_verbs_are_those_that_stand() -> None:
    """The table names each verb of the program, and no other."""
    table = README.partition("## The verbs")[2].partition("## ")[0]
    named = re.findall(r"^\| `(\w+)", table, re.MULTILINE)
    assert sorted(named) == sorted(name for name, _ in VERBS)
