"""A folder of YAML to a ruleset."""

from collections.abc import Callable
from pathlib import Path

from interpreter.document.nodes import Mapping, Scalar
from interpreter.document.reading import read_file
from interpreter.document.shape import check_shape
from interpreter.problems import LimitExceeded, Problem, Unusable, problem
from interpreter.ruleset.only import settled
from interpreter.ruleset.options import settle
from interpreter.ruleset.overlay import apply_changes, overlaid
from interpreter.ruleset.ruleset import SECTIONS, Declaration, Ruleset
from interpreter.values.names import plain, writable

MOST_FILES = 500
MOST_BYTES = 20 * 1024 * 1024
WRITTEN = ("types", "entities", "tables", "modifiers", "formulas", "procedures", "options")
"""Sections whose names expressions write."""

Sections = dict[str, dict[str, Declaration]]
Find = Callable[[str], Path | None]


def read_ruleset(
    folder: Path, find: Find, options: dict[str, str], problems: list[Problem]
) -> Ruleset | None:
    """Read a pack with its overlays and options; problems are appended.

    Raises UnknownName and Unusable for options given from outside that do not fit,
    LimitExceeded for a folder too large.
    """
    read = read_folder(folder, find, problems, ())
    if read is None:
        return None
    head, sections, preset = read
    given = {**preset, **options}
    values = settle(sections.get("options", {}), given, problems)
    sections = overlaid(sections, values, problems)
    kept: Sections = {}
    for section, declarations in sections.items():
        kept[section] = {}
        for key, each in declarations.items():
            node = settled(each.node, values, problems)
            if node is not None:
                kept[section][key] = Declaration(
                    each.name, key, node, each.span, each.file, each.origin
                )
    name = head.get("name")
    title = name.text if isinstance(name, Scalar) else folder.name
    return Ruleset(title, folder, head, kept, values)


def read_folder(
    folder: Path, find: Find, problems: list[Problem], inside: tuple[Path, ...]
) -> tuple[Mapping, Sections, dict[str, str]] | None:
    """Read the files of a folder: the head, the sections, the options that it sets."""
    head_path = folder / "ruleset.yaml"
    if not head_path.is_file():
        raise Unusable(f"{folder} is no pack: it has no ruleset.yaml")
    head = read_file(head_path, str(head_path), problems)
    if not isinstance(head, Mapping):
        return None
    check_shape(head, "overlay" if "extends" in head else "ruleset", problems)
    origin = head.get("name")
    name = origin.text if isinstance(origin, Scalar) else folder.name
    sections: Sections = {}
    _merge(sections, head, str(head_path), name, problems)
    for path in _files(folder):
        kind = "rulebook" if path.name == "rulebook.yaml" else "part"
        node = read_file(path, str(path), problems)
        if not isinstance(node, Mapping):
            continue
        check_shape(node, kind, problems)
        if kind == "rulebook":
            _merge_section(sections, "rulebook", node, str(path), name, problems)
        else:
            _merge(sections, node, str(path), name, problems)
    return _extended(folder, head, sections, find, problems, inside)


def _extended(
    folder: Path,
    head: Mapping,
    sections: Sections,
    find: Find,
    problems: list[Problem],
    inside: tuple[Path, ...],
) -> tuple[Mapping, Sections, dict[str, str]] | None:
    extends = head.get("extends")
    if not isinstance(extends, Scalar):
        return head, sections, {}
    below = find(extends.text)
    if below is None:
        message = f"there is no pack '{extends.text}'"
        problems.append(problem("R801", extends.span, message, expected="a pack's name or path"))
        return None
    if below.resolve() in (folder.resolve(), *inside) or len(inside) > 8:
        problems.append(problem("R801", extends.span, "the packs extend each other in a circle"))
        return None
    base = read_folder(below, find, problems, (*inside, folder.resolve()))
    if base is None:
        return None
    base_head, base_sections, preset = base
    for section, declarations in sections.items():
        target = base_sections.setdefault(section, {})
        for key, each in declarations.items():
            if key in target and section != "rulebook":
                related = ((target[key].span, "the pack's own"),)
                message = f"'{each.name}' stands in the pack already"
                problems.append(
                    problem("R306", each.span, message, hint="use 'change'", related=related)
                )
            target[key] = each
    merged = apply_changes(base_sections, head.get("change"), problems)
    chosen = head.get("options")
    for key, value in chosen.entries if isinstance(chosen, Mapping) else ():
        if isinstance(value, Scalar):
            preset[key.text] = value.text
    entries = {key.text: (key, value) for key, value in base_head.entries}
    entries.update({k.text: (k, v) for k, v in head.entries if k.text in ("name", "title")})
    return Mapping(tuple(entries.values()), head.span), merged, preset


def _files(folder: Path) -> list[Path]:
    root = folder.resolve()
    found = []
    size = 0
    for path in sorted(folder.rglob("*.yaml")):
        if path == folder / "ruleset.yaml" or not path.is_file():
            continue
        if not path.resolve().is_relative_to(root) or any(p.startswith(".") for p in path.parts[len(folder.parts):]):
            continue
        size += path.stat().st_size
        found.append(path)
        if len(found) > MOST_FILES:
            raise LimitExceeded("files of a pack", MOST_FILES)
        if size > MOST_BYTES:
            raise LimitExceeded("bytes of a pack", MOST_BYTES)
    return found


def _merge(
    sections: Sections, node: Mapping, file: str, origin: str, problems: list[Problem]
) -> None:
    for key, value in node.entries:
        section = plain(key.text)
        if "extends" in node and section == "options":
            continue
        if section in SECTIONS and isinstance(value, Mapping):
            _merge_section(sections, section, value, file, origin, problems)


def _merge_section(
    sections: Sections, section: str, node: Mapping, file: str, origin: str, problems: list[Problem]
) -> None:
    target = sections.setdefault(section, {})
    for key, value in node.entries:
        name = plain(key.text)
        if name in target:
            related = ((target[name].span, "the first"),)
            code = "R306" if target[name].file == file else "R107"
            message = f"'{key.text}' is declared twice in {section}"
            problems.append(problem(code, key.span, message, related=related))
            continue
        if section in WRITTEN and not _name(key):
            hint = "letters, digits and spaces; none of: and or not in is if then else for where by none yes no it now option"
            message = f"expressions cannot write the name '{key.text}'"
            problems.append(problem("R203", key.span, message, hint=hint))
        target[name] = Declaration(key.text, name, value, key.span, file, origin)


def _name(key: Scalar) -> bool:
    return writable(key.text)

