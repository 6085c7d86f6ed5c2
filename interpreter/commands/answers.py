"""`--answer` and `--answers FILE`: what is asked or chosen, answered beforehand."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.commands.parser import Parser
from interpreter.commands.session import Session, pairs
from interpreter.commands.terminal import Terminal
from interpreter.commands.values import value_of
from interpreter.problems import Problem, UnknownName, Unusable
from interpreter.program.stopping import choices
from interpreter.source import Source
from interpreter.values.names import plain
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.document import Node


def configure(parser: Parser) -> None:
    """Add both."""
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="what is answered to a question or choice of that name",
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
    texts = {}
    if arguments.answers is not None:
        texts.update(_of_file(arguments.answers, terminal))
    given = pairs(arguments.answer, "--answer")
    texts.update({name: (text, f"--answer {name}") for name, text in given.items()})
    found: dict[str, Value] = {}
    if not texts:
        return found
    known = choices(session.program, session.entry.procedure)
    for name, (text, place) in texts.items():
        choice = known.get(plain(name))
        if choice is None:
            labels = {each.label for each in known.values()}
            raise UnknownName("question", name, labels)
        value = value_of(session.pack, text, choice.type, session.scenario, place)
        found[choice.site.path if "." in name else choice.label] = value
    return found


def _of_file(name: str, terminal: Terminal) -> dict[str, tuple[str, str]]:
    """Return name -> (text, where it stands)."""
    from interpreter.document import Mapping, read, read_file

    problems: list[Problem] = []
    if name == "-":
        node = read(Source("<stdin>", terminal.source.read()), problems)
    else:
        node = read_file(Path(name), name, problems)
    if problems or not isinstance(node, Mapping):
        said = problems[0].message if problems else "it holds no names with answers"
        raise Unusable(f"cannot use the answers of '{name}': {said}", tuple(problems))
    return {key.text: (text_of(each), str(each.span)) for key, each in node.entries}


def text_of(node: "Node") -> str:
    """Return what was written, quotes and style aside."""
    from interpreter.document import Scalar, Sequence

    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return f"[{', '.join(text_of(each) for each in node.items)}]"
    return node.span.text
