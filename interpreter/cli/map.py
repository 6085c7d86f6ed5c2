"""`umpire map GAME [--as SEAT]`: what a seat knows, to look at; `umpire map PACK
--scenario S`: how a scenario begins.

Text goes to stdout; a picture is asked for by `--out`, as nothing is written unasked.
"""

from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from interpreter.app.opening import session
from interpreter.app.opening.games import (
    configure_game_or_scenario,
    configure_seat,
    game_of,
)
from interpreter.app.opening.parser import Parser, UsageError
from interpreter.app.opening.terminal import Terminal
from interpreter.cli.output import PICTURE, TEXT, ending, write_file
from interpreter.diagnostics import UnknownName
from interpreter.engine.once import initial
from interpreter.engine.stops import GameState
from interpreter.games.disclosures import offered_to, view_of
from interpreter.games.state import EVERYONE_NAME, JUDGE_NAME
from interpreter.maps.picture import picture
from interpreter.maps.plan import CellPlan
from interpreter.maps.plane.plan import Plan
from interpreter.maps.text_map import map_text
from interpreter.pipeline.opening import Pack
from interpreter.reports.map_json import map_json
from interpreter.reports.maps import Offered, plans_of_truth, plans_of_view
from interpreter.reports.values import edge
from interpreter.reports.views import JudgeView
from interpreter.values.names import plain
from interpreter.views.block_labels import labels_in
from interpreter.views.masks import Masks
from interpreter.views.views import View, view
from interpreter.views.visibility import ALL_SEATS


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
        help="draw what a thing, or each of a seat, has about it; may be given again",
    )
    parser.add_argument(
        "--whole",
        action="store_true",
        help="with --out: a board of hexes in one piece, however large",
    )
    parser.add_argument(
        "--text",
        action="store_true",
        help="text, as without --out; with it, text is written there",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Draw what is known."""
    wanted = ending(arguments.out, PICTURE, TEXT)
    if wanted == PICTURE and arguments.text:
        hint = f"leave --text out, or write {TEXT}"
        raise UsageError(
            f"--out '{arguments.out}' is a picture, and --text is none", hint
        )
    if arguments.whole and (
        arguments.text or (wanted != PICTURE and arguments.out != "-")
    ):
        hint = f"add '--out FILE{PICTURE}', or leave --whole out"
        raise UsageError("--whole is for a picture", hint)
    plans = _plans(arguments, terminal)
    _check_asked(arguments.of, plans)
    as_text = arguments.text or arguments.out is None or wanted == TEXT
    drawn = f"{map_text(plans)}\n" if as_text else picture(plans, uncut=arguments.whole)
    if arguments.out not in (None, "-"):
        path, private = Path(arguments.out), not arguments.scenario
        write_file(path, drawn, "the map", private=private)
        terminal.say(f"umpire: the map is in '{arguments.out}'")
    if arguments.json:
        terminal.show_json({"format": 1, **map_json(arguments.seat, plans)})
    elif arguments.out in (None, "-"):
        terminal.show(drawn.removesuffix("\n"))
    return 0


def _plans(arguments: Namespace, terminal: Terminal) -> Sequence[Plan]:
    if arguments.scenario:
        arguments.pack = arguments.pack_or_game
        pack = session.pack_of(arguments)
        scenario = session.scenario_of(arguments.scenario, pack.program)
        pack = pack.under(scenario)
        if _are_masked(pack, scenario):
            terminal.say(
                "umpire: labels of what is masked are examples; each game deals its own"
            )
        return drawn_for(
            arguments.seat,
            pack,
            scenario,
            initial(pack.program, scenario),
            asked=arguments.of,
        )
    found = game_of(arguments, terminal)
    own = found.session
    course = found.course()
    given = (arguments.seat, own.pack, own.scenario, course.world)
    masks = found.beginning.masks
    seats = {plain(name): seat for name, seat in found.beginning.seats.items()}
    judge = plain(arguments.seat) == JUDGE_NAME
    seat = None if judge else seats.get(plain(arguments.seat), ALL_SEATS)
    seen = partial(view_of, course)
    return drawn_for(*given, seen, masks, arguments.of, offered_to(course, seat))


def _check_asked(asked: Sequence[str], plans: Sequence[Plan]) -> None:
    """Raise UnknownName for a name that is neither a thing's on the maps nor a seat's
    whose things may be there."""
    drawn = [plan for plan in plans if isinstance(plan, CellPlan)]
    known = dict.fromkeys(each.name for plan in drawn for each in plan.pieces)
    known |= dict.fromkeys(name for plan in drawn for name in plan.owners)
    for name in asked:
        if plain(name) not in map(plain, known):
            raise UnknownName("thing on a map of hexes", name, known)


def _are_masked(pack: Pack, scenario: str) -> bool:
    """Tell whether others know something of a scenario by a label only."""
    kinds = pack.program.declared.kinds.values()
    ids = pack.program.worlds[scenario].ids
    return any(each.masks and ids.get(each.name) for each in kinds)


def drawn_for(
    seat: str,
    pack: Pack,
    scenario: str,
    world: GameState,
    seen_by: Callable[[int], View] | None = None,
    masks: Masks | None = None,
    asked: Sequence[str] = (),
    offered: Sequence[Offered] = (),
) -> Sequence[Plan]:
    """Return the maps of a world for a seat, or for the judge; raises UnknownName.

    `seen_by` gives the view of a seat in a game, `masks` the labels there; a scenario
    alone deals none that a game would keep. `asked` are the things whose zones are
    drawn, `offered` the hexes to choose from.
    """
    declared, beginning = pack.program.declared, pack.program.worlds[scenario]
    ids = beginning.ids
    masks = Masks(ids, b"") if masks is None else masks
    if seen_by is None:
        seen_by = partial(view, declared, ids, world, masks=masks)
    if plain(seat) == JUDGE_NAME:
        rows = dict(zip(declared.kinds, world, strict=False))
        seats = enumerate(rows.get(declared.seat_kind, ()))
        told = tuple(seen_by(at) for at, row in seats if row is not None)
        names = edge(declared, beginning)
        labels = labels_in(declared, world, masks)
        return plans_of_truth(
            JudgeView(declared, world, names, {}, told, labels), asked, offered
        )
    known = ids.get(declared.seat_kind, ())
    numbers = {plain(name): number for number, name in enumerate(known)}
    numbers.setdefault(EVERYONE_NAME, ALL_SEATS)
    if plain(seat) not in numbers:
        raise UnknownName("seat", seat, known)
    return plans_of_view(seen_by(numbers[plain(seat)]), declared, asked, offered)
