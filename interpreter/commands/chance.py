"""Who answers dice and draws of one run: faces given, a person, or the seed."""

from collections import Counter
from collections.abc import Mapping, Sequence

from interpreter.commands.dice import ANY, Faces
from interpreter.commands.terminal import Terminal
from interpreter.problems import Unusable
from interpreter.reporting.expressions import filled
from interpreter.reporting.run import Throw
from interpreter.reporting.values import Edge
from interpreter.running.keyed_dice import KeyedDice, secret_of_seed
from interpreter.running.stops import DrawStop, RollStop
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Value, whole


class Chance:
    """Answers the rolls of one run and keeps what fell."""

    def __init__(
        self,
        seed: str,
        faces: Faces,
        person: Terminal | None,
        names: Edge,
        seats: str,
        drawn: Mapping[str, Sequence[Value]] | None = None,
    ) -> None:
        """Begin; `seats` is the kind of entity that seats are, `drawn` by name."""
        self.drawn = {name: list(given) for name, given in (drawn or {}).items()}
        self.dice = KeyedDice(secret_of_seed(seed))
        self.faces = {name: list(given) for name, given in faces.items()}
        self.person = person
        self.names = names
        self.seats = seats
        self.seed_used = False
        self.thrown: list[Throw] = []
        self._ordinals: Counter[str] = Counter()

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Answer a stop."""
        path = self._path(stop.instruction.site.path)
        if isinstance(stop, DrawStop):
            return self._drawn(stop, path)
        purpose, needs = self._texts(stop)
        by = "" if stop.by is None else self.names.id(self.seats, stop.by)
        at, label = stop.instruction.site.path, stop.instruction.label
        faces, typed = self._given(stop), True
        if faces is None and self.person is not None:
            from interpreter.commands.real_dice import Wanted, ask

            wanted = Wanted(at, stop.number, stop.sides, by, purpose, needs)
            faces = ask(wanted, self.person)
        if faces is None:
            faces, typed = self.dice.roll(path, stop.number, stop.sides), False
            self.seed_used = True
        kind = whole(1, stop.sides)
        self.thrown.append(
            Throw(at, label, stop.sides, faces, kind, typed, by, purpose)
        )
        return faces[0] if stop.single and len(faces) == 1 else faces

    def rest(self) -> None:
        """Say it when faces were given that nobody rolled."""
        for name, given in self.faces.items():
            for faces in given:
                listed = ",".join(map(str, faces))
                text = f"{name}={listed}" if name else listed
                raise Unusable(f"--dice {text} was never rolled")

    def _path(self, at: str) -> tuple[str, int]:
        self._ordinals[at] += 1
        return (at, self._ordinals[at])

    def _texts(self, stop: RollStop) -> tuple[str, str]:
        values = [*stop.texts, (), ()]
        one = stop.instruction
        return (
            filled(one.purpose, values[0], self.names),
            filled(one.needs, values[1], self.names),
        )

    def _given(self, stop: RollStop) -> tuple[int, ...] | None:
        """Take the faces given for a roll by path, by name, or for any."""
        one = stop.instruction
        for name in (plain(one.site.path), plain(one.label), ANY):
            waiting = self.faces.get(name)
            if waiting:
                return self._taken(waiting, stop)
        return None

    def _taken(self, waiting: list[tuple[int, ...]], stop: RollStop) -> tuple[int, ...]:
        """Take as many faces as are rolled; what is left waits for the next time."""
        faces = waiting.pop(0)
        if len(faces) < stop.number:
            raise Unusable(
                f"--dice gives {len(faces)} faces, but {stop.number}d{stop.sides} "
                f"are rolled at {stop.instruction.site.path}"
            )
        if len(faces) > stop.number:
            waiting.insert(0, faces[stop.number :])
        return faces[: stop.number]

    def _chosen(self, stop: DrawStop, number: int) -> list[Value]:
        """Take what a case says is drawn; what is not there is Unusable."""
        one = stop.instruction
        for name in (plain(one.site.path), plain(one.label)):
            waiting = self.drawn.get(name, [])
            if waiting:
                taken, self.drawn[name] = waiting[:number], waiting[number:]
                for each in taken:
                    if each not in stop.items:
                        raise Unusable(f"'{one.label}' cannot be drawn so")
                return taken
        return []

    def _drawn(self, stop: DrawStop, path: tuple[str, int]) -> Value:
        """Draw one after the other by weight, each from what is left."""
        left = list(stop.items)
        weights = list(stop.weights or [1] * len(left))
        number = 1 if stop.how_many is None else max(0, min(stop.how_many, len(left)))
        drawn = self._chosen(stop, number)
        typed = bool(drawn)
        for each in drawn:
            del weights[left.index(each)]
            left.remove(each)
        for ordinal in range(len(drawn), number):
            at = self.dice.pick((*path, ordinal), tuple(weights))
            drawn.append(left.pop(at))
            del weights[at]
        self.seed_used = self.seed_used or not typed
        one, source = stop.instruction, stop.instruction.source.type
        kind = source.item if isinstance(source, ListOf) else source
        purpose = filled(one.purpose, (*stop.texts, ())[0], self.names)
        by = "" if stop.by is None else self.names.id(self.seats, stop.by)
        self.thrown.append(
            Throw(
                one.site.path, one.label, 0, tuple(drawn), kind, by=by, purpose=purpose
            )
        )
        return drawn[0] if stop.how_many is None else tuple(drawn)
