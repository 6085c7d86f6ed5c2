"""`umpire answer GAME FILE`: what a seat gave back, taken once."""

from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from interpreter.app.answering.paths import RemainingPath, next_of, path_of
from interpreter.app.answering.replies import offered, split, value_of_reply
from interpreter.app.explaining.forbidden import in_words
from interpreter.app.explaining.offers import unmet_hint
from interpreter.app.opening.answer_sources import LATER, AnswerSource, answerers
from interpreter.app.opening.games import (
    OpenGame,
    ResumableGame,
    standing_json,
    standing_text,
    written,
)
from interpreter.app.opening.games import configure as configure_game
from interpreter.app.opening.parser import Parser
from interpreter.app.opening.terminal import Terminal
from interpreter.app.opening.yaml_values import text_of
from interpreter.app.playing.handouts import open_questions
from interpreter.app.playing.playing import PlaySession
from interpreter.diagnostics import (
    Diagnostic,
    GameFileError,
    UmpireError,
    Unusable,
    did_you_mean,
)
from interpreter.engine.policies import Policy
from interpreter.games.questions import ConditionUnmet, IllegalAnswer, Question
from interpreter.reports.colour import clean
from interpreter.reports.questions import Posed
from interpreter.source import Source
from interpreter.values.names import plain
from interpreter.values.types import Value
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
STALE = "the answer belongs to no question that is open"
STALE_HINT = (
    "it was answered already, or was never asked so; hand the question out anew"
)


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
    answer: Node


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write the answer into the game; what is wrong with it leaves the game alone."""
    given = _read(arguments.file, terminal)
    with written(Path(arguments.game), arguments.pack, terminal) as found:
        seat = _taken(found, given, terminal)
        _let_policies(found, terminal)
        opened, course = found.opened, found.game.course
        if arguments.json:
            told = standing_json(opened, course)
            terminal.show_json({"format": 1, "seat": seat, **told})
        else:
            terminal.show(f"the answer of {seat} is taken")
            terminal.show(standing_text(opened, course))
    return 0


def _taken(found: ResumableGame, given: GivenBack, terminal: Terminal) -> str:
    """Take an answer, and return whose it was; say what of a way is left out."""
    opened, game = found.opened, found.game
    asked = open_questions(opened, game.course).get(given.token)
    if asked is None:
        raise Unusable(STALE, hint=STALE_HINT)
    question, shown = asked
    if given.seat and plain(given.seat) != plain(shown.seat):
        raise Unusable(STALE, hint=STALE_HINT)
    first, rest = path_of(question.stop, _line(given.answer), opened.session.edge)
    values = (
        (_leg(opened, question, shown, first),)
        if rest
        else _values(opened, question, shown, given.answer)
    )
    try:
        with in_words(opened.session):
            game.choose(question, values, "file", opened.falls)
    except ConditionUnmet as fault:
        hint = unmet_hint(opened.session, question, shown, fault.value)
        raise IllegalAnswer(fault.message, hint=hint) from None
    _told_together(found, question)
    if rest:
        way = RemainingPath.after(question, values[0], rest, shown.view)
        dropped = _gone_on(found, way)
        if dropped:
            terminal.say(dropped)
    return shown.seat


def _let_policies(found: ResumableGame, terminal: Terminal) -> None:
    """Let the policies that the game keeps answer what is asked now; that they cannot
    is said, for the answer was taken all the same."""
    every = answerers((), found.opened, LATER)
    newcomers = AnswerSource(LATER, Policy())
    playing = PlaySession(found.opened, found.game, every, {}, None, newcomers)
    try:
        playing.through()
    except GameFileError:
        raise
    except UmpireError as fault:
        terminal.say(f"umpire: the game cannot go on: {clean(fault.message)}")


def _values(
    opened: OpenGame, question: Question, shown: Posed, node: Node
) -> tuple[Value, ...]:
    return tuple(
        value_of_reply(opened.session, question, shown, at, _reply(shown, at, part))
        for at, part in enumerate(_parts(node, shown))
    )


def _leg(opened: OpenGame, question: Question, shown: Posed, text: str) -> Value:
    return value_of_reply(opened.session, question, shown, 0, (text,))


def _line(node: Node) -> str:
    """Return an answer as a person would type it on one line; "" for a map."""
    if isinstance(node, SequenceNode):
        return " ".join(text_of(each) for each in node.items)
    return text_of(node) if isinstance(node, ScalarNode) else ""


def _gone_on(found: ResumableGame, ahead: RemainingPath) -> str:
    """Take what is left of a way hex by hex; return what is left out of it, and why."""
    opened, game = found.opened, found.game
    while ahead.rest:
        asked = next_of(game.course, ahead)
        if isinstance(asked, str):
            return ahead.left_out(asked)
        question, shown = asked
        try:
            value = _leg(opened, question, shown, ahead.rest[0])
            with in_words(opened.session):
                game.choose(question, (value,), "file", opened.falls)
        except Unusable as fault:
            return ahead.left_out(fault.message)
        rest = ahead.rest[1:]
        ahead = RemainingPath.after(question, value, rest, shown.view)
    return ""


def _told_together(found: ResumableGame, question: Question) -> None:
    """Say it when all had answered and what they chose does not go together."""
    if found.game.course.refused:
        raise Unusable(
            "what was chosen does not go together; all choose again",
            hint="hand the question out anew",
        )


def _parts(node: Node, shown: Posed) -> list[Node]:
    """Return what is answered for each part of a question."""
    if len(shown.parts) == 1 and not isinstance(node, MappingNode):
        return [node]
    names = [part.of for part in shown.parts]
    if names == [""]:
        hint = offered(shown, 0)
        raise Unusable("one answer is needed, and a map is given", hint=hint)
    entries = node.entries if isinstance(node, MappingNode) else ()
    known = {plain(key.text): each for key, each in entries}
    if set(known) != set(map(plain, names)) or len(entries) != len(names):
        listed = ", ".join(names)
        raise Unusable("an answer is needed for each", hint=f"they are {listed}")
    return [known[plain(name)] for name in names]


def _reply(shown: Posed, at: int, node: Node) -> tuple[str, ...]:
    if isinstance(node, SequenceNode) and shown.how_many is not None:
        return tuple(text_of(each) for each in node.items)
    return split(shown, at, text_of(node))


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
    return GivenBack(token.text, text_of(seat) if seat is not None else "", answer)
