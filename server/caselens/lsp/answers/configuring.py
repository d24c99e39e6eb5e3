"""A first configuration for a folder: what there is to choose from, and the file itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.uris import to_fs_path

from caselens.adapters import configuration, first_configuration
from caselens.lsp.answers.edits import applied, client
from caselens.lsp.workspace import uri_of
from caselens.ports import PortError

if TYPE_CHECKING:
    from caselens.lsp.session import Session


async def columns(session: Session, uri: str, table: str) -> dict[str, object]:
    """What a file of rows has to choose from. Raises `PortError`."""
    from caselens.adapters.rows.columns import columns as columns_of

    path = _path(session, uri)
    return (await session.aside(lambda: columns_of(path, table)))._asdict()


async def configure(session: Session, uri: str, chosen: Any) -> str:
    """Have the client make the caselens.yaml of a folder; where it is. Raises `PortError`."""
    folder = _path(session, uri)
    place = folder / configuration.NAME
    if place.exists():
        raise PortError(f"there is a {configuration.NAME} in {folder} already")
    text = _text(session, folder, chosen)
    workspace = session.server.client_capabilities.workspace
    kinds = (workspace.workspace_edit and workspace.workspace_edit.resource_operations) if workspace else None
    if not client(session, "document_changes") or types.ResourceOperationKind.Create not in (kinds or ()):
        raise PortError("this editor does not make files for the server")
    made = uri_of(place)
    start = types.Position(0, 0)
    edit = types.WorkspaceEdit(
        document_changes=[
            types.CreateFile(made, options=types.CreateFileOptions(overwrite=False, ignore_if_exists=False)),
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(made, None),
                [types.TextEdit(types.Range(start, start), text)],
            ),
        ]
    )
    if not await applied(session, edit, f"Create {configuration.NAME}"):
        raise PortError(f"{place} was not made")
    return made


def _text(session: Session, folder: Path, chosen: Any) -> str:
    match chosen:
        case {"spec": str(spec), "database": str(database)}:
            return first_configuration.over_specification(folder, _path(session, spec), database)
        case {"rows": str(rows), "keyFields": [*keys], "inputFields": [*inputs], "model": str(model)} if all(
            isinstance(name, str) for name in (*keys, *inputs, chosen.get("table", ""))
        ):
            table = chosen.get("table", "")
            return first_configuration.over_rows(folder, _path(session, rows), keys, inputs, model, table)
    raise PortError("accepted are spec and database, or rows, keyFields, inputFields and model")


def _path(session: Session, uri: str) -> Path:
    if not session.server.trusted:
        raise PortError("no files are looked at in a workspace that is not trusted")
    path = to_fs_path(uri) if uri.startswith("file:") else None
    if path is None:
        raise PortError(f"{uri} is no file")
    return Path(path)
