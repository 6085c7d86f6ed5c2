"""Claims as text and JSON, made from the views of the seats that received them."""

from collections.abc import Iterable, Iterator

from interpreter.reports.colour import clean
from interpreter.reports.outputs.encoding import PackValue
from interpreter.reports.outputs.runs import ClaimOutput
from interpreter.reports.phrases import filled_in, sentence_for
from interpreter.reports.text_layout import WIDTH, flowed
from interpreter.reports.values import (
    ValueNames,
    centres_of,
    headings_of,
    in_words,
    labels_of,
    names_called,
    spaced,
    to_json,
)
from interpreter.semantics.declarations import ClaimKind, Declarations, Fact
from interpreter.values.types import Type, Value
from interpreter.views.views import ReceivedClaim, View, ViewedClaim


def seats_claims_output(views: Iterable[View]) -> dict[str, tuple[ClaimOutput, ...]]:
    """Return the claims of every seat by its name, () for a seat without claims."""
    return {view.seat: claims_output(view) for view in views}


def claims_output(view: View) -> tuple[ClaimOutput, ...]:
    """Return the claims of a seat in the order of its view.

    The keys are the same for all kinds of claims; `facts` has those that the kind
    shows.
    """
    names = names_of(view)
    return tuple(
        ClaimOutput(
            number=claim.number,
            kind=claim.kind.title,
            about=_json(claim.about, claim.kind.about, names),
            label=_json(claim.label, claim.kind.label, names),
            text=claim_text(claim, names),
            facts={
                fact.title: to_json(value, fact.type, names)
                for fact, value in _facts(claim)
            },
        )
        for claim in view.claims
    )


def seats_claims_text(views: Iterable[View]) -> Iterator[str]:
    """Yield the judge's list: the claims of every seat."""
    for view in views:
        verb = "told" if view.claims else "told nothing"
        yield f"{spaced(view.seat)} is {verb}{':' if view.claims else ''}"
        yield from claims_text(view)


def claims_text(view: View, since: int = 0) -> Iterator[str]:
    """Yield the claims of a seat, those after the first `since`: one that the pack says
    in sentences is one text, of others each fact has a line."""
    names = names_of(view)
    for claim in view.claims[since:]:
        if claim.kind.says:
            words = [f"{claim.number}.", *claim_text(claim, names).split()]
            yield from flowed(words, WIDTH, "  ", "     ")
            continue
        head = heading(claim.kind, claim.about, claim.label, names)
        yield f"  {claim.number}. {head}"
        for fact, value in _facts(claim):
            yield f"     {fact_text(fact, value, names)}"


def claim_text(claim: ViewedClaim, names: ValueNames) -> str:
    """Return a claim on one line."""
    parts = [fact_text(fact, value, names) for fact, value in _facts(claim)]
    head = heading(claim.kind, claim.about, claim.label, names)
    if claim.kind.says and parts:
        return f"{head}: {'; '.join(parts)}"
    return "; ".join([head, *parts])


def fact_text(fact: Fact, value: Value, names: ValueNames) -> str:
    """Return a fact as the pack says it for this value, else under its name."""
    said = in_words(value, fact.type, names)
    sentence = sentence_for(fact.says, value, said)
    if sentence is None:
        return f"{clean(fact.words)}: {said}"
    return filled_in(sentence, {fact.name: said})


def parts_of(claim: ViewedClaim) -> dict[str, tuple[Value, Type]]:
    """Return the parts of a claim (about, label, shown facts) with their types, by
    name."""
    found = {fact.name: (value, fact.type) for fact, value in _facts(claim)}
    if claim.kind.about is not None:
        found["about"] = (claim.about, claim.kind.about)
    if claim.kind.label is not None:
        found["label"] = (claim.label, claim.kind.label)
    return found


def heading(kind: ClaimKind, about: Value, label: Value, names: ValueNames) -> str:
    """Return what a claim begins with: the sentence of the pack, else its kind, its
    subject, its label."""
    parts = (("about", about, kind.about), ("label", label, kind.label))
    values = {
        name: in_words(value, of, names) for name, value, of in parts if of is not None
    }
    if kind.says:
        return filled_in(kind.says, values)
    line = clean(kind.title)
    if "about" in values:
        line += f" about {values['about']}"
    if "label" in values:
        line += f": {values['label']}"
    return line


def received_text(heard: ReceivedClaim, declared: Declarations) -> str:
    """Return a claim on one line, with the names that its seat has."""
    names = ValueNames(
        heard.ids,
        labels=labels_of(declared.boards.values()),
        called=names_called(heard.called, heard.ids),
        headings=headings_of(declared.boards.values()),
    )
    return claim_text(heard.claim, names)


def own_names(heard: ReceivedClaim, seat: str, names: ValueNames) -> str:
    """Return for the judge which names in a claim are the seat's own, and for which
    entities; "" if there are none."""
    pairs = (
        (spaced(names.id(kind, number)), spaced(label))
        for kind, number, label in heard.made
    )
    pair_texts = [
        f"{true} is '{label}' to {spaced(seat)}"
        for true, label in pairs
        if true != label
    ]
    return ", ".join(pair_texts)


def names_of(view: View, declared: Declarations | None = None) -> ValueNames:
    """Return the value names of a view; with `declared` also the rows of its labelled
    sums."""
    rows = {} if declared is None else declared.modifiers
    ids = dict(view.ids)
    called = names_called(view.called, ids)
    return ValueNames(
        ids,
        rows,
        labels=labels_of(view.boards),
        called=called,
        headings=headings_of(view.boards),
        centres=centres_of(view.boards, view.charts),
    )


def _facts(claim: ViewedClaim) -> list[tuple[Fact, Value]]:
    return [(claim.kind.facts[place], value) for place, value in claim.facts]


def _json(value: Value, kind: Type | None, names: ValueNames) -> PackValue | None:
    return None if kind is None else to_json(value, kind, names)
