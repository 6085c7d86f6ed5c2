"""How soon an editor shows what a keystroke did: each published pack over the real
protocol."""

import asyncio
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from tests.editing.editor import Editor, editing
from tests.trial import copy_of, packs

Result = dict[str, Any]

EDITS = 20
PAUSE = 0.5
"""Seconds between two edits, as of somebody who reads what he is shown."""
GOAL = 300
"""Milliseconds."""


def batches() -> int:
    """Return the number of packs."""
    return len(packs())


def run(batch: int, seed: int) -> Result:
    """Type a wrong word and take it back, in the largest file of a pack."""
    del seed  # the same words each time
    return asyncio.run(_measured(packs()[batch]))


async def _measured(pack: Path) -> Result:
    shown: list[float] = []
    hovered: list[float] = []
    completed: list[float] = []
    with copy_of(pack) as folder:
        files = folder.rglob("*.yaml")
        rules = [file for file in files if "if: " in file.read_text(encoding="utf-8")]
        file = max(rules, key=lambda path: path.stat().st_size)
        text = file.read_text(encoding="utf-8")
        at = text.index("if: ") + len("if: ")
        async with editing("--no-odds") as editor:
            uri = editor.open(file)
            await editor.problems(uri, 1)
            for number in range(EDITS):
                wrong = f"{text[:at]}nowhere_{number} and {text[at:]}"
                begun = time.perf_counter()
                version = editor.type(uri, wrong)
                await _error_shown(editor, uri, version)
                shown.append(time.perf_counter() - begun)
                document, place = lsp.TextDocumentIdentifier(uri), _position(wrong, at)
                begun = time.perf_counter()
                await editor.text_document_hover_async(lsp.HoverParams(document, place))
                hovered.append(time.perf_counter() - begun)
                begun = time.perf_counter()
                await editor.text_document_completion_async(
                    lsp.CompletionParams(document, place)
                )
                completed.append(time.perf_counter() - begun)
                editor.type(uri, text)
                await asyncio.sleep(PAUSE)
    return {
        "pack": pack.name,
        "shown": _milliseconds(shown),
        "hovered": _milliseconds(hovered),
        "completed": _milliseconds(completed),
        "faults": [],
    }


async def _error_shown(editor: Editor, uri: str, version: int) -> None:
    def is_shown() -> bool:
        params = editor.shown.get(uri)
        is_new = params is not None and params.version == version
        return is_new and any(d.severity == 1 for d in editor.shown[uri].diagnostics)

    await editor.until(is_shown)


def _position(text: str, at: int) -> lsp.Position:
    line = text[:at].rpartition("\n")[2]
    return lsp.Position(text[:at].count("\n"), len(line.encode("utf-16-le")) // 2)


def _milliseconds(times: Sequence[float]) -> list[int]:
    """Return the median and the greatest."""
    return [round(1000 * statistics.median(times)), round(1000 * max(times))]


def summary(results: Sequence[Result]) -> list[str]:
    """Return a row for each pack: medians, and the greatest in brackets."""
    lines = [
        f"{EDITS} edits of the largest file with conditions, in milliseconds: the"
        f" median (the greatest). An error is to be shown within {GOAL}.",
        "",
        "| pack | an error shown | hover | completion |",
        "|---|---|---|---|",
    ]
    for each in sorted(results, key=lambda result: str(result["pack"])):
        cells = [
            f"{each[key][0]} ({each[key][1]})"
            for key in ("shown", "hovered", "completed")
        ]
        lines.append(f"| {each['pack']} | {' | '.join(cells)} |")
    return lines
