"""Umpire: a rules interpreter for tabletop wargames.

The public Python API, described in API.md: `open_ruleset` and `open_game`, the records
that they hand out, and the errors that they raise, all of the family `UmpireError`.

Names are imported when they are first asked for (PEP 562): the command line imports
this package too, and may not take longer to start than a run does.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.app.advice import SeatAdvice
    from interpreter.app.authoring.author_desk import AuthorDesk, AuthorView
    from interpreter.app.authoring.author_readings import AuthorExample
    from interpreter.app.authoring.form_edits import FigureChange
    from interpreter.app.authoring.new_packs import NewPack, new_pack
    from interpreter.app.differences.diff import Difference, diff
    from interpreter.app.game import Game, open_game
    from interpreter.app.library.installing import (
        Installation,
        install_pack,
        uninstall_pack,
    )
    from interpreter.app.library.shelf import InstalledPack, library
    from interpreter.app.lobby.beginning import (
        FieldProblem,
        GameForm,
        RefusedForm,
        begin_from_form,
    )
    from interpreter.app.lobby.folder import GameSummary, game_summary, games_in
    from interpreter.app.lobby.scenarios import (
        PackOffer,
        ScenarioSheet,
        pack_offer,
        scenario_sheet,
    )
    from interpreter.app.rebasing.rebase import Rebase, rebase
    from interpreter.app.results import (
        CaseOutcome,
        CaseResults,
        CheckResult,
        CoverageResult,
        Distribution,
        Frequency,
        MutationScore,
        QuickReference,
        RolledDice,
        RuleCoverage,
        RunResult,
        Simulation,
        UnknownOutcome,
    )
    from interpreter.app.ruleset import OpenRuleset, check_ruleset, open_ruleset
    from interpreter.app.searching import FoundPlace
    from interpreter.app.seat_pages import (
        GameLog,
        MapDrawing,
        OpenQuestion,
        QuestionPart,
        SeatPage,
        SeatView,
    )
    from interpreter.app.sweep import Sweep, compare, draw_curves
    from interpreter.diagnostics import (
        Diagnostic,
        GameFileError,
        LeftOver,
        LimitExceeded,
        NoPack,
        OpenStop,
        UmpireError,
        Unavailable,
        UnknownName,
        Unusable,
        UsageError,
    )

__version__ = "0.1.0"

_MODULES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "interpreter.app.advice": ("SeatAdvice",),
        "interpreter.app.differences.diff": ("Difference", "diff"),
        "interpreter.app.authoring.author_desk": ("AuthorDesk", "AuthorView"),
        "interpreter.app.authoring.author_readings": ("AuthorExample",),
        "interpreter.app.authoring.form_edits": ("FigureChange",),
        "interpreter.app.authoring.new_packs": ("NewPack", "new_pack"),
        "interpreter.app.game": ("Game", "open_game"),
        "interpreter.app.seat_pages": (
            "GameLog",
            "MapDrawing",
            "OpenQuestion",
            "QuestionPart",
            "SeatPage",
            "SeatView",
        ),
        "interpreter.app.library.installing": (
            "Installation",
            "install_pack",
            "uninstall_pack",
        ),
        "interpreter.app.library.shelf": ("InstalledPack", "library"),
        "interpreter.app.lobby.beginning": (
            "FieldProblem",
            "GameForm",
            "RefusedForm",
            "begin_from_form",
        ),
        "interpreter.app.lobby.folder": ("GameSummary", "game_summary", "games_in"),
        "interpreter.app.lobby.scenarios": (
            "PackOffer",
            "ScenarioSheet",
            "pack_offer",
            "scenario_sheet",
        ),
        "interpreter.app.rebasing.rebase": ("Rebase", "rebase"),
        "interpreter.app.results": (
            "CaseOutcome",
            "CaseResults",
            "CheckResult",
            "CoverageResult",
            "Distribution",
            "Frequency",
            "MutationScore",
            "QuickReference",
            "RolledDice",
            "RuleCoverage",
            "RunResult",
            "Simulation",
            "UnknownOutcome",
        ),
        "interpreter.app.ruleset": ("OpenRuleset", "check_ruleset", "open_ruleset"),
        "interpreter.app.sweep": ("Sweep", "compare", "draw_curves"),
        "interpreter.app.searching": ("FoundPlace",),
        "interpreter.diagnostics": (
            "Diagnostic",
            "GameFileError",
            "LeftOver",
            "LimitExceeded",
            "NoPack",
            "OpenStop",
            "UmpireError",
            "Unavailable",
            "UnknownName",
            "Unusable",
            "UsageError",
        ),
    }
)
"""Where each public name is defined."""

__all__ = [
    "AuthorDesk",
    "AuthorExample",
    "AuthorView",
    "CaseOutcome",
    "CaseResults",
    "CheckResult",
    "CoverageResult",
    "Diagnostic",
    "Difference",
    "Distribution",
    "FieldProblem",
    "FigureChange",
    "FoundPlace",
    "Frequency",
    "Game",
    "GameFileError",
    "GameForm",
    "GameLog",
    "GameSummary",
    "Installation",
    "InstalledPack",
    "LeftOver",
    "LimitExceeded",
    "MapDrawing",
    "MutationScore",
    "NewPack",
    "NoPack",
    "OpenQuestion",
    "OpenRuleset",
    "OpenStop",
    "PackOffer",
    "QuestionPart",
    "QuickReference",
    "Rebase",
    "RefusedForm",
    "RolledDice",
    "RuleCoverage",
    "RunResult",
    "ScenarioSheet",
    "SeatAdvice",
    "SeatPage",
    "SeatView",
    "Simulation",
    "Sweep",
    "UmpireError",
    "Unavailable",
    "UnknownName",
    "UnknownOutcome",
    "Unusable",
    "UsageError",
    "begin_from_form",
    "check_ruleset",
    "compare",
    "diff",
    "draw_curves",
    "game_summary",
    "games_in",
    "install_pack",
    "library",
    "new_pack",
    "open_game",
    "open_ruleset",
    "pack_offer",
    "rebase",
    "scenario_sheet",
    "uninstall_pack",
]


def __getattr__(name: str) -> object:
    """Import a public name."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'interpreter' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
