"""What `map` prints with `--json`: what the picture shows, cell by cell or figure by
figure."""

from msgspec import Struct

from interpreter.reports.outputs.encoding import ABSENT, Absent, Count, VerbOutput


class _ThingOutput(Struct, frozen=True, kw_only=True):
    name: str
    """Its name."""
    kind: str
    """Its kind."""
    mark: str
    """The text on its counter."""
    of: str | None
    """The seat that owns it, or null."""
    state: str
    """Its state, or an empty text if nothing is declared or known of that."""


class _ReportOutput(Struct, frozen=True, kw_only=True):
    number: str
    """Its number for the seat that was told."""
    to: str | None
    """For the judge the seat that was told, else null."""
    mark: str
    """What marks it on the map."""
    says: str
    """What it says."""
    is_old: bool
    """Whether a later one is about the same."""


class _RegionOutput(Struct, frozen=True, kw_only=True):
    name: str
    """Its name."""
    role: str
    """What it is."""
    is_way: bool
    """Whether it is a path, from its oldest place on."""


class _RangeOutput(Struct, frozen=True, kw_only=True):
    name: str
    """The thing."""
    role: str
    """What reaches so far."""
    from_: str
    """The label of the place from which it is measured."""


class _ZoneOutput(Struct, frozen=True, kw_only=True):
    name: str
    """The thing."""
    role: str
    """What the places are."""


class MapPointerOutput(Struct, frozen=True, kw_only=True):
    """A thing that names another, as an arrow from the one to the other."""

    name: str
    """The thing."""
    role: str
    """The field in which it names the other."""
    to: str
    """The other."""


class HexThingOutput(_ThingOutput, frozen=True, kw_only=True):
    """A thing in a hex."""

    hex: str
    """The label of its hex."""
    role: str
    """The field that gives this hex; empty for its own position."""
    faces: str | None
    """The direction that it faces, or null."""
    badges: tuple[str, ...]
    """What the small marks beside its counter say."""


class HexReportOutput(_ReportOutput, frozen=True, kw_only=True):
    """A claim about hexes."""

    hexes: tuple[str, ...]
    """The labels of the hexes that it names."""
    areas: tuple[tuple[str, ...], ...]
    """Lists of hexes, each of which contains a place that it is about."""


class HexRegionOutput(_RegionOutput, frozen=True, kw_only=True):
    """Some hexes: a region of the map, a path, or what a thing covers."""

    hexes: tuple[str, ...]
    """The labels of its hexes."""


class HexRangeOutput(_RangeOutput, frozen=True, kw_only=True):
    """How far a thing reaches."""

    hexes: Count
    """How many hexes."""


class HexZoneOutput(_ZoneOutput, frozen=True, kw_only=True):
    """Hexes about a thing that somebody asked for."""

    hexes: tuple[str, ...]
    """Their labels."""


class HexPlaceOutput(Struct, frozen=True, kw_only=True):
    """A hex."""

    hex: str
    """Its label."""
    is_: str
    """Its terrain, the coarse hex that contains it, its regions."""


class HexMapOutput(Struct, frozen=True, kw_only=True):
    """What is known of a board of hexes."""

    board: str
    """The board."""
    across: str
    """The size of a hex, as the pack says it."""
    things: tuple[HexThingOutput, ...]
    """The things on it."""
    reports: tuple[HexReportOutput, ...]
    """The claims about places on it, in order."""
    areas: tuple[HexRegionOutput, ...]
    """Regions of the map, paths, and what things cover."""
    ranges: tuple[HexRangeOutput, ...]
    """How far things reach."""
    pointers: tuple[MapPointerOutput, ...]
    """Which things name others, such as whom they shot at."""
    zones: tuple[HexZoneOutput, ...]
    """Hexes about things that somebody asked for."""
    offered: tuple[str, ...]
    """The hexes that the viewer can choose from now."""
    places: tuple[HexPlaceOutput, ...]
    """The hexes of which something is known."""


class AreaThingOutput(_ThingOutput, frozen=True, kw_only=True):
    """A thing in an area."""

    area: str
    """The name of its area."""
    role: str
    """The field that gives this area; empty for its own position."""
    faces: str | None
    """Always null: areas have no directions."""
    badges: tuple[str, ...]
    """What the small marks beside its counter say."""


class AreaReportOutput(_ReportOutput, frozen=True, kw_only=True):
    """A claim about areas."""

    places: tuple[str, ...]
    """The areas that it names."""
    areas: tuple[tuple[str, ...], ...]
    """Lists of areas, each of which contains a place that it is about."""


class AreaRegionOutput(_RegionOutput, frozen=True, kw_only=True):
    """Some areas: a region of the map, a path, or what a thing covers."""

    areas: tuple[str, ...]
    """The names of its areas."""


class AreaRangeOutput(_RangeOutput, frozen=True, kw_only=True):
    """How far a thing reaches."""

    areas: Count
    """How many areas."""


class AreaZoneOutput(_ZoneOutput, frozen=True, kw_only=True):
    """Areas about a thing that somebody asked for."""

    areas: tuple[str, ...]
    """Their names."""


class AreaPlaceOutput(Struct, frozen=True, kw_only=True):
    """An area."""

    area: str
    """Its name."""
    is_: str
    """Its terrain and its regions."""


class AreaLinkOutput(Struct, frozen=True, kw_only=True):
    """A link between two areas."""

    from_: str
    """The area where it begins."""
    to: str
    """The area where it ends."""
    cost: str
    """What it costs: a whole number or a fraction."""
    one_way: bool
    """Whether it leads only from the first to the second."""


class AreaMapOutput(Struct, frozen=True, kw_only=True):
    """What is known of a board of areas."""

    board: str
    """The board."""
    across: str
    """The size of an area, as the pack says it."""
    things: tuple[AreaThingOutput, ...]
    """The things on it."""
    reports: tuple[AreaReportOutput, ...]
    """The claims about places on it, in order."""
    areas: tuple[AreaRegionOutput, ...]
    """Regions of the map, paths, and what things cover."""
    ranges: tuple[AreaRangeOutput, ...]
    """How far things reach."""
    pointers: tuple[MapPointerOutput, ...]
    """Which things name others, such as whom they shot at."""
    zones: tuple[AreaZoneOutput, ...]
    """Areas about things that somebody asked for."""
    offered: tuple[str, ...]
    """The areas that the viewer can choose from now."""
    places: tuple[AreaPlaceOutput, ...]
    """The areas of which something is known."""
    links: tuple[AreaLinkOutput, ...]
    """The links between the areas."""


class FigureOutput(_ThingOutput, frozen=True, kw_only=True):
    """A thing on a plane."""

    at: str
    """Its position, in inches to the right and away, as it is printed."""
    role: str
    """The field that gives this position; empty for its own position."""
    base: str | None
    """The area that its base covers, or null if that is not known."""
    faces: str | None
    """The direction that it faces, or null."""


class PlaneReportOutput(_ReportOutput, frozen=True, kw_only=True):
    """A claim about positions on a plane."""

    places: tuple[str, ...]
    """The positions that it names."""
    areas: tuple[str, ...]
    """Shapes, each of which contains a position that it is about."""


class PlaneMapOutput(Struct, frozen=True, kw_only=True):
    """What is known of a plane."""

    board: str
    """The board."""
    size: str
    """Its width and depth; empty if it has no edge."""
    things: tuple[FigureOutput, ...]
    """The things on it."""
    reports: tuple[PlaneReportOutput, ...]
    """The claims about positions on it, in order."""
    areas: tuple[str, ...]
    """Its areas in words: letter, name, terrain, level and shape."""
    ways: tuple[str, ...]
    """Paths, and what things cover, in words."""
    ranges: tuple[str, ...]
    """How far things reach, and from where, in words."""
    pointers: tuple[MapPointerOutput, ...]
    """Which things name others, such as whom they shot at."""


class MapOutput(VerbOutput, frozen=True, kw_only=True):
    """What a seat knows of each board; for the judge all that there is."""

    seat: str
    """The seat, judge, or everyone."""
    maps: tuple[HexMapOutput, ...]
    """The boards of hexes."""
    tables: tuple[PlaneMapOutput, ...]
    """The planes."""
    area_maps: tuple[AreaMapOutput, ...] | Absent = ABSENT
    """The boards of areas; left out if there are none."""
