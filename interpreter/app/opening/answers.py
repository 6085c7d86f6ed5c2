"""Answers and policies given before a run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.opening.session import GivenValue, Session, value_of_answer
from interpreter.app.opening.values import value_of
from interpreter.cases.calls import PoliciesBySeat, call_of, policies_by_seat
from interpreter.diagnostics import Diagnostic, UnknownName, Unusable, UsageError
from interpreter.engine.policies import Default, PackRule, Policy
from interpreter.ir.effects import reached_from
from interpreter.ir.instructions import LEG, Choice
from interpreter.ir.instructions import DeclaredPolicy as Declared
from interpreter.ir.stopping import choices
from interpreter.ir.walking import free
from interpreter.source import Source, normalised, same_name
from interpreter.values.types import JUDGE, JUDGE_NAME, Value, places

if TYPE_CHECKING:
    from interpreter.yaml import Node


DEFAULTS: tuple[Default, ...] = get_args(Default)
SEAT = "seat"
"""The parameter that is who decides; all others are given with the policy's name."""


def policy_of(text: str, session: Session) -> Policy:
    """Return who answers: a policy, those of single seats, or both, as
    `red=bold, blue=cautious(2), first`; UnknownName for what there is not."""
    by_seat = policies_by_seat(text)
    for_others = _for_all_others(by_seat)
    policy = Policy(known=known_policies(session))
    if for_others is not None:
        policy = single_policy(for_others, session)
    if not by_seat.seats:
        return policy
    names = (*seat_names(session), JUDGE_NAME)
    if len(names) == 1 and not session.scenario:
        hint = "add --scenario NAME, or name a policy for all"
        raise UsageError("without a scenario there are no seats", hint)
    numbers = places(names)
    policies: dict[int, Policy] = {}
    for seat, own_policy in by_seat.seats:
        place = numbers.get(seat.name)
        if place is None:
            raise UnknownName("seat", seat.text, {*names})
        number = JUDGE if place == len(names) - 1 else place
        if number in policies:
            raise UsageError(f"two policies for the seat '{seat.text}'")
        policies[number] = single_policy(own_policy.text, session)
    return replace(policy, seats=policies)


class ChosenPolicies(Struct, frozen=True):
    """Who answers: what was `named`, and the policy of the pack that stands in for all
    others where none was named for them; None: none."""

    named: str | None
    stand_in: str | None

    @property
    def text(self) -> str | None:
        """Both as one text; None where there is neither."""
        if self.stand_in is None or self.named is None:
            return self.named or self.stand_in
        name = f"'{self.stand_in}'" if "," in self.stand_in else self.stand_in
        return f"{self.named.rstrip(' ,')}, {name}"


def with_stand_in(
    named: str | None, session: Session, fixed: Iterable[str]
) -> ChosenPolicies:
    """Return who answers, with a policy of the pack for those of whom nothing was
    said."""
    if named is not None and is_for_all(named):
        return ChosenPolicies(named, None)
    return ChosenPolicies(named, standing_in(session, fixed))


def is_for_all(text: str) -> bool:
    """Tell whether a text names a policy for all that have none of their own; a
    UsageError where it names two."""
    return _for_all_others(policies_by_seat(text)) is not None


def has_every_seat(text: str, session: Session) -> bool:
    """Tell whether a text names a policy for each seat of a scenario."""
    named = {seat.name for seat, _ in policies_by_seat(text).seats}
    return named >= {*places(seat_names(session))}


def _for_all_others(by_seat: PoliciesBySeat) -> str | None:
    if len(by_seat.others) > 1:
        hint = (
            "for one seat write SEAT=NAME; a name with a comma stands in single quotes"
        )
        names = " and ".join(each.text for each in by_seat.others)
        raise UsageError(f"two policies for all seats: {names}", hint)
    return by_seat.others[0].text if by_seat.others else None


def seat_names(session: Session) -> tuple[str, ...]:
    """Return the names of the seats of a session's scenario."""
    program = session.program
    ids = program.initial_states[session.scenario].ids
    return ids.get(program.declared.seat_kind, ())


def single_policy(text: str, session: Session) -> Policy:
    """Return a policy of the pack, perhaps with arguments as `bold(2)`, or a default;
    UnknownName for what there is not."""
    known = known_policies(session)
    for each in DEFAULTS:
        if same_name(text, each):
            return Policy(each, default=each, known=known)
    name, argument_texts = call_of(text) or (text, ())
    declared = session.program.policies.get(normalised(name))
    if declared is None:
        raise UnknownName("policy", name, set(known))
    values = tuple(_values(declared, argument_texts, session))
    takes = [parameter.name for parameter in declared.takes]
    rules = {}
    for path, rule in declared.rules.items():
        assert rule.call is not None
        reads = SEAT in takes and SEAT in free(rule.call)
        rules[path] = PackRule(rule.name, values, takes.index(SEAT) if reads else None)
    default = cast(Default, declared.default) if declared.default else None
    return Policy(declared.name, rules, default, known)


def known_policies(session: Session) -> dict[str, Collection[str] | None]:
    """Return the policies that there are, those of the pack first, with the paths and
    labels for which each has a rule; None for one that answers everything."""
    declared = session.program.policies.values()
    named = {each.name: None if each.default else [*each.rules] for each in declared}
    return {**named, **dict.fromkeys(DEFAULTS)}


def standing_in(session: Session, fixed: Iterable[str]) -> str | None:
    """Return the policy of the pack which answers where nobody was named: the first
    that answers all that is asked, else the first.

    None where seats choose nothing but what is `fixed`, or where each policy takes
    something that must be given.
    """
    bodies = reached_from(session.program, session.entry.procedure)
    known = set(fixed)
    asked = [
        each
        for body in bodies.values()
        for each in body
        if isinstance(each, Choice) and each.open_type is None
        if each.label not in known
    ]
    if not asked:
        return None
    alone = [
        policy
        for policy in session.program.policies.values()
        if all(each.name == SEAT or each.default is not None for each in policy.takes)
    ]
    whole = (policy for policy in alone if _answers_all(policy, asked))
    found = next(whole, alone[0] if alone else None)
    return None if found is None else found.name


def _answers_all(policy: Declared, asked: Iterable[Choice]) -> bool:
    return bool(policy.default) or all(
        choice.site.path in policy.rules or choice.label in policy.rules
        for choice in asked
    )


def _values(
    declared: Declared, argument_texts: tuple[str, ...], session: Session
) -> list[Value]:
    """Return a value for each thing the policy takes; for who decides it is none."""
    texts = list(argument_texts)
    wanted = [parameter for parameter in declared.takes if parameter.name != SEAT]
    if len(texts) > len(wanted):
        hint = f"it takes {', '.join(each.name for each in wanted) or 'nothing'}"
        raise UsageError(f"the policy '{declared.name}' takes fewer arguments", hint)
    values: list[Value] = []
    for parameter in declared.takes:
        if parameter.name == SEAT:
            values.append(None)
        elif texts:
            pack, scenario = session.pack, session.scenario
            text, source = texts.pop(0), f"{parameter.name} of the policy"
            values.append(value_of(pack, text, parameter.type, scenario, source))
        elif parameter.default is not None:
            # a default is a constant, which the checker has proved
            values.append(getattr(parameter.default, "value", None))
        else:
            names = ", ".join(each.name for each in wanted)
            hint = f"write --policy '{declared.name}({names})' with values"
            raise UsageError(
                f"the policy '{declared.name}' needs '{parameter.name}'", hint
            )
    return values


UNREADABLE = "R001"  # a file that is not there, or may not be read
AnswerValue: TypeAlias = "GivenValue | Node"


class GivenAnswers(Struct, frozen=True):
    """Answers by path or label: to each asking, and to one asking after the other."""

    fixed: dict[str, Value]
    turns: dict[str, list[Value]]


def answers_given(
    session: Session,
    answers_by_name: Mapping[str, Sequence[AnswerValue]],
    in_turn: frozenset[str] = frozenset(),
    prefix: str = "--answer ",
) -> GivenAnswers:
    """Return answers by the name of their question: one holds for each asking, several
    for one asking after the other, as do those of the names `in_turn` (also one alone).

    Raises UnknownName for what is never asked, Unusable for what does not fit; `prefix`
    is what messages write before the name of an answer.
    """
    known = choices(session.program, session.entry.procedure) if answers_by_name else {}
    found = GivenAnswers({}, {})
    for name, answers in answers_by_name.items():
        choice = known.get(normalised(name))
        if choice is None:
            labels = {asked.label for asked in known.values()}
            raise UnknownName("question", name, labels)
        turns = (turn for answer in answers for turn in _in_turn(choice, answer))
        values = [_value(prefix + name, turn, choice, session) for turn in turns]
        key = choice.site.path if "." in name else choice.label
        if len(values) > 1 or name in in_turn:
            found.turns[key] = values
        else:
            found.fixed[key] = values[0]
    return found


class TypedAnswers(Struct, frozen=True):
    """Answers as they were typed, by the name of the question; those of the names
    `turns` are for one asking after the other, also one alone."""

    texts: Mapping[str, Sequence[str | Node]]
    turns: frozenset[str]

    def given(self, session: Session) -> GivenAnswers:
        """Return the answers to the questions of a session; one name given again is for
        one asking after the other."""
        return answers_given(session, self.texts, self.turns)

    def fixed(self, session: Session) -> dict[str, Value]:
        """Return the answers by name, each for every asking; a UsageError for several
        to one question."""
        found = self.given(session)
        for name in found.turns:
            hint = "give one answer for all questions; only 'run' takes several"
            raise UsageError(f"several answers to '{name}' are given", hint)
        return found.fixed


def _in_turn(choice: Choice, answer: AnswerValue) -> Sequence[AnswerValue]:
    """Return an answer, or those of a way that is given at once."""
    if choice.label != LEG:
        return (answer,)
    if isinstance(answer, str):
        return answer.split() or (answer,)
    if answer is None or isinstance(answer, Mapping | Sequence | int):
        return (answer,)
    # imported late: it brings the checker, which only answers as YAML need
    from interpreter.cases.answers import turns_of

    return turns_of(choice, cast("Node", answer))


def _value(name: str, answer: AnswerValue, choice: Choice, session: Session) -> Value:
    rule = f" [{choice.site.rule}]" if choice.site.rule else ""
    kind_and_source = (choice.type, session.scenario, f"{name}{rule}")
    return value_of_answer(session.pack, answer, *kind_and_source)


def answers_in_file(
    name: str, stdin: TextIO
) -> tuple[dict[str, list[str | Node]], bool]:
    """Return the answers of a file by name (`-`: of `stdin`), and whether they are for
    one asking after the other: a file is a map, or a list of maps in turn."""
    # most runs have no such file
    from interpreter.yaml import MappingNode, SequenceNode
    from interpreter.yaml.composing import read, read_file

    problems: list[Diagnostic] = []
    if name == "-":
        node = read(Source("<stdin>", stdin.read()), problems)
    else:
        node = read_file(Path(name), name, problems, links=False)
    if problems and problems[0].code == UNREADABLE:
        raise Unusable(f"--answers: {problems[0].message}")
    if problems:
        raise Unusable(f"--answers {name} has problems", tuple(problems))
    in_turn = isinstance(node, SequenceNode)
    found: dict[str, list[str | Node]] = {}
    for item in node.items if isinstance(node, SequenceNode) else (node,):
        if not isinstance(item, MappingNode):
            raise Unusable(f"--answers {name} has no names with answers")
        for key, answer in item.entries:
            found.setdefault(key.name, []).append(answer)
    return found, in_turn
