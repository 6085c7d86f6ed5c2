"""Entity kinds: stored fields with audiences, derived fields, seats, masks."""

from collections.abc import Callable, Iterable
from collections.abc import Mapping as Mappings

from msgspec.structs import replace

from interpreter.diagnostics import (
    Diagnostic,
    did_you_mean,
    nearest,
    problem,
    there_are,
)
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import Bracket, Word
from interpreter.expressions.typed import Apply, Constant, Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import EVERYONE, UNREADABLE, Audience
from interpreter.semantics.declarations import (
    Field,
    Formula,
    Kind,
    LookupTable,
    Parameter,
)
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.foreign_hints import say_unreadable
from interpreter.semantics.expressions.scope import Scope, TextLocation, spoken
from interpreter.semantics.expressions.yaml_values import figure, rule_of, text_of
from interpreter.semantics.names import Filling, Names
from interpreter.semantics.sections.audiences import (
    audience_of,
    owned,
    owner_of,
    read_audience,
    shown,
)
from interpreter.semantics.sections.drawing import drawn, ending, ordered, with_end
from interpreter.semantics.sections.sentences import says_of
from interpreter.semantics.sections.types import type_of
from interpreter.values.conversions import fit
from interpreter.values.types import (
    WRITABLE,
    Boolean,
    Entity,
    MapOf,
    Moment,
    Number,
    Text,
    Type,
    Unknown,
    Value,
    enumeration_of,
    present,
    writable,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

# Fields that rows of tables give an entity where its scenario says nothing.

FILL_EXPECTED = "a look-up table and a field of the kind, as 'roster[sort]'"


def fillings_of(
    names: Names, declared: MappingNode, kind: Kind
) -> tuple[Filling, ...] | None:
    """Read `figures` of a kind; None after a problem."""
    node = declared.get("figures")
    items = node.items if isinstance(node, SequenceNode) else (node,)
    found = [
        _filling(names, item, kind) for item in items if isinstance(item, ScalarNode)
    ]
    read = tuple(each for each in found if each is not None)
    return read if len(read) == len(items) else None


def _filling(names: Names, node: ScalarNode, kind: Kind) -> Filling | None:
    place = TextLocation(node, names.problems)
    try:
        tree = parse(node.text)
    except Unreadable as fault:
        say_unreadable(names, place, fault)
        return None
    match tree:
        case Bracket(base=Word() as name, keys=(Word() as key,)):
            table = _table(names, name, place)
        case _:
            message = f"'{node.text}' is no row of a table"
            place.say("R401", tree.at, message, FILL_EXPECTED)
            return None
    if table is None or not _is_key(names, kind, table, key, place):
        return None
    fields = {field.name: field for field in kind.fields}
    cells: dict[Value, dict[str, Typed]] = {value: {} for value, _ in table.rows}
    for number, (column, given) in enumerate(table.columns):
        field = fields.get(column)
        if field is None or column == key.name:
            continue
        if fit(present(given), field.type) != "yes":
            named = column.replace("_", " ")
            message = f"column '{named}' of '{table.name}' is {spoken(given)}"
            place.say("R401", tree.at, message, spoken(field.type))
        for value, row in table.rows:
            cells[value][column] = row[number]
    return Filling(table.name, key.name, cells)


def _table(names: Names, word: Word, place: TextLocation) -> LookupTable | None:
    name = word.name
    if names.has("tables", name):
        names.need("tables", name)
        names.used.add(("tables", name))
        found = names.tables.get(name)
        if isinstance(found, LookupTable):
            return found
        if found is not None:
            message = f"'{word.name}' is no look-up table"
            place.say("R401", word.at, message, "a table with a key and columns")
        return None
    hint = did_you_mean(word.name, names.listed("tables"))
    place.say("R301", word.at, f"unknown table '{word.name}'", hint=hint)
    return None


def _is_key(
    names: Names, kind: Kind, table: LookupTable, word: Word, place: TextLocation
) -> bool:
    """Return whether a field of the kind has the key type of the table; report if
    not."""
    known = {field.name: field.type for field in kind.fields}
    found = known.get(word.name)
    if found is None:
        named = kind.name.replace("_", " ")
        hint = did_you_mean(word.name, known)
        message = f"{named} has no field '{word.name}'"
        place.say("R308", word.at, message, hint=hint)
        return False
    if fit(present(found), table.key) != "yes":
        message = f"'{word.name}' is {spoken(found)}"
        place.say("R401", word.at, message, spoken(table.key))
        return False
    return True


# Masks: by which fields alone others know an entity, next to a number.

EXPECTED = "an enumeration, a whole number or a text"


def masks_of(
    names: Names, each: Declaration, fields: Iterable[Field]
) -> tuple[str, ...]:
    """Return the fields named by `masks` of a kind, in its order."""
    node = each.node.get("masks") if isinstance(each.node, MappingNode) else None
    if node is None:
        return ()
    if each.key == names.seat_kind:
        message = f"'{each.name}' are the seats, which everyone knows by name"
        names.problems.append(problem("R608", node.span, message))
        return ()
    known = {field.name: field for field in fields}
    found = []
    for name in _scalars(node):
        field = known.get(name.name)
        if field is None:
            hint = did_you_mean(name.text, known)
            message = f"{each.name} has no field '{name.text}'"
            names.problems.append(problem("R308", name.span, message, hint=hint))
        elif not _is_word(field.type):
            message = f"this is {spoken(field.type)}"
            names.problems.append(
                problem("R401", name.span, message, expected=EXPECTED)
            )
        elif field.audience not in (EVERYONE, UNREADABLE):
            message = f"not everyone sees '{field.name}', and a label would tell it"
            hint = f"{field.name}: {{type: ..., seen_by: everyone}}"
            names.problems.append(problem("R608", name.span, message, hint=hint))
        else:
            found.append(field.name)
    return tuple(found)


def called_of(names: Names, each: Declaration, fields: Iterable[Field]) -> str:
    """Return the field named by `called` of a kind; "" if there is none."""
    node = each.node.get("called") if isinstance(each.node, MappingNode) else None
    if not isinstance(node, ScalarNode):
        return ""
    if each.key == names.seat_kind:
        message = f"'{each.name}' are the seats, which everyone knows by their ids"
        hint = f"remove 'called: {node.text}'"
        names.problems.append(problem("R609", node.span, message, hint=hint))
        return ""
    known = {field.name: field for field in fields}
    field = known.get(node.name)
    if field is None:
        hint = did_you_mean(node.text, known)
        message = f"{each.name} has no field '{node.text}'"
        names.problems.append(problem("R308", node.span, message, hint=hint))
        return ""
    if not isinstance(present(field.type), Text | Unknown):
        message = f"this is {spoken(field.type)}"
        names.problems.append(problem("R401", node.span, message, expected="a text"))
        return ""
    return field.name


def _scalars(node: Node) -> list[ScalarNode]:
    items = node.items if isinstance(node, SequenceNode) else (node,)
    return [each for each in items if isinstance(each, ScalarNode)]


def _is_word(kind: Type) -> bool:
    """Return whether values of a type can be printed and sorted."""
    if isinstance(kind, Number):
        return kind.whole
    return isinstance(kind, (Text, Unknown)) or enumeration_of(kind) is not None


# `last_seen` of a kind: the claim that keeps what a seat may no longer see.


def last_seen_of(names: Names, each: Declaration, kind: Kind) -> str:
    """Return the kind of claim named by `last_seen`, or "".

    It must be about entities of this kind, without a label, and its facts must be
    fields of the kind.
    """
    node = each.node.get("last_seen") if isinstance(each.node, MappingNode) else None
    if not isinstance(node, ScalarNode):
        return ""
    claim = names.claims.get(node.name)
    if claim is None:
        known = [found.title for found in names.claims.values()]
        hint = did_you_mean(node.text, known) or there_are(known)
        message = f"'{node.text}' is no kind of claim"
        names.problems.append(problem("R301", node.span, message, hint=hint))
        return ""
    names.used.add(("claims", claim.name))
    fields = {field.name: field for field in kind.fields}
    missing = [fact.title for fact in claim.facts if fact.name not in fields]
    unlike = [
        fact.title
        for fact in claim.facts
        if fact.name in fields and fit(fields[fact.name].type, fact.type) != "yes"
    ]
    kind_name = spoken(Entity(kind.name))
    about = claim.about is None or fit(Entity(kind.name), claim.about) != "yes"
    for wrong, message in (
        (about, f"'{claim.title}' is not about {kind_name}"),
        (claim.label is not None, f"'{claim.title}' has a label, which no field gives"),
        (missing, f"no field of {kind_name} is called '{', '.join(missing)}'"),
        (unlike, f"'{', '.join(unlike)}' has another type than the field"),
    ):
        if wrong:
            expected = f"about: {kind.name}, and facts named as fields, of their types"
            found = problem("R401", node.span, message, expected=expected)
            names.problems.append(found)
            return ""
    return claim.name


def head_kinds(names: Names, declarations: Mappings[str, Declaration]) -> None:
    """Register the kinds by name, before any type is read."""
    for key, each in declarations.items():
        names.fields[key] = {}
        derived = (
            each.node.get("derived") if isinstance(each.node, MappingNode) else None
        )
        for name, _ in derived.entries if isinstance(derived, MappingNode) else ():
            names.derived.add((key, name.name))


def seat_kind(names: Names, node: Node | None) -> str:
    """Return the kind of the seats, or ""; a misspelt one is reported and corrected."""
    if not isinstance(node, ScalarNode):
        return ""
    found = node.name
    if found in names.fields:
        return found
    hint = did_you_mean(node.text, names.fields)
    message = f"'{node.text}' is no kind of entity"
    names.problems.append(problem("R307", node.span, message, hint=hint))
    return nearest(found, names.fields) or ""


def type_fields(names: Names, declarations: Mappings[str, Declaration]) -> None:
    """Read the types of stored fields; derived fields are read on demand."""
    for key, each in declarations.items():
        for name, value in _entries(each.node, "fields"):
            kind_node = value.get("type") if isinstance(value, MappingNode) else value
            kind: Type = Unknown()
            if kind_node is None:
                names.problems.append(
                    problem("R102", name.span, "the field has no type", expected="type")
                )
            else:
                kind = type_of(names, kind_node)
            if not writable(name.text):
                message = f"expressions cannot write the name '{name.text}'"
                names.problems.append(
                    problem("R203", name.span, message, expected=WRITABLE)
                )
            names.fields[key][name.name] = kind
        for name, value in _entries(each.node, "derived"):
            full = f"{key}.{name.name}"
            names.later("derived", full, _derive_later(names, key, full, name, value))


def _derive_later(
    names: Names, kind: str, full: str, name: ScalarNode, value: Node
) -> Callable[[], None]:
    def read() -> None:
        body_node = value.get("is") if isinstance(value, MappingNode) else value
        if not isinstance(body_node, ScalarNode):
            names.problems.append(
                problem("R103", name.span, "an expression is needed here")
            )
            return
        _refuse_say(names, name, value)
        declared = value.get("type") if isinstance(value, MappingNode) else None
        wanted = type_of(names, declared) if declared is not None else None
        body = expression(names, body_node, own_scope(names, kind), wanted)
        takes = (Parameter("it", Entity(kind)),)
        names.formulas[full] = Formula(
            full, takes, wanted or body.type, body, name.span, rule_of(value)
        )

    return read


def _refuse_say(names: Names, name: ScalarNode, value: Node) -> None:
    """Append R101 where a derived field has a sentence, which nothing would print: a
    view shows stored fields alone."""
    said = value.key("say") if isinstance(value, MappingNode) else None
    if said is not None:
        message = f"nothing prints what is said of the derived field '{name.text}'"
        hint = (
            "leave it out: 'say' in a step prints a derived value, 'say' of a stored "
            "field what a seat reads of it"
        )
        names.problems.append(problem("R101", said.span, message, hint=hint))


def own_scope(names: Names, kind: str) -> Scope:
    """Return the scope in which `it` is an entity of the kind."""
    return Scope().bind("it", Entity(kind))


def _entries(node: Node, key: str) -> tuple[tuple[ScalarNode, Node], ...]:
    found = node.get(key) if isinstance(node, MappingNode) else None
    return found.entries if isinstance(found, MappingNode) else ()


def declare_kind(names: Names, each: Declaration) -> Kind:
    """Read the stored fields of a kind with their audiences and initial values."""
    fields = []
    scope = own_scope(names, each.key)
    owner = owner_of(names, each.key, each.node, scope)
    for name, value in _entries(each.node, "fields"):
        key = name.name
        kind = names.fields[each.key].get(key, Unknown())
        start_node = value.get("start") if isinstance(value, MappingNode) else None
        start: Typed | None = None
        if start_node is not None:
            start = figure(names, start_node, kind)
        elif isinstance(kind, Moment):
            start = Constant(0, kind)  # the beginning of the game
        elif isinstance(kind, MapOf):
            start = Constant((), kind)
        audience = audience_of(names, scope, owner, name, value)
        fields.append(
            Field(
                key,
                kind,
                audience,
                start,
                name.span,
                rule=rule_of(value),
                says=_says(names, each, name, value),
            )
        )
    single = text_of(
        each.node.get("single") if isinstance(each.node, MappingNode) else None
    )
    seen_by = _seen_by(names, each.node, scope, owner)
    return Kind(
        each.key,
        tuple(fields),
        {},
        single == "yes",
        each.span,
        seen_by=seen_by,
        masks=masks_of(names, each, fields),
        called=called_of(names, each, fields),
    )


def _says(
    names: Names, each: Declaration, name: ScalarNode, field: Node
) -> tuple[tuple[str, str], ...]:
    """Read what people are told of a field, which may name other fields of the kind."""
    said = field.get("say") if isinstance(field, MappingNode) else None
    if said is None:
        return ()
    known = names.fields[each.key]
    kind = known.get(name.name, Unknown())
    return tuple(says_of(names, name, kind, said, [*known], about_all=False))


def complete_kind(names: Names, each: Declaration) -> Kind:
    """Return a kind with its derived fields and endings, which may read any kind."""
    derived = {
        name: names.formulas[f"{each.key}.{name}"]
        for owner, name in sorted(names.derived)
        if owner == each.key
        and names.need("derived", f"{each.key}.{name}")
        and f"{each.key}.{name}" in names.formulas
    }
    kind, scope = names.kinds[each.key], own_scope(names, each.key)
    _narrow(names, each, derived, scope)
    nodes = [value for _, value in _entries(each.node, "fields")]
    pairs = list(zip(kind.fields, nodes, strict=True))
    fields = tuple(
        replace(with_end(names, field, node, scope), shown=_shown(names, each, node))
        for field, node in pairs
    )
    endings = [
        found
        for field, node in zip(fields, nodes, strict=True)
        if (found := ending(names, field, node, scope)) is not None
    ]
    kind = replace(kind, fields=fields, derived=derived, endings=tuple(endings))
    if kind.masks:
        kind = replace(kind, owned=owned(names, each))
    kind = replace(kind, last_seen=last_seen_of(names, each, kind))
    if isinstance(each.node, MappingNode) and "figures" in each.node:
        names.fillings[each.key] = fillings_of(names, each.node, kind)
    if silent := _silent(names, each, kind):
        names.problems.append(silent)
    return ordered(names, replace(kind, drawn=drawn(names, kind, each.node, scope)))


def _silent(names: Names, each: Declaration, kind: Kind) -> Diagnostic | None:
    """Return that players read of the entities of a kind field by field, although the
    pack says something of other kinds."""
    if not names.seat_kind or not kind.showable or any(f.says for f in kind.fields):
        return None
    if not any(f.says for other in names.kinds.values() for f in other.fields):
        return None
    first = kind.showable[0].name.replace("_", " ")
    message = f"of '{each.name}' players read every field, not what the pack says of it"
    hint = f'{first}: {{type: ..., say: "... {{{first}}}"}}'
    return problem("R526", each.span, message, hint=hint)


def _shown(names: Names, each: Declaration, node: Node) -> Typed:
    """Return the condition for seeing a field, which includes seeing the entity."""
    found = shown(names, each, node)
    if not isinstance(each.node, MappingNode) or each.node.get("seen_by") is None:
        return found
    return Apply("and", (shown(names, each, each.node), found), Boolean())


def _narrow(
    names: Names, each: Declaration, derived: dict[str, Formula], scope: Scope
) -> None:
    owner = owner_of(names, each.key, each.node, scope)
    for name, value in _entries(each.node, "derived"):
        found, key = _seen_by(names, value, scope, owner), name.name
        if found is not None and key in derived:
            derived[key] = replace(derived[key], seen_by=found)


def _seen_by(
    names: Names, node: Node, scope: Scope, owner: Typed | None
) -> Audience | None:
    audience_node = node.get("seen_by") if isinstance(node, MappingNode) else None
    return (
        None
        if audience_node is None
        else read_audience(names, audience_node, scope, owner)
    )
