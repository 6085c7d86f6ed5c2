"""What a seat can hold against the umpire later, as text and JSON: the commitment to
the dice, its receipt, and the words that seats gave for them."""

from interpreter.games.dice_words import DiceWords
from interpreter.games.receipts import Proof
from interpreter.reports.colour import clean
from interpreter.reports.outputs.games import DiceWordOutput, ProofOutput
from interpreter.reports.values import spaced


def proof_output(proof: Proof) -> ProofOutput:
    """Return the proof as the record for JSON."""
    return ProofOutput(
        seat=proof.seat,
        commitment=proof.commitment,
        receipt=proof.receipt,
        words=words_output(proof.words),
    )


def words_output(words: DiceWords) -> tuple[DiceWordOutput, ...]:
    """Return for each seat its word for the dice (None: not known yet) and its seal
    (None: not sealed)."""
    return tuple(
        DiceWordOutput(
            seat=seat, word=words.given.get(seat), sealed=words.sealed.get(seat)
        )
        for seat in words.seats
    )


def proof_text(proof: Proof) -> str:
    """Return the proof as lines."""
    lines = [f"  commitment {proof.commitment}", f"  receipt    {proof.receipt}"]
    lines += [
        f"  word of {spaced(e)}: {word_text(proof.words, e)}" for e in proof.words.seats
    ]
    return "\n".join([f"{spaced(proof.seat)} holds", *lines, *_to_give(proof)])


def _to_give(proof: Proof) -> list[str]:
    """Return what the seat that holds the proof must do about its own word."""
    words, seat = proof.words, proof.seat
    if seat not in words.seats or words.given.get(seat) is not None:
        return []
    if words.sealed.get(seat) is not None:
        return ["  tell the umpire the word you sealed when all other words are here"]
    return [
        "  nothing is rolled before you tell the umpire a word (any text), "
        "or that you give none"
    ]


def word_text(words: DiceWords, seat: str) -> str:
    """Return the word that a seat gave."""
    word, seal = words.given.get(seat), words.sealed.get(seat)
    if word is None:
        return "none yet" if seal is None else f"sealed, {seal}"
    return f"'{clean(word)}'" if word else "none"


def words_text(words: DiceWords) -> str:
    """Return the words of all seats, and what is still to be given or opened."""
    lines = [f"{spaced(seat)}: {word_text(words, seat)}" for seat in words.seats]
    if words.silent:
        lines.append(f"still to be given: {', '.join(map(spaced, words.silent))}")
    elif words.missing:
        lines.append(f"still to be opened: {', '.join(map(spaced, words.missing))}")
    else:
        lines.append("all words are given; continue with 'umpire play --game'")
    return "\n".join(lines)
