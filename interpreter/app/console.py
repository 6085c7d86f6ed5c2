"""What `app` needs of whoever talks to a person: the command line's terminal is one."""

from typing import Protocol, TextIO


class Console(Protocol):
    """Messages out, lines in; nothing of how it is shown."""

    @property
    def source(self) -> TextIO:
        """Where the lines that a person or a script answers come from."""

    def say(self, text: str) -> None:
        """Show a message, which is no data: one or more lines, without the last
        newline."""

    def clear(self) -> None:
        """Let what was shown so far be seen no more, as far as that is possible."""

    def is_person(self) -> bool:
        """Tell whether a person, not a script, answers."""
