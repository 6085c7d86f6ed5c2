"""What the language server answers beside problems: words, places, names, outlines.

Each answer is that of a function of `app.editing`, put into the records of the
protocol. A question about a text that is in no pack, or whose pack could never be read,
has an empty answer.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType

from lsprotocol import types as lsp
from msgspec import Struct
from pygls.exceptions import JsonRpcException

from interpreter.app.editing.completions import Completion, EditedFile, completions
from interpreter.app.editing.hovers import hover
from interpreter.app.editing.meanings import MeaningIndex
from interpreter.app.editing.mentions_in_yaml import Mention, Symbol
from interpreter.app.editing.moved_text import MovedText
from interpreter.app.editing.outlines import OutlineEntry, outline_now
from interpreter.app.editing.renames import NameChange, renamed_in, target
from interpreter.app.editing.schema_places import description_at, kind_of_file, way_to
from interpreter.app.editing.text_positions import TextPosition, TextPositions
from interpreter.app.editing.workshop import EditedPack, path_of, span_now
from interpreter.cli.language_server import EditorSession, path_of_uri, uri_of
from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.source import Source
from interpreter.yaml.composing import read
from interpreter.yaml.nodes import Node

REFUSED = -32803
"""The protocol's number for a request that cannot be done (RequestFailed)."""
MOST_DETAIL = 60
"""Letters of a type beside a word."""

_COMPLETION = lsp.CompletionItemKind
ITEM_KINDS = MappingProxyType(
    {
        **{"keys": _COMPLETION.Keyword, "locals": _COMPLETION.Variable},
        **{"fields": _COMPLETION.Field, "columns": _COMPLETION.Field},
        **{"values": _COMPLETION.EnumMember, "formulas": _COMPLETION.Function},
        **{"functions": _COMPLETION.Operator, "procedures": _COMPLETION.Method},
        **{"tables": _COMPLETION.Struct, "modifiers": _COMPLETION.Module},
        **{"options": _COMPLETION.Constant, "rulebook": _COMPLETION.Reference},
        **{"types": _COMPLETION.Enum, "entities": _COMPLETION.Class},
        "events": _COMPLETION.Event,
    }
)
_SYMBOL = lsp.SymbolKind
SYMBOL_KINDS = MappingProxyType(
    {
        **{"formulas": _SYMBOL.Function, "procedures": _SYMBOL.Method},
        **{"tables": _SYMBOL.Struct, "modifiers": _SYMBOL.Module},
        **{"types": _SYMBOL.Enum, "entities": _SYMBOL.Class},
        **{"options": _SYMBOL.Constant, "events": _SYMBOL.Event},
        **{"fields": _SYMBOL.Field, "values": _SYMBOL.EnumMember},
        **{"columns": _SYMBOL.Field, "rulebook": _SYMBOL.String},
    }
)


class Spot(Struct, frozen=True):
    """A place in an open text of a pack: the file's name as the pack has it, the text,
    the offset in it."""

    pack: EditedPack
    path: Path
    text: str
    offset: int

    @property
    def file(self) -> str:
        """The name under which the pack was read."""
        return str(self.path)

    @property
    def in_pack(self) -> str:
        """The path in the pack."""
        return self.path.relative_to(self.pack.folder).as_posix()

    def root(self) -> Node | None:
        """What the text says; None if it cannot be read."""
        try:
            return read(Source(self.file, self.text), [])
        except LimitExceeded:
            return None

    def good_text(self, meanings: MeaningIndex | None) -> str | None:
        """The text as it stood where these meanings were read, or None."""
        source = self.good_source(meanings)
        return None if source is None else source.text

    def good_source(self, meanings: MeaningIndex | None) -> Source | None:
        """The file as it stood where these meanings were read, or None."""
        layers = () if meanings is None else meanings.loaded.layers
        sources = (p.source for layer in layers for p in layer.parts)
        named = (s for s in sources if s is not None and s.name == self.file)
        return next(named, None)

    def mention(self) -> Mention | None:
        """The name at the place, as far as it is known."""
        meanings = self.pack.meanings  # once: a thread may put later ones there
        good = self.good_text(meanings)
        if meanings is None or good is None:
            return None
        before = MovedText.between(good, self.text).to_before(self.offset)
        return None if before is None else meanings.at(self.file, before)


def spot(session: EditorSession, uri: str, where: lsp.Position) -> Spot | None:
    """Return a place that an editor names; None outside of open texts of packs."""
    path = path_of_uri(uri)
    text = None if path is None else session.workshop.text(path)
    pack = None if path is None else session.workshop.pack_of(path)
    if path is None or text is None or pack is None:
        return None
    places = TextPositions(text, session.units)
    offset = places.offset(TextPosition(where.line, where.character))
    return Spot(pack, path, text, offset)


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)


def _range(places: TextPositions, start: int, end: int) -> lsp.Range:
    first, last = places.range_of(start, end)
    return lsp.Range(
        lsp.Position(first.line, first.character),
        lsp.Position(last.line, last.character),
    )


def hover_at(session: EditorSession, at: Spot) -> lsp.Hover | None:
    """Return what is known of the name at a place, or of the key."""
    mention = at.mention()
    if mention is not None and at.pack.meanings is not None:
        text = hover(at.pack.meanings, mention)
        return lsp.Hover(_markdown(text)) if text else None
    root = at.root()
    way, scalar, is_key = way_to(root, at.offset)
    if scalar is None or not is_key:
        return None
    text = description_at(kind_of_file(at.in_pack, root), root, way)
    places = TextPositions(at.text, session.units)
    where = _range(places, scalar.span.start, scalar.span.end)
    return lsp.Hover(_markdown(text), where) if text else None


def completions_at(session: EditorSession, at: Spot) -> lsp.CompletionList:
    """Return the words that may be written at a place; more may fit what is typed
    next."""
    meanings = at.pack.meanings
    found: list[Completion] = []
    if meanings is not None:
        edited = EditedFile(at.file, at.in_pack, at.text, at.good_text(meanings))
        found = completions(meanings, edited, at.offset, at.pack.texts())
    places = TextPositions(at.text, session.units)
    items = [
        _item(each, number, places, at.offset) for number, each in enumerate(found)
    ]
    return lsp.CompletionList(is_incomplete=True, items=items)


def _item(
    completion: Completion, number: int, places: TextPositions, offset: int
) -> lsp.CompletionItem:
    where = _range(places, completion.start, offset)
    return lsp.CompletionItem(
        completion.label,
        kind=ITEM_KINDS.get(completion.section, _COMPLETION.Value),
        detail=completion.detail[:MOST_DETAIL] or None,
        documentation=_markdown(completion.about) if completion.about else None,
        sort_text=f"{number:04}",
        text_edit=lsp.TextEdit(where, completion.text),
    )


def definitions_at(session: EditorSession, at: Spot) -> list[lsp.Location]:
    """Return where the name at a place is declared: in the base first, then where an
    overlay changes it."""
    mention, meanings = at.mention(), at.pack.meanings
    if mention is None or meanings is None:
        return []
    return _locations(session, meanings.definitions(mention.symbol), at.pack)


def _everywhere(session: EditorSession, at: Spot, symbol: Symbol) -> Iterator[Mention]:
    """Yield the mentions in the pack of a place, then those of packs that extend it."""
    for pack in session.workshop.packs_with(at.path):
        if pack.meanings is not None:
            yield from pack.meanings.of(symbol)


def references_at(
    session: EditorSession, at: Spot, *, with_definitions: bool
) -> list[lsp.Location]:
    """Return where the name at a place is written."""
    mention, meanings = at.mention(), at.pack.meanings
    if mention is None or meanings is None:
        return []
    every = _everywhere(session, at, mention.symbol)
    wanted = [each for each in every if with_definitions or not each.is_definition]
    return _locations(session, wanted, at.pack)


def _locations(
    session: EditorSession, mentions: Iterable[Mention], pack: EditedPack
) -> list[lsp.Location]:
    """Return the places of mentions as they are after later edits."""
    texts = pack.texts()
    spans = (span_now(mention.span, texts) for mention in mentions)
    known = [span for span in spans if span is not None]
    apart = {(path_of(span), span.start, span.end): span for span in known}
    return [session.location(span) for span in apart.values()]


def outline_of(session: EditorSession, at: Spot) -> list[lsp.DocumentSymbol]:
    """Return the outline of a file; of one that cannot be read, as it was last."""
    places = TextPositions(at.text, session.units)
    entries = outline_now(at.in_pack, at.text, at.good_source(at.pack.meanings))
    return [_symbol(entry, places) for entry in entries]


def _symbol(entry: OutlineEntry, places: TextPositions) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        entry.name or "?",
        SYMBOL_KINDS.get(entry.section, _SYMBOL.Object),
        _range(places, entry.whole.start, entry.whole.end),
        _range(places, entry.key.start, entry.key.end),
        detail=entry.detail or None,
        children=[_symbol(part, places) for part in entry.parts] or None,
    )


def _meanings_to_rename(at: Spot) -> MeaningIndex:
    """Return the meanings of the present texts; refuses while there is an error."""
    meanings = at.pack.meanings
    good = at.good_text(meanings)
    if meanings is None or good is None:
        raise _refusal("the pack has an error, so its names are not known")
    if good != at.text:
        raise _refusal("wait until the pack was checked, or correct its errors first")
    return meanings


def _refusal(text: str) -> JsonRpcException:
    return JsonRpcException(text, REFUSED)


def _reason(error: UmpireError) -> JsonRpcException:
    return _refusal(f"{error.message}; {error.hint}" if error.hint else error.message)


def name_at(session: EditorSession, at: Spot) -> lsp.PrepareRenamePlaceholder:
    """Return the name that would be changed; refuses where none can be."""
    meanings = _meanings_to_rename(at)
    try:
        _, span = target(meanings, at.file, at.offset)
    except UmpireError as error:
        raise _reason(error) from None
    return lsp.PrepareRenamePlaceholder(session.range(span), span.text)


def renaming(session: EditorSession, at: Spot, new: str) -> list[NameChange]:
    """Return the edits of a renaming; refuses one that is not safe."""
    meanings = _meanings_to_rename(at)
    try:
        symbol, _ = target(meanings, at.file, at.offset)
        others = session.workshop.packs_with(at.path)
        every = [pack.meanings for pack in others if pack.meanings is not None]
        texts = at.pack.texts()
        return renamed_in([meanings, *every], symbol, new, texts)
    except UmpireError as error:
        raise _reason(error) from None


def workspace_edit(
    session: EditorSession, edits: Iterable[NameChange]
) -> lsp.WorkspaceEdit:
    """Return edits by the addresses of their files."""
    files: dict[str, list[lsp.TextEdit]] = {}
    for edit in edits:
        path = Path.cwd() / edit.span.source.name
        change = lsp.TextEdit(session.range(edit.span), edit.text)
        files.setdefault(uri_of(path), []).append(change)
    return lsp.WorkspaceEdit(changes=dict(files))


def hints_in(session: EditorSession, at: Spot, where: lsp.Range) -> list[lsp.InlayHint]:
    """Return what rows are worth, at the ends of their lines, in a part of a file."""
    places = TextPositions(at.text, session.units)
    texts, found = at.pack.texts(), []
    for hint in at.pack.odds.hints(at.file):
        span = span_now(hint.span, texts)
        if span is None:
            continue  # this row is being edited
        line = places.position(span.start).line
        if where.start.line <= line <= where.end.line:
            end = places.position(places.end_of_line(line))
            position = lsp.Position(end.line, end.character)
            found.append(
                lsp.InlayHint(
                    position, hint.label, tooltip=hint.tooltip, padding_left=True
                )
            )
    return found


def register(session: EditorSession) -> None:
    """Let the server answer the requests of this module."""
    _register_words(session)
    _register_names(session)


def _register_words(session: EditorSession) -> None:
    """Words, and what is shown beside them."""
    feature = session.feature

    @feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        at = spot(session, params.text_document.uri, params.position)
        return None if at is None else hover_at(session, at)

    @feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", " ", "(", "{", "-"]),
    )
    async def completed(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        at = spot(session, params.text_document.uri, params.position)
        if at is None:
            return None
        return await session.quickly(lambda: completions_at(session, at))

    @feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        at = spot(session, params.text_document.uri, lsp.Position(0, 0))
        return [] if at is None else outline_of(session, at)

    @feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        at = spot(session, params.text_document.uri, params.range.start)
        return [] if at is None else hints_in(session, at, params.range)


def _register_names(session: EditorSession) -> None:
    """Names: where they are declared, where they are written, other ones."""
    feature = session.feature

    @feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> list[lsp.Location]:
        at = spot(session, params.text_document.uri, params.position)
        return [] if at is None else definitions_at(session, at)

    @feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(params: lsp.ReferenceParams) -> list[lsp.Location]:
        at = spot(session, params.text_document.uri, params.position)
        whole = params.context.include_declaration
        return [] if at is None else references_at(session, at, with_definitions=whole)

    @feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(
        params: lsp.PrepareRenameParams,
    ) -> lsp.PrepareRenamePlaceholder | None:
        at = spot(session, params.text_document.uri, params.position)
        return None if at is None else name_at(session, at)

    @feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        at = spot(session, params.text_document.uri, params.position)
        if at is None:
            return None
        task = lambda: renaming(session, at, params.new_name)  # noqa: E731
        edits = await session.slowly(task)
        return None if edits is None else workspace_edit(session, edits)


__all__ = ["register"]
