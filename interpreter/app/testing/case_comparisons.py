"""A case as written, and what a run came to, compared with what it expects."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from interpreter.app.explaining.offers import reason_of
from interpreter.app.explaining.refusals import AnswerRefused
from interpreter.app.opening.session import Session
from interpreter.app.opening.values import value_of
from interpreter.app.opening.yaml_values import text_of, value_at
from interpreter.app.running.once import CompletedRun, RunRequest
from interpreter.cases.answers import turns_of
from interpreter.cases.calls import call_of
from interpreter.cases.expectations import (
    HAS,
    OFFERED,
    REFUSED,
    SAME_AS,
    asking,
    listed,
    offered_type,
    offers,
)
from interpreter.diagnostics import UmpireError, UnknownName, Unusable
from interpreter.engine.stops import ChoiceStop
from interpreter.ir.instructions import Choice, asked_names
from interpreter.pipeline.opening import Pack
from interpreter.reports.cases import CaseDifference
from interpreter.reports.claims import claim_text, names_of, parts_of
from interpreter.reports.values import spaced, to_text
from interpreter.reports.views import things_of, view_output
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Name, normalised, rule_names
from interpreter.values.types import ListOf, Type, Value
from interpreter.views.views import View, ViewedClaim
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, name_of
from interpreter.yaml import SequenceNode as Items


class Case(Struct, frozen=True):
    """A declared case; `verb` is run or odds."""

    declared: Declaration
    verb: str
    name: str
    arguments: tuple[str, ...]

    def part(self, key: str) -> Node | None:
        """Return the value of a key."""
        node = self.declared.node
        return node.get(key) if isinstance(node, MappingNode) else None

    def pairs(self, key: str) -> Iterator[tuple[ScalarNode, Node]]:
        """Yield the keys and nodes of the map of a key."""
        node = self.part(key)
        if isinstance(node, MappingNode):
            yield from node.entries

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the case carries."""
        node = self.part("rule")
        items = (
            node.items if isinstance(node, SequenceNode) else (node,) if node else ()
        )
        return tuple(text_of(each) for each in items)

    @property
    def scenario(self) -> str:
        """The scenario in which it is run, or ""."""
        node = self.part("scenario")
        return text_of(node) if node is not None else ""

    @property
    def seed(self) -> str | None:
        """What all dice that it does not give follow from; None: it gives all."""
        node = self.part("seed")
        return text_of(node) if node is not None else None

    @property
    def options(self) -> dict[str, str]:
        """The options that it sets."""
        return {name.name: text_of(each) for name, each in self.pairs("options")}

    @property
    def chance(self) -> list[tuple[Name, Node]]:
        """Names of rolls and draws with what they give, in the order written."""
        node = self.part("dice")
        maps = node.items if isinstance(node, SequenceNode) else (node,) if node else ()
        found: list[tuple[Name, Node]] = []
        for map_ in maps:
            if not isinstance(map_, MappingNode):
                raise Unusable("dice of a case are written as NAME OF ROLL: FACES")
            found += [(name.name, faces) for name, faces in map_.entries]
        return found


def faces_in(node: Node) -> tuple[int, ...]:
    """Return faces in order, of a number or a list."""
    if isinstance(node, ScalarNode):
        return (_face(node),)
    items = node.items if isinstance(node, SequenceNode) else ()
    return tuple(face for each in items for face in faces_in(each))


def faces_and_maps(node: Node) -> Iterator[tuple[int, ...] | MappingNode]:
    """Yield what falls, in order: faces, and maps that give them by element."""
    if isinstance(node, MappingNode):
        yield node
    elif isinstance(node, ScalarNode) or not any(map(_has_map, node.items)):
        yield faces_in(node)
    else:
        for each in node.items:
            yield from faces_and_maps(each)


def drawn_in(node: Node, kind: Type, pack: Pack, scenario: str) -> list[Value]:
    """Return the elements that are drawn, one after the other."""
    items = node.items if isinstance(node, SequenceNode) else (node,)
    if isinstance(kind, ListOf):
        return [value_at(each, kind, pack, scenario) for each in items]
    found: list[Value] = []
    for item in items:
        if isinstance(item, SequenceNode):
            found += drawn_in(item, kind, pack, scenario)
        else:
            found.append(value_at(item, kind, pack, scenario))
    return found


def _has_map(node: Node) -> bool:
    items = node.items if isinstance(node, SequenceNode) else ()
    return isinstance(node, MappingNode) or any(map(_has_map, items))


def _face(node: Node) -> int:
    text = text_of(node)
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Unusable(f"'{text}' is no face of a die")
    return int(text)


def case_of(declared: Declaration) -> Case:
    """Return a case; raises Unusable when it neither runs nor asks for odds."""
    node = declared.node
    for verb in ("run", "odds"):
        call = node.get(verb) if isinstance(node, MappingNode) else None
        found = call_of(call.text) if isinstance(call, ScalarNode) else None
        if found:
            return Case(declared, verb, *found)
    raise Unusable("the case has neither a call to 'run' nor one for 'odds'")


NOT_ASKED = "not asked"


def answers_left(
    case: Case,
    session: Session,
    wanted: RunRequest,
    stops: Sequence[ChoiceStop],
    ended: CompletedRun | None,
) -> Iterator[CaseDifference]:
    """Yield each answer of a case that nothing asked for, or not so often: what it was
    written for did not happen. Of a run that was refused or left open, that is each
    choice that was never reached."""
    if ended is not None:
        left = set(ended.unasked)
    else:
        reached = {name for stop in stops for name in asked_names(stop.instruction)}
        named = (*wanted.answers.fixed, *wanted.successive)
        left = {name for name in named if normalised(name) not in reached}
    written = _answers_written(case, session)
    for name in sorted(left):
        nodes = written[name]
        asked = sum(normalised(name) in asked_names(stop.instruction) for stop in stops)
        surplus = nodes[min(asked, len(nodes) - 1)]
        wants = _times(len(nodes))
        often = f"asked {_times(asked)}" if asked else "never asked"
        message = f"'{spaced(name)}' is {often}, and the case answers it {wants}"
        found = often if asked else NOT_ASKED
        place = (message, str(surplus.span))
        yield CaseDifference(f"answers.{name}", f"asked {wants}", found, *place)


def _answers_written(case: Case, session: Session) -> dict[str, list[Node]]:
    """Return the span of each answer of a case, in order, by the name by which a run
    takes it: an answer for the whole run is listed once."""
    known = session.pack.stops().choices(session.entry.procedure)
    node = case.part("answers")
    found: dict[str, list[Node]] = {}
    if isinstance(node, MappingNode):
        for name, _ in node.entries:
            choice = known[name.name]
            path = choice.site.path if "." in name.text else choice.label
            found.setdefault(path, []).append(name)
        return found
    for turn in node.items if isinstance(node, Items) else ():
        for name, answer in turn.entries if isinstance(turn, MappingNode) else ():
            choice = known[name.name]
            found.setdefault(choice.label, []).extend(turns_of(choice, answer))
    return found


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def ends_open(case: Case, stops: Sequence[ChoiceStop]) -> bool:
    """Tell whether a case ends at a choice that nobody answers: it expects what is
    offered there, and nothing else."""
    expect = case.part("expect")
    _, maps = offers(expect)
    entries = expect.entries if isinstance(expect, MappingNode) else ()
    if case.part("views") is not None or len(entries) != 1 or not stops:
        return False
    names = {asking(key).name for each in maps for key, _ in each.entries}
    return not names.isdisjoint(asked_names(stops[-1].instruction))


def answer_refused_by(
    refused: Node, error: AnswerRefused, session: Session
) -> Iterator[CaseDifference]:
    """Yield the difference where a choice refuses an answer by another rule than is
    wanted: that of the condition that fails, else of the step or its procedure."""
    stop = error.stop
    procedure, instruction = session.pack.instruction(stop.site)
    reason = reason_of(session, stop, error.value)
    within = session.program.procedures[procedure].rule
    carried = f"{reason.rule if reason else ''} {instruction.site.rule or within}"
    if name_of(refused) not in (*rule_names(carried), instruction.site.path):
        rules = carried.split()
        reason_text = f" ({reason.text})" if reason is not None else ""
        by = f" by {' '.join(dict.fromkeys(rules))}" if rules else ""
        found = f"refused{by} at {instruction.site.path}{reason_text}"
        yield CaseDifference(REFUSED, text_of(refused), found)


def offered_differences(
    case: Case, stops: Sequence[ChoiceStop], session: Session
) -> Iterator[CaseDifference]:
    """Yield each choice that offered something else than the case expects: the last
    time that it was asked, or one asking after the other."""
    node, maps = offers(case.part("expect"))
    in_turn = not isinstance(node, MappingNode)
    known = session.pack.stops().choices(session.entry.procedure)
    asked: Counter[str] = Counter()
    for name, wanted in (pair for map_ in maps for pair in map_.entries):
        question = asking(name)
        key, number = question.name, question.number
        choice = known[key]
        asked_stops = [stop for stop in stops if key in asked_names(stop.instruction)]
        place = asked[key] if in_turn else len(asked_stops) - 1
        if number is not None:
            place = number - 1
        else:
            asked[key] += 1
        what = f"{OFFERED}.{name.text}"
        if 0 <= place < len(asked_stops):
            yield from _compared(what, wanted, asked_stops[place], choice, session)
        else:
            yield CaseDifference(what, text_of(wanted), NOT_ASKED)


def _compared(
    what: str, wanted: Node, stop: ChoiceStop, choice: Choice, session: Session
) -> Iterator[CaseDifference]:
    kind = offered_type(choice)
    if choice.each is None:
        yield from _compared_offer(what, wanted, stop.offered or (), kind, session)
        return
    element = choice.each[1].type
    shown = {each: some for each, _, some in stop.offered or ()}
    pairs = wanted.entries if isinstance(wanted, MappingNode) else ()
    assert isinstance(element, ListOf)
    for key, node in pairs:
        place, within = str(key.span), element.item
        which = value_of(session.pack, key.text, within, session.scenario, place)
        if which in shown:
            named = f"{what}.{key.text}"
            yield from _compared_offer(named, node, shown[which], kind, session)
        else:
            yield CaseDifference(f"{what}.{key.text}", text_of(node), NOT_ASKED)


def _compared_offer(
    what: str, wanted: Node, offered: Sequence[Value], kind: Type, session: Session
) -> Iterator[CaseDifference]:
    """Yield what is wrong with what one seat is offered: a list is all of it, in any
    order; `has` is some of it, and `none` is not in it."""

    def values(node: Node) -> list[Value]:
        pack, scenario = session.pack, session.scenario
        return [value_at(each, kind, pack, scenario) for each in listed(node)]

    def values_text(some: Sequence[Value]) -> str:
        return f"[{', '.join(to_text(each, kind, session.edge) for each in some)}]"

    if not isinstance(wanted, MappingNode):
        expected = values(wanted)
        if Counter(map(_typed, expected)) != Counter(map(_typed, offered)):
            yield CaseDifference(what, values_text(expected), values_text(offered))
        return
    there = set(map(_typed, offered))
    for key, node in wanted.entries:
        wrong = [e for e in values(node) if (_typed(e) in there) != (key.text == HAS)]
        if wrong:
            yield CaseDifference(
                f"{what}.{key.text}", values_text(wrong), values_text(offered)
            )


def _typed(value: Value) -> tuple[type, Value]:
    return type(value), value  # True is no 1


# Views of a case: what a seat must have been sent, and what it must not.

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
    known = {normalised(view_.seat): view_ for view_ in views}
    for name, wanted in case.pairs("views"):
        same = wanted.get(SAME_AS) if isinstance(wanted, MappingNode) else None
        if same is not None:
            yield from _between(name.text, *pair(name.text, text_of(same)))
            if isinstance(wanted, MappingNode) and len(wanted.entries) == 1:
                continue
        found = known.get(name.name)
        if found is None:
            raise UnknownName("seat", name.text, [each.seat for each in known.values()])
        comparison = _ViewComparison(found, session)
        for key, node in wanted.entries if isinstance(wanted, MappingNode) else ():
            if key.text != SAME_AS:
                has = key.text == "has"
                yield from comparison.has(node) if has else comparison.none(node)


def _between(seat: str, view: View, other: View) -> Iterator[CaseDifference]:
    """Yield in what the view of a seat differs from its view in another case."""
    here, there = _view_texts(view), _view_texts(other)
    paths = [path for path in {**there, **here} if there.get(path) != here.get(path)]
    for path in paths[:MOST_DIFFERENCES]:
        what = f"views.{seat}.{SAME_AS}: {path}"
        yield CaseDifference(what, there.get(path, NOT_SEEN), here.get(path, NOT_SEEN))
    if not paths and view_output(view) != view_output(other):
        theirs, ours = (", ".join(_order(each)) for each in (other, view))
        yield CaseDifference(f"views.{seat}.{SAME_AS}: order", theirs, ours)


def _view_texts(view: View) -> dict[str, str]:
    """Return all that a view says: of each thing its fields, and the claims."""
    names = names_of(view)
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
    names = names_of(view)
    for thing in things_of(view):
        yield names.id(thing.kind.name, thing.number)


class _ViewComparison:
    """Compares what one seat was sent with what a case says."""

    def __init__(self, view: View, session: Session) -> None:
        self._view = view
        self._session = session

    def has(self, node: Node) -> Iterator[CaseDifference]:
        """Yield each kind, or claim described, that the seat was not sent."""
        if not isinstance(node, MappingNode):
            for kind in _texts(node):
                if not self._claims(kind):
                    yield self._difference(kind, "told", "not told")
            return
        for key, wanted in node.entries:
            described = wanted.items if isinstance(wanted, SequenceNode) else (wanted,)
            for description in described:
                yield from self._described(key.text, description)

    def none(self, node: Node) -> Iterator[CaseDifference]:
        """Yield each kind that the seat was sent against the case."""
        for kind in _texts(node):
            claims = self._claims(kind)
            if claims:
                claims_text = " | ".join(self._text(each) for each in claims)
                yield self._difference(kind, "not told", claims_text)

    def _described(self, kind: str, node: Node) -> Iterator[CaseDifference]:
        claims = self._claims(kind)
        if not isinstance(node, MappingNode):
            raise Unusable(f"a '{kind}' is described by its label, about and facts")
        if any(self._fits(each, node) for each in claims):
            return
        wanted = ", ".join(f"{key.text}: {text_of(each)}" for key, each in node.entries)
        claims_text = " | ".join(self._text(each) for each in claims) or "not told"
        yield self._difference(kind, wanted, claims_text)

    def _difference(self, kind: str, wanted: str, actual: str) -> CaseDifference:
        return CaseDifference(f"views.{self._view.seat}.{kind}", wanted, actual)

    def _text(self, claim: ViewedClaim) -> str:
        return claim_text(claim, names_of(self._view))

    def _claims(self, kind: str) -> list[ViewedClaim]:
        known = self._session.program.declared.claims
        name = normalised(kind)
        if name not in known:
            titles = [each.title for each in known.values()]
            raise UnknownName("kind of claim", kind, titles)
        return [each for each in self._view.claims if each.kind.name == name]

    def _fits(self, claim: ViewedClaim, node: MappingNode) -> bool:
        """Tell whether a claim says all that is described; `none`: it does not."""
        claim_parts = parts_of(claim)
        for key, wanted in node.entries:
            name = key.name
            if name not in claim_parts and name not in {
                f.name for f in claim.kind.facts
            }:
                known = [*claim_parts, *(each.title for each in claim.kind.facts)]
                raise UnknownName(f"part of '{claim.kind.title}'", key.text, known)
            if name not in claim_parts:
                if text_of(wanted) != NOT_SHOWN:
                    return False
                continue
            value, kind = claim_parts[name]
            found = to_text(value, kind, names_of(self._view).by_ids())
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
        return to_text(value, kind, session.edge.by_ids())


def _texts(node: Node) -> list[str]:
    items = node.items if isinstance(node, SequenceNode) else (node,)
    return [text_of(each) for each in items]
