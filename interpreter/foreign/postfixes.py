"""What follows an atom: calls, fields, indices, powers."""

import re

from interpreter.foreign import calls
from interpreter.foreign.call_forms import gathered, over, power, slice_of
from interpreter.foreign.cursor import Cursor
from interpreter.foreign.operators import (
    ATOM,
    CHOICE,
    FIXED,
    SUM,
)
from interpreter.foreign.pieces import (
    At,
    Gathering,
    NamelessFunction,
    NotForeign,
    Piece,
)
from interpreter.foreign.tokens import ForeignToken


class Postfixes(Cursor):
    """Reads what follows an atom."""

    def expression(self, level: int) -> Piece:
        """Read an expression whose operators bind at least so tightly."""
        raise NotImplementedError

    def prefix(self) -> Piece:
        """Read what begins an expression."""
        raise NotImplementedError

    def items(self, closing: str) -> list[Piece]:
        """Read expressions up to a closing bracket, which is taken too."""
        raise NotImplementedError

    def postfix(self, base: Piece) -> Piece:
        """Read what follows an atom without a blank of meaning."""
        while True:
            if self.is_sign("(") and base.is_name and self._joined_on(base):
                base = self.call(base)
            elif self.is_sign(".", "?.") and self.ahead().kind == "name":
                base = self.dotted(base)
            elif self.is_sign("[") and base.level == ATOM and self._joined_on(base):
                base = self.indexed(base)
            elif self.is_sign("\u00b2", "\u00b3"):
                sign = self.take()
                exponent = Piece("2" if sign.text == "\u00b2" else "3", sign[2:4])
                at = self.end_of(base.at[0])
                base = power(self.found, FIXED["power"], at, base, exponent)
            elif self.is_sign("**", "^"):
                self.take()
                exponent = self.prefix()
                at = self.end_of(base.at[0])
                base = power(self.found, FIXED["power"], at, base, exponent)
            else:
                return base

    def _joined_on(self, base: Piece) -> bool:
        return self.token.start - base.at[1] <= 1

    def call(self, base: Piece, method_of: Piece | None = None) -> Piece:
        """Read the arguments of a call and make of it what it is here."""
        self.take()
        given = self.items(")")
        start = base.at[0] if method_of is None else method_of.at[0]
        at = self.end_of(start)
        name = base.text
        if method_of is not None:
            row = calls.method(name, len(given) + 1)
            if row is not None and self._is_foreign_method(name, given):
                return calls.made(self.found, row, at, (method_of, *given))
            return self.kept_call(
                f"{method_of.within(ATOM)}.{name}", given, at, method_of
            )
        row = calls.function(name, len(given))
        is_own = self.known.knows(name) or self.known.is_function(name)
        if name in calls.OWN_NAMES:
            is_own = len(given) == 1 or name not in calls.OF_ONE_LIST
        elif name == "list":
            is_own = any(isinstance(piece.form, Gathering) for piece in given)
        if row is None and not is_own and calls.is_only_foreign(name):
            raise NotForeign  # so many arguments it has in no language
        if row is None or is_own:
            return self.kept_call(name, given, at)
        return calls.made(self.found, row, at, given)

    def _is_foreign_method(self, name: str, given: list[Piece]) -> bool:
        """Return whether `x.name(...)` is no call of a function `name(x, ...)`."""
        if any(isinstance(piece.form, NamelessFunction) for piece in given):
            return True
        is_own = self.known.is_function(name) and not (name == "count" and given)
        return not is_own and not self.known.knows(name)

    def kept_call(
        self, name: str, given: list[Piece], at: At, base: Piece | None = None
    ) -> Piece:
        """Return a call of this name with its arguments as they are here."""
        form = given[0].form if len(given) == 1 else None
        if isinstance(form, Gathering) and (
            not given[0].text or name in calls.OF_ONE_LIST
        ):
            return gathered(name, form, at)
        text = f"{name}({', '.join(piece.text for piece in given)})"
        before = () if base is None else base.edits
        edits = (*before, *(edit for piece in given for edit in piece.edits))
        piece = Piece(text, at, edits=edits)
        separators = any(i is FIXED["separator"] for i, _ in self.found.idioms)
        return piece.foreign if separators else piece

    def field_name(self) -> ForeignToken:
        """Take the name after a dot: one word, or the words of a name that is known;
        raises NotForeign where none follows."""
        words = self._words()
        if not words:
            raise NotForeign
        number = max(self._known_words(words), 1)
        self.at += number
        text = " ".join(word.text for word in words[:number])
        return ForeignToken("name", text, words[0].start, words[number - 1].end)

    def dotted(self, base: Piece) -> Piece:
        """Read a field, a method, or a function of a library (`Math.floor`)."""
        dot = self.take()
        token = self.field_name()
        at = self.end_of(base.at[0])
        full = f"{base.text}.{token.text}"
        if self.is_sign("("):
            if calls.function(full, 1) or calls.function(full, 2):
                return self.call(Piece(full, at, is_name=True))
            name = Piece(token.text, (token.start, token.end), is_name=True)
            return self.call(name, base)
        if full.lower() in ("math.pi", "math.e"):
            raise NotForeign
        if token.text in calls.PROPERTIES and not self.known.knows(token.text):
            return over(self.found, FIXED["length"], at, "count", base)
        if dot.text == "?.":
            self.found.note(FIXED["?."], at)
            return Piece(f"{base.within(ATOM)}.{token.text}", at).foreign
        return Piece(f"{base.within(ATOM)}.{token.text}", at, edits=base.edits)

    def indexed(self, base: Piece) -> Piece:
        """Read an index or a slice; elsewhere lists count from 0."""
        self.take()
        if self.is_sign(":"):
            return self.sliced(base, None)
        keys = [self.expression(CHOICE)]
        if self.is_sign(":"):
            return self.sliced(base, keys[0])
        while self.accept(",") is not None:
            keys.append(self.expression(CHOICE))
        self.expect("]")
        at = self.end_of(base.at[0])
        only = keys[0].text if len(keys) == 1 else ""
        if only == "0":
            return self.found.foreign(FIXED["first"], at, base)
        if only in ("-1", f"count({base.text}) - 1"):
            return self.found.foreign(FIXED["last"], at, base)
        if re.fullmatch(r"-\d+", only):
            less = Piece(str(int(only[1:]) - 1), at)
            return self.found.foreign(FIXED["end"], at, base, less)
        text = f"{base.within(ATOM)}[{', '.join(piece.text for piece in keys)}]"
        edits = (*base.edits, *(edit for key in keys for edit in key.edits))
        return Piece(text, at, edits=edits)

    def sliced(self, base: Piece, first: Piece | None) -> Piece:
        """Read the rest of a slice `xs[a:b]`."""
        self.expect(":")
        last = None if self.is_sign("]") else self.expression(SUM)
        self.expect("]")
        at = self.end_of(base.at[0])
        low = "" if first is None else first.text
        text = slice_of(base.text, low, "" if last is None else last.text)
        return self.found.foreign(FIXED["slice"], at, text=text)
