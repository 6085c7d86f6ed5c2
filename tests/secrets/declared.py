"""What is played in pairs: the files of `packs/`.

pack: tests/packs/sightings     # a folder of this tree
scenario: valley
hidden: [band.men]              # kind.field: what differs, wherever the seat is not
                                # in the field's audience
kept: [captive.tale]            # hidden as well, but with no other value to take
extra: {captive: {most: 2, holder: blue}}  # hidden entities more, anywhere
plays:
  NAME:
    seat: red                   # who must not be able to tell the two apart
    run: look(riders, red, n)   # as in a case; a name of `varies` is a number
    varies: {n: 0..3}           # arguments that differ, for they are hidden
    same: [riders.men]          # id.field: what is told of, so equal in both
    dice: {dice: [2, 2]}        # faces and draws, as in a case; else keyed dice
    one: {set: {riders.men: 20}, dice: {...}}   # what one of the two has besides
    other: {...}
    learns: no                  # not even the result; else both must end alike to count
    differs: yes                # the seat must be able to tell them apart instead
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).with_name("packs")


@dataclass(frozen=True)
class Given:
    """What one of two worlds is given: fields by id.field, faces and draws by label."""

    fields: Mapping[str, str] = field(default_factory=dict)
    dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Play:
    """One thing that is run in both worlds, and who must not tell them apart."""

    name: str
    seat: str
    procedure: str
    arguments: tuple[str, ...]
    varies: Mapping[str, tuple[int, int]]
    same: frozenset[str]
    one: Given
    other: Given
    learns: bool
    differs: bool


@dataclass(frozen=True)
class Job:
    """A pack, a scenario of it, what is hidden there, and what is played."""

    name: str
    pack: Path
    scenario: str
    hidden: frozenset[str]
    kept: frozenset[str]
    extra: Mapping[str, Mapping[str, str]]
    plays: tuple[Play, ...]


def jobs() -> tuple[Job, ...]:
    """Return what is played in every pack that has a file here."""
    return tuple(read(file) for file in sorted(FOLDER.glob("*.yaml")))


def read(file: Path) -> Job:
    """Read one file."""
    told: dict[str, Any] = YAML(typ="safe", pure=True).load(file)
    extra = told.get("extra", {})
    return Job(
        file.stem,
        ROOT / told["pack"],
        told["scenario"],
        frozenset(told["hidden"]),
        frozenset(told.get("kept", ())),
        {kind: _texts(each) for kind, each in extra.items()},
        tuple(_play(name, each) for name, each in told["plays"].items()),
    )


def _play(name: str, told: Mapping[str, Any]) -> Play:
    procedure, _, rest = told["run"].partition("(")
    given = [each.strip() for each in rest.rstrip(") ").split(",")]
    varies = {
        each: (int(low), int(high))
        for each, text in told.get("varies", {}).items()
        for low, high in [text.split("..")]
    }
    one, other = (_given(told, told.get(each, {})) for each in ("one", "other"))
    return Play(
        name,
        told["seat"],
        procedure.strip(),
        tuple(each for each in given if each),
        varies,
        frozenset(told.get("same", ())),
        one,
        other,
        _yes(told, "learns", "yes"),
        _yes(told, "differs", "no"),
    )


def _given(both: Mapping[str, Any], own: Mapping[str, Any]) -> Given:
    fields = {**both.get("set", {}), **own.get("set", {})}
    dice = {**both.get("dice", {}), **own.get("dice", {})}
    listed = {
        label: tuple(map(str, each if isinstance(each, list) else [each]))
        for label, each in dice.items()
    }
    return Given(_texts(fields), listed)


def _yes(told: Mapping[str, Any], key: str, default: str) -> bool:
    return {"yes": True, "no": False}[told.get(key, default)]  # YAML 1.2: texts


def _texts(given: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in given.items()}
