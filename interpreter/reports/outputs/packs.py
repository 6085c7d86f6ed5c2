"""What `packs`, `show` and other verbs without a game print with `--json`."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.encoding import ABSENT, Absent, PackValue, VerbOutput


class LibraryPackOutput(Struct, frozen=True, kw_only=True):
    """What is known of a pack that the user has installed."""

    version: str
    """The version that it states, or an empty text."""
    licence: str
    """The licence that it states, or an empty text."""
    credits: str
    """Who wrote it, as it states, or an empty text."""
    hash: str
    """The SHA-256 of its files when it was installed; empty if the record is lost."""
    installed_from: str
    """The folder or archive; empty if the record is lost."""
    intact: bool
    """Whether its files are still those that were installed."""


class PackOutput(Struct, frozen=True, kw_only=True):
    """A pack that is installed."""

    name: str
    """The name of its folder, by which commands find it."""
    folder: str
    """Its folder."""
    title: str
    """Its title, or an empty text."""
    edition: str
    """The edition of the rules, or an empty text."""
    source: str
    """Where the rules come from, or an empty text."""
    library: LibraryPackOutput | None
    """Null for a pack that comes with the program."""


class PacksOutput(VerbOutput, frozen=True, kw_only=True):
    """The packs that are installed."""

    packs: tuple[PackOutput, ...]
    """The packs, also those that cannot be read."""


class PackChangeOutput(Struct, frozen=True, kw_only=True):
    """A change of a declaration by an overlay or an option."""

    path: str
    """What is changed, as the change names it."""
    verb: str
    """How it is changed."""
    by: str
    """The overlay or option."""
    at: str
    """The place of the change: file:line:column."""
    before: str | None
    """The text before; null if there was nothing."""
    after: str | None
    """The text now; null if it was removed."""


class DeclarationOutput(Struct, frozen=True, kw_only=True):
    """A declaration of a pack."""

    section: str
    """The section of the pack."""
    name: str
    """The name."""
    kind: str
    """What it is."""
    rule: str
    """The rules that it names, or an empty text."""
    at: str
    """Its place: file:line:column."""
    rows: tuple[tuple[str, ...], ...]
    """The cells of a table, the heading first; else empty."""
    changes: tuple[PackChangeOutput, ...]
    """What overlays and options changed."""
    text: str
    """What is printed without `--json`."""


class RuleBearerOutput(Struct, frozen=True, kw_only=True):
    """An element that names a rule."""

    section: str
    """The section of the pack."""
    name: str
    """The declaration."""
    part: str
    """The row, step, field or other part of it; empty for all of it."""
    mark: str
    """`house`, `reported`, `needs_figure`, or an empty text."""
    path: str
    """Its path for the change of an overlay; empty for an option."""
    at: str
    """Its place: file:line:column."""


class RuleCaseOutput(Struct, frozen=True, kw_only=True):
    """A case that names a rule."""

    name: str
    """The case."""
    at: str
    """Its place: file:line:column."""


class RuleOutput(Struct, frozen=True, kw_only=True):
    """A rule of the source."""

    id: str
    """The id, as the rulebook file writes it."""
    at: str
    """Its place in the rulebook file: file:line:column; empty if none lists it."""
    stands: str
    """Its place in the source."""
    title: str
    """Its title, or an empty text."""
    says: str
    """What it says, in the words of the pack."""
    kinds: tuple[str, ...]
    """Its kinds."""
    status: str
    """`implemented`, `later`, or the reason why it is not implemented."""
    carried_by: tuple[RuleBearerOutput, ...]
    """The elements that name it, with any options; without cases."""
    cases: tuple[RuleCaseOutput, ...]
    """The cases that name it."""


class ShowNameOutput(VerbOutput, frozen=True, kw_only=True):
    """With a name: what a pack declares under it, and the rule of that id."""

    pack: str
    """The pack."""
    shown: tuple[DeclarationOutput, ...]
    """The declarations, one for each section that has the name."""
    rules: tuple[RuleOutput, ...] | Absent = ABSENT
    """The rule of the source with that id."""


class OptionOutput(Struct, frozen=True, kw_only=True):
    """An option of a pack."""

    name: str
    """The name."""
    group: str
    """The heading, or an empty text."""
    title: str
    """What it decides."""
    rules: tuple[str, ...]
    """The rules that it names."""
    values: tuple[str, ...]
    """The values that it may have, as written."""
    default: str
    """Its value if nobody sets it."""
    value: str
    """Its value now."""
    requires: tuple[str, ...]
    """What it requires."""
    conflicts: tuple[str, ...]
    """What it excludes."""
    implies: tuple[str, ...]
    """What it sets."""


class ShowOptionsOutput(VerbOutput, frozen=True, kw_only=True):
    """With the name `options`: every option, by its group."""

    pack: str
    """The pack."""
    options: tuple[OptionOutput, ...]
    """The options."""


class RulingOutput(Struct, frozen=True, kw_only=True):
    """Something that differs from the book, or is not in it."""

    kind: Literal["change", "option", "house figure", "missing figure", "left out"]
    """A change of an overlay, an option that is not at its default, a figure that the
    author made up or took from elsewhere, one that nobody has, or rules of the source
    that are not carried out."""
    what: str
    """The path of the change, the name of the option, or what it says."""
    before: str
    """What the book, or the default, has; empty where that is not known."""
    now: str
    """What holds; empty for what was removed, and where it is not known."""
    by: str
    """The overlay, or empty."""
    rules: tuple[str, ...]
    """The rules of the source that it concerns, where they are known."""
    at: str
    """Its place: file:line, or empty."""


class ShowRulingsOutput(VerbOutput, frozen=True, kw_only=True):
    """With the name `rulings`: what differs from the book."""

    pack: str
    """The pack."""
    rulings: tuple[RulingOutput, ...]
    """What differs: changes, options, figures, rules that are left out."""


RunnableSection = Literal[
    "entry_points", "procedures", "formulas", "tables", "modifiers"
]


class ParameterOutput(Struct, frozen=True, kw_only=True):
    """A parameter of what can be run."""

    name: str
    """The name."""
    type: str
    """The type, in the words of the language."""
    default: PackValue | Absent = ABSENT
    """Its value if it is not given; left out if it must be given, or if its default is
    calculated."""


class RunnableOutput(Struct, frozen=True, kw_only=True):
    """What `run`, `odds` and `simulate` take by name."""

    name: str
    """The name."""
    section: RunnableSection
    """The section that declares it; a table is a roll table."""
    takes: tuple[ParameterOutput, ...]
    """Its parameters, in order."""
    gives: str
    """The type of the result."""


class ShowPackOutput(VerbOutput, frozen=True, kw_only=True):
    """Without a name: what can be run, and every name."""

    pack: str
    """The pack."""
    runs: tuple[RunnableOutput, ...]
    """What `run`, `odds` and `simulate` take by name, roll tables too."""
    sections: Mapping[str, tuple[str, ...]]
    """The names of each section."""


class ShowTablesOutput(VerbOutput, frozen=True, kw_only=True):
    """With `--format`: tables in a format of other programs."""

    pack: str
    """The pack."""
    written_as: Literal["markdown", "obsidian", "csv", "foundry", "datasworn"]
    """The format."""
    tables: tuple[str, ...]
    """The tables that were written."""
    left_out: Mapping[str, str]
    """Tables that the format cannot have, each with the reason."""
    text: str
    """What is printed without `--json`."""


ShowOutput = (
    ShowNameOutput
    | ShowOptionsOutput
    | ShowRulingsOutput
    | ShowPackOutput
    | ShowTablesOutput
)


class SchemaFileOutput(Struct, frozen=True, kw_only=True):
    """A schema."""

    file: str
    """Its path within the folder."""
    title: str
    """Its title."""
    description: str
    """What it describes."""


class SchemasOutput(VerbOutput, frozen=True, kw_only=True):
    """The schemas that were written."""

    schemas: tuple[SchemaFileOutput, ...]
    """The schemas, sorted by path."""
    folder: str | Absent = ABSENT
    """The folder; left out of the index that is written into it."""


class FoundOutput(Struct, frozen=True, kw_only=True):
    """A place where the words stand."""

    section: str
    """The section of the declaration; "head" is what the pack says of itself."""
    name: str
    """The name of the declaration."""
    kind: str
    """What stands there: a title, a row, a step, a rule ..."""
    rules: tuple[str, ...]
    """The rules that it names, or else its declaration."""
    at: str
    """The place of the first word: file:line:column."""
    line: str
    """The line, without the blanks around it."""
    base: str
    """The base pack that has it, or an empty text."""


class FindOutput(VerbOutput, frozen=True, kw_only=True):
    """Where words and figures stand in a pack."""

    pack: str
    """The pack."""
    words: tuple[str, ...]
    """The words that were looked for; a number in words is one in digits."""
    found: tuple[FoundOutput, ...]
    """The places, the best first; without `--all` too they are all."""
    near: Mapping[str, str]
    """If nothing was found: the words that occur nowhere, each with one that is near,
    or an empty text."""


class NewOutput(VerbOutput, frozen=True, kw_only=True):
    """A pack that was written for its author to go on with."""

    name: str
    """The name of the pack."""
    folder: str
    """Its folder, as it was typed."""
    files: tuple[str, ...]
    """Its files, by their paths in the folder."""
    commands: tuple[str, ...]
    """Commands to go on with, each as it is typed in a shell."""


class CompletionOutput(VerbOutput, frozen=True, kw_only=True):
    """A script for a shell."""

    shell: Literal["bash", "zsh", "fish"]
    """The shell."""
    script: str
    """What the shell is to run once."""


class LspOutput(VerbOutput, frozen=True, kw_only=True):
    """What an editor needs to know of the language server."""

    command: tuple[str, ...]
    """The command that starts it; it speaks over standard input and output."""
    language: str
    """The language of the files that it serves, as editors call it."""
    root: str
    """The file by which the folder of a ruleset is known."""
    features: tuple[str, ...]
    """What it does, by the names of the protocol."""


class ExportOutput(VerbOutput, frozen=True, kw_only=True):
    """What an entry point writes for another pack."""

    writes: Literal["scenario", "answers"]
    """An overlay of the other pack with a scenario, or answers to its questions."""
    for_: str
    """The pack that reads it."""
    says: Mapping[str, PackValue]
    """The content of the file, as YAML would be read: texts, numbers (a fraction as
    text), yes and no, lists and maps."""
