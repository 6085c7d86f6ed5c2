"""Arguments of the command line; a wrong one is a sentence and a hint."""

import argparse
import os
import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import NoReturn

from interpreter.diagnostics import UsageError, did_you_mean, nearest

_MESSAGE_FORMS = (
    (re.compile("the following arguments are required: (.*)"), "{} is missing"),
    (re.compile("argument (.*): expected one argument"), "{} needs a value"),
    (re.compile("argument (.*): ignored explicit.*"), "{} takes no value"),
)
_WHERE = MappingProxyType({"PACK": "'umpire packs' lists them"})
"""Where to find what is missing."""
_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")


class _Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal; argparse would import compressors to find out."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    width = os.environ.get("COLUMNS", "")
    if width.isdecimal() and int(width):
        return int(width)
    try:
        return os.get_terminal_size().columns or 80
    except (OSError, ValueError):
        return 80


def module_of(verb: str) -> str:
    """Return the name of the module of a verb."""
    return f"interpreter.cli.{verb.replace('-', '_')}"


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError; options are not abbreviated."""

    def __init__(self, verb: str, about: str) -> None:
        """Make the parser of a verb."""
        super().__init__(
            prog=f"umpire {verb}".strip(),
            description=about,
            allow_abbrev=False,
            formatter_class=_Formatter,
        )
        self.verb = verb

    def error(self, message: str) -> NoReturn:
        """Raise what argparse found, in one sentence."""
        found = _CHOICE.search(message)
        if found:
            known = [each.strip(" '\"") for each in found.group(2).split(",")]
            hint = did_you_mean(found.group(1), known) or f"one of {', '.join(known)}"
            raise UsageError(f"'{found.group(1)}' is not allowed here", hint)
        for pattern, message_form in _MESSAGE_FORMS:
            found = pattern.fullmatch(message)
            if found:
                lacks, _, _ = found.group(1).partition(",")
                hint = _WHERE.get(lacks, self.advice)
                raise UsageError(message_form.format(found.group(1)), hint)
        raise UsageError(message[:1].lower() + message[1:], self.advice)

    @property
    def advice(self) -> str:
        """Where to read on."""
        return f"see '{self.prog} --help'"

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Return the arguments; raises UsageError for what is not known."""
        found, rest = self.parse_known_intermixed_args(list(arguments))
        for word in rest:
            name = word.partition("=")[0]
            if name.startswith("-"):
                known = {each.lstrip("-"): each for each in self._option_string_actions}
                near = nearest(name.lstrip("-"), known)
                hint = f"did you mean '{known[near]}'?" if near else self.advice
                raise UsageError(f"unknown option '{name}'", hint)
            hint = _in_quotes(arguments, rest) or self.advice
            hint = self.option_meant(word) or hint
            raise UsageError(f"one argument too many: '{word}'", hint)
        return found

    def option_meant(self, word: str) -> str:
        """Return the hint that an option was meant by a word, "" if there is none."""
        option = f"--{word}"
        is_one = option in self._option_string_actions
        return f"did you mean '{option}'?" if is_one else ""


def _in_quotes(arguments: Sequence[str], rest: Sequence[str]) -> str:
    """Return the hint that puts quotes round a name with blanks, whose words came as
    arguments of their own; "" where the first of them is the pack."""
    words = [word for word in rest if not word.startswith("-")]
    for at in range(2, len(arguments) - len(words) + 1):
        if list(arguments[at : at + len(words)]) == words:
            first = arguments[at - 1]
            if not first.startswith("-") and not arguments[at - 2].startswith("-"):
                name = " ".join([first, *words])
                return f"if it is one name, put it in quotes: '{name}'"
    return ""
