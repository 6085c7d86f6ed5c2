"""Every verb of the language."""

from collections.abc import Mapping

from interpreter.lowering import (
    calculating,
    chance,
    changing,
    choosing,
    event_effects,
    moving,
    telling,
)
from interpreter.lowering.blocks import StepVerb

_ALL = (
    StepVerb("do", (), calculating.do, leaves_loop=True),
    StepVerb("match", ("rows",), calculating.match),
    StepVerb("let", (), calculating.let, binds_map=True, says=True),
    StepVerb("call", ("as",), calculating.call, binds_map=True, names_what=True),
    StepVerb("return", (), calculating.return_, says=True),
    StepVerb("end", (), calculating.end, says=True),
    StepVerb(
        "roll",
        ("by", "for", "needs", "again", "at_most"),
        chance.roll,
        binds_map=True,
        names_what=True,
    ),
    StepVerb(
        "draw",
        ("from", "how_many", "weight", "by", "for"),
        chance.draw,
        binds_map=True,
        names_what=True,
    ),
    StepVerb(
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
    StepVerb("ask", ("of", "default"), choosing.ask, names_what=True, says=True),
    StepVerb("require", (), calculating.require, says=True),
    StepVerb("set", (), changing.set_, says=True),
    StepVerb("create", ("with", "as"), changing.create, names_what=True, says=True),
    StepVerb("remove", (), changing.remove, says=True),
    StepVerb(
        "move",
        ("by", "walk", "each_step", "as"),
        moving.move,
        names_what=True,
        says=True,
    ),
    StepVerb("shuffle", (), changing.shuffle, says=True),
    StepVerb("happens", (), changing.happens, says=True),
    StepVerb("later", ("on",), event_effects.later, names_what=True, says=True),
    StepVerb(
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
VERBS: Mapping[str, StepVerb] = {each.name: each for each in _ALL}
