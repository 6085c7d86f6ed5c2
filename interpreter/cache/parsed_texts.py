"""The trees of the expressions of a pack, kept from one process to the next.

Most texts of a pack are the same after an edit. A tree follows from its text alone, so
it is known by that, until any change of the engine. It is kept as JSON: the place of
its class, its stretch, and its fields in order. Of a text that is no expression, such
as a sentence that is looked at to see whether it is one, the reason is kept.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import get_args

from msgspec import Struct, field

from interpreter.cache.codec import Damaged, Json
from interpreter.cache.engine_files import EngineFile
from interpreter.expressions.parsing import Unreadable, known_texts
from interpreter.expressions.tree import Tree
from interpreter.values.exact_numbers import quotient

MOST = 16_000
"""Texts that are kept of a pack, those met last."""
_FORMS: tuple[type, ...] = get_args(Tree)
_FRACTION = len(_FORMS)
_UNREADABLE = len(_FORMS) + 1
_TREES = "trees"


class ParsedTexts(Struct):
    """Texts with their trees; those that were met in this process last."""

    kept: dict[str, Json] = field(default_factory=dict)
    met: dict[str, Json] = field(default_factory=dict)
    added: bool = False

    def tree(self, text: str) -> Tree | None:
        """Return the tree of a text, if it is known; raises Unreadable of one that is
        known to have none."""
        data = self.kept.pop(text, None) or self.met.get(text)
        if data is None:
            return None
        try:
            found = _decoded(data)
        except (TypeError, ValueError, LookupError, RecursionError):
            return None
        self.met[text] = data
        if isinstance(found, Unreadable):
            raise found
        return found

    def add(self, text: str, tree: Tree | Unreadable) -> None:
        """Note a text that was parsed, or why it could not be."""
        self.met[text] = _encoded(tree)
        self.added = True

    def latest(self) -> dict[str, Json]:
        """Return what is kept for the next process."""
        return dict(islice({**self.met, **self.kept}.items(), MOST))


_PACK: ContextVar[Path | None] = ContextVar("pack of the known texts", default=None)


@contextmanager
def remembered_texts(pack: Path) -> Iterator[None]:
    """Let expressions be parsed with the trees that are known of a pack, and keep those
    that are new. Within such a block for the same pack it changes nothing."""
    file = EngineFile(pack, "trees")
    if not file.is_kept or _PACK.get() == pack:
        yield
        return
    texts = ParsedTexts(_kept(file))
    before = _PACK.set(pack)
    try:
        with known_texts(texts):
            yield
    finally:
        _PACK.reset(before)
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
    if isinstance(value, Unreadable):
        return [_UNREADABLE, *value.at, value.message, value.expected, value.hint]
    if isinstance(value, tuple):
        return [-1, *map(_encoded, value)]
    if isinstance(value, Fraction):
        return [_FRACTION, value.numerator, value.denominator]
    return value


def _decoded(data: Json) -> Tree | Unreadable:
    if isinstance(data, list) and data[:1] == [_UNREADABLE]:
        start, end, message, expected, hint = data[1:]
        return Unreadable((start, end), message, expected, hint)
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
