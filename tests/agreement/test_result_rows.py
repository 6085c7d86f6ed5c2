"""A house rule that changes one row of the results of `concealment` changes what is
played: a search, a walk into an ambush, a walk into a trap."""

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli.main import main
from tests.oracles import concealment
from tests.sampled import sampled

PACK = Path(__file__).parents[2] / "rulesets" / "concealment"
DICE = dict(
    zip(
        concealment.BANDS,
        ("2,5", "2,4", "3,4", "4,4", "5,4", "4,2", "5,2"),
        strict=True,
    )
)
"""The watcher's die and the other's, whose modifiers are 0 in what is played here."""

PLAYED = {
    "search": ("search", "glade", "scout=watcher", "ground=glade"),
    "ambush": ("advance", "march", "who=column", "ground=hedge", "moved=10"),
    "trap": ("advance", "march", "who=loose", "ground=road", "moved=6"),
}
ANSWERED = {
    "search": "story=nothing",
    "ambush": "lookout=lead",
    "trap": "lookout=loner",
}
INSTEAD = {
    "search": ("vague suspicion", "nothing learnt"),
    "ambush": ("ambush suspected", "ambush detected"),
    "trap": ("trap spotted or avoided", "stopped by the trap"),
}
"""What a row gives by the house rule, and where it gives that already, what else."""

ROWS = {
    "search": {
        "false alarm": ["fumble"],
        "nothing": ["bad failure"],
        "suspicion": ["failure"],
        "noticed": ["tie"],
        "found": ["success"],
        "found well": ["good success"],
        "found best": ["critical success"],
    },
    "ambush": {
        "all surprised": ["fumble"],
        "first surprised": ["bad failure"],
        "recoil": ["failure"],
        "suspected": ["tie"],
        "detected": ["success", "good success", "critical success"],
    },
    "trap": {
        "downed": ["fumble"],
        "recoil": ["bad failure"],
        "stopped": ["failure"],
        "spotted": ["tie"],
        "disarmed": ["success", "good success", "critical success"],
    },
}
"""The rows of each table, and the bands that read them."""

EVERY = [(table, row) for table, rows in ROWS.items() for row in rows]


def played(
    capsys: pytest.CaptureFixture[str], pack: Path, table: str, band: str
) -> dict[str, Any]:
    """Play what reads a table, so that it comes to a band."""
    procedure, scenario, *given = PLAYED[table]
    arguments = [part for each in given for part in ("--with", each)]
    code = main(
        [
            "run", str(pack), procedure, "--scenario", scenario, *arguments,
            "--option", "noticed is=its kind",  # else what is noticed is drawn
            "--answer", ANSWERED[table], "--dice", DICE[band], "--json",
        ]
    )  # fmt: skip
    out, talk = capsys.readouterr()
    assert code == 0, talk
    answer: dict[str, Any] = json.loads(out)
    return answer


def label(table: str, found: dict[str, Any]) -> str:
    """Return what the watcher is told, and the procedure gives, if anything."""
    (told,) = found["told"]["red_side"]
    if table != "search":
        assert found["result"] == [told["label"]]
    return str(told["label"])


@pytest.mark.parametrize("changed", sampled(EVERY, EVERY[1::6].__contains__, "-".join))
def test_a_changed_row(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, changed: tuple[str, str]
) -> None:
    """Where the row is read, what is told is another; where another is, it is not."""
    table, row = changed
    band = ROWS[table][row][0]
    before = concealment.row(table, band)
    first, second = INSTEAD[table]
    after = second if before == first else first
    (tmp_path / "ruleset.yaml").write_text(
        f"name: house\nextends: {PACK}\nchange:\n"
        f"  tables.{table} results.rows.{row}.give: "
        f"{{expect: {before}, to: {after}}}\n"
    )
    read = ROWS[table][row]
    other = next(each for each in DICE if each not in read)
    for each in (*read, other):
        by_book = concealment.row(table, each)
        if by_book == "false alarm":  # whoever is silent tells nothing by it
            by_book = "nothing learnt"
        wanted = after if each in read else by_book
        assert label(table, played(capsys, tmp_path, table, each)) == wanted
