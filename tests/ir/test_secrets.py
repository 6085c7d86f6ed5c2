"""What a question betrays: one small procedure a way, and its twin that grants it.

`secrets/ruleset.yaml` holds the fields, `leaks/` one way each to betray one, with the
problem on the guilty line; the comment `# discloses` there is the clause that makes it
right. `known/` holds what looks like a leak and is none.
"""

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.pipeline.loading import load
from tests.bad_cases import expected

HERE = Path(__file__).with_name("secrets")
LEAKS = sorted((HERE / "leaks").glob("*.yaml"))
KNOWN = sorted((HERE / "known").glob("*.yaml"))
GRANT = "# discloses: "


def problems(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    """Return the problems with secrets of the pack with this file in it."""
    head = (HERE / "ruleset.yaml").read_text(encoding="utf-8")
    (folder / "ruleset.yaml").write_text(head, encoding="utf-8")
    (folder / "part.yaml").write_text(text, encoding="utf-8")
    found = load(folder)
    assert found.program is not None or any(p.code[:2] == "R6" for p in found.problems)
    return tuple(each for each in found.problems if each.code[:2] == "R6")


@pytest.mark.parametrize("file", LEAKS, ids=lambda each: each.stem)
def test_a_leak_is_found_where_it_is(file: Path, tmp_path: Path) -> None:
    """One secret makes one problem, on the line that betrays it."""
    found = problems(tmp_path, file.read_text(encoding="utf-8"))
    wanted = [(each.line, each.code) for each in expected(tmp_path)]
    assert [(each.span.first[0], each.code) for each in found] == wanted


@pytest.mark.parametrize("file", LEAKS, ids=lambda each: each.stem)
def test_a_rule_may_grant_it(file: Path, tmp_path: Path) -> None:
    """The same step is right where it says that it discloses."""
    text = file.read_text(encoding="utf-8")
    assert text.count(GRANT) == 1
    assert problems(tmp_path, text.replace(GRANT, "discloses: ")) == ()


@pytest.mark.parametrize("file", KNOWN, ids=lambda each: each.stem)
def test_what_is_known_may_decide(file: Path, tmp_path: Path) -> None:
    """Nothing is said where the seat knows what decides."""
    assert problems(tmp_path, file.read_text(encoding="utf-8")) == ()


def test_the_problem_points_at_the_condition_too(tmp_path: Path) -> None:
    """Also when the condition stands with the caller."""
    found = problems(tmp_path, (HERE / "leaks/caller.yaml").read_text(encoding="utf-8"))
    (((span, _),),) = [each.related for each in found]
    assert (span.first, span.text) == ((6, 13), "s.skill > 3")
    assert found[0].span.text == "choose"
