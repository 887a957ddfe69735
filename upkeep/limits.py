"""How often something may be done: a count in the cache for each window of time."""

import ipaddress
import logging
import time
from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from upkeep.answers import TooManyRequests

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """At most `most` times in each window of `seconds`; `name` keeps the counts of different limits apart."""

    name: str
    most: int
    seconds: int


def check_limit(limit: Limit, who: str | int) -> None:
    """Counts one more use by `who` (an address, a player's id). Raises TooManyRequests beyond the limit.

    Without Redis each process counts by itself. Where not even that can be done nothing is counted: better a
    visitor too many than a closed door.
    """
    now = time.time()
    window = int(now // limit.seconds)
    key = f"limit:{limit.name}:{who}:{window}"
    try:
        cache.add(key, 0, timeout=limit.seconds + 1)
        used = cache.incr(key)
    except ValueError:  # the window closed between the two
        return
    except (RedisError, OSError):
        logger.warning("No cache to count %s in.", limit.name)
        return
    if used > limit.most:
        raise TooManyRequests(retry_after=int((window + 1) * limit.seconds - now) + 1)


def place_of(request: HttpRequest) -> str:
    """Where the request came from, as seen behind TRUSTED_PROXIES proxies: an address of version 4, or the
    /64 network that one subscriber has of version 6."""
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    if address.version == 4:
        return str(address)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))
