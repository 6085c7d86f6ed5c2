"""Whatever is given to `import-table`, it answers with a table or a sentence, and the
table that it writes is YAML that says the same texts."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.app.importing.importing import FORMATS, TableFormat, read_tables
from interpreter.app.importing.printed import cleaned
from interpreter.diagnostics import UmpireError
from interpreter.pipeline.loading import load
from tests.cli.calling import call
from tests.tables_in.expectations import FILES, VERB

TEXTS = [file.read_bytes().decode("utf-8", "replace") for file in FILES]
SIGNS = st.sampled_from(
    [
        *"0123456789|-,;:\t\n\r \"'#&*!{}[]^\\%+.",
        "1-2",
        "d6",
        "| - |",
        "00",
        "\u2013",
        "\ufb01",
        "\x00",
        "\x85",
        "\u2028",
        "dice: ",
        '{"results": [',
        "from,to,",
    ]
)
ANY = st.one_of(st.text(max_size=200), st.lists(SIGNS, max_size=120).map("".join))
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)
)
KEYS = st.sampled_from(
    "results rows range weight roll min max text text2 name formula dice oracle_rolls "
    "description documentUuid column_labels oracles title number_of_rolls".split()
)
DATA = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)
    ),
    max_leaves=25,
)


def tried(text: str, form: TableFormat | None = None) -> None:
    """Read a text; a table that comes of it can be read as a pack."""
    try:
        read = read_tables(text, title="mine", form=form)
    except UmpireError:
        return
    with TemporaryDirectory() as folder:
        path = Path(folder, "ruleset.yaml")
        path.write_text(f"name: mine\n{read.yaml}", encoding="utf-8")
        problems = load(Path(folder)).problems
    faults = {"R501", "R502", "R503", "R504", "R518"}
    strange = [problem for problem in problems if problem.code not in faults]
    assert not strange, (read.yaml, strange)
    if read.is_whole:
        assert {problem.code for problem in problems} <= {"R504"}, read.yaml


@given(ANY, st.sampled_from([None, *FORMATS]))
@settings(max_examples=150, deadline=None)
def test_any_text(text: str, form: TableFormat | None) -> None:
    """In any format."""
    tried(text, form)


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_table(text: str, data: st.DataObject) -> None:
    """A part is cut out, and something else is there instead."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    tried(text[:start] + data.draw(ANY) + text[end:])


@given(DATA, st.sampled_from(["foundry", "datasworn"]))
@settings(max_examples=150, deadline=None)
def test_any_json(data: object, form: TableFormat) -> None:
    """Fields of every kind where others are expected."""
    tried(json.dumps(data), form)
    tried(json.dumps({"name": "a", "results": [data], "rows": [data]}), form)


RESULT = (
    st.text(min_size=1, max_size=30)
    .map(cleaned)
    .filter(lambda text: text and text.strip("-|") == text)
)


@given(st.lists(RESULT, min_size=2, max_size=6))
@settings(max_examples=150, deadline=None)
def test_texts_are_kept(texts: list[str]) -> None:
    """Whatever means something in YAML, Markdown or a spreadsheet is quoted."""
    quoted = (text.replace('"', '""') for text in texts)
    rows = "".join(f'{n},"{text}"\n' for n, text in enumerate(quoted, 1))
    dice = f"integer 1..{len(texts)}"
    read = read_tables(f"roll,x\n{rows}", title="mine", form="csv", dice=dice)
    with TemporaryDirectory() as folder:
        text = f"name: mine\n{read.yaml}"
        Path(folder, "ruleset.yaml").write_text(text, encoding="utf-8")
        shown = call("show", folder, "mine", "--json").json["shown"][0]["rows"]
    if "gives: text" in read.yaml:
        assert [row[1].strip('"') for row in shown[1:]] == [t.strip('"') for t in texts]


def test_too_much_is_refused(tmp_path: Path) -> None:
    """Bytes, rows, columns, letters of a cell, and depth."""
    file = tmp_path / "a"
    rows = "".join(f"{n},x\n" for n in range(1, 7000))
    bombs = {
        "bytes": "x" * (5 * 1024 * 1024),
        "rows": f"roll,x\n{rows}",
        "columns": "roll," + ",".join("x" * 300) + "\n1," + ",".join("y" * 300) + "\n",
        "letters": "roll,x\n1," + "y" * 60_000 + "\n2,z\n",
        "one long cell": 'roll,x\n1,"' + "y" * 200_000 + '"\n2,z\n',
        "bars": "| a " * 5000 + "|\n|---|---|\n" + "| 1 " * 5000 + "|\n",
        "depth": "[" * 100_000,
        "deep": '{"a":' * 500 + '{"results": []}' + "}" * 500,
        "a table of much JSON": json.dumps({"results": [{"range": [1, 1]}] * 6000}),
    }
    for name, text in bombs.items():
        file.write_text(text, encoding="utf-8")
        called = call(VERB, str(file))
        assert called.code in (3, 4), name
        assert not called.out, name


def test_a_band_of_a_great_number_of_rows_costs_nothing(tmp_path: Path) -> None:
    """Numbers are compared, never counted through."""
    file = tmp_path / "a.csv"
    file.write_text("roll,x\n1-999999999,a b\n1000000000,b c\n", encoding="utf-8")
    assert call(VERB, str(file)).code == 0
    file.write_text("d66,x\n11,a b\n999999999,b c\n", encoding="utf-8")
    assert call(VERB, str(file)).code == 1
