"""What is masked is known to others by labels alone, in all that they get."""

import re
import shutil
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from interpreter.engine.dice import secret_of_seed
from interpreter.views.visibility import Masks
from tests.games.known_keys import known_keys
from tests.games.playing import PACKS, answered, call, data, done, hand, question, reply

MASKS = str(PACKS / "masks")
RED, BLUE = "red", "blue"
IDS = ("alpha", "beta", "gamma")


def game_of(folder: Path, *answers: tuple[str, object], seed: str = "one") -> Path:
    """Begin a game in which red hides and blue seeks, and answer so much of it."""
    said = "-".join(str(answer) for _, answer in answers)
    game = folder / seed / said / "a.game"
    game.parent.mkdir(parents=True)
    seats = (f"{RED}=later", "--seat", f"{BLUE}=later")
    with known_keys(secret_of_seed(seed)):  # labels follow from it
        done("play", MASKS, "room", "--game", game, "--seed", seed, "--seat", *seats)
    for seat, answer in answers:
        answered(game, seat, answer)
    return game


def labels(game: Path) -> dict[str, str]:
    """Return the label of each counter, as the judge knows it."""
    every = data("view", game, "--as", "judge")["sees"]
    return {each["id"]: each["label"] for each in every if each["kind"] == "counter"}


def got(game: Path, seat: str) -> str:
    """Return all that a seat gets out of a game, and what its mistakes say."""
    files = hand(game, seat)
    found = [f"{name}\n{text}" for name, text in sorted(files.items())]
    asked = question(game, seat)
    if asked is not None:
        for wrong in (*IDS, "round 9", "square 1000", 77, ["alpha"], {"beta": 1}):
            found += map(str, reply(game, asked["token"], wrong))
    for verb in ("view", "log"):
        for form in ((), ("--json",)):
            found += map(str, call(verb, game, "--as", seat, *form))
    return "\n".join(found).replace(str(game.parent), "")


def known(game: Path, seat: str) -> dict[str, str]:
    """Return what a seat is handed but for its log and its letter, of which both say
    what was taken back, without the question's token."""
    return {
        name: re.sub("[0-9a-f]{32}", "", text)
        for name, text in hand(game, seat).items()
        if not name.startswith(("log", "letter"))
    }


def asked_by(game: Path, seat: str) -> list[str]:
    """Return what a seat is offered."""
    (part,) = question(game, seat)["parts"]
    return list(part["options"])


def crossed(folder: Path, treasure: str, first: str, seed: str) -> Path:
    """Play until the two that cross have parted, and blue is asked again."""
    moves: list[tuple[str, object]] = [
        (RED, treasure), (BLUE, "none"), (RED, "yes"), (RED, first),
    ]  # fmt: skip
    return game_of(folder, *moves, seed=seed)


def test_who_is_no_owner_sees_labels_and_never_an_id(tmp_path: Path) -> None:
    """In views, logs, prompts, handouts and refusals; the owner and the judge see
    both."""
    game = game_of(tmp_path, (RED, "alpha"))
    names = labels(game)
    assert set(names) == {*IDS, "delta"}
    for label in names.values():
        assert re.fullmatch(r"(round|square) \d\d", label)
    seen = {each["id"] for each in data("view", game, "--as", BLUE)["sees"]}
    assert seen == {RED, BLUE, "delta", *(names[each] for each in IDS)}
    own = data("view", game, "--as", RED)["sees"]
    assert {each["id"]: each.get("label") for each in own if each["id"] in IDS} == {
        each: names[each] for each in IDS
    }
    text = got(game, BLUE)
    assert "'alpha' is not offered" in text
    # what blue types is said back to it, and nothing else
    text = re.sub(r"'[^'\n]*' is not offered", "", text)
    assert not any(each in text for each in IDS)
    assert f"{names['alpha']}" in done("view", game, "--as", RED)
    known = done("view", game, "--as", "judge")
    assert f"alpha (counter), others call it {names['alpha']}" in known


def test_what_is_seen_for_the_first_time_has_the_label_of_now(tmp_path: Path) -> None:
    """Whoever sees late what was chosen before all crossed cannot tell that it was:
    the label of then would say so."""
    pack, game = tmp_path / "masks", tmp_path / "a.game"
    shutil.copytree(MASKS, pack)
    text = (pack / "ruleset.yaml").read_text("utf-8")
    for before, after in (
        (
            "      looked: {",
            "      open: {type: yes or no, seen_by: everyone, start: no}\n"
            "      kept: {type: counter or none, start: none,"
            " seen_by: if open then everyone else judge}\n      looked: {",
        ),
        (
            "      - set: {treasure.real: yes}\n",
            "      - set: {treasure.real: yes, hider.kept: treasure}\n",
        ),
        (
            "        call: cross(hider)\n",
            "        call: cross(hider)\n      - set: {hider.open: yes}\n",
        ),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    (pack / "ruleset.yaml").write_text(text, "utf-8")
    later = ("--seat", f"{RED}=later", "--seat", f"{BLUE}=later")
    for seed in ("one", "two", "three"):
        game = tmp_path / f"{seed}.game"
        with known_keys(secret_of_seed(seed)):
            done("play", pack, "room", "--game", game, "--seed", seed, *later)
        answered(game, RED, "alpha")
        before = labels(game)["alpha"]
        for seat, answer in ((BLUE, "none"), (RED, "yes"), (RED, "alpha")):
            answered(game, seat, answer)
        (red,) = (e for e in data("view", game, "--as", BLUE)["sees"] if e["id"] == RED)
        assert labels(game)["alpha"] != before
        assert red["fields"]["kept"]["id"] == labels(game)["alpha"]


def test_what_does_not_exist_is_refused_as_what_may_not_be_named(
    tmp_path: Path,
) -> None:
    game = game_of(tmp_path, (RED, "alpha"))
    token = question(game, BLUE)["token"]
    one, other = (reply(game, token, each) for each in ("alpha", "omega"))
    assert [str(each).replace("alpha", "omega") for each in one] == list(
        map(str, other)
    )


def test_all_stands_in_the_order_of_labels(tmp_path: Path) -> None:
    """Things, lists, claims told in a row and what is offered."""
    orders = set()
    for seed in ("one", "two", "three", "four"):
        game = game_of(tmp_path, (RED, "alpha"), seed=seed)
        names = labels(game)
        there = sorted(names[each] for each in IDS)
        view = data("view", game, "--as", BLUE)
        things = [each["id"] for each in view["sees"] if each["kind"] == "counter"]
        assert things == ["delta", *there]
        assert [each["about"]["id"] for each in view["claims"]] == there
        for each in view["claims"]:
            assert [one["id"] for one in each["facts"]["beside"]] == there
        assert asked_by(game, BLUE) == [*there, "none"]
        said = f"one of {there[0]}, {there[1]} and {there[2]}"
        assert said in question(game, BLUE)["question"]
        assert names["gamma"] == there[-1]
        orders.add(names["alpha"] < names["beta"])
    assert orders == {True, False}


def test_a_label_stays_until_it_is_shuffled(tmp_path: Path) -> None:
    """Then it is fresh; what was told, chosen and written before keeps the old one."""
    game = game_of(tmp_path, (RED, "alpha"))
    before = labels(game)
    answered(game, BLUE, before["alpha"])
    assert labels(game) == before
    log = data("log", game, "--as", BLUE)["events"]
    told = data("view", game, "--as", BLUE)["claims"]
    answered(game, RED, "yes")
    after = labels(game)
    assert after["gamma"] == before["gamma"]
    assert after["delta"] == before["delta"]
    assert not {after["alpha"], after["beta"]} & set(before.values())
    answered(game, RED, "beta")
    assert data("log", game, "--as", BLUE)["events"][: len(log)] == log
    view = data("view", game, "--as", BLUE)
    assert view["claims"][: len(told)] == told
    fields = {each["id"]: each["fields"] for each in view["sees"]}
    assert [each["id"] for each in fields[BLUE]["looked"]] == [before["alpha"]]
    assert fields[after["alpha"]]["at"] == "right"
    assert fields[after["beta"]]["at"] == "left"
    answered(game, BLUE, after["beta"])
    fields = {e["id"]: e["fields"] for e in data("view", game, "--as", BLUE)["sees"]}
    finding = data("view", game, "--as", BLUE)["claims"][-1]
    assert finding["about"]["id"] == after["beta"]
    assert finding["facts"] == {"real": False}


def test_claims_keep_their_numbers_when_more_are_told(tmp_path: Path) -> None:
    """Those told before a pause stand before those told behind it: blue has counted
    them, and a claim that slips in between would be one of what it just heard."""
    game = game_of(tmp_path, (RED, "alpha"))
    there = sorted(labels(game)[each] for each in IDS)
    told = data("view", game, "--as", BLUE)["claims"]
    answered(game, BLUE, "none")
    answered(game, RED, "no")
    view = data("view", game, "--as", BLUE)
    assert view["claims"][: len(told)] == told
    assert [each["about"]["id"] for each in view["claims"]] == [*there, *there]


@pytest.mark.parametrize("treasure", ["alpha", "beta", "gamma"])
def test_what_is_real_changes_nothing(tmp_path: Path, treasure: str) -> None:
    """V-LI-01: byte for byte, before the crossing and after it."""
    for answers in (
        [(BLUE, "none")],
        [(BLUE, "none"), (RED, "yes")],
        [(BLUE, "none"), (RED, "yes"), (RED, "beta")],
    ):
        pair = [
            game_of(tmp_path / each, (RED, each), *answers)
            for each in ("gamma" if treasure == "alpha" else "alpha", treasure)
        ]
        one, other = (got(game, BLUE) for game in pair)
        assert one == other
        assert len({call("view", game, "--as", "judge")[1] for game in pair}) == 2


def dealt(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    """Let these numbers be dealt, in this order."""
    monkeypatch.setattr(Masks, "_numbers", lambda *_: iter(numbers))


@pytest.mark.parametrize("guess", ["none", "round 11", "round 12", "square 13"])
def test_which_went_where_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guess: str
) -> None:
    """V-LI-06: one goes left, or the other; where the deal of the crossing was the
    other way round too, blue gets the same, whatever it knew before."""
    found = []
    for first, deal in (("alpha", (21, 22)), ("beta", (22, 21))):
        dealt(monkeypatch, 11, 12, 13, 14, *deal)
        moves = [(RED, "alpha"), (BLUE, guess), (RED, "yes"), (RED, first)]
        game = game_of(tmp_path / first, *moves)
        assert labels(game)[first] == "round 21"
        found.append(got(game, BLUE))
    assert found[0] == found[1]


@pytest.mark.parametrize("guess", ["none", "round 11", "round 12", "square 13"])
def test_who_stands_first_in_the_scenario_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guess: str
) -> None:
    """All that one did the other does, under its label: the order of claims, of lists
    and of what is offered would tell them apart."""
    found = []
    for one, deal in (
        ("alpha", (11, 12, 13, 14, 21, 22)),
        ("beta", (12, 11, 13, 14, 22, 21)),
    ):
        dealt(monkeypatch, *deal)
        moves = [(RED, one), (BLUE, guess), (RED, "yes"), (RED, one)]
        game = game_of(tmp_path / one, *moves)
        found.append(got(game, BLUE))
    assert found[0] == found[1]


def test_numbers_tell_nothing(tmp_path: Path) -> None:
    """Over many deals, every counter has every place in the order of numbers."""
    places: Counter[tuple[str, ...]] = Counter()
    for number in range(60):
        game = game_of(tmp_path, seed=f"{number}")
        names = labels(game)
        places[tuple(sorted(IDS, key=lambda each: names[each].split()[1]))] += 1
    assert set(places) == set(permutations(IDS))
    assert max(places.values()) < 25


def test_labels_are_those_of_the_game_whenever_it_is_opened(tmp_path: Path) -> None:
    """Undone and played again, replayed and verified; the log alone knows of it."""
    game = crossed(tmp_path, "alpha", "beta", "one")
    names, seen = labels(game), known(game, BLUE)
    done("verify", game)
    done("replay", game)
    done("undo", game, "--to", 2, "--consent")
    assert labels(game) != names
    answered(game, RED, "yes")
    answered(game, RED, "beta")
    assert labels(game) == names
    assert known(game, BLUE) == seen


def test_policies_choose_among_labels(tmp_path: Path) -> None:
    """The first that is offered is the first of the labels, not of the scenario."""
    firsts = set()
    for number in range(8):
        game = tmp_path / f"{number}.game"
        every = (f"{RED}=policy:plain", "--seat", f"{BLUE}=policy:plain")
        given = ("--seed", number, "--seat", *every)
        with known_keys(secret_of_seed(str(number))):
            done("play", MASKS, "room", "--game", game, *given)
        log = done("log", game)
        firsts.update(re.findall("blue chose (alpha|beta)", log))
    assert firsts == {"alpha", "beta"}


def test_a_run_tells_seats_labels_and_the_judge_which(tmp_path: Path) -> None:
    given = ("run", MASKS, "game", "--scenario", "room", "--policy", "first")
    out = done(*given, "--seed", "one", "--explain")
    _, heading, told = out.partition("\nblue is told:")
    assert heading
    assert not any(each in told for each in IDS)
    assert re.search(r"alpha is 'round \d\d' to blue", out)
    assert done(*given, "--seed", "one", "--explain") == out
    assert done(*given, "--seed", "two", "--explain") != out


def test_odds_and_trials_know_no_labels() -> None:
    """Nothing is branched or drawn for them."""
    given = (MASKS, "game", "--scenario", "room", "--policy", "first")
    odds = data("odds", *given, "--observe", "counter.at")
    assert odds["exact"] is True
    assert len(odds["outcomes"]) == 1
    done("simulate", *given, "--trials", 20, "--seed", "one")
