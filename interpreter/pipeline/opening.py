"""Opens a pack to run it: from the cache, otherwise loaded, checked and cached.

A warm start reads no YAML and generates no code: programs and generated code come from
the cache entry of the pack's content hash and options. Modules that read or generate
are imported in functions, since importing them takes longer than a warm run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cache.entries import CacheEntry, ReadyPack, entry_of, form_name
from interpreter.codegen.source import GeneratedCode, StoredUnits
from interpreter.ir.instructions import Instruction, Program
from interpreter.ir.walking import sites_of
from interpreter.ruleset.finding import HEAD
from interpreter.source import Source, normalised

if TYPE_CHECKING:
    from interpreter.ir.effects import Fields
    from interpreter.ir.stopping import KnownStops, ReachableStops
    from interpreter.pipeline.loading import Loaded
    from interpreter.ruleset.rule_index import IndexedRuleset


class Pack:
    """A pack ready to run, under its options."""

    def __init__(
        self,
        folder: Path,
        options: Mapping[str, str],
        ready: ReadyPack,
        entry: CacheEntry | None = None,
        loaded: Loaded | None = None,
    ) -> None:
        """`entry` is the cache entry for generated code; `loaded` the pack as read, if
        it was."""
        self.folder = folder
        self._options = options
        self._ready = ready
        self._entry = entry
        self._loaded = loaded
        self._ruleset: IndexedRuleset | None = None
        self._generated: dict[str, GeneratedCode] = {}
        self._stops: ReachableStops | None = None

    @classmethod
    def of(cls, loaded: Loaded, options: Mapping[str, str] | None = None) -> Pack:
        """Return a loaded pack; raises Unusable if it has errors."""
        return cls(loaded.folder, options or {}, _ready(loaded), None, loaded)

    @property
    def name(self) -> str:
        """Its name, as its author wrote it."""
        return self._ready.name

    @property
    def program(self) -> Program:
        """Its program."""
        return self._ready.program

    @property
    def mains(self) -> Mapping[str, str]:
        """The main procedure of each scenario ("" if it has none)."""
        return self._ready.mains

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The values that each option may have, as they are typed."""
        return self._ready.options

    @property
    def settings(self) -> Mapping[str, Mapping[str, str]]:
        """The values of options that each scenario sets, as they are typed."""
        return self._ready.settings

    @property
    def sources(self) -> Mapping[str, Source]:
        """Its files by their names in diagnostics."""
        return self._ready.sources

    @property
    def folders(self) -> tuple[str, ...]:
        """Its folder and those of its base packs, named as in `sources`."""
        every = (name.rpartition("/") for name in self.sources)
        return tuple(folder for folder, _, file in every if file == HEAD)

    def under(self, scenario: str) -> Pack:
        """Return the pack with the options that a scenario sets; options of the caller
        win."""
        given = self._options.items()
        chosen: dict[str, str] = {normalised(name): text for name, text in given}
        options = {**self._ready.settings.get(scenario, {}), **chosen}
        return self if options == chosen else open_pack(self.folder, options)

    def loaded(self) -> Loaded:
        """Return the pack with its names; it is read now if it came from the cache."""
        if self._loaded is None:
            from interpreter.pipeline.loading import load, usable

            self._loaded = load(self.folder, self._options)
            usable(self._loaded)
        return self._loaded

    def ruleset(self) -> IndexedRuleset:
        """Return its declarations as they were read: from the cache, else read now."""
        if self._ruleset is None:
            self._ruleset = self._cached_ruleset() or self._read_ruleset()
        return self._ruleset

    def _cached_ruleset(self) -> IndexedRuleset | None:
        from interpreter.cache.rulesets import kept_ruleset

        if self._loaded is not None or self._entry is None:
            return None
        return kept_ruleset(self._entry)

    def _read_ruleset(self) -> IndexedRuleset:
        from interpreter.cache.rulesets import keep_ruleset
        from interpreter.pipeline.collector import without_collector
        from interpreter.ruleset.rule_index import indexed

        ruleset = self.loaded().ruleset
        assert ruleset is not None  # there is a program, so it was read
        with without_collector():
            made = indexed(ruleset)
            if self._entry is not None:
                keep_ruleset(self._entry, made)
        return made

    def emitted(
        self,
        form: str,
        observed: Fields | None = None,
        marked: bool = False,
        asked: str = "",
        removable: bool = False,
    ) -> GeneratedCode:
        """Return its program as generated code for a target
        (`codegen.generating.emit`), generated at most once in the life of this object.
        With `removable` any entity may be missing, also where the rules remove none.
        """
        name = form_name(form, observed, marked, asked, removable)
        entry = self._entry
        code = self._generated.get(name)
        if code is None and entry is not None:
            code = entry.generated(name, self.program)
        if code is None:
            from interpreter.codegen.generating import all_removable, emit

            analysis = all_removable(self.program) if removable else None
            code = emit(
                self.program,
                form,
                observed=observed,
                asked=asked,
                analysis=analysis,
                marked=marked,
            )
            if entry is not None:
                entry.keep_generated(name, code)
        self._generated[name] = code
        return code

    def stops(self, known: KnownStops | None = None) -> ReachableStops:
        """Return what its procedures reach, worked out once in the life of this object;
        `known` is what is known of the pack under other options."""
        if self._stops is None:
            from interpreter.ir.stopping import ReachableStops

            self._stops = ReachableStops(self.program, known)
        return self._stops

    def instruction(self, number: int) -> tuple[str, Instruction]:
        """Return an instruction with its procedure by its number, which it has in the
        code of every target."""
        # other games that share the rules may add code meanwhile
        for code in [*self._generated.values()]:
            return code.sites[number]
        return sites_of(self.program)[number]

    def keep_byte_code(self) -> None:
        """Cache what was compiled of its generated code, if that came from the cache:
        called after a run."""
        for code in [*self._generated.values()]:  # other games may add code meanwhile
            if isinstance(code.units, StoredUnits):
                code.units.keep()


def open_pack(folder: Path, options: Mapping[str, str] | None = None) -> Pack:
    """Return a pack under options; raises what `load` raises, and Unusable for
    errors."""
    chosen = dict(options or {})
    entry = entry_of(folder, chosen)
    cached = entry.kept() if entry is not None else None
    if cached is not None:
        return Pack(folder, chosen, cached[1], cached[0])
    from interpreter.pipeline.loading import load

    loaded = load(folder, chosen)
    ready = _ready(loaded)
    chain = loaded.ruleset.chain if loaded.ruleset is not None else ()
    entry = entry.of(chain) if entry is not None else None
    if entry is not None and not entry.keep(chain, ready):
        entry = None
    return Pack(folder, chosen, ready, entry, loaded)


def _ready(loaded: Loaded) -> ReadyPack:
    from interpreter.pipeline.loading import usable
    from interpreter.ruleset.options import shown

    mains = {name: each.main for name, each in loaded.scenarios.items()}
    files = loaded.ruleset.files if loaded.ruleset is not None else ()
    sources = {each.name: each for each in files}
    known = loaded.ruleset.options if loaded.ruleset is not None else {}
    options = {
        name: tuple(shown(value) for value in each.values)
        for name, each in known.items()
    }
    settings = {name: each.settings for name, each in loaded.scenarios.items()}
    return ReadyPack(loaded.name, usable(loaded), mains, sources, options, settings)
