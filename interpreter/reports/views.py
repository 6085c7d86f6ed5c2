"""A view as text and JSON; nothing but the view is read."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from msgspec import Struct

from interpreter.engine.stops import GameState
from interpreter.reports.claims import (
    claim_text,
    claims_output,
    claims_text,
    names_of,
    seats_claims_output,
    seats_claims_text,
)
from interpreter.reports.entities import (
    CALL,
    FieldValue,
    called,
    listed,
    of_the_call,
    side_by_side,
    waiting_text,
)
from interpreter.reports.outputs.encoding import ABSENT, Absent
from interpreter.reports.outputs.games import (
    JudgeViewOutput,
    KnownFieldOutput,
    ProofOutput,
    SeatViewOutput,
    SeenEntityOutput,
    TrueEntityOutput,
    ViewOutput,
)
from interpreter.reports.phrases import is_spoken_of, phrases
from interpreter.reports.text_layout import WIDTH, flowed
from interpreter.reports.values import (
    NOTHING,
    ValueNames,
    enumerated,
    in_words,
    spaced,
    to_json,
)
from interpreter.semantics.declarations import CHARTS, WAITING, Declarations
from interpreter.semantics.state_view import StateView
from interpreter.values.log import STORE, shape
from interpreter.values.types import JUDGE_NAME
from interpreter.views.views import View, ViewedEntity

TO_OTHERS = "others call it"
"""What is before the label of an entity for those who do not know its name."""


def view_output(view: View, proof: ProofOutput | Absent = ABSENT) -> SeatViewOutput:
    """Return a view as the record for JSON: the entities it shows, and its claims."""
    names = names_of(view)
    return SeatViewOutput(
        seat=view.seat,
        sees=tuple(
            SeenEntityOutput(
                kind=thing.kind.name,
                id=names.id(thing.kind.name, thing.number),
                label=thing.label or ABSENT,
                fields={
                    field.name: to_json(value, field.type, names)
                    for field, value in thing.fields
                },
            )
            for thing in things_of(view)
        ),
        claims=claims_output(view),
        proof=proof,
    )


def view_text(view: View) -> str:
    """Return a view as lines: entities, then claims."""
    lines = [sees_text(view), f"{spaced(view.seat)} was told"]
    lines += claims_text(view) if view.claims else ["  nothing"]
    return "\n".join(lines)


def sees_text(view: View) -> str:
    """Return the entities of a view as lines, the last of them empty."""
    names = names_of(view)
    seen = [
        line
        for _, each in groupby(things_of(view), lambda thing: thing.kind.name)
        for line in (*_group(list(each), names), "")
    ]
    return "\n".join([f"{spaced(view.seat)} sees", *(seen or ["  nothing", ""])])


def position_text(view: View) -> str:
    """Return what a seat sees, as the pack says it: kinds of which it says something in
    phrases, equal ones together, other kinds field by field."""
    names = names_of(view)
    lines: list[str] = []
    for _, each in groupby(things_of(view), lambda thing: thing.kind.name):
        things = list(each)
        spoken = is_spoken_of(things[0].kind)
        lines += [*(_spoken(things, names) if spoken else _group(things, names)), ""]
    return "\n".join([f"{spaced(view.seat)} sees", *(lines or ["  nothing", ""])])


def first_look(view: View) -> str:
    """Return what a seat sees and was told, as the pack says it."""
    told = [*claims_text(view)]
    heard = [f"{spaced(view.seat)} was told", *told] if told else []
    return "\n".join([position_text(view), *heard])


def _spoken(things: list[ViewedEntity], names: ValueNames) -> Iterator[str]:
    """Yield the lines of the entities of one kind: a sentence for the only one, else
    the kind, and a line for all of which the same is said."""
    lines = [*spoken_lines(things, names)]
    kind = spaced(things[0].kind.name)
    if len(lines) > 1 or lines[0][0]:
        yield f"  {kind}"
        indent = "    "
    else:
        indent = "  "
    for who, said in lines:
        words = f"{who}{': ' if who and said else ''}{said}".split()
        yield from flowed(words, WIDTH, indent, f"{indent}  ")


def spoken_lines(
    things: Sequence[ViewedEntity], names: ValueNames
) -> Iterator[tuple[str, str]]:
    """Yield (names, what is said of them) of entities of one kind, those of which the
    same is said together; no name where the kind says who it is."""
    together: dict[str, list[str]] = {}
    for thing in things:
        name = names.name(thing.kind.name, thing.number)
        label = label_of(thing, name).get(TO_OTHERS)
        if thing.kind.single:
            name = ""
        elif label:
            name = f"{name} ({TO_OTHERS} {label})"
        said = "; ".join(filter(None, phrases(thing, names).values()))
        together.setdefault(said, []).append(name)
    for said, called_so in together.items():
        yield enumerated(called_so), said


def _group(things: list[ViewedEntity], names: ValueNames) -> list[str]:
    """Return the lines of the entities of one kind; several are joined in a table."""
    if things[0].kind.name == WAITING:
        return [
            f"  waiting: {waiting_text(fields_of(thing), names)}" for thing in things
        ]
    rows = {
        name: {**label_of(thing, name), **fields_in_words(thing, names)}
        for thing in things
        for name in [names.name(thing.kind.name, thing.number)]
    }
    fields = [TO_OTHERS, *(spaced(field_.name) for field_ in things[0].kind.fields)]
    return side_by_side(spaced(things[0].kind.name), rows, fields)


def fields_in_words(thing: ViewedEntity, names: ValueNames) -> dict[str, str]:
    """Return the visible fields of an entity as text, by field name, without the one by
    whose text it is called."""
    is_called = (thing.kind.name, thing.number) in names.called
    without = thing.kind.called if is_called else ""
    return {
        spaced(field.name): in_words(value, field.type, names)
        for field, value in thing.fields
        if field.name != without
    }


def label_of(thing: ViewedEntity, name: str) -> dict[str, str]:
    """Return by which label others know an entity of this name; {} by its name."""
    known = not thing.label or spaced(thing.label) == name
    return {} if known else {TO_OTHERS: spaced(thing.label)}


def fields_of(thing: ViewedEntity) -> list[FieldValue]:
    """Return the visible fields of an entity with their types."""
    return [(field.name, field.type, value) for field, value in thing.fields]


def things_of(view: View) -> list[ViewedEntity]:
    """Return the entities of a view, without those of maps, which are drawn."""
    return [each for each in view.things if each.kind.name != CHARTS]


# What a seat knows that it did not know before: made from two of its views alone.


class SeenEntity(Struct, frozen=True):
    """What is seen of an entity: what it is called, the texts of its fields, and those
    of a first look, without the field by whose text it is called. Of an entity of which
    the pack speaks they are phrases, and `silent` is what is said of each field that
    changed to a value for which it has no sentence."""

    name: str
    fields: Mapping[str, str]
    at_first: Mapping[str, str]
    silent: Mapping[str, str] | None = None


Things = Mapping[str, SeenEntity]
"""What is seen of each entity, by kind and id."""


def news_text(before: View, now: View) -> str:
    """Return what changed between two views, and new claims; "" if nothing.

    An entity that is no longer visible is named too.
    """
    old, new = _seen(before), _seen(now)
    lines = [*_changed(old, new)]
    lost = [seen for id_, seen in old.items() if id_ not in new]
    lines += [f"  {seen.name}: {_gone(seen.fields)}" for seen in lost]
    if lines:
        lines.insert(0, f"{spaced(now.seat)} sees now")
    known, by_ids = _claims_by_ids(before), _claims_by_ids(now)
    # after an undo they may be others, and all are told again
    since = len(known) if by_ids[: len(known)] == known else 0
    claims = [*claims_text(now, since)]
    if claims:
        lines += [f"{spaced(now.seat)} was told", *claims]
    return "\n".join(lines)


def _changed(old: Things, new: Things) -> Iterator[str]:
    for id_, seen in new.items():
        if id_ not in old:
            yield from _told(seen, seen.at_first)
            continue
        known = old[id_].fields
        other = {k: text for k, text in seen.fields.items() if known.get(k) != text}
        if seen.silent is not None:
            other = {
                k: _unspoken(seen.silent[k], known.get(k, ""))
                if k in seen.silent
                else text
                for k, text in other.items()
            }
        if any(other.values()):
            yield from _told(seen, other)


def _unspoken(plain: str, before: str) -> str:
    """Return what is said of a field with a value of which the pack does not speak: by
    its name, or, of one that is none or no now, what was said of it before."""
    is_over = plain.endswith((f" {NOTHING}", " no"))
    return f"{before} no more" if is_over and before else plain


def _told(seen: SeenEntity, fields: Mapping[str, str]) -> list[str]:
    if seen.silent is None:
        return listed(f"  {seen.name}", fields)
    said = "; ".join(filter(None, fields.values()))
    words = f"{seen.name}{': ' if said else ''}{said}".split()
    return flowed(words, WIDTH, "  ", "    ")


def _claims_by_ids(view: View) -> list[str]:
    """Return the claims of a seat, in which nothing is called by its name."""
    names = names_of(view).by_ids()
    return [claim_text(claim, names) for claim in view.claims]


def _gone(fields: Mapping[str, str]) -> str:
    return "is not seen any more" if fields else "no more"


def by_id(view: View) -> dict[str, ViewedEntity]:
    """Return the entities of a view by their ids."""
    names = names_of(view).by_ids()
    return {entity_text(thing, names): thing for thing in things_of(view)}


def entity_text(thing: ViewedEntity, names: ValueNames) -> str:
    """Return an entity as texts speak of it, with its kind."""
    if thing.kind.name == WAITING:  # it has no name of its own
        return f"waiting: {waiting_text(fields_of(thing), names)}"
    kind, number = thing.kind.name, thing.number
    is_id = (kind, number) not in names.called
    return called(spaced(kind), names.name(kind, number), is_id)


def texts_of(thing: ViewedEntity, names: ValueNames) -> dict[str, str]:
    """Return the visible fields of an entity as text, by field name."""
    if thing.kind.name == WAITING:
        return {}
    return {
        spaced(field.name): in_words(value, field.type, names)
        for field, value in thing.fields
    }


def _seen(view: View) -> Things:
    names = names_of(view)
    return {id_: _seen_entity(thing, names) for id_, thing in by_id(view).items()}


def _seen_entity(thing: ViewedEntity, names: ValueNames) -> SeenEntity:
    name = entity_text(thing, names)
    if is_spoken_of(thing.kind):
        found, texts = phrases(thing, names), texts_of(thing, names)
        said = {field: phrase or "" for field, phrase in found.items()}
        silent = {
            field: f"{spaced(field)} {texts[spaced(field)]}"
            for field, phrase in found.items()
            if phrase is None
        }
        return SeenEntity(name, said, said, silent)
    at_first = {} if thing.kind.name == WAITING else fields_in_words(thing, names)
    return SeenEntity(name, texts_of(thing, names), at_first)


# All that is there, for the judge: each field with the seats that see it.

Knowing = Mapping[tuple[str, int, str], tuple[str, ...]]
"""Who sees a field, by (kind, number, field)."""


class JudgeView(Struct, frozen=True):
    """The true state of a game, and which seats know what.

    `labels` are the labels of masked entities by (kind, number), `made` how seats call
    entities made while running: by (kind, number), and by the name of the seat.
    """

    declared: Declarations
    game_state: GameState
    names: ValueNames
    knowing: Knowing
    views: tuple[View, ...]
    labels: Mapping[tuple[str, int], str]
    made: Mapping[tuple[str, int], Mapping[str, str]] = MappingProxyType({})

    def named_otherwise(self, kind: str, number: int) -> Mapping[str, str]:
        """Return how seats call an entity that was made while running, by seat, where
        the judge calls it otherwise."""
        names = self.made.get((kind, number), {})
        own = self.names.id(kind, number)
        return {seat: name for seat, name in names.items() if name != own}


def truth_view(truth: JudgeView) -> View:
    """Return all entities as a view without claims; log moments are left out."""
    state_view = StateView(truth.declared, truth.game_state)
    things = tuple(
        ViewedEntity(
            kind,
            number,
            tuple(
                (field, value)
                for field, value in zip(kind.fields, row, strict=True)
                if shape(field.type) is None
            ),
            truth.labels.get((name, number), ""),
        )
        for name, kind in truth.declared.kinds.items()
        if name not in (STORE, CHARTS)
        for number, row in state_view.entities(name)
    )
    boards, ids = tuple(truth.declared.boards.values()), tuple(truth.names.ids.items())
    called = truth.names.called
    return View(JUDGE_NAME, (), things, ids, boards, state_view.charts, called)


def truth_text(truth: JudgeView) -> str:
    """Return the judge's view as lines."""
    lines: list[str] = []
    for kind, number, fields in _things(truth):
        if kind == WAITING:
            lines += _waiting(truth, number, fields)
            continue
        label = truth.labels.get((kind, number))
        others = "" if label is None else f", {TO_OTHERS} {spaced(label)}"
        for seat, seat_name in truth.named_otherwise(kind, number).items():
            others += f", {spaced(seat_name)} to {spaced(seat)}"
        name, of_id = truth.names.name(kind, number), truth.names.id(kind, number)
        what = spaced(kind if name == spaced(of_id) else f"{kind} {of_id}")
        lines.append(f"{name} ({what}){others}")
        by: dict[str, dict[str, str]] = {}
        for name, of, value in fields:
            known = truth.knowing.get((kind, number, name), ())
            seats = " and ".join(map(spaced, known))
            field_texts = by.setdefault(
                f"known to {seats}" if known else "hidden from all", {}
            )
            field_texts[spaced(name)] = in_words(value, of, truth.names)
        lines += [
            line
            for seats, field_texts in by.items()
            for line in listed(f"  {seats}", field_texts)
        ]
        lines.append("")
    return "\n".join([*lines, *seats_claims_text(truth.views)])


def _waiting(truth: JudgeView, number: int, fields: list[FieldValue]) -> list[str]:
    seats = truth.knowing.get((WAITING, number, CALL), ())
    known = f"known to {' and '.join(map(spaced, seats))}"
    call_text = waiting_text(fields, truth.names)
    return [f"waiting: {call_text}", f"  {known if seats else 'hidden from all'}", ""]


def truth_output(truth: JudgeView) -> JudgeViewOutput:
    """Return the judge's view as the record for JSON."""
    return JudgeViewOutput(
        seat="judge",
        sees=tuple(
            TrueEntityOutput(
                kind=kind,
                id=truth.names.id(kind, number),
                label=truth.labels.get((kind, number), ABSENT),
                names=truth.named_otherwise(kind, number) or ABSENT,
                fields={
                    name: KnownFieldOutput(
                        value=to_json(value, of, truth.names),
                        known_to=truth.knowing.get((kind, number, name), ()),
                    )
                    for name, of, value in fields
                },
            )
            for kind, number, fields in _things(truth)
        ),
        told=seats_claims_output(truth.views),
    )


def known_text(known: View | JudgeView) -> str:
    """Return what a seat or the judge knows as lines."""
    return truth_text(known) if isinstance(known, JudgeView) else view_text(known)


def known_output(known: View | JudgeView) -> ViewOutput:
    """Return the same as the record for JSON."""
    return truth_output(known) if isinstance(known, JudgeView) else view_output(known)


def _things(truth: JudgeView) -> Iterator[tuple[str, int, list[FieldValue]]]:
    """Yield (kind, number, fields) of all entities; log moments are left out."""
    state_view = StateView(truth.declared, truth.game_state)
    for name, kind in truth.declared.kinds.items():
        if name in (STORE, CHARTS):
            continue
        for number, row in state_view.entities(name):
            pairs = zip(kind.fields, row, strict=True)
            values = [(f.name, f.type, v) for f, v in pairs if shape(f.type) is None]
            yield name, number, of_the_call(values) if name == WAITING else values
