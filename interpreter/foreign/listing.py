"""All idioms with what is written for them, for the reference page of authors."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from interpreter.foreign import (
    calls,
    dice_notations,
    operators,
    printed_bands,
    step_words,
)
from interpreter.foreign.idioms import Idiom
from interpreter.foreign.rereading import reread

_SLOT = re.compile(r"\{(\d)(?::\d)?\}")


class ListedIdiom(NamedTuple):
    """A row of the page."""

    typed: str
    origin: str
    here: str


def families() -> Iterator[tuple[str, list[ListedIdiom]]]:
    """Yield each family of idioms by its title."""
    signs = [*operators.SIGNS.values(), *operators.WORDS.values()]
    signs += [*operators.BEFORE.values(), *operators.AFTER.values()]
    forms = [form for form in operators.FIXED.values() if form.whole]
    forms += [operators.in_capitals(word, word.lower()) for word in ("AND", "OR", "IN")]
    forms += [operators.value_idiom(word) for word in operators.VALUES]
    yield "Signs and words", [_row(idiom) for idiom in _once([*signs, *forms])]
    yield "Functions and methods", [_row(idiom) for idiom in _once(calls.listed())]
    yield "Dice", [_row(idiom) for idiom in _once(dice_notations.listed())]
    yield "Bands of a table", [_plain(idiom) for idiom in printed_bands.listed()]
    yield "Steps", [_plain(idiom) for idiom in step_words.listed()]


def _once(idioms: list[Idiom] | tuple[Idiom, ...]) -> list[Idiom]:
    by_text = {idiom.typed: idiom for idiom in reversed(idioms) if idiom.origin}
    return list(reversed(by_text.values()))


def _plain(idiom: Idiom) -> ListedIdiom:
    return ListedIdiom(idiom.typed, idiom.origin, idiom.here)


def _row(idiom: Idiom) -> ListedIdiom:
    """Return a row: what reading the example again gives, else its template."""
    first = re.split(r", (?=[a-z@{$`\[]|Math|UNIQUE|a\b)", idiom.typed)[0]
    examples = [idiom.typed, first, f"a {idiom.typed} b", f"{idiom.typed}a"]
    for example in dict.fromkeys(examples):
        rewriting = reread(example)
        if rewriting is not None and (rewriting.line or rewriting.rolls):
            rolls = " and ".join(rewriting.rolls)
            here = f"{rolls}, then {rewriting.line}" if rolls else rewriting.line
            typed = idiom.typed if example in (idiom.typed, first) else example
            return ListedIdiom(typed, idiom.origin, here)
    here = _SLOT.sub(lambda slot: "abc"[int(slot[1])], idiom.here)
    return ListedIdiom(idiom.typed, idiom.origin, here)
