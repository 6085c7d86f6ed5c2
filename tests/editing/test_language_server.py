"""Each feature once over the real protocol, and what no server should end of."""

import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from interpreter.app.editing.text_positions import TextPositions, Units
from interpreter.cli import language_server
from interpreter.source import Source, Span
from tests.editing.editor import ROOT, editing, place, run
from tests.editing.packs import HEAD, OVERLAY, write_crossing


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    return write_crossing(tmp_path)


def document(uri: str) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri)


def test_problems_are_shown_while_typing_with_version_place_and_fix(
    crossing: Path,
) -> None:
    async def work() -> None:
        async with editing() as editor:
            uri = editor.open(crossing / "ruleset.yaml")
            assert await editor.problems(uri, 1) == []
            text = HEAD.replace("b.cargo > 4", "b.carg > 4")
            version = editor.type(uri, text)
            problem = (await editor.problems(uri, version))[0]
            assert (problem.code, problem.source) == ("R308", "umpire")
            assert problem.range.start == place(text, "b.^carg > 4")
            assert problem.severity == lsp.DiagnosticSeverity.Error
            context = lsp.CodeActionContext([problem])
            asked = lsp.CodeActionParams(document(uri), problem.range, context)
            action = (await editor.text_document_code_action_async(asked))[0]
            (edit,) = action.edit.changes[uri]
            assert edit.new_text == "cargo"
            assert edit.range == problem.range
            version = editor.type(uri, HEAD)
            assert await editor.problems(uri, version) == []
            assert editor.logged == []

    run(work)


def test_an_error_names_the_other_places_that_it_concerns(crossing: Path) -> None:
    async def work() -> None:
        async with editing() as editor:
            text = HEAD.replace("5+: swift", "4+: swift")
            uri = editor.open(crossing / "ruleset.yaml", text)
            problem = (await editor.codes(uri, "R502"))[0]
            related = problem.related_information[0]
            assert related.location.uri == uri
            assert related.location.range.start.line == problem.range.start.line

    run(work)


def test_the_lines_of_a_text_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else thousands of problems in a long file would keep its editor waiting."""
    made: list[str] = []

    def counted(text: str, units: Units) -> TextPositions:
        made.append(text)
        return TextPositions(text, units)

    monkeypatch.setattr(language_server, "TextPositions", counted)
    monkeypatch.setattr(language_server.EditorSession, "units", "utf-16")
    session = language_server.server()
    source = Source("a.yaml", "one\ntwo\n")
    places = [session.range(Span(source, at, at + 1)) for at in (0, 4, 5)]
    assert [place.start.line for place in places] == [0, 1, 1]
    assert made == [source.text]
    session.end()


def test_all_safe_fixes_of_a_file_are_one_action(crossing: Path) -> None:
    async def work() -> None:
        async with editing() as editor:
            text = HEAD.replace("not option.ice", "!option.ice")
            uri = editor.open(crossing / "ruleset.yaml", text)
            await editor.problems(uri, 1)
            only = [lsp.CodeActionKind.SourceFixAll]
            whole = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
            context = lsp.CodeActionContext([], only)
            asked = lsp.CodeActionParams(document(uri), whole, context)
            action = (await editor.text_document_code_action_async(asked))[0]
            (edit,) = action.edit.changes[uri]
            assert edit.new_text == HEAD

    run(work)


def test_words_are_offered_and_explained(crossing: Path) -> None:
    async def work() -> None:
        async with editing() as editor:
            uri = editor.open(crossing / "ruleset.yaml")
            await editor.problems(uri, 1)
            at = place(HEAD, 'say: "🚣 {b} is slow", if: s^low')
            hover = await editor.text_document_hover_async(
                lsp.HoverParams(document(uri), at)
            )
            assert "Whether a boat is slow" in hover.contents.value
            key = lsp.HoverParams(document(uri), place(HEAD, "seen^_by: everyone"))
            hover = await editor.text_document_hover_async(key)
            assert hover.contents.value
            text = HEAD.replace('"🚣 {b} is slow"', '"🚣 {b.} is slow"')
            editor.type(uri, text)
            asked = lsp.CompletionParams(document(uri), place(text, "🚣 {b.^}"))
            found = await editor.text_document_completion_async(asked)
            cargo = next(each for each in found.items if each.label == "cargo")
            assert cargo.detail == "integer 0..9"
            start = place(text, "🚣 {b.^}")
            assert cargo.text_edit.range == lsp.Range(start, start)

    run(work)


def test_names_are_found_and_renamed_across_files(crossing: Path) -> None:
    async def work() -> None:
        async with editing() as editor:
            windy = editor.open(crossing.parent / "windy" / "ruleset.yaml")
            uri = editor.open(crossing / "ruleset.yaml")
            await editor.problems(windy, 1)
            await editor.problems(uri, 1)
            at = place(OVERLAY, "modifiers.r^owing")
            found = await editor.text_document_definition_async(
                lsp.DefinitionParams(document(windy), at)
            )
            assert [each.uri for each in found] == [uri]
            assert found[0].range.start == place(HEAD, "^rowing(b:boat)")
            at = place(HEAD, "total(r^owing(b))")
            context = lsp.ReferenceContext(include_declaration=True)
            found = await editor.text_document_references_async(
                lsp.ReferenceParams(context, document(uri), at)
            )
            assert sorted(each.uri for each in found) == sorted([uri, uri, windy])
            prepared = await editor.text_document_prepare_rename_async(
                lsp.PrepareRenameParams(document(uri), at)
            )
            assert prepared.placeholder == "rowing"
            edit = await editor.text_document_rename_async(
                lsp.RenameParams(document(uri), at, "oars")
            )
            assert {file: len(each) for file, each in edit.changes.items()} == {
                uri: 2,
                windy: 1,
            }
            with pytest.raises(JsonRpcException, match="there is a table"):
                await editor.text_document_rename_async(
                    lsp.RenameParams(document(uri), at, "current")
                )

    run(work)


def test_the_outline_is_there_also_of_a_broken_file(crossing: Path) -> None:
    async def work() -> None:
        async with editing() as editor:
            uri = editor.open(crossing / "ruleset.yaml")
            await editor.problems(uri, 1)
            for text in (HEAD, HEAD + "\nbroken: ["):
                editor.type(uri, text)
                asked = lsp.DocumentSymbolParams(document(uri))
                found = await editor.text_document_document_symbol_async(asked)
                tables = next(each for each in found if each.name == "tables")
                assert [each.name for each in tables.children] == ["current"]
                slow = next(each for each in found if each.name == "formulas")
                assert slow.children[0].detail == "Whether a boat is slow"

    run(work)


def test_odds_stand_beside_rows_and_say_what_an_edit_moved(crossing: Path) -> None:
    example = "  a boat rows:\n    scenario: morning\n    odds: row(gull)\n"
    cases = crossing / "cases.yaml"
    expected = "    expect: {0: 7/18, 1: 1/9, 2: 1/9, 3: 1/9, 4: 1/9, 5: 1/9}\n"
    with cases.open("a", encoding="utf-8") as file:
        file.write(example + expected)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(999, 0))

    async def work() -> None:
        async with editing() as editor:
            uri = editor.open(crossing / "ruleset.yaml")

            async def labels() -> dict[int, str]:
                asked = lsp.InlayHintParams(document(uri), whole)
                found = await editor.text_document_inlay_hint_async(asked)
                return {each.position.line: each.label for each in found}

            await editor.until(lambda: editor.refreshed >= 2)
            table = place(HEAD, "^current: {of").line
            heavy = place(HEAD, "^heavy:").line
            before = await labels()
            assert before[table] == "66.7 33.3%"
            assert before[heavy] == "mean -0.67"
            assert any("odds" in title for title in editor.titles)
            moved = HEAD.replace("1-4: calm, 5+: swift", "1-3: calm, 4+: swift")
            seen = editor.refreshed
            editor.type(uri, moved)
            await editor.until(lambda: editor.refreshed >= seen + 2)
            after = await labels()
            assert after[table] == "50.0 50.0 (was 66.7 33.3)"
            assert after[heavy] == "mean -0.50 (was -0.67)"

    run(work)


HOSTILE = (
    "a: [",
    "\t- {",
    "name: x\n" + "x" * 100_000,
    "name: " + "[" * 5_000,
    "- " * 50_000,
    "name: crossing\nextends: ../nowhere\n",
    "name: crossing\nextends: ../crossing\n",
    "\0",
    "&a [*a]",
    "name: 🚣\r\nseats: \ufffe",
)


def test_no_text_ends_the_server(crossing: Path) -> None:
    """Every request has an answer, also at places outside of the text."""

    async def work() -> None:
        async with editing() as editor:
            uri = editor.open(crossing / "ruleset.yaml", HOSTILE[0])
            there, far = document(uri), lsp.Position(10**6, 10**6)
            for text in HOSTILE:
                version = editor.type(uri, text)
                assert await editor.problems(uri, version), text[:20]
                await editor.text_document_hover_async(lsp.HoverParams(there, far))
                await editor.text_document_completion_async(
                    lsp.CompletionParams(there, far)
                )
                await editor.text_document_definition_async(
                    lsp.DefinitionParams(there, far)
                )
                await editor.text_document_document_symbol_async(
                    lsp.DocumentSymbolParams(there)
                )
                await editor.text_document_inlay_hint_async(
                    lsp.InlayHintParams(there, lsp.Range(far, far))
                )
            editor.type(uri, HEAD)
            await editor.codes(uri)
            assert editor.logged == []

    run(work)


def test_files_that_change_outside_of_the_editor_are_read_again(crossing: Path) -> None:
    """The editor is asked to watch files, and problems follow what is on the disk."""

    async def work() -> None:
        async with editing() as editor:
            head = crossing / "ruleset.yaml"
            other = crossing / "more.yaml"
            uri = editor.open(head)
            assert await editor.problems(uri, 1) == []
            await editor.until(lambda: bool(editor.watched))
            assert editor.watched == [lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES]
            created, changed = lsp.FileChangeType.Created, lsp.FileChangeType.Changed
            for text, codes, kind in (
                ("formulas:\n  far() gives integer: {is: fra}\n", ["R301"], created),
                ("formulas:\n  far() gives integer: {is: 1}\n", [], changed),
            ):
                other.write_text(text, encoding="utf-8")
                event = lsp.FileEvent(other.as_uri(), kind)
                params = lsp.DidChangeWatchedFilesParams([event])
                editor.workspace_did_change_watched_files(params)
                await editor.until(
                    lambda codes=codes: (
                        [  # type: ignore[misc]
                            each.code
                            for each in (
                                editor.shown[other.as_uri()].diagnostics
                                if other.as_uri() in editor.shown
                                else ()
                            )
                            if each.severity == lsp.DiagnosticSeverity.Error
                        ]
                        == codes
                    )
                )
            assert editor.logged == []

    run(work)


def test_files_of_no_ruleset_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.yaml"
    file.write_text("a: [", encoding="utf-8")

    async def work() -> None:
        async with editing() as editor:
            uri = editor.open(file)
            there, at = document(uri), lsp.Position(0, 1)
            assert (
                await editor.text_document_hover_async(lsp.HoverParams(there, at))
                is None
            )
            other = document("untitled:Untitled-1")
            assert (
                await editor.text_document_definition_async(
                    lsp.DefinitionParams(other, at)
                )
                == []
            )
            assert editor.shown == {}

    run(work)


def test_no_other_verb_imports_the_library(crossing: Path) -> None:
    """The library takes longer to import than most verbs run."""
    program = (
        "import sys\n"
        "from interpreter.cli.main import main\n"
        f"main(['check', '--quick', {str(crossing)!r}])\n"
        "main(['lsp', '--help'])\n"
        "assert not {'pygls', 'lsprotocol', 'cattrs'} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
