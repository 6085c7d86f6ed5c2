"""A campaign of many armies: `python -m tests.bench.long_campaign [armies] [weeks]`.

Plays weeks of acks-reconnaissance by the orders of a judge, each of them a command of
its own as at a desk, and prints for every week the seconds of the order, of a view, of
letters for all, and of an answer at a prompt, the events and the size of the game file.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from interpreter.app.opening.games import written
from interpreter.reports.questions import posed
from tests.games.playing import call, done

ROOT = Path(__file__).parents[2]
COLUMNS, ROWS = 40, 28
SEATS = ("north_side", "south_side")


def entities(armies: int) -> Iterator[str]:
    """Yield the lines of a scenario with so many armies, half of them a side's, spread
    over the map; each has a leader and one division of three units."""
    for side in SEATS:
        yield f"      {side}: {{kind: side}}"
    for number in range(armies):
        side = SEATS[number % 2]
        column = 2 + (number * 37) % (COLUMNS - 3)
        row = 2 + (number * 11) % (ROWS - 3)
        name, own = f"a{number}", f"side: {side}"
        yield f"      {name}_leader: {{kind: character, {own}, name: Leader {number}}}"
        for unit in range(3):
            mounted = "yes" if unit == 2 else "no"
            yield (
                f"      {name}_unit_{unit}: {{kind: unit, {own}, type: troops,"
                f" strength: {120 * (1 + number % 5)}, mounted: {mounted}}}"
            )
        units = ", ".join(f"{name}_unit_{unit}" for unit in range(3))
        yield (
            f"      {name}_division: {{kind: division, {own}, units: [{units}],"
            f" at: {column:02}{row:02}}}"
        )
        yield (
            f"      {name}: {{kind: army, name: Army {number}, {own},"
            f" leader: {name}_leader, divisions: [{name}_division]}}"
        )


def ruleset(folder: Path, armies: int) -> Path:
    """Write the ruleset with the scenario `many` into a folder, and return it."""
    made = folder / "many"
    made.mkdir()
    lines = [
        "name: many",
        f"extends: {ROOT / 'rulesets' / 'acks-reconnaissance'}",
        "scenarios:",
        "  many:",
        "    title: Many armies",
        "    status: house",
        "    main: campaign",
        "    boards:",
        f"      country: {{columns: 01..{COLUMNS}, rows: 01..{ROWS}, origin: '0505',"
        " ground: grasslands}",
        "    entities:",
        *entities(armies),
    ]
    (made / "ruleset.yaml").write_text("\n".join(lines) + "\n", "utf-8")
    return made


def seconds(*words: object, text: str = "") -> float:
    """Return how long a command takes within this process."""
    began = perf_counter()
    code, _, talk = call(*words, text=text)
    took = perf_counter() - began
    assert code in (0, 1), talk
    return took


STRATAGEM = 4  # its place in the menu: it asks whose, and rolls nothing


def answer_seconds(game: Path) -> float:
    """Return how long the judge waits at the keys from an answer that only asks another
    question to that question; it is taken back."""
    with written(game, None, print) as found:
        (question,) = found.game.course.open()
        offered = question.parts[0].offered or ()
        events = len(found.game.journal.events)
        began = perf_counter()
        found.game.choose(question, (offered[STRATAGEM],), "person", found.opened.falls)
        posed(found.game.course, found.game.course.open()[0])
        took = perf_counter() - began
        found.game.undo(events - 1)
    return took


def main(armies: int, weeks: int) -> None:
    """Play the weeks and print a line for each."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        game = folder / "a.game"
        seats = [word for seat in SEATS for word in ("--seat", f"{seat}=later")]
        pack = ruleset(folder, armies)
        done("check", "--quick", pack)
        began = seconds("play", pack, "many", "--game", game, "--seed", "x", *seats)
        print(f"{armies} armies; begun in {began:.2f} s")
        print("week  order  march  view  letters  answer    events      bytes")
        for week in range(1, weeks + 1):
            order = seconds("run", "--game", game, "a week begins")
            march = seconds(
                *("run", "--game", game, "an army marches", "--with", "mover=a0"),
                *("--with", f"path={_beside(week)}"),
            )
            view = seconds("view", game, "--as", SEATS[0])
            letters = seconds("handout", game, folder / "letters")
            answer = answer_seconds(game)
            events = sum(1 for _ in game.open())
            print(
                f"{week:>4}  {order:5.2f}  {march:5.2f}  {view:4.2f}  {letters:7.2f}"
                f"  {answer:6.3f}  {events:8,}  {game.stat().st_size:9,}",
                flush=True,
            )


def _beside(week: int) -> str:
    """Return the hex to which the first army goes in a week: there and back."""
    return "0203" if week % 2 else "0202"


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given + [40, 4][len(given) :]))
