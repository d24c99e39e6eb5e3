"""An embedding endpoint of OpenAI's shape over HTTP: OpenAI, Ollama, vLLM, TEI, llama.cpp, LM Studio.

Texts go to `<endpoint>/embeddings`. The endpoint is taken as it is written, with or without a slash at its
end; a `/v1` is the author's to write. Nothing but the texts and the model's identifier is sent.
"""

import asyncio
import json
import random
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from caselens.adapters.credentials import Secret, read_credential
from caselens.adapters.embedders.answers import (
    Refused,
    excerpt,
    is_about_size,
    read_answer,
    seconds_to_wait,
    shortened,
)
from caselens.adapters.web import checked, is_loopback
from caselens.ports import PartlyEmbedded, PortError, Progress, silent
from caselens.settings import Endpoint

if TYPE_CHECKING:
    import httpx

DEADLINE = 60.0
"""Seconds that one call of `embed` may take."""

BATCH = 32
AT_ONCE = 4
TRIES = 3

_LARGEST_BODY = 1 << 26
_TICK = 0.1
_FIRST_PAUSE = 0.5

_T = TypeVar("_T")


class Served:
    """The model behind an endpoint, for rows or, with the other prefix, for queries."""

    is_model = True

    def __init__(self, endpoint: Endpoint, *, queries: bool = False, deadline: float = DEADLINE) -> None:
        checked(endpoint.endpoint)
        self.endpoint = endpoint
        self.dimensions = endpoint.dimension
        self.identity = _identity(endpoint, queries)
        self._prefix = endpoint.query_prefix if queries else endpoint.prefix
        self._deadline = deadline

    def for_queries(self, dimensions: int) -> "Served":
        """The same model for queries, whose vectors must be as long as those of the rows."""
        queries = Served(self.endpoint, queries=True, deadline=self._deadline)
        queries.dimensions = dimensions
        return queries

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        """Vectors of `texts`, unit length. Raises `PortError`, `PartlyEmbedded` where only some have none."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        secret = read_credential(self.endpoint.credential) if self.endpoint.credential else None
        call = _Call(self, secret, [self._prefix + text for text in texts], progress)
        vectors = _finished(call.run(self._deadline))
        self.dimensions = vectors.shape[1]
        if call.reasons:
            raise PartlyEmbedded(vectors, call.reasons)
        return vectors


class _Call:
    """One call of `embed`: what it has so far."""

    def __init__(
        self, model: Served, secret: Secret | None, texts: Sequence[str], progress: Progress
    ) -> None:
        self.url = model.endpoint.endpoint.rstrip("/") + "/embeddings"
        self.identifier = model.endpoint.identifier
        self.dimension = model.dimensions
        self.secret, self.texts, self.progress = secret, texts, progress
        self.vectors: NDArray[np.float32] | None = None
        self.reasons: dict[int, str] = {}
        self.done = 0
        self.turn = asyncio.Semaphore(AT_ONCE)

    async def run(self, seconds: float) -> NDArray[np.float32]:
        self.ends = time.monotonic() + seconds
        sent = [index for index, text in enumerate(self.texts) if text.strip()]
        for index in set(range(len(self.texts))) - set(sent):
            self.reasons[index] = "the text is empty"
        async with self.client() as client:
            batches = [sent[start : start + BATCH] for start in range(0, len(sent), BATCH)]
            tasks = [asyncio.ensure_future(self.embed(client, batch)) for batch in batches]
            try:
                await self.watch(tasks, seconds)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        if self.vectors is None:
            # No text has a vector, so its length is not known either.
            return np.zeros((len(self.texts), self.dimension), np.float32)
        return self.vectors

    async def watch(self, tasks: Sequence["asyncio.Task[None]"], seconds: float) -> None:
        """Wait for `tasks`, reporting all the while: that is where somebody may ask to stop."""
        pending = set(tasks)
        while pending:
            done, pending = await asyncio.wait(pending, timeout=_TICK, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            self.progress("embedding", self.done, len(self.texts))
            if pending and time.monotonic() >= self.ends:
                self.fail(f"no answer within {seconds:g} s")

    def client(self) -> "httpx.AsyncClient":
        import httpx

        headers = {"Authorization": f"Bearer {self.secret.reveal()}"} if self.secret else {}
        try:
            # A proxy of the environment must not be asked for what is on this machine.
            return httpx.AsyncClient(
                headers=headers, timeout=None, follow_redirects=False, trust_env=not is_loopback(self.url)
            )
        except (ValueError, OSError):
            self.fail("the proxy or the certificates that the environment names cannot be used")

    async def embed(self, client: "httpx.AsyncClient", batch: list[int]) -> None:
        """Embed the texts at the indices `batch`, in halves where they are too many or too long."""
        status, body = await self.ask(client, batch)
        if status != 200:
            if not is_about_size(status, body):
                self.fail(f"status {status}: {excerpt(body)}")
            if len(batch) == 1:
                self.reasons[batch[0]] = self.shown(f"it is refused with status {status}: {excerpt(body)}")
                self.done += 1
                return
            middle = len(batch) // 2
            await self.embed(client, batch[:middle])
            await self.embed(client, batch[middle:])
            return
        try:
            answer = read_answer(body, len(batch), self.dimension)
        except Refused as refusal:
            self.fail(f"the answer cannot be used: {refusal}")
        self.dimension = answer.vectors.shape[1]
        if self.vectors is None:
            self.vectors = np.zeros((len(self.texts), self.dimension), np.float32)
        self.vectors[batch] = answer.vectors
        self.reasons |= {batch[index]: reason for index, reason in answer.reasons.items()}
        self.done += len(batch)

    async def ask(self, client: "httpx.AsyncClient", batch: list[int]) -> tuple[int, bytes]:
        """Status and body of an answer that is no reason to try again."""
        import httpx

        request = {"model": self.identifier, "input": [self.texts[index] for index in batch]}
        for attempt in range(1, TRIES + 1):
            pause = _FIRST_PAUSE * 2 ** (attempt - 1) * random.uniform(1, 1.5)
            try:
                async with self.turn, client.stream("POST", self.url, json=request) as response:
                    body = await self.body(response)
                    status = response.status_code
                if status not in {408, 409, 429} and status < 500:
                    return status, body
                said = f"status {status}: {excerpt(body)}"
                asked = seconds_to_wait(response.headers.get("Retry-After", ""), time.time())
                pause = pause if asked is None else asked
            except httpx.TransportError as error:
                said = f"the connection failed: {error or type(error).__name__}"
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
                self.fail(f"the request failed: {error or type(error).__name__}")
            if attempt == TRIES:
                self.fail(f"{said} (after {TRIES} tries)")
            if time.monotonic() + pause >= self.ends:
                self.fail(f"{said} (another try would be in {pause:.0f} s, after the deadline)")
            await asyncio.sleep(pause)
        raise AssertionError("the last try returns or fails")

    async def body(self, response: "httpx.Response") -> bytes:
        pieces = bytearray()
        async for piece in response.aiter_bytes():
            pieces += piece
            if len(pieces) > _LARGEST_BODY:
                self.fail(f"an answer larger than {_LARGEST_BODY >> 20} MiB")
        return bytes(pieces)

    def shown(self, text: str) -> str:
        return shortened(self.secret.clean(text) if self.secret else text)

    def fail(self, said: str) -> NoReturn:
        raise PortError(f"{self.url}: {self.shown(said)}") from None


def _finished(work: Coroutine[Any, Any, _T]) -> _T:
    """What comes of `work`, on an event loop of its own; nothing of it goes on afterwards."""
    # Not asyncio.run, which would wait for a look-up of a name that nobody wants any more.
    loop = asyncio.new_event_loop()
    task = loop.create_task(work)
    try:
        return loop.run_until_complete(task)
    finally:
        task.cancel()
        loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _identity(endpoint: Endpoint, queries: bool) -> str:
    parts = [endpoint.identifier, f"dimension {endpoint.dimension or 'as served'}"]
    if endpoint.prefix:
        parts.append(f"prefix {json.dumps(endpoint.prefix, ensure_ascii=False)}")
    if queries and endpoint.query_prefix:
        parts.append(f"query prefix {json.dumps(endpoint.query_prefix, ensure_ascii=False)}")
    return " · ".join(parts)
