"""What is asked or chosen, answered beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias, cast

from interpreter.app.opening.given_values import GivenValue, value_of_answer
from interpreter.app.opening.session import Session
from interpreter.diagnostics import Diagnostic, UnknownName, Unusable
from interpreter.ir.instructions import LEG, Choice
from interpreter.ir.stopping import choices
from interpreter.source import Source
from interpreter.values.names import plain
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.yaml import Node

UNREADABLE = "R001"  # a file that is not there, or may not be read
AnswerValue: TypeAlias = "GivenValue | Node"


@dataclass(frozen=True, slots=True)
class GivenAnswers:
    """Answers by path or label: to each asking, and to one asking after the other."""

    fixed: dict[str, Value]
    turns: dict[str, list[Value]]


def answers_given(
    session: Session,
    given: Mapping[str, Sequence[AnswerValue]],
    in_turn: frozenset[str] = frozenset(),
    prefix: str = "--answer ",
) -> GivenAnswers:
    """Return answers by the name of their question: one holds for each asking, several
    for one asking after the other, as do those of the names `in_turn` (also one alone).

    Raises UnknownName for what is never asked, Unusable for what does not fit; `prefix`
    is what messages write before the name of an answer.
    """
    known = choices(session.program, session.entry.procedure) if given else {}
    found = GivenAnswers({}, {})
    for name, answers in given.items():
        choice = known.get(plain(name))
        if choice is None:
            labels = {asked.label for asked in known.values()}
            raise UnknownName("question", name, labels)
        turns = (turn for answer in answers for turn in _in_turn(choice, answer))
        values = [_value(prefix + name, turn, choice, session) for turn in turns]
        key = choice.site.path if "." in name else choice.label
        if len(values) > 1 or name in in_turn:
            found.turns[key] = values
        else:
            found.fixed[key] = values[0]
    return found


def _in_turn(choice: Choice, answer: AnswerValue) -> Sequence[AnswerValue]:
    """Return an answer, or those of a way that is given at once."""
    if choice.label != LEG:
        return (answer,)
    if isinstance(answer, str):
        return answer.split() or (answer,)
    if answer is None or isinstance(answer, Mapping | Sequence | int):
        return (answer,)
    from interpreter.cases.answers import turns_of

    return turns_of(choice, cast("Node", answer))


def _value(name: str, answer: AnswerValue, choice: Choice, session: Session) -> Value:
    rule = f" [{choice.site.rule}]" if choice.site.rule else ""
    given = (choice.type, session.scenario, f"{name}{rule}")
    return value_of_answer(session.pack, answer, *given)


def answers_in_file(
    name: str, stdin: TextIO
) -> tuple[dict[str, list[str | Node]], bool]:
    """Return the answers of a file by name (`-`: of `stdin`), and whether they are for
    one asking after the other: a file is a map, or a list of maps in turn."""
    # most runs have no such file
    from interpreter.yaml import MappingNode, SequenceNode, read, read_file

    problems: list[Diagnostic] = []
    if name == "-":
        node = read(Source("<stdin>", stdin.read()), problems)
    else:
        node = read_file(Path(name), name, problems, links=False)
    if problems and problems[0].code == UNREADABLE:
        raise Unusable(f"--answers: {problems[0].message}")
    if problems:
        raise Unusable(f"--answers {name} has problems", tuple(problems))
    in_turn = isinstance(node, SequenceNode)
    found: dict[str, list[str | Node]] = {}
    for item in node.items if isinstance(node, SequenceNode) else (node,):
        if not isinstance(item, MappingNode):
            raise Unusable(f"--answers {name} holds no names with answers")
        for key, answer in item.entries:
            found.setdefault(plain(key.text), []).append(answer)
    return found, in_turn
