"""What is known of a name: what it is, its type, its title, its rule in words.

Texts are Markdown; what authors wrote is escaped in it.
"""

import re
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from interpreter.app.editing.meanings import MeaningIndex
from interpreter.app.editing.mentions_in_yaml import Mention, Symbol
from interpreter.ruleset.options import shown
from interpreter.ruleset.rule_index import every_section, rules_of
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.declarations import Parameter
from interpreter.semantics.names import Names
from interpreter.source import normalised, printed
from interpreter.values.types import Enumeration, Type, Unknown, spoken
from interpreter.yaml.nodes import MappingNode, ScalarNode

WORDS = MappingProxyType(
    {
        **{"tables": "table", "formulas": "formula", "walks": "walk"},
        **{"modifiers": "modifiers", "procedures": "procedure", "events": "event"},
        **{"options": "option", "types": "type", "boards": "board"},
        **{"entities": "kind of entity", "claims": "claim", "triggers": "trigger"},
        **{"policies": "policy", "scenarios": "scenario", "cases": "case"},
        **{"entry_points": "entry point", "rulebook": "rule"},
        **{"fields": "field", "values": "value", "columns": "column"},
        **{"locals": "local", "functions": "function of the language"},
    }
)
"""What something of a section is called."""
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def hover(meanings: MeaningIndex, mention: Mention) -> str:
    """Return what is known of a name at a place, as Markdown."""
    lines = [*_head(meanings, mention), *_body(meanings, mention.symbol)]
    return "\n\n".join(line for line in lines if line)


def detail_of(meanings: MeaningIndex, symbol: Symbol) -> str:
    """Return the type or the signature of something, on one line; "" if unknown."""
    names, name = meanings.loaded.names, symbol.name
    if symbol.section == "fields":
        kind = names.fields.get(symbol.owner, {}).get(name)
        derived = names.formulas.every().get(f"{symbol.owner}.{name}")
        kind = derived.gives if kind is None and derived is not None else kind
        return "" if kind is None else spoken(kind)
    if symbol.section == "values":
        return f"of {printed(symbol.owner)}"
    if symbol.section == "options":
        option = names.options.every().get(name)
        return "" if option is None else spoken(option[1])
    return _signature(names, symbol.section, name)


def _head(meanings: MeaningIndex, mention: Mention) -> Iterator[str]:
    symbol = mention.symbol
    what = WORDS.get(symbol.section, symbol.section)
    detail = detail_of(meanings, symbol)
    if not detail and mention.type is not None:
        unknown = isinstance(mention.type, Unknown)
        detail = "" if unknown else spoken(mention.type)
    name = _code(printed(symbol.name))
    owner = symbol.owner if symbol.section in ("fields", "columns") else ""
    of = f" of {escaped(printed(owner))}" if owner else ""
    yield f"**{name}** {escaped(what)}{of}{': ' if detail else ''}{escaped(detail)}"


def _body(meanings: MeaningIndex, symbol: Symbol) -> Iterator[str]:
    ruleset, names = meanings.loaded.ruleset, meanings.loaded.names
    if ruleset is None:
        return
    if symbol.section == "values":
        kind = names.types.get(symbol.owner)
        if isinstance(kind, Enumeration):
            yield escaped(", ".join(map(printed, kind.values)))
        return
    if symbol.section == "rulebook":
        yield from rules_in_words(ruleset, [symbol.name])
        return
    owner = symbol.section in ("fields", "columns")
    section = {"fields": "entities", "columns": "tables"}.get(
        symbol.section, symbol.section
    )
    declared = every_section(ruleset).get(section, {})
    declaration = declared.get(symbol.owner if owner else symbol.name)
    if declaration is None:
        return
    if not owner:
        yield from _said(declaration, ruleset)
        option = ruleset.options.get(symbol.name)
        if section == "options" and option is not None:
            now, default = shown(option.value), shown(option.default)
            yield f"now {_code(now)}, default {_code(default)}"
    span = declaration.span
    yield f"{escaped(span.source.name)}:{span.first[0]}"


def _said(declaration: Declaration, ruleset: Ruleset) -> Iterator[str]:
    """Yield the title of a declaration, and its rules in words."""
    node = declaration.node
    if not isinstance(node, MappingNode):
        return
    for key in ("title", "say"):
        title = node.get(key)
        if isinstance(title, ScalarNode):
            yield escaped(title.text)
    yield from rules_in_words(ruleset, rules_of(node))


def rules_in_words(ruleset: Ruleset, rules: Iterable[str]) -> Iterator[str]:
    """Yield what the rulebook of a pack says of rules, with their places."""
    listed = ruleset.sections.get("rulebook", {})
    for rule in rules:
        entry = listed.get(normalised(rule))
        node = None if entry is None else entry.node
        says = node.get("says") if isinstance(node, MappingNode) else None
        at = node.get("at") if isinstance(node, MappingNode) else None
        place = f" ({escaped(at.text)})" if isinstance(at, ScalarNode) else ""
        words = f": {escaped(says.text)}" if isinstance(says, ScalarNode) else ""
        yield f"{_code(rule)}{place}{words}"


def _signature(names: Names, section: str, name: str) -> str:
    if section == "procedures":
        procedure = names.procedures.every().get(name)
        if procedure is not None:
            return _call(procedure.takes, procedure.gives)
    if section == "formulas":
        formula = names.formulas.every().get(name)
        if formula is not None:
            return _call(formula.takes, formula.gives)
    if section == "modifiers":
        modifiers = names.modifiers.every().get(name)
        if modifiers is not None:
            return _call(modifiers.takes, modifiers.type)
    if section == "tables":
        table = names.tables.every().get(name)
        takes = getattr(table, "takes", ())
        gives: Type | None = getattr(table, "gives", None)
        return "" if gives is None else _call(takes, gives)
    event = names.events.get(name) if section == "events" else None
    return "" if event is None else _call(event.takes, Unknown())


def _call(takes: Iterable[Parameter], gives: Type) -> str:
    listed = ", ".join(f"{printed(each.name)}: {spoken(each.type)}" for each in takes)
    result = "" if isinstance(gives, Unknown) else f"gives {spoken(gives)}"
    return f"({listed}) {result}".strip() if listed else result


def escaped(text: str) -> str:
    """Return a text so that Markdown shows it as it is, on one line."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    return f"`{' '.join(text.replace('`', chr(39)).split())}`"
