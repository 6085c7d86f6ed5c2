"""Loads a pack from its folder: a program, or the diagnostics of its mistakes.

Files are read into layers (the base packs, then the pack), merged and resolved under
options, bound and lowered (`building`), then checked as a whole: termination, secrecy,
unused names. Each diagnostic is attributed to the layer that caused it.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.cache.parsed_texts import remembered_texts
from interpreter.cache.read_files import kept_files
from interpreter.cache.valid import known_to_be_valid
from interpreter.diagnostics import Diagnostic, Diagnostics, Unusable
from interpreter.expressions.typed import Invalid
from interpreter.ir.constant_conditions import constant_conditions
from interpreter.ir.effects import every_expression
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import endless
from interpreter.ir.unused import says_what_is_run, unused
from interpreter.ir.walking import nodes
from interpreter.pipeline.building import (
    declare,
    part_of_program,
    program_of,
    scenarios_of,
)
from interpreter.pipeline.collector import without_collector
from interpreter.pipeline.differing import has_same_boards
from interpreter.ruleset.changes import blamed, problems_of, unexpecting
from interpreter.ruleset.finding import called, find_pack, known_pack, pack_folders
from interpreter.ruleset.layers import (
    Layer,
    below_and_own,
    merged,
    read_layers,
)
from interpreter.ruleset.option_combinations import idle_options
from interpreter.ruleset.pack_files import KnownFiles
from interpreter.ruleset.reading import resolved
from interpreter.ruleset.ruleset import Ruleset
from interpreter.secrecy.analysis import SecrecyAnalysis, analyse_secrecy
from interpreter.secrecy.known_flows import KnownFlows
from interpreter.semantics.expressions.binding import embedded
from interpreter.semantics.expressions.scope import Scope, TextLocation
from interpreter.semantics.expressions.yaml_values import printed_on_board
from interpreter.semantics.names import Names
from interpreter.semantics.sections.house_figures import marked
from interpreter.semantics.sections.rulebook import indexed
from interpreter.semantics.sections.scenarios import Scenario, added_values, constant
from interpreter.source import Source, Span, normalised, printed
from interpreter.values.types import Text, Type, Value, present, spoken
from interpreter.yaml.nodes import ScalarNode


class Loaded(Struct, frozen=True):
    """A pack as far as it could be read; `program` is None if there are errors.

    `layers` are its files, `read` the diagnostics of reading them; `proof` is the
    information-flow analysis that found no leak.
    """

    name: str
    folder: Path
    ruleset: Ruleset | None
    program: Program | None
    problems: tuple[Diagnostic, ...]
    names: Names
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    layers: tuple[Layer, ...] = ()
    read: tuple[Diagnostic, ...] = ()
    proof: SecrecyAnalysis | None = None

    def under(self, options: Mapping[str, str]) -> "Loaded":
        """Return the pack under other options; no file is read again."""
        return loaded_from(list(self.layers), options, list(self.read))


@without_collector()
def layers_of(
    folder: Path,
    problems: list[Diagnostic],
    before: Loaded | None = None,
    texts: Mapping[str, str] | None = None,
) -> list[Layer] | None:
    """Read the files of a pack and its base packs; None if one of them is missing.

    Those that are as they were `before` are not read again; `texts` are read in place
    of files, by the names that problems show."""
    layers = () if before is None else before.layers
    parts = {part.file: part for layer in layers for part in layer.parts}
    with known_to_be_valid() as valid, kept_files(folder) as others:
        known = KnownFiles(valid, parts, others, texts or {})
        return read_layers(folder, known_pack, problems, known)


def load(folder: Path, options: Mapping[str, str] | None = None) -> Loaded:
    """Read, check and lower a pack; mistakes of its author are diagnostics, never
    exceptions."""
    return _load(folder, options or {}, proves=True)


def load_with(folder: Path, texts: Mapping[str, str]) -> Loaded:
    """Read and lower a pack like `load_unproved`, with texts in place of its files, by
    the names that problems show."""
    problems: list[Diagnostic] = []
    layers = layers_of(folder, problems, None, texts)
    if layers is None:
        return unread(folder, problems)
    with remembered_texts(folder):
        return loaded_from(layers, {}, problems, proves=False)


def load_unproved(folder: Path) -> Loaded:
    """Read and lower a pack like `load`, but without proofs of secrecy and termination
    and without warnings; for a caller that runs it and shows it to no seat."""
    return _load(folder, {}, proves=False)


def _load(folder: Path, options: Mapping[str, str], *, proves: bool) -> Loaded:
    problems: list[Diagnostic] = []
    layers = layers_of(folder, problems)
    if layers is None:
        return unread(folder, problems)
    with remembered_texts(folder):
        return loaded_from(layers, dict(options), problems, proves=proves)


@without_collector()
def load_files(folder: Path) -> Loaded:
    """Read the files of a pack, and none of its rules: it has no program, and the
    problems of its files only, without those of rows that are no cases. `load_whole`
    and `load_part` read on."""
    problems: list[Diagnostic] = []
    layers = layers_of(folder, problems)
    if layers is None:
        return unread(folder, problems)
    read = tuple(problems)
    with remembered_texts(folder):
        ruleset = resolved(layers, folder, {}, problems, checks_cases=False)
    names = Names(Diagnostics([]))
    name, parts = layers[-1].name, tuple(layers)
    known = in_order(problems)
    return Loaded(name, folder, ruleset, None, known, names, layers=parts, read=read)


def load_whole(files: Loaded) -> Loaded:
    """Return the pack of these files as `load_unproved` does."""
    with remembered_texts(files.folder):
        return loaded_from(list(files.layers), {}, list(files.read), proves=False)


@without_collector()
def load_part(
    files: Loaded, options: Mapping[str, str], scenario: str, text: str
) -> Loaded:
    """Return the pack of these files under options, as far as a scenario and a text,
    given by its words, can reach (`building.part_of_program`).

    It has no cases; what is wrong with the rest of it shows nowhere.
    """
    problems: list[Diagnostic] = []
    ruleset, folder = files.ruleset, files.folder
    assert ruleset is not None
    if options:
        layers, cut = list(files.layers), ["cases"]
        ruleset = resolved(layers, folder, options, problems, cut, before=ruleset)
    names = Names(Diagnostics(problems))
    with remembered_texts(folder):
        program, scenarios = part_of_program(names, ruleset, scenario, text)
    if not wrong(problems):
        ensure_complete(program)
    return replace(
        files,
        ruleset=ruleset,
        program=None if wrong(problems) else program,
        problems=in_order(problems),
        names=names,
        scenarios=scenarios,
    )


def unread(folder: Path, problems: list[Diagnostic]) -> Loaded:
    """Return a pack of which a base pack is missing."""
    names = Names(Diagnostics(problems))
    return Loaded(folder.name, folder, None, None, in_order(problems), names)


@without_collector()
def loaded_from(
    layers: list[Layer],
    options: Mapping[str, str],
    read: list[Diagnostic],
    flows: KnownFlows | None = None,
    before: Loaded | None = None,
    *,
    proves: bool = True,
    binds: bool = False,
) -> Loaded:
    """Return the pack of these layers; each diagnostic is attributed to its layer.

    `read` are the diagnostics of reading the files; `flows` remember analyses of
    procedures, for other options. Of the pack as it was `before` an edit, under the
    same options and without an error, is taken what is the same. Without `proves` it
    is only made ready to be run. With `binds` the names keep what was bound.
    """
    names = Names(Diagnostics(list(read)), bound=[] if binds else None)
    loaded = _analysed(layers, options, names, flows, before, proves=proves)

    def below() -> tuple[Diagnostic, ...]:
        under, _ = below_and_own(layers)
        known = merged(under, [])["options"]
        base_options = {
            option: options[option] for option in options if normalised(option) in known
        }
        return loaded_from(under, base_options, problems_of(under, read)).problems

    problems = in_order(blamed(loaded.problems, layers, below))
    return replace(loaded, problems=problems, layers=tuple(layers), read=tuple(read))


def _analysed(
    layers: list[Layer],
    options: Mapping[str, str],
    names: Names,
    flows: KnownFlows | None,
    before: Loaded | None,
    *,
    proves: bool,
) -> Loaded:
    folder = layers[-1].folder
    problems = names.problems.every
    former = None if before is None else before.ruleset
    ruleset = resolved(layers, folder, options, problems, before=former)
    if wrong(problems):
        return Loaded(folder.name, folder, ruleset, None, in_order(problems), names)
    on_same_boards: Names | None = None
    if before is not None and former is not None:
        is_same = has_same_boards(before.names, former, ruleset)
        on_same_boards = before.names if is_same else None
    if on_same_boards is not None:
        names.take_layouts(on_same_boards)
    declared = declare(names, ruleset)
    if on_same_boards is not None:
        names.take_rows(on_same_boards)
    scenarios = scenarios_of(names, ruleset)
    program = program_of(names, ruleset, declared, scenarios)
    if proves:
        problems += [*marked(ruleset, layers), *indexed(ruleset)]
    proof = None
    if not wrong(problems):
        ensure_complete(program)
    if proves and not wrong(problems):
        problems += endless(program.procedures)
        proof = _proof(program, flows, is_edited=before is not None)
        problems += proof.problems
        problems += unused(ruleset, program, names.used, names.walks)
        problems += constant_conditions(ruleset, program)
        if says_what_is_run(ruleset):
            problems += idle_options(ruleset)
        problems += unexpecting(ruleset.origins, layers)
    usable = None if wrong(problems) else program
    diagnostics = in_order(problems)
    return Loaded(
        ruleset.name,
        folder,
        ruleset,
        usable,
        diagnostics,
        names,
        scenarios,
        proof=proof,
    )


def _proof(
    program: Program, flows: KnownFlows | None, *, is_edited: bool
) -> SecrecyAnalysis:
    """Return the proof of secrecy; if flows may be of the text before an edit, a leak
    is looked for again without them, for its places."""
    proof = analyse_secrecy(program, flows)
    if not is_edited:
        return proof
    if proof.problems:
        return analyse_secrecy(program, KnownFlows())
    return replace(proof, has_former_places=True)


def wrong(problems: Iterable[Diagnostic]) -> bool:
    """Return whether there is an error among the diagnostics."""
    return any(problem.severity == "error" for problem in problems)


def in_order(problems: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics sorted by file and line, without duplicates."""
    once = {
        (problem.code, str(problem.span), problem.message): problem
        for problem in problems
    }
    return tuple(sorted(once.values(), key=lambda problem: problem.order))


def usable(loaded: Loaded) -> Program:
    """Return the program; raises Unusable with the errors if there is none.

    Warnings are left out: they concern the author, not a player.
    """
    if loaded.program is None:
        name = called(loaded.folder)
        errors = [problem for problem in loaded.problems if problem.severity == "error"]
        raise Unusable(f"the pack '{name}' has problems", tuple(errors))
    return loaded.program


def read_value(
    loaded: Loaded, text: str, kind: Type, scenario: str, source: str
) -> Value:
    """Read a value of a type from the command line; raises Unusable if it does not fit.

    `source` says where the text came from, such as `--with grade`.
    """
    problems: list[Diagnostic] = []
    place_of = ScalarNode(text, Span(Source(source, text), 0, len(text)), "", ())
    initial_state = usable(loaded).initial_states[scenario]
    names = loaded.names.outside(Diagnostics(problems), scenario, initial_state)
    if isinstance(present(kind), Text):
        return text
    typed = printed_on_board(names, place_of, kind, Scope())
    if typed is None:
        typed = embedded(
            names, TextLocation(place_of, names.problems), text, Scope(), kind
        )
    value = constant(names, typed) if not problems else None
    if problems:
        raise Unusable(f"'{text}' does not fit {source}", tuple(problems))
    return value


def added_row(
    loaded: Loaded, name: str, given: Mapping[str, Value], scenario: str
) -> tuple[Value, ...]:
    """Return the row of an entity of a kind that is added to a game of a scenario, with
    what is given of its fields; raises Unusable where a field lacks a value."""
    problems: list[Diagnostic] = []
    initial_state = usable(loaded).initial_states[scenario]
    names = loaded.names.outside(Diagnostics(problems), scenario, initial_state)
    kind = names.kinds[name]
    values, lacking = added_values(names, kind, given)
    if problems:
        raise Unusable(f"no {printed(name)} can be added", tuple(problems))
    if lacking:
        texts = [f"{printed(each.name)}: {spoken(each.type)}" for each in lacking]
        message = f"a new {printed(name)} lacks values of its fields"
        raise Unusable(message, hint=f"give {', '.join(texts)}")
    return tuple([values.get(each.name) for each in kind.fields])


class IncompleteProgram(Exception):
    """An expression that could not be read was about to be run.

    Whatever cannot be read has a diagnostic, and a ruleset with an error has no
    program; so a diagnostic was lost, which is a fault of the engine. Better to stop
    than to run a rule that is not the one that was written.
    """


def ensure_complete(program: Program) -> None:
    """Raise IncompleteProgram if an expression of the program could not be read."""
    for expression in every_expression(program):
        for node in nodes(expression):
            if isinstance(node, Invalid):
                raise IncompleteProgram(f"{node.span}: this was never read")


__all__ = ["Loaded", "find_pack", "load", "pack_folders", "read_value", "usable"]
