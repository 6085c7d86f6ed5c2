"""The instructions. A procedure is a tuple of them; steps are lowered to them.

Each has a `number`, given once when its procedure is lowered (`ir.walking.numbered`):
0, 1, 2 and so on in the order of the pack, so (name of the procedure, number) names it
in its program. Analyses and code generation key by that. Two procedures can be
compared, kept and read again one by one, since no number depends on another procedure.
What replaces an instruction keeps its number (slicing, fused rolls, the cache); what a
pass makes beside those of the pack is UNNUMBERED.
"""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct, field

from interpreter.expressions.typed import DiceExpression, Local, Template, Typed
from interpreter.semantics.audience import EVERYONE, NOBODY, Audience
from interpreter.semantics.declarations import (
    Declarations,
    EntryPoint,
    InitialState,
    Parameter,
)
from interpreter.source import Name, Span, normalised
from interpreter.values.types import Cell, Type, present

LEG = "leg"
"""The label of the choice of each step of a movement."""

TURN = "turn"
"""The label of the choice where a piece faces, before each step of a movement."""

UNNUMBERED = -1
"""The number of an instruction whose procedure is not lowered yet, and of one that a
later pass makes."""

HIDDEN = "\0"
"""Begins the names of locals that lowering makes for itself; no name of a pack can."""


class Site(Struct, frozen=True):
    """Where in the pack an instruction stands and what it carries for people.

    `path` is unique in the program: procedure.step (the step's id, or verb and number).
    `discloses`: the step, or one around it, says that it may betray a secret.
    `among` are the locals that tell one passing of the step from another: the entities
    that were given or chosen and the items of the loops around it, in order.
    """

    path: str
    span: Span
    rule: str = ""
    say: Template | None = None
    seen_by: Audience = EVERYONE
    discloses: bool = False
    among: tuple[Local, ...] = ()


class Say(Struct, frozen=True):
    """The sentence of a site is said, and nothing is done."""

    site: Site
    number: int = UNNUMBERED


class Let(Struct, frozen=True):
    """Bind a local; in a loop it is bound anew in each pass.

    `again`: the pack changes a local that was bound before, perhaps only on one of two
    ways or in a later pass of a loop.
    """

    site: Site
    name: str
    value: Typed
    again: bool = False
    number: int = UNNUMBERED


class FieldChange(Struct, frozen=True):
    """One field to set: slot `field` of the entity `of`."""

    of: Typed
    kind: str
    field: str
    value: Typed


class Assign(Struct, frozen=True):
    """All right sides first, then all changes at once."""

    site: Site
    changes: tuple[FieldChange, ...]
    number: int = UNNUMBERED


class Roll(Struct, frozen=True):
    """Chance wanted: dice. Binds a number (`dice.single`) or a tuple of faces."""

    site: Site
    name: str
    label: str
    dice: DiceExpression
    by: Typed | None
    purpose: Template | None
    needs: Template | None
    number: int = UNNUMBERED


class Draw(Struct, frozen=True):
    """Chance wanted: elements of a list, even or by weight.

    Binds an element, or a tuple (without replacement, in drawn order) with `how_many`.
    With `deck` (entity, kind, field) the drawn leave that field. `written`: the judge
    may write what is else drawn; the purpose of one that is not `how_many` then names
    a single value, the truth, which may not be written.
    """

    site: Site
    name: str
    label: str
    source: Typed
    weights: Typed | None
    how_many: Typed | None
    deck: tuple[Typed, str, str] | None
    by: Typed | None
    purpose: Template | None
    written: bool = False
    number: int = UNNUMBERED


class Choice(Struct, frozen=True):
    """A choice of a seat, or of several at once unseen by each other.

    One seat: `each` is None. Several: `each` is (local, list) and `by`, `offered` may
    read that local; binds a map from its elements to what each chose.
    `offered`: list of what may be chosen; with `open_type` anything of that type may be
    answered (a ruling: `ask`), `default` is taken when nobody answers; of several,
    `such_that` is then a condition on each answer.
    `how_many` (least, most) binds a tuple; `optional` adds none to what is offered,
    unless `must` is true.
    `texts` are templates for each offered value when they are options by name;
    `option_says` is (local, template): what stands beside each offered value, which is
    the local there. `part_says` is what is said of each element, whose local it reads.
    `about`
    tells the seat that is asked what the choice concerns where its step has no `say`.
    `needs` is what the condition wants, as people read it.
    """

    site: Site
    name: str
    label: str
    type: Type
    by: Typed | None
    offered: Typed | None
    each: tuple[str, Typed] | None = None
    optional: bool = False
    must: Typed | None = None
    how_many: tuple[Typed, Typed] | None = None
    in_order: bool = False
    such_that: Typed | None = None
    open_type: Type | None = None
    default: Typed | None = None
    texts: tuple[tuple[object, Template], ...] = ()
    about: Template | None = None
    number: int = UNNUMBERED
    needs: str = ""
    option_says: tuple[str, Template] | None = None
    part_says: Template | None = None

    @property
    def beside(self) -> Template | None:
        """The text beside each option of a list."""
        return None if self.option_says is None else self.option_says[1]

    @property
    def is_apart(self) -> bool:
        """Tell whether the condition is one on each answer of several, so that each
        seat is told at once whether its own meet it."""
        return self.each is not None and self.open_type is not None

    @property
    def is_lie(self) -> bool:
        """Tell whether what is told instead of the truth is asked: then the condition,
        that it is not the truth, is no text of the pack."""
        return (
            self.open_type is not None
            and self.such_that is not None
            and self.such_that.span is None
        )

    @property
    def is_leg(self) -> bool:
        """Tell whether it is a step over hexes, of which a whole way may be given."""
        is_cell = isinstance(present(self.type), Cell)
        return self.label == LEG and is_cell and self.each is None


def asked_names(one: Roll | Draw | Choice) -> tuple[Name, Name]:
    """Return the names by which answers and cases mean what an instruction asks: its
    path, which may lead through a generated procedure, and its label, which may be a
    text with blanks."""
    return normalised(one.site.path), normalised(one.label)


class Feasible(Struct, frozen=True):
    """Bind whether a choice has a legal answer; for one seat, `none` alone is none."""

    site: Site
    name: str
    choice: Choice
    number: int = UNNUMBERED


class Invoke(Struct, frozen=True):
    """Call a procedure; binds its result when `name` is not None."""

    site: Site
    name: str | None
    procedure: str
    arguments: tuple[Typed, ...]
    number: int = UNNUMBERED


class Create(Struct, frozen=True):
    """Make an entity of a kind with a value for each slot; binds it."""

    site: Site
    name: str
    kind: str
    values: tuple[Typed, ...]
    number: int = UNNUMBERED


class Remove(Struct, frozen=True):
    """Remove an entity."""

    site: Site
    kind: str
    of: Typed
    number: int = UNNUMBERED


class Shuffle(Struct, frozen=True):
    """Masked entities of a kind, a list, get other labels: nobody but their owners can
    tell which is which any more."""

    site: Site
    kind: str
    of: Typed
    number: int = UNNUMBERED


class Happen(Struct, frozen=True):
    """An event takes place: the next moment begins; it is remembered if its kind is."""

    site: Site
    event: str
    arguments: tuple[Typed, ...]
    number: int = UNNUMBERED


class Tell(Struct, frozen=True):
    """A seat is told something: a claim of a kind is written; binds it.

    `facts` is a map from the places of the facts shown, in order, to what is said.
    Whether that is true nobody can read from a claim.
    """

    site: Site
    name: str
    claim: str
    to: Typed
    about: Typed
    label: Typed
    facts: Typed
    number: int = UNNUMBERED


class Require(Struct, frozen=True):
    """The whole run is refused, and nothing of it is done, unless a condition holds.

    `figures` are the values of the expressions of `sentence`, and `read` the locals of
    the condition: what is said of a refusal is made of them, whatever form the
    condition itself was brought into.
    """

    site: Site
    condition: Typed
    sentence: Template | None
    figures: tuple[Typed, ...]
    read: tuple[Local, ...]
    number: int = UNNUMBERED


class When(Struct, frozen=True):
    """One of two blocks."""

    site: Site
    condition: Typed
    then: tuple["Instruction", ...]
    other: tuple["Instruction", ...]
    number: int = UNNUMBERED


class ForEach(Struct, frozen=True):
    """A block for each element of a list (evaluated once).

    With `gathers` (map name, local of the body) it binds a map from the element to the
    value of that local in each pass in which it was bound; the local is None when
    skipped.
    """

    site: Site
    variable: str
    source: Typed
    body: tuple["Instruction", ...]
    gathers: tuple[str, str] | None = None
    number: int = UNNUMBERED


class Repeat(Struct, frozen=True):
    """A block again and again until `until` is true after a pass, or `times` passes are
    done."""

    site: Site
    body: tuple["Instruction", ...]
    until: Typed | None
    times: Typed | None
    number: int = UNNUMBERED


class Block(Struct, frozen=True):
    """A block that `End` can leave by its label."""

    site: Site
    label: str
    body: tuple["Instruction", ...]
    number: int = UNNUMBERED


class End(Struct, frozen=True):
    """Leave the enclosing block (or loop pass's block) of that label."""

    site: Site
    label: str
    number: int = UNNUMBERED


class Return(Struct, frozen=True):
    """Leave the procedure with a value (none when it gives nothing)."""

    site: Site
    value: Typed
    number: int = UNNUMBERED


Instruction: TypeAlias = (
    Say
    | Let
    | Assign
    | Roll
    | Draw
    | Choice
    | Feasible
    | Invoke
    | Create
    | Remove
    | Shuffle
    | Happen
    | Tell
    | Require
    | When
    | ForEach
    | Repeat
    | Block
    | End
    | Return
)


class Procedure(Struct, frozen=True):
    """A procedure: its body ends by `Return` or by its end (then the result is none).

    `seen_by`: who sees its steps, as far as they do not say it themselves; nobody sees
    what only stands around an entry point.
    """

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    body: tuple[Instruction, ...]
    span: Span
    rule: str = ""
    title: str = ""
    seen_by: Audience = NOBODY


# A program: declarations and procedures, ready for the generator.


class DeclaredPolicy(Struct, frozen=True):
    """Who answers choices where nobody sits.

    `rules` by the path or the label of choices: a rule is an expression that takes
    what is offered and then what the policy takes. `default` is first, last, random or
    "".
    """

    name: str
    takes: tuple[Parameter, ...]
    rules: Mapping[str, EntryPoint]
    default: str = ""


class Program(Struct, frozen=True):
    """All that can be run: `initial_states` by scenario ("": without entities)."""

    declared: Declarations
    procedures: Mapping[str, Procedure]
    entries: Mapping[str, EntryPoint]
    initial_states: Mapping[str, InitialState]
    policies: Mapping[str, DeclaredPolicy] = field(default_factory=dict)

    @property
    def rules(self) -> Mapping[str, EntryPoint]:
        """The rules of all policies, by `policy.choice`; no entry has a name so."""
        every = (
            each for policy in self.policies.values() for each in policy.rules.values()
        )
        return {each.name: each for each in every}
