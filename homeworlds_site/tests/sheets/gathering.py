"""Each kind is looked at while it is news: between what makes it and what sends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from clubs.hooks import key_of as key_of_club
from clubs.models import Club
from clubs.services.joining import accept_club_invitation
from homeworlds_site.tests import every_kind
from homeworlds_site.tests.sheets.forms import (
    Cell,
    calendar_of,
    forms_of,
    forms_of_post,
    public_feed,
    untranslated,
)
from notices.hooks.models import Hook, HookPost
from notices.models import Notice
from tournaments.hooks import key_of as key_of_event
from tournaments.models import Event, Kind
from tournaments.services.keeping import write_down
from upkeep.clock import database_now

LANGUAGES = [name for name, _words in settings.LANGUAGES]
Look = Callable[[], None]


@contextmanager
def looking(look: Look) -> Iterator[None]:
    """Whenever mails would go, this looks before, and addresses elsewhere are told of all that there is by
    then."""
    sends = every_kind.send_all

    def look_and_send() -> None:
        look()
        _tell_elsewhere()
        sends()

    with patch.object(every_kind, "send_all", look_and_send):
        yield


def _tell_elsewhere() -> None:
    for event in Event.objects.filter(hooked=False):
        _hook(key_of_event(event))
    for club in Club.objects.filter(hooked=False):
        _hook(key_of_club(club))
    Event.objects.update(hooked=True)
    Club.objects.update(hooked=True)


def _hook(about: str) -> None:
    address = "https://hooks.example.org/told"
    Hook.objects.create(about=about, name="Told", address=address, created_at=database_now())


class Gathering:
    """The cells of the first of each kind."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.kinds: set[str] = set()
        self.posts: set[str] = set()
        self.dates: set[str] = set()

    def look(self) -> None:
        for notice in Notice.objects.filter(due_at__isnull=False).select_related("player").order_by("pk"):
            if notice.kind not in self.kinds:
                self.kinds.add(notice.kind)
                self._keep(notice.kind, lambda language, notice=notice: forms_of(notice, language))
        for post in HookPost.objects.order_by("pk"):
            if post.kind not in self.posts and list(forms_of_post(post, LANGUAGES[0])):
                self.posts.add(post.kind)
                self._keep(post.kind, lambda language, post=post: forms_of_post(post, language))
        for player in Player.objects.filter(is_active=True, bot_level=""):
            self._look_at_calendar(player)

    def _look_at_calendar(self, player: Player) -> None:
        before = player.language
        new = {name for name, _said in calendar_of(player, LANGUAGES[0])} - self.dates
        if new:
            self.dates |= new
            for language in LANGUAGES:
                with untranslated(language) as missing:
                    found = [each for each in calendar_of(player, language) if each[0] in new]
                for name, said in dict(found).items():
                    self.cells.append(Cell(name, "calendar", language, said, tuple(sorted(missing))))
        player.language = before

    def _keep(self, kind: str, forms: Callable[[str], Iterator[tuple[str, object]]]) -> None:
        for language in LANGUAGES:
            with untranslated(language) as missing:
                for form, said in forms(language):
                    self.cells.append(Cell(kind, form, language, said, tuple(sorted(missing))))  # type: ignore[arg-type]
                    missing.clear()

    def look_at_feeds(self, abouts: dict[str, str], reader: Player) -> None:
        """Those of several people, of the newest of each."""
        for name, about in abouts.items():
            for language in LANGUAGES:
                with untranslated(language) as missing:
                    said = public_feed(about, reader if name == "games" else AnonymousUser(), language)
                self.cells.append(Cell(name, "public-feed", language, said, tuple(sorted(missing))))


def gather(alice: Player, bob: Player, charlie: Player) -> list[Cell]:
    """All that can be looked at, once."""
    gathering = Gathering()
    with looking(gathering.look):
        every_kind.make_every_kind_of_notice(alice, bob, charlie)
        club = Club.objects.latest("pk")
        accept_club_invitation(club_id=club.pk, player=bob)
        # The result that ends an event is changed so late by staff alone.
        write_down(Event.objects.latest("pk"), Kind.GOES_ON, database_now())
        gathering.look()
    abouts = {
        "games": "games-mine",
        "player": f"player-{bob.public_id}",
        "event": key_of_event(Event.objects.latest("pk")),
        "club": key_of_club(club),
    }
    gathering.look_at_feeds(abouts, bob)
    return gathering.cells
