"""What every endpoint over HTTP has in common: an address without secrets, and whether it is this machine."""

import ipaddress
from importlib.util import find_spec
from urllib.parse import urlsplit

from caselens.ports import PortError


def checked(url: str) -> str:
    """The address without a slash at its end. Raises `PortError` for what is none, without repeating it,
    since it may hold a secret; and where the extra that speaks HTTP is not installed.
    """
    if find_spec("httpx") is None:
        raise PortError(
            'package httpx is not installed; an endpoint needs the extra `http`: pip install "caselens[http]"'
        )
    try:
        parts = urlsplit(url)
        fine = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise PortError("the endpoint is no URL; accepted is such as https://host/v1") from None
    if "@" in parts.netloc:
        raise PortError("the endpoint holds user info; accepted is one without, and a `credential` beside it")
    if not fine or parts.query or parts.fragment:
        raise PortError("the endpoint is no URL of a host and a path; accepted is such as https://host/v1")
    return url.rstrip("/")


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine, so that no proxy must be asked for it."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
