"""The notices of a ladder: a challenge, and what a game came to, whose key is the game's public id; and that
a newcomer is off it, whose key names the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Status
from games.notices.kinds import NoticeKind
from games.notices.muting import mute_link
from ladders.arithmetic.order import EventKind, Result
from ladders.ladder.access import ladders_seen_by
from ladders.ladder.holding import Holds, held_places
from ladders.models import Challenge, Ladder, LadderEvent, Rung, WhyLeft
from notices.bell.subjects import Subject
from notices.kinds import Kind, Letter, Link, said
from notices.models import Notice
from notices.services import tell, withdraw
from upkeep.dates import in_mail

CHALLENGED: Final = "ladder_challenged"
RESULT: Final = "ladder_result"
TAKEN_OFF: Final = "ladder_taken_off"
SINKS: Final = "ladder_sinks"
SWITCH: Final = "mail_ladders"
_PREFIX: Final = "ladder-"


def notify_challenged(challenge: Challenge, event: LadderEvent, *, now: datetime) -> None:
    """Whoever hears it this way need not be told that a game has begun."""
    told = tell(
        kind=CHALLENGED,
        key=challenge.game.public_id,
        news=event.number,
        players=[challenge.challenged],
        by=challenge.challenger,
        now=now,
    )
    for kind in (NoticeKind.START, NoticeKind.TURN):
        withdraw(kind=kind, key=challenge.game.public_id, news=challenge.game.log_number, players=told)


def notify_result(challenge: Challenge, event: LadderEvent, *, by: Player | None, now: datetime) -> None:
    """Whoever hears it this way need not be told that the game is over."""
    told = tell(
        kind=RESULT,
        key=challenge.game.public_id,
        news=event.number,
        players=[challenge.challenger, challenge.challenged],
        by=by,
        now=now,
    )
    withdraw(kind=NoticeKind.END, key=challenge.game.public_id, news=challenge.game.log_number, players=told)


def notify_taken_off(ladder: Ladder, event: LadderEvent, *, player: Player, now: datetime) -> None:
    """A newcomer who has challenged nobody is off it."""
    tell(kind=TAKEN_OFF, key=key_of(ladder), news=event.number, players=[player], by=None, now=now)


def notify_sinking(ladder: Ladder, rung: Rung, *, now: datetime) -> None:
    """That a place is held without playing for it, a week before it is lost."""
    tell(kind=SINKS, key=key_of(ladder), news=ladder.last_number, players=[rung.player], by=None, now=now)


def key_of(ladder: Ladder) -> str:
    """By which notices call it."""
    return f"{_PREFIX}{ladder.public_id}"


def subjects(player: Player, notices: Sequence[Notice]) -> dict[str, Subject]:
    """Of the ladders in the bell that the player may see."""
    ids = [str(notice.key).removeprefix(_PREFIX) for notice in notices if str(notice.key).startswith(_PREFIX)]
    ladders = ladders_seen_by(player).filter(public_id__in=ids) if ids else []
    return {key_of(ladder): Subject(ladder.title, ladder.get_absolute_url()) for ladder in ladders}


def is_challenged(notice: Notice) -> bool:
    challenge = _challenge(notice)
    return challenge is not None and challenge.game.status == Status.RUNNING


def has_result(notice: Notice) -> bool:
    challenge = _challenge(notice)
    return challenge is not None and challenge.settled_number == notice.news


def is_off(notice: Notice) -> bool:
    """And may see the ladder still."""
    event = _taken_off(notice)
    if event is None or Rung.objects.filter(ladder=event.ladder, player=notice.player).exists():
        return False
    return ladders_seen_by(notice.player).filter(pk=event.ladder_id, closed_at__isnull=True).exists()


def sinks(notice: Notice) -> bool:
    """Still, on a ladder that the player may see."""
    rung = _warned(notice)
    return rung is not None and ladders_seen_by(notice.player).filter(pk=rung.ladder_id).exists()


def challenged_letter(notice: Notice) -> Letter:
    challenge = Challenge.objects.select_related("game", "challenger", "ladder__club").get(
        game__public_id=notice.key
    )
    game, name = challenge.game, challenge.challenger.name
    said = gettext("{name} challenges you on the ladder, from place {place}. The game has begun.").format(
        name=name, place=challenge.from_place
    )
    stake = gettext("If {name} wins, your place {place} goes to {name}; else you keep it.").format(
        name=name, place=challenge.to_place
    )
    yours = game.seats.filter(player=notice.player, number=game.next_seat).exists()
    whose = gettext("It is your turn.") if yours else gettext("{player} is to move.").format(player=name)
    return Letter(
        subject=gettext("{name} challenges you on the ladder").format(name=name),
        paragraphs=(said, stake, whose),
        link=Link(
            gettext("Make your turn") if yours else gettext("The table"),
            _address(challenge.ladder, reverse("games:table", args=[game.public_id])),
        ),
        mute=Link(gettext("Send me no more about this game"), mute_link(notice.player, game.public_id)),
    )


def result_letter(notice: Notice) -> Letter:
    challenge = Challenge.objects.select_related("game", "challenger", "challenged", "ladder__club").get(
        game__public_id=notice.key
    )
    event = LadderEvent.objects.get(ladder=challenge.ladder, number=notice.news)
    sends = notice.player_id == challenge.challenger_id
    other = challenge.challenged if sends else challenge.challenger
    result = _outcome(Result(challenge.result), sends=sends, name=other.name)
    return Letter(
        subject=gettext("The ladder: {result}").format(result=result),
        paragraphs=(result, *_place(event, notice.player_id, sends=sends)),
        link=Link(gettext("The ladder"), _address(challenge.ladder, challenge.ladder.get_absolute_url())),
    )


def taken_off_letter(notice: Notice) -> Letter:
    event = _taken_off(notice)
    if event is None:
        raise LadderEvent.DoesNotExist
    ladder = event.ladder
    return Letter(
        subject=gettext("You are off the ladder"),
        paragraphs=(
            gettext(
                "{ladder}: you were new there and have challenged nobody within 14 days, so your place "
                "{place} is free again."
            ).format(ladder=ladder.title, place=event.data["from"]),
            gettext("You may join again whenever you like, at the bottom."),
        ),
        link=Link(gettext("The ladder"), _address(ladder, ladder.get_absolute_url())),
    )


def sinks_letter(notice: Notice) -> Letter:
    rung = _warned(notice)
    if rung is None or rung.sinks_at is None:
        raise Rung.DoesNotExist
    [held] = held_places(rung.ladder, [rung], rung.warned_at or rung.sinks_at).values() or [Holds.IDLE]
    return Letter(
        subject=gettext("Your place on the ladder is about to sink"),
        paragraphs=(
            gettext("{title}: {sentence}").format(title=rung.ladder.title, sentence=why_it_sinks(held)),
            gettext("From {until} on you lose a place a week, from place {place}.").format(
                until=in_mail(rung.sinks_at), place=rung.place
            ),
        ),
        link=Link(gettext("The ladder"), _address(rung.ladder, rung.ladder.get_absolute_url())),
    )


def why_it_sinks(held: Holds) -> str:
    match held:
        case Holds.BLOCKS:
            return gettext(
                "You have blocked somebody who could challenge you. Unblock that player, and your place is "
                "kept."
            )
        case Holds.LIMBO:
            return gettext("You are about to leave, so nobody can challenge you.")
    return gettext(
        "You have begun no game there with somebody new to you for 30 days. Offer a game, and your place is "
        "kept."
    )


KINDS: Final = (
    Kind(
        CHALLENGED,
        SWITCH,
        is_challenged,
        challenged_letter,
        line=said(_("You are challenged on the ladder.")),
    ),
    Kind(
        RESULT,
        SWITCH,
        has_result,
        result_letter,
        line=said(_("The game is over, and counts for the ladder.")),
    ),
    Kind(TAKEN_OFF, SWITCH, is_off, taken_off_letter, line=said(_("You are off the ladder."))),
    Kind(SINKS, SWITCH, sinks, sinks_letter, line=said(_("Your place sinks soon if you do not play."))),
)


def _challenge(notice: Notice) -> Challenge | None:
    return Challenge.objects.select_related("game").filter(game__public_id=notice.key).first()


def _taken_off(notice: Notice) -> LadderEvent | None:
    """The line of the log that the notice tells of."""
    events = LadderEvent.objects.select_related("ladder__club").filter(player=notice.player)
    public_id = (notice.key or "").removeprefix(_PREFIX)
    return events.filter(ladder__public_id=public_id, number=notice.news).first()


def _warned(notice: Notice) -> Rung | None:
    public_id = (notice.key or "").removeprefix(_PREFIX)
    rungs = Rung.objects.select_related("ladder__club", "player")
    return rungs.filter(ladder__public_id=public_id, player=notice.player, warned_at__isnull=False).first()


def _address(ladder: Ladder, path: str) -> str:
    if not ladder.is_hidden:
        return settings.SITE_URL + path
    return f"{settings.SITE_URL}{reverse('account_login')}?next={path}"


def _outcome(result: Result, *, sends: bool, name: str) -> str:
    match result:
        case Result.VOID:
            return gettext("Your game against {name} is void.").format(name=name)
        case Result.DRAWN:
            return gettext("You and {name} have drawn.").format(name=name)
    if (result is Result.LOST) != sends:
        return gettext("You have won against {name}.").format(name=name)
    return gettext("You have lost against {name}.").format(name=name)


def _place(event: LadderEvent, player: int, *, sends: bool) -> list[str]:
    """What it came to for the reader: the place then, and whether he dropped out."""
    side = "" if sends else "other_"
    before, after = event.data[f"{side}from"], event.data[f"{side}to"]
    followed = LadderEvent.objects.filter(ladder=event.ladder_id, cause=event.number, player=player)
    lines = {each.kind: each for each in followed}
    if before is None or after is None:
        return [gettext("You are not on the ladder any more, so no place has moved for you.")]
    if EventKind.BARRED in lines:
        return [
            gettext(
                "You came to no turn of a game for the second time within 90 days: you are off the ladder, "
                "and may join again after 30 days."
            )
        ]
    left = lines.get(EventKind.LEFT)
    if left and left.why == WhyLeft.NO_SHOW:
        return [
            gettext(
                "You came to no turn of it, so you are off the ladder. You may join again at once; if it "
                "happens again within 90 days, only after 30 days."
            )
        ]
    if left and left.why == WhyLeft.AWAY:
        return [gettext("You ran out of time before your third turn, so you are off the ladder.")]
    if left:
        return [gettext("It was your last game there, so you have left the ladder.")]
    if EventKind.LIMBO in lines:
        return [
            gettext(
                "You ran out of time: you leave the ladder when your other games there are over, unless you "
                "say on its page that you are back."
            )
        ]
    if before == after:
        return [gettext("You stay at place {place}.").format(place=after)]
    moved = gettext("You were at place {before} and stand at {after} now.").format(before=before, after=after)
    if sends and event.result == Result.EARLY and after > event.data["other_from"]:
        return [moved, gettext("Your opponent made fewer than three turns, so it is one place only.")]
    return [moved]
