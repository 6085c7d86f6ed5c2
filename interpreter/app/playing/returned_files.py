"""The file in which a seat gives back an answer: a token and what is chosen, and what
it answers to the questions that follow."""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from msgspec import Struct

from interpreter.app.opening.answers import UNREADABLE
from interpreter.app.opening.yaml_values import text_of
from interpreter.app.playing.returned_answers import Reply, ReturnedAnswer
from interpreter.diagnostics import Diagnostic, Unusable, did_you_mean
from interpreter.reports.colour import clean
from interpreter.source import Source
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.composing import read, read_file

TOKEN, ANSWER, SEAT, THEN = "token", "answer", "seat", "then"
LINES = (TOKEN, ANSWER, SEAT, THEN)


class GivenBack(Struct, frozen=True):
    """The content of a file: token of the question, seat ("" if not given), answer, and
    the answers to questions that follow, each with the name of its question."""

    token: str
    seat: str
    answer: ReturnedAnswer
    then: tuple[tuple[str, ReturnedAnswer], ...] = ()


def read_returned(name: str, stdin: TextIO) -> GivenBack:
    """Return what a file that was given back says (`-`: `stdin`); Unusable where it
    has no token with an answer."""
    problems: list[Diagnostic] = []
    if name == "-":
        node = read(Source("<stdin>", stdin.read()), problems)
    else:
        node = read_file(Path(name), name, problems, links=False)
    if problems and problems[0].code == UNREADABLE:
        raise Unusable(problems[0].message)
    if problems:
        raise Unusable(f"{name} has problems", tuple(problems))
    for key, _ in node.entries if isinstance(node, MappingNode) else ():
        if key.name not in LINES:
            hint = did_you_mean(key.text, LINES) or "leave it out"
            message = f"{key.span}: '{clean(key.text)}' is not a line of an answer"
            raise Unusable(message, hint=hint)
    token = node.get(TOKEN) if isinstance(node, MappingNode) else None
    answer = node.get(ANSWER) if isinstance(node, MappingNode) else None
    if (
        not isinstance(node, MappingNode)
        or not isinstance(token, ScalarNode)
        or answer is None
    ):
        hint = "write two lines, 'token: ...' and 'answer: ...'"
        raise Unusable(f"{name} has no token with an answer", hint=hint)
    seat = node.get(SEAT)
    name = text_of(seat) if seat is not None else ""
    return GivenBack(token.text, name, returned(answer), tuple(_following(node)))


def _following(node: MappingNode) -> Iterator[tuple[str, ReturnedAnswer]]:
    """Yield the answers to questions that follow, by the names of these."""
    then = node.get(THEN)
    if then is None:
        return
    for each in then.items if isinstance(then, SequenceNode) else (then,):
        if not isinstance(each, MappingNode) or len(each.entries) != 1:
            hint = "write a list under 'then', each line as '- name: answer'"
            raise Unusable(f"{each.span}: this is not one name and answer", hint=hint)
        for key, answer in each.entries:
            yield key.name, returned(answer)


def returned(node: Node | str) -> ReturnedAnswer:
    """Return what was written as an answer: its texts."""
    if isinstance(node, str):
        return node
    if isinstance(node, MappingNode):
        return {key.text: _texts(part) for key, part in node.entries}
    return _texts(node)


def _texts(node: Node) -> Reply:
    if isinstance(node, SequenceNode):
        return tuple(text_of(item) for item in node.items)
    return text_of(node)
