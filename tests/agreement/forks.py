"""Brute force over stops: every answer to every stop of one run, nothing joined.

The oracle of exact odds. It knows the stops of `once` and nothing of the exact driver:
a state is kept, and answered once with every answer that there is.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations, product
from typing import Any

from interpreter.diagnostics import LimitExceeded, Unusable
from interpreter.engine.once import Engine, answer, start
from interpreter.engine.stops import ChoiceStop, DrawStop, Finished, RollStop, Stop
from tests.agreement.targets import Target
from tests.agreement.ways import Stuck, TooMany, several, what_failed

MOST_ANSWERS = 700
DEEPEST = 40


def forked(engine: Engine, target: Target, default: str) -> Any:
    """Return the chance of each (result, fields at the end), or how a way fails.

    Choices are answered by the step's own default, else the first, the last, or each
    legal answer, all as likely. Raises TooMany.
    """
    try:
        return walked(engine, target, default)
    except (Unusable, LimitExceeded, Stuck) as error:
        return what_failed(error)


def walked(engine: Engine, target: Target, default: str) -> dict[Any, Fraction]:
    """Walk every way; an error of one is raised."""
    law: dict[Any, Fraction] = {}
    first = start(engine, target.entry, target.arguments, target.game_state)
    waiting: list[tuple[Stop, Fraction, int]] = [(first, Fraction(1), 0)]
    spent = 0
    while waiting:
        stop, share, depth = waiting.pop()
        if isinstance(stop, Finished):
            key = stop.result, fields(target, stop.game_state)
            law[key] = law.get(key, Fraction(0)) + share
            continue
        if depth > DEEPEST:
            raise TooMany
        for value, chance in every(stop, default):
            spent += 1
            if spent > MOST_ANSWERS:
                raise TooMany
            waiting.append((answer(stop, value), share * chance, depth + 1))
    return law


def fields(target: Target, state: Any) -> tuple[Any, ...]:
    """Return every field at the end, of all entities in order; None for a removed."""
    kinds = target.program.declared.kinds.values()
    return tuple(
        tuple(None if row is None else row[slot] for row in rows)
        for kind, rows in zip(kinds, state, strict=False)
        for slot in range(len(kind.fields))
    )


def every(stop: Stop, default: str) -> Iterator[tuple[Any, Fraction]]:
    """Yield each answer to a stop with its chance."""
    match stop:
        case RollStop():
            if stop.sides**stop.number > MOST_ANSWERS:
                raise TooMany
            for faces in product(range(1, stop.sides + 1), repeat=stop.number):
                share = Fraction(1, stop.sides**stop.number)
                yield (faces[0] if stop.single else faces), share
        case DrawStop():
            yield from draws(stop)
        case ChoiceStop():
            found = choices(stop, default)
            if not found:
                raise Stuck(stop.instruction.site.path)
            yield from ((each, Fraction(1, len(found))) for each in found)


def draws(stop: DrawStop) -> Iterator[tuple[Any, Fraction]]:
    """Yield every order in which elements can be drawn."""
    weights = stop.weights or (1,) * len(stop.items)
    number = 1 if stop.how_many is None else min(stop.how_many, len(stop.items))
    for order in permutations(range(len(stop.items)), number):
        share, left = Fraction(1), sum(weights)
        for place in order:
            share *= Fraction(weights[place], left) if left else 0
            left -= weights[place]
        if share:
            drawn = tuple(stop.items[place] for place in order)
            yield (drawn[0] if stop.how_many is None else drawn), share


def choices(stop: ChoiceStop, default: str) -> list[Any]:
    """Return what is answered: for several seats what each answers, all in all."""
    if stop.instruction.each is None:
        return one(stop, stop.offered, default, stop.legal)
    # under a condition on the whole, one seat's first answer may not be the map's
    joint = stop.check is not None and default != "random" and stop.default is None
    free = [
        list(several(some if default == "first" else some[::-1], stop.how_many))
        if joint
        else one(stop, some, default, lambda _: True)
        for _, _, some in stop.offered or ()
    ]
    names = [element for element, _, _ in stop.offered or ()]
    maps = (tuple(zip(names, each, strict=True)) for each in product(*free))
    legal = (each for each in maps if stop.legal(each))
    return list(islice(legal, 1 if joint else None))


def one(stop: ChoiceStop, offered: Any, default: str, legal: Any) -> list[Any]:
    """Return the answers of one seat, in the order of COMMANDS.md."""
    if offered is not None and len(offered) == 1 and stop.how_many is None:
        return list(offered)
    if stop.default is not None:
        return [stop.default]
    if offered is None:
        return []
    if default == "random":
        return [each for each in several(offered, stop.how_many) if legal(each)]
    there = offered if default == "first" else offered[::-1]
    if stop.how_many is None:
        return [each for each in there if legal(each)][:1]
    least, most = stop.how_many
    found = several(there, (max(least, min(most, len(there), 1)), most))
    return [each for each in found if legal(each)][:1]
