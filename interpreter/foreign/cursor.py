"""The next token of a text that is read again, and the names that words make."""

from collections.abc import Mapping
from itertools import takewhile

from interpreter.foreign.idioms import Idiom, KnownNames
from interpreter.foreign.operators import (
    CAPITALS,
    WORDS,
)
from interpreter.foreign.pieces import (
    At,
    Findings,
    NotForeign,
    Piece,
)
from interpreter.foreign.tokens import ForeignToken, tokens

DEEPEST = 80
"""How deeply expressions and operands may nest, counted together."""
MOST_WORDS = 12
"""Words of a name that are looked up as one."""
RESERVED = frozenset("and or not in is if then else for where by none yes no".split())
OPENERS = frozenset(("number", "name", "text", "dice"))
ENDING = frozenset(
    (
        "if when then else end between like x of elif elseif elsif otherwise for where "
        "squared rounded rounding round"
    ).split()
)
"""Words that end an expression elsewhere, or go on with it."""
_LONGEST_WORDS = max(map(len, WORDS))


class Cursor:
    """A place among the tokens of a text, and what was found before it."""

    def __init__(self, text: str, known: KnownNames) -> None:
        """Begin at the first token."""
        self.tokens = tokens(text)
        self.at = 0
        self.depth = 0
        self.in_arguments = 0
        self.known = known
        self.found = Findings(known)

    @property
    def token(self) -> ForeignToken:
        """The next token."""
        return self.tokens[self.at]

    def ahead(self, number: int = 1) -> ForeignToken:
        """Return a later token."""
        return self.tokens[min(self.at + number, len(self.tokens) - 1)]

    def is_sign(self, *signs: str) -> bool:
        """Return whether the next token is one of these signs."""
        return self.token.kind == "sign" and self.token.text in signs

    def is_word(self, *words: str) -> bool:
        """Return whether the next token is one of these words, whatever its case."""
        return self.token.kind == "name" and self.token.text.lower() in words

    def take(self) -> ForeignToken:
        """Return the next token and go on."""
        token = self.token
        self.at += token.kind != "end"
        return token

    def expect(self, sign: str) -> ForeignToken:
        """Take a sign or word; raises NotForeign where another is next."""
        token = self.take()
        if token.text.lower() != sign:
            raise NotForeign
        return token

    def accept(self, *signs: str) -> ForeignToken | None:
        """Take one of these signs if it is next."""
        return self.take() if self.is_sign(*signs) else None

    def end_of(self, start: int) -> At:
        """Return the place from a character to the end of the token before."""
        return (start, self.tokens[self.at - 1].end)

    def name(self) -> Piece:
        """Read a name of one or more words."""
        words = self._words()
        if not words:
            raise NotForeign
        taken = words[: self._known_words(words) or self._unknown_words(words)]
        self.at += len(taken)
        text = " ".join(token.text for token in taken)
        return Piece(text, (taken[0].start, taken[-1].end), is_name=True)

    def _words(self) -> list[ForeignToken]:
        words: list[ForeignToken] = []
        for token in self.tokens[self.at :]:
            if token.kind != "name" or token.text in RESERVED:
                break
            words.append(token)
        return words

    def _known_words(self, words: list[ForeignToken]) -> int:
        """Return how many words are the longest name that is known, 0 for none."""
        for number in range(min(len(words), MOST_WORDS), 0, -1):
            if self.known.knows(" ".join(token.text for token in words[:number])):
                return number
        return 0

    def _unknown_words(self, words: list[ForeignToken]) -> int:
        """Return how many words come before one that is an operator elsewhere."""
        for number in range(1, len(words)):
            if self._operator_words(self.at + number) is not None:
                return number
            lower = words[number].text.lower()
            if words[number].text in CAPITALS or lower in ENDING:
                return number
        return len(words)

    def _texts(self, at: int) -> list[str]:
        """Return the words from a token on, as many as an operator may have."""
        words = takewhile(
            lambda token: token.kind == "name",
            self.tokens[at : at + _LONGEST_WORDS],
        )
        return [token.text.lower() for token in words]

    def phrase(
        self, phrases: Mapping[tuple[str, ...], Idiom], at: int
    ) -> tuple[Idiom, int] | None:
        """Return the longest of some phrases that begins at a token, and how many words
        it has."""
        texts = self._texts(at)
        for number in range(len(texts), 0, -1):
            idiom = phrases.get(tuple(texts[:number]))
            if idiom is not None:
                return idiom, number
        return None

    def _operator_words(self, at: int) -> tuple[Idiom, int] | None:
        """Return the operator in words that begins at a token, and how many it has."""
        texts = self._texts(at)
        for number in range(len(texts), 0, -1):
            idiom = WORDS.get(tuple(texts[:number]))
            ends = self.tokens[min(at + number, len(self.tokens) - 1)].kind == "end"
            if idiom is not None and not ends:
                return idiom, number
        return None
