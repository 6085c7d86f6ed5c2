"""Which declarations of a pack name which rules of its source."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

RULEBOOK = "rulebook"


class RuleIndex(Struct, frozen=True):
    """The rules of a pack by lower-case id.

    `names` are the ids as written: those that the rulebook lists, then those that
    declarations only name. `listed` are the keys in the rulebook. `places` are the
    declarations (section, key) that name a rule under any option, in file order; a
    rule that none names has no place.
    """

    names: Mapping[str, str]
    listed: Mapping[str, str]
    places: Mapping[str, tuple[tuple[str, str], ...]]


class IndexedRuleset(Struct, frozen=True):
    """The declarations of a pack, and the rules that they name."""

    ruleset: Ruleset
    rules: RuleIndex


def indexed(ruleset: Ruleset) -> IndexedRuleset:
    """Return a pack with the index of its rules."""
    names: dict[str, str] = {}
    listed: dict[str, str] = {}
    for key, entry in ruleset.sections.get(RULEBOOK, {}).items():
        names.setdefault(entry.name.casefold(), entry.name)
        listed.setdefault(entry.name.casefold(), key)
    places: dict[str, dict[tuple[str, str], None]] = {}
    for section, declarations in every_section(ruleset).items():
        for key, declaration in declarations.items() if section != RULEBOOK else ():
            for rule in all_rules(declaration.node):
                folded = rule.casefold()
                names.setdefault(folded, rule)
                places.setdefault(folded, {})[section, key] = None
    every = {rule: tuple(found) for rule, found in places.items()}
    kept = replace(
        ruleset, merged=None, own_scenarios={}
    )  # that is for reading it again
    return IndexedRuleset(kept, RuleIndex(names, listed, every))


def every_section(ruleset: Ruleset) -> Mapping[str, Mapping[str, Declaration]]:
    """Return the sections with what `only` cuts away under the options of now."""
    return ruleset.uncut or ruleset.sections


def all_rules(node: Node) -> Iterator[str]:
    """Yield the ids that a node names anywhere, in order, as often as it does."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from all_rules(item)
    elif isinstance(node, MappingNode):
        yield from rules_of(node)
        for _, value in node.entries:
            yield from all_rules(value)


def rules_of(node: MappingNode) -> list[str]:
    """Return the ids that the `rule` of a map names."""
    named = node.get("rule")
    if isinstance(named, ScalarNode):
        return named.text.split()
    items = named.items if isinstance(named, SequenceNode) else ()
    return [item.text for item in items if isinstance(item, ScalarNode)]
