"""An installed umpire needs no checkout: packs and schemas travel in the wheel."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.architecture.engine import ROOT

PACK = "acks-reconnaissance"
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "tests")

pytestmark = pytest.mark.slow


def done(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command apart from this environment; skip where there is no network."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }
    result = subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env=plain | {"XDG_CACHE_HOME": str(cwd / "cache")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    output = result.stdout + result.stderr
    if result.returncode and "pip" in command and "connection broken" in output:
        pytest.skip("no package registry can be reached")
    return result


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the tree, so that this one stays as it is."""
    place = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, place / "copy", ignore=LEFT_OUT)
    shutil.copy(ROOT / ".gitignore", place / "copy")  # hatchling goes by it
    pip = (sys.executable, "-m", "pip")
    built = done(
        *pip, "wheel", "./copy", "--no-deps", "--quiet", "-w", place, cwd=place
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = place.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a bare environment and return its `umpire`."""
    venv = tmp_path_factory.mktemp("bare") / "venv"
    bare = ("--without-pip", venv)  # the one of these tests installs into it
    made = done(sys.executable, "-m", "venv", *bare, cwd=venv.parent)
    assert made.returncode == 0, made.stdout + made.stderr
    pip = (sys.executable, "-m", "pip", "--python", venv / "bin" / "python")
    put = done(*pip, "install", "--no-compile", "--quiet", wheel, cwd=venv.parent)
    assert put.returncode == 0, put.stdout + put.stderr
    return venv / "bin" / "umpire"


def test_the_wheel_holds_the_whole_engine(wheel: Path) -> None:
    """Every file of the engine, the packs and the schemas, and no tests."""
    names = set(ZipFile(wheel).namelist())
    for folder, goal in (
        ("interpreter", "interpreter"),
        ("rulesets", "interpreter/_data/rulesets"),
        ("schemas", "interpreter/_data/schemas"),
    ):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert f"{goal}/{file.relative_to(ROOT / folder)}" in names
    assert {name.split("/")[0] for name in names} == {
        "interpreter",
        next(name.split("/")[0] for name in names if ".dist-info/" in name),
    }


def test_the_packs_are_found_from_anywhere(installed: Path, tmp_path: Path) -> None:
    """In an empty directory, `umpire packs` lists what came in the wheel."""
    listed = done(installed, "packs", "--json", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert PACK in json.dumps(json.loads(listed.stdout))


@pytest.mark.long  # that it is found and listed stays in the gate
def test_an_installed_pack_checks(installed: Path, tmp_path: Path) -> None:
    """In an empty directory, a pack of the wheel is checked by its name."""
    checked = done(installed, "check", PACK, cwd=tmp_path)
    code, output = checked.returncode, checked.stdout + checked.stderr
    assert code == 0, output[-2000:]


SCRIPT = """
import sys
import interpreter
from interpreter import UmpireError, open_game, open_ruleset

recon = open_ruleset("acks-reconnaissance")
odds = recon.odds("reconnaissance roll", modifier=0)
assert sum(odds.values()) == 1, odds
assert recon.run("reconnaissance roll", modifier=0, dice=[6, 6]).dice[0].faces == (6, 6)
game = open_ruleset(sys.argv[1]).new_game("table", "a.game", seed="one")
question = open_game("a.game").questions()[0]
game.answer(question, question.options[0])
try:
    recon.odds("nothing")
except UmpireError as error:
    print(error)
"""


def test_a_script_needs_nothing_but_the_package(
    installed: Path, tmp_path: Path
) -> None:
    """Odds, a run and a game, in an empty directory; types come with the wheel."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    python, pack = installed.with_name("python"), ROOT / "tests/packs/answering"
    ended = done(python, script, pack, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "unknown procedure 'nothing'\n"
    where = "import interpreter.app as a, pathlib; print(pathlib.Path(a.__file__))"
    found = Path(done(python, "-c", where, cwd=tmp_path).stdout.strip())
    assert found.is_relative_to(installed.parents[1])
    assert (found.parents[1] / "py.typed").is_file()
