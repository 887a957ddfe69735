"""What the notices of games say.

Mails pass through many hands: none says who is Good or Evil, also where the table may show it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import Player
from board.words.game import goal_sentence, result_sentence, turn_sentences
from board.words.rules import preset_name, variant_name
from games.clocks.absence import is_open_to_substitutes, open_until
from games.clocks.deadlines import left_now
from games.clocks.words import amount_in_short, what_becomes_of, what_follows, who_plays
from games.lobby.terms import terms_of
from games.log.deals import deal_of, fingerprint
from games.log.moments import outcome_of
from games.log.results import says_too_short
from games.log.substitutes import Substitutes, substitutes_among
from games.log.words import PLAYED_ON, UNCOUNTED, entry_sentence
from games.models import EntryKind, Game, Invitation, LogEntry, PlayOn, Seat, Status, Visibility
from games.models.log import TAKEN_BACK
from games.notices.about import Judged, game_of
from games.notices.muting import mute_link
from games.notices.picture import drawing_of
from games.notices.reports import waiting_reports
from homeworlds.notation import parse_turn
from homeworlds.rules import Preset, Variant
from notices.kinds import Brief, Drawing, Letter, Link, Told
from notices.models import Notice
from notices.selectors import sent_notices
from upkeep.clock import database_now
from upkeep.dates import clock, exact, in_mail
from upkeep.kept.compiled_query import CompiledQuery

MOST_ENTRIES: Final = 12
"""So many of the last entries at most: a player who was out of a long game is not told all of it."""
_Write: TypeAlias = Callable[[Notice, Game, Sequence[Seat]], Letter]


def _about_a_game(write: _Write) -> Callable[..., Letter]:
    @functools.wraps(write)
    def letter(notice: Notice, known: Judged | None = None) -> Letter:
        about = known or game_of(notice)
        if about is None:
            raise ValueError(f"there is no game of which {notice} could tell")
        game = about.game
        letter = write(notice, game, about.seats)
        if game.status not in (Status.OPEN, Status.RUNNING):
            return letter
        mute = mute_link(notice.player, game.public_id)
        return replace(letter, mute=Link(gettext("Send me no more about this game"), mute))

    return letter


def _address(game: Game, path: str) -> str:
    """Of a page; by the log-in where the game does not exist for whoever is not logged in."""
    if game.visibility == Visibility.PUBLIC:
        return settings.SITE_URL + path
    return f"{settings.SITE_URL}{reverse('account_login')}?{urlencode({'next': path})}"


def table_address(game: Game) -> str:
    """With the host."""
    return _address(game, reverse("games:table", args=[game.public_id]))


def _link(game: Game, words: str, path: str) -> Link:
    return Link(words, _address(game, path))


def _table(game: Game) -> Link:
    return _link(game, gettext("The table"), reverse("games:table", args=[game.public_id]))


def _picture(game: Game) -> Link:
    """Of the position as it is now, with the turn that led to it; it stays there when the game goes on."""
    path = game.picture_path(game.log_number)
    return _link(game, gettext("The position as a picture"), path)


@_about_a_game
def turn(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
    told = _told(notice.player, game, seats)
    last = told[-1].sentences if told else ()
    said = " ".join([*last, gettext("It is your turn in the game {players}.").format(players=_title(names))])
    return Letter(
        subject=gettext("Your turn: {players}").format(players=_title(names)),
        paragraphs=(said, *_until(game)),
        told=told,
        told_title=gettext("This happened since your last turn:") if told else "",
        link=_link(game, gettext("Make your turn"), reverse("games:table", args=[game.public_id])),
        aside=gettext("Turn {number}").format(number=game.log_number + 1),
        picture=_picture(game),
        drawing=_drawing(notice.player, game, seats, said),
        brief=Brief(
            gettext("Your turn: {players}").format(players=_others(notice.player, seats)),
            " ".join([*last, *_time_left(game)]),
        ),
    )


def _others(player: Player, seats: Sequence[Seat]) -> str:
    """Who plays besides."""
    return ", ".join([who_plays(seat) for seat in seats if seat.player_id != player.pk])


def _time_left(game: Game) -> tuple[str, ...]:
    left = _left(game)
    return (gettext("{time} left.").format(time=left),) if left else ()


def _left(game: Game) -> str:
    """On the clock that runs, as the bell says it; empty while none does."""
    if game.due_at is None or game.next_seat is None:
        return ""
    return amount_in_short(left_now(game, game.next_seat, database_now()))


def _runs_out(game: Game) -> str:
    """Today by the hour alone."""
    if game.due_at is None:
        return ""
    if timezone.localdate(game.due_at) == timezone.localdate(database_now()):
        hour = clock(timezone.localtime(game.due_at).time())
        return gettext("Your clock runs out at {hour}.").format(hour=hour)
    return gettext("Your clock runs out on {moment}.").format(moment=exact(game.due_at))


def _drawing(player: Player, game: Game, seats: Sequence[Seat], words: str) -> Callable[[], Drawing] | None:
    own = next((seat.number for seat in seats if seat.player_id == player.pk), None)
    if own is None or not game.position:
        return None
    return functools.partial(drawing_of, game, seats, own, words)


@_about_a_game
def start(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
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
            *_sealed(game, seats),
        ),
        link=_table(game),
    )


def _sealed(game: Game, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Whoever keeps this notices if the site deals again."""
    deal = deal_of(game)
    if deal is None:
        return ()
    said = gettext("The sides are dealt and sealed. Keep the fingerprint of the deal until the end: {digits}")
    return (said.format(digits=fingerprint(game, deal, seats)),)


@_about_a_game
def end(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
    told = _told(notice.player, game, seats)
    return Letter(
        subject=gettext("The game is over: {players}").format(players=_title(names)),
        paragraphs=(
            gettext("The game {players} is over.").format(players=_title(names)),
            result_words(game, names),
            *([gettext(UNCOUNTED)] if says_too_short(game) else []),
        ),
        told=told,
        told_title=gettext("This happened since your last turn:") if told else "",
        link=_table(game),
        picture=_picture(game),
        drawing=_drawing(notice.player, game, seats, result_words(game, names)),
    )


@_about_a_game
def invitation(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    invited = Invitation.objects.select_related("inviter").get(pk=notice.news)
    name = invited.inviter.name
    seated = [seat.player.name for seat in seats if seat.player and seat.player_id != invited.inviter_id]
    word = [gettext("{name} says: “{word}”").format(name=name, word=invited.word)] if invited.word else []
    others = [gettext("These play, too: {players}.").format(players=", ".join(seated))] if seated else []
    return Letter(
        subject=gettext("{name} invites you to a game").format(name=name),
        paragraphs=(
            gettext("{name} invites you to a game of Homeworlds.").format(name=name),
            *word,
            *_rules(game),
            *others,
            gettext("By this link you accept or decline."),
        ),
        link=_link(game, gettext("Your invitation"), reverse("games:invitation", args=[invited.token])),
    )


@_about_a_game
def draw(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
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
    return Letter(subject=subject, paragraphs=(said,), link=_table(game), picture=_picture(game))


@_about_a_game
def consent(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    subject = gettext("A proposal about the clocks: {players}")
    said = gettext(
        "Somebody proposes something about the clocks of the game {players}. It comes about when all who "
        "play agree; one who is against is enough to stop it."
    )
    return _sentence(game, seats, subject, said)


@_about_a_game
def terms(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
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
        link=_table(game),
    )


@_about_a_game
def muster(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    if game.musters_until is None:
        raise ValueError(f"nobody is asked to confirm in the game {game}")
    names = ", ".join([seat.shown_name for seat in seats if seat.player_id != notice.player_id])
    return Letter(
        subject=gettext("The table is full: say that you are there"),
        paragraphs=(
            gettext("All seats are taken: you play with {players}.").format(players=names),
            *_rules(game),
            gettext(
                "The game begins when everybody has confirmed. You have until {moment}; then your seat is "
                "open to others again."
            ).format(moment=in_mail(game.musters_until)),
        ),
        link=_link(game, gettext("Confirm at the table"), reverse("games:table", args=[game.public_id])),
    )


@_about_a_game
def unconfirmed(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    return Letter(
        subject=gettext("Your seat is open again"),
        paragraphs=(
            gettext("The table was full, and you did not confirm in time. So others may take your seat."),
            *_rules(game),
        ),
        link=_table(game),
    )


@_about_a_game
def removed(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    return Letter(
        subject=gettext("You have lost your seat"),
        paragraphs=(
            gettext("{name} has given your seat in a game free before it began.").format(
                name=game.creator.name
            ),
            *_rules(game),
        ),
        link=_link(game, gettext("Open games"), reverse("pages:open_games")),
    )


@_about_a_game
def cancelled(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    return Letter(
        subject=gettext("A game was given up"),
        paragraphs=(
            gettext(
                "A game that {name} made will not begin: it was cancelled, or its seats did not fill in time."
            ).format(name=game.creator.name),
            *_rules(game),
        ),
        link=_table(game),
    )


@_about_a_game
def warning(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
    said = gettext("Your time in the game {players} runs out soon.").format(players=_title(names))
    return Letter(
        subject=gettext("Your time runs out: {players}").format(players=_title(names)),
        paragraphs=(said, *_until(game), what_follows(game, seats, notice.player)),
        link=_link(game, gettext("Make your turn"), reverse("games:table", args=[game.public_id])),
        drawing=_drawing(notice.player, game, seats, said),
        brief=Brief(_title_of_warning(notice.player, game, seats), _runs_out(game)),
    )


def _title_of_warning(player: Player, game: Game, seats: Sequence[Seat]) -> str:
    others, left = _others(player, seats), _left(game)
    if not left:
        return gettext("Your time runs out: {players}").format(players=others)
    return gettext("{time} left: {players}").format(time=left, players=others)


@_about_a_game
def excused(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
    said = gettext("Your time in the game {players} ran out. You are excused, and your clock runs again.")
    return Letter(
        subject=gettext("Your time ran out: {players}").format(players=_title(names)),
        paragraphs=(
            said.format(players=_title(names)),
            *_until(game),
            what_follows(game, seats, notice.player),
        ),
        link=_link(game, gettext("Make your turn"), reverse("games:table", args=[game.public_id])),
    )


@_about_a_game
def vacation(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
    said = gettext(
        "Your time in the game {players} ran out, so your vacation has begun by itself: until {moment} your "
        "clocks stand still wherever the table allows it."
    )
    until = in_mail(notice.player.vacation_until) if notice.player.vacation_until else ""
    return Letter(
        subject=gettext("Your vacation has begun: {players}").format(players=_title(names)),
        paragraphs=(
            said.format(players=_title(names), moment=until),
            gettext("It ends with your next turn; what is left of it beyond the first day stays yours."),
            what_follows(game, seats, notice.player),
        ),
        link=_link(game, gettext("Make your turn"), reverse("games:table", args=[game.public_id])),
    )


@_about_a_game
def adrift(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    names = _people(seats)
    said = gettext("Your time in the game {players} ran out.").format(players=_title(names))
    seat = next(seat for seat in seats if seat.player_id == notice.player_id)
    back = () if seat.returned else (gettext("At the table you can come back, once."),)
    return Letter(
        subject=gettext("Your seat is adrift: {players}").format(players=_title(names)),
        paragraphs=(f"{said} {what_becomes_of(game, seat)}", *back),
        link=_table(game),
    )


@_about_a_game
def seat_open(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    """To a volunteer."""
    now = database_now()
    seat = next(seat for seat in seats if is_open_to_substitutes(game, seat, now))
    said = gettext(
        "{name} stays away from the game {players}. Until {moment} you may take the seat: you play on with "
        "its ships and its homeworld, and risk no rating."
    ).format(name=seat.shown_name, players=_title(_people(seats)), moment=in_mail(open_until(game, seat)))
    return Letter(
        subject=gettext("Somebody is wanted to play on: {players}").format(players=_title(_people(seats))),
        paragraphs=(said, *_rules(game)),
        link=_table(game),
    )


@_about_a_game
def replaced(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    subject = gettext("A substitute has your seat: {players}")
    return _sentence(game, seats, subject, gettext("Somebody else plays on for you in the game {players}."))


@_about_a_game
def play_on(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    subject = gettext("An offer to play on: {players}")
    said = gettext(
        "You have lost the game {players} on time, and the winner offers to play on. If you accept, it goes "
        "on as it stood, and all that followed from its end is undone."
    )
    letter = _sentence(game, seats, subject, said)
    until = PlayOn.objects.filter(game=game).values_list("until", flat=True).first()
    said_until = gettext("The offer stands until {moment}.").format(moment=in_mail(until)) if until else ""
    return replace(letter, paragraphs=(*letter.paragraphs, said_until))


@_about_a_game
def reopened(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    subject = gettext("The game goes on: {players}")
    entry = LogEntry.objects.filter(game=game, kind=EntryKind.REOPENED).order_by("-number").first()
    if entry is not None and PLAYED_ON.items() <= entry.data.items():
        return _sentence(
            game,
            seats,
            subject,
            gettext("You offered to play on, and that is accepted: the game {players} goes on as it stood."),
        )
    said = gettext(
        "Clocks of the game {players} ran out by a fault of the site. That is undone, and everybody has as "
        "much time as at the start, or more."
    )
    return _sentence(game, seats, subject, said)


@_about_a_game
def somebody_wrote(notice: Notice, game: Game, seats: Sequence[Seat]) -> Letter:
    """And no more: the words are for `games.talk` to add where they may be read in a mail."""
    subject = gettext("Somebody writes to you: {players}")
    letter = _sentence(game, seats, subject, gettext("Somebody has written at the table {players}."))
    path = reverse("games:table", args=[game.public_id])
    return replace(letter, link=_link(game, gettext("Read and answer"), f"{path}?panel=talk#talk"))


def _sentence(game: Game, seats: Sequence[Seat], subject: str, said: str) -> Letter:
    """One that says no more; both name the game as {players}."""
    players = _title(_names(seats))
    return Letter(
        subject=subject.format(players=players), paragraphs=(said.format(players=players),), link=_table(game)
    )


def _until(game: Game) -> tuple[str, ...]:
    if game.due_at is None:
        return ()
    return (gettext("You have until {moment}.").format(moment=in_mail(game.due_at)),)


def report(notice: Notice) -> Letter:
    waiting, subject = waiting_reports().total, gettext("A player has reported something")
    said = ngettext("One report waits for staff.", "{count} reports wait for staff.", waiting)
    return Letter(
        subject=subject,
        brief=Brief(subject, said.format(count=waiting)),
        paragraphs=(
            said.format(count=waiting),
            gettext("There is no other mail of this kind until all of them are settled."),
        ),
        link=Link(gettext("The reports"), settings.SITE_URL + reverse("admin:index")),
    )


def _names(seats: Sequence[Seat]) -> list[str]:
    return [seat.shown_name for seat in seats]


def _people(seats: Sequence[Seat]) -> list[str]:
    """Who plays; the homeworlds have their own names."""
    return [who_plays(seat) for seat in seats]


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


def result_words(game: Game, names: Sequence[str]) -> str:
    """How a finished game ended. Raises ValueError for one that goes on."""
    outcome = outcome_of(game)
    if outcome is None:
        raise ValueError(f"game {game.public_id} is not over")
    if game.variant != Variant.GOOD_VS_EVIL or not outcome.winners:
        return result_sentence(outcome, names)
    if outcome.draw:
        return gettext("It ended in a draw.")
    # The usual sentences say on which side the winners were.
    winners = ", ".join([names[seat] for seat in outcome.winners])
    return gettext("Won by: {winners}.").format(winners=winners)


def _told(player: Player, game: Game, seats: Sequence[Seat]) -> tuple[Told, ...]:
    """What happened since the own last turn; of a turn taken back only what the player was told already."""
    own = next((seat.number for seat in seats if seat.player_id == player.pk), None)
    last = 0
    if own is not None:
        last = next((number for (number,) in _LAST_TURN(game.pk, own)), 0)
    since = _SINCE(game.pk, last, player.pk, game.public_id)
    names, substitutes = _names(seats), substitutes_among(seats)
    return tuple([_in_words(entry, names, substitutes) for entry in reversed(since)])


def _since(game: int, last: int, player: int, key: str) -> QuerySet[LogEntry]:
    told = sent_notices(player, key).filter(news=OuterRef("undone"))
    news = LogEntry.objects.filter(game=game, number__gt=Value(last)).standing().alias(undone=TAKEN_BACK)
    return news.filter(~Q(kind=EntryKind.TAKE_BACK) | Exists(told)).order_by("-number")[:MOST_ENTRIES]


_SINCE: Final = CompiledQuery(_since, int, int, int, str)
_LAST_TURN: Final = CompiledQuery(
    lambda game, seat: (
        LogEntry.objects.filter(game=game, seat=Value(seat))
        .standing_turns()
        .order_by("-number")
        .values_list("number")[:1]
    ),
    int,
    int,
)


def _in_words(entry: LogEntry, names: Sequence[str], substitutes: Substitutes | None) -> Told:
    name = "" if entry.seat is None else names[entry.seat]
    if substitutes is not None and entry.seat is not None:
        name = substitutes.name(entry.seat, entry.number)
    kind = EntryKind(entry.kind)
    if kind is not EntryKind.TURN or entry.seat is None:
        return Told(in_mail(entry.created_at), (entry_sentence(kind, name, entry.data),))
    turn = parse_turn(entry.text, len(names))
    return Told(f"{name}, {in_mail(entry.created_at)}", turn_sentences(turn, entry.seat, names))
