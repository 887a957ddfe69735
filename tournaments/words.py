"""What was done in an event, in words: its players read all of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext, gettext_noop

from tournaments.models import DRAW, NOBODY, Act, Event, Kind
from upkeep.dates import exact

_WORDS: Final[Mapping[Kind, str]] = {
    Kind.OPENED: gettext_noop("The event is announced."),
    Kind.INVITED: gettext_noop("{name} is invited."),
    Kind.ENTERED: gettext_noop("{name} enters."),
    Kind.MOVED_UP: gettext_noop("{name} gets a place from the waiting list."),
    Kind.LEFT: gettext_noop("{name} leaves before the start."),
    Kind.REPLACED: gettext_noop("{name} gets the place of somebody who leaves."),
    Kind.PUT_OFF: gettext_noop("Too few have entered: the event starts on {until}, or is put off again."),
    Kind.STARTED: gettext_noop("The event starts with {number} players."),
    Kind.PAIRED: gettext_noop("Round {round} is paired."),
    Kind.BY_HAND: gettext_noop("The director will pair the next round."),
    Kind.NO_PAIRING: gettext_noop(
        "Round {round} cannot be paired: pairs who are kept apart, and byes that nobody has twice, leave no "
        "way to seat everybody."
    ),
    Kind.FORBIDDEN: gettext_noop("{name} and {other} are kept apart: they meet in no further round."),
    Kind.LIFTED: gettext_noop("{name} and {other} may meet again."),
    Kind.CLOSED: gettext_noop("Round {round} is over."),
    Kind.WITHDRAWN: gettext_noop("{name} withdraws."),
    Kind.RETURNED: gettext_noop("{name} comes back."),
    Kind.EXTENDED: gettext_noop("Round {round} is extended to {until}."),
    Kind.ADJUDICATED: gettext_noop("A game that outlasted its round is adjudicated: those left there draw."),
    Kind.ANNULLED: gettext_noop("Table {table} of round {round} is annulled and played anew. {reason}"),
    Kind.DISQUALIFY: gettext_noop(
        "{name} is disqualified, and has no place: whoever stood behind moves up. {reason}"
    ),
    Kind.CORRECTED: gettext_noop(
        "{name} wins table {table} of round {round}: so the director decides. {reason}"
    ),
    Kind.CO_ASKED: gettext_noop("{name} is asked to direct the event too."),
    Kind.CO_JOINED: gettext_noop("{name} directs the event too."),
    Kind.CO_LEFT: gettext_noop("{name} no longer directs the event beside its director."),
    Kind.HANDED_OVER: gettext_noop("{name} is the director from now on."),
    Kind.EDITED: gettext_noop("The director changes what was announced: {changed}."),
    Kind.MESSAGE: gettext_noop("To all: {words}"),
    Kind.FINISHED: gettext_noop("The event is over, and its standings are final."),
    Kind.GOES_ON: gettext_noop("A game has got another end, and the event goes on."),
    Kind.CANCELLED: gettext_noop("The event is not held."),
}
_WITHDRAWN: Final = {
    "time": gettext_noop("{name} ran out of time, and is withdrawn."),
    "suspended": gettext_noop("{name} is suspended, and so withdrawn."),
    "deleted": gettext_noop("{name} has deleted the account, and is withdrawn."),
    "club": gettext_noop("{name} has left the club, and is withdrawn."),
    "removed": gettext_noop("The director withdraws {name}, who is in no further round. {reason}"),
}
_CORRECTED: Final = {
    DRAW: gettext_noop("Table {table} of round {round} is a draw: so the director decides. {reason}"),
    NOBODY: gettext_noop(
        "Table {table} of round {round} counts for nobody: so the director decides. {reason}"
    ),
}
_FIELDS: Final = {
    "title": gettext_noop("the title"),
    "about": gettext_noop("the text"),
    "starts_at": gettext_noop("the start"),
    "least": gettext_noop("how many players it needs"),
    "most": gettext_noop("how many players it takes"),
}
_ADJUDICATED: Final = {
    "void": gettext_noop("A game that nobody has played outlasted its round: it is void."),
    "director": gettext_noop("The director adjudicates a game."),
    "vote": gettext_noop("A game that outlasted its round is adjudicated as its table voted."),
}


def act_sentence(act: Act) -> str:
    """Of an act fetched with its player; plain text, in the language that is active."""
    return gettext(_template(act)).format(**_params(act)).strip()


def until_words(event: Event) -> str:
    """What its director can do where the next round cannot be paired."""
    said = gettext(
        "Pair it by hand, let two meet whom you keep apart, or end the event. If nothing has changed until "
        "{when}, it is over with the rounds it has had."
    )
    return said.format(when=exact(event.waits_until))


def _template(act: Act) -> str:
    kind = Kind(act.kind)
    if kind is Kind.ENTERED and act.data["waits"]:
        return gettext_noop("{name} waits for a place.")
    if kind is Kind.BY_HAND and not act.data["by_hand"]:
        return gettext_noop("The next round is paired by the site after all.")
    if kind is Kind.PAIRED and act.data.get("confirmed"):
        return gettext_noop("The director pairs round {round}, and has confirmed what is unusual in it.")
    if kind is Kind.PAIRED and act.by_id is not None:
        return gettext_noop("The director pairs round {round}.")
    if kind is Kind.NO_PAIRING and act.data["code"] == "forbidden-at-tables":
        return gettext_noop(
            "Round {round} cannot be paired: pairs who are kept apart leave no way to seat everybody."
        )
    if kind is Kind.FINISHED and act.by_id is not None:
        return gettext_noop("The director ends the event, and its standings are final.")
    if kind is Kind.LEFT and "reason" in act.data:
        return gettext_noop("The director removes {name} before the start. {reason}")
    if kind is Kind.DISQUALIFY and act.by_id is None:
        return gettext_noop("{name} is suspended for long, and has no place: whoever stood behind moves up.")
    if kind is Kind.CORRECTED:
        return _CORRECTED.get(act.data["seat"], _WORDS[kind])
    if kind is Kind.WITHDRAWN:
        return _WITHDRAWN.get(act.data["why"], _WORDS[kind])
    if kind is Kind.ADJUDICATED:
        return _ADJUDICATED.get(act.data["how"], _WORDS[kind])
    return _WORDS[kind]


def _params(act: Act) -> dict[str, Any]:
    params = {
        "name": act.player.name if act.player else "",
        "other": act.other.name if act.other else "",
        **act.data,
    }
    if "until" in params:
        params["until"] = exact(datetime.fromisoformat(params["until"]))
    if "fields" in params:
        params["changed"] = ", ".join([gettext(_FIELDS[each]) for each in params["fields"]])
    if "players" in params:
        params["number"] = len(params["players"])
    return params
