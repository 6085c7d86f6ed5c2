"""What is asked at a stop, as source of the payload."""

from dataclasses import dataclass

from interpreter.codegen.dice_pools import FACE, PoolUse
from interpreter.codegen.source import local, several
from interpreter.codegen.statements import StatementWriter, counts_of, offering
from interpreter.expressions.typed import Typed
from interpreter.ir.instructions import Choice, Draw, Instruction, Roll

CHECK = "\0C"


@dataclass(frozen=True, slots=True)
class StopSource:
    """The kind of stop, its payload (with a token for the check), and the check:
    a condition on the answer, which it reads as the local named."""

    kind: str
    payload: str
    check: tuple[Typed, str] | None = None


def asked(to: StatementWriter, one: Instruction, texts: bool) -> StopSource:
    """Return what an instruction asks; a deck's entity is bound to a hidden local.

    `texts`: also the values of its templates, and where the run stands.
    """
    site = str(to.numbers[id(one)])
    where = [to.where(one)] if texts else []
    match one:
        case Roll():
            readings = to.pools.get(one.name)
            if readings is not None:
                return StopSource("pool", _pool(to, one, site, readings))
            said = [to.said(one.purpose), to.said(one.needs)] if texts else []
            number, sides = to.of(one.dice.number), to.of(one.dice.sides)
            given = [site, number, sides, str(one.dice.single), _maybe(to, one.by)]
            return StopSource("roll", several([*given, several(said), *where]))
        case Draw():
            if one.deck is not None:
                to.lines.add(f"h_deck = {to.to.entity(one.deck[0])}")
            optional = (one.weights, one.how_many, one.by)
            said = [to.said(one.purpose)] if texts else []
            given = [site, to.of(one.source), *(_maybe(to, each) for each in optional)]
            return StopSource("draw", several([*given, several(said), *where]))
        case Choice():
            check = None if one.such_that is None else (one.such_that, one.name)
            return StopSource("choose", _choice(to, one, site, where), check)
        case _:
            raise TypeError(f"{type(one).__name__} does not stop")


def _pool(
    to: StatementWriter, one: Roll, site: str, readings: tuple[PoolUse, ...]
) -> str:
    given = several([to.of(each.gives) for each in readings])
    faces = f"_span_of({to.of(one.dice.sides)})"
    contributions = f"_tuple([{given} for {local(FACE)} in {faces}])"
    operators = repr(tuple(each.operator for each in readings))
    return several([site, to.of(one.dice.number), contributions, operators])


def _maybe(to: StatementWriter, node: Typed | None) -> str:
    return "None" if node is None else to.of(node)


def _choice(to: StatementWriter, one: Choice, site: str, where: list[str]) -> str:
    offered = offering(to.to, one, one.optional)
    by = _maybe(to, one.by) if one.each is None else "None"
    counts = counts_of(to.to, one)
    # what is only said, and read by nothing else, lives on in a traced run alone
    own = to.said(one.site.say) if to.trace else "()"
    texts = [own, *(to.said(template) for _, template in one.texts)]
    texts += [to.said(one.about)] if to.trace and one.about is not None else []
    said = texts if where else []
    default = _maybe(to, one.default)
    given = [site, by, offered, counts, default, CHECK, several(said), *where]
    return several(given)
