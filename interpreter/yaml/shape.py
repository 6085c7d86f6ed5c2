"""Which keys and kinds of value may stand where.

The rules are in the schemas; this walks nodes and schemas together, so that each
problem has the very key or value as its place. (A validator of plain data loses the
places and takes twenty times as long; the tests hold the two against each other.)
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import replace
from itertools import islice
from typing import Final

from interpreter.diagnostics import Diagnostic, did_you_mean, nearest, problem
from interpreter.source import Span
from interpreter.yaml import wants
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import KeyChoice, Shape, shape_of
from interpreter.yaml.wants import NAMES, either

_BEGIN: Final = ("if", "id")
"""Clauses with which a step is begun before its verb."""
_LOOKED_AT: Final = 20
"""The keys of a map among which a misspelt one is looked for."""


def check_shape(node: Node, kind: str, problems: list[Diagnostic]) -> None:
    """Append what is wrong with the shape of a file of this kind.

    `kind` is "ruleset", "rulebook", "part" or "overlay". Where reading the file has
    found a mistake already, nothing more is said; but where nothing stands behind a
    key, it is now known what is wanted there.
    """
    known = {each.span.start for each in problems if _same(each, node)}
    # a blank that is none stands somewhere in a text: what is wrong with it is that
    within = {each.span.start for each in problems if each.code == "R015"} & known
    walk = _Walk(known, within)
    walk.check(node, shape_of(kind), None)
    for number, each in enumerate(problems):
        if each.code == "R007" and (told := walk.wanted.get(each.span)):
            problems[number] = replace(each, expected=told[0], hint=told[1])
    problems.extend(walk.found)


def _same(each: Diagnostic, node: Node) -> bool:
    return each.severity == "error" and each.span.source is node.span.source


class _Walk:
    """One walk over a document."""

    def __init__(self, known: set[int], within: Collection[int] = ()) -> None:
        self.found: list[Diagnostic] = []
        self.wanted: dict[Span, tuple[str, str]] = {}
        self._known = known
        self._within = sorted(within)
        self._order = sorted(known)
        self._said: set[tuple[str, int]] = set()

    def _say(
        self, code: str, span: Span, message: str, expected: str, hint: str = ""
    ) -> None:
        if span.start in self._known or (code, span.start) in self._said:
            return
        at = bisect_left(self._within, span.start)
        if at < len(self._within) and self._within[at] < span.end:
            return
        self._said.add((code, span.start))
        found = problem(code, span, message, expected=expected, hint=hint)
        self.found.append(found)

    def check(self, node: Node, shape: Shape, owner: ScalarNode | None) -> None:
        """Check a node, which stands behind the key `owner`."""
        kind = _kind(node)
        if _empty(node) and owner is not None:
            self.wanted.setdefault(owner.span, wants.behind(owner, shape))
        if shape.kinds is not None and kind not in shape.kinds:
            if not _empty(node):
                self._wrong_kind(node, shape, owner)
            return
        for part in shape.all_of:
            self.check(node, part, owner)
        if isinstance(node, ScalarNode):
            self._check_scalar(node, shape)
        elif isinstance(node, SequenceNode):
            self._check_list(node, shape)
        elif self._chosen(node, shape, owner):
            self._check_map(node, shape, owner)
        else:
            return
        branch = _branch(node, kind, shape)
        if branch is not None:
            self.check(node, branch, owner)

    def _check_list(self, node: SequenceNode, shape: Shape) -> None:
        if shape.items is not None:
            for item in node.items:
                self.check(item, shape.items, None)

    def _check_scalar(self, node: ScalarNode, shape: Shape) -> None:
        if not shape.enum or node.text in shape.enum or _empty(node):
            return
        hint = did_you_mean(node.text, shape.enum)
        message = f"'{node.text}' does not fit here"
        self._say("R105", node.span, message, either(shape.enum), hint)

    def _check_map(
        self, node: MappingNode, shape: Shape, owner: ScalarNode | None
    ) -> None:
        missing = [name for name in shape.required if not _has(node, name)]
        outside = self._not_indented(node, shape)
        strange = _strange(node, shape) if missing else []
        for key, value in node.entries:
            inner = shape.properties.get(key.text)
            if inner is not None:
                self.check(value, inner, key)
            elif key.span.start not in outside:
                alone = len(strange) == len(missing) == 1
                looked_at = any(key is each for each in strange)
                lacking = missing if looked_at else []
                self._other_key(key, value, shape, lacking, alone)
        if missing and self._broken_within(node):
            return  # what could be read of it does not tell what is missing
        for name in missing:
            inner = shape.properties.get(name)
            shown = inner.examples[0] if inner and inner.examples else "..."
            keys = (key for key, _ in node.entries)
            wanting = (key for key in keys if name in shape.needs.get(key.text, ()))
            span, message = _place(node, owner), f"'{name}' is missing"
            if (found := next(wanting, None)) is not None:
                span, message = found.span, f"'{found.text}' needs '{name}' beside it"
            elif not owner and not node.entries:
                message = f"the file is empty, so {message}"
            self._say("R102", span, message, f"{name}: {shown}")

    def _other_key(
        self,
        key: ScalarNode,
        value: Node,
        shape: Shape,
        missing: list[str],
        alone: bool,
    ) -> None:
        """Check an entry whose key the shape does not name; `alone`: it is the only
        one, and one is missing."""
        if shape.closed:
            if _empty(value):
                self.wanted[key.span] = wants.of_unknown(key, shape)
            self._unknown_key(key, shape, missing, alone)
        elif missing and (meant := nearest(key.text, missing)) is not None:
            missing.remove(meant)
            hint = f"did you mean '{meant}'?"
            self._say("R102", key.span, f"'{meant}' is missing", meant, hint)
        elif shape.additional is not None:
            self.check(value, shape.additional, key)

    def _unknown_key(
        self, key: ScalarNode, shape: Shape, missing: list[str], alone: bool
    ) -> None:
        """Report a key; where it stands for the one that is missing, that is said
        here and not once more."""
        what = "section" if shape.unknown == "R106" else "key"
        message, known = f"unknown {what} '{key.text}'", either(shape.properties)
        hint = did_you_mean(key.text, shape.properties)
        meant = nearest(key.text, missing) if missing else None
        if meant is None and alone and not hint:
            (meant,) = missing
            message, known = f"{message}, and '{meant}' is missing", f"{meant}: ..."
        if meant is not None:
            missing.remove(meant)
        self._say(shape.unknown, key.span, message, known, hint)

    def _not_indented(self, node: MappingNode, shape: Shape) -> set[int]:
        """Return where the keys stand that belong to the empty one above them, and say
        so there."""
        found: set[int] = set()
        above: tuple[ScalarNode, Shape] | None = None
        for key, value in node.entries:
            if above is not None and _belongs(key, above[1], shape):
                hint = f"indent what belongs to it: '{key.text}' and what follows"
                self.wanted.setdefault(above[0].span, (wants.wanted(above[1]), hint))
                found.add(key.span.start)
            else:
                inner = shape.properties.get(key.text, shape.additional)
                above = (key, inner) if inner is not None and _empty(value) else None
        return found

    def _broken_within(self, node: MappingNode) -> bool:
        """Tell whether reading found a mistake in the keys or texts of this map."""
        spans = [key.span for key, _ in node.entries]
        spans += [each.span for _, each in node.entries if isinstance(each, ScalarNode)]
        at = ((each.start, each.end) for each in spans)
        within = (
            bisect_right(self._order, e) > bisect_left(self._order, s) for s, e in at
        )
        return node.span.start in self._known or any(within)

    def _chosen(
        self, node: MappingNode, shape: Shape, owner: ScalarNode | None
    ) -> bool:
        """Report none or several of the keys of which one must stand; tell if one."""
        choice = shape.choice
        if choice is None:
            return True
        there = [key for key, _ in node.entries if key.text in choice.keys]
        if (key := _of_new_part(node, shape, choice)) is not None:
            message = f"'{key.text}' stands outside '{choice.whole}'"
            expected = f"{choice.whole}: {{{key.text}: ...}}"
            hint = f"a new part is written {{{expected}}}"
            self._say(shape.unknown, key.span, message, expected, hint)
            return False
        step = choice.none == "R104"
        alone = bool(choice.alone) and _has(node, choice.alone)
        if not there and alone and not _strange(node, shape):
            return True
        if not there:
            self._none_chosen(node, shape, choice, owner)
            return False
        if len(there) > 1 and choice.many:
            texts = " and ".join(f"'{key.text}'" for key in there)
            message = f"only one of {texts} may stand here"
            if step:
                message = f"a step has one verb, this one has {texts}"
            second = _beginning(node, there[0], there[1]) if step else there[1]
            hint = f"make it a step of its own: '- {second.text}: ...'" if step else ""
            self._say(choice.many, second.span, message, either(choice.keys), hint)
            return False
        return True

    def _none_chosen(
        self,
        node: MappingNode,
        shape: Shape,
        choice: KeyChoice,
        owner: ScalarNode | None,
    ) -> None:
        keys, code = choice.keys, choice.none
        step = code == "R104"
        if self._broken_within(node):
            empty = (key for key, value in node.entries if _empty(value))
            self.wanted |= {key.span: wants.of_unknown(key, shape) for key in empty}
            return
        strange = _strange(node, shape)
        near = [key for key in strange if nearest(key.text, keys)]
        for one in (near or strange)[:1]:
            what = f"'{one.text}' is no verb" if step else f"unknown key '{one.text}'"
            told, hint = code if step else shape.unknown, did_you_mean(one.text, keys)
            self._say(told, one.span, what, either(keys), hint)
            return
        message = "this step has no verb" if step else "one of several keys is missing"
        first = node.entries[0][0] if node.entries and step else owner
        self._say(code, _place(node, first), message, either(keys))

    def _wrong_kind(self, node: Node, shape: Shape, owner: ScalarNode | None) -> None:
        kinds = shape.kinds or frozenset(NAMES)
        wanted = either([name for kind, name in NAMES.items() if kind in kinds])
        where = f"'{owner.text}' wants" if owner is not None else "wanted here is"
        message = f"{where} {wanted}, not {NAMES[_kind(node)]}"
        hint = wants.instead(node, shape, has_shape)
        self._say("R103", node.span, message, wants.wanted(shape), hint)


def is_known(kind: str, key: str) -> bool:
    """Tell whether a file of this kind may have the key."""
    return shape_of(kind).knows(key)


def has_shape(node: Node, shape: Shape) -> bool:
    """Tell whether a node has a shape, in silence."""
    walk = _Walk(set())
    walk.check(node, shape, None)
    return not walk.found


def _strange(node: MappingNode, shape: Shape) -> list[ScalarNode]:
    """Return the keys that the shape knows nowhere, the first few."""
    keys = (key for key, _ in node.entries if not shape.knows(key.text))
    return list(islice(keys, _LOOKED_AT))


def _of_new_part(
    node: MappingNode, shape: Shape, choice: KeyChoice
) -> ScalarNode | None:
    """Return the first key of a new part that was written without the key under which
    it stands, as in a change without `add`; None where another mistake is likelier."""
    others = {*choice.keys, *choice.apart} - {choice.whole}
    if not choice.whole or any(key.text in others for key, _ in node.entries):
        return None
    strange = _strange(node, shape)
    if all(nearest(key.text, shape.properties) for key in strange):
        return None
    return strange[0]


def _beginning(node: MappingNode, first: ScalarNode, second: ScalarNode) -> ScalarNode:
    """Return the key that begins a second step: its verb, or the condition that stands
    before it."""
    keys = [key for key, _ in node.entries]
    at = [key is first for key in keys].index(True)
    to = [key is second for key in keys].index(True)
    before = (key for key in keys[at + 1 : to] if key.text in _BEGIN)
    return next(before, second)


def _belongs(key: ScalarNode, inner: Shape, outer: Shape) -> bool:
    """Tell whether a key stands beside an empty one although it is a part of it."""
    if outer.closed:
        text = inner.wanted == frozenset(["string", "number"])
        return not text and not outer.knows(key.text)
    return inner.knows(key.text)


def _branch(node: Node, kind: str, shape: Shape) -> Shape | None:
    """Return what `if` chooses: by a key that is there, or by the kind of the node."""
    if shape.if_key:
        there = isinstance(node, MappingNode) and _has(node, shape.if_key)
        return shape.then if there else shape.otherwise
    return shape.then if kind == shape.if_kind else shape.otherwise


def _kind(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return "string"
    return "array" if isinstance(node, SequenceNode) else "object"


def _empty(node: Node) -> bool:
    """Tell whether nothing was written; reading has said so."""
    return isinstance(node, ScalarNode) and not node.style and not node.text


def _has(node: MappingNode, key: str) -> bool:
    """Tell whether the key stands there exactly so: words of the engine are exact."""
    found = node.key(key)
    return found is not None and found.text == key


def _place(node: MappingNode, owner: ScalarNode | None) -> Span:
    """Return the place of a map as a whole: its owner's key, else its first key."""
    if owner is not None:
        return owner.span
    return node.entries[0][0].span if node.entries else node.span
