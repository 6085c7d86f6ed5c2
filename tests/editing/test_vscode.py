"""The extension of VS Code starts what there is."""

import json
import shutil
import subprocess

import pytest

from interpreter.cli.main import VERBS
from tests.editing.editor import ROOT

FOLDER = ROOT / "tools/vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def test_the_extension_starts_a_verb_that_there_is() -> None:
    settings = PACKAGE["contributes"]["configuration"]["properties"]
    program, verb = settings["umpire.command"]["default"]
    assert program == "umpire"
    assert verb in dict(VERBS)
    text = (FOLDER / PACKAGE["main"]).read_text(encoding="utf-8")
    for name in settings:
        assert f'get("{name.removeprefix("umpire.")}")' in text
    for command in PACKAGE["contributes"]["commands"]:
        assert f'registerCommand("{command["command"]}"' in text
    assert "--no-odds" in text
    # to one with a transport the client library adds arguments of its own
    assert "TransportKind" not in text
    assert "transport:" not in text


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js")
def test_the_extension_can_be_read() -> None:
    file = str(FOLDER / PACKAGE["main"])
    done = subprocess.run(["node", "--check", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
