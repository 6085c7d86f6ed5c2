"""The full screen of `play --screen`: the widgets, what they show, and the keys.

It knows nothing of a game but what `show`, `pose` and `say` are given as text, and
hands on each line that is typed. On a wide terminal all panes are in view; on a small
one map, position and log share a place, and tabs say which of them is there.

What is shown of a seat is kept in the widgets alone: `clear` empties each of them, and
the input with its text. Nothing that was typed is remembered, offered again or copied.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.content import Content
from textual.widgets import Button, Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from interpreter.app.output import SeatPanes, ShownOption, ShownQuestion
from interpreter.reports.colour import clean

WIDE, HIGH = 100, 30
"""Cells from which on all panes are in view at once."""
MOST_LINES = 4000
"""Of the log, so that it stays quick to fold; 'log' says all again."""
PATIENCE = 0.7
"""Seconds after which a person is told that the answer is worked on."""
WORKING, LEAVING = "working ...", "leaving ..."
PLACEHOLDER = "type an answer or 'help', then Enter"
MAP, POSITION, LOG = "map", "position", "log"
KEYS: Mapping[str, str] = MappingProxyType({MAP: "F2", POSITION: "F3", LOG: "F4"})
"""Which key brings each pane to the front."""
PANES = tuple(KEYS)

STYLE = """
Screen { layout: vertical; overflow: hidden; }
#head { height: 1; background: $panel; }
#who { width: auto; padding: 0 1; text-style: bold; }
.tab { width: auto; padding: 0 1; display: none; }
.tab.-front { text-style: bold reverse; }
#body { height: 1fr; layout: horizontal; }
#left { width: 64%; }
#right { width: 1fr; }
.pane {
    height: 1fr; border: round $secondary; border-title-color: $text; padding: 0;
    scrollbar-size: 1 1;
}
.pane:focus { border: round $accent; }
.pane Static { width: auto; height: auto; text-wrap: nowrap; }
#log { height: 2fr; overflow-x: hidden; }
#log Static { width: 1fr; text-wrap: wrap; }
#question {
    height: auto; max-height: 70%; border: round $accent; padding: 0;
}
#sentence, #limits, #notice { width: 1fr; height: auto; padding: 0 1; }
#sentence { text-style: bold; max-height: 8; }
#limits { max-height: 5; color: $text-muted; }
#notice { display: none; color: $warning; max-height: 3; }
#options {
    height: auto; max-height: 14; border: none; padding: 0 1;
    background: $surface; scrollbar-size: 1 1;
}
#line { height: 1; }
#answer, #answer:focus { width: 1fr; height: 1; border: none; padding: 0 1; }
#send, #send:focus, #send:hover {
    width: 9; min-width: 9; height: 1; border: none; padding: 0;
}
.-small .tab { display: block; }
.-small #body { layout: vertical; }
.-small #left, .-small #right { width: 1fr; max-width: 100%; height: 1fr; }
.-small #right { height: auto; max-height: 100%; }
.-small #question { border: none; border-top: solid $accent; max-height: 12; }
.-small #options { max-height: 6; }
.-small #sentence { max-height: 3; }
.-small #limits { max-height: 2; }
.-small .pane { border: none; display: none; }
.-small .pane.-front { display: block; }
.-small.-on-log #left { display: none; }
.-small.-on-log #right { height: 1fr; }
.-absent { display: none !important; }
"""


class Pane(ScrollableContainer):
    """A text that is scrolled with the keys while the pane has the focus."""

    def __init__(self, name: str) -> None:
        """`name` is its title too."""
        super().__init__(id=name, classes="pane")
        self.border_title = name
        self._more = f"more below: {KEYS[name]}, PgDn"
        self.text = ""
        self._shown = Static(markup=False)

    def compose(self) -> ComposeResult:
        """Make the text."""
        yield self._shown

    def replace(self, text: str) -> None:
        """Show another text; what is in view stays in view."""
        self.text = text
        # not as markup: names of a pack may have brackets
        self._shown.update(Content(text))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Say whether there is more below what is in view."""
        super().watch_scroll_y(old_value, new_value)
        self._tell_more()

    def watch_virtual_size(self) -> None:
        """Say so of another text."""
        self.call_after_refresh(self._tell_more)

    def on_resize(self) -> None:
        """Say so of a pane of another size."""
        self.call_after_refresh(self._tell_more)

    def _tell_more(self) -> None:
        # rounded: a pane glides to its end
        is_more = round(self.scroll_y) < self.max_scroll_y
        self.border_subtitle = self._more if is_more else ""


class PaneTab(Static):
    """A word at the top that brings a pane to the front."""

    def __init__(self, pane: str, key: str) -> None:
        """`key` does the same as a click."""
        super().__init__(f"{key} {pane}", id=f"tab-{pane}", classes="tab", markup=False)
        self.pane = pane

    async def on_click(self) -> None:
        """Bring the pane to the front."""
        await self.run_action(f"app.front('{self.pane}')")


class Options(OptionList):
    """The options of a question, from which one click chooses."""

    def on_click(self, event: events.Click) -> None:
        """Leave out all but the first of quick clicks: the second would already answer
        the next question."""
        if event.chain > 1:
            event.prevent_default()


class GameScreen(App[None]):
    """Shows one seat a game; `submit` is called with each answer, `leave` when the
    person wants to go, `is_ready` once."""

    CSS: ClassVar[str] = STYLE
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    ALLOW_SELECT: ClassVar[bool] = False
    AUTO_FOCUS: ClassVar[str | None] = "#answer"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", f"front('{MAP}')", "map"),
        Binding("f3", f"front('{POSITION}')", "position"),
        Binding("f4", f"front('{LOG}')", "log"),
        Binding("escape", "answer", "answer"),
        Binding("pageup", "turn(-1)", "scroll", show=False),
        Binding("pagedown", "turn(1)", "scroll", show=False),
        Binding("ctrl+d", "end_input", show=False, priority=True),
        Binding("ctrl+c,ctrl+q", "leave", "leave", priority=True, key_display="^c"),
    ]

    def __init__(
        self,
        submit: Callable[[str], None],
        leave: Callable[[], None],
        is_ready: Callable[[], None],
    ) -> None:
        """Begin with nothing to see."""
        super().__init__()
        self.fault: Exception | None = None
        self._submit, self._leave, self._is_ready = submit, leave, is_ready
        self._panes = {name: Pane(name) for name in PANES}
        self._who = Static(id="who", markup=False)
        self._sentence = Static(id="sentence", markup=False)
        self._limits = Static(id="limits", markup=False)
        self._notice = Static(id="notice", markup=False)
        self._options = Options(id="options", markup=False)
        # a letter that is typed elsewhere comes here first, and must not be replaced
        self._answer = Input(
            id="answer", placeholder=PLACEHOLDER, select_on_focus=False
        )
        self._question: ShownQuestion | None = None
        self._log_lines: tuple[str, ...] = ()
        self._echoed = ""
        """The question that is in the log above the last answers."""
        self._front = self._front_before = MAP
        self._is_told = False
        """Whether what is said now is said of the line that was typed last."""

    def compose(self) -> ComposeResult:
        """Make all widgets."""
        tabs = KEYS.items()
        yield Horizontal(
            self._who, *(PaneTab(pane, key) for pane, key in tabs), id="head"
        )
        send = Button("Enter", id="send")
        send.can_focus = False
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield self._panes[MAP]
                yield self._panes[POSITION]
            with Vertical(id="right"):
                yield self._panes[LOG]
                with Vertical(id="question") as asked:
                    asked.border_title = "question"
                    yield self._sentence
                    yield self._options
                    yield self._limits
                    yield self._notice
                    yield Horizontal(self._answer, send, id="line")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to take what is shown and said."""
        self.clear()
        self._is_ready()

    def on_resize(self, event: events.Resize) -> None:
        """Show all panes at once, or one at a time."""
        size = event.size
        self.screen.set_class(size.width < WIDE or size.height < HIGH, "-small")

    def room_of_map(self) -> int:
        """Return how many letters of a line the map has room for, without a border and
        a scroll bar; from any thread."""
        share = self.size.width * 64 // 100
        return share - 4

    # --- What is shown ---

    def clear(self) -> None:
        """Let nothing be seen of what was shown or typed so far."""
        self._log_lines, self._question, self._is_told = (), None, False
        self._echoed = ""
        for pane in self._panes.values():
            pane.replace("")
            pane.scroll_home(animate=False)
        self._who.update("")
        self._answer.value = ""
        self._notify("")
        self._pose(ShownQuestion(""))
        self._show_front(MAP)

    def show(self, panes: SeatPanes) -> None:
        """Show the position and the map of a seat, which is asked something new."""
        self._is_told, self._echoed = False, ""
        self._notify("")
        self._who.update(Content(clean(panes.seat)))
        self._panes[MAP].replace(panes.map)
        self._panes[POSITION].replace(panes.position)
        self._show_front(self._front_before)

    def pose(self, question: ShownQuestion) -> None:
        """Ask for a line."""
        is_new = question.text != self._echoed
        self._question = question
        self._pose(question)
        # asked again after 'map', the keys still scroll what was brought to the front
        if is_new or not isinstance(self.focused, Pane):
            self._answer.focus()

    def say(self, text: str) -> None:
        """Add a message to the log."""
        self._write(text.splitlines())
        if not self._is_told:
            return
        if "\n" in text.strip("\n"):
            before = self._front_before
            self._show_front(LOG)
            self._front_before = before  # until the next question
        else:
            self._notify(text.strip())

    def reveal(self, name: str) -> None:
        """Bring a pane to the front."""
        self.action_front(name)

    def _write(self, lines: Iterable[str]) -> None:
        self._log_lines = (*self._log_lines, *lines)[-MOST_LINES:]
        log = self._panes[LOG]
        log.replace("\n".join(self._log_lines))
        log.scroll_end(animate=False)

    def _notify(self, text: str) -> None:
        """Show one line above the answer, where the log may be out of view."""
        self._notice.update(Content(text))
        is_small = self.screen.has_class("-small")
        self._notice.display = bool(text) and is_small

    def _pose(self, question: ShownQuestion) -> None:
        default = f"empty line: {question.default}" if question.default else ""
        limits = "\n".join(filter(None, (*question.limits, default)))
        for widget, text in ((self._sentence, question.text), (self._limits, limits)):
            widget.update(Content(text))
            widget.display = bool(text)
        self._options.clear_options()
        options = [Option(Content(option.text)) for option in question.options]
        self._options.add_options(options)
        self._options.display = bool(options)
        self._options.scroll_home(animate=False)

    def _show_front(self, name: str) -> None:
        """Let a pane be the one that is in view on a small terminal; a game without a
        map has its position there."""
        has_map = bool(self._panes[MAP].text)
        self._panes[MAP].set_class(not has_map, "-absent")
        self.query_one(f"#tab-{MAP}").set_class(not has_map, "-absent")
        self._front = self._front_before = name
        front = POSITION if name == MAP and not has_map else name
        for pane, widget in self._panes.items():
            widget.set_class(pane == front, "-front")
            self.query_one(f"#tab-{pane}").set_class(pane == front, "-front")
        self.screen.set_class(front == LOG, "-on-log")

    # --- What is typed ---

    def on_input_submitted(self) -> None:
        """Answer with what was typed."""
        self._answer_with(self._answer.value)

    def on_button_pressed(self) -> None:
        """Answer with what was typed."""
        self._answer_with(self._answer.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with an option; of several that are wanted, put it into the answer or
        take it out."""
        question = self._question
        if question is None or event.option_index >= len(question.options):
            return
        chosen = question.options[event.option_index]
        if not question.separator:
            self._answer_with(chosen.answer)
            return
        self._answer.value = _toggled(self._answer.value, chosen, question.separator)
        self._answer.action_end()

    def _answer_with(self, line: str) -> None:
        """Hand on a line if one is waited for: what is typed before a question is seen
        may be meant for another one, or be of another seat."""
        question, self._question = self._question, None
        if question is None:
            return
        self._answer.value = ""
        self._notify("")
        if line.strip() or question.default:  # not that a seat sits down
            self._echo(question.text, line)
        self._is_told = True
        self.set_timer(PATIENCE, self._tell_of_work)
        self._submit(line)

    def _echo(self, question: str, line: str) -> None:
        """Add an answer to the log, after its question; one that is asked again, after
        a command or a mistake, is not repeated."""
        if question != self._echoed:
            self._write(["", *question.splitlines()])
        self._write([f"  > {clean(line)}"])
        self._echoed = question

    def _tell_of_work(self) -> None:
        if self._question is None:
            self._pose(ShownQuestion(WORKING))

    def on_key(self, event: events.Key) -> None:
        """Let letters always be an answer, and arrows go to the options."""
        character = event.character
        if self.focused is self._answer:
            if event.key in ("up", "down") and self._options.option_count:
                self._options.focus()
                self._options.action_cursor_down()
                event.stop()
        elif character is not None and event.is_printable:
            self._answer.focus()
            self._answer.insert_text_at_cursor(character)
            event.stop()
        elif event.key == "enter":
            self._answer.focus()

    def action_front(self, name: str) -> None:
        """Bring a pane to the front, and let the keys scroll it."""
        self._show_front(name)
        pane = self._panes[name]
        if pane.text or name != MAP:
            pane.focus()

    def action_answer(self) -> None:
        """Go back to the answer."""
        self._answer.focus()

    def action_turn(self, pages: int) -> None:
        """Scroll the pane in front by pages while an answer is typed."""
        small = self.screen.has_class("-small")
        pane = self._panes[self._front if small else LOG]
        pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)

    def action_end_input(self) -> None:
        """End the input, where nothing is typed."""
        if self._question is not None and not self._answer.value:
            self._question = None
            self._submit("\x04")

    def action_leave(self) -> None:
        """Leave the game as it is."""
        self._question = None
        self._pose(ShownQuestion(LEAVING))
        self._leave()

    def copy_to_clipboard(self, text: str) -> None:
        """Copy nothing: the next seat could paste it."""

    def _handle_exception(self, error: Exception) -> None:
        """Keep a fault of ours for who runs the screen. The library would print it with
        the values of all variables, which hold what a seat may not know."""
        self.fault = self.fault or error
        self.exit()


def _toggled(typed: str, option: ShownOption, separator: str) -> str:
    """Return an answer of several options with one more, or one less."""
    parts = [part.strip() for part in typed.split(separator) if part.strip()]
    if option.answer in parts:
        parts.remove(option.answer)
    else:
        parts.append(option.answer)
    return f"{separator} ".join(parts)
