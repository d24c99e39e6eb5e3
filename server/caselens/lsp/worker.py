"""The process that evaluates: jobs as JSON lines on standard input, what came of them on output.

    in   {"id": 1, "kind": "run", "path": …, "text": …, "only": [ids] or null}
         {"id": 2, "kind": "rank", "path": …, "query": …, "depth": 20}    {"cancel": 1}
         {"id": 3, "kind": "compare", "path": …, "run": name or "", "base": name or ""}
         {"id": 4, "kind": "show", "path": …, "run": name}
    out  {"id": 1, "progress": [what, done, total]}    then one of
         {"id": 1, "answer": …}    {"id": 1, "error": …}    {"id": 1, "cancelled": true}

It keeps the model, the rows and the query vectors warm. It writes nothing but row vectors and runs, whole
or not at all, so it may be killed at any time. It ends when its input does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caselens.adapters.runs import RunFiles
from caselens.engines import Engine, evaluated, model_of, open_engine, open_model
from caselens.evaluation.comparison import compare
from caselens.evaluation.record import as_json
from caselens.evaluation.result import Run
from caselens.features.picture import Picture
from caselens.history import base_of, load, save
from caselens.lsp.reporting import compared, shown
from caselens.ports import Ask, Cancelled, Embedder, PartlyEmbedded, PortError, Progress, silent
from caselens.project import Project, find_project, stamp, state
from caselens.reports.changes import UNMOVED, movement
from caselens.settings import Endpoint, Generation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_PAUSE = 0.05
"""Seconds between two reports of progress."""

MOST_UNASKED = 200
"""Rows that are embedded without a run having been asked for: about a second of the bundled model's work."""

MOST_QUERIES = 20_000
"""Query vectors kept; 1.5 kB each."""


class Remembering:
    """An embedder that asks the other for a text once only."""

    def __init__(self, inner: Embedder) -> None:
        self.inner = inner
        self.identity, self.is_model, self.dimensions = inner.identity, inner.is_model, inner.dimensions
        self.known: dict[str, NDArray[np.float32]] = {}

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        import numpy as np

        new = list(dict.fromkeys(text for text in texts if text not in self.known))
        if len(self.known) + len(new) > MOST_QUERIES:
            self.known.clear()
            new = list(dict.fromkeys(texts))
        reasons: Mapping[str, str] = {}
        if new:
            try:
                vectors = self.inner.embed(new, progress)
            except PartlyEmbedded as some:
                vectors, reasons = some.vectors, {new[row]: reason for row, reason in some.reasons.items()}
            learnt = zip(new, vectors, strict=True)
            self.known.update((text, vector) for text, vector in learnt if text not in reasons)
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        nothing = np.zeros(self.dimensions, np.float32)
        found = np.stack([self.known.get(text, nothing) for text in texts])
        if reasons:
            raise PartlyEmbedded(found, {row: reasons[t] for row, t in enumerate(texts) if t in reasons})
        return found


class Worker:
    def __init__(self) -> None:
        self.jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.cancelled: set[int] = set()
        self.engine: tuple[object, Engine] | None = None
        self.models: dict[str | Endpoint, Embedder] = {}
        self.queries: dict[tuple[Embedder, int], Remembering] = {}
        self.asked: set[Generation] = set()
        self.unasked: object = None
        self.kinds = {"run": self.evaluate, "rank": self.rank, "compare": compared, "show": shown}

    def listen(self) -> None:
        """Take jobs and cancellations until the input ends; then end the process, busy or not."""
        for line in sys.stdin:
            message = json.loads(line)
            if "cancel" in message:
                self.cancelled.add(message["cancel"])
            else:
                self.jobs.put(message)
        os._exit(0)

    def work(self) -> None:
        while True:
            job = self.jobs.get()
            identifier = job["id"]
            try:
                tell(id=identifier, answer=self.kinds[job["kind"]](job))
            except Cancelled:
                tell(id=identifier, cancelled=True)
            except PortError as error:
                tell(id=identifier, error=str(error))
            except Exception:
                # A fault of ours; the model stays warm for the next job.
                traceback.print_exc()
                tell(id=identifier, error="the evaluation failed; the reason is in the server's log")
            self.cancelled.discard(identifier)

    def evaluate(self, job: dict[str, Any]) -> dict[str, Any]:
        progress = self.progress(job["id"])
        progress("starting", 0, 1)
        picture = Picture(job["text"])
        picture.settle()
        corpus = picture.corpus
        project = find_project(Path(job["path"]))
        if corpus is None:
            raise PortError("the corpus is refused, so it cannot be run")
        if project is None:
            raise PortError(
                "no caselens.yaml in a folder above claims this file, so there are no rows to search"
            )
        now, path = state(project), Path(job["path"])
        self.asked.add(project.generation)
        if project.generation.spec and self.engine is not None:
            self.engine[1].close()
            self.engine = None  # what a database holds may be another generation by now
        engine = self.engine_for(project, progress)
        only = frozenset(job["only"]) if job["only"] is not None else None
        run = evaluated(project, engine, corpus, path, only=only, progress=progress)
        progress("finishing", 1, 1)
        return {"run": as_json(run), "state": now, **keep(project, run)}

    def rank(self, job: dict[str, Any]) -> list[list[Any]] | None:
        """Keys and scores of the rows that a query returns; None where many rows are yet to be embedded."""
        project = find_project(Path(job["path"]))
        if project is None:
            return None
        generation = project.generation
        is_elsewhere = generation.spec or generation.qdrant or isinstance(generation.model, Endpoint)
        if is_elsewhere and generation not in self.asked:
            return None  # nothing is sent anywhere before a run has been asked for
        if not self.is_warm(project) and not (generation.spec or generation.qdrant):
            from caselens.adapters.vectors import unembedded, vectors_folder

            folder, name = project.settings.folder, project.generation.name
            now = project, stamp(project.rows_path), stamp(vectors_folder(folder))
            if now == self.unasked:
                return None  # a run must not wait while all rows are read for each query
            rows = project.rows()
            if unembedded(folder, open_model(project), rows.texts, name) > MOST_UNASKED:
                self.unasked = now
                return None
        engine = self.engine_for(project, self.progress(job["id"]))
        vectors = engine.embedder.embed([job["query"]])
        (ranking,) = engine.searcher.search(vectors, [Ask(job["depth"], ())])
        return [[hit.key, hit.score] for hit in ranking.hits]

    def is_warm(self, project: Project) -> bool:
        """Whether the engine is there, and neither settings nor rows changed."""
        return self.engine is not None and self.engine[0] == (project, stamp(project.rows_path))

    def engine_for(self, project: Project, progress: Progress) -> Engine:
        """The engine of a project, the last one again while neither settings nor rows changed."""
        if self.engine is None or not self.is_warm(project):
            now = project, stamp(project.rows_path)
            # A model is loaded once, and knows the queries it has embedded whatever else changes.
            name = model_of(project)
            if name not in self.models:
                self.models[name] = open_model(project)
            model = self.models[name]
            engine = open_engine(project, model, warn, progress)
            of_model = model, engine.embedder.dimensions
            remembering = self.queries.setdefault(of_model, Remembering(engine.embedder))
            if self.engine is not None:
                self.engine[1].close()
            self.engine = now, engine._replace(embedder=remembering)
        return self.engine[1]

    def progress(self, identifier: int) -> Progress:
        last = 0.0

        def report(what: str, done: int, total: int) -> None:
            nonlocal last
            if identifier in self.cancelled:
                raise Cancelled
            now = time.monotonic()
            if now - last >= LEAST_PAUSE:
                last = now
                tell(id=identifier, progress=[what, done, total])

        return report


def keep(project: Project, run: Run) -> dict[str, Any]:
    """Keep a run, and say what became of its cases since the run that it is compared with."""
    files = RunFiles(project.settings.folder)
    told: dict[str, Any] = {"compared": {}, "kept": ""}
    troubles = []
    # Compared first, while the last run is the one before; the run is kept also where that fails.
    for name, step in (("compared", moved_since), ("kept", save)):
        try:
            told[name] = step(files, run)
        except PortError as error:
            warn(str(error))
            troubles.append(str(error))
    return {**told, "trouble": "; ".join(dict.fromkeys(troubles))}


def moved_since(files: RunFiles, run: Run) -> dict[str, Any]:
    """What became of the cases of a run that is not kept yet, and since when. Raises `PortError`."""
    base = base_of(files, run.corpus_path)
    if base is None:
        return {}
    found = compare(load(files.path(base)), run)
    moved = {c.id: [c.status.value, movement(c)] for c in found.changes if c.status not in UNMOVED}
    is_baseline = base == files.baselines().get(run.corpus_path)
    return {"moved": moved, "base": "the baseline" if is_baseline else "the run before"}


OUTPUT = sys.stdout


def tell(**message: object) -> None:
    try:
        print(json.dumps(message), file=OUTPUT, flush=True)
    except BrokenPipeError:
        os._exit(0)  # the server has gone, and nobody else wants to know


def warn(message: str) -> None:
    print(f"caselens: {message}", file=sys.stderr, flush=True)


def main() -> None:
    # Whatever else prints must not stand between the messages.
    sys.stdout = sys.stderr
    worker = Worker()
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main()
