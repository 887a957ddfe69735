"""An event's news told elsewhere: to what its directors have named, and to what its club has."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from clubs.hooks import key_of as key_of_club
from notices.hooks.models import HookPost
from notices.hooks.places import Place, PostKind, register_place, register_posts
from notices.hooks.services import post_news
from notices.kinds import Letter, Link
from tournaments.models import Act, CoDirector, Entry, Event, EventStatus, Kind, Result, ResultKind, TableSeat
from tournaments.words import act_sentence
from upkeep.log_in import by_log_in

PREFIX: Final = "event"
TABLE_ENDED: Final = "table-ended"
"""Its news is the result."""
ACTS: Final = (Kind.STARTED, Kind.PAIRED, Kind.CLOSED, Kind.FINISHED, Kind.GOES_ON, Kind.CANCELLED)
"""Those that are told, each as a kind of post of its own; its news is the act."""
TABLES_NAMED: Final = 30


def register_all() -> None:
    register_place(Place(PREFIX, title=title_of, leaders=leaders_of, path=path_of, mark=mark))
    register_posts(PostKind(TABLE_ENDED, is_still_true=has_ended, letter=ended_letter))
    register_posts(*[PostKind(f"event-{kind}", is_still_true=is_so, letter=act_letter) for kind in ACTS])


def key_of(event: Event) -> str:
    return f"{PREFIX}-{event.public_id}"


def post_act(event: Event, act: Act) -> None:
    """In the transaction of the act."""
    if act.kind in ACTS:
        post_news(kind=f"event-{act.kind}", about=_told(event), news=act.pk, now=act.at)


def post_result(result: Result) -> None:
    """In the transaction in which a table ends."""
    if result.weight > 0 and result.kind != ResultKind.BYE:
        about = _told(result.table.round.event)
        post_news(kind=TABLE_ENDED, about=about, news=result.pk, now=result.at)


def _told(event: Event) -> list[str]:
    """The keys of what has any address."""
    keys = [key_of(event)] if event.hooked else []
    if event.club is not None and event.club.hooked:
        keys.append(key_of_club(event.club))
    return keys


def _event(about: str) -> Event | None:
    found = Event.objects.filter(public_id=about.removeprefix(f"{PREFIX}-"))
    return found.select_related("club", "director").first()


def title_of(about: str) -> str:
    event = _event(about)
    return event.title if event else ""


def leaders_of(about: str) -> Collection[Player]:
    event = _event(about)
    if event is None:
        return []
    beside = CoDirector.objects.filter(event=event, accepted_at__isnull=False).select_related("player")
    return [*([event.director] if event.director else []), *[each.player for each in beside]]


def path_of(about: str) -> str:
    return reverse("tournaments:event", args=[about.removeprefix(f"{PREFIX}-")])


def mark(about: str, has_any: bool) -> None:
    Event.objects.filter(public_id=about.removeprefix(f"{PREFIX}-")).update(hooked=has_any)


def address_of(event: Event) -> str:
    """By the log-in where there is no such event for whoever is not logged in."""
    path = event.get_absolute_url()
    return settings.SITE_URL + (by_log_in(path) if event.is_hidden else path)


def is_so(post: HookPost) -> bool:
    """Of what is over or not, that nothing has changed it since."""
    act = Act.objects.select_related("event").filter(pk=post.news).first()
    if act is None:
        return False
    if act.kind == Kind.FINISHED:
        return act.event.status == EventStatus.FINISHED
    return act.kind == Kind.CANCELLED or act.event.status != EventStatus.CANCELLED


def act_letter(post: HookPost) -> Letter:
    act = Act.objects.select_related("event__club", "player", "other").get(pk=post.news)
    said = act_sentence(act)
    more: tuple[str, ...] = ()
    if act.kind == Kind.PAIRED:
        more = _tables(act)
    elif act.kind == Kind.FINISHED:
        more = _first(act.event)
    return _letter(act.event, said, *more)


def has_ended(post: HookPost) -> bool:
    """By nothing later."""
    result = Result.objects.filter(pk=post.news).first()
    return result is not None and not Result.objects.filter(table=result.table, pk__gt=result.pk).exists()


def ended_letter(post: HookPost) -> Letter:
    """Who played, and where: how it ended says the table, to whom it is shown."""
    result = Result.objects.select_related("table__round__event__club").get(pk=post.news)
    table = result.table
    said = gettext("Table {table} of round {round} is over: {names}.").format(
        table=table.number, round=table.round.number, names=_names([table.pk]).get(table.pk, "")
    )
    return _letter(table.round.event, said)


def _letter(event: Event, said: str, *more: str) -> Letter:
    return Letter(
        subject=f"{event.title}: {said}",
        paragraphs=(said, *more),
        link=Link(gettext("The event"), address_of(event)),
    )


def _tables(act: Act) -> tuple[str, ...]:
    seats = TableSeat.objects.filter(
        table__round__event=act.event, table__round__number=act.data["round"], table__annulled_at=None
    )
    tables = seats.order_by("table__number").values_list("table", flat=True).distinct()
    return tuple(_names(list(tables)[:TABLES_NAMED]).values())


def _names(tables: Collection[int]) -> dict[int, str]:
    """Who sits at each of these tables."""
    found: dict[int, list[str]] = {}
    seats = TableSeat.objects.filter(table__in=tables).order_by("table__number", "number")
    for table, name in seats.values_list("table", "entry__player__name"):
        found.setdefault(table, []).append(name)
    return {table: " – ".join(names) for table, names in found.items()}


def _first(event: Event) -> tuple[str, ...]:
    first = Entry.objects.filter(event=event, place=1).order_by("division", "number")
    names = ", ".join(first.values_list("player__name", flat=True))
    return (gettext("First: {names}.").format(names=names),) if names else ()
