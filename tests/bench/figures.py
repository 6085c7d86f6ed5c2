"""Whether this run of the bench reached each bound listed in tests/README.md."""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Figures:
    """What was found for each figure; a line is reached when all of it is."""

    found: list[tuple[str, str, bool | None]] = field(default_factory=list)

    def at_most(self, what: str, bound: float, ratios: Iterable[float | None]) -> None:
        """Note a figure that the greatest of some ratios must not exceed."""
        known = [each for each in ratios if each is not None]
        self._note(what, f"at most {bound:g} x", known, known and max(known) <= bound)

    def at_least(self, what: str, bound: float, ratios: Iterable[float | None]) -> None:
        """Note a figure that the least of some ratios must reach."""
        known = [each for each in ratios if each is not None]
        self._note(what, f"at least {bound:g} x", known, known and min(known) >= bound)

    def said(self, what: str, text: str, reached: bool | None = None) -> None:
        """Note a figure in words; None: nothing was measured."""
        self.found.append((what, text, reached))

    def _note(self, what: str, bound: str, known: list[float], reached: object) -> None:
        ratios = ", ".join(f"{each:.2f}" for each in known)
        text = f"{bound}: {ratios} x" if known else f"{bound}: not measured"
        self.found.append((what, text, bool(reached) if known else None))

    def show(self) -> None:
        """Print every line: reached, missed, or not measured."""
        print("bounds of tests/README.md")
        words = {True: "reached", False: "MISSED", None: "-"}
        for what, text, reached in self.found:
            print(f"  {words[reached]:8} {what}\n           {text}")
