"""Runs cases of a pack, each under its options, unless they are known to pass."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.app.answering.chance import ElementFaces
from interpreter.app.explaining.refusals import AnswerRefused, refusing_step
from interpreter.app.explaining.stop_values import GeneratedFunctions
from interpreter.app.opening.session import Session, entry_of, scenario_of
from interpreter.app.opening.values import value_of
from interpreter.app.opening.yaml_values import text_of, value_at
from interpreter.app.running.odds import exact_odds
from interpreter.app.running.once import (
    CompletedRun,
    RunRequest,
    answering,
    engine_of,
    played,
)
from interpreter.app.testing.case_comparisons import (
    Case,
    Pair,
    answer_refused_by,
    answers_left,
    case_of,
    drawn_in,
    ends_open,
    faces_and_maps,
    faces_in,
    offered_differences,
    view_differences,
)
from interpreter.app.testing.case_keys import CaseKeys, Options, both
from interpreter.cache.codec import Unstorable
from interpreter.cache.verdicts import Verdicts
from interpreter.cases.answers import turns_of
from interpreter.cases.checking import check_case
from interpreter.cases.expectations import (
    ITSELF,
    OFFERED,
    REFUSED,
    dotted,
    has_no_view,
    named_in,
    refusal,
    share_in,
)
from interpreter.codegen.loading import RunForbidden
from interpreter.codegen.on_demand import CodeOnDemand
from interpreter.coverage.covered import Coverage
from interpreter.coverage.elements import Mark
from interpreter.diagnostics import OpenStop, UmpireError, UnknownName, Unusable
from interpreter.engine.once import Engine
from interpreter.engine.policies import Answers
from interpreter.engine.stops import ChoiceStop
from interpreter.ir.instructions import Draw
from interpreter.ir.stopping import KnownStops, answer_type
from interpreter.pipeline.loading import Loaded
from interpreter.pipeline.opening import Pack
from interpreter.pipeline.option_readings import unproved_under
from interpreter.reports.case_values import FROM, as_yaml
from interpreter.reports.cases import CaseDifference, CaseResult
from interpreter.reports.runs import Run
from interpreter.reports.values import to_text, total
from interpreter.ruleset.layers import owner_below
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.sections.scenarios import settings_of
from interpreter.semantics.state_view import StateView
from interpreter.source import Name, normalised, rule_names
from interpreter.values.types import (
    INTEGER,
    ListOf,
    Number,
    Record,
    SumOf,
    Type,
    Value,
    places,
)
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, name_of

Faces = dict[str, list[tuple[int, ...] | ElementFaces]]


class CaseRunner(Struct):
    """Runs the cases of a pack; packs as loaded are kept by their options.

    `coverage` records what each case that passes ran through; `only_own`: only the
    cases that the pack brings itself, not those of packs that it extends. With
    `verdicts` passes are noted there, and a case that is known to pass is not run,
    unless all are run `again` or there is a `coverage`, which needs what it runs
    through. `keys` are worked out when one is needed, unless another runner of these
    files has them. With `read_part` the pack is read so under the options of a case,
    and whether an edit reaches the case is not looked for.
    """

    first: Loaded
    coverage: Coverage | None = None
    only_own: bool = False
    verdicts: Verdicts | None = None
    again: bool = False
    keys: CaseKeys | None = None
    read_part: Callable[[Options], Loaded] | None = None
    _marks: set[Mark] = field(default_factory=set)
    _packs: dict[Options, Pack] = field(default_factory=dict)
    _broken: dict[Options, UmpireError] = field(default_factory=dict)
    _engines: dict[Options, Engine] = field(default_factory=dict)
    _known_stops: KnownStops = field(default_factory=KnownStops)
    _on_demand: CodeOnDemand = field(default_factory=CodeOnDemand)

    def results(self) -> Iterator[CaseResult]:
        """Yield the result of each case, in the order of the files."""
        for declared in self.declared().values():
            yield self.result(declared)

    def declared(self) -> dict[str, Declaration]:
        """Return the cases to run by name, in the order of the files."""
        ruleset = self.first.ruleset
        cases = ruleset.sections.get("cases", {}) if ruleset is not None else {}
        return {
            name: declared
            for name, declared in cases.items()
            if not (self.only_own and owner_below(declared, self.first.layers))
        }

    def options(self, declared: Declaration) -> Options:
        """Return the options under which a case is run, its scenario's included; those
        of a case that cannot be read are none."""
        try:
            return self._options(case_of(declared))
        except UmpireError:  # said when it is run
            return ()

    def result(self, declared: Declaration) -> CaseResult:
        """Run one case."""
        below = owner_below(declared, self.first.layers)
        return replace(self._result(declared), below=below)

    def known(self, declared: Declaration) -> CaseResult | None:
        """Return the result of a case that has passed with the whole pack as it is;
        None for one that is to be run."""
        key = self.whole_key(declared)
        if not self._remembers or key is None or not self._is_known(key):
            return None
        return self.unchanged(declared)

    def noted(self, declared: Declaration) -> tuple[str, ...] | None:
        """Return the rules that a case ran through when it passed, by name; None where
        that is not known of what it reaches now."""
        if self.verdicts is None:
            return None
        for key_of in (self.whole_key, self._slice_key):
            key = key_of(declared)
            touched = None if key is None else self.verdicts.touched(key)
            if touched is not None:
                return touched
        return None

    @property
    def _remembers(self) -> bool:
        return not self.again and self.coverage is None

    def _is_known(self, key: str) -> bool:
        return self.verdicts is not None and self.verdicts.passed(key)

    def whole_key(self, declared: Declaration) -> str | None:
        """Return the key of a case and the whole pack; None of one that cannot be
        read, or where nothing is kept."""
        if self.verdicts is None or not self.verdicts.on:
            return None
        keys = self.keys = self.keys or CaseKeys.of(self.first)
        try:
            cases = [case_of(each) for each in (declared, *self.others(declared))]
            whole = [keys.whole(case, self._options(case)) for case in cases]
        except (UmpireError, Unstorable):  # said when it is run
            return None
        return both(whole[0], whole[1:])

    def _slice_key(self, declared: Declaration) -> str | None:
        """Return the key of a case and what it reaches; None where there is none."""
        if self.keys is None or self.read_part is not None:
            return None
        keys = []
        try:
            for each in (declared, *self.others(declared)):
                case = case_of(each)
                options = self._options(case)
                loaded = self._pack(options).loaded()
                keys.append(self.keys.slice(case, options, loaded))
        except (UmpireError, Unstorable):  # said when it is run
            return None
        return both(keys[0], keys[1:])

    def others(self, declared: Declaration) -> list[Declaration]:
        """Return the cases with which the views of a case are compared."""
        ruleset = self.first.ruleset
        cases = {} if ruleset is None else ruleset.sections["cases"]
        names = [each.name for each in named_in(declared.node)]
        return [cases[name] for name in names if name in cases]

    def unchanged(self, declared: Declaration) -> CaseResult:
        """Return the result of a case that is known to pass."""
        pack, rules = self.first.name, case_of(declared).rules
        below = owner_below(declared, self.first.layers)
        case_parts = (pack, declared.name, declared.span, rules)
        return CaseResult(*case_parts, below=below, unchanged=True)

    def _result(self, declared: Declaration) -> CaseResult:
        """Run a case unless it is known to pass, and note its pass."""
        whole = self.whole_key(declared)
        if self.verdicts is None or whole is None:
            return self._run_through(declared)
        known = self._remembers and self._is_known(whole)
        if known:
            return self.unchanged(declared)
        slice_ = self._slice_key(declared)
        keys = (whole,) if slice_ is None else (whole, slice_)
        if self._remembers and slice_ is not None and self._is_known(slice_):
            self.verdicts.add(keys)
            return self.unchanged(declared)
        result = self._run_through(declared)
        if result.passed:
            marked = self.coverage is not None
            touched = tuple(sorted(self.touched(declared))) if marked else None
            self.verdicts.add(keys, touched)
        return result

    def touched(self, declared: Declaration) -> set[str]:
        """Return the rules that the case ran through that was run last, by name."""
        if self.coverage is None or not self._marks:
            return set()
        loaded = self._pack(self.options(declared)).loaded()
        return self.coverage.rules_of(loaded, self._marks)

    def _run_through(self, declared: Declaration) -> CaseResult:
        pack = self.first.name
        rules: tuple[str, ...] = ()
        differences: tuple[CaseDifference, ...] = ()
        error = ""
        self._marks.clear()
        try:
            case = case_of(declared)
            rules = case.rules
            session, answers, key = self._session(case)
            compare = self._odds if case.verb == "odds" else self._run
            differences = tuple(compare(case, session, answers, key))
            counts = _text_of_part(case, "from") != FROM  # nobody compared it
            if self.coverage is not None and not differences and counts:
                self.coverage.add(session.pack.loaded(), self._marks, declared.name)
        except OpenStop as failed:
            error = f"{failed.message} (answer it under answers: or by a policy:)"
        except UmpireError as failed:
            error = _failure_text(failed)
        return CaseResult(pack, declared.name, declared.span, rules, differences, error)

    def begun(self, declared: Declaration) -> tuple[Session, Answers]:
        """Return what a case runs, and its answers; raises the error of one that cannot
        be run."""
        session, answers, _ = self._session(case_of(declared))
        return session, answers

    def _session(self, case: Case) -> tuple[Session, Answers, Options]:
        key = self._options(case)
        pack = self._pack(key)
        _must_make_sense(case, pack)
        scenario = scenario_of(case.scenario, pack.program)
        entry = entry_of(case.name, scenario, pack)
        arguments = [
            value_of(pack, text, takes.type, scenario, takes.name)
            for text, takes in zip(case.arguments, entry.takes, strict=False)
        ]
        # a default is a constant, which the checker has proved
        rest = (parameter.default for parameter in entry.takes[len(arguments) :])
        values = (*arguments, *(getattr(each, "value", None) for each in rest))
        session = Session(pack, scenario, entry, values)
        return session, _answers(case, session), key

    def _pack(self, options: Options) -> Pack:
        """Return the pack under options, read once for all its cases; raises Unusable
        for one that has errors."""
        if options in self._broken:
            raise self._broken[options]
        pack = self._packs.get(options)
        if pack is None:
            try:
                pack = Pack.of(self._loaded(options))
            except UmpireError as error:
                self._broken[options] = error
                raise
            pack.stops(self._known_stops)
            self._packs[options] = pack
        return pack

    def _loaded(self, options: Options) -> Loaded:
        if self.read_part is not None:
            return self.read_part(options)
        # a case shows nothing to a seat; 'check' proves what it would betray
        return unproved_under(self.first, dict(options))

    def _options(self, case: Case) -> Options:
        """Return the options under which a case is run, its scenario's included."""
        ruleset = self.first.ruleset
        scenarios = {} if ruleset is None else ruleset.sections["scenarios"]
        placed = scenarios.get(name_of(case.part("scenario")))
        settings = {} if placed is None else settings_of(placed.node)
        options = {**settings, **case.options}
        return tuple(sorted(options.items()))

    def _engine(self, session: Session, key: Options) -> Engine:
        """Return the engine of a pack under options, made once for all its cases."""
        engine = self._engines.get(key)
        if engine is None:
            mark = None if self.coverage is None else self._mark
            engine = engine_of(
                session.pack, mark, explains=False, on_demand=self._on_demand
            )
            self._engines[key] = engine
        return engine

    def _mark(self, what: str, name: Value, row: int) -> None:
        self._marks.add((what, name, row))

    def _odds(
        self, case: Case, session: Session, answers: Answers, _: Options
    ) -> Iterator[CaseDifference]:
        mark = None if self.coverage is None else self._mark
        found = exact_odds(session, answers, mark=mark)
        shares = {each.value: each.weight for each in found.outcomes}
        for key, node in case.pairs("expect"):
            kind, scenario = session.entry.gives, session.scenario
            value = value_of(session.pack, key.text, kind, scenario, "expect")
            wanted = share_in(node)
            share = Fraction(shares.get(value, 0), found.denominator)
            if share != wanted:
                yield CaseDifference(
                    key.text,
                    str(wanted),
                    str(share),
                    written=str(share),
                    place=node.span,
                )

    def _run(
        self, case: Case, session: Session, answers: Answers, key: Options
    ) -> Iterator[CaseDifference]:
        stops: list[ChoiceStop] = []
        wanted = _wanted(case, session, answers, stops)
        ended = None
        try:
            ended = played(session, wanted, self._engine(session, key))
        except (RunForbidden, AnswerRefused) as error:
            yield from _refused_by(case, error, session)
        except OpenStop:
            if not ends_open(case, stops):
                raise
        yield from answers_left(case, session, wanted, stops, ended)
        yield from offered_differences(case, stops, session)
        if ended is not None:
            yield from self._come_out(case, ended, session)

    def _come_out(
        self, case: Case, ended: CompletedRun, session: Session
    ) -> Iterator[CaseDifference]:
        """Yield what a run that came to its end has other than the case expects."""
        refused = refusal(case.part("expect"))
        if refused is not None:
            yield CaseDifference(REFUSED, text_of(refused), "not refused")
            return
        run = ended.report(masked=False)

        def pair(seat: str, other: str) -> Pair:
            return self._pair(case, seat, ended, other)

        yield from view_differences(case, run.views, session, pair)
        for what, node in case.pairs("expect"):
            if what.name == OFFERED:
                continue
            value, kind = _looked_at(what, run, ended)
            expected = value_at(node, kind, session.pack, session.scenario)
            if type(expected) is not type(value) or expected != value:
                edge = session.edge
                yield CaseDifference(
                    what.text,
                    to_text(expected, kind, edge),
                    to_text(value, kind, edge),
                    written=as_yaml(value, kind, edge),
                    place=node.span,
                )

    def _pair(self, of: Case, seat: str, ended: CompletedRun, other: str) -> Pair:
        """Return the view of a seat at the end of this run, and of another case."""
        ruleset = self.first.ruleset
        known = {} if ruleset is None else ruleset.sections["cases"]
        declared = known.get(normalised(other))
        if declared is None:
            raise UnknownName("case", other, [each.name for each in known.values()])
        if why := has_no_view(declared):
            raise Unusable(f"the case '{other}' {why}, so no view is left of it")
        if declared is of.declared:
            raise Unusable(ITSELF)
        marks = set(self._marks)
        case = case_of(declared)
        session, answers, key = self._session(case)
        wanted = _wanted(case, session, answers, [])
        there = played(session, wanted, self._engine(session, key))
        self._marks.clear()
        self._marks.update(marks)  # what the other case runs through is its own
        view, theirs = ended.view_of(seat), there.view_of(seat, ended.seed)
        if view is None or theirs is None:
            raise Unusable(f"'{seat}' is a seat in only one of the two cases")
        return view, theirs


def _wanted(
    case: Case, session: Session, answers: Answers, stops: list[ChoiceStop]
) -> RunRequest:
    """Return what a case gives to its run."""
    faces, drawn = _chance(case, session)
    successive = _successive_answers(case, session)
    dice = reversed(case.chance)
    places: dict[str, str] = {name: str(node.span) for name, node in dice}
    return RunRequest(
        case.seed, faces, answers, None, drawn, successive, places, stops=stops
    )


def _refused_by(
    case: Case, error: RunForbidden | AnswerRefused, session: Session
) -> Iterator[CaseDifference]:
    """Yield what refused a run when it is not what should have: a rule, or a step;
    raises the error where none should."""
    refused = refusal(case.part("expect"))
    if refused is None:
        raise error
    if isinstance(error, AnswerRefused):
        yield from answer_refused_by(refused, error, session)
        return
    requirement, rule = refusing_step(session, error.unmet)
    if name_of(refused) not in (*rule_names(rule), requirement.site.path):
        found = f"{error.message} ({requirement.site.path})"
        yield CaseDifference(REFUSED, text_of(refused), found)


def _text_of_part(case: Case, name: str) -> str:
    node = case.part(name)
    return text_of(node) if node is not None else ""


def _failure_text(failed: UmpireError) -> str:
    """Return what went wrong; of a rule that failed while it ran its place too, which
    a refusal and what is wrong with the case itself say in other words."""
    message = failed.message + (f" ({failed.hint})" if failed.hint else "")
    for problem in failed.problems[:1]:
        if problem.message == failed.message and not isinstance(failed, RunForbidden):
            return f"{problem.span}: {problem.code} {message}"
    return message


def _must_make_sense(case: Case, pack: Pack) -> None:
    """Raise Unusable with the first thing that is wrong before anything is run."""
    wrong = check_case(pack.loaded().names, pack.stops(), case.declared)
    for each in sorted(wrong, key=lambda problem: problem.order)[:1]:
        where = f"{each.span}: {each.code} {each.message}"
        raise Unusable(where, (each,), each.hint or each.expected)


def _chance(case: Case, session: Session) -> tuple[Faces, dict[str, list[Value]]]:
    """Return the faces and the drawn elements that a case gives, by name."""
    known = session.pack.stops().chances(session.entry.procedure)
    faces: Faces = {}

    def read(node: Node, kind: Type) -> Value | None:
        try:
            return value_at(node, kind, session.pack, session.scenario)
        except UmpireError:  # of another type; that it is of none is said before
            return None

    drawn: dict[str, list[Value]] = {}
    for name, node in case.chance:
        if name not in known:
            labels = {each[0].label for each in known.values()}
            raise UnknownName("roll", name, labels)
        instruction = known[name][0]
        source = instruction.source.type if isinstance(instruction, Draw) else None
        if isinstance(source, ListOf):
            values = drawn_in(node, source.item, session.pack, session.scenario)
            drawn.setdefault(name, []).extend(values)
        else:
            waiting = faces.setdefault(name, [])
            for entry in faces_and_maps(node):
                if isinstance(entry, MappingNode):
                    pairs = [(key, [faces_in(fell)]) for key, fell in entry.entries]
                    waiting.append(ElementFaces(pairs, read))
                elif waiting and isinstance(waiting[-1], tuple):
                    waiting[-1] += entry
                else:
                    waiting.append(entry)
    return faces, drawn


def _answers(case: Case, session: Session) -> Answers:
    known = session.pack.stops().choices(session.entry.procedure)
    fixed: dict[str, Value] = {}
    policy = case.part("policy")
    for name, node in case.pairs("answers"):
        choice = known.get(name.name)
        if choice is None:
            raise UnknownName(
                "question", name.text, {each.label for each in known.values()}
            )
        path = choice.site.path if "." in name.text else choice.label
        fixed[path] = value_at(node, choice.type, session.pack, session.scenario)
    return answering(fixed, text_of(policy) if policy else None, session)


def _successive_answers(case: Case, session: Session) -> dict[str, list[Value]]:
    """Return answers in the order in which they are given, by the choice's label."""
    known = session.pack.stops().choices(session.entry.procedure)
    node = case.part("answers")
    found: dict[str, list[Value]] = {}
    for turn in node.items if isinstance(node, SequenceNode) else ():
        for name, answer in turn.entries if isinstance(turn, MappingNode) else ():
            choice = known.get(name.name)
            if choice is None:
                labels = {each.label for each in known.values()}
                raise UnknownName("question", name.text, labels)
            kind = answer_type(choice)
            for turn_answer in turns_of(choice, answer):
                value = value_at(turn_answer, kind, session.pack, session.scenario)
                found.setdefault(choice.label, []).append(value)
    return found


def _looked_at(what: ScalarNode, run: Run, ended: CompletedRun) -> tuple[Value, Type]:
    """Return what a case looks at: the result, a name bound, or a field at the end."""
    name, part = dotted(what)
    if name == "result":
        return _part(run.result, run.gives, part)
    for step in reversed(run.notes):
        if step_name(step) != name:
            continue
        value, kind = _bound(step)
        if kind is not None and isinstance(kind, SumOf) and part in ("", "total"):
            whole = total(value)
            return whole, INTEGER if isinstance(whole, int) else Number()
        if kind is not None and not part:
            return value, kind
    return _field(name, part, ended)


def _part(value: Value, kind: Type, part: str) -> tuple[Value, Type]:
    """Return a field of a record, or the value itself."""
    if isinstance(kind, SumOf) and part in ("", "total"):
        whole = total(value)
        return whole, INTEGER if isinstance(whole, int) else Number()
    if not part or not isinstance(kind, Record) or not isinstance(value, tuple):
        return value, kind
    index = kind.index(part)
    if index is None:
        raise Unusable(f"the result has no field '{part}'")
    return value[index], kind.fields[index][1]


def step_name(note: object) -> str:
    """Return the name that a note of a run binds."""
    return str(getattr(note, "name", ""))


def _bound(note: object) -> tuple[Value, Type | None]:
    return getattr(note, "value", None), getattr(note, "type", None)


def _field(name: Name, part: Name, ended: CompletedRun) -> tuple[Value, Type]:
    """Return a field of an entity of the scenario, at the end."""
    session, declared = ended.session, ended.session.program.declared
    state_view = StateView(declared, ended.outcome.game_state)
    for kind, made in declared.kinds.items():
        ids = places(session.initial_state.ids.get(kind, ()))
        fields = [each.name for each in made.fields]
        if name not in ids or part not in (*fields, *made.derived):
            continue
        row = state_view.row(kind, ids[name])
        if row is None:
            raise Unusable(f"'{name}' was removed")
        if part in made.derived:
            value = _derived(f"{kind}.{part}", ids[name], ended)
            return value, made.derived[part].gives
        slot = fields.index(part)
        return row[slot], made.fields[slot].type
    raise Unusable(f"nothing is called '{name}{'.' if part else ''}{part}' in this run")


def _derived(field: str, number: int, ended: CompletedRun) -> Value:
    """Return what a derived field of an entity is at the end of a run."""
    engine = ended.engine
    functions = GeneratedFunctions.of(ended.session.program, engine)
    function = f"d{functions.numbers['derived', field]}"
    engine.compiled.reset()
    try:
        value: Value = engine.names[function](ended.outcome.game_state, number)
    except Exception as error:
        raise engine.compiled.explained(error) from error
    return value
