"""What an evaluation needs from the world, and the values that cross over.

Adapters implement the three protocols; rules, evaluation and features only see these shapes.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:  # numpy is imported when something is embedded or searched, never to read a file
    import numpy as np
    from numpy.typing import NDArray


class PortError(Exception):
    """The world said no: an unreadable file, a missing package, a refused connection.

    Its message is for the user and names the place; it never holds a secret.
    """


class PartlyEmbedded(PortError):  # noqa: N818 - what has vectors is kept
    """Some of the texts have no vector: `reasons` says why, by their index; `vectors` has zeros there."""

    def __init__(self, vectors: "NDArray[np.float32]", reasons: Mapping[int, str]) -> None:
        super().__init__("; ".join(dict.fromkeys(reasons.values())))
        self.vectors = vectors
        self.reasons = reasons


class Cancelled(Exception):  # noqa: N818 - it is no error
    """Somebody asked for the work to stop."""


Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much. It may raise `Cancelled`."""


def silent(_what: str, _done: int, _total: int) -> None:
    """The progress of those who do not look."""


class Hit(NamedTuple):
    """A returned row and its score; higher is nearer."""

    key: str
    score: float


class Place(NamedTuple):
    """Where a key really stands among all rows: its rank, counted from 1, and its score."""

    rank: int
    score: float


class Ranking(NamedTuple):
    """The answer to one query.

    `hits` are the best rows, best first, as many as were asked for. `places` has every expected
    key that has a row, however deep it ranks; a key without a row is absent from it. `exact` are the
    keys that an exhaustive search returned, where the search itself uses an index; `repeated` the keys
    among the hits that have several rows there, of which the best stands for its key. `milliseconds`
    is what this query took where that is known. `incomplete` says why a query has no answer.
    """

    hits: tuple[Hit, ...]
    places: Mapping[str, Place]
    exact: tuple[str, ...] | None = None
    repeated: tuple[str, ...] = ()
    milliseconds: float | None = None
    incomplete: str = ""


class Ask(NamedTuple):
    """What is wanted of one query: how many hits, and which keys to place."""

    depth: int
    expected: tuple[str, ...]


class Row(NamedTuple):
    """A row of the source: its key, the text that is embedded, and the line of its file, 0 for none."""

    key: str
    text: str
    line: int = 0

    @property
    def title(self) -> str:
        """The first line of its text."""
        return self.text.strip().partition("\n")[0]


class KeyLookup(NamedTuple):
    """Which of the asked keys have a row.

    `nearest` holds, for a key without one, the keys that look most like it, best first. `unread` is why the
    rows could not be read; then nothing is known about any key. `rows` is how many there are, 0 where that is
    not known. `outside` are the keys whose row the generation leaves out, `unembedded` those whose row has no
    vector in it; both have a row. `components` is how many a key has, 0 where that is not known.
    """

    origin: str
    found: frozenset[str] = frozenset()
    nearest: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    unread: str = ""
    rows: int = 0
    outside: frozenset[str] = frozenset()
    unembedded: frozenset[str] = frozenset()
    components: int = 0


class Embedder(Protocol):
    """Texts to vectors of unit length."""

    @property
    def identity(self) -> str:
        """What the vectors depend on besides the text; a change makes every stored vector void."""

    @property
    def is_model(self) -> bool:
        """False for the hashing stand-in, which every report must then say."""

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> "NDArray[np.float32]":
        """Vectors in the order of `texts`, shape (len(texts), dimensions), float32, unit length."""


class Searcher(Protocol):
    """Vectors to rankings."""

    @property
    def rows(self) -> int:
        """How many rows are searched."""

    @property
    def parameters(self) -> Mapping[str, str]:
        """The settings that act on a search besides rows and vectors, as they are in force, by name."""

    def search(
        self, vectors: "NDArray[np.float32]", asks: Sequence[Ask], progress: Progress = silent
    ) -> tuple[Ranking, ...]:
        """One ranking for each row of `vectors`, in order."""

    def close(self) -> None:
        """Let go of what it holds open."""


class SourceTable(Protocol):
    """The rows of a generation, by key."""

    def lookup(self, keys: frozenset[str]) -> KeyLookup:
        """What is known of `keys`."""

    def by_key(self, keys: Sequence[str]) -> tuple[Row, ...]:
        """The rows with some keys, each once; a key without a row has none."""

    def search(
        self, typed: str, most: int, without: Collection[str] = (), first: Sequence[str] = ()
    ) -> tuple[Row, ...]:
        """At most `most` rows whose key or text has every typed word, those of `first` before the others."""
