"""What a command says beside its data: exit code and talk, which all may see."""

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout

from interpreter.checked.declared import Parameter
from interpreter.commands.main import main
from interpreter.loading import load, usable
from tests.secrets.declared import Given, Job, Play

FORMS = ((), ("--json",), ("--explain",))


def loud(job: Job) -> list[str]:
    """Return the plays that end a command with a code, or with talk, of their own.

    Those that set fields or write draws, which no option of a command does, are passed
    over.
    """
    entries = usable(load(job.pack)).entries
    found = []
    for play in job.plays:
        for given in (play.one, play.other):
            texts = [each for faces in given.dice.values() for each in faces]
            if given.fields or not all(each.isdecimal() for each in texts):
                continue
            for words in _calls(job, play, given, entries[play.procedure].takes):
                for form in FORMS:
                    said = _called(*words, *form)
                    if said != (0, ""):
                        found.append(f"{job.name}, '{play.name}' {form}: {said}")
    return found


def _calls(
    job: Job, play: Play, given: Given, takes: tuple[Parameter, ...]
) -> Iterator[tuple[str, ...]]:
    """Yield the words of a command, with the least and the most of what varies."""
    dice = [
        word
        for label, faces in given.dice.items()
        for word in ("--dice", f"{label}={','.join(faces)}")
    ]
    run = ("run", str(job.pack), play.procedure, "--scenario", job.scenario)
    for end in (0, -1):
        values = [
            str(play.varies[text][end]) if text in play.varies else text
            for text in play.arguments
        ]
        named = [
            word
            for each, text in zip(takes, values, strict=True)
            for word in ("--with", f"{each.name}={text}")
        ]
        yield (*run, *named, *dice, "--seed", "1")


def _called(*words: str) -> tuple[int, str]:
    talk = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(talk):
        try:
            code = main(list(words))
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
    return code, talk.getvalue()
