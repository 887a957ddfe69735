"""What an open table asks every few seconds: has anything happened to the game, its talk or a draw?

"No" is said without session and without SQL. The address that asks carries a seal, by which the site knows
what it told whom: this game, at this version, to the holder of this session cookie, not long ago. Somebody
who may not see the game any more learns from it, for less than a day, that nothing has happened since he
still might. It names the player, too: no mail goes to whoever looks at the table. Whatever is new is told by
the view alone, which checks what it always checks.

The version lies in the cache, where a commit that changes it puts it. What is lost there is fetched again by
one small query, and what has become wrong there does not last. For the talk and the draw it is the same with
what stirs there. A viewer who has muted somebody is sometimes told "no" by the view only: his talk stands at
another message than the cache knows.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Count, Max
from django.http import HttpRequest

from games.access import VERSION_FIELDS, version_of
from games.models import DrawVote, Game, TalkMessage
from notices.presence import note_open

KEPT_SECONDS: Final = 20
"""The longest that a version in the cache can be wrong: one that could not be replaced while the cache was
away, or one read just before a commit."""
PERIOD: Final = 12 * 3600
"""A seal is good until the end of the period after the one in which it was made."""
_SIGNER: Final = Signer(salt="games.news")


TABLE: Final = "table"
TALK: Final = "talk"
DRAW: Final = "draw"


HIDDEN: Final = "hidden"
"""In a question for news: it comes from a tab that nobody sees."""
UNSEEN: Final = "unseen"
"""Likewise: what the page shows came while nobody saw it."""


class Stirs(NamedTuple):
    """What the talk and the draw of a game stand at, for nobody in particular."""

    status: str
    log_number: int
    talk: dict[str, tuple[int, int]]
    """Of each room the last message and how many are hidden."""
    votes: int


def talk_version(status: str, rooms: Iterable[str], last: int, hidden: int) -> str:
    """Of what was said in these rooms: the last message, and how many staff has taken away."""
    return f"{status}-{'+'.join(rooms)}-{last}-{hidden}"


def draw_version(log_number: int, *, mine: bool, others: int) -> str:
    return f"{log_number}-{int(mine)}-{others}"


def sealed(request: HttpRequest, public_id: str, version: str, topic: str = TABLE) -> dict[str, str]:
    """What an address that asks for news carries: the version that the answer shows, who is shown it, and the
    seal."""
    user = request.user
    who = {"by": user.public_id} if topic == TABLE and user.is_authenticated else {}
    claim = _claim(request, public_id, topic, version, int(time.time()) // PERIOD, who.get("by", ""))
    return {"after": version, **who, "seal": _SIGNER.signature(claim)}


def is_sealed(request: HttpRequest, public_id: str, topic: str = TABLE) -> bool:
    """Whether this request asks for news of what the site itself has told this visitor lately."""
    version, seal, by = (request.GET.get(name, "") for name in ("after", "seal", "by"))
    return any(
        _holds(_claim(request, public_id, topic, version, int(time.time()) // PERIOD - ago, by), seal)
        for ago in (0, 1)
    )


def is_quiet(request: HttpRequest, public_id: str, topic: str) -> bool:
    """Whether all is as this visitor was told, so that the answer is "no"; False wherever that is unsure."""
    if not is_sealed(request, public_id, topic):
        return False
    after = request.GET.get("after", "")
    if topic == TABLE:
        if is_first_look(request) or version_now(public_id) != after:
            return False
        note_look(request, public_id)
        return True
    stirs = stirs_now(public_id)
    if stirs is None:
        return False
    if topic == DRAW:
        log_number, mine, others = after.split("-")
        return (int(log_number), int(mine) + int(others)) == (stirs.log_number, stirs.votes)
    rooms = after.split("-")[1].split("+")
    spoken = [stirs.talk.get(room, (0, 0)) for room in rooms]
    last, hidden = max(last for last, _ in spoken), sum(hidden for _, hidden in spoken)
    return talk_version(stirs.status, rooms, last, hidden) == after


def is_first_look(request: HttpRequest) -> bool:
    """Somebody sees now what came to the page while nobody did."""
    return UNSEEN in request.GET and HIDDEN not in request.GET


def note_look(request: HttpRequest, public_id: str) -> None:
    """Whoever asks with this seal has the table open, and looks at it."""
    if HIDDEN not in request.GET and (by := request.GET.get("by")):
        note_open(player=by, key=public_id)


def version_now(public_id: str) -> str | None:
    """`version_of` the game, from the cache or else by one query; None when there is no such game."""
    version: str | None = cache.get(_key(public_id))
    if version is None:
        game = Game.objects.only(*VERSION_FIELDS).filter(public_id=public_id).first()
        if game is None:
            return None
        version = version_of(game)
        # A commit between the query and here has told a newer one, which `add` leaves alone.
        cache.add(_key(public_id), version, KEPT_SECONDS)
    return version


def stirs_now(public_id: str) -> Stirs | None:
    """From the cache or else by three queries; None when there is no such game."""
    kept = cache.get(_stirs_key(public_id))
    if kept is not None:
        return Stirs(*kept)
    game = Game.objects.only("status", "log_number").filter(public_id=public_id).first()
    if game is None:
        return None
    rooms = TalkMessage.objects.filter(game=game).order_by().values_list("room")
    said = rooms.annotate(last=Max("pk"), hidden=Count("hidden_at"))
    stirs = Stirs(
        status=game.status,
        log_number=game.log_number,
        talk={room: (last, hidden) for room, last, hidden in said},
        votes=DrawVote.objects.filter(game=game).count(),
    )
    cache.add(_stirs_key(public_id), tuple(stirs), KEPT_SECONDS)
    return stirs


def publish_stir(game: Game) -> None:
    """Lets open tables know of the talk and the draw, once the transaction is committed. For every service
    that changes what somebody said or who would accept a draw."""
    key = _stirs_key(game.public_id)

    def forget() -> None:
        cache.delete(key)

    transaction.on_commit(forget, robust=True)


def publish_version(game: Game) -> None:
    """Lets open tables know of the game as it stands, once the transaction is committed; never before, and
    not at all when it is rolled back. For every service that changes `version_of` a game. Of many changes in
    one transaction only the last is told."""
    version = version_of(game)

    def tell() -> None:
        if version == version_of(game):
            cache.set(_key(game.public_id), version, KEPT_SECONDS)
            cache.delete(_stirs_key(game.public_id))

    # The turn counts, whatever becomes of the cache.
    transaction.on_commit(tell, robust=True)


def _claim(request: HttpRequest, public_id: str, topic: str, version: str, period: int, by: str) -> str:
    # The cookie itself, not the session: whoever has logged out or is somebody else now has another.
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return f"{public_id} {topic} {version} {period} {by} {cookie}"


def _holds(claim: str, seal: str) -> bool:
    try:
        _SIGNER.unsign(f"{claim}:{seal}")
    except BadSignature:
        return False
    return True


def _key(public_id: str) -> str:
    return f"version:{public_id}"


def _stirs_key(public_id: str) -> str:
    return f"stirs:{public_id}"
