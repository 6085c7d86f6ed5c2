"""Every verb: closed stdin, pipes, JSON, and one misspelt word of each kind."""

import json
from pathlib import Path

import pytest

from interpreter.cli.main import VERBS, main
from tests.cli.calling import HELLO, PIECE, RECON, ROOT, call, valid

ARMIES = ("--with", "observer=elves", "--with", "target=goblins")
MARCHED = (
    *("--scenario", "toward battle"),
    *("--with", "first army=elves", "--with", "second army=goblins"),
)
SCENARIO = ("--scenario", "elves-and-goblins")

MODIFIERS = ("--with", "modifier=-2..1")
GRADES = ("--with", "grade=all", "--option", "topic die=7,4")

TABLE = "tests/packs/answering"
CORRECTED = ("--set", "north_side.pride=3")
WAGERS = "tests/advised/wagers"
INSTALLED = "hello"
"""A pack that is installed before the call."""
BOTH = ("--seat", "north_side=policy:careful", "--seat", "south_side=policy:careful")

# verb, its arguments, exit code
WHOLE = ("check", (RECON, HELLO, "--strict"), 0)
CALLS = (
    ("packs", (), 0),
    ("install", (HELLO, "--dry-run"), 0),
    ("uninstall", (INSTALLED,), 0),
    ("show", (HELLO,), 0),
    ("show", (HELLO, "weather"), 0),
    ("show", (RECON, "reconnaissance rolls"), 0),
    ("show", (RECON, "reconnaissance_modifiers"), 0),
    ("show", (RECON, "army looks"), 0),
    ("show", (RECON, "close_terrain"), 0),
    ("sheet", (HELLO,), 0),
    ("sheet", (RECON, "--for", "judge", "--format", "markdown"), 0),
    ("sheet", (RECON, "--sides", "1", "--option", "topic die=7"), 0),
    ("find", (RECON, "nine", "lines"), 0),
    ("find", (HELLO, "RAIN", "--all"), 0),
    ("new", ("{folder}", "--from-nothing"), 0),
    ("new", ("{folder}", "--extends", HELLO), 0),
    ("new", ("{folder}", "--scenario", TABLE, "--like", "table"), 0),
    ("fmt", (HELLO, "--check"), 0),
    ("fmt", ("tests/fmt/before", "--check"), 1),
    ("fmt", ("tests/fmt/before/braces.yaml", "--diff"), 0),
    ("fmt", ("tests/bad/R002-brace-never-closed", "--check"), 3),
    ("fix", (HELLO, "--dry-run"), 0),
    ("fix", ("tests/bad/R301-value", "--dry-run", "--unsafe"), 0),
    ("fix", ("tests/bad/R301-value", "--dry-run"), 3),
    ("show", (HELLO, "weather", "--format", "csv"), 0),
    ("show", (RECON, "--format", "markdown"), 0),
    ("import-table", ("tests/tables_in/files/notes.md",), 0),
    ("import-table", ("tests/tables_in/files/gaps.csv",), 1),
    ("check", (HELLO,), 0),
    WHOLE,
    ("check", (RECON, HELLO, "--quick"), 0),
    ("run", (HELLO, "weather", "--seed", "one"), 0),
    ("run", (HELLO, "weather", "--dice", "5,3", "--explain"), 0),
    ("run", (RECON, "reconnoiter", *SCENARIO, *ARMIES, "--dice", "dice=5,3"), 0),
    ("run", (HELLO, "--seed", "one", "weather"), 0),
    ("run", ("--seed", "one", HELLO, "--dice", "5,3", "weather"), 0),
    ("show", (RECON, "--option", "close terrain=0", "degree"), 0),
    ("odds", (HELLO, "weather"), 0),
    ("odds", (RECON, "reconnaissance_roll", "--with", "modifier=-1"), 0),
    ("simulate", (HELLO, "weather", "--trials", "500", "--seed", "one"), 0),
    ("odds", (RECON, "reconnaissance_roll", *MODIFIERS), 0),
    ("odds", (RECON, "reconnaissance_roll", *MODIFIERS, "--csv"), 0),
    ("odds", (RECON, "prisoner_knowledge", *GRADES, "--plot", "heat"), 0),
    ("odds", (HELLO, "weather", "--csv"), 0),
    ("odds", (HELLO, "weather", "--outcome", "rain"), 0),
    ("odds", (HELLO, "weather", "--against", "tests/packs/hello"), 0),
    ("simulate", (RECON, "reconnaissance_roll", *MODIFIERS, "--trials", "50"), 0),
    ("whence", ("tests/house/iron-men", "missile_weapons.rows.arbalest.short"), 0),
    ("whence", (RECON, "options.topic die"), 0),
    ("show", ("tests/house/iron-men", "rulings"), 0),
    ("best", (WAGERS, "throwing", "--as", "red"), 0),
    ("best", (WAGERS, "looking", "--as", "blue", "--outcome", "mean", "--json"), 0),
    ("best", (WAGERS, "throwing", "--as", "red", "--least", "--policy", "first"), 0),
    ("diff", ("tests/house/iron-men",), 1),
    ("rebase", ("tests/house/iron-men", "--dry-run"), 0),
    ("rebase", ("tests/house/iron-men", "--onto", HELLO, "--diff"), 3),
    ("diff", (RECON, "--against-option", "topic die=7"), 1),
    ("test", (PIECE,), 0),
    ("test", (PIECE, "--coverage"), 0),
    ("test", (PIECE, "--accept"), 0),
    ("test", (PIECE, "--changed"), 0),
    ("test", (HELLO, "--mutants", "8"), 1),
    ("coverage", (PIECE,), 1),
    ("explain", (), 0),
    ("explain", ("R301",), 0),
    ("explain", ("r5",), 0),
    ("show", (RECON, "elves-and-goblins"), 0),
    ("show", (RECON, "report cells"), 0),
    ("show", (RECON, "pool of"), 0),
    ("show", (RECON, "degree"), 0),
    ("show", (RECON,), 0),
    ("show", (RECON, "acks-pris-04"), 0),
    ("lsp", (), 0),
    ("lsp", ("--no-odds",), 0),
    ("lsp", ("--stdio",), 0),
    ("serve", ("{game}", "--no-serve"), 0),
    ("serve", ("--folder", "{folder}", "--no-serve"), 0),
    ("schemas", ("{folder}",), 0),
    ("completion", ("bash",), 0),
    ("completion", ("fish",), 0),
    ("play", (TABLE, "table", "--game", "{new}", *BOTH), 0),
    ("play", ("--game", "{game}", "--seat", "north_side=later"), 0),
    ("play", (TABLE, "table", "--game", "{new}", "--words"), 0),
    ("word", ("{worded}", "--as", "north_side", "owl"), 0),
    ("word", ("{worded}", "--as", "south_side", "--sealed", "a" * 64), 0),
    ("view", ("{game}", "--as", "north_side"), 0),
    ("view", ("{game}", "--as", "judge"), 0),
    ("map", ("{game}", "--as", "north_side"), 0),
    ("map", (RECON, *SCENARIO), 0),
    ("map", (RECON, *SCENARIO, "--as", "elf_side", "--out", "-"), 0),
    ("handout", ("{game}", "--as", "north_side", "{folder}"), 0),
    ("export", (RECON, "battle", *MARCHED), 0),
    ("answer", ("{game}", "{reply}"), 0),
    ("log", ("{game}",), 0),
    ("log", ("{game}", "--as", "south_side"), 0),
    ("undo", ("{played}", "--to", "0", "--consent"), 0),
    ("correct", ("{game}", *CORRECTED, "--reason", "a slip"), 0),
    ("replay", ("{played}",), 0),
    ("replay", ("{played}", "--to", "1"), 0),
    ("verify", ("{played}",), 0),
    ("verify", ("{game}", "--held", "{hand}", "--holds", "0" * 64), 1),
)

# the same with one word misspelt, and words of the hint
MISSPELT = (
    (("chek", HELLO), 2, "did you mean 'check'?"),
    (("packs", "--jsn"), 2, "did you mean '--json'?"),
    (("packs", "more"), 2, "one argument too many"),
    (("run", HELLO, "--seed", "1", "weather", "more"), 2, "too many: 'more'"),
    (("odds", HELLO, "far", "away"), 2, "in quotes: 'far away'"),
    (("check", HELLO, "quick"), 2, "did you mean '--quick'?"),
    (("odds", HELLO, "weather", "csv"), 2, "did you mean '--csv'?"),
    (("undo", "tests/house/iron-men"), 2, "'umpire whence'"),
    (("show", "acks-reconaissance"), 2, f"did you mean '{RECON}'?"),
    (("show", HELLO, "wether"), 2, "did you mean 'weather'?"),
    (("show", RECON, "--option", "close terain=0"), 2, "did you mean 'close terrain'?"),
    (("show", RECON, "--option", "close terrain"), 2, "--option name=value"),
    (("show", RECON, "--option", "close terrain=7"), 3, "it may be"),
    (("check", "acks-reconaissance"), 2, f"did you mean '{RECON}'?"),
    (("check", HELLO, "--strickt"), 2, "did you mean '--strict'?"),
    (("check",), 2, "PACK"),
    (("find", HELLO), 2, "WORD"),
    (("find", HELLO, "..."), 2, "a figure"),
    (("find", "acks-reconaissance", "x"), 2, f"did you mean '{RECON}'?"),
    (("new", "rulesets", "--from-nothing"), 3, "name a new folder"),
    (("new", "no/such/one"), 2, "--from-nothing"),
    (("new", "a", "--from-nothing", "--extends", HELLO), 2, "not allowed with"),
    (("new", "a", "--extends", "acks-reconaissance"), 2, f"did you mean '{RECON}'?"),
    (("new", "a", "--scenario", TABLE, "--like", "tabel"), 2, "mean 'table'?"),
    (
        ("new", "a", "--extends", HELLO, "--like", "x"),
        2,
        "--like belongs to --scenario",
    ),
    (("serve", "--no-serve"), 2, "umpire serve GAME, or with --folder DIR"),
    (("serve", "a.game", "--folder", "tests", "--no-serve"), 2, "exclude each other"),
    (("serve", "--folder", "tests", "--seat", "a=policy:b"), 2, "in its lobby"),
    (("serve", "--folder", "tests", "--invite", "red"), 2, "--invite host"),
    (("serve", "--folder", "README.md"), 3, "cannot be a folder"),
    (("serve", "--folder", "no/such/one"), 3, "cannot be a folder"),
    (("fmt",), 2, "PATH"),
    (("fmt", "no/such/file.yaml"), 2, "there is no"),
    (("fmt", RECON), 2, "name its folder"),
    (("fmt", "README.md"), 2, "no YAML file"),
    (("fmt", "-", HELLO), 2, "exclude each other"),
    (("fix",), 2, "PACK"),
    (("fix", HELLO, "--code", "R3O1"), 2, "unknown code"),
    (("fix", RECON), 2, "name its folder"),
    (("run", HELLO, "weather", "--accept", "cases"), 2, "no YAML file"),
    (("run", HELLO, "weather", "--accept", "/tmp/x.yaml"), 3, "no file of this pack"),
    (("test", PIECE, "--accept", "--own"), 2, "exclude each other"),
    (("test", PIECE, HELLO, "--accept"), 2, "one pack"),
    (("test", PIECE, HELLO, "--mutants"), 2, "one pack"),
    (("test", PIECE, "--mutants", "--changed"), 2, "exclude each other"),
    (("test", PIECE, "--mutants", HELLO), 2, "the pack comes first"),
    (("test", PIECE, "--seed", "a"), 2, "add --mutants"),
    (("import-table", "no/such.md"), 3, "cannot read"),
    (("import-table", "README.md", "--format", "markdwon"), 2, "'markdown'?"),
    (("import-table", "x", "--dice", "many"), 3, "cannot read"),
    (("import-table", "tests/tables_in/files/notes.md", "--dice", "x"), 2, "2d6"),
    (("import-table", "x", "--into", "y.yaml"), 3, "no file of a pack"),
    (("run", HELLO, "wether"), 2, "did you mean 'weather'?"),
    (("run", HELLO, "weather", "--with", "x=1"), 2, "unknown argument"),
    (("run", HELLO, "weather", "--sede", "1"), 2, "did you mean '--seed'?"),
    (("run", HELLO, "weather", "--scenario", "nowhere"), 2, "unknown scenario"),
    (("run", HELLO, "weather", "--dice", "7,3"), 3, "7"),
    (("run", HELLO, "weather", "--dice", "a,b"), 3, "--dice"),
    (("run", HELLO, "weather", "--dice", "dize=5,3"), 2, "did you mean 'dice'?"),
    (("run", HELLO, "weather", "--answers", "/no/such/file"), 3, "cannot read"),
    (("run", RECON, "reconnaissance_roll"), 2, "modifier"),
    (("run", RECON, "reconnaissance_roll", "--with", "modifer=1"), 2, "'modifier'"),
    (("run", RECON, "reconnaissance_roll", "--with", "modifier=1/2"), 3, "integer"),
    (("run", RECON, "prisoner_knowledge", "--with", "grade=commen"), 3, "'common'"),
    (("odds", HELLO, "wether"), 2, "did you mean 'weather'?"),
    (("odds", HELLO, "weather", "--left-over", "much"), 3, "--left-over"),
    (("odds", HELLO, "weather", "--policy", "bold"), 2, "unknown policy"),
    (("odds", HELLO, "weather", "--max-states", "1"), 4, "--max-states"),
    (("odds", HELLO, "weather", "--plot", "curves"), 2, "give a range or a list"),
    (("odds", HELLO, "weather", "--outcome", "rian"), 2, "did you mean 'rain'?"),
    (("odds", HELLO, "weather", "--out", "x.pdf"), 3, "or .csv for a table"),
    (("odds", HELLO, "weather", "--against", "concealmant"), 2, "'concealment'"),
    (("odds", HELLO, "weather", "--against", RECON), 2, RECON),
    (("odds", RECON, "reconnaissance_roll", *MODIFIERS, "--plot", "heat"), 2, "two"),
    (
        ("odds", RECON, "reconnaissance_roll", *MODIFIERS, "--outcome", "sucess"),
        2,
        "did you mean 'success'?",
    ),
    (
        ("odds", RECON, "reconnaissance_roll", "--with", "modifier=3..1"),
        3,
        "the lower number first",
    ),
    (
        ("odds", RECON, "reconnaissance_roll", "--with", "modifier=1..9999"),
        4,
        "combinations of values",
    ),
    (
        (
            "odds",
            RECON,
            "reconnaissance_roll",
            *MODIFIERS,
            "--against-with",
            "modifier=1",
        ),
        2,
        "one value for the first side",
    ),
    (("run", HELLO, "weather", "--set", "a.b=1"), 2, "--scenario NAME"),
    (("install",), 2, "SOURCE"),
    (("install", "nowhere"), 2, "there is no 'nowhere'"),
    (("install", HELLO, "--hash", "12"), 2, "is no hash"),
    (("install", HELLO, "--hash", "0" * 64), 3, "the hash of"),
    (("uninstall",), 2, "NAME"),
    (("uninstall", RECON), 2, "comes with the program"),
    (("uninstall", "nothing"), 2, "unknown installed pack"),
    (("rebase",), 2, "OVERLAY"),
    (("rebase", HELLO), 2, "extends no pack"),
    (("rebase", "tests/house/iron-men", "--onto", "helo"), 2, "unknown pack"),
    (("rebase", "tests/house/iron-men", "--keep", "a.b", "--diff"), 2, "unknown"),
    (("whence", HELLO, "tables.wether"), 2, "did you mean 'weather'?"),
    (("whence", HELLO, "tables.weather.rows.5"), 2, "unknown part"),
    (("whence", HELLO), 2, "PATH"),
    (("best", WAGERS, "throwing"), 2, "--as"),
    (("best", WAGERS, "--as", "red"), 2, "name a scenario"),
    (("best", WAGERS, "throwin", "--as", "red"), 2, "did you mean 'throwing'?"),
    (("best", WAGERS, "throwing", "--as", "rad"), 2, "did you mean 'red'?"),
    (("best", WAGERS, "throwing", "--as", "blue"), 3, "is asked nothing"),
    (("best", WAGERS, "looking", "--as", "blue"), 2, "--outcome"),
    (("best", WAGERS, "looking", "--as", "blue", "--outcome", "gold"), 2, "there are"),
    (("best", WAGERS, "throwing", "--as", "red", "--trials", "0"), 3, "1 or more"),
    (("best", WAGERS, "throwing", "--as", "red", "--trials", "9" * 20), 4, "trials"),
    (("best", WAGERS, "looking", "--as", "blue", "--suppose", "ox=1"), 2, "chest"),
    (("best", WAGERS, "looking", "--as", "blue", "--suppose", "chest"), 2, "value"),
    (("diff", HELLO), 2, "name a second version"),
    (("diff", HELLO, "helo"), 2, "unknown pack"),
    (("diff", f"{HELLO}@no-such-name", HELLO), 2, "unknown revision"),
    (("diff", HELLO, HELLO, "--trials", "0"), 3, "must be 1 or more"),
    (("diff", "tests/house/iron-men", "--scenario", "gunfite"), 2, "'gunfight'"),
    (("simulate", HELLO), 2, "--scenario"),
    (("simulate", HELLO, "weather", "--trials", "none"), 3, "--trials"),
    (("simulate", HELLO, "weather", "--out", "x.pdf"), 3, "write .svg for a picture"),
    (("map", RECON, *SCENARIO, "--out", "x.pdf"), 3, "or .txt for text"),
    (("map", RECON, *SCENARIO, "--out", "x.svg", "--text"), 2, "leave --text out"),
    (("test", "acks-reconaissance"), 2, f"did you mean '{RECON}'?"),
    (("coverage", "acks-reconaissance"), 2, f"did you mean '{RECON}'?"),
    (("coverage",), 2, "PACK"),
    (("coverage", HELLO, "--jsn"), 2, "did you mean '--json'?"),
    (("explain", "R3O1"), 2, "did you mean"),
    (("schemas",), 2, "DIR"),
    (("completion", "bsh"), 2, "did you mean 'bash'?"),
    (("completion",), 2, "SHELL"),
    (("-x",), 2, "a verb comes first"),
    (("check", "./nope"), 2, "there is no folder './nope'"),
    (("check", "tests/packs"), 2, "there are packs in it"),
    (("check", f"{HELLO}/ruleset.yaml"), 2, f"name its folder, '{HELLO}'"),
    (("show", RECON, "nothing like it"), 2, f"'umpire show {RECON}' lists"),
    (("run", HELLO), 2, "'hello' runs weather"),
    (("run", RECON, "reconnoiter"), 2, "observer: army, target: army"),
    (("run", RECON, "reconnoiter", *ARMIES), 3, "--scenario NAME"),
    (
        ("run", RECON, "reconnoiter", *SCENARIO, "--with", "observer=elves"),
        2,
        "give --with observer=elves --with target=goblins",
    ),
    (
        ("run", RECON, "reconnoiter", *SCENARIO, "--with", "observer=elfs"),
        3,
        "did you mean 'elves'?",
    ),
    (("run", RECON, "reconnaissance_roll", "--with", "modifier=big"), 3, "integer"),
    (("run", HELLO, "weather", "--dice", "2"), 3, "one face, but 2d6 fall for weather"),
    (("run", HELLO, "weather", "--dice", "2,3,4"), 3, "--dice 4: these faces are left"),
    (("run", HELLO, "weather", "--real-dice"), 1, "roll 2d6 for weather (type 2"),
    (("run", HELLO, "weather", "--with", "x=1"), 2, "'weather' takes no argument"),
    (("run", HELLO, "weather", "--with", "x"), 2, "--with 'x' has no value"),
    (("run", HELLO, "weather", "--with", "=x"), 2, "--with '=x' has no name"),
    (("run", HELLO, "weather", "--dice", ""), 3, "'' is no list of faces"),
    (("run", HELLO, "weather", "--dice", "7,3"), 3, "a d6 cannot show it, and 2d6"),
    (
        ("run", RECON, "reconnaissance_roll", "--with", "modifer=1"),
        2,
        "did you mean 'modifier'? 'reconnaissance_roll' takes modifier: integer",
    ),
    (
        ("run", RECON, "reconnoiter", *SCENARIO, *ARMIES, "--with", "observer=elves"),
        2,
        "--with observer is given twice",
    ),
    (
        ("run", RECON, "reconnoiter", *SCENARIO, *ARMIES, "--answer", "trick=7"),
        3,
        "--answer trick [ACKS-STRAT-01]: '7' does not fit",
    ),
    (("simulate", HELLO, "weather", "--trials", "0"), 3, "must be 1 or more"),
    (("simulate", HELLO, "weather", "--trials", "-1"), 3, "no whole number"),
    (("simulate", HELLO, "weather", "--trials", "9" * 20), 4, "limit exceeded: trials"),
    (("explain", "R399"), 2, "R314; the families are R0 (files and YAML)"),
    (("explain", "X"), 2, "the families are R0"),
    (("play", TABLE, "table"), 2, "--game"),
    (("play", "--game", "no/such/folder/a.game"), 2, "PACK is missing"),
    (("play", TABLE, "table", "--game", "no/such/folder/a.game"), 5, "no such file"),
    (("play", TABLE, "tabel", "--game", "a.game"), 2, "did you mean 'table'?"),
    (("view", "README.md", "--as", "judge"), 5, "it is no game file"),
    (("view", "no.game", "--as", "judge"), 5, "it cannot be read: no such file"),
    (("view", "no.game"), 2, "--as"),
    (("handout", "README.md", "--as", "one", "there"), 5, "it is no game file"),
    (("export", "README.md", "battle"), 5, "it is no game file"),
    (("export", RECON, "batle", *MARCHED), 2, "did you mean 'battle'?"),
    (("answer", "README.md", "/no/such/file"), 3, "cannot read"),
    (("log", "README.md"), 5, "it is no game file"),
    (("undo", "README.md"), 5, "it is no game file"),
    (("undo", "README.md", "--two", "1"), 2, "did you mean '--to'?"),
    (("replay", "README.md"), 5, "it is no game file"),
    (("verify", "README.md"), 5, "it is no game file"),
    (("verify", "README.md", "--holds", "12"), 2, "at least 12 digits"),
    (("word", "README.md", "--as", "one", "owl"), 5, "it is no game file"),
    (("word", "README.md", "--as", "one"), 2, "WORD"),
)


def words(given: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """Return the arguments with the folder of this test, and games that it needs."""
    if given == (INSTALLED,):
        call("install", HELLO)
    names = ("new", "game", "played", "worded", "reply", "hand")
    made = {name: folder / name for name in names}
    if any("{" in each and "{folder}" not in each for each in given):
        later = ("--seat", "north_side=later", "--seat", "south_side=later")
        for name, seats in (("game", later), ("played", BOTH)):
            call("play", TABLE, "table", "--game", str(made[name]), *seats)
        call("play", TABLE, "table", "--game", str(made["worded"]), "--words")
        call("handout", str(made["game"]), "--as", "north_side", str(made["hand"]))
        asked = json.loads((folder / "hand" / "question.json").read_text("utf-8"))
        reply = json.dumps({"token": asked["token"], "answer": "mirror"})
        made["reply"].write_text(reply, encoding="utf-8")
    return tuple(each.format(folder=folder / "schemas", **made) for each in given)


@pytest.mark.parametrize(
    ("verb", "given", "code"),
    [
        # checked strictly, as JSON, by the next test, and by the gate itself
        pytest.param(*each, marks=pytest.mark.long if each == WHOLE else ())
        for each in CALLS
    ],
)
def test_in_a_pipe(
    verb: str, given: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    """Data on stdout, no colour, the documented exit code."""
    called = call(verb, *words(given, tmp_path))
    assert called.code == code, called
    assert called.out or verb == "lsp"  # which answers what an editor asks
    assert "\x1b" not in called.out + called.talk


@pytest.mark.parametrize(("verb", "given", "code"), CALLS)
def test_json_follows_its_schema(
    verb: str, given: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    """With --json stdout is one JSON text that the verb's schema allows."""
    called = call(verb, *words(given, tmp_path), "--json")
    assert called.code == code, called
    assert valid(called, verb)["format"] == 1


@pytest.mark.parametrize(("given", "code", "said"), MISSPELT)
def test_one_word_misspelt(given: tuple[str, ...], code: int, said: str) -> None:
    """A wrong word is a sentence on stderr and its exit code; stdout stays empty."""
    called = call(*given)
    assert called.code == code, called
    assert said in called.talk
    assert not called.out


def test_every_verb_is_called() -> None:
    """The table above leaves no verb out, and each has a schema of its JSON."""
    verbs = {name for name, _ in VERBS}
    assert {verb for verb, _, _ in CALLS} == verbs
    written = {file.name.split(".")[0] for file in (ROOT / "schemas/output").iterdir()}
    assert verbs <= written


@pytest.mark.parametrize("verb", [name for name, _ in VERBS])
def test_help(verb: str) -> None:
    """Each verb says how it is used, and does nothing; either way of asking."""
    called = call(verb, "--help")
    assert called.code == 0
    assert f"umpire {verb}" in called.out
    assert call("help", verb).out == called.out


SHOWN = [
    given for verb, given, _ in CALLS if verb == "show" and "--format" not in given
]


@pytest.mark.parametrize("given", SHOWN)
def test_what_is_shown_fits_a_page(given: tuple[str, ...]) -> None:
    """Piped it is 80 cells wide; only an author's own lines may be longer."""
    written = ("army looks", "degree", "pool of")
    lines = call("show", *given).out.splitlines()
    if given[-1] not in written and given[-1] != "elves-and-goblins":
        assert max(map(len, lines)) <= 80
    if len(given) > 1 and given[-1] != "rulings":
        assert ".yaml:" in "".join(lines[:4])


def test_what_is_not_found_is_no_failure() -> None:
    """The answer is no, with a word that is near."""
    called = call("find", HELLO, "raim")
    assert called.code == 1
    assert "did you mean 'rain'?" in called.talk


def test_show_lists_for_programs_what_run_takes() -> None:
    """Roll tables, too, and each name can be run; with what it takes and gives."""
    (weather,) = call("show", HELLO, "--json").json["runs"]
    assert weather == {
        "name": "weather",
        "section": "tables",
        "takes": [],
        "gives": "[rain, clouds, sun]",
    }
    runs = call("show", RECON, "--json").json["runs"]
    found = {each["name"]: each for each in runs}
    assert len(found) == len(runs)
    assert runs[0]["section"] == "entry_points"
    assert found["reconnoiter"]["takes"] == [
        {"name": "observer", "type": "army"},
        {"name": "target", "type": "army"},
    ]


def test_every_name_that_show_lists_can_be_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What is missing then is an argument or an answer, never the name."""
    pack = "tests/packs/choices"
    for each in call("show", pack, "--json").json["runs"]:
        main(["run", pack, each["name"]])
        assert "unknown" not in capsys.readouterr().err, each


def test_show_begins_with_what_a_newcomer_may_do() -> None:
    """Entry points with what they take, options, scenarios; then all the rest."""
    text = call("show", RECON).out
    order = ("To run", "reconnoiter(observer: army", "Options", "close_terrain")
    order += ("Games", "elves-and-goblins", "Procedures:", "Formulas:")
    places = [text.index(each) for each in order]
    assert places == sorted(places)
