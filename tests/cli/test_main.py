"""What every command says when it fails, and how it ends."""

import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import NoReturn

import pytest

from interpreter.cli import explain
from interpreter.cli.main import main
from interpreter.cli.terminal import Terminal
from tests.cli.calling import HELLO, ROOT, call, call_process


def test_without_a_verb_the_verbs_are_listed() -> None:
    """No argument is no mistake."""
    called = call()
    assert called.code == 0
    assert "simulate" in called.out


def test_version() -> None:
    """The version stands alone on stdout."""
    assert call("--version").out.startswith("umpire 0.")


def raised(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> int:
    """Return the exit code of a verb that raises."""

    def execute(arguments: Namespace, terminal: Terminal) -> NoReturn:
        raise error

    monkeypatch.setattr(explain, "execute", execute)
    return main(["explain"])


def test_a_fault_of_ours_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is R901, exit 70, and says where to report."""
    monkeypatch.delenv("UMPIRE_DEBUG", raising=False)
    assert raised(monkeypatch, ZeroDivisionError("secret")) == 70
    said = capsys.readouterr().err
    assert "R901" in said
    assert "report" in said
    assert "Traceback" not in said
    assert "secret" not in said


def test_the_traceback_is_written_when_asked_for(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """With UMPIRE_DEBUG it goes to a file, whose name is said."""
    monkeypatch.setenv("UMPIRE_DEBUG", "1")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert raised(monkeypatch, ZeroDivisionError("why")) == 70
    (file,) = tmp_path.iterdir()
    assert str(file) in capsys.readouterr().err
    assert "ZeroDivisionError: why" in file.read_text(encoding="utf-8")


def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    """As shells expect it."""
    assert raised(monkeypatch, KeyboardInterrupt()) == 130


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "| head -1"])
def test_closed_streams(closed: str) -> None:
    """A stream that is closed, or a reader that leaves, is no fault."""
    command = f"'{sys.executable}' -m interpreter explain {closed}"
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_a_sentence() -> None:
    """What cannot be written is said, and is no fault of the program."""
    done = subprocess.run(
        ["/bin/bash", "-c", f"'{sys.executable}' -m interpreter explain > /dev/full"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 3, done
    assert "cannot write" in done.stderr
    assert "R901" not in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_name_with_controls_moves_no_cursor() -> None:
    """What comes back from the command line is shown, not obeyed."""
    called = call("check", "a\x1b[2Jb\udcff")
    assert called.code == 2
    assert "\x1b" not in called.talk


def test_a_letter_that_stdout_lacks_is_no_fault() -> None:
    """With plain ASCII the same is said in plain letters."""
    called = call_process(
        "show", HELLO, "weather", environment={"PYTHONIOENCODING": "ascii"}
    )
    assert called.code == 0
    assert called.out.isascii()


def test_a_verb_imports_only_what_it_needs() -> None:
    """The overview and the catalogue start without parsers of any kind."""
    code = (
        "import sys; from interpreter.cli.main import main; main(['explain']);"
        "print([n for n in ('lark', 'ruamel', 'jsonschema') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
