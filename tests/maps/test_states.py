"""What has become of a thing, on pictures and in text: as far as its viewer knows."""

from pathlib import Path

import pytest

from interpreter.app.maps import drawn_for
from interpreter.engine.once import initial
from interpreter.maps.plan import SIGNS, HexPlan
from interpreter.maps.plane.plan import TablePlan
from interpreter.maps.renderers import map_text, picture
from interpreter.pipeline.opening import open_pack
from interpreter.reports.map_json import map_output
from interpreter.reports.outputs.encoding import encoded
from tests.maps.looking import SVG, read, titles

PACK = """
name: states
seats: side
seen_by: everyone
boards:
  {board}
entities:
  side: {{fields: {{}}}}
  man:
    owner: side
    fields:
      side: {{type: side, seen_by: everyone}}
      at: {{type: {place}, seen_by: everyone}}
      asleep: {{type: yes or no, seen_by: everyone, start: no}}
      tired: {{type: integer, seen_by: owner, start: 0}}
      inside: {{type: yes or no, seen_by: owner, start: no}}
    drawn:
      unless: inside
      states:
        sleeping: asleep
        worn out: tired > 2
        lively: tired is 0
scenarios:
  field:
    seats: {{red: red, blue: blue}}
    boards: {{b: {{{edge}}}}}
    entities:
      red: {{kind: side}}
      blue: {{kind: side}}
      ann: {{kind: man, side: red, at: {one}, asleep: yes, tired: 5}}
      bob: {{kind: man, side: red, at: {two}, tired: 3}}
      cid: {{kind: man, side: blue, at: {three}, tired: 1}}
      dan: {{kind: man, side: blue, at: {three}, tired: 1, inside: yes}}
"""
HEXES = {
    "board": "b: {cells: hexes, labels: {columns: 2 digits}}",
    "place": "hex of b",
    "edge": "columns: 01..03, rows: 01..03",
    **{"one": "0101", "two": "0201", "three": "0303"},
}
PLANE = {
    "board": "b: {cells: plane}",
    "place": "place",
    "edge": "size: 12 x 8",
    **{"one": "[2, 2]", "two": "[6, 2]", "three": "[9, 6]"},
}
KNOWN = {
    "judge": {"ann": "sleeping", "bob": "worn out", "cid": ""},
    "red": {"ann": "sleeping", "bob": "worn out", "cid": "", "dan": ""},
    "blue": {"ann": "sleeping", "bob": "", "cid": ""},
}


def plan_of(folder: Path, seat: str, parts: dict[str, str]) -> HexPlan | TablePlan:
    """Return the map of the board as a seat sees it."""
    text = PACK.format(**parts)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    pack = open_pack(folder, {}).under("field")
    (plan,) = drawn_for(seat, pack, "field", initial(pack.program, "field"))
    return plan


@pytest.mark.parametrize("parts", [HEXES, PLANE], ids=["hexes", "plane"])
@pytest.mark.parametrize("seat", KNOWN)
def test_who_knows_sees_it(tmp_path: Path, seat: str, parts: dict[str, str]) -> None:
    """Behind the mark, in words, in the key, and as data; who does not know what it
    hangs on sees nothing of it, and what he does not know to be away."""
    plan = plan_of(tmp_path, seat, parts)
    data = encoded(map_output(seat, [plan]))
    held = data["maps"] or data["tables"]
    assert isinstance(held, list)
    things = {each["name"]: each["state"] for each in held[0]["things"]}
    assert things == KNOWN[seat]
    text = " ".join(map_text([plan]).split())
    drawn = picture([plan])
    told = titles(read(drawn))
    for name, state in KNOWN[seat].items():
        place = ["sleeping", "worn out"].index(state) if state else None
        sign = "" if place is None else SIGNS[place]
        said = f"{name} (man){f', {state}' if state else ''}"
        assert said in told
        of = "red" if name in ("ann", "bob") else "blue"
        assert f"{name}{sign}: {said.replace('(man', f'(man of {of}')}" in text
    assert ("worn out" in text) is ("worn out" in drawn) is (seat != "blue")
    assert "lively" not in text + drawn


def test_each_state_is_told_without_colour(tmp_path: Path) -> None:
    """Strokes across the rim of a base lie differently for each, on every ground."""
    drawn = read(picture([plan_of(tmp_path, "red", PLANE)]))
    strokes = {}
    for group in drawn.iter(f"{SVG}g"):
        said = group.findtext(f"{SVG}title") or ""
        paths = [e for e in group.findall(f"{SVG}path") if e.get("stroke") == "#000000"]
        strokes[said] = sum((e.get("d") or "").count("M") for e in paths)
    found = (strokes["ann (man), sleeping"], strokes["bob (man), worn out"])
    assert (*found, strokes["cid (man)"]) == (4, 2, 0)
