"""`caselens.yaml` as values. Reading and validating it is `adapters.configuration`'s."""

from pathlib import Path
from typing import NamedTuple


class Endpoint(NamedTuple):
    """A model behind an embedding endpoint.

    `credential` refers to a secret and is none. `dimension` is 0 where any will do. `prefix` stands before
    the text of each row, `query_prefix` before each query.
    """

    endpoint: str
    identifier: str
    credential: str = ""
    dimension: int = 0
    query_prefix: str = ""
    prefix: str = ""


class Qdrant(NamedTuple):
    """A collection in Qdrant that has the vectors of a generation's rows.

    `key` is the field of a point's payload that has its row's key, `vector` the name of the vector where the
    collection has several. Only points whose `generation_field` is `generation` count, where that is given.
    `credential` refers to an API key and is none. `hnsw_ef` is what the application searches with, 0 for
    what the collection says.
    """

    url: str
    collection: str
    key: str = "key"
    vector: str = ""
    generation: str = ""
    generation_field: str = "generation"
    credential: str = ""
    hnsw_ef: int = 0


class Generation(NamedTuple):
    """One set of embeddings of one set of rows, and the corpora that are about it.

    `corpora` are globs, `rows` and `spec` are paths, all relative to the configuration's folder. With `spec`,
    which has its own, there are neither `rows` nor fields, and `model` is empty for that of the
    specification; with `qdrant`, the vectors are in a collection. `database` refers to a connection string
    and is none.
    """

    name: str
    corpora: tuple[str, ...]
    rows: str = ""
    key_fields: tuple[str, ...] = ("id",)
    input_fields: tuple[str, ...] = ()
    table: str = ""
    model: str | Endpoint = "minilm"
    spec: str = ""
    database: str = ""
    qdrant: Qdrant | None = None


class Explainer(NamedTuple):
    """A chat model behind an endpoint. `credential` refers to a secret and is none."""

    endpoint: str
    identifier: str
    credential: str = ""


class Gates(NamedTuple):
    """What a run must reach: floors under its means, of which 0 is off; how far each may fall under those of
    a baseline, None for as far as it likes; and the longest 95th percentile of a search, in milliseconds,
    where 0 is off.
    """

    min_recall: float = 0.0
    min_mrr: float = 0.0
    min_ndcg: float = 0.0
    min_exact_agreement: float = 0.0
    max_recall_drop: float | None = None
    max_mrr_drop: float | None = None
    max_ndcg_drop: float | None = None
    max_exact_agreement_drop: float | None = None
    max_p95_ms: float = 0.0
    require_every_case: bool = True


class Settings(NamedTuple):
    """`ignore` are the codes of rules that are switched off."""

    folder: Path
    generations: tuple[Generation, ...] = ()
    gates: Gates = Gates()
    ignore: frozenset[str] = frozenset()
    explainer: Explainer | None = None

    def resolve(self, relative: str) -> Path:
        return self.folder / relative
