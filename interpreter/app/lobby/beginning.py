"""A game begun from what a form says, and what is wrong with a form, field by field.

What is refused is told by the functions that the command line uses, with the field at
which it stands, and leaves no file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from interpreter.app.game import Game, begin_game
from interpreter.app.lobby.folder import new_game_path
from interpreter.app.lobby.scenarios import ScenarioSheet
from interpreter.app.opening.games import LATER, PERSON, POLICY
from interpreter.app.opening.session import opened
from interpreter.diagnostics import Diagnostic, UmpireError, Unusable
from interpreter.pipeline.opening import open_pack
from interpreter.reports.colour import clean
from interpreter.reports.values import spaced

NAME, OPTION, SEAT = "name", "option", "seat"
"""Fields of a form; the name of an option or seat follows after a space."""
LONGEST = 200
"""Letters of anything that a form says."""


class GameForm(Struct, frozen=True):
    """What a form says of a game, as it was written: the name of its file, options by
    key, who plays each seat (`person`, `later` or `policy:NAME`), whether real dice
    fall, whether the judge is asked for rulings that have a default."""

    name: str
    options: Mapping[str, str]
    seats: Mapping[str, str]
    real_dice: bool = False
    rulings: bool = False


class FieldProblem(Struct, frozen=True):
    """What is wrong at a field of a form (`name`, `option KEY`, `seat NAME`, "" for all
    of it), and what to do ("": nothing is known)."""

    field: str
    message: str
    hint: str = ""


class RefusedForm(Unusable):
    """A form of which no game can be begun: what is wrong with it, field by field."""

    def __init__(self, fields: Sequence[FieldProblem]) -> None:
        """Keep what is wrong; the first of it is the message."""
        super().__init__(fields[0].message, hint=fields[0].hint)
        self.fields = tuple(fields)


def begin_from_form(sheet: ScenarioSheet, folder: Path, form: GameForm) -> Game:
    """Begin a game in a folder, let dice fall and policies choose up to the first
    question, and return it: it is on the disk then.

    Raises RefusedForm for what is wrong with the form or refused by the rules, which
    leaves no file.
    """
    problems = [*_unknown(sheet, form), *_missing(sheet, form)]
    path = folder
    try:
        path = new_game_path(folder, form.name)
    except UmpireError as error:
        problems.append(FieldProblem(NAME, error.message, error.hint))
    if any(problem.field != NAME for problem in problems):
        raise RefusedForm(problems)
    chosen = _chosen(sheet, form)
    policies = {
        seat: who.removeprefix(f"{POLICY}:")
        for seat, who in form.seats.items()
        if who.startswith(f"{POLICY}:")
    }
    try:
        pack = open_pack(sheet.pack.folder, chosen)
        session = opened(pack, sheet.scenario.name, None, {}, "")
        if problems:  # with the name; the options were looked at too
            raise RefusedForm(problems)
        return begin_game(
            session,
            chosen,
            path,
            None,
            policies,
            rulings=form.rulings,
            real_dice=form.real_dice,
        )
    except RefusedForm:
        raise
    except UmpireError as error:
        raise RefusedForm([*problems, *_told(error, sheet, chosen)]) from error


def _chosen(sheet: ScenarioSheet, form: GameForm) -> dict[str, str]:
    """Return the options that a form sets: those that are not as they would be anyway.

    What is left out may still be set by another option that implies it. One that is so
    when the form is shown is set too: it must stay when the other one is changed.
    """
    chosen = {}
    for option in sheet.options:
        text = form.options.get(option.key, option.initial)
        untouched = option.initial if option.is_set else option.default
        if text != option.initial or text != untouched:
            chosen[option.key] = text
    return chosen


def seats_of_people(sheet: ScenarioSheet, form: GameForm) -> tuple[str, ...]:
    """Return the seats that people play from the beginning."""
    names = [seat.name for seat in sheet.scenario.seats]
    return tuple(name for name in names if form.seats.get(name) == PERSON)


def _unknown(sheet: ScenarioSheet, form: GameForm) -> list[FieldProblem]:
    """Return what a form says that the scenario does not have."""
    problems = []
    for key, text in form.options.items():
        option = sheet.option(key)
        if option is None:
            name = _short(key)
            problems.append(FieldProblem("", f"there is no option '{name}'"))
        elif text not in option.values:
            message = f"'{_short(text)}' is no value of the option '{option.name}'"
            hint = f"it may be {', '.join(option.values[:8])}"
            problems.append(FieldProblem(f"{OPTION} {key}", message, hint))
    seats = {seat.name for seat in sheet.scenario.seats}
    known = {PERSON, LATER, *(f"{POLICY}:{each.name}" for each in sheet.policies)}
    for seat, who in form.seats.items():
        if seat not in seats:
            problems.append(FieldProblem("", f"there is no seat '{_short(seat)}'"))
        elif who not in known:
            message = f"'{_short(who)}' plays no seat"
            hint = "choose a person, nobody yet, or a program"
            problems.append(FieldProblem(f"{SEAT} {seat}", message, hint))
    return problems


def _missing(sheet: ScenarioSheet, form: GameForm) -> list[FieldProblem]:
    return [
        FieldProblem(f"{SEAT} {seat.name}", f"it is not said who plays {seat.title}")
        for seat in sheet.scenario.seats
        if seat.name not in form.seats
    ]


def _told(
    error: UmpireError, sheet: ScenarioSheet, chosen: Mapping[str, str]
) -> list[FieldProblem]:
    """Return an error as problems of fields: those of options that do not go together
    each beside its option, all else of the whole."""
    if not error.problems:
        return [FieldProblem("", error.message, error.hint)]
    places = _places(sheet)
    return [
        FieldProblem(
            next((f"{OPTION} {key}" for key, at in places if _within(problem, at)), ""),
            clean(problem.message),
            clean(problem.hint),
        )
        for problem in error.problems
        if problem.severity == "error"
    ]


Place = tuple[str, int, int]
"""A file of a pack, and from where to where in it."""


def _places(sheet: ScenarioSheet) -> list[tuple[str, Place]]:
    """Return where each option is declared."""
    ruleset = open_pack(sheet.pack.folder).ruleset().ruleset
    spans = [
        (key, declaration.node.span)
        for key, declaration in ruleset.sections.get("options", {}).items()
    ]
    return [(key, (span.source.name, span.start, span.end)) for key, span in spans]


def _within(problem: Diagnostic, place: Place) -> bool:
    file, start, end = place
    span = problem.span
    return span.source.name == file and start <= span.start < end


def _short(text: str) -> str:
    """Return a text of a form as it may stand in a message."""
    text = clean(spaced(text))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
