"""The tasks in icepool's documented idiom (`map`, pools, `map(repeat=)`)."""

from typing import Any

from tests.bench.by_hand.recon_roll import _BANDS

try:
    import icepool
    from icepool import Die, d
    from icepool import map as mapped
except ImportError:  # not installed: the bench prints a dash
    icepool = None  # type: ignore[assignment]


def _law(die: Any) -> dict[Any, int]:
    return {value: ways for value, ways in die.items() if ways}


def _band(total: int) -> int:
    return 0 if total <= 2 else 1 if total <= 5 else 2 if total <= 8 else 3


def recon_roll(modifier: int) -> dict[Any, int]:
    """Return the law of the band."""
    die = (2 @ d(6) + modifier).map(lambda t: _BANDS[4 if t >= 12 else _band(t)])
    return _law(die)


def knowledge(depth: int) -> dict[Any, int]:
    """Return the law of the set of pieces."""

    def pieces(number: int, a: int, b: int, c: int) -> tuple[tuple[int, int], ...]:
        known: dict[int, int] = {}
        for topic in (a, b, c)[:number]:
            known[topic] = min(known[topic] + 1, 2) if topic in known else depth
        return tuple(sorted(known.items()))

    return _law(mapped(pieces, d(3), d(8), d(8), d(8)))


def shot(needed: int) -> dict[Any, int]:
    """Return the law of the wound."""
    table = ["nothing"] * 3 + ["minor"] * 4 + ["serious"] * 3 + ["crippling"] * 3
    plain = d(12).map(lambda n: table[n - 1])
    deep = d(12).map(lambda n: (table + ["dead"] * 2)[n + 2])
    twelve = mapped(lambda n: deep if n >= needed else plain, d(12))
    hit = mapped(
        lambda n: "miss" if n < needed else twelve if n == 12 else plain, d(12)
    )
    return _law(hit)


def three_d20(needed: int, modifier: int) -> dict[Any, int]:
    """Return the law of (hits, ones, shock)."""
    names = ("rout", "flee", "recoil", "stand firm")
    shock = (2 @ d(6) + modifier).map(lambda t: names[_band(t)])
    throw = d(20).map(lambda n: icepool.Vector((int(n >= needed), int(n == 1))))

    def outcome(hits: int, ones: int) -> Any:
        if hits < 2:
            return hits, ones, "untested"
        return shock.map(lambda name: (hits, ones, name))

    return _law((3 @ throw).map(lambda v: outcome(v[0], v[1])))


def _blow(gap: int, cut: int) -> tuple[int, int]:
    return (0, cut) if gap > 0 else (cut, 0) if gap else (0, 0)


def duel(lead: int) -> dict[Any, int]:
    """Return the law of the winner after 50 rounds, each round as the rule says it."""

    def fight(a: int, b: int) -> Any:
        if not a or not b:
            return a, b

        def round_of(gap: int, cut: int) -> tuple[int, int]:
            x, y = _blow(gap, cut)
            return max(0, a - x), max(0, b - y)

        return mapped(round_of, d(12) + lead - d(12), d(3))

    return _fought(fight)


def duel_expert(lead: int) -> dict[Any, int]:
    """Return the same law; that of a round's blows is made once, as an expert would."""
    blows = mapped(_blow, d(12) + lead - d(12), d(3))

    def fight(a: int, b: int) -> Any:
        if not a or not b:
            return a, b
        return blows.map(lambda x, y: (max(0, a - x), max(0, b - y)), star=True)

    return _fought(fight)


def _fought(fight: Any) -> dict[Any, int]:
    start: Any = Die([(8, 8)])
    end = start.map(fight, star=True, repeat=50)
    return _law(
        end.map(
            lambda a, b: "second" if a == 0 else "first" if b == 0 else "nobody",
            star=True,
        )
    )


def pool_40d6_keep_10() -> dict[Any, int]:
    """Return the law of the ten highest of forty."""
    return _law(d(6).pool(40).highest(10).sum())


def pool_40d6() -> dict[Any, int]:
    """Return the law of the sum of forty."""
    return _law(40 @ d(6))


def pool_40d6_count() -> dict[Any, int]:
    """Return the law of how many of forty show 5 or more."""
    return _law(40 @ (d(6) >= 5))
