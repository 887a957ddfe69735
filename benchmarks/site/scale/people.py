"""Who is on the measured site and all that is not a game: clubs, ladder, stairs, events, wishes, mails,
reports, results and ratings."""

from __future__ import annotations

from typing import Final, NamedTuple

from accounts.models import Player
from accounts.tests.cast import person
from clubs.models import Club, ClubReport, Membership, Role
from clubs.services import found_club
from games.models import Game, Report, Room, TalkMessage
from ladders.ladder.services import site_ladder
from ladders.models import Ladder, LadderEvent, Rung, StairsPlayer, Wish
from notices.models import AccountMail, Notice
from proofs.kit.rows import copy, dice, execute, one, public_id, series
from ratings.models import RatedResult, RatingCounter
from ratings.services.recomputing import recompute_ratings
from tournaments.models import Entry, Event
from tournaments.tests.events import opened
from upkeep.clock import database_now
from upkeep.models import StaffAct

SYLLABLES: Final = "ba be bi do du fa fe ka ke ko la le lu ma me mo na pe sa te".split()
HERO: Final = "Hero"
RIVAL: Final = "Ria"
MEMBERS: Final = 150
LEAST: Final = 200
"""Of whatever a page lists, so that a page is full among few too."""
LETTERS: Final = 2_500
"""At least, of each kind: lists of staff lead to the latest 2,000, and choose from them what to filter by."""
SOUGHT: Final = 20
"""The place, among the players, of the one whose name is searched for, with so many letters on any site."""
SOUGHT_LETTERS: Final = 10


class People(NamedTuple):
    hero: int
    rival: int
    first: int
    """Of so many, whose numbers follow each other."""
    number: int


def make_people(number: int) -> People:
    """The measured player, who is of the staff, another one, and so many more."""
    hero, rival = person(HERO), person(RIVAL)
    Player.objects.filter(pk=hero.pk).update(is_staff=True, is_superuser=True)
    letters = [f"substr('{' '.join(SYLLABLES)}', 1 + 3 * ({_digit(place)})::int, 2)" for place in range(4)]
    name = " || ".join(letters)
    first = rival.pk + 1
    copy(
        Player,
        rival.pk,
        series(number),
        id=f"{rival.pk} + s.n",
        public_id=public_id("s.n", 10),
        name=f"initcap({name})",
        name_key=f"({name})",
        email=f"({name}) || '@example.org'",
        date_joined="now() - interval '1 hour' * s.n",
    )
    execute("SELECT setval(pg_get_serial_sequence('accounts_player', 'id'), max(id)) FROM accounts_player")
    return People(hero.pk, rival.pk, first, number)


def _digit(place: int) -> str:
    """Of the number of a player, mixed so that neighbours have names that are not alike."""
    return f"(s.n * 7919 % {20**4} / {20**place}) % 20"


def make_clubs(people: People, number: int) -> None:
    """The first is the measured one, whose founder is the measured player."""
    club = found_club(player=Player.objects.get(pk=people.hero), name="Orion")
    name = f"initcap(p.name_key) || ' ' || (ARRAY['Captains','League','Stars'])[1 + {dice('n', 3)}]"
    copy(
        Club,
        club.pk,
        f"SELECT n, {name} AS name FROM generate_series(1, {number}) AS n "  # noqa: S608
        f"JOIN accounts_player p ON p.id = {people.first} + n * 13 % {people.number}",
        public_id=public_id("s.n + 7"),
        name="s.name || ' ' || s.n",
        name_key="lower(s.name) || s.n",
        size=f"5 + {dice('s.n', 20)}",
    )
    member = Membership.objects.get(club=club)
    first = club.pk
    for source, club_id, player in (
        (f"SELECT n FROM generate_series(0, {MEMBERS - 1}) AS n", f"{first}", f"{people.first} + s.n"),  # noqa: S608
        (
            f"SELECT c, n FROM generate_series(1, {number}) AS c, generate_series(0, 11) AS n",  # noqa: S608
            f"{first} + s.c",
            f"{people.first} + (s.c * 17 + s.n * 5) % {people.number}",
        ),
    ):
        copy(
            Membership, member.pk, source, club_id=club_id, player_id=player, role=f"'{Role.MEMBER}'",
            officer_since="NULL",
        )  # fmt: skip
    Club.objects.filter(pk=first).update(size=MEMBERS + 1)


def make_standing(people: People, number: int) -> None:
    """The ladder and the stairs, the latest of whose log is what one has seen last."""
    now, ladder = database_now(), site_ladder()
    rung = Rung.objects.create(ladder=ladder, player_id=people.hero, place=1, joined_at=now)
    copy(Rung, rung.pk, series(number), player_id=f"{people.first} - 1 + s.n", place="s.n + 1")
    execute("UPDATE ladders_rung SET place = -place")
    # In the middle among few, and as far from the top among many.
    execute(
        "UPDATE ladders_rung SET place = "
        "CASE WHEN place = -1 THEN 120 WHEN place >= -120 THEN -place - 1 ELSE -place END"
    )
    joined = LadderEvent.objects.create(
        ladder=ladder, number=1, kind="joined", player_id=people.hero, at=now, data={"to": 1}
    )
    copy(
        LadderEvent, joined.pk, series(10 * number), number="s.n + 1",
        player_id=f"{people.first} + {dice('s.n', number)}",
        at="now() - interval '1 minute' * (1000000 - s.n)",
    )  # fmt: skip
    Ladder.objects.filter(pk=ladder.pk).update(size=number + 1, last_number=10 * number + 1)
    stands = StairsPlayer.objects.create(player_id=people.hero, step=3, joined_at=now)
    copy(
        StairsPlayer, stands.pk, series(number), player_id=f"{people.first} - 1 + s.n",
        step=f"1 + {dice('s.n', 8)}", played=f"{dice('s.n', 30)}", won=f"{dice('s.n', 9)}",
    )  # fmt: skip


def make_events(people: People, number: int) -> None:
    """So many that are over; and some, always as many, that run or can be entered."""
    event = opened(Player.objects.get(pk=people.rival))
    copy(Event, event.pk, series(15), public_id=public_id("s.n + 90000000"))
    over = {
        "public_id": public_id("s.n"),
        "status": "'finished'",
        "started_at": "now() - interval '1 hour' * (50 + s.n)",
        "finished_at": "now() - interval '1 hour' * s.n",
        "created_at": "now() - interval '1 hour' * (60 + s.n)",
    }
    last = Event.objects.latest("pk").pk
    copy(Event, event.pk, series(number), **over)
    entry = Entry.objects.create(
        event=event, player_id=people.hero, number=0, place=3, entered_at=database_now()
    )
    copy(
        Entry, entry.pk,
        f"SELECT e.id, k FROM tournaments_event e, generate_series(0, 7) AS k WHERE e.id > {last}",  # noqa: S608
        event_id="s.id", player_id=f"{people.first} + (s.id * 11 + s.k * 3) % {people.number}", number="s.k",
        place="s.k + 1",
    )  # fmt: skip
    execute(
        f"UPDATE tournaments_entry SET player_id = {people.hero} WHERE place = 2 AND event_id <= {last} + 20"  # noqa: S608
    )


def make_wishes(people: People, number: int) -> None:
    now = database_now()
    wished = {"variants": ["binary"], "clocks": ["normal"], "created_at": now, "waits_since": now}
    wish = Wish.objects.create(player_id=people.first, players=2, **wished)
    copy(
        Wish, wish.pk, series(number), player_id=f"{people.first} + s.n",
        waits_since="now() - interval '1 minute' * s.n",
    )  # fmt: skip


def make_papers(people: People, games: int) -> None:
    """What staff look through."""
    now, hero = database_now(), Player.objects.get(pk=people.hero)
    somebody = f"{people.first} + {dice('s.n', people.number)}"
    games_ids = one("SELECT min(id) FROM scale_plan")
    ago = "now() - interval '1 minute' * s.n"
    settled = {"created_at": now, "sent_at": now, "player": hero}
    notice = Notice.objects.create(kind="turn", key="scale", news=0, **settled)
    copy(
        Notice, notice.pk, series(max(LETTERS, games // 2)), player_id=somebody, news="s.n", created_at=ago,
        key=public_id("s.n"), dropped="CASE WHEN s.n % 7 = 0 THEN 'seen' ELSE '' END",
    )  # fmt: skip
    mail = AccountMail.objects.create(kind="account/email/code", address="hero@example.com", **settled)
    copy(
        AccountMail, mail.pk, series(max(LETTERS, people.number)), player_id=somebody, created_at=ago,
        address="'a' || s.n || '@example.org'",
    )  # fmt: skip
    sought = people.first + SOUGHT
    for letters in (Notice.objects, AccountMail.objects):
        letters.filter(player=sought).update(player=hero)
        latest = letters.order_by("-pk").values_list("pk", flat=True)[:SOUGHT_LETTERS]
        letters.filter(pk__in=list(latest)).update(player=sought)
    some = max(LEAST, people.number // 4)
    act = StaffAct.objects.create(
        staff=hero, act="warn", object_kind="player", object_id=hero.public_id, reason="Rude."
    )
    moderator = f"{people.first} + s.n % 5 * ({people.number} / 5)"
    copy(StaffAct, act.pk, series(some), object_id=public_id("s.n", 10), at=ago, staff_id=moderator)
    said = TalkMessage.objects.create(
        game=Game.objects.get(pk=games_ids), room=Room.PLAYERS, author=hero, text="Good game!", key="k",
        log_number=1, created_at=now,
    )  # fmt: skip
    copy(
        TalkMessage, said.pk, series(max(2 * LEAST, games // 4)), author_id=somebody, key="'k' || s.n",
        game_id=f"{games_ids} + {dice('s.n', '(SELECT count(*) FROM scale_plan)')}", created_at=ago,  # noqa: S608
    )  # fmt: skip
    report = Report.objects.create(message=said, reporter=hero, reason="Rude.", created_at=now)
    copy(
        Report, report.pk, series(some), message_id=f"{said.pk} + s.n % {LEAST}",
        reporter_id=f"{people.first} + s.n - 1",
        created_at=ago, settled_at="CASE WHEN s.n > 12 THEN now() END",
    )  # fmt: skip
    club = Club.objects.earliest("pk")
    complaint = ClubReport.objects.create(
        club=club, reporter=hero, said="Orion", reason="Rude.", created_at=now, settled_at=now
    )
    of_clubs = f"{club.pk} + s.n % {LEAST}"
    copy(ClubReport, complaint.pk, series(some), reporter_id=somebody, club_id=of_clubs, created_at=ago)


def make_results(people: People) -> None:
    """Tallies and ratings that agree with the games."""
    counted = (
        "FROM games_seat s JOIN games_game g ON g.id = s.game_id WHERE g.status = 'finished' "
        "AND g.visibility = 'public' AND g.turn_count >= g.players + 2"
    )
    results = ", ".join(
        f"count(*) FILTER (WHERE s.result = '{each}')" for each in ("won", "shared", "drawn", "lost")
    )
    execute("TRUNCATE games_playertally, games_pairtally")
    execute(
        "INSERT INTO games_playertally (player_id, variant, won, shared, drawn, lost) "
        f"SELECT s.player_id, g.variant, {results} {counted} GROUP BY 1, 2"
    )
    low = "s.player_id < o.player_id"
    execute(
        "INSERT INTO games_pairtally (one_id, other_id, one_won, other_won, both_won, drawn, neither) "
        "SELECT s.player_id, o.player_id, count(*) FILTER (WHERE s.result = 'won'), "
        "count(*) FILTER (WHERE o.result = 'won'), 0, 0, "
        "count(*) FILTER (WHERE s.result = 'lost' AND o.result = 'lost') "
        f"{counted.replace(' WHERE', f' JOIN games_seat o ON o.game_id = s.game_id AND {low} WHERE', 1)} "
        "GROUP BY 1, 2"
    )
    last = RatingCounter.objects.get_or_create(pk=1)[0].last_number
    place = (
        "jsonb_build_object('player', {0}.player_id, "
        "'score', CASE {0}.result WHEN 'won' THEN 1.0 ELSE 0.0 END, "
        "'substituted', false, 'lost_on_time', false)"
    )
    execute(
        "INSERT INTO ratings_ratedresult (number, game_id, pool, ended_at, places, why_not, withdrawn) "  # noqa: S608
        f"SELECT {last} + row_number() OVER (ORDER BY g.finished_at, g.id), g.id, 'two', g.finished_at, "
        f"jsonb_build_array({place.format('a')}, {place.format('b')}), '', '' "
        "FROM scale_plan p JOIN games_game g ON g.id = p.id "
        "JOIN games_seat a ON a.game_id = g.id AND a.number = 0 "
        "JOIN games_seat b ON b.game_id = g.id AND b.number = 1 "
        "WHERE g.rated AND g.status = 'finished' AND g.players = 2"
    )
    RatingCounter.objects.update(last_number=last + RatedResult.objects.count())
    for mine, other in (("a", "b"), ("b", "a")):
        execute(
            "INSERT INTO ratings_ratingchange (number, game_id, player_id, pool, why, opponents, at, "  # noqa: S608
            "rating_before, deviation_before, games_before, rating_after, deviation_after, games_after, "
            "day_after) "
            f"SELECT r.number, r.game_id, {mine}.player_id, 'two', {mine}.result, "
            f"jsonb_build_array({other}.player_id), "
            "r.ended_at, 1500, 90, 5, 1500 + r.number % 400, 80, 6, 20000 FROM ratings_ratedresult r "
            "JOIN games_seat a ON a.game_id = r.game_id AND a.number = 0 "
            "JOIN games_seat b ON b.game_id = r.game_id AND b.number = 1 "
            "ORDER BY r.number"
        )
    recompute_ratings(write=True)
    # Among few too few have played enough for a page of the list.
    execute("UPDATE ratings_playerrating SET listed_until = now() + interval '300 days'")
