"""The path of a roll: what its dice are keyed by, whatever else is there or happens.

A path is a sequence of fields. From the call of the outermost procedure in: the path of
the step that calls, or at last of the step that rolls, and behind each the values of
what its `Site` names as `among` (entities given or chosen, items of loops), in order:

- an entity of the scenario: its id, a text; no number, for that counts hidden ones too
- one that came to be while running: a whole number, the first 6 bytes of the SHA-256 of
  its birth, encoded as a path: that of the step that made it, and which one of it
- the judge -1, none -2, an entity without a name -3 less its number
- a whole number itself; yes 1, no 0; a value of an enumeration its place, from 0
- of a list how many are in it, then each; of a record each field that holds entities,
  for the others say how something is, not which it is; none instead of one of these -2

Behind these the driver puts an ordinal, from 1: how often this very path was reached.
No field says how many others there are or what they did.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from interpreter.running.keyed_dice import encoded
from interpreter.running.stops import ChoiceStop, DrawStop, Resuming, RollStop, Where
from interpreter.values.moments import Birth
from interpreter.values.types import (
    INTEGER,
    JUDGE,
    Entity,
    ListOf,
    Record,
    Seat,
    Type,
    holds_entities,
    present,
)

Path = tuple[str | int, ...]
Ids = Mapping[str, tuple[str, ...]]
"""The names of the entities of a scenario, by kind."""

NONE, UNNAMED = -2, -3
BIRTH = 6  # bytes: every reader of JSON knows such a number exactly


class Paths:
    """Finds the paths of stops; births are read once for as long as they only grow."""

    def __init__(self, ids: Ids) -> None:
        """Begin; `ids` are those of the scenario."""
        self._ids = ids
        self._births: tuple[Birth, ...] = ()
        self._identities: dict[tuple[str, int], int] = {}
        self._equal: dict[Path, int] = {}

    def of(self, stop: RollStop | DrawStop | ChoiceStop) -> Path:
        """Return the path of a stop, without its ordinal."""
        self._read(stop.engine, stop.world[-1][2])
        return self._path(stop.engine, stop.where)

    def lasts(self, stop: RollStop | DrawStop | ChoiceStop) -> bool:
        """Tell whether where a stop stands has this path whatever happens: who came to
        be while running may be another under the same number, as things go otherwise.
        """
        return all(
            value is None or value < len(self._ids.get(kind.kind, ()))
            for _, number, *values in _levels(stop.where)
            for local, given in zip(stop.engine.site(number).among, values, strict=True)
            for kind, value in _parts(local.type, given)
            if isinstance(kind, Entity | Seat)
        )

    def _read(self, engine: Resuming, births: tuple[Birth, ...]) -> None:
        """Find out who came to be since the last time, or as things went otherwise."""
        known = len(self._births)
        if births[:known] != self._births:
            self._births, known = (), 0
            self._identities.clear()
            self._equal.clear()
        for kind, number, where in births[known:]:
            path = self._path(engine, where)
            which = self._equal[path] = self._equal.get(path, 0) + 1
            digest = sha256(encoded((*path, which))).digest()
            self._identities[kind, number] = int.from_bytes(digest[:BIRTH], "big")
        self._births = births

    def _path(self, engine: Resuming, where: Where) -> Path:
        found: list[str | int] = []
        for _, number, *values in _levels(where):
            site = engine.site(number)
            found.append(site.path)
            for local, given in zip(site.among, values, strict=True):
                parts = _parts(local.type, given)
                found.extend(self._identity(kind, value) for kind, value in parts)
        return tuple(found)

    def _identity(self, kind: Type, value: Any) -> str | int:
        if value is None:
            return NONE
        if not isinstance(kind, Entity | Seat):
            return int(value)
        if isinstance(kind, Seat) and value == JUDGE:
            return JUDGE
        entity, names = int(value), self._ids.get(kind.kind, ())
        if entity < len(names):
            return names[entity]
        return self._identities.get((kind.kind, entity), UNNAMED - entity)


def _parts(kind: Type, value: Any) -> Iterator[tuple[Type, Any]]:
    """Yield what a value is known by: itself, or the parts of a list or a record."""
    kind = present(kind)
    match kind:
        case ListOf(item=item) if value is not None:
            yield INTEGER, len(value)
            for each in value:
                yield from _parts(item, each)
        case Record(fields=fields) if value is not None:
            for (_, own), each in zip(fields, value, strict=True):
                if holds_entities(own):
                    yield from _parts(own, each)
        case _:
            yield kind, value


def _levels(where: Where) -> list[Where]:
    """Return where each call on the way stands, the outermost first, and at last it."""
    found = []
    while where:
        found.append(where)
        where = where[0]
    return found[::-1]
