"""`tools/umpire` and `tools/check` make their environment."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_an_environment_of_another_folder_is_left_alone(tmp_path: Path) -> None:
    """A second checkout that borrows it by a link would empty it."""
    other, here = tmp_path / "other", tmp_path / "here"
    (other / "bin").mkdir(parents=True)
    (other / "bin" / "kept").write_text("", encoding="utf-8")
    (here / "tools").mkdir(parents=True)
    for each in ("tools/umpire", "tools/environment.sh", "tools/environment.py"):
        shutil.copy(ROOT / each, here / each)
    shutil.copy(ROOT / "pyproject.toml", here)
    (here / ".venv").symlink_to(other)
    found = subprocess.run(
        [here / "tools" / "umpire", "packs"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
    )
    assert found.returncode == 69
    assert ".venv is a link" in found.stderr
    assert sorted(each.name for each in other.rglob("*")) == ["bin", "kept"]
