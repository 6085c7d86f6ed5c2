"""What has changed for a seat between two of its reports, as sentences.

The earlier report is the JSON that the seat was given, so the sentences need no state
of before, and tell nothing that the seat did not know then or does not know now.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from interpreter.boards.protocol import Misfit
from interpreter.reports.claims import names_of
from interpreter.reports.colour import clean
from interpreter.reports.entities import called
from interpreter.reports.phrases import is_spoken_of, phrases, spoken_fields
from interpreter.reports.values import (
    NOTHING,
    PLANE_NAMES,
    ValueNames,
    enumerated,
    in_words,
    spaced,
)
from interpreter.semantics.declarations import WAITING, Kind
from interpreter.values.exact_numbers import exact
from interpreter.values.types import (
    Boolean,
    Cell,
    Entity,
    ListOf,
    Number,
    Record,
    Seat,
    Text,
    Type,
    Value,
    enumeration_of,
    present,
)
from interpreter.views.views import View, ViewedEntity

MOST_CHANGES = 40
MOST_LETTERS = 60  # of a value of before that is told beside the new one

_NUMBER = re.compile(r"-?[0-9]{1,40}(/0*[1-9][0-9]{0,40})?")
"""A number in a report."""

SeenAsData = Mapping[tuple[str, str], Mapping[str, Any]]
"""The fields of what a seat sees, as JSON has them, by kind and id."""


def changes_of(
    before: object, now: object, view: View, kinds: Mapping[str, Kind]
) -> tuple[str, ...]:
    """Return what is different in `sees` of two reports as sentences; `view` is what
    the seat knows now, `kinds` are those of the pack.

    What cannot be read of the earlier report is as if it had not been there; if nothing
    can, nothing is said to have changed.
    """
    old, new = _by_id(before), _by_id(now)
    if not old:
        return ()
    single = {thing.kind.name for thing in view.things if thing.kind.single}
    # what is gone is called as it was called in the earlier report
    former = {
        (kind, id_): clean(name)
        for (kind, id_), fields in old.items()
        if kind in kinds and isinstance(name := fields.get(kinds[kind].called), str)
    }
    names = {**{at: name for at, name in former.items() if at not in new}}
    ids = dict(view.ids)
    things = {(e.kind.name, ids[e.kind.name][e.number]): e for e in view.things}
    called_so = {**_names(view), **names}
    texts = [
        f"{called_so[at][:1].upper()}{called_so[at][1:]} was called {name} before."
        for at, name in former.items()
        if at in new and _is_renamed(new[at], kinds[at[0]], name)
    ]
    old, new = (_without_names(found, kinds) for found in (old, new))
    sentences = _ChangeSentences(kinds, called_so, things, names_of(view))
    texts += sentences.different(old, new, without=single | {WAITING})
    return tuple(texts)


def first_changes(changes: Sequence[str]) -> tuple[str, ...]:
    """Return the first MOST_CHANGES of what is different, and how many are left out."""
    more = len(changes) - MOST_CHANGES
    rest = (f"And {more} more: see report.txt.",) if more > 0 else ()
    return (*changes[:MOST_CHANGES], *rest)


def _without_names(found: SeenAsData, kinds: Mapping[str, Kind]) -> SeenAsData:
    """Return what a seat sees without the fields by which entities are called."""
    return {
        (kind, id_): {
            name: value
            for name, value in fields.items()
            if kind not in kinds or name != kinds[kind].called
        }
        for (kind, id_), fields in found.items()
    }


def _is_renamed(fields: Mapping[str, Any], kind: Kind, before: str) -> bool:
    name = fields.get(kind.called)
    return isinstance(name, str) and clean(name) != before


def _by_id(sees: object) -> SeenAsData:
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for each in sees if isinstance(sees, list) else ():
        match each:
            case {"kind": str(kind), "id": str(id_), "fields": dict(fields)}:
                found[kind, id_] = fields
            case _:
                pass
    return found


class PhrasesOf(Struct, frozen=True):
    """What the pack says of the fields of an entity, by field, and which fields each
    phrase speaks of."""

    texts: Mapping[str, str | None]
    reads: Mapping[str, frozenset[str]]

    def touched(self, different: Sequence[str]) -> list[str]:
        """Return the spoken fields of which what is said is other than before, where
        these fields are different."""
        changed = frozenset(different)
        return [name for name in self.texts if changed & {name, *self.reads[name]}]


def _phrases_of(thing: ViewedEntity, names: ValueNames) -> PhrasesOf | None:
    """Return the phrases for an entity; None where the pack has none for its kind."""
    if not is_spoken_of(thing.kind):
        return None
    reads = {field.name: spoken_fields(field) for field in thing.kind.fields}
    return PhrasesOf(phrases(thing, names), reads)


def _names(view: View) -> dict[tuple[str, str], str]:
    """Return what each entity is called now, by kind and id."""
    names = names_of(view)
    return {
        (kind, id_): names.name(kind, number)
        for kind, ids in view.ids
        for number, id_ in enumerate(ids)
    }


class _ChangeSentences(Struct, frozen=True):
    """Makes the sentences: from the kinds of the pack, what each entity is called
    (`in_view` now), and what the seat sees of it now."""

    kinds: Mapping[str, Kind]
    names: Mapping[tuple[str, str], str]
    things: Mapping[tuple[str, str], ViewedEntity]
    in_view: ValueNames

    def different(
        self, old: SeenAsData, new: SeenAsData, without: set[str]
    ) -> Iterator[str]:
        """Yield a sentence for each entity that came, changed or is seen no more, but
        `without` some kinds: of one of which the pack speaks, the phrases of what
        changed, and by its name a field that has a value now of which the pack says
        nothing."""
        for entity, fields in new.items():
            if entity[0] in without:
                continue
            who = _who(entity, self.names)
            if entity not in old:
                spoken = self._spoken(entity)
                first = "; ".join(filter(None, spoken.texts.values() if spoken else ()))
                yield f"New: {who}{': ' if first else ''}{first}."
            elif changed := self._changed(entity, fields, old[entity]):
                yield f"{who[:1].upper()}{who[1:]}: {'; '.join(changed)}."
        for entity in old:
            if entity not in new and entity[0] not in without:
                yield f"No longer seen: {_who(entity, self.names)}."

    def _changed(
        self,
        entity: tuple[str, str],
        fields: Mapping[str, object],
        known: Mapping[str, object],
    ) -> list[str]:
        """Return what is said of the fields of an entity that are another than was
        known."""
        different = [
            name
            for name in dict.fromkeys((*fields, *known))
            if fields.get(name) != known.get(name)
        ]
        spoken = self._spoken(entity) if different else None
        touched = different if spoken is None else spoken.touched(different)
        said = []
        for name in touched:
            values = fields.get(name), known.get(name)
            text = None if spoken is None else spoken.texts[name]
            now, before = self._words(entity, name, *values)
            if text is None:
                said.append(_change(name, *values, now, before))
            elif text:
                # of yes and no a phrase says one, and before was the other
                is_apart = name in different and not isinstance(values[1], bool)
                said.append(f"{text}{_before(before)}" if is_apart else text)
        return said

    def _spoken(self, entity: tuple[str, str]) -> PhrasesOf | None:
        thing = self.things.get(entity)
        return None if thing is None else _phrases_of(thing, self.in_view)

    def _words(
        self, entity: tuple[str, str], name: str, now: object, before: object
    ) -> tuple[str, str]:
        """Return a field now and before as it is said to a reader: both as values of
        its type, or, where the earlier one is none, both as the reports have them."""
        thing = self.things.get(entity)
        seen = () if thing is None else thing.fields
        values = {field.name: value for field, value in seen}
        kind = self.kinds.get(entity[0])
        fields = () if kind is None else kind.fields
        of = next((field.type for field in fields if field.name == name), None)
        try:
            if of is None:
                raise LookupError(name)
            was = self._read(before, of)
        except LookupError:
            return _words(now, self.names), _words(before, self.names)
        names = self.in_view
        return in_words(values.get(name), of, names), in_words(was, of, names)

    def _read(  # noqa: C901 - a case a type
        self, value: object, of: Type
    ) -> Value:
        """Return the value of a type that the earlier report has; a LookupError for
        what is none, or cannot be told from the report alone."""
        words = enumeration_of(of)
        match present(of), value:
            case _, None:
                return None
            case _, str() if words is not None and value in words.values:
                return words.values.index(value)
            case (Boolean(), bool()) | (Text(), str()):
                return value
            case Number(), (int() | str()) if _NUMBER.fullmatch(str(value)):
                return exact(Fraction(value))
            case ListOf(item=item), list():
                return tuple(self._read(each, item) for each in value)
            case Cell(board=board), str() if board in self.in_view.labels:
                place = self.in_view.labels[board].place_of(value)
                if not isinstance(place, Misfit):
                    return place
            case Record(name=name, fields=parts), dict() if name in PLANE_NAMES:
                return tuple(self._read(value[part], type_) for part, type_ in parts)
            case Entity(kind=kind) | Seat(kind=kind), {
                "kind": str(its),
                "id": str(id_),
            }:
                known = self.in_view.ids.get(kind, ())
                if its == kind and id_ in known:
                    return known.index(id_)
        raise LookupError


def _who(entity: tuple[str, str], names: Mapping[tuple[str, str], str]) -> str:
    kind, id_ = entity
    name = names.get(entity, spaced(id_))
    return called(spaced(kind), name, name == spaced(id_))


def _change(name: str, now: object, before: object, text: str, earlier: str) -> str:
    """Return what a field is `now`, and what it was `before`; both in words too."""
    if now is False and before is True:
        return f"{spaced(name)} no more"
    if text == NOTHING and len(earlier) <= MOST_LETTERS:
        return f"{spaced(name)} {earlier} no more"
    return f"{spaced(name)} {text}{_before(earlier)}"


def _before(earlier: str) -> str:
    is_said = earlier != NOTHING and len(earlier) <= MOST_LETTERS
    bare = earlier[1:-1] if re.fullmatch(r"\([^()]*\)", earlier) else earlier
    return f" ({bare} before)" if is_said else ""


def _words(value: object, names: Mapping[tuple[str, str], str]) -> str:
    """Return a value of a report as it is said to a reader."""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case {"kind": str(kind), "id": str(id_)}:
            return names.get((kind, id_)) or spaced(id_)
        case {"total": total, "rows": _}:
            return clean(str(total))
        case dict():
            pairs = (f"{spaced(str(k))} {_words(v, names)}" for k, v in value.items())
            return enumerated([*pairs]) or NOTHING
        case list():
            return enumerated([_words(each, names) for each in value]) or NOTHING
        case _:
            return clean(str(value))
