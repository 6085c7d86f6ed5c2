"""What a text with a problem means in another language, as a hint and a fix.

Asked once there is a problem, before a name is looked for that is spelt alike.
"""

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.functions import FUNCTIONS, HEX_FUNCTIONS, REDUCERS
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import At
from interpreter.foreign.cursor import RESERVED
from interpreter.foreign.idioms import Rewriting
from interpreter.foreign.rereading import LONGEST_LINE, reread
from interpreter.semantics.declarations import LookupTable
from interpreter.semantics.expressions.scope import Scope, TextLocation
from interpreter.semantics.names import Names
from interpreter.source import Name, Span, normalised, printed
from interpreter.values.types import Entity
from interpreter.yaml.foreign_values import idiom_of

_LENGTH = re.compile(r"[ \t]+#[A-Za-z]")
_SECTIONS = ("formulas", "tables", "modifiers", "walks")
_MAPPINGS = ("kinds", "types", "events", "claims", "boards", "procedures")


class NamesAtPlace(Struct, frozen=True):
    """The names of a pack and of a scope, for reading a text again."""

    names: Names
    scope: Scope

    def knows(self, name: str) -> bool:
        """Return whether a name is declared, in the pack or at this place."""
        plain, names = normalised(name), self.names
        if self.scope.find(plain) is not None:
            return True
        if any(names.has(section, plain) for section in _SECTIONS):
            return True
        if any(plain in getattr(names, mapping) for mapping in _MAPPINGS):
            return True
        return self._is_part(plain) or names.entity(plain) is not None

    def is_function(self, name: str) -> bool:
        """Return whether a name is a function of the language."""
        return name in FUNCTIONS or name in HEX_FUNCTIONS or name in REDUCERS

    def _is_part(self, name: Name) -> bool:
        """Return whether it is a field of some kind, or a value of an enumeration."""
        fields = any(name in fields for fields in self.names.fields.values())
        derived = any(name == field for _, field in self.names.derived)
        groups = any(
            name == group
            for enumeration in self.names.enumerations()
            for group, _ in enumeration.groups
        )
        return fields or derived or groups or bool(self.names.owners(name))

    def columns(self, table: str) -> tuple[str, ...]:
        """Return the columns of a look-up table, () if it is none or not read yet."""
        name = normalised(table)
        if not self.names.has("tables", name) or not self.names.need("tables", name):
            return ()
        found = self.names.tables.signature(name)
        if not isinstance(found, LookupTable):
            return ()
        return tuple(column for column, _ in found.columns)

    def holder(self, field: str) -> str:
        """Return the innermost local whose entity has such a field, "" for none."""
        name, names = normalised(field), self.names
        for local, found in reversed(self.scope.locals):
            kind = found.type.kind if isinstance(found.type, Entity) else ""
            if name in names.fields.get(kind, {}) or (kind, name) in names.derived:
                return local
        return ""


def meant(names: Names, scope: Scope, text: str, name: str = "") -> Rewriting | None:
    """Return how a text is written here if it is in the notation of another language,
    else None. `name` is what a step calls the dice of the text."""
    found = reread(text, NamesAtPlace(names, scope), name)
    if found is None:
        return None
    try:
        parse(found.line)
    except Unreadable:
        return None
    return found


def underscored(names: Names, text: str) -> str:
    """Return what to write for a text with a name that has a word of the language in
    it, as a hint; "" where none is. A name in a text may be written with blanks
    otherwise, so nobody expects that here it may not."""
    fields = {each for known in names.fields.values() for each in known}
    listed = {each for section in _SECTIONS for each in names.listed(section)}
    derived = {field for _, field in names.derived}
    written, last = text, ""
    for name in sorted(fields | listed | derived, key=len, reverse=True):
        words = printed(name).split()
        if RESERVED & set(words):
            form = r"[ _]+".join(map(re.escape, words))
            written, times = re.subn(rf"\b{form}\b", "_".join(words), written)
            last = "_".join(words) if times else last
    if not last:
        return ""
    is_line = "\n" not in written and len(written) <= LONGEST_LINE
    return f"write '{written if is_line else last}'"


def say_unreadable(
    names: Names,
    place: TextLocation,
    fault: Unreadable,
    scope: Scope | None = None,
    expected: str = "",
    is_free_of_errors: Callable[[str], bool] | None = None,
) -> None:
    """Report a text that is no expression; `expected` is what may stand there where
    that is no expression of any kind. A rewriting that is not `is_free_of_errors` is
    not safe."""
    rewriting = None
    if place.problems.wants_hints:
        rewriting = meant(names, scope or Scope(), place.text)
    if rewriting is not None and is_free_of_errors is not None and rewriting.safe:
        rewriting = replace(rewriting, safe=is_free_of_errors(rewriting.line))
    expected = expected or fault.expected
    hint = fault.hint
    if rewriting is None and place.problems.wants_hints:
        hint = underscored(names, place.text) or hint
    said, at = (fault.message, expected, hint), fault.at
    if rewriting is not None and not touches(rewriting, at):
        at = rewriting.places[0]  # where reading broke off may be long after it
    found = place.problem("R201", at, *said, rewriting)
    if rewriting is None and (cut := _cut_short(place)) is not None:
        # YAML took `#us` for a comment, and the text ends before it
        found = idiom_of(found, cut) or found
    place.problems.append(found)


def _cut_short(place: TextLocation) -> Span | None:
    """Return a plain text with the `#` and the name that follow it, None if nothing
    does."""
    span, source = place.scalar.span, place.scalar.span.source
    if place.scalar.style or not _LENGTH.match(source.text, span.end):
        return None
    end = source.text.find("\n", span.end)
    return Span(source, span.start, len(source.text) if end < 0 else end)


def touches(rewriting: Rewriting, at: At) -> bool:
    """Return whether an idiom of a text is at a place, or encloses it."""
    return any(
        start < max(at[1], at[0] + 1) and at[0] < end for start, end in rewriting.places
    )
