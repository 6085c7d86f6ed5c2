"""From arguments to what is run: the pack, the scenario, the entry and its values."""

from argparse import Namespace
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.app.opening.parser import Parser, UsageError
from interpreter.app.opening.values import value_of
from interpreter.diagnostics import UnknownName, did_you_mean
from interpreter.ir.instructions import Program
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.reports.values import ValueNames, edge, takes_text
from interpreter.ruleset.finding import find_pack
from interpreter.semantics.declarations import EntryPoint, InitialState, Parameter
from interpreter.values.names import plain
from interpreter.values.types import (
    Boolean,
    Entity,
    EnumerationPart,
    Maybe,
    Type,
    Value,
    enumeration_of,
    spoken,
)

# What a procedure takes, told to whoever left an argument out.


def missing(
    entry: EntryPoint, name: Parameter, world: InitialState, scenario: str
) -> UsageError:
    """Return the error for an argument without a value: all that are taken, and an
    example that could be typed."""
    takes = ", ".join(map(_taken, entry.takes))
    needed = [each for each in entry.takes if each.default is None]
    used: set[str] = set()
    example = " ".join(_example(each, world, used) for each in needed)
    hint = f"'{entry.name}' takes {takes}; give {example}"
    if not scenario and any(
        _kind(each.type) and not _some_values(each, world) for each in needed
    ):
        hint += "; who they are stands in a scenario: --scenario NAME"
    return UsageError(f"the argument '{name.name}' is missing", hint)


def _taken(each: Parameter) -> str:
    said = takes_text([each])
    return said if each.default is None else f"{said} (may be left out)"


def _kind(kind: Type) -> str:
    inner = kind.item if isinstance(kind, Maybe) else kind
    return inner.kind if isinstance(inner, Entity) else ""


def _some_values(each: Parameter, world: InitialState) -> tuple[str, ...]:
    return world.ids.get(_kind(each.type), ())


def _example(takes: Parameter, world: InitialState, used: set[str]) -> str:
    """Return an argument as it could be typed, with an entity that is not used yet."""
    fresh = [each for each in _some_values(takes, world) if each not in used]
    value = fresh[0] if fresh else _like(takes.type)
    used.add(value)
    return f"--with {plain(takes.name)}={value}"


def _like(kind: Type) -> str:
    """Return a value of a type as it could be typed."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    if isinstance(inner, Entity):
        return "ID"
    words = enumeration_of(inner)
    if words is not None and words.values:
        rank = (
            inner.ranks[0] if isinstance(inner, EnumerationPart) and inner.ranks else 0
        )
        return words.values[rank].replace(" ", "_")
    low = getattr(inner, "low", None)
    if isinstance(inner, Boolean):
        return "yes"
    return str(low) if low is not None else "1" if spoken(inner) in _NUMBERS else "..."


_NUMBERS = ("integer", "number")


FEW = 8  # names of what can be run, when none was given


@dataclass(frozen=True, slots=True)
class Session:
    """What is run: an entry with its values in the world of a scenario."""

    pack: Pack
    scenario: str
    entry: EntryPoint
    values: tuple[Value, ...]

    @property
    def program(self) -> Program:
        """The program of the pack."""
        return self.pack.program

    @property
    def world(self) -> InitialState:
        """The world in which it begins."""
        return self.program.worlds[self.scenario]

    @property
    def edge(self) -> ValueNames:
        """The names of its values."""
        return edge(self.program.declared, self.world)


def configure_pack(parser: Parser) -> None:
    """Add the pack and its options."""
    parser.add_argument("pack", metavar="PACK", help="a name or a path")
    configure_option(parser)


def configure_option(parser: Parser) -> None:
    """Add what switches the options of a pack."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the pack; may be given again",
    )


def configure(parser: Parser, *, needed: bool = True) -> None:
    """Add what every way of running takes; the procedure perhaps not `needed`."""
    configure_pack(parser)
    parser.add_argument(
        "procedure",
        metavar="PROCEDURE",
        nargs="?",
        help="an entry point, procedure, formula or roll table"
        + ("" if needed else "; without one, the 'main' of the scenario"),
    )
    parser.add_argument(
        "--scenario",
        default="",
        metavar="NAME",
        help="who and what is there: a scenario of the pack",
    )
    configure_with(parser)


def configure_with(parser: Parser) -> None:
    """Add the arguments of what is run."""
    parser.add_argument(
        "--with",
        action="append",
        default=[],
        dest="values",
        metavar="NAME=VALUE",
        help="an argument of the procedure: a number, a word, an entity's id; "
        "may be given again",
    )


def pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """Return name and text of each `name=text`; no name stands there twice."""
    found: dict[str, str] = {}
    for each in given:
        name, sign, text = each.partition("=")
        if not sign or not name.strip():
            hint = f"write {option} name=value"
            lacks = "name" if sign else "value"
            raise UsageError(f"{option} '{each}' has no {lacks}", hint)
        if plain(name) in found:
            hint = "leave one of them out"
            raise UsageError(f"{option} {name.strip()} is given twice", hint)
        found[plain(name)] = text.strip()
    return found


def pack_of(arguments: Namespace) -> Pack:
    """Open the pack with the options given."""
    folder = find_pack(arguments.pack)
    return open_pack(folder, pairs(arguments.option, "--option"))


def opened(arguments: Namespace) -> Session:
    """Return what is to be run; raises the error of what does not fit."""
    pack = pack_of(arguments)
    scenario = scenario_of(arguments.scenario, pack.program)
    pack = pack.under(scenario)
    return entered(pack, scenario, arguments.procedure, arguments.values)


def entered(
    pack: Pack, scenario: str, procedure: str | None, texts: Iterable[str]
) -> Session:
    """Return what is to be run of a pack under a scenario, with arguments as they were
    typed, `name=value`."""
    entry = entry_of(procedure, scenario, pack)
    given = pairs(texts, "--with")
    names = [each.name for each in entry.takes]
    for name in given:
        if name not in map(plain, names):
            raise _no_argument(name, entry)
    values = tuple(_value(entry, each, given, pack, scenario) for each in entry.takes)
    return Session(pack, scenario, entry, values)


def _no_argument(name: str, entry: EntryPoint) -> UnknownName:
    """Return the error for an argument that is not taken: which are."""
    names = [each.name for each in entry.takes]
    error = UnknownName("argument", name, names)
    error.message += f" of '{entry.name}'"
    near = did_you_mean(name, names)
    takes = f"'{entry.name}' takes {takes_text(entry.takes) or 'no argument'}"
    error.hint = f"{near} {takes}".strip()
    return error


def scenario_of(name: str, program: Program) -> str:
    """Return a scenario's name as the program has it; "" is the empty world."""
    known = {plain(each): each for each in program.worlds if each}
    if not name:
        return ""
    if plain(name) not in known:
        raise UnknownName("scenario", name, known.values())
    return known[plain(name)]


def entry_of(name: str | None, scenario: str, pack: Pack) -> EntryPoint:
    """Return what a name runs; without one, the `main` of the scenario."""
    if name is None:
        if not scenario:
            ruleset = pack.loaded().ruleset
            own = ruleset.sections["entry_points"] if ruleset else {}
            raise UsageError(
                "neither a procedure nor a scenario is named",
                f"'{pack.name}' runs {_some(own or pack.program.entries)}; "
                "or give --scenario NAME to run its 'main'",
            )
        name = pack.mains[scenario]
        if not name:
            hint = "name a procedure"
            raise UsageError(f"the scenario '{scenario}' has no 'main'", hint)
    found = pack.program.entries.get(plain(name))
    if found is None:
        raise UnknownName("procedure", name, pack.program.entries)
    return found


def _some(names: Iterable[str]) -> str:
    """Return a few names, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - FEW} more" if listed[FEW:] else ""
    return ", ".join(listed[:FEW]) + more


def _value(
    entry: EntryPoint,
    takes: Parameter,
    given: dict[str, str],
    pack: Pack,
    scenario: str,
) -> Value:
    text = given.get(plain(takes.name))
    if text is None and takes.default is not None:
        # a default is a constant, which the checker has proved
        return getattr(takes.default, "value", None)
    if text is None:
        pass

        raise missing(entry, takes, pack.program.worlds[scenario], scenario)
    return value_of(pack, text, takes.type, scenario, f"--with {takes.name}")
