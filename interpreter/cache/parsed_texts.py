"""The trees of the expressions of a pack, kept from one process to the next.

Most texts of a pack are the same after an edit. A tree follows from its text alone, so
it is known by that, until any change of the engine. It is kept as JSON: the place of
its class, its stretch, and its fields in order.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import get_args

from msgspec import Struct, field

from interpreter.cache.codec import Damaged, Json
from interpreter.cache.engine_files import EngineFile
from interpreter.expressions.parsing import known_texts
from interpreter.expressions.tree import Tree
from interpreter.values.exact_numbers import quotient

MOST = 16_000
"""Texts that are kept of a pack, those met last."""
_FORMS: tuple[type, ...] = get_args(Tree)
_FRACTION = len(_FORMS)
_TREES = "trees"


class ParsedTexts(Struct):
    """Texts with their trees; those that were met in this process last."""

    kept: dict[str, Json] = field(default_factory=dict)
    met: dict[str, Json] = field(default_factory=dict)
    added: bool = False

    def tree(self, text: str) -> Tree | None:
        """Return the tree of a text, if it is known."""
        data = self.kept.pop(text, None)
        if data is None:
            return None
        try:
            found = _decoded(data)
        except (TypeError, ValueError, LookupError, RecursionError):
            return None
        self.met[text] = data
        return found

    def add(self, text: str, tree: Tree) -> None:
        """Note a text that was parsed."""
        self.met[text] = _encoded(tree)
        self.added = True

    def latest(self) -> dict[str, Json]:
        """Return what is kept for the next process."""
        return dict(islice({**self.met, **self.kept}.items(), MOST))


@contextmanager
def remembered_texts(pack: Path) -> Iterator[None]:
    """Let expressions be parsed with the trees that are known of a pack, and keep those
    that are new."""
    file = EngineFile(pack, "trees")
    if not file.is_kept:
        yield
        return
    texts = ParsedTexts(_kept(file))
    with known_texts(texts):
        yield
    if texts.added:
        file.keep({_TREES: texts.latest()})


def _kept(file: EngineFile) -> dict[str, Json]:
    bundle = file.find()
    try:
        return {} if bundle is None else dict(bundle.part(_TREES))
    except (Damaged, TypeError, ValueError):
        return {}


def _encoded(value: object) -> Json:
    if isinstance(value, _FORMS):
        fields = (getattr(value, name) for name in value.__struct_fields__)  # type: ignore[attr-defined]
        at, *others = fields
        return [_FORMS.index(type(value)), *at, *map(_encoded, others)]
    if isinstance(value, tuple):
        return [-1, *map(_encoded, value)]
    if isinstance(value, Fraction):
        return [_FRACTION, value.numerator, value.denominator]
    return value


def _decoded(data: Json) -> Tree:
    found = _value(data)
    if not isinstance(found, _FORMS):
        raise TypeError("no tree")
    return found  # type: ignore[return-value]


def _value(data: Json) -> object:
    if not isinstance(data, list):
        return data
    form, *parts = data
    if form == -1:
        return tuple([_value(part) for part in parts])
    if form == _FRACTION:
        return quotient(*parts)
    start, end, *others = parts
    return _FORMS[form]((start, end), *[_value(part) for part in others])
