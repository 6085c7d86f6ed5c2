"""Content hashes of the part of a program that something can reach.

A declaration is hashed with all its fields except its places in files, so that an edit
elsewhere in a file changes no hash. While it is hashed, the declarations that it names
are noted: every `Use` of a rule, every call of a procedure, every table that a row of
another rolls on. A slice is what the roots lead to in this way, which is all that code
generated from them can run. Whatever is not known to this module raises Unstorable, and
its caller then has no hash.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from hashlib import sha256

from msgspec import Struct, field

from interpreter.cache.codec import SHARED, Unstorable, text_of
from interpreter.expressions.typed import Template, Use
from interpreter.ir.effects import RuleName
from interpreter.ir.instructions import Invoke, Program
from interpreter.ir.reachability import PROCEDURES, declaration
from interpreter.semantics.declarations import DrawingRules, EntryPoint, Kind, RowRoll
from interpreter.source import Source, Span
from interpreter.values.types import RowOf, SumOf
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

RuleNames = frozenset[RuleName]


class Hashed(Struct, frozen=True):
    """The content hash of a value, and the declarations that it names."""

    digest: str
    names: RuleNames


class SliceHashes(Struct):
    """Hashes values of one pack, under any of its options.

    What was hashed is kept with the object itself: under other options most
    declarations are the same objects. Without `prose` the words of sentences, but not
    the values between, count for nothing.
    """

    prose: bool = True
    _hashed: dict[int, tuple[object, Hashed]] = field(default_factory=dict)

    def of(self, value: object) -> Hashed:
        """Return the hash of a value; raises Unstorable."""
        known = self._hashed.get(id(value))
        if known is not None:
            return known[1]
        names: set[RuleName] = set()
        try:
            found = digest_of(self._plain(value, names))
        except RecursionError as error:
            raise Unstorable("it nests too deeply") from error
        hashed = Hashed(found, frozenset(names))
        self._hashed[id(value)] = (value, hashed)
        return hashed

    def slice(self, program: Program, roots: Iterable[RuleName]) -> str:
        """Return the hash of the declarations that roots lead to, themselves included;
        raises Unstorable."""
        found: dict[RuleName, str] = {}
        waiting = list(roots)
        while waiting:
            name = waiting.pop()
            if name not in found:
                one = declaration(program, name)
                hashed = None if one is None else self.of(one)
                found[name] = "" if hashed is None else hashed.digest
                waiting += () if hashed is None else hashed.names
        return digest_of(sorted((*name, digest) for name, digest in found.items()))

    def _plain(self, value: object, names: set[RuleName]) -> object:
        """Return a value as plain data, without places in files."""
        if value is None or type(value) in (bool, int, str):
            return value
        if isinstance(value, Span | Source | DrawingRules):  # maps alone read the last
            return None
        if isinstance(value, ScalarNode | SequenceNode | MappingNode):
            return node_text(value)
        if isinstance(value, Struct):
            return self._record(value, names)
        if isinstance(value, tuple | list):
            return ["list", *[self._plain(each, names) for each in value]]
        if isinstance(value, Fraction):
            return ["fraction", value.numerator, value.denominator]
        if isinstance(value, Enum):
            return ["member", type(value).__name__, value.name]
        if isinstance(value, Mapping):
            parts = [each for pair in value.items() for each in pair]
            return ["map", *[self._plain(each, names) for each in parts]]
        if isinstance(value, frozenset):
            return ["set", *sorted(text_of(self._plain(e, names)) for e in value)]
        raise Unstorable(f"no value of a program: {type(value).__name__}")

    def _record(self, value: Struct, names: set[RuleName]) -> object:
        if type(value) in SHARED:  # a type occurs in hundreds of places
            known = self._hashed.get(id(value))
            if known is None:
                own: set[RuleName] = set()
                hashed = Hashed(digest_of(self._fields(value, own)), frozenset(own))
                known = self._hashed[id(value)] = (value, hashed)
            names |= known[1].names
            return known[1].digest
        if isinstance(value, Use):
            names.add((value.section, value.name))
        elif isinstance(value, Invoke) or (
            isinstance(value, EntryPoint) and value.procedure
        ):
            names.add((PROCEDURES, value.procedure))
        elif isinstance(value, RowRoll):
            names |= {("tables", table) for table in value.tables}
        elif isinstance(value, Template) and not self.prose:
            values = [part for part in value.parts if not isinstance(part, str)]
            return ["Template", *[self._plain(each, names) for each in values]]
        return self._fields(value, names)

    def _fields(self, value: Struct, names: set[RuleName]) -> object:
        if isinstance(value, SumOf):
            names.add(("modifiers", value.modifiers))
        elif isinstance(value, RowOf):
            names.add(("tables", value.table))
        if isinstance(value, Kind):  # what is derived is a rule of its own
            derived = {name: rule.signature for name, rule in value.derived.items()}
            left = [
                getattr(value, name)
                for name in value.__struct_fields__
                if name != "derived"
            ]
            return ["Kind", self._plain(derived, names), self._plain(left, names)]
        fields = (getattr(value, name) for name in value.__struct_fields__)
        return [type(value).__name__, *[self._plain(each, names) for each in fields]]


def node_text(node: Node | None) -> object:
    """Return what was written as plain data, wherever it stands."""
    if node is None:
        return None
    if isinstance(node, ScalarNode):
        return [node.text, node.style]
    if isinstance(node, MappingNode):
        entries = [(node_text(key), node_text(value)) for key, value in node.entries]
        return {"map": entries}
    return {"list": [node_text(each) for each in node.items]}


def digest_of(data: object) -> str:
    """Return the content hash of plain data."""
    return sha256(text_of(data).encode("ascii")).hexdigest()[:32]
