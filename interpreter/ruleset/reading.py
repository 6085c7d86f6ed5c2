"""A folder to a ruleset: layers, inheritance, options.

A scenario inherits everything that it does not say itself and that `without` does not
remove. Entities are merged field by field, options and seats name by name, boards key
by key, and regions, areas and members of a board name by name; anything else replaces
what is inherited. Inherited nodes keep their position in the file.
"""

from collections.abc import Callable, Collection, Iterable
from collections.abc import Mapping as Map
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import (
    Diagnostic,
    LimitExceeded,
    did_you_mean,
    problem,
    there_are,
)
from interpreter.ruleset.changes import OverlayChange, changes_in
from interpreter.ruleset.layers import Layer, Sections, head_of, merged, read_layers
from interpreter.ruleset.option_values import (
    Chosen,
    Options,
    asked,
    check_settings,
    holds,
    pruned,
    resolve,
)
from interpreter.ruleset.options import OptionValue, declared
from interpreter.ruleset.overlay import Made, apply, check_shapes
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.printed_tables import spread, unfold
from interpreter.ruleset.ruleset import Declaration, Origin, Ruleset
from interpreter.ruleset.shorthand import say_how
from interpreter.source import Name, Span
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

_OWN = frozenset("like without title rule status only say briefing".split())
"""What a scenario never has from another."""

DEEPEST = 64
MOST_INHERITED = 200_000

_NAMED = frozenset("regions areas members".split())
"""Parts of a board that are merged name by name."""


def inherit(
    scenarios: dict[str, Declaration],
    problems: list[Diagnostic],
    before: Ruleset | None = None,
) -> None:
    """Replace each scenario with a `like` by itself and what it inherits; one that is
    as it was before, like all above it, by what it was then."""
    built: dict[str, _Built] = {}
    inherited = 0
    for key, scenario in scenarios.items():
        node = scenario.node
        whole = _build(key, scenarios, built, (), problems, before).scenario.node
        if whole is not node and isinstance(node, MappingNode):
            inherited += _size(whole) - _size(node)
            if inherited > MOST_INHERITED:
                what = "entities and fields that scenarios inherit"
                raise LimitExceeded(what, MOST_INHERITED).at(scenario.span)
    scenarios.update({key: each.scenario for key, each in built.items()})


class _Built(Struct, frozen=True):
    """A scenario with what it inherits, and the length of its chain of `like`."""

    scenario: Declaration
    depth: int


def _size(node: Node) -> int:
    """Return how many texts are in the maps of a scenario, three deep."""
    parts = node.entries if isinstance(node, MappingNode) else ()
    return sum(
        len(inner.entries) if isinstance(inner, MappingNode) else 1
        for _, part in parts
        for _, inner in (part.entries if isinstance(part, MappingNode) else ())
    )


def _build(
    key: str,
    scenarios: dict[str, Declaration],
    built: dict[str, _Built],
    open_: tuple[str, ...],
    problems: list[Diagnostic],
    before: Ruleset | None,
) -> _Built:
    """Return a scenario with what it inherits; `open_` are those that wait for it.

    The recursion is limited like the chain, which may be longer: a scenario that was
    built before is not built again.
    """
    if key in built:
        return built[key]
    scenario, depth = scenarios[key], 0
    node = scenario.node
    like = node.get("like") if isinstance(node, MappingNode) else None
    if len(open_) >= DEEPEST and isinstance(like, ScalarNode):
        raise _too_deep(like.span)
    if isinstance(node, MappingNode) and isinstance(like, ScalarNode):
        other = like.name
        if other in (*open_, key):
            message = f"'{like.text}' is like itself in a cycle"
            problems.append(problem("R506", like.span, message))
        elif other not in scenarios:
            names = [each.name for each in scenarios.values() if each is not scenario]
            hint = did_you_mean(like.text, names) or there_are(names)
            message = f"'{like.text}' is no scenario"
            problems.append(problem("R301", like.span, message, hint=hint))
        else:
            base = _build(other, scenarios, built, (*open_, key), problems, before)
            depth = base.depth + 1
            if depth > DEEPEST:
                raise _too_deep(like.span)
            known = _known(before, scenario, base.scenario)
            if known is not None:
                scenario = known
            elif isinstance(base.scenario.node, MappingNode):
                merged = _merged(base.scenario.node, node, base.scenario.name, problems)
                scenario = replace(scenario, node=merged)
    built[key] = _Built(scenario, depth)
    return built[key]


def _known(
    before: Ruleset | None, own: Declaration, base: Declaration
) -> Declaration | None:
    """Return a scenario with what it inherits as it was before; None if it or the one
    that it is like differs. What was wrong was said then."""
    if before is None:
        return None
    own_scenarios, whole = before.own_scenarios, before.sections["scenarios"]
    was, above = own_scenarios.get(own.key), whole.get(base.key)
    is_same = was is not None and was.node is own.node
    is_above = above is not None and above.node is base.node
    return whole.get(own.key) if is_same and is_above else None


def _too_deep(span: Span) -> LimitExceeded:
    return LimitExceeded("scenarios built on each other", DEEPEST).at(span)


def _merged(
    base: MappingNode, own: MappingNode, name: str, problems: list[Diagnostic]
) -> MappingNode:
    """Return a scenario of its own node and that of the scenario `name`."""
    base = _without(base, own.get("without"), name, problems)
    _check_kinds(base, own, name, problems)
    inherited = tuple(
        (key, value) for key, value in base.entries if key.name not in _OWN
    )
    found = MappingNode(inherited, base.span)
    entries = [
        (key, _part(key.name, found.get(key.name), value)) for key, value in own.entries
    ]
    rest = [pair for pair in inherited if pair[0].name not in own]
    return MappingNode((*entries, *rest), own.span)


def _part(key: str, base: Node | None, own: Node) -> Node:
    """Return what follows a key of a scenario, from both."""
    if not isinstance(base, MappingNode) or not isinstance(own, MappingNode):
        return own
    entries = []
    for name, value in own.entries:
        before = base.get(name.name)
        if isinstance(before, MappingNode) and isinstance(value, MappingNode):
            if key == "entities":
                value = _entity(before, value)
            elif key == "boards":
                value = _board(before, value)
        entries.append((name, value))
    return _over(base, MappingNode(tuple(entries), own.span))


def _entity(base: MappingNode, own: MappingNode) -> MappingNode:
    """Return an entity of both; one of another kind has nothing of the base's."""
    kinds = [each.get("kind") for each in (base, own)]
    before, now = (k.name if isinstance(k, ScalarNode) else "" for k in kinds)
    return own if now and now != before else _over(base, own)


def _board(base: MappingNode, own: MappingNode) -> MappingNode:
    entries = []
    for key, value in own.entries:
        before = base.get(key.name)
        named = key.name in _NAMED
        if named and isinstance(before, MappingNode) and isinstance(value, MappingNode):
            value = _over(before, value)
        entries.append((key, value))
    return _over(base, MappingNode(tuple(entries), own.span))


def _over(base: MappingNode, own: MappingNode) -> MappingNode:
    """Return the entries of both in the order of the base; of a name that both have
    the own value."""
    kept = [
        (own.key(key.name) or key, own.get(key.name) if key.name in own else value)
        for key, value in base.entries
    ]
    more = (pair for pair in own.entries if pair[0].name not in base)
    pairs = ((key, value) for key, value in (*kept, *more) if value is not None)
    return MappingNode(tuple(pairs), own.span)


def _without(
    base: MappingNode, without: Node | None, name: str, problems: list[Diagnostic]
) -> MappingNode:
    """Return a scenario without some of its entities, and without their seats."""
    items = without.items if isinstance(without, SequenceNode) else (without,)
    gone = [item for item in items if isinstance(item, ScalarNode)]
    entities = base.get("entities")
    known = _names(entities)
    for each in gone:
        if each.name not in known:
            hint = did_you_mean(each.text, known.values()) or there_are(known.values())
            message = f"no '{each.text}' is in the scenario '{name}'"
            problems.append(problem("R301", each.span, message, hint=hint))
    ids = {each.name for each in gone}
    if not ids:
        return base
    entries = []
    for key, value in base.entries:
        if isinstance(value, MappingNode) and key.name == "entities":
            kept = (pair for pair in value.entries if pair[0].name not in ids)
            value = MappingNode(tuple(kept), value.span)
        elif isinstance(value, MappingNode) and key.name == "seats":
            kept = (pair for pair in value.entries if not _is_one_of(pair[1], ids))
            value = MappingNode(tuple(kept), value.span)
        entries.append((key, value))
    return MappingNode(tuple(entries), base.span)


def _is_one_of(node: Node, ids: Iterable[str]) -> bool:
    return isinstance(node, ScalarNode) and node.name in ids


def _check_kinds(
    base: MappingNode, own: MappingNode, name: str, problems: list[Diagnostic]
) -> None:
    """Report each entity without a kind that the other scenario has not."""
    entities, placed = base.get("entities"), own.get("entities")
    known = _names(entities)
    for key, value in placed.entries if isinstance(placed, MappingNode) else ():
        if not isinstance(value, MappingNode) or "kind" in value:
            continue
        if key.name not in known:
            message = f"no '{key.text}' is in '{name}', so it needs a 'kind'"
            hint = did_you_mean(key.text, known.values())
            found = problem("R301", key.span, message, expected="kind: ...", hint=hint)
            problems.append(found)


def _names(entities: Node | None) -> dict[Name, str]:
    """Return the names of entities, each as it is written."""
    pairs = entities.entries if isinstance(entities, MappingNode) else ()
    return {key.name: key.text for key, _ in pairs}


_UNCUT = frozenset({"options", "rulebook"})


def read_ruleset(
    folder: Path,
    find: Callable[[str], Path | None],
    options: Map[str, str],
    problems: list[Diagnostic],
) -> Ruleset | None:
    """Read a pack with these options; `find` gives the folder of a pack it extends.

    Problems of all files are appended; None when a pack below is not there. Raises
    Unusable (no pack there, or a value that an option cannot have), UnknownName (no
    such option) and LimitExceeded.
    """
    layers = read_layers(folder, find, problems)
    return None if layers is None else resolved(layers, folder, options, problems)


def resolved(
    layers: list[Layer],
    folder: Path,
    options: Map[str, str],
    problems: list[Diagnostic],
    without: Collection[str] = (),
    before: Ruleset | None = None,
    *,
    checks_cases: bool = True,
) -> Ruleset:
    """Return what was read as a ruleset with these options; may be done again.

    Sections that are not asked for (`without`) are left empty, and nothing in them is
    changed. `before` is the ruleset under other options, or before an edit, if it is
    known and was without an error. Without `checks_cases` the shape of a row of a table
    of cases is left to the caller.
    """
    whole = all(layer.whole for layer in layers)
    files = tuple(file for layer in layers for file in layer.files)
    base = before.merged if before is not None and before.files == files else None
    count = len(problems)
    found = merged(layers, problems) if base is None else base
    base = found if len(problems) == count else None
    sections = {section: dict(known) for section, known in found.items()}
    for section in without:
        sections[section] = {}
    made: Made = {}
    origins: list[Origin] = []
    say_how(layers, sections, problems)
    plans: dict[int, list[OverlayChange]] = {layer.level: [] for layer in layers}
    for layer in layers:
        if layer.extends:
            changes = changes_in(layer.map("change"), layer.origin)
            plans[layer.level] += _outside(without, changes)
    for plan in plans.values():
        first = [each for each in plan if _section(each) == "options"]
        origins += apply(sections, first, made, problems, whole=whole)
    # an option may be in a file that could not be read: then nothing is said of it
    heard = problems if whole else []
    values = _options(layers, sections, options, whole, heard)
    for plan in plans.values():
        rest = [each for each in plan if _section(each) != "options"]
        rest = _wanted(rest, values, heard)
        origins += apply(sections, rest, made, problems, whole=whole)
        unfold(sections["tables"], sections["types"], problems)
    switched = _wanted(_outside(without, _switched(sections, values)), values, heard)
    origins += apply(sections, switched, made, problems, guarded=True, whole=whole)
    unfold(sections["tables"], sections["types"], problems)
    check_shapes(sections, origins, problems)
    uncut = {section: dict(known) for section, known in sections.items()}
    _cut(sections, values, heard, before)
    spread_before = {} if before is None else before.tables_of_cases
    sections["cases"], tables = spread(
        sections["cases"], heard, spread_before, checks_shapes=checks_cases
    )
    own_scenarios = dict(sections["scenarios"])
    inherit(sections["scenarios"], heard, before)
    _check_all_settings(sections, values, heard)
    top = layers[-1]
    chain = tuple((layer.folder, layer.extends) for layer in reversed(layers))
    return Ruleset(
        top.name,
        folder,
        head_of(layers),
        sections,
        values,
        tuple(origins),
        uncut,
        chain,
        files,
        base,
        own_scenarios,
        tables,
    )


def found_by_overlays(layers: list[Layer]) -> Sections:
    """Return the declarations of a pack as the changes of an overlay find them: with
    its own changes and those of packs below, and before any of an option that is on.

    What is wrong with the pack is left to its check.
    """
    sections = merged(layers, [])
    plans: dict[int, list[OverlayChange]] = {layer.level: [] for layer in layers}
    for layer in layers:
        if layer.extends:
            plans[layer.level] += changes_in(layer.map("change"), layer.origin)
    for plan in plans.values():
        first = [each for each in plan if _section(each) == "options"]
        apply(sections, first, {}, [])
    whole = all(layer.whole for layer in layers)
    values = _options(layers, sections, {}, whole, [])
    for plan in plans.values():
        rest = [each for each in plan if _section(each) != "options"]
        apply(sections, _wanted(rest, values, []), {}, [])
        unfold(sections["tables"], sections["types"], [])
    return sections


def _section(change: OverlayChange) -> str:
    parts = parts_of(change.path)
    return parts[0].name if parts else ""


def _outside(
    sections: Collection[str], changes: list[OverlayChange]
) -> list[OverlayChange]:
    return [each for each in changes if _section(each) not in sections]


def _check_beside(
    layer: Layer,
    entries: Iterable[tuple[ScalarNode, Node]],
    settings: dict[tuple[int, Name], ScalarNode],
    problems: list[Diagnostic],
) -> None:
    """Report an option that two overlays beside each other set to different values."""
    for key, value in entries:
        if not isinstance(value, ScalarNode):
            continue
        first = settings.setdefault((layer.level, key.name), value)
        if first.name != value.name:
            message = f"'{key.text}' is set to '{first.text}' and '{value.text}'"
            hint = "leave one of them out: overlays beside each other have no order"
            related = ((first.span, "the other"),)
            found = problem("R806", value.span, message, hint=hint, related=related)
            problems.append(found)


def _options(
    layers: list[Layer],
    sections: Map[str, Map[str, Declaration]],
    given: Map[str, str],
    whole: bool,
    problems: list[Diagnostic],
) -> dict[str, OptionValue]:
    """Return the options with their values: the caller's, else the uppermost pack's."""
    found = sections["options"]
    nodes = {d.key: (d.name, d.node, d.span) for d in found.values()}
    known = declared(nodes, problems)
    chosen: Chosen = {}
    settings: dict[tuple[int, Name], ScalarNode] = {}
    for layer in layers:
        held = layer.map("options") if layer.head.get("extends") else None
        if held is not None:
            entries = tuple(
                entry for entry in held.entries if isinstance(entry[1], ScalarNode)
            )
            _check_beside(layer, entries, settings, problems)
            chosen |= check_settings(MappingNode(entries, held.span), known, problems)
    chosen |= asked(given, known, whole)
    plain_nodes = {key: each.node for key, each in found.items()}
    return resolve(known, plain_nodes, chosen, problems)


def _wanted(
    changes: list[OverlayChange], values: Options, problems: list[Diagnostic]
) -> list[OverlayChange]:
    """Return the changes whose own `only` holds."""
    kept = []
    for change in changes:
        only = change.body.get("only")
        if (
            not isinstance(only, ScalarNode)
            or holds(only, values, problems) is not False
        ):
            kept.append(change)
    return kept


def _switched(sections: Sections, values: Options) -> list[OverlayChange]:
    """Return the changes of all options that are on."""
    found = []
    for key, declaration in sections["options"].items():
        node = declaration.node
        held = node.get("change") if isinstance(node, MappingNode) else None
        if isinstance(held, MappingNode) and values[key].on:
            found += changes_in(held, f"option {declaration.name}")
    return found


def _cut(
    sections: Sections,
    values: Options,
    problems: list[Diagnostic],
    before: Ruleset | None,
) -> None:
    """Resolve `only` in every declaration but those that had none before."""
    for section, known in sections.items():
        if section in _UNCUT:
            continue
        for key, declaration in list(known.items()):
            if before is not None and _had_no_only(before, section, declaration):
                continue
            node = pruned(declaration.node, values, problems)
            if node is None:
                del known[key]
            elif node is not declaration.node:
                known[key] = replace(declaration, node=node)


def _had_no_only(before: Ruleset, section: str, declaration: Declaration) -> bool:
    """Return whether the same node was left as it was when it was pruned."""
    uncut = before.uncut[section].get(declaration.key)
    cut = before.own_scenarios if section == "scenarios" else before.sections[section]
    left = cut.get(declaration.key)
    is_same = uncut is not None and uncut.node is declaration.node
    return is_same and left is not None and left.node is declaration.node


def _check_all_settings(
    sections: Sections, values: Options, problems: list[Diagnostic]
) -> None:
    """Report options of scenarios and cases that are not there."""
    for section in ("scenarios", "cases"):
        for declaration in sections[section].values():
            node = declaration.node
            held = node.get("options") if isinstance(node, MappingNode) else None
            if isinstance(held, MappingNode):
                check_settings(held, values, problems)
