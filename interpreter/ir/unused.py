"""Names that nothing uses: R504.

What the program reads is used: procedures by the calls in it; formulas, tables,
modifiers, walks, types, events and boards by what was recorded as names were resolved
(`Names.used`), a plane also by the types that come with it. Cases, policies and what
another value of an option brings back were not resolved: there it is enough that the
name is among the words (`ruleset.mentions`).
"""

import re
from collections.abc import Iterable, Iterator, Set
from collections.abc import Mapping as Map

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.functions.plane import AREA, HEADING, PLACE
from interpreter.ir.effects import parts
from interpreter.ir.instructions import ForEach, Invoke, Let, Procedure, Program
from interpreter.ir.walking import expressions, free, in_template, instructions
from interpreter.ruleset.mentions import is_mentioned, mentioned_names, words
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.ruleset import Ruleset
from interpreter.semantics.declarations import (
    ENTRY,
    PlaneBoard,
    boards_of,
)
from interpreter.semantics.declared_walks import (
    Walk,
)
from interpreter.source import Span
from interpreter.yaml.nodes import MappingNode, Node, SequenceNode

RUNNABLE = ("formulas", "tables", "modifiers")
OUTSIDE = ("cases", "policies", "scenarios", "entry_points", "options")
"""Sections that use names and are read only when something is run."""

DeclaredCalls = Iterable[tuple[str, str]]
"""(section, name) of the declarations that an expression or a step calls."""


def unused(
    ruleset: Ruleset, program: Program, called: DeclaredCalls, walks: Map[str, Walk]
) -> list[Diagnostic]:
    """Return the names that nothing uses; `walks` are no part of a program.

    A pack that does not say what is run from outside (entry points, or a scenario's
    `main`) offers everything; there only parameters and `let` can be idle.
    """
    unresolved: list[str] = []
    for section, declarations in ruleset.uncut.items():
        for each in declarations.values() if section != "rulebook" else ():
            is_outside = section in OUTSIDE
            unresolved += [words(each.node)] if is_outside else _cut_away(each.node)
    loose = "".join(unresolved)
    found = [*_parameters(ruleset, program, walks), *_lets(ruleset, program, loose)]
    if says_what_is_run(ruleset):
        used = {*called, *_planes(program, frozenset(called))}
        found += _declarations(ruleset, program, used, loose)
    return found


def says_what_is_run(ruleset: Ruleset) -> bool:
    """Tell whether a pack says what is run of it from outside; one that does not may be
    a base for others, which use what it offers."""
    nodes = (each.node for each in ruleset.sections["scenarios"].values())
    mains = any(isinstance(each, MappingNode) and each.get("main") for each in nodes)
    return mains or bool(ruleset.sections["entry_points"])


def _idle(span: Span, what: str) -> Diagnostic:
    return problem("R504", span, f"nothing uses {what}", hint="remove it, or use it")


def _planes(
    program: Program, called: frozenset[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the planes of which a type is used: they are written without its name."""
    if any(("types", each.name) in called for each in (PLACE, HEADING, AREA)):
        for name in boards_of(PlaneBoard, program.declared.boards):
            yield "boards", name


def _declarations(
    ruleset: Ruleset, program: Program, called: Set[tuple[str, str]], loose: str
) -> Iterator[Diagnostic]:
    reached = _reached(ruleset, program, loose)
    for section in ("boards", "types", "events", *RUNNABLE, "walks", "procedures"):
        for key, each in ruleset.sections[section].items():
            used = (
                key in reached if section == "procedures" else (section, key) in called
            )
            if not used and not is_mentioned(key, loose):
                yield _idle(each.span, f"'{each.name}'")


def _reached(ruleset: Ruleset, program: Program, loose: str) -> set[str]:
    """Return the procedures that something calls, from what is run from outside."""
    starts = [f"{key}{ENTRY}" for key in ruleset.sections["entry_points"]]
    starts += mentioned_names(program.procedures, loose)
    reached: set[str] = set()
    while starts:
        name = starts.pop()
        if name in program.procedures and name not in reached:
            reached.add(name)
            body = instructions(program.procedures[name].body)
            starts += [each.procedure for each in body if isinstance(each, Invoke)]
    return reached


def _parameters(
    ruleset: Ruleset, program: Program, walks: Map[str, Walk]
) -> Iterator[Diagnostic]:
    declared = dict(parts(program.declared))
    changes = list(_changes(ruleset))
    for section in ("procedures", "walks", *RUNNABLE):
        for key, each in ruleset.sections[section].items():
            takes = (
                each.node.get("takes") if isinstance(each.node, MappingNode) else None
            )
            if not isinstance(takes, MappingNode):
                continue
            read = free(*declared.get((section, key), ()))
            if section == "procedures" and key in program.procedures:
                read = _read(program.procedures[key])
            if section == "walks":
                read = free(*walks[key].read)
            if section == "modifiers":
                rows = program.declared.modifiers[key].rows
                read |= free(*(e for _, row in rows for e in in_template(row.say)))
            cut = "".join(_cut_away(ruleset.uncut[section][key].node))
            cut += "".join(text for goal, text in changes if goal == (section, key))
            for name, _ in takes.entries:
                if name.name not in read and not is_mentioned(name.text, cut):
                    yield _idle(name.span, f"the parameter '{name.text}'")


def _changes(ruleset: Ruleset) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield section and name of what each change of an option changes, and its text."""
    for each in ruleset.uncut["options"].values():
        held = each.node.get("change") if isinstance(each.node, MappingNode) else None
        for path, body in held.entries if isinstance(held, MappingNode) else ():
            goal = [part.name for part in parts_of(path)]
            if len(goal) > 1:
                yield (goal[0], goal[1]), words(body)


def _read(procedure: Procedure) -> frozenset[str]:
    """Return the locals that a procedure reads, whatever binds them."""
    found: set[str] = set()
    for each in instructions(procedure.body):
        terms = (*in_template(each.site.say), *each.site.seen_by.terms)
        found |= free(*expressions(each), *terms)
        if isinstance(each, ForEach) and each.gathers is not None:
            found.add(each.gathers[1])
    return frozenset(found)


def _lets(ruleset: Ruleset, program: Program, loose: str) -> Iterator[Diagnostic]:
    for key in ruleset.sections["procedures"]:
        if key not in program.procedures:
            continue
        procedure = program.procedures[key]
        read = _read(procedure)
        for each in instructions(procedure.body):
            if not isinstance(each, Let) or each.site.span.text != "let":
                continue
            name = re.sub(r"_[0-9]+\Z", "", each.name)
            if each.name not in read and not is_mentioned(name, loose):
                yield _idle(each.site.span, f"'{name.replace('_', ' ')}'")


def _cut_away(node: Node) -> list[str]:
    """Return the text of all that hangs on an option."""
    if isinstance(node, SequenceNode):
        return [each for item in node.items for each in _cut_away(item)]
    if not isinstance(node, MappingNode):
        return []
    if node.get("only") is not None:
        return [words(node)]
    return [each for _, value in node.entries for each in _cut_away(value)]
