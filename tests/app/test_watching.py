"""`check --watch` tells what became different with a save, and nothing else."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from interpreter.app import watching
from interpreter.app.watching import LOST, watched
from interpreter.cache.pack_verdicts import Verdict
from interpreter.pipeline import verdicts
from interpreter.reports.diagnostics import CheckChange
from tests.cli.calling import ROOT, schema
from tests.ruleset.packs import write

BASE = """
name: base
seen_by: everyone
options:
  night: {values: [yes, no], default: no}
formulas:
  half: {takes: {n: integer}, is: down(n / 2)}
"""
ABOVE = """
formulas:
  dark: {only: night, is: half(3)}
  light: {is: half(4)}
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def above(tmp_path: Path) -> Path:
    """Return the folder of a pack above another."""
    write(tmp_path / "base", {"ruleset.yaml": BASE})
    head = {"ruleset.yaml": "name: above\nextends: ../base\n"}
    return write(tmp_path / "above", {**head, "rules.yaml": ABOVE})


def save(file: Path, old: str, new: str) -> None:
    """Change a text in a file, and its time."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    told = file.stat()
    os.utime(file, ns=(told.st_atime_ns, told.st_mtime_ns + 1_000_000))


def told(change: CheckChange) -> str:
    """Return a change in a few letters."""
    new = [f"+{each.code}" for each in change.new]
    gone = [f"-{each.code}" for each in change.gone]
    kind = "quick" if change.quick else "whole"
    waiting = [f"?{change.waiting}"] if change.waiting else []
    return " ".join([kind, *new, *gone, f"={len(change.problems)}", *waiting])


def changes(pack: Path, *saves: Callable[[], None], quick: bool = False) -> list[str]:
    """Return what is told of a pack while it is saved, until it is interrupted."""
    found: list[str] = []
    waiting = list(saves)
    looks = 0

    def sleep(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks % 4:
            return
        if not waiting:
            raise KeyboardInterrupt
        waiting.pop(0)()

    def collect() -> None:
        for change in watched([pack], quick=quick, sleep=sleep):
            found.append(told(change))

    with pytest.raises(KeyboardInterrupt):
        collect()
    return found


def test_what_is_new_and_what_is_gone(above: Path) -> None:
    """What was moved is neither; an error under an option stays until the check under
    all of them says that it is gone."""
    rules, base = above / "rules.yaml", above.parent / "base" / "ruleset.yaml"
    found = changes(
        above,
        lambda: save(rules, "half(4)", "hal(4)"),
        lambda: save(rules, "formulas:", "# more\nformulas:"),
        lambda: save(rules, "hal(4)", "half(4)"),
        lambda: save(rules, "half(3)", "hal(3)"),
        lambda: save(rules, "# more\n", ""),
        lambda: save(rules, "hal(3)", "half(3)"),
        lambda: save(base, "n / 2", "m / 2"),
    )
    assert found == [
        "quick =0", "whole =0",
        "quick +R302 =1", "whole =1",
        "quick =1", "whole =1",
        "quick -R302 =0", "whole =0",
        "quick =0", "whole +R302 =1",
        "quick =1", "whole =1",
        "quick =1", "whole -R302 =0",
        "quick +R301 =1", "whole =1",
    ]  # fmt: skip


def test_notes_stay_while_a_file_cannot_be_read(above: Path) -> None:
    """Nobody looked for them; what is wrong with the file is all that is new."""
    rules = above / "rules.yaml"
    tables = "formulas:"
    noted = "tables:\n  t: {of: d6, gives: integer, status: house, rows: {1-6: 1}}\n"
    save(rules, tables, f"{noted}{tables}")
    found = changes(
        above,
        lambda: save(rules, tables, f"[{tables}"),
        lambda: save(rules, f"[{tables}", tables),
        lambda: save(rules, ", status: house", ""),
        quick=True,
    )
    first, broken, mended, gone = found
    assert first == "quick +R511 =1"
    assert broken.startswith("quick +R0")
    assert "-R511" not in broken
    assert broken.endswith("?1")
    assert mended.startswith("quick -R0")
    assert "R511" not in mended
    assert gone == "quick -R511 =0"


def test_an_error_that_another_hides_is_not_gone(above: Path) -> None:
    """It is gone when it is mended; what was in a file that was deleted is gone too."""
    rules, more = above / "rules.yaml", above / "more.yaml"
    put(more, "formulas: {m: {is: hal(4)}}\n")
    found = changes(
        above,
        lambda: save(rules, "formulas:", "[formulas:"),
        lambda: save(rules, "[formulas:", "formulas:"),
        lambda: save(rules, "formulas:", "[formulas:"),
        more.unlink,
        quick=True,
    )
    first, broken, mended, again, deleted = found
    assert first == "quick +R302 =1"
    assert re.fullmatch(r"quick (\+R0\d\d )+=\d \?1", broken)
    assert re.fullmatch(r"quick (-R0\d\d )+=1", mended)
    assert again == broken
    assert re.fullmatch(r"quick -R302 =\d", deleted)


def test_defaults_of_all_packs_come_before_all_combinations(above: Path) -> None:
    """Who saves a base pack sees at once what that does to the packs above it."""
    base, looks = above.parent / "base", 0

    def sleep(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 8:
            raise KeyboardInterrupt
        if looks == 4:
            save(base / "ruleset.yaml", "n / 2", "m / 2")

    found: list[tuple[str, bool]] = []

    def collect() -> None:
        for change in watched([base, above], sleep=sleep):
            found.append((change.folder.name, change.quick))

    with pytest.raises(KeyboardInterrupt):
        collect()
    order = [("base", True), ("above", True), ("base", False), ("above", False)]
    assert found == order * 2


def test_a_head_that_is_away_for_a_while(above: Path) -> None:
    """As when another branch is checked out: nothing is told until it is back."""
    head, away = above / "ruleset.yaml", above / "away"
    found = changes(
        above,
        partial(move, head, away),
        lambda: save(above / "rules.yaml", "half(4)", "hal(4)"),
        partial(move, away, head),
        quick=True,
    )
    assert found == ["quick =0", "quick +R302 =1"]


def test_quickly_only_the_defaults_are_tried(above: Path) -> None:
    rules = above / "rules.yaml"
    saves = [lambda: save(rules, "half(3)", "hal(3)")]
    assert changes(above, *saves, quick=True) == ["quick =0", "quick =0"]


def test_a_save_cuts_a_check_short(
    above: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The combinations that were not tried yet are tried with what was saved."""
    rules = above / "rules.yaml"
    monkeypatch.setattr(watching, "POLL", 0.0)
    verdict_on = verdicts.verdict_on
    saves = ["hal(3)"]

    def interrupted(folder: Path, *given: Any, **more: Any) -> Verdict:
        if saves and not more.get("quick"):
            save(rules, "half(3)", saves.pop())
        return verdict_on(folder, *given, **more)

    monkeypatch.setattr(watching, "verdict_on", interrupted)
    assert changes(above) == ["quick =0", "quick =0", "whole +R302 =1"]


def lines_of(process: subprocess.Popen[str]) -> Iterator[Any]:
    """Yield each line that a process prints, as JSON."""
    assert process.stdout is not None
    return map(json.loads, process.stdout)


def test_each_change_is_a_line_of_json(above: Path) -> None:
    """An interrupt ends it, with nothing on stderr."""
    command = [sys.executable, "-P", "-m", "interpreter", "check", str(above)]
    with (
        ExitStack() as stack,
        subprocess.Popen(
            [*command, "--watch", "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # where the gate runs in the background, an interrupt is ignored
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        ) as process,
    ):
        stack.callback(process.kill)  # a failure must not wait for its end
        lines = lines_of(process)
        assert [next(lines)["quick"], next(lines)["quick"]] == [True, False]
        save(above / "rules.yaml", "half(4)", "hal(4)")
        change = next(lines)
        jsonschema.validate(change, schema("check"), jsonschema.Draft202012Validator)
        assert [each["code"] for each in change["new"]] == ["R302"]
        assert (change["quick"], change["errors"], change["gone"]) == (True, 1, [])
        process.send_signal(signal.SIGINT)
        _, talk = process.communicate()
    assert (process.returncode, talk) == (130, "")


def test_a_file_of_another_ending_is_seen(above: Path) -> None:
    """It is not read, and that is told."""
    file = above / "more.yml"
    text = "formulas: {}\n"
    found = changes(above, lambda: put(file, text), file.unlink, quick=True)
    assert found == ["quick =0", "quick +R001 =1", "quick -R001 =0"]


def put(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def test_a_pack_that_is_gone_and_comes_back(above: Path) -> None:
    """Not at once: an editor takes a file away for a moment."""
    there, away = above, above.with_name("elsewhere")
    nothing = [lambda: None] * LOST
    found = changes(
        above,
        lambda: save(above / "rules.yaml", "half(4)", "help(4)"),
        partial(move, there, away),
        *nothing,
        partial(move, away, there),
        quick=True,
    )
    assert found == [
        *("quick =0", "quick +R302 =1", "quick +R001 -R302 =1", "quick +R302 -R001 =1")
    ]


def move(folder: Path, to: Path) -> None:
    folder.rename(to)
