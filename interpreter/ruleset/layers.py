"""A pack and the packs that it extends, each with its own declarations.

Names are checked here: expressions must be able to write them, and a name is declared
once in a layer (a kind may continue in another file).
"""

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, LimitExceeded, problem
from interpreter.ruleset.finding import HEAD, INDEX, Find, meant_below, pack_below
from interpreter.ruleset.pack_files import KnownFiles, PackFile, read_parts
from interpreter.ruleset.printed_tables import unfold
from interpreter.ruleset.ruleset import SECTIONS, Declaration
from interpreter.source import Source, Span
from interpreter.values.types import REFUSED, RESERVED, WRITABLE, writable
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

# --- Names of declarations ---

NAMED = frozenset(
    "types boards entities events claims tables modifiers formulas procedures "
    "triggers options".split()
)
"""The sections whose names are in expressions."""


def check_name(section: str, found: Declaration, problems: list[Diagnostic]) -> None:
    """Report a name that expressions cannot write."""
    if section not in NAMED or writable(found.name):
        return
    if "(" in found.name and not isinstance(found.node, MappingNode):
        return  # a pattern of a call, whose map is missing: that is reported
    if found.key in RESERVED or found.key in REFUSED:
        message = f"'{found.name}' is a word of the language and cannot be a name"
    else:
        message = f"expressions cannot write the name '{found.name}'"
    problems.append(problem("R203", found.span, message, expected=WRITABLE))


def declare(
    section: str,
    found: Declaration,
    known: dict[str, Declaration],
    problems: list[Diagnostic],
) -> None:
    """Put a declaration among the known ones, or report where the name is declared."""
    first = known.get(found.key)
    if first is not None and section == "entities":
        whole = _continued(first, found, problems)
        if whole is not None:
            if continues(first):  # kinds are listed where they are declared
                del known[found.key]
            known[found.key] = whole
            return
    if first is None:
        check_name(section, found, problems)
        known[found.key] = found
        return
    other = first.origin != found.origin
    where = f" in {first.origin}" if other else ""
    hint = "write what differs under 'change:', or take another name" if other else ""
    problems.append(
        problem(
            "R306" if other or first.file == found.file else "R107",
            found.span,
            f"'{found.name}' is declared already{where}",
            hint=hint or f"it is in {first.span}; rename or remove one",
            related=((first.span, "the first"),),
        )
    )


CONTINUES = "continues"
CONTINUED = ("fields", "derived", "holds")
"""What a part of a kind may hold that continues what is elsewhere."""


def check_continued(known: dict[str, Declaration], problems: list[Diagnostic]) -> None:
    """Report kinds that are continued, and declared nowhere."""
    for each in known.values():
        if continues(each):
            message = f"'{each.name}' continues a kind that is declared nowhere"
            hint = f"leave out '{CONTINUES}' in one place"
            problems.append(problem("R307", each.span, message, hint=hint))


def continues(found: Declaration) -> bool:
    """Return whether a declaration is a part of a kind that is declared elsewhere."""
    continued = (
        found.node.get(CONTINUES) if isinstance(found.node, MappingNode) else None
    )
    return isinstance(continued, ScalarNode) and continued.text == "yes"


def _continued(
    first: Declaration, found: Declaration, problems: list[Diagnostic]
) -> Declaration | None:
    """Return a kind with a part of it that is elsewhere; None where neither is
    one. It is the same kind whichever file is read first."""
    head, part = (found, first) if continues(first) else (first, found)
    if not continues(part):
        return None
    if not isinstance(head.node, MappingNode) or not isinstance(part.node, MappingNode):
        return head
    entries = list(head.node.entries)
    names = [key.name for key, _ in entries]
    for key, node in part.node.entries:
        name = key.name
        if name == CONTINUES:
            continue
        if name not in CONTINUED:
            message = f"'{key.text}' belongs where the kind is declared"
            expected = ", ".join(CONTINUED)
            problems.append(problem("R101", key.span, message, expected=expected))
        elif name not in names:
            entries.append((key, node))
        else:
            at = names.index(name)
            entries[at] = entries[at][0], _joined(entries[at][1], node, problems)
    return replace(head, node=MappingNode(tuple(entries), head.node.span))


def _joined(own: Node, more: Node, problems: list[Diagnostic]) -> Node:
    """Return a map with the entries of another; what is in both is reported."""
    if not isinstance(own, MappingNode) or not isinstance(more, MappingNode):
        return own
    for key, _ in more.entries:
        there = own.key(key.name)
        if there is not None:
            message = f"'{key.text}' is there already"
            related = ((there.span, "the first"),)
            problems.append(problem("R306", key.span, message, related=related))
    return MappingNode((*own.entries, *more.entries), own.span)


ALSO = "also"
"""The key of overlays that change the same pack beside this one."""
Sections = dict[str, dict[str, Declaration]]
_NAME = re.compile(r"[^\W\d_][\w -]*\Z")
MOST = 4_000
"""Declarations of a section, those of the packs below included."""


class Layer(Struct, frozen=True):
    """One pack of a chain, as its own files say it.

    Layers of one `level` change the same pack beside each other: a pack and the
    overlays that it names under `also`. The lowest pack has the highest level.
    """

    name: str
    folder: Path
    origin: str
    head: MappingNode
    parts: tuple[PackFile, ...]
    level: int = 0

    @property
    def whole(self) -> bool:
        """Return whether every file could be read."""
        return all(part.node is not None for part in self.parts)

    @property
    def extends(self) -> str:
        """The pack below, as its name or path is written; "" when there is none."""
        found = self.head.get("extends")
        return found.text if isinstance(found, ScalarNode) else ""

    @property
    def files(self) -> tuple[Source, ...]:
        """The files that could be read."""
        nodes = (part.node for part in self.parts)
        return tuple(node.span.source for node in nodes if node is not None)

    def map(self, key: str) -> MappingNode | None:
        """Return the map after a key of the head, or None."""
        found = self.head.get(key)
        return found if isinstance(found, MappingNode) else None


def below_and_own(layers: Sequence[Layer]) -> tuple[list[Layer], list[Layer]]:
    """Return the layers below a pack, and its own with those beside it."""
    level = layers[-1].level
    below = [layer for layer in layers if layer.level != level]
    return below, [layer for layer in layers if layer.level == level]


def read_layers(
    folder: Path,
    find: Find,
    problems: list[Diagnostic],
    known: KnownFiles | None = None,
) -> list[Layer] | None:
    """Read a pack, the overlays beside it, and all below, the lowest first; None when
    one is not there.

    `known` is what is known of files before.
    """
    known = known or KnownFiles()
    layers: list[Layer] = []
    seen: set[Path] = set()
    while True:
        seen.add(folder.resolve())
        layer = replace(read_layer(folder, problems, known), level=len(seen))
        beside = _beside(layer, find, problems, known)
        if beside is None:
            return None
        layers[:0] = [*beside, layer]
        below = layer.head.get("extends")
        if not isinstance(below, ScalarNode):
            return layers
        found = pack_below(folder, below.text, find)
        if found is None:
            message = f"there is no pack '{below.text}' to extend"
            hint = meant_below(folder, below.text)
            problems.append(problem("R801", below.span, message, hint=hint))
            return None
        if found.resolve() in seen:
            message = f"'{below.text}' extends this pack in turn"
            hint = "break the cycle: one of these packs must do without 'extends'"
            problems.append(problem("R801", below.span, message, hint=hint))
            return None
        folder = found


def _beside(
    layer: Layer, find: Find, problems: list[Diagnostic], known: KnownFiles
) -> list[Layer] | None:
    """Return the overlays that a layer names under `also`, in the order of their names,
    so that the order in which they are written is no matter; None when one is not
    there, or does not change the same pack."""
    named = layer.head.get(ALSO)
    texts = named.items if isinstance(named, SequenceNode) else (named,)
    base = pack_below(layer.folder, layer.extends, find) if layer.extends else None
    found: dict[Path, Layer] = {}
    for text in texts:
        if not isinstance(text, ScalarNode):
            continue
        folder = pack_below(layer.folder, text.text, find)
        if folder is None:
            message = f"there is no overlay '{text.text}'"
            hint = meant_below(layer.folder, text.text)
            problems.append(problem("R801", text.span, message, hint=hint))
            return None
        other = replace(read_layer(folder, problems, known), level=layer.level)
        theirs = pack_below(folder, other.extends, find) if other.extends else None
        place = folder.resolve()
        why, hint = "", "leave it out"
        if base is None:
            why = f"'{ALSO}' is for a pack that extends another"
            hint = "write 'extends' too: the pack that all of them change"
        elif theirs is None or theirs.resolve() != base.resolve():
            what = f"extends '{other.extends}'" if other.extends else "extends nothing"
            why = f"'{text.text}' {what}, and this pack '{layer.extends}'"
            hint = "overlays beside each other change the same pack"
        elif ALSO in other.head:
            why = f"'{text.text}' has overlays beside it in turn"
            hint = f"name these here, under '{ALSO}'"
        elif place in found or place == layer.folder.resolve():
            why = f"'{text.text}' is named already"
        if why:
            problems.append(problem("R801", text.span, why, hint=hint))
            return None
        found[place] = other
    return sorted(found.values(), key=lambda other: (other.name, str(other.folder)))


def is_pack_name(text: str) -> bool:
    """Return whether a pack may be called so."""
    return _NAME.match(text) is not None


def read_layer(folder: Path, problems: list[Diagnostic], known: KnownFiles) -> Layer:
    """Read the files of one pack, and of none below; raises as `read_parts`."""
    parts = tuple(read_parts(folder, problems, known))
    first = next((part.node for part in parts if part.path == HEAD), None)
    nowhere = Span(Source(str(folder / HEAD), ""), 0, 0)
    head = first if isinstance(first, MappingNode) else MappingNode((), nowhere)
    title = head.get("name")
    if isinstance(title, ScalarNode) and not is_pack_name(title.text):
        message = f"'{title.text}' is no name of a pack"
        expected = "words of letters, digits, '_' and '-', a letter first"
        hint = "any other text is a 'title'"
        invalid_title = problem(
            "R203", title.span, message, expected=expected, hint=hint
        )
        problems.append(invalid_title)
    name = title.text if isinstance(title, ScalarNode) else folder.resolve().name
    origin = name if head.get("extends") else f"pack {name}"
    return Layer(name, folder, origin, head, parts)


def merged(layers: list[Layer], problems: list[Diagnostic]) -> Sections:
    """Return all declarations of all layers by section."""
    sections: Sections = {section: {} for section in SECTIONS}
    # the kind that is continued may be missing from a file that is ill-formed
    well_formed = not any(problem.severity == "error" for problem in problems)
    for layer in layers:
        for part in layer.parts:
            _take(layer, part, sections, problems)
    if well_formed:
        check_continued(sections["entities"], problems)
    unfold(sections["tables"], sections["types"], problems)
    return sections


def _take(
    layer: Layer, part: PackFile, sections: Sections, problems: list[Diagnostic]
) -> None:
    if not isinstance(part.node, MappingNode):
        return
    if part.path == INDEX:
        _declare_all(layer, part, "rulebook", part.node, sections, problems)
        return
    for section in SECTIONS:
        held = part.node.get(section)
        if isinstance(held, MappingNode) and section != "rulebook":
            _declare_all(layer, part, section, held, sections, problems)


def _declare_all(
    layer: Layer,
    part: PackFile,
    section: str,
    held: MappingNode,
    sections: Sections,
    problems: list[Diagnostic],
) -> None:
    setting = section == "options" and part.path == HEAD and layer.head.get("extends")
    for key, node in held.entries:
        if setting and isinstance(node, ScalarNode):
            continue  # a value for an option of the pack below
        found = Declaration(key.text, key.name, node, key.span, part.file, layer.origin)
        declare(section, found, sections[section], problems)
        if len(sections[section]) > MOST:
            raise LimitExceeded(f"{section} of a pack", MOST).at(key.span)


def owner_below(each: Declaration, layers: Sequence[Layer]) -> str:
    """Return the name of the pack below whose files have a declaration, or ""."""
    below, _ = below_and_own(layers)
    for layer in below:
        if any(part.file == each.file for part in layer.parts):
            return layer.name
    return ""


def head_of(layers: list[Layer]) -> MappingNode:
    """Return what the heads say next to sections, the uppermost first."""
    left = {*SECTIONS, "extends", ALSO, "change"}
    entries = {}
    for layer in layers:
        for key, node in layer.head.entries:
            if key.name not in left:
                entries[key.name] = (key, node)
    return MappingNode(tuple(entries.values()), layers[-1].head.span)
