"""What no form of a notice may carry: words of a room that its reader does not read, the mail address of
somebody else, and a link that permits something in another's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email import message_from_string, policy
from typing import Final

from accounts.mail import read_off_token
from accounts.models import Player
from games.models import Invitation, Seat, TalkMessage
from games.notices.muting import read_mute_token
from games.talk.view import rooms_read
from homeworlds_site.tests.sheets.forms import Said
from notices.digest.links import read_off_token as read_digest_token
from notices.feeds.models import FeedLink
from notices.models import Notice
from notices.push.acts import _read as read_button

ADDRESS: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
OF_THE_SITE: Final = re.compile(r"@(?:homeworlds\.example|localhost)$")
SIGNED: Final[dict[str, Callable[[str], str]]] = {
    r"/games/mute/([^/\s\"<>]+)/": lambda token: read_mute_token(token)[0],
    r"/mail-off/([^/\s\"<>]+)/": lambda token: read_off_token(token)[0],
    r"/digest/off/([^/\s\"<>]+)/": read_digest_token,
}
"""Links that work without a log-in, and whose they are by their tokens."""
LEAVES: Final = frozenset({"service", "own-server"})
"""Forms that go to machines of others: no link that opens anything by itself goes there, whoever's it is."""


def plain(said: Said) -> str:
    """All of it, however it is packed for its way."""
    text = said.whole
    if "Content-Transfer-Encoding" in text:
        mail = message_from_string(text, policy=policy.default)
        bodies = [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]
        text = "\n".join([*[f"{name}: {value}" for name, value in mail.items()], *bodies])
    return "\n".join([said.title, said.words, text])


def leaks(notice: Notice, form: str, said: Said) -> list[str]:
    text, player = plain(said), notice.player
    found = [*_addresses(text, player), *_signed(text, player, form), *_secrets(text, player, form)]
    found += [*_talk(text, notice), *_buttons(text, notice)]
    return [f"{notice.kind} by {form} to {player.name}: {each}" for each in found]


def _addresses(text: str, player: Player) -> Iterator[str]:
    own = {player.email, f"{player.name.lower()}@example.com"}
    for address in set(ADDRESS.findall(text)):
        if address not in own and not OF_THE_SITE.search(address):
            yield f"the address {address}"


def _signed(text: str, player: Player, form: str) -> Iterator[str]:
    for pattern, whose in SIGNED.items():
        for token in re.findall(pattern, text):
            if form in LEAVES:
                yield f"a link of {whose(token)} that needs no log-in"
            elif whose(token) != player.public_id:
                yield f"a link of {whose(token)}"


def _secrets(text: str, player: Player, form: str) -> Iterator[str]:
    links = FeedLink.objects.all() if form in LEAVES else FeedLink.objects.exclude(player=player)
    yield from (f"the feeds of {link.player}" for link in links if link.token in text)
    others = Invitation.objects.exclude(player=player)
    yield from (f"an invitation of {each.player}" for each in others if each.token in text)


def _talk(text: str, notice: Notice) -> Iterator[str]:
    """Of whatever game: of this one by who reads there, of another by nobody."""
    for message in TalkMessage.objects.select_related("game").prefetch_related("game__seats"):
        if len(message.text) < 4 or message.text not in text:
            continue
        sits = Seat.objects.filter(game=message.game, player=notice.player).exists()
        reads = sits and message.room in rooms_read(message.game, notice.player)
        if message.game.public_id != notice.key or not reads:
            yield f"what {message.author} said to {message.room}"


def _buttons(text: str, notice: Notice) -> Iterator[str]:
    for token in re.findall(r"/push/pressed/([^/\s\"<>]+)/", text):
        shown = read_button(token)
        if shown is not None and shown.notice != notice:
            yield f"a button of {shown.notice}"
