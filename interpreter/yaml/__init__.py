"""YAML as nodes with places.

Holds: `read` and `read_file` (a text to nodes), `Scalar`, `Sequence`, `Mapping`, the
limits of a file, `check_shape` (which keys may stand where), and `writing` (nodes to
lines, for what stands so in no file).
May import: source, files, diagnostics; the only room with ruamel.yaml and jsonschema.
Shapes: `schemas` (the schemas without references), `failures` (errors of jsonschema
arranged by nodes), `shape` (what is said of them), `valid_files` (those that need not
be validated again).
Invariants: every scalar stays the text that was written (nothing is a number, a date or
a truth here); every node has its exact place; what YAML reads otherwise than it was
meant is reported once and mended, so later rooms see what was meant; a limit is charged
before the memory is taken.
How to add: a key or a step is a line in `schemas/`, never Python, with an example that
is shown to whoever writes something else there; a trap of YAML is a function in
`traps.py` (YAML reads it), `misread.py`, `enclosed.py` or `forgotten.py` (YAML refuses
it), and a folder in `tests/bad/`.
Why hints are tried (2026-11-21): a hint that is refused when it is typed is worse than
none; so what is proposed was read, or checked against its shape, before it is said.
Why events: they come without recursion and without a resolver, and can be counted.
"""

from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.reading import read, read_file
from interpreter.yaml.schemas import schema_folder
from interpreter.yaml.shape import check_file, check_shape, is_known
from interpreter.yaml.valid_files import ValidFiles
from interpreter.yaml.writing import block, inline

__all__ = [
    "MappingNode",
    "Node",
    "ScalarNode",
    "SequenceNode",
    "ValidFiles",
    "block",
    "check_file",
    "check_shape",
    "inline",
    "is_known",
    "read",
    "read_file",
    "schema_folder",
]
