"""Hexes in expressions: by label, by direction, and those in reach."""

import re
from collections.abc import Mapping

from interpreter.boards.hexes import COMPASS
from interpreter.boards.protocol import Misfit
from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions import tree
from interpreter.expressions.functions import HEX_FUNCTIONS, HexFunction
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    Invalid,
    Local,
    ReachSearch,
    Typed,
    applied,
)
from interpreter.semantics.declarations import (
    CELLS,
    CHARTS,
    CellBoard,
)
from interpreter.semantics.declared_walks import (
    COUNT,
    FROM,
    NEW_FACING,
    NO,
    NOTHING_SPENT,
    SPENT,
    STEPS,
    TO,
    YES,
    Walk,
)
from interpreter.semantics.expressions.scope import (
    CYCLE_HINT,
    Binder,
    Scope,
    arguments,
    reads,
    spoken,
)
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values import types
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    INTEGER,
    SIDE_MET,
    Boolean,
    Cell,
    Enumeration,
    ListOf,
    Maybe,
    Number,
    Record,
    Text,
    Type,
    Unknown,
    maybe,
    present,
    whole,
)
from interpreter.yaml.nodes import ScalarNode

_LIST = re.compile(r"\s*\[([^'()\[\]]+)\]\s*\Z")
_IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")
POINT = Enumeration("compass_point", COMPASS)
MOST_LISTED = 12  # functions that a hint lists
ORDER = Record("", (("first", INTEGER), ("second", INTEGER)))


def chart_of(board: str, span: Span | None = None) -> Typed:
    """Return the expression of what lies on a board."""
    charts = Constant(0, types.Entity(CHARTS))
    return FieldRead(charts, CHARTS, board, types.BoardType(board), span)


def found_hex(names: Names, text: str, board: str) -> tuple[int, int] | Misfit:
    """Return the hex with a label, or what is wrong with it.

    In a scenario it must be on its map, else on the map of at least one.
    """
    declared = names.cell_board(board)
    assert declared is not None, "the type of a cell names a board of cells"
    found = declared.labels.place_of(text)
    for each in names.cell_layouts().get(board, ()):
        found = each.place_of(text)
        if not isinstance(found, Misfit):
            return found
    return found


def labelled(names: Names, text: str, board: str, span: Span) -> Typed:
    """Read a label: the constant of its hex, or a problem."""
    found = found_hex(names, text, board)
    if isinstance(found, Misfit):
        hint = did_you_mean(text, found.known)
        if hint and span.source.text[span.start] in "'\"":  # the name in the quotes
            span = Span(span.source, span.start + 1, span.end - 1)
        names.problems.append(
            problem("R313", span, found.message, expected=found.expected, hint=hint)
        )
        return Invalid(span)
    declared = names.cell_board(board)
    assert declared is not None, "the label was found on it"
    return Constant(found, declared.cell, span)


def hex_figure(
    names: Names, node: ScalarNode, wanted: Type, scope: Scope
) -> Typed | None:
    """Read a hex as printed where one is wanted, or a list of them in brackets; None
    where an expression stands."""
    kind = present(wanted)
    if isinstance(kind, ListOf):
        return _hex_list(names, node, kind)
    if not isinstance(kind, Cell) or names.cell_board(kind.board) is None:
        return None
    text = node.text.strip()  # of a block `|` it begins on the next line
    if _IDENTIFIER.match(text) and scope.find(node.name) is not None:
        return None  # a local hides an area of the same name
    if isinstance(found_hex(names, text, kind.board), Misfit):
        calculated = any(each in text for each in "'(.[") or text == "none"
        if calculated or scope.find(node.name) is not None:
            return None
    begin = node.text.index(text)
    span = node.part(begin, begin + len(text)) if text else node.span
    return labelled(names, text, kind.board, span)


def _hex_list(names: Names, node: ScalarNode, kind: ListOf) -> Typed | None:
    listed = _LIST.match(node.text)
    if listed is None or not isinstance(kind.item, Cell):
        return None
    board, texts = kind.item.board, [each.strip() for each in listed[1].split(",")]
    items = tuple(labelled(names, each, board, node.span) for each in texts)
    return Apply("list", items, kind, node.span)


def in_label_order(key: Typed) -> Typed:
    """Return a key of `by`; hexes sort by their labels."""
    kind = present(key.type)
    if not isinstance(kind, Cell):
        return key
    chart = chart_of(kind.board, key.span)
    return Apply(".order", (chart, key), ORDER, key.span)


def field_of_hex(reading: Binder, base: Typed, kind: Cell, name: tree.Word) -> Typed:
    """Read `hex.ground`."""
    at = reading.place.span(name.at)
    board = reading.names.cell_board(kind.board)
    ground = board.ground if board is not None else None
    if name.name != "ground" or ground is None:
        message = f"{spoken(kind)} has no field '{name.name}'"
        known = "" if ground is None else "ground"
        hint = did_you_mean(name.name, [known] if known else [])
        return reading.lost("R308", name.at, message, known, hint)
    return Apply(".ground", (chart_of(kind.board, at), base), ground, at)


def of_boards(
    reading: Binder, node: tree.Call, scope: Scope, wanted: Type | None
) -> Typed | None:
    """Read a call of a function of boards; None where it is none."""
    name, given = node.name.name, node.arguments
    if name == "every" and len(given) == 1:
        return _every(reading, node)
    if name == "region" and len(given) == 1:
        return _region(reading, node, wanted)
    function = HEX_FUNCTIONS.get(name)
    if function is None:
        return None
    if len(given) != len(function.takes):
        message = f"'{name}' takes {len(function.takes)}, not {len(given)}"
        return reading.lost("R309", node.at, message, function.says)
    board = _board(reading, function, node, scope)
    if board is None:
        return Invalid(reading.place.span(node.at))
    arguments = tuple(
        reading.read(each, scope, _type(takes, board))
        for each, takes in zip(given, function.takes, strict=True)
    )
    at = reading.place.span(node.at)
    gives = _type(function.gives, board)
    return Apply(f".{function.name}", (chart_of(board.name, at), *arguments), gives, at)


def _every(reading: Binder, node: tree.Call) -> Typed | None:
    only = node.arguments[0]
    name = only.name if isinstance(only, tree.Word) else ""
    board = reading.names.cell_board(name)
    if board is None or name in reading.names.fields:
        return None
    at = reading.place.span(node.at)
    return Apply(".every", (chart_of(name, at),), ListOf(board.cell), at)


def _region(reading: Binder, node: tree.Call, wanted: Type | None) -> Typed:
    only = node.arguments[0]
    word = only.name if isinstance(only, tree.Word) else getattr(only, "text", "")
    charts = reading.names.cell_layouts()
    boards = dict.fromkeys(
        board
        for board, layouts in charts.items()
        if any(tree.name_of(only) in each.regions for each in layouts)
    )
    item = wanted.item if isinstance(wanted, ListOf) else None
    if isinstance(item, Cell) and item.board in boards:
        boards = dict.fromkeys([item.board])
    if len(boards) != 1:
        found = {r for layouts in charts.values() for e in layouts for r in e.regions}
        code = "R303" if boards else "R301"
        where = ", ".join(each.replace("_", " ") for each in boards)
        message = f"no map has a region '{word}'"
        if boards:
            message = f"'{word}' is a region of {where}"
        hint = "" if boards else did_you_mean(word, sorted(found))
        return reading.lost(code, only.at, message, hint=hint)
    (board,) = boards
    declared = reading.names.cell_board(board)
    assert declared is not None, "it is one of the boards of cells"
    at = reading.place.span(node.at)
    named = Constant(tree.name_of(only), Text(), at)
    return Apply(".named", (chart_of(board, at), named), ListOf(declared.cell), at)


def _board(
    reading: Binder, function: HexFunction, node: tree.Call, scope: Scope
) -> CellBoard | None:
    """Return the board of which a function is called, or append why there is none."""
    names = reading.names
    known: list[tuple[str, Cell]] = []
    telling = {"hex", "coarse"} & {*function.takes} or {"hexes"}
    for each, takes in zip(node.arguments, function.takes, strict=True):
        part = _telling(each)
        if takes in telling and part is not None:
            kind = present(reading.type_of(part, scope))
            if takes == "hexes":
                kind = present(kind.item) if isinstance(kind, ListOf) else kind
                takes = "hex"
            if isinstance(kind, Cell):
                known.append((takes, kind))
            elif not isinstance(kind, Unknown):
                message, at = f"this is {spoken(kind)}", each.at
                hint = "a label stands in quotes" if isinstance(kind, Number) else ""
                reading.lost("R401", at, message, _wanted(names), hint)
                return None
            else:
                reading.read(part, scope)  # it says what is wrong
                return None
    board = _fine(names, *known[0]) if known else _only(names, function)
    if board is None:
        if not known:
            message = f"of which board '{function.name}' is meant is not known"
            place = _wanted(names).removesuffix(" of a board")
            reading.lost("R402", node.at, message, hint=f"give the type of {place}")
            return None
        of = spoken(known[0][1])
        message = f"no board is grouped into the board of this {of}"
        reading.lost("R404", node.at, message, "grouped_into")
        return None
    if CELLS[board.noun] not in function.boards:
        of, here = " and ".join(function.boards), board.name.replace("_", " ")
        message = f"'{function.name}' is for boards of {of}"
        having = _names_for(CELLS[board.noun])
        hint = f"'{here}' is a board of {CELLS[board.noun]}"
        hint += f", which has {', '.join(having)}" if len(having) < MOST_LISTED else ""
        reading.lost("R404", node.at, message, hint=hint)
        return None
    grouped = "coarse" in (*function.takes, function.gives)
    if grouped and not board.coarser:
        message = f"'{board.name.replace('_', ' ')}' is grouped into no coarser board"
        reading.lost("R404", node.at, message, "grouped_into")
        return None
    return board


def _wanted(names: Names) -> str:
    """Return what an argument must be: a place of a board that the pack has."""
    boards = names.boards_of(CellBoard).values()
    nouns = dict.fromkeys(each.noun for each in boards) or {"hex": None}
    words = (f"an {noun}" if noun[0] in "aeiou" else f"a {noun}" for noun in nouns)
    return f"{' or '.join(words)} of a board"


def _names_for(cells: str) -> list[str]:
    """Return the functions of one kind of board."""
    return [name for name, each in HEX_FUNCTIONS.items() if cells in each.boards]


def _telling(node: tree.Tree) -> tree.Tree | None:
    """Return what of an argument may say its board: no label does."""
    if isinstance(node, tree.Series):
        parts = (_telling(each) for each in node.items)
        return next((each for each in parts if each is not None), None)
    return None if isinstance(node, tree.Quoted) else node


def _fine(names: Names, takes: str, kind: Cell) -> CellBoard | None:
    if takes == "hex":
        return names.cell_board(kind.board)
    boards = names.boards_of(CellBoard).values()
    finer = (each.name for each in boards if each.coarser == kind.board)
    return names.cell_board(next(finer, ""))


def _only(names: Names, function: HexFunction) -> CellBoard | None:
    """Return the one board that can be meant when all hexes are labels."""
    grouped = "coarse" in (*function.takes, function.gives)
    boards = names.boards_of(CellBoard).values()
    having = (each for each in boards if CELLS[each.noun] in function.boards)
    found = [each.name for each in having if each.coarser or not grouped]
    return names.cell_board(found[0]) if len(found) == 1 else None


def _type(spelled: str, board: CellBoard) -> Type:
    kinds: dict[str, Type] = {
        "hex": board.cell,
        "hexes": ListOf(board.cell),
        "coarse": Cell(board.coarser),
        "integer": INTEGER,
        "steps": whole(0),
        "reach": Maybe(INTEGER),
        "direction": DIRECTION,
        "directions": ListOf(DIRECTION),
        "corner": CORNER,
        "corners": ListOf(CORNER),
        "side": SIDE_MET,
        "point": POINT,
        "number": Number(0),
        "truth": Boolean(),
    }
    if spelled.endswith("?"):
        return maybe(_type(spelled[:-1], board))
    return kinds[spelled]


FUNCTIONS = ("reachable", "can_walk")
_HIDDEN = "\0reach_"
"""Begins the names of the locals of a search; no name of a pack can."""


def reached(reading: Binder, node: tree.Call, scope: Scope) -> Typed:
    """Read `reachable(walk)`, `can_walk(walk)` or `can_walk(walk, hex)`."""
    at = reading.place.span(node.at)
    name, given = node.name.name, node.arguments
    most = 1 if name == "reachable" else 2
    if not 1 <= len(given) <= most or not isinstance(given[0], tree.Call):
        expected = f"{name}(walk(...){', hex' if most > 1 else ''})"
        message = f"'{name}' asks where a walk leads"
        return reading.lost("R309", node.at, message, expected)
    called = called_walk(reading, given[0], scope)
    if called is None:
        return Invalid(at)
    walk, values = called
    own = f"{_HIDDEN}{node.at[0]}_"
    names = [f"{own}given_{each.name}" for each in walk.takes]
    words = {
        takes.name: Local(local, takes.type)
        for takes, local in zip(walk.takes, names, strict=True)
    }
    place = applied(walk.place, words)
    assert isinstance(place, FieldRead)
    here = there(place)
    faces = None if walk.facing is None else applied(walk.facing, words)
    begin = (here, here, NOTHING_SPENT, NOTHING_SPENT, faces or NOTHING_SPENT)
    budget = applied(walk.budget, words)
    held = tuple(zip(names, values, strict=True))
    search = reach(walk, words, place, begin, budget, own, held)
    # it is nowhere new where it stands, even if it may come back there
    stands = applied(here, dict(held))
    hexes = Apply("without", (search, stands), search.type, at)
    if name == "reachable":
        return hexes
    if len(given) == 1:
        number = Apply("count", (hexes,), COUNT, at)
        return Apply(">", (number, Constant(0, COUNT)), Boolean(), at)
    to = reading.read(given[1], scope, walk.hex)
    return Apply("in", (to, hexes), Boolean(), at)


def called_walk(
    reading: Binder, node: tree.Call, scope: Scope
) -> tuple[Walk, tuple[Typed, ...]] | None:
    """Read the call of a walk; None: a problem."""
    names, name = reading.names, node.name.name
    if names.has("walks", name):
        names.used.add(("walks", name))
        if not names.need("walks", name):
            message = f"'{name}' calls itself, directly or through others"
            reading.lost("R506", node.name.at, message, hint=CYCLE_HINT)
            return None
    walk = names.walks.get(name)
    if walk is None:
        if ("walks", name) not in names.spoilt:
            hint = did_you_mean(name, names.listed("walks"))
            reading.lost("R301", node.name.at, f"unknown walk '{name}'", hint=hint)
        return None
    given = arguments(reading, node, walk.takes, scope)
    return None if given is None else (walk, given)


def reach(
    walk: Walk,
    words: Mapping[str, Typed],
    place: FieldRead,
    begin: tuple[Typed, Typed, Typed, Typed, Typed],
    budget: Typed,
    own: str,
    held: tuple[tuple[str, Typed], ...] = (),
    turned: bool = False,
) -> ReachSearch:
    """Return the search for where ways of a walk may end; see `Reach`.

    `words` are what the walk takes, `place` is where its piece stands; `own` begins the
    names of the search's own locals.
    """
    hex_ = walk.hex
    assert isinstance(hex_, Cell)
    at, came, to = (Local(f"{own}{each}", hex_) for each in ("at", "came", "to"))
    steps = Local(f"{own}{STEPS}", COUNT)
    spent = Local(f"{own}{SPENT}", Number(0))
    kind = COUNT if walk.facing is None else walk.facing.type
    faces, new = (Local(f"{own}{each}", kind) for each in ("faces", NEW_FACING))
    going = {**words, FROM: at, TO: to, STEPS: steps, SPENT: spent, NEW_FACING: new}
    standing = {**words, FROM: came, TO: at, STEPS: steps, SPENT: spent}
    must = walk.condition("must_stop") or NO
    may = walk.condition("may_stop") or YES
    asked = [walk.condition(each) for each in ("may_enter", "never")]
    read = [walk.may_step, walk.cost, must, may, *(e for e in asked if e is not None)]
    if walk.facing is not None:
        read += [walk.may_turn, walk.turn_cost]
    turns = walk.may_turn if walk.facing is not None else Constant((), ListOf(kind))
    reported = (
        any(reads(each, FROM) for each in (must, may)),
        any(reads(each, STEPS) for each in read),
        any(reads(each, SPENT) for each in read),
    )
    return ReachSearch(
        chart_of(hex_.board, place.span),
        held,
        place.of,
        place.kind,
        place.name,
        begin,
        budget,
        (at.name, came.name, steps.name, spent.name, faces.name),
        to.name,
        applied(walk.may_step, going),
        applied(walk.where, going),
        applied(walk.cost, going),
        applied(walk.free, going),
        applied(must, standing),
        applied(may, standing),
        walk.facing.name if walk.facing is not None else "",
        turned,
        new.name,
        applied(turns, going),
        applied(walk.turn_cost, going),
        reported,
        ListOf(hex_),
        walk.span,
    )


def there(place: FieldRead) -> Typed:
    """Return the hex where a piece stands; to stand nowhere is a fault."""
    kind = place.type
    if isinstance(kind, Maybe):
        return Apply("present", (place,), kind.item, place.span)
    return place
