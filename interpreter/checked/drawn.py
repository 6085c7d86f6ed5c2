"""How things and claims are drawn on maps: which of their fields says what."""

from dataclasses import dataclass

from interpreter.language.typed import Typed


@dataclass(frozen=True, slots=True)
class Range:
    """How many hexes something of a thing reaches, or none, over `it`; `reads` are the
    fields of the thing on which that hangs."""

    name: str
    hexes: Typed
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """How things of a kind, or claims, are drawn on maps: which field says what.

    `at` are hexes where a thing stands, `also` further hexes of it, `along` lists of
    hexes that are a way, `over` those that it covers; `facing` is the direction of an
    arrow, `mark` what stands on its counter, `owner` whose it is, `around` how many
    hexes about `at` a claim may mean ("": none does). `ranges` are measured from the
    hexes of `ranges_from`.
    """

    at: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    facing: str = ""
    mark: str = ""
    owner: str = ""
    around: str = ""
    ranges: tuple[Range, ...] = ()
    ranges_from: tuple[str, ...] = ()


NOT_DRAWN = Drawn()
"""No field says where something is."""
