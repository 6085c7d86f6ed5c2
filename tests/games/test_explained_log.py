"""What a game explains to its judge is what a run of the same dice explains."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from interpreter.app.game import open_game
from interpreter.diagnostics import UmpireError
from tests.cli.calling import schema
from tests.games.playing import TABLE, call, data, done

SEATS = ("--seat", "north_side=policy:careful", "--seat", "south_side=policy:careful")
PLAYED = (
    (TABLE, "table", "day", ("--policy", "careful"), SEATS),
    (
        "acks-reconnaissance",
        "elves-and-goblins",
        "week",
        (),
        ("--seat", "elf_side=later", "--seat", "goblin_side=later"),
    ),
    (
        "rencounter",
        "gunfight",
        "game",
        ("--policy", "cautious"),
        ("--seat", "law=policy:cautious", "--seat", "outlaws=policy:cautious"),
    ),
)
LABEL = re.compile(r"\barmy \d+")


def steps(output: Any) -> str:
    """Return the steps of an output, with all labels alike: a game deals its own."""
    return LABEL.sub("army", json.dumps(output["trace"], indent=1))


@pytest.mark.parametrize(("pack", "scenario", "main", "policy", "seats"), PLAYED)
def test_it_is_what_a_run_explains(
    pack: str,
    scenario: str,
    main: str,
    policy: tuple[str, ...],
    seats: tuple[str, ...],
    tmp_path: Path,
) -> None:
    """Step by step, with all values."""
    game = tmp_path / "a.game"
    done("play", pack, scenario, "--game", game, "--seed", "one", *seats)
    run = data("run", pack, main, "--scenario", scenario, "--seed", "one", *policy)
    told = data("log", game, "--explain")
    jsonschema.validate(told, schema("log"), jsonschema.Draft202012Validator)
    assert len(run["trace"]) > 10
    assert steps(told) == steps(run)


def begun(folder: Path, text: str) -> Path:
    """Begin a game of both seats at one terminal."""
    game = folder / "a.game"
    call("play", TABLE, "table", "--game", game, "--seed", "one", text=text)
    return game


def test_a_game_that_goes_on_is_explained_so_far(tmp_path: Path) -> None:
    game = begun(tmp_path, "mirror\ncrown\n")
    told = done("log", game, "--explain")
    assert "mirror" in told
    call("play", "--game", game, text="2\n1\n")
    more = done("log", game, "--explain")
    assert len(more) > len(told)


def test_since_an_event_there_is_only_what_came_after(tmp_path: Path) -> None:
    """The parts are the whole, whatever the event."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--game", game, "--seed", "one", *SEATS)
    events = data("log", game)["events"]
    whole = data("log", game, "--explain")["trace"]
    for event in sorted({each["number"] for each in events}):
        part = data("log", game, "--explain", "--since", event)
        assert part["trace"] == whole[len(whole) - len(part["trace"]) :]
        assert all(each["number"] > event for each in part["events"])
    assert part["trace"] != whole


def test_nothing_of_what_was_taken_back(tmp_path: Path) -> None:
    game = begun(tmp_path, "mirror\ncrown\n")
    begun_so = done("log", game, "--explain")
    done("undo", game, "--to", "0", "--consent")
    assert done("log", game, "--explain") != begun_so
    call("play", "--game", game, text="mirror\ncrown\n")
    assert done("log", game, "--explain") == begun_so


@pytest.mark.parametrize("seat", ["north_side", "everyone"])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_it_is_for_the_judge_alone(
    seat: str, form: tuple[str, ...], tmp_path: Path
) -> None:
    game = begun(tmp_path, "mirror\n")
    code, out, talk = call("log", game, "--explain", "--as", seat, *form)
    assert (code, out) == (2, "")
    assert "hidden" in talk


def test_since_without_explain_is_refused(tmp_path: Path) -> None:
    game = begun(tmp_path, "mirror\n")
    code, out, talk = call("log", game, "--since", "3")
    assert (code, out, "--explain" in talk) == (2, "", True)
    code, _, talk = call("log", game, "--explain", "--since", "x")
    assert (code, "whole number" in talk) == (3, True)


def test_python_explains_the_same(tmp_path: Path) -> None:
    game = begun(tmp_path, "mirror\ncrown\n")
    asked = ("log", game, "--explain", "--since", "1")
    whole, brief = done(*asked, "--all"), done(*asked)
    game_in_python = open_game(game)
    assert game_in_python.explain(since=1) == whole.rstrip("\n")
    assert game_in_python.explain(since=1, every=False) == brief.rstrip("\n")
    assert len(brief) < len(whole)


def test_why_explains_to_the_judge_what_came_of_his_answer(tmp_path: Path) -> None:
    """And nothing of what was before it."""
    game = tmp_path / "war.game"
    begin = ("play", "acks-reconnaissance", "small war", "--game", game, "--seed", "a")
    _, _, talk = call(*begin, text="why\na week begins\nwhy\n")
    assert "reconnaissance modifiers" in talk
    events = data("log", game)["events"]
    (chose,) = [e["number"] for e in events if e["text"].endswith("(person)")]
    assert max(each["number"] for each in events) > chose
    assert done("log", game, "--explain", "--since", chose - 1).strip() in talk


def test_why_tells_a_seat_what_its_log_says_of_the_last_roll(tmp_path: Path) -> None:
    """No modifier, rule or place stands there, and nothing before the roll's choice."""
    game = tmp_path / "a.game"
    begin = ("play", "rencounter", "gunfight", "--game", game, "--seed", "c")
    alone = ("--as", "law", "--seat", "outlaws=policy:cautious")
    call(*begin, *alone, text="")
    talk = call("play", "--game", game, "--as", "law", text="1\nwhy\n")[2]
    story = talk.rpartition("answer:\n\n")[2].partition("\n\n")[0].splitlines()
    assert story[0] == "  you chose each for himself (The order for the law)"
    log = done("log", game, "--as", "law")
    assert len(story) > 2
    for line in story[1:]:
        assert line.strip() in log
    assert "REN-" not in "".join(story)


def test_why_of_an_answer_says_why_it_is_not_offered(tmp_path: Path) -> None:
    """As if it had been answered, but nothing is written and the question stays."""
    game, lines = tmp_path / "a.game", "why dragon\nwhy mirror\nWHY dragon\nwhy\n"
    play = ("play", TABLE, "table", "--game", game, "--seed", "one")
    talk = call(*play, text=lines)[2]
    assert talk.count("'dragon' is not offered") == 2
    assert talk.count("it is offered") == 1
    assert "no dice fell openly" in talk
    assert len(game.read_text("utf-8").splitlines()) == 1
    assert talk.count("chooses") >= 5


def test_an_error_is_one_of_the_family(tmp_path: Path) -> None:
    with pytest.raises(UmpireError):
        open_game(tmp_path / "none.game").explain()


def test_a_replay_explains_the_same(tmp_path: Path) -> None:
    """Up to an event, too; and it says where the game stands."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--game", game, "--seed", "one", *SEATS)
    told = data("replay", game, "--explain")
    jsonschema.validate(told, schema("replay"), jsonschema.Draft202012Validator)
    assert told["trace"] == data("log", game, "--explain")["trace"]
    assert "trace" not in data("replay", game)
    part = data("replay", game, "--explain", "--to", 3)["trace"]
    assert part == told["trace"][: len(part)]
    assert 0 < len(part) < len(told["trace"])
    text = done("replay", game, "--explain")
    assert text.startswith(done("log", game, "--explain").rstrip("\n"))
    assert text.endswith(done("replay", game).rpartition("the game ends")[2])


def test_a_replay_by_other_rules_explains_how_far_it_goes(tmp_path: Path) -> None:
    """And where the game departs from them."""
    game, pack = tmp_path / "a.game", tmp_path / "answering"
    done("play", TABLE, "table", "--game", game, "--seed", "one", *SEATS)
    shutil.copytree(TABLE, pack)
    file = pack / "ruleset.yaml"
    file.write_text(file.read_text("utf-8").replace("d6", "d4"), "utf-8")
    code, out, _ = call("replay", game, "--pack", pack, "--explain")
    assert code == 1
    assert "departs" in out
    assert "target = mirror" in out.partition("departs")[0]
