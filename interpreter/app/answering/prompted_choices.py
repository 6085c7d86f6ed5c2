"""Choices and rulings that a person types, in `run --real-dice` and in `play` alike.

`PromptedChoices` asks for one part of a question, and takes a path that is typed at
once step by step. `RunPrompt` asks for a whole stop of a run: the person answers for
every seat and may know everything.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from interpreter.app.answering.paths import OVER, RemainingPath, path_of
from interpreter.app.answering.prompts import OnlyAsked, Prompt, input_ended
from interpreter.app.answering.replies import options_hint, split, value_of_reply
from interpreter.app.explaining.refusals import Refusals
from interpreter.app.opening.session import Session
from interpreter.app.output import ShownOption, ShownQuestion
from interpreter.diagnostics import OpenStop, UmpireError, Unusable
from interpreter.engine.policies import Answers, PendingChoice, PolicyQuestion, Refused
from interpreter.engine.stops import ChoiceStop
from interpreter.games.questions import ChoicePart, Question
from interpreter.reports.questions import (
    Posed,
    has_comma,
    limits,
    lines,
    option_lines,
    posed_openly,
)
from interpreter.values.types import JUDGE, Value
from interpreter.views.views import View, view
from interpreter.views.visibility import Masks

REST = "rest"
"""The word before an answer that holds for all that is asked by the same name."""
WHY = "why"
"""The word before an answer of which a person asks why it is not offered."""
NOT_MET = "it is offered, and does not meet the condition of the choice"
IS_OFFERED = "it is offered; type it alone to answer so"
Keep = Callable[[Question, Value], None]
"""Takes the answer to all further questions of the name of one; None: the default of
every ruling."""


class AskedPart(Struct, frozen=True):
    """Part `at` of a question: `seen` returns the view of its seat (None: the judge's),
    `accept` checks a value and raises an UmpireError that says why it is refused."""

    question: Question
    posed: Posed
    at: int
    seen: Callable[[], View | None]
    accept: Callable[[Value], Value]


class PromptedChoices(Struct):
    """Asks for parts of questions, and checks what is typed.

    With `expressions` a reply may be an expression instead of an option, `leaving` is
    the hint for an empty line at a terminal. The judge may answer what has a default
    with `rest`, or `rest` and an answer, for all that follows too: `keep` takes that.
    """

    prompt: Prompt
    session: Session
    expressions: bool = False
    leaving: str = ""
    keep: Keep | None = None
    remaining: RemainingPath | None = None
    """The steps of a path that were typed and not answered yet."""

    def ask(self, part: AskedPart, missing: OpenStop) -> Value:
        """Return what a person answers; `missing` is raised when the input ends."""
        shown = part.posed
        text = "\n".join([shown.sentence, *lines(shown, shown.parts[part.at])])
        default = f"; empty line: {shown.default}" if shown.default else ""
        question = f"{text}\n  answer{default}:"
        return self.prompt.until_valid(
            question,
            missing,
            lambda line: self._taken(part, line),
            shown=shown_question(shown, part.at),
        )

    def next_step(self, part: AskedPart) -> tuple[Value, ...]:
        """Return the next step of a path that was typed, as (value,); () where there is
        none, or where the path is cut, which is reported."""
        path, self.remaining = self.remaining, None
        if path is None:
            return ()
        why = path.cut(part.question, part.seen())
        if not why:
            try:
                return (self._step(part, path.rest),)
            except UmpireError as fault:
                why = fault.message
        self._report_dropped(path, why)
        return ()

    def end(self, why: str = OVER) -> None:
        """Report the steps of a path that nothing asks for any more."""
        path, self.remaining = self.remaining, None
        if path is not None:
            self._report_dropped(path, why)

    def _taken(self, part: AskedPart, line: str) -> Value:
        """Return the value of a line; one that is no answer may be one for the rest, or
        ask why an answer is not offered, which is OnlyAsked."""
        try:
            return self._read(part, line)
        except UmpireError:
            word, _, answer = line.partition(" ")
            if word.lower() == WHY and answer.strip():
                raise OnlyAsked(self._why_not(part, answer.strip())) from None
            is_ruling = part.question.seat == JUDGE and bool(part.posed.default)
            if self.keep is None or word.lower() != REST or not is_ruling:
                raise
            value = self._read(part, answer.strip())
            self.keep(part.question, value if answer.strip() else None)
            return value

    def _why_not(self, part: AskedPart, line: str) -> str:
        """Return why a line is no answer, as if it had been one."""
        remaining = self.remaining
        try:
            value = self._read(part, line)
        except UmpireError as fault:
            return f"{fault.message}{f' ({fault.hint})' if fault.hint else ''}"
        finally:
            self.remaining = remaining
        stop = part.question.stop
        if stop.instruction.each is not None or stop.legal(value):
            return IS_OFFERED
        # imported late: it recomputes rules, which no valid answer needs
        from interpreter.app.explaining.offers import why_unmet

        why = why_unmet(self.session, part.question, value)
        return f"{NOT_MET}: {why}" if why else NOT_MET

    def _read(self, part: AskedPart, line: str) -> Value:
        stop = part.question.stop
        if not line and part.posed.default:
            return stop.default
        try:
            first, rest = path_of(stop, line, self.session.edge)
            if rest:
                return self._step(part, (first, *rest))
            return self._value(part, split(part.posed, part.at, line))
        except UmpireError as fault:
            if not line and self.leaving and self.prompt.terminal.is_person():
                raise Unusable(fault.message, hint=self.leaving) from None
            raise

    def _step(self, part: AskedPart, words: tuple[str, ...]) -> Value:
        """Return the value of the first of some steps, and keep the others."""
        value = self._value(part, words[:1])
        if words[1:]:
            seen = part.seen()
            self.remaining = RemainingPath.after(part.question, value, words[1:], seen)
        return value

    def _value(self, part: AskedPart, reply: tuple[str, ...]) -> Value:
        asked = (self.session, part.question, part.posed, part.at)
        return part.accept(value_of_reply(*asked, reply, self.expressions))

    def _report_dropped(self, path: RemainingPath, why: str) -> None:
        if text := path.left_out(why):
            self.prompt.terminal.say(text)


def shown_question(posed: Posed, at: int) -> ShownQuestion:
    """Return part `at` of a question for a console with panes."""
    part = posed.parts[at]
    texts = [posed.sentence, *([f"{part.heading}:"] if part.of else [])]
    if part.options is None:
        texts.append(part.wanted)
    options = part.options or ()
    answers = map(str, range(1, len(options) + 1)) if part.is_numbered else options
    listed = zip(answers, option_lines(part), strict=True)
    separator = ";" if any(map(has_comma, options)) else ","
    return ShownQuestion(
        "\n".join(texts),
        tuple(ShownOption(answer, text) for answer, text in listed),
        tuple(limits(posed, part)),
        "" if posed.how_many is None or not options else separator,
        posed.default,
    )


class RunPrompt:
    """Asks a person for the choices of a run that nothing else answers.

    With `rulings` choices with a default are asked too; an empty line takes it.
    """

    def __init__(
        self,
        prompt: Prompt,
        session: Session,
        refusals: Refusals,
        answers: Answers,
        rulings: bool = False,
    ) -> None:
        """`answers` are those given beforehand, which win for parts of a stop."""
        self.choices = PromptedChoices(prompt, session, expressions=True)
        self.refusals = refusals
        self.answers = answers
        self.rulings = rulings

    def answer(self, stop: ChoiceStop, question: PolicyQuestion) -> Value:
        """Return a legal answer to a stop; of several seats each is asked.

        What is not legal as a whole is asked again at a terminal, else it is Unusable;
        the end of the input is an OpenStop.
        """
        if question.elements is None:
            return self._part(stop, question.choices[0], None)
        while True:
            pairs = zip(question.elements, question.choices, strict=True)
            value: Any = tuple(
                (element, self._part(stop, choice, element))
                for element, choice in pairs
            )
            if question.legal is None or question.legal(value):
                return value
            refused = Refused("not allowed together", value, offered=True)
            self.choices.prompt.refused(self.refusals.of_answer(stop, refused))

    def end(self) -> None:
        """Report what was typed and not asked for."""
        self.choices.end()

    def _part(self, stop: ChoiceStop, choice: PendingChoice, element: Value) -> Value:
        """Return the answer to one choice: one given beforehand, the only option, or
        what the person types."""
        try:
            (value,) = self.answers.of(choice)
        except OpenStop as unanswered:
            part = self._asked(stop, choice, element)
            step = self.choices.next_step(part)
            missing = input_ended(unanswered.message, unanswered.hint)
            return step[0] if step else self.choices.ask(part, missing)
        return value

    def _asked(
        self, stop: ChoiceStop, choice: PendingChoice, element: Value
    ) -> AskedPart:
        session = self.choices.session
        seat = JUDGE if choice.by is None else choice.by
        question = Question(stop, seat, (ChoicePart(element, choice.offered),))
        shown = posed_openly(question, session.program, session.scenario)

        def seen() -> View | None:
            if seat == JUDGE:
                return None
            declared, ids = session.program.declared, session.initial_state.ids
            return view(declared, ids, stop.game_state, seat, Masks(ids, b""))

        def accept(value: Value) -> Value:
            try:
                return self._accepted(choice, value)
            except Refused as refused:
                fault = self.refusals.of_answer(stop, refused)
                hints = (fault.hint, options_hint(shown, 0) if choice.offered else "")
                hint = "; ".join(filter(None, hints))
                raise Unusable(fault.message, hint=hint) from None

        return AskedPart(question, shown, 0, seen, accept)

    @staticmethod
    def _accepted(choice: PendingChoice, value: Value) -> Value:
        """Return a value if it is offered and legal; otherwise Refused."""
        (checked,) = Answers({choice.path: value}).of(choice)
        return checked
