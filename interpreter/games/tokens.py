"""Which question an answer belongs to: a token that says nothing else.

It follows from the secret of the game, the seat, how often the seat has answered, and
the question as the seat reads it; so it is the same for all that the seat may not know,
and another one as soon as the seat is asked something else.
"""

from collections.abc import Sequence

from interpreter.games.course import CHOICE, Event
from interpreter.running.keyed_dice import KeyedDice

LENGTH = 32  # letters


def token_of(secret: bytes, events: Sequence[Event], seat: str, question: str) -> str:
    """Return the token of a question; what was taken back counts as answered too."""
    times = sum(e.get("event") == CHOICE and e.get("seat") == seat for e in events)
    # no path of a roll begins so: theirs begin with a step, which has a dot
    key = KeyedDice(secret).key(("question", seat, times, question))
    return key.hex()[:LENGTH]
