"""What the parts of the pass over expressions need of the pass."""

from typing import Protocol

from interpreter.checked.names import Names
from interpreter.checked.place import Place
from interpreter.checked.scope import Scope
from interpreter.language.tree import At, Tree
from interpreter.language.typed import Typed
from interpreter.values.types import Type


class Reader(Protocol):
    """One expression being read."""

    names: Names
    place: Place

    def lost(
        self, code: str, at: At, message: str, expected: str = "", hint: str = ""
    ) -> Typed:
        """Append a problem and go on with a value of unknown type."""

    def read(self, node: Tree, scope: Scope, wanted: Type | None = None) -> Typed:
        """Return the typed expression, fitting `wanted` where one is given."""

    def type_of(self, node: Tree, scope: Scope) -> Type:
        """Return the type of an expression that is read once more."""
