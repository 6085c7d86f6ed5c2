"""The chain of a value, from its pack through all overlays, as text and as data."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from interpreter.reports.colour import PLAIN, Paint
from interpreter.reports.outputs.whence import ProvenanceStepOutput, WhenceOutput
from interpreter.reports.text_layout import WIDTH, folded

LONG = 60  # characters of a value that an overlay repeats


class ProvenanceStep(Struct, frozen=True):
    """Somebody who said what a value is: a pack, an overlay, an option, or the command
    line ("": the pack that declares it); `verb` is `written` where it began, `nothing`
    where there was nothing, else the verb of the change."""

    by: str
    place: str
    verb: str
    before: str
    after: str
    path: str = ""


class Provenance(Struct, frozen=True):
    """What a path leads to, the rule around it, and who said so, the latest first.

    `is_left_out`: the options of now leave it out.
    """

    path: str
    value: str
    rule: str
    steps: tuple[ProvenanceStep, ...]
    is_left_out: bool = False
    is_option: bool = False

    @property
    def overlay_lines(self) -> tuple[str, ...]:
        """What an overlay would write to change it."""
        if self.is_option:
            name = self.path.partition(".")[2]
            return ("options:", f"  {name}: ...")
        if len(self.value) > LONG:
            return ("change:", f"  {self.path}: ...")
        return ("change:", f"  {self.path}: {{expect: {self.value}, to: ...}}")


def whence_text(found: Provenance, paint: Paint = PLAIN, cells: int = WIDTH) -> str:
    """Return the chain as lines: the value, who said it, and how to change it."""
    rule = f"  [{found.rule}]" if found.rule else ""
    head = f"{paint.bold(found.path)}{paint.faint(rule)}"
    lines = [head, *folded(found.value, cells, "  ")]
    if found.is_left_out:
        lines.append("  the options of now leave it out")
    for step in found.steps:
        lines += ["", *_step(step, paint, cells)]
    lines += ["", "to change it, an overlay writes"]
    lines += [f"  {line}" for line in found.overlay_lines]
    return "\n".join(lines)


def _step(step: ProvenanceStep, paint: Paint, cells: int) -> Iterator[str]:
    place = paint.faint(step.place)
    if step.verb == "nothing":
        yield "before that there was nothing"
    elif step.verb == "written":
        by = f" by {step.by}" if step.by else ""
        yield f"written{by}  {place}"
        text = step.after or "without the changes above"
        yield from folded(text, cells, "  ")
    else:
        yield f"{_VERBS.get(step.verb, 'changed')} by {step.by}  {place}"
        before, after = step.before or "nothing", step.after or "nothing"
        yield from folded(f"{before} -> {after}", cells, "  ")


_VERBS: Mapping[str, str] = MappingProxyType(
    {"set": "set", "remove": "removed", "add": "added"}
)


def whence_output(found: Provenance) -> WhenceOutput:
    """Return the chain as the record for JSON."""
    return WhenceOutput(
        path=found.path,
        value=found.value,
        rule=found.rule,
        left_out=found.is_left_out,
        steps=tuple(
            ProvenanceStepOutput(
                by=step.by,
                at=step.place,
                verb=step.verb,
                before=step.before,
                after=step.after,
                path=step.path,
            )
            for step in found.steps
        ),
        overlay=found.overlay_lines,
    )
