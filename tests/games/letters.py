"""A game in which texts go everywhere: on the map, into claims, questions and labels.

Which texts is said when it is begun, so that those of two games can be compared.
"""

import json
from pathlib import Path

from tests.games.playing import done

RED, BLUE = "red", "blue"
PACK = """\
name: letters
seats: side
seen_by: everyone
types:
  soil: [meadow, wood]
boards:
  field:
    cells: hexes
    ground: soil
    across: SHOWN
    orientation: sides up
    labels: {columns: 2 digits, rows: 2 digits}
entities:
  side:
    owner: it
    fields:
      colour: {type: text, seen_by: everyone, start: plain}
      order: {type: text, seen_by: owner, start: none}
  post:
    owner: side
    masks: badge
    drawn: {at: at}
    fields:
      side: {type: side, seen_by: everyone}
      at: {type: hex of field, seen_by: everyone}
      badge: {type: text, seen_by: everyone, start: SHOWN}
      motto: {type: text, seen_by: everyone, start: SHOWN}
      orders: {type: text, seen_by: owner, start: HIDDEN}
      plan: {type: text, seen_by: owner, start: PLANNED}
claims:
  letter:
    title: SHOWN
    about: post
    facts:
      words: {type: text}
      at: {type: hex of field}
    drawn: {at: at}
procedures:
  main:
    steps:
      - ask: {words: text}
        of: judge
      - for_each: s in every(side)
        do:
          - for_each: p in every(post)
            tell: letter
            to: s
            about: p
            facts: {words: words, at: p.at}
      - choose: motto
        id: motto
        for_each: s in every(side)
        by: s
        from: "[first(every(post)).motto, 'something else']"
        say: "They say {first(every(post)).motto}"
      - choose: order
        id: order
        for_each: s in every(side)
        by: s
        from: joined([p.orders, p.plan] for p in every(post) where p.side is s)
      - set: {s.order: "order[s]"}
        for_each: s in every(side)
      - choose: done
        for_each: s in every(side)
        by: s
        options: {yes: {}, no: {}}
scenarios:
  one:
    main: main
    boards:
      field: {columns: 01..03, rows: 01..03, ground: meadow}
    entities:
      red: {kind: side}
      blue: {kind: side}
      red_post: {kind: post, side: red, at: 0202}
      blue_post: {kind: post, side: blue, at: 0303, orders: to wait, plan: to go home}
"""


def begun(folder: Path, shown: str, hidden: str = "to ride", told: str = "") -> Path:
    """Begin a game up to the first question of the seats: `shown` stands wherever
    everybody reads it, `hidden` is what red may not let others know, `told` (else
    `shown`) is what the judge types and all are told."""
    pack, game = folder / "pack", folder / "a.game"
    pack.mkdir(parents=True)
    text = PACK.replace("PLANNED", json.dumps(f"{hidden} home"))
    for place, said in (("SHOWN", shown), ("HIDDEN", hidden)):
        text = text.replace(place, json.dumps(said))
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    later = ("--seat", f"{RED}=later", "--seat", f"{BLUE}=later")
    words = ("play", pack, "one", "--game", game, "--seed", "one", *later)
    done(*words, text=f"{told or shown}\n")
    return game
