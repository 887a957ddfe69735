"""Whom the site tells of what, and by which ways: people with an address, browsers, servers of their own."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeVar

from django.db.models import Count, Model

from accounts.models import Player
from games.log.moments import state_of
from games.models import Game, LogEntry, new_public_id
from games.notices.kinds import NoticeKind
from homeworlds.rules import RuleSet, Variant
from notices.digest.letter import NAME as DAILY
from notices.digest.services import save_hours
from notices.digest.times import DAYS
from notices.hooks.models import Hook
from notices.hooks.services import add_hook
from notices.models import Delivery, Digest, Dropped, Notice, Preferences
from notices.push import services as push
from notices.push.tests.service import Subscription
from notices.services import tell
from proofs.calls.others import Came, Elsewhere, Other, PushService
from proofs.kit.cast import BOOKLET, new_game, person, play, turn_for
from upkeep.clock import database_now

PAIRS: Final = 6
Row = TypeVar("Row", bound=Model)
SIDES: Final = RuleSet(variant=Variant.GOOD_VS_EVIL)
AT_ONCE: Final = 500
A_DAY: Final = timedelta(hours=25)
SETTLED: Final = timedelta(hours=2)
"""A daily mail that is due later than this is the next one: no pause between two tries is so long."""
SIDE: Final = re.compile(r"\b(Good|Evil)\b")
OF_A_RULE: Final = re.compile(r"Good (vs|against) Evil")


@dataclass
class Reader:
    """Somebody, and the ways there are."""

    player: Player
    browsers: list[str]
    gone: str
    """A browser that is known no more; empty: there is none."""


class Told:
    """The people, their games, and what must have come in the end."""

    def __init__(self, elsewhere: Elsewhere, browsers: PushService, where: Sequence[str], seed: int) -> None:
        self.elsewhere, self.browsers, self.dice = elsewhere, browsers, random.Random(seed)
        self.readers = {
            reader.player.pk: reader for reader in (self._reader(n, *where) for n in range(2 * PAIRS))
        }
        self.games: list[tuple[Game, int]] = []
        """Each with the player to move."""
        self.due: dict[tuple[str, str, str], float] = {}
        """When each daily mail was, by channel, reader and name."""

    def _reader(self, number: int, of_hooks: str, of_push: str) -> Reader:
        player = person(f"Reader{number}", by_mail=True)
        hook = add_hook(player=player, name="Mine", address=f"{of_hooks}/{player.public_id}")
        self.elsewhere.secrets[player.public_id] = hook.secret
        names = [f"{player.public_id}-{each}" for each in range(1 + number % 2)]
        gone = f"{player.public_id}-gone" if number % 3 == 0 else ""
        for name in [*names, *([gone] if gone else [])]:
            browser = Subscription(f"{of_push}/send/{name}")
            self.browsers.browsers[name] = browser
            push.subscribe(player=player, name=name, **browser.given)
        if gone:
            self.browsers.gone.add(gone)
        if number % 4 == 3:
            Preferences.objects.update_or_create(player=player, defaults={"words_shown": False})
        save_hours(
            player=player,
            at=(database_now() + A_DAY / 2).time(),
            weekdays=DAYS,
            zone="UTC",
            when_nothing=True,
            quiet_from=None,
            quiet_to=None,
            urgent_at_night=True,
        )
        player.refresh_from_db()
        return Reader(player, names, gone)

    def make_games(self, count: int) -> None:
        """Copies of a few games, for each message is about one of its own. Nothing that has been written so
        far is part of it."""
        people = [reader.player for reader in self.readers.values()]
        tables = [people[number : number + 2] for number in range(0, 2 * PAIRS, 2)]
        firsts = [new_game(*pair, rules=BOOKLET) for pair in tables]
        firsts.append(new_game(*people[:4], rules=SIDES))
        for game in firsts:
            for _ in range(game.seats.count() + self.dice.randrange(3)):
                game.refresh_from_db()
                seat = game.seats.select_related("player").get(number=game.next_seat)
                play(game, seat.player, turn_for(state_of(game), self.dice))
            game.refresh_from_db()
        Notice.objects.all().delete()
        for number, first in enumerate(firsts):
            share = count // len(firsts) + (number < count % len(firsts))
            mover = first.seats.get(number=first.next_seat).player
            self.games += [(game, mover.pk) for game in _copies(first, share) if mover]
        self.dice.shuffle(self.games)

    def begin(self, games: Sequence[tuple[Game, int]] = (), kind: NoticeKind = NoticeKind.TURN) -> None:
        """Of these games; by default of all."""
        now = database_now()
        for game, mover in games or self.games:
            player = self.readers[mover].player
            tell(
                kind=kind,
                key=game.public_id,
                news=game.log_number,
                players=[player],
                by=None,
                now=now,
                reachable=[mover],
            )

    def let_a_day_pass(self) -> None:
        """For whoever has had the daily mail: the next is due now, and tells of a day."""
        now = database_now()
        for digest in Digest.objects.filter(due_at__gt=now + SETTLED):
            digest.created_at = now - A_DAY
            digest.due_at = now
            digest.save(update_fields=["created_at", "due_at"])
            player = self.readers[digest.player_id].player
            name = f"{DAILY}.{int(digest.created_at.timestamp())}.{player.public_id}"
            self.due["digest", player.email or "", name] = now.timestamp()

    # --- What has become of it

    def left(self) -> dict[str, int]:
        """What is still to be sent, by channel."""
        by_channel = (
            Delivery.objects.filter(due_at__isnull=False).values_list("channel").annotate(Count("pk"))
        )
        return {
            "mail": Notice.objects.filter(due_at__isnull=False).count(),
            "digest": Digest.objects.filter(due_at__lt=database_now() + SETTLED).count(),
            **dict(by_channel),
        }

    def awaited(self) -> Iterator[tuple[str, str, str]]:
        """Channel, reader and name of each message that must have come."""
        yield from self.due
        hooks = dict(Hook.objects.values_list("player_id", "pk"))
        ids = _message_ids(hooks)
        for notice in Notice.objects.select_related("player"):
            player = notice.player
            name = f"{notice.kind}.{notice.key}.{notice.news}.{player.public_id}"
            yield "mail", player.email or "", name
            yield "elsewhere", player.public_id, ids[notice.pk]
            for browser in self.readers[player.pk].browsers:
                yield "push", browser, str(notice.pk)

    def given_up(self) -> list[str]:
        """What the site says that it has not sent, though it ought to; in words."""
        fine = [Dropped.SPREAD, ""]
        other = Delivery.objects.exclude(dropped__in=fine).select_related("notice__player")
        gone = [each for each in other if each.dropped != Dropped.REFUSED or each.channel != "push"]
        mails = Notice.objects.exclude(dropped="")
        return [f"{each}: {each.dropped} {each.answer}" for each in [*gone, *mails]]

    def in_bells(self) -> int:
        """News that the bells of those whose turn it is show as new."""
        shown = Counter(Notice.objects.filter(seen_at=None).values_list("key", "player"))
        return sum(shown[game.public_id, mover] == 1 for game, mover in self.games)

    def leaks(self, others: dict[str, Other]) -> list[str]:
        """What a message says that only others may know."""
        people = [reader.player for reader in self.readers.values()]
        hidden = {
            player.pk: (player.email or "", self.elsewhere.secrets[player.public_id]) for player in people
        }
        found = []
        for channel, other in others.items():
            for each in other.came:
                owner = self._owner(channel, each)
                said = [
                    word for pk, words in hidden.items() if pk != owner for word in words if word in each.text
                ]
                sides = SIDE.findall(OF_A_RULE.sub("", each.text))
                found += [f"{channel} to {each.reader}: {word}" for word in [*said, *sides]]
        return found

    def _owner(self, channel: str, came: Came) -> int:
        return next(
            pk
            for pk, reader in self.readers.items()
            if came.reader in (reader.player.email, reader.player.public_id, *reader.browsers, reader.gone)
        )


def _message_ids(hooks: dict[int | None, int]) -> dict[int, str]:
    """The id of each notice's message elsewhere."""
    from notices.hooks.sending import message_id

    sent = Delivery.objects.filter(channel="hook", target__in=hooks.values())
    return {each.notice_id: message_id(each) for each in sent}


def _copies(first: Game, number: int) -> list[Game]:
    made = [_copied(first, id=None, public_id=new_public_id(), bot_due_at=None) for _ in range(number)]
    games = Game.objects.bulk_create(made, batch_size=AT_ONCE)
    for rows in (list(first.seats.all()), list(LogEntry.objects.filter(game=first))):
        copies: list[Model] = [_copied(row, id=None, game_id=game.pk) for game in games for row in rows]
        type(rows[0])._base_manager.bulk_create(copies, batch_size=AT_ONCE)
    return games


def _copied(row: Row, **changes: object) -> Row:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**fields | changes)
