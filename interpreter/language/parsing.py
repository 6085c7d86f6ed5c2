"""Text to tree: expressions, with exact places and a sentence for each way to fail."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import (
    UnexpectedCharacters,
    UnexpectedEOF,
    UnexpectedToken,
    VisitError,
)
from lark.tree import Meta
from lark.tree import Tree as LarkTree

from interpreter.language import tree
from interpreter.language.functions import REDUCERS
from interpreter.language.spellings import misspelt_dice
from interpreter.language.tree import At, Tree, Word
from interpreter.values.exact import exact

LONGEST = 4096
DEEPEST = 128  # levels of the tree: an operator costs one, a call two

_HUMAN: Mapping[str, str] = MappingProxyType(
    {
        "NAME": "a name",
        "NUMBER": "a number",
        "DICE": "dice",
        "TEXT": "a text in quotes",
        "LPAR": "'('",
        "RPAR": "')'",
        "LSQB": "'['",
        "RSQB": "']'",
        "COMMA": "','",
        "DOT": "'.'",
        "SIGN": "'+' or '-'",
        "SCALE": "'*' or '/'",
        "ORDER": "'<' or '>'",
        "$END": "the end",
    }
)


@dataclass
class Unreadable(Exception):  # a finding, turned into a problem
    """Why and where (offsets in the text) an expression cannot be read."""

    at: At
    message: str
    expected: str = ""
    hint: str = ""


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    text = Path(__file__).with_name("expression.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="basic",
        start="expression",
        propagate_positions=True,
        maybe_placeholders=False,
    )


@lru_cache(maxsize=8192)
def parse(text: str) -> Tree:
    """Return the tree of an expression; raises Unreadable."""
    parsed = _parse(text)
    try:
        found: Tree = _Build().transform(parsed)
    except VisitError as fault:
        if isinstance(fault.orig_exc, Unreadable):
            raise fault.orig_exc from None
        raise
    return found


def _parse(text: str) -> Any:
    if len(text) > LONGEST:
        raise Unreadable(
            (0, 1), f"an expression of {len(text):,} characters", f"at most {LONGEST:,}"
        )
    try:
        parsed = _grammar().parse(text)
    except UnexpectedInput as fault:
        raise _explained(text, fault) from None
    _guard_depth(parsed)
    return parsed


def _guard_depth(parsed: Any) -> None:
    """Refuse a tree that is too deep for those who go down it by recursion."""
    waiting = [(parsed, 1)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            start, end = _at(node.meta)
            raise Unreadable(
                (start, end),
                "an expression nested too deep",
                f"at most {DEEPEST} levels",
                "give a part of it a name: a 'let' or a formula",
            )
        inner = (each for each in node.children if isinstance(each, LarkTree))
        waiting += ((each, depth + 1) for each in inner)


def _explained(text: str, fault: UnexpectedInput) -> Unreadable:
    if (meant := misspelt_dice(text)) is not None:
        (start, end), right = meant
        if start <= (getattr(fault, "pos_in_stream", None) or 0) < end:
            message = f"'{text[start:end]}' are no dice"
            return Unreadable((start, end), message, hint=f"write '{right}'")
    if isinstance(fault, UnexpectedCharacters):
        at = fault.pos_in_stream or 0
        hint = "texts stand in single quotes" if text[at] in "\"'`" else ""
        return Unreadable((at, at + 1), f"unexpected character {text[at]!r}", hint=hint)
    if isinstance(fault, UnexpectedToken) and fault.token.type != "$END":
        at = fault.token.start_pos or 0
        word = str(fault.token)
        hint = _hint(word, text)
        return Unreadable(
            (at, at + len(word)), f"unexpected '{word}'", _wanted(fault), hint
        )
    end = len(text.rstrip())
    wanted = (
        _wanted(fault) if isinstance(fault, (UnexpectedToken, UnexpectedEOF)) else ""
    )
    return Unreadable((end, end + 1), "the expression stops too early", wanted)


def _hint(word: str, text: str) -> str:
    if word in {"by", "in", "no", "is", "for", "where", "and", "or", "not"}:
        return f"'{word}' is a word of the language: in a name, use underscores"
    if word == "=" or "==" in text:
        return "compare with 'is'"
    return ""


def _wanted(fault: Any) -> str:
    names = getattr(fault, "accepts", None) or getattr(fault, "expected", None) or ()
    signs = {each.name: f"'{each.pattern.value}'" for each in _grammar().terminals}
    nameless = {name: sign for name, sign in signs.items() if name.startswith("__")}
    words = sorted({{**_HUMAN, **nameless}.get(each, each.lower()) for each in names})
    return ", ".join(words[:6]) + (" ..." if len(words) > 6 else "")


def _at(meta: Meta) -> At:
    return (meta.start_pos, meta.end_pos)


def _picks(node: Any) -> bool:
    """Tell whether a tree is `name in list`."""
    if not isinstance(node, tree.Operation) or node.operator != "in":
        return False
    return isinstance(node.operands[0], Word)


def _operation(operator: str) -> Any:
    def build(self: object, meta: Meta, items: list[Any]) -> Tree:
        return tree.Operation(_at(meta), operator, tuple(items))

    return v_args(meta=True)(build)


def _signed(operator_at: int) -> Any:
    def build(self: object, meta: Meta, items: list[Any]) -> Tree:
        operator = str(items.pop(operator_at))
        if len(items) == 1:
            if operator == "+":
                return items[0]  # type: ignore[no-any-return]  # lark's items are Any
            operator = "neg"
        return tree.Operation(_at(meta), operator, tuple(items))

    return v_args(meta=True)(build)


@v_args(meta=True)
class _Build(Transformer[Token, Any]):
    """Lark's tree to ours."""

    or_ = _operation("or")
    and_ = _operation("and")
    not_ = _operation("not")
    equal = _operation("is")
    unequal = _operation("is not")
    within = _operation("in")
    outside = _operation("not in")
    range = _operation("..")
    compare = _signed(1)
    add = _signed(1)
    multiply = _signed(1)
    sign = _signed(0)

    def name(self, meta: Meta, words: list[Token]) -> Word:
        return Word(
            _at(meta), "_".join("_".join(str(each).split("_")) for each in words)
        )

    def choice(self, meta: Meta, items: list[Tree]) -> Tree:
        return tree.Branch(_at(meta), *items)

    def number(self, meta: Meta, items: list[Token]) -> Tree:
        text = str(items[0])
        return tree.Figure(
            _at(meta), exact(Fraction(text)) if "." in text else int(text)
        )

    def dice(self, meta: Meta, items: list[Token]) -> Tree:
        number, sides = str(items[0]).split("d")
        return tree.Dice(_at(meta), int(number or "1"), int(sides))

    def text(self, meta: Meta, items: list[Token]) -> Tree:
        return tree.Quoted(_at(meta), str(items[0])[1:-1])

    def none(self, meta: Meta, items: list[Tree]) -> Tree:
        return Word(_at(meta), "none")

    def yes(self, meta: Meta, items: list[Tree]) -> Tree:
        return Word(_at(meta), "yes")

    def no(self, meta: Meta, items: list[Tree]) -> Tree:
        return Word(_at(meta), "no")

    def field(self, meta: Meta, items: list[Any]) -> Tree:
        return tree.Dot(_at(meta), items[0], items[1])

    def method(self, meta: Meta, items: list[Any]) -> Tree:
        more = items[2] if len(items) > 2 else ()
        return tree.Call(_at(meta), items[1], (items[0], *more))

    def index(self, meta: Meta, items: list[Any]) -> Tree:
        return tree.Bracket(_at(meta), items[0], items[1])

    def series(self, meta: Meta, items: list[Any]) -> Tree:
        return tree.Series(_at(meta), items[0] if items else ())

    def call(self, meta: Meta, items: list[Any]) -> Tree:
        name: Word = items[0]
        given: tuple[Tree, ...] = items[1] if len(items) > 1 else ()
        if name.name in REDUCERS and len(given) == 1 and _picks(given[0]):
            # These take lists, so `x in L` can only be meant as all of them.
            one: Any = given[0]
            return tree.Gather(
                _at(meta), name, None, one.operands[0], one.operands[1], None, ()
            )
        return tree.Call(_at(meta), name, given)

    def arguments(self, meta: Meta, items: list[Tree]) -> tuple[Tree, ...]:
        return tuple(items)

    def filter(self, meta: Meta, items: list[Any]) -> Any:
        wheres = [where for where, by in items if where is not None]
        return (wheres[0] if wheres else None, items[-1][1])

    def where(
        self, meta: Meta, items: list[Tree]
    ) -> tuple[Tree | None, tuple[Tree, ...]]:
        return (items[0], ())

    def order(
        self, meta: Meta, items: list[Tree]
    ) -> tuple[Tree | None, tuple[Tree, ...]]:
        return (None, tuple(items))

    def source(self, meta: Meta, items: list[Any]) -> Any:
        where, by = items[2] if len(items) > 2 else (None, ())
        return (items[0], items[1], where, by)

    def gather(self, meta: Meta, items: list[Any]) -> Tree:
        name, body, (variable, source, where, by) = items
        return tree.Gather(_at(meta), name, body, variable, source, where, by)

    def select(self, meta: Meta, items: list[Any]) -> Tree:
        name, first, (where, by) = items
        if not _picks(first):
            raise Unreadable(first.at, "a filter without its list", "name in list")
        return tree.Gather(
            _at(meta), name, None, first.operands[0], first.operands[1], where, by
        )
