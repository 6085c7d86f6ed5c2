"""Records to JSON and back: exact, and nothing but records."""

from dataclasses import dataclass, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct

from interpreter.boards.areas import AreaLayout
from interpreter.boards.labels import Axial, HexLabels
from interpreter.boards.layout import HexLayout
from interpreter.boards.plane.tabletop import Tabletop
from interpreter.boards.protocol import Labels
from interpreter.cache import entries
from interpreter.cache.board_records import GEOMETRY
from interpreter.cache.codec import (
    CLASSES,
    Damaged,
    Decoder,
    Encoder,
    Unstorable,
    read_text,
    text_of,
)
from interpreter.cache.folder import Bundle, Folder, opened, sealed
from interpreter.codegen.generating import FORMS, emit
from interpreter.codegen.source import GeneratedCode
from interpreter.expressions import typed
from interpreter.ir import instructions
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable
from interpreter.semantics import audience, declarations
from interpreter.semantics.declarations import Declarations
from interpreter.source import Source, Span
from interpreter.values import types
from interpreter.values.exact_numbers import quotient
from interpreter.values.types import Enumeration, ListOf, Number, SumOf
from tests.cache.strictly import same
from tests.sampled import sampled

ROOT = Path(__file__).resolve().parents[2]
PACKS = sorted(
    file.parent
    for folder in ("rulesets", "tests/packs", "tests/pieces")
    for file in (ROOT / folder).glob("*/ruleset.yaml")
)
SOURCE = Source("a.yaml", "one\ntwo\n")


def again(value: object) -> object:
    """Return a value as it comes back."""
    encoder = Encoder()
    data = read_text(text_of(encoder.encode(value)))
    types_ = read_text(text_of(encoder.types))
    return Decoder(types_, encoder.sources.__getitem__).decode(data)


# What holds whole programs is taken apart, a file is named, not encoded, what could not
# be read is in no program, and of a board there is always a kind.
APART = {
    entries.ReadyPack,
    Program,
    Declarations,
    GeneratedCode,
    Source,
    typed.Invalid,
    declarations.BoardDeclaration,
    declarations.CellBoard,
}
# Of these the hints name the protocol or the base class alone.
KINDS_OF_BOARDS = (
    declarations.HexBoard,
    declarations.PlaneBoard,
    declarations.AreaBoard,
    HexLayout,
    Tabletop,
    AreaLayout,
    HexLabels,
    Axial,
)


# What is imported for its annotations alone, where no geometry is to be imported.
HIDDEN_NAMES = {each.__name__: each for each in GEOMETRY} | {"Labels": Labels}


def is_record(kind: type) -> bool:
    return issubclass(kind, Struct) or is_dataclass(kind)


def reachable(*given: Any) -> set[type]:
    """Return every record and enumeration that the hints of some types name."""
    found: set[type] = set()
    open_ends: list[Any] = list(given)
    while open_ends:
        each = open_ends.pop()
        open_ends += get_args(each)
        if isinstance(each, type) and each not in found:
            if is_record(each):
                found.add(each)
                open_ends += get_type_hints(each, localns=HIDDEN_NAMES).values()
            elif issubclass(each, Enum):
                found.add(each)
    return found


def test_every_record_of_a_program_can_be_kept() -> None:
    """The registry holds what a program and an emission are made of, and no more.

    What is on the boards is among the values of a state, where no hint names it.
    """
    kept = set(CLASSES) | set(GEOMETRY)
    found = reachable(entries.ReadyPack, GeneratedCode, *KINDS_OF_BOARDS)
    assert found - APART == kept


@pytest.mark.parametrize("module", [types, typed, declarations, audience, instructions])
def test_no_record_is_overlooked(module: ModuleType) -> None:
    """A record of these modules is reached, also where a hint says less than is."""
    records = {
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and is_record(each)
        and each.__module__ == module.__name__
    }
    # what is lowered away while loading is in no program
    loading = {declarations.EntityCondition}
    bases = {typed.TypedNode, declarations.DeclaredRule}
    assert records - APART - loading - bases <= set(CLASSES)


@pytest.mark.parametrize(
    "value",
    [
        None, True, False, 0, 1, -(10**30), "", "a\n\ud800\u2028",
        (), (1, (True, None)),
        quotient(-1, 3), frozenset(), frozenset({"b", "a"}),
        {1: "one", (2, True): quotient(1, 2), None: ()},
        Span(SOURCE, 0, 3), ListOf(Number(0, quotient(7, 2))),
        (Number(1), Number(quotient(1, 2)), Number(True)),
        (SumOf("m", (("a", ("b",)),)), SumOf("m")),
        Enumeration("e", ("x", "y"), (("g", (1,)),)),
    ],
)  # fmt: skip
def test_a_value_comes_back_as_it_was(value: object) -> None:
    """Types are kept too: 1 and True are two values."""
    assert same(again(value), value)


@dataclass(frozen=True)
class Stranger:
    """A record that no registry holds."""

    value: int


class Whole(int):
    """A number of another class."""


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        Fraction(1, 2),
        [1],
        {1, 2},
        b"x",
        object(),
        Stranger(1),
        Whole(1),
        Span,
        print,
    ],
)
def test_nothing_else_is_kept(value: object) -> None:
    """What is not of the registry is refused where it is written."""
    with pytest.raises(Unstorable):
        Encoder().encode(value)


@pytest.mark.parametrize(
    "text",
    [
        "1.5", "NaN", "{}", "[]", "[999]", "[-1]", '["os.system", "ls"]', "[[0]]",
        "[1,1,0]", "[1]", "[3,1]", "[4,0]", "[4,-1]", "[5,0]", "[6]", "[6,1,2,3,4]",
        "[null]", "[2,[3]]", "[", "[" * 100_000,
    ],
)  # fmt: skip
def test_other_data_is_damaged(text: str) -> None:
    """Data that was not written here makes nothing, and nothing but Damaged."""
    with pytest.raises(Damaged):
        Decoder([], [].__getitem__).decode(read_text(text))


LARGE = (
    "domains-at-war",
    "acks-reconnaissance",
    "concealment",
    "limited-intelligence",
    "rencounter",
)
"""What the gate leaves to the long run; every warm call of a pack decodes one."""


@pytest.mark.parametrize(
    "pack", sampled(PACKS, lambda pack: pack.name not in LARGE, lambda p: p.name)
)
def test_a_pack_comes_back_as_it_was(pack: Path) -> None:
    """Every part of every program, places and sources among them, in its order."""
    loaded = load(pack)
    assert loaded.ruleset is not None
    sources = {each.name: each for each in loaded.ruleset.files}
    mains = {name: each.main for name, each in loaded.scenarios.items()}
    ready = entries.ReadyPack(loaded.name, usable(loaded), mains, sources)
    texts = {name: each.text.encode() for name, each in sources.items()}
    bundle = bundled(entries.program_parts(ready, texts))
    back = entries.ready_of(bundle, texts)
    assert same(back, ready)
    assert back.program == ready.program
    assert bundle.part("texts") == {}, "the files need not be kept twice"


@pytest.mark.parametrize(
    "pack", sampled(PACKS, lambda pack: pack.name not in LARGE, lambda p: p.name)
)
def test_an_emission_comes_back_as_it_was(pack: Path) -> None:
    """In every form: source, functions and the instructions behind the sites."""
    program = usable(load(pack))
    for form in FORMS:
        made = emit(program, form)
        back = entries.emitted_of(
            bundled(entries.unit_parts(made)), program, Folder(Path("none")), "none"
        )
        assert list(back.units) == list(made.units)
        for name, (source, spans) in made.units.items():
            assert back.units[name][0] == source
            assert same(tuple(back.units[name][1]), spans)
        for each in ("form", "functions", "entries", "fractions", "declared"):
            assert same(getattr(back, each), getattr(made, each))
        assert same(tuple(back.sites), made.sites)


def bundled(parts: dict[str, object]) -> Bundle:
    """Return parts as they come out of a file."""
    return opened("name", sealed("name", parts, b"key"), b"key")
