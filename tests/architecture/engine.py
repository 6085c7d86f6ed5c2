"""What the tests of this folder know of the engine: its rooms, modules and imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "interpreter"

# Top to bottom; rooms of one line are side by side and blind to each other.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("cli",),
    ("web",),
    ("app",),
    ("coverage",),
    ("reports",),
    ("games", "maps"),
    ("pipeline",),
    ("cases",),
    ("views",),
    ("lowering", "engine", "cache"),
    ("codegen", "secrecy"),
    ("ir",),
    ("semantics",),
    ("ruleset",),
    ("expressions",),
    ("boards",),
    ("values",),
    ("yaml", "journal"),
    ("foreign",),
    ("diagnostics",),
    ("source", "files"),
)
DEPTH = {room: depth for depth, layer in enumerate(LAYERS) for room in layer}


@dataclass(frozen=True)
class Module:
    """A module of the engine, by its dotted name."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        """The room it stands in; "" for `interpreter` and `interpreter.__main__`."""
        parts = self.name.split(".")
        return "" if len(parts) == 1 or parts[1] == "__main__" else parts[1]

    def __str__(self) -> str:
        """Return the path from the root."""
        return str(self.path.relative_to(ROOT))


@cache
def modules() -> dict[str, Module]:
    """Return every module of the engine by its dotted name."""
    found = {}
    for path in sorted(ENGINE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = Module(name, path, ast.parse(path.read_text(encoding="utf-8")))
    return found


def imports(module: Module, known: dict[str, Module]) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of every import, in functions too.

    `from a import b` is `a.b` where that is a module we know, else `a`.
    A name given as text to `import_module` or `__import__` counts as well.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = absolute(module, node)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield node.lineno, inner if inner in known else base
        elif isinstance(node, ast.Call) and node.args:
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else ""
            name = called.id if isinstance(called, ast.Name) else name
            if name in ("import_module", "__import__"):
                yield node.lineno, text_of(node.args[0])


def absolute(module: Module, node: ast.ImportFrom) -> str:
    """Return the dotted name that `from ... import` begins with."""
    if not node.level:
        return node.module or ""
    package = module.name.split(".")
    drop = node.level - (module.path.name == "__init__.py")
    package = package[: len(package) - drop]
    return ".".join([*package, *([node.module] if node.module else [])])


def text_of(node: ast.expr) -> str:
    """Return a constant text, or what an f-string surely begins with."""
    if isinstance(node, ast.JoinedStr):
        node = node.values[0]
    value = node.value if isinstance(node, ast.Constant) else ""
    return value.rstrip(".") if isinstance(value, str) else ""


def room_of(name: str) -> str:
    """Return the room of a dotted name of ours; "" for the root itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def is_ours(name: str) -> bool:
    """Return whether a dotted name belongs to the engine."""
    return name.split(".")[0] == ENGINE.name
