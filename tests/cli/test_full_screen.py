"""The full screen of `play --screen`, driven as a person drives it: keys and clicks."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from threading import Event

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from interpreter.app.output import ShownQuestion
from interpreter.cli.game_screen import GameScreen, Pane
from interpreter.cli.main import main
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import GameFileError
from tests.games.playing import PACKS, TABLE, call, data, done, texts

LONGEST = 60.0
"""Seconds that anything may take on a machine that is busy."""
LARGE, SMALL = (120, 40), (80, 24)
PLAY = ("play", TABLE, "table", "--seed", "one", "--screen", "--game")
SOLO = ("--seat", "south_side=policy:plain")
RIDGE = ("play", str(PACKS / "outposts"), "ridge", "--as", "red", "--screen", "--game")
KEPT = "the game is kept; the same command goes on with it"

Script = Callable[["Person"], Awaitable[None]]
Ended = tuple[int, str, str]


class Person:
    """Somebody at a screen."""

    def __init__(self, screen: GameScreen, pilot: Pilot[None]) -> None:
        """Sit down."""
        self.screen, self.pilot = screen, pilot

    def text(self, widget: str) -> str:
        """Return the text of a widget."""
        found = self.screen.query_one(widget)
        shown = found if isinstance(found, Static) else found.query_one(Static)
        return str(shown.content)

    @property
    def asked(self) -> str:
        """What is asked now, "" while nothing is."""
        return self.text("#sentence") if self.screen._question else ""

    @property
    def typed(self) -> str:
        """What is in the input."""
        return self.screen.query_one(Input).value

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""

        async def waiting() -> None:
            while not is_so():
                await asyncio.sleep(0.01)

        await asyncio.wait_for(waiting(), LONGEST)

    async def leaves(self) -> None:
        """Wait until the screen goes."""
        await self.until(lambda: self.screen._exit)

    async def is_asked(self, words: str) -> None:
        """Wait for a question."""
        await self.until(lambda: words in self.asked)

    async def types(self, line: str) -> None:
        """Type a line, the letters at once."""
        self.screen.query_one(Input).insert_text_at_cursor(line)
        await self.pilot.press("enter")

    async def answers(self, words: str, line: str) -> None:
        """Wait for a question and type its answer."""
        await self.is_asked(words)
        await self.types(line)

    def everything(self) -> str:
        """Return all that widgets and the screen itself hold, in view or not, and what
        is drawn."""
        held: list[object] = [
            *(each.content for each in self.screen.query(Static)),
            *(each.value for each in self.screen.query(Input)),
            *(pane.text for pane in self.screen.query(Pane)),
        ]
        for each in self.screen.query(OptionList):
            held += [option.prompt for option in each.options]
        of_every_app = vars(App())
        held += [
            of for name, of in vars(self.screen).items() if name not in of_every_app
        ]
        return "\n".join([*map(str, held), self.drawn])

    @property
    def drawn(self) -> str:
        """What is in view."""
        picture = unescape(self.screen.export_screenshot()).replace("\xa0", " ")
        return "\n".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture))


Sit = Callable[..., Ended]


def has_terminal(patched: pytest.MonkeyPatch) -> None:
    """Let commands believe that a person sits at a terminal."""
    patched.setattr(Terminal, "is_person", lambda _: True)
    patched.setattr(Terminal, "talks_to_person", lambda _: True)
    patched.setenv("TERM", "xterm")


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sit:
    """Return what runs a command whose screen a script drives; it returns exit code,
    stdout and stderr."""

    def sitting(*given: object, script: Script, size: tuple[int, int] = LARGE) -> Ended:
        scripted: list[BaseException | None] = []

        async def drive(screen: GameScreen) -> None:
            async with screen.run_test(size=size) as pilot:
                try:
                    await script(Person(screen, pilot))
                    scripted.append(None)
                except BaseException as error:
                    scripted.append(error)
                    screen.exit()

        with monkeypatch.context() as patched:
            has_terminal(patched)
            run = lambda screen: asyncio.run(drive(screen))  # noqa: E731
            patched.setattr(GameScreen, "run", run)
            ended = call(*given, tmp_path / "a.game")
        for error in scripted:
            if error is not None:
                raise error
        assert scripted, ended
        return ended

    return sitting


# --- Playing ---


def test_a_game_is_played_to_its_end(tmp_path: Path, sit: Sit) -> None:
    """The outcome stays until the person leaves; the last line is the same as line by
    line, and so is the game."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.answers("chooses target", "mirror")
        await person.answers("chooses bid", "1")
        await person.is_asked("the game is at its end")
        assert "the game is at its end" in person.text("#log")
        await person.types("")
        await person.leaves()

    code, out, _ = sit(*PLAY[:-1], *SOLO, "--game", script=script)
    assert (code, out) == (0, "the game is at its end\n")
    other = tmp_path / "b.game"
    done(*PLAY[:-2], *SOLO, "--game", other, text="mirror\n1\n")
    assert texts(tmp_path / "a.game") == texts(other)


def test_a_map_that_goes_on_says_so(sit: Sit) -> None:
    """On its border, with the keys that lead there, until its end is in view."""
    more = "more below: F2, PgDn"

    async def script(person: Person) -> None:
        await person.is_asked("red chooses")
        await person.until(lambda: more in person.drawn)
        await person.pilot.press("f2", *["pagedown"] * 9)
        await person.until(lambda: more not in person.drawn)
        await person.pilot.press("home")
        await person.until(lambda: more in person.drawn)
        await person.pilot.resize_terminal(200, 200)
        await person.until(lambda: more not in person.drawn)
        await person.types("quit")

    sit(*RIDGE, script=script, size=(110, 30))


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_what_a_seat_may_know_is_in_view(sit: Sit, size: tuple[int, int]) -> None:
    """All panes at once on a large terminal, the map first on a small one; no line of
    the map is folded."""

    async def script(person: Person) -> None:
        await person.is_asked("red chooses")
        await person.pilot.pause()
        assert "North is up" in person.text("#map")
        assert "  0101    ..      0301    ..      0501" in person.drawn
        assert "red chooses" in person.drawn
        assert ("red sees" in person.drawn) == (size == LARGE)
        await person.pilot.press("f3")
        assert "red sees" in person.drawn
        await person.pilot.press("f4")
        assert "was told: sighting about" in person.drawn
        assert ("North is up" in person.drawn) == (size == LARGE)
        await person.pilot.resize_terminal(*LARGE)
        await person.until(lambda: "North is up" in person.drawn)
        await person.types("quit")

    sit(*RIDGE, script=script, size=size)


def test_options_are_clicked(tmp_path: Path, sit: Sit) -> None:
    """One click answers; a second one that follows at once does not answer the next
    question."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.is_asked("chooses target")
        await person.pilot.click("#options", offset=(3, 1), times=2)
        await person.is_asked("chooses bid")
        assert "> 2" in person.text("#log")
        await person.pilot.press("ctrl+c")

    code, _, _ = sit(*PLAY[:-1], *SOLO, "--game", script=script)
    assert code == 130
    assert texts(tmp_path / "a.game")[0] == "target: mirror (person)"
    assert len(data("log", tmp_path / "a.game")["events"]) < 5


def test_several_options_are_clicked_into_the_answer(sit: Sit) -> None:
    """Another click takes one out again; Enter, or a click on it, answers."""
    lot = ("--with", "who=north_side", "--with", "most=40")

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.is_asked("chooses lot")
        for line, typed in ((0, "1"), (2, "1, 3"), (0, "3"), (0, "3, 1")):
            await person.pilot.click("#options", offset=(3, line))
            await person.until(lambda typed=typed: person.typed == typed)
        await person.pilot.click("#send")
        await person.answers("the game is at its end", "")
        await person.leaves()

    play = ("play", TABLE, "table", "shares", *lot, "--screen", "--game")
    assert sit(*play, script=script)[0] == 0


def test_options_are_chosen_by_keys(sit: Sit) -> None:
    """Arrows go to them, Enter chooses, and letters go to the answer again."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.is_asked("chooses target")
        await person.pilot.press("down", "down")
        await person.pilot.press("m")
        assert person.typed == "m"
        await person.pilot.press("backspace", "down", "enter")
        await person.is_asked("chooses bid")
        await person.types("quit")

    code, out, talk = sit(*PLAY[:-1], *SOLO, "--game", script=script)
    assert (code, out) == (1, "")
    assert KEPT in talk


def test_a_wrong_answer_is_explained_and_asked_again(sit: Sit) -> None:
    """In the log, and on a small screen, where the log is out of view, beside the
    question. What is typed is not a markup."""

    async def script(person: Person) -> None:
        await person.answers("red chooses", "[red]9[/]")
        await person.until(lambda: "please again" in person.text("#log"))
        assert "> [red]9[/]" in person.text("#log")
        assert "'[red]9[/]' is " in person.drawn
        await person.answers("red chooses", "quit")

    sit(*RIDGE, script=script, size=SMALL)


def test_commands_are_the_same(tmp_path: Path, sit: Sit) -> None:
    """`help` is shown in the log, `map` and `view` bring their panes forward, and
    `undo` takes back."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.answers("chooses target", "help")
        await person.until(lambda: "lists these commands" in person.drawn)
        await person.answers("chooses target", "view")
        await person.until(lambda: "north side sees" in person.drawn)
        await person.answers("chooses target", "mirror")
        await person.answers("chooses bid", "undo")
        await person.is_asked("chooses target")
        assert "taken back" in person.text("#log")
        await person.types("quit")

    sit(*PLAY[:-1], *SOLO, "--game", script=script, size=SMALL)
    assert texts(tmp_path / "a.game")[-1].startswith("back to 0")


# --- Who reads ---


def test_nothing_of_a_seat_is_left_when_another_comes(sit: Sit) -> None:
    """Neither in view nor in anything that the screen holds: map, position, log,
    question, options, input."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.answers("chooses target", "pepper")
        await person.until(lambda: "please again" in person.text("#log"))
        assert "pepper" in person.everything()
        await person.pilot.press("f4", "2", "enter")
        await person.is_asked("south side sits down")
        left = person.everything().lower().replace("south side sits down", "")
        for word in ("north", "pepper", "mirror", "button", "pride", "sees"):
            assert word not in left, word
        assert person.drawn.count("sits down") == 1
        await person.types("")
        await person.is_asked("chooses target")
        assert "pepper" not in person.everything()
        assert "chose target" not in person.everything()
        await person.types("quit")

    sit(*PLAY, script=script)


def test_what_is_typed_too_early_answers_nothing(tmp_path: Path, sit: Sit) -> None:
    """It could be meant for another question, or be typed by another seat."""
    screen = GameScreen(lambda line: typed.append(line), lambda: None, lambda: None)
    typed: list[str] = []

    async def drive() -> None:
        async with screen.run_test(size=LARGE) as pilot:
            await pilot.press(*"early", "enter")
            assert typed == []
            screen.pose(ShownQuestion("now"))
            await pilot.pause()
            await pilot.press("enter", "enter")
            assert typed == ["early"]
            await pilot.press(*"again")
            screen.clear()
            assert screen.query_one(Input).value == ""

    asyncio.run(drive())


def test_nothing_can_be_copied(sit: Sit) -> None:
    """The next seat could paste it."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.is_asked("chooses target")
        await person.pilot.press(*"salt", "home", "shift+end", "ctrl+x", "ctrl+v")
        assert person.screen.clipboard == ""
        assert person.typed == ""
        await person.pilot.press("ctrl+c")

    assert sit(*PLAY, script=script)[0] == 130


# --- Leaving ---


def test_ctrl_c_leaves_the_game_as_it_is(tmp_path: Path, sit: Sit) -> None:
    """As line by line: what is said goes to the ordinary screen."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.answers("chooses target", "mirror")
        await person.is_asked("chooses bid")
        await person.pilot.press("ctrl+c")
        await person.leaves()

    code, out, talk = sit(*PLAY[:-1], *SOLO, "--game", script=script)
    assert (code, out) == (130, "")
    assert f"\numpire: {KEPT}\n" in talk
    assert talk.rstrip().endswith("interrupted")
    assert data("verify", tmp_path / "a.game")["fault"] == ""


def test_the_end_of_the_input_is_that_of_lines(sit: Sit) -> None:
    """Ctrl-D where nothing is typed."""

    async def script(person: Person) -> None:
        await person.is_asked("red chooses")
        await person.pilot.press("ctrl+d")
        await person.leaves()

    code, _, talk = sit(*RIDGE, script=script)
    assert code == 1
    assert "the input ended where red chooses" in talk


def test_an_error_ends_the_game_as_line_by_line(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is printed on the ordinary screen, with the same exit code."""

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.answers("chooses target", "mirror")
        await person.leaves()

    def full(*_: object) -> None:
        raise GameFileError("the game file cannot be written: no space left")

    monkeypatch.setattr("interpreter.games.game.JournalledGame.choose", full)
    code, out, talk = sit(*PLAY, script=script)
    assert (code, out) == (5, "")
    assert talk.endswith("umpire: the game file cannot be written: no space left\n")


def test_a_game_that_computes_is_interrupted(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C does not wait for a policy that thinks for long."""
    begun = Event()

    def thinks(*_: object) -> None:
        begun.set()
        while True:
            sum(range(100))

    async def script(person: Person) -> None:
        await person.answers("north side sits down", "")
        await person.answers("chooses target", "mirror")
        await person.until(begun.is_set)
        await person.pilot.press("ctrl+c")
        await person.leaves()

    monkeypatch.setattr("interpreter.games.game.JournalledGame.choose", thinks)
    assert sit(*PLAY, script=script)[0] == 130


def test_a_fault_of_the_screen_prints_no_values(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library would print all variables: they may be secrets."""

    async def script(person: Person) -> None:
        await person.leaves()

    def broken(*_: object) -> None:
        secret = "mirror"
        raise ValueError(secret)

    monkeypatch.setattr(GameScreen, "show", broken)
    monkeypatch.setattr("tests.games.playing.main", lambda given: min(main(given), 69))
    code, out, talk = sit(*RIDGE, script=script)
    assert (code, out) == (69, "")
    assert "a fault of the program" in talk
    assert "mirror" not in talk


# --- Where there is no screen ---


def test_a_screen_needs_a_terminal(tmp_path: Path) -> None:
    """Lines are for pipes."""
    code, out, talk = call(*PLAY, tmp_path / "a.game")
    assert (code, out) == (2, "")
    assert "--screen needs a terminal" in talk
    assert not (tmp_path / "a.game").exists()


def test_a_screen_needs_a_terminal_that_places_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is dumb gets lines."""
    has_terminal(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    code, _, talk = call(*PLAY, tmp_path / "a.game")
    assert code == 2
    assert "leave --screen out" in talk


def test_without_the_library_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is an extra."""
    for name in [name for name in sys.modules if name.startswith("interpreter.cli.")]:
        if name.endswith(("full_screen", "game_screen")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("interpreter.cli.full_screen", raising=False)
    monkeypatch.setitem(sys.modules, "textual", None)
    code, out, talk = call(*PLAY, tmp_path / "a.game")
    assert (code, out) == (69, "")
    assert 'pip install "wargame-umpire[screen]"' in talk
    assert not (tmp_path / "a.game").exists()


def test_a_game_that_asks_nothing_shows_no_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is printed is what lines print."""
    game = tmp_path / "a.game"
    has_terminal(monkeypatch)
    monkeypatch.setattr(GameScreen, "run", lambda _: pytest.fail("a screen"))
    later = ("--seat", "north_side=later", "--seat", "south_side=later")
    code, out, _ = call(*PLAY, game, *later, "--json")
    assert code == 0
    assert '"finished": false' in out
