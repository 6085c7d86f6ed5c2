"""One run from a session to what is reported of it."""

from interpreter.checked.declared import Entry
from interpreter.commands.chance import Chance
from interpreter.commands.deciding import Deciding
from interpreter.commands.drivers import Wanted
from interpreter.commands.forbidden import in_words
from interpreter.commands.notes import Notes
from interpreter.commands.refusals import Refusals
from interpreter.commands.session import Session
from interpreter.commands.writing import Writing
from interpreter.opening import Pack
from interpreter.reporting.run import Given, Run
from interpreter.running.once import Engine, Mark, Outcome, initial, play_out
from interpreter.running.views import views
from interpreter.values.types import Value


def once(session: Session, wanted: Wanted) -> Run:
    """Run once and return what is reported of it."""
    return reported(session, wanted)[0]


def engine_of(pack: Pack, mark: Mark | None = None) -> Engine:
    """Return a program made callable; `mark` is told what is run through."""
    emitted = pack.emitted("trace", marked=mark is not None)
    return Engine(emitted, pack.sources, mark)


def reported(
    session: Session, wanted: Wanted, made: Engine | None = None
) -> tuple[Run, Outcome]:
    """Run once, perhaps with an engine made before; return report and ending."""
    program, names = session.program, session.edge
    engine = made or engine_of(session.pack)
    seats = program.declared.seat_kind
    drivers = (wanted.seed, wanted.faces, wanted.person, names, seats, wanted.drawn)
    chance = Chance(*drivers, wanted.places)
    rule = engine.compiled.rule
    refusals = Refusals(program, engine, names)
    answers = (wanted.seed, wanted.answers, names, seats, rule, refusals)
    person = None
    if wanted.person is not None:
        # it reads YAML, for which no other run has to wait
        from interpreter.commands.real_choices import RealChoices

        person = RealChoices(wanted.person, session, refusals, wanted.answers)
    deciding = Deciding(*answers, wanted.said, person)
    world = initial(program, session.scenario)
    entry, values = session.entry, session.values
    writing = Writing(chance, session, wanted.person)
    with in_words(session):
        found = play_out(engine, entry.name, values, world, writing, deciding)
    chance.rest()
    told = Notes(program, engine, names, world)
    notes = tuple(told.of(found.trace, deciding.said, chance.thrown))
    seed = (wanted.seed or "") if chance.seed_used or deciding.seed_used else ""
    pack, name = session.pack.name, entry.name
    run = Run(
        pack, name, entry.gives, found.result, notes, seed,
        told=views(program.declared, names.ids, found.world),
        scenario=session.scenario, given=given_of(entry, values),
    )  # fmt: skip
    return run, found


def given_of(entry: Entry, values: tuple[Value, ...]) -> tuple[tuple[str, Given], ...]:
    """Return the arguments of an entry by name."""
    pairs = zip(entry.takes, values, strict=True)
    return tuple((each.name, Given(value, each.type)) for each, value in pairs)
