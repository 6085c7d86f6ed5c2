"""The application layer knows neither the terminal nor the command line."""

from tests.architecture.engine import imports, modules

COMMAND_LINE = ("argparse", "argcomplete", "interpreter.cli")
LINES_OF_CLI = 2800
"""Of which three in each verb name the record of its JSON."""


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
    """Its lines, all told."""
    count = sum(
        len(module.path.read_text(encoding="utf-8").splitlines())
        for module in modules().values()
        if module.room == "cli"
    )
    assert count < LINES_OF_CLI
