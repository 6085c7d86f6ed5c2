"""Reads a text again with a grammar that many languages share.

Precedence climbing over `tokens`: `_Reader.expression(level)` reads a prefix, then
operators that bind at least as tightly as `level`. Each rule makes the text of a
ruleset at once (`pieces`), so there is no tree. A text that this grammar cannot read
either is left to the ordinary diagnostics.

Names consist of words, so a run of words is taken as the longest name that is known;
else it ends before a word that is an operator elsewhere (`a plus b`).
"""

import re
import unicodedata
from fractions import Fraction

from interpreter.foreign import calls
from interpreter.foreign.dice_notations import Dice
from interpreter.foreign.idioms import Idiom, KnownNames, NoNames, Rewriting
from interpreter.foreign.operators import (
    ATOM,
    CAPITALS,
    CHOICE,
    COMPARISON,
    FIXED,
    NOT,
    OR,
    OWN,
    PRODUCT,
    RANGE,
    SIGN,
    SIGNS,
    SUM,
    VALUES,
    WORDS,
)
from interpreter.foreign.pieces import (
    At,
    Compared,
    Findings,
    Function,
    Gathering,
    Items,
    Literal,
    NotForeign,
    Piece,
)
from interpreter.foreign.tokens import LONGEST, Token, tokens

DEEPEST = 40
"""Levels of nesting of a text that is read again."""
SHORTEST_PART = 100
"""Characters of a line that is shown whole."""

RESERVED = frozenset("and or not in is if then else for where by none yes no".split())
_OPENERS = frozenset(("number", "name", "text", "dice"))
_ENDING = frozenset(
    "if when else end between like x of elif elseif elsif otherwise".split()
)
"""Words that end an expression elsewhere, or go on with it."""
_LARGEST_DENOMINATOR = 100
_LONGEST_WORDS = max(map(len, WORDS))


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
    if "\n" in text.strip() or len(line) > SHORTEST_PART:
        at, part = _narrowed(text, piece)
    else:
        at, part = (_first(text), len(text.rstrip())), line
    return Rewriting(
        at,
        part,
        line if len(line) <= SHORTEST_PART else part,
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


class _Reader:
    """Reads the tokens of one text, from the first to the last."""

    def __init__(self, text: str, known: KnownNames) -> None:
        self.tokens = tokens(text)
        self.at = 0
        self.depth = 0
        self.in_arguments = 0
        self.known = known
        self.found = Findings(known)

    # --- tokens ---

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    def ahead(self, number: int = 1) -> Token:
        """Return a later token."""
        return self.tokens[min(self.at + number, len(self.tokens) - 1)]

    def is_sign(self, *signs: str) -> bool:
        """Return whether the next token is one of these signs."""
        return self.token.kind == "sign" and self.token.text in signs

    def is_word(self, *words: str) -> bool:
        """Return whether the next token is one of these words, whatever its case."""
        return self.token.kind == "name" and self.token.text.lower() in words

    def take(self) -> Token:
        """Return the next token and go on."""
        token = self.token
        self.at += token.kind != "end"
        return token

    def expect(self, sign: str) -> Token:
        """Take a sign or word; raises NotForeign where another is next."""
        token = self.take()
        if token.text.lower() != sign:
            raise NotForeign
        return token

    def accept(self, *signs: str) -> Token | None:
        """Take one of these signs if it is next."""
        return self.take() if self.is_sign(*signs) else None

    def end_of(self, start: int) -> At:
        """Return the place from a character to the end of the token before."""
        return (start, self.tokens[self.at - 1].end)

    # --- the whole text ---

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
        elif self.is_word("output") and (after.kind in _OPENERS or after.text in "[(:"):
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

    # --- expressions ---

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

    def prefix(self) -> Piece:
        """Read what begins an expression."""
        token = self.token
        if token.kind == "dice":
            self.take()
            assert token.dice is not None
            return self.postfix(self.dice(token, token.dice))
        if token.kind == "number":
            return self.postfix(self.number())
        if token.kind == "text":
            return self.postfix(self.quoted())
        if token.kind == "name":
            return self.worded()
        return self.signed()

    def signed(self) -> Piece:
        """Read an expression that begins with a sign."""
        token = self.take()
        start = token.start
        if token.text in "+-\u2212\u2013" and token.kind == "sign":
            operand = self.expression(SIGN)
            sign = "" if token.text == "+" else "-"
            own = Idiom(token.text, "", "", f"{sign}{{0:8}}", SIGN)
            if token.text in "+-":
                return self.found.own(own, self.end_of(start), operand)
            self.found.note(SIGNS[token.text], (start, token.end))
            return self.found.foreign(own, self.end_of(start), operand)
        if token.text in ("...", "\u2026"):
            return self.expression(SIGN).foreign
        if token.text in ("!", "~", "\u00ac"):
            operand = self.expression(SIGN)
            return self.found.foreign(FIXED[token.text], self.end_of(start), operand)
        if token.text == "(":
            return self.postfix(self.in_brackets(start))
        if token.text == "[":
            return self.postfix(self.listed(start))
        if token.text in ("{{", "{", "@{", "${", "?{"):
            return self.postfix(self.braced(token))
        if token.text in ("@", "$", "#") and self.token.kind == "name":
            return self.postfix(self.marked(token))
        numeric = _fraction(token.text)
        if numeric is not None:
            text = f"({numeric.numerator} / {numeric.denominator})"
            self.found.note(FIXED["fraction"], (start, token.end))
            return self.postfix(Piece(text, (start, token.end)).foreign)
        raise NotForeign

    def dice(self, token: Token, dice: Dice) -> Piece:
        """Return what reads the faces of dice."""
        piece = self.found.rolled(dice, (token.start, token.end))
        # "2d6x10" and "2d6 x 10" are a product
        if self.is_word("x") and self.ahead().kind == "number":
            self.take()
            return self.found.foreign(
                SIGNS["\u00d7"], self.end_of(token.start), piece, self.prefix()
            )
        if self.token.kind == "name" and re.fullmatch(r"x\d+", self.token.text):
            number = self.take()
            factor = Piece(number.text[1:], (number.start + 1, number.end))
            at = self.end_of(token.start)
            return self.found.foreign(SIGNS["\u00d7"], at, piece, factor)
        return piece

    def number(self) -> Piece:
        """Read a number with what may follow it: `2n`, `50%`, a fraction."""
        token = self.take()
        text = f"0{token.text}" if token.text.startswith(".") else token.text
        at = (token.start, token.end)
        piece = Piece(text, at, form=Literal(text))
        if text != token.text:
            self.found.note(FIXED["value"], at)
            piece = piece.foreign
        after = self.token
        if after.text == "%" and self._is_percent():
            self.take()
            if self.is_word("of"):
                self.take()
                idiom, operands = FIXED["percent of"], (piece, self.expression(SIGN))
            else:
                idiom, operands = FIXED["percent"], (piece,)
            return self.found.foreign(idiom, self.end_of(token.start), *operands)
        fraction = _fraction(after.text) if after.start == token.end else None
        if fraction is not None and text.isdigit():
            self.take()
            worth = fraction + int(text)
            written = f"({worth.numerator} / {worth.denominator})"
            at = self.end_of(token.start)
            self.found.note(FIXED["fraction"], at)
            return Piece(written, at).foreign
        if self._is_product(after, token.end):
            operand = self.prefix()
            at = self.end_of(token.start)
            return self.found.foreign(FIXED["2n"], at, piece, operand)
        return piece

    def _is_percent(self) -> bool:
        after = self.ahead()
        ends = after.kind == "end" or after.text in (")", ",", ";", "]", "+", "-", "*")
        return ends or after.text.lower() in ("of", "then", "else", "and", "or")

    def _is_product(self, after: Token, end: int) -> bool:
        """Return whether a name or bracket follows a number without a sign."""
        if after.text == "(":
            return after.start == end
        if after.kind != "name" or after.text.lower() in RESERVED:
            return False
        words = tuple(
            token.text.lower() for token in self.tokens[self.at : self.at + 2]
        )
        is_operator = words[:1] in WORDS or words in WORDS
        is_name = after.text not in CAPITALS and after.text.lower() not in _ENDING
        return is_name and not is_operator

    def quoted(self) -> Piece:
        """Read a text in quotes; a value that is a name needs none."""
        token = self.take()
        at = (token.start, token.end)
        text, is_template = _with_braces(token)
        if "'" in text:
            raise NotForeign
        form = Literal(text, quoted=True)
        if token.quote == "'" and not is_template:
            return Piece(f"'{text}'", at, form=form)
        is_name = re.fullmatch(r"[A-Za-z][\w ]*", text) and self.known.knows(text)
        is_name = is_name and not RESERVED & set(text.split())
        self.found.note(FIXED["template" if is_template else "text"], at)
        return Piece(text if is_name else f"'{text}'", at, form=form).foreign

    def in_brackets(self, start: int) -> Piece:
        """Read what is in round brackets: an expression, a list, parameters."""
        items = self.items(")")
        at = self.end_of(start)
        if self.is_sign("=>", "->") and all(piece.is_name for piece in items):
            return Piece("", at, form=Items(tuple(items), round=True))
        if len(items) == 1:
            (only,) = items
            if isinstance(only.form, (Gathering, Items)):
                return only
            edits = only.edits
            return Piece(f"({only.text})", at, edits=edits)
        if not items:
            raise NotForeign
        text = f"[{', '.join(piece.text for piece in items)}]"
        self.found.note(FIXED["[]"], at)
        return Piece(text, at, form=Items(tuple(items), round=True)).foreign

    def listed(self, start: int) -> Piece:
        """Read a list, a comprehension, or a roll in `[[ ]]`."""
        doubled = self.is_sign("[")
        rolls = len(self.found.rolls)
        items = self.items("]")
        at = self.end_of(start)
        if len(items) == 1 and isinstance(items[0].form, Gathering):
            self.found.note(FIXED["gather"], at)
            return calls.gathered("list", items[0].form, at)
        if doubled and len(items) == 1 and len(self.found.rolls) > rolls:
            inner = items[0].form
            if isinstance(inner, Items) and len(inner.items) == 1:
                (only,) = inner.items
                self.found.note(FIXED["[["], at)
                return Piece(only.text, at, only.level).foreign
        text = f"[{', '.join(piece.text for piece in items)}]"
        edits = tuple(edit for piece in items for edit in piece.edits)
        return Piece(text, at, form=Items(tuple(items)), edits=edits)

    def braced(self, opening: Token) -> Piece:
        """Read `{{ a }}`, `${a}`, `@{a}`, `{a, b}`, or a comprehension in braces."""
        start = opening.start
        if opening.text == "?{":
            return self.asked(start)
        closing = "}}" if opening.text == "{{" else "}"
        items = self.items(closing)
        at = self.end_of(start)
        if not items:
            raise NotForeign
        if (
            opening.text == "{"
            and len(items) == 1
            and isinstance(items[0].form, Gathering)
        ):
            self.found.note(FIXED["gather"], at)
            return calls.gathered("list", items[0].form, at)
        if opening.text == "@{":
            return self.field_of_unit(items[0].text, at)
        if len(items) == 1 and opening.text != "{":
            self.found.note(FIXED["{{"], at)
            return Piece(items[0].text, at, items[0].level).foreign
        text = f"[{', '.join(piece.text for piece in items)}]"
        self.found.note(FIXED["[]"], at)
        return Piece(text, at, form=Items(tuple(items))).foreign

    def asked(self, start: int) -> Piece:
        """Read `?{Bonus|0}`, a question to whoever rolls."""
        words: list[str] = []
        while not self.is_sign("}"):
            if self.token.kind == "end":
                raise NotForeign
            words.append(self.take().text)
        self.take()
        name = "_".join(w for w in words[: _until(words, "|")] if w.isalnum()).lower()
        if not name or name in RESERVED:
            raise NotForeign
        idiom = Idiom(
            "?{Bonus|0}",
            "dice rollers",
            f"a question; a step asks it: ask: {{{name}: integer}}",
            "{0}",
            safe=False,
        )
        at = self.end_of(start)
        return self.found.foreign(idiom, at, Piece(name, at))

    def field_of_unit(self, path: str, at: At) -> Piece:
        """Return a field of the local that has it."""
        field = path.rpartition(".")[2]
        holder = self.known.holder(field)
        if self.known.knows(field) and not holder:
            text = field
        else:
            text = f"{holder or 'unit'}.{field}"
            self.found.whole &= bool(holder)
        self.found.note(FIXED["@"], at)
        return Piece(text, at).foreign

    def marked(self, mark: Token) -> Piece:
        """Read a name after `#`, `$` or `@`."""
        if mark.text == "#":
            operand = self.postfix(self.name())
            return self.found.foreign(FIXED["#"], self.end_of(mark.start), operand)
        if mark.text == "$":
            operand = self.name()
            self.found.note(FIXED["{{"], self.end_of(mark.start))
            return Piece(operand.text, self.end_of(mark.start)).foreign
        path = [self.take().text]
        while self.is_sign(".") and self.ahead().kind == "name":
            self.take()
            path.append(self.take().text)
        return self.field_of_unit(path[-1], self.end_of(mark.start))

    # --- words ---

    def worded(self) -> Piece:
        """Read an expression that begins with a word."""
        token, after = self.token, self.ahead()
        word = token.text
        lower = word.lower()
        if lower == "if" and not (after.text == "(" and word != "if"):
            return self.choice()
        if word in ("CASE", "case", "Case") and after.text.lower() != "(":
            if self.known.knows(word) and after.kind != "name":
                return self.postfix(self.name())
            return self.cases()
        if lower == "lambda":
            return self.function_of()
        if lower == "function" and after.text == "(":
            return self.function_in_words()
        if lower == "not" and not (word == "NOT" and after.text == "("):
            return self.negated()
        if word in VALUES and not (self.known.knows(word) and word.lower() != "none"):
            written, meaning = VALUES[word]
            self.take()
            at = (token.start, token.end)
            self.found.note(Idiom(word, "other languages", meaning, written), at)
            return self.postfix(Piece(written, at).foreign)
        if word in ("yes", "no", "none"):
            self.take()
            return Piece(word, (token.start, token.end))
        if word in RESERVED:
            raise NotForeign
        return self.postfix(self.name())

    def negated(self) -> Piece:
        token = self.take()
        operand = self.expression(NOT)
        at = self.end_of(token.start)
        idiom = Idiom("not", "", "", "not {0:3}", NOT)
        if token.text == "not":
            return self.found.own(idiom, at, operand)
        self.found.note(FIXED["capitals"], (token.start, token.end))
        return self.found.foreign(idiom, at, operand)

    def name(self) -> Piece:
        """Read a name of one or more words."""
        words = self._words()
        if not words:
            raise NotForeign
        taken = words[: self._known_words(words) or self._unknown_words(words)]
        self.at += len(taken)
        text = " ".join(token.text for token in taken)
        return Piece(text, (taken[0].start, taken[-1].end), is_name=True)

    def _words(self) -> list[Token]:
        words: list[Token] = []
        for token in self.tokens[self.at :]:
            if token.kind != "name" or token.text in RESERVED:
                break
            words.append(token)
        return words

    def _known_words(self, words: list[Token]) -> int:
        """Return how many words are the longest name that is known, 0 for none."""
        for number in range(len(words), 0, -1):
            if self.known.knows(" ".join(token.text for token in words[:number])):
                return number
        return 0

    def _unknown_words(self, words: list[Token]) -> int:
        """Return how many words come before one that is an operator elsewhere."""
        for number in range(1, len(words)):
            if self._operator_words(self.at + number) is not None:
                return number
            lower = words[number].text.lower()
            if words[number].text in CAPITALS or lower in _ENDING:
                return number
        return len(words)

    def _operator_words(self, at: int) -> tuple[Idiom, int] | None:
        """Return the operator in words that begins at a token, and how many it has."""
        texts = [
            token.text.lower()
            for token in self.tokens[at : at + _LONGEST_WORDS]
            if token.kind == "name"
        ]
        for number in range(len(texts), 0, -1):
            idiom = WORDS.get(tuple(texts[:number]))
            ends = self.tokens[min(at + number, len(self.tokens) - 1)].kind == "end"
            if idiom is not None and not ends:
                return idiom, number
        return None

    def choice(self) -> Piece:
        """Read a choice as rulesets, Basic, Python or prose write it."""
        start = self.take()
        condition = self.expression(CHOICE)
        items = condition.form
        is_own = start.text == "if"
        if (
            isinstance(items, Items)
            and items.round
            and self.token.text.lower() != "then"
        ):
            row = calls.function("if", len(items.items))
            if row is None:
                raise NotForeign
            return calls.made(self.found, row, self.end_of(start.start), items.items)
        if self.is_word("then"):
            is_own &= self.take().text == "then"
        elif self.accept(":", ",", "?", "{") is not None or condition.text[:1] == "(":
            is_own = False
        else:
            raise NotForeign
        yes = self.expression(CHOICE)
        self.accept("}", ";", ",")
        if self.is_word("elif", "elseif", "elsif"):
            self.found.note(FIXED["elif"], (self.token.start, self.token.end))
            no, is_own = self.choice(), False
        elif self.is_word("else", "otherwise") or self.is_sign(":"):
            is_own &= self.take().text == "else"
            braces = self.accept(":", "{", ",") is not None
            no = self.expression(CHOICE)
            is_own &= not braces
            self.accept("}")
        else:
            no = Piece("none", self.end_of(self.token.start))
            self.found.safe = False
            is_own = False
        if self.is_word("end"):
            self.take()
            is_own = False
        at = self.end_of(start.start)
        if is_own:
            return self.found.own(FIXED["?"], at, condition, yes, no)
        return self.found.foreign(FIXED["if:"], at, condition, yes, no)

    def cases(self) -> Piece:
        """Read `CASE WHEN c THEN a ... ELSE b END`, also `CASE x WHEN 1 THEN ...`."""
        start = self.take()
        subject = None if self.is_word("when") else self.expression(OR)
        pairs: list[tuple[Piece, Piece]] = []
        while self.is_word("when"):
            self.take()
            test = self.expression(OR)
            self.expect("then")
            pairs.append((test, self.expression(OR)))
        end: Piece | None = None
        if self.is_word("else"):
            self.take()
            end = self.expression(OR)
        self.expect("end")
        if not pairs:
            raise NotForeign
        self.found.safe &= end is not None
        at = self.end_of(start.start)
        parts = []
        for test, value in pairs:
            tested = test.text
            if subject is not None:
                tested = f"{subject.within(RANGE)} is {test.within(RANGE)}"
            parts.append(f"if {tested} then {value.text} else ")
        text = "".join(parts) + ("none" if end is None else end.text)
        return self.found.foreign(FIXED["case"], at, text=text)

    def function_of(self) -> Piece:
        """Read `lambda v: v > 3`."""
        start = self.take()
        names = [self.take().text]
        while self.accept(",") is not None:
            names.append(self.take().text)
        self.expect(":")
        body = self.expression(CHOICE)
        return Piece("", self.end_of(start.start), form=Function(tuple(names), body))

    def function_in_words(self) -> Piece:
        """Read `function(v) return v > 3 end`, also with braces."""
        start = self.take()
        self.take()
        names = [piece.text for piece in self.items(")")]
        self.accept("{")
        if self.is_word("return"):
            self.take()
        body = self.expression(CHOICE)
        self.accept(";")
        if self.is_word("end"):
            self.take()
        self.accept("}")
        return Piece("", self.end_of(start.start), form=Function(tuple(names), body))

    # --- items in brackets ---

    def items(self, closing: str) -> list[Piece]:
        """Read expressions up to a closing bracket, which is taken too."""
        items: list[Piece] = []
        self.in_arguments += 1
        while not self.is_sign(closing):
            items.append(self.item())
            separator = self.accept(",", ";")
            if separator is None and not self.is_sign(closing):
                raise NotForeign
            if separator is not None and separator.text == ";":
                self.found.note(FIXED["separator"], (separator.start, separator.end))
        self.take()
        self.in_arguments -= 1
        return items

    def item(self) -> Piece:
        """Read an argument: an expression, or a gathering (`E for v in xs if c`)."""
        named = self.token.kind == "name" and self.ahead().text == "="
        if named and self.token.text in ("key", "default", "initial"):
            self.take()
            self.take()
        piece = self.expression(CHOICE)
        start = piece.at[0]
        if self.is_word("for"):
            return self.gathering(piece, start)
        if (
            piece.form is not None
            and isinstance(piece.form, Compared)
            and (piece.form.sign == "in" and self.is_word("where", "by"))
        ):
            return self.selection(piece.form, start)
        return piece

    def gathering(self, body: Piece, start: int) -> Piece:
        self.take()
        variable = self.name()
        self.expect("in")
        source = self.expression(RANGE)
        where = None
        if self.is_word("if", "where"):
            if self.take().text != "where":
                self.found.note(FIXED["gather"], (source.at[1], self.token.start))
            where = self.expression(OR)
        form = Gathering(body, variable.text, source, where)
        return Piece("", self.end_of(start), form=form)

    def selection(self, picked: Compared, start: int) -> Piece:
        if self.token.text != "where":
            raise NotForeign
        self.take()
        where = self.expression(OR)
        form = Gathering(picked.left, picked.left.text, picked.right, where)
        return Piece("", self.end_of(start), form=form)

    # --- after an expression: fields, calls, indices, powers ---

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
                base = calls.power(self.found, FIXED["power"], at, base, exponent)
            elif self.is_sign("**", "^"):
                self.take()
                exponent = self.prefix()
                at = self.end_of(base.at[0])
                base = calls.power(self.found, FIXED["power"], at, base, exponent)
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
        if row is None or is_own:
            return self.kept_call(name, given, at)
        return calls.made(self.found, row, at, given)

    def _is_foreign_method(self, name: str, given: list[Piece]) -> bool:
        """Return whether `x.name(...)` is no call of a function `name(x, ...)`."""
        if any(isinstance(piece.form, Function) for piece in given):
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
            return calls.gathered(name, form, at)
        text = f"{name}({', '.join(piece.text for piece in given)})"
        before = () if base is None else base.edits
        edits = (*before, *(edit for piece in given for edit in piece.edits))
        piece = Piece(text, at, edits=edits)
        separators = any(i is FIXED["separator"] for i, _ in self.found.idioms)
        return piece.foreign if separators else piece

    def dotted(self, base: Piece) -> Piece:
        """Read a field, a method, or a function of a library (`Math.floor`)."""
        dot = self.take()
        token = self.take()
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
            return calls.over(self.found, FIXED["length"], at, "count", base)
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
        if only == "-1":
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
        low = "0" if first is None else first.text
        text = base.text
        if low.startswith("-"):
            text = f"last_of({text}, {low[1:]})"
        elif low != "0":
            text = f"last_of({text}, count({text}) - {low})"
        if last is not None:
            end = last.text
            if end.startswith("-"):
                end = f"count({text}) - {end[1:]}"
            elif low != "0":
                end = (
                    str(int(end) - int(low))
                    if (end + low).isdigit()
                    else (f"{end} - {low}")
                )
            text = f"first_of({text}, {end})"
        return self.found.foreign(FIXED["slice"], at, text=text)

    # --- operators between two expressions ---

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
        form = Function(tuple(names), body)
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
            text = f"'{calls.inside_text(left)}{calls.inside_text(right)}'"
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
        word = CAPITALS.get(token.text, token.text)
        if word not in ("and", "or", "is", "in", "not"):
            return None
        if OWN.get(word, OWN["in"]).level < level:
            return None
        self.take()
        is_own = word == token.text
        after = CAPITALS.get(self.token.text, self.token.text)
        if (word, after) in (("is", "not"), ("not", "in")):
            is_own &= self.take().text == after
            word = f"{word} {after}"
        if word == "not":
            raise NotForeign
        if not is_own:
            self.found.note(FIXED["capitals"], (token.start, token.end))
        idiom = OWN[word]
        if idiom.level == COMPARISON:
            return self.comparison(left, word, idiom, is_own)
        right = self.expression(idiom.level + 1)
        made = self.found.own if is_own else self.found.foreign
        return made(idiom, self.end_of(left.at[0]), left, right)

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


def _fraction(text: str) -> Fraction | None:
    """Return what a fraction that is one character is worth, None for others."""
    if len(text) != 1 or text.isascii():
        return None
    worth = Fraction(unicodedata.numeric(text, 0))
    worth = worth.limit_denominator(_LARGEST_DENOMINATOR)
    return worth if worth.denominator > 1 else None


def _with_braces(token: Token) -> tuple[str, bool]:
    """Return a text, with its values in braces, and whether it is a template."""
    if token.quote == "`":
        return token.text.replace("${", "{"), True
    is_format = token.end - token.start > len(token.text) + 2
    return token.text, is_format


def _is_text(piece: Piece) -> bool:
    return isinstance(piece.form, Literal) and piece.form.quoted


def _until(words: list[str], sign: str) -> int:
    return words.index(sign) if sign in words else len(words)
