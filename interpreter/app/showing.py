"""What a pack declares under a name, as on a printed page, and its rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, UmpireError, UnknownName, did_you_mean
from interpreter.ir.instructions import Program
from interpreter.reports.colour import Paint, clean
from interpreter.reports.declarations import (
    Shown,
    address,
    claim_kind_shown,
    options_output,
    options_sheet,
    shown_option,
    shown_output,
    shown_source,
    with_changes,
)
from interpreter.reports.outputs.encoding import ABSENT
from interpreter.reports.outputs.packs import (
    PackOutput,
    ShowNameOutput,
    ShowOptionsOutput,
    ShowPackOutput,
)
from interpreter.reports.overview import overview, runnable_output, scenario_shown
from interpreter.reports.rulebook import (
    RulePage,
    rule_in,
    rule_names,
    rule_output,
    rule_shown,
    rules_with,
)
from interpreter.reports.tables import modifiers_shown, table_shown
from interpreter.reports.text_layout import folded
from interpreter.reports.values import ValueNames, edge, takes_text
from interpreter.ruleset.finding import pack_folders
from interpreter.ruleset.ruleset import Ruleset
from interpreter.source import Name, normalised
from interpreter.values.types import spoken
from interpreter.yaml import MappingNode, ScalarNode, read_file

if TYPE_CHECKING:
    from interpreter.pipeline.loading import Loaded
    from interpreter.pipeline.opening import Pack

# Sections that are shown as their author wrote them.
SOURCES = (
    "procedures",
    "triggers",
    "formulas",
    "walks",
    "types",
    "boards",
    "entities",
    "events",
    "policies",
    "entry_points",
)
FEW = 12
"""Rules that are named where a name is unknown."""
SECTIONS = (
    "entry_points",
    "options",
    "scenarios",
    "procedures",
    "triggers",
    "tables",
    "modifiers",
    "formulas",
    "walks",
    "types",
    "boards",
    "entities",
    "events",
    "claims",
    "policies",
)


class NamePage(Struct, frozen=True):
    """What has a name in each section of a pack, and the rules of its source."""

    pack: str
    found: Sequence[Shown]
    rules: Sequence[RulePage]

    def output(self) -> ShowNameOutput:
        """Return the record for JSON."""
        return ShowNameOutput(
            pack=self.pack,
            shown=tuple(map(shown_output, self.found)),
            rules=tuple(map(rule_output, self.rules)) if self.rules else ABSENT,
        )

    def text(self, paint: Paint, cells: int) -> str:
        """Return the pages, with an empty line between."""
        pages = [shown.text for shown in self.found]
        pages += [rule_shown(rule, paint, cells) for rule in self.rules]
        return "\n\n".join(pages)


class OptionsPage(Struct, frozen=True):
    """All options of a pack."""

    pack: str
    ruleset: Ruleset

    def output(self) -> ShowOptionsOutput:
        """Return the record for JSON."""
        return ShowOptionsOutput(pack=self.pack, options=options_output(self.ruleset))

    def text(self, paint: Paint, cells: int) -> str:
        """Return the sheet."""
        return options_sheet(self.ruleset, paint, cells)


class PackPage(Struct, frozen=True):
    """Every name of a pack that can be shown or run, by section; `typed` is the name of
    the pack as it was typed."""

    typed: str
    loaded: Loaded
    program: Program

    def output(self) -> ShowPackOutput:
        """Return the record for JSON."""
        ruleset, names = self.loaded.ruleset, program_names(self.program)
        runs = runnable_output(ruleset, self.program, names) if ruleset else ()
        listed = names_by_section(self.loaded).items()
        sections = {section: tuple(names) for section, names in listed}
        return ShowPackOutput(pack=self.loaded.name, runs=runs, sections=sections)

    def text(self, paint: Paint, cells: int) -> str:
        """Return the overview."""
        ruleset = self.loaded.ruleset
        assert ruleset is not None  # there is a program, so it was read
        listed = names_by_section(self.loaded)
        return overview(ruleset, self.program, listed, self.typed, paint, cells)


def page_of(
    typed: str, name: str | None, pack: Pack, paint: Paint, cells: int
) -> NamePage | OptionsPage | PackPage:
    """Return what has a name in a pack, in every section; for None all names, for
    "options" all options unless something else has that name. Raises UnknownName.

    `typed` is the name of the pack as it was typed, `cells` the width of a line.
    """
    loaded, program = pack.loaded(), pack.program
    if name is None:
        return PackPage(typed, loaded, program)
    key = normalised(name)
    found = shown_under(key, loaded, program, paint, cells)
    rules = rule_called(name, loaded)
    if found or rules:
        return NamePage(loaded.name, found, rules)
    if key != "options":
        raise unknown_name(typed, name, loaded)
    if loaded.ruleset is None or not loaded.ruleset.options:
        raise UnknownName("name", name, all_names(loaded))
    return OptionsPage(loaded.name, loaded.ruleset)


def rule_called(name: str, loaded: Loaded) -> list[RulePage]:
    """Return the rule of the source that is called so; capitals are all one."""
    ruleset = loaded.ruleset
    if ruleset is None:
        return []
    known = rule_names(ruleset).get(name.strip().casefold())
    return [] if known is None else [rule_in(ruleset, known)]


def unknown_name(pack: str, name: str, loaded: Loaded) -> UnknownName:
    """Return the error of a name under which a pack, as it was typed, has nothing:
    which is near."""
    rules = rule_names(loaded.ruleset).values() if loaded.ruleset else ()
    known = [*all_names(loaded), *rules, "options"]
    error = UnknownName("name", name, known)
    if not did_you_mean(name, known):
        error.hint = f"'umpire show {pack}' lists every name"
    speaking = rules_with(loaded.ruleset, name) if loaded.ruleset else []
    if speaking:
        some = ", ".join(speaking[:FEW])
        more = f" and {len(speaking) - FEW} more" if speaking[FEW:] else ""
        near = did_you_mean(name, [*all_names(loaded), "options"])
        error.hint = f"{near} rules with it: {some}{more}".strip()
    if normalised(name) in SECTIONS:
        under = f"lists what is in {name}"
        error.hint = f"'umpire show {pack}' {under}"
    return error


def shown_under(
    name: Name, loaded: Loaded, program: Program, paint: Paint, cells: int
) -> list[Shown]:
    """Return what has a name in each section of a pack, as on a page."""
    declared, names = program.declared, program_names(program)
    found: list[Shown] = []
    if name in declared.tables:
        found.append(table_shown(declared.tables[name], names, paint, cells))
    if name in declared.modifiers:
        found.append(modifiers_shown(declared.modifiers[name], names, paint, cells))
    if name in declared.claims:
        found.append(claim_kind_shown(declared.claims[name], paint))
    ruleset = loaded.ruleset
    if ruleset is not None:
        found = [_addressed(each, name, ruleset, cells) for each in found]
        found += _sources(name, ruleset, program, paint)
        scenario = ruleset.sections.get("scenarios", {}).get(name)
        if scenario is not None:
            found.append(scenario_shown(scenario, paint, cells))
        found = [with_changes(each, name, ruleset.origins, cells) for each in found]
    return found


def _addressed(shown: Shown, name: Name, ruleset: Ruleset, cells: int) -> Shown:
    """Return tables and modifiers with what a house rule writes to change them."""
    each = ruleset.sections.get(shown.section, {}).get(name)
    path = "" if each is None else address(each, shown.section)
    if not path:
        return shown
    lines = folded(f"to change its first row: {clean(path)}", cells, "  ")
    return replace(shown, text="\n".join([shown.text, "", *lines]))


def _sources(
    name: str, ruleset: Ruleset, program: Program, paint: Paint
) -> list[Shown]:
    found: list[Shown] = []
    changes = {(each.section, each.key) for each in ruleset.origins}
    for section in SOURCES:
        each = ruleset.sections.get(section, {}).get(name)
        if each is not None:
            takes = _takes(section, name, program)
            changed = (section, each.key) in changes
            found.append(shown_source(section, each, paint, takes, changed))
    if name in ruleset.options:
        node = ruleset.sections.get("options", {}).get(name)
        found.append(shown_option(ruleset.options[name], node, paint))
    return found


def _takes(section: str, name: str, program: Program) -> str:
    """Return what a formula takes and gives; procedures say so in their lines."""
    formula = program.declared.formulas.get(name) if section == "formulas" else None
    if formula is None:
        return ""
    takes = f" of {takes_text(formula.takes)}" if formula.takes else ""
    return f"{takes}, gives {spoken(formula.gives)}"


def program_names(program: Program) -> ValueNames:
    """Return the names of values where no scenario is named."""
    return edge(program.declared, program.initial_states[""])


def names_by_section(loaded: Loaded) -> dict[str, list[str]]:
    """Return the names of every section that can be shown."""
    ruleset = loaded.ruleset
    if ruleset is None:
        return {}
    sections = {each: list(ruleset.sections.get(each, {})) for each in SECTIONS}
    return sections | {"options": list(ruleset.options)}


def all_names(loaded: Loaded) -> list[str]:
    """Return the names of all sections that can be shown."""
    return [name for names in names_by_section(loaded).values() for name in names]


def installed_packs() -> list[PackOutput]:
    """Return name, folder, title, edition and source of each pack, "" for what is not
    told; the name is that of its folder."""
    return [_described(folder) for folder in pack_folders()]


def _described(folder: Path) -> PackOutput:
    """Return what the first file of a pack says of it, without reading the rest."""
    problems: list[Diagnostic] = []
    try:
        node = read_file(folder / "ruleset.yaml", folder.name, problems)
    except UmpireError:
        node = None

    def text(key: str) -> str:
        value = node.get(key) if isinstance(node, MappingNode) else None
        return value.text if isinstance(value, ScalarNode) else ""

    return PackOutput(
        name=folder.name,
        folder=str(folder),
        title=text("title"),
        edition=text("edition"),
        source=text("source"),
    )
