"""Runs a game beside a full screen: `play --screen`.

The screen needs the main thread, because its library handles signals; the game runs in
a second one. What the game shows is posted to the screen in order, and what is typed
comes back through a queue. Nothing else is shared.

The screen appears with the first thing that needs it. A game that cannot be opened, or
that waits for others, prints what it prints line by line.
"""

import ctypes
from collections.abc import Callable
from io import StringIO
from os import environ
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Generic, TextIO, TypeVar

from interpreter.app.output import Console, Panes, SeatPanes, ShownOption, ShownQuestion
from interpreter.app.playing.shared_terminal import MAP, POSITION
from interpreter.cli import game_screen
from interpreter.cli.call_stack import in_one_piece
from interpreter.cli.game_screen import GameScreen
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.colour import clean
from interpreter.reports.text_layout import WIDTH

Result = TypeVar("Result")

END = "\x04"
"""The line of a person who ends the input, as Ctrl-D does at a terminal."""
LEAVE = ShownOption("", "leave")


def check(terminal: Terminal) -> None:
    """Raise a UsageError where no screen can be shown."""
    if not (terminal.is_person() and terminal.talks_to_person()):
        message = "--screen needs a terminal to read from and to write to"
        raise UsageError(message, "without --screen, 'play' reads and prints lines")
    if environ.get("TERM", "") in ("", "dumb"):
        message = "--screen needs a terminal on which text can be placed"
        raise UsageError(message, "set TERM to what it is, or leave --screen out")


def on_screen(
    terminal: Terminal,
    play: Callable[[Console], Result],
    closing: Callable[[Result], str],
) -> Result:
    """Return what `play` returns, or raise what it raises, after the screen was left.

    Where the screen has appeared, the text of `closing` stays there until the person
    leaves. Ctrl-C is a KeyboardInterrupt in `play`.
    """
    console = ScreenConsole(terminal)
    game = _Game(lambda: console.stays(play(console), closing))
    console.interrupts = game.interrupt
    game.start()
    Thread(target=_ends_after, args=(game, console), daemon=True).start()
    try:
        console.wanted.wait()
        if not console.is_over:
            terminal.end_sign()
            console.screen.run()
    except KeyboardInterrupt:
        console.leave()
    finally:
        console.is_gone = True
        console.ready.set()
    if game.is_alive():
        console.leave()
    game.join()
    if console.screen.fault is not None:
        raise console.screen.fault
    return game.result()


def _ends_after(game: Thread, console: "ScreenConsole") -> None:
    game.join()
    console.end()


class _Game(Thread, Generic[Result]):
    """The thread of a game, and how it ended."""

    def __init__(self, play: Callable[[], Result]) -> None:
        super().__init__(name="game", daemon=True)
        self._play = play
        self._results: list[Result] = []
        self._error: BaseException = KeyboardInterrupt()

    def run(self) -> None:
        """Play."""
        try:
            self._results.append(in_one_piece(self._play))
        except BaseException as error:  # raised again where the command waits
            self._error = error

    def result(self) -> Result:
        """Return what was played, or raise how it ended."""
        for result in self._results:
            return result
        raise self._error

    def interrupt(self) -> None:
        """Raise a KeyboardInterrupt wherever the game is, as the system does in a main
        thread."""
        number = ctypes.c_ulong(self.ident or 0)
        error = ctypes.py_object(KeyboardInterrupt)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, error)


class _TypedLines(StringIO):
    """The lines that are typed on a screen."""

    def __init__(self, next_line: Callable[[], str]) -> None:
        super().__init__()
        self._next_line = next_line

    # the types of the standard library do not agree on what a line is
    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """Return the next line when it is typed; "" where the input ends."""
        return self._next_line()


class ScreenConsole:
    """The console of a game on a full screen; all but `leave` and `end` is called in
    the thread of the game."""

    def __init__(self, terminal: Terminal) -> None:
        """Begin without the screen: what is said before it appears goes to the
        terminal."""
        self.screen = GameScreen(self._typed, self.leave, self._begins)
        self.wanted, self.ready = Event(), Event()
        self.is_over = self.is_gone = False
        self.interrupts: Callable[[], None] = lambda: None
        self.source: TextIO = _TypedLines(self._next_line)
        self._terminal = terminal
        self._typed_lines: SimpleQueue[str | None] = SimpleQueue()
        self._lock = Lock()
        self._reads = False
        self._panes = SeatPanes("")

    @property
    def panes(self) -> Panes:
        """Itself."""
        return self

    @property
    def width(self) -> int:
        """How wide a line of a map may be; a narrow pane scrolls."""
        return max(self.screen.room_of_map(), WIDTH)

    def is_person(self) -> bool:
        """Yes."""
        return True

    def say(self, text: str) -> None:
        """Add a message to the log."""
        if self.ready.is_set():
            self._post(self.screen.say, _plain(text))
        else:
            self._terminal.say(text)

    def clear(self) -> None:
        """Let nothing be seen of what was shown or typed so far."""
        self._panes = SeatPanes("")
        self._post(self.screen.clear)

    def show(self, panes: SeatPanes) -> None:
        """Show the position and the map of a seat."""
        position, drawn = _plain(panes.position), _plain(panes.map)
        self._panes = SeatPanes(panes.seat, position, drawn)
        self._post(self.screen.show, self._panes)

    def pose(self, question: ShownQuestion) -> None:
        """Show a question, which the next line answers."""
        self._post(self.screen.pose, question)

    def reveal(self, command: str) -> bool:
        """Bring forward the pane of `position` or `map`, if it shows anything."""
        shown = {POSITION: self._panes.position, MAP: self._panes.map}
        if not shown.get(command):
            return False
        name = {POSITION: game_screen.POSITION, MAP: game_screen.MAP}[command]
        self._post(self.screen.reveal, name)
        return True

    def stays(self, result: Result, closing: Callable[[Result], str]) -> Result:
        """Return a result after the person has read what is said of it and leaves."""
        if self.ready.is_set():
            text = _plain(closing(result))
            try:
                self.say(text)
                self.pose(ShownQuestion(text, (LEAVE,)))
                self._next_line()
            except KeyboardInterrupt:
                pass  # the game is over, and its result is printed
        return result

    def leave(self) -> None:
        """Interrupt the game, wherever it is."""
        with self._lock:
            self._typed_lines.put(None)
            if not self._reads:
                self.interrupts()

    def end(self) -> None:
        """Let the screen go, or never appear."""
        self.is_over = True
        self.wanted.set()
        if self.ready.is_set() and not self.is_gone:
            self.screen.call_later(self.screen.exit)

    def _begins(self) -> None:
        self.ready.set()

    def _typed(self, line: str) -> None:
        self._typed_lines.put(line)

    def _post(self, act: Callable[..., None], *given: object) -> None:
        """Let the screen do something after all that it was told before; with the first
        it appears."""
        self.wanted.set()
        self.ready.wait()
        if self.is_gone:
            raise KeyboardInterrupt
        self.screen.call_later(act, *given)

    def _next_line(self) -> str:
        with self._lock:
            self._reads = True
        line = self._typed_lines.get()
        with self._lock:
            self._reads = False
        if line is None:
            raise KeyboardInterrupt
        return "" if line == END else f"{line}\n"


def _plain(text: str) -> str:
    """Return lines without control characters."""
    return "\n".join(map(clean, text.split("\n")))
