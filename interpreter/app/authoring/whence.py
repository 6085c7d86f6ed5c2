"""Who said what a rule is: the chain of a value from its pack through all overlays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.diagnostics import UnknownName, UsageError
from interpreter.pipeline.opening import Pack
from interpreter.reports.whence import Provenance, ProvenanceStep
from interpreter.ruleset.changes import path_of
from interpreter.ruleset.finding import HEAD
from interpreter.ruleset.options import OptionValue, shown
from interpreter.ruleset.paths import (
    PathPart,
    find,
    is_among_steps,
    names_in,
    node_at,
    parts_of,
)
from interpreter.ruleset.rule_index import every_section, rules_of
from interpreter.ruleset.ruleset import SECTIONS, Declaration, Origin, Ruleset
from interpreter.source import Name, Source, Span, normalised
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from interpreter.yaml.writing import inline

OPTIONS = "options"
Parts = list[PathPart]


def whence(pack: Pack, path: str, given: Mapping[str, str]) -> Provenance:
    """Return who said what a path of a pack is, the latest first.

    `path` is one as overlays write it (`tables.NAME.rows.BAND`); the section may be
    left out where one declaration alone has that name. `given` are the options that the
    caller set. Raises UnknownName for a path that leads nowhere, with what there is.
    """
    ruleset = pack.ruleset().ruleset
    parts = parts_of(ScalarNode(path, Span(Source("", path), 0, len(path)), ""))
    if not parts or not all(part.text.strip() for part in parts):
        hint = "write SECTION.NAME, then rows, fields or ids of steps, joined by '.'"
        raise UsageError(f"'{path}' is no path", hint)
    section, name, inner = _declared(ruleset, parts)
    if section == OPTIONS and name in ruleset.options and not inner:
        return _of_option(ruleset.options[name], ruleset, given)
    found = every_section(ruleset)[section][name]
    node, rule = _at(found, inner)
    names = (found.name, *(part.text for part in inner))
    written = path_of([], section, *(each.replace("_", " ") for each in names))
    chain = [*_chain(ruleset, section, name, inner)][::-1]
    first = _first(ruleset, section, name, inner, node, has_changes=bool(chain))
    return Provenance(
        written, inline(node), rule, (*chain, first), _is_cut(ruleset, section, name)
    )


def _declared(ruleset: Ruleset, parts: Parts) -> tuple[str, Name, Parts]:
    """Return the section and the name of what a path begins with, and its other
    parts."""
    sections = every_section(ruleset)
    first = parts[0].name
    if first in SECTIONS and len(parts) > 1:
        name = parts[1].name
        if name in sections[first] or (first == OPTIONS and name in ruleset.options):
            return first, name, parts[2:]
        known = [each.name for each in sections[first].values()]
        raise UnknownName(f"name in '{first}'", parts[1].text, known)
    having = [section for section in SECTIONS if first in sections[section]]
    if len(having) == 1:
        return having[0], first, parts[1:]
    if having:
        listed = " or ".join(f"'{section}.{parts[0].text}'" for section in having)
        raise UsageError(f"'{parts[0].text}' is several things", f"write {listed}")
    every = [each.name for section in SECTIONS for each in sections[section].values()]
    raise UnknownName("section or name", parts[0].text, [*SECTIONS, *every])


def _at(declaration: Declaration, inner: Parts) -> tuple[Node, str]:
    """Return the node at the parts of a path, and the rule of what is around it."""
    places = find(declaration.node, inner)
    if isinstance(places, int):
        owners = find(declaration.node, inner[:places])
        address = () if isinstance(owners, int) else owners[0]
        owner = node_at(declaration.node, address)
        known = names_in(owner, is_among_steps(declaration.node, address))
        raise UnknownName("part", inner[places].text, known)
    if len(places) > 1:
        hint = "name what contains it before it"
        raise UsageError(f"'{inner[-1].text}' occurs at {len(places)} places", hint)
    rule, node = "", declaration.node
    for number in range(len(places[0]) + 1):
        node = node_at(declaration.node, places[0][:number])
        if isinstance(node, MappingNode):
            rule = " ".join(rules_of(node)) or rule
    return node, rule


def _chain(
    ruleset: Ruleset, section: str, name: Name, inner: Parts
) -> Iterator[ProvenanceStep]:
    """Yield the changes that were made at the path, around it or inside it, the
    earliest first."""
    wanted = [part.name for part in inner]
    for origin in ruleset.origins:
        if (origin.section, normalised(origin.key)) != (section, name):
            continue
        path = ScalarNode(origin.path, origin.span, "")
        changed = [part.name for part in parts_of(path)[2:]]
        if wanted[: len(changed)] == changed:
            below = inner[len(changed) :]
            yield _step(
                origin, _below(origin.before, below), _below(origin.after, below)
            )
        elif changed[: len(wanted)] == wanted:
            yield _step(origin, origin.before, origin.after)


def _below(node: Node | None, parts: Parts) -> Node | None:
    """Return what a part of a value is; None where it has no such part."""
    if node is None or not parts:
        return node
    places = find(node, parts)
    return None if isinstance(places, int) else node_at(node, places[0])


def _step(origin: Origin, before: Node | None, after: Node | None) -> ProvenanceStep:
    old, new = ("" if node is None else inline(node) for node in (before, after))
    place = _place(origin.span)
    return ProvenanceStep(origin.by, place, origin.verb, old, new, origin.path)


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.first[0]}"


def _first(
    ruleset: Ruleset,
    section: str,
    name: Name,
    inner: Parts,
    node: Node,
    *,
    has_changes: bool,
) -> ProvenanceStep:
    """Return where the value was written before any change of it; with its text, unless
    parts of it have changed."""
    for origin in ruleset.origins:
        if (origin.section, normalised(origin.key)) != (section, name):
            continue
        changed = [
            part.name for part in parts_of(ScalarNode(origin.path, origin.span, ""))
        ]
        wanted = [part.name for part in inner]
        if wanted[: len(changed) - 2] == changed[2:]:
            old = _below(origin.before, inner[len(changed) - 2 :])
            if old is None:
                return ProvenanceStep("", "", "nothing", "", "")
            by = every_section(ruleset)[section][name].origin
            return ProvenanceStep(by, _place(old.span), "written", "", inline(old))
    by = every_section(ruleset)[section][name].origin
    # what is changed inside is not what was written
    text = "" if has_changes else inline(node)
    return ProvenanceStep(by, _place(node.span), "written", "", text)


def _is_cut(ruleset: Ruleset, section: str, name: Name) -> bool:
    """Tell whether the options of now leave a declaration out."""
    return name not in ruleset.sections[section]


def _of_option(
    option: OptionValue, ruleset: Ruleset, given: Mapping[str, str]
) -> Provenance:
    """Return who set an option: the caller, an overlay, or nobody."""
    default = shown(option.default)
    steps = [ProvenanceStep("", _place(option.span), "written", "", default)]
    value = default
    for folder, text, place in _settings(ruleset, option.key):
        by = folder.name
        steps.append(ProvenanceStep(by, place, "set", value, text))
        value = text
    if option.key in given:
        steps.append(
            ProvenanceStep("the command line", "", "set", value, given[option.key])
        )
        value = given[option.key]
    if value != shown(option.value):
        # another option implies it
        steps.append(
            ProvenanceStep("another option", "", "set", value, shown(option.value))
        )
    path = path_of([], OPTIONS, option.name)
    return Provenance(path, shown(option.value), "", tuple(steps[::-1]), is_option=True)


def _settings(ruleset: Ruleset, key: Name) -> Iterator[tuple[Path, str, str]]:
    """Yield what overlays set an option to, with the place, the lowest first."""
    # imported late: the heads of packs are read, which nothing else here needs
    from interpreter.yaml.composing import read

    sources = {source.name: source for source in ruleset.files}
    for folder, _ in reversed(ruleset.chain):
        name = next(
            (
                n
                for n in sources
                if n.endswith(HEAD) and Path(n).parent.name == folder.name
            ),
            "",
        )
        head = read(sources[name], []) if name else None
        settings = head.get(OPTIONS) if isinstance(head, MappingNode) else None
        node = settings.get(key) if isinstance(settings, MappingNode) else None
        if isinstance(node, ScalarNode):
            yield folder, node.text, _place(node.span)
