"""Walks: what each must say, and what one has from another."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load

BAD = Path(__file__).parents[1] / "bad" / "R301-walk-like" / "ruleset.yaml"


def problems(folder: Path, walks: str) -> list[tuple[str, str]]:
    """Return code and guilty text of each problem of a pack with these walks."""
    head, _, _ = BAD.read_text(encoding="utf-8").partition("walks:")
    (folder / "ruleset.yaml").write_text(f"{head}walks:\n{walks}", encoding="utf-8")
    return [(each.code, each.span.text) for each in load(folder).problems]


def test_a_walk_says_its_piece_its_budget_and_its_steps(tmp_path: Path) -> None:
    """Itself, or by the walk that it is like."""
    whole = "  a: {takes: {p: piece}, piece: p, budget: p.pace, may_step: '[]'}\n"
    assert problems(tmp_path, f"{whole}  b: {{like: a, budget: 1}}\n") == []
    assert problems(tmp_path, "  b: {takes: {p: piece}, piece: p}\n") == [
        ("R102", "b"), ("R102", "b"),
    ]  # fmt: skip
    assert problems(tmp_path, f"{whole}  b: {{like: a, budget: yes}}\n") == [
        ("R401", "yes")
    ]


def test_what_a_walk_is_like_is_read_with_what_it_takes_itself(tmp_path: Path) -> None:
    """So it must take what the other reads."""
    whole = "  a: {takes: {p: piece}, piece: p, budget: p.pace, may_step: '[]'}\n"
    found = problems(tmp_path, f"{whole}  b: {{like: a, takes: {{q: piece}}}}\n")
    assert set(found) == {("R301", "p")}


MOVES = """\
procedures:
  go:
    takes: {p: piece}
    gives: integer
    seen_by: everyone
    steps:
      - move: p
        walk: a(p)
        by: judge
      - return: count(path)
"""


@pytest.mark.parametrize(
    ("walk", "found"),
    [
        ("piece: p, budget: 1", []),
        ("piece: half(), budget: 1", [("R302", "half")]),
        ("piece: nowhere, budget: 1", [("R301", "nowhere")]),
        ("piece: not 17, budget: 1", [("R401", "17")]),
    ],
)
def test_the_path_of_a_walk_that_cannot_be_read_is_no_unknown_name(
    tmp_path: Path, walk: str, found: list[tuple[str, str]]
) -> None:
    """A movement binds its path all the same: else the first error of the pack is that
    of a step which is right."""
    said = f"  a: {{takes: {{p: piece}}, {walk}, may_step: '[]'}}\n{MOVES}"
    assert problems(tmp_path, said) == found


def test_names_of_our_own_are_not_proposed(tmp_path: Path) -> None:
    """Only what an expression can write is listed as expected, and each name once."""
    walks = "  a: {takes: {p: piece}, piece: p, budget: 1, may_step: '[]'}\n"
    each = "        each_step:\n          - let: {n: paces + 1}\n"
    moves = MOVES.replace("      - return", f"{each}      - return")
    assert moves != MOVES
    head, _, _ = BAD.read_text(encoding="utf-8").partition("walks:")
    (tmp_path / "ruleset.yaml").write_text(f"{head}walks:\n{walks}{moves}")
    (found,) = (each for each in load(tmp_path).problems if each.code == "R301")
    names = found.expected.split(", ")
    assert {"p", "path", "spent"} <= set(names)
    assert len(names) == len(set(names))
    assert found.expected.isprintable()


@pytest.mark.parametrize(
    ("cost", "wrong"),
    [
        ("price()", []),  # what is compared with 0 is a whole number still
        ("price() + 1", []),
        ("price() / 2", [("R405", "spent")]),
    ],
)
def test_what_is_spent_is_whole_where_the_cost_is(
    tmp_path: Path, cost: str, wrong: list[tuple[str, str]]
) -> None:
    """Also where it is known only at run time that the cost is not below 0."""
    walks = (
        "  a: {takes: {p: piece}, piece: p, budget: 4, may_step: '[]', "
        f"cost: {cost}}}\n"
    )
    each = "        each_step: [{set: {paid: spent}}]\n"
    formulas = "formulas:\n  price() gives integer: {is: 1}\n"
    moves = MOVES.replace(
        "steps:\n", "steps:\n      - let: {paid: {is: 0, changes: yes}}\n"
    )
    moves = moves.replace("      - return: count(path)", f"{each}      - return: paid")
    assert problems(tmp_path, f"{walks}{formulas}{moves}") == wrong
