"""What `install` and `uninstall` print with `--json`."""

from typing import Literal

from interpreter.reports.outputs.checks import Problems
from interpreter.reports.outputs.encoding import Count, VerbOutput

InstallOutcome = Literal["installed", "replaced", "there already", "not installed"]


class InstallOutput(VerbOutput, frozen=True, kw_only=True):
    """A pack that was installed, or looked at."""

    name: str
    """The name by which commands find it."""
    folder: str
    """Its folder in the library of the user."""
    outcome: InstallOutcome
    """Whether it is new, stands in place of another content of its name, was there
    already, or was only looked at."""
    title: str
    """Its title, or an empty text."""
    version: str
    """The version that it states, or an empty text."""
    licence: str
    """The licence that it states, or an empty text."""
    credits: str
    """Who wrote it, as it states, or an empty text."""
    source: str
    """Where its rules come from, as it states, or an empty text."""
    hash: str
    """The SHA-256 of its files, which `--hash` compares."""
    installed_from: str
    """The folder or archive."""
    files: Count
    """How many files it has."""
    left_out: tuple[str, ...]
    """Files of the source that are of no kind that packs have."""
    count: Count
    """How many problems the check finds under the default options; at most 200 are
    listed, and none is an error."""
    problems: Problems
    """These problems."""


class UninstallOutput(VerbOutput, frozen=True, kw_only=True):
    """A pack that was removed."""

    name: str
    """Its name."""
    folder: str
    """The folder that was removed."""
    extended_by: tuple[str, ...]
    """Installed packs that extend it: they do not work without it."""
