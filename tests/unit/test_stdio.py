"""Standard input as a stream of the loop."""

import asyncio

from caselens.lsp.stdio import Input


async def turns(messages: int) -> int:
    """How often somebody else has a turn while so many messages wait to be read."""
    stream = Input()
    stream.feed_data(b"Content-Length: 2\r\n\r\n{}" * messages)
    taken = 0

    async def other() -> None:
        nonlocal taken
        while True:
            await asyncio.sleep(0)
            taken += 1

    task = asyncio.ensure_future(other())
    for _ in range(messages):
        await stream.readline()
        await stream.readline()
        assert await stream.readexactly(2) == b"{}"
    task.cancel()
    return taken


def test_others_have_their_turn_while_messages_wait() -> None:
    assert asyncio.run(turns(messages=100)) >= 99
