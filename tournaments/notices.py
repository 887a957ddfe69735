"""Who is told what of an event, whether it is still true, and how it is said. The key of such a notice names
the event; that of a table that is ready is its game's, and it takes the place of the game's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from accounts.models import Player
from games.notices import letters, still_true
from notices.bell.subjects import Subject, add_subjects
from notices.kinds import Kind, Letter, Link, register, said
from notices.models import Notice
from notices.selectors import by_mail
from notices.services import tell
from tournaments import rights
from tournaments.access import events_seen_by
from tournaments.models import (
    Act,
    CoDirector,
    Entry,
    Event,
    EventStatus,
    EventTable,
    Format,
    Round,
    RoundKind,
    TableSeat,
)
from tournaments.models import Kind as ActKind
from tournaments.rights import directs
from tournaments.words import act_sentence, until_words
from upkeep.dates import in_mail

ROUNDS: Final = "mail_event_rounds"
TABLES: Final = "mail_event_tables"
DEADLINES: Final = "mail_event_deadlines"
ENDS: Final = "mail_event_ends"
SWITCHES: Final = {
    ROUNDS: _("of my events: when a round is paired, and what the director says"),
    TABLES: _("of my events: when a table of mine is ready"),
    DEADLINES: _("of my events: when a round is about to end"),
    ENDS: _("of my events: when the standings are final, or the event is not held"),
}
ROUND: Final = "event_round"
TABLE: Final = "event_table"
DEADLINE: Final = "event_deadline"
FINAL: Final = "event_final"
WITHDRAWN: Final = "event_withdrawn"
MESSAGE: Final = "event_message"
PUT_OFF: Final = "event_put_off"
CANCELLED: Final = "event_cancelled"
INVITED: Final = "event_invitation"
ADJUDICATE: Final = "event_adjudicate"
TO_PAIR: Final = "event_to_pair"
NO_PAIRING: Final = "event_no_pairing"
REMOVED: Final = "event_removed"
DISQUALIFIED: Final = "event_disqualified"
CORRECTED: Final = "event_corrected"
ASKED: Final = "event_co_director"
HANDED_OVER: Final = "event_handed_over"
EDITED: Final = "event_edited"
_PREFIX: Final = "event-"


# --- telling; each in the transaction that makes the news


def notify_round(event: Event, round_: Round, players: Sequence[Player], *, now: datetime) -> None:
    """Whoever hears of a table of the round need not be told that it is paired."""
    games = EventTable.objects.filter(round=round_, game__isnull=False, annulled_at=None)
    of_tables = Notice.objects.filter(kind=TABLE, key__in=games.values("game__public_id"))
    told = set(by_mail(of_tables).values_list("player", flat=True))
    _tell(event, ROUND, round_.number, [player for player in players if player.pk not in told], now)


def notify_deadline(event: Event, round_: Round, players: Sequence[Player], *, now: datetime) -> None:
    _tell(event, DEADLINE, round_.number, players, now)


def notify_adjudicate(event: Event, round_: Round, directors: Sequence[Player], *, now: datetime) -> None:
    _tell(event, ADJUDICATE, round_.number, directors, now)


def notify_to_pair(event: Event, directors: Sequence[Player], *, number: int, now: datetime) -> None:
    _tell(event, TO_PAIR, number, directors, now)


def notify_no_pairing(event: Event, directors: Sequence[Player], *, number: int, now: datetime) -> None:
    _tell(event, NO_PAIRING, number, directors, now)


def notify_final(event: Event, players: Sequence[Player], *, number: int, now: datetime) -> None:
    """`number` is that of the act, here and below."""
    _tell(event, FINAL, number, players, now)


def notify_withdrawn(event: Event, player: Player, *, number: int, now: datetime) -> None:
    _tell(event, WITHDRAWN, number, [player], now)


def notify_message(
    event: Event, players: Sequence[Player], *, number: int, by: Player, now: datetime
) -> None:
    _tell(event, MESSAGE, number, players, now, by=by)


def notify_removed(event: Event, player: Player, *, number: int, by: Player, now: datetime) -> None:
    _tell(event, REMOVED, number, [player], now, by=by)


def notify_disqualified(
    event: Event, player: Player, *, number: int, by: Player | None, now: datetime
) -> None:
    _tell(event, DISQUALIFIED, number, [player], now, by=by)


def notify_corrected(
    event: Event, players: Sequence[Player], *, number: int, by: Player, now: datetime
) -> None:
    _tell(event, CORRECTED, number, players, now, by=by)


def notify_asked(event: Event, asked: Player, *, number: int, by: Player, now: datetime) -> None:
    _tell(event, ASKED, number, [asked], now, by=by)


def notify_handed_over(event: Event, to: Player, *, number: int, by: Player, now: datetime) -> None:
    _tell(event, HANDED_OVER, number, [to], now, by=by)


def notify_edited(event: Event, players: Sequence[Player], *, number: int, by: Player, now: datetime) -> None:
    _tell(event, EDITED, number, players, now, by=by)


def notify_put_off(event: Event, players: Sequence[Player], *, number: int, now: datetime) -> None:
    _tell(event, PUT_OFF, number, players, now)


def notify_cancelled(event: Event, players: Sequence[Player], *, by: Player | None, now: datetime) -> None:
    _tell(event, CANCELLED, 0, players, now, by=by)


def notify_invited(event: Event, invited: Player, *, by: Player, now: datetime) -> None:
    _tell(event, INVITED, 0, [invited], now, by=by)


def _tell(
    event: Event,
    kind: str,
    news: int,
    players: Iterable[Player],
    now: datetime,
    *,
    by: Player | None = None,
) -> None:
    tell(kind=kind, key=key_of(event), news=news, players=players, by=by, now=now)


# --- whether it is still so


def key_of(event: Event) -> str:
    """By which notices call it."""
    return f"{_PREFIX}{event.public_id}"


def subjects(player: Player, notices: Sequence[Notice]) -> dict[str, Subject]:
    """Of the events in the bell that the player may see."""
    ids = [str(notice.key).removeprefix(_PREFIX) for notice in notices if str(notice.key).startswith(_PREFIX)]
    events = events_seen_by(player).filter(public_id__in=ids) if ids else Event.objects.none()
    return {
        key_of(event): Subject(event.title, event.get_absolute_url(), gettext("Event")) for event in events
    }


def _event(notice: Notice) -> Event:
    public_id = str(notice.key).removeprefix(_PREFIX)
    return Event.objects.select_related("club", "director").get(public_id=public_id)


def _round(notice: Notice) -> Round | None:
    return Round.objects.filter(event=_event(notice), number=notice.news).first()


def _entry(notice: Notice) -> Entry | None:
    return Entry.objects.filter(event=_event(notice), player=notice.player).first()


def is_paired(notice: Notice) -> bool:
    round_ = _round(notice)
    return round_ is not None and round_.closed_at is None


def ends_soon(notice: Notice) -> bool:
    """And a table of the player still runs."""
    round_ = _round(notice)
    if round_ is None or round_.closed_at is not None or round_.ends_at is None:
        return False
    return _running_tables(notice, round_).exists()


def _running_tables(notice: Notice, round_: Round) -> QuerySet[EventTable]:
    """Of who is told."""
    tables = EventTable.objects.filter(round=round_, game__status="running", annulled_at=None)
    return tables.filter(seats__entry__player=notice.player).select_related("round")


def is_to_adjudicate(notice: Notice) -> bool:
    round_ = _round(notice)
    if round_ is None or round_.closed_at is not None:
        return False
    return round_.called_at is not None or round_.tables.filter(called_at__isnull=False).exists()


def is_to_pair(notice: Notice) -> bool:
    event = _event(notice)
    return event.waits_until is not None and directs(event, notice.player)


def is_without_pairing(notice: Notice) -> bool:
    return is_to_pair(notice) and _round(notice) is None


def is_final(notice: Notice) -> bool:
    event = _event(notice)
    later = Act.objects.filter(event=event, kind=ActKind.FINISHED, number__gt=notice.news)
    return event.status == EventStatus.FINISHED and not later.exists()


def is_withdrawn(notice: Notice) -> bool:
    entry = _entry(notice)
    return entry is not None and entry.withdrawn_at is not None


def is_in(notice: Notice) -> bool:
    return _entry(notice) is not None


def is_put_off(notice: Notice) -> bool:
    return _event(notice).status == EventStatus.OPEN and is_in(notice)


def is_cancelled(notice: Notice) -> bool:
    return _event(notice).status == EventStatus.CANCELLED


def is_invited(notice: Notice) -> bool:
    event, entry = _event(notice), _entry(notice)
    if entry is not None and entry.withdrawn_at is None:
        return False
    return not event.is_over and rights.is_invited(event, notice.player)


def is_removed(notice: Notice) -> bool:
    return rights.is_shut_out(_event(notice), notice.player)


def is_disqualified(notice: Notice) -> bool:
    entry = _entry(notice)
    return entry is not None and entry.disqualified_at is not None


def is_corrected(notice: Notice) -> bool:
    """By nothing later."""
    act = _act(notice)
    later = Act.objects.filter(table=act.table_id, kind=ActKind.CORRECTED, number__gt=act.number)
    return not later.exists()


def is_asked(notice: Notice) -> bool:
    asked = CoDirector.objects.filter(event=_event(notice), player=notice.player, accepted_at=None)
    return asked.exists()


def is_handed_over(notice: Notice) -> bool:
    return _event(notice).director_id == notice.player_id


# --- how it is said


def _letter(event: Event, subject: str, *paragraphs: str, number: int = 0) -> Letter:
    path = event.get_absolute_url()
    if event.is_hidden:
        path = f"{reverse('account_login')}?{urlencode({'next': path})}"
    return Letter(
        subject=subject.format(event=event.title, number=number),
        paragraphs=tuple([each for each in paragraphs if each]),
        link=Link(gettext("The event"), settings.SITE_URL + path),
    )


def _ends(round_: Round) -> str:
    if round_.ends_at is None:
        return gettext("Its games end by their clocks.")
    return gettext("The round ends on {when}; what runs then is adjudicated.").format(
        when=in_mail(round_.ends_at)
    )


def round_letter(notice: Notice) -> Letter:
    event, round_ = _event(notice), _round(notice)
    if round_ is None:
        raise ValueError(f"no round is paired for {notice}")
    together = Format(event.format).begins_at_once and round_.kind == RoundKind.NORMAL
    rounds = Round.objects.filter(event=event) if together else Round.objects.filter(pk=round_.pk)
    sat = TableSeat.objects.filter(table__round__in=rounds, table__annulled_at=None)
    tables = sat.filter(entry__player=notice.player).values("table")
    others = Player.objects.filter(event_entries__seats__table__in=tables).exclude(pk=notice.player_id)
    names = ", ".join(others.distinct().order_by("name").values_list("name", flat=True))
    if names:
        said = gettext("You play with {names}.").format(names=names)
    else:
        said = gettext("You have a bye: it counts as a win.")
    subject = gettext("{event}: round {number} is paired")
    if round_.kind == RoundKind.FINAL:
        subject = gettext("{event}: the final table")
    elif together:
        subject = gettext("{event} has begun")
    return _letter(event, subject, said, _ends(round_) if names else "", number=round_.number)


def table_letter(notice: Notice) -> Letter:
    begun = letters.start(notice)
    table = EventTable.objects.select_related("round__event").get(game__public_id=notice.key)
    said = gettext("Your table of the event “{event}” is ready.").format(event=table.round.event.title)
    return replace(begun, paragraphs=(said, *begun.paragraphs), picture=None)


def deadline_letter(notice: Notice) -> Letter:
    event, round_ = _event(notice), _round(notice)
    if round_ is None:
        raise ValueError(f"no round ends for {notice}")
    vote = gettext("Whoever is still in the game may vote on how it is adjudicated; else those left draw.")
    own = _running_tables(notice, round_).filter(ends_at__isnull=False).first()
    if own is None:
        return _letter(event, gettext("{event}: your round is about to end"), _ends(round_), vote)
    said = gettext("Your game ends on {when}; if it runs then it is adjudicated.")
    subject = gettext("{event}: your game is about to end")
    return _letter(event, subject, said.format(when=in_mail(own.until)), vote)


def adjudicate_letter(notice: Notice) -> Letter:
    said = gettext(
        "A round of your event is over, and some of its games still run. Adjudicate them within two days; "
        "then the site does: as their tables vote, else those left draw."
    )
    event = _event(notice)
    if event.pace.is_live:
        said = gettext(
            "A round of your event is over, and some of its games still run. Adjudicate them within ten "
            "minutes; then the site does: as their tables vote, else those left draw."
        )
    return _letter(event, gettext("{event}: games to adjudicate"), said)


def to_pair_letter(notice: Notice) -> Letter:
    event = _event(notice)
    said = gettext(
        "You wanted to pair the next round. Until {when} it waits for you; then the site pairs it."
    )
    return _letter(
        event,
        gettext("{event}: the next round waits for you"),
        said.format(when=in_mail(event.waits_until)),
    )


def no_pairing_letter(notice: Notice) -> Letter:
    event = _event(notice)
    act = Act.objects.get(event=event, kind=ActKind.NO_PAIRING, data__round=notice.news)
    subject = gettext("{event}: round {number} cannot be paired")
    return _letter(event, subject, act_sentence(act), until_words(event), number=notice.news)


def final_letter(notice: Notice) -> Letter:
    event, entry = _event(notice), _entry(notice)
    said = ""
    if entry is not None and entry.place is not None and entry.division is not None:
        said = gettext("You finished division {division} at place {place}.").format(
            division=entry.division, place=entry.place
        )
    elif entry is not None and entry.place is not None:
        said = gettext("You finished at place {place}.").format(place=entry.place)
    return _letter(event, gettext("{event}: the standings are final"), said, _winners(event))


def _winners(event: Event) -> str:
    first = Entry.objects.filter(event=event, place=1).select_related("player").order_by("division", "number")
    names = ", ".join([entry.player.name for entry in first])
    return gettext("First: {names}.").format(names=names) if names else ""


def withdrawn_letter(notice: Notice) -> Letter:
    event = _event(notice)
    act = Act.objects.get(event=event, number=notice.news)
    why = {
        "time": gettext("You ran out of time in a game of this event, so you are in no further round."),
        "suspended": gettext("Staff have suspended you, so you are in no further round of this event."),
        "club": gettext("You have left the club of this event, so you are in no further round of it."),
    }[act.data["why"]]
    back = gettext("You may come back on its page: then you play from the next round on.")
    return _letter(event, gettext("{event}: you are withdrawn"), why, back)


def message_letter(notice: Notice) -> Letter:
    event = _event(notice)
    act = Act.objects.select_related("by").get(event=event, number=notice.news)
    who = gettext("{name}, who directs the event, writes:").format(name=act.by.name if act.by else "")
    return _letter(event, gettext("{event}: a message of the director"), who, act.data["words"])


def _act(notice: Notice) -> Act:
    acts = Act.objects.select_related("by", "player", "other", "table")
    return acts.get(event=_event(notice), number=notice.news)


def removed_letter(notice: Notice) -> Letter:
    subject = gettext("{event}: the director has removed you")
    back = gettext("Games that run go on. You can come back once you are invited again.")
    return _letter(_event(notice), subject, act_sentence(_act(notice)), back)


def disqualified_letter(notice: Notice) -> Letter:
    subject = gettext("{event}: you are disqualified")
    return _letter(_event(notice), subject, act_sentence(_act(notice)))


def corrected_letter(notice: Notice) -> Letter:
    said = gettext("The standings follow it; your rating stays as the game left it.")
    subject = gettext("{event}: a result of yours is corrected")
    return _letter(_event(notice), subject, act_sentence(_act(notice)), said)


def asked_letter(notice: Notice) -> Letter:
    event, act = _event(notice), _act(notice)
    said = gettext("{name} asks you to direct the event “{event}” too.").format(
        name=act.by.name if act.by else "", event=event.title
    )
    back = gettext("Accept or decline on its page.")
    return _letter(event, gettext("{event}: will you direct it too?"), said, back)


def handed_over_letter(notice: Notice) -> Letter:
    act = _act(notice)
    said = gettext("{name} has handed the event over to you: you direct it from now on.")
    return _letter(
        _event(notice),
        gettext("{event}: you direct it now"),
        said.format(name=act.by.name if act.by else ""),
    )


def edited_letter(notice: Notice) -> Letter:
    event, act = _event(notice), _act(notice)
    starts = gettext("It starts on {when}.").format(when=in_mail(event.starts_at))
    return _letter(
        event,
        gettext("{event}: the announcement is changed"),
        act_sentence(act),
        starts if "starts_at" in act.data["fields"] and event.starts_at else "",
    )


def put_off_letter(notice: Notice) -> Letter:
    event = _event(notice)
    said = gettext("Too few have entered so far. It starts on {when}, or is put off again.")
    return _letter(event, gettext("{event} starts later"), said.format(when=in_mail(event.starts_at)))


def cancelled_letter(notice: Notice) -> Letter:
    event = _event(notice)
    return _letter(event, gettext("{event} is not held"), gettext("The event was given up before its start."))


def invited_letter(notice: Notice) -> Letter:
    event = _event(notice)
    name = event.director.name if event.director else ""
    said = gettext("{name} invites you to the event “{event}”.").format(name=name, event=event.title)
    return _letter(
        event, gettext("You are invited to the event “{event}”"), said, gettext("Enter it on its page.")
    )


def register_all() -> None:
    for field, when in SWITCHES.items():
        register_switch(field, when)
    add_subjects(subjects)
    register(
        Kind(ROUND, ROUNDS, is_paired, round_letter, line=said(_("Round {number} is paired."))),
        Kind(
            TABLE,
            TABLES,
            still_true.has_begun,
            table_letter,
            line=said(_("Your table of an event is ready.")),
        ),
        Kind(
            DEADLINE, DEADLINES, ends_soon, deadline_letter, line=said(_("Round {number} is about to end."))
        ),
        Kind(
            ADJUDICATE,
            DEADLINES,
            is_to_adjudicate,
            adjudicate_letter,
            line=said(_("Games of round {number} wait to be adjudicated.")),
        ),
        Kind(
            TO_PAIR, DEADLINES, is_to_pair, to_pair_letter, line=said(_("Round {number} waits to be paired."))
        ),
        Kind(
            NO_PAIRING,
            DEADLINES,
            is_without_pairing,
            no_pairing_letter,
            line=said(_("Round {number} cannot be paired by itself.")),
        ),
        Kind(FINAL, ENDS, is_final, final_letter, line=said(_("The standings are final."))),
        Kind(PUT_OFF, ENDS, is_put_off, put_off_letter, line=said(_("It starts later."))),
        Kind(CANCELLED, ENDS, is_cancelled, cancelled_letter, line=said(_("It is not held."))),
        Kind(WITHDRAWN, ROUNDS, is_withdrawn, withdrawn_letter, line=said(_("You are withdrawn."))),
        Kind(MESSAGE, ROUNDS, is_in, message_letter, line=said(_("The director says something."))),
        Kind(REMOVED, ROUNDS, is_removed, removed_letter, line=said(_("You are removed."))),
        Kind(
            DISQUALIFIED, ROUNDS, is_disqualified, disqualified_letter, line=said(_("You are disqualified."))
        ),
        Kind(CORRECTED, ROUNDS, is_corrected, corrected_letter, line=said(_("A result is corrected."))),
        Kind(EDITED, ROUNDS, is_in, edited_letter, line=said(_("The announcement is changed."))),
        Kind(HANDED_OVER, ROUNDS, is_handed_over, handed_over_letter, line=said(_("You direct it now."))),
        Kind(
            ASKED, "mail_invitations", is_asked, asked_letter, line=said(_("You are asked to direct it too."))
        ),
        Kind(INVITED, "mail_invitations", is_invited, invited_letter, line=said(_("You are invited."))),
    )
