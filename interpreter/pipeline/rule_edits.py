"""Which verdicts on option combinations hold after an edit of rules.

Under a combination a pack is read again from its defaults, and checked: errors in what
was read again, termination, secrecy, what play reaches, the cases that set it. Of a
rule or procedure that is not read again, those checks see no more than its digest in
`PackDigests.seen` is made of:

- of a rule (a formula, a table, modifiers) its signature, the fields that it reads, the
  rules that it uses, what labels depend on (`UseFacts`: while that is equal, analyses
  of procedures are remembered from one combination to the next), the facts that follow
  from a formula (`presence`), and the rules of the source that it names;
- of a procedure its signature, and all of its steps but the words of sentences.

What looks further into a rule is recorded as its reader, in a reading under the
defaults and under each combination; so are the passes over all tables and all walks. A
verdict holds if the edit changes nothing that is seen under the defaults, and

- what it `concerns`, the declarations that it changes and those that look into them, is
  apart from what the combination `touched`: what was read again, what that looked into,
  what its options change, and where its cases begin;
- no option that the changed declarations mention is at another value there;
- nothing that a changed rule uses is touched: what is seen of the rule follows from
  that, and from its outline. (An edit of numbers that are results leaves the outline,
  and what is seen follows from what is used as before.)

If an edit changes anything else of the pack, no verdict holds; neither does one if the
pack had a problem under a combination, for a leak is told once and not under all
combinations that have it.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from interpreter.cache.codec import text_of
from interpreter.cache.pack_verdicts import PackDigests, Touched, TrialVerdict
from interpreter.cache.slice_hashes import SliceHashes, digest_of, node_text
from interpreter.expressions.typed import Apply, Constant, IfElse, Typed
from interpreter.ir.effects import expressions_of
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import declaration, leads_to
from interpreter.ir.walking import in_template
from interpreter.lowering.choosing import seats_of
from interpreter.pipeline.loading import Loaded
from interpreter.pipeline.option_readings import Attempt
from interpreter.ruleset.changes import changes_in
from interpreter.ruleset.mentions import changed, mentioned
from interpreter.ruleset.option_combinations import Trial
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.ruleset import Ruleset
from interpreter.secrecy.analysis import SecrecyAnalysis
from interpreter.semantics.declarations import Formula, Modifiers, Table
from interpreter.semantics.dependencies import FACTS, Dependencies, Place
from interpreter.semantics.expressions.presence import every_fact
from interpreter.semantics.names import Names
from interpreter.values.types import Number
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

Rule = Formula | Table | Modifiers

RULES = ("formulas", "tables", "modifiers")
EDITABLE = (*RULES, "procedures")
_APART = frozenset({*EDITABLE, "cases", "rulebook"})
_SEEN_ONLY = frozenset({"procedures", "triggers", FACTS})
"""Sections into which nobody looks: of procedures signatures are read, and facts about
formulas are among what is seen of them."""
_LOOK = frozenset({*EDITABLE, "triggers", FACTS, "scenarios"})
"""Sections of what may look into a declaration that an edit changes; if anything else
does, or a pass over a section, the edit concerns the whole pack."""


def digests_of(loaded: Loaded) -> PackDigests:
    """Return what a later edit of a pack without errors is compared with."""
    ruleset, program, proof = _complete(loaded)
    hashes = SliceHashes(prose=False)
    written = {place: [node_text(node)] for place, node in _editable(ruleset)}
    around = _around(ruleset, written)
    names = loaded.names
    later = (names.put_off, names.awaited, names.misread_later)
    around.append(hashes.of(later).digest)
    for layer in loaded.layers:
        around.append([layer.name, layer.origin])
        for change in changes_in(layer.map("change"), ""):
            parts = [part.name for part in parts_of(change.path)]
            texts = written.get((parts[0], parts[1])) if len(parts) > 1 else None
            said = [node_text(change.path), node_text(change.body)]
            is_plain = texts is not None and change.body.get("only") is None
            (texts if texts is not None and is_plain else around).append(said)
    seen: dict[Place, str] = {}
    outlines: dict[Place, str] = {}
    for section in RULES:
        uncut = ruleset.uncut[section]
        for name, rule in getattr(program.declared, section).items():
            what = _seen_of_rule(names, proof, section, rule)
            named = [*_rules_named(uncut[name].node)] if name in uncut else []
            seen[section, name] = hashes.of((what, named)).digest
            outlines[section, name] = hashes.of(_outline(rule)).digest
    for name, procedure in program.procedures.items():
        signature = names.procedures.signature(name)
        seen["procedures", name] = hashes.of((procedure, signature)).digest
    return PackDigests(
        digest_of(around),
        {place: digest_of(texts) for place, texts in written.items()},
        seen,
        outlines,
    )


def _complete(loaded: Loaded) -> tuple[Ruleset, Program, SecrecyAnalysis]:
    assert loaded.ruleset is not None
    assert loaded.program is not None
    assert loaded.proof is not None
    return loaded.ruleset, loaded.program, loaded.proof


def _editable(ruleset: Ruleset) -> Iterator[tuple[Place, Node]]:
    """Yield the declarations that an edit may change while verdicts hold."""
    for section in EDITABLE:
        for key, each in ruleset.uncut[section].items():
            yield (section, key), each.node


def _around(ruleset: Ruleset, editable: Iterable[Place]) -> list[object]:
    """Return all else of a ruleset, and the names of those, as plain data."""
    options = ruleset.options.values()
    return [
        node_text(ruleset.head),
        [(option.key, str(option.value)) for option in options],
        list(editable),
        *(
            (section, [(key, node_text(each.node)) for key, each in known.items()])
            for section, known in ruleset.uncut.items()
            if section not in _APART
        ),
    ]


def _seen_of_rule(
    names: Names, proof: SecrecyAnalysis, section: str, rule: Rule
) -> object:
    """Return what the checks see of a rule that is not read again."""
    place = (section, rule.name)
    facts: list[object] = []
    if isinstance(rule, Formula):
        facts = [every_fact(names, rule), seats_of(names, rule.name)]
    return (
        rule.signature,
        proof.labels.use_facts(place),
        proof.effects.declared_reads.get(place),
        leads_to(rule),
        facts,
    )


def _rules_named(node: Node) -> Iterator[str]:
    """Yield the text of each `rule` in a declaration: cases may ask which refuses."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _rules_named(item)
    elif isinstance(node, MappingNode):
        for key, value in node.entries:
            if key.name == "rule":
                yield text_of(node_text(value))
            else:
                yield from _rules_named(value)


def _outline(rule: Rule) -> tuple[Typed, ...]:
    """Return the expressions of a rule without the numbers that only are results: what
    is seen of the rule depends on what it uses in the same way while they are equal."""
    sentences = rule.rows if isinstance(rule, Modifiers) else ()
    said = (part for _, row in sentences for part in in_template(row.say))
    return (*map(_without_numbers, expressions_of(rule)), *said)


def _without_numbers(node: Typed) -> Typed:
    match node:
        case Constant(type=Number()):
            return Constant(0, Number())
        case IfElse():
            then, other = map(_without_numbers, (node.then, node.other))
            return replace(node, then=then, other=other)
        case Apply(name="+" | "-" | "*" | "/" | "neg"):
            return replace(node, arguments=tuple(map(_without_numbers, node.arguments)))
    return node


class RuleEdit(Struct, frozen=True):
    """An edit that changes nothing of what checks see of other declarations.

    `concerns` are the declarations that it changes and those that look into them,
    `uses` what the rules among these that have another outline use, also through
    others; `options` are mentioned in what it changes, as it is now: where one that was
    mentioned before was at another value, the declaration was touched.
    """

    concerns: frozenset[Place]
    uses: frozenset[Place]
    options: frozenset[str]

    def leaves(self, verdict: TrialVerdict) -> bool:
        """Return whether the verdict on a combination holds after the edit."""
        touched = verdict.touched
        if touched is None or verdict.errors or verdict.cases.problems:
            return False
        return (
            self.options.isdisjoint(verdict.options)
            and self.concerns.isdisjoint(touched)
            and self.uses.isdisjoint(touched)
        )


def edit_between(
    before: PackDigests, now: PackDigests, loaded: Loaded
) -> RuleEdit | None:
    """Return the edit of a pack, as it is now loaded, since digests were made of it;
    None if verdicts on no combination hold after it."""
    if (before.around, before.seen) != (now.around, now.seen):
        return None
    ruleset, program, _ = _complete(loaded)
    edited = {p for p, digest in now.written.items() if before.written[p] != digest}
    concerns = _lookers(edited, loaded.names.dependencies)
    if any(section not in _LOOK or not name for section, name in concerns):
        return None
    nodes = (ruleset.uncut[section][name].node for section, name in edited)
    options = frozenset(option for node in nodes for option in mentioned(node))
    other = [p for p in concerns if before.outlines.get(p) != now.outlines.get(p)]
    return RuleEdit(concerns, _used(program, other), options)


def _lookers(edited: Iterable[Place], dependencies: Dependencies) -> frozenset[Place]:
    """Return these declarations, and those that look into one of them or into one that
    does."""
    found, waiting = set(edited), list(edited)
    while waiting:
        read = waiting.pop()
        if read[0] in _SEEN_ONLY:
            continue
        for reader in dependencies.readers(read):
            if dependencies.reads[reader][read] and reader not in found:
                found.add(reader)
                waiting.append(reader)
    return frozenset(found)


def _used(program: Program, rules: Iterable[Place]) -> frozenset[Place]:
    """Return the declarations that these use, also through others."""
    found: set[Place] = set()
    waiting = list(rules)
    while waiting:
        place = waiting.pop()
        for used in leads_to(declaration(program, place)) - found:
            found.add(used)
            waiting.append(used)
    return frozenset(found)


def touched_by(trial: Trial, ruleset: Ruleset, attempt: Attempt) -> Touched:
    """Return what reading a pack under a combination touched; None for all of it."""
    if attempt.again is None:
        return None
    reads = attempt.names.dependencies
    looked_into = {
        read
        for reader in reads.fresh
        if reader[0] != FACTS
        for read, whole in reads.reads.get(reader, {}).items()
        if whole and read[0] not in _SEEN_ONLY
    }
    options = ruleset.uncut["options"]
    by_options = {p for key in attempt.options for p in changed(options[key].node)}
    held = (
        n.get("scenario") for c in trial.cases if isinstance(n := c.node, MappingNode)
    )
    starts = {("scenarios", each.name) for each in held if isinstance(each, ScalarNode)}
    return frozenset({*attempt.again, *looked_into, *by_options, *starts})
