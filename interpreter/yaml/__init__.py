"""YAML files as nodes with exact positions, and their shape.

`reading` turns a file or a text into nodes (`ScalarNode`, `SequenceNode`,
`MappingNode`), `composing` builds them from the events of ruamel.yaml, `pitfalls`
reports what YAML reads without an error but otherwise than the author meant, and
`syntax_errors` finds the cause where YAML refuses a file. jsonschema validates files by
the schemas of `schemas/`: `failures` arranges its errors by nodes, `shape` turns them
into diagnostics, `valid_files` remembers files that were valid by their content.
`writing` prints nodes, `node_edits` makes edits of a text that turn one node into
another.

Invariants: a scalar is the text that was written, never a number, a date or a boolean;
every node has its exact span; a pitfall is reported once and repaired, so that later
packages see what was meant; a limit is checked before memory is allocated. A hint is
parsed, or checked against the schema, before it is printed.

Events of the parser are used because they need no recursion and no resolver, and can be
counted. To add a key or a step, change `schemas/`; to add a pitfall, add a function to
`pitfalls` (YAML reads it) or `syntax_errors` (YAML refuses it) and a folder to
`tests/bad/`.
"""

from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, name_of
from interpreter.yaml.writing import block, inline

__all__ = [
    "MappingNode",
    "Node",
    "ScalarNode",
    "SequenceNode",
    "block",
    "inline",
    "name_of",
]
