"""Tables of other programs in JSON: roll tables of Foundry and oracles of Datasworn.

Only what is there is read: unknown keys count for nothing, and a field of another kind
than expected is treated as absent. The numbers of a Foundry result are its `range`, as
in that program; its weight is only compared.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from interpreter.app.importing.bands import LARGEST, Band
from interpreter.app.importing.printed import (
    ROWS,
    TABLES,
    PrintedRolls,
    PrintedRow,
    PrintedTable,
    Remark,
    of_html,
    of_markdown,
)
from interpreter.diagnostics import LimitExceeded, Unusable

DEPTH = 40
_TEXTS = ("text", "text2", "text3")
_TOLD_ONCE = 12
"""Texts of rows that a message repeats at most."""


def json_of(text: str) -> Any:
    """Return what a text of JSON says, or a list of what each of its lines says; None
    if it is none."""
    try:
        return json.loads(text)
    except RecursionError:
        raise LimitExceeded("depth of a file", DEPTH) from None
    except ValueError:
        pass
    lines = [line for line in text.split("\n") if line.strip()]
    if not 1 < len(lines) <= TABLES:
        return None
    try:
        return [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None


def foundry_tables(data: Any) -> list[PrintedTable]:
    """Return the roll tables of Foundry in an export: one table, a list of them, or
    whatever holds them. Results that overlap are Unusable."""
    return [_roll_table(found) for found in _with(data, "results", _is_results)]


def datasworn_tables(data: Any) -> list[PrintedTable]:
    """Return the oracles of a file of Datasworn."""
    return [_oracle(found) for found in _with(data, "rows", _is_rows)]


def _is_results(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, Mapping) for item in value)


def _is_rows(value: Any) -> bool:
    return _is_results(value) and any(
        "roll" in row or "min" in row or "text" in row for row in value
    )


def _with(
    data: Any, key: str, fits: Any, depth: int = 0
) -> Iterator[Mapping[str, Any]]:
    """Yield each object with a list under a key, in the order of the file."""
    if depth > DEPTH:
        raise LimitExceeded("depth of a file", DEPTH)
    count = 0
    if isinstance(data, Mapping) and fits(data.get(key)):
        if len(data[key]) > ROWS:
            raise LimitExceeded("rows of a table", ROWS)
        yield data
        return
    parts = data.values() if isinstance(data, Mapping) else data
    if isinstance(data, (Mapping, list)):
        for part in parts:
            for found in _with(part, key, fits, depth + 1):
                count += 1
                if count > TABLES:
                    raise LimitExceeded("tables of a file", TABLES)
                yield found


def _text(value: Any) -> str:
    return of_markdown(value) if isinstance(value, str) else ""


def _html(value: Any) -> str:
    return of_html(value) if isinstance(value, str) else ""


def _number(value: Any) -> int | None:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return value if is_whole and abs(value) <= LARGEST else None


def _roll_table(data: Mapping[str, Any]) -> PrintedTable:
    """Return a roll table of Foundry."""
    title, remarks = _html(data.get("name")), list[Remark]()
    rows: list[tuple[Band, PrintedRow]] = []
    reached = 0
    for number, result in enumerate(data["results"], 1):
        text, guesses = _result_text(result)
        weight = _number(result.get("weight"))
        ends = result.get("range")
        pair = [_number(end) for end in ends] if isinstance(ends, list) else []
        low, high = pair if len(pair) == 2 else (None, None)
        if low is None or high is None or low > high:
            low, high = reached + 1, reached + max(weight or 1, 1)
            if high > LARGEST:
                remarks.append(Remark("unread", 0, f"result {number} has no range"))
                continue
            guesses.append("it has no range; its weight is read as one")
        elif weight is not None and weight != high - low + 1:
            guesses.append(f"its weight {weight} differs from its range, which counts")
        reached = high
        band = Band(low, high)
        row = PrintedRow(band.text, (text,), 0, tuple(guesses))
        rows.append((band, row))
    _refuse_overlaps(title, [band for band, _ in rows])
    dice = _html(data.get("formula"))
    ordered = sorted(rows, key=lambda pair: pair[0].low or 0)
    return PrintedTable(
        title, tuple(row for _, row in ordered), 0, dice, "", ("",), tuple(remarks)
    )


def _result_text(result: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the text of a result, and what was guessed."""
    name, description = _html(result.get("name")), _html(result.get("description"))
    text = description or name or _html(result.get("text"))
    link = result.get("documentUuid") or result.get("documentId")
    link = link or result.get("resultId") or result.get("collection")
    if isinstance(link, str) and link:
        named = name or text
        if named:
            return named, ["it is a link there; only its name is kept"]
    return text, []


def _refuse_overlaps(title: str, bands: list[Band]) -> None:
    """Raise Unusable if two results share a number: there both would come."""
    ordered = sorted(bands, key=lambda band: (band.low or 0, band.high or 0))
    for first, second in pairwise(ordered):
        if (second.low or 0) <= (first.high or 0):
            message = f"results {first.text} and {second.text} of '{title}' overlap"
            hint = "give each number one result; Foundry would draw both of them"
            raise Unusable(message, hint=hint)


def _oracle(data: Mapping[str, Any]) -> PrintedTable:
    """Return an oracle of Datasworn."""
    title = _text(data.get("name") or data.get("title"))
    if not title and isinstance(data.get("title"), Mapping):
        title = _text(data["title"].get("canonical") or data["title"].get("short"))
    labels = data.get("column_labels")
    labels = labels if isinstance(labels, Mapping) else {}
    rows = data["rows"]
    columns = [key for key in _TEXTS if any(row.get(key) for row in rows)] or ["text"]
    heads = tuple(_text(labels.get(key)) for key in columns)
    remarks: list[Remark] = []
    read: list[PrintedRow] = []
    for row in rows:
        cells = tuple(_text(row.get(key)) for key in columns)
        ends = row.get("roll") if "roll" in row else row
        low = high = None
        if isinstance(ends, Mapping):
            low, high = _number(ends.get("min")), _number(ends.get("max"))
        if low is None or high is None or low > high:
            shown = next(filter(None, cells), "without a text")
            text = f"'{shown}' has no numbers: it is read as a heading and left out"
            remarks.append(Remark("guessed", 0, text))
            continue
        rolls, guesses = _oracle_rolls(row)
        plain = rolls if len(columns) == 1 else None
        read.append(PrintedRow(Band(low, high).text, cells, 0, tuple(guesses), plain))
    dice = _text(data.get("dice")) or "1d100"
    return PrintedTable(title, tuple(read), 0, dice, "", heads, tuple(remarks))


def _oracle_rolls(row: Mapping[str, Any]) -> tuple[PrintedRolls | None, list[str]]:
    """Return what a row rolls on its own table, and what is left out of it."""
    rolls = row.get("oracle_rolls")
    if not isinstance(rolls, list) or not rolls or not isinstance(rolls[0], Mapping):
        return None, []
    first = rolls[0]
    times = _number(first.get("number_of_rolls", 1)) or 1
    if len(rolls) == 1 and first.get("oracle") is None and first.get("dice") is None:
        distinct = first.get("duplicates") == "reroll"
        return PrintedRolls("", max(times, 1), distinct), []
    named = [
        str(roll.get("oracle")).rpartition(":")[2].rpartition("/")[2]
        for roll in rolls[:_TOLD_ONCE]
        if isinstance(roll, Mapping)
    ]
    return None, [f"its rolls are left out: {', '.join(named)}"]
