"""A game of Good vs Evil twice: the second time with other secrets. What differs then is a leak."""

from __future__ import annotations

import gzip
import hashlib
import logging
import random
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.cookies import SimpleCookie
from itertools import product
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import pytest
from celery import current_app
from celery.app.task import Task
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.addresses import remember_address_change, undo_link
from accounts.mail import off_link
from accounts.models import Player
from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import log_in_as_staff, person
from clubs.services import found_club, invite_to_club, report_club
from games import services
from games.log.moments import state_of
from games.models import Deal, Game, LogEntry, Room, Seat, SeatOrder, SecretAlignment
from games.notices.muting import mute_link
from games.services import SeatWish
from homeworlds.rules import RuleSet, Variant
from homeworlds_site.tests.addresses import ADDRESSES, address
from ladders.ladder.services import site_ladder
from ladders.tests.stairs import season_over
from ladders.tests.wishes import wish
from notices.digest.links import off_link as digest_off_link
from notices.feeds.links import token_of
from notices.hooks.services import add_hook
from notices.models import AccountMail, Notice, PushDevice
from notices.push.acts import MUTE, address_of
from notices.push.sending import arrival_address
from ratings.models import Exclusion, PlayerRating
from study.services import keep_line
from tournaments.tests.events import opened
from upkeep.clock import database_now
from upkeep.models import Fault, Tally
from upkeep.seconding import ask_another
from upkeep.services import tally, write_down_act

DEALT: Final = "GEGEG"
"""Alice, Bob, Carol, a bot; Eve, who has resigned and is known to be Good."""
EVE_LEFT: Final = 6
"""The entry of the log."""
SETUPS: Final = ("G3 B1 Y3", "G3 B1 B3", "G2 B1 R3", None, "G3 B2 Y3")
BOB_AT_HOME, BOB_IN_DANGER = "-b3---", "-b3-b1b2--"
KILL: Final = "catastrophe Bob blue"
SUICIDES: Final = {"Alice": "sacrifice Y3 Alice", "Bob": "sacrifice B3 Bob", "Carol": "sacrifice R3 Carol"}
ORDERS: Final = ("", "build G1 Alice", "dance", KILL, f"pass; {KILL}", *SUICIDES.values())

CLOCKS: Final = {"Content-Length", "Expires", "Last-Modified"}
_RANDOM: Final = (
    re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'),
    re.compile(r'("X-CSRFToken": ")[^"]*'),
    re.compile(r'(name="key" value=")[^"]*'),
    re.compile(r"(<time[^>]*>)[^<]*"),
    re.compile(r'(datetime=")[^"]*'),
    re.compile(r'(datetime="…" title=")[^"]*'),
    re.compile(r'(/turns/\d+/" title=")[^"]*'),
    re.compile(r"(Made by (?:<bdi>.{1,200}?</bdi>|[^,<]{1,60}), )[^.<·]*"),
    re.compile(r'(<span class="dim">In )[^<]*'),  # until the next seating
    re.compile(r"(It starts in )[^<]*"),  # an event
    # An export says when it and its rows were made.
    re.compile(r'("\w+": ")\d{4}-\d\d-\d\dT[^"]*'),
    # Logs carry addresses of objects.
    re.compile(r"( at 0x)[0-9a-f]+"),
    # Numbers of rows that a database does not take back with the world that used them.
    re.compile(r'(data-message=")\d+'),
    re.compile(r'("id": )\d+(?=,\s+"at": "[^"]*",\s+"act": ")'),
    re.compile(r'("id": )\d+(?=,\s+"player": "\w+",\s+"kind": "staff-act")'),
    # A delivery of what the act itself tells, and the notice that it delivers.
    re.compile(r'("id": )\d+(?=,\s+"notice": \d+,\s+"channel": ")'),
    re.compile(r'("notice": )\d+(?=,\s+"channel": ")'),
    re.compile(r'("key": "act-)\d+",\s+"news": \d+'),
    re.compile(r"(talk/said/\?after=[a-z]+-[a-zB%2]+-)\d+-\d+&amp;seal=[^\"]*"),
    re.compile(r"([?;&]line=)\d+"),
    re.compile(r"(send_notice \()\d+"),
    # Ids of the rows that a turn adds are not taken back with it.
    re.compile(r"(<LogEntry: )[^>]*"),
)


class Viewer(NamedTuple):
    name: str
    player: Player | None
    seat: int | None = None
    staff: bool = False
    """Of the staff as well, whoever that is otherwise."""
    arranged: Callable[[World], None] | None = None
    """What has happened before."""


class Ask(NamedTuple):
    """A request; with `then` the page that is looked at afterwards."""

    what: str
    method: str
    url: str
    data: Mapping[str, str] = {}
    htmx: bool = False
    then: str = ""


class Answer(NamedTuple):
    """Everything that can be noticed of a request: by its sender, by a reader of mail, logs or the queue."""

    status: int
    headers: Mapping[str, str]
    body: str
    later: str
    mails: Sequence[str]
    logs: Sequence[str]
    tasks: Sequence[str]
    queries: int


class World:
    def __init__(self) -> None:
        ensure_bots()
        self.alice, self.bob, self.carol, self.eve = map(person, ("Alice", "Bob", "Carol", "Eve"))
        self.game = self._game()
        self.open_game = services.create_game(
            creator=self.alice,
            rules=RuleSet(variant=Variant.GOOD_VS_EVIL),
            seats=[SeatWish(player=self.alice), SeatWish(), SeatWish()],
        )
        staff, root = person("Stan"), person("Rita")
        staff.is_staff = root.is_staff = root.is_superuser = True
        staff.save()
        root.save()
        self.viewers = (
            Viewer("anonymous", None),
            Viewer("stranger", person("Zoe")),
            Viewer("guest", create_guest()),
            Viewer("Alice", self.alice, 0),
            Viewer("Bob", self.bob, 1),
            Viewer("Carol", self.carol, 2),
            Viewer("eliminated", self.eve, 4),
            Viewer("staff", staff),
            Viewer("superuser", root),
        )
        self.sam = person("Sam")
        self.more_viewers = (
            Viewer("who may play on", self.sam, arranged=adrift),
            Viewer("substitute", self.sam, 2, arranged=substituted),
            Viewer("former", self.carol, arranged=substituted),
            Viewer("staff at the table", self.bob, 1, staff=True),
            Viewer("staff who has played", self.carol, staff=True, arranged=substituted),
        )
        entry = self.game.log.first()
        act = write_down_act(
            staff=root,
            act="close_account",
            done_to=self.eve,
            public_id=self.eve.public_id,
            reason="Asked for it.",
        )
        tally("sweep")
        said = services.say(
            game_id=self.game.pk, player=self.bob, room=Room.PLAYERS, text="I am Good.", key="s"
        )
        report = services.report_message(
            game=self.game, message_id=said.pk, player=self.carol, reason="Untrue."
        )
        line = keep_line(owner=self.alice, game=self.game, number=6, turns=["build G1 Alice"])
        of_bob = {"player": self.bob, "kind": "turn", "created_at": database_now()}
        kept = self.open_game.seats.filter(player=None)[0]
        invitation = services.invite(game_id=self.open_game.pk, player=self.alice, seat_id=kept.pk)
        club = found_club(player=self.alice, name="Orion")
        asked = invite_to_club(club_id=club.pk, player=self.alice, invited=self.bob)
        device = PushDevice.objects.create(
            player=self.alice,
            endpoint="https://fcm.googleapis.com/a",
            name="Phone",
            created_at=database_now(),
        )
        told = Notice.objects.filter(player=self.alice, key=self.game.public_id).latest("pk")
        self.arguments: dict[str, object] = {
            "game": self.game.public_id,
            "number": 2,
            "lesson": 1,
            "event": opened(self.alice).public_id,
            "event_table": 1,
            "event_act": "message",
            "ladder": site_ladder().public_id,
            "rival": self.alice.public_id,
            "season": season_over(),
            "wish": wish(self.alice).pk,
            "entry": 1,
            "step": 1,
            "mark": "missed",
            "place": 2,
            "kept_place": 2,
            "taken_place": 2,
            "message": said.pk,
            "token": invitation.token,
            "person": self.bob.public_id,
            "name": self.bob.name,
            "undo_token": undo_link(
                remember_address_change(player=self.alice, old="old@example.com", new="alice@example.com")
            ).split("/")[-2],
            "passkey": 1,
            "push_device": device.pk,
            "hook": add_hook(player=self.alice, name="Mine", address="https://hooks.example.org/").pk,
            "about": f"club-{club.public_id}",
            "feed_token": token_of(self.alice),
            "push_token": arrival_address(device).split("/")[-2],
            "button_token": address_of(told, device.pk, MUTE).split("/")[-2],
            "mute_token": mute_link(self.alice, self.game.public_id).split("/")[-2],
            "digest_token": digest_off_link(self.alice).rstrip("/").rpartition("/")[2],
            "off_token": off_link(self.alice, "mail_turns").rstrip("/").rpartition("/")[2],
            "report_pk": report.pk,
            "report_act": "hide",
            "game_act": "resign-for",
            "game_pk": self.game.pk,
            "club": club.public_id,
            "club_invitation": asked.pk,
            "club_pk": club.pk,
            "club_act": "clear",
            "club_report_pk": report_club(club=club, player=self.carol, reason="Untrue.").pk,
            "club_report_act": "settle",
            "entry_pk": entry.pk if entry else 0,
            "line": line.pk,
            "player": self.alice.pk,
            "act": "close",
            "act_pk": act.pk,
            "request_pk": ask_another(
                asker=staff, page="accounts.player", row=self.bob.pk, act="note", arguments={}, reason="Look."
            ).pk,
            "tally_pk": Tally.objects.get(name="sweep").pk,
            "exclusion_pk": Exclusion.objects.create(player=self.bob, since=database_now()).pk,
            "exclusion_act": "readmit",
            "rating_pk": PlayerRating.objects.create(
                player=self.alice, pool="two", number=1, rating=1600, deviation=200, games=2, day=20_000
            ).pk,
            "rating_act": "exclude",
            "fault_pk": Fault.objects.create(fingerprint="f", headline="It broke.", text="How.").pk,
            "notice_pk": Notice.objects.create(**of_bob, key=self.game.public_id, news=999).pk,
            "account_mail_pk": AccountMail.objects.create(**of_bob, address="bob@example.com").pk,
            "variant": Variant.GOOD_VS_EVIL,
            "content_type": ContentType.objects.get_for_model(Player).pk,
            "app": "games",
        }

    def _game(self) -> Game:
        warned = (self.alice, self.bob, self.carol)
        seats = [SeatWish(player=player, red_alert=True) for player in warned]
        seats += [SeatWish(bot_level="random"), SeatWish(player=self.eve)]
        game = services.create_game(
            creator=self.alice,
            rules=RuleSet(variant=Variant.GOOD_VS_EVIL),
            seats=seats,
            seat_order=SeatOrder.FIXED,
        )
        for seat, letter in enumerate(DEALT):
            deal(game, {seat: letter})
        for number, text in enumerate(SETUPS):
            if text is None:
                services.play_bot(game_id=game.pk, number=number, rng=random.Random(1))
            else:
                player = game.seats.get(number=number).player
                assert player is not None
                order = {
                    "answers": number,
                    "key": f"k{number}",
                    "text": f"homeworld {text}",
                    "confirmed": True,
                }
                services.take_turn(game_id=game.pk, player=player, **order)  # type: ignore[arg-type]
        services.resign(game_id=game.pk, player=self.eve, key="leaves", confirmed=True)
        game = Game.objects.get(pk=game.pk)
        assert (game.revealed, game.next_seat, game.log_number) == ([[4, "G"]], 0, EVE_LEFT)
        return game

    def bob_is_in_danger(self, mover: int) -> None:
        """Brings the game to where the seat is to move and can eliminate Bob."""
        text = re.sub(r"^<\d+", f"<{mover}", self.game.position)
        assert BOB_AT_HOME in text
        text = text.replace(BOB_AT_HOME, BOB_IN_DANGER)
        Game.objects.filter(pk=self.game.pk).update(position=text, next_seat=mover)
        # The log, whose own rows nothing alters, says so too: from there the next turn is shown.
        last = Game.objects.values_list("log_number", flat=True).get(pk=self.game.pk)
        QuerySet(LogEntry).filter(game=self.game, number=last).update(position=text)
        state_of(Game.objects.get(pk=self.game.pk))

    def viewer(self, name: str) -> Viewer:
        return next(viewer for viewer in (*self.viewers, *self.more_viewers) if viewer.name == name)

    @contextmanager
    def as_found_by(self, viewer: Viewer) -> Iterator[None]:
        """The world as it is when this viewer looks at it; all is taken back."""
        game = self.game
        with undone():
            if viewer.staff and viewer.player is not None:
                Player.objects.filter(pk=viewer.player.pk).update(is_staff=True, is_superuser=True)
            if viewer.arranged:
                viewer.arranged(self)
                self.game = Game.objects.get(pk=game.pk)
            self.bob_is_in_danger(mover=viewer.seat if viewer.seat in (0, 1, 2) else 0)
            try:
                yield
            finally:
                self.game = game


def adrift(world: World) -> None:
    """Carol stays away."""
    Seat.objects.filter(game=world.game, number=2).update(adrift_since=database_now(), missed=1)


def substituted(world: World) -> None:
    """Sam plays on for Carol."""
    adrift(world)
    services.substitute(game_id=world.game.pk, seat=2, player=world.sam, key="plays on")


def reseal(game: Game, own: int | None, seed: str) -> None:
    """Gives the deal another seed, and all seats but the own one another salt. What was shown of both at the
    start stays: no hash tells what it is of."""
    digits = hashlib.sha256(seed.encode()).hexdigest()
    Deal.objects.filter(game=game).update(seed=digits, seal=digits)
    others = SecretAlignment.objects.filter(seat__game=game).exclude(seat__number=-1 if own is None else own)
    others.update(salt=digits)


def deal(game: Game, letters: Mapping[int, str]) -> None:
    for seat, letter in letters.items():
        SecretAlignment.objects.filter(seat__game=game, seat__number=seat).update(alignment=letter)


SECRET_TABLES: Final = (SecretAlignment._meta.db_table, Deal._meta.db_table)
"""Worlds differ in rows of these."""
LIVING: Final = (0, 1, 2, 3)


def deals(viewer_seat: int | None) -> list[dict[int, str]]:
    """Deals that this seat cannot tell apart: its own alignment is the same, what is revealed, and how many
    are Evil. Two of them turn everybody round, but for a living viewer, who knows of two Evil among three:
    there each of the others differs in some two of three deals."""
    others = [seat for seat in LIVING if seat != viewer_seat]
    letters = [DEALT[seat] for seat in others]
    turned = [dict(zip(others, letters[n:] + letters[:n], strict=True)) for n in range(len(others))]
    return turned if viewer_seat in LIVING else turned[:2]


EVERYBODY_ELSE: Final = {seat: DEALT[(seat + 1) % len(LIVING)] for seat in LIVING}
"""A deal in which nobody is what they were."""


def asks(world: World, viewer: Viewer, names: Sequence[str]) -> Iterator[Ask]:
    """What this viewer asks of the addresses with these names."""
    me, game = viewer.player.name if viewer.player else "", world.arguments["game"]
    last = world.game.log_number
    for name in names:
        url = address(name, world.arguments)
        yield Ask(f"GET {name}", "get", url)
        if name.startswith(("games:", "pages:")):
            yield Ask(f"GET {name} by HTMX", "get", url, htmx=True)
        if name in ("games:table", "games:table_fragment"):
            for text in ORDERS:
                yield Ask(f"GET {name} {text!r}", "get", f"{url}?{urlencode({'turn': text})}")
        elif name in ("games:position", "games:position_fragment"):
            for number in range(8):
                url = address(name, {"game": game, "number": number})
                yield Ask(f"GET {name} {number}", "get", url)
        elif name in ("games:picture_svg", "games:picture_png"):
            for number in (0, 6, 7):
                url = address(name, {"game": game, "number": number})
                yield Ask(f"GET {name} {number}", "get", url)
        elif name in ("games:step", "games:step_fragment"):
            for number, step in product(range(8), range(3)):
                url = address(name, {"game": game, "entry": number, "step": step})
                yield Ask(f"GET {name} {number} {step}", "get", url)
        elif name == "study:sandbox":
            url = address(name, {"game": game, "number": 6})
            for text, said in product(ORDERS, ("turn", "t")):
                yield Ask(f"GET {name} {said} {text!r}", "get", f"{url}?{urlencode({said: text})}")
        elif name == "study:pasted":
            position = Game.objects.get(pk=world.game.pk).position
            for text in ("", KILL):
                query = urlencode({"position": position, "variant": "good-vs-evil", "t": text})
                yield Ask(f"GET {name} {text!r}", "get", f"{url}?{query}")
        elif name == "account_data":
            yield Ask(f"POST {name}", "post", url)
        elif name == "admin:accounts_player_act":
            for player in (world.alice, world.bob, world.carol):
                url = address(name, {"player": player.pk, "act": "export"})
                yield Ask(f"POST {name} of {player}", "post", url, {"reason": "Asked for it."})
        elif name == "games:draw":
            yield Ask(f"GET {name} anew", "get", f"{url}?after={last}-old")
        elif name == "games:news":
            for after in ("0", "5", "6", "x"):
                yield Ask(f"GET {name} {after}", "get", f"{url}?after={after}")
        elif name.startswith(("games:", "pages:")):
            yield from _posts(name, url, me, address("games:table", world.arguments), last)


def _posts(name: str, url: str, me: str, table: str, last: int) -> Iterator[Ask]:
    # That a substitute came makes no turn stale; that Eve left does.
    now, before = str(last), str(min(last, EVE_LEFT) - 1)
    yield Ask(f"POST {name} empty", "post", url)
    if name == "games:show":
        for text in ORDERS:
            yield Ask(f"POST {name} {text!r}", "post", url, {"turn": text})
    elif name in ("study:sandbox_show", "study:sandbox_end", "study:sandbox_keep"):
        url = url.replace("/turns/2/", "/turns/6/")
        for text in (KILL, *SUICIDES.values()):
            yield Ask(f"POST {name} {text!r}", "post", url, {"turn": text, "name": text}, True)
            asked = f"{url}?{urlencode({'t': text})}"
            yield Ask(f"POST {name} after {text!r}", "post", asked, {"turn": "pass", "name": text})
    elif name == "games:resign":
        yield Ask(f"POST {name}", "post", url, {"key": "r"}, then=table)
    elif name in ("games:draw_agree", "games:draw_withdraw", "games:draw_claim"):
        for answers in (before, now):
            order = {"answers": answers, "key": "d"}
            yield Ask(f"POST {name} {answers}", "post", url, order, then=table)
    elif name in ("games:take_back", "games:take_back_fragment"):
        for answers in (before, now):
            order = {"answers": answers, "key": "b"}
            yield Ask(f"POST {name} {answers}", "post", url, order, "fragment" in name, table)
    elif name in ("games:say", "games:say_fragment"):
        for room in Room:
            words = {"room": room.value, "key": "w", "text": "Who is Evil?"}
            yield Ask(f"POST {name} {room}", "post", url, words, "fragment" in name, table)
    elif name in ("games:note", "games:note_fragment"):
        yield Ask(f"POST {name}", "post", url, {"note": "Evil?", "answers": "0"}, "fragment" in name, table)
    elif name == "games:report":
        yield Ask(f"POST {name}", "post", url, {"reason": "Untrue."}, then=table)
    elif name in ("games:turn", "games:turn_fragment"):
        # Eliminating somebody else tells what the rules tell; everything before that must not.
        current = [(now, text) for text in ORDERS if KILL not in text or me == "Bob"]
        for answers, text in [*current, (before, KILL), ("99", KILL), ("x", KILL)]:
            order = {"answers": answers, "key": "k", "turn": text}
            yield Ask(f"POST {name} {answers} {text!r}", "post", url, order, "fragment" in name, table)
        order = {"answers": now, "key": "k", "turn": SUICIDES.get(me, "pass"), "confirmed": "1"}
        yield Ask(f"POST {name} confirmed", "post", url, order, "fragment" in name, table)
        order |= {"answers": before, "turn": KILL}
        yield Ask(f"POST {name} confirmed, stale", "post", url, order, "fragment" in name, table)


# --- Asking, and listening everywhere


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter("%(levelname)s %(name)s %(message)s").format(record))


@contextmanager
def all_logs() -> Iterator[list[str]]:
    """What a site with LOG_LEVEL=DEBUG would write."""
    root, handler = logging.getLogger(), _Lines()
    level = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    try:
        yield handler.lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written within is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Listener:
    """Asks as one viewer and notes everything that can be noticed."""

    def __init__(self, viewer: Viewer, tasks: list[str], *, packed: bool = False) -> None:
        self.packed = packed
        self.client = Client(raise_request_exception=True)
        if viewer.player is not None:
            log_in_as_staff(self.client, viewer.player)  # as staff or not: it shows the second factor
        self.cookies = self.client.cookies.output(header="")
        self.tasks = tasks

    def hears(self, ask: Ask, run_on_commit: Callable[[], Any]) -> Answer:
        cache.clear()
        mail.outbox.clear()
        self.tasks.clear()
        self.client.cookies = SimpleCookie(self.cookies)
        with undone(), all_logs() as lines, run_on_commit():
            headers = {"HX-Request": "true"} if ask.htmx else {}
            headers |= {"Accept-Encoding": "gzip"} if self.packed else {}
            with CaptureQueriesContext(connection) as asked:
                response = getattr(self.client, ask.method)(ask.url, ask.data, headers=headers)
            counted = ask.then and response.status_code < 400
            later = self.client.get(ask.then).content.decode() if counted else ""
        packed = response.headers.get("Content-Encoding") == "gzip"
        content = gzip.decompress(response.content) if packed else response.content
        said = {name: masked(value) for name, value in response.headers.items() if name not in CLOCKS}
        return Answer(
            response.status_code,
            said,
            masked(content.decode(errors="backslashreplace")),
            masked(later),
            [masked(f"{m.to} {m.subject} {m.body} {m.alternatives}") for m in mail.outbox],
            [masked(line) for line in lines],
            list(self.tasks),
            len(asked),
        )


def masked(text: str) -> str:
    for pattern in _RANDOM:
        text = pattern.sub(r"\1…", text)
    return text


class TwinTest:
    """Asks everything in both worlds and says what differs."""

    def __init__(
        self, world: World, run_on_commit: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.world, self.run_on_commit = world, run_on_commit
        self.tasks: list[str] = []
        self.asked = 0
        self.readers: set[str] = set()

        def note(task: Task, args: Any = None, kwargs: Any = None, **options: Any) -> None:
            self.tasks.append(masked(f"{task.name} {args} {kwargs} {options}"))

        monkeypatch.setattr(Task, "apply_async", note)
        # Says much at its first use.
        current_app.finalize()
        # Ids, lots and tokens: the same in all worlds.
        self.dice = random.Random()
        monkeypatch.setattr(random.SystemRandom, "getrandbits", lambda _, bits: self.dice.getrandbits(bits))
        monkeypatch.setattr(random.SystemRandom, "random", lambda _: self.dice.random())

    def leaks(self, viewer: Viewer, names: Sequence[str] = tuple(ADDRESSES)) -> list[str]:
        """What tells the viewer of others; and what tells readers of mails, logs or the queue of anybody.

        Worlds differ in the rows of two tables. What is answered without a look at them is the same in all of
        them, so that is asked in the first one only.
        """
        letters, *more = deals(viewer.seat)
        self.readers.clear()
        first = self._heard(viewer, letters, names)
        self.asked += len(first)
        found = []
        for letters in more:
            heard = self._heard(viewer, letters, names, self.readers.copy())
            found += differences(viewer, first, heard, Answer._fields)
        if viewer.seat in LIVING:
            heard = self._heard(viewer, EVERYBODY_ELSE, names, self.readers.copy())
            found += differences(viewer, first, heard, ("mails", "logs", "tasks"))
        return found

    def tells(self, viewer: Viewer, names: Sequence[str] = tuple(ADDRESSES)) -> list[str]:
        """What tells others of the viewer's own side, who see of an answer that it is there, and how long."""
        return self.own_sides(viewer, deals(viewer.seat)[0], EVERYBODY_ELSE, names)

    def others(
        self, viewer: Viewer, one: Mapping[int, str], other: Mapping[int, str], names: Sequence[str]
    ) -> list[str]:
        """What differs for the viewer between two worlds that only others know apart."""
        self.readers.clear()
        first = self._heard(viewer, one, names)
        heard = self._heard(viewer, other, names, self.readers.copy())
        return differences(viewer, first, heard, Answer._fields)

    def own_sides(
        self, viewer: Viewer, one: Mapping[int, str], other: Mapping[int, str], names: Sequence[str]
    ) -> list[str]:
        """What differs for others, who see of each answer that it is there, and how long."""
        self.readers.clear()
        first = self._heard(viewer, one, names, packed=True)
        heard = self._heard(viewer, other, names, self.readers.copy(), packed=True)
        lengths = {what: in_length(answer) for what, answer in heard.items() if not OPEN.search(what)}
        return differences(viewer, {what: in_length(first[what]) for what in lengths}, lengths, OUTSIDE)

    def _heard(
        self,
        viewer: Viewer,
        letters: Mapping[int, str],
        names: Sequence[str],
        only: Container[str] | None = None,
        *,
        packed: bool = False,
    ) -> dict[str, Answer]:
        """The answers to all asks, or to some; which of them read a secret is remembered in `readers`."""
        asking, heard = "", {}

        def note(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
            if any(table in sql for table in SECRET_TABLES):
                self.readers.add(asking)
            return execute(sql, *given)

        with self.world.as_found_by(viewer):
            deal(self.world.game, letters)
            reseal(self.world.game, viewer.seat, str(letters))
            self.dice.seed(0)
            listener = Listener(viewer, self.tasks, packed=packed)
            with connection.execute_wrapper(note):
                for ask in asks(self.world, viewer, names):
                    if only is None or ask.what in only:
                        asking = ask.what
                        self.dice.seed(asking)
                        heard[asking] = listener.hears(ask, self.run_on_commit)
        return heard

    def leaks_of_the_bot(self) -> list[str]:
        """What its turn leaves behind must not tell what the others are."""
        heard = [self._bot_heard(letters) for letters in deals(viewer_seat=3)]
        return [difference(heard[0], other) for other in heard[1:] if other != heard[0]]

    def _bot_heard(self, letters: Mapping[int, str]) -> tuple[str, list[str], list[str]]:
        game, self.tasks[:] = self.world.game, []
        with undone(), all_logs() as lines:
            with self.run_on_commit():
                position = re.sub(r"^<\d+", "<3", game.position)
                Game.objects.filter(pk=game.pk).update(next_seat=3, position=position)
                deal(game, letters)
                taken = services.play_bot(game_id=game.pk, number=6, rng=random.Random(7))
            assert taken is not None
            return taken.entry.text, [masked(line) for line in lines], list(self.tasks)


OUTSIDE: Final = ("status", "headers", "body", "mails", "logs", "tasks", "queries")
"""The parts of an answer of which others can notice something: of the body its length."""
OPEN: Final = re.compile(r"^POST games:(resign|turn\w* confirmed)")
"""Acts that show the own side to everybody, by the rules."""


def in_length(answer: Answer) -> Answer:
    """Of the page only how long it is; of one that is compressed all, for its length tells of its words."""
    packed = "Content-Encoding" in answer.headers
    return answer if packed else answer._replace(body=f"{len(answer.body.encode())} bytes")


def differences(
    viewer: Viewer, one: Mapping[str, Answer], other: Mapping[str, Answer], parts: Sequence[str]
) -> list[str]:
    return [
        f"{viewer.name}: {what}: {part}: {difference(getattr(one[what], part), getattr(answer, part))}"
        for what, answer in other.items()
        for part in parts
        if getattr(one[what], part) != getattr(answer, part)
    ]


def difference(old: object, new: object) -> str:
    """The first place where two texts differ."""
    one, other = str(old), str(new)
    at = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return f"…{one[max(0, at - 60) : at + 60]!r} / …{other[max(0, at - 60) : at + 60]!r}"
