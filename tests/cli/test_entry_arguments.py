"""What does not fit an entry point of Rencounter is told as what it is, by any driver.

Stdout stays empty, the exit code says which kind of mistake it is, and the words name
the argument and what would fit.
"""

import pytest

from tests.cli.calling import call

SKILL, MODIFIERS = ("--with", "skill=5"), ("--with", "modifiers=-6")
SHOT = ("shot", *SKILL, *MODIFIERS)


def given(entry: str, **values: object) -> tuple[str, ...]:
    """An entry point with arguments."""
    pairs = (("--with", f"{name}={value}") for name, value in values.items())
    return (entry, *(word for pair in pairs for word in pair))


MISUSED = [  # exit 2: a name that is not there, or one that is missing
    (("shot", *SKILL), "'modifiers' is missing", "damage_modifier: integer (may be"),
    (("shot", "--with", "skil=5"), "unknown argument 'skil'", "did you mean 'skill'"),
    (("shot", "--with", "skill"), "'skill' has no value", "--with name=value"),
    (("shot", *SKILL, *SKILL), "given twice", "leave one of them out"),
    (("shott", *SKILL), "unknown procedure 'shott'", "did you mean 'shot'"),
    ((*SHOT, "--option", "margins=x"), "unknown option 'margins'", "mean 'margin'"),
    ((*SHOT, "--scenario", "gunfigth"), "unknown scenario", "mean 'gunfight'"),
]
MISFITS = [  # exit 3: a value that does not fit
    (given("shot", skill="five", modifiers=0), "unknown name 'five'", "integer"),
    (
        given("shot", skill="5/2", modifiers=0),
        "is not a whole number",
        "expected integer",
    ),
    (given("action_roll", experience=7, wounds=0, morale=0), "7 is out of", "1..6"),
    (given("heal", wounds=2, modifier=1), "1 is out of bounds", "-2..0"),
    (given("heal", wounds=2, care="maybe"), "unknown name 'maybe'", "yes or no"),
    (given("weapon_break", raw=13, own=0, other=0), "13 is out of bounds", "1..12"),
    (
        given("stroke", strike_needs=6, parry_needs=5, riposte_needs="perhaps"),
        "riposte_needs: 'perhaps' does not fit",
        "expected integer or none",
    ),
    ((*SHOT, "--option", "margin=twelve"), "no value of the option", "up to eleven"),
    (given("action_check", m="marshal"), "unknown name 'marshal'", "--scenario NAME"),
    (
        (*given("action_check", m="sheriff"), "--scenario", "gunfight"),
        "unknown name 'sheriff'",
        "marshal, deputy, boss, kid",
    ),
]
EVERY = [(2, *each) for each in MISUSED] + [(3, *each) for each in MISFITS]
BOTH = [("odds", *each) for each in EVERY] + [("simulate", *e) for e in EVERY[::8]]


@pytest.mark.parametrize(("verb", "code", "words", "said", "hint"), BOTH)
def test_what_does_not_fit(
    verb: str, code: int, words: tuple[str, ...], said: str, hint: str
) -> None:
    told = call(verb, "rencounter", *words)
    assert (told.code, told.out) == (code, "")
    assert said in told.talk
    assert hint in told.talk
