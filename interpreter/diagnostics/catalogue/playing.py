"""R6 (secrets), R7 (running), R8 (overlays, options), R9 (our bug)."""

from interpreter.diagnostics.catalogue.code import Code

PLAYING = (
    Code(
        "R601",
        "error",
        "A step that betrays a secret",
        why=(
            "That a question or a step comes up at all tells its seat how the "
            "conditions on the way to it came out, so each must be known to it."
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
        "Nothing says who may know",
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
        "A value reaches more than may know it",
        why=(
            "What is made from a secret is a secret of the same seats: a derived "
            "field may only narrow, and a question shows only what its seat knows."
        ),
        bad='- roll: {die: d6}\n  by: judge\n  for: "against skill {spy.skill}"',
        good='- roll: {die: d6}\n  by: judge\n  for: "against {spy}"',
    ),
    Code(
        "R604",
        "error",
        "An audience that cannot be known",
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
        "A choice among what another seat was told",
        why=(
            "What a seat may choose shows what it was made from; it knows only the "
            "claims that were told to itself."
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
        "A claim that would betray more than it says",
        why=(
            "Moments and numbers of claims count all that happened, also what the "
            "seat may not know."
        ),
        bad="facts: {seen: {type: moment}}",
        good="facts: {week: {type: integer 1..}}",
    ),
    Code(
        "R608",
        "error",
        "A mask through which somebody sees",
        why=(
            "What masks an entity stands in its public label, so everyone must see "
            "that field; and the seats themselves are known by their names."
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
        "R701",
        "error",
        "A value outside its bounds while running",
        why=(
            "A value came out that its type does not allow; checking could not "
            "foresee it."
        ),
        bad=("points: {type: integer 0..8}\n# - set: {a.points: a.points - cut}"),
        good=("# - set:\n#     a.points: max(0, a.points - cut)"),
    ),
    Code(
        "R702",
        "error",
        "No row fits",
        why="No row of the table fits the values that came.",
        bad=("hit: first\nrows: {near: reach < 9}"),
        good=("hit: first\nrows: {near: reach < 9, far: else}"),
    ),
    Code(
        "R703",
        "error",
        "Division by zero",
        why="Nothing can be shared among none.",
        bad="is: spoils / count(heirs)",
        good="is: if count(heirs) is 0 then 0 else spoils / count(heirs)",
    ),
    Code(
        "R704",
        "error",
        "None where a value is needed",
        why=(
            "A rule read the field of something that is not there, or of an "
            "entity that was removed."
        ),
        bad="is: first(spies).skill",
        good=("is: |\n  if first(spies) is not none\n  then first(spies).skill else 0"),
    ),
    Code(
        "R705",
        "error",
        "Nothing at that place of a list or map",
        why=(
            "Lists count from 1 to their length, an empty one has no least and no "
            "greatest, and a map holds only what was put in."
        ),
        bad="is: dice[0]",
        good="is: dice[1]",
    ),
    Code(
        "R706",
        "error",
        "Two rows where one may be true",
        why="Only one row of this table may be true at once, and two are.",
        bad=("hit: unique\nrows: {near: n < 5, far: n > 3}"),
        good=("hit: first\nrows: {near: n < 5, far: n >= 5}"),
    ),
    Code(
        "R708",
        "error",
        "Nothing false can be told",
        why=(
            "A claim must lie in so many facts, and there are not so many of which "
            "anything but the truth may be said."
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
        "A hex of which the map says nothing",
        why="A rule asked for the ground of a hex that is not on the map, or the like.",
        bad="is: neighbour(here, D0).ground",
        good="is: count(h in neighbours(here) where h.ground is wood)",
    ),
    Code(
        "R710",
        "error",
        "The rules forbid it",
        why=(
            "A rule requires what is not so. The run is refused and nothing of it is "
            "done; the problem names the rule, and what was compared."
        ),
        bad="# - require: purse >= price\n# run with a purse of 3 and a price of 5",
        good="# - require: purse >= price\n# run with a purse of 5 and a price of 3",
    ),
    Code(
        "R711",
        "error",
        "More than a limit allows",
        why=(
            "A run may do only so much: steps, calls inside calls, elements of a "
            "list, bits of a number. It came to a limit at this place, most often "
            "because a loop does not end. What is loaded has limits too."
        ),
        bad="# - until: purse is 0\n#   do:\n#     - set: {side.purse: purse - 2}",
        good="# - until: purse <= 0\n#   do:\n#     - set: {side.purse: purse - 2}",
    ),
    Code(
        "R712",
        "error",
        "A choice that offers nothing",
        why=(
            "A seat must choose, and nothing is there that it may choose, so nobody "
            "could ever answer and the game would wait for ever. Say what happens "
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
        "A change that finds nothing",
        why="The path leads to no declaration, row, field or step of the pack below.",
        bad=("change:\n  tables.wether.of: {to: 2d6}"),
        good=("change:\n  tables.weather.of: {to: 2d6}"),
    ),
    Code(
        "R802",
        "error",
        "A change that expected another value",
        why=(
            "What stands there was changed since; whether the change is still "
            "meant, only its author knows."
        ),
        bad=("change:\n  formulas.march.is: {expect: 3, to: 4}\n# there it says 2"),
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
        why="Both are set, and one of them says that they do not go together.",
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
        why="The result would hang on which change is made first.",
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
            "The pack below has another author. When its next edition says something "
            "else there, a change with 'expect' is told (R802); one without it goes "
            "on as before. An option that changes its own pack needs none."
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
        bad="# nothing that a pack says is to blame",
        good="# run it again with a smaller pack, and send both",
    ),
)
