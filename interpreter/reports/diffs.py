"""How two versions of rules differ: what is written otherwise, and what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct

from interpreter.reports.outputs.diffs import (
    DiffOutput,
    EffectOutput,
    RuleChangeOutput,
)
from interpreter.reports.sweep_text import (
    PLAIN_STYLE,
    TextStyle,
    certain_outcomes,
    changed_outcomes,
)
from interpreter.reports.sweeps import SweepReport, sweep_output
from interpreter.reports.text_layout import folded

SHOWN = 3  # lines of a text
ChangeSign: TypeAlias = Literal["+", "-", "~", "order"]
DiffVerdict: TypeAlias = Literal[
    "same", "same as tried", "no difference seen", "differs", "estimated", "not run"
]


class RuleChange(Struct, frozen=True):
    """A part of the rules that is written otherwise.

    `path` is as overlays write it. `before` and `after` are the two texts ("" for what
    is not there), `old_place` and `new_place` where they are written. `is_prose` is
    true of words that only people read.
    """

    sign: ChangeSign
    path: str
    before: str
    after: str
    rule: str = ""
    old_place: str = ""
    new_place: str = ""
    is_prose: bool = False


class Effect(Struct, frozen=True):
    """What a change comes to for something that can be run.

    `example` are the arguments of the smallest example that differs, `compared` its two
    distributions; `tried` of `domain` (None: without end) combinations of arguments
    were run, `differing` of them differ. `note` says why something was not run.
    """

    name: str
    scenario: str
    verdict: DiffVerdict
    example: tuple[tuple[str, str], ...] = ()
    compared: SweepReport | None = None
    tried: int = 0
    domain: int | None = None
    differing: int = 0
    note: str = ""

    @property
    def trials(self) -> int:
        """How many trials an estimate has; 0 of what is exact or was not run."""
        if self.compared is None:
            return 0
        totals = (one.total for one in self.compared.every if not one.is_exact)
        return max(totals, default=0)

    @property
    def title(self) -> str:
        """What is run, with the scenario and the arguments of the example."""
        parts = [self.name, *([self.scenario] if self.scenario else [])]
        parts += [f"{name} {value}" for name, value in self.example]
        return ", ".join(parts)


class DiffReport(Struct, frozen=True):
    """How a version of rules differs from another: `names` are those of the two, before
    and after; `unreached` is how many things that can be run read nothing of what
    changed."""

    names: tuple[str, str]
    changes: tuple[RuleChange, ...]
    effects: tuple[Effect, ...]
    unreached: int = 0

    @property
    def is_same(self) -> bool:
        """Tell whether nothing but words differs."""
        return all(change.is_prose for change in self.changes)


def diff_text(
    report: DiffReport, *, full: bool = False, style: TextStyle = PLAIN_STYLE
) -> str:
    """Return the differences as lines: the changes first, then what comes of them; ""
    where there are none. `full`: words for people too, what did not change, and every
    outcome."""
    shown = [change for change in report.changes if full or not change.is_prose]
    words = len(report.changes) - len(shown)
    if not report.changes:
        return ""
    paint = style.paint
    lines = [paint.bold(f"{report.names[0]} -> {report.names[1]}"), ""]
    for change in shown:
        lines += [*_change(change, full, style), ""]
    if words:
        noun = "text" if words == 1 else "texts"
        lines += [f"{words} {noun} that only people read differ; --full shows them", ""]
    if report.effects:
        lines += [paint.bold("what comes of it"), ""]
        for effect in report.effects:
            if full or effect.verdict in DIFFERENT:
                lines += [*_effect(effect, full, style), ""]
        if not full:
            lines += [*_equal(report.effects, style), ""]
    if report.unreached and not report.is_same:
        noun = "one reads" if report.unreached == 1 else f"{report.unreached} read"
        lines += folded(
            f"of the other entry points, roll tables and games, {noun} nothing of this",
            style.cells,
            "",
        )
    return "\n".join(lines).rstrip()


DIFFERENT = ("differs", "estimated")
EQUAL: Mapping[DiffVerdict, str] = MappingProxyType(
    {
        "same": "the same distribution, proved, from the start of the scenario named",
        "same as tried": "the same distribution as far as arguments were tried",
        "no difference seen": "no difference that so many trials could show",
    }
)


def _equal(effects: Sequence[Effect], style: TextStyle) -> Iterator[str]:
    """Yield a line for each way in which nothing comes of the changes."""
    missed = [f"{each.title} ({each.note})" for each in effects if each.note]
    if missed:
        yield from folded(f"not tried: {'; '.join(missed)}", style.cells, "  ")
    for verdict, words in EQUAL.items():
        fit = [effect for effect in effects if effect.verdict == verdict]
        if fit:
            count = max(effect.trials for effect in fit)
            trials = f" ({count:,} a side)" if count else ""
            text = f"{words}{trials}: {'; '.join(effect.title for effect in fit)}"
            yield from folded(text, style.cells, "  ")


_PAINT: Mapping[str, str] = MappingProxyType(
    {"+": "good", "-": "bad", "~": "odd", "order": "odd"}
)


def _change(change: RuleChange, full: bool, style: TextStyle) -> Iterator[str]:
    """Yield the lines of one change."""
    paint = style.paint
    sign = "~" if change.sign == "order" else change.sign
    signed = getattr(paint, _PAINT[change.sign])(sign)
    rule = f"  [{change.rule}]" if change.rule else ""
    yield f"{signed} {change.path}{paint.faint(rule)}"
    if change.sign == "order":
        yield from _texts(f"order: {change.before} -> {change.after}", full, style)
    elif change.sign == "~":
        yield from _texts(f"{change.before} -> {change.after}", full, style)
    else:
        yield from _texts(change.after or change.before, full, style)
    places = " -> ".join(
        dict.fromkeys(filter(None, (change.old_place, change.new_place)))
    )
    if places:
        yield f"    {paint.faint(places)}"


def _texts(text: str, full: bool, style: TextStyle) -> list[str]:
    """Return a text on lines, as far as two reach, or with `full` whole."""
    lines = folded(text, style.cells, "    ")
    if full or len(lines) <= SHOWN:
        return lines
    return [*lines[: SHOWN - 1], f"{lines[SHOWN - 1]} ..."]


def _effect(effect: Effect, full: bool, style: TextStyle) -> Iterator[str]:
    """Yield the lines of what comes of the changes for one thing that can be run."""
    paint = style.paint
    several = effect.tried > 1
    match effect.verdict:
        case "same" | "same as tried" | "no difference seen" as verdict:
            of_all = f", {effect.tried} arguments" if several else ""
            yield f"  {effect.title}: {EQUAL[verdict]}{of_all}"
            return
        case "not run":
            yield from folded(f"{effect.title}: {effect.note}", style.cells, "  ")
            return
        case "differs" | "estimated":
            pass
    share = f" (differs for {effect.differing} of {effect.tried} arguments)"
    yield f"  {paint.bold(effect.title)}{share if several else ''}"
    if effect.compared is not None and not full:
        certain = certain_outcomes(effect.compared)
        if certain is not None:
            yield f"  {certain[1]} -> {certain[0]}"
            return
    if effect.compared is not None:
        yield from changed_outcomes(effect.compared, style, every=full)


def diff_output(report: DiffReport) -> DiffOutput:
    """Return the differences as the record for JSON."""
    return DiffOutput(
        before=report.names[0],
        after=report.names[1],
        same=report.is_same,
        changes=tuple(map(_change_output, report.changes)),
        effects=tuple(map(_effect_output, report.effects)),
        unreached=report.unreached,
    )


def _change_output(change: RuleChange) -> RuleChangeOutput:
    return RuleChangeOutput(
        sign=change.sign,
        path=change.path,
        before=change.before,
        after=change.after,
        rule=change.rule,
        old_place=change.old_place,
        new_place=change.new_place,
        prose=change.is_prose,
    )


def _effect_output(effect: Effect) -> EffectOutput:
    compared = None if effect.compared is None else sweep_output(effect.compared)
    return EffectOutput(
        name=effect.name,
        scenario=effect.scenario,
        verdict=effect.verdict,
        example=dict(effect.example),
        tried=effect.tried,
        domain=effect.domain,
        differing=effect.differing,
        note=effect.note,
        compared=None if compared is None else compared.cells[0],
    )


def effects_in_order(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return effects with those that differ first."""
    first = (*DIFFERENT, "not run", *EQUAL)
    return tuple(sorted(effects, key=lambda effect: first.index(effect.verdict)))
