"""Which pack of a chain a diagnostic belongs to, and overlay changes without a guard.

The base pack was valid before it was changed, so an error in it is reported once, at
the change of the upper pack that causes it. Notes and warnings of the base belong to
checking the base, except for figures that are missing or of the house, which every pack
above it inherits.

An overlay change that replaces a value without `expect` is noted (R807): the base has
another author, and its next edition may say something else. Exempt are options (their
author sees both sides), additions (nothing is replaced), and values too long for a
line.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from interpreter.diagnostics import Diagnostic, problem
from interpreter.ruleset.changes import changes_in
from interpreter.ruleset.edits import LONGEST
from interpreter.ruleset.layers import Layer, merged
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.ruleset import Origin
from interpreter.source import Span
from interpreter.values.names import plain
from interpreter.yaml import ScalarNode, inline

MOST_SHOWN = 5
TOLD_ABOVE = frozenset({"R510", "R511"})
"""Marks of figures; who replaces some of them wants to know which are left."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What the upper pack says of the one below: a change, or a value of an option.

    `section` and `key` name what it changes; `whole` is all that is written of it.
    """

    span: Span
    whole: Span
    section: str
    key: str


def blamed(
    problems: Sequence[Diagnostic],
    layers: Sequence[Layer],
    below: Callable[[], Iterable[Diagnostic]],
) -> list[Diagnostic]:
    """Return the problems of a pack as its author should hear them.

    `below` gives those of the pack that it extends, checked by itself: while that has
    errors, they are told as they are, and nothing else that is there.
    """
    there = problems_of(layers[:-1], problems)
    own = [each for each in problems if each not in there]
    errors = [each for each in there if each.severity == "error"]
    if not errors:
        usable = all(each.severity != "error" for each in own)
        return own + [e for e in there if usable and e.code in TOLD_ABOVE]
    broken = [each for each in below() if each.severity == "error"]
    told = broken or _at_causes(errors, own, layers)
    places = {str(each.span) for each in told}  # one mistake, one problem
    return told + [each for each in own if str(each.span) not in places]


def problems_of(
    layers: Sequence[Layer], problems: Iterable[Diagnostic]
) -> list[Diagnostic]:
    """Return the problems that are in files of these packs."""
    files = {part.file for layer in layers for part in layer.parts}
    return [each for each in problems if each.span.source.name in files]


def _at_causes(
    errors: list[Diagnostic], own: list[Diagnostic], layers: Sequence[Layer]
) -> list[Diagnostic]:
    """Return one problem for each cause; none where it has a problem of its own."""
    causes = _causes(layers[-1])
    by_cause: dict[Cause, list[Diagnostic]] = {}
    unknown = []
    for each in errors:
        found = _cause(each, causes, layers[:-1])
        if found is not None:
            by_cause.setdefault(found, []).append(each)
        else:
            unknown.append(each)
    wrong = [each.span for each in own if each.severity == "error"]
    told = [
        _told(found, cause)
        for cause, found in by_cause.items()
        if not any(cause.whole.holds(span) for span in wrong)
    ]
    return told + ([] if wrong or told else unknown)


def _told(found: list[Diagnostic], cause: Cause) -> Diagnostic:
    first, *rest = found
    shown = [(each.span, each.message) for each in rest[:MOST_SHOWN]]
    return replace(
        first,
        span=cause.span,
        message=f"this change breaks the base pack: {first.message}",
        related=((first.span, "it shows here"), *shown, *first.related),
    )


def _causes(layer: Layer) -> list[Cause]:
    found = []
    for change in changes_in(layer.map("change"), layer.origin):
        parts = [plain(each.text) for each in parts_of(change.path)]
        if len(parts) > 1:
            whole = change.path.span.to(change.body.span)
            found.append(Cause(change.path.span, whole, parts[0], parts[1]))
    held = layer.map("options")
    for key, value in held.entries if held is not None else ():
        if isinstance(value, ScalarNode):
            whole = key.span.to(value.span)
            found.append(Cause(key.span, whole, "options", plain(key.text)))
    return found


def _cause(
    found: Diagnostic, causes: list[Cause], below: Sequence[Layer]
) -> Cause | None:
    """Return the cause that changes where it shows, else one whose name it reads."""
    place = _declaration(found.span, below)
    read = f"_{plain(found.span.text)}_{plain(found.message)}_"
    for cause in causes:
        if (cause.section, cause.key) == place:
            return cause
    for cause in causes:
        if cause.key in read:
            return cause
    return causes[0] if len(causes) == 1 else None


def _declaration(span: Span, below: Sequence[Layer]) -> tuple[str, str] | None:
    """Return section and name of the declaration in which a place stands."""
    for section, known in merged(list(below), []).items():
        for key, each in known.items():
            if each.span.to(each.node.span).holds(span):
                return section, key
    return None


# --- Unguarded changes (R807) ---

_REPLACING = frozenset({"to", "add", "scale", "replace", "remove"})


def unexpecting(origins: Iterable[Origin], layers: Sequence[Layer]) -> list[Diagnostic]:
    """Return a note for each change of an overlay that says not what it changes."""
    owners = {part.file: layer.origin for layer in layers for part in layer.parts}
    found = []
    for each in origins:
        before = each.before
        if before is None or each.expects or each.verb not in _REPLACING:
            continue
        overlay = owners.get(each.span.source.name) == each.by
        below = owners.get(before.span.source.name)
        text = inline(before)
        if not overlay or below == each.by or len(text) > LONGEST:
            continue
        message = (
            "this change has no 'expect', so it will not be noticed if the base value "
            "changes"
        )
        hint = f"write 'expect: {text}' next to '{each.verb}'"
        found.append(
            problem(
                "R807",
                each.span,
                message,
                hint=hint,
                related=((before.span, "it is here"),),
            )
        )
    return found
