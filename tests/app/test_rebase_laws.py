"""Rebases of generated overlays onto bases that changed in other places."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import rebase
from interpreter.ruleset.finding import known_pack
from interpreter.ruleset.reading import read_ruleset
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

Rows = Mapping[str, int]
ROWS = tuple(f"row {letter}" for letter in "abcdefgh")
NUMBERS = st.integers(1, 9)


def pack(rows: Rows, formulas: Mapping[str, int], extra: str = "") -> str:
    """Return the text of a base: one group of rows, and formulas."""
    lines = ["name: base", "seen_by: everyone", "modifiers:", "  shot:"]
    lines += [
        "    takes: {reach: integer}",
        "    groups:",
        "      air:",
        "        rows:",
    ]
    lines += [
        f"          {name}: {{if: reach > 1, add: {number}}}"
        for name, number in rows.items()
    ]
    lines += ["formulas:"]
    lines += [f"  {name}: {{is: {number}}}" for name, number in formulas.items()]
    return "\n".join([*lines, extra, ""])


@st.composite
def bases(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, int]]:
    """Rows and formulas of a base."""
    rows = draw(st.dictionaries(st.sampled_from(ROWS[:6]), NUMBERS, min_size=3))
    names = st.sampled_from(["one", "two", "three", "four"])
    return rows, draw(st.dictionaries(names, NUMBERS, min_size=2))


def entry(path: str, expect: str, value: str, form: int) -> str:
    """Return a change in one of three layouts."""
    guard = f"expect: {expect}" if expect else ""
    if form == 0 and guard:
        return f"  {path}:   # why\n    {guard}   # was\n    {value}\n"
    return f"  {path}: {{{', '.join(filter(None, (guard, value)))}}}  # a note\n"


def written(node: Node | None, name: str) -> dict[str, str]:
    """Return the text at the key `name` of each entry of a map, by its name."""
    found: dict[str, str] = {}
    for key, value in node.entries if isinstance(node, MappingNode) else ():
        inner = value.get(name) if isinstance(value, MappingNode) else None
        if isinstance(inner, ScalarNode):
            found[key.text] = inner.text
    return found


def meaning(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the rows and formulas of a pack after all its changes."""
    problems: list[object] = []
    ruleset = read_ruleset(folder, known_pack, {}, problems)  # type: ignore[arg-type]
    assert ruleset is not None
    assert problems == []
    shot = ruleset.sections["modifiers"]["shot"].node
    assert isinstance(shot, MappingNode)
    groups = shot.get("groups")
    assert isinstance(groups, MappingNode)
    air = groups.get("air")
    assert isinstance(air, MappingNode)
    formulas = ruleset.sections["formulas"]
    numbers = {
        each.name: each.node.get("is")
        for each in formulas.values()
        if isinstance(each.node, MappingNode)
    }
    texts = {
        n: node.text for n, node in numbers.items() if isinstance(node, ScalarNode)
    }
    return written(air.get("rows"), "add"), texts


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_what_the_base_changes_elsewhere(data: st.DataObject) -> None:
    """The rebased overlay means the overlay's changes over the new base; over the old
    one not a letter changes."""
    rows, formulas = data.draw(bases())
    touched = data.draw(st.sets(st.sampled_from(sorted(rows)), min_size=1, max_size=2))
    own = {name: rows[name] + 10 for name in touched}
    is_whole = data.draw(st.booleans())
    form = data.draw(st.integers(0, 2))
    changes = ""
    if is_whole:
        after = {**rows, **own}
        texts = [
            ", ".join(f"{n}: {{if: reach > 1, add: {v}}}" for n, v in each.items())
            for each in (rows, after)
        ]
        changes += entry(
            "modifiers.shot.groups.air.rows",
            f"{{{texts[0]}}}",
            f"to: {{{texts[1]}}}",
            form,
        )
    else:
        for name, number in own.items():
            path = f"modifiers.shot.groups.air.rows.{name}.add"
            expect = str(rows[name]) if data.draw(st.booleans()) else ""
            changes += entry(path, expect, f"to: {number}", form)
    formula = data.draw(st.sampled_from(sorted(formulas)))
    changes += entry(f"formulas.{formula}.is", str(formulas[formula]), "to: 99", form)
    # elsewhere: other rows and formulas get other values, go, or are new
    new_rows, new_formulas = dict(rows), dict(formulas)
    for name in sorted(rows.keys() - touched):
        number = data.draw(st.none() | NUMBERS)
        new_rows.pop(name) if number is None else new_rows.update({name: number})
    place = data.draw(st.integers(0, len(new_rows)))
    items = list(new_rows.items())
    if data.draw(st.booleans()):
        items.insert(place, (ROWS[6], 5))
    new_rows = dict(items)
    for name in sorted(formulas.keys() - {formula}):
        new_formulas[name] = data.draw(NUMBERS)
    with TemporaryDirectory() as place_of_packs:
        folder = Path(place_of_packs)
        for name, text in (
            ("old", pack(rows, formulas)),
            ("new", pack(new_rows, new_formulas, "# another edition")),
            ("overlay", f"name: own\nextends: ../old\nchange:\n{changes}"),
        ):
            (folder / name).mkdir()
            (folder / name / "ruleset.yaml").write_text(text, encoding="utf-8")
        assert rebase(folder / "overlay", old=str(folder / "old")).files == {}
        found = rebase(folder / "overlay", onto=folder / "new")
        assert found.conflicts == ()
        assert found.ok
        found.write()
        got_rows, got_formulas = meaning(folder / "overlay")
        wanted = {**new_rows, **own}
        assert got_rows == {name: str(number) for name, number in wanted.items()}
        assert list(got_rows) == list(new_rows)
        want = {name: str(number) for name, number in new_formulas.items()}
        assert got_formulas == {**want, formula: "99"}
        assert rebase(folder / "overlay").files == {}
