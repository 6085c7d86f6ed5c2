"""Reads a loaded pack again after an edit of its files, as far as the edit reaches.

A whole reading takes some ten times as long. Of the types, entities and boards only the
places may differ; anything else needs the whole reading. Found are the errors of what
was read again: neither warnings, nor leaks, nor what cases say.
"""

from collections.abc import Mapping

from interpreter.cache.parsed_texts import remembered_texts
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.pipeline.collector import without_collector
from interpreter.pipeline.loading import Loaded, layers_of, wrong
from interpreter.pipeline.option_readings import Attempt, reread
from interpreter.ruleset.reading import resolved
from interpreter.semantics.names import BoundNode, Names


@without_collector()
def read_edit(
    loaded: Loaded,
    texts: Mapping[str, str],
    bound: list[BoundNode] | None = None,
) -> Attempt | None:
    """Return a pack without an error as it is with other texts in place of its files,
    by the names that problems show; None if it has to be read as a whole.

    What is bound is added to `bound`. An error of form comes alone.
    """
    problems: list[Diagnostic] = []
    layers = layers_of(loaded.folder, problems, loaded, texts)
    if layers is None or loaded.program is None or loaded.ruleset is None:
        return None
    # cases are spread and read with the whole pack
    ruleset = resolved(
        layers, loaded.folder, {}, problems, ["cases"], before=loaded.ruleset
    )
    if wrong(problems):
        return Attempt(tuple(problems), Names(Diagnostics(problems)), None)
    with remembered_texts(loaded.folder):
        return reread(loaded, ruleset, bound)
