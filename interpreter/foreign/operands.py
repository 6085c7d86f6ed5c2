"""Operands: numbers, texts, brackets, marks, choices, functions without a name."""

import re
import unicodedata
from fractions import Fraction
from typing import Final

from interpreter.foreign import calls
from interpreter.foreign.call_forms import gathered
from interpreter.foreign.cursor import DEEPEST, ENDING, OPENERS, RESERVED
from interpreter.foreign.dice_notations import WrittenDice
from interpreter.foreign.idioms import Idiom
from interpreter.foreign.operators import (
    BEFORE,
    CAPITALS,
    CHOICE,
    FIXED,
    NOT,
    OR,
    RANGE,
    SIGN,
    SIGNS,
    VALUES,
    WORDS,
    in_capitals,
    value_idiom,
)
from interpreter.foreign.pieces import (
    At,
    Compared,
    Gathering,
    Items,
    Literal,
    NamelessFunction,
    NotForeign,
    Piece,
)
from interpreter.foreign.postfixes import Postfixes
from interpreter.foreign.tokens import ForeignToken

UNITS: Final = frozenset(
    "inch inches ft feet foot yd yds yard yards mi mile miles mm cm m km metre metres "
    "meter meters hex hexes square squares space spaces pace paces point points pt pts "
    "turn turns round rounds minute minutes min hour hours day days".split()
)
"""Words after a number that measure something; a ruleset has numbers alone."""
CONDITIONAL: Final = frozenset("at during on under against unless while".split())
"""Words after a number that begin a condition in prose."""
_LARGEST_DENOMINATOR = 100  # of a fraction that is one character


def _fraction(text: str) -> Fraction | None:
    """Return what a fraction that is one character is worth, None for others."""
    if len(text) != 1 or text.isascii():
        return None
    worth = Fraction(unicodedata.numeric(text, 0))
    worth = worth.limit_denominator(_LARGEST_DENOMINATOR)
    return worth if worth.denominator > 1 else None


def _with_braces(token: ForeignToken) -> tuple[str, bool]:
    """Return a text, with its values in braces, and whether it is a template."""
    if token.quote == "`":
        return token.text.replace("${", "{"), True
    is_format = token.end - token.start > len(token.text) + 2
    return token.text, is_format


def _until(words: list[str], sign: str) -> int:
    return words.index(sign) if sign in words else len(words)


class Operands(Postfixes):
    """Reads what stands between two operators."""

    def prefix(self) -> Piece:
        """Read what begins an expression."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotForeign
        piece = self._prefix()
        self.depth -= 1
        return piece

    def _prefix(self) -> Piece:
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
        spread = token.text in ("...", "\u2026")
        if spread and self.tokens[max(self.at - 2, 0)].text == "(":
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

    def dice(self, token: ForeignToken, dice: WrittenDice) -> Piece:
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
            self.found.note(FIXED[".5"], at)
            piece = piece.foreign
        if token.quote == ",":
            self.found.note(FIXED["2,5" if "." in text else "1,000"], at)
            piece = piece.foreign
        after = self.token
        if after.text == "%" and self._is_percent():
            self.take()
            operands, idiom = [piece], FIXED["percent"]
            if self.is_word("of"):
                self.take()
                operands, idiom = [piece, self.expression(SIGN)], FIXED["percent of"]
            return self.found.foreign(idiom, self.end_of(token.start), *operands)
        fraction = _fraction(after.text) if after.start == token.end else None
        if fraction is not None and text.isdigit():
            self.take()
            worth = fraction + int(text)
            written = f"({worth.numerator} / {worth.denominator})"
            at = self.end_of(token.start)
            self.found.note(FIXED["fraction"], at)
            return Piece(written, at).foreign
        if after.text.lower() in UNITS and not self.known.knows(after.text):
            self.take()
            return self.found.foreign(FIXED["unit"], self.end_of(token.start), piece)
        if self._is_product(after, token.end):
            operand = self.prefix()
            at = self.end_of(token.start)
            return self.found.foreign(FIXED["2n"], at, piece, operand)
        return piece

    def _is_percent(self) -> bool:
        after = self.ahead()
        ends = after.kind == "end" or after.text in (")", ",", ";", "]", "+", "-", "*")
        return ends or after.text.lower() in ("of", "then", "else", "and", "or")

    def _is_product(self, after: ForeignToken, end: int) -> bool:
        """Return whether a name or bracket follows a number without a sign."""
        if after.text == "(":
            return after.start == end
        if after.kind != "name" or after.text.lower() in RESERVED:
            return False
        words = tuple(
            token.text.lower() for token in self.tokens[self.at : self.at + 2]
        )
        is_operator = words[:1] in WORDS or words in WORDS
        is_name = after.text not in CAPITALS and after.text.lower() not in ENDING
        if after.text in CONDITIONAL and not self._known_words(self._words()):
            return False
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
        is_name = is_name or text in ("yes", "no")
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
            return gathered("list", items[0].form, at)
        if doubled and len(items) == 1 and len(self.found.rolls) > rolls:
            inner = items[0].form
            if isinstance(inner, Items) and len(inner.items) == 1:
                (only,) = inner.items
                self.found.note(FIXED["[["], at)
                return Piece(only.text, at, only.level).foreign
        text = f"[{', '.join(piece.text for piece in items)}]"
        edits = tuple(edit for piece in items for edit in piece.edits)
        return Piece(text, at, form=Items(tuple(items)), edits=edits)

    def braced(self, opening: ForeignToken) -> Piece:
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
            return gathered("list", items[0].form, at)
        if opening.text == "@{":
            return self.field_of_unit(items[0].text, at)
        if len(items) == 1 and opening.text != "{":
            self.found.note(FIXED["{{"], at)
            return Piece(items[0].text, at, items[0].level).foreign
        text = f"[{', '.join(piece.text for piece in items)}]"
        self.found.note(FIXED["[]"], at)
        return Piece(text, at, form=Items(tuple(items))).foreign

    def asked(self, start: int) -> Piece:
        """Read `?{Bonus|0}`, a question to the player who rolls."""
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

    def marked(self, mark: ForeignToken) -> Piece:
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
        return self.value() or self.after_words() or self.postfix(self.name())

    def value(self) -> Piece | None:
        """Read a word for a value, also one of rulesets; None for others."""
        token = self.token
        word, at = token.text, (token.start, token.end)
        if word in VALUES and not (self.known.knows(word) and word.lower() != "none"):
            self.take()
            idiom = value_idiom(word)
            self.found.note(idiom, at)
            return self.postfix(Piece(idiom.here, at).foreign)
        if word in ("yes", "no", "none"):
            self.take()
            return Piece(word, at)
        if word in RESERVED:
            raise NotForeign
        return None

    def after_words(self) -> Piece | None:
        """Read what follows words such as `half` or `the higher of`; None where the
        words are a name."""
        start = self.token.start
        with_article = self.is_word("the")
        found = self.phrase(BEFORE, self.at + with_article)
        if found is None or self._known_words(self._words()):
            return None
        idiom, number = found
        if self.tokens[self.at + with_article + number].kind not in OPENERS:
            return None
        self.at += number + with_article
        operands = [self.expression(SIGN)]
        if "{1}" in idiom.here:
            if self.accept(",") is None and not self.is_word("and", "or"):
                raise NotForeign
            if self.is_word("and", "or"):
                self.take()
            operands.append(self.expression(SIGN))
        return self.found.foreign(idiom, self.end_of(start), *operands)

    def negated(self) -> Piece:
        """Read what follows a `not`, also in capitals."""
        token = self.take()
        operand = self.expression(NOT)
        at = self.end_of(token.start)
        idiom = Idiom("not", "", "", "not {0:3}", NOT)
        if token.text == "not":
            return self.found.own(idiom, at, operand)
        self.found.note(in_capitals(token.text, "not"), (token.start, token.end))
        return self.found.foreign(idiom, at, operand)

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
        return Piece(
            "", self.end_of(start.start), form=NamelessFunction(tuple(names), body)
        )

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
        return Piece(
            "", self.end_of(start.start), form=NamelessFunction(tuple(names), body)
        )

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
        named = named and not self.known.knows(self.token.text)
        if named and self.token.text in ("default", "initial", "start", "reverse"):
            raise NotForeign
        if named and self.token.text == "key":
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
        """Read `for v in xs if c` after its body."""
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
        """Read `where c` after `v in xs`."""
        if self.token.text != "where":
            raise NotForeign
        self.take()
        where = self.expression(OR)
        form = Gathering(picked.left, picked.left.text, picked.right, where)
        return Piece("", self.end_of(start), form=form)
