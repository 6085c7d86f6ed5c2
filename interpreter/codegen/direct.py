"""Direct functions for simulation: the world is lists, stops are calls.

`p<procedure>(W, *arguments)` gives the result and changes W. The namespace has
`_die(sides)`, `_dice(number, sides)`, `_draw(site, items, weights, how_many)`,
`_choose(W, site, by, offered, how_many, default, check)`: check is None or a function
of the answer; for several seats by is None and offered ((element, seat, offered), ...).
`_deeper()` and `_back()` count calls inside a circle of procedures.
"""

from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.source import SourceLines, direct, local, several
from interpreter.codegen.statements import CHECK, StatementWriter, asked
from interpreter.ir.instructions import (
    Choice,
    Draw,
    Instruction,
    Invoke,
    Procedure,
    Roll,
)


class DirectWriter(StatementWriter):
    """Writes the function of one procedure."""

    def __init__(
        self, to: ExpressionWriter, numbers: dict[int, int], procedure: Procedure
    ) -> None:
        """Begin."""
        super().__init__(to, numbers, trace=False)
        self.procedure = procedure

    def procedure_source(self) -> SourceLines:
        """Write the function."""
        given = ["W", *(local(each.name) for each in self.procedure.takes)]
        self.lines.span = self.procedure.span
        with self.lines.block(
            f"def {direct(self.procedure.name)}({', '.join(given)}):"
        ):
            self.lines.add("_step()")
            self.body(self.procedure.body)
        return self.lines

    def write(self, kind: int, entity: str, changes: list[tuple[int, str]]) -> None:
        """Change the row in place."""
        slots = ", ".join(str(slot) for slot, _ in changes)
        told = f"_kept.wrote({kind}, {entity}, {slots})"
        if len(changes) == 1:
            ((slot, value),) = changes
            self.lines.add(f"W[{kind}][{entity}][{slot}] = {value}; {told}")
            return
        sets = "; ".join(f"r[{slot}] = {value}" for slot, value in changes)
        self.lines.add(f"r = W[{kind}][{entity}]; {sets}; {told}")

    def append(self, kind: int, row: str) -> None:
        """Append a row, a list."""
        self.lines.add(f"W[{kind}] += ([*{row}],); _kept.changed({kind})")

    def erase(self, kind: int, entity: str) -> None:
        """Leave none where the row was."""
        self.lines.add(f"W[{kind}][{entity}] = None; _kept.changed({kind})")

    def close_up(self, kind: int, entity: str) -> None:
        """Take the row out."""
        super().close_up(kind, entity)
        self.lines.add(f"_kept.changed({kind})")

    def leave(self, value: str) -> None:
        """Return the result."""
        self.lines.add(f"return {value}")

    def invoke(self, one: Invoke) -> None:
        """Call, and count the depth where a call can come back to itself."""
        given = ", ".join(["W", *(self.of(each) for each in one.arguments)])
        call = f"{direct(one.procedure)}({given})"
        circle = one.procedure in self.to.analysis.circles[self.procedure.name]
        if circle:
            self.lines.add("_deeper()")
        self.lines.add(call if one.name is None else f"{local(one.name)} = {call}")
        if circle:
            self.lines.add("_back()")
        self.bind(one)

    def wait(self, one: Instruction) -> None:
        """Write a stop as a call."""
        match one:
            case Roll():
                sides = self.of(one.dice.sides)
                call = f"_die({sides})"
                if not one.dice.single:
                    call = f"_dice({self.of(one.dice.number)}, {sides})"
                self.lines.add(f"{local(one.name)} = {call}")
            case Draw():
                self.draw(one)
            case Choice():
                self.choice(one)
        self.bind(one)

    def draw(self, one: Draw) -> None:
        """Write a draw; the drawn leave a deck."""
        given = [str(self.numbers[id(one)]), self.of(one.source)]
        for each in (one.weights, one.how_many):
            given.append("None" if each is None else self.of(each))
        name = local(one.name)
        if one.deck is not None:
            entity, kind, field = one.deck
            at, slot = self.to.kind(kind), self.to.slot(kind, field)
            of, row = self.fresh("e"), self.fresh("e")
            self.lines.add(f"{of} = {self.to.entity(entity)}")
            self.lines.add(f"{row} = W[{at}][{of}]")
        self.lines.add(f"{name} = _draw({', '.join(given)})")
        if one.deck is not None:
            drawn = name if one.how_many is not None else several([name])
            self.lines.add(f"{row}[{slot}] = _take({row}[{slot}], {drawn})")
            self.lines.add(f"_kept.wrote({at}, {of}, {slot})")

    def choice(self, one: Choice) -> None:
        """Write a choice; its condition goes along as a function of the answer."""
        found = asked(self, one, texts=False)
        check = "None"
        if found.check is not None:
            condition, name = found.check
            check = f"lambda {local(name)}: {self.of(condition)}"
        inside = found.payload.removeprefix("(").removesuffix(",)")
        given = inside.replace(CHECK, check).removesuffix(", ()")
        self.lines.add(f"{local(one.name)} = _choose(W, {given})")
