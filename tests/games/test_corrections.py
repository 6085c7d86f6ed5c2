"""The judge corrects a game: by an event that is replayed, taken back and verified."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, UmpireError, Unusable, UsageError, open_game, open_ruleset
from interpreter.app.opening.games import OpenGame, looked_at
from interpreter.app.playing.shared_terminal import truth
from interpreter.app.playing.verifying import replayed_strictly
from interpreter.app.running.once import engine_of
from interpreter.codegen.generating import emit
from interpreter.engine.once import Engine, start
from interpreter.games.game import folded
from interpreter.games.state import GameProgress
from interpreter.journal.secret import Disk
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.views import truth_output
from interpreter.semantics.state_view import StateView
from interpreter.web.pages import seat_html, svg_of
from tests.games.playing import PACKS, call, data, done, hand
from tests.journal.faults import Killed

CREWS, ANSWERING, MASKS = PACKS / "crews", PACKS / "answering", PACKS / "masks"
RED, BLUE = "red", "blue"
SEATS = (RED, BLUE, "everyone")


@pytest.fixture
def crews(tmp_path: Path) -> Game:
    """A game of two ships a side, in which the judge is asked for an order."""
    return open_ruleset(CREWS).new_game("channel", tmp_path / "a.game", seed="one")


def ordered(game: Game, order: str) -> None:
    """Let the judge give an order."""
    (question,) = game.questions("judge")
    game.answer(question, order)


def value(game: Game, entity: str, field: str) -> str:
    """Return the text of a field of an entity."""
    found = next(each for each in game.correctable() if each.name == entity)
    return next(each.value for each in found.fields if each.name == field)


def names(game: Game, kind: str) -> list[str]:
    """Return the names of the entities of a kind."""
    return [each.name for each in game.correctable() if each.kind == kind]


def got(game: Game, seat: str) -> dict[str, str]:
    """Return all that a seat gets out of a game."""
    page = game.page(seat)
    found = {
        "page": seat_html(page, svg_of(page), address="/t/game/seat"),
        "log": json.dumps(game.log(seat).to_json()),
        "view": json.dumps(game.view(seat).to_json()),
        "replay": game.replay_page(seat),
        "own log": done("log", game.path, "--as", seat),
    }
    return found | hand(game.path, seat)


def receipt(game: Game, seat: str) -> Any:
    """Return what a seat holds against the umpire."""
    opened = looked_at(game.path, None)
    return opened.proof(opened.course(), opened.viewer(seat))


def state(opened: OpenGame, course: GameProgress) -> Any:
    """Return the state of a game, and what it asks."""
    asked = [(each.seat, each.parts) for each in course.open()]
    return course.game_state, asked


# --- A field ---


def test_a_field_is_set_and_the_judge_reads_why(crews: Game) -> None:
    """In the file before the call returns, with the state that is known to seats."""
    made = crews.correct({"rose.hands": "12"}, reason="  a wave\n took some ")
    assert (made.number, made.seen_by) == (1, (RED,))
    assert value(crews, "the Red Rose", "hands") == "12"
    (line,) = crews.log().lines
    assert (line.kind, line.seat, line.number) == ("correction", "judge", 1)
    expected = "corrected: hands of the Red Rose from 30 to 12 (reason: a wave took"
    assert line.text == f"{expected} some)"
    event = json.loads(crews.path.read_text().splitlines()[-1])
    assert event["event"] == "correction"
    assert event["reason"] == "a wave took some"
    assert event["changes"] == [
        {"of": {"kind": "ship", "id": "rose"}, "field": "hands", "value": 12}
    ]


def test_who_sees_no_change_gets_the_same_bytes(crews: Game) -> None:
    """Page, log, view, replay, handout and receipt; and after the undo again."""
    before = {seat: got(crews, seat) for seat in SEATS}
    held = {seat: receipt(crews, seat) for seat in SEATS}
    crews.correct({"rose.hands": "12"}, reason="a secret of the red side")
    for seat in (BLUE, "everyone"):
        assert got(crews, seat) == before[seat]
        assert receipt(crews, seat) == held[seat]
    assert got(crews, RED) != before[RED]
    assert receipt(crews, RED) != held[RED]
    crews.undo(consent=True)
    for seat in (BLUE, "everyone"):
        assert got(crews, seat) == before[seat]
        assert receipt(crews, seat) == held[seat]


def test_who_sees_a_change_is_told_that_there_was_one(crews: Game) -> None:
    """But never why; and the reason is nowhere in what it gets."""
    crews.correct({"rose.hands": "12", "gull.at": 9}, reason="owls everywhere")
    for seat in SEATS:
        (line,) = crews.log(seat).lines
        assert line.text == "the judge corrected something that you see"
        assert "owls" not in json.dumps(got(crews, seat))
    assert "owls" in crews.replay_page("judge")


def test_a_kind_is_set_and_one_of_it_otherwise(crews: Game) -> None:
    """As the fields of scenarios are."""
    crews.correct({"ship.guns": 3, "tern.guns": 4}, reason="a count")
    ships = [each for each in crews.correctable() if each.kind == "ship"]
    guns = [each.fields[3].value for each in ships]
    assert guns == ["3", "3", "3", "4"]


def test_several_parts_count_together_or_not_at_all(crews: Game) -> None:
    """What does not fit leaves the file as it was."""
    before = crews.path.read_bytes()
    with pytest.raises(Unusable):
        crews.correct({"rose.at": 4, "lily.at": 99}, reason="two")
    assert crews.path.read_bytes() == before
    assert value(crews, "the Red Rose", "at") == "3"


# --- What does not fit ---

REFUSED = (
    ({"rose.at": "21"}, (), (), "'21' does not fit", "expected integer 0..20"),
    ({"rose.at": "owl"}, (), (), "'owl' does not fit", "expected integer 0..20"),
    ({"rose.mast": "1"}, (), (), "unknown field 'mast'", "did you mean 'at'?"),
    ({"ros.at": "1"}, (), (), "unknown entity 'ros'", "did you mean 'rose'?"),
    ({"rose": "1"}, (), (), "'rose' names no field", "write ENTITY.FIELD=value"),
    ({"rose.at": "3"}, (), (), "changes nothing", "give another value"),
    ({"rose.prize": "red"}, (), (), "is of kind side", "entities of kind ship"),
    ({}, (), ("owl",), "unknown entity 'owl'", "there are:"),
    ({}, (), ("red",), "no side can be removed: each side is a seat", "set its"),
    ({}, (("boat", {}),), (), "unknown kind 'boat'", "there are: "),
    ({}, (("side", {}),), (), "no side can be added", ""),
    ({}, (("ship", {"side": "red"}),), (), "lacks values of its fields", "give at: "),
    ({}, (("ship", {"mast": "1"}),), (), "unknown field 'mast'", "did you mean"),
    ({}, (), (), "the correction changes nothing", ""),
)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[3])
def test_what_does_not_fit_is_refused(crews: Game, case: Any) -> None:
    """With what was expected; the game is as it was."""
    changes, adds, removes, message, hint = case
    before = crews.path.read_bytes()
    with pytest.raises(UmpireError) as caught:
        crews.correct(changes, adds=adds, removes=removes, reason="a slip")
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert crews.path.read_bytes() == before


@pytest.mark.parametrize("reason", ["", " \n ", "x" * 501])
def test_a_reason_is_needed(crews: Game, reason: str) -> None:
    """On one line, and of a length that a log can print."""
    with pytest.raises(UsageError, match="the reason of the correction"):
        crews.correct({"rose.at": "4"}, reason=reason)
    assert len(crews.log()) == 0


def test_a_game_at_its_end_cannot_be_corrected(crews: Game) -> None:
    """What ended it can be taken back."""
    ordered(crews, "the cruise ends")
    with pytest.raises(Unusable, match="the game is at its end"):
        crews.correct({"rose.at": "4"}, reason="too late")


# --- The open question ---


def test_the_open_question_offers_what_is_possible_now(crews: Game) -> None:
    """It is worked out anew; a local that was bound before stays."""
    ordered(crews, "one takes a prize")
    ordered(crews, "the Red Rose")
    (question,) = crews.questions()
    assert question.options is not None
    assert len(question.options) == 2
    crews.correct({"tern.side": "red", "lily.side": "blue"}, reason="bought")
    (now,) = crews.questions()
    assert now.seat == RED
    assert now.options == ("lily", "gull")
    crews.answer(now, "lily")
    assert value(crews, "the Red Rose", "prize") == "lily"


def test_the_only_answer_that_is_left_is_taken(crews: Game) -> None:
    """As where a question has but one."""
    ordered(crews, "one takes a prize")
    ordered(crews, "the Red Rose")
    crews.correct({"tern.side": "red"}, reason="bought")
    assert value(crews, "the Red Rose", "prize") == "the Grey Gull (gull)"
    assert crews.waiting_for == ("judge",)


def test_a_question_must_keep_an_answer(crews: Game) -> None:
    """Otherwise nothing is changed."""
    ordered(crews, "one takes a prize")
    ordered(crews, "the Red Rose")
    before = crews.path.read_bytes()
    with pytest.raises(Unusable, match="could not be asked then"):
        crews.correct({"ship.side": "red"}, reason="all are bought")
    assert crews.path.read_bytes() == before
    assert len(crews.questions()) == 1


def test_answers_to_the_same_question_stay_if_they_fit(crews: Game) -> None:
    """Who answered need not answer again, unless something else is asked."""
    ordered(crews, "all sail")
    (red,) = crews.questions(RED)
    crews.answer(red, {"the Red Rose": 1, "lily": 2})
    token = crews.questions(BLUE)[0].token
    crews.correct({"rose.hands": 3}, reason="of no matter")
    assert crews.waiting_for == (BLUE,)
    assert crews.questions(BLUE)[0].token == token
    crews.correct({"lily.side": "blue"}, reason="bought")
    assert crews.waiting_for == (RED, BLUE)
    (red,) = crews.questions(RED)
    assert len(red.parts) == 1


# --- Entities ---


def test_an_entity_is_added_with_what_a_new_one_has(crews: Game) -> None:
    """It is named by its own name, takes part, and its dice are its own."""
    fields = {"side": "blue", "at": "7", "name": "the Owl"}
    made = crews.correct(adds=[("ship", fields)], reason="forgotten")
    assert made.text == "corrected: the Owl added (reason: forgotten)"
    assert set(made.seen_by) == {RED, BLUE, "everyone"}
    assert value(crews, "the Owl", "hands") == "30"
    crews.correct({"the Owl.at": "8", "gull.prize": "the Owl"}, reason="again")
    assert value(crews, "the Owl", "at") == "8"
    ordered(crews, "one takes a prize")
    ordered(crews, "the Red Rose")
    assert crews.questions()[0].options == ("gull", "tern", "ship 1")  # as red calls it


def test_who_may_not_know_of_it_does_not_learn_of_a_new_entity(tmp_path: Path) -> None:
    """Nor of its removal: the counters that others know by labels keep them."""
    game = open_ruleset(PACKS / "hiding").new_game(
        "meadow", tmp_path / "h.game", seed="one"
    )
    hidden = [
        (each, seat)
        for each in game.addable()
        for seat in game.seats
        if _added(game, each, seat)
    ]
    assert hidden


def _added(game: Game, kind: Any, seat: str) -> bool:
    """Return whether an entity of a kind can be added and removed so that a seat gets
    the same throughout."""
    needed = {
        each.name: (each.options or ("1",))[0] for each in kind.fields if each.is_needed
    }
    before = got(game, seat)
    try:
        made = game.correct(adds=[(kind.name, needed)], reason="hidden")
    except UmpireError:
        return False
    if seat in made.seen_by:
        game.undo(consent=True)
        return False
    assert got(game, seat) == before
    game.correct(removes=[names(game, kind.name)[-1]], reason="gone")
    assert got(game, seat) == before
    return True


def test_an_entity_is_removed_with_what_refers_to_it(crews: Game) -> None:
    """Optional fields are none then, and nothing offers it."""
    crews.correct({"rose.prize": "gull"}, reason="taken")
    crews.correct(removes=["gull"], reason="never there")
    assert "gull" not in names(crews, "ship")
    assert value(crews, "the Red Rose", "prize") == "none"
    ordered(crews, "one takes a prize")
    ordered(crews, "the Red Rose")  # one is left to take, and is taken
    assert value(crews, "the Red Rose", "prize") == "the Grey Gull"


def test_what_must_have_an_entity_keeps_it(tmp_path: Path) -> None:
    """A field that cannot be none is to be set first."""
    game = open_ruleset("acks-reconnaissance").new_game(
        "small war", tmp_path / "w.game", seed="one"
    )
    with pytest.raises(Unusable, match="'caster' of crystal refers to first army"):
        game.correct(removes=["first army"], reason="gone")
    game.correct({"crystal.caster": "second army"}, reason="his")
    game.correct(removes=["first army"], reason="gone")
    assert "first army" not in names(game, "army")


# --- Undo, replay, verify, resume ---


def played(game: Game) -> None:
    """Play with a correction of each sort."""
    game.correct({"rose.hands": 12, "gull.at": 9}, reason="one")
    ordered(game, "all sail")
    (red,) = game.questions(RED)
    game.answer(red, {"the Red Rose": 1, "lily": 2})
    game.correct({"lily.guns": 2}, reason="two")
    (blue,) = game.questions(BLUE)
    game.answer(blue, {part.of: 1 for part in blue.parts})
    game.correct(adds=[("ship", {"side": "red", "at": "1"})], reason="three")
    game.correct(removes=["tern"], reason="four")
    ordered(game, "all sail")


def test_a_correction_is_taken_back(crews: Game) -> None:
    """By `undo` alone, with those who could have seen it."""
    opened = looked_at(crews.path, None)
    before = state(opened, opened.course())
    crews.correct({"gull.at": 9}, reason="one")
    code, _, talk = call("undo", crews.path)
    assert (code, "red, blue" in talk) == (1, True)
    assert crews.undo(consent=True) == (RED, BLUE)
    opened = looked_at(crews.path, None)
    assert state(opened, opened.course()) == before
    (line,) = crews.log(RED).lines
    assert line.kind == "undo"
    crews.correct({"gull.at": 10}, reason="two")
    assert call("verify", crews.path)[0] == 0


def test_an_undo_of_what_came_before_takes_it_back_too(crews: Game) -> None:
    """As everything after the event."""
    ordered(crews, "all sail")
    crews.correct({"gull.at": 9}, reason="one")
    crews.undo(0, consent=True)
    assert value(crews, "the Grey Gull (gull)", "at") == "11"


def test_the_file_holds_all_of_it(crews: Game) -> None:
    """Read by another, folded anew, gone through by the rules: it is the same game."""
    played(crews)
    again = open_game(crews.path)
    for seat in (*SEATS, "judge"):
        assert again.log(seat).to_json() == crews.log(seat).to_json()
        assert again.view(seat).to_json() == crews.view(seat).to_json()
    opened = looked_at(crews.path, None)
    course, fault = replayed_strictly(opened)
    assert fault == ""
    assert state(opened, course) == state(opened, opened.course())
    assert "8 events follow" in done("verify", crews.path)
    assert "reason" not in crews.replay_page(BLUE)
    assert "(reason: two)" in done("replay", crews.path)
    assert crews.explain()


def test_every_event_can_be_the_last(crews: Game) -> None:
    """A game goes on from each of its lines as it did."""
    played(crews)
    opened = looked_at(crews.path, None)
    course = opened.course()
    for at, passed in enumerate(course.passed):
        again = folded(opened.beginning, opened.events, passed.number)
        assert again.game_state == passed.after.game_state
        for later in course.passed[at + 1 :]:
            again.take(later.number, later.event)
        assert state(opened, again) == state(opened, course)


FORGED = (
    ("seen", [RED, BLUE], "'seen' is not what the seats see"),
    ("reason", "", "a correction needs a reason"),
    ("reason", 7, "a correction needs a reason"),
    ("at", "sail.ask.miles", "asked is"),
    ("changes", [], "the correction changes nothing"),
    ("changes", 3, "it is not written as events of this kind are"),
    ("added", [{"kind": "ship", "fields": {}}], "not written as events"),
    ("removed", [{"kind": "ship", "id": "owl"}], "no value of its type"),
    ("removed", [{"kind": "waiting_call", "number": 3}], "no kind that can be"),
    ("note", "owl", "'note' is not a known entry"),
)


@pytest.mark.parametrize("case", FORGED, ids=lambda case: f"{case[0]} {case[1]}")
def test_an_event_that_is_written_otherwise_is_found(crews: Game, case: Any) -> None:
    """By `verify`, with hashes made anew."""
    name, forged, expected = case
    crews.correct({"rose.hands": 12}, reason="one")
    opened = looked_at(crews.path, None)
    header, event = opened.events
    other = replace_event(opened, (header, {**event, name: forged}))
    _, fault = replayed_strictly(other)
    assert expected in fault


def replace_event(opened: OpenGame, events: Any) -> OpenGame:
    """Return a game with other events."""
    fields = {name: getattr(opened, name) for name in opened.__struct_fields__}
    return OpenGame(**{**fields, "events": events, "hashes": ()})


def test_a_value_out_of_bounds_in_the_file_is_found(crews: Game) -> None:
    """Though no reader of texts has looked at it."""
    crews.correct({"rose.hands": 12}, reason="one")
    opened = looked_at(crews.path, None)
    header, event = opened.events
    change = {**event["changes"][0], "value": -1}
    other = replace_event(opened, (header, {**event, "changes": [change]}))
    _, fault = replayed_strictly(other)
    assert "expected" in fault or "does not fit" in fault


@pytest.mark.parametrize("last", range(12))
def test_a_correction_is_whole_or_not_there(
    crews: Game, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed at any act of the disk, what was acknowledged is there."""
    acts = iter(range(10_000))
    dead = False

    def mortal(name: str) -> Any:
        act = getattr(Disk, name)

        def acting(disk: Disk, *given: Any) -> Any:
            nonlocal dead
            dead = dead or next(acts) == last
            if dead and name != "close":
                raise Killed
            return act(disk, *given)

        return acting

    with monkeypatch.context() as patch:
        for name in ("open", "write", "fsync", "close"):
            patch.setattr(Disk, name, mortal(name))
        try:
            crews.correct({"rose.hands": 12}, reason="one")
            acknowledged = True
        except Killed:
            acknowledged = False
    hands = value(open_game(crews.path), "the Red Rose", "hands")
    assert hands in (("12",) if acknowledged else ("12", "30"))
    assert call("verify", crews.path)[0] == 0


# --- Ways of running ---


def test_all_ways_of_running_pose_the_same(crews: Game) -> None:
    """A stop that is posed anew from the state in which it waits is the same stop, in
    code that knows which entities can be missing and in code in which all can."""
    played(crews)
    crews.undo(6, consent=True)  # the removal, after which the first cannot be used
    opened = looked_at(crews.path, None)
    pack = opened.session.pack
    for removable in (False, True):
        engine = engine_of(pack, removable=removable)
        course = GameProgress(replace(opened.beginning, engine=engine))
        for passed in opened.course().passed:
            assert engine.posed(course.stop, course.game_state) == course.stop
            course.take(passed.number, passed.event)
        assert state(opened, course) == state(opened, opened.course())


def test_only_a_traced_run_can_be_corrected(crews: Game) -> None:
    """Others say so: their stops carry nothing for it."""
    opened = looked_at(crews.path, None)
    beginning = opened.beginning
    engine = Engine(emit(beginning.program, "once"))
    stop: Any = start(
        engine, beginning.entry, beginning.values, opened.course().game_state
    )
    with pytest.raises(ValueError, match="only the stops of a traced run"):
        engine.posed(stop, stop.game_state)


def test_a_correction_shifts_no_dice(tmp_path: Path) -> None:
    """What falls later is what would have fallen."""
    fell = []
    for corrects in (False, True):
        game = open_ruleset(ANSWERING).new_game(
            "table", tmp_path / f"{corrects}.game", seed="one"
        )
        if corrects:
            game.correct({"button.worth": 3}, reason="one")
            piece = {"side": "north_side", "worth": 3}
            game.correct(adds=[("piece", piece)], reason="two")
        game.answer(game.questions()[0], "mirror")
        fell += [line.text for line in game.log().lines if line.kind == "roll"]
    assert len(fell) == 2
    assert fell[0] == fell[1]


def test_real_dice_wait_as_they_did(tmp_path: Path) -> None:
    """A roll that somebody types is asked for again, and belongs to nobody's log."""
    game = tmp_path / "r.game"
    seats = ("--seat", "north_side=person", "--seat", "south_side=later")
    call("play", ANSWERING, "table", "--game", game, "--real-dice", *seats, text="2\n")
    assert open_game(game).waiting_for == ("judge",)
    done("correct", game, "--set", "button.worth=3", "--reason", "a slip")
    later = ("--seat", "north_side=later", "--seat", "south_side=later")
    call("play", "--game", game, *later, text="4\n")
    kinds = [each.kind for each in open_game(game).log().lines]
    assert kinds == ["choice", "correction", "roll"]
    assert call("verify", game)[0] == 0
    found = data("correct", game, "--set", "button.worth=4", "--reason", "another")
    assert found["changes"][0]["before"] == 3
    assert found["seen_by"] == ["north_side", "south_side", "everyone"]


def test_advice_is_refused_to_who_saw_a_correction_alone(crews: Game) -> None:
    """No play of the rules leads there; who saw none is told nothing of it."""
    crews.correct({"rose.hands": 12}, reason="one")
    ordered(crews, "all sail")
    for seat, expected in ((RED, True), (BLUE, False)):
        with pytest.raises(Unusable) as caught:  # this game has no better end
            crews.best(seat, trials=2, outcome="mean")
        assert ("the judge corrected" in caught.value.message) == expected


def test_words_come_before_corrections(tmp_path: Path) -> None:
    """A game that waits for words is refused, and goes on as it would have."""
    game = tmp_path / "w.game"
    later = ("--seat", "north_side=later", "--seat", "south_side=later")
    done("play", ANSWERING, "table", "--game", game, "--words", *later)
    before = game.read_bytes()
    given = ("--set", "button.worth=3", "--reason", "a slip")
    code, _, talk = call("correct", game, *given)
    assert (code, "before all words" in talk) == (3, True)
    assert game.read_bytes() == before
    for seat in ("north_side", "south_side"):
        done("word", game, "--as", seat, "owl")
    done("correct", game, *given)
    assert call("verify", game)[0] == 0


def test_labels_of_masked_entities_stay_with_others(tmp_path: Path) -> None:
    """A removed one takes its label along, a new one has one of its own."""
    game = open_ruleset(MASKS).new_game("room", tmp_path / "m.game", seed="one")
    opened = looked_at(game.path, None)
    before = _labels(opened)
    fields = {"side": RED, "face": "round"}
    game.correct(adds=[("counter", fields)], reason="one more")
    game.correct(removes=["beta"], reason="one less")
    after = _labels(looked_at(game.path, None))
    assert {name: after[name] for name in ("alpha", "gamma", "delta")} == {
        name: before[name] for name in ("alpha", "gamma", "delta")
    }
    assert len(set(after.values())) == len(after) == 4
    assert call("verify", game.path)[0] == 0


def _labels(opened: OpenGame) -> dict[str, str]:
    every = encoded(truth_output(truth(opened, opened.course())))["sees"]
    return {each["id"]: each["label"] for each in every if each["kind"] == "counter"}


def test_what_a_form_shows_can_be_typed(crews: Game) -> None:
    """Each value as it stands is read as the same value: it would change nothing."""
    for each in crews.correctable():
        for field in each.fields:
            with pytest.raises(Unusable, match="changes nothing"):
                crews.correct({f"{each.name}.{field.name}": field.value}, reason="same")
    ship = next(each for each in crews.addable() if each.name == "ship")
    assert [each.name for each in ship.fields if each.is_needed] == ["side", "at"]
    assert [each.options for each in ship.fields[:1]] == [(RED, BLUE)]


def test_the_state_has_the_rows_of_the_correction_alone(crews: Game) -> None:
    """No rule is run, and no other row is another one."""
    before = looked_at(crews.path, None).course().game_state
    crews.correct({"rose.at": 4}, reason="one")
    opened = looked_at(crews.path, None)
    declared = opened.beginning.program.declared
    old, new = (
        StateView(declared, each) for each in (before, opened.course().game_state)
    )
    differing = [
        (kind, number)
        for kind, rows in new.rows_by_kind.items()
        for number, row in enumerate(rows)
        if row != old.row(kind, number)
    ]
    assert differing == [("ship", 0)]
    assert old.log == new.log
