"""What a command says beside its data: exit code and talk, which all may see."""

import io
from contextlib import redirect_stderr, redirect_stdout

from tests.secrets.declared import Given, Job, Play


def loud(job: Job) -> list[str]:
    """Return the plays whose exit code or talk is not that of all others.

    Those that set fields or write draws, which no option of a command does, are passed
    over; of each form in which a run is printed.
    """
    found = []
    for play in job.plays:
        for given in (play.one, play.other):
            if given.fields or any(
                not e.isdecimal() for t in given.dice.values() for e in t
            ):
                continue
            for low in (True, False):
                words = _words(job, play, given, low=low)
                for form in ((), ("--json",), ("--explain",)):
                    said = _called(*words, *form)
                    if said != (0, ""):
                        found.append(f"{' '.join(words)} {form}: {said}")
    return found


def _words(job: Job, play: Play, given: Given, *, low: bool) -> tuple[str, ...]:
    from interpreter.loading import load, usable

    takes = usable(load(job.pack)).entries[play.procedure].takes
    pairs = []
    for each, text in zip(takes, play.arguments, strict=True):
        bounds = play.varies.get(text)
        value = text if bounds is None else str(bounds[0] if low else bounds[1])
        pairs += ["--with", f"{each.name}={value}"]
    dice = [
        word
        for label, faces in given.dice.items()
        for word in ("--dice", f"{label}={','.join(faces)}")
    ]
    run = ("run", str(job.pack), play.procedure, "--scenario", job.scenario)
    return (*run, *pairs, *dice, "--seed", "1")


def _called(*words: str) -> tuple[int, str]:
    from interpreter.commands.main import main

    talk = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(talk):
        try:
            code = main(list(words))
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
    return code, talk.getvalue()
