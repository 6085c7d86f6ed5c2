"""The nearest known name to a misspelt one, or which there are."""

from collections.abc import Iterable

FEW = 8  # names listed where none is near


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, or None when none is near."""
    from difflib import get_close_matches  # only a mistake needs it

    plain = {each.replace("_", " ").lower(): each for each in known}
    wanted = name.replace("_", " ").lower()
    found = get_close_matches(wanted, list(plain), n=1)
    if not found and wanted.isalpha():  # `fo` looks like no other word, yet is `of`
        found = [each for each in plain if sorted(each) == sorted(wanted)]
    return plain[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint `did you mean 'x'?`, or "" when nothing is near."""
    found = nearest(name, known)
    return f"did you mean '{found}'?" if found else ""


def there_are(known: Iterable[str]) -> str:
    """Return a hint `there are: a, b`, shortened, or "" when there are none."""
    names = list(dict.fromkeys(known))
    more = " ..." if names[FEW:] else ""
    return f"there are: {', '.join(names[:FEW])}{more}" if names else ""
