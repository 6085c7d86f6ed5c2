"""`umpire handout GAME --as SEAT DIR`: what a seat gets, and nothing else.

Every file is made from the seat's view, and its name never says what is in it. What an
older handout of ours left in the folder and is not handed out now is taken away.
"""

import json
from argparse import Namespace
from pathlib import Path

from interpreter.commands.games import Opened, configure_seat, looked_at
from interpreter.commands.games import configure as configure_game
from interpreter.commands.output import write_folder
from interpreter.commands.parser import Misused, Parser
from interpreter.commands.terminal import Terminal
from interpreter.drawing.grid import map_text
from interpreter.drawing.picture import picture
from interpreter.games.course import JUDGE_NAME, Course
from interpreter.games.questions import Question
from interpreter.games.seeing import offered_to, view_of
from interpreter.games.tokens import token_of
from interpreter.problems import GameFileError
from interpreter.reporting.course import lines_json, lines_text, seat_lines
from interpreter.reporting.knowing import view_json, view_text
from interpreter.reporting.maps import plans_of_view
from interpreter.reporting.paint import clean, json_text
from interpreter.reporting.posing import Posed, posed, posed_json, posed_text
from interpreter.reporting.proofs import proof_json, proof_text

REPORT, LOG, QUESTION, MAP = "report", "log", "question", "map"


def configure(parser: Parser) -> None:
    """Add the game, the seat and the folder."""
    configure_game(parser)
    parser.add_argument("folder", metavar="DIR", help="where it is written")
    who = "a seat of the game, or 'everyone' for what all seats know"
    configure_seat(parser, who=who)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write the files; the names of those written are printed."""
    if arguments.seat == JUDGE_NAME:
        hint = "'umpire view GAME --as judge' shows all"
        raise Misused("the judge has the game file and needs no handout", hint)
    found = looked_at(arguments, terminal)
    course, seat = found.course(), found.viewer(arguments.seat)
    files = handed_out(found, course, seat)
    folder = Path(arguments.folder)
    write_folder(folder, files, "the handout", private=True)
    if arguments.json:
        told = {"format": 1, "folder": arguments.folder, "files": sorted(files)}
        terminal.show_json(told)
    else:
        terminal.show("\n".join(clean(str(folder / name)) for name in sorted(files)))
    return 0


def handed_out(
    found: Opened, course: Course, seat: int, *, drawn: bool = True
) -> dict[str, str]:
    """Return what a seat gets: the text of each file by its name; maps if `drawn`."""
    seen = view_of(course, seat)
    _, lines = seat_lines(course, seat, found.events)
    held = found.proof(course, seat)
    proof, proof_lines = {"proof": proof_json(held)}, f"\n{proof_text(held)}\n"
    files = {
        f"{REPORT}.txt": f"{view_text(seen)}\n{proof_lines}",
        f"{REPORT}.json": _json({"format": 1, **view_json(seen), **proof}),
        f"{LOG}.txt": f"{lines_text(lines)}\n{proof_lines}",
        f"{LOG}.json": _json({"format": 1, "events": lines_json(lines), **proof}),
    }
    offered = offered_to(course, seat)
    declared = found.beginning.program.declared
    if drawn and (plans := plans_of_view(seen, declared, (), offered)):
        files[f"{MAP}.svg"] = picture(plans)
        files[f"{MAP}.txt"] = map_text(plans) + "\n"
    for question in course.open():
        if question.seat == seat:
            shown = posed(course, question)
            token = token_for(found, shown)
            asked = {"format": 1, "token": token, **posed_json(shown)}
            files[f"{QUESTION}.json"] = _json(asked)
            files[f"{QUESTION}.txt"] = _to_answer(shown, token)
    return files


def token_for(found: Opened, shown: Posed) -> str:
    """Return the token of a question that is open."""
    secret = found.beginning.key
    if secret is None:
        raise GameFileError("the secret of the dice is not there")
    question = json.dumps(posed_json(shown))
    return token_of(secret, found.events, shown.seat, question)


def open_questions(found: Opened, course: Course) -> dict[str, tuple[Question, Posed]]:
    """Return the questions of seats that wait for an answer, by their tokens."""
    every = [(each, posed(course, each)) for each in course.open()]
    return {
        token_for(found, shown): (each, shown)
        for each, shown in every
        if shown.view is not None
    }


def _to_answer(shown: Posed, token: str) -> str:
    several = len(shown.parts) > 1
    many = "[..., ...]" if shown.how_many is not None else "..."
    said = [posed_text(shown), "", "To answer, give back a file with these lines:", ""]
    said.append(f"token: {token}")
    said.append("answer:" if several else f"answer: {many}")
    said += [f"  {json.dumps(each.of)}: {many}" for each in shown.parts if several]
    return "\n".join(said) + "\n"


def _json(data: object) -> str:
    return json_text(data) + "\n"
