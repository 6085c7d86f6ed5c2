"""Bucket functions of the exact target: all states of a bucket run in one call.

`engine.exact.forward_pass` runs the states that wait at a resumable function together.
One by one, each (state, answer) pair costs a call, an outcome (a tuple of four) and its
interpretation, much more than the rule itself. `s_x__2_all` has the body of `s_x__2`
inside the loops over states and answers, and in the place of each `return` it adds the
weight to the state that follows:

    def s_x__2_all(b_pass, b_total, b_states, b_answers):
     b_known = b_pass.known
     b_to0 = b_to1 = None
     for ((v_a, v_b,), b_number), b_ways in b_states:
      W = b_known[b_number]
      for v_die, b_weight in b_answers:
       if v_die < 3:
        b_sum0 += b_weight
        continue
       if b_to1 is None: b_to1 = b_pass.going('s_x__4', b_total)
       b_key = ((v_a, v_die,), b_number)
       b_to1[b_key] = b_to1.get(b_key, 0) + b_weight * b_ways
      if b_sum0:
       if b_to0 is None: b_to0 = b_pass.ended(b_total)
       b_key = (None, b_number)
       b_to0[b_key] = b_to0.get(b_key, 0) + b_sum0 * b_ways

`b_to0`, `b_to1` are the dicts of the places that follow, one for each `return`. Where
all answers lead to one state, their weights are added first (`b_sum0`); where the
states differ in the truth of one comparison, by that truth (`b_by0`). What a stop asks
is worked out once a bucket if it is the same for all states (dice of constant number
and sides), else for each state. A function that resumes a call gets the live values of
one caller and the merged (result, game state) pairs.

The function by itself stays: it names the place of a limit, and the vectorised strategy
runs it. There is no bucket function where a `return` is inside a Python loop, since
`continue` would not leave that, and none where code is marked.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from interpreter.codegen.source import BUCKET, SourceLines

GAME_STATE = "\0W"
"""The token of the game state that a function returns."""

THAW = "\0T"
"""The token of taking over the game state that a callee returned."""

NAMED = "\0F"
"""Around the number of a function whose name is known only later."""


class Exit(Struct, frozen=True):
    """Where a function returns, and what it tells its driver.

    `kind` is done, go, enter (a procedure, for good), call, wait, or same: wait for
    what is asked without a local and without the state. `name` is what goes on, as
    source: a function, for `enter` a procedure. `live` is the source of what it is
    called with; of the result for `done`. `asked` is the source of a call's target, or
    of the kind and payload of a stop.
    """

    kind: str
    live: str
    name: str = ""
    asked: str = ""


class FunctionBody(Struct, frozen=True):
    """A resumable function as written: its lines with the head first, the exits by
    line, the locals that it takes, and the one that the answer is bound to.

    `copies` is the line that makes the parts of the game state its own that it writes;
    `returns` the state that it returns, None if it is the one that it was called with;
    `thawed` takes over a callee's. `truths` begins the names of its truth values;
    `entities` are locals whose rows are there whenever they are bound.
    """

    lines: SourceLines
    exits: Mapping[int, Exit]
    takes: tuple[str, ...]
    answer: str | None
    resumes_call: bool
    copies: str | None
    returns: str | None
    thawed: str
    truths: str
    entities: frozenset[str]


def bucket_function(name: str, body: FunctionBody) -> SourceLines:
    """Return the bucket function of a function."""
    return _Writer(body).function(name)


_TEXT = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
"""Matches a text value: a pack may write in it whatever is code elsewhere."""
_TEXTS = re.compile(_TEXT)
_BINDING = r"(?m)(?:^|[;:,] *| )({0})(?=(?:, \w+)* *\+?=(?!=))|\bfor ({0}) in\b"
"""Matches where a local is bound; the local is to be put in."""
_ROW = r"(?<!\w)(W\[\d+\]\[(\w+)\])(?=\[)"
_ROWS = re.compile(_ROW)
_TEXTS_AND_ROWS = re.compile(f"{_TEXT}|{_ROW}")
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")


def code_in(source: str) -> str:
    """Return source with empty texts, for looking at what it does."""
    return _TEXTS.sub("''", source)


class _Writer(Struct):
    body: FunctionBody
    lines: SourceLines = field(default_factory=SourceLines)
    sums: dict[int, str] = field(default_factory=dict)
    """By the line of an exit, the name of what its weights are summed in, over all
    answers to one state; of a dict, if by a truth, with the name of that after it."""
    rows: dict[str, str] = field(default_factory=dict)
    """By the source of a row of the game state, the local that it is read into."""

    def function(self, name: str) -> SourceLines:
        """Write it."""
        lines, body = self.lines, self.body
        lines.span = body.lines.spans[0]
        states, answers = "b_states", ""
        if body.resumes_call:
            states = "b_live, b_ends"
        elif body.answer is not None:
            answers = ", b_answers"
        with lines.block(f"def {name}{BUCKET}(b_pass, b_total, {states}{answers}):"):
            if self.reads_state:
                lines.add("b_known = b_pass.known")
            places = [f"b_to{number}" for number in range(len(body.exits))]
            lines.add(" = ".join([*places, "None"]))
            if body.resumes_call:
                self.of_caller()
            elif body.answer is None:
                self.of_states()
            else:
                self.of_answers()
        return lines

    def of_states(self) -> None:
        """Write the loop over states that await nothing."""
        live = self.live
        with self.lines.block(f"for ({live}, b_number), b_weight in b_states:"):
            self.add(*self.unpacked, *self.fresh_state)
            self.each("b_weight")

    def of_caller(self) -> None:
        """Write the loop over the ends of calls, of one caller."""
        body = self.body
        if not self.rebinds and body.takes:
            self.add(f"{self.live} = b_live")
        ends = f"({body.answer}, b_number), b_weight"
        with self.lines.block(f"for {ends} in b_ends:"):
            self.add(*self.unpacked, *self.fresh_state)
            self.each("b_weight")

    def of_answers(self) -> None:
        """Write the loops over states, and over the answers that each awaits."""
        body, live = self.body, self.live
        self.sums = dict(self.summed())
        with self.lines.block(f"for ({live}, b_number), b_ways in b_states:"):
            again = [*self.unpacked, *self.fresh_state]
            if not self.rebinds and body.returns is None:
                self.add(*again)
                again = []
                self.rows = dict(self.read_once())
                self.add(*(f"{name} = {row}" for row, name in self.rows.items()))
            for sums in self.sums.values():
                name, _, truth = sums.partition(" ")
                self.add(f"{name} = {'{}' if truth else '0'}")
            with self.lines.block(f"for {body.answer}, b_weight in b_answers:"):
                self.add(*again)
                self.each("b_weight * b_ways")
            self.add_sums()

    def add(self, *lines: str) -> None:
        """Add lines."""
        for line in lines:
            self.lines.add(line)

    def with_rows(self, text: str) -> str:
        """Return source that reads from the rows that are read once."""

        def read(found: re.Match[str]) -> str:
            return self.rows.get(found[1], found[0])

        return _TEXTS_AND_ROWS.sub(read, text)

    def read_once(self) -> Iterator[tuple[str, str]]:
        """Yield the rows that are read for each answer and are the same for all; to
        read a row has no fault of its own."""
        found = dict.fromkeys(_ROWS.findall(self.inside))
        for row, name in found:
            if name in self.body.takes and name in self.body.entities:
                yield row, f"r{name}"

    @property
    def inside(self) -> str:
        """The lines but the head and the exits, without the texts in them."""
        body = self.body
        texts = enumerate(body.lines.texts)
        inside = (text for at, text in texts if at and at not in body.exits)
        return code_in("\n".join(inside))

    @property
    def rebinds(self) -> bool:
        """Whether the body binds what it takes anew."""
        return any(self.binds(name) for name in self.body.takes)

    def binds(self, name: str) -> bool:
        """Tell whether the body binds a local."""
        return re.search(_BINDING.format(name), self.inside) is not None

    @property
    def reads_state(self) -> bool:
        """Whether the body reads the game state."""
        exits = [code_in(e.live + e.asked) for e in self.body.exits.values()]
        read = "\n".join([self.inside, *exits])
        return self.body.returns is not None or bool(re.search(r"\bW\b", read))

    @property
    def live(self) -> str:
        """What the live values of a state are bound to."""
        names = self.body.takes
        unpacked = f"({', '.join(names)},)" if names else "()"
        return "b_live" if self.rebinds else unpacked

    @property
    def unpacked(self) -> list[str]:
        """What binds the live values where they are bound anew for each answer."""
        names = self.body.takes
        return [f"({', '.join(names)},) = b_live"] if self.rebinds else []

    @property
    def fresh_state(self) -> list[str]:
        """What binds the game state."""
        found = ["W = b_known[b_number]"] if self.reads_state else []
        return [*found, self.body.copies] if self.body.copies is not None else found

    def each(self, weight: str) -> None:
        """Write what is done for a state, or for a state and an answer."""
        lines, body = self.lines, self.body
        outside = lines.depth
        pairs = zip(body.lines.texts, body.lines.spans, strict=True)
        for at, (text, span) in enumerate(pairs):
            lines.span = span
            if at == 0:
                continue
            plain = text.lstrip(" ")
            lines.depth = outside - 1 + len(text) - len(plain)
            if at not in body.exits:
                plain = plain.replace(THAW, body.thawed).replace(GAME_STATE, "W")
                lines.add(self.with_rows(plain))
                continue
            if at in self.sums:
                name, _, truth = self.sums[at].partition(" ")
                by = f"[{truth}] = {name}.get({truth}, 0) + b_weight"
                lines.add(f"{name}{by if truth else ' += b_weight'}")
            else:
                self.add(*self.leaving(at, weight))
            lines.add("continue")
        lines.depth = outside

    def leaving(self, at: int, weight: str) -> Iterator[str]:
        """Yield what adds a weight to the state to which an exit leads."""
        one, number = self.body.exits[at], "b_number"
        to = f"b_to{[*self.body.exits].index(at)}"
        if self.body.returns is not None:
            number = "b_now"
            yield f"b_now = b_pass.number({self.body.returns})"
        found = {
            "done": "ended(b_total)",
            "go": f"going({one.name}, b_total)",
            "enter": f"entering({one.name}, b_total)",
            "call": f"calling({one.name}, b_total)",
            "wait": f"waiting({one.asked}, {number}, {one.name}, b_total)",
            "same": f"waiting_for_same({one.name}, {number}, b_total, "
            f"lambda: ({one.asked}))",
        }[one.kind]
        varies = one.kind == "wait"
        lazily = "" if varies else f"if {to} is None: "
        yield f"{lazily}{to} = b_pass.{found}"
        second = number
        if one.kind == "call":
            second = f"-1, b_pass.call({one.asked}, {number})"
        yield f"b_key = ({one.live}, {second})"
        yield f"{to}[b_key] = {to}.get(b_key, 0) + {weight}"

    def summed(self) -> Iterator[tuple[int, str]]:
        """Yield the exits whose state is the same for all answers, or for all with
        which one comparison is as true."""
        body = self.body
        if body.returns is not None or self.rebinds:
            return
        for number, (at, one) in enumerate(body.exits.items()):
            names = {*_NAME.findall(code_in(f"{one.live} {one.asked}"))}
            varies = [each for each in names if each == body.answer or self.binds(each)]
            if not varies:
                yield at, f"b_sum{number}"
            elif len(varies) == 1 and varies[0].startswith(body.truths):
                yield at, f"b_by{number} {varies[0]}"

    def add_sums(self) -> None:
        """Write what adds the sums to the states to which exits lead."""
        for at, sums in self.sums.items():
            name, _, truth = sums.partition(" ")
            self.lines.span = self.body.lines.spans[at]
            each = f"for {truth}, b_weight in {name}.items():"
            with self.lines.block(each if truth else f"if {name}:"):
                weight = "b_weight" if truth else name
                self.add(*self.leaving(at, f"{weight} * b_ways"))
