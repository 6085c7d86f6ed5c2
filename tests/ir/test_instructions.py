"""Every instruction is known to what looks at all of them.

An analysis that meets an unknown instruction would take it for one that reads nothing
and shows nothing, which is how a secret gets out; so each must be named.
"""

from typing import get_args

from interpreter.cache.codec import CLASSES
from interpreter.codegen.statements import WRITERS
from interpreter.ir import instructions as ir
from interpreter.ir.walking import READ_BY
from interpreter.secrecy.disclosure import STRUCTURED, VISIBLE

ALL = set(get_args(ir.Instruction))
STOPS = {ir.Roll, ir.Draw, ir.Choice}
"""They are written by each target of code generation itself."""
SILENT = {
    ir.Say, ir.Let, ir.Feasible, ir.Invoke, ir.Happen, ir.Tell, ir.Block, ir.End,
    ir.Return,
}  # fmt: skip
"""They show nothing by themselves: see `VISIBLE`."""


def test_what_an_instruction_reads_is_known() -> None:
    assert set(READ_BY) == ALL, "READ_BY of ir/walking.py lacks one, or has too many"


def test_every_instruction_is_written_or_stops() -> None:
    assert not STOPS & set(WRITERS)
    assert STOPS | set(WRITERS) == ALL, "WRITERS of codegen/statements.py lacks one"


def test_of_every_instruction_it_is_known_whether_it_shows_something() -> None:
    named = [*VISIBLE, *STRUCTURED, *SILENT]
    assert len(named) == len(set(named))
    assert set(named) <= ALL
    missing = sorted(kind.__name__ for kind in ALL - set(named))
    assert not missing, (
        f"{missing}: put each into VISIBLE or STRUCTURED of secrecy/disclosure.py, or "
        "into SILENT here if no seat can see that it ran"
    )


def test_every_instruction_may_be_cached() -> None:
    assert set(CLASSES) >= ALL, "CLASSES of cache/codec.py lacks one"
