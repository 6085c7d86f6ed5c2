"""What the READMEs show is true: rulesets check, commands run, links lead somewhere."""

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from interpreter.cli.main import VERBS, main

ROOT = Path(__file__).parents[1]
RULESETS = ROOT / "rulesets"
PACKS = sorted(file.parent for file in RULESETS.glob("*/ruleset.yaml"))
README = ROOT / "README.md"
COMMANDS = ROOT / "interpreter" / "COMMANDS.md"
PAGES = [
    README,
    COMMANDS,
    ROOT / "interpreter" / "README.md",
    RULESETS / "README.md",
    *(pack / "README.md" for pack in PACKS),
    ROOT / "schemas" / "README.md",
    ROOT / "tests" / "README.md",
]
LESSONS = [RULESETS / "GUIDE.md", *sorted(RULESETS.glob("guide/*/README.md"))]
PICTURE = RULESETS / "domains-at-war" / "skirmish-at-the-ford.svg"

FENCE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"`([\w-]+/[\w-]+\.yaml)`")
INLINE = re.compile(r"(?<!`)`(umpire [^`]+)`(?!`)")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[\w-]+)?\)|<img src=\"([^\"]+)\"")

UMPIRE = re.compile(r"(echo .* \| )?(umpire|\./tools/umpire) ")
LONG = re.compile(
    r" (export|coverage|test|check) | simulate \S+ --scenario| domains-at-war "
)
"""Commands that take seconds: only the long jobs run them, but the one that draws the
picture of the root README."""


def name_of(page: Path) -> str:
    """Return the path of a page from the root, as the id of a test."""
    return str(page.relative_to(ROOT))


def text_of(page: Path) -> str:
    """Return the text of a page."""
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in a language."""
    return [block[2] for block in FENCE.finditer(text_of(page)) if block[1] == language]


def files(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each YAML file of a page with the name that the text before it gives."""
    text = text_of(page)
    for block in FENCE.finditer(text):
        if block[1] == "yaml":
            yield FILE.findall(text[: block.start()])[-1], block[2]


def command_lines(page: Path) -> list[str]:
    """Return every command line of a page, in order."""
    return [line for block in blocks(page, "sh") for line in block.splitlines()]


def umpire_lines(page: Path) -> list[str]:
    """Return the command lines that call `umpire`."""
    return [line for line in command_lines(page) if UMPIRE.match(line)]


def write_files(page: Path, folder: Path) -> None:
    """Write every YAML file of a page into a folder."""
    for name, text in files(page):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory without input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    return tmp_path


def run(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command line in this process; `echo ... |` gives it its input, or another
    command of ours does."""
    typed, pipe, command = line.rpartition("| ")
    words = shlex.split(typed) if pipe else []
    assert words[:1] in ([], ["echo"], ["umpire"])
    given = " ".join(words[1:]) + "\n" * bool(pipe)
    if words[:1] == ["umpire"]:
        with redirect_stdout(StringIO()) as out:
            assert main(words[1:]) == 0
        given = out.getvalue()
    monkeypatch.setattr(sys, "stdin", StringIO(given))
    program, *arguments = shlex.split(command)
    assert program in ("umpire", "./tools/umpire")
    return main(arguments)


def test_the_readme_is_short() -> None:
    assert len(text_of(README).splitlines()) <= 200


def test_the_first_block_holds_exactly_two_commands() -> None:
    """The main job and the tests, each on a line of its own."""
    first, *_ = blocks(README, "sh")
    lines = first.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("./tools/umpire run acks-reconnaissance reconnoiter")
    assert lines[1] == "./tools/check"


def test_the_first_ruleset_has_seven_lines() -> None:
    shown = dict(files(RULESETS / "README.md"))
    assert len(shown["hello/ruleset.yaml"].splitlines()) == 7


@pytest.mark.parametrize(
    ("page", "packs"),
    [
        pytest.param(README, ["my-house"], marks=pytest.mark.long),
        (COMMANDS, ["crossing"]),
        (RULESETS / "README.md", ["hello", "windy"]),
    ],
    ids=["README.md", "interpreter/COMMANDS.md", "rulesets/README.md"],
)
def test_every_ruleset_of_a_page_checks(
    page: Path, packs: list[str], folder: Path
) -> None:
    """Pasted into the folder that the page names, it has no errors and no warnings."""
    write_files(page, folder)
    assert sorted({name.partition("/")[0] for name, _ in files(page)}) == packs
    for pack in packs:
        assert main(["check", f"./{pack}", "--strict"]) == 0


def test_no_other_page_shows_a_ruleset() -> None:
    shown = [page for page in PAGES if any(files(page))]
    assert shown == [README, COMMANDS, RULESETS / "README.md"]


def session(
    page: Path, lines: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run commands in order; each ends with 0, and a game that waits for an answer
    with 1."""
    write_files(page, folder)
    assert lines
    for line in lines:
        waits = " umpire play " in f" {line}" and not line.startswith("echo ")
        assert run(line, monkeypatch) == int(waits), line


WITH_COMMANDS = [page for page in PAGES if umpire_lines(page)]


def quick_lines(page: Path) -> list[str]:
    """Return the commands of a page that the gate runs."""
    return [line for line in umpire_lines(page) if not LONG.search(line)]


@pytest.mark.parametrize("page", [*filter(quick_lines, PAGES)], ids=name_of)
def test_the_commands_of_a_page_run(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session(page, quick_lines(page), folder, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_all_commands_of_a_page_run(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session(page, umpire_lines(page), folder, monkeypatch)


def test_every_pack_shows_how_to_play_it() -> None:
    for pack in PACKS:
        lines = umpire_lines(pack / "README.md")
        assert any(line.startswith(f"umpire play {pack.name} ") for line in lines)


def test_other_commands_name_what_is_there() -> None:
    """Modules and paths of what is too long to run here."""
    others = [
        line
        for page in PAGES
        for line in command_lines(page)
        if not UMPIRE.match(line) and line != "./tools/check"
    ]
    inline = re.findall(r"`(python -m [^`]+)`", text_of(ROOT / "tests" / "README.md"))
    modules = {"pytest", "interpreter"}
    seen = set()
    for line in [*others, *inline]:
        program, *words = shlex.split(line)
        if program == "tools/check":
            continue
        assert program in (".venv/bin/python", "python"), line
        if words[0] == "tools/generate.py":
            continue
        assert words[0] == "-m"
        name = words[1]
        seen.add(name)
        if name not in modules:
            path = ROOT / name.replace(".", "/")
            assert (path / "__main__.py").is_file() or path.with_suffix(".py").is_file()
        for word in words:
            if word.startswith("tests/"):
                assert (ROOT / word).exists(), word
    assert {"tests.playthroughs", "tests.outputs", "tests.bench"} <= seen


@pytest.mark.parametrize("page", [*PAGES, *LESSONS], ids=name_of)
def test_inline_commands_have_known_verbs_and_options(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in INLINE.findall(text_of(page)):
        verb, *words = line.removeprefix("umpire ").split()
        if verb in ("VERB", "help"):
            continue
        assert verb in {name for name, _ in VERBS}, line
        assert main(["help", verb]) == 0
        known = capsys.readouterr().out
        for word in words:
            if word.startswith("--"):
                assert re.search(rf"{word}\b", known), line


@pytest.mark.parametrize(
    "page",
    [*PAGES, *LESSONS, *(pack / "NOTES.md" for pack in PACKS)],
    ids=name_of,
)
def test_links_lead_to_files(page: Path) -> None:
    for link, picture in LINK.findall(text_of(page)):
        assert (page.parent / (link or picture)).exists(), link or picture


def test_the_game_asks_and_can_be_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first game that the README begins asks whom it says, and the command that it
    gives for looking at this game works."""
    (line,) = [line for line in command_lines(README) if line.startswith("umpire play")]
    target = "patrol side chooses: What scout searches"
    goal = "patrol side chooses: Into which feature to go"
    for typed, asked in (("", target), ("echo none | ", goal)):
        assert run(typed + line, monkeypatch) == 1
        assert asked in capsys.readouterr().err
    game = re.search(r"--game (\S+)", line)
    assert game is not None
    (look,) = re.findall(rf"`(umpire view {game[1]} [^`]*)`", text_of(README))
    assert run(look, monkeypatch) == 0


def test_the_map_is_of_a_game_that_has_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The README begins this game too, and its picture shows a map."""
    ((look, game),) = re.findall(r"`(umpire map (\S+\.game) [^`]*)`", text_of(README))
    (begun,) = re.findall(
        rf"`(umpire play [^`]* --game {game} [^`]*)`", text_of(README)
    )
    assert run(begun, monkeypatch) == 1
    assert run(look, monkeypatch) == 0
    (picture,) = re.findall(r"--out (\S+)", look)
    assert "no map" not in (folder / picture).read_text(encoding="utf-8")


def test_the_picture_is_what_its_command_draws(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (line,) = [
        line for line in command_lines(README) if line.endswith("--out ford.svg")
    ]
    assert run(line, monkeypatch) == 0
    assert (folder / "ford.svg").read_bytes() == PICTURE.read_bytes()


PACK_LINE = re.compile(r"(?<=[a-z])\.yaml:\d+(?!:)")


def is_part_of(shown: str, printed: str) -> bool:
    """Tell whether lines were printed in that order; `...` leaves some out, and lines
    of packs may have moved."""
    shown, printed = (PACK_LINE.sub(".yaml:N", text) for text in (shown, printed))
    rest = iter(line.rstrip() for line in printed.splitlines())
    wanted = [line.rstrip() for line in shown.splitlines() if line != "..."]
    return all(any(line == other for other in rest) for line in wanted)


def test_what_is_printed_is_shown(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The explanation, the odds and the error are those of the program."""
    (explanation,) = blocks(README, "text")
    (odds,) = blocks(RULESETS / "README.md", "text")
    (error,) = blocks(COMMANDS, "text")
    assert run(f"{command_lines(README)[0]} --dice 5,3 --seed oak", monkeypatch) == 0
    assert is_part_of(explanation, capsys.readouterr().out)
    write_files(RULESETS / "README.md", folder)
    assert run("umpire odds ./hello weather", monkeypatch) == 0
    printed = re.sub(" *[#\u2580-\u259f]+", "", capsys.readouterr().out)
    assert is_part_of(odds, printed)
    file = folder / "hello" / "ruleset.yaml"
    spoilt = file.read_text(encoding="utf-8").replace("6-8", "7-8")
    file.write_text(spoilt, encoding="utf-8")
    assert run("umpire check ./hello", monkeypatch) == 3
    assert is_part_of(error, capsys.readouterr().out)


def test_the_table_of_verbs_is_complete() -> None:
    """It names each verb of the program, and no other."""
    table = text_of(COMMANDS).partition("## The verbs")[2].partition("## ")[0]
    named = re.findall(r"^\| `([\w-]+)", table, re.MULTILINE)
    assert sorted(named) == sorted(name for name, _ in VERBS)


def options_of(pack: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the options of a pack as they are written, each with its default and its
    other values."""
    for file in pack.rglob("*.yaml"):
        if "\noptions:" in text_of(file):
            sections = YAML(typ="safe").load(text_of(file))
            for name, option in sections["options"].items():
                default, values = option["default"], option["values"]
                if isinstance(values, str):
                    low, high = map(int, values.split(".."))
                    values = range(low, high + 1)
                others = [str(value) for value in values if value != default]
                yield name, [str(default), *others]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_a_pack_names_its_options(pack: Path) -> None:
    """Each option is in a table of its README; listed values begin with the default."""
    options = dict(options_of(pack))
    rows = [row for row in text_of(pack / "README.md").splitlines() if row[:2] == "| "]
    named = dict(re.findall(r"`([a-z][a-z0-9 ]*)`(?: \(([^)]*)\))?", "\n".join(rows)))
    assert sorted(named) == sorted(options)
    for name, listed in named.items():
        if listed:
            assert listed.split(", ")[0] == options[name][0]
            assert sorted(listed.split(", ")) == sorted(options[name])


CITED = re.compile(
    r"\b(?:(?:R|X|V|DEC)-(?:ACKS|CON|LI)-\d\d|(?:AMB|UND|SW|TBL|DEC)-\d\d|[UX]-\d\d)\b"
)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_notes_have_what_a_pack_cites(pack: Path) -> None:
    """Ids of notes in its files, and in the tests about it, are in its NOTES.md."""
    folders = (pack, ROOT / "tests" / "secrets" / "packs", ROOT / "tests" / "oracles")
    notes = set(CITED.findall(text_of(pack / "NOTES.md")))
    prefixes = {note.rpartition("-")[0] for note in notes}
    own = {
        note for file in pack.rglob("*.yaml") for note in CITED.findall(text_of(file))
    }
    tested = {
        note
        for folder in folders[1:]
        for file in (*folder.rglob("*.yaml"), *folder.rglob("*.py"))
        for note in CITED.findall(text_of(file))
        if note.count("-") == 2 and note.rpartition("-")[0] in prefixes
    }
    assert own
    assert (own | tested) - notes == set()


def test_other_files_of_a_pack_are_not_read(folder: Path) -> None:
    """A README, notes and pictures may be beside the YAML, whatever is in them."""
    write_files(RULESETS / "README.md", folder)
    for name in ("README.md", "NOTES.md", "map.svg"):
        (folder / "hello" / name).write_text("tables: [", encoding="utf-8")
    assert main(["check", "./hello", "--strict"]) == 0


def test_every_folder_of_tests_is_described() -> None:
    """Those that are not named after a package are in the table of the page."""
    page = text_of(ROOT / "tests" / "README.md")
    rows = "\n".join(
        row.split(" | ")[0] for row in page.splitlines() if row[:2] == "| "
    )
    described = set(re.findall(r"`([a-z_]+)/`", rows))
    packages = {
        init.parent.name for init in (ROOT / "interpreter").glob("*/__init__.py")
    }
    present = {
        entry.name
        for entry in (ROOT / "tests").iterdir()
        if entry.is_dir() and entry.name[:2] != "__" and entry.name[0] != "."
    }
    assert present - packages == described - packages


def test_every_schema_is_described() -> None:
    """By its file, its verb or its step."""
    page = text_of(ROOT / "schemas" / "README.md")
    for file in (ROOT / "schemas").rglob("*.json"):
        name = str(file.relative_to(ROOT / "schemas"))
        short = file.name.partition(".")[0]
        assert f"`{name}`" in page or f"`{short}`" in page, name


NOT_HERE = re.compile(r"\bDESIGN\b|\bRUNTIME\.md|\bLANGUAGE\.md|\bfigures\.md")
"""Texts that the repository does not contain."""


def test_nothing_cites_a_text_that_is_not_here() -> None:
    cited = []
    for top in ("interpreter", "rulesets", "schemas", "tests", "tools"):
        for file in (ROOT / top).rglob("*"):
            if file.suffix not in (".py", ".md", ".yaml", ".json", ".txt", ".sh"):
                continue
            if "bad" in file.parts or file == Path(__file__):
                continue
            if NOT_HERE.search(file.read_text("utf-8", errors="replace")):
                cited.append(str(file.relative_to(ROOT)))
    assert cited == []
