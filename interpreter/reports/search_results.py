"""Places where words were found in a pack, as text and as a record for JSON."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from interpreter.reports.colour import Paint, clean
from interpreter.reports.outputs.packs import FindOutput, FoundOutput
from interpreter.reports.text_layout import folded
from interpreter.ruleset.rule_index import RULEBOOK
from interpreter.ruleset.search import SECTION_WORDS

FEW = 20
"""Places that are printed unless all are asked for."""
FEW_RULES = 3
"""Rules that are named beside a declaration."""


class FoundPlace(Struct, frozen=True):
    """A place: the section and the name of the declaration, what stands there, the
    rules that it names, its file, line and column, the line, and the base pack that has
    it, "" for the pack itself."""

    section: str
    name: str
    kind: str
    rules: tuple[str, ...]
    at: str
    line: str
    base: str


class SearchPage(Struct, frozen=True):
    """The places of a pack where words stand, the best first; where there is none, the
    words that occur nowhere, each with one that is near or ""."""

    pack: str
    words: tuple[str, ...]
    places: tuple[FoundPlace, ...]
    unknown: Mapping[str, str]

    def output(self) -> FindOutput:
        """Return the record for JSON, with all places."""
        return FindOutput(
            pack=self.pack,
            words=self.words,
            found=tuple(map(_output, self.places)),
            near=dict(self.unknown),
        )

    def text(self, paint: Paint, cells: int, *, everything: bool) -> str:
        """Return the places by declaration, in order of the best of each: a few, or
        `everything`."""
        shown = self.places if everything else self.places[:FEW]
        groups: dict[tuple[str, str, str], list[FoundPlace]] = {}
        for place in shown:
            groups.setdefault((place.section, place.name, place.base), []).append(place)
        lines: list[str] = []
        for places in groups.values():
            lines += [_head(places, paint), *_lines(places, paint, cells), ""]
        hidden = len(self.places) - len(shown)
        if hidden:
            lines.append(f"{hidden} more; --all lists them too")
        return "\n".join(lines).rstrip()

    def nothing(self) -> str:
        """Return that nothing was found, and which words are the reason."""
        words = clean(" ".join(self.words))
        if not self.unknown:
            return f"'{words}': the words occur, but not together; give fewer of them"
        parts = []
        for word, near in self.unknown.items():
            meant = f"; did you mean '{clean(near)}'?" if near else ""
            parts.append(f"'{clean(word)}' occurs nowhere in {clean(self.pack)}{meant}")
        return "\n".join(parts)


def _head(places: Sequence[FoundPlace], paint: Paint) -> str:
    first = places[0]
    word = SECTION_WORDS.get(first.section, first.section)
    is_rule = first.section == RULEBOOK  # its name is its id
    listed = [] if is_rule else [rule for place in places for rule in place.rules]
    rules = list(dict.fromkeys(listed))
    more = f" and {len(rules) - FEW_RULES} more" if rules[FEW_RULES:] else ""
    named = f"  [{' '.join(rules[:FEW_RULES])}{more}]" if rules else ""
    base = f"  from {first.base}" if first.base else ""
    head = f"{word} {paint.bold(clean(first.name))}"
    return f"{head}{paint.faint(clean(named + base))}"


def _lines(places: Sequence[FoundPlace], paint: Paint, cells: int) -> list[str]:
    lines = []
    for place in places:
        lines.append(f"  {clean(place.at)}  {paint.faint(clean(place.kind))}")
        lines += folded(clean(place.line), cells, "    ")
    return lines


def _output(place: FoundPlace) -> FoundOutput:
    return FoundOutput(
        section=place.section,
        name=place.name,
        kind=place.kind,
        rules=place.rules,
        at=place.at,
        line=place.line,
        base=place.base,
    )
