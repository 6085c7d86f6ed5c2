"""A run as a table wants to hear it: what fell, what was added to it, what changed."""

from collections.abc import Iterator
from shlex import quote

from interpreter.checked.declared import Declared, RollTable
from interpreter.reporting.claims import told_text
from interpreter.reporting.lookups import row_read
from interpreter.reporting.paint import PLAIN, Paint, clean
from interpreter.reporting.run import Answer, Run, Step, TableNote, Throw
from interpreter.reporting.values import Edge, spaced, to_text
from interpreter.values.types import Nothing, Value


def run_text(run: Run, declared: Declared, names: Edge, paint: Paint = PLAIN) -> str:
    """Return dice, answers, rows that something was added for, changes, the result;
    what nobody ruled is only named."""
    lines = [f"  {line}" for line in _points(run, declared, names)]
    left = [each for each in run.notes if isinstance(each, Answer) and _is_left(each)]
    if left:
        asked = ", ".join(dict.fromkeys(spaced(each.name) for each in left))
        lines.append(f"  left at the default: {asked} (or --answer NAME=VALUE)")
    return "\n".join([*lines, result_text(run, names, paint), *ending(run, paint)])


def _points(run: Run, declared: Declared, names: Edge) -> Iterator[str]:
    fell: Value = None  # the sum of the last dice: a table read with it is plain
    for each in run.notes:
        if isinstance(each, Throw):
            yield f"{spaced(each.name)}: {thrown(each, names)}"
            fell = _sum(each)
        elif isinstance(each, Answer):
            yield from [] if _is_left(each) else [answered(each, names)]
        else:
            yield from _read(each, fell, declared, names)
            yield from _changed(each, names)
            yield from [clean(each.own)] if each.own else []


def _is_left(each: Answer) -> bool:
    return each.by == "default"


def _sum(each: Throw) -> Value:
    numbers = [face for face in each.faces if isinstance(face, int)]
    return sum(numbers) if each.sides else None


def _read(step: Step, fell: Value, declared: Declared, names: Edge) -> Iterator[str]:
    """Yield the row of each roll table for which something was added to what fell,
    and wherever a labelled sum was."""
    for look in step.inside:
        table = declared.tables.get(getattr(look, "table", ""))
        if not isinstance(look, TableNote) or not isinstance(table, RollTable):
            continue
        added = table.plus or len(look.terms) > 1
        moved = added and look.given and look.given[0].value != fell
        if moved or look.labelled:
            yield row_read(look, table, names)


def _changed(step: Step, names: Edge) -> Iterator[str]:
    """Yield the fields that are another than before; what was made is not told."""
    for each in step.changes:
        if each.before is not None:
            yield f"{clean(each.entity)}.{spaced(each.field)}: " + " -> ".join(
                to_text(one.value, one.type, names) for one in (each.before, each.after)
            )


def result_text(run: Run, names: Edge, paint: Paint) -> str:
    """Return what was run, and what it gave."""
    nothing = isinstance(run.gives, Nothing)
    value = "done" if nothing else to_text(run.result, run.gives, names)
    return f"{spaced(run.procedure)}: {paint.bold(value)}"


def ending(run: Run, paint: Paint) -> list[str]:
    """Return what the seats were told, and the seed."""
    seed = clean(quote(run.seed))
    said = f"  seed {seed} (the same dice again: --seed {seed})"
    return [*told_text(run.told), *([paint.faint(said)] if run.seed else [])]


def dice_text(count_: int, sides: int) -> str:
    """Return `d6`, `2d6`."""
    return f"{'' if count_ == 1 else count_}d{sides}"


def thrown(each: Throw, names: Edge) -> str:
    """Return who rolled what for what, needing what, and what fell."""
    faces = ", ".join(to_text(face, each.type, names) for face in each.faces)
    numbers = [face for face in each.faces if isinstance(face, int)]
    what = dice_text(len(each.faces), each.sides) if each.sides else spaced(each.name)
    if each.sides and len(numbers) > 1:
        faces += f" (sum {sum(numbers)})"
    verb = "rolls" if each.sides else "draws"
    who = f"{clean(each.by)} {verb} " if each.by else ""
    why = f" for {clean(each.purpose)}" if each.purpose else ""
    needs = f", needing {clean(each.needs)}" if each.needs else ""
    own = " [typed in]" if each.typed else ""
    return f"{who}{what}{why}{needs}: {faces}{own}"


def answered(each: Answer, names: Edge) -> str:
    """Return what was chosen or ruled, and who said so."""
    value = to_text(each.value, each.type, names)
    return f"{spaced(each.name)} = {value} [{each.by}]"
