"""Expressions as text to trees, or why a text is none."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from lark import Lark, Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from interpreter.expressions import tree
from interpreter.expressions.functions import REDUCERS
from interpreter.expressions.tree import At, Tree, Word
from interpreter.foreign.operators import doubled_at, sign_at
from interpreter.source import Name, normalised
from interpreter.values.exact_numbers import exact
from interpreter.values.types import Value

# Dice, as a roll takes them.

MOST_DICE = 10_000  # of one roll
MOST_SIDES = 1_000_000  # of one die
POSSIBLE = f"1 to {MOST_DICE:,} dice of 1 to {MOST_SIDES:,} sides"
_DICE = re.compile(r"\s*\d*d\d+\s*\Z")
_HALF = re.compile(r"\s*\d+d(?!\w)")


def is_dice(text: str) -> bool:
    """Return whether a whole text is dice as they are written here."""
    return bool(_DICE.match(text))


def is_half_dice(text: str) -> bool:
    """Return whether a text begins with dice that have no sides."""
    return bool(_HALF.match(text))


def are_possible(number: int, sides: int) -> bool:
    """Return whether so many dice of so many sides can be thrown."""
    return 1 <= number <= MOST_DICE and 1 <= sides <= MOST_SIDES


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


_MEANINGFUL = frozenset("NAME NUMBER DICE TEXT ORDER SIGN SCALE".split())
"""The signs with a text of their own; all others are punctuation or key words."""
_BRACKETED = "atom"
"""The rule that holds where an expression is in brackets."""

_Builder = Callable[..., Any]
"""From where a node is and what the nodes and signs in it stand for to what it is."""

_Where = tuple[Tree | None, tuple[Tree, ...]]
"""The condition of a filter or None, and what it sorts by."""

_Lists = list[tuple[Word, Tree]]
"""The variables of a gathering, each with its list."""


@dataclass
class Unreadable(Exception):  # a finding, turned into a problem
    """Why and where (offsets in the text) an expression cannot be read."""

    at: At
    message: str
    expected: str = ""
    hint: str = ""


@dataclass(slots=True)
class _Node:
    """A rule of the grammar where it holds in a text, from its first sign to its last;
    its children are all signs and nodes inside."""

    data: str
    children: list[Any]
    start_pos: int = field(init=False)
    end_pos: int = field(init=False)

    def __post_init__(self) -> None:
        self.start_pos = self.children[0].start_pos
        self.end_pos = self.children[-1].end_pos

    @property
    def at(self) -> At:
        """Its place in the text."""
        return (self.start_pos, self.end_pos)


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    text = Path(__file__).with_name("expression.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="basic",
        start="expression",
        # every sign is a child, so that a node knows its place from its children:
        # what lark works out itself for each rule takes longer than the parsing
        keep_all_tokens=True,
        tree_class=_Node,
        maybe_placeholders=False,
    )


class KnownTexts(Protocol):
    """Texts that are known from elsewhere: their trees, or why they have none."""

    def tree(self, text: str) -> Tree | None:
        """Return the tree of a text, if it is known; raises Unreadable of one that is
        known to be none."""

    def add(self, text: str, tree: Tree | Unreadable) -> None:
        """Note the tree of a text that was not known, or why it has none."""


_KNOWN: ContextVar[KnownTexts | None] = ContextVar("known texts", default=None)


@contextmanager
def known_texts(texts: KnownTexts) -> Iterator[None]:
    """Look for the tree of a text among these before it is parsed, in this block."""
    before = _KNOWN.set(texts)
    try:
        yield
    finally:
        _KNOWN.reset(before)


@lru_cache(maxsize=8192)
def parse(text: str) -> Tree:
    """Return the tree of an expression; raises Unreadable."""
    texts = _KNOWN.get()
    known = None if texts is None else texts.tree(text)
    if known is not None:
        return known
    try:
        found: Tree = _built(_parse(text))
    except Unreadable as fault:
        if texts is not None and len(text) <= LONGEST:
            texts.add(text, fault)
        raise
    if texts is not None:
        texts.add(text, found)
    return found


def _parse(text: str) -> _Node:
    if len(text) > LONGEST:
        raise Unreadable(
            (0, 1), f"an expression of {len(text):,} characters", f"at most {LONGEST:,}"
        )
    try:
        parsed: _Node = _grammar().parse(text)  # type: ignore[assignment]
    except UnexpectedInput as fault:
        raise _explained(text, fault) from None
    _guard_depth(parsed)
    return parsed


def _guard_depth(parsed: _Node) -> None:
    """Refuse a tree that is too deep for those who go down it by recursion."""
    waiting = [(_inside(parsed), 1)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            raise Unreadable(
                node.at,
                "an expression nested too deep",
                f"at most {DEEPEST} levels",
                "give a part of it a name: a 'let' or a formula",
            )
        inner = (_inside(each) for each in node.children if isinstance(each, _Node))
        waiting += ((each, depth + 1) for each in inner)


def _explained(text: str, fault: UnexpectedInput) -> Unreadable:
    if isinstance(fault, UnexpectedCharacters):
        (at, end), hint = sign_at(text, fault.pos_in_stream or 0)
        sign = text[at:end]
        shown = f"'{sign}'" if sign.isprintable() else f"U+{ord(sign):04X}"
        return Unreadable((at, end), f"unexpected character {shown}", hint=hint)
    if isinstance(fault, UnexpectedToken) and fault.token.type != "$END":
        at = fault.token.start_pos or 0
        if (doubled := doubled_at(text, at)) is not None:
            (at, end), hint = doubled
            return Unreadable((at, end), f"unexpected '{text[at:end]}'", hint=hint)
        word = str(fault.token)
        hint = _hint(word, text)
        wanted = _wanted(fault)
        return Unreadable((at, at + len(word)), f"unexpected '{word}'", wanted, hint)
    end = len(text.rstrip())
    wanted = (
        _wanted(fault) if isinstance(fault, (UnexpectedToken, UnexpectedEOF)) else ""
    )
    return Unreadable((end, end + 1), "the expression stops too early", wanted)


_OF_CONDITIONS = frozenset("at during when unless if while under against".split())
"""Words that begin a condition in prose."""


def _hint(word: str, text: str) -> str:
    if word in {"by", "in", "no", "is", "for", "where", "and", "or", "not"}:
        return f"'{word}' is a word of the language: in a name, use underscores"
    if word == "=" or "==" in text:
        return "compare with 'is'"
    if word in _OF_CONDITIONS:
        return "a condition has a key of its own: write 'if: ' and what must hold"
    return ""


def _wanted(fault: Value) -> str:
    names = getattr(fault, "accepts", None) or getattr(fault, "expected", None) or ()
    signs = {each.name: f"'{each.pattern.value}'" for each in _grammar().terminals}
    nameless = {name: sign for name, sign in signs.items() if name.startswith("__")}
    words = sorted({{**_HUMAN, **nameless}.get(each, each.lower()) for each in names})
    return ", ".join(words[:6]) + (" ..." if len(words) > 6 else "")


def _picked(node: Tree) -> tuple[Word, Tree] | None:
    """Return the name and the list of a tree that is `name in list`, else None."""
    if not isinstance(node, tree.Operation) or node.operator != "in":
        return None
    name, source = node.operands
    return (name, source) if isinstance(name, Word) else None


def _built(node: _Node) -> Any:
    """Return what a node stands for, made of what the nodes in it stand for."""
    node = _inside(node)
    items = [
        _built(each) if isinstance(each, _Node) else each
        for each in node.children
        if isinstance(each, _Node) or each.type in _MEANINGFUL
    ]
    return _BUILDERS[node.data](node.at, *items)


def _inside(node: _Node) -> _Node:
    """Return a node without the brackets round it."""
    while node.data == _BRACKETED:
        node = node.children[1]
    return node


def _operation(operator: str) -> _Builder:
    def build(at: At, *operands: Tree) -> Tree:
        return tree.Operation(at, operator, operands)

    return build


def _signed(operator_at: int) -> _Builder:
    def build(at: At, *items: Any) -> Tree:
        operator = str(items[operator_at])
        operands: tuple[Tree, ...] = items[:operator_at] + items[operator_at + 1 :]
        if len(operands) == 1:
            if operator == "+":
                return operands[0]
            operator = "neg"
        return tree.Operation(at, operator, operands)

    return build


def _name(at: At, *words: Token) -> Word:
    return Word(at, normalised("_".join(words)))


def _choice(at: At, *items: Tree) -> Tree:
    return tree.Branch(at, *items)


def _number(at: At, token: Token) -> Tree:
    text = str(token)
    return tree.NumberLiteral(at, exact(Fraction(text)) if "." in text else int(text))


def _dice(at: At, token: Token) -> Tree:
    number, sides = str(token).split("d")
    return tree.Dice(at, int(number or "1"), int(sides))


def _text(at: At, token: Token) -> Tree:
    return tree.Quoted(at, str(token)[1:-1])


def _none(at: At, *_: Tree) -> Tree:
    return Word(at, Name("none"))


def _yes(at: At, *_: Tree) -> Tree:
    return Word(at, Name("yes"))


def _no(at: At, *_: Tree) -> Tree:
    return Word(at, Name("no"))


def _field(at: At, of: Tree, name: Word) -> Tree:
    return tree.Dot(at, of, name)


def _method(at: At, of: Tree, name: Word, more: tuple[Tree, ...] = ()) -> Tree:
    return tree.Call(at, name, (of, *more))


def _index(at: At, of: Tree, places: tuple[Tree, ...]) -> Tree:
    return tree.Bracket(at, of, places)


def _series(at: At, items: tuple[Tree, ...] = ()) -> Tree:
    return tree.Series(at, items)


def _call(at: At, name: Word, given: tuple[Tree, ...] = ()) -> Tree:
    picked = _picked(given[0]) if name.name in REDUCERS and len(given) == 1 else None
    if picked is not None:
        # These take lists, so `x in L` can only be meant as all of them.
        variable, source = picked
        return tree.Gather(at, name, None, variable, source, None, ())
    return tree.Call(at, name, given)


def _arguments(at: At, *items: Tree) -> tuple[Tree, ...]:
    return items


def _filter(at: At, *items: _Where) -> _Where:
    wheres = [where for where, by in items if where is not None]
    return (wheres[0] if wheres else None, items[-1][1])


def _where(at: At, condition: Tree) -> _Where:
    return (condition, ())


def _order(at: At, *items: Tree) -> _Where:
    return (None, items)


def _source(at: At, *items: Any) -> tuple[_Lists, Tree | None, tuple[Tree, ...]]:
    pairs = len(items) // 2 * 2  # after them comes what filters and sorts, if any
    where, by = items[pairs] if pairs < len(items) else (None, ())
    return (list(zip(items[:pairs:2], items[1:pairs:2], strict=True)), where, by)


def _gather(
    at: At,
    name: Word,
    body: Tree,
    source_of: tuple[_Lists, Tree | None, tuple[Tree, ...]],
) -> Tree:
    sources, where, by = source_of
    *outer, (variable, source) = sources
    if not outer:
        return tree.Gather(at, name, body, variable, source, where, by)
    if len(sources) > MOST_LISTS:
        message = f"this gathers from {len(sources)} lists, at most {MOST_LISTS}"
        raise Unreadable(at, message, hint="let a formula gather some of them")
    if by or name.name in ("groups", "map"):
        message = "only what is gathered from one list has an order, groups or keys"
        hint = "gather one list before: list(E for a in A for b in B)"
        raise Unreadable(name.at, message, "one 'for'", hint)
    return _of_several(at, name, body, sources, where)


MOST_LISTS = 8
_OF_SEVERAL: Mapping[str, tuple[Name, Name]] = MappingProxyType(
    {
        **{each: (Name(each), Name(each)) for each in ("any", "all", "sum", "joined")},
        "count": (Name("sum"), Name("count")),
        "list": (Name("joined"), Name("list")),
    }
)
"""How the lists that each element of the first list gives are brought together, and
what each of them is."""


def _of_several(
    at: At, name: Word, body: Tree, sources: _Lists, where: Tree | None
) -> Tree:
    """Return a gathering from several lists as gatherings within gatherings; what is
    looked for in all of it, such as the least, is looked for in the whole list."""
    if name.name not in _OF_SEVERAL:
        every = _of_several(at, Word(name.at, Name("list")), body, sources, where)
        return tree.Call(at, name, (every,))
    (variable, source), *rest = sources
    around, inside = _OF_SEVERAL[name.name]
    if not rest:
        return tree.Gather(at, name, body, variable, source, where, ())
    inner = _of_several(at, Word(name.at, inside), body, rest, where)
    return tree.Gather(at, Word(name.at, around), inner, variable, source, None, ())


def _select(at: At, name: Word, first: Tree, filtered: _Where) -> Tree:
    where, by = filtered
    picked = _picked(first)
    if picked is None:
        raise Unreadable(first.at, "a filter without its list", "name in list")
    variable, source = picked
    return tree.Gather(at, name, None, variable, source, where, by)


_BUILDERS: Mapping[str, _Builder] = MappingProxyType(
    {
        "or_": _operation("or"),
        "and_": _operation("and"),
        "not_": _operation("not"),
        "equal": _operation("is"),
        "unequal": _operation("is not"),
        "within": _operation("in"),
        "outside": _operation("not in"),
        "range": _operation(".."),
        "compare": _signed(1),
        "add": _signed(1),
        "multiply": _signed(1),
        "sign": _signed(0),
        "name": _name,
        "choice": _choice,
        "number": _number,
        "dice": _dice,
        "text": _text,
        "none": _none,
        "yes": _yes,
        "no": _no,
        "field": _field,
        "method": _method,
        "index": _index,
        "series": _series,
        "call": _call,
        "arguments": _arguments,
        "filter": _filter,
        "where": _where,
        "order": _order,
        "source": _source,
        "gather": _gather,
        "select": _select,
    }
)
"""Rules of the grammar to our tree: from the place and the items of a node."""
