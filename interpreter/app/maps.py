"""Maps of a game or a scenario, for a seat or for the judge."""

from collections.abc import Callable, Sequence
from functools import partial

from interpreter.app.opening.games import Notify, OpenGame, is_judge
from interpreter.app.opening.session import scenario_of
from interpreter.diagnostics import UnknownName, Unusable
from interpreter.engine.once import initial
from interpreter.engine.stops import GameState
from interpreter.games.disclosures import offered_to, view_of
from interpreter.games.state import EVERYONE_NAME, GameProgress
from interpreter.maps.plan import CellPlan
from interpreter.maps.plane.plan import Plan
from interpreter.pipeline.opening import Pack
from interpreter.reports.maps import Offered, plans_of_truth, plans_of_view
from interpreter.reports.values import edge
from interpreter.reports.views import JudgeView
from interpreter.semantics.state_view import StateView
from interpreter.source import Name, normalised, written_names
from interpreter.values.types import places
from interpreter.views.block_labels import labels_in
from interpreter.views.views import View, view
from interpreter.views.visibility import ALL_SEATS, Masks

Plans = Sequence[Plan]


def maps_of_game(
    opened: OpenGame, course: GameProgress, name: str, asked: Sequence[str] = ()
) -> Plans:
    """Return the maps of a game as a seat, everyone or the judge may see them, with
    what is offered to that seat now; raises UnknownName."""
    session = opened.session
    found = opened.beginning.seat_called(name)
    seat = ALL_SEATS if found is None else found
    return drawn_for(
        name,
        session.pack,
        session.scenario,
        course.game_state,
        partial(view_of, course),
        opened.beginning.masks,
        asked,
        offered_to(course, None if is_judge(name) else seat),
    )


def maps_of_scenario(
    pack: Pack, typed: str, seat: str, asked: Sequence[str], notify: Notify
) -> Plans:
    """Return the maps of a scenario as it begins; `typed` is its name. The labels of
    what is masked there are examples, of which `notify` is told."""
    scenario = scenario_of(typed, pack.program)
    pack = pack.under(scenario)
    if are_masked(pack, scenario):
        notify("umpire: labels of what is masked are examples; each game deals its own")
    state = initial(pack.program, scenario)
    return drawn_for(seat, pack, scenario, state, asked=asked)


def check_asked(asked: Sequence[str], plans: Sequence[Plan]) -> None:
    """Raise UnknownName for a name that is neither a thing's on the maps nor a seat's
    whose things may be there."""
    drawn = [plan for plan in plans if isinstance(plan, CellPlan)]
    if asked and not drawn:
        hint = "what is about a thing is drawn on boards of hexes and areas"
        raise Unusable("there is no such map here", hint=hint)
    known = dict.fromkeys(each.name for plan in drawn for each in plan.pieces)
    known |= dict.fromkeys(name for plan in drawn for name in plan.owners)
    for name in asked:
        if normalised(name) not in written_names(known):
            raise UnknownName("thing on a map of hexes", name, known)


def are_masked(pack: Pack, scenario: str) -> bool:
    """Tell whether others know something of a scenario by a label only."""
    kinds = pack.program.declared.kinds.values()
    ids = pack.program.initial_states[scenario].ids
    return any(each.masks and ids.get(each.name) for each in kinds)


def drawn_for(
    seat: str,
    pack: Pack,
    scenario: str,
    state: GameState,
    seen_by: Callable[[int], View] | None = None,
    masks: Masks | None = None,
    asked: Sequence[str] = (),
    offered: Sequence[Offered] = (),
) -> Plans:
    """Return the maps of a game state for a seat, or for the judge; raises UnknownName.

    `seen_by` gives the view of a seat in a game, `masks` the labels there; a scenario
    alone deals none that a game would keep. `asked` are the things whose zones are
    drawn, `offered` the hexes to choose from.
    """
    declared, beginning = pack.program.declared, pack.program.initial_states[scenario]
    ids = beginning.ids
    masks = Masks(ids, b"") if masks is None else masks
    if seen_by is None:
        seen_by = partial(view, declared, ids, state, masks=masks)
    if is_judge(seat):
        views = tuple(seen_by(number) for number in StateView(declared, state).seats)
        names = edge(declared, beginning, state=state)
        labels = labels_in(declared, state, masks)
        return plans_of_truth(
            JudgeView(declared, state, names, {}, views, labels), asked, offered
        )
    known = ids.get(declared.seat_kind, ())
    numbers = {Name(EVERYONE_NAME): ALL_SEATS, **places(known)}
    number = numbers.get(normalised(seat))
    if number is None:
        raise UnknownName("seat", seat, known)
    return plans_of_view(seen_by(number), declared, asked, offered)
