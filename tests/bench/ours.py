"""Our side of the bench: to be filled in when packs load and run.

Each raises NotImplementedError until then, and the bench prints `not measured`.
`pack` is a folder, `entry` one of its entry points, `arguments` name -> expression text
as after `--with`, with `scenario` for a scenario's name.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path


def odds(pack: Path, entry: str, arguments: Mapping[str, str]) -> Callable[[], object]:
    """Return a function that asks for the exact law again, from a loaded pack.

    The function returns name of outcome -> `Fraction`; loading is not timed.
    """
    raise NotImplementedError(f"exact odds of {entry} are not wired into the bench")


def once(
    pack: Path, entry: str, arguments: Mapping[str, str], seed: str
) -> Callable[[], object]:
    """Return a function that runs the entry once with keyed dice and trace."""
    raise NotImplementedError(f"one run of {entry} is not wired into the bench")


def simulate(
    pack: Path, entry: str, arguments: Mapping[str, str], trials: int
) -> Callable[[], object]:
    """Return a function that simulates `trials` trials on the direct rung."""
    raise NotImplementedError(f"simulating {entry} is not wired into the bench")


Law = Mapping[str, Fraction]
