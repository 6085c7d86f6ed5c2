"""What `best` prints with `--json`."""

from msgspec import Struct

from interpreter.reports.outputs.encoding import Count, VerbOutput
from interpreter.reports.outputs.outcomes import OddsOutput, SimulationOutput
from interpreter.reports.outputs.sweeps import StatisticOutput


class AdvisedChoiceOutput(Struct, frozen=True, kw_only=True):
    """One choice of the seat."""

    choice: str
    """What is chosen, as the question offers it."""
    figure: StatisticOutput
    """The figure by which choices are compared."""
    distribution: OddsOutput | SimulationOutput
    """Every end of the game after this choice."""


class AdviceOutput(VerbOutput, frozen=True, kw_only=True):
    """The choices of a seat with what each leads to, the best first."""

    seat: str
    """Who is advised."""
    question: str
    """What it is asked."""
    outcome: str
    """The figure by which choices are compared."""
    least: bool
    """Whether less of it is better."""
    exact: bool
    """Whether all ways were followed to their end; else games were played."""
    hidden: bool
    """Whether there may be something that the seat does not see, which was supposed."""
    policy: str | None
    """Who answers for others; null if nobody else is asked."""
    seed: str
    """Gives the same advice again."""
    refused: Count
    """Games that the rules refused to play on, which are not counted."""
    choices: tuple[AdvisedChoiceOutput, ...]
    """Each choice, the best first."""
