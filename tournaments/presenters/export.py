"""An event to be taken away: its standings as a table, and all of it as JSON."""

from __future__ import annotations

import csv
import io
from typing import Any

from games.access import Viewer
from tournaments.models import Event, TieBreak
from tournaments.pairing.standings import Line as Standing
from tournaments.presenters.games import games_of
from tournaments.presenters.kept import ShownSheet
from tournaments.presenters.looking import who_stands_where
from tournaments.sheet import places_of_seats, points_of_seats


def standings_csv(event: Event, viewer: Viewer) -> str:
    """A line for each player, in the order of the standings. Figures have points, whatever the language."""
    sheet, written = ShownSheet(event), io.StringIO()
    breaks = [TieBreak(each) for each in event.tie_breaks]
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["division", "place", "player", "points", *map(str, breaks), "withdrawn"])
    for division, lines in enumerate(who_stands_where(sheet, viewer), 1):
        for line in lines:
            values = [_value(line.standing, each) for each in breaks]
            withdrawn = "yes" if line.entry.withdrawn_at else ""
            writer.writerow(
                [
                    division,
                    line.standing.place or "",
                    _plain(line.entry.player.name),
                    line.standing.points,
                    *values,
                    withdrawn,
                ]
            )
    return written.getvalue()


def _plain(name: str) -> str:
    """No spreadsheet takes it for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _value(line: Standing, by: TieBreak) -> float:
    return float(
        {
            TieBreak.OPPONENTS: line.opponents,
            TieBreak.WINS: line.wins,
            TieBreak.BERGER: line.sonneborn_berger,
            TieBreak.BUCHHOLZ: line.buchholz,
            TieBreak.DIRECT: line.direct,
            TieBreak.RATING: line.rating,
        }[by]
    )


def event_json(event: Event, viewer: Viewer) -> dict[str, Any]:
    """Everything that its page says: how it is played, who stands where, every table."""
    sheet = ShownSheet(event)
    games = games_of(sheet, sheet.lines, viewer)
    return {
        "event": event.public_id,
        "title": event.title,
        "format": event.format,
        "status": event.status,
        "variant": event.variant,
        "options": event.options,
        "points": event.points,
        "tie_breaks": event.tie_breaks,
        "standings": [
            {
                "division": division,
                "place": line.standing.place or None,
                "player": line.entry.player.name,
                "points": line.standing.points,
                "tie_breaks": {each: _value(line.standing, TieBreak(each)) for each in event.tie_breaks},
                "withdrawn": line.entry.withdrawn_at is not None,
            }
            for division, lines in enumerate(who_stands_where(sheet, viewer), 1)
            for line in lines
        ],
        "tables": [
            {
                "round": line.round,
                "table": line.number,
                "seats": [sheet.by_number[number].player.name for number in line.seats],
                "points": list(points_of_seats(event, line.placed)) if line.placed else None,
                "places": list(places_of_seats(line.placed)) if line.placed else None,
                "game": games[line.pk].address if line.pk in games else "",
            }
            for line in sheet.lines
        ],
    }
