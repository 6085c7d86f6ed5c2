"""Every rule of a ledger stands in the index of its ruleset, of the kinds it has there.

`ledger_ids/PACK.txt` was typed in from the ledger: an id and its kinds a line. An index
that loses a rule, or calls one a ruling that is a table, would talk itself covered.
"""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load, pack_folders
from interpreter.semantics.sections.rulebook import listed

LEDGERS = Path(__file__).with_name("ledger_ids")
FOLDERS = tuple(pack_folders())


def test_every_ruleset_has_a_ledger() -> None:
    assert {each.name for each in FOLDERS} == {
        each.stem for each in LEDGERS.glob("*.txt")
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_the_index_is_the_ledger(folder: Path) -> None:
    ledger = (LEDGERS / f"{folder.name}.txt").read_text(encoding="utf-8")
    wanted = [(id_, kinds) for id_, *kinds in map(str.split, ledger.splitlines())]
    assert len({id_ for id_, _ in wanted}) == len(wanted) > 50
    ruleset = load(folder).ruleset
    assert ruleset is not None
    assert [(each.name, list(each.kinds)) for each in listed(ruleset)] == wanted
