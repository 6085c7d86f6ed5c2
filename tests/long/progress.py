"""How far the long jobs are, on stderr: one line of a terminal, else a line a batch."""

import sys
import time
from collections.abc import Mapping
from typing import TextIO


class Progress:
    """Says after each batch how far all jobs are, and about how long they still take.

    `left` has the number of batches of each job that are to be done, `seconds` what a
    batch of it took when it was measured. The estimate is that of the batches left,
    corrected by how long those that were done in this run have taken.
    """

    def __init__(
        self,
        left: Mapping[str, int],
        seconds: Mapping[str, float],
        workers: int,
        talk: TextIO | None = None,
    ) -> None:
        """Begin now."""
        self.left = dict(left)
        self.seconds = seconds
        self.workers = workers
        self.talk = sys.stderr if talk is None else talk
        self.all = self._expected()
        self.start = time.monotonic()

    def _expected(self) -> float:
        """Return the seconds of all batches left, as they were measured."""
        return sum(self.seconds[job] * count for job, count in self.left.items())

    def tell(self, job: str, told: str) -> None:
        """Note that a batch of a job has ended, and say how far all is."""
        self.left[job] -= 1
        expected = self._expected()
        done = self.all - expected
        spent = time.monotonic() - self.start
        remaining = expected / self.workers
        if done > 0:
            remaining = expected * spent / done
        share = done / self.all if self.all else 1
        line = f"{job}: {told}; {share:.0%} of all, {duration(remaining)} left"
        terminal = self.talk.isatty()
        ended = not any(self.left.values())
        begin = "\r\x1b[K" if terminal else ""
        self.talk.write(f"{begin}{line}" + ("" if terminal and not ended else "\n"))
        self.talk.flush()


def duration(seconds: float) -> str:
    """Return a time in words."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "less than a minute"
    hours, minutes = divmod(minutes, 60)
    return f"about {hours} h {minutes} min" if hours else f"about {minutes} min"
