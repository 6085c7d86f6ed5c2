"""With --json a failure is JSON too: one line, the last of stderr, for every verb."""

import json
from argparse import Namespace
from io import StringIO
from pathlib import Path
from typing import NoReturn

import jsonschema
import pytest

from interpreter.cli import explain
from interpreter.cli.main import main, wants_json
from interpreter.cli.terminal import Terminal
from tests.cli.calling import HELLO, call, schema
from tests.cli.test_every_verb import MISSPELT

HOLE = "tests/bad/R501-gap"


def valid(talk: str, code: int) -> dict[str, object]:
    """Return the failure in the last line of stderr, which must follow its schema."""
    found: dict[str, object] = json.loads(talk.splitlines()[-1])
    jsonschema.validate(found, schema("failure"), jsonschema.Draft7Validator)
    assert found["exit"] == code
    return found


@pytest.mark.parametrize(("given", "code", "said"), MISSPELT)
def test_every_misspelt_word_as_json(
    given: tuple[str, ...],
    code: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same sentence as without --json, and nothing on stdout."""
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert main([*given, "--json"]) == code
    out, talk = capsys.readouterr()
    found = valid(talk, code)
    assert said in f"{found['message']} {found['hint']} {talk}"
    assert not out


@pytest.mark.parametrize(
    "given",
    [
        ("--json",),
        ("run", "--json"),
        ("run", HELLO, "--json", "--with"),
        ("run", HELLO, "--json=yes"),
        ("chek", "--json", "--", HELLO),
    ],
)
def test_what_argparse_finds_is_json_too(given: tuple[str, ...]) -> None:
    """The command line need not be readable for that."""
    called = call(*given)
    assert called.code == 2
    if "--json" in given:
        assert valid(called.talk, 2)["message"]
    assert not called.out


def test_only_an_option_asks_for_json() -> None:
    """Behind `--` all is a word."""
    assert wants_json(["run", "--json"])
    assert not wants_json(["run", "--", "--json"])
    assert not wants_json(["run", "json"])


def test_problems_of_a_pack_stand_in_it_as_check_says_them() -> None:
    """One shape of a problem, whoever says it."""
    found = valid(call("run", HOLE, "weather", "--json").talk, 3)
    assert found["problems"] == call("check", HOLE, "--json").json["problems"]
    assert found["problems"]
    one, other = (schema(each)["$defs"] for each in ("failure", "check"))
    assert one["Problem"] == other["Problem"]


@pytest.mark.parametrize(
    ("error", "code"), [(ZeroDivisionError("secret"), 70), (KeyboardInterrupt(), 130)]
)
def test_a_fault_and_an_interruption_are_json_too(
    error: BaseException,
    code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And tell no more than without."""

    def execute(arguments: Namespace, terminal: Terminal) -> NoReturn:
        raise error

    monkeypatch.setattr(explain, "execute", execute)
    assert main(["explain", "--json"]) == code
    talk = capsys.readouterr().err
    assert valid(talk, code)
    assert "secret" not in talk


def test_a_word_of_any_length_is_not_printed_whole() -> None:
    """A file that was piped in by mistake is quoted by its ends; JSON has all of it."""
    word = "7" * 1_000_000
    found = call("odds", HELLO, word)
    assert found.code == 2
    assert len(found.talk) < 10_000
    assert "characters left out" in found.talk
    assert word in call("odds", HELLO, word, "--json").talk


@pytest.mark.parametrize("verb", ["test", "coverage", "run", "show"])
def test_a_pack_that_cannot_be_used_tells_its_errors_alone(
    verb: str, tmp_path: Path
) -> None:
    """What is no error is of no use there; `check` tells it."""
    text = "name: bad\nformulas:\n  unused: {is: 1, status: house}\n"
    text += "  wrong: {takes: {n: integer}, is: n + gone}\n"
    text += "cases: {one: {run: wrong(1), expect: {result: 2}}}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    given = (verb, str(tmp_path), *(["unused"] if verb == "run" else []))
    called = call(*given)
    assert called.code == 3
    assert "R301 unknown name 'gone'" in called.talk
    assert "R511" not in called.talk
    listed = call(*given, "--json").talk.splitlines()[-1]
    assert [each["code"] for each in json.loads(listed)["problems"]] == ["R301"]
    assert "R511" in call("check", str(tmp_path)).out
