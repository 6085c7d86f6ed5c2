"""The file of a new overlay: examples of changes that are true of its base pack.

One change is active, with a case that shows it, and the others are commented out: who
has never written YAML sees a change that works and its place in the file, and the lines
of another example do the same once their signs are removed. `##` begins an explanation
and `# ` a line of an example, so a test can remove the signs too.

An example is tried before it is written: the overlay is checked in a temporary folder
with all examples in it, and one by one where they have a problem together.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory

from msgspec import Struct

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.pipeline.checking import Checked, check
from interpreter.pipeline.loading import Loaded
from interpreter.reports.cases import CaseResult
from interpreter.reports.colour import clean
from interpreter.ruleset import example_changes as examples
from interpreter.ruleset.example_changes import ExampleChange
from interpreter.ruleset.finding import HEAD
from interpreter.ruleset.mentions import is_mentioned, words
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.yaml import MappingNode, Node, ScalarNode
from interpreter.yaml.writing import block, inline, scalar

TRIED = 4
"""Examples of one kind that are tried until one has no problem."""
MOST_CASES = 40
"""Cases of the base pack that are tried for one that shows a change: those that mention
what it changes first."""
LONGEST_CASE = 240
"""Characters of a case that is short enough for an example."""
KINDS: tuple[Callable[[Ruleset], Iterator[ExampleChange]], ...] = (
    examples.changed_rows,
    examples.added_rows,
    examples.changed_cells,
    examples.changed_formulas,
)
"""The kinds of changes, the likeliest one to be wanted first."""
CASE = "what my change does"
STEADY = "what must stay as it is"
"""The case of an overlay of which no case shows the change."""


class OwnCase(Struct, frozen=True):
    """A case of an overlay: its name, its lines, and the result before the change, ""
    where the change makes no difference to it."""

    name: str
    lines: tuple[str, ...]
    before: str


class OverlayStart(Struct, frozen=True):
    """What an overlay begins with: the examples, of which the first is active, another
    value of an option, and the case."""

    changes: tuple[ExampleChange, ...]
    option: tuple[str, str, str] | None
    case: OwnCase | None


def overlay_start(ruleset: Ruleset, base: str) -> OverlayStart:
    """Return examples of changes of a pack that leave it without a problem; `base` is
    its folder, as an absolute path."""
    with TemporaryDirectory(prefix="umpire-") as place:
        folder = Path(place)
        changes = _clean_examples(ruleset, base, folder)
        option = next(examples.other_options(ruleset), None)
        for active in changes:
            loaded = _check(folder, base, [active]).loaded
            case = _case_of(loaded, ruleset, active.name)
            if case is not None:
                others = tuple(each for each in changes if each is not active)
                return OverlayStart((active, *others), option, case)
        unchanged = _check(folder, base, changes[:1]).loaded
        case = _case_of(unchanged, ruleset)
        return OverlayStart(tuple(changes), option, case)


def _clean_examples(ruleset: Ruleset, base: str, folder: Path) -> list[ExampleChange]:
    """Return an example of each kind that a pack allows."""
    kinds = [list(islice(kind(ruleset), TRIED)) for kind in KINDS]
    firsts = [found[0] for found in kinds if found]
    if firsts and _is_clean(_check(folder, base, firsts)):
        return firsts
    return [
        example
        for found in kinds
        for example in islice(
            (e for e in found if _is_clean(_check(folder, base, [e]))), 1
        )
    ]


def _check(folder: Path, base: str, changes: Sequence[ExampleChange]) -> Checked:
    """Check an overlay with some changes, under its default options."""
    lines = ["name: trial", f"extends: {scalar(base)}", *_active(changes)]
    (folder / HEAD).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return check(folder, quick=True)


def _active(changes: Iterable[ExampleChange]) -> list[str]:
    lines = [f"  {line}" for change in changes for line in change.lines]
    return ["change:", *lines] if lines else []


def _is_clean(checked: Checked) -> bool:
    """Return whether there is no error and no warning, and nothing about the overlay's
    own file."""
    own = {part.file for part in checked.loaded.layers[-1].parts}
    return not any(
        problem.severity in ("error", "warning") or problem.span.source.name in own
        for problem in checked.problems
    )


def _case_of(loaded: Loaded, base: Ruleset, changed: str = "") -> OwnCase | None:
    """Return a case of the base pack whose result the overlay changes, by what is
    `changed`, with the new result; without that one that passes. None if none of the
    first is such a case."""
    runner = CaseRunner(loaded)
    simple = [case for case in base.sections["cases"].values() if _is_simple(case)]
    if changed:
        simple.sort(key=lambda case: not _mentions(case, changed))
    for declared in islice(simple, MOST_CASES):
        result = runner.result(declared)
        if changed and (now := _changed_result(result)) is not None:
            name, before = _free_name(CASE, base), _result_in(declared.node)
            return OwnCase(name, _case_lines(declared.node, now), before)
        if not changed and result.passed:
            name = _free_name(STEADY, base)
            return OwnCase(name, _case_lines(declared.node, None), "")
    return None


def _free_name(name: str, base: Ruleset) -> str:
    """Return a name that no case of the base pack has: this one, or with a number."""
    numbered = (f"{name} {number}" for number in count(2))
    names = chain((name,), numbered)
    taken = {declared.name for declared in base.sections["cases"].values()}
    return next(free for free in names if free not in taken)


def _is_simple(declared: Declaration) -> bool:
    """Return whether a case runs something and expects its result, a text, and nothing
    else."""
    node = declared.node
    if not isinstance(node, MappingNode) or "run" not in node or "rows" in node:
        return False
    expected = node.get("expect")
    entries = expected.entries if isinstance(expected, MappingNode) else ()
    is_short = len(inline(node)) <= LONGEST_CASE
    return is_short and len(entries) == 1 and bool(_result_in(node))


def _mentions(declared: Declaration, name: str) -> bool:
    run = declared.node.get("run") if isinstance(declared.node, MappingNode) else None
    return run is not None and is_mentioned(name, words(run))


def _result_in(node: Node) -> str:
    expected = node.get("expect") if isinstance(node, MappingNode) else None
    result = expected.get("result") if isinstance(expected, MappingNode) else None
    return result.text if isinstance(result, ScalarNode) else ""


def _changed_result(result: CaseResult) -> str | None:
    """Return what came out in place of the expected result; None where that is not the
    one difference."""
    if result.error or len(result.differences) != 1:
        return None
    (difference,) = result.differences
    is_result = difference.what == "result" and not difference.sentence
    return difference.found if is_result else None


def _case_lines(node: Node, result: str | None) -> tuple[str, ...]:
    """Return the lines of a case, with another expected result; what it expects comes
    last."""
    assert isinstance(node, MappingNode)
    lines = ["from: by hand"]
    for key, value in sorted(node.entries, key=lambda entry: entry[0].text == "expect"):
        if key.text in ("from", "rule", "title", "status", "only"):
            continue
        if key.text == "expect" and result is not None:
            lines.append(f"expect: {{result: {scalar(result)}}}")
            continue
        first, *more = block(value)
        if more:
            lines += [f"{key.text}:", *(f"  {line}" for line in (first, *more))]
        else:
            lines.append(f"{key.text}: {inline(value)}")
    return tuple(lines)


# The text of the file.

HEAD_TEXT = """\
# yaml-language-server: $schema=.umpire/overlay.schema.json
## House rules for {base}: this file lists what differs from that pack.
## A line that begins with '##' explains. Lines that begin with '# ' are an example: it
## counts once you remove '# ' from each of its lines. The blanks before them must stay:
## they say what belongs to what. Tabs are not allowed.
## What there is to change:  umpire show {command}
## The path of a row:        umpire show {command} NAME
name: {name}
title: {title}
extends: {extends}
"""
OPTION_TEXT = """
## An option of {base} with another value; it may be: {listed}.
## All options:              umpire show {command} options
# options:
#   {option}: {value}
"""
CHANGE_TEXT = """
## A change names a place of the base pack, the value that you expect there and the new
## one. If its author changes that value one day, 'umpire check' tells you.
change:
"""
CASE_TEXT = """
## A case is a test of your own; it is run by:
##   umpire test {folder} --own
cases:
"""


class BasePack(Struct, frozen=True):
    """The pack that an overlay extends: its name, how it is named on a command line,
    and how the file of the overlay names it."""

    name: str
    typed: str
    way: str


def overlay_text(start: OverlayStart, name: str, base: BasePack, folder: str) -> str:
    """Return the text of an overlay of a name; `folder` is how it is named on a command
    line."""
    words = {"command": quote(base.typed), "folder": quote(folder)}
    fields = {"base": base.name, **words}
    head = {"name": name, "title": f"House rules for {base.name}", "extends": base.way}
    head = {key: scalar(value) for key, value in head.items()}
    text = HEAD_TEXT.format(**head, **fields)
    if start.option is not None:
        option, value, listed = start.option
        written = {"option": scalar(option), "value": scalar(value)}
        text += OPTION_TEXT.format(listed=clean(listed), **written, **fields)
    if start.changes:
        text += CHANGE_TEXT.format(**fields)
        active, *others = start.changes
        about = f"## {clean(active.about)} This one is active."
        text += _lines([about, *active.lines])
        for change in others:
            lines = [f"# {line}" for line in change.lines]
            text += "\n" + _lines([f"## {clean(change.about)}", *lines])
    if start.case is not None:
        text += CASE_TEXT.format(**fields)
        before = f"## Without the change the result is {clean(start.case.before)}."
        lines = [before] if start.case.before else []
        own = [f"  {line}" for line in start.case.lines]
        text += _lines([*lines, f"{start.case.name}:", *own])
    return text


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"  {line}\n" for line in lines)
