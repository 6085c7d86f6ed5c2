"""What a seat gets is the same, byte for byte, for all that it may not know."""

from itertools import product
from pathlib import Path

from tests.games.playing import (
    NORTH,
    PACKS,
    SOUTH,
    answered,
    begin,
    call,
    data,
    done,
    hand,
    question,
    reply,
)

HIDING = str(PACKS / "hiding")


def game_of(folder: Path, post: str, many: int, spot: str, seed: str = "one") -> Path:
    """Play up to the last choice of the south; the north hides, marks, looks."""
    game = folder / post / str(many) / spot / "a.game"
    game.parent.mkdir(parents=True)
    begin(game, "--seed", seed, pack=HIDING, scenario="meadow")
    for seat, answer in (
        *((NORTH, post), (SOUTH, "hill"), (NORTH, many), (SOUTH, 1)),
        (NORTH, spot),
    ):
        answered(game, seat, answer)
    return game


def all_of(game: Path) -> tuple[object, ...]:
    """Return all that the south may get out of a game, and what its mistakes say."""
    token = question(game, SOUTH)["token"]
    wrong = [
        tuple(part.replace(str(game.parent), "") for part in map(str, said))
        for said in (
            reply(game, token, "marker 2"),
            reply(game, token, "owls"),
            reply(game, token, 9),
            reply(game, token, ["wood", "hill"]),
        )
    ]
    looks = [
        call(verb, game, "--as", SOUTH, *form)
        for verb in ("view", "log")
        for form in ((), ("--json",))
    ]
    return (tuple(sorted(hand(game, SOUTH).items())), *wrong, *looks)


def test_what_the_north_did_in_secret_changes_nothing(tmp_path: Path) -> None:
    """Where it hid, how many markers it has, and where it looked in vain."""
    made = [
        game_of(tmp_path, *secret)
        for secret in product(("wood", "hill", "ford"), (0, 3), ("wood", "ford"))
    ]
    seen = {all_of(game) for game in made}
    assert len(seen) == 1
    assert len({call("view", game, "--as", "judge")[1] for game in made}) == 12 / 2


def test_what_the_south_finds_is_shown(tmp_path: Path) -> None:
    """Showing nothing would fail: the look that finds is another handout."""
    found = {}
    for post in ("wood", "ford"):
        game = game_of(tmp_path, post, 2, "ford", "two")
        answered(game, SOUTH, "ford")
        found[post] = hand(game, SOUTH)
        claims = data("view", game, "--as", SOUTH)["claims"]
        assert bool(claims) == (post == "ford")
    assert found["wood"]["report.txt"] != found["ford"]["report.txt"]
    assert "sighting about owls; at: ford; by: marker 2" in found["ford"]["log.txt"]


def test_a_secret_leaves_the_files_of_the_judge_alone(tmp_path: Path) -> None:
    """No file that a seat gets holds what the umpire's files are made of."""
    game = game_of(tmp_path, "wood", 3, "wood")
    secret = game.with_name("a.game.secret").read_text().strip()
    lines = game.read_text().splitlines()
    hashes = [line.rpartition('"hash": "')[2][:64] for line in lines]
    hand(game, SOUTH)
    folder = game.with_name(f"{game.name}-{SOUTH}")
    got = "".join(file.read_text("utf-8") for file in folder.iterdir())
    for each in (
        secret,
        secret[:64],
        secret[64:],
        *hashes,
        str(tmp_path),
        "meaning",
        "die",
    ):
        assert each not in got


def test_a_seat_reads_its_own_question(tmp_path: Path) -> None:
    """In words: who, what for, and what fits; never that of another."""
    game = game_of(tmp_path, "wood", 3, "wood")
    asked = question(game, SOUTH)
    assert asked["question"] == "south side chooses: south side looks for the others"
    assert [each["options"] for each in asked["parts"]] == [["wood", "hill", "ford"]]
    assert question(game, NORTH) is None


def test_the_judge_is_told_who_knows_what(tmp_path: Path) -> None:
    """Every fact with the seats that see it."""
    game = game_of(tmp_path, "wood", 0, "wood")
    told = {e["id"]: e["fields"] for e in data("view", game, "--as", "judge")["sees"]}
    assert told["owls"]["at"] == {"value": "wood", "known_to": [NORTH]}
    assert told["mice"]["at"] == {"value": "hill", "known_to": [SOUTH]}
    assert told["owls"]["side"]["known_to"] == [NORTH, SOUTH]


def test_the_screen_is_cleared_between_seats(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """On a terminal nobody reads what stood there for another."""
    monkeypatch.setattr("interpreter.cli.terminal._is_terminal", lambda _: True)
    game = tmp_path / "a.game"
    typed = "\nwood\n\nhill\n\n3\n\n1\n\nwood\n\nford\n"
    begun = ("play", HIDING, "meadow", "--seed", "one", "--game", game)
    code, _, talk = call(*begun, text=typed)
    assert code == 0
    pages = talk.split("\x1b[2J\x1b[3J\x1b[H")[1:]
    assert len(pages) == 6
    for number, page in enumerate(pages):
        both = ("north side", "south side")
        mine, other = both if number % 2 == 0 else both[::-1]
        assert f"{mine} sits down" in page
        assert f"{other} was told" not in page
    assert "north side chooses: How many markers to lay" in pages[2]
    rows = [
        [line.split() for line in page.splitlines() if line.startswith("  owls")]
        for page in pages[2:4]
    ]
    assert rows == [[["owls", "north", "side", "wood"]], [["owls", "north", "side"]]]
    done("verify", game)
