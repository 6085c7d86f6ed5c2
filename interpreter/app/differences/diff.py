"""The meaning of a change: two versions of rules compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from msgspec.structs import replace

from interpreter.app.differences.changes import rule_changes, sections_changed
from interpreter.app.differences.effects import TRIALS, Sides, Tell, effects_of
from interpreter.app.differences.versions import Version, rules_of, version_of
from interpreter.app.opening.session import scenario_of
from interpreter.pipeline.opening import open_pack
from interpreter.reports.diff_pictures import diff_picture
from interpreter.reports.diffs import (
    DiffReport,
    diff_output,
    diff_text,
    effects_in_order,
)
from interpreter.reports.html import text_html
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.values import spaced


@dataclass(frozen=True, slots=True, repr=False)
class Difference:
    """How one version of rules differs from another: what is written otherwise, and
    what comes of it."""

    report: DiffReport

    @property
    def same(self) -> bool:
        """Whether nothing but words for people differs."""
        return self.report.is_same

    @property
    def changes(self) -> tuple[tuple[str, str, str], ...]:
        """The path of each change, as overlays write it, and the texts before and
        after; words for people are left out."""
        return tuple(
            (change.path, change.before, change.after)
            for change in self.report.changes
            if not change.is_prose
        )

    @property
    def effects(self) -> Mapping[str, str]:
        """What can be run and reaches a change, with the verdict: `differs`, `same`,
        `same as tried`, `estimated`, `not run`."""
        return {effect.title: effect.verdict for effect in self.report.effects}

    def text(self, *, full: bool = False) -> str:
        """Return it as the command line prints it."""
        return diff_text(self.report, full=full)

    def svg(self) -> str:
        """Return what comes of the changes as a picture."""
        return diff_picture(self.report)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire diff --json` prints."""
        return encoded(diff_output(self.report))

    def __repr__(self) -> str:
        """Return how many changes there are."""
        before, after = self.report.names
        return f"Difference({before!r}, {after!r}, {len(self.changes)} changes)"

    def _repr_html_(self) -> str:
        return text_html(self.text())


def diff(
    before: str,
    after: str,
    *,
    options: Mapping[str, str] | None = None,
    after_options: Mapping[str, str] | None = None,
    scenarios: Iterable[str] | None = None,
    trials: int = TRIALS,
    tell: Tell | None = None,
) -> Difference:
    """Return how a version of rules differs from another.

    A version is the name or the folder of a pack, or `PACK@REVISION` of a git
    repository. `options` hold for both, `after_options` for the second alone.
    `scenarios` are the games that are played, `trials` a side; None: the smallest that
    reaches a change. `tell` hears (things compared, of all). Raises what opening a pack
    raises.
    """
    common = dict(options or {})
    with ExitStack() as stack:
        one = stack.enter_context(version_of(before, common))
        other = stack.enter_context(
            version_of(after, {**common, **(after_options or {})})
        )
        names = _names(one, other, dict(after_options or {}))
        one, other = _having(one, other), _having(other, one)
        names = _named(names[0], one, other), _named(names[1], other, one)
        return Difference(_report(one, other, names, scenarios, trials, tell))


def _having(version: Version, other: Version) -> Version:
    """Return a version without the options that it does not have if the other does."""
    known, others = (
        _known(each) if version.options or other.options else {}
        for each in (version, other)
    )
    lacks = {n for n in version.options if n not in known and n in others}
    if not lacks:
        return version
    options = {n: text for n, text in version.options.items() if n not in lacks}
    return replace(version, options=options)


def _named(name: str, version: Version, other: Version) -> str:
    """Return the name of a version with the options that it has alone, or lacks."""
    own = [
        f"{spaced(option)} {value}"
        for option, value in version.options.items()
        if option not in other.options and name == version.name
    ]
    lacks = [
        f"without {spaced(option)}"
        for option in other.options
        if option not in version.options and option not in _known(version)
    ]
    return ", ".join([name, *own, *lacks])


def _known(version: Version) -> Mapping[str, tuple[str, ...]]:
    return open_pack(version.folder).options


def _names(one: Version, other: Version, changed: Mapping[str, str]) -> tuple[str, str]:
    if one.name != other.name:
        return one.name, other.name
    settings = ", ".join(f"{spaced(n)} {value}" for n, value in changed.items())
    return one.name, f"{other.name} with {settings}" if settings else other.name


def _report(
    one: Version,
    other: Version,
    names: tuple[str, str],
    scenarios: Iterable[str] | None,
    trials: int,
    tell: Tell | None,
) -> DiffReport:
    changes = tuple(
        replace(
            change,
            old_place=one.placed(change.old_place),
            new_place=other.placed(change.new_place),
        )
        for change in rule_changes(rules_of(one), rules_of(other))
    )
    sides = Sides(one.pack(), other.pack(), names)
    games: Sequence[str] | None = None
    if scenarios is not None:
        games = [scenario_of(name, sides.after.program) for name in scenarios]
    if not any(not change.is_prose for change in changes):
        return DiffReport(names, changes, ())
    parts = sections_changed(changes)
    effects, unreached = effects_of(sides, parts, games, trials, tell)
    return DiffReport(names, changes, effects_in_order(effects), unreached)
