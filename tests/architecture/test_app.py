"""The application layer knows neither the terminal nor the command line."""

from interpreter.cli.main import VERBS
from interpreter.cli.parser import module_of
from tests.architecture.engine import imports, modules

COMMAND_LINE = ("argparse", "argcomplete", "interpreter.cli")
LINES_OF_A_VERB = 100
"""On average; of which three name the record of its JSON."""
LINES_OF_ALL_VERBS = 1500
"""What verbs share: arguments, the terminal, failures, completion."""
SCREEN = ("interpreter.cli.full_screen", "interpreter.cli.game_screen")
SERVER = ("interpreter.cli.language_server", "interpreter.cli.language_features")
LINES_OF_SERVER = 800
"""A third one: requests of editors, and the records of their protocol."""
LINES_OF_SCREEN = 700
"""Another front end: widgets, keys and a thread; what it shows comes from `app`."""


def test_app_knows_no_command_line() -> None:
    """Nothing in it imports what reads arguments, or anything of `cli`."""
    known = modules()
    found = [
        f"{module}:{line}: {name}"
        for module in known.values()
        if module.room == "app"
        for line, name in imports(module, known)
        if name.startswith(COMMAND_LINE)
    ]
    assert not found


def test_app_prints_nothing() -> None:
    """No call of `print`, no stream of the process."""
    texts = {
        str(module): module.path.read_text(encoding="utf-8")
        for module in modules().values()
        if module.room == "app"
    }
    assert not [
        name
        for name, text in texts.items()
        if any(word in text for word in ("print(", "sys.std", "input("))
    ]


def test_the_command_line_is_thin() -> None:
    """The lines of verbs, of what they share, of the full screen and the server."""
    lines = {
        name: len(module.path.read_text(encoding="utf-8").splitlines())
        for name, module in modules().items()
        if module.room == "cli"
    }
    screen = sum(lines.pop(name) for name in SCREEN)
    server = sum(lines.pop(name) for name in SERVER)
    verbs = [lines.pop(module_of(verb)) for verb, _ in VERBS]
    assert sum(verbs) < LINES_OF_A_VERB * len(VERBS)
    assert sum(lines.values()) < LINES_OF_ALL_VERBS
    assert screen < LINES_OF_SCREEN
    assert server < LINES_OF_SERVER


def test_the_screen_knows_no_game() -> None:
    """Its widgets are given texts: nothing of a game can reach them another way."""
    known = modules()
    ours = {
        name
        for _, name in imports(known["interpreter.cli.game_screen"], known)
        if name.startswith("interpreter.")
    }
    assert ours == {"interpreter.app.output", "interpreter.reports.colour"}
