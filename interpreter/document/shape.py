"""Which keys and kinds of value may stand where.

The rules are in the schemas; this walks nodes and schemas together, so that each
problem has the very key or value as its place. (A validator of plain data loses the
places and takes twenty times as long; the tests hold the two against each other.)
"""

from collections.abc import Iterable
from typing import Final

from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.document.schemas import Choice, Shape, shape_of
from interpreter.problems import Problem, did_you_mean, problem
from interpreter.source import Span

_LOOKED_AT: Final = 20
"""The keys of a map among which a misspelt one is looked for."""

_NAMES: Final = {"object": "a map", "array": "a list", "string": "a text"}


def check_shape(node: Node, kind: str, problems: list[Problem]) -> None:
    """Append what is wrong with the shape of a file of this kind.

    `kind` is "ruleset", "rulebook", "part" or "overlay". Where reading the file has
    found a mistake already, nothing more is said.
    """
    known = {each.span.start for each in problems if _same(each, node)}
    walk = _Walk(known)
    walk.check(node, shape_of(kind), None)
    problems.extend(walk.found)


def _same(each: Problem, node: Node) -> bool:
    return each.severity == "error" and each.span.source is node.span.source


class _Walk:
    """One walk over a document."""

    def __init__(self, known: set[int]) -> None:
        self.found: list[Problem] = []
        self._known = known
        self._said: set[tuple[str, int]] = set()

    def _say(
        self, code: str, span: Span, message: str, expected: str, hint: str = ""
    ) -> None:
        if span.start in self._known or (code, span.start) in self._said:
            return
        self._said.add((code, span.start))
        found = problem(code, span, message, expected=expected, hint=hint)
        self.found.append(found)

    def check(self, node: Node, shape: Shape, owner: Scalar | None) -> None:
        """Check a node, which stands behind the key `owner`."""
        kind = _kind(node)
        if shape.kinds is not None and kind not in shape.kinds:
            if not _empty(node):
                self._wrong_kind(node, shape.kinds, owner)
            return
        for part in shape.all_of:
            self.check(node, part, owner)
        if isinstance(node, Scalar):
            self._check_scalar(node, shape)
        elif isinstance(node, Sequence):
            self._check_list(node, shape)
        elif self._chosen(node, shape, owner):
            self._check_map(node, shape, owner)
        else:
            return
        branch = _branch(node, kind, shape)
        if branch is not None:
            self.check(node, branch, owner)

    def _check_list(self, node: Sequence, shape: Shape) -> None:
        if shape.items is not None:
            for item in node.items:
                self.check(item, shape.items, None)

    def _check_scalar(self, node: Scalar, shape: Shape) -> None:
        if not shape.enum or node.text in shape.enum or _empty(node):
            return
        hint = did_you_mean(node.text, shape.enum)
        message = f"'{node.text}' does not fit here"
        self._say("R105", node.span, message, _or(shape.enum), hint)

    def _check_map(self, node: Mapping, shape: Shape, owner: Scalar | None) -> None:
        for key, value in node.entries:
            inner = shape.properties.get(key.text)
            if inner is not None:
                self.check(value, inner, key)
            elif key.text in shape.later:
                self._say_later("the section", key, shape.properties)
            elif shape.closed:
                known = list(shape.properties)
                what = "section" if shape.unknown == "R106" else "key"
                message = f"unknown {what} '{key.text}'"
                hint = did_you_mean(key.text, known)
                self._say(shape.unknown, key.span, message, _or(known), hint)
            elif shape.additional is not None:
                self.check(value, shape.additional, key)
        for name in shape.required:
            if not _has(node, name):
                span = _place(node, owner)
                empty = (
                    "the file is empty, so "
                    if owner is None and not node.entries
                    else ""
                )
                self._say("R102", span, f"{empty}'{name}' is missing", f"{name}: ...")

    def _chosen(self, node: Mapping, shape: Shape, owner: Scalar | None) -> bool:
        """Report none or several of the keys of which one must stand; tell if one."""
        choice = shape.choice
        if choice is None:
            return True
        there = [key for key, _ in node.entries if key.text in choice.keys]
        step = choice.none == "R104"
        if not there:
            self._none_chosen(node, shape, choice, owner)
            return False
        if len(there) > 1 and choice.many:
            texts = " and ".join(f"'{key.text}'" for key in there)
            message = f"only one of {texts} may stand here"
            if step:
                message = f"a step has one verb, this one has {texts}"
            second = there[1]
            hint = f"make it a step of its own: '- {second.text}: ...'" if step else ""
            self._say(choice.many, second.span, message, _or(choice.keys), hint)
            return False
        return True

    def _none_chosen(
        self, node: Mapping, shape: Shape, choice: Choice, owner: Scalar | None
    ) -> None:
        keys, code = choice.keys, choice.none
        step = code == "R104"
        for key, _ in node.entries:
            if key.text in choice.later:
                self._say_later("the verb", key, keys)
                return
        for key, _ in node.entries:
            if step and (hint := did_you_mean(key.text, keys)):
                message = f"'{key.text}' is no verb"
                self._say(code, key.span, message, _or(keys), hint)
                return
        for key, _ in () if step else node.entries[:_LOOKED_AT]:
            if key.text not in shape.properties and (
                hint := did_you_mean(key.text, keys)
            ):
                message = f"unknown key '{key.text}'"
                self._say(shape.unknown, key.span, message, _or(keys), hint)
                return
        message = "this step has no verb" if step else "one of several keys is missing"
        first = node.entries[0][0] if node.entries and step else owner
        self._say(code, _place(node, first), message, _or(keys))

    def _say_later(self, what: str, key: Scalar, known: Iterable[str]) -> None:
        message = f"{what} '{key.text}' is not there yet"
        self._say("R108", key.span, message, _or(known), "it comes later")

    def _wrong_kind(
        self, node: Node, kinds: frozenset[str], owner: Scalar | None
    ) -> None:
        wanted = _or([name for kind, name in _NAMES.items() if kind in kinds])
        where = f"'{owner.text}' wants" if owner is not None else "wanted here is"
        message = f"{where} {wanted}, not {_NAMES[_kind(node)]}"
        self._say("R103", node.span, message, wanted)


def _branch(node: Node, kind: str, shape: Shape) -> Shape | None:
    """Return what `if` chooses: by a key that is there, or by the kind of the node."""
    if shape.if_key:
        there = isinstance(node, Mapping) and _has(node, shape.if_key)
        return shape.then if there else shape.otherwise
    return shape.then if kind == shape.if_kind else shape.otherwise


def _kind(node: Node) -> str:
    if isinstance(node, Scalar):
        return "string"
    return "array" if isinstance(node, Sequence) else "object"


def _empty(node: Node) -> bool:
    """Tell whether nothing was written; reading has said so."""
    return isinstance(node, Scalar) and not node.style and not node.text


def _has(node: Mapping, key: str) -> bool:
    """Tell whether the key stands there exactly so: words of the engine are exact."""
    found = node.key(key)
    return found is not None and found.text == key


def _place(node: Mapping, owner: Scalar | None) -> Span:
    """Return the place of a map as a whole: its owner's key, else its first key."""
    if owner is not None:
        return owner.span
    return node.entries[0][0].span if node.entries else node.span


def _or(words: Iterable[str]) -> str:
    """Join words as 'a, b or c'."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
