"""What a pack declares under a name, as on a printed page, and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.authoring.rulings import rulings_of
from interpreter.diagnostics import (
    UnknownName,
    Unusable,
    UsageError,
    did_you_mean,
)
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
    ShowNameOutput,
    ShowOptionsOutput,
    ShowPackOutput,
    ShowRulingsOutput,
    ShowTablesOutput,
)
from interpreter.reports.overview import overview, runnable_output, scenario_shown
from interpreter.reports.rulebook import (
    RulePage,
    rule_in,
    rule_output,
    rule_shown,
    rules_with,
)
from interpreter.reports.rulings import Ruling, ruling_output, rulings_text
from interpreter.reports.table_files import (
    CannotBeWritten,
    PlainTable,
    TableFileFormat,
    plain_table,
    written_tables,
)
from interpreter.reports.tables import modifiers_shown, table_shown
from interpreter.reports.text_layout import folded
from interpreter.reports.values import ValueNames, edge, takes_text
from interpreter.ruleset.rule_index import IndexedRuleset
from interpreter.ruleset.ruleset import Ruleset
from interpreter.semantics.declarations import Table
from interpreter.source import Name, normalised, printed
from interpreter.values.types import Enumeration, spoken

if TYPE_CHECKING:
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


class TablesPage(Struct, frozen=True):
    """Tables of a pack in a format of other programs: their names, those that it cannot
    have with the reason, and the text."""

    pack: str
    format: TableFileFormat
    tables: tuple[str, ...]
    left_out: Mapping[str, str]
    written: str

    def output(self) -> ShowTablesOutput:
        """Return the record for JSON."""
        return ShowTablesOutput(
            pack=self.pack,
            written_as=self.format,
            tables=self.tables,
            left_out=self.left_out,
            text=self.written,
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
    ruleset: Ruleset
    program: Program

    def output(self) -> ShowPackOutput:
        """Return the record for JSON."""
        ruleset, names = self.ruleset, program_names(self.program)
        runs = runnable_output(ruleset, self.program, names)
        listed = names_by_section(ruleset).items()
        sections = {section: tuple(names) for section, names in listed}
        return ShowPackOutput(pack=ruleset.name, runs=runs, sections=sections)

    def text(self, paint: Paint, cells: int) -> str:
        """Return the overview."""
        listed = names_by_section(self.ruleset)
        return overview(self.ruleset, self.program, listed, self.typed, paint, cells)


class SectionPage(Struct, frozen=True):
    """Every name in a section of a pack."""

    pack: str
    section: str
    names: tuple[str, ...]

    def output(self) -> ShowPackOutput:
        """Return the record for JSON."""
        names = {self.section: self.names}
        return ShowPackOutput(pack=self.pack, runs=(), sections=names)

    def text(self, paint: Paint, cells: int) -> str:
        """Return the names, folded."""
        names = "; ".join(clean(printed(name)) for name in self.names)
        head = paint.bold(f"{printed(self.section)} of {clean(self.pack)}")
        return "\n".join([head, "", *folded(names or "none", cells, "  ")])


class RulingsPage(Struct, frozen=True):
    """What of a pack differs from the book."""

    pack: str
    rulings: tuple[Ruling, ...]

    def output(self) -> ShowRulingsOutput:
        """Return the record for JSON."""
        rulings = tuple(map(ruling_output, self.rulings))
        return ShowRulingsOutput(pack=self.pack, rulings=rulings)

    def text(self, paint: Paint, cells: int) -> str:
        """Return the card."""
        return rulings_text(self.pack, self.rulings, paint, cells)


def page_of(
    typed: str, name: str | None, pack: Pack, paint: Paint, cells: int
) -> NamePage | OptionsPage | RulingsPage | PackPage | SectionPage:
    """Return what has a name in a pack, in every section; for None all names, for
    "options" all options, for another section its names, and for "rulings" what differs
    from the book, unless something else has that name. Raises UnknownName.

    `typed` is the name of the pack as it was typed, `cells` the width of a line.
    """
    indexed, program = pack.ruleset(), pack.program
    ruleset = indexed.ruleset
    if name is None:
        return PackPage(typed, ruleset, program)
    key = normalised(name)
    found = shown_under(key, ruleset, program, paint, cells)
    rules = rule_called(name, indexed)
    if found or rules:
        return NamePage(ruleset.name, found, rules)
    if key == "rulings":
        return RulingsPage(ruleset.name, rulings_of(pack))
    if key in SECTIONS and key != "options":
        names = tuple(names_by_section(ruleset)[key])
        return SectionPage(ruleset.name, key, names)
    if key != "options":
        raise unknown_name(typed, name, indexed)
    if not ruleset.options:
        raise UnknownName("name", name, all_names(ruleset))
    return OptionsPage(ruleset.name, ruleset)


def tables_page(
    typed: str, name: str | None, pack: Pack, form: TableFileFormat
) -> TablesPage:
    """Return a table of a pack in a format of other programs, for None all that the
    format can have. Raises UnknownName, UsageError for what is no table, and Unusable
    if nothing can be written; `typed` is the name of the pack as it was typed."""
    indexed, program = pack.ruleset(), pack.program
    ruleset, declared = indexed.ruleset, program.declared.tables
    key = "" if name is None else normalised(name)
    if name is None:
        chosen = [
            each for each in ruleset.sections.get("tables", {}) if each in declared
        ]
    elif key in declared:
        chosen = [key]
    elif any(key in section for section in ruleset.sections.values()):
        hint = "leave --format out; only tables are written in other formats"
        raise UsageError(f"'{name}' is no table", hint)
    else:
        raise unknown_name(typed, name, indexed)
    if form == "csv" and len(chosen) != 1:
        hint = f"name one; 'umpire show {typed} tables' lists them"
        raise UsageError("a CSV file has one table", hint)
    names = program_names(program)
    plain: list[PlainTable] = []
    left_out: dict[str, str] = {}
    for key in chosen:
        try:
            plain.append(plain_table(declared[key], names))
        except CannotBeWritten as error:
            left_out[printed(key)] = str(error)
    text, more = written_tables(plain, form, ruleset.name)
    left_out |= more
    if not text and name is not None:
        reason = left_out[printed(chosen[0])]
        raise Unusable(f"'{name}' cannot be written as {form}: {reason}")
    if not text:
        raise Unusable(f"no table of this pack can be written as {form}")
    fitting = tuple(table.name for table in plain if table.name not in left_out)
    return TablesPage(ruleset.name, form, fitting, left_out, text)


def rule_called(name: str, indexed: IndexedRuleset) -> list[RulePage]:
    """Return the rule of the source that is called so; capitals are all one."""
    folded = name.strip().casefold()
    return [rule_in(indexed, folded)] if folded in indexed.rules.names else []


def unknown_name(pack: str, name: str, indexed: IndexedRuleset) -> UnknownName:
    """Return the error of a name under which a pack, as it was typed, has nothing:
    which is near."""
    ruleset = indexed.ruleset
    known = [*all_names(ruleset), *indexed.rules.names.values(), "options", "rulings"]
    error = UnknownName("name", name, known)
    if not did_you_mean(name, known):
        error.hint = f"'umpire show {pack}' lists every name"
    speaking = rules_with(ruleset, name)
    if speaking:
        some = ", ".join(speaking[:FEW])
        more = f" and {len(speaking) - FEW} more" if speaking[FEW:] else ""
        near = did_you_mean(name, [*all_names(ruleset), "options"])
        error.hint = f"{near} rules with it: {some}{more}".strip()
    if normalised(name) in SECTIONS:
        under = f"lists what is in {name}"
        error.hint = f"'umpire show {pack}' {under}"
    return error


def shown_under(
    name: Name, ruleset: Ruleset, program: Program, paint: Paint, cells: int
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
    found = [_addressed(each, name, ruleset, cells) for each in found]
    found += _sources(name, ruleset, program, paint)
    scenario = ruleset.sections.get("scenarios", {}).get(name)
    if scenario is not None:
        found.append(scenario_shown(scenario, paint, cells))
    if not found:  # a type that is the keys of a table has no page of its own
        tables = (t for t in declared.tables.values() if _has_keys_of(t, name))
        found = [table_shown(table, names, paint, cells) for table in tables]
    return [with_changes(each, name, ruleset.origins, cells) for each in found]


def _has_keys_of(table: Table, name: Name) -> bool:
    """Tell whether the keys of a table are the words of a type of this name."""
    kind = getattr(table, "key", None)
    return isinstance(kind, Enumeration) and kind.name == name


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


def names_by_section(ruleset: Ruleset) -> dict[str, list[str]]:
    """Return the names of every section that can be shown."""
    sections = {each: list(ruleset.sections.get(each, {})) for each in SECTIONS}
    return sections | {"options": list(ruleset.options)}


def all_names(ruleset: Ruleset) -> list[str]:
    """Return the names of all sections that can be shown."""
    return [name for names in names_by_section(ruleset).values() for name in names]
