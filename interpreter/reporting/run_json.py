"""A run as JSON (interpreter/COMMANDS.md, "JSON")."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.checked.declared import Declared
from interpreter.reporting.claims import told_json
from interpreter.reporting.lookups import table_lines
from interpreter.reporting.paint import PLAIN
from interpreter.reporting.run import Answer, Look, Run, Step, SumNote, TableNote, Throw
from interpreter.reporting.sums import sum_lines, why
from interpreter.reporting.values import Edge, Refusal, to_json

WIDE = 10_000  # a text in JSON is not folded


def run_json(run: Run, declared: Declared, names: Edge) -> dict[str, object]:
    """Return a run as JSON."""
    steps = [each for each in run.notes if isinstance(each, Step)]
    every = [look for each in steps for look in each.inside]
    return {
        "format": 1,
        "pack": run.pack,
        "procedure": run.procedure,
        "result": to_json(run.result, run.gives, _edge(every, declared, names)),
        "trace": [_step_json(each, declared, names) for each in steps],
        "told": told_json(run.told),
        "dice": [_throw_json(n, names) for n in run.notes if isinstance(n, Throw)],
        "answers": [_answer_json(n, names) for n in run.notes if isinstance(n, Answer)],
        "seed": run.seed,
    }


def _edge(looks: Sequence[Look], declared: Declared, names: Edge) -> Edge:
    """Return an edge that knows why rows did not apply; of a name the last sum."""
    found: dict[tuple[str, int], Refusal] = {}
    for note in looks:
        made = declared.modifiers.get(getattr(note, "modifiers", ""))
        if made is None or not isinstance(note, SumNote):
            continue
        for number, one in enumerate(note.rows):
            reason = why(note, number, made, names)
            found[note.modifiers, number] = Refusal(reason, one.worth)
    return replace(names, refusals=found)


def _throw_json(each: Throw, names: Edge) -> dict[str, object]:
    return {
        "at": each.at,
        "name": each.name,
        "by": each.by,
        "for": each.purpose,
        "needs": each.needs,
        "sides": each.sides,
        "faces": [to_json(face, each.type, names) for face in each.faces],
        "typed": each.typed,
        "key": list(each.key),
    }


def _answer_json(each: Answer, names: Edge) -> dict[str, object]:
    return {
        "at": each.at,
        "name": each.name,
        "value": to_json(each.value, each.type, names),
        "by": each.by,
    }


def _step_json(each: Step, declared: Declared, names: Edge) -> dict[str, object]:
    told = [line for look in each.inside for line in _told(look, declared, names)]
    said: dict[str, object] = {
        "at": each.at,
        "kind": each.kind,
        "rule": each.rule,
        "place": str(each.span),
        "name": each.name,
        "text": "\n".join([*([each.said] if each.said else []), *told]),
        "changes": [
            {
                "entity": one.entity,
                "field": one.field,
                "before": to_json(one.before.value, one.before.type, names)
                if one.before
                else None,
                "after": to_json(one.after.value, one.after.type, names),
            }
            for one in each.changes
        ],
    }
    if each.type is not None:
        edge = _edge(each.inside, declared, names)
        said["value"] = to_json(each.value, each.type, edge)
    return said


def _told(look: Look, declared: Declared, names: Edge) -> Iterator[str]:
    if isinstance(look, TableNote):
        table = declared.tables.get(look.table)
        if table is not None:
            yield from table_lines(look, table, names, PLAIN, WIDE)
        return
    found = declared.modifiers.get(look.modifiers)
    if found is not None:
        yield from sum_lines(look, found, names, PLAIN, WIDE)
