"""What the verdict of a case depends on, as keys by which a pass is remembered.

A case has two keys. The first is cheap: the whole pack as written, without cases, the
options of the case and the case itself. It is the same while only other cases, comments
or places change, and needs the pack under no other options. The second is the hash of
what the case can reach under its options: what it calls, all that this leads to, the
scenario, and what every run and every view rests on (types, kinds of entities, events,
claims, boards). It is the same after an edit of a rule that the case cannot reach.

An expression of a case may name anything that is declared; a name that comes to be, or
is of another type, may change what it means. So the signature of each rule whose name
is among the words of the case is part of the second key.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from interpreter.app.testing.case_comparisons import Case
from interpreter.cache.codec import Unstorable
from interpreter.cache.slice_hashes import RuleNames, SliceHashes, digest_of, node_text
from interpreter.cases.calls import policies_by_seat
from interpreter.ir.effects import RuleName
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import Loaded
from interpreter.semantics.declarations import DeclaredRule
from interpreter.semantics.names import Names
from interpreter.source import Name, normalised
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, name_of

Options = tuple[tuple[str, str], ...]
_BETWEEN = re.compile(r"[^A-Za-z0-9]+")
_CASES = "cases"


class CaseKeys(Struct):
    """Works out the keys of the cases of a pack; what many share is hashed once."""

    pack: str
    hashes: SliceHashes = field(default_factory=SliceHashes)
    _shared: dict[Options, tuple[str, RuleNames]] = field(default_factory=dict)

    @classmethod
    def of(cls, loaded: Loaded) -> "CaseKeys":
        """Begin with a pack as it was loaded."""
        written = [
            [layer.origin, [[part.path, _without_cases(part.node)] for part in parts]]
            for layer in loaded.layers
            for parts in [layer.parts]
        ]
        return cls(digest_of(written))

    def whole(self, case: Case, options: Options) -> str:
        """Return the key of a case and the whole pack."""
        return digest_of([self.pack, options, _written(case)])

    def slice(self, case: Case, options: Options, loaded: Loaded) -> str:
        """Return the key of a case and what it reaches of a pack that was loaded under
        its options; raises Unstorable."""
        program = loaded.program
        if program is None:
            raise Unstorable("the pack has errors")
        shared, roots = self._of_program(options, program, loaded.names)
        entry = program.entries.get(normalised(case.name))
        state = program.initial_states.get(name_of(case.part("scenario")))
        policies = [program.policies.get(name) for name in _policies(case)]
        begun = [self.hashes.of(each) for each in (entry, state, *policies)]
        named = [self.hashes.of(each) for each in _named(case, loaded.names)]
        roots = roots.union(*(each.names for each in begun), _derived(case, program))
        reached = self.hashes.slice(program, roots)
        digests = [each.digest for each in (*begun, *named)]
        return digest_of([_written(case), shared, reached, digests])

    def _of_program(
        self, options: Options, program: Program, names: Names
    ) -> tuple[str, RuleNames]:
        """Return the hash of what every case rests on, and the rules that it names."""
        known = self._shared.get(options)
        if known is None:
            declared = program.declared
            parts = [declared.name, declared.seat_kind]
            every = (declared.kinds, declared.events, declared.claims)
            hashed = [
                self.hashes.of(each)
                for section in (*every, declared.boards, names.types)
                for each in section.values()
            ]
            # a label of a hex in a case is looked for on the boards of each scenario
            hashed += [
                self.hashes.of(layout)
                for boards in names.layouts.values()
                for layout in boards.values()
            ]
            parts += [*names.types, *names.layouts, *(each.digest for each in hashed)]
            roots = RuleNames().union(*(each.names for each in hashed))
            known = self._shared[options] = (digest_of(parts), roots)
        return known


def both(own: str, others: list[str]) -> str:
    """Return the key of a case whose views are compared with those of others."""
    return digest_of([own, *others]) if others else own


def _written(case: Case) -> object:
    return [case.declared.name, node_text(case.declared.node)]


def _policies(case: Case) -> tuple[Name, ...]:
    node = case.part("policy")
    return policies_by_seat(node.text).names if isinstance(node, ScalarNode) else ()


def _without_cases(node: Node | None) -> object:
    if not isinstance(node, MappingNode):
        return node_text(node)
    return [
        [key.text, node_text(value)]
        for key, value in node.entries
        if key.text != _CASES
    ]


def _named(case: Case, names: Names) -> Iterator[tuple[object, ...]]:
    """Yield each rule and option whose name is among the words of a case, with what is
    known of it by its name alone."""
    words = f" {' '.join(map(_words, _texts(case.declared.node)))} "
    rules: Mapping[str, Mapping[str, DeclaredRule]] = {
        "formulas": names.formulas,
        "tables": names.tables,
        "modifiers": names.modifiers,
        "walks": names.walks,
    }
    for section, declared in rules.items():
        for name, rule in declared.items():
            if f" {_words(name)} " in words:
                yield section, name, rule.signature
    for name, option in names.options.items():
        if f" {_words(name)} " in words:
            yield "options", name, option


def _derived(case: Case, program: Program) -> Iterator[RuleName]:
    """Yield each derived field whose name is among the words of a case: its value may
    be expected there, also where nothing that runs reads it."""
    words = f" {' '.join(map(_words, _texts(case.declared.node)))} "
    for kind in program.declared.kinds.values():
        for name in kind.derived:
            if f" {_words(name)} " in words:
                yield "derived", f"{kind.name}.{name}"


def _words(text: str) -> str:
    return _BETWEEN.sub(" ", text).strip()


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node, ScalarNode):
        yield node.text
    elif isinstance(node, SequenceNode):
        for each in node.items:
            yield from _texts(each)
    else:
        for key, value in node.entries:
            yield key.text
            yield from _texts(value)
