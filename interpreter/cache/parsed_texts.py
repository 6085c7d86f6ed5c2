"""The trees of the expressions of a pack, kept from one process to the next.

Most texts of a pack are the same after an edit. A tree follows from its text alone, so
it is known by that, until any change of the engine. It is kept as JSON: the place of
its class, its stretch, and its fields in order.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import get_args

from msgspec import Struct, field

from interpreter.cache.codec import Damaged, Json
from interpreter.cache.content_hashes import engine
from interpreter.cache.folder import Folder, user_folder
from interpreter.expressions.parsing import known_texts
from interpreter.expressions.tree import Tree
from interpreter.values.exact_numbers import quotient

MOST = 16_000
"""Texts that are kept of a pack, those met last."""
_FORMS: tuple[type, ...] = get_args(Tree)
_FRACTION = len(_FORMS)
_MADE = "made from"
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
    place = user_folder()
    if place is None:
        yield
        return
    folder, made = Folder(place), engine()
    where = str(pack.resolve()).encode("utf-8", "surrogateescape")
    name = f"{sha256(where).hexdigest()[:32]}.trees"
    texts = ParsedTexts(_kept(folder, name, made))
    with known_texts(texts):
        yield
    if texts.added:
        folder.keep(name, {_MADE: made, _TREES: texts.latest()})


def _kept(folder: Folder, name: str, made: str) -> dict[str, Json]:
    bundle = folder.find(name)
    try:
        if bundle is None or bundle.part(_MADE) != made:
            return {}
        return dict(bundle.part(_TREES))
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
