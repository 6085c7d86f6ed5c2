"""Makes `.venv` with what pyproject.toml asks for; called by environment.sh only.

Usage: `environment.py TOOL KIND STAMP`: TOOL is the name that messages begin with,
KIND is `run` or `dev`, STAMP is the line that says the environment fits.
Needs nothing but the standard library, as it runs before anything is installed.
One process at a time works in `.venv`: the kernel's lock on the folder ends with the
process that holds it, so a killed run never leaves a lock behind.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
MAKING = VENV / "umpire.making"
LOG = VENV / "umpire.log"

UNAVAILABLE = 69  # sysexits: a service is unavailable


class Failed(Exception):
    """The environment cannot be made; the message is one sentence for a person."""


def needs() -> str:
    """Return a digest of the parts of pyproject.toml that an install depends on."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [settings.get("build-system"), settings.get("project")]
    parts.append(settings.get("tool", {}).get("hatch"))
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def stamp(kind: str) -> tuple[str, str]:
    """Return the two lines of a stamp (the line that fits, the digest), or two ""."""
    try:
        first, second = (VENV / f"umpire.{kind}").read_text().splitlines()[:2]
    except (OSError, ValueError):
        return "", ""
    return first, second


def lock() -> int:
    """Take the lock on `.venv`, which is made if need be, and return its descriptor.

    What a link leads to is another folder's: making it anew would empty that first.
    """
    if VENV.is_symlink():
        raise Failed(
            f".venv is a link to {VENV.readlink()}, which may be used elsewhere: "
            "remove the link, and it is made here."
        )
    VENV.mkdir(exist_ok=True)
    folder = os.open(VENV, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("another run is making .venv, waiting for it")
        fcntl.flock(folder, fcntl.LOCK_EX)
    return folder


def say(text: str) -> None:
    """Tell the person what goes on."""
    print(f"{sys.argv[1]}: {text}", flush=True)


def stands() -> bool:
    """Return whether `.venv` holds a Python with pip and was not left half-made."""
    if MAKING.exists() or not PYTHON.exists():
        return False
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return run([str(PYTHON), "-I", "-c", probe]) == 0


def run(command: list[str]) -> int:
    """Run a command with all it prints in the log; return its exit code."""
    with LOG.open("ab") as log:
        log.write(f"$ {' '.join(command)}\n".encode())
        log.flush()
        try:
            return subprocess.call(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT
            )
        except OSError as error:
            log.write(f"{error}\n".encode())
            return UNAVAILABLE


def empty() -> None:
    """Remove all that `.venv` holds; the folder stays, for the lock is on it."""
    for each in VENV.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each)
        else:
            each.unlink()


def make() -> None:
    """Make a fresh environment in place of whatever `.venv` holds."""
    try:
        import ensurepip  # noqa: F401  (only asked whether it is there)
        import venv  # noqa: F401
    except ImportError:
        raise Failed(
            f"the module venv is missing from {sys.executable}: install it "
            "(on Debian and Ubuntu: apt install python3-venv)."
        ) from None
    say("making .venv")
    empty()
    MAKING.touch()
    if run([sys.executable, "-I", "-m", "venv", str(VENV)]):
        raise Failed(f"python -m venv failed: {reason()}.")


def install(kind: str) -> None:
    """Install the project with the table in a browser, or, if `kind` is dev, with all
    extras and the tools of development."""
    what = ".[dev]" if kind == "dev" else ".[table]"
    say("installing what it needs into .venv, this can take a minute")
    MAKING.touch()
    pip = [str(PYTHON), "-I", "-m", "pip", "--disable-pip-version-check"]
    if run([*pip, "install", "--retries", "2", "-e", what]):
        MAKING.unlink()  # pip took back what it began: the next run goes on from here
        raise Failed(f"pip could not install what is needed: {reason()}.")


def reason() -> str:
    """Return the first cause that the log names, and where the rest stands."""
    text = LOG.read_text(encoding="utf-8", errors="replace")
    lines = [line.strip() for line in text.splitlines()]
    causes = [line for line in lines if line.startswith("ERROR: ")] or lines[-1:]
    if "connection broken" in text:
        causes = ["the package registry cannot be reached"]
    cause = causes[0].removeprefix("ERROR: ").rstrip(".") if causes else "no reason"
    cause = cause.split(" (from versions:")[0]
    return f"{cause}; all of it is in .venv/{LOG.name}"


def prepare(kind: str, wanted: str) -> None:
    """Bring `.venv` to what pyproject.toml asks for and stamp it."""
    lock()
    kinds = [kind] if kind == "dev" else ["dev", kind]
    sound = VENV.is_dir() and not MAKING.exists() and PYTHON.exists()
    if sound and any(stamp(each)[0] == wanted for each in kinds):
        return  # the run that we waited for has done it
    LOG.write_bytes(b"")
    digest = needs()
    root = wanted.split(" ", 2)[2]
    for each in kinds:
        old, installed = stamp(each)
        if sound and installed == digest and old.endswith(f" {root}"):
            kind = each  # only settings of tools changed: there is nothing to install
            break
    else:
        olds = [line for line, _ in map(stamp, kinds) if line]
        moved = not all(line.endswith(f" {root}") for line in olds)
        if moved or not stands():  # scripts in a moved environment start nothing
            make()
        install(kind)
    (VENV / f"umpire.{kind}").write_text(f"{wanted}\n{digest}\n")
    MAKING.unlink(missing_ok=True)
    say("ready")


def main() -> int:
    """Return 0 when the environment stands, 69 when it cannot be made."""
    _, tool, kind, wanted = sys.argv
    try:
        prepare(kind, wanted)
    except Failed as error:
        print(f"{tool}: {error}")
    except OSError as error:
        where = error.filename or VENV
        print(f"{tool}: cannot write {where}: {error.strerror or error}.")
    except tomllib.TOMLDecodeError as error:
        print(f"{tool}: pyproject.toml cannot be read: {error}.")
    except KeyboardInterrupt:
        print(f"{tool}: interrupted.")
        return 130
    else:
        return 0
    return UNAVAILABLE


if __name__ == "__main__":
    sys.exit(main())
