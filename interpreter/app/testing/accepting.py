"""Writes what came of a run into the cases of a pack: as a new case, or as the new
expectation of one that failed.

Both are edits of texts at known places. A case is written only if it passes with the
texts as they will be; so what a run does that no case can say is refused, not lost.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.output import create_file, replace_text
from interpreter.app.running.once import CompletedRun
from interpreter.app.testing.case_runs import CaseRunner
from interpreter.app.testing.selection import selected
from interpreter.diagnostics import Unusable, UsageError
from interpreter.expressions.typed import Constant
from interpreter.ir.instructions import LEG
from interpreter.pipeline.loading import Loaded, load_unproved, load_with, usable
from interpreter.reports.case_values import RecordedCase, as_yaml
from interpreter.reports.cases import CaseResult
from interpreter.reports.runs import Answer, Throw
from interpreter.reports.text_edits import Accepted, FileEdit
from interpreter.reports.values import ValueNames
from interpreter.ruleset.finding import paths_below
from interpreter.ruleset.pack_files import PackFile
from interpreter.semantics.declarations import Parameter
from interpreter.semantics.state_view import StateView
from interpreter.source import Span, normalised
from interpreter.values.types import ListOf, Nothing, SumOf, Unknown, Value, places
from interpreter.yaml.nodes import MappingNode
from interpreter.yaml.scalar_edits import in_flow

STEP = 2
_PLACE = re.compile(r"(?P<file>.*?\.yaml)(?::(?P<name>.*))?", re.DOTALL)


class AcceptedCase(Struct, frozen=True):
    """A case that was made of a run, and the file that has it now."""

    name: str
    edit: FileEdit
    is_new: bool


# A run as a new case.


def accepted(
    ended: CompletedRun, options: Mapping[str, str], place: str
) -> AcceptedCase:
    """Return the case that a run is, in a file of its pack; nothing is written.

    `place` is a path, from here or from the folder of the pack, perhaps with a colon
    and the name of the case; `options` are those that were set. Raises Unusable where
    the run cannot be a case, or the file can have none.
    """
    session = ended.session
    loaded = load_unproved(session.pack.folder)
    usable(loaded)
    path, name = _file_and_name(place, loaded)
    name = name or _new_name(session.entry.name, loaded)
    if _case_names(loaded) & {normalised(name)}:
        hint = f"'umpire test PACK {name} --accept' accepts what comes of it now"
        raise UsageError(f"there is a case '{name}' already", hint)
    failed = ""
    for case in _as_cases(ended, options):
        edit, is_new = _with_case(path, loaded, name, case)
        failed = _failure(loaded, {edit.file: edit.after}, name)
        if not failed:
            return AcceptedCase(name, edit, is_new)
    raise Unusable(f"this run cannot be written as a case: {failed}")


def write_accepted(case: AcceptedCase) -> None:
    """Write the file of a case; Unusable where that cannot be done."""
    if case.is_new:
        create_file(Path(case.edit.file), case.edit.after, "the case")
    else:
        write_edits((case.edit,))


def write_edits(edits: Sequence[FileEdit]) -> None:
    """Write files that change; Unusable where one cannot be written."""
    for edit in edits:
        replace_text(Path(edit.file), edit.before, edit.after)


def _file_and_name(place: str, loaded: Loaded) -> tuple[Path, str]:
    """Return the file of a pack and the name of a case that are meant."""
    found = _PLACE.fullmatch(place)
    if found is None:
        hint = "write FILE.yaml, or FILE.yaml:NAME"
        raise UsageError(f"--accept '{place}' names no YAML file", hint)
    folder = loaded.folder
    typed = Path(found["file"])
    whole = folder.resolve()
    for path in (typed, folder / typed):
        inner = Path(os.path.abspath(path))
        if inner.is_relative_to(whole) and inner.parent.is_dir():
            path = folder / inner.relative_to(whole)
            known = set(paths_below(folder, []))
            if not path.exists() or str(path.relative_to(folder)) in known:
                return path, (found["name"] or "").strip()
    hint = f"name a file in '{folder}', in a folder that is there"
    raise Unusable(f"'{typed}' can be no file of this pack", hint=hint)


def _case_names(loaded: Loaded) -> set[str]:
    assert loaded.ruleset is not None
    return set(loaded.ruleset.sections.get("cases", {}))


def _new_name(entry: str, loaded: Loaded) -> str:
    """Return a name for a case of an entry point that no case has."""
    names, number = _case_names(loaded), 1
    name = f"{entry.replace('_', ' ')} as it came out"
    wanted = name
    while normalised(wanted) in names:
        number += 1
        wanted = f"{name} {number}"
    return wanted


def _as_cases(
    ended: CompletedRun, options: Mapping[str, str]
) -> Iterator[RecordedCase]:
    """Yield the run as a case, the plainest first: with its dice and answers; with its
    seed too, for what else was left to it."""
    session, run = ended.session, ended.report(masked=False)
    names, entry = session.edge, session.entry
    values = list(zip(session.values, entry.takes, strict=True))
    while values and _is_default(*values[-1]):
        values.pop()
    given = ", ".join(as_yaml(value, taken.type, names) for value, taken in values)
    expect: dict[str, str] = {}
    answered = ended.choices.answered
    if run.result is not None or not isinstance(run.gives, (Nothing, Unknown)):
        expect["result"] = as_yaml(run.result, run.gives, names)
    expect |= _changed(ended)
    if not expect:
        raise Unusable("nothing comes of this run that a case could expect")
    case = RecordedCase(
        f"{entry.name}({given})",
        session.scenario,
        options,
        _fell(ended),
        tuple(_answered(ended)),
        expect,
        in_turn=len({a.name for a in answered}) < len(answered),
    )
    yield case
    if ended.seed:
        yield replace(case, seed=ended.seed)


def _is_default(value: Value, taken: Parameter) -> bool:
    """Tell whether an argument is what the parameter is without it."""
    return isinstance(taken.default, Constant) and taken.default.value == value


def _fell(ended: CompletedRun) -> dict[str, list[str]]:
    """Return what fell and what was drawn, by the name of the roll, in order."""
    names, fell = ended.session.edge, dict[str, list[str]]()
    for throw in ended.chance.thrown:
        fell.setdefault(throw.name, []).extend(_faces(throw, names))
    return fell


def _faces(throw: Throw, names: ValueNames) -> list[str]:
    if throw.sides:
        return [str(face) for face in throw.faces]
    kind = throw.type.item if isinstance(throw.type, ListOf) else throw.type
    return [as_yaml(face, kind, names) for face in throw.faces]


def _answered(ended: CompletedRun) -> Iterator[tuple[str, str]]:
    """Yield the answers in order, but for each question those after the last that was
    asked: a case answers every stop of a name in turn, also one with a single option,
    and the rest need no answer."""
    left = Counter(a.name for a in ended.choices.answered if _was_asked(a))
    for answer in ended.choices.answered:
        if left[answer.name]:
            left[answer.name] -= _was_asked(answer)
            yield answer.name, as_yaml(answer.value, answer.type, ended.session.edge)


def _was_asked(answer: Answer) -> bool:
    """Tell whether there was more than one option; each step of a way counts."""
    return answer.by != "the only one" or answer.name == LEG


def _changed(ended: CompletedRun) -> dict[str, str]:
    """Return the fields that are otherwise at the end than at the beginning, of what
    the scenario had."""
    session = ended.session
    declared, names = session.program.declared, session.edge
    before = StateView(declared, ended.begun)
    after = StateView(declared, ended.outcome.game_state)
    found: dict[str, str] = {}
    for kind, made in declared.kinds.items():
        for name, number in places(session.initial_state.ids.get(kind, ())).items():
            was, now = before.row(kind, number), after.row(kind, number)
            if was is None or now is None:
                continue
            for field, old, new in zip(made.fields, was, now, strict=True):
                if old != new and not isinstance(field.type, SumOf):
                    key = f"{name}.{field.name}".replace("_", " ")
                    found[key] = as_yaml(new, field.type, names)
    return found


def _with_case(
    path: Path, loaded: Loaded, name: str, case: RecordedCase
) -> tuple[FileEdit, bool]:
    """Return a file of a pack with one more case, and whether it is a new file."""
    file = str(path)
    part = _parts(loaded).get(file)
    if part is None:
        lines = ["cases:", *case.lines(name, STEP)]
        return FileEdit(file, "", "\n".join(lines) + "\n"), True
    assert part.node is not None
    text = part.node.span.source.text
    cases = part.node.get("cases") if isinstance(part.node, MappingNode) else None
    if cases is None:
        gap = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
        lines = ["cases:", *case.lines(name, STEP)]
        after = text + gap + "\n".join(lines) + "\n"
        return FileEdit(file, text, after), False
    if not isinstance(cases, MappingNode) or not cases.entries or _is_flow(cases.span):
        hint = "write its cases below each other, or name another file"
        raise Unusable(f"'{file}' has its cases in braces", hint=hint)
    indent = cases.entries[0][0].span.first[1] - 1
    line_end = "\r\n" if "\r\n" in text else "\n"
    end = text.find(line_end, cases.span.end)
    end = len(text) if end < 0 else end
    new = "".join(f"{line_end}{line}" for line in case.lines(name, indent))
    after = text[:end] + new + text[end:]
    return FileEdit(file, text, after + "\n" * (not after.endswith("\n"))), False


def _is_flow(span: Span) -> bool:
    return span.text[:1] == "{" or in_flow(span)


def _parts(loaded: Loaded) -> dict[str, PackFile]:
    """Return the files of the pack itself."""
    return {part.file: part for part in loaded.layers[-1].parts}


def _failure(loaded: Loaded, texts: Mapping[str, str], name: str) -> str:
    """Return why a case does not pass with these texts, "" if it does."""
    result = _result(load_with(loaded.folder, texts), name)
    if result is None:
        return "it would not be read there"
    return "" if result.passed else _why(result)


def _result(loaded: Loaded, name: str) -> CaseResult | None:
    usable(loaded)
    runner = CaseRunner(loaded)
    case = runner.declared().get(normalised(name))
    return None if case is None else runner.result(case)


def _why(result: CaseResult) -> str:
    """Return in one sentence why a case fails."""
    if result.error:
        return result.error
    first = result.differences[0]
    if first.sentence:
        return first.sentence
    return f"{first.what} is {first.found}, and {first.expected} was expected"


# What came of cases that failed, as their new expectation.


def accepted_results(folder: Path, words: Sequence[str], *, several: bool) -> Accepted:
    """Return the cases that words mean, all without any, with what comes of them now in
    place of what they expect; nothing is written.

    A UsageError where `several` fail and that was not asked for; UnknownName for a word
    that means nothing. Cases of base packs are refused.
    """
    loaded = load_unproved(folder)
    usable(loaded)
    runner = CaseRunner(loaded)
    cases = runner.declared()
    if words:
        (meant,) = selected([(loaded, cases)], words)
        cases = {
            name: case
            for name, case in cases.items()
            if name in meant.names or meant.named_by(case)
        }
    failed = [
        result for result in map(runner.result, cases.values()) if not result.passed
    ]
    if len(failed) > 1 and not several:
        listed = ", ".join(f"'{result.name}'" for result in failed[:3])
        more = ", ..." if failed[3:] else ""
        hint = f"name one of them, or add --all: {listed}{more}"
        raise UsageError(f"{len(failed)} cases failed", hint)
    return _replaced(loaded, failed)


def _replaced(loaded: Loaded, failed: Sequence[CaseResult]) -> Accepted:
    """Replace the expectations of cases that failed, one case after the other: a text
    that several share must fit all of them."""
    own = set(_parts(loaded))
    texts: dict[tuple[str, int, int], str] = {}
    refused: list[tuple[str, str]] = []
    names: list[str] = []
    for result in failed:
        why = _not_acceptable(result, own)
        new = {} if why else _replacements(result)
        if not why and any(
            texts.get(place, text) != text for place, text in new.items()
        ):
            why = "another case has the same expectation, and another result"
        if why:
            refused.append((result.name, why))
            continue
        texts |= new
        names.append(result.name)
    edits = _edits(loaded, texts)
    after = load_with(loaded.folder, {edit.file: edit.after for edit in edits})
    for name in dict.fromkeys([*names, *_expecting(loaded, texts)]):
        again = _result(after, name)
        if again is None or not again.passed:
            reason = "it is gone" if again is None else _why(again)
            still = "still fail" if name in names else "fail, for it expects the same"
            raise Unusable(f"the case '{name}' would {still}: {reason}")
    return Accepted(tuple(names), tuple(refused), edits)


def _not_acceptable(result: CaseResult, own: set[str]) -> str:
    """Return why the result of a case cannot be its expectation, "" if it can."""
    if result.below or result.span.source.name not in own:
        return f"it belongs to {result.below or 'another pack'}"
    if result.error:
        return result.error
    for difference in result.differences:
        if difference.place is None:
            what = difference.sentence or f"'{difference.what}' differs"
            return f"{what}: only values of 'expect' can be accepted"
        if difference.place.source.name not in own:
            return f"what it expects is written in {difference.place.source.name}"
    return ""


def _expecting(
    loaded: Loaded, texts: Mapping[tuple[str, int, int], str]
) -> Iterator[str]:
    """Yield the names of cases that expect what is written at one of these places."""
    for case in CaseRunner(loaded).declared().values():
        expect = case.node.get("expect") if isinstance(case.node, MappingNode) else None
        pairs = expect.entries if isinstance(expect, MappingNode) else ()
        spans = (node.span for _, node in pairs)
        if any((span.source.name, span.start, span.end) in texts for span in spans):
            yield case.name


def _replacements(result: CaseResult) -> dict[tuple[str, int, int], str]:
    """Return the texts of new expectations by the places of the old ones."""
    found: dict[tuple[str, int, int], str] = {}
    for difference in result.differences:
        assert difference.place is not None
        span, text = difference.place, difference.written
        found[span.source.name, span.start, span.end] = text
    return found


def _edits(
    loaded: Loaded, texts: Mapping[tuple[str, int, int], str]
) -> tuple[FileEdit, ...]:
    """Return the files with the texts in their places."""
    edits: list[FileEdit] = []
    for file, part in _parts(loaded).items():
        assert part.source is not None
        before = after = part.source.text
        places_here = [place for place in texts if place[0] == file]
        for place in sorted(places_here, reverse=True):
            _, start, end = place
            after = after[:start] + texts[place] + after[end:]
        if after != before:
            edits.append(FileEdit(file, before, after))
    return tuple(edits)
