"""What a command says beside its data: exit code and talk, which all may see."""

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from interpreter.cli.main import main
from interpreter.semantics.declarations import Parameter
from interpreter.source import normalised
from tests.secrets.declared import Given, Play, folder_of
from tests.secrets.pairs import Playing

FORMS = ((), ("--json",), ("--explain",), ("--explain", "--all"))


def loud(playing: Playing) -> list[str]:
    """Return the plays that end a command with a code, or with talk, of their own.

    Those that set fields, write draws or leave somebody out, which no option of a
    command does, are passed over.
    """
    job, found, done = playing.job, [], set[tuple[str, ...]]()
    entries = playing.program.entries
    folder = folder_of(job.pack, job.added)
    for play in job.plays:
        for given in (play.one, play.other)[: 1 + (play.one != play.other)]:
            texts = [each for faces in given.dice.values() for each in faces]
            other = given.fields or given.absent
            if other or not all(each.isdecimal() for each in texts):
                continue
            takes = entries[normalised(play.procedure)].takes
            calls = [*_calls(folder, job.scenario, play, given, takes)]
            for words in [each for each in calls if each not in done]:
                done.add(words)
                for form in FORMS:
                    said = _called(*words, *form)
                    if said != (0, ""):
                        found.append(f"{job.name}, '{play.name}' {form}: {said}")
    return found


def _calls(
    folder: Path, scenario: str, play: Play, given: Given, takes: tuple[Parameter, ...]
) -> Iterator[tuple[str, ...]]:
    """Yield the words of a command, with the least and the most of what varies."""
    dice = [
        word
        for label, faces in given.dice.items()
        for word in ("--dice", f"{label}={','.join(faces)}")
    ]
    run = ("run", str(folder), play.procedure, "--scenario", scenario)
    for end in (0, -1) if play.varies else (0,):
        values = [
            str(play.varies[text][end]) if text in play.varies else given.said(text)
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
