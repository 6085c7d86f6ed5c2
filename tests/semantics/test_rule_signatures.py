"""The signature of a rule has all that others may rely on without reading it.

A case that passed, and a declaration under another option, is not looked at again while
the signatures of what it names are the same. So each field of a rule is placed here: it
is in the signature, or it is content, which only those see who are recorded as readers
of the whole rule.
"""

from typing import get_args

import pytest
from msgspec.structs import replace

from interpreter.expressions.typed import Constant
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    DeclaredRule,
    Formula,
    LookupTable,
    Modifiers,
    RollBand,
    RollTable,
    RowRoll,
    Table,
    WeightedTable,
)
from interpreter.semantics.declared_walks import (
    Walk,
)
from interpreter.source import Source, Span
from interpreter.values.types import ListOf, whole

CONTENT: dict[type[DeclaredRule], set[str]] = {
    Formula: {"body", "span", "rule"},
    Modifiers: {"groups", "span", "rule"},
    RollTable: {"rows", "span", "rule"},
    LookupTable: {"rows", "span", "rule", "rules"},
    CrossTable: {"cells", "missing", "span", "rule"},
    DecisionTable: {"rows", "span", "rule"},
    WeightedTable: {"weights", "span", "rule"},
    Walk: {"span", "rule"},
}
WORKED_OUT = {RollTable: {"rolled"}, LookupTable: {"keys"}}
"""What a signature has of the content."""

AT = Span(Source("a.yaml", ""), 0, 0)
NUMBER = whole(0)
ONE = Constant(1, NUMBER)


def test_every_rule_has_a_signature() -> None:
    assert set(CONTENT) == set(DeclaredRule.__subclasses__())
    assert set(get_args(Table)) < set(CONTENT)


@pytest.mark.parametrize("kind", CONTENT, ids=lambda kind: kind.__name__)
def test_every_field_is_in_the_signature_or_content(kind: type[DeclaredRule]) -> None:
    in_signature = set(kind.SIGNATURE) - WORKED_OUT.get(kind, set())
    assert len(kind.SIGNATURE) == len(set(kind.SIGNATURE))
    assert not in_signature & CONTENT[kind]
    assert in_signature | CONTENT[kind] == set(kind.__struct_fields__)


def test_a_row_that_rolls_again_changes_the_signature() -> None:
    """Its table then gives a list; another result of a row changes nothing."""
    band = RollBand("1-", None, None, ONE, AT)
    table = RollTable("wound", NUMBER, None, False, NUMBER, (band,), "", AT)
    other = replace(table, rows=(replace(band, gives=Constant(2, NUMBER)),))
    rolls = replace(table, rows=(replace(band, rolls=RowRoll(("wound",), 2, False)),))
    assert other.signature == table.signature
    assert rolls.signature != table.signature
    assert ListOf(NUMBER) in rolls.signature


def test_a_key_changes_the_signature_and_a_cell_does_not() -> None:
    table = LookupTable("men", NUMBER, (("men", NUMBER),), ((1, (ONE,)),), AT)
    cell = replace(table, rows=((1, (Constant(2, NUMBER),)),))
    assert cell.signature == table.signature
    assert replace(table, rows=((2, (ONE,)),)).signature != table.signature


def test_tables_of_two_kinds_have_two_signatures() -> None:
    weighted = WeightedTable("sky", NUMBER, ((1, 1),), AT)
    decision = DecisionTable("sky", (), NUMBER, "first", (), AT)
    assert weighted.signature != decision.signature
