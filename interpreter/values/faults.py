"""What goes wrong with values while a ruleset runs."""

from typing import Any


class Fault(Exception):  # a finding about a pack, turned into a problem R7
    """A fault of a pack while running: a code of family R7 and a sentence."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        """Keep the code, the sentence and what to write instead."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class Unmet(Fault):
    """A requirement of a step does not hold: the run is refused.

    `site` is the number of the step, `world` how all stood there, `figures` what its
    sentence says and `read` what its condition read, by the names of locals.
    """

    def __init__(
        self,
        site: int,
        world: Any,
        figures: tuple[Any, ...],
        read: tuple[tuple[str, Any], ...],
    ) -> None:
        """Keep what a report of the refusal is made of."""
        super().__init__("R710", "a requirement does not hold")
        self.site = site
        self.world = world
        self.figures = figures
        self.read = read
