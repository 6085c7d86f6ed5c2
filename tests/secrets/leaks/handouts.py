"""Leaks in the files that a seat is given, in maps, and in what is left behind."""

import os
import tempfile
from collections.abc import Callable, Sequence

from interpreter.app.opening.games import OpenGame
from interpreter.app.playing import handouts
from interpreter.app.playing.handouts import (
    LOG,
    MAP,
    NOTHING_BEFORE,
    REPORT,
    FormerHandout,
)
from interpreter.games.state import GameProgress
from interpreter.maps import renderers, svg
from interpreter.maps.plan import HexPlan
from interpreter.maps.plane.plan import TablePlan
from interpreter.maps.renderers import PaperFormat
from interpreter.reports.questions import posed
from tests.secrets.leaks.seams import Channel, Seams, leak

Files = dict[str, str]


@leak(41, Channel.FILES, Channel.LEFT_BEHIND)
def a_file_name_that_counts(seams: Seams) -> None:
    """The name of a file says how many events there were."""

    def added(files: Files, found: OpenGame, course: GameProgress, seat: int) -> None:
        files[f"{LOG}-{len(found.events)}.txt"] = files.pop(f"{LOG}.txt")

    _changed_files(seams, added)


@leak(42, Channel.FILES, Channel.LEFT_BEHIND)
def a_file_size_that_counts(seams: Seams) -> None:
    """The size of a file says how many events there were."""

    def added(files: Files, found: OpenGame, course: GameProgress, seat: int) -> None:
        files[f"{REPORT}.txt"] += "\n" * len(course.passed)

    _changed_files(seams, added)


@leak(53, Channel.FILES, Channel.SECOND_VIEW)
def a_map_that_counts(seams: Seams) -> None:
    """The size of a map says how many events there were."""

    def added(files: Files, found: OpenGame, course: GameProgress, seat: int) -> None:
        if f"{MAP}.txt" in files:
            files[f"{MAP}.txt"] += "\n" * len(course.passed)

    _changed_files(seams, added)


@leak(57, Channel.QUESTIONS, Channel.INTENT)
def the_question_of_another(seams: Seams) -> None:
    """A handout holds the question of another seat."""

    def added(files: Files, found: OpenGame, course: GameProgress, seat: int) -> None:
        for question in course.open():
            if question.seat >= 0:
                files |= handouts._question_files(found, posed(course, question), "")

    _changed_files(seams, added)


@leak(67, Channel.QUESTIONS)
def a_question_of_others_announced(seams: Seams) -> None:
    """A handout says when others are asked something, and how many of them."""

    def added(files: Files, found: OpenGame, course: GameProgress, seat: int) -> None:
        others = [question for question in course.open() if question.seat != seat]
        files[f"{REPORT}.txt"] += f"{len(others)} others are asked\n"

    _changed_files(seams, added)


def _changed_files(
    seams: Seams, change: Callable[[Files, OpenGame, GameProgress, int], None]
) -> None:
    """Change the files of every handout."""

    def leaking(
        found: OpenGame,
        course: GameProgress,
        seat: int,
        *,
        drawn: bool = True,
        former: FormerHandout = NOTHING_BEFORE,
    ) -> Files:
        files: Files = handed_out(found, course, seat, drawn=drawn, former=former)
        change(files, found, course, seat)
        return files

    handed_out = seams.replace(handouts, "handed_out", leaking)


@leak(68, Channel.LEFT_BEHIND)
def a_file_left_behind(seams: Seams) -> None:
    """A handout is made from a draft in the folder of temporary files, which holds
    all."""

    def leaking(
        found: OpenGame,
        course: GameProgress,
        seat: int,
        *,
        drawn: bool = True,
        former: FormerHandout = NOTHING_BEFORE,
    ) -> Files:
        files: Files = handed_out(found, course, seat, drawn=drawn, former=former)
        number, _ = tempfile.mkstemp(prefix="umpire-")
        with os.fdopen(number, "w", encoding="utf-8") as draft:
            draft.write(repr(course.game_state))
        return files

    handed_out = seams.replace(handouts, "handed_out", leaking)


@leak(64, Channel.FILES, Channel.ACTIVE)
def a_map_that_calls_home(seams: Seams) -> None:
    """A map fetches a picture from elsewhere, where one learns who opens it, and
    when."""

    def leaking(
        plans: Sequence[HexPlan | TablePlan],
        *,
        uncut: bool = False,
        paper: PaperFormat = "phone",
    ) -> str:
        elsewhere = "https://example.org/seen?by="
        images = (svg.element("image", href=elsewhere + plan.viewer) for plan in plans)
        drawn = picture(plans, uncut=uncut, paper=paper)
        return drawn.replace("</svg>", f"{''.join(images)}</svg>")

    picture: Callable[..., str] = seams.replace(renderers, "picture", leaking)


@leak(70, Channel.ACTIVE)
def a_name_that_is_markup(seams: Seams) -> None:
    """A name reaches a map as it is written, and what looks like an element is one."""

    def leaking(text: str) -> str:
        return svg._NO_XML.sub("\ufffd", text)

    seams.replace(svg, "words", leaking)
