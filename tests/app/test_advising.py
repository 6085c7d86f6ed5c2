"""Advice to a seat: as by hand, and the same in games that look to it alike."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from interpreter.app.advising.advising import (
    Position,
    advise,
    engine_for,
    first_position,
    wanted_by,
)
from interpreter.app.advising.possible_games import (
    Course,
    has_masks,
    lived,
    own_question,
    possible_games,
)
from interpreter.app.opening.session import Session, opened
from interpreter.app.running.once import engine_of
from interpreter.diagnostics import UmpireError, UnknownName, Unusable, UsageError
from interpreter.engine.once import Engine
from interpreter.games.disclosures import view_of
from interpreter.games.state import GameProgress, GameStart
from interpreter.pipeline.opening import open_pack
from interpreter.reports.advice import Advice, advice_output
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.questions import posed
from tests.cli.calling import call
from tests.secrets.sittings import Sitting, table
from tests.trial import ROOT

WAGERS = ROOT / "tests/advised/wagers"
SIDES = 6


def session_of(scenario: str, folder: Path = WAGERS) -> Session:
    """Open a scenario."""
    return opened(open_pack(folder, {}), scenario, None, {})


def advice(
    session: Session, seat: str, seed: str = "a", policy: str = "random", **more: object
) -> Advice:
    """Advise a seat where it is first asked."""
    wanted = wanted_by(session, seat, {}, policy, seed=seed, **more)  # type: ignore[arg-type]
    return advise(first_position(session, wanted), wanted)


def figures(given: Advice) -> dict[str, Fraction | None]:
    """Return the figure of each choice."""
    return {each.label: given.statistic.figure(each.measured) for each in given.choices}


def wins(thrown: int) -> Fraction:
    """Return how likely a throw is more than one of the other."""
    return Fraction(thrown - 1, SIDES)


def value(thrown: int, left: int, sign: int = 1) -> Fraction:
    """Return the chance to win of who plays best (or, by the sign, worst)."""
    if not left:
        return wins(thrown)
    again = sum(value(each, left - 1, sign) for each in range(1, SIDES + 1))
    both = (value(thrown, left - 1, sign), Fraction(again, SIDES))
    return max(both) if sign > 0 else min(both)


def thrown_first(session: Session, seed: str) -> int:
    """Return what was thrown before the first question."""
    wanted = wanted_by(session, "red", {}, "random", seed=seed)
    event = first_position(session, wanted).course.passed[0].event
    faces: list[int] = event["faces"]
    return faces[0]


@pytest.mark.parametrize("least", [False, True])
def test_a_small_game_is_followed_exactly(least: bool) -> None:
    session = session_of("throwing")
    sign = -1 if least else 1
    seen = set()
    for seed in map(str, range(20)):
        thrown = thrown_first(session, seed)
        seen.add(thrown)
        found = advice(session, "red", seed, least=least)
        again = sum(value(each, 1, sign) for each in range(1, SIDES + 1))
        assert found.is_exact
        assert figures(found) == {
            "yes": Fraction(again, SIDES),
            "no": value(thrown, 1, sign),
        }
        chances = [figures(found)[each.label] for each in found.choices]
        assert chances == sorted(chances, reverse=not least)
    assert seen == set(range(1, SIDES + 1))


def test_games_that_are_played_agree_with_exact_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who goes on at random, and not as is best, throws again half of the time."""
    session = session_of("throwing")
    monkeypatch.setattr("interpreter.app.advising.look_ahead.MOST_STEPS", 1)
    found = advice(session, "red", "0", trials=6000)
    mean = sum(map(wins, range(1, SIDES + 1))) / SIDES
    once = {"no": wins(thrown_first(session, "0")), "yes": mean}
    for each in found.choices:
        assert not found.is_exact
        figure = found.statistic.figure(each.measured)
        assert figure is not None
        # a second question follows, which is answered at random
        assert abs(figure - (once[each.label] + mean) / 2) < Fraction(1, 40)


BIDS = """name: bids
seats: side
seen_by: everyone
entities:
  side:
    fields:
      pride: {type: integer 0..9, seen_by: everyone}
      total: {type: integer 0..99, seen_by: everyone, start: 0}
procedures:
  duel:
    gives: integer
    steps:
      - for_each: s in every(side)
        do:
          - {choose: bid, by: s, from: 0..s.pride}
          - set: {s.total: bid}
      - return: sum(s.total for s in every(side))
scenarios:
  table:
    main: duel
    entities: {red: {kind: side, pride: 3}, blue: {kind: side, pride: 2}}
"""


@pytest.mark.parametrize(
    ("policy", "seat", "best"),
    [
        ("blue=first", "red", 3),
        ("blue=last", "red", 5),
        ("red=first", "red", 4),  # blue bids 1 on average
        ("red=last", "blue", 5),
        ("judge=first", "red", 4),
    ],
)
def test_who_has_no_policy_answers_at_random(
    policy: str, seat: str, best: int, tmp_path: Path
) -> None:
    """Where the pack has none, and single seats have one."""
    (tmp_path / "ruleset.yaml").write_text(BIDS, encoding="utf-8")
    session = session_of("table", tmp_path)
    found = figures(advice(session, seat, policy=policy, outcome="mean"))
    assert max(each for each in found.values() if each is not None) == best


def test_a_mean_is_what_is_best() -> None:
    found = advice(session_of("throwing"), "red", "0", outcome="mean")
    by_hand = sum(max(each, Fraction(7, 2)) for each in range(1, SIDES + 1)) / SIDES
    assert figures(found)["yes"] == by_hand


def test_what_is_hidden_is_drawn_from_its_type() -> None:
    """A chest of 1 to 6 is worth 3.5 to who does not see it: less than 4."""
    found = advice(session_of("looking"), "blue", outcome="mean", trials=2000)
    chests = {label: figure for label, figure in figures(found).items() if figure != 4}
    assert found.choices[0].label == "none"
    assert {"oak", "iron"} == set(chests)
    for figure in chests.values():
        assert figure is not None
        assert abs(figure - Fraction(7, 2)) < Fraction(1, 5)


@pytest.mark.parametrize("gold", ["gold: 1}", "gold: 5}"])
def test_hidden_values_make_no_difference(gold: str, tmp_path: Path) -> None:
    text = (WAGERS / "ruleset.yaml").read_text(encoding="utf-8")
    other = text.replace("gold: 6}", gold)
    assert other != text
    (tmp_path / "ruleset.yaml").write_text(other, encoding="utf-8")
    both = [
        encoded(
            advice_output(advice(session_of("looking", at), "blue", outcome="mean"))
        )
        for at in (WAGERS, tmp_path)
    ]
    assert both[0] == both[1]


def test_who_knows_more_is_advised_by_it() -> None:
    """Red has seen its card: who is called with a low one never wins."""
    session = session_of("dealing")
    chances = set()
    for seed in map(str, range(12)):
        found = advice(session, "red", seed, trials=60)
        wanted = wanted_by(session, "red", {}, "random", seed=seed)
        card = first_position(session, wanted).course.passed[0].event["faces"][0]
        chance = figures(found)["yes"]
        assert chance is not None
        assert (chance == 0) == (card == 1)
        chances.add(chance > 0)
    assert chances == {True, False}


def test_who_knows_less_weighs_all_that_may_be() -> None:
    """Blue has not seen the card of red: 1 of 3 is low, whatever was dealt."""
    session = session_of("dealing")
    for seed in map(str, range(5)):
        found = advice(session, "blue", seed, trials=400)
        low, high = found.statistic.interval(found.choices[0].measured) or (0, 0)
        assert found.choices[0].label == "yes"
        assert low - 0.03 <= 1 / 3 <= high + 0.03


def supposing(course: GameProgress, seat: int, session: Session, own: Engine) -> Course:
    """Return a game as a seat has lived it."""
    return lived(session, course, seat, own, {})


PLAYED = (
    "rulesets/concealment keen_and_dull",
    "rulesets/concealment outposts",
    "rulesets/domains-at-war meeting_in_the_fog",
    "rulesets/limited-intelligence torgau",
    "tests/packs/couriers plain",
    "tests/packs/crews channel",
    "tests/packs/glimpses field",
    "tests/packs/hiding meadow",
    "tests/packs/masks room",
    "tests/packs/outposts ridge",
    "tests/packs/valley summer",
    "tests/advised/wagers dealing",
)


def moments(name: str) -> Iterator[tuple[GameProgress, int]]:
    """Yield a game that is played at random wherever it asks a seat."""
    for course in islice(Sitting(table(name), "advice").stops(), 8):
        for question in course.open():
            if question.seat >= 0:
                yield course, question.seat


@pytest.mark.parametrize("name", PLAYED)
def test_possible_games_are_the_same_for_games_that_look_alike(name: str) -> None:
    """Each game that is found for a game looks to the seat as the game does, and gives
    the very games that the true game gives: nothing else of it was read."""
    session = table(name).session
    own = engine_for(session)
    found = pairs = 0
    for course, seat in moments(name):
        true = supposing(course, seat, session, own)
        try:
            possible = possible_games(true, 3, b"w" * 32)
        except Unusable:
            continue
        question = own_question(course, seat)
        found += 1
        for game in possible:
            if not has_masks(session.program.declared):  # labels are its own
                assert view_of(game.course, seat) == view_of(course, seat)
            asked = own_question(game.course, seat)
            assert question is not None
            assert asked is not None
            other = supposing(game.course, seat, session, own)
            assert other.memories == true.memories
            again = possible_games(other, 3, b"w" * 32)
            pairs += game.course.game_state != course.game_state
            assert [each.course.game_state for each in again] == [
                each.course.game_state for each in possible
            ]
    assert found
    assert pairs


def test_advice_is_the_same_for_games_that_look_alike() -> None:
    name = "rulesets/concealment keen_and_dull"
    session = table(name).session
    wanted = wanted_by(session, "keen side", {}, "wary", trials=6, seed="s")
    compared = 0
    for course, seat in moments(name):
        if course.beginning.seat_name(seat) != "keen_side":
            continue
        try:
            true = advise(Position(session, course, seat), wanted)
        except UmpireError:
            continue
        past = supposing(course, seat, session, engine_for(session))
        for game in possible_games(past, 2, b"o" * 32):
            other = advise(Position(session, game.course, seat), wanted)
            both = [advice_output(each) for each in (true, other)]
            # what is asked is read from a game with texts, which a game has not
            one, another = (replace(each, question="") for each in both)
            assert encoded(one) == encoded(another)
            compared += 1
    assert compared


def test_those_whom_it_has_not_met_are_there_if_they_are_supposed() -> None:
    """Nobody is found where nobody hides; with some supposed, some are."""
    session = session_of("hedge and lane", ROOT / "rulesets/concealment")
    none = advice(session, "patrol side", policy="wary", trials=10)
    some = advice(
        session, "patrol side", policy="wary", trials=10, supposed={"hidden thing": 3}
    )
    assert set(figures(none).values()) == {0}
    assert max(figure or 0 for figure in figures(some).values()) > 0


GUESSES = ROOT / "tests/advised/guesses"
BACKS = ROOT / "tests/advised/backs"


def test_how_many_were_made_in_secret_makes_no_difference() -> None:
    """True numbers count what is hidden: nothing that is compared may hold them."""
    session = session_of("count", GUESSES)
    found = []
    for many in range(4):
        course = begun(session)
        for values in ((many,), None):
            question = course.open()[0]
            given = values or (question.parts[0].offered or ())[:1]
            course.passing(partial(course.choose, question, given, "person"))
        seat = course.beginning.seats["blue"]
        assert any(
            making.kind.name == "marker" for making in view_of(course, seat).things
        )
        wanted = wanted_by(session, "blue", {}, "random", trials=40, seed="s")
        found.append(advise(Position(session, course, seat), wanted))
    outputs = [encoded(advice_output(each)) for each in found]
    assert all(each == outputs[0] for each in outputs)
    assert all(0 < (figure or 0) < 1 / 2 for figure in figures(found[0]).values())


def begun(session: Session, secret: bytes = b"s" * 32) -> GameProgress:
    """Begin a game."""
    engine = engine_of(session.pack, explains=False)
    played = (session.scenario, session.entry.name, session.values, secret)
    return GameProgress(GameStart(session.program, engine, *played))


@pytest.mark.parametrize("scenario", ["tell", "remember"])
def test_a_seat_will_know_what_it_has_seen(scenario: str) -> None:
    """Also what stands in a question alone, or was seen while another was asked."""
    found = advice(session_of(scenario, GUESSES), "red")
    assert found.is_exact
    assert set(figures(found).values()) == {1}


def test_one_game_that_was_found_is_not_the_truth() -> None:
    found = advice(session_of("looking"), "blue", outcome="mean", trials=1)
    assert not found.is_exact


def test_labels_do_not_tell_which_is_which() -> None:
    """They follow from the key of a game and from true numbers: of two counters that
    look alike neither is better, whatever is told apart by the rules."""
    session = session_of("find", BACKS)
    orders = set()
    for number in range(6):
        course = begun(session, bytes([number]) * 32)
        seat = course.beginning.seats["blue"]
        wanted = wanted_by(session, "blue", {}, "random", trials=60, seed="s")
        found = advise(Position(session, course, seat), wanted)
        assert not found.is_exact
        first, second = figures(found).values()
        assert first == second
        assert abs((first or 0) - Fraction(1, 2)) < Fraction(1, 5)
        labels = [each.label for each in found.choices]
        assert labels == sorted(labels)
        part = course.open()[0].parts[0]
        true = posed(course, course.open()[0]).parts[0]
        named = dict(zip(part.offered or (), true.options or (), strict=True))
        orders.add(labels.index(named[0]))
    assert orders == {0, 1}  # the true one is now first, now second


def test_what_a_seat_may_know_by_another_name_is_no_outcome() -> None:
    with pytest.raises(Unusable, match="returns entities"):
        advice(session_of("return", BACKS), "red")


def test_a_game_takes_no_answers_by_name(tmp_path: Path) -> None:
    """A name that is accepted would tell that something is there."""
    game = tmp_path / "x.game"
    both = ("--seat", "red=later", "--seat", "blue=later")
    assert (
        not call("play", str(WAGERS), "throwing", "--game", str(game), *both).code % 3
    )
    for option in ("--answer", "--with", "--option"):
        refused = call("best", str(game), "--as", "red", option, "a=b")
        assert (refused.code, option in refused.talk) == (2, True)
    assert call("best", str(game), "--as", "red").code == 0


MORE = f"""\
name: more who hide
extends: {ROOT}/rulesets/concealment
change:
  scenarios.hedge and lane.entities.second team:
    add: {{kind: hidden thing, side: defence_side, what: infantry, at: lane_ditch}}
"""


def test_how_many_hide_makes_no_difference(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(MORE, encoding="utf-8")
    found = []
    for folder in (ROOT / "rulesets/concealment", tmp_path):
        session = session_of("hedge and lane", folder)
        given = advice(
            session,
            "patrol side",
            policy="wary",
            trials=8,
            supposed={"hidden thing": 2},
        )
        found.append(encoded(advice_output(given)))
    hidden = session.program.initial_states["hedge_and_lane"].ids["hidden_thing"]
    assert "second team" in hidden
    assert found[0] == found[1]


def test_what_cannot_be_advised_says_why() -> None:
    throwing = session_of("throwing")
    with pytest.raises(UnknownName):
        advice(throwing, "green")
    with pytest.raises(Unusable):  # blue is never asked
        advice(throwing, "blue")
    with pytest.raises(UnknownName):
        advice(throwing, "red", outcome="victory")
    with pytest.raises(UnknownName):
        advice(throwing, "red", supposed={"dragon": 1})
    with pytest.raises(UsageError):  # gold is a number: which is best?
        advice(session_of("looking"), "blue")
