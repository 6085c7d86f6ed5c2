"""What is played in pairs: the files of `packs/`.

like: sightings                 # a file here that says whatever this one does not
pack: tests/packs/sightings     # a folder of this tree
added: sightings                # files of a folder here that a copy of it has besides
scenario: valley
hidden:                         # kind.field: what differs, wherever the seat is not
  band.men: any                 # in the field's audience; a list of names does too
  band.banner: [eagle, 'none']  # values that it may have, where not any will do
  band.camp: {riders: [ford]}   # values for some; for the others the scenario's
kept: [captive.tale]            # hidden as well, but with no other value to take
extra: {captive: {most: 2, from: red, holder: blue}}  # hidden entities more, anywhere,
                                # where they are hidden from that seat alone for it
plays:
  NAME:
    seat: red                   # who must not be able to tell the two apart
    run: look(riders, red, n)   # as in a case; a name of `varies` is a number
    varies: {n: 0..3}           # arguments that differ, for they are hidden
    same: [riders.men, unit.type]  # id.field, kind.field: what is told of, so equal
    dice: {dice: [2, 2]}        # faces and draws, as in a case; else keyed dice. Of a
                                # single die each face is one roll
    answers: {story: nothing}   # of what is chosen, by its name; else any that is legal
    set: {riders.men: 20, unit.type: foot}  # fields of both; of all of a kind
    ends: failure               # results (one, or a list) of pairs that count
    one: {set: {riders.men: 20}, dice: {...}}   # what one of the two has besides
    other: {with: {n: 4}, absent: [band_2], ends: success}  # arguments; who is not
    learns: no                  # not even the result; else both must end alike to count
    differs: yes                # the seat must be able to tell them apart instead, or
    differs: [report.size]      # just by these: claim.fact, claim.label, a whole claim,
                                # kind.field of what it sees
"""

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
ANY = "any"
COMMA = re.compile(r",(?![^\[]*\])")  # between arguments, not within a list
FOLDER = Path(__file__).with_name("packs")


@dataclass(frozen=True)
class Given:
    """What one of two worlds is given: fields by id.field or kind.field, faces and
    draws by label, arguments in the place of those of the play, answers by the name of
    the choice; who is absent; results that count."""

    fields: Mapping[str, str] = field(default_factory=dict)
    dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arguments: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    def said(self, text: str) -> str:
        """Return an argument of the play, or what stands in its place."""
        return self.arguments.get(text, text)


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
    just: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Job:
    """A pack, a scenario of it, what is hidden there, and what is played.

    `hidden` has the values that a field may take, by id, of all under ANY; without
    a list it may take all.
    """

    name: str
    pack: Path
    added: Path | None
    scenario: str
    hidden: Mapping[str, Mapping[str, tuple[str, ...]]]
    kept: frozenset[str]
    extra: Mapping[str, Mapping[str, str]]
    plays: tuple[Play, ...]


def folder_of(pack: Path, added: Path | None) -> Path:
    """Return the folder of a pack, or of a copy that has the files added."""
    return pack if added is None else Path(_copy(pack, added).name) / pack.name


@cache
def _copy(pack: Path, added: Path) -> "tempfile.TemporaryDirectory[str]":
    place = tempfile.TemporaryDirectory(prefix="pairs-")  # gone when the process ends
    copy = Path(place.name) / pack.name
    shutil.copytree(pack, copy)
    shutil.copytree(added, copy, dirs_exist_ok=True)
    return place


def names() -> tuple[str, ...]:
    """Return the names of all jobs, without reading them."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.yaml")))


@cache
def jobs() -> tuple[Job, ...]:
    """Return what is played in every pack that has a file here."""
    return tuple(read(FOLDER / f"{name}.yaml") for name in names())


def read(file: Path) -> Job:
    """Read one file."""
    told = _told(file)
    extra = told.get("extra", {})
    hidden = told["hidden"]
    values = hidden if isinstance(hidden, dict) else dict.fromkeys(hidden, ANY)
    return Job(
        file.stem,
        ROOT / told["pack"],
        FOLDER / told["added"] if "added" in told else None,
        told["scenario"],
        {name: _choices(each) for name, each in values.items()},
        frozenset(told.get("kept", ())),
        {kind: _texts(each) for kind, each in extra.items()},
        tuple(_play(name, each) for name, each in told["plays"].items()),
    )


@cache
def _told(file: Path) -> dict[str, Any]:
    told: dict[str, Any] = YAML(typ="safe", pure=True).load(file)
    like = told.get("like")
    return told if like is None else {**_told(FOLDER / f"{like}.yaml"), **told}


def _play(name: str, told: Mapping[str, Any]) -> Play:
    procedure, _, rest = told["run"].partition("(")
    given = [each.strip() for each in COMMA.split(rest.rstrip(") "))]
    varies = {
        each: (int(low), int(high))
        for each, text in told.get("varies", {}).items()
        for low, high in [text.split("..")]
    }
    one, other = (_given(told, told.get(each, {})) for each in ("one", "other"))
    just = told.get("differs") if isinstance(told.get("differs"), list) else []
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
        bool(just) or _yes(told, "differs", "no"),
        frozenset(just or ()),
    )


def _given(both: Mapping[str, Any], own: Mapping[str, Any]) -> Given:
    fields = {**both.get("set", {}), **own.get("set", {})}
    dice = {**both.get("dice", {}), **own.get("dice", {})}
    answers = {**both.get("answers", {}), **own.get("answers", {})}
    return Given(
        _texts(fields),
        {label: _listed(each) for label, each in dice.items()},
        _texts(own.get("with", {})),
        _texts(answers),
        _listed(own.get("absent")),
        _listed(own.get("ends", both.get("ends"))),
    )


def _choices(given: Any) -> dict[str, tuple[str, ...]]:
    if isinstance(given, dict):
        return {each: _listed(values) for each, values in given.items()}
    return {ANY: () if given == ANY else _listed(given)}


def _listed(given: Any) -> tuple[str, ...]:
    if given is None:
        return ()
    return tuple(map(str, given if isinstance(given, list) else [given]))


def _yes(told: Mapping[str, Any], key: str, default: str) -> bool:
    return {"yes": True, "no": False}[told.get(key, default)]  # YAML 1.2: texts


def _texts(given: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in given.items()}
