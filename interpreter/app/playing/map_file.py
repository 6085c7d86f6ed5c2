"""The map of a game in a file that is written again whenever it has changed, while the
game is played: a picture, or a page that a browser reads again by itself."""

from pathlib import Path

from msgspec import Struct

from interpreter.app.maps import Plans, maps_of_game
from interpreter.app.opening.games import OpenGame
from interpreter.app.output import HTML, HTML_MARK, PICTURE, ending, write_file
from interpreter.diagnostics import Unusable
from interpreter.games.state import CHOICE, EVERYONE_NAME, GameProgress
from interpreter.maps.moves import with_moves
from interpreter.maps.renderers import picture
from interpreter.reports.map_pages import live_page
from interpreter.reports.values import spaced
from interpreter.values.types import JUDGE_NAME


class ComparedMaps(Struct, frozen=True):
    """What a viewer was shown last: how often he had answered (None of one who is no
    player), the maps, and those `before` with which they are compared, both made from
    what he knew then."""

    viewer: str
    answers: int | None
    plans: Plans = ()
    before: Plans = ()

    def followed(
        self, viewer: str, answers: int | None, plans: Plans
    ) -> "ComparedMaps":
        """Return what is shown next. While a player has not answered again, his maps
        are compared with the same ones, however often others moved meanwhile; those of
        anybody else with the last ones on which something stood elsewhere."""
        before = self.before
        if viewer != self.viewer:
            before = ()
        elif answers is None or self.answers is None:
            moved = any(plan.moves for plan in with_moves(plans, self.plans))
            before = self.plans if moved else before
        elif answers < self.answers:  # an answer was taken back
            before = ()
        elif answers > self.answers:
            before = self.plans
        return ComparedMaps(viewer, answers, plans, before)


def _answered(course: GameProgress, viewer: str) -> int | None:
    """Return how often a player has chosen; None of a viewer who is none."""
    if viewer in (EVERYONE_NAME, JUDGE_NAME):
        return None
    chosen = (each.event for each in course.passed if each.event["event"] == CHOICE)
    return len([event for event in chosen if event["seat"] == viewer])


class MapFile:
    """A file with the map of one who plays."""

    def __init__(self, path: str) -> None:
        """Begin with nothing written; Unusable for a file of another kind."""
        if ending(path, PICTURE, HTML, option="--map") == "":
            hint = f"write {PICTURE} for a picture, {HTML} for a page that is renewed"
            raise Unusable(f"--map '{path}': the file needs an ending", hint=hint)
        self._path = Path(path)
        self._written = ""
        self._shown = ComparedMaps("", None)

    def renew(self, found: OpenGame, course: GameProgress, seat: str) -> None:
        """Write the map of a seat, JUDGE_NAME, or EVERYONE_NAME for what all know, as
        it is now, if it is not what was written last; with what moved since a player
        answered last, for others since something moved."""
        self._shown = self._shown.followed(
            seat, _answered(course, seat), maps_of_game(found, course, seat)
        )
        plans = with_moves(self._shown.plans, self._shown.before)
        drawn = picture(plans, paper="desk")
        if drawn == self._written:
            return
        text = drawn
        if self._path.suffix.lower() == HTML:
            whose = f"{spaced(found.session.scenario)}, as {spaced(seat)} knows it"
            text = live_page(whose, drawn if plans else "")
        write_file(self._path, text, "the map", private=True, mark=HTML_MARK)
        self._written = drawn
