"""A specification as it counts: complete and valid. What a file leaves out is the zero of its kind.

The fields, their sections and their order are those of the format (`version: 1`).
"""

from typing import NamedTuple


class Source(NamedTuple):
    """The relation whose rows are embedded. `filter` is an SQL condition that its owner wrote."""

    schema: str = ""
    table: str = ""
    filter: str = ""
    key_fields: tuple[str, ...] = ()
    input_fields: tuple[str, ...] = ()
    version_strategy: str = ""
    version_field: str = ""
    mutable: bool = False


class Preprocessing(NamedTuple):
    """How a row becomes the text that is embedded. Sizes are bytes; 0 is no bound."""

    separator: str = ""
    prefix: str = ""
    null_policy: str = ""
    empty_policy: str = ""
    unicode_normalization: str = ""
    collapse_whitespace: bool = False
    max_input_bytes: int = 0
    truncate: str = ""
    overlap_bytes: int = 0


class Model(NamedTuple):
    """What embeds. `credential` is a reference, `env:NAME` or `file:/path`, never a value."""

    provider: str = ""
    endpoint_class: str = ""
    endpoint: str = ""
    identifier: str = ""
    revision: str = ""
    requested_dimension: int = 0
    reported_dimension: int = 0
    normalization: str = ""
    pooling: str = ""
    credential: str = ""


class Target(NamedTuple):
    """Where the vectors are. Without `layout` they stand on the source row."""

    schema: str = ""
    table: str = ""
    column: str = ""
    representation: str = ""
    metric: str = ""
    index_method: str = ""
    layout: str = ""


class Specification(NamedTuple):
    """What acts on a search and on the identity of a generation; the rest of a file is only checked."""

    name: str = ""
    description: str = ""
    source: Source = Source()
    preprocessing: Preprocessing = Preprocessing()
    model: Model = Model()
    target: Target = Target()
