"""What `sheet` prints with `--json`: a quick reference of a pack, as data."""

from typing import Literal, TypeAlias

from msgspec import Struct

from interpreter.reports.outputs.encoding import Count, ExactNumber, Ordinal, VerbOutput

SheetAudience: TypeAlias = Literal["players", "judge"]
BlockKind: TypeAlias = Literal[
    "rolled", "looked up", "crossed", "decided", "drawn", "modifiers"
]

ChangeKind: TypeAlias = Literal["new", "changed", "removed"]


class SheetRowOutput(Struct, frozen=True, kw_only=True):
    """A row of a table, or of modifiers."""

    group: str
    """Of modifiers, the group that begins with this row; otherwise empty."""
    cells: tuple[str, ...]
    """Its cells, in words."""
    when: str
    """Of modifiers, when it counts or what it is multiplied with, in words; empty where
    that has none."""
    note: str
    """What the rulebook of the pack says of its rules; empty if that is said before, or
    the rulebook has nothing."""
    is_explained: bool
    """Whether the rulebook says something of its rules, here or before."""
    rules: tuple[str, ...]
    """The rules of the source that it names, if they are not those of the table or of
    the row before."""
    chances: tuple[ExactNumber, ...]
    """How likely it is, for each entry of `chance_heads`."""
    worth: ExactNumber | None
    """By how much it changes the chance that `worth` of the block names; null if that
    is not known."""
    was: str
    """What was there before a house rule or an option changed it, or an empty text."""
    by: str
    """Who changed it: an overlay or `option NAME`; empty if nobody did."""
    is_house_figure: bool
    """Whether it is a figure of the author of the pack, not of its source."""


class SheetBlockOutput(Struct, frozen=True, kw_only=True):
    """A table or modifiers."""

    section: Literal["tables", "modifiers"]
    """The section of the pack."""
    name: str
    """Its name."""
    kind: BlockKind
    """How it is read."""
    title: str
    """Its title, or its name."""
    note: str
    """What the rulebook of the pack says of it, or an empty text."""
    rules: tuple[str, ...]
    """The rules of the source that it names."""
    uses: Count
    """How many procedures read it."""
    head: tuple[str, ...]
    """The headings of the cells."""
    chance_heads: tuple[str, ...]
    """What the chances of the rows are: of the dice alone, or with what is added."""
    worth: str
    """Of modifiers: which chance a row changes, and how large it is without them; empty
    if that is not known."""
    rows: tuple[SheetRowOutput, ...]
    """The rows."""
    was: str
    """What was there before all of it was changed, or an empty text."""
    by: str
    """Who changed all of it; empty if nobody did."""
    is_code: bool
    """Whether most of its rows work something out instead of giving it."""


class SheetPartOutput(Struct, frozen=True, kw_only=True):
    """What is read where one thing is done."""

    title: str
    """What is done: the title of a procedure."""
    note: str
    """What the rulebook of the pack says of it, or an empty text."""
    rules: tuple[str, ...]
    """The rules of the source that it names."""
    blocks: tuple[SheetBlockOutput, ...]
    """The tables and modifiers that it is the first to read."""


class SheetOptionOutput(Struct, frozen=True, kw_only=True):
    """An option of the pack."""

    name: str
    """Its name."""
    title: str
    """Its title, or an empty text."""
    value: str
    """The value in force."""
    default: str
    """The value that it has where nothing is said."""
    by: str
    """The overlay that added it; empty if it is the ruleset's own."""


class SheetChangeOutput(Struct, frozen=True, kw_only=True):
    """Something that a house rule changed."""

    kind: ChangeKind
    """Whether it is new, changed or removed."""
    what: str
    """What it is, in words."""
    was: str
    """What was there before; empty if it is new, or not a single value."""
    now: str
    """What holds now, in words; empty if it was removed."""
    by: str
    """The overlay."""


class SheetNameOutput(Struct, frozen=True, kw_only=True):
    """A table or modifiers that are not on the sheet."""

    section: Literal["tables", "modifiers"]
    """The section of the pack."""
    name: str
    """Its name."""
    title: str
    """Its title, or its name."""
    uses: Count
    """How many procedures read it."""


class SheetOutput(VerbOutput, frozen=True, kw_only=True):
    """A quick-reference sheet."""

    pack: str
    """The name of the pack."""
    typed: str
    """The pack as it was named on the command line."""
    title: str
    """Its title, or its name."""
    edition: str
    """The edition of the rules, or an empty text."""
    audience: SheetAudience
    """For whom it is."""
    sides: Ordinal
    """The sides of A4 for which it is laid out."""
    scale: Ordinal
    """The size of the print in percent: larger where there is room."""
    with_notes: bool
    """Whether rows are printed with what the rulebook says of them: it is left out
    where there is no room."""
    parts: tuple[SheetPartOutput, ...]
    """What is done, in the order of play."""
    options: tuple[SheetOptionOutput, ...]
    """The options in force."""
    changes: tuple[SheetChangeOutput, ...]
    """What house rules changed."""
    left_out: tuple[SheetNameOutput, ...]
    """What is not on the sheet: what works something out instead of giving it, and what
    there was no room for."""
