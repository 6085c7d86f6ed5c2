"""Handouts: the files in which a seat gets what it may know and is asked.

The names of the files disclose nothing of their content. Everything is made from the
view of the seat and from its log; what is new in a letter also depends on the handout
that lies in the folder already, which the seat has.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from interpreter.app.opening.games import OpenGame, is_judge
from interpreter.app.opening.session import Session
from interpreter.app.output import write_folder
from interpreter.diagnostics import GameFileError, UsageError
from interpreter.engine.stops import ChoiceStop
from interpreter.files.single_file import open_file, read_all
from interpreter.games.disclosures import offered_to, view_of
from interpreter.games.questions import Question
from interpreter.games.state import EVERYONE_NAME, GameProgress, token_of
from interpreter.maps.moves import NotedPlaces, labels_of, with_moves_from
from interpreter.maps.renderers import map_text, picture
from interpreter.reports.changes import changes_of, first_changes
from interpreter.reports.colour import json_text
from interpreter.reports.game_log import (
    LogLine,
    lines_output,
    lines_text,
    seat_lines,
)
from interpreter.reports.letters import (
    letter_html,
    letter_markdown,
    letter_of,
    letter_text,
    with_callouts,
)
from interpreter.reports.maps import plans_of_view
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.outputs.games import LogOutput
from interpreter.reports.proofs import proof_output, proof_text
from interpreter.reports.questions import (
    Posed,
    posed,
    posed_text,
    question_file,
    question_output,
)
from interpreter.reports.text_layout import folded
from interpreter.reports.values import listed, spaced
from interpreter.reports.views import view_output, view_text

REPORT, LOG, QUESTION, MAP = "report", "log", "question", "map"
LETTER = "letter"
LETTER_PAGE = f"{LETTER}.html"
MOST_BYTES = 16 * 1024 * 1024
DEEPEST = 50  # lists and objects in each other in a report
DIGITS = 16  # of the digest of a line: two lines of one log will not share one
_EARLIER, _LINES, _CHANGES = "earlier", "lines", "changes"
_STANDS, _STOOD, _FIRST = "stands", "stood", "first"
_NO_PLACES: NotedPlaces = MappingProxyType({})


class FormerHandout(Struct, frozen=True):
    """Which lines of its log a seat was given before, how many of them were not new
    then, what it saw, what it was told had changed, and whose it was: the name of the
    seat, and the commitment of the game to its dice; also where things stood on its map
    (`stands`), where on the map with which that was compared (`stood`), and whether it
    was the first of its seat.

    A line is known by its digest; those of a handout of before this was written are the
    lines themselves, `are_whole`.
    """

    lines: tuple[object, ...]
    earlier: int
    are_whole: bool = False
    sees: object = None
    changes: tuple[str, ...] = ()
    whose: tuple[object, object] = ("", "")
    stands: NotedPlaces = _NO_PLACES
    stood: NotedPlaces = _NO_PLACES
    is_first: bool = False

    def of(self, seat: str, commitment: str) -> "FormerHandout":
        """Return this for its seat and its game, else as if there were nothing: a
        difference from what another was given would tell of things that this seat may
        not know."""
        return self if self.whose == (seat, commitment) else NOTHING_BEFORE

    def is_same(self, lines: Sequence[object], sees: object) -> bool:
        """Tell whether a seat has been given all this. A handout that is written again
        with nothing new repeats what was new in it."""
        return self.lines == tuple(lines) and self.sees == sees

    def earlier_than(self, lines: Sequence[object], sees: object) -> int:
        """Return how many of these lines are not new for the seat, which sees this."""
        if self.is_same(lines, sees):
            return min(self.earlier, len(lines))
        pairs = enumerate(zip(self.lines, lines, strict=False))
        known = min(len(self.lines), len(lines))
        return next((at for at, (one, other) in pairs if one != other), known)


NOTHING_BEFORE = FormerHandout((), 0)


def hand_out(
    found: OpenGame,
    folder: Path,
    seat_name: str | None = None,
    *,
    has_callouts: bool = False,
) -> tuple[str, ...]:
    """Write the handout of a seat into a folder, or that of each seat into a folder of
    its name in there; return the names of the files, those in folders with theirs.
    `has_callouts`: the parts of the letter in Markdown are callouts of Obsidian.

    All are worked out before the first is written. Raises UnknownName of a seat that is
    none, UsageError of the judge, Unusable where a folder has files of somebody else.
    """
    if seat_name is not None and is_judge(seat_name):
        hint = "'umpire view GAME --as judge' shows all"
        raise UsageError("the judge has the game file and needs no handout", hint)
    course = found.course()
    folders = (
        {each: folder / each for each in found.beginning.seats}
        if seat_name is None
        else {seat_name: folder}
    )
    by_folder = {
        place: handed_out(
            found, course, found.viewer(name), former=former_handout(place)
        )
        for name, place in folders.items()
    }
    if has_callouts:
        name = f"{LETTER}.md"
        by_folder = {
            place: files | {name: with_callouts(files[name])}
            for place, files in by_folder.items()
        }
    for place, files in by_folder.items():
        write_folder(place, files, "the handout", private=True)
    return tuple(
        str((place / name).relative_to(folder))
        for place, files in by_folder.items()
        for name in sorted(files)
    )


def former_handout(folder: Path) -> FormerHandout:
    """Return what a seat was given in a folder; what cannot be read is as if there were
    nothing, for then all is told again."""
    try:
        report = json.loads(_read(folder / f"{REPORT}.json"))
        sees, whose = report["sees"], (report["seat"], report["proof"]["commitment"])
        if _is_deeper(sees, DEEPEST):
            return NOTHING_BEFORE
        letter = json.loads(_read(folder / f"{LETTER}.json"))
        earlier, lines = letter[_EARLIER], letter.get(_LINES)
        changes = letter.get(_CHANGES, [])
        are_whole = lines is None
        if are_whole:
            lines = json.loads(_read(folder / f"{LOG}.json"))["events"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return NOTHING_BEFORE
    except AttributeError:  # a letter without keys
        return NOTHING_BEFORE
    if not isinstance(lines, list) or type(earlier) is not int or earlier < 0:
        return NOTHING_BEFORE
    told = tuple(map(str, changes)) if isinstance(changes, list) else ()
    stands, stood = (_places(letter.get(key)) for key in (_STANDS, _STOOD))
    return FormerHandout(
        *(tuple(lines), earlier, are_whole, sees, told, whose, stands, stood),
        letter.get(_FIRST) is True,
    )


def _is_deeper(data: object, most: int) -> bool:
    """Tell whether lists and objects lie in each other more often than so."""
    if not isinstance(data, list | dict):
        return False
    inside = data.values() if isinstance(data, dict) else data
    return most == 0 or any(_is_deeper(each, most - 1) for each in inside)


def _places(rows: object) -> NotedPlaces:
    """Return where things stood, as far as a file says so."""
    every = rows if isinstance(rows, list) else []
    return {
        (str(row[0]), str(row[1]), str(row[2])): str(row[3])
        for row in every
        if isinstance(row, list) and len(row) == 4
    }


def _rows(places: NotedPlaces) -> list[list[str]]:
    """Return where things stand for a file."""
    return [[*key, label] for key, label in places.items()]


def _digests(lines: Iterable[LogLine]) -> list[str]:
    """Return the digest of each line of a log."""
    texts = (f"{line.number} {line.kind} {line.seat} {line.text}" for line in lines)
    return [sha256(text.encode()).hexdigest()[:DIGITS] for text in texts]


def _read(path: Path) -> bytes:
    return read_all(open_file(path), MOST_BYTES)


def handed_out(
    found: OpenGame,
    course: GameProgress,
    seat: int,
    *,
    drawn: bool = True,
    former: FormerHandout = NOTHING_BEFORE,
) -> dict[str, str]:
    """Return the text of each file for a seat, by file name; with maps and the letter
    if `drawn`."""
    seen = view_of(course, seat)
    _, lines = seat_lines(course, seat, found.events)
    held = found.proof(course, seat)
    proof, proof_lines = proof_output(held), f"\n{proof_text(held)}\n"
    log = LogOutput(proof=proof, events=lines_output(lines))
    report = encoded(view_output(seen, proof))
    files = {
        f"{REPORT}.txt": f"{view_text(seen)}\n{proof_lines}",
        f"{REPORT}.json": _json(report),
        f"{LOG}.txt": f"{lines_text(lines)}\n{proof_lines}",
        f"{LOG}.json": _json(encoded(log)),
    }
    declared = found.beginning.program.declared
    asked: list[tuple[Posed, str]] = []
    for question in course.open():
        if question.seat == seat:
            shown = posed(course, question)
            answer = _to_answer(course, shown, token_for(found, shown))
            files |= _question_files(found, shown, answer)
            asked.append((shown, answer))
    if not drawn:
        return files
    former = former.of(seen.seat, held.commitment)
    # a name may have changed since, which is no news of every line in which it is
    _, by_ids = seat_lines(course, seat, found.events, by_ids=bool(seen.called))
    digests = _digests(by_ids)
    whole = encoded(log)["events"] if former.are_whole else digests
    sees = json.loads(_json(report))["sees"]
    earlier = former.earlier_than(whole, sees)
    changes, stood = former.changes, former.stood
    if not former.is_same(whole, sees):
        changes = first_changes(changes_of(former.sees, sees, seen, declared.kinds))
        stood = former.stands
    plans = plans_of_view(seen, declared, (), offered_to(course, seat))
    if plans:
        moved = with_moves_from(plans, stood)
        files[f"{MAP}.svg"] = picture(moved)
        files[f"{MAP}.txt"] = map_text(moved) + "\n"
    is_over = course.is_finished
    # written again with nothing new, the first letter says the same
    is_first = former is NOTHING_BEFORE or (
        former.is_first and former.is_same(whole, sees)
    )
    briefing = found.session.briefing(seen.seat) if is_first else ()
    letter = letter_of(
        seen,
        _called(found),
        lines,
        earlier,
        asked,
        changes,
        is_over=is_over,
        briefing=briefing,
    )
    has_map = f"{MAP}.svg" in files
    return files | {
        f"{LETTER}.md": letter_markdown(letter, f"{MAP}.svg" if has_map else ""),
        LETTER_PAGE: letter_html(letter, files.get(f"{MAP}.svg", "")),
        f"{LETTER}.txt": letter_text(letter, files.get(f"{MAP}.txt", "")),
        f"{LETTER}.json": _json(
            {
                "format": 1,
                **{_EARLIER: earlier, _LINES: digests, _CHANGES: [*changes]},
                _FIRST: is_first,
                **{_STANDS: _rows(labels_of(plans)), _STOOD: _rows(stood)},
            }
        ),
    }


def letter_page(found: OpenGame, course: GameProgress, seat: int) -> str:
    """Return all that was told to a seat as the page of a letter that is not sent."""
    seen = view_of(course, seat)
    _, lines = seat_lines(course, seat, found.events)
    asked = [(posed(course, each), "") for each in course.open() if each.seat == seat]
    letter = letter_of(
        seen,
        _called(found),
        lines,
        0,
        asked,
        is_over=course.is_finished,
        briefing=found.session.briefing(seen.seat),
    )
    declared = found.beginning.program.declared
    plans = plans_of_view(seen, declared, (), offered_to(course, seat))
    return letter_html(letter, picture(plans) if plans else "", is_sent=False)


def _called(found: OpenGame) -> str:
    return f"{spaced(found.session.scenario)}, {found.session.pack.name}"


def _question_files(found: OpenGame, shown: Posed, answer: str) -> dict[str, str]:
    """Return the text of each file of an open question by its name; `answer` are the
    lines with which it is answered."""
    token = token_for(found, shown)
    lines = [posed_text(shown), "", answer]
    return {
        f"{QUESTION}.json": _json(question_file(token, shown)),
        f"{QUESTION}.txt": "\n".join(lines) + "\n",
    }


def token_for(found: OpenGame, shown: Posed) -> str:
    """Return the token of an open question; GameFileError without the secret."""
    secret = found.beginning.key
    if secret is None:
        raise GameFileError("the secret of the dice is missing")
    question = json.dumps(encoded(question_output(shown)))
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


TO_ANSWER = "To answer, return a file with these lines:"
FOLLOWING = (
    "That is all that is needed. Who knows what he will be asked next may answer it in "
    "the same file too: a line 'then:', and below it, in order, for each question a "
    "line '  - NAME: ANSWER'; what does not fit is left out. The name of this one is "
    "'{name}'{others}."
)
MOST_NAMES = 12  # of earlier questions, the latest
WIDE = 78


def briefing_of(session: Session, seat: str) -> tuple[str, ...]:
    """Return what a seat reads before it plays, by paragraphs; the judge reads what
    each of them does."""
    if not is_judge(seat):
        return session.briefing(seat)
    return tuple(
        f"{spaced(name or EVERYONE_NAME)}: {text}"
        for name, texts in session.briefings().items()
        for text in texts
    )


def _names_asked(course: GameProgress, seat: str) -> list[str]:
    """Return the names of the questions that a seat has answered, the latest last."""
    found: dict[str, None] = {}
    for passed in course.passed:
        if isinstance(passed.stop, ChoiceStop) and passed.event.get("seat") == seat:
            name = spaced(passed.stop.instruction.label)
            found.pop(name, None)
            found[name] = None
    return [*found][-MOST_NAMES:]


def _to_answer(course: GameProgress, shown: Posed, token: str) -> str:
    """Return the lines of an answer to a question; for answers ahead also the names of
    questions, which stand beside no sentence."""
    several = len(shown.parts) > 1
    many = "[..., ...]" if shown.how_many is not None else "..."
    lines = [TO_ANSWER, "", f"token: {token}"]
    lines.append("answer:" if several else f"answer: {many}")
    names = [json.dumps(each.of, ensure_ascii=False) for each in shown.parts]
    lines += [f"  {name}: {many}" for name in names if several]
    asked = [each for each in _names_asked(course, shown.seat) if each != shown.name]
    others = f"; others that you were asked are {listed(asked)}" if asked else ""
    lines += ["", *folded(FOLLOWING.format(name=shown.name, others=others), WIDE)]
    return "\n".join(lines)


def _json(data: Mapping[str, object]) -> str:
    return json_text(data) + "\n"
