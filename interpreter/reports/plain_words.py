"""Expressions as a player reads them: of `loser.evading` "loser's evading".

Only short expressions have words: comparisons, fields, formulas with a name that says
what they are. Others have none (""), and the caller prints something else: a list of
conditions over lists is code, whatever words are put into it.
"""

from collections.abc import Mapping
from types import MappingProxyType

from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    IfElse,
    Local,
    RecordRead,
    SumPart,
    Typed,
    Use,
)
from interpreter.ir.known_truth import known_truth
from interpreter.reports.values import ValueNames, in_words, spaced
from interpreter.values.types import Entity, Type, present

LONGEST = 72
MOST_PARTS = 24
SHORT = 2
"""Letters of a name that says nothing by itself: the kind of its entity is said."""
OPERATORS: Mapping[str, str] = MappingProxyType(
    {
        "+": "+",
        "-": "-",
        "*": "×",
        "/": "/",
        "is": "is",
        "is_not": "is not",
        "<": "<",
        "<=": "≤",
        ">": ">",
        ">=": "≥",
        "in": "is among",
        "not_in": "is not among",
    }
)
CALLED: Mapping[str, str] = MappingProxyType(
    {
        "min": "the least of",
        "max": "the greatest of",
        "up": "rounded up",
        "down": "rounded down",
        "sum": "sum of",
        "count": "number of",
    }
)
LOOSE = ("and", "or")
SURE = ("present", "within", "in_steps", "rank_in")
"""Checks while running, of which no source speaks."""
VERBS = ("is", "has", "may", "can", "was", "must", "counts", "lies", "sees")
"""First words of the names of formulas that are read after what they are said of."""


class PlainWords:
    """Words for the expressions of a program."""

    def __init__(self, names: ValueNames, titles: Mapping[str, str]) -> None:
        """`titles` are those of formulas, by their names."""
        self._names = names
        self._titles = titles
        self._left = 0

    def of(self, node: Typed | None, longest: int = LONGEST) -> str:
        """Return an expression in words, or "" if it has none or they are too long."""
        if node is None:
            return ""
        self._left = MOST_PARTS
        if known_truth(node) is not None:
            return ""
        text = self._words(node)
        return "" if text is None or len(text) > longest else text

    def measure(self, node: Typed | None) -> str:
        """Return what a number is, without what it is of: the title or the name of a
        formula, or a field."""
        match node:
            case Use(section="formulas"):
                title = self._titles.get(node.name, "")
                return (
                    f"{title[:1].lower()}{title[1:]}"
                    if title
                    else spaced(node.name).removesuffix(" of")
                )
            case Use():
                return spaced(node.name.rpartition(".")[2])
            case FieldRead() | RecordRead():
                return spaced(node.name)
            case Local() if len(node.name) > SHORT:
                return spaced(node.name)
            case Apply(name="neg", arguments=(inner,)):
                text = self.measure(inner)
                return f"-{text}" if text else ""
            case Apply(name=name, arguments=(inner, *_)) if name in SURE:
                return self.measure(inner)
            case _:
                return self.of(node)

    def _words(self, node: Typed) -> str | None:
        self._left -= 1
        if self._left < 0:
            return None
        match node:
            case Constant():
                return in_words(node.value, node.type, self._names)
            case Local():
                return _named(node.name, node.type)
            case FieldRead() | RecordRead():
                return self._owned(node.of, spaced(node.name))
            case Use():
                return self._use(node)
            case Apply():
                return self._apply(node)
            case SumPart(name="total"):
                return self._words(node.of)
            case IfElse() if (known := known_truth(node.condition)) is not None:
                return self._words(node.then if known else node.other)
            case IfElse():
                return self._joined(
                    (node.then, " if ", node.condition, ", otherwise ", node.other)
                )
            case _:
                return None

    def _joined(self, parts: tuple[Typed | str, ...]) -> str | None:
        texts = [each if isinstance(each, str) else self._words(each) for each in parts]
        return None if None in texts else "".join(text or "" for text in texts)

    def _owned(self, of: Typed, field: str) -> str | None:
        owner = self._words(of)
        if owner is None:
            return None
        ending = "'" if owner.endswith("s") else "'s"
        return f"{owner}{ending} {field}"

    def _use(self, node: Use) -> str | None:
        if node.section == "derived":
            return self._owned(node.arguments[0], spaced(node.name.rpartition(".")[2]))
        name, arguments = spaced(node.name), node.arguments
        texts = [self._words(each) for each in arguments]
        given = [text for text in texts if text is not None]
        if len(given) != len(texts):
            return None
        first, _, rest = name.partition(" ")
        if first in VERBS and rest and len(given) == 1:
            return f"{given[0]} {name}"
        if first in VERBS and rest:
            return f"{given[0]} {name} ({', '.join(given[1:])})"
        if name.endswith(" of") and given:
            return f"{name} {', '.join(given)}"
        return f"{name} ({', '.join(given)})" if given else name

    def _apply(self, node: Apply) -> str | None:
        name, arguments = node.name, node.arguments
        if name in LOOSE:
            return self._loose(name, arguments)
        if name in OPERATORS and len(arguments) == 2:
            return self._joined((arguments[0], f" {OPERATORS[name]} ", arguments[1]))
        if name in ("not", "neg"):
            return self._joined(("not " if name == "not" else "-", arguments[0]))
        if name in SURE:
            return self._words(arguments[0])
        if name == "range":
            return self._joined((arguments[0], " to ", arguments[1]))
        if name == "list":
            return self._listed(arguments)
        called = CALLED.get(name)
        texts = self._listed(arguments)
        return None if called is None or texts is None else f"{called} ({texts})"

    def _loose(self, name: str, arguments: tuple[Typed, ...]) -> str | None:
        """Return both sides of `and` or `or`, or one if the other changes nothing."""
        for one, other in (arguments, arguments[::-1]):
            if known_truth(one) is (name == "and"):
                return self._words(other)
        left, right = (self._side(each, name) for each in arguments)
        return None if None in (left, right) else f"{left} {name} {right}"

    def _listed(self, arguments: tuple[Typed, ...]) -> str | None:
        texts = [self._words(each) for each in arguments]
        return None if None in texts else ", ".join(text or "" for text in texts)

    def _side(self, node: Typed, around: str) -> str | None:
        text = self._words(node)
        if text is None or not isinstance(node, Apply):
            return text
        is_other = node.name in LOOSE and node.name != around
        return f"({text})" if is_other else text


def _named(name: str, kind: Type) -> str:
    """Return the name of a local; of an entity with a name of a letter, its kind."""
    kind = present(kind)
    if len(name) <= SHORT and isinstance(kind, Entity):
        return spaced(kind.kind)
    return spaced(name.partition("\0")[0])
