"""Words with which other languages begin a statement, where a step has its verb."""

from collections.abc import Mapping
from types import MappingProxyType

from interpreter.foreign.idioms import (
    ANYDICE,
    BOOKS,
    PYTHON,
    SCRIPT,
    SQL,
    Idiom,
)


def _rows(words: str, origin: str, meaning: str, here: str) -> dict[str, Idiom]:
    names = words.split(", ")
    idiom = Idiom(words, origin, meaning, here)
    return {name.replace(" ", "_"): idiom for name in names}


STEP_WORDS: Mapping[str, Idiom] = MappingProxyType(
    {
        **_rows(
            "else, otherwise",
            PYTHON,
            "what happens if a condition is not true; "
            "it belongs into the step with that 'if', beside its verb",
            "- {if: a > 3, do: [...], else: [...]}",
        ),
        **_rows(
            "elif, elseif, elsif, else if",
            PYTHON,
            "another condition; it is a step of its own in the 'else' of the first",
            "else: [{if: a > 3, do: [...]}]",
        ),
        **_rows(
            "then",
            BOOKS,
            "what happens if a condition is true",
            "- {if: a > 3, do: [...]}",
        ),
        **_rows(
            "while, do while",
            PYTHON,
            "a loop with a condition; here with the one that ends it",
            "- {until: not a > 3, do: [...]}",
        ),
        **_rows(
            "for, foreach, for each, each, loop over",
            PYTHON,
            "a loop over a list",
            "- {for_each: v in xs, do: [...]}",
        ),
        **_rows("repeat, loop, iterate", ANYDICE, "a loop", "- {times: 3, do: [...]}"),
        **_rows(
            "when, whenever, case",
            SQL,
            "a condition; on an event it is a trigger (section 'triggers')",
            "- {if: a > 3, do: [...]}",
        ),
        **_rows(
            "unless",
            BOOKS,
            "a condition that is not true",
            "- {if: not a > 3, do: [...]}",
        ),
        **_rows(
            "switch, select",
            SCRIPT,
            "a choice by a value",
            "- {match: col, rows: {red: [...]}}",
        ),
        **_rows(
            "var, const, local, assign, define, def, declare",
            SCRIPT,
            "a value with a name",
            "- {let: {x: a + 1}}",
        ),
        **_rows(
            "print, output, log, write, echo, show, message, note",
            PYTHON,
            "a sentence",
            '- {say: "{a} are left"}',
        ),
        **_rows(
            "update, change, modify, plus, minus, add, increase, decrease, "
            "increment, decrement, subtract, gain, lose, spend",
            BOOKS,
            "a change of a field",
            "- {set: {unit.a: unit.a + 1}}",
        ),
        **_rows(
            "delete, destroy, kill, eliminate, discard",
            BOOKS,
            "an entity that leaves the game",
            "- {remove: unit}",
        ),
        **_rows(
            "spawn, new, insert, place",
            SCRIPT,
            "a new entity",
            "- {create: piece, with: {a: 1}}",
        ),
        **_rows(
            "break, exit, leave, stop, goto",
            PYTHON,
            "the end of a loop or block, by its 'id'",
            "- {end: name of the block}",
        ),
        **_rows(
            "continue, next, skip, pass",
            PYTHON,
            "nothing more in this round; a block with an 'id' inside the loop is ended",
            "- {end: name}",
        ),
        **_rows(
            "function, procedure, run, invoke, perform, execute, gosub",
            SCRIPT,
            "a call",
            "- {call: name(a), as: x}",
        ),
        **_rows(
            "input, prompt, question",
            PYTHON,
            "a question to a player or judge",
            "- {ask: {a: integer}, of: judge}",
        ),
        **_rows(
            "throw, dice, rolls, d6, roll dice",
            BOOKS,
            "a roll",
            "- {roll: {dice: 2d6}}",
        ),
        **_rows(
            "reroll, again",
            BOOKS,
            "a roll that is made once more",
            "- {if: die < 2, roll: {again: d6}, else: [{let: {again: die}}]}",
        ),
        **_rows(
            "pick, select from, option",
            BOOKS,
            "a decision of a player",
            "- {choose: x, by: unit.side, from: xs}",
        ),
        **_rows("assert, must", PYTHON, "what the rules demand", "- {require: a > 3}"),
        **_rows(
            "emit, raise, trigger, fire", SCRIPT, "an event", "- {happens: event(a)}"
        ),
        **_rows(
            "yield, give, gives, result, returns",
            PYTHON,
            "the value of the procedure",
            "- {return: a}",
        ),
        **_rows(
            "try, except, catch, finally",
            PYTHON,
            "nothing that is here: what may fail is asked before",
            "- {if: x is not none, do: [...]}",
        ),
        **_rows(
            "wait, sleep, delay, await",
            SCRIPT,
            "what happens later, when an event does",
            "- {later: name(a), on: event}",
        ),
    }
)
"""By the word as a name; the first of equals stays."""


def step_word(name: str) -> str:
    """Return the hint for a key that begins a step elsewhere, or ""."""
    idiom = STEP_WORDS.get(name.lower())
    if idiom is None:
        return ""
    return f"write '{idiom.here}'; '{name.replace('_', ' ')}' is {idiom.meaning}"


def listed() -> tuple[Idiom, ...]:
    """Return every row of this table, once."""
    return tuple(dict.fromkeys(STEP_WORDS.values()))
