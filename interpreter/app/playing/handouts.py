"""Handouts: the files for a seat, made from its view, and its open question.

The names of the files disclose nothing of their content.
"""

import json

from interpreter.app.opening.games import OpenGame
from interpreter.diagnostics import GameFileError
from interpreter.games.disclosures import offered_to, view_of
from interpreter.games.questions import Question
from interpreter.games.state import GameProgress, token_of
from interpreter.maps.picture import picture
from interpreter.maps.text_map import map_text
from interpreter.reports.colour import json_text
from interpreter.reports.game_log import (
    lines_json,
    lines_text,
    proof_json,
    proof_text,
    seat_lines,
)
from interpreter.reports.maps import plans_of_view
from interpreter.reports.questions import Posed, posed, posed_json, posed_text
from interpreter.reports.views import view_json, view_text

REPORT, LOG, QUESTION, MAP = "report", "log", "question", "map"


def handed_out(
    found: OpenGame, course: GameProgress, seat: int, *, drawn: bool = True
) -> dict[str, str]:
    """Return the text of each file for a seat, by file name; with maps if `drawn`."""
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
            files |= _question_files(found, posed(course, question))
    return files


def _question_files(found: OpenGame, shown: Posed) -> dict[str, str]:
    """Return the text of each file of an open question by its name."""
    token = token_for(found, shown)
    return {
        f"{QUESTION}.json": _json({"format": 1, "token": token, **posed_json(shown)}),
        f"{QUESTION}.txt": _to_answer(shown, token),
    }


def token_for(found: OpenGame, shown: Posed) -> str:
    """Return the token of an open question; GameFileError without the secret."""
    secret = found.beginning.key
    if secret is None:
        raise GameFileError("the secret of the dice is not there")
    question = json.dumps(posed_json(shown))
    return token_of(secret, found.events, shown.seat, question)


def open_questions(
    found: OpenGame, course: GameProgress, *, judge: bool = False
) -> dict[str, tuple[Question, Posed]]:
    """Return the open questions of seats by token; those of the judge, who needs no
    handout, only with `judge`."""
    every = [(each, posed(course, each)) for each in course.open()]
    return {
        token_for(found, shown): (each, shown)
        for each, shown in every
        if judge or shown.view is not None
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
