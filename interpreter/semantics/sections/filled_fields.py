"""Fields that rows of tables give a thing where its scenario says nothing."""

from interpreter.diagnostics import did_you_mean
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import Bracket, Word
from interpreter.expressions.typed import Typed
from interpreter.semantics.declarations import Kind, LookupTable
from interpreter.semantics.expressions.scope import TextLocation, spoken
from interpreter.semantics.names import Filling, Names
from interpreter.values.conversions import fit
from interpreter.values.names import plain
from interpreter.values.types import Value, present
from interpreter.yaml.nodes import MappingNode, ScalarNode, SequenceNode

EXPECTED = "a look-up table and a field of the kind, as 'roster[sort]'"


def fillings_of(
    names: Names, declared: MappingNode, kind: Kind
) -> tuple[Filling, ...] | None:
    """Read `figures` of a kind; None where a problem says why not."""
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
        place.say("R201", fault.at, fault.message, fault.expected, fault.hint)
        return None
    match tree:
        case Bracket(base=Word() as name, keys=(Word() as key,)):
            table = _table(names, name, place)
        case _:
            message = f"'{node.text}' is no row of a table"
            place.say("R401", tree.at, message, EXPECTED)
            return None
    if table is None or not _is_key(names, kind, table, key, place):
        return None
    fields = {field.name: field for field in kind.fields}
    cells: dict[Value, dict[str, Typed]] = {value: {} for value, _ in table.rows}
    for number, (column, given) in enumerate(table.columns):
        field = fields.get(column)
        if field is None or column == plain(key.name):
            continue
        if fit(present(given), field.type) != "yes":
            named = column.replace("_", " ")
            message = f"column '{named}' of '{table.name}' is {spoken(given)}"
            place.say("R401", tree.at, message, spoken(field.type))
        for value, row in table.rows:
            cells[value][column] = row[number]
    return Filling(table.name, plain(key.name), cells)


def _table(names: Names, word: Word, place: TextLocation) -> LookupTable | None:
    name = plain(word.name)
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
    """Tell whether a field of the kind is a key of the table, and report why not."""
    known = {field.name: field.type for field in kind.fields}
    found = known.get(plain(word.name))
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
