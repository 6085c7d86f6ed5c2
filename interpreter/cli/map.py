"""`umpire map GAME [--as SEAT]`: what a seat knows, to look at; `umpire map PACK
--scenario S`: how a scenario begins.

Text goes to stdout; a picture is asked for by `--out`, as nothing is written unasked.
"""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from interpreter.app.maps import check_asked, maps_of_game, maps_of_scenario
from interpreter.app.output import PICTURE, TEXT, ending, write_file
from interpreter.cli.arguments import (
    configure_game_or_scenario,
    configure_seat,
    game_of,
    pack_of,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.maps.plane.plan import Plan
from interpreter.maps.renderers import PaperFormat, map_text, picture
from interpreter.maps.words import CELLS, TextPage
from interpreter.reports.map_json import map_output
from interpreter.reports.outputs.maps import MapOutput
from interpreter.values.types import JUDGE_NAME

OUTPUT = MapOutput


def configure(parser: Parser) -> None:
    """Add the game or the scenario, who looks, and where the picture goes."""
    configure_game_or_scenario(parser)
    configure_seat(parser, JUDGE_NAME)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write a picture (.svg) or text (.txt) into a file, or '-': a picture to "
        "standard output",
    )
    parser.add_argument(
        "--of",
        action="append",
        default=[],
        metavar="NAME",
        help="draw the surroundings of a piece, or of each of a seat; may be repeated",
    )
    parser.add_argument(
        "--whole",
        action="store_true",
        help="with a picture: a board of hexes in one piece, however large; with text: "
        "all parts of a board, also those on which nothing is known",
    )
    parser.add_argument(
        "--page",
        choices=get_args(PaperFormat),
        help="with --out: for what the picture is laid out: a phone (a narrow strip), "
        "a desk (the whole board, and what is written about it beside it), a sheet to "
        "print, or the board alone; the default is phone",
    )
    parser.add_argument(
        "--text",
        action="store_true",
        help="print text, as without --out; with --out, write text to that file",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Draw what is known."""
    wanted = ending(arguments.out, PICTURE, TEXT)
    if wanted == PICTURE and arguments.text:
        hint = f"leave --text out, or write {TEXT}"
        raise UsageError(
            f"--out '{arguments.out}' is a picture, and --text is none", hint
        )
    if arguments.page and (
        arguments.text or (wanted != PICTURE and arguments.out != "-")
    ):
        hint = f"add '--out FILE{PICTURE}', or leave --page out"
        raise UsageError("--page is for a picture", hint)
    plans = _plans(arguments, terminal)
    check_asked(arguments.of, plans)
    as_text = arguments.text or arguments.out is None or wanted == TEXT
    # a file says the same whatever terminal it was asked for from
    cells = terminal.map_cells if arguments.out in (None, "-") else CELLS
    paper: PaperFormat = arguments.page or "phone"
    drawn = (
        f"{map_text(plans, TextPage(cells, whole=arguments.whole))}\n"
        if as_text
        else picture(plans, uncut=arguments.whole, paper=paper)
    )
    if arguments.out not in (None, "-"):
        path, private = Path(arguments.out), not arguments.scenario
        write_file(path, drawn, "the map", private=private)
        told = "the map is in" if plans else "there is no map here, and so says"
        terminal.say(f"umpire: {told} '{arguments.out}'")
    if arguments.json:
        terminal.show_json(map_output(arguments.seat, plans))
    elif arguments.out in (None, "-"):
        terminal.show(drawn.removesuffix("\n"))
    return 0


def _plans(arguments: Namespace, terminal: Terminal) -> Sequence[Plan]:
    seat, asked = arguments.seat, arguments.of
    if arguments.scenario:
        arguments.pack = arguments.pack_or_game
        pack = pack_of(arguments)
        return maps_of_scenario(pack, arguments.scenario, seat, asked, terminal.say)
    found = game_of(arguments, terminal)
    return maps_of_game(found, found.course(), seat, asked)
