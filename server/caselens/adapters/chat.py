"""A chat model behind an endpoint of OpenAI's shape: one question, one answer. Texts go to
`<endpoint>/chat/completions`.
"""

import json

from caselens.adapters.credentials import read_credential
from caselens.adapters.embedders.answers import excerpt, shortened
from caselens.adapters.web import checked, is_loopback
from caselens.ports import PortError
from caselens.settings import Explainer

DEADLINE = 120.0
"""Seconds that an answer may take."""

LARGEST_BODY = 1 << 22


def answered(model: Explainer, instructions: str, question: str, seconds: float = DEADLINE) -> str:
    """What the model says. Raises `PortError`, in which no secret is."""
    url = f"{checked(model.endpoint)}/chat/completions"
    import httpx

    secret = read_credential(model.credential) if model.credential else None
    headers = {"Authorization": f"Bearer {secret.reveal()}"} if secret else {}
    messages = [{"role": "system", "content": instructions}, {"role": "user", "content": question}]
    request = {"model": model.identifier, "messages": messages}

    def failure(said: str) -> PortError:
        return PortError(f"{url}: {shortened(secret.clean(said) if secret else said)}")

    try:
        with (
            httpx.Client(
                headers=headers, timeout=seconds, follow_redirects=False, trust_env=not is_loopback(url)
            ) as client,
            client.stream("POST", url, json=request) as response,
        ):
            body = bytearray()
            for piece in response.iter_bytes():
                body += piece
                if len(body) > LARGEST_BODY:
                    raise failure(f"an answer larger than {LARGEST_BODY >> 20} MiB")
    except httpx.TimeoutException:
        raise failure(f"no answer within {seconds:g} s") from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, ValueError, OSError) as error:
        raise failure(f"the request failed: {error or type(error).__name__}") from None
    if response.status_code != httpx.codes.OK:
        raise failure(f"status {response.status_code}: {excerpt(bytes(body))}")
    try:
        text = json.loads(bytes(body))["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise failure(f"the answer cannot be used: {excerpt(bytes(body))}") from None
    if not isinstance(text, str) or not text.strip():
        raise failure("the answer is empty")
    return secret.clean(text.strip()) if secret else text.strip()
