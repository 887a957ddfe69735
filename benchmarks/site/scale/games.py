"""The games of the measured site: those that pages show, always as many, among others, few or many."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, NamedTuple

from accounts.models import Player
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game, LogEntry, Seat
from games.services import resign
from games.tests.play import play_peaceful_turns
from homeworlds.rules import Preset, Variant, preset_rules
from proofs.kit.cast import new_game
from proofs.kit.rows import copy_joined, dice, execute, one, public_id

HERO_GAMES: Final = 2000
OPEN: Final = 900
LIVELY: Final = 60
CLUB_GAMES: Final = 280
NEIGHBOURS: Final = 200
"""Whom the measured player has met, and who wait in the lobby."""


class Templates(NamedTuple):
    finished: int
    running: int
    open: int


def make_templates(people: list[int]) -> Templates:
    """Their ids, and they are played by the services."""
    one_, other = Player.objects.in_bulk(people).values()
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    terms = GameTerms(clock=PACES["normal"], vacation_allowed=False)
    how: dict[str, Any] = {"rules": rules, "preset": Preset.MODERN, "terms": terms}
    finished = play_peaceful_turns(new_game(one_, other, **how), 8)
    loser = finished.seats.select_related("player").get(number=1)
    resign(game_id=finished.pk, player=loser.player, key="r", confirmed=True)
    running = play_peaceful_turns(new_game(one_, other, **how), 8)
    return Templates(finished.pk, running.pk, new_game(one_, None, **how).pk)


def make_games(number: int, templates: Templates, *, hero: int, first: int, people: int, clubs: int) -> None:
    """So many others beside those that are always there; all mixed, as time mixes them."""
    _plan(number, templates, hero=hero, first=first, people=people, clubs=clubs)
    _games()
    _seats()
    _logs()
    execute("SELECT setval(pg_get_serial_sequence('games_game', 'id'), (SELECT max(id) FROM games_game))")


def make_lively() -> None:
    """Some games have turns of the last hour, whenever their rows were made."""
    execute(
        "UPDATE games_game AS g SET changed_at = now() - interval '50 seconds' * p.n FROM scale_plan AS p "
        "WHERE p.id = g.id AND p.kind = 'lively'"
    )
    execute(
        "UPDATE games_logentry AS e SET created_at = now() - interval '50 seconds' * p.n "
        "FROM scale_plan AS p "
        "WHERE p.id = e.game_id AND p.kind = 'lively'"
    )


def _plan(number: int, templates: Templates, *, hero: int, first: int, people: int, clubs: int) -> None:
    """Who plays in which game, when it ended or what happened last, and what it is a copy of."""
    last, club = Game.objects.latest("pk").pk, one("SELECT min(id) FROM clubs_club")
    anybody, crowd = dice("n", people), dice("n", NEIGHBOURS)
    kinds = [
        (HERO_GAMES, "hero", "finished", crowd, "NULL::bigint"),
        (30, "hero", "running", crowd, "NULL::bigint"),
        (5, "hero", "cancelled", crowd, "NULL::bigint"),
        (CLUB_GAMES, "club", "finished", crowd, str(club)),
        (20, "club", "running", crowd, str(club)),
        (LIVELY, "lively", "running", crowd, "NULL::bigint"),
        (OPEN, "open", "open", crowd, "NULL::bigint"),
        (number // 40 + 20, "other", "running", anybody, "NULL::bigint"),
        (number // 20 + 20, "other", "cancelled", anybody, "NULL::bigint"),
        (number * 37 // 40, "other", "finished", anybody, _some_club(club, clubs)),
    ]
    parts = [
        f"SELECT '{kind}' AS kind, '{status}' AS status, n, {player} AS a, ({place})::bigint AS club "  # noqa: S608
        f"FROM generate_series(1, {many}) AS n"
        for many, kind, status, player, place in kinds
    ]
    template = (
        f"CASE status WHEN 'finished' THEN {templates.finished} WHEN 'running' THEN {templates.running} "
        f"ELSE {templates.open} END"
    )
    next_one = f"{first} + (a + 1 + {dice('n + 7', NEIGHBOURS - 3)}) % {people}"
    execute("DROP TABLE IF EXISTS scale_plan")
    execute(
        "CREATE UNLOGGED TABLE scale_plan AS SELECT "  # noqa: S608
        f"{last} + row_number() OVER (ORDER BY md5(kind || status || n)) AS id, kind, status, n, club, "
        f"{template} AS template, "
        f"CASE WHEN kind = 'hero' AND n % 2 = 0 THEN {hero} ELSE {first} + a END AS a, "
        f"CASE WHEN kind = 'hero' AND n % 2 = 1 THEN {hero} "
        f"WHEN kind = 'hero' THEN {first} + a ELSE {next_one} END AS b, "
        f"CASE WHEN n % 7 = 0 AND kind = 'other' THEN {first} + (a + {NEIGHBOURS - 1}) % {people} END AS c, "
        f"CASE WHEN n % 20 = 0 AND kind = 'other' THEN 'unlisted' ELSE 'public' END AS seen, "
        "n % 2 = 0 AS rated, "
        "now() - CASE WHEN kind = 'lively' THEN interval '50 seconds' * n "
        f"WHEN status = 'finished' THEN interval '1 minute' * (100 + {dice('n + 1', 1_500_000)}) "
        f"ELSE interval '1 minute' * (61 + {dice('n + 2', 7_000)}) END AS at "
        f"FROM ({' UNION ALL '.join(parts)}) AS planned"
    )
    execute("CREATE UNIQUE INDEX ON scale_plan (id)")
    execute("ANALYZE scale_plan")


def _some_club(first: int, clubs: int) -> str:
    return f"CASE WHEN n % 25 = 0 THEN {first} + 1 + {dice('n', clubs - 1)} END"


def _games() -> None:
    later = timedelta(days=9)
    of_four = "s.kind = 'open' AND s.n % 3 = 0"
    copy_joined(
        Game,
        "scale_plan AS s WHERE t.id = s.template ORDER BY s.id",
        id="s.id",
        public_id=public_id("s.id"),
        status="s.status",
        visibility="s.seen",
        rated="s.rated",
        club_id="s.club",
        creator_id="s.a",
        players="CASE WHEN s.c IS NOT NULL THEN 3 WHEN s.kind = 'open' AND s.n % 3 = 0 THEN 4 ELSE 2 END",
        variant=f"CASE WHEN s.c IS NOT NULL OR {of_four} THEN 'last-captain-standing' ELSE t.variant END",
        origin_title="CASE WHEN s.n % 10 = 0 AND s.status <> 'open' "
        "THEN 'Cup of ' || to_char(s.at, 'Mon YYYY') ELSE '' END",
        created_at="s.at - interval '20 days'",
        started_at="CASE WHEN t.started_at IS NOT NULL THEN s.at - interval '19 days' END",
        finished_at="CASE WHEN s.status = 'finished' THEN s.at END",
        changed_at="s.at",
        expires_at="CASE WHEN s.status = 'open' THEN now() + interval '20 days' END",
        due_at=f"CASE WHEN s.status = 'running' THEN s.at + interval '{later.days} days' END",
        sweep_at=f"CASE WHEN s.status = 'running' THEN s.at + interval '{later.days} days' END",
    )


def _seats() -> None:
    """A third one sits like the second; open tables of four have two more open seats."""
    ranked = "(SELECT id, rank() OVER (PARTITION BY game_id ORDER BY id) - 1 AS place FROM games_seat) AS r"
    number = "CASE WHEN t.number IS NOT NULL THEN {0} END"
    started = {"game_id": "s.id", "ended_at": "CASE WHEN s.status = 'finished' THEN s.at END"}
    execute("CREATE TEMPORARY TABLE seat_templates AS SELECT t.id, t.game_id, r.place FROM games_seat t, "  # noqa: S608
            f"{ranked} WHERE r.id = t.id")  # fmt: skip
    who = "CASE COALESCE(t.number, r.place) WHEN 0 THEN s.a ELSE s.b END"
    copy_joined(
        Seat,
        "scale_plan AS s, seat_templates AS r, accounts_player AS p "
        f"WHERE r.game_id = s.template AND t.id = r.id AND p.id = {who} ORDER BY s.id",
        **started,
        player_id="CASE WHEN t.player_id IS NOT NULL THEN p.id END",
        name="CASE WHEN t.name <> '' THEN p.name ELSE '' END",
    )
    copy_joined(
        Seat,
        "scale_plan AS s, seat_templates AS r, accounts_player AS p "
        "WHERE r.game_id = s.template AND t.id = r.id AND r.place = 1 AND s.c = p.id "
        "AND t.number IS NOT NULL ORDER BY s.id",
        **started,
        number=number.format(2),
        player_id="p.id",
        name="p.name",
        result="CASE WHEN s.status = 'finished' THEN 'lost' ELSE '' END",
    )
    copy_joined(
        Seat,
        "scale_plan AS s, seat_templates AS r, generate_series(1, 2) WHERE r.game_id = s.template "
        "AND t.id = r.id AND t.kind = 'open' AND s.kind = 'open' AND s.n % 3 = 0",
        **started,
    )


def _logs() -> None:
    """Of the others' finished games the last entry alone."""
    player = "CASE t.seat WHEN 0 THEN s.a WHEN 1 THEN s.b END"
    whole = "s.status = 'running' OR s.kind IN ('hero', 'club') OR t.number = g.log_number"
    copy_joined(
        LogEntry,
        f"scale_plan AS s, games_game AS g WHERE t.game_id = s.template AND g.id = s.template AND ({whole})",
        game_id="s.id",
        player_id=player,
        created_at="s.at",
    )
