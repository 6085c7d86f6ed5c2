"""How things and claims are drawn on maps: which of their fields says what."""

from dataclasses import dataclass

from interpreter.language.typed import Typed


@dataclass(frozen=True, slots=True)
class Measure:
    """What is worked out of a thing, over `it`: how far something reaches, in hexes or
    inches, the area of its base, or whether it is in a state; or none. `reads` are the
    fields of the thing on which that hangs."""

    name: str
    value: Typed
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """How things of a kind, or claims, are drawn on maps: which field says what.

    `at` are hexes or places where a thing stands, `also` further ones of it, `along`
    lists of them that are a way, `over` lists of hexes, and areas, that it covers;
    `facing` is the direction or heading of an arrow, `mark` what stands on its counter,
    `owner` the fields that lead to whose it is, `around` how many hexes or inches about
    `at` a claim may mean ("": none does). `ranges` are measured from the spots of
    `ranges_from`; `base` is the area on which it stands, `states` are what may have
    become of it, of which the first that holds is marked; where `unless` holds it is
    not drawn at all. `badges` are small marks beside its counter, a number or whether
    something is so; `zones` are lists of hexes that are drawn of a thing that somebody
    asks for; `carried_by` is the field with the thing on whose counter it is a badge.
    """

    at: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    facing: str = ""
    mark: str = ""
    owner: tuple[str, ...] = ()
    around: str = ""
    ranges: tuple[Measure, ...] = ()
    ranges_from: tuple[str, ...] = ()
    base: Measure | None = None
    states: tuple[Measure, ...] = ()
    unless: Measure | None = None
    badges: tuple[Measure, ...] = ()
    zones: tuple[Measure, ...] = ()
    carried_by: str = ""


MOST_STATES = 4
"""Of one kind: as many are told apart on a map."""
MOST_BADGES = 6
"""Of one kind: as many have room beside a counter."""
NOT_DRAWN = Drawn()
"""No field says where something is."""
