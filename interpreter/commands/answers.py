"""`--answer` and `--answers FILE`: what is asked or chosen, answered beforehand."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.commands.parser import Parser
from interpreter.commands.session import Session, pairs
from interpreter.commands.terminal import Terminal
from interpreter.problems import Problem, UnknownName, Unusable
from interpreter.program.stopping import choices
from interpreter.source import Source
from interpreter.values.names import plain
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.document import Node

UNREADABLE = "R001"  # a file that is not there, or may not be read


def configure(parser: Parser) -> None:
    """Add both."""
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="what is answered to a question or choice of that name; a list as [1, 2], "
        "a map or a record as {a: 1}",
    )
    parser.add_argument(
        "--answers",
        metavar="FILE",
        help="a file of names and answers (YAML or JSON); - is stdin",
    )


def fixed(
    arguments: Namespace, session: Session, terminal: Terminal
) -> dict[str, Value]:
    """Return the answers by name; those of `--answer` win over the file's."""
    texts: dict[str, str | Node] = {}
    if arguments.answers is not None:
        texts.update(_of_file(arguments.answers, terminal))
    given = pairs(arguments.answer, "--answer")
    texts.update(given)
    found: dict[str, Value] = {}
    if not texts:
        return found
    from interpreter.commands.node_values import value_at, value_in_line

    known = choices(session.program, session.entry.procedure)
    for name, text in texts.items():
        choice = known.get(plain(name))
        if choice is None:
            labels = {each.label for each in known.values()}
            raise UnknownName("question", name, labels)
        pack, scenario = session.pack, session.scenario
        if isinstance(text, str):
            rule = f" [{choice.site.rule}]" if choice.site.rule else ""
            source = f"--answer {name}{rule}"
            value = value_in_line(pack, text, choice.type, scenario, source)
        else:
            value = value_at(text, choice.type, pack, scenario)
        found[choice.site.path if "." in name else choice.label] = value
    return found


def _of_file(name: str, terminal: Terminal) -> dict[str, "Node"]:
    """Return what stands behind each name."""
    from interpreter.document import Mapping, read, read_file

    problems: list[Problem] = []
    if name == "-":
        node = read(Source("<stdin>", terminal.source.read()), problems)
    else:
        node = read_file(Path(name), name, problems)
    if problems and problems[0].code == UNREADABLE:
        raise Unusable(f"--answers: {problems[0].message}")
    if problems:
        raise Unusable(f"--answers {name} has problems", tuple(problems))
    if not isinstance(node, Mapping):
        raise Unusable(f"--answers {name} holds no names with answers")
    return {key.text: each for key, each in node.entries}
