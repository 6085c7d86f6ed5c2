"""`umpire answer GAME FILE`: what a seat gave back, taken once."""

from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from interpreter.app.opening.games import (
    standing_json,
    standing_text,
    written,
)
from interpreter.app.opening.yaml_values import text_of
from interpreter.app.playing.returned_answers import (
    Reply,
    ReturnedAnswer,
    let_policies,
    take_answer,
)
from interpreter.cli.arguments import configure_game
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import (
    Diagnostic,
    Unusable,
    did_you_mean,
)
from interpreter.reports.colour import clean
from interpreter.source import Source
from interpreter.values.names import plain
from interpreter.yaml import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    read,
    read_file,
)

TOKEN, ANSWER, SEAT = "token", "answer", "seat"
LINES = (TOKEN, ANSWER, SEAT)
UNREADABLE = "R001"
BY_FILE = "file"
"""How a game notes an answer that came in a file."""


def configure(parser: Parser) -> None:
    """Add the game and the file."""
    configure_game(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a token and an answer (YAML or JSON), as question.txt says; - is stdin",
    )


@dataclass(frozen=True, slots=True)
class GivenBack:
    """What stands in a file: to which question, by whom ("" not said), what."""

    token: str
    seat: str
    answer: ReturnedAnswer


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write the answer into the game; what is wrong with it leaves the game alone."""
    given = _read(arguments.file, terminal)
    with written(Path(arguments.game), arguments.pack, terminal.say) as found:
        taken = (given.token, given.seat, given.answer, BY_FILE, terminal.say)
        seat = take_answer(found, *taken)
        let_policies(found, terminal.say)
        opened, course = found.opened, found.game.course
        if arguments.json:
            told = standing_json(opened, course)
            terminal.show_json({"format": 1, "seat": seat, **told})
        else:
            terminal.show(f"the answer of {seat} is taken")
            terminal.show(standing_text(opened, course))
    return 0


def _read(name: str, terminal: Terminal) -> GivenBack:
    problems: list[Diagnostic] = []
    if name == "-":
        node = read(Source("<stdin>", terminal.source.read()), problems)
    else:
        node = read_file(Path(name), name, problems, links=False)
    if problems and problems[0].code == UNREADABLE:
        raise Unusable(problems[0].message)
    if problems:
        raise Unusable(f"{name} has problems", tuple(problems))
    for key, _ in node.entries if isinstance(node, MappingNode) else ():
        if plain(key.text) not in LINES:
            hint = did_you_mean(key.text, LINES) or "leave it out"
            said = f"{key.span}: '{clean(key.text)}' is no line of an answer"
            raise Unusable(said, hint=hint)
    token = node.get(TOKEN) if isinstance(node, MappingNode) else None
    answer = node.get(ANSWER) if isinstance(node, MappingNode) else None
    if (
        not isinstance(node, MappingNode)
        or not isinstance(token, ScalarNode)
        or answer is None
    ):
        hint = "write two lines, 'token: ...' and 'answer: ...'"
        raise Unusable(f"{name} holds no token with an answer", hint=hint)
    seat = node.get(SEAT)
    name = text_of(seat) if seat is not None else ""
    return GivenBack(token.text, name, _returned(answer))


def _returned(node: Node) -> ReturnedAnswer:
    """Return what was written as an answer: its texts."""
    if isinstance(node, MappingNode):
        return {key.text: _reply(part) for key, part in node.entries}
    return _reply(node)


def _reply(node: Node) -> Reply:
    if isinstance(node, SequenceNode):
        return tuple(text_of(item) for item in node.items)
    return text_of(node)
