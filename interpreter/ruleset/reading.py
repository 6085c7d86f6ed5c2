"""From a folder to a ruleset: layers, options, overlays, `only`, in this order."""

from collections.abc import Callable, Collection
from collections.abc import Mapping as Map
from dataclasses import replace
from pathlib import Path

from interpreter.diagnostics import Diagnostic
from interpreter.ruleset.changes import OverlayChange, changes_in
from interpreter.ruleset.inheritance import inherit
from interpreter.ruleset.layers import Layer, Sections, head_of, merged, read_layers
from interpreter.ruleset.only import Options, holds, pruned
from interpreter.ruleset.option_values import Chosen, asked, check_settings, resolve
from interpreter.ruleset.options import OptionValue, declared
from interpreter.ruleset.overlay import Made, apply, check_shapes, say_how
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.printed_tables import spread, unfold
from interpreter.ruleset.ruleset import Declaration, Origin, Ruleset
from interpreter.values.names import plain
from interpreter.yaml import MappingNode, ScalarNode

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
) -> Ruleset:
    """Return what was read as a ruleset with these options; may be done again.

    Sections that are not asked for (`without`) are left empty, and nothing in them is
    changed.
    """
    whole = all(layer.whole for layer in layers)
    sections = merged(layers, problems)
    for section in without:
        sections[section] = {}
    made: Made = {}
    origins: list[Origin] = []
    say_how(layers, sections, problems)
    plans = [
        _outside(without, changes_in(layer.map("change"), layer.origin))
        if layer.extends
        else []
        for layer in layers
    ]
    for plan in plans:
        first = [each for each in plan if _section(each) == "options"]
        origins += apply(sections, first, made, problems, whole=whole)
    # an option may be in a file that could not be read: then nothing is said of it
    heard = problems if whole else []
    values = _options(layers, sections, options, whole, heard)
    for plan in plans:
        rest = [each for each in plan if _section(each) != "options"]
        rest = _wanted(rest, values, heard)
        origins += apply(sections, rest, made, problems, whole=whole)
        unfold(sections["tables"], sections["types"], problems)
    switched = _wanted(_outside(without, _switched(sections, values)), values, heard)
    origins += apply(sections, switched, made, problems, guarded=True, whole=whole)
    unfold(sections["tables"], sections["types"], problems)
    check_shapes(sections, origins, problems)
    uncut = {section: dict(known) for section, known in sections.items()}
    _cut(sections, values, heard)
    sections["cases"] = spread(sections["cases"], heard)
    inherit(sections["scenarios"], heard)
    _check_all_settings(sections, values, heard)
    top = layers[-1]
    chain = tuple((layer.folder, layer.extends) for layer in reversed(layers))
    files = tuple(each for layer in layers for each in layer.files)
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
    )


def options_under(
    layers: list[Layer],
    sections: Map[str, Map[str, Declaration]],
    options: Map[str, str],
    problems: list[Diagnostic],
) -> dict[str, OptionValue]:
    """Return the options of a ruleset with other values than it was read with."""
    return _options(layers, sections, options, True, problems)


def _section(change: OverlayChange) -> str:
    parts = parts_of(change.path)
    return plain(parts[0].text) if parts else ""


def _outside(
    sections: Collection[str], changes: list[OverlayChange]
) -> list[OverlayChange]:
    return [each for each in changes if _section(each) not in sections]


def _options(
    layers: list[Layer],
    sections: Map[str, Map[str, Declaration]],
    given: Map[str, str],
    whole: bool,
    problems: list[Diagnostic],
) -> dict[str, OptionValue]:
    """Return the options with their values: the caller's, else the uppermost pack's."""
    found = sections["options"]
    nodes = {key: (each.name, each.node, each.span) for key, each in found.items()}
    known = declared(nodes, problems)
    chosen: Chosen = {}
    for layer in layers:
        held = layer.map("options") if layer.head.get("extends") else None
        if held is not None:
            entries = tuple(
                each for each in held.entries if isinstance(each[1], ScalarNode)
            )
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


def _cut(sections: Sections, values: Options, problems: list[Diagnostic]) -> None:
    """Resolve `only` in every declaration."""
    for section, known in sections.items():
        if section in _UNCUT:
            continue
        for key, declaration in list(known.items()):
            node = pruned(declaration.node, values, problems)
            if node is None:
                del known[key]
            else:
                known[key] = replace(declaration, node=node)


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
