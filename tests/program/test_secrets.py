"""What a question betrays: one small pack a way, and its twin that says so."""

from pathlib import Path

import pytest

from interpreter.loading import load

HEAD = """\
name: secrets
seats: side
types:
  stance: [hidden, seen, gone]
  way: [left, right]
entities:
  side:
    fields:
      marks: {type: integer 0.., seen_by: everyone, start: 0}
  spy:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      stance: {type: stance, seen_by: everyone, start: hidden}
      skill: {type: integer 0..9, seen_by: owner, start: 3}
      fake: {type: yes or no, seen_by: owner, start: no}
      host: {type: side, seen_by: judge}
      kit: {type: integer, seen_by: if stance is hidden then owner else everyone, start: 0}
      twins: {type: list of spy, seen_by: owner, start: []}
    derived:
      able: {is: skill > 3}
      open: {is: "if stance is hidden then 0 else kit"}
  table:
    single: yes
    fields:
      deck: {type: deck of spy, seen_by: nobody, start: []}
formulas:
  strong: {takes: {s: spy}, is: s.skill > 5}
  strong_of: {takes: {n: side}, is: count(s in every(spy) where s.side is n and s.fake)}
"""


def problems(folder: Path, procedures: str, more: str = "") -> list[str]:
    """Return the problems of the head with these procedures, as code and text."""
    text = HEAD + more + "procedures:\n" + procedures
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return [f"{each.code} {each.span.text}" for each in load(folder).problems]


def procedure(steps: str, takes: str = "s: spy, foe: side", seen: str = "everyone") -> str:
    """Return the procedure `main` with steps indented by six."""
    given = f"    takes: {{{takes}}}\n" if takes else ""
    return f"  main:\n{given}    seen_by: {seen}\n    steps:\n{steps}"


ASK = """\
- choose: way
  by: foe
  options: {left: {}, right: {}}
"""
OTHER = """\
  other:
    takes: {foe: side}
    seen_by: everyone
    steps:
      - choose: way
        by: foe
        options: {left: {}, right: {}}
"""


def indented(text: str, by: int) -> str:
    """Return the text with every line moved to the right."""
    return "".join(" " * by + line for line in text.splitlines(keepends=True))


def ask(by: int = 6, more: str = "", who: str = "foe") -> str:
    """Return the question, with one more clause."""
    text = ASK.replace("foe", who)
    return indented(text + (f"  {more}\n" if more else ""), by)


# Each holds MARK where `discloses` makes it right.
LEAKS = {
    "if": "      - if: s.skill > 3\n        MARK\n        do:\n" + ask(10),
    "else": "      - if: s.skill > 3\n        MARK\n        do: []\n        else:\n" + ask(10),
    "match": "      - match: s.fake\n        MARK\n        rows:\n          yes: []\n"
    "          no:\n" + ask(12),
    "until": "      - do:\n" + ask(10) + "        until: s.skill > 3\n        MARK\n",
    "times": "      - do:\n" + ask(10) + "        times: s.skill\n        MARK\n",
    "for_each": "      - do:\n" + ask(10) + "        for_each: t in s.twins\n        MARK\n",
    "return": "      - if: s.skill > 3\n        MARK\n        return: none\n" + ask(),
    "end": "      - do:\n          - if: s.skill > 3\n            MARK\n            end: block\n"
    + ask(10)
    + "        id: block\n",
    "return in a loop": "      - do:\n" + ask(10, "MARK")
    + "          - if: s.skill > 3\n            return: none\n        times: 2\n",
    "caller": "      - if: s.skill > 3\n        MARK\n        call: other(foe)\n",
    "formula": "      - if: strong(s)\n        MARK\n        do:\n" + ask(10),
    "let": "      - let:\n          a: s.skill\n          b: a + 1\n      - if: b > 3\n        MARK\n"
    "        do:\n" + ask(10),
    "bound in a branch": "      - if: s.fake\n        let: {n: 1}\n        else:\n"
    "          - let: {n: 2}\n      - if: n is 1\n        MARK\n        do:\n" + ask(10),
    "derived": "      - if: s.able\n        MARK\n        do:\n" + ask(10),
    "sum": "      - let: {m: worth(s)}\n      - if: total(m) > 2\n        MARK\n        do:\n"
    + ask(10),
    "roll": "      - roll: {die: d6}\n        by: judge\n        seen_by: judge\n      - if: die > 3\n"
    "        MARK\n        do:\n" + ask(10),
    "result of a call": "      - call: weighed(s)\n        as: heavy\n      - if: heavy\n"
    "        MARK\n        do:\n" + ask(10),
    "who is asked": ask(6, "MARK", "s.host"),
    "answer of another": "      - choose: first\n        by: s.side\n        options: {yes: {}, no: {}}\n"
    "        seen_by: s.side\n      - if: first\n        MARK\n        do:\n" + ask(10),
    "candidates": "      - choose: one\n        by: foe\n        from: list(t in s.twins where t.skill > 2)\n"
    "        MARK\n",
    "option": "      - choose: way\n        by: foe\n        options: {left: {if: s.skill > 3}, right: {}}\n"
    "        MARK\n",
    "needs": "      - roll: {die: d6}\n        by: foe\n        needs: \"more than {s.skill}\"\n        MARK\n",
    "say": "      - set: {foe.marks: 1}\n        say: \"{s.skill} counts\"\n        MARK\n",
    "seen by all": "      - if: s.fake\n        MARK\n        set: {foe.marks: 1}\n",
    "dice": "      - roll:\n          die: dice(s.skill, 6)\n        by: foe\n        MARK\n",
    "several at once": "      - choose: way\n        for_each: n in every(side)\n        by: n\n"
    "        from: list(t in every(spy) where t.fake)\n        MARK\n",
    "audience of another time": "      - if: s.stance is gone\n        do:\n"
    "          - set: {s.stance: hidden}\n          - if: s.kit > 3\n            MARK\n            do:\n"
    + ask(14),
    "owner of another time": "      - if: s.skill > 3\n        MARK\n        do:\n"
    "          - set: {s.side: foe}\n            seen_by: judge\n"
    + ask(10, who="s.side").replace("right: {}}\n", "right: {}}\n            seen_by: s.side\n"),
}  # fmt: skip
MODIFIERS = """\
modifiers:
  worth:
    takes: {s: spy}
    groups:
      own: {rows: {skilled: {if: s.skill > 3, add: 2}}}
"""
WEIGHED = """\
  weighed:
    takes: {s: spy}
    gives: yes or no
    seen_by: judge
    steps:
      - if: s.skill > 3
        return: yes
      - return: no
"""


@pytest.mark.parametrize("way", LEAKS)
def test_a_leak_is_found_and_may_be_granted(way: str, tmp_path: Path) -> None:
    """Each way is refused once, and passes where the rule says that it discloses."""
    steps = procedure(LEAKS[way]) + OTHER + WEIGHED
    plain = "\n".join(each for each in steps.splitlines() if each.strip() != "MARK")
    found = problems(tmp_path, plain + "\n", MODIFIERS)
    assert [each[:4] for each in found] in (["R601"], ["R603"]), found
    granted = steps.replace("MARK", "discloses: rule 7 grants it")
    assert problems(tmp_path, granted, MODIFIERS) == []


HONEST = {
    "his own secret": "      - if: s.skill > 3\n        do:\n"
    + ask(10, "seen_by: s.side", "s.side"),
    "the judge may always be asked": "      - if: s.skill > 3\n        do:\n"
    "          - ask: {n: integer}\n            seen_by: judge\n",
    "a public roll": "      - roll: {die: d6}\n        by: foe\n      - if: die > 3\n        do:\n"
    + ask(10),
    "his own among all": "      - choose: one\n        by: foe\n"
    "        from: list(t in every(spy) where t.side is foe and t.fake)\n",
    "each his own": "      - choose: one\n        for_each: n in every(side)\n        by: n\n"
    "        from: list(t in every(spy) where t.side is n and t.fake)\n",
    "a formula about his own": "      - if: strong_of(foe) > 0\n        do:\n"
    + ask(10, "seen_by: foe"),
    "under the condition of the audience": "      - if: s.stance is not hidden\n        do:\n"
    "          - if: s.kit > 3\n            do:\n" + ask(14),
    "after the condition of the audience": "      - if: s.stance is hidden\n"
    "        return: none\n      - if: s.kit > 3\n        do:\n" + ask(10),
    "in the row of the audience": "      - match: s.stance\n        rows:\n          hidden: []\n"
    "          seen, gone:\n            - if: s.kit > 3\n              do:\n" + ask(16),
    "derived under its condition": "      - if: s.open > 3\n        do:\n" + ask(10),
    "another name of the owner": "      - let: {boss: s.side}\n      - if: s.skill > 3\n        do:\n"
    + ask(10, "seen_by: boss", "boss"),
    "how high a deck is": "      - do:\n" + ask(10) + "        until: count(table.deck) is 0\n",
    "a secret that decides nothing": "      - let: {n: s.skill}\n" + ask(),
    "a call with the owner": "      - if: s.skill > 3\n        call: own(s.side)\n",
    "known in another place": "      - if: s.skill > 3\n        set: {foe.marks: 1}\n"
    "        seen_by: judge\n" + ask(),
    "found out in a loop, asked later": "      - do:\n          - if: s.skill > 3\n"
    "            end: one\n        id: one\n" + ask(),
}  # fmt: skip
OWN = """\
  own:
    takes: {who: side}
    seen_by: who
    steps:
      - choose: way
        by: who
        options: {left: {}, right: {}}
"""


@pytest.mark.parametrize("way", HONEST)
def test_what_is_known_may_decide(way: str, tmp_path: Path) -> None:
    """Nothing is said where the seat knows what decides."""
    assert problems(tmp_path, procedure(HONEST[way]) + OWN) == []
