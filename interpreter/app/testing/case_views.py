"""Views of a case: what a seat must have been told, and what it must not."""

from collections.abc import Callable, Iterable, Iterator

from interpreter.app.opening.session import Session
from interpreter.app.opening.values import text_of, value_at
from interpreter.app.testing.case_file import Case
from interpreter.cases.pairs import SAME_AS
from interpreter.diagnostics import UmpireError, UnknownName, Unusable
from interpreter.reports.cases import CaseDifference
from interpreter.reports.claims import claim_text, edge_of, parts_of
from interpreter.reports.values import edge, to_text
from interpreter.reports.views import things_of, view_json
from interpreter.values.names import plain
from interpreter.values.types import Type
from interpreter.views.views import View, ViewedClaim
from interpreter.yaml import MappingNode, Node, SequenceNode

NOT_SHOWN = "none"
NOT_SEEN = "not seen"
MOST_DIFFERENCES = 6

Pair = tuple[View, View]


def view_differences(
    case: Case,
    views: Iterable[View],
    session: Session,
    pair: Callable[[str, str], Pair],
) -> Iterator[CaseDifference]:
    """Yield what the views of a run have other than the case wants; `pair` returns the
    view of a seat in this case and in another one, by its name."""
    known = {plain(each.seat): each for each in views}
    for name, wanted in case.pairs("views"):
        same = wanted.get(SAME_AS) if isinstance(wanted, MappingNode) else None
        if same is not None:
            yield from _between(name, *pair(name, text_of(same)))
            if isinstance(wanted, MappingNode) and len(wanted.entries) == 1:
                continue
        found = known.get(plain(name))
        if found is None:
            raise UnknownName("seat", name, [each.seat for each in known.values()])
        looking = _ViewComparison(found, session)
        for key, node in wanted.entries if isinstance(wanted, MappingNode) else ():
            if key.text != SAME_AS:
                has = key.text == "has"
                yield from looking.has(node) if has else looking.none(node)


def _between(seat: str, own: View, other: View) -> Iterator[CaseDifference]:
    """Yield in what the view of a seat differs from its view in another case."""
    here, there = _said(own), _said(other)
    paths = [path for path in {**there, **here} if there.get(path) != here.get(path)]
    for path in paths[:MOST_DIFFERENCES]:
        what = f"views.{seat}.{SAME_AS}: {path}"
        yield CaseDifference(what, there.get(path, NOT_SEEN), here.get(path, NOT_SEEN))
    if not paths and view_json(own) != view_json(other):
        order = (", ".join(_order(each)) for each in (other, own))
        yield CaseDifference(f"views.{seat}.{SAME_AS}: order", *order)


def _said(view: View) -> dict[str, str]:
    """Return all that a view says: of each thing its fields, and the claims."""
    names = edge_of(view)
    found = {}
    for thing in things_of(view):
        name = f"{thing.kind.name} {names.id(thing.kind.name, thing.number)}"
        found[name] = thing.label or "seen"
        for field, value in thing.fields:
            found[f"{name}.{field.name}"] = to_text(value, field.type, names)
    for claim in view.claims:
        found[f"claim {claim.number}"] = claim_text(claim, names)
    return found


def _order(view: View) -> Iterator[str]:
    names = edge_of(view)
    for thing in things_of(view):
        yield names.id(thing.kind.name, thing.number)


class _ViewComparison:
    """Compares what one seat was told with what a case says."""

    def __init__(self, view: View, session: Session) -> None:
        self._view = view
        self._session = session

    def has(self, node: Node) -> Iterator[CaseDifference]:
        """Yield each kind, or claim described, that the seat was not told."""
        if not isinstance(node, MappingNode):
            for kind in _texts(node):
                if not self._claims(kind):
                    yield self._difference(kind, "told", "not told")
            return
        for key, wanted in node.entries:
            described = wanted.items if isinstance(wanted, SequenceNode) else (wanted,)
            for one in described:
                yield from self._described(key.text, one)

    def none(self, node: Node) -> Iterator[CaseDifference]:
        """Yield each kind that the seat was told against the case."""
        for kind in _texts(node):
            claims = self._claims(kind)
            if claims:
                told = " | ".join(self._text(each) for each in claims)
                yield self._difference(kind, "not told", told)

    def _described(self, kind: str, node: Node) -> Iterator[CaseDifference]:
        claims = self._claims(kind)
        if not isinstance(node, MappingNode):
            raise Unusable(f"a '{kind}' is described by its label, about and facts")
        if any(self._fits(each, node) for each in claims):
            return
        wanted = ", ".join(f"{key.text}: {text_of(each)}" for key, each in node.entries)
        told = " | ".join(self._text(each) for each in claims) or "not told"
        yield self._difference(kind, wanted, told)

    def _difference(self, kind: str, wanted: str, told: str) -> CaseDifference:
        return CaseDifference(f"views.{self._view.seat}.{kind}", wanted, told)

    def _text(self, claim: ViewedClaim) -> str:
        return claim_text(claim, edge_of(self._view))

    def _claims(self, kind: str) -> list[ViewedClaim]:
        known = self._session.program.declared.claims
        if plain(kind) not in known:
            titles = [each.title for each in known.values()]
            raise UnknownName("kind of claim", kind, titles)
        return [each for each in self._view.claims if each.kind.name == plain(kind)]

    def _fits(self, claim: ViewedClaim, node: MappingNode) -> bool:
        """Tell whether a claim says all that is described; `none`: it does not."""
        said = parts_of(claim)
        for key, wanted in node.entries:
            name = plain(key.text)
            if name not in said and name not in {f.name for f in claim.kind.facts}:
                known = [*said, *(each.title for each in claim.kind.facts)]
                raise UnknownName(f"part of '{claim.kind.title}'", key.text, known)
            if name not in said:
                if text_of(wanted) != NOT_SHOWN:
                    return False
                continue
            value, kind = said[name]
            found = to_text(value, kind, edge_of(self._view))
            if found not in (text_of(wanted), self._expected(wanted, kind)):
                return False
        return True

    def _expected(self, node: Node, kind: Type) -> str:
        """Return a value of a case as text; one that came to be while running has no
        value beforehand, and is compared as it is written."""
        session = self._session
        try:
            value = value_at(node, kind, session.pack, session.scenario)
        except UmpireError:
            return text_of(node)
        return to_text(value, kind, edge(session.program.declared, session.world))


def _texts(node: Node) -> list[str]:
    items = node.items if isinstance(node, SequenceNode) else (node,)
    return [text_of(each) for each in items]
