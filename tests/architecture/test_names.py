"""A name is normalised where text enters; from there on it is compared as it is."""

import ast
from collections import Counter

from tests.architecture.engine import ENGINE, modules

NORMALISING = {"normalised", "rule_names", "same_name", "written_names"}
"""The functions of `interpreter.source.names`."""

ENTRANCES = {
    # texts of files: nodes, and what is written inside the text of a node
    "source/names.py": 4,
    "values/types.py": 2,  # values and ids as written, by name
    "yaml/nodes.py": 3,
    "expressions/parsing.py": 1,
    "expressions/tree.py": 1,
    "boards/areas.py": 2,
    "ruleset/changes.py": 2,
    "ruleset/options.py": 1,
    "ruleset/paths.py": 1,
    "ruleset/printed_tables.py": 2,
    "semantics/expressions/binding.py": 4,
    "semantics/expressions/foreign_hints.py": 3,  # in texts that no tree was made of
    "semantics/sections/sentences.py": 2,
    "semantics/sections/parameters.py": 1,
    "semantics/sections/rulebook.py": 1,
    "semantics/sections/types.py": 3,
    "lowering/procedures.py": 1,
    "cases/calls.py": 1,
    "cases/expectations.py": 3,
    "cases/scenario_starts.py": 1,
    # ids of rules and labels, which the program has as they are printed
    "ir/instructions.py": 2,
    "ir/stopping.py": 2,
    "coverage/elements.py": 1,
    # options of a caller
    "ruleset/option_values.py": 1,
    "pipeline/loading.py": 1,
    "pipeline/opening.py": 1,
    # words that are compared with words, or printed as they are typed
    "engine/policies.py": 1,
    "maps/plan.py": 1,
    "reports/phrases.py": 1,
    "reports/entities.py": 1,
    "reports/maps.py": 2,
    "reports/overview.py": 1,
    "reports/rulebook.py": 1,
    "reports/sweep_statistics.py": 4,
    # arguments, answers, seats and outcomes that a caller names
    "games/state.py": 1,
    "app/answering/chance.py": 1,
    "app/authoring/scenario_start.py": 2,
    "app/answering/replies.py": 5,
    "app/authoring/rulings.py": 1,
    "app/authoring/whence.py": 2,
    "app/rebasing/rebase.py": 1,  # names within what an overlay adds
    "app/testing/accepting.py": 3,
    "app/completing.py": 9,
    "app/explaining/offers.py": 2,
    "app/editing/completions.py": 2,
    "app/editing/hovers.py": 1,
    "app/editing/meanings.py": 1,
    "app/editing/mentions_in_yaml.py": 3,
    "app/editing/renames.py": 2,
    "app/editing/schema_places.py": 1,
    "app/advice.py": 1,
    "app/advising/advising.py": 5,
    "app/game.py": 1,
    "app/seat_pages.py": 2,
    "app/importing/results.py": 1,
    "app/maps.py": 3,
    "app/opening/answers.py": 3,
    "app/opening/games.py": 7,
    "app/opening/session.py": 4,
    "app/opening/values.py": 3,
    "app/playing/corrections.py": 5,
    "app/playing/orders.py": 1,
    "app/playing/returned_answers.py": 4,
    "app/reference.py": 1,
    "app/results.py": 1,
    "app/ruleset.py": 7,
    "app/running/odds.py": 1,
    "app/opening/settings.py": 1,
    "app/running/once.py": 1,
    "app/running/sweeps.py": 5,
    "app/showing.py": 3,
    "cli/sweeping.py": 1,
    "app/testing/case_comparisons.py": 5,
    "app/testing/case_keys.py": 1,
    "app/testing/case_runs.py": 2,
    "app/testing/pack_runs.py": 2,
    "app/testing/selection.py": 2,
    "cli/arguments.py": 1,
    "reports/sheet_changes.py": 1,
}
"""Modules in which text becomes a name, and how often; fewer is better."""


def normalisings() -> Counter[str]:
    """Return how often each module normalises."""
    found: Counter[str] = Counter()
    for module in modules().values():
        imported = {
            alias.asname or alias.name
            for node in ast.walk(module.tree)
            if isinstance(node, ast.ImportFrom)
            and (node.module or "").startswith("interpreter.source")
            for alias in node.names
        }
        path = module.path.relative_to(ENGINE).as_posix()
        own = NORMALISING if path == "source/names.py" else NORMALISING & imported
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name) and node.id in own:
                found[path] += 1
    return found


def test_names_are_normalised_where_text_enters() -> None:
    """No other module normalises, and none more often than is listed."""
    found = normalisings()
    assert {path: n for path, n in found.items() if n > ENTRANCES.get(path, 0)} == {}


def test_the_list_has_no_rest() -> None:
    """A module that normalises less often, or no more, is listed so."""
    found = normalisings()
    assert {path: n for path, n in ENTRANCES.items() if found[path] != n} == {}
