"""The symbol table of a pack while it is checked: what each name of a section means.

Resolution is demand-driven, since declarations may need each other in any order (the
type of a formula may depend on another formula). `later` registers how a declaration is
read; `need` reads it on first use. While it is being read it is on the stack
`dependencies.open`, so needing it again means a cycle of declarations: `need` returns
False and the caller reports it.

Each registered declaration is read at most once, so resolution terminates; a pass costs
one visit to each declaration and each reference. The recursion depth is the length of
the longest chain of declarations; `pipeline.building.store` turns Python's limit into a
diagnostic.

A `Names` exists only while a pack is loaded or read again under other options; the
result is `declarations.Declarations`.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TypeAlias, cast

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.boards.plane.points import Point
from interpreter.boards.protocol import Board, Cell, CellLayout
from interpreter.diagnostics import Diagnostics
from interpreter.expressions.tree import Tree
from interpreter.expressions.typed import Typed
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import (
    BoardDeclaration,
    CellBoard,
    ClaimKind,
    DeclaredBoard,
    EntityCondition,
    Event,
    Formula,
    InitialState,
    Kind,
    Modifiers,
    Parameter,
    Table,
    boards_of,
)
from interpreter.semantics.declared_walks import (
    Walk,
)
from interpreter.semantics.dependencies import HANDLERS, Dependencies, NameTable
from interpreter.source import Name, Span
from interpreter.values.types import Entity, Enumeration, Type, Value, places
from interpreter.yaml.nodes import Node, ScalarNode

BoardOnMap: TypeAlias = Board[Cell] | Board[Point]

Uses: TypeAlias = frozenset[tuple[str, str]]
"""(section, name) of declarations that were referred to."""


class BoundNode(Struct, frozen=True):
    """A part of an expression as it was bound: its place, the tree and the text of the
    whole scalar it is in, the names that were known there, the type that was wanted
    and what was read. `offset` is where the text of the tree begins in the scalar."""

    scalar: ScalarNode
    offset: int
    node: Tree
    scope: Hashable
    wanted: Type | None
    typed: Typed


class KnownRow(Struct, frozen=True):
    """An entity's row that was read: its node, what there is beside it in its scenario,
    the row itself, and what reading it used; `lacking` are the rules and options that
    were looked for and are not declared, such as one that is called like a region."""

    node: Node | None
    beside: Hashable
    row: tuple[Value, ...]
    uses: Uses
    lacking: tuple[tuple[str, str], ...]


class Filling(Struct, frozen=True):
    """Field values that the rows of a look-up table give to entities of a kind.

    `cells` is keyed by the value of the field `by`, then by field; only columns named
    like a field are in it.
    """

    table: str
    by: str
    cells: Mapping[Value, Mapping[str, Typed]]


class ProcedureSignature(Struct, frozen=True):
    """Parameters and result type of a procedure, known before its steps are read."""

    name: str
    takes: tuple[Parameter, ...]
    gives: Type


class Trigger(Struct, frozen=True):
    """A handler of an event.

    `takes` are the arguments of the event under the trigger's own names; `before` and
    `after` name other triggers of the event.
    """

    name: str
    event: str
    takes: tuple[Parameter, ...]
    span: Span
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


RECORDED = (
    *("formulas", "tables", "modifiers", "walks"),
    *("procedures", "triggers", "options"),
)
"""Tables whose lookups are recorded: what an option can change while the rest of the
pack is the same."""


class SharedNames(Struct, kw_only=True):
    """What names mean under each option combination alike; where one would change it,
    the whole pack is read again (`pipeline.rechecking`).

    `layouts`: contents of boards by scenario and board, equal ones the same object;
    `known_layouts`: those of the scenarios by board, each once, in order;
    `used_by_layouts`: what reading them used. `fillings`:
    what `figures` of a kind says, None after an error. `put_off`: procedures that are
    ever called later, with the audience of such a call, also as a condition; `waiting`:
    the kind of the rows of such calls; `awaited`: the events they wait for;
    `misread_later`: a step calls an unknown procedure later, so `put_off` may be
    incomplete. `asked`: the names of the choices of procedures as they are written,
    each beside its node. `rows`: the rows of entities that were read, by their kinds
    and ids (`sections.scenarios`).
    """

    seat_kind: str = ""
    types: dict[str, Type] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    fields: dict[str, dict[str, Type]] = field(default_factory=dict)
    derived: set[tuple[str, str]] = field(default_factory=set)
    holds: dict[str, tuple[EntityCondition, ...]] = field(default_factory=dict)
    fillings: dict[str, tuple[Filling, ...] | None] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    claims: dict[str, ClaimKind] = field(default_factory=dict)
    boards: dict[str, BoardDeclaration] = field(default_factory=dict)
    layouts: dict[str, dict[str, BoardOnMap]] = field(default_factory=dict)
    known_layouts: dict[str, dict[BoardOnMap, BoardOnMap]] = field(default_factory=dict)
    used_by_layouts: Uses = frozenset()
    put_off: dict[str, tuple[Audience, Typed]] = field(default_factory=dict)
    misread_later: bool = False
    awaited: frozenset[str] = frozenset()
    waiting: Kind | None = None
    asked: dict[str, tuple[Node, frozenset[str]]] = field(default_factory=dict)
    rows: dict[tuple[str, str], list[KnownRow]] = field(default_factory=dict)


class Names(SharedNames):
    """The names of one pack while it is checked; see the module.

    Its own fields are those of one reading, under one option combination. `sections`:
    the section of each declared name. `triggers`: the handlers of each event. `lazy`:
    declarations not read yet. `spoilt`: declarations that failed, whose errors are
    reported already. `used`: declarations that were referred to. `sure`: memo of
    `semantics.expressions.presence`. `claim_seats`: the seats whose claims a formula
    reads (`lowering.choosing`). `dependencies`: which declarations read which rules.
    `bound`: what was bound, in order, where somebody wants to know (editors do).
    `initial_state`, `scenario`: set while the data of a scenario are read; `lost`: ids
    of its entities of unknown kind.
    """

    problems: Diagnostics
    sections: dict[str, str] = field(default_factory=dict)
    options: NameTable[tuple[Value, Type]] = field(
        default_factory=partial(NameTable, "options")
    )
    formulas: NameTable[Formula] = field(default_factory=partial(NameTable, "formulas"))
    tables: NameTable[Table] = field(default_factory=partial(NameTable, "tables"))
    modifiers: NameTable[Modifiers] = field(
        default_factory=partial(NameTable, "modifiers")
    )
    walks: NameTable[Walk] = field(default_factory=partial(NameTable, "walks"))
    procedures: NameTable[ProcedureSignature] = field(
        default_factory=partial(NameTable, "procedures")
    )
    triggers: NameTable[tuple[Trigger, ...]] = field(
        default_factory=partial(NameTable, HANDLERS)
    )
    lazy: dict[tuple[str, str], Callable[[], None]] = field(default_factory=dict)
    spoilt: set[tuple[str, str]] = field(default_factory=set)
    used: set[tuple[str, str]] = field(default_factory=set)
    sure: dict[tuple[str, bool, bool], frozenset[Typed]] = field(default_factory=dict)
    claim_seats: dict[str, tuple[Typed, ...]] = field(default_factory=dict)
    dependencies: Dependencies = field(default_factory=Dependencies)
    bound: list[BoundNode] | None = None
    initial_state: InitialState | None = None
    scenario: str | None = None
    lost: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Let the tables of rules, which options can change, record their lookups."""
        for section in RECORDED:
            getattr(self, section).record_in(self.dependencies)

    def outside(
        self, problems: Diagnostics, scenario: str, initial_state: InitialState
    ) -> "Names":
        """Return the names for values typed in a scenario: types, entities and what
        tables fill in of them, no rules."""
        return Names(
            problems,
            seat_kind=self.seat_kind,
            types=self.types,
            kinds=self.kinds,
            fields=self.fields,
            boards=self.boards,
            layouts=self.layouts,
            initial_state=initial_state,
            scenario=scenario,
            fillings=self.fillings,
        )

    def under(
        self,
        options: Mapping[str, tuple[Value, Type]],
        sections: dict[str, str],
        bound: list[BoundNode] | None = None,
    ) -> "Names":
        """Return the names for a reading under other options: what is shared is the
        same, and the rules (but not the triggers) are those of this reading. What is
        bound is added to `bound`."""
        return replace(
            self,
            problems=Diagnostics(),
            sections=sections,
            options=NameTable("options", options),
            formulas=NameTable("formulas", self.formulas),
            tables=NameTable("tables", self.tables),
            modifiers=NameTable("modifiers", self.modifiers),
            walks=NameTable("walks", self.walks),
            procedures=NameTable("procedures", self.procedures),
            triggers=NameTable(HANDLERS),
            lazy={},
            spoilt=set(),
            used=set(),
            sure=dict(self.sure),
            claim_seats=dict(self.claim_seats),
            dependencies=Dependencies(dict(self.dependencies.reads)),
            bound=bound,
            initial_state=None,
            scenario=None,
            lost=frozenset(),
        )

    @contextmanager
    def noting_uses(self) -> Iterator[set[tuple[str, str]]]:
        """Give what is used meanwhile."""
        outer, self.used = self.used, set()
        try:
            yield self.used
        finally:
            outer |= self.used
            self.used = outer

    def take_layouts(self, before: "Names") -> None:
        """Take what is on the boards, which were read before, with all that reading
        them with the types read and used."""
        with self.dependencies.reading("types"):
            reads = before.dependencies.reads.get(("types", ""), {})
            for (section, name), whole in reads.items():
                self.dependencies.record(section, name, whole=whole)
        self.layouts = dict(before.layouts)
        self.known_layouts = dict(before.known_layouts)
        self.used_by_layouts = before.used_by_layouts
        self.used |= before.used_by_layouts

    def take_rows(self, before: "Names") -> None:
        """Take the rows of entities that were read before, if kinds and types are the
        same, and the tables that fill fields; all of these must be read, and what is on
        the boards must be the same."""
        is_same = self.types == before.types and self.kinds == before.kinds
        if is_same and self.fillings == before.fillings:
            self.rows = before.rows

    def boards_of(self, kind: type[DeclaredBoard]) -> dict[str, DeclaredBoard]:
        """Return the boards of one kind, in their order."""
        return boards_of(kind, self.boards)

    def cell_board(self, name: str) -> CellBoard | None:
        """Return the board with separate places of that name, or None; it is used."""
        found = self.boards.get(name)
        if not isinstance(found, CellBoard):
            return None
        self.used.add(("boards", name))
        return found

    def cell_layouts(self) -> dict[str, list[CellLayout]]:
        """Return what is on each board with separate places: in the scenario that is
        read, else in all of them, what is equal once."""
        found: dict[str, list[BoardOnMap]] = {}
        if self.scenario is None:
            found = {board: list(each) for board, each in self.known_layouts.items()}
        else:
            held = self.layouts.get(self.scenario, {})
            found = {board: [layout] for board, layout in held.items()}
        return {
            board: cast(list[CellLayout], layouts)
            for board, layouts in found.items()
            if self.cell_board(board) is not None
        }

    def later(self, section: str, name: str, read: Callable[[], None]) -> None:
        """Register a declaration to be read when it is first needed.

        Its diagnostics belong to the pack, even if it is first needed while problems
        are being discarded.
        """

        def now() -> None:
            with self.problems.in_earnest():
                read()

        self.lazy[section, name] = now

    def need(self, section: str, name: str) -> bool:
        """Read a declaration if it was not read yet; False if it is being read (a
        cycle)."""
        key = (section, name)
        if key in self.dependencies.open:
            return False
        read = self.lazy.pop(key, None)
        if read is not None:
            with self.dependencies.reading(section, name):
                read()
        return True

    def has(self, section: str, name: str) -> bool:
        """Return whether a name is declared in a section, read or not."""
        return (
            name in getattr(self, section)
            or (section, name) in self.lazy
            or (section, name) in self.dependencies.open
        )

    def listed(self, section: str) -> list[str]:
        """Return every name of a section, read or not."""
        unread = (*self.lazy, *self.dependencies.open)
        waiting = [name for kind, name in unread if kind == section]
        return list(dict.fromkeys([*getattr(self, section), *waiting]))

    def enumerations(self) -> list[Enumeration]:
        """Return every declared enumeration."""
        return [
            declared
            for declared in self.types.values()
            if isinstance(declared, Enumeration)
        ]

    def owners(self, value: Name) -> list[str]:
        """Return the names of the enumerations that have a value."""
        return [e.name for e in self.enumerations() if e.rank(value) is not None]

    def entity(self, name: Name) -> tuple[Value, Type] | None:
        """Return an entity of the scenario by its id, or the single entity of a kind by
        the name of the kind; None if there is none."""
        if name in self.kinds and self.kinds[name].single:
            return 0, Entity(name)
        for kind, ids in (self.initial_state.ids if self.initial_state else {}).items():
            number = places(ids).get(name)
            if number is not None:
                return number, Entity(kind)
        return None
