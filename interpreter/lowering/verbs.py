"""Every verb of the language: one record holds all facts of it.

After a change here run `.venv/bin/python tools/generate.py`, which writes the schemas
of steps and the table of verbs in the reference anew.
"""

from collections.abc import Mapping
from typing import Final

from interpreter.lowering import (
    calculating,
    chance,
    changing,
    choosing,
    event_effects,
    moving,
    telling,
)
from interpreter.lowering.blocks import STEPS, StepKey, StepVerb, map_of

_BY: Final = StepKey("expression", "The seat that does it.")

_ALL = (
    StepVerb(
        "do",
        calculating.do,
        "executes a block; with an `id` it can be left",
        StepKey(STEPS, "A block of steps."),
        differs={
            "id": "Its name, for overlays, policies and `end`, which leaves it with "
            "all rounds of its loop."
        },
        leaves_loop=True,
    ),
    StepVerb(
        "match",
        calculating.match,
        "executes the block of the matching row",
        StepKey("expression", "The value that is compared with the rows."),
        {
            "rows": StepKey(
                map_of(
                    StepKey(STEPS),
                    "Value, comma list of values, or band -> steps; complete; "
                    "[] is nothing.",
                    {"yes": [{"return": 1}], "no": []},
                )
            )
        },
        required=("rows",),
    ),
    StepVerb(
        "let",
        calculating.let,
        "binds names to values, in order",
        StepKey(
            map_of(
                StepKey(
                    {
                        "type": ["string", "number", "object"],
                        "description": "An expression, or a map with `type`, `is` and "
                        "`changes`.",
                        "if": {"type": "object"},
                        "then": {
                            "type": "object",
                            "description": "A value with its type; with changes, `set` "
                            "may change it.",
                            "examples": [{"type": "integer", "is": "n + 1"}],
                            "properties": {
                                "type": StepKey("type").schema,
                                "is": StepKey("value").schema,
                                "changes": StepKey("truth").schema,
                            },
                            "additionalProperties": False,
                            "required": ["is"],
                        },
                    }
                ),
                "Name -> expression, or {type, is, changes}.",
                {"best": "n + 1"},
            ),
            binds=True,
        ),
        binds_map=True,
        says=True,
    ),
    StepVerb(
        "roll",
        chance.roll,
        "rolls dice: `2d6`, `dice(n, sides)`, `die(sides)`",
        StepKey(
            map_of(
                StepKey(
                    "expression", "Dice: d6, 2d6, dice(number, sides), die(sides)."
                ),
                "Name -> dice; one die binds a number, several a list.",
                {"dice": "2d6"},
            ),
            binds=True,
        ),
        {
            "by": _BY,
            "for": StepKey("template", "What the roll is for."),
            "needs": StepKey("template", "What a person with real dice wants."),
            "again": StepKey(
                "expressions",
                "The face, or a list of faces, that is rolled again; all that fell is "
                "one list.",
            ),
            "at_most": StepKey(
                "number", "How often dice are rolled again, 10 if nothing is said."
            ),
        },
        binds_map=True,
        names_what=True,
    ),
    StepVerb(
        "draw",
        chance.draw,
        "takes an element at random",
        StepKey("name", "The name that is bound to what is drawn.", binds=True),
        {
            "from": StepKey("expression", "The list, deck or table."),
            "how_many": StepKey("number", "How many; then a list is bound."),
            "weight": StepKey("expression", "The weight of each."),
            "by": _BY,
            "for": StepKey("template", "What it is for."),
        },
        required=("from",),
        binds_map=True,
        names_what=True,
    ),
    StepVerb(
        "choose",
        choosing.choose,
        "lets a seat choose among legal options",
        StepKey("name", "The name that is bound to the answer.", binds=True),
        {
            "by": _BY,
            "from": StepKey("expression", "The list from which is chosen."),
            "options": StepKey(
                map_of(
                    StepKey(
                        {
                            "type": "object",
                            "description": "An answer: when it is offered, what it "
                            "says, what is done.",
                            "examples": [{"if": "n > 5"}, {}],
                            "properties": {
                                **{
                                    name: StepKey(kind).schema
                                    for name, kind in (
                                        ("if", "condition"),
                                        ("only", "only"),
                                        ("say", "say"),
                                        ("rule", "rule"),
                                        ("title", "title"),
                                    )
                                },
                                "do": StepKey(STEPS).schema,
                            },
                            "additionalProperties": False,
                        }
                    ),
                    "Name -> answer.",
                    {"left": {}, "right": {}},
                )
            ),
            "type": StepKey("type", "The enumeration of which the options are values."),
            "or": StepKey(
                "expression", "What may be answered instead: none, or a value."
            ),
            "must": StepKey("condition", "When it is true, `or` is not offered."),
            "how_many": StepKey(
                "number", "A number, a range or `all`; then a list is bound."
            ),
            "in_order": StepKey("truth", "yes: the order is chosen."),
            "such_that": StepKey("expressions", "Conditions over the whole answer."),
            "needs": StepKey("sentence", "What `such_that` wants, for who answers."),
            "option_says": StepKey(
                "template", "The text beside each value of `from`, named as the answer."
            ),
            "if_none": StepKey(STEPS, "What is done when nothing is legal."),
        },
        any_of=("from", "options"),
        loops_itself=True,
        names_what=True,
        says=True,
    ),
    StepVerb(
        "ask",
        choosing.ask,
        "lets the judge give any value of a type",
        StepKey(
            map_of(StepKey("type"), "Name -> type.", {"n": "integer 0..5"}), binds=True
        ),
        {
            "of": StepKey("expression", "Who is asked: judge, or a seat."),
            "default": StepKey("value", "The answer when nobody gives one."),
            "such_that": StepKey(
                "expressions", "Conditions over the answer, of several over each."
            ),
            "needs": StepKey("sentence", "What `such_that` wants, for who answers."),
        },
        loops_itself=True,
        names_what=True,
        says=True,
    ),
    StepVerb(
        "require",
        calculating.require,
        "refuses the whole run unless a condition holds",
        StepKey("condition", "What must hold."),
        differs={"say": "The sentence for people when it does not hold."},
        says=True,
    ),
    StepVerb(
        "set",
        changing.set_,
        "changes fields and entries of maps; all right sides are evaluated first",
        StepKey(
            map_of(StepKey("value"), "Path of a field -> expression.", {"it.marks": 0})
        ),
        says=True,
    ),
    StepVerb(
        "create",
        changing.create,
        "creates an entity",
        StepKey("name", "The kind of the entity."),
        {
            "with": StepKey(
                map_of(StepKey("value"), "Field -> expression.", {"marks": 0})
            ),
            "as": StepKey("name", "The name that is bound to it.", binds=True),
        },
        names_what=True,
        says=True,
    ),
    StepVerb(
        "remove",
        changing.remove,
        "removes an entity",
        StepKey("expression", "The entity that is taken away."),
        says=True,
    ),
    StepVerb(
        "move",
        moving.move,
        "a seat moves a piece from hex to hex, a step at a time",
        StepKey("expression", "The piece that moves."),
        {
            "by": StepKey("expression", "The seat that chooses its way."),
            "walk": StepKey("call", "calls a procedure"),
            "each_step": StepKey(STEPS, "What is done after each hex."),
            "as": StepKey(
                "name",
                "The name of the hexes it went through, from its start on; `path` if "
                "nothing is said.",
                binds=True,
            ),
        },
        required=("walk",),
        names_what=True,
        says=True,
    ),
    StepVerb(
        "call",
        calculating.call,
        "calls a procedure",
        StepKey("call", "calls a procedure"),
        {"as": StepKey("name", "The name that is bound to the result.", binds=True)},
        binds_map=True,
        names_what=True,
    ),
    StepVerb(
        "tell",
        telling.tell,
        "sends a claim to a seat",
        StepKey("name", "The kind of claim."),
        {
            "to": StepKey("expression", "The seat."),
            "about": StepKey("expression", "What it is about."),
            "label": StepKey("expression", "Its label."),
            "facts": StepKey(
                {
                    "type": ["string", "number", "object"],
                    "description": "Fact -> expression.",
                    "additionalProperties": StepKey("expression").schema,
                }
            ),
            "facts_from": StepKey("expression", "A record that gives every fact."),
            "show": StepKey("value", "Which facts are shown."),
            "lies": StepKey("number", "At least so many shown facts are untrue."),
            "lies_at_most": StepKey(
                "number", "So many shown facts are untrue, or as many as can be."
            ),
            "lies_by": StepKey("expression", "Who writes the lies."),
            "same": StepKey("expression", "A claim that is told again."),
            "as": StepKey("name", "The name that is bound to the claim.", binds=True),
        },
        required=("to",),
        binds_map=True,
        names_what=True,
        says=True,
    ),
    StepVerb(
        "shuffle",
        changing.shuffle,
        "gives the masked entities of a list new labels",
        StepKey("expression", "The masked entities, a list of them."),
        says=True,
    ),
    StepVerb(
        "happens",
        changing.happens,
        "raises an event",
        StepKey("call", "calls a procedure"),
        says=True,
    ),
    StepVerb(
        "later",
        event_effects.later,
        "postpones a call until an event happens",
        StepKey("call", "calls a procedure"),
        {
            "on": StepKey(
                "event_pattern",
                "The event that it waits for, with a value or `any` for each thing "
                "that it takes.",
            )
        },
        required=("on",),
        names_what=True,
        says=True,
    ),
    StepVerb(
        "return",
        calculating.return_,
        "leaves the procedure with a value",
        StepKey("value", "The value that the procedure gives."),
        says=True,
    ),
    StepVerb(
        "end",
        calculating.end,
        "leaves the enclosing `do` of that id, with all iterations of its loop, "
        "or the `move`",
        StepKey("name", "The id of the block, the loop or the movement."),
        says=True,
    ),
)
VERBS: Mapping[str, StepVerb] = {verb.name: verb for verb in _ALL}
