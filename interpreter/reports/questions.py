"""A question as text and JSON for its seat, with the names of the seat's view.

A question to the judge has the true names.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from interpreter.engine.stops import PartTexts
from interpreter.expressions.functions.plane import PLACE
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Local,
    Template,
    Typed,
    Use,
)
from interpreter.games.disclosures import view_asked
from interpreter.games.questions import (
    ChoicePart,
    Question,
    judge_texts,
    seat_texts,
    spoken_of,
)
from interpreter.games.state import GameProgress
from interpreter.ir.instructions import Choice, Program
from interpreter.ir.walking import exchanged, in_template, nodes
from interpreter.reports.claims import names_of
from interpreter.reports.colour import clean
from interpreter.reports.outputs.encoding import ABSENT, encoded
from interpreter.reports.outputs.games import QuestionOutput, QuestionPartOutput
from interpreter.reports.source_text import filled, written
from interpreter.reports.text_layout import WIDTH, folded
from interpreter.reports.values import ValueNames, edge, in_words, spaced, to_text
from interpreter.semantics.declarations import Declarations
from interpreter.values.types import (
    JUDGE,
    Boolean,
    Cell,
    Entity,
    ListOf,
    Record,
    Seat,
    Type,
    Value,
    enumeration_of,
    parts_of,
    present,
    spoken,
)
from interpreter.views.views import AskedValue, View

# By which rules a choice offers what it offers, as hints name them.

MOST_RULES = 3  # in a hint


def rules_of(
    choice: Choice, expression: Typed | None, declared: Declarations
) -> tuple[str, ...]:
    """Return the rules named by the formulas in an expression, then those of the
    choice.

    They are read from the pack; no state is evaluated.
    """
    read = [
        declared.formulas[node.name].rule
        for node in (() if expression is None else nodes(expression))
        if isinstance(node, Use) and node.name in declared.formulas
    ]
    return tuple(dict.fromkeys(f"{' '.join(read)} {choice.site.rule}".split()))


def ruled_by(rules: Sequence[str]) -> str:
    """Return the first rules as a hint cites them; "" if there are none."""
    return f"by {', '.join(rules[:MOST_RULES])}" if rules else ""


YES_OR_NO = ("yes", "no")
FAILED = "(what stands here cannot be worked out)"
"""Beside options of whose texts a rule fails."""
A_WAY = "one of them, or a whole way that begins so, spaces between"


class PosedPart(Struct, frozen=True):
    """A part of a choice: what it is for ("" nothing in particular), the texts of the
    options (None: free input, described by `wanted`), a note for each option, the
    options and what it is for by their ids, which an answer may name too, what is
    asked for it (`sentence`), if the question does not say that, whether it is any
    place of a table, which may be pointed at, of which board (`cells_of`) it is any
    place, or several where it `is_list`, and of free input the `words` that it may be,
    () where these are no few words."""

    of: str
    options: tuple[str, ...] | None
    says: tuple[str, ...] = ()
    wanted: str = ""
    by_ids: tuple[str, ...] = ()
    of_id: str = ""
    sentence: str = ""
    is_place: bool = False
    cells_of: str = ""
    is_list: bool = False
    words: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """What it is for, and what is asked for it; "" for the only part."""
        said = f": {self.sentence}" if self.sentence else ""
        return f"for {self.of}{said}" if self.of else ""

    @property
    def is_numbered(self) -> bool:
        """Return whether options are chosen by number; options that are numbers, and
        yes and no, are typed as they are."""
        options = self.options or ()
        if self.is_yes_or_no:
            return False
        return not any(each.lstrip("-").isdecimal() for each in options)

    @property
    def is_yes_or_no(self) -> bool:
        """Return whether the options are yes and no."""
        return {*(self.options or ())} == {*YES_OR_NO}


class Posed(Struct, frozen=True):
    """A question in words.

    `condition` is what the answer must satisfy ("" if nothing), `needs` what the pack
    says of it; `is_leg`: a step of a path, of which several may be answered at once;
    `rules` are those that determine the options.
    """

    seat: str
    name: str
    where: str
    message: str
    parts: tuple[PosedPart, ...]
    how_many: tuple[int, int] | None
    in_order: bool
    view: View | None
    default: str = ""
    condition: str = ""
    is_leg: bool = False
    rules: tuple[str, ...] = ()
    is_judges: bool = False
    needs: str = ""

    @property
    def sentence(self) -> str:
        """Who chooses, and what the step says; if nothing, its name and place."""
        who = f"{spaced(self.seat)} {'rules' if self.is_judges else 'chooses'}"
        return f"{who}: {self.message}" if self.message else f"{who} {self.heading}"

    @property
    def heading(self) -> str:
        """The same for who chooses: what the step says, or its name and place."""
        return self.message or f"{self.name} in {self.where}"

    @property
    def condition_in_words(self) -> str:
        """What the answer must satisfy, as the pack says it; otherwise as it stands
        there; "" if nothing."""
        return self.needs or (f"such that {self.condition}" if self.condition else "")


def posed(course: GameProgress, question: Question) -> Posed:
    """Return a question as its seat, or the judge, reads it."""
    beginning = course.beginning
    program, scenario = beginning.program, beginning.scenario
    if question.seat == JUDGE:
        return posed_openly(question, program, scenario)
    texts = seat_texts(question)
    values_asked = (AskedValue(*each) for each in spoken_of(question, texts))
    seen, values = view_asked(
        course, question.stop.game_state, question.seat, values_asked
    )
    names = names_of(seen, program.declared)
    reading = _Reading(names, values, seen, texts)
    return _posed(question, program, scenario, seen.seat, reading)


def posed_openly(question: Question, program: Program, scenario: str) -> Posed:
    """Return a question with the true names, for a reader who may know everything."""
    state = question.stop.game_state
    names = edge(program.declared, program.initial_states[scenario], state=state)
    texts = judge_texts(question)
    values = tuple(value for value, _ in spoken_of(question, texts))
    seat = names.id(program.declared.seat_kind, question.seat)
    reading = _Reading(names, values, None, texts)
    return _posed(question, program, scenario, seat, reading)


class _Reading(NamedTuple):
    """How a reader reads a question: the names that he has, the values of `spoken_of`
    under these names, his view (None: everything is known), the texts of each part."""

    names: ValueNames
    values: tuple[Value, ...]
    view: View | None
    texts: tuple[PartTexts, ...]


def _posed(
    question: Question, program: Program, scenario: str, seat: str, reading: _Reading
) -> Posed:
    """Return a question as it is read."""
    names, values, seen, texts = reading
    stop, made = question.stop, question.stop.instruction
    # the condition is text of the pack: nothing that it reads is disclosed
    true_names = edge(program.declared, program.initial_states[scenario])
    conditions = _conditions(made)
    condition = ", and ".join(written(each, true_names) for each in conditions)
    kinds = (kind for _, kind in spoken_of(question, texts))
    left = iter(zip(values, kinds, strict=True))
    message = _filled(made.site.say, left, names)
    says = tuple(_filled(text, left, names) for _, text in made.texts)
    about = _filled(made.about, left, names)
    filling = _Filling(names, left, says, program.declared.seat_kind)
    parts = tuple(
        _part(question, part, part_texts, filling)
        for part, part_texts in zip(question.parts, texts, strict=True)
    )
    message = message or about
    if not message and len(parts) == 1:
        message, parts = parts[0].sentence, (replace(parts[0], sentence=""),)
    default = "" if stop.default is None else in_words(*next(left), names)
    return Posed(
        seat,
        spaced(made.label),
        spaced(made.site.path.partition(".")[0].removesuffix("__entry")),
        message,
        parts,
        stop.how_many,
        made.in_order,
        seen,
        default,
        condition,
        made.is_leg,
        rules_of(made, made.offered, program.declared),
        question.seat == JUDGE,
        clean(made.needs),
    )


def question_output(question: Posed) -> QuestionOutput:
    """Return a question as the record for JSON."""
    least, most = question.how_many or (1, 1)
    return QuestionOutput(
        seat=question.seat,
        name=question.name,
        question=question.sentence,
        several=question.how_many is not None,
        least=least,
        most=most,
        in_order=question.in_order,
        such_that=question.condition,
        parts=tuple(
            QuestionPartOutput(
                of=part.of,
                options=part.options,
                says=part.says,
                wanted=part.wanted,
                sentence=part.sentence or ABSENT,
            )
            for part in question.parts
        ),
    )


def question_file(token: str, question: Posed) -> dict[str, object]:
    """Return the content of the file with which a question is handed out: the question
    with its token."""
    return {"format": 1, "token": token, **encoded(question_output(question))}


def posed_text(question: Posed) -> str:
    """Return a question as lines, with its options."""
    return "\n".join(
        [
            question.sentence,
            *(line for each in question.parts for line in lines(question, each)),
            *(f"    {text}" for text in unanswered(question)),
        ]
    )


def unanswered(question: Posed) -> list[str]:
    """Return what an empty answer to a question of free input means, if anything."""
    is_free = any(part.options is None for part in question.parts)
    if not is_free or not question.default:
        return []
    left_out = ", and so does one that is left out" if len(question.parts) > 1 else ""
    return [f'an empty answer ("") means {question.default}{left_out}']


def lines(question: Posed, part: PosedPart) -> Iterator[str]:
    """Yield the options of a part as lines."""
    if part.of:
        yield f"  {part.heading}:"
    options = part.options or ()
    if part.options is None:
        yield f"    {part.wanted}"
    elif not part.is_numbered and not part.says:
        yield f"    {(' or ' if part.is_yes_or_no else ', ').join(options)}"
    else:
        yield from (f"    {text}" for text in option_lines(part))
    for each in limits(question, part):
        yield from folded(each, WIDTH, "    ")


def option_lines(part: PosedPart) -> Iterator[str]:
    """Yield each option of a part as a line: its number, its text, and what it means,
    as far as it has them."""
    for number, text in enumerate(part.options or (), 1):
        option_text = part.says[number - 1] if number <= len(part.says) else ""
        count = f"{number}. " if part.is_numbered else ""
        yield f"{count}{text}{f': {option_text}' if option_text else ''}"


def limits(question: Posed, part: PosedPart) -> Iterator[str]:
    """Yield in words what else an answer may be, how many are wanted, and what they
    must satisfy."""
    if question.is_leg:
        yield A_WAY
    if question.how_many is not None and part.options is not None:
        least, most = question.how_many
        most = max(least, min(most, len(part.options)))  # no more than there are
        count = f"{least}" if least == most else f"{least} to {most}"
        order = ", in order" if question.in_order else ""
        empty = "" if least or question.default else "; nothing: none of them"
        between = separator_word(part.options)
        yield f"{count} of them, {between} between{order}{empty}"
    if question.condition_in_words:
        yield question.condition_in_words


def separator_word(options: Sequence[str]) -> str:
    """Return what separates several answers: semicolons where an option has a comma
    outside of brackets."""
    return "semicolons" if any(map(has_comma, options)) else "commas"


def has_comma(text: str) -> bool:
    """Return whether a text has a comma outside of brackets."""
    return "," in text and len(split_outside(text, ",")) > 1


def split_outside(text: str, separator: str) -> list[str]:
    """Return the parts of a text between separators outside of brackets."""
    depth, parts = 0, [""]
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == separator and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _conditions(made: Choice) -> tuple[Typed, ...]:
    """Return the conditions of a choice; of several answers apart, those on each, in
    which its name is the answer."""
    condition = made.such_that
    if condition is None:
        return ()
    if not made.is_apart or not isinstance(condition, Collect):
        return _listed(condition)
    answer = Local(made.label, made.type)
    of_all = {part for part in nodes(condition.body) if _is_answer(part, made.name)}
    return _listed(exchanged(condition.body, dict.fromkeys(of_all, answer)))


def _is_answer(node: Typed, name: str) -> bool:
    """Tell whether an expression is the answer for one, in the map of all answers."""
    if not isinstance(node, Apply) or node.name != "at":
        return False
    return isinstance(node.arguments[0], Local) and node.arguments[0].name == name


def _listed(condition: Typed) -> tuple[Typed, ...]:
    """Return the conditions that were joined from a list; otherwise the condition
    itself."""
    if isinstance(condition, Apply) and condition.name == "and":
        *before, last = condition.arguments
        if condition.span == last.span:
            return (*(conjunct for each in before for conjunct in _listed(each)), last)
    return (condition,)


def _filled(
    template: Template | None, left: Iterator[tuple[Value, Type]], names: ValueNames
) -> str:
    """Return a template filled with the next values of the iterator."""
    values = tuple(next(left)[0] for _ in in_template(template))
    return filled(template, values, names)


class _Filling(NamedTuple):
    """How the parts of a question are filled: the names of the reader, the values that
    are left, the texts of options by name, and the kind of seats."""

    names: ValueNames
    left: Iterator[tuple[Value, Type]]
    says: tuple[str, ...]
    seat_kind: str


def _part(
    question: Question, part: ChoicePart, texts: PartTexts, filling: _Filling
) -> PosedPart:
    """Return a part of a question with the next values that are left."""
    made, (names, left, says, seat_kind) = question.stop.instruction, filling
    of = of_id = ""
    if made.each is not None:
        value, kind = next(left)
        # a number names the seat only among seats: others have numbers of their own
        is_seat = isinstance(kind, Entity | Seat) and kind.kind == seat_kind
        is_own = is_seat and part.element == question.seat
        if not is_own or len(question.parts) > 1:
            of = to_text(value, kind, names)
            of_id = to_text(value, kind, names.by_ids())
    said = "" if texts.failed else _filled(made.part_says, left, names)
    if part.offered is None:
        return PosedPart(
            of,
            None,
            wanted=_wanted(made.type),
            of_id=of_id,
            sentence=said,
            is_place=present(made.type) == PLACE,
            cells_of=_board_of(made.type),
            is_list=isinstance(present(made.type), ListOf),
            words=_words_of(made.type),
        )
    values = [next(left) for _ in part.offered]
    options = tuple(to_text(*each, names) for each in values)
    without = names.by_ids()
    by_ids = tuple(to_text(*each, without) for each in values)
    named = {value: text for (value, _), text in zip(made.texts, says, strict=True)}
    beside = [
        FAILED
        if texts.failed and value is not None
        else _filled(made.beside, left, names)
        if value in texts.beside
        else named.get(value, "")
        for value in part.offered
    ]
    if present(question.offers) in names.headings:
        # a direction is offered as people say it, and may be answered by its letter
        by_ids, options = options, tuple(in_words(*each, names) for each in values)
    notes = tuple(beside) if any(beside) else ()
    return PosedPart(of, options, notes, "", by_ids, of_id, said)


def _words_of(kind: Type) -> tuple[str, ...]:
    if isinstance(present(kind), Boolean):
        return YES_OR_NO
    words = enumeration_of(kind)
    return () if words is None else tuple(map(spaced, words.values))


def _board_of(kind: Type) -> str:
    """Return on which board a place is or places are, as it is printed; "" for what is
    no place of a board of separate ones."""
    inner = present(kind)
    cell = present(inner.item) if isinstance(inner, ListOf) else inner
    return spaced(cell.board) if isinstance(cell, Cell) else ""


def _wanted(kind: Type) -> str:
    inner = present(kind)
    if isinstance(inner, Record) and inner.fields:
        return parts_of(inner)
    if isinstance(inner, ListOf) and isinstance(inner.item, Cell):
        noun, board = inner.item.noun, spaced(inner.item.board)
        plural = f"{noun}es" if noun.endswith("x") else f"{noun}s"
        return f"{plural} of {board} by their labels, spaces between"
    words = enumeration_of(kind)
    listed = "" if words is None else f": {', '.join(words.values)}"
    return f"{spoken(kind)}{listed}"
