"""The top level says what there is, and nothing else."""

from tests.architecture.engine import ROOT


def test_the_top_level_holds_nothing_else() -> None:
    """Two files and five folders, besides what begins with a dot."""
    assert {each.name for each in ROOT.iterdir() if each.name[0] != "."} == {
        "README.md",
        "pyproject.toml",
        "interpreter",
        "rulesets",
        "schemas",
        "tests",
        "tools",
    }
