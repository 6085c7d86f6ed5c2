"""Every verb of the language."""

from collections.abc import Mapping

from interpreter.steps import (
    calculating,
    chance,
    changing,
    choosing,
    hearing,
    moving,
    telling,
)
from interpreter.steps.lowering import Verb

_ALL = (
    Verb("do", (), calculating.do, leaves_loop=True),
    Verb("match", ("rows",), calculating.match),
    Verb("let", (), calculating.let, binds_map=True, says=True),
    Verb("call", ("as",), calculating.call, binds_map=True, names_what=True),
    Verb("return", (), calculating.return_, says=True),
    Verb("end", (), calculating.end, says=True),
    Verb(
        "roll",
        ("by", "for", "needs", "again", "at_most"),
        chance.roll,
        binds_map=True,
        names_what=True,
    ),
    Verb(
        "draw",
        ("from", "how_many", "weight", "by", "for"),
        chance.draw,
        binds_map=True,
        names_what=True,
    ),
    Verb(
        "choose",
        (
            "by",
            "from",
            "options",
            "type",
            "or",
            "must",
            "how_many",
            "in_order",
            "such_that",
            "if_none",
        ),
        choosing.choose,
        loops_itself=True,
        names_what=True,
        says=True,
    ),
    Verb("ask", ("of", "default"), choosing.ask, names_what=True, says=True),
    Verb("require", (), calculating.require, says=True),
    Verb("set", (), changing.set_, says=True),
    Verb("create", ("with", "as"), changing.create, names_what=True, says=True),
    Verb("remove", (), changing.remove, says=True),
    Verb(
        "move",
        ("by", "walk", "each_step", "as"),
        moving.move,
        names_what=True,
        says=True,
    ),
    Verb("shuffle", (), changing.shuffle, says=True),
    Verb("happens", (), changing.happens, says=True),
    Verb("later", ("on",), hearing.later, names_what=True, says=True),
    Verb(
        "tell",
        (
            "to",
            "about",
            "label",
            "facts",
            "facts_from",
            "show",
            "lies",
            "lies_at_most",
            "lies_by",
            "same",
            "as",
        ),
        telling.tell,
        binds_map=True,
        names_what=True,
        says=True,
    ),
)
VERBS: Mapping[str, Verb] = {each.name: each for each in _ALL}
