"""A generation that a specification describes: the file read, and what of PostgreSQL and models it means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caselens.ports import PortError
from caselens.settings import Endpoint
from caselens.specification.accepted import Specification
from caselens.specification.identity import identity
from caselens.specification.reading import read
from caselens.text import SourceText

if TYPE_CHECKING:
    from caselens.adapters.postgres import PostgresSearch, PostgresSource


class Specified(NamedTuple):
    """An accepted specification, and the reference to the database that its generation is in."""

    specification: Specification
    database: str

    @property
    def identity(self) -> str:
        return identity(self.specification)

    @property
    def table(self) -> str:
        """The source table, as a reader calls it."""
        source = self.specification.source
        return ".".join(name for name in (source.schema, source.table) if name)

    def source(self) -> PostgresSource:
        """The rows. Nothing is asked yet. Raises `PortError` without the driver."""
        from caselens.adapters.postgres import PostgresSource

        return PostgresSource(self.specification, self.identity, self.database)

    def search(self) -> PostgresSearch:
        """The search over the vectors. Raises `PortError`."""
        from caselens.adapters.postgres import PostgresSearch

        return PostgresSearch(self.specification, self.identity, self.database)

    def place(self) -> str:
        """Host, port and database. Raises `PortError`."""
        from caselens.adapters.postgres.address import address

        return address(self.database).place

    def model(self) -> Endpoint:
        """What embeds the queries. They are sent as they are written. Raises `PortError`."""
        model = self.specification.model
        if not model.endpoint:
            raise PortError(
                "the specification names no endpoint that could embed queries; name a model in caselens.yaml"
            )
        return Endpoint(model.endpoint, model.identifier, model.credential, model.reported_dimension)


def specified(path: Path, database: str) -> Specified:
    """The generation of a specification file. Raises `PortError` naming the place of the first refusal, and
    repeating none of its secrets.
    """
    try:
        content = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8"
        raise PortError(f"{path} cannot be read: {reason}") from None
    reading = read(content)
    if reading.specification is None:
        refusals = [fault for fault in reading.faults if fault.refuses] or list(reading.faults)
        line, column = SourceText(content).line_column(refusals[0].span.start)
        more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
        raise PortError(f"{path}:{line + 1}:{column + 1}: {refusals[0].message}{more}")
    return Specified(reading.specification, database)
