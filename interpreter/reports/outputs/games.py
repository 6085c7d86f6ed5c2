"""What the verbs of a game print with `--json`, and the files of a handout."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.encoding import (
    ABSENT,
    Absent,
    Count,
    PackValue,
    VerbOutput,
)
from interpreter.reports.outputs.runs import ClaimOutput, StepOutput


class DiceWordOutput(Struct, frozen=True, kw_only=True):
    """The word of a seat that goes into the dice."""

    seat: str
    """The seat."""
    word: str | None
    """Its word; empty: it gives none; null: not known yet."""
    sealed: str | None
    """The SHA-256 of the word if it was sealed first, or null."""


class ProofOutput(Struct, frozen=True, kw_only=True):
    """What a seat can hold against the umpire later; see interpreter/DICE.md."""

    seat: str
    """The seat."""
    commitment: str
    """The SHA-256 of the secret of the game."""
    receipt: str
    """The keyed hash of the last event that the seat knows of."""
    words: tuple[DiceWordOutput, ...]
    """The words of the seats that are asked for one; empty if none is."""


LogEvent = Literal[
    "choice", "roll", "draw", "undo", "told", "word", "said", "correction"
]


class LogLineOutput(Struct, frozen=True, kw_only=True):
    """A line of a log."""

    number: Count
    """The number of the event; in the log of a seat the number of the line."""
    event: LogEvent
    """What happened."""
    seat: str
    """Who chose, was told or gave a word, or judge; empty for what fell and for what
    the rules say."""
    text: str
    """The same in words."""


class LogOutput(VerbOutput, frozen=True, kw_only=True):
    """What was answered and what fell; for a seat what it chose and was told, and the
    public rolls."""

    proof: ProofOutput | Absent = ABSENT
    """What the seat can hold against the umpire; left out for the judge."""
    events: tuple[LogLineOutput, ...]
    """The lines of the log, in order."""
    trace: tuple[StepOutput, ...] | Absent = ABSENT
    """With --explain, for the judge: the steps that were executed, in order."""


class SeenEntityOutput(Struct, frozen=True, kw_only=True):
    """An entity that a seat sees."""

    kind: str
    """The kind of entity."""
    id: str
    """Its name for this seat."""
    label: str | Absent = ABSENT
    """The name by which others know it; left out if it has none."""
    fields: Mapping[str, PackValue]
    """The fields that the seat sees, by name."""


class SeatViewOutput(VerbOutput, frozen=True, kw_only=True):
    """What a seat may know."""

    seat: str
    """The seat."""
    sees: tuple[SeenEntityOutput, ...]
    """The entities that it sees."""
    claims: tuple[ClaimOutput, ...]
    """What it was told, in order."""
    proof: ProofOutput | Absent = ABSENT
    """What it can hold against the umpire; left out where no game is behind the
    view."""


class KnownFieldOutput(Struct, frozen=True, kw_only=True):
    """The true value of a field."""

    value: PackValue
    """The value."""
    known_to: tuple[str, ...]
    """The seats that see it."""


class TrueEntityOutput(Struct, frozen=True, kw_only=True):
    """An entity as it is."""

    kind: str
    """The kind of entity."""
    id: str
    """Its id."""
    label: str | Absent = ABSENT
    """The name by which other seats know it; left out if its kind has no masks."""
    names: Mapping[str, str] | Absent = ABSENT
    """How seats call what was made while running, by seat, where the judge calls it
    otherwise; left out if there is none."""
    fields: Mapping[str, KnownFieldOutput]
    """Its fields by name."""


class JudgeViewOutput(VerbOutput, frozen=True, kw_only=True):
    """All that there is, and what each seat was told."""

    seat: Literal["judge"]
    """The judge."""
    sees: tuple[TrueEntityOutput, ...]
    """All entities."""
    told: Mapping[str, tuple[ClaimOutput, ...]]
    """The claims of each seat, by its name."""


ViewOutput = SeatViewOutput | JudgeViewOutput


class QuestionPartOutput(Struct, frozen=True, kw_only=True):
    """A part of a question, which has an answer of its own."""

    of: str
    """For whom or what; empty if there is only one part."""
    options: tuple[str, ...] | None
    """The possible answers; null if `wanted` describes them."""
    says: tuple[str, ...]
    """What the answers mean, in the same order; empty if nothing is said."""
    wanted: str
    """The answers in words, if they are not listed; else empty."""
    sentence: str | Absent = ABSENT
    """What is asked for it; left out if `question` says it."""


class QuestionOutput(Struct, frozen=True, kw_only=True):
    """An open question of a seat."""

    seat: str
    """The seat."""
    name: str
    """The name of the question."""
    question: str
    """The question as a sentence."""
    several: bool
    """Whether an answer is a list."""
    least: Count
    """The least number of answers to a part."""
    most: Count
    """The largest number of answers to a part."""
    in_order: bool
    """Whether the order of several answers matters."""
    such_that: str
    """What the answer must satisfy, or an empty text."""
    parts: tuple[QuestionPartOutput, ...]
    """The parts of the question."""


class DivergenceOutput(Struct, frozen=True, kw_only=True):
    """The first event that does not fit the rules."""

    event: Count
    """Its number."""
    at: str
    """The step that asked: procedure.step."""
    rule: str
    """The rule that the step or its procedure names, or an empty text."""
    why: str
    """Why it does not fit."""


class ReplayOutput(VerbOutput, frozen=True, kw_only=True):
    """A game, played again as it is written."""

    to: Count
    """The last event that was to be played."""
    same_rules: bool
    """Whether the rules are those with which the game was begun."""
    events: tuple[LogLineOutput, ...]
    """The lines of the log, in order."""
    departs: DivergenceOutput | None
    """The first event that does not fit the rules, or null."""
    finished: bool
    """Whether the game is at its end."""
    result: PackValue | None
    """Its result; null before the end."""
    trace: tuple[StepOutput, ...] | Absent = ABSENT
    """With --explain: the steps that were executed, in order."""


class HeldOutput(Struct, frozen=True, kw_only=True):
    """The result for a handout that was kept."""

    path: str
    """Where it is."""
    seat: str
    """The seat."""
    event: Count
    """The event up to which it proves that nothing was changed."""
    fault: str
    """What of it does not fit this game, or an empty text."""


class VerifyOutput(VerbOutput, frozen=True, kw_only=True):
    """Whether a game is as it was played."""

    torn: Count
    """The bytes after the last line, which were never acknowledged."""
    events: Count
    """How many events there are."""
    rolls: Count
    """How many rolls and draws count."""
    typed: Count
    """How many of them were typed in."""
    secret: bool
    """Whether the secret of the dice is there; without it no roll was recomputed."""
    fault: str
    """The first thing that does not follow from the rules or the secret, or a noted
    hash that is not of this game; else empty."""
    commitment: str
    """The SHA-256 of the secret, as the first line has it."""
    last: str
    """The hash of the last line: noted elsewhere, it shows later that nothing up to it
    was changed or cut off."""
    holds: Mapping[str, str]
    """What each noted hash (`--holds`) is, in words; empty if it is nothing of this
    game."""
    held: tuple[HeldOutput, ...]
    """The handouts that were kept (`--held`)."""


class HandoutOutput(VerbOutput, frozen=True, kw_only=True):
    """What was written for a seat, or for all of them."""

    folder: str
    """The folder."""
    files: tuple[str, ...]
    """The files in it; those for one of all seats are in a folder of its name."""


class WordOutput(VerbOutput, frozen=True, kw_only=True):
    """The words that seats add to the dice of a game."""

    seat: str
    """The seat that gave a word."""
    words: tuple[DiceWordOutput, ...]
    """The words of the seats that are asked for one."""
    waiting: tuple[str, ...]
    """The seats whose words are not known yet."""


class AnswerTakenOutput(VerbOutput, frozen=True, kw_only=True):
    """How a game continues after an answer."""

    seat: str
    """The seat whose answer was taken."""
    taken: Count
    """How many answers of the file were taken."""
    left: Count
    """How many were not, because the seat is asked something else."""
    finished: bool
    """Whether nothing is asked any more."""
    waiting: tuple[str, ...]
    """The seats that are asked something now, or judge."""


class OrderOutput(VerbOutput, frozen=True, kw_only=True):
    """What has come of an order that was given to a game with `run --game`."""

    seat: str
    """The seat that gave it, or judge."""
    events: tuple[LogLineOutput, ...]
    """What was rolled, said, chosen and told since, as the seat may know it."""
    finished: bool
    """Whether nothing is asked any more."""
    waiting: tuple[str, ...]
    """The seats that are asked something now, or judge; for a seat itself alone."""


class UndoOutput(VerbOutput, frozen=True, kw_only=True):
    """How a game continues after an undo."""

    to: Count
    """The last event that counts."""
    seen_by: tuple[str, ...]
    """The seats that could have seen what was taken back."""
    finished: bool
    """Whether nothing is asked any more."""
    waiting: tuple[str, ...]
    """The seats that are asked something now, or judge."""


class CorrectedFieldOutput(Struct, frozen=True, kw_only=True):
    """A field that the judge corrected."""

    kind: str
    """The kind of its entity."""
    id: str
    """The id of its entity."""
    field: str
    """The field."""
    before: PackValue
    """Its value before."""
    after: PackValue
    """Its value since."""


class CorrectedEntityOutput(Struct, frozen=True, kw_only=True):
    """An entity that the judge added or removed."""

    kind: str
    """Its kind."""
    id: str
    """Its id."""


class CorrectOutput(VerbOutput, frozen=True, kw_only=True):
    """What the judge corrected, and how the game continues."""

    number: Count
    """The number of the event in the log."""
    changes: tuple[CorrectedFieldOutput, ...]
    """The fields that have other values."""
    added: tuple[CorrectedEntityOutput, ...]
    """The entities that are new."""
    removed: tuple[CorrectedEntityOutput, ...]
    """The entities that are not there any more."""
    reason: str
    """Why, for the judge alone."""
    seen_by: tuple[str, ...]
    """The seats whose view changed, and `everyone` where that of all did."""
    finished: bool
    """Whether nothing is asked any more."""
    waiting: tuple[str, ...]
    """The seats that are asked something now, or judge."""


class PlayOutput(VerbOutput, frozen=True, kw_only=True):
    """How a game continues when the command ends."""

    game: str
    """The game file."""
    finished: bool
    """Whether nothing is asked any more."""
    waiting: tuple[str, ...]
    """The seats that are asked something now, or judge; with `--as` always empty,
    because a seat may not know for whom the game waits."""


class ServedLink(Struct, frozen=True, kw_only=True):
    """The secret link of a seat, of the judge, of everyone who looks on, or of the host
    of a lobby."""

    game: str
    """The name of the game in addresses; "" for the lobby of a folder."""
    seat: str
    """Whose page it opens: a seat, "judge" or "everyone"; "host" for the lobby."""
    link: str
    """Its address; "" for one that was given out before and is not known any more."""


class ServeOutput(VerbOutput, frozen=True, kw_only=True):
    """A table that is open in the browser."""

    address: str
    """What its addresses begin with."""
    links: tuple[ServedLink, ...]
    """Those of each seat, of the judge and of everyone, game by game; with a folder
    that of the lobby."""
