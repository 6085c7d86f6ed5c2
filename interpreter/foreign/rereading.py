"""Reads a text again with a grammar that many languages share.

Precedence climbing over `tokens`: `_Reader.expression(level)` reads a prefix, then
operators that bind at least as tightly as `level`. Each rule makes the text of a
ruleset at once (`pieces`), so there is no tree. A text that this grammar cannot read
either is left to the ordinary diagnostics.

Names consist of words, so a run of words is taken as the longest name that is known;
else it ends before a word that is an operator elsewhere (`a plus b`).
"""

from interpreter.foreign import calls
from interpreter.foreign.call_forms import inside_text
from interpreter.foreign.cursor import DEEPEST, OPENERS
from interpreter.foreign.idioms import Idiom, KnownNames, NoNames, Rewriting
from interpreter.foreign.operands import Operands
from interpreter.foreign.operators import (
    AFTER,
    ATOM,
    CAPITALS,
    CHOICE,
    COMPARISON,
    FIXED,
    OR,
    OWN,
    PRODUCT,
    RANGE,
    SIGNS,
    SUM,
    in_capitals,
)
from interpreter.foreign.pieces import (
    At,
    Compared,
    Items,
    Literal,
    NamelessFunction,
    NotForeign,
    Piece,
)
from interpreter.foreign.tokens import LONGEST

LONGEST_LINE = 100
"""Characters of a line that is shown whole."""


def reread(
    text: str, known: KnownNames | None = None, name: str = ""
) -> Rewriting | None:
    """Return how a text is written in a ruleset, if it has idioms of other languages
    and nothing else is wrong with its form; else None.

    `name` is what the first dice of the text are called, if a step names them."""
    if len(text) > LONGEST:
        return None
    reader = _Reader(text, known or NoNames())
    reader.found.first_dice = name
    try:
        piece = reader.whole()
    except NotForeign:
        return None
    found = reader.found
    if not found.idioms or (not piece.edits and not found.rolls):
        return None
    line = piece.text
    if "\n" in text.strip() or len(line) > LONGEST_LINE:
        at, part = _narrowed(text, piece)
    else:
        at, part = (_first(text), len(text.rstrip())), line
    return Rewriting(
        at,
        part,
        line if len(line) <= LONGEST_LINE else part,
        _outermost_first(found.idioms),
        tuple(found.rolls),
        tuple(found.places),
        found.safe and not found.rolls,
        found.whole and not found.rolls,
    )


def _outermost_first(idioms: list[tuple[Idiom, At]]) -> tuple[Idiom, ...]:
    """Return the idioms of a text in the order in which a reader wants them."""

    def order(used: tuple[Idiom, At]) -> tuple[bool, int, int]:
        idiom, (start, end) = used
        return idiom is FIXED["separator"], start, -end

    return tuple(idiom for idiom, _ in sorted(idioms, key=order))


def _first(text: str) -> int:
    return len(text) - len(text.lstrip())


def _narrowed(text: str, piece: Piece) -> tuple[At, str]:
    """Return the part of a text from its first edit to its last, with all of them."""
    edits = sorted(piece.edits)
    if not edits:
        return piece.at, piece.text
    parts: list[str] = []
    at = start = edits[0][0]
    for first, last, written in edits:
        parts += [text[at:first], written]
        at = last
    return (start, at), "".join(parts)


class _Reader(Operands):
    """Reads the tokens of one text, from the first to the last."""

    def whole(self) -> Piece:
        """Return the whole text; raises NotForeign."""
        begun = self._beginning()
        piece = self.expression(CHOICE)
        for idiom, start in reversed(begun):
            self.found.note(idiom, (start, start + 1))
            piece = Piece(piece.text, self.end_of(start), piece.level).foreign
        if self.accept(";") is not None:
            piece = Piece(piece.text, self.end_of(piece.at[0]), piece.level).foreign
            self.found.note(FIXED["separator"], piece.at)
        if self.token.kind != "end":
            raise NotForeign
        return piece

    def _beginning(self) -> list[tuple[Idiom, int]]:
        """Take what stands before an expression elsewhere: `=`, `return`, `let x =`."""
        begun: list[tuple[Idiom, int]] = []
        start = self.token.start
        after = self.ahead()
        if self.is_sign("="):
            begun.append((FIXED["="], start))
            self.take()
        elif self.is_sign("/") and after.text in ("roll", "r", "gmroll"):
            begun.append((FIXED["/roll"], start))
            self.take()
            self.take()
        elif self.is_word("return") and after.kind != "end":
            begun.append((FIXED["return"], start))
            self.take()
        elif self.is_word("output") and (after.kind in OPENERS or after.text in "[(:"):
            begun.append((FIXED["output"], start))
            self.take()
            self.accept(":")
        elif self.is_word("let", "const", "var", "local") and after.kind == "name":
            begun.append((FIXED["let"], start))
            self.take()
            while self.token.kind == "name":
                self.take()
            self.expect("=")
        elif self.token.kind == "name" and after.text == ":=":
            begun.append((FIXED["let"], start))
            self.take()
            self.take()
        return begun

    def expression(self, level: int) -> Piece:
        """Read an expression whose operators bind at least so tightly."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotForeign
        left = self.prefix()
        while (after := self.infix(left, level)) is not None:
            left = after
        self.depth -= 1
        return left

    def infix(self, left: Piece, level: int) -> Piece | None:
        """Read an operator and its right side, if it binds tightly enough."""
        token = self.token
        if token.kind == "end":
            return None
        for rule in (
            self.arrow,
            self.ternary,
            self.special,
            self.in_signs,
            self.in_words,
            self.piped,
        ):
            after = rule(left, level)
            if after is not None:
                return after
        return None

    def arrow(self, left: Piece, level: int) -> Piece | None:
        """`v => E` as an argument is a function; elsewhere `=>` is '>='."""
        is_list = isinstance(left.form, Items)
        if not self.is_sign("=>", "->") or not (left.is_name or is_list):
            return None
        if self.token.text == "=>" and not (self.in_arguments or is_list):
            return None
        self.take()
        names = [left.text]
        if isinstance(left.form, Items):
            names = [piece.text for piece in left.form.items]
        body = self.expression(CHOICE)
        form = NamelessFunction(tuple(names), body)
        return Piece("", self.end_of(left.at[0]), form=form)

    def ternary(self, left: Piece, level: int) -> Piece | None:
        """`c ? a : b`, and `a if c else b`."""
        if level > CHOICE:
            return None
        if self.is_sign("?"):
            self.take()
            yes = self.expression(CHOICE)
            self.expect(":")
            no = self.expression(CHOICE)
            at = self.end_of(left.at[0])
            return self.found.foreign(FIXED["?"], at, left, yes, no)
        if self.is_word("if") and self.token.text == "if":
            self.take()
            condition = self.expression(OR)
            if not self.is_word("else"):
                raise NotForeign
            self.take()
            no = self.expression(CHOICE)
            at = self.end_of(left.at[0])
            return self.found.foreign(FIXED["if"], at, condition, left, no)
        return None

    def special(self, left: Piece, level: int) -> Piece | None:
        """Operators with a form of their own."""
        start = left.at[0]
        if (after := self.phrase(AFTER, self.at)) is not None and (
            level <= (COMPARISON if after[0].level == COMPARISON else PRODUCT)
        ):
            self.at += after[1]
            return self.found.foreign(after[0], self.end_of(start), left)
        if self.is_word("is") and self.ahead().text.lower() == "between":
            self.take()
        if self.is_word("between") and level <= COMPARISON:
            self.take()
            low = self.expression(SUM)
            if not self.is_word("and"):
                raise NotForeign
            self.take()
            high = self.expression(SUM)
            at = self.end_of(start)
            return self.found.foreign(FIXED["between"], at, left, low, high)
        if self.is_word("like") and level <= COMPARISON:
            self.take()
            right = self.expression(RANGE)
            return self.found.foreign(FIXED["like"], self.end_of(start), left, right)
        if self.is_sign("+=", "-=", "*=", "/=") and level == CHOICE:
            sign = self.take().text[0]
            right = self.expression(CHOICE)
            idiom = FIXED["+="]
            operator = Piece(sign, right.at)
            at = self.end_of(start)
            return self.found.foreign(idiom, at, left, operator, right)
        if self.is_sign("++", "--") and self.ahead().kind == "end":
            sign = self.take().text[0]
            at = self.end_of(start)
            one = Piece("1", at)
            return self.found.foreign(FIXED["+="], at, left, Piece(sign, at), one)
        joins = self.is_sign("..", "&") and _is_text(left)
        joins |= self.is_sign("..", "&") and self.ahead().kind == "text"
        if joins and level <= SUM:
            self.take()
            right = self.expression(SUM)
            text = f"'{inside_text(left)}{inside_text(right)}'"
            at = self.end_of(start)
            self.found.note(FIXED["joined"], at)
            return Piece(text, at, form=Literal(text[1:-1], quoted=True)).foreign
        return None

    def in_signs(self, left: Piece, level: int) -> Piece | None:
        """Operators that are signs."""
        token = self.token
        if token.kind != "sign":
            return None
        own = OWN.get(token.text)
        idiom = own or SIGNS.get(token.text)
        if idiom is None or _level(idiom, token.text) < level:
            return None
        if token.text == "|" and self._is_filter():
            return None
        self.take()
        if idiom.level == COMPARISON:
            return self.comparison(left, token.text, idiom, own is not None)
        right = self.expression(_level(idiom, token.text) + 1)
        at = self.end_of(left.at[0])
        if own is not None:
            return self.found.own(own, at, left, right)
        return self.found.foreign(idiom, at, left, right)

    def comparison(self, left: Piece, sign: str, idiom: Idiom, own: bool) -> Piece:
        """Return a comparison; two in a row (`1 <= a <= 6`) are written otherwise."""
        right = self.expression(RANGE)
        at = self.end_of(left.at[0])
        before = left.form
        if isinstance(before, Compared):
            both = (before.sign, idiom.here.split()[1])
            outer = (before.left, before.right, right)
            if both == ("<=", "<="):
                return self.found.foreign(FIXED["chain"], at, *outer)
            first = self.found.own(OWN[before.sign], left.at, *outer[:2])
            second = self.found.own(idiom, right.at, *outer[1:])
            return self.found.foreign(FIXED["chained"], at, first, second)
        made = self.found.own if own else self.found.foreign
        piece = made(idiom, at, left, right)
        written = idiom.here.replace("{0:5} ", "").replace(" {1:5}", "")
        return Piece(
            piece.text, at, COMPARISON, Compared(written, left, right), piece.edits
        )

    def in_words(self, left: Piece, level: int) -> Piece | None:
        """Operators that are words, of rulesets or not."""
        token = self.token
        if token.kind != "name":
            return None
        found = self._operator_words(self.at)
        if found is not None and _level(found[0], "") >= level:
            idiom, number = found
            self.at += number
            if idiom.level == COMPARISON:
                return self.comparison(left, "", idiom, own=False)
            right = self.expression(_level(idiom, "") + 1)
            return self.found.foreign(idiom, self.end_of(left.at[0]), left, right)
        return self.own_words(left, level)

    def own_words(self, left: Piece, level: int) -> Piece | None:
        """Words of rulesets, also in capitals."""
        token = self.token
        word = CAPITALS.get(token.text, token.text)
        if word not in ("and", "or", "is", "in", "not"):
            return None
        if OWN.get(word, OWN["in"]).level < level:
            return None
        self.take()
        is_own, written = word == token.text, token.text
        after = CAPITALS.get(self.token.text, self.token.text)
        if (word, after) in (("is", "not"), ("not", "in")):
            written = f"{written} {self.token.text}"
            is_own &= self.take().text == after
            word = f"{word} {after}"
        if word == "not":
            raise NotForeign
        if not is_own:
            self.found.note(in_capitals(written, word), (token.start, token.end))
        idiom = OWN[word]
        if idiom.level == COMPARISON:
            return self.comparison(left, word, idiom, is_own)
        right = self.expression(idiom.level + 1)
        at, before = self.end_of(left.at[0]), left.form
        if word == "or" and isinstance(before, Compared) and _is_one(before, right):
            both = before.left, before.right, right
            return self.found.foreign(FIXED["one of"], at, *both)
        made = self.found.own if is_own else self.found.foreign
        return made(idiom, at, left, right)

    def _is_filter(self) -> bool:
        after = self.ahead()
        return (
            after.kind == "name"
            and calls.function(after.text, 1) is not None
            and (not self.known.knows(after.text))
        )

    def piped(self, left: Piece, level: int) -> Piece | None:
        """`xs | length`, `a | default(0)` of templates."""
        if not self.is_sign("|") or level > SUM or not self._is_filter():
            return None
        self.take()
        name = self.take()
        given = [left]
        if self.accept("(") is not None:
            given += self.items(")")
        row = calls.function(name.text, len(given))
        if row is None:
            raise NotForeign
        return calls.made(self.found, row, self.end_of(left.at[0]), given)


def _level(idiom: Idiom, sign: str) -> int:
    """Return how tightly a sign binds in its own language, which its translation as a
    call does not show."""
    if idiom.level != ATOM:
        return idiom.level
    return OR if sign == "??" or "or_else" in idiom.here else PRODUCT


def _is_one(compared: Compared, right: Piece) -> bool:
    """Return whether `a is 1 or 2` is written, where the second is no condition."""
    return compared.sign == "is" and isinstance(right.form, Literal)


def _is_text(piece: Piece) -> bool:
    return isinstance(piece.form, Literal) and piece.form.quoted
