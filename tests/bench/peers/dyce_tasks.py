"""The tasks in dyce's documented idiom (`H`, `P`, `apply`), where it has one."""

from typing import Any

from tests.bench.by_hand.recon_roll import _BANDS

try:
    from dyce import H, P, expand
except ImportError:  # not installed: the bench prints a dash
    H = None  # type: ignore[assignment,misc]


def _law(h: Any) -> dict[Any, int]:
    return {value: ways for value, ways in h.items() if ways}


def _band(total: int) -> int:
    return 0 if total <= 2 else 1 if total <= 5 else 2 if total <= 8 else 3


def recon_roll(modifier: int) -> dict[Any, int]:
    """Return the law of the band."""
    die = 2 @ H(6) + modifier
    return _law(die.apply(lambda t: _BANDS[4 if t >= 12 else _band(t)]))


def shot(needed: int) -> dict[Any, int]:
    """Return the law of the wound."""
    table = ["nothing"] * 3 + ["minor"] * 4 + ["serious"] * 3 + ["crippling"] * 3
    plain = H(12).apply(lambda n: table[n - 1])
    deep = H(12).apply(lambda n: (table + ["dead"] * 2)[n + 2])

    def confirmed(die: Any) -> Any:
        return deep if die.outcome >= needed else plain

    def hit(die: Any) -> Any:
        if die.outcome < needed:
            return "miss"
        return expand(confirmed, H(12)) if die.outcome == 12 else plain

    return _law(expand(hit, H(12)))


def three_d20(needed: int, modifier: int) -> dict[Any, int]:
    """Return the law of (hits, ones, shock)."""
    names = ("rout", "flee", "recoil", "stand firm")
    shock = (2 @ H(6) + modifier).apply(lambda t: names[_band(t)])
    throw = H(20).apply(lambda n: (int(n >= needed), int(n == 1)))
    two = throw.apply(lambda a, b: (a[0] + b[0], a[1] + b[1]), throw)
    three = two.apply(lambda a, b: (a[0] + b[0], a[1] + b[1]), throw)
    return _law(
        three.apply(
            lambda v, name: (*v, name if v[0] >= 2 else "untested"),
            shock,
        )
    )


def pool_40d6_keep_10() -> dict[Any, int]:
    """Return the law of the ten highest of forty."""
    return _law((40 @ P(6)).at(slice(-10, None)))


def pool_40d6() -> dict[Any, int]:
    """Return the law of the sum of forty."""
    return _law(40 @ H(6))


def pool_40d6_count() -> dict[Any, int]:
    """Return the law of how many of forty show 5 or more."""
    return _law(40 @ H(6).apply(lambda n: int(n >= 5)))
