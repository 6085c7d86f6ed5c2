"""Words with which other languages begin a statement, where a step has its verb."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from interpreter.foreign.idioms import ANYDICE, BOOKS, PYTHON, SCRIPT, SQL, Idiom


class StepWord(NamedTuple):
    """A row: `here` has what follows the word in `{0}`, such as the `example`; `key` is
    the key that may simply replace it, "" for none."""

    idiom: Idiom
    here: str
    example: str
    key: str = ""


def _row(
    words: str, origin: str, meaning: str, here: str, example: str = "", key: str = ""
) -> StepWord:
    typed = ", ".join(words.split(", "))
    idiom = Idiom(typed, origin, meaning, here.replace("{0}", example))
    return StepWord(idiom, here, example, key)


_ROWS = (
    _row(
        "else, otherwise",
        PYTHON,
        "what happens if a condition is not true; it "
        "belongs into the step with that 'if', beside its verb",
        "- {if: a > 3, do: [...], else: [...]}",
    ),
    _row(
        "elif, elseif, elsif, else if",
        PYTHON,
        "another condition: a step of its own in the 'else' of the first",
        "else: [{if: {0}, do: [...]}]",
        "a > 3",
    ),
    _row(
        "then", BOOKS, "what happens if a condition is true", "- {if: a > 3, do: [...]}"
    ),
    _row(
        "while, do while",
        PYTHON,
        "a loop as long as a condition is true; here the condition ends it",
        "- {until: not ({0}), do: [...]}",
        "a > 3",
    ),
    _row(
        "for, foreach, each",
        PYTHON,
        "a loop over a list",
        "- {for_each: {0}, do: [...]}",
        "v in xs",
        "for_each",
    ),
    _row(
        "repeat, loop, iterate",
        ANYDICE,
        "a loop",
        "- {times: {0}, do: [...]}",
        "3",
        "times",
    ),
    _row(
        "when, whenever",
        SQL,
        "a condition; of an event it is a trigger (section 'triggers')",
        "- {if: {0}, do: [...]}",
        "a > 3",
        "if",
    ),
    _row(
        "unless",
        BOOKS,
        "a condition that must not be true",
        "- {if: not ({0}), do: [...]}",
        "a > 3",
    ),
    _row(
        "switch, select, case",
        SCRIPT,
        "a choice by a value",
        "- {match: {0}, rows: {...}}",
        "col",
        "match",
    ),
    _row(
        "var, const, local, assign, define, declare",
        SCRIPT,
        "a value with a name",
        "- {let: {x: {0}}}",
        "a + 1",
    ),
    _row(
        "print, output, log, write, echo, show, message, note",
        PYTHON,
        "a sentence",
        '- {say: "{0}"}',
        "{a} are left",
        "say",
    ),
    _row(
        "update, change, modify, increase, decrease, increment, decrement, plus, "
        "minus, add, subtract, gain, spend",
        BOOKS,
        "a change of a field",
        "- {set: {unit.a: unit.a + {0}}}",
        "1",
    ),
    _row(
        "delete, destroy, discard",
        BOOKS,
        "an entity that leaves the game",
        "- {remove: {0}}",
        "unit",
        "remove",
    ),
    _row(
        "spawn, new, insert",
        SCRIPT,
        "a new entity",
        "- {create: {0}, with: {...}}",
        "piece",
        "create",
    ),
    _row(
        "break, exit, leave, stop, goto",
        PYTHON,
        "the end of a loop or block, by its 'id'",
        "- {end: {0}}",
        "name of the block",
    ),
    _row(
        "continue, next, skip, pass",
        PYTHON,
        "nothing more in this round: a block with an 'id' inside the loop is ended",
        "- {end: {0}}",
        "name of the block",
    ),
    _row(
        "function, procedure, run, invoke, perform, execute, gosub",
        SCRIPT,
        "a call",
        "- {call: {0}, as: x}",
        "name(a)",
        "call",
    ),
    _row(
        "input, prompt, question",
        PYTHON,
        "a question to a player or the judge",
        "- {ask: {a: integer}, of: judge}",
    ),
    _row("throw, dice, roll dice", BOOKS, "a roll", "- {roll: {dice: {0}}}", "2d6"),
    _row(
        "reroll",
        BOOKS,
        "a roll that is made once more",
        "- {if: die < 2, roll: {again: d6}, else: [{let: {again: die}}]}",
    ),
    _row(
        "pick, decide, option",
        BOOKS,
        "a decision of a player",
        "- {choose: x, by: unit.side, from: {0}}",
        "xs",
    ),
    _row(
        "assert, must, check, ensure",
        PYTHON,
        "what the rules demand",
        "- {require: {0}}",
        "a > 3",
        "require",
    ),
    _row(
        "emit, raise, fire, trigger",
        SCRIPT,
        "an event",
        "- {happens: {0}}",
        "event(a)",
        "happens",
    ),
    _row(
        "yield, give, gives, result, returns",
        PYTHON,
        "the value of the procedure",
        "- {return: {0}}",
        "a",
        "return",
    ),
    _row(
        "wait, sleep, delay, await",
        SCRIPT,
        "what happens later, when an event does",
        "- {later: {0}, on: event}",
        "name(a)",
    ),
)
STEP_WORDS: Mapping[str, StepWord] = MappingProxyType(
    {
        word.replace(" ", "_"): row
        for row in _ROWS
        for word in row.idiom.typed.split(", ")
    }
)
"""The rows by their words, as names."""

LONGEST_STATEMENT = 200  # characters; what a person types as one is shorter
_CONDITIONS = re.compile(
    r"(if|elif|elseif|else if|while|for each|foreach|for(?! each\Z)|unless|when|repeat)"
    r"\s+(.+)\Z"
)
_CHANGED = re.compile(r"([A-Za-z_][\w .\[\]]*?)\s*(?:([-+*/])=|:?=)\s*(?!=)(.+)\Z")
_COUNTED = re.compile(r"([A-Za-z_][\w .\[\]]*?)\s*(\+\+|--)\Z")


def step_word(name: str, value: str = "") -> str:
    """Return the hint for a key that begins a step elsewhere, with the value that
    follows it; "" for another key."""
    row = STEP_WORDS.get(name.replace(" ", "_").lower())
    if row is None:
        return ""
    write = row.here.replace("{0}", value or row.example)
    return f"write '{write}'; '{name.replace('_', ' ')}' is {row.idiom.meaning}"


def key_for(name: str) -> str:
    """Return the key that may replace one of another language, "" for none."""
    row = STEP_WORDS.get(name.replace(" ", "_").lower())
    return "" if row is None else row.key


def statement(text: str, *, is_entry: bool = False) -> str:
    """Return the hint for a text or a key that is a statement elsewhere, or "";
    `is_entry` where a map of names is wanted, as after `set` and `let`. Longer texts
    than `LONGEST_STATEMENT` are none: the patterns take the square of a length."""
    if len(text) > LONGEST_STATEMENT:
        return ""
    if (changed := assignment(text)) is not None and is_entry:
        return f"write '{changed}'"
    if changed is not None:
        named = f"'- {{let: {{{changed}}}}}' to name a value"
        return f"write '- {{set: {{{changed}}}}}' to change a field, {named}"
    found = _CONDITIONS.match(text)
    if found is None:
        return step_word(text)
    condition = found[2].removesuffix(":").strip()
    if found[1] == "if":
        return f"write '- {{if: {condition.removesuffix(' then')}, do: [...]}}'"
    return step_word(found[1].replace("for each", "foreach"), condition)


def assignment(text: str) -> str | None:
    """Return the entry of a `set` that an assignment is (`a += 1`), None for other
    texts."""
    if len(text) > LONGEST_STATEMENT:
        return None
    if (counted := _COUNTED.match(text)) is not None:
        return f"{counted[1]}: {counted[1]} {counted[2][0]} 1"
    changed = _CHANGED.match(text)
    if changed is None:
        return None
    name, sign, value = changed.groups()
    return f"{name}: {name} {sign} {value}" if sign else f"{name}: {value}"


def listed() -> tuple[Idiom, ...]:
    """Return every row of this table."""
    return tuple(row.idiom for row in _ROWS)
