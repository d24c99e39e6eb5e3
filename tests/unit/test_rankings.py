"""Rankings that are remembered, and forgotten while one is being made."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from caselens.lsp.rankings import Rankings
from caselens.lsp.runner import Runner
from caselens.ports import Hit

CORPUS = Path("a.corpus.yaml")


class Scripted(Runner):
    """A runner whose answers are given by the test, one for each job."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: asyncio.Queue[asyncio.Future[Any]] = asyncio.Queue()

    async def run(self, job: dict[str, Any], progress: object = None) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.jobs.put_nowait(answer)
        return await answer


def test_what_is_forgotten_while_it_is_made_is_made_again() -> None:
    async def story() -> tuple[Hit, ...]:
        runner = Scripted()
        rankings = Rankings(runner, lambda: False)
        asked = asyncio.ensure_future(rankings.of(CORPUS, "tea"))
        job = await runner.jobs.get()
        rankings.forget()
        job.set_result([["old", 1.0]])
        job = await asyncio.wait_for(runner.jobs.get(), 5)
        job.set_result([["new", 1.0]])
        await asked
        return await rankings.of(CORPUS, "tea")

    assert asyncio.run(story()) == (Hit("new", 1.0),)


def test_nobody_waits_long_for_a_ranking() -> None:
    async def story() -> tuple[Hit, ...]:
        runner = Scripted()
        rankings = Rankings(runner, lambda: False)
        found = await asyncio.wait_for(rankings.of(CORPUS, "tea"), 1)
        (await runner.jobs.get()).cancel()
        return found

    assert asyncio.run(story()) == ()


def test_none_is_begun_while_a_run_is_under_way() -> None:
    async def story() -> int:
        runner = Scripted()
        busy = [False]
        rankings = Rankings(runner, lambda: busy[0])
        asked = asyncio.ensure_future(rankings.of(CORPUS, "tea"))
        job = await runner.jobs.get()
        busy[0] = True
        rankings.forget()  # "tea" is still wanted, but has to wait
        job.set_result([])
        await asked
        await rankings.of(CORPUS, "coffee")
        return runner.jobs.qsize()

    assert asyncio.run(story()) == 0


def test_a_ranking_outlives_the_request_that_began_it() -> None:
    async def story() -> tuple[Hit, ...]:
        runner = Scripted()
        rankings = Rankings(runner, lambda: False)
        asked = asyncio.ensure_future(rankings.of(CORPUS, "tea"))
        job = await runner.jobs.get()
        asked.cancel()
        await asyncio.wait([asked])
        assert not job.cancelled()
        job.set_result([["green", 1.0]])
        return await rankings.of(CORPUS, "tea")

    assert asyncio.run(story()) == (Hit("green", 1.0),)
