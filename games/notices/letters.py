"""A notice as a mail, in its reader's language: plain text, and the same as HTML that loads nothing.

Mails pass through many hands: none says who is Good or Evil, also where the table may show it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Exists, Max, OuterRef, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.mail import SWITCHES, off_link
from accounts.reading import as_read_by
from board.words.game import goal_sentence, result_sentence, turn_sentences
from board.words.rules import preset_name, variant_name
from games.lobby.terms import terms_of
from games.log.moments import outcome_of
from games.log.words import entry_sentence
from games.models import EntryKind, Game, Invitation, LogEntry, Notice, NoticeKind, Seat, Visibility
from homeworlds.notation import parse_turn
from homeworlds.rules import Preset, Variant

WIDTH: Final = 72
MOST_ENTRIES: Final = 12
"""So many of the last entries at most: a player who was out of a long game is not told all of it."""
SWITCH_OF: Final = {
    NoticeKind.TURN: "mail_turns",
    NoticeKind.INVITATION: "mail_invitations",
    NoticeKind.START: "mail_starts",
    NoticeKind.END: "mail_ends",
    NoticeKind.DRAW: "mail_turns",
    NoticeKind.TERMS: "mail_starts",
    NoticeKind.REMOVED: "mail_starts",
    NoticeKind.CANCELLED: "mail_ends",
}
"""The field of the player that switches each kind on and off."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of the log in words."""

    heading: str
    sentences: tuple[str, ...]


class Link(NamedTuple):
    words: str
    path: str


@dataclass(frozen=True, slots=True)
class Letter:
    subject: str
    paragraphs: tuple[str, ...]
    told: tuple[Told, ...] = ()
    link: Link | None = None
    """Instead of the one to the table."""
    position: str = ""
    """The path of a picture of the position told of."""


def compose(notice: Notice, address: str) -> EmailMultiAlternatives:
    """The mail of a notice that is still true. Each time it is composed it has the same Message-ID."""
    player, game = notice.player, notice.game
    with as_read_by(player):
        letter = _LETTERS[NoticeKind(notice.kind)](notice, list(game.seats.select_related("player")))
        switch = SWITCH_OF[NoticeKind(notice.kind)]
        off = off_link(player, switch)
        link = letter.link or Link(gettext("The table"), reverse("games:table", args=[game.public_id]))
        context = {
            "letter": letter,
            "player": player,
            "link": link._replace(path=_address(game, link.path)),
            "position": letter.position and _address(game, letter.position),
            "when": SWITCHES[switch],
            "off_link": off,
            "site_name": settings.SITE_NAME,
        }
        text = wrapped(render_to_string("mail/notice.txt", context))
        html = render_to_string("mail/notice.html", context)
    host = urlsplit(settings.SITE_URL).hostname
    mail = EmailMultiAlternatives(
        subject=letter.subject,
        body=text,
        to=[address],
        headers={
            "Message-ID": f"<{notice.kind}.{game.public_id}.{notice.news}.{player.public_id}@{host}>",
            "References": f"<{game.public_id}@{host}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    mail.attach_alternative(html, "text/html")
    return mail


def wrapped(text: str) -> str:
    """Long lines broken between words, with the indent they had; addresses stay whole."""
    return "\n".join([_wrapped_line(line) for line in text.strip("\n").splitlines()]) + "\n"


def _wrapped_line(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.strip(),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _address(game: Game, path: str) -> str:
    """Of a page; by the log-in where the game does not exist for whoever is not logged in."""
    if game.visibility == Visibility.PUBLIC:
        return settings.SITE_URL + path
    return f"{settings.SITE_URL}{reverse('account_login')}?{urlencode({'next': path})}"


def _position_of(game: Game) -> str:
    """The picture of the position as it stands now, with the turn that led to it; it stays there when the
    game goes on."""
    return reverse("games:picture_png", args=[game.public_id, game.log_number])


def _turn(notice: Notice, seats: Sequence[Seat]) -> Letter:
    names = _names(seats)
    told = _told(notice, seats)
    since = [gettext("This happened since your last turn:")] if told else []
    return Letter(
        subject=gettext("Your turn: {players}").format(players=_title(names)),
        paragraphs=(gettext("It is your turn in the game {players}.").format(players=_title(names)), *since),
        told=told,
        position=_position_of(notice.game),
    )


def _start(notice: Notice, seats: Sequence[Seat]) -> Letter:
    game, names = notice.game, _names(seats)
    mover = game.next_seat or 0
    if seats[mover].player_id == notice.player_id:
        whose = gettext("It is your turn.")
    else:
        whose = gettext("{player} is to move.").format(player=names[mover])
    return Letter(
        subject=gettext("The game has begun: {players}").format(players=_title(names)),
        paragraphs=(
            gettext("The game {players} has begun.").format(players=_title(names)),
            *_rules(game),
            whose,
        ),
    )


def _end(notice: Notice, seats: Sequence[Seat]) -> Letter:
    names = _names(seats)
    told = _told(notice, seats)
    since = [gettext("This happened since your last turn:")] if told else []
    return Letter(
        subject=gettext("The game is over: {players}").format(players=_title(names)),
        paragraphs=(
            gettext("The game {players} is over.").format(players=_title(names)),
            _result(notice.game, names),
            *since,
        ),
        told=told,
        position=_position_of(notice.game),
    )


def _invitation(notice: Notice, seats: Sequence[Seat]) -> Letter:
    invitation = Invitation.objects.select_related("inviter").get(pk=notice.news)
    name = invitation.inviter.name
    seated = [seat.player.name for seat in seats if seat.player and seat.player_id != invitation.inviter_id]
    word = (
        [gettext("{name} says: “{word}”").format(name=name, word=invitation.word)] if invitation.word else []
    )
    others = [gettext("These play, too: {players}.").format(players=", ".join(seated))] if seated else []
    return Letter(
        subject=gettext("{name} invites you to a game").format(name=name),
        paragraphs=(
            gettext("{name} invites you to a game of Homeworlds.").format(name=name),
            *word,
            *_rules(notice.game),
            *others,
            gettext("By this link you accept or decline."),
        ),
        link=Link(gettext("Your invitation"), reverse("games:invitation", args=[invitation.token])),
    )


def _draw(notice: Notice, seats: Sequence[Seat]) -> Letter:
    names = _names(seats)
    if len(seats) == 2:
        other = next(seat.shown_name for seat in seats if seat.player_id != notice.player_id)
        subject = gettext("{player} offers a draw: {players}").format(player=other, players=_title(names))
        said = gettext(
            "{player} offers you a draw in the game {players}. The offer stands until you end a turn."
        )
        said = said.format(player=other, players=_title(names))
    else:
        subject = gettext("A draw is being voted on: {players}").format(players=_title(names))
        said = gettext(
            "Somebody wants a draw in the game {players}. It is drawn when all who still play vote for it."
        ).format(players=_title(names))
    return Letter(subject=subject, paragraphs=(said,), position=_position_of(notice.game))


def _terms(notice: Notice, seats: Sequence[Seat]) -> Letter:
    game = notice.game
    words = [
        gettext("{title}: {sentence}").format(title=term.title, sentence=term.sentence)
        for term in terms_of(game, seats)
    ]
    return Letter(
        subject=gettext("New terms for a game by {name}").format(name=game.creator.name),
        paragraphs=(
            gettext("{name} has changed the terms of a game in which you have a seat.").format(
                name=game.creator.name
            ),
            *_rules(game),
            *words,
            gettext(
                "The game begins when all players agree. At the table you agree, or give your seat back."
            ),
        ),
    )


def _removed(notice: Notice, seats: Sequence[Seat]) -> Letter:
    return Letter(
        subject=gettext("You have lost your seat"),
        paragraphs=(
            gettext("{name} has given your seat in a game free before it began.").format(
                name=notice.game.creator.name
            ),
            *_rules(notice.game),
        ),
        link=Link(gettext("Open games"), reverse("pages:open_games")),
    )


def _cancelled(notice: Notice, seats: Sequence[Seat]) -> Letter:
    game = notice.game
    return Letter(
        subject=gettext("A game was given up"),
        paragraphs=(
            gettext(
                "A game that {name} made will not begin: it was cancelled, or its seats did not fill in time."
            ).format(name=game.creator.name),
            *_rules(game),
        ),
    )


_LETTERS: Final = {
    NoticeKind.TURN: _turn,
    NoticeKind.START: _start,
    NoticeKind.END: _end,
    NoticeKind.INVITATION: _invitation,
    NoticeKind.DRAW: _draw,
    NoticeKind.TERMS: _terms,
    NoticeKind.REMOVED: _removed,
    NoticeKind.CANCELLED: _cancelled,
}


def _names(seats: Sequence[Seat]) -> list[str]:
    return [seat.shown_name for seat in seats]


def _title(names: Sequence[str]) -> str:
    return " – ".join(names)


def _rules(game: Game) -> tuple[str, str]:
    preset = Preset(game.preset) if game.preset else None
    sentence = ngettext(
        "{variant} for {number} player, by the rule set “{rules}”.",
        "{variant} for {number} players, by the rule set “{rules}”.",
        game.players,
    )
    variant = Variant(game.variant)
    return (
        sentence.format(variant=variant_name(variant), number=game.players, rules=preset_name(preset)),
        goal_sentence(variant),
    )


def _result(game: Game, names: Sequence[str]) -> str:
    outcome = outcome_of(game)
    if outcome is None:
        raise ValueError(f"game {game.public_id} is not over")
    if game.variant != Variant.GOOD_VS_EVIL:
        return result_sentence(outcome, names)
    if outcome.draw:
        return gettext("It ended in a draw.")
    # The usual sentences say on which side the winners were.
    winners = ", ".join([names[seat] for seat in outcome.winners])
    return gettext("Won by: {winners}.").format(winners=winners)


def _told(notice: Notice, seats: Sequence[Seat]) -> tuple[Told, ...]:
    """What happened since the own last turn; of a turn taken back only what the player was told already."""
    own = next((seat.number for seat in seats if seat.player_id == notice.player_id), None)
    log = LogEntry.objects.filter(game=notice.game)
    last = log.standing_turns().filter(seat=own).aggregate(last=Max("number"))["last"] or 0
    told = Notice.objects.filter(
        player=notice.player, game=notice.game, news=OuterRef("answers"), sent_at__isnull=False
    )
    news = log.standing().filter(~Q(kind=EntryKind.TAKE_BACK) | Exists(told), number__gt=last)
    since = news.order_by("-number")[:MOST_ENTRIES]
    names = _names(seats)
    return tuple([_in_words(entry, names) for entry in reversed(since)])


def _in_words(entry: LogEntry, names: Sequence[str]) -> Told:
    name = "" if entry.seat is None else names[entry.seat]
    kind = EntryKind(entry.kind)
    if kind is not EntryKind.TURN or entry.seat is None:
        return Told(_when(entry.created_at), (entry_sentence(kind, name),))
    turn = parse_turn(entry.text, len(names))
    return Told(f"{name}, {_when(entry.created_at)}", turn_sentences(turn, entry.seat, names))


def _when(at: datetime) -> str:
    """In the reader's zone, which it names."""
    local = timezone.localtime(at)
    return f"{date_format(local, 'DATETIME_FORMAT')} ({local.tzname()})"
