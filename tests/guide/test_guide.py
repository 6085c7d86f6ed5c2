"""Every lesson of the guide, as its reader works through it."""

import re
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tools import guide

LESSONS = guide.lessons()
INDEX = guide.GUIDE.parent / "GUIDE.md"


def name_of(lesson: Path) -> str:
    """Return the name of a lesson, as the id of a test."""
    return lesson.name


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_a_lesson_runs_as_its_page_says(lesson: Path, tmp_path: Path) -> None:
    """Commands end as the page says and print what it shows; what comes of it, pictures
    too, is in the folder of the lesson. What a mistake does is gone again."""
    folder = tmp_path / "lesson"
    folder.mkdir()
    printed = list(guide.follow(lesson, folder))
    assert printed
    assert [*filter(None, map(guide.difference, printed))] == []
    assert guide.finished(lesson, folder) == guide.written(lesson)


def packs(lesson: Path) -> list[Path]:
    """Return the rulesets of a lesson."""
    return sorted(head.parent for head in lesson.glob("*/ruleset.yaml"))


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_the_rulesets_of_a_lesson_are_sound(
    lesson: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without errors and warnings, and their own cases pass."""
    assert packs(lesson)
    for pack in packs(lesson):
        assert main(["check", "--strict", "--quick", str(pack)]) == 0
        if any("\ncases:" in f"\n{file.read_text()}" for file in pack.glob("*.yaml")):
            assert main(["test", "--own", str(pack)]) == 0
            assert " 0 failed" in capsys.readouterr().out


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_a_page_has_its_parts(lesson: Path) -> None:
    """A wish, something to write, to run and to try, a mistake with what is said to it;
    and it is short."""
    page = (lesson / guide.PAGE).read_text("utf-8")
    assert page.startswith(f"# {int(lesson.name[:2])}. ")
    assert str(guide.ROOT) not in page
    assert "**You want:**" in page
    for heading in ("## What you write", "## What you run", guide.MISTAKE, "## Try"):
        assert heading in page
    mistake = [
        block for block in guide.blocks(page) if block.heading.startswith(guide.MISTAKE)
    ]
    assert [block.language for block in mistake] == ["diff", "sh", "text"]
    assert "# exit code 3" in mistake[1].text
    assert re.search(r": [RX]\d{3} ", mistake[2].text)


def test_the_index_lists_the_lessons_in_order() -> None:
    """With the heading of each, and each page leads to the next."""
    rows = re.findall(r"\| \[([^]]+)\]\(guide/([^/]+)/", INDEX.read_text("utf-8"))
    assert [name for _, name in rows] == [lesson.name for lesson in LESSONS]
    pages = [(lesson / guide.PAGE).read_text("utf-8") for lesson in LESSONS]
    assert [f"# {title}" for title, _ in rows] == [
        page.partition("\n")[0] for page in pages
    ]
    for page, (title, name) in zip(pages, rows[1:], strict=False):
        assert f"Next: [{title}](../{name}/README.md)" in page


def test_the_guide_is_no_published_ruleset(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`packs` does not list what its lessons make."""
    made = {pack.name for lesson in LESSONS for pack in packs(lesson)}
    assert main(["packs"]) == 0
    listed = capsys.readouterr().out.split()
    assert made
    assert not made & set(listed)
    assert "guide" not in listed


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\n", "a\nb\nc\n", True),
        ("...\nc\n", "a\nb\nc\n", True),
        ("...\nb\n", "a\nb\nc\n", False),
        ("a\n...\nc\n...\ne\n", "a\nb\nc\nd\ne\n", True),
        ("a\n...\nd\n...\nc\n...\n", "a\nb\nc\nd\ne\n", False),
        ("...\nb\nd\n...\n", "a\nb\nc\nd\n", False),
        ("x/rulesets/p/a.yaml:3:4: R1\n", "/y/rulesets/p/a.yaml:9:4: R1\n", True),
        ("x/rulesets/p/a.yaml:3:4: R1\n", "/y/rulesets/q/a.yaml:9:4: R1\n", False),
    ],
)
def test_what_counts_as_shown(shown: str, printed: str, same: bool) -> None:
    assert guide.is_shown(shown, printed) is same
