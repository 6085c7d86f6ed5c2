"""`--answer` and `--answers FILE`: what is asked or chosen, answered beforehand."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.app.opening.parser import Parser, UsageError
from interpreter.app.opening.session import Session, pairs
from interpreter.app.opening.terminal import Terminal
from interpreter.diagnostics import Diagnostic, UnknownName, Unusable
from interpreter.ir.instructions import LEG, Choice
from interpreter.ir.stopping import choices
from interpreter.source import Source
from interpreter.values.names import plain
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.yaml import Node

UNREADABLE = "R001"  # a file that is not there, or may not be read


def configure(parser: Parser) -> None:
    """Add both."""
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="what is answered to a question or choice of that name; a list as [1, 2], "
        "a map or a record as {a: 1}; given again, it answers one asking after the "
        "other (run)",
    )
    parser.add_argument(
        "--answers",
        metavar="FILE",
        help="a file of names and answers (YAML or JSON), or a list of such maps for "
        "one asking after the other (run); - is stdin",
    )


@dataclass(frozen=True, slots=True)
class GivenAnswers:
    """Answers by path or label: to each asking, and to one asking after the other."""

    fixed: dict[str, Value]
    turns: dict[str, list[Value]]


def fixed(
    arguments: Namespace, session: Session, terminal: Terminal
) -> dict[str, Value]:
    """Return the answers by name, each for every asking; those of `--answer` win over
    the file's."""
    found = given(arguments, session, terminal)
    for name in found.turns:
        hint = "give one answer for all askings; only 'run' takes them in turn"
        raise UsageError(f"several answers to '{name}' are given, in turn", hint)
    return found.fixed


def given(arguments: Namespace, session: Session, terminal: Terminal) -> GivenAnswers:
    """Return the answers by name; one name given again is for one asking after the
    other, and so are the maps of a file that is a list of them."""
    texts: dict[str, list[str | Node]] = {}
    in_turn = False
    if arguments.answers is not None:
        texts, in_turn = _of_file(arguments.answers, terminal)
    typed: dict[str, list[str | Node]] = {}
    for each in arguments.answer:
        for name, text in pairs([each], "--answer").items():
            typed.setdefault(name, []).append(text)
    known = choices(session.program, session.entry.procedure) if texts or typed else {}
    found = GivenAnswers({}, {})
    for name, said in {**texts, **typed}.items():
        choice = known.get(plain(name))
        if choice is None:
            labels = {each.label for each in known.values()}
            raise UnknownName("question", name, labels)
        turns = (one for each in said for one in _in_turn(choice, each))
        values = [_value(name, each, choice, session) for each in turns]
        key = choice.site.path if "." in name else choice.label
        if len(values) > 1 or (in_turn and name not in typed):
            found.turns[key] = values
        else:
            found.fixed[key] = values[0]
    return found


def _in_turn(choice: Choice, said: "str | Node") -> "Sequence[str | Node]":
    """Return an answer, or those of a way that is given at once."""
    if choice.label != LEG:
        return (said,)
    if isinstance(said, str):
        return said.split() or (said,)
    from interpreter.cases.answers import turns_of

    return turns_of(choice, said)


def _value(name: str, said: "str | Node", choice: Choice, session: Session) -> Value:
    from interpreter.app.opening.yaml_values import value_at, value_in_line

    pack, scenario = session.pack, session.scenario
    if not isinstance(said, str):
        return value_at(said, choice.type, pack, scenario)
    rule = f" [{choice.site.rule}]" if choice.site.rule else ""
    source = f"--answer {name}{rule}"
    return value_in_line(pack, said, choice.type, scenario, source)


def _of_file(
    name: str, terminal: Terminal
) -> tuple[dict[str, list["str | Node"]], bool]:
    """Return what stands behind each name, and whether it is for one asking after the
    other."""
    from interpreter.yaml import MappingNode, read, read_file
    from interpreter.yaml import SequenceNode as ListNode

    problems: list[Diagnostic] = []
    if name == "-":
        node = read(Source("<stdin>", terminal.source.read()), problems)
    else:
        node = read_file(Path(name), name, problems, links=False)
    if problems and problems[0].code == UNREADABLE:
        raise Unusable(f"--answers: {problems[0].message}")
    if problems:
        raise Unusable(f"--answers {name} has problems", tuple(problems))
    in_turn = isinstance(node, ListNode)
    found: dict[str, list[str | Node]] = {}
    for each in node.items if isinstance(node, ListNode) else (node,):
        if not isinstance(each, MappingNode):
            raise Unusable(f"--answers {name} holds no names with answers")
        for key, said in each.entries:
            found.setdefault(plain(key.text), []).append(said)
    return found, in_turn
