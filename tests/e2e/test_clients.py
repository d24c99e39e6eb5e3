"""Every feature as three clients meet it: VS Code and Neovim, by what they announce, and one that is poor.

What VS Code 1.139 announces is what pytest-lsp recorded of an older one, with what came since, which stands
in `clients.json`. Whatever the server sends that it should not, such as a tooltip that was not announced, is
an error in the checks of pytest-lsp, and fails the test.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import converters, types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from .conftest import CONFIGURATION, CORPUS, TEAS, write_rows

CLIENTS: dict[str, Any] = json.loads((Path(__file__).parent / "clients.json").read_text("utf-8"))
SERVER = [sys.executable, "-m", "caselens", "serve", "--stdio"]
AGREED = {
    types.CLIENT_REGISTER_CAPABILITY: ("workspace", "did_change_watched_files", "dynamic_registration"),
    types.WORKSPACE_CODE_LENS_REFRESH: ("workspace", "code_lens", "refresh_support"),
    types.WORKSPACE_INLAY_HINT_REFRESH: ("workspace", "inlay_hint", "refresh_support"),
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH: ("workspace", "semantic_tokens", "refresh_support"),
}
"""What a server may ask of a client, and where the client says that it may."""
TEXT = CORPUS.replace("[green]", "[green, gone]").replace("steep\n", "🫖\n")

END = types.Position(TEXT.count("\n"), 0)

pytestmark = pytest.mark.asyncio


def announced(name: str) -> types.ClientCapabilities:
    """What a client says that it can do."""
    own = dict(CLIENTS[name])
    base = own.pop("base", "")
    converter = converters.get_converter()
    plain = converter.unstructure(client_capabilities(base)) if base else {}
    return converter.structure(_joined(plain, own), types.ClientCapabilities)


def _joined(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    joined = dict(base)
    for key, value in more.items():
        both = isinstance(value, dict) and isinstance(joined.get(key), dict)
        joined[key] = _joined(joined[key], value) if both else value
    return joined


@pytest_asyncio.fixture(params=CLIENTS)
async def client(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[LanguageClient]:
    (tmp_path / "caselens.yaml").write_text(CONFIGURATION)
    write_rows(tmp_path, TEAS)
    (tmp_path / "a.corpus.yaml").write_text(TEXT)
    (tmp_path / "b.corpus.yaml").write_text(CORPUS)
    language_client = await ClientServerConfig(SERVER).start()
    assert isinstance(language_client, LanguageClient)
    asked: list[str] = []
    for method in AGREED:
        language_client.feature(method)(lambda *_, method=method: asked.append(method))
    folder = types.WorkspaceFolder(tmp_path.as_uri(), tmp_path.name)
    params = types.InitializeParams(announced(request.param), root_uri=folder.uri, workspace_folders=[folder])
    await language_client.initialize_session(params)
    yield language_client
    await language_client.shutdown_session()
    assert {method for method in asked if not can(language_client, *AGREED[method])} == set()
    await language_client.stop()  # type: ignore[no-untyped-call]


def can(client: LanguageClient, *path: str) -> Any:
    """What the client announced under a path of names; None where it did not."""
    found: Any = client.capabilities
    for name in path:
        found = getattr(found, name, None)
    return found


@pytest.fixture
def uri(tmp_path: Path) -> str:
    return (tmp_path / "a.corpus.yaml").as_uri()


async def opened(client: LanguageClient, uri: str) -> types.TextDocumentIdentifier:
    item = types.TextDocumentItem(uri, "yaml", 1, TEXT)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    while not any(one.code == "unknown-key" for one in client.diagnostics.get(uri, [])):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return types.TextDocumentIdentifier(uri)


def at(piece: str) -> types.Position:
    """The place after a piece of the text, in UTF-16."""
    before = TEXT[: TEXT.index(piece) + len(piece)]
    line = before.rpartition("\n")[2]
    return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)


async def test_what_is_shown(client: LanguageClient, uri: str) -> None:
    file = await opened(client, uri)
    hover = await client.text_document_hover_async(types.HoverParams(file, at("[gre")))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    formats = can(client, "text_document", "hover", "content_format")
    assert hover.contents.kind in (formats or [types.MarkupKind.Markdown])
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(file))
    assert [lens.command.title for lens in lenses or [] if lens.command][1:] == ["run all", "run"]
    run = types.ExecuteCommandParams("caselens.runAll", [uri])
    told = await client.workspace_execute_command_async(run)
    assert told is not None and told["means"]["recall"] == 0.5
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(file, whole))
    assert [hint.label for hint in hints or []] == ["rank 1", "not in this generation"]


async def test_what_is_written(client: LanguageClient, uri: str) -> None:
    file = await opened(client, uri)
    found = await client.text_document_completion_async(types.CompletionParams(file, END))
    assert isinstance(found, types.CompletionList)
    item = next(item for item in found.items if item.label == "default_k")
    snippets = can(client, "text_document", "completion", "completion_item", "snippet_support")
    assert (item.insert_text_format == types.InsertTextFormat.Snippet) is bool(snippets)
    assert isinstance(item.text_edit, types.TextEdit) and ("$1" in item.text_edit.new_text) is bool(snippets)
    keys = await client.text_document_completion_async(types.CompletionParams(file, at("[gre")))
    assert isinstance(keys, types.CompletionList)
    resolved = await client.completion_item_resolve_async(keys.items[0])
    assert isinstance(resolved.documentation, types.MarkupContent)
    place = types.Range(at("gon"), at("gon"))
    context = types.CodeActionContext([], only=[types.CodeActionKind.QuickFix])
    asked = types.CodeActionParams(file, place, context)
    actions = await client.text_document_code_action_async(asked)
    edit = next(one.edit for one in actions or [] if isinstance(one, types.CodeAction))
    renamed = await client.text_document_rename_async(types.RenameParams(file, at("[gre"), "matcha"))
    for change in (edit, renamed):
        assert change is not None
        versions = can(client, "workspace", "workspace_edit", "document_changes")
        assert (change.document_changes is not None) is bool(versions)
        assert (change.changes is None) is bool(versions)


async def test_where_things_are(client: LanguageClient, uri: str) -> None:
    file = await opened(client, uri)
    outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(file))
    nested = can(client, "text_document", "document_symbol", "hierarchical_document_symbol_support")
    kind = types.DocumentSymbol if nested else types.SymbolInformation
    assert [(type(one), one.name) for one in outline or []] == [(kind, "🫖")]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("steep"))
    assert {one.name for one in found or []} == {"steep", "🫖 · steep green tea"}
    definition = await client.text_document_definition_async(types.DefinitionParams(file, at("[gre")))
    assert isinstance(definition, types.Location) and definition.uri.endswith("rows.jsonl")
    context = types.ReferenceContext(include_declaration=True)
    references = await client.text_document_references_async(types.ReferenceParams(context, file, at("[gre")))
    assert [one.uri.rpartition(".")[2] for one in references or []] == ["jsonl", "yaml", "yaml"]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(file))
    assert tokens is not None and len(tokens.data) == 10
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(file))
    assert await client.text_document_selection_range_async(types.SelectionRangeParams(file, [at("[gre")]))
    links = await client.text_document_document_link_async(types.DocumentLinkParams(file))
    (link,) = links or []
    assert (await client.document_link_resolve_async(link)).target
