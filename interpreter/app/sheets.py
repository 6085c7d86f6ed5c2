"""A quick-reference sheet of a pack: what is read where, in the order of play.

What players may know is decided by `ir.rule_readers`; `sheet: players` or
`sheet: judge` of a table, of modifiers or of a procedure has the last word. Nothing
else reaches the sheet of the players: no entity, no scenario, no text of a step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from interpreter.app.authoring.rulings import rules_around
from interpreter.expressions.typed import Constant, Use
from interpreter.ir.dice_sums import dice_sums
from interpreter.ir.effects import RuleName
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import PROCEDURES
from interpreter.ir.rule_readers import (
    RULES,
    RuleReaders,
    first_callers,
    judges_rules,
    read_at_all,
    rule_readers,
    without_judges_steps,
)
from interpreter.ir.walking import expressions, instructions, nodes
from interpreter.pipeline.opening import Pack
from interpreter.reports.colour import clean
from interpreter.reports.outputs.sheets import (
    SheetAudience,
    SheetBlockOutput,
    SheetOptionOutput,
    SheetOutput,
    SheetPartOutput,
)
from interpreter.reports.plain_words import PlainWords
from interpreter.reports.sheet_blocks import (
    BlockSource,
    modifiers_block,
    table_block,
)
from interpreter.reports.sheet_changes import (
    ON_SHEET,
    added_by,
    changes_of,
    counted,
    row_name,
    title_of,
)
from interpreter.reports.sheet_house import (
    Conditions,
    change_in_words,
    house_changes,
    withheld_words,
)
from interpreter.reports.sheet_layout import fitted, without_code
from interpreter.reports.values import edge, spaced
from interpreter.ruleset.options import shown
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.rule_index import (
    RULEBOOK,
    IndexedRuleset,
    every_section,
)
from interpreter.ruleset.ruleset import Origin, Ruleset
from interpreter.semantics.declarations import ENTRY, RollTable
from interpreter.source import Name
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

FOR_PLAYERS, FOR_JUDGE = "players", "judge"
OF_THE_JUDGE = frozenset({"secret", "judge"})
"""Kinds of rules of which players are told nothing."""
SEEN_BY = "seen_by"
OF_OPTION = "option"
NO_STEPS = frozenset({"cases", "scenarios", "rulebook"})
WITH_STEPS = (PROCEDURES, "triggers", "walks")
OTHERS = "Other tables"
AS_PRINTED = "[as the book has it; changed here, see ▲]"
"""What follows a sentence of the rulebook on something that is changed."""
LONGEST_MEASURE = 30


def sheet_of(
    pack: Pack,
    typed: str,
    audience: SheetAudience = "players",
    sides: int | None = None,
) -> SheetOutput:
    """Return a quick reference of a pack under its options (`sheet_and_withheld`)."""
    return sheet_and_withheld(pack, typed, audience, sides)[0]


def sheet_and_withheld(
    pack: Pack,
    typed: str,
    audience: SheetAudience = "players",
    sides: int | None = None,
) -> tuple[SheetOutput, list[str]]:
    """Return a quick reference of a pack under its options, and for its author what
    house rules changed that is withheld from players.

    `typed` is the pack as the command line named it, `sides` how many sides of A4 there
    are (None: two or four).
    """
    indexed, program = pack.ruleset(), pack.program
    ruleset = indexed.ruleset
    starts = tuple(_starts(pack, ruleset))
    secret = judges_rules(program, starts, unread_too=_has_secrets(ruleset))
    judges = frozenset(_judges(ruleset, secret))
    readers = rule_readers(program, starts)
    # what is read under other options only is in force for nobody
    elsewhere = read_at_all(program) - readers.readers.keys()
    hidden = judges if audience == "players" else frozenset()
    seen = program
    if audience == "players":
        seen = without_judges_steps(program, judges)
    callers = first_callers(seen, starts)
    is_secret = None
    if audience == "players":
        is_secret = _secret_changes(ruleset, judges)
    changes = list(house_changes(ruleset, is_secret))
    says = _saying(indexed, audience, frozenset(_changed_rules(ruleset, is_secret)))
    source = _source(indexed, program, seen, readers, judges, audience, says)
    conditions: Conditions = {
        (Name(name), *row_name(group.name, row.key)): text
        for name, modifiers in program.declared.modifiers.items()
        for group in modifiers.groups
        for row in group.rows
        if (text := source.words.of(row.condition))
    }
    head = ruleset.head
    sheet = SheetOutput(
        pack=ruleset.name,
        typed=clean(typed),
        title=_text(head, "title") or ruleset.name,
        edition=_text(head, "edition"),
        audience=audience,
        sides=1,
        scale=100,
        with_notes=True,
        parts=tuple(_parts(program, readers, callers, hidden | elsewhere, source)),
        options=tuple(_options(ruleset)),
        changes=tuple(
            change_in_words(ruleset, each.origin, conditions)
            for each in changes
            if each.is_told
        ),
        left_out=(),
    )
    return fitted(without_code(sheet), sides), withheld_words(ruleset, changes)


def _secret_changes(
    ruleset: Ruleset, judges: frozenset[RuleName]
) -> Callable[[Origin], bool]:
    """Return what tells of which changes players may not know: those of what is the
    judge's, or has steps that only he may know of. Of what an overlay removed nobody
    knows any more who read it; then a pack with any secret says nothing of it."""
    hidden = judges.union(_tell_of_judge(ruleset))
    has_secrets = _has_secrets(ruleset) or any(
        origin.before is not None and _names_judge(origin.before)
        for origin in ruleset.origins
    )

    def is_secret(origin: Origin) -> bool:
        key = Name(origin.key)
        if key not in ruleset.sections.get(origin.section, {}):
            return has_secrets
        return (origin.section, key) in hidden

    return is_secret


def _starts(pack: Pack, ruleset: Ruleset) -> Iterator[str]:
    """Yield the procedures from which play begins: of scenarios, then entry points."""
    for main in pack.mains.values():
        if main:
            yield from (main, f"{main}{ENTRY}")
    yield from (f"{key}{ENTRY}" for key in ruleset.sections["entry_points"])


def _has_secrets(ruleset: Ruleset) -> bool:
    """Tell whether anything of a pack is for the judge alone, under whatever options.

    Then what no step reads under the options of now is not the players': steps that
    `only` cuts away may read it, and nobody knows who would see them.
    """
    nodes_: list[Node] = [ruleset.head]
    for section, declared in every_section(ruleset).items():
        if section not in NO_STEPS:
            nodes_ += [each.node for each in declared.values()]
    return any(map(_names_judge, nodes_))


def _names_judge(node: Node) -> bool:
    waiting: list[Node] = [node]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, SequenceNode):
            waiting += inner.items
        elif isinstance(inner, MappingNode):
            for key, value in inner.entries:
                if key.name != SEEN_BY:
                    waiting.append(value)
                elif isinstance(value, ScalarNode) and FOR_JUDGE in value.text.split():
                    return True
    return False


def _tell_of_judge(ruleset: Ruleset) -> Iterator[RuleName]:
    """Yield what has steps that only the judge may know of, by section and name: a
    change of it may be a change of those. Where an event is hidden, all triggers may be
    of that one."""
    events = ruleset.sections["events"].values()
    is_any_hidden = any(_names_judge(event.node) for event in events)
    for section in WITH_STEPS:
        for key, declared in ruleset.sections[section].items():
            is_of_hidden = is_any_hidden and section == "triggers"
            if is_of_hidden or _names_judge(declared.node):
                yield section, key


def _judges(ruleset: Ruleset, secret: Iterable[RuleName]) -> Iterator[RuleName]:
    """Yield what belongs to the judge, as tables and modifiers themselves say it, or by
    who reads them."""
    said: dict[RuleName, str] = {}
    for section in (*RULES, PROCEDURES):
        for key, declared in ruleset.sections[section].items():
            if word := _text(declared.node, ON_SHEET):
                said[section, key] = word
    for name in {*secret, *said}:
        if said.get(name, FOR_JUDGE) == FOR_JUDGE:
            yield name


def _source(
    indexed: IndexedRuleset,
    program: Program,
    seen: Program,
    readers: RuleReaders,
    judges: frozenset[RuleName],
    audience: SheetAudience,
    says: Callable[[Sequence[str]], str],
) -> BlockSource:
    """Return what blocks are made from; `seen` is the program with the steps alone that
    the reader may see. With what a table is read that its author opens to players, all
    steps say: it may be that no other does."""
    ruleset = indexed.ruleset
    names = edge(program.declared, program.initial_states[""])
    formulas = ruleset.sections["formulas"]
    titles = {
        (section, key): title
        for section in (*RULES, PROCEDURES)
        for key, declared in ruleset.sections[section].items()
        if (title := title_of(declared))
    }
    words = PlainWords(names, {key: title_of(each) for key, each in formulas.items()})
    measures = _measures(program, words, frozenset())
    if audience == "players":
        of_judge = measures
        measures = _measures(seen, words, judges)
        for name, declared in ruleset.sections["tables"].items():
            if _text(declared.node, ON_SHEET) == FOR_PLAYERS and name in of_judge:
                measures.setdefault(name, of_judge[name])
    return BlockSource(
        names,
        words,
        dice_sums(seen),
        says,
        titles,
        lambda section, key: changes_of(ruleset, section, key),
        readers.readers,
        measures,
        _read_by_options(ruleset),
    )


def _read_by_options(ruleset: Ruleset) -> dict[tuple[str, Name, Name], str]:
    """Return the options by which groups of modifiers are read, with their values, in
    words: in the program an option is but its value."""
    found: dict[tuple[str, Name, Name], str] = {}
    for key, declared in ruleset.sections["modifiers"].items():
        node = declared.node
        groups = node.get("groups") if isinstance(node, MappingNode) else None
        for name, group in groups.entries if isinstance(groups, MappingNode) else ():
            read = group.get("on") if isinstance(group, MappingNode) else None
            path = parts_of(read) if isinstance(read, ScalarNode) else []
            option = path[1].name if len(path) == 2 else ""
            if option in ruleset.options and path[0].text == OF_OPTION:
                value = ruleset.options[option]
                text = f"{spaced(value.name)}, now {shown(value.value)}"
                found[key, name.name, Name("")] = clean(f"by the option {text}")
    return found


def _measures(
    program: Program, words: PlainWords, hidden: frozenset[RuleName]
) -> dict[str, str]:
    """Return with what tables of numbers are mostly read, in words, by their names, as
    far as formulas that are not `hidden` and steps read them."""
    found: dict[str, Counter[str]] = {}
    bodies = [
        formula.body
        for name, formula in program.declared.formulas.items()
        if ("formulas", name) not in hidden
    ]
    for procedure in program.procedures.values():
        for one in instructions(procedure.body):
            bodies += expressions(one)
    for node in nodes(*bodies):
        if isinstance(node, Use) and node.section == "tables" and node.arguments:
            if isinstance(node.arguments[0], Constant):  # a figure says not of what
                continue
            text = words.measure(node.arguments[0])
            if text and len(text) <= LONGEST_MEASURE:
                found.setdefault(node.name, Counter())[text] += 1
    return {name: texts.most_common(1)[0][0] for name, texts in found.items()}


def _changed_rules(
    ruleset: Ruleset, is_secret: Callable[[Origin], bool] | None
) -> Iterator[str]:
    """Yield the rules of the source that something carries out which is changed, as far
    as the readers may know; what is new beside it leaves a rule as it was."""
    for origin in counted(ruleset):
        is_known = is_secret is None or not is_secret(origin)
        if origin.before is not None and is_known and origin.section in RULES:
            yield from map(str.casefold, rules_around(ruleset, origin))


def _saying(
    indexed: IndexedRuleset, audience: SheetAudience, changed: frozenset[str]
) -> Callable[[Sequence[str]], str]:
    """Return what gives the sentences that the rulebook has for the first of several
    rules that has one, with a word on those that are `changed`; to players it says
    nothing of rules on secrets."""
    rulebook = indexed.ruleset.sections[RULEBOOK]
    known: dict[str, str] = {}
    for rule in rulebook.values():
        secret = bool(OF_THE_JUDGE & {*_texts(rule.node, "kinds")})
        if audience == "judge" or not secret:
            text = _text(rule.node, "says")
            name = rule.name.casefold()
            known[name] = f"{text} {AS_PRINTED}" if text and name in changed else text

    def says(rules: Sequence[str]) -> str:
        texts = (known.get(rule.casefold(), "") for rule in rules)
        return next((text for text in texts if text), "")

    return says


def _titled(
    name: str,
    callers: Mapping[str, str],
    hidden: frozenset[RuleName],
    source: BlockSource,
) -> str:
    """Return the procedure whose title is printed above what another reads: itself, or
    the nearest of its callers that has one; "" where none has. In a pack without any
    title it is itself."""

    def has_title(each: str) -> bool:
        return (PROCEDURES, each.removesuffix(ENTRY)) in source.titles

    if not any(map(has_title, callers)):
        return name
    found, met = name, {""}
    while found not in met:
        if has_title(found) and (PROCEDURES, found) not in hidden:
            return found
        met.add(found)
        found = callers.get(found, "")
    return ""


def _parts(
    program: Program,
    readers: RuleReaders,
    callers: Mapping[str, str],
    hidden: frozenset[RuleName],
    source: BlockSource,
) -> Iterator[SheetPartOutput]:
    """Yield the procedures that are the first to read something, or those with a title
    that lead to them; last what nothing reads, and what is read where no title may be
    printed. `callers` are known to those who read the sheet."""
    placed: set[RuleName] = set()
    read: dict[str, list[RuleName]] = {}
    for name in readers.procedures:
        rules = [each for each in readers.first_read[name] if each not in hidden]
        if not rules or (PROCEDURES, name) in hidden:
            continue
        if heading := _titled(name, callers, hidden, source):
            read.setdefault(heading, []).extend(rules)
    for name, rules in read.items():
        placed.update(rules)
        procedure = program.procedures[name]
        own = tuple(procedure.rule.split())
        key = name.removesuffix(ENTRY)
        title = source.titles.get((PROCEDURES, key)) or spaced(procedure.title or key)
        note = source.says(own)
        blocks = tuple(
            replace(block, note="") if block.note == note else block
            for block in _blocks(program, rules, hidden, source)
        )
        yield SheetPartOutput(title=title, note=note, rules=own, blocks=blocks)
    declared = program.declared
    every = [("tables", name) for name in declared.tables]
    every += [("modifiers", name) for name in declared.modifiers]
    rest = [each for each in every if each not in placed and each not in hidden]
    if rest:
        blocks = tuple(_blocks(program, rest, hidden, source))
        yield SheetPartOutput(title=OTHERS, note="", rules=(), blocks=blocks)


def _blocks(
    program: Program,
    rules: Sequence[RuleName],
    hidden: frozenset[RuleName],
    source: BlockSource,
) -> Iterator[SheetBlockOutput]:
    declared = program.declared
    rolled = [
        table
        for name, table in declared.tables.items()
        if isinstance(table, RollTable) and ("tables", name) not in hidden
    ]
    for section, name in rules:
        if section == "tables" and name in declared.tables:
            block = table_block(declared.tables[name], source)
        elif name in declared.modifiers:
            block = modifiers_block(declared.modifiers[name], rolled, source)
        else:
            continue
        if block.rows:
            yield block


def _options(ruleset: Ruleset) -> Iterator[SheetOptionOutput]:
    declared = ruleset.sections["options"]
    for option in ruleset.options.values():
        yield SheetOptionOutput(
            name=spaced(option.name),
            title=title_of(declared.get(option.key)),
            value=clean(shown(option.value)),
            default=clean(shown(option.default)),
            by=added_by(declared.get(option.key)),
        )


def _text(node: object, key: str) -> str:
    found = node.get(key) if isinstance(node, MappingNode) else None
    return clean(" ".join(found.text.split())) if isinstance(found, ScalarNode) else ""


def _texts(node: object, key: str) -> list[str]:
    found = node.get(key) if isinstance(node, MappingNode) else None
    items = found.items if isinstance(found, SequenceNode) else ()
    return [item.text for item in items if isinstance(item, ScalarNode)]
