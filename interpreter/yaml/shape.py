"""Files checked against their schema, and failures turned into problems with a hint.

An error names its place by two paths: one through the data, one through the schema.
Followed together they give each node the schemas that apply to it and the words of
them that failed. What to say of that is worked out from node and schema, for the text
of an error names neither the key that was meant nor its place in a file.

What is proposed has passed the shape of its place.

`jsonschema` decides (`schemas`, `failures`); what is said of a failure follows from the
node and the schema that failed. One mistake makes one problem, at the key or value
where it was made. Where a map has none or two of the keys of which it needs one,
nothing else is said of it: nobody knows what it was meant to be.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Fix, did_you_mean, nearest, problem
from interpreter.foreign.step_words import statement
from interpreter.source import Span
from interpreter.yaml import pitfalls
from interpreter.yaml.foreign_values import idiom_of, step_hint
from interpreter.yaml.meant_values import (
    ADD,
    instead,
    is_only_added,
    keys_of,
    same_step,
    verb_without_colon,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import (
    Schema,
    ValidFiles,
    alternatives,
    examples_of,
    is_closed,
    kinds_wanted,
    names,
    needed_beside,
    of_other_keys,
    properties_of,
    schema_of,
    validator,
    validator_of,
)
from interpreter.yaml.writing import scalar

if TYPE_CHECKING:
    from jsonschema import ValidationError


_INTO_KEY = "properties"
_INTO_EACH = ("additionalProperties", "items")
_SAME_NODE = ("then", "else")


class Failures(Struct):
    """What is wrong with a node and within it.

    `schemas` are those that apply to the node, as far as an error led through them,
    the outermost first; `failed` has the failed words of these, each with its schema;
    `inner` the failures of its entries by their key, of its items by their number.
    """

    schemas: list[Schema] = field(default_factory=list)
    failed: list[tuple[str, Schema]] = field(default_factory=list)
    inner: dict[str | int, Failures] = field(default_factory=dict)

    def of_word(self, *words: str) -> list[Schema]:
        """Return the schemas of which one of these words failed, each once."""
        return _distinct(schema for word, schema in self.failed if word in words)


def data_of(node: Node) -> Any:
    """Return a node as the data that `jsonschema` reads.

    Scalars are texts; nothing after a key is None, which no schema allows, so that
    each such place is found with what is wanted there.
    """
    if isinstance(node, ScalarNode):
        return None if is_empty(node) else node.text
    if isinstance(node, SequenceNode):
        return [data_of(item) for item in node.items]
    return {key.text: data_of(value) for key, value in node.entries}


def is_empty(node: Node) -> bool:
    """Return whether nothing was written; reading has said so."""
    return isinstance(node, ScalarNode) and not node.style and not node.text


def arranged(schema: Schema, errors: Iterable[ValidationError]) -> Failures:
    """Return the errors of a validator of this schema, as a tree over the data."""
    root = Failures()
    for error in errors:
        _add(root, schema, error)
    return root


def _add(root: Failures, schema: Schema, error: ValidationError) -> None:
    """Follow the two paths of an error to its node; where a key is refused, the paths
    end at its map and the word `properties`."""
    place, words = root, list(error.absolute_schema_path)
    entries = iter(error.absolute_path)
    at = 0
    while True:
        if not any(known is schema for known in place.schemas):
            place.schemas.append(schema)
        word, last = str(words[at]), at + 1 == len(words)
        if word in _SAME_NODE:
            schema, at = schema[word], at + 1
        elif last:
            place.failed.append((word, schema))
            return
        elif word in _INTO_EACH:
            schema, at = schema[word], at + 1
            place = place.inner.setdefault(next(entries), Failures())
        else:
            schema, at = schema[word][words[at + 1]], at + 2
            if word == _INTO_KEY:
                place = place.inner.setdefault(next(entries), Failures())


def _distinct(schemas: Iterable[Schema]) -> list[Schema]:
    found: list[Schema] = []
    for schema in schemas:
        if not any(known is schema for known in found):
            found.append(schema)
    return found


NAMES: Final = {"object": "a map", "array": "a list", "string": "a text"}
NOTHING: Final = ("{}", "[]")


def wanted(schema: Schema) -> str:
    """Return which kinds of node a place wants, with an example where there is one."""
    kinds = kinds_wanted(schema) or frozenset(NAMES)
    said = either([name for kind, name in NAMES.items() if kind in kinds])
    shown = next((each for each in examples_of(schema) if each not in NOTHING), "")
    return f"{said}, such as {shown}" if shown else said


def either(words: Iterable[str]) -> str:
    """Join words as 'a, b or c'."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def missing_value(key: ScalarNode, schema: Schema) -> tuple[str, str]:
    """Return what is expected, and a hint, where nothing follows a key."""
    if (found := pitfalls.meant(key.text)) is not None:
        return "key: value", f"write '{found[0]}: {found[1]}'"
    nothing = next((each for each in examples_of(schema) if each in NOTHING), "")
    hint = f"write {nothing} if it is empty" if nothing else ""
    hint = hint or pitfalls.asked(key.text)
    if not hint and key.text == _CHANGE:
        hint = f"take '{_CHANGE}:' out too if nothing is to be changed"
    return wanted(schema), hint


def of_unknown(key: ScalarNode, schema: Schema) -> tuple[str, str]:
    """Return what is expected, and a hint, where a key that is none is alone."""
    found = pitfalls.meant(key.text, keys_of(schema))
    hint = f"write '{found[0]}: {found[1]}'" if found else pitfalls.asked(key.text)
    return "key: value", hint or f"write '{key.text}: ' and a value, or leave it out"


MOST: Final = 1_000
"""The failures of a file that are reported; each takes a fifth of a millisecond."""
_BEGIN: Final = ("if", "id")
"""Clauses with which a step is begun before its verb."""
_LOOKED_AT: Final = 20
"""The keys of a map among which a misspelt one is looked for."""
_STEP: Final = frozenset(("for_each", "until", "only"))
"""Keys that only steps have together."""
_NO_VERB: Final = "R104"
"""The code of unknown keys by which a schema says that its keys are verbs."""


def check_file(
    node: Node, kind: str, problems: list[Diagnostic], valid: ValidFiles
) -> None:
    """Append what is wrong with the shape of a whole file, unless it is among those
    that are `valid`; it becomes one of them where nothing is wrong."""
    text = node.span.source.text
    if valid.has(kind, text):
        return
    if check_shape(node, kind, problems):
        valid.add(kind, text)


def check_shape(node: Node, kind: str, problems: list[Diagnostic]) -> bool:
    """Append what is wrong with the shape of a file of this kind; tell if it is valid.

    `kind` is "ruleset", "rulebook", "part" or "overlay". Where reading the file has
    found a mistake already, nothing more is said; but where nothing follows a
    key, it is now known what is wanted there.
    """
    errors = list(islice(validator_of(kind).iter_errors(data_of(node)), MOST))
    if not errors:
        return True
    known = {each.span.start for each in problems if _same(each, node)}
    # a text contains a character that only looks like a space: that is the problem
    within = {each.span.start for each in problems if each.code == "R015"} & known
    report = _Report(known, within)
    report.node(node, arranged(schema_of(kind), errors), None)
    for number, each in enumerate(problems):
        if each.fix is not None and each.fix.replacement:
            continue
        if each.code == "R007" and (told := report.wanted.get(each.span)):
            # a key below which something belongs is not to be deleted
            fix = None if told[1].startswith(INDENT) else each.fix
            told_of = replace(each, expected=told[0], hint=told[1], fix=fix)
            problems[number] = told_of
    problems.extend(report.found)
    return False


def has_shape(node: Node, schema: Schema) -> bool:
    """Return whether a node has a shape, in silence."""
    return validator(schema).is_valid(data_of(node))


def is_known(kind: str, key: str) -> bool:
    """Return whether a file of this kind may have the key."""
    return names(schema_of(kind), key)


def _same(each: Diagnostic, node: Node) -> bool:
    return each.severity == "error" and each.span.source is node.span.source


class _Report:
    """What is said of the failures of a document."""

    def __init__(self, known: set[int], within: Collection[int] = ()) -> None:
        self.found: list[Diagnostic] = []
        self.wanted: dict[Span, tuple[str, str]] = {}
        self._known = known
        self._within = sorted(within)
        self._order = sorted(known)
        self._said: set[tuple[str, int]] = set()

    def _say(
        self,
        code: str,
        span: Span,
        message: str,
        expected: str,
        hint: str = "",
        fix: Fix | None = None,
    ) -> None:
        if span.start in self._known or (code, span.start) in self._said:
            return
        at = bisect_left(self._within, span.start)
        if at < len(self._within) and self._within[at] < span.end:
            return
        self._said.add((code, span.start))
        found = problem(code, span, message, expected=expected, hint=hint, fix=fix)
        self.found.append(found)

    def node(self, node: Node, failures: Failures, owner: ScalarNode | None) -> None:
        """Report the failures of a node, which follows the key `owner`."""
        if is_empty(node):
            if owner is not None:
                told = missing_value(owner, failures.schemas[0])
                self.wanted.setdefault(owner.span, told)
        elif of_type := failures.of_word("type"):
            self._wrong_kind(node, of_type[0], owner)
        elif isinstance(node, ScalarNode):
            for schema in failures.of_word("enum"):
                self._not_listed(node, schema["enum"])
        elif isinstance(node, SequenceNode):
            for number, item in enumerate(node.items):
                if number in failures.inner:
                    before = node.items[number - 1] if number else item
                    self._item(before, item, failures.inner[number])
        elif all(
            self._chosen(node, schema, failures, owner) for schema in failures.schemas
        ):
            self._map(node, failures, owner)

    def _item(self, before: Node, item: Node, failures: Failures) -> None:
        """Report the failures of an item of a list; `before` is the one before it."""
        said = len(self.found)
        self.node(item, failures, None)
        for number, each in enumerate(self.found[said:], said):
            is_open = each.code == _NO_VERB and not each.hint
            if is_open and (hint := same_step(before, item)):
                self.found[number] = replace(each, expected="", hint=hint)

    def _not_listed(self, node: ScalarNode, texts: list[str]) -> None:
        hint = did_you_mean(node.text, texts)
        message = f"'{node.text}' is not allowed here"
        self._say("R105", node.span, message, either(texts), hint)

    def _map(
        self, node: MappingNode, failures: Failures, owner: ScalarNode | None
    ) -> None:
        done = {
            start
            for schema in failures.schemas
            for start in self._not_indented(node, schema)
        }
        for schema in failures.of_word(
            "required", "dependencies", "additionalProperties"
        ):
            self._keys(node, schema, owner, done)
        for key, value in node.entries:
            if key.span.start not in done and key.text in failures.inner:
                self.node(value, failures.inner[key.text], key)

    def _keys(
        self,
        node: MappingNode,
        schema: Schema,
        owner: ScalarNode | None,
        done: set[int],
    ) -> None:
        """Report the keys that are unknown, and those that are missing.

        Of the keys that begin at one of the places `done` enough is said; those join
        them that were meant as a missing one.
        """
        missing = _missing(node, schema)
        strange = _strange(node, schema) if missing else []
        named = properties_of(schema)
        for key, value in node.entries:
            if key.text in named or key.span.start in done:
                continue
            alone = len(strange) == len(missing) == 1
            lacking = missing if any(key is each for each in strange) else []
            if is_closed(schema):
                if _is_step(schema) and step_hint(node, key)[0]:
                    self._say(
                        _unknown(schema),
                        key.span,
                        f"unknown key '{key.text}'",
                        "",
                        *step_hint(node, key),
                    )
                    continue
                if is_empty(value):
                    self.wanted[key.span] = of_unknown(key, schema)
                self._unknown_key(node, key, schema, lacking, alone)
            elif lacking and (meant := nearest(key.text, lacking)) is not None:
                lacking.remove(meant)
                done.add(key.span.start)
                hint = f"did you mean '{meant}'?"
                self._say("R102", key.span, f"'{meant}' is missing", meant, hint)
        if not missing or self._broken_within(node):
            return  # what could be read of it does not tell what is missing
        for name in missing:
            self._is_missing(name, node, schema, owner)

    def _is_missing(
        self, name: str, node: MappingNode, schema: Schema, owner: ScalarNode | None
    ) -> None:
        examples = examples_of(properties_of(schema).get(name, {}))
        shown = examples[0] if examples else "..."
        needs = needed_beside(schema)
        wanting = (key for key, _ in node.entries if name in needs.get(key.text, ()))
        span, message = _place(node, owner), f"'{name}' is missing"
        if (found := next(wanting, None)) is not None:
            span, message = found.span, f"'{found.text}' needs '{name}' next to it"
        elif not owner and not node.entries:
            message = f"the file is empty, so {message}"
        self._say("R102", span, message, f"{name}: {shown}")

    def _unknown_key(
        self,
        node: MappingNode,
        key: ScalarNode,
        schema: Schema,
        missing: list[str],
        alone: bool,
    ) -> None:
        """Report a key; where it was meant as the one that is missing, that is said
        here and not once more."""
        code, named = _unknown(schema), properties_of(schema)
        what = "section" if code == "R106" else "key"
        message, known = f"unknown {what} '{key.text}'", either(named)
        hint = did_you_mean(key.text, named)
        meant = nearest(key.text, missing) if missing else None
        if meant is None and alone and not hint:
            (meant,) = missing
            number = node.get(key.text)
            if isinstance(number, ScalarNode) and is_only_added(number, schema):
                row = f"{ADD}: {number.text}"
                condition = f"{{if: {key.text}, {row}}} if '{key.text}' is a condition"
                hint = f"write {{{row}}}, or {condition}"
            message, known = f"{message}, and '{meant}' is missing", f"{meant}: ..."
        if meant is not None:
            missing.remove(meant)
        self._say(code, key.span, message, known, hint)

    def _not_indented(self, node: MappingNode, schema: Schema) -> Iterator[int]:
        """Yield the starts of the keys that belong to the empty one above them, and
        report it there."""
        above: tuple[ScalarNode, Schema] | None = None
        named, other = properties_of(schema), of_other_keys(schema)
        for key, value in node.entries:
            if above is not None and _belongs(key, above[1], schema):
                hint = f"{INDENT}: '{key.text}' and what follows"
                told = wanted(above[1]), hint
                self.wanted.setdefault(above[0].span, told)
                if key.text not in named:
                    yield key.span.start
            else:
                inner = named.get(key.text, other)
                above = (key, inner) if inner and is_empty(value) else None

    def _broken_within(self, node: MappingNode) -> bool:
        """Return whether reading found a mistake in the keys or texts of this map."""
        spans = [key.span for key, _ in node.entries]
        spans += [each.span for _, each in node.entries if isinstance(each, ScalarNode)]
        at = ((each.start, each.end) for each in spans)
        within = (
            bisect_right(self._order, e) > bisect_left(self._order, s) for s, e in at
        )
        return node.span.start in self._known or any(within)

    def _chosen(
        self,
        node: MappingNode,
        schema: Schema,
        failures: Failures,
        owner: ScalarNode | None,
    ) -> bool:
        """Report none or several of the keys of which one is required; tell if one."""
        keys = alternatives(schema)
        if not keys:
            return True
        there = [key for key, _ in node.entries if key.text in keys]
        if (key := _of_new_part(node, schema, keys)) is not None:
            whole = schema["x-new-part"]["key"]
            message = f"'{key.text}' is outside '{whole}'"
            expected = f"{whole}: {{{key.text}: ...}}"
            hint = f"a new part is written {{{expected}}}"
            self._say(_unknown(schema), key.span, message, expected, hint)
            return False
        if not there:
            without = schema["then"].get("required", ())
            alone = all(_has(node, name) for name in without)
            if alone and not _strange(node, schema):
                return True
            self._none_chosen(node, schema, keys, owner)
            return False
        if len(there) > 1 and any(_refused(key, failures) for key in there):
            self._several_chosen(node, schema, keys, there)
            return False
        return True

    def _several_chosen(
        self,
        node: MappingNode,
        schema: Schema,
        keys: tuple[str, ...],
        there: list[ScalarNode],
    ) -> None:
        texts = " and ".join(f"'{key.text}'" for key in there)
        expected = either(keys)
        if _unknown(schema) == _NO_VERB:
            message = f"a step has one verb, this one has {texts}"
            second = _beginning(node, there[0], there[1])
            hint = f"make it a step of its own: '- {second.text}: ...'"
            self._say(_NO_VERB, second.span, message, expected, hint)
        else:
            message = f"only one of {texts} is allowed here"
            self._say("R101", there[1].span, message, expected)

    def _none_chosen(
        self,
        node: MappingNode,
        schema: Schema,
        keys: tuple[str, ...],
        owner: ScalarNode | None,
    ) -> None:
        step = _unknown(schema) == _NO_VERB
        if self._broken_within(node):
            empty = (key for key, value in node.entries if is_empty(value))
            self.wanted |= {key.span: of_unknown(key, schema) for key in empty}
            return
        strange = _strange(node, schema)
        if step and self._foreign(node, strange):
            return
        near = [key for key in strange if nearest(key.text, keys)]
        for key in (near or strange)[:1]:
            what = f"'{key.text}' is no verb" if step else f"unknown key '{key.text}'"
            hint = verb_without_colon(key, keys) or did_you_mean(key.text, keys)
            self._say(_unknown(schema), key.span, what, either(keys), hint)
            return
        code = _NO_VERB if step else "R102"
        message = "this step has no verb" if step else "a key is missing"
        first = node.entries[0][0] if node.entries and step else owner
        hint, _ = step_hint(node, first) if first is not None and step else ("", None)
        expected = "" if hint else either(keys)
        self._say(code, _place(node, first), message, expected, hint)

    def _foreign(self, node: MappingNode, strange: Iterable[ScalarNode]) -> bool:
        """Report the first key of a step with which another language begins a
        statement; False if there is none."""
        for key in strange:
            hint, fix = step_hint(node, key)
            if hint:
                message = f"'{key.text}' is no verb"
                self._say(_NO_VERB, key.span, message, "", hint, fix)
                return True
        return False

    def _wrong_kind(self, node: Node, schema: Schema, owner: ScalarNode | None) -> None:
        kinds = kinds_wanted(schema)
        named = either([name for kind, name in NAMES.items() if kind in kinds])
        where = f"'{owner.text}' needs" if owner is not None else "expected"
        message = f"{where} {named}, not {NAMES[_kind(node)]}"
        hint = instead(node, schema, has_shape)
        foreign, fix = "", None
        if isinstance(node, ScalarNode) and _IS in properties_of(schema):
            written = f"{{{_IS}: {scalar(node.text)}}}"
            foreign, fix = f"write '{written}'", Fix(node.span, written)
        elif isinstance(node, ScalarNode) and is_only_added(node, schema):
            written = f"{{{ADD}: {node.text}}}"
            foreign, fix = f"write '{written}'", Fix(node.span, written, safe=False)
        elif (
            isinstance(node, ScalarNode)
            and "object" in kinds
            and not (owner is not None and owner.text == _CHANGE)
        ):
            is_entry = owner is not None and owner.text in _OF_NAMES
            foreign = statement(node.text, is_entry=is_entry)
        before = len(self.found)
        expected = "" if foreign else wanted(schema)
        self._say("R103", node.span, message, expected, foreign or hint, fix)
        if "string" in kinds and node.span.text[:1] in ("[", "{"):
            self.found[before:] = [
                idiom_of(each, node.span) or each for each in self.found[before:]
            ]


INDENT = "indent what belongs to it"
_IS: Final = "is"
"""The key of a map that holds an expression: of a formula, or of what is derived."""
_CHANGE: Final = "change"
"""The key of the changes of an overlay, below which there are no steps."""
_OF_NAMES = frozenset({"set", "let", "options", "with", "roll"})
"""Keys after which names stand, each with its value."""


def _is_step(schema: Schema) -> bool:
    """Return whether a schema is that of a step."""
    return properties_of(schema).keys() >= _STEP


def _unknown(schema: Schema) -> str:
    """Return the code of a key that a schema does not know."""
    code: str = schema.get("x-unknown", "R101")
    return code


def _missing(node: MappingNode, schema: Schema) -> list[str]:
    """Return the keys that a schema wants and a map has not, in order."""
    there = {key.text for key, _ in node.entries}
    wanted = [*schema.get("required", ())]
    for key, needed in needed_beside(schema).items():
        wanted += needed if key in there else ()
    return list(dict.fromkeys(name for name in wanted if name not in there))


def _refused(key: ScalarNode, failures: Failures) -> bool:
    """Return whether `jsonschema` found that a key may not be in its map."""
    closed = failures.of_word("additionalProperties")
    apart = failures.of_word("properties")
    return any(properties_of(schema).get(key.text) is False for schema in apart) or any(
        key.text not in properties_of(schema) for schema in closed
    )


def _strange(node: MappingNode, schema: Schema) -> list[ScalarNode]:
    """Return the keys that a schema names nowhere, the first few."""
    keys = (key for key, _ in node.entries if not names(schema, key.text))
    return list(islice(keys, _LOOKED_AT))


def _of_new_part(
    node: MappingNode, schema: Schema, keys: tuple[str, ...]
) -> ScalarNode | None:
    """Return the first key of a new part that was written without the key under which
    it is, as in a change without `add`; None where another mistake is likelier."""
    if "x-new-part" not in schema:
        return None
    part = schema["x-new-part"]
    others = {*keys, *part["never"]} - {part["key"]}
    if any(key.text in others for key, _ in node.entries):
        return None
    strange = _strange(node, schema)
    if all(nearest(key.text, properties_of(schema)) for key in strange):
        return None
    return strange[0]


def _beginning(node: MappingNode, first: ScalarNode, second: ScalarNode) -> ScalarNode:
    """Return the key that begins a second step: its verb, or the condition that is
    before it."""
    keys = [key for key, _ in node.entries]
    at = [key is first for key in keys].index(True)
    to = [key is second for key in keys].index(True)
    before = (key for key in keys[at + 1 : to] if key.text in _BEGIN)
    return next(before, second)


def _belongs(key: ScalarNode, inner: Schema, outer: Schema) -> bool:
    """Return whether a key is next to an empty one although it is a part of it."""
    if is_closed(outer):
        text = kinds_wanted(inner) == frozenset(["string", "number"])
        return not text and not names(outer, key.text)
    return names(inner, key.text)


def _kind(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return "string"
    return "array" if isinstance(node, SequenceNode) else "object"


def _has(node: MappingNode, key: str) -> bool:
    """Return whether the key is there exactly so: words of the engine are exact."""
    found = node.key(key)
    return found is not None and found.text == key


def _place(node: MappingNode, owner: ScalarNode | None) -> Span:
    """Return the place of a map as a whole: its owner's key, else its first key."""
    if owner is not None:
        return owner.span
    return node.entries[0][0].span if node.entries else node.span
