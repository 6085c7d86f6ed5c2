"""Codes of problems, by their names."""

import pytest

from interpreter.diagnostics import UnknownName
from interpreter.diagnostics.catalogue import CODES
from interpreter.reports.diagnostics import codes_called


def called(name: str) -> list[str]:
    """Return the codes of a name."""
    return [found.code for found in codes_called(name)]


def test_a_code_a_family_and_all() -> None:
    """In their order, whatever the letters."""
    assert called("R301") == called("r301") == ["R301"]
    assert called("") == sorted(CODES)
    family = called("R3")
    assert called("r3") == family
    assert "R301" in family
    assert len(family) > 1
    assert family == [code for code in sorted(CODES) if code.startswith("R3")]


def test_part_of_a_code_is_no_name() -> None:
    """A family is R and one digit; the codes of it are the hint of an unknown one."""
    for name in ("R30", "R", "3", "R3019"):
        with pytest.raises(UnknownName):
            codes_called(name)
    with pytest.raises(UnknownName) as raised:
        codes_called("R399")
    assert "R301" in raised.value.hint
    with pytest.raises(UnknownName) as raised:
        codes_called("walks")
    assert "R3" in raised.value.hint
