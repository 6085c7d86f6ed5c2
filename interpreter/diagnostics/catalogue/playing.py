"""R6 (secrets), R7 (running), R8 (overlays, options), R9 (our bug)."""

from interpreter.diagnostics.catalogue.code import Code

PLAYING = (
    Code(
        "R601",
        "error",
        "A step that reveals a secret",
        why=(
            "A question or a step that its seat notices reveals the conditions that "
            "led to it, so the seat must be allowed to know each of them."
        ),
        bad=(
            "- if: spy.skill > 3            # seen_by: owner\n"
            "  choose: way\n"
            "  by: enemy\n"
            "  from: roads"
        ),
        good=(
            "- if: spy.skill > 3\n"
            "  choose: way\n"
            "  by: spy.side                 # the owner\n"
            "  from: roads\n"
            "  seen_by: spy.side"
        ),
    ),
    Code(
        "R602",
        "error",
        "No audience is given",
        why=(
            "A secret that is shown by accident cannot be taken back, so every "
            "field and every procedure names its audience."
        ),
        bad="skill: {type: integer}",
        good="skill: {type: integer, seen_by: owner}",
    ),
    Code(
        "R603",
        "error",
        "A value reaches a seat that may not know it",
        why=(
            "A value computed from a secret is a secret of the same seats: a derived "
            "field may only narrow the audience, and a question shows only what its "
            "seat knows."
        ),
        bad='- roll: {die: d6}\n  by: judge\n  for: "against skill {spy.skill}"',
        good='- roll: {die: d6}\n  by: judge\n  for: "against {spy}"',
    ),
    Code(
        "R604",
        "error",
        "An invalid audience",
        why=(
            "An audience is everyone, owner, judge, nobody, a seat, or is read "
            "from fields of the same entity; it reads no table."
        ),
        bad="skill: {type: integer, seen_by: everybody}",
        good="skill: {type: integer, seen_by: everyone}",
    ),
    Code(
        "R606",
        "error",
        "A choice among claims sent to another seat",
        why=(
            "The options of a choice reveal what they were made from; a seat knows "
            "only the claims that were sent to it."
        ),
        bad=(
            "- choose: goal\n  by: red\n"
            "  from: list(c.about for c in claims_to(blue, sighting))"
        ),
        good=(
            "- choose: goal\n  by: red\n"
            "  from: list(c.about for c in claims_to(red, sighting))"
        ),
    ),
    Code(
        "R607",
        "error",
        "A claim that would reveal more than it says",
        why=(
            "Moments and claim numbers count everything that happened, including "
            "what the seat may not know."
        ),
        bad="facts: {seen: {type: moment}}",
        good="facts: {week: {type: integer 1..}}",
    ),
    Code(
        "R608",
        "error",
        "A mask that a seat can see through",
        why=(
            "The field that masks an entity is part of its public label, so everyone "
            "must see that field; and seats themselves are known by their names."
        ),
        bad=(
            "counter:\n  masks: worth\n  fields:\n"
            "    worth: {type: integer, seen_by: owner}"
        ),
        good=(
            "counter:\n  masks: face\n  fields:\n"
            "    face: {type: face, seen_by: everyone}"
        ),
    ),
    Code(
        "R609",
        "error",
        "A seat with another name",
        why=(
            "A seat is typed in commands and in the names of files, so people know it "
            "by its id."
        ),
        bad="side:\n  called: name\n  fields:\n    name: {type: text}",
        good="character:\n  called: name\n  fields:\n    name: {type: text}",
    ),
    Code(
        "R610",
        "error",
        "A seat asked for what it may not know",
        why=(
            "A seat that is asked for any entity of a kind can try names until one is "
            "taken, and so learns which there are."
        ),
        bad="- ask: {goal: spy}\n  of: red",
        good=(
            "- choose: goal\n  by: red\n"
            "  from: list(s in every(spy) where s.side is red)"
        ),
    ),
    Code(
        "R701",
        "error",
        "A value outside its bounds while running",
        why=(
            "A value was computed that its type does not allow; 'check' could not "
            "foresee it."
        ),
        bad=("points: {type: integer 0..8}\n# - set: {a.points: a.points - cut}"),
        good=("# - set:\n#     a.points: max(0, a.points - cut)"),
    ),
    Code(
        "R702",
        "error",
        "No row fits",
        why="No row of the table fits these values.",
        bad=("hit: first\nrows: {near: reach < 9}"),
        good=("hit: first\nrows: {near: reach < 9, far: else}"),
    ),
    Code(
        "R703",
        "error",
        "Division by zero",
        why="No number can be divided by zero.",
        bad="is: spoils / count(heirs)",
        good="is: if count(heirs) is 0 then 0 else spoils / count(heirs)",
    ),
    Code(
        "R704",
        "error",
        "None where a value is needed",
        why=("A rule read a field of an entity that does not exist or was removed."),
        bad="is: first(spies).skill",
        good=("is: |\n  if first(spies) is not none\n  then first(spies).skill else 0"),
    ),
    Code(
        "R705",
        "error",
        "No such element of a list or map",
        why=(
            "List positions count from 1, an empty list has no least and no greatest "
            "element, and a map has only the keys that were put in."
        ),
        bad="is: dice[0]",
        good="is: dice[1]",
    ),
    Code(
        "R706",
        "error",
        "Two rows where one may be true",
        why="Only one row of this table may be true at a time, and two are.",
        bad=("hit: unique\nrows: {near: n < 5, far: n > 3}"),
        good=("hit: first\nrows: {near: n < 5, far: n >= 5}"),
    ),
    Code(
        "R708",
        "error",
        "Too few facts can be false",
        why=(
            "A claim must be false in so many facts ('lies'), and fewer of its facts "
            "can have a value that is not the truth."
        ),
        bad=(
            "facts: {size: {type: [small, large], may_be: [small]}}\n"
            "# - tell: sighting\n"
            "#   lies: 1   # of a small one"
        ),
        good="facts: {size: {type: [small, large]}}",
    ),
    Code(
        "R709",
        "error",
        "A hex that the map does not describe",
        why="A rule asked for the ground of a hex that is not on the map, or the like.",
        bad="is: neighbour(here, D0).ground",
        good="is: count(h in neighbours(here) where h.ground is wood)",
    ),
    Code(
        "R710",
        "error",
        "The rules forbid it",
        why=(
            "A 'require' of a rule is not met. The run is refused and nothing is "
            "changed; the problem names the rule and the values compared."
        ),
        bad="# - require: purse >= price\n# run with a purse of 3 and a price of 5",
        good="# - require: purse >= price\n# run with a purse of 5 and a price of 3",
    ),
    Code(
        "R711",
        "error",
        "More than a limit allows",
        why=(
            "A run is limited in steps, nested calls, elements of a list and bits of "
            "a number. It reached a limit here, most often because a loop does not "
            "end. Loading a pack has limits too."
        ),
        bad="# - until: purse is 0\n#   do:\n#     - set: {side.purse: purse - 2}",
        good="# - until: purse <= 0\n#   do:\n#     - set: {side.purse: purse - 2}",
    ),
    Code(
        "R712",
        "error",
        "A choice without options",
        why=(
            "A seat must choose and has no options, so nobody could ever answer and "
            "the game would wait for ever. Say what happens "
            "then: with 'or: none', with 'if_none', or with an 'if' around the choice "
            "or the option that leads to it."
        ),
        bad=(
            "# - choose: refuge\n#   by: who\n"
            "#   from: list(s in every(spot) where s is not hunter.at)"
        ),
        good=(
            "# - choose: refuge\n#   by: who\n"
            "#   from: list(s in every(spot) where s is not hunter.at)\n"
            "#   if_none: []"
        ),
    ),
    Code(
        "R801",
        "error",
        "A change whose target does not exist",
        why="The base pack has no declaration, row, field or step at that path.",
        bad=("change:\n  tables.wether.of: {to: 2d6}"),
        good=("change:\n  tables.weather.of: {to: 2d6}"),
    ),
    Code(
        "R802",
        "error",
        "A change that expected another value",
        why=(
            "The value has changed since; only the author of the change knows "
            "whether it still applies."
        ),
        bad=("change:\n  formulas.march.is: {expect: 3, to: 4}\n# the base says 2"),
        good=("change:\n  formulas.march.is: {expect: 2, to: 4}"),
    ),
    Code(
        "R803",
        "error",
        "An option without one that it requires",
        why="The option builds on another that is not set.",
        bad="options: {fog: no, night fog: yes}",
        good="options: {fog: yes, night fog: yes}",
    ),
    Code(
        "R804",
        "error",
        "Options that exclude each other",
        why="Both are set, and one of them lists the other under 'conflicts'.",
        bad="options: {old count: yes, new count: yes}",
        good="options: {new count: yes}",
    ),
    Code(
        "R805",
        "error",
        "Unknown option or value",
        why="No option, or none of its values, has that name.",
        bad=("values: [near, far]\ndefault: middle"),
        good=("values: [near, far]\ndefault: near"),
    ),
    Code(
        "R806",
        "error",
        "Two changes of one place",
        why="The result would depend on which change is made first.",
        bad=(
            "# two options, both set\n"
            "formulas.march.is: {to: 2}\n"
            "formulas.march.is: {to: 3}"
        ),
        good=(
            "# one of them, or 'conflicts' between the options\n"
            "formulas.march.is: {to: 2}"
        ),
    ),
    Code(
        "R807",
        "note",
        "A change that does not say what it changes",
        why=(
            "The base pack has another author. When its next edition has another "
            "value there, a change with 'expect' is reported (R802); one without it "
            "is applied as before. An option that changes its own pack needs none."
        ),
        bad="extends: ../book\nchange:\n  formulas.march.is: {to: 4}",
        good="extends: ../book\nchange:\n  formulas.march.is: {expect: 3, to: 4}",
    ),
    Code(
        "R901",
        "error",
        "A fault of the program",
        why=(
            "This is our mistake, not the pack's: please report it with the pack "
            "and the command."
        ),
        bad="# not caused by anything in a pack",
        good="# run it again with a smaller pack, and send both",
    ),
)
