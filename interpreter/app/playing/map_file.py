"""The map of a game in a file that is written again whenever it has changed, while the
game is played: a picture, or a page that a browser reads again by itself."""

from pathlib import Path

from interpreter.app.maps import maps_of_game
from interpreter.app.opening.games import OpenGame
from interpreter.app.output import HTML, HTML_MARK, PICTURE, ending, write_file
from interpreter.diagnostics import Unusable
from interpreter.games.state import GameProgress
from interpreter.maps.renderers import picture
from interpreter.reports.map_pages import live_page
from interpreter.reports.values import spaced


class MapFile:
    """A file with the map of one who plays."""

    def __init__(self, path: str) -> None:
        """Begin with nothing written; Unusable for a file of another kind."""
        if ending(path, PICTURE, HTML, option="--map") == "":
            hint = f"write {PICTURE} for a picture, {HTML} for a page that is renewed"
            raise Unusable(f"--map '{path}': the file needs an ending", hint=hint)
        self._path = Path(path)
        self._written = ""

    def renew(self, found: OpenGame, course: GameProgress, seat: str) -> None:
        """Write the map of a seat, JUDGE_NAME, or EVERYONE_NAME for what all know, as
        it is now, if it is not what was written last."""
        plans = maps_of_game(found, course, seat)
        drawn = picture(plans, paper="desk")
        if drawn == self._written:
            return
        text = drawn
        if self._path.suffix.lower() == HTML:
            whose = f"{spaced(found.session.scenario)}, as {spaced(seat)} knows it"
            text = live_page(whose, drawn if plans else "")
        write_file(self._path, text, "the map", private=True, mark=HTML_MARK)
        self._written = drawn
