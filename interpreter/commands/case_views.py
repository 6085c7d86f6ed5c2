"""Views of a case: what a seat must have been told, and what it must not."""

from collections.abc import Callable, Iterable, Iterator

from interpreter.cases.pairs import SAME_AS
from interpreter.commands.case_file import Case
from interpreter.commands.node_values import text_of, value_at
from interpreter.commands.session import Session
from interpreter.document import Mapping, Node, Sequence
from interpreter.problems import UmpireError, UnknownName, Unusable
from interpreter.reporting.cases import Difference
from interpreter.reporting.claims import claim_text, edge_of, parts_of
from interpreter.reporting.knowing import things_of, view_json
from interpreter.reporting.values import edge, to_text
from interpreter.running.views import ToldClaim, View
from interpreter.values.names import plain
from interpreter.values.types import Type

NOT_SHOWN = "none"
NOT_SEEN = "not seen"
MOST_DIFFERENCES = 6

Pair = tuple[View, View]


def view_differences(
    case: Case,
    views: Iterable[View],
    session: Session,
    pair: Callable[[str, str], Pair],
) -> Iterator[Difference]:
    """Yield what the views of a run have other than the case wants; `pair` returns the
    view of a seat in this case and in another one, by its name."""
    known = {plain(each.seat): each for each in views}
    for name, wanted in case.pairs("views"):
        same = wanted.get(SAME_AS) if isinstance(wanted, Mapping) else None
        if same is not None:
            yield from _between(name, *pair(name, text_of(same)))
            if isinstance(wanted, Mapping) and len(wanted.entries) == 1:
                continue
        found = known.get(plain(name))
        if found is None:
            raise UnknownName("seat", name, [each.seat for each in known.values()])
        looking = _Looking(found, session)
        for key, node in wanted.entries if isinstance(wanted, Mapping) else ():
            if key.text != SAME_AS:
                has = key.text == "has"
                yield from looking.has(node) if has else looking.none(node)


def _between(seat: str, own: View, other: View) -> Iterator[Difference]:
    """Yield in what the view of a seat differs from its view in another case."""
    here, there = _said(own), _said(other)
    paths = [path for path in {**there, **here} if there.get(path) != here.get(path)]
    for path in paths[:MOST_DIFFERENCES]:
        what = f"views.{seat}.{SAME_AS}: {path}"
        yield Difference(what, there.get(path, NOT_SEEN), here.get(path, NOT_SEEN))
    if not paths and view_json(own) != view_json(other):
        order = (", ".join(_order(each)) for each in (other, own))
        yield Difference(f"views.{seat}.{SAME_AS}: order", *order)


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


class _Looking:
    """Compares what one seat was told with what a case says."""

    def __init__(self, view: View, session: Session) -> None:
        self._view = view
        self._session = session

    def has(self, node: Node) -> Iterator[Difference]:
        """Yield each kind, or claim described, that the seat was not told."""
        if not isinstance(node, Mapping):
            for kind in _texts(node):
                if not self._claims(kind):
                    yield self._difference(kind, "told", "not told")
            return
        for key, wanted in node.entries:
            described = wanted.items if isinstance(wanted, Sequence) else (wanted,)
            for one in described:
                yield from self._described(key.text, one)

    def none(self, node: Node) -> Iterator[Difference]:
        """Yield each kind that the seat was told against the case."""
        for kind in _texts(node):
            claims = self._claims(kind)
            if claims:
                told = " | ".join(self._text(each) for each in claims)
                yield self._difference(kind, "not told", told)

    def _described(self, kind: str, node: Node) -> Iterator[Difference]:
        claims = self._claims(kind)
        if not isinstance(node, Mapping):
            raise Unusable(f"a '{kind}' is described by its label, about and facts")
        if any(self._fits(each, node) for each in claims):
            return
        wanted = ", ".join(f"{key.text}: {text_of(each)}" for key, each in node.entries)
        told = " | ".join(self._text(each) for each in claims) or "not told"
        yield self._difference(kind, wanted, told)

    def _difference(self, kind: str, wanted: str, told: str) -> Difference:
        return Difference(f"views.{self._view.seat}.{kind}", wanted, told)

    def _text(self, claim: ToldClaim) -> str:
        return claim_text(claim, edge_of(self._view))

    def _claims(self, kind: str) -> list[ToldClaim]:
        known = self._session.program.declared.claims
        if plain(kind) not in known:
            titles = [each.title for each in known.values()]
            raise UnknownName("kind of claim", kind, titles)
        return [each for each in self._view.claims if each.kind.name == plain(kind)]

    def _fits(self, claim: ToldClaim, node: Mapping) -> bool:
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
    items = node.items if isinstance(node, Sequence) else (node,)
    return [text_of(each) for each in items]
