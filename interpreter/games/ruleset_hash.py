"""A pack by the hash of what it means, so that a game is played by one set of rules."""

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.cache.content_hashes import Chain, prints_of
from interpreter.pipeline.opening import Pack

if TYPE_CHECKING:
    from interpreter.yaml import Node

NOT_PLAYED = frozenset({"cases"})
"""Sections that no game meets."""


def pinned(pack: Pack) -> dict[str, Any]:
    """Return what a journal says of a pack, as JSON: what it means, and for a quick
    look its files."""
    ruleset = pack.loaded().ruleset
    chain = ruleset.chain if ruleset is not None else ()
    return {
        "pack": pack.name,
        "chain": [[str(folder.resolve()), extends] for folder, extends in chain],
        "files": _files(chain),
        "meaning": meaning_of(pack),
    }


def fits(header: Any, pack: Pack) -> bool:
    """Tell whether a pack means what a journal says; its files are looked at first,
    for reading them takes longer than a game."""
    try:
        chain = tuple((Path(folder), extends) for folder, extends in header["chain"])
        is_there = bool(chain) and chain[0][0] == pack.folder.resolve()
        if is_there and header["files"] == _files(chain) != "":
            return True
        return bool(header["meaning"] == meaning_of(pack))
    except (LookupError, TypeError, ValueError):
        return False


def _files(chain: Chain) -> str:
    """Return a hash of the bytes of all files; "" where they cannot be read."""
    prints = prints_of(chain)
    if prints is None:
        return ""
    told = [each.files for each in prints]
    return sha256(json.dumps(told).encode("ascii")).hexdigest()


def meaning_of(pack: Pack) -> str:
    """Return a hash of all that is declared, as it stands with the options; comments,
    spaces and the files that it is spread over do not count."""
    ruleset = pack.loaded().ruleset
    if ruleset is None:
        return ""
    head = [[key.text, _said(node)] for key, node in ruleset.head.entries]
    sections = [
        [name, [[key, _said(each.node)] for key, each in section.items()]]
        for name, section in sorted(ruleset.sections.items())
        if name not in NOT_PLAYED
    ]
    told = [[each for each in head if each[0] not in ruleset.sections], sections]
    return sha256(json.dumps(told).encode("ascii")).hexdigest()


def _said(node: "Node | None") -> object:
    # a game that is gone on with has no need of it, and it takes long to import
    from interpreter.yaml import MappingNode, ScalarNode

    if node is None or isinstance(node, ScalarNode):
        return None if node is None else node.text
    if isinstance(node, MappingNode):
        return {"map": [[key.text, _said(each)] for key, each in node.entries]}
    return [_said(each) for each in node.items]
