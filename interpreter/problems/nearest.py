"""The nearest known name to a misspelt one."""

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, or None when none is near."""
    from difflib import get_close_matches  # only a mistake needs it

    plain = {each.replace("_", " ").lower(): each for each in known}
    found = get_close_matches(name.replace("_", " ").lower(), list(plain), n=1)
    return plain[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint `did you mean 'x'?`, or "" when nothing is near."""
    found = nearest(name, known)
    return f"did you mean '{found}'?" if found else ""
