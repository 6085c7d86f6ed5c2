"""Finds a figure of a rule that is written twice (R527).

A literal number that stands in two declarations for one rule is changed in one of them
and forgotten in the other: the rule says 7 hexes, a formula compares a distance with 7,
and maps draw 7. To be of help and no more, a pair is reported only where both are
figures of the same thing:

- both are compared (`<`, `<=`, `>`, `>=`) with something of one name, a field or a
  function, and both belong to the same rule: `m.speed > 6` here and `speed > 6` there;
- or one is drawn by maps (`ranges` of a kind of entity), and the other is drawn under
  the same name, or compared with anything. What is drawn has no rule of its own; it
  belongs to all that its declaration names.

0, 1, 2 and -1 are no figures of a rule, nor is the size of a die that is rolled in the
declaration. An overlay that changes one of a pair of its base is told of the other: it
can tell of no pair itself any more.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import (
    Call,
    Dot,
    NumberLiteral,
    Operation,
    Tree,
    Word,
)
from interpreter.ruleset.rule_index import all_rules, rules_of
from interpreter.ruleset.ruleset import Declaration, Origin, Ruleset
from interpreter.source import Name, Span
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

SECTIONS = (
    "entities",
    "tables",
    "modifiers",
    "formulas",
    "walks",
    "procedures",
    "triggers",
)
COMPARING = ("<", "<=", ">", ">=")
USUAL = (-1, 0, 1, 2)
DRAWN, RANGES = "drawn", "ranges"
_NOT_READ = frozenset("title rule status say says for only takes gives type of".split())
_DIGIT = re.compile(r"\d")
_COMPARISON = re.compile(r"[<>]")
_DIE = re.compile(r"(?<![^\W_])\d{0,3}d(\d{1,3})(?![^\W_])")


class Figure(Struct, frozen=True):
    """A literal number in a declaration, what it measures (the name of a field, of a
    function or of what is drawn), and the rules to which it belongs."""

    value: Fraction | int
    measures: Name
    rules: frozenset[str]
    is_drawn: bool
    section: str
    key: Name
    span: Span

    @property
    def declaration(self) -> tuple[str, Name]:
        """The declaration that holds it."""
        return self.section, self.key

    def repeats(self, other: "Figure") -> bool:
        """Return whether both are the same figure of one rule, in two declarations."""
        if self.declaration == other.declaration or self.value != other.value:
            return False
        drawn = self.is_drawn + other.is_drawn
        is_same = drawn == 1 or self.measures == other.measures
        return is_same and bool(self.rules & other.rules)


def repeated_figures(ruleset: Ruleset) -> list[Diagnostic]:
    """Return a note for the figures of a rule that are written twice, and for each of
    which an overlay changes one and leaves the other."""
    figures = list(_figures(ruleset.sections))
    by_place: dict[tuple[object, ...], list[list[Figure]]] = {}
    for group in _groups(figures):
        # a lower and an upper bound that are written twice are one note
        place = frozenset(each.declaration for each in group), _shared_rules(group)
        by_place.setdefault(place, []).append(group)
    own = f"{ruleset.folder}/"
    notes = [_note(groups, own) for groups in by_place.values()]
    if ruleset.merged is not None and len(ruleset.chain) > 1:
        notes += _left_by_changes(ruleset.merged, figures, ruleset.origins)
    return notes


def _groups(figures: Iterable[Figure]) -> Iterator[list[Figure]]:
    """Yield figures that repeat each other, directly or through a third, in file
    order."""
    by_value: dict[Fraction | int, list[Figure]] = {}
    for figure in figures:
        by_value.setdefault(figure.value, []).append(figure)
    for alike in by_value.values():
        groups: list[list[Figure]] = []
        for figure in alike:
            met = [group for group in groups if any(map(figure.repeats, group))]
            others = [group for group in groups if group not in met]
            groups = [*others, [*chain.from_iterable(met), figure]]
        for group in groups:
            if len(group) > 1:
                yield sorted(group, key=_place)


def _place(figure: Figure) -> tuple[str, int]:
    return figure.span.source.name, figure.span.start


def _shared_rules(group: Sequence[Figure]) -> tuple[str, ...]:
    """Return the rules that two of these figures have in common."""
    pairs = [pair for pair in combinations(group, 2) if pair[0].repeats(pair[1])]
    return tuple(
        sorted({rule for one, other in pairs for rule in one.rules & other.rules})
    )


def _note(groups: Sequence[Sequence[Figure]], own: str) -> Diagnostic:
    """Return the note on groups in the same declarations for the same rules; it stands
    in the pack of the folder `own` if a figure does."""
    figures = sorted(groups[0], key=lambda each: not _place(each)[0].startswith(own))
    first, *others = figures
    values = sorted({group[0].value for group in groups})
    stands = "stand" if len(values) > 1 else "stands"
    count = len({each.declaration for each in figures}) - 1
    places = "in another place" if count == 1 else f"in {count} other places"
    rules = _rules(_shared_rules(figures))
    message = f"{' and '.join(map(str, values))} {stands} here and {places} for {rules}"
    related = tuple((each.span, "here too") for each in others)
    return problem("R527", first.span, message, hint=NAMING, related=related)


NAMING = "give it a name that both places use: a formula, or an option"


def _left_by_changes(
    below: Mapping[str, Mapping[str, Declaration]],
    figures: Sequence[Figure],
    origins: Iterable[Origin],
) -> Iterator[Diagnostic]:
    """Yield a note on each change of a figure that another place of the base still
    has; `below` is the base, `figures` are those after all changes."""
    kept = set(figures)
    changes = {(change.section, change.key): change for change in origins}
    for group in _groups(_figures(below)):
        left = [figure for figure in group if figure in kept]
        for gone in (figure for figure in group if figure not in kept):
            change = changes.get(gone.declaration)
            others = [each for each in left if each.repeats(gone)]
            if change is None or not others:
                continue
            rules = _rules(_shared_rules([gone, *others]))
            message = f"{gone.value} is changed here, and stands still elsewhere"
            related = tuple((each.span, "it still stands here") for each in others)
            yield problem(
                "R527",
                change.span,
                f"{message} for {rules}",
                hint="change it there too, if it is the same figure",
                related=related,
            )


def _rules(rules: Sequence[str]) -> str:
    more = f" and {len(rules) - 2} more" if len(rules) > 2 else ""
    return f"{', '.join(rules[:2])}{more}"


# What is looked for in the text of a pack.


def _figures(sections: Mapping[str, Mapping[str, Declaration]]) -> Iterator[Figure]:
    """Yield the figures that may repeat others, in the order of the files."""
    for section in SECTIONS:
        for declaration in sections.get(section, {}).values():
            yield from _Reader(section, declaration).figures()


class _Reader(Struct, frozen=True):
    """Reads the figures of one declaration."""

    section: str
    declaration: Declaration

    def figures(self) -> Iterator[Figure]:
        node = self.declaration.node
        found = [*self._drawn(node), *self._compared(node, frozenset())]
        usual = {*USUAL, *_dice_in(node)} if found else set()
        yield from (figure for figure in found if figure.value not in usual)

    def _drawn(self, node: Node) -> Iterator[Figure]:
        """Yield the figures that maps draw around an entity."""
        drawn = node.get(DRAWN) if isinstance(node, MappingNode) else None
        ranges = drawn.get(RANGES) if isinstance(drawn, MappingNode) else None
        if self.section != "entities" or not isinstance(ranges, MappingNode):
            return
        rules = frozenset(all_rules(node))
        for key, value in ranges.entries:
            if isinstance(value, ScalarNode) and _DIGIT.search(value.text):
                for literal, number in _literals(_parsed(value.text)):
                    span = value.part(*literal.at)
                    yield self._figure(number, key.name, rules, span, is_drawn=True)

    def _compared(self, node: Node, rules: frozenset[str]) -> Iterator[Figure]:
        """Yield the figures with which something is compared."""
        if isinstance(node, SequenceNode):
            for item in node.items:
                yield from self._compared(item, rules)
        elif isinstance(node, MappingNode):
            rules = frozenset(rules_of(node)) or rules
            for key, value in node.entries:
                if key.text not in _NOT_READ:
                    yield from self._compared(value, rules)
        elif rules and _COMPARISON.search(node.text) and _DIGIT.search(node.text):
            for literal, number, measures in _comparisons(_parsed(node.text)):
                span = node.part(*literal.at)
                yield self._figure(number, measures, rules, span, is_drawn=False)

    def _figure(
        self,
        value: Fraction | int,
        measures: Name,
        rules: frozenset[str],
        span: Span,
        *,
        is_drawn: bool,
    ) -> Figure:
        key = self.declaration.key
        return Figure(value, measures, rules, is_drawn, self.section, key, span)


def _parsed(text: str) -> Tree | None:
    """Return the tree of an expression; None for prose and templates."""
    try:
        return parse(text)
    except Unreadable:
        return None


def _comparisons(
    tree: object,
) -> Iterator[tuple[NumberLiteral, Fraction | int, Name]]:
    """Yield each number with which a field or a function is compared, and its name."""
    if isinstance(tree, Operation) and tree.operator in COMPARING:
        for one, other in (tree.operands, tree.operands[::-1]):
            measures = _measured(one)
            if measures is not None:
                yield from ((*figure, measures) for figure in _literal(other))
    for part in _parts(tree):
        yield from _comparisons(part)


def _literals(tree: object) -> Iterator[tuple[NumberLiteral, Fraction | int]]:
    """Yield every number in a tree."""
    yield from _literal(tree)
    if not isinstance(tree, Operation) or tree.operator != "neg":
        for part in _parts(tree):
            yield from _literals(part)


def _literal(tree: object) -> Iterator[tuple[NumberLiteral, Fraction | int]]:
    """Yield a number, if the tree is one, with its sign."""
    if isinstance(tree, NumberLiteral):
        yield tree, tree.value
    elif isinstance(tree, Operation) and tree.operator == "neg":
        (operand,) = tree.operands
        if isinstance(operand, NumberLiteral):
            yield operand, -operand.value


def _measured(tree: Tree) -> Name | None:
    match tree:
        case Word(name=name) | Dot(name=Word(name=name)) | Call(name=Word(name=name)):
            return name
        case _:
            return None


def _parts(tree: object) -> Iterator[object]:
    """Yield the trees of which a tree is made."""
    if isinstance(tree, tuple):
        yield from tree
    elif isinstance(tree, Struct):
        yield from (getattr(tree, part) for part in tree.__struct_fields__)


def _dice_in(node: Node) -> Iterator[int]:
    """Yield how many sides the dice have that a declaration names."""
    if isinstance(node, ScalarNode):
        yield from (int(sides) for sides in _DIE.findall(node.text))
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _dice_in(item)
    else:
        for _, value in node.entries:
            yield from _dice_in(value)
