"""What a seat can hold against the umpire later, as text and JSON."""

from interpreter.games.dice_words import DiceWords
from interpreter.games.receipts import Proof
from interpreter.reports.colour import clean


def proof_json(proof: Proof) -> dict[str, object]:
    """Return it as JSON."""
    return {
        "seat": proof.seat,
        "commitment": proof.commitment,
        "receipt": proof.receipt,
        "words": words_json(proof.words),
    }


def words_json(words: DiceWords) -> list[dict[str, object]]:
    """Return of each seat that is asked its word (null: not known yet), and by what it
    is sealed (null: it is not)."""
    return [
        {
            "seat": seat,
            "word": words.given.get(seat),
            "sealed": words.sealed.get(seat),
        }
        for seat in words.seats
    ]


def proof_text(proof: Proof) -> str:
    """Return it as lines."""
    said = [f"  commitment {proof.commitment}", f"  receipt    {proof.receipt}"]
    said += [
        f"  word of {clean(e)}: {word_text(proof.words, e)}" for e in proof.words.seats
    ]
    return "\n".join([f"{clean(proof.seat)} holds", *said, *_to_give(proof)])


def _to_give(proof: Proof) -> list[str]:
    """Return what the seat that holds the proof is to do about its own word."""
    words, seat = proof.words, proof.seat
    if seat not in words.seats or words.given.get(seat) is not None:
        return []
    if words.sealed.get(seat) is not None:
        return ["  tell the umpire the word you sealed when all other words stand here"]
    return [
        "  nothing falls before you tell the umpire a word, any text, "
        "or that you give none"
    ]


def word_text(words: DiceWords, seat: str) -> str:
    """Return what a seat has given."""
    word, seal = words.given.get(seat), words.sealed.get(seat)
    if word is None:
        return "none yet" if seal is None else f"sealed, {seal}"
    return f"'{clean(word)}'" if word else "none"
