"""The form for a new game."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property, lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.selectors import person_named
from board.words.refusals import sentence
from board.words.rules import (
    CUSTOM,
    bot_level_choice,
    players_phrase,
)
from bots.levels import FIRST, OFFERED
from clubs.models import Club
from clubs.selectors import clubs_of
from games.clocks.paces import PACES, USUAL
from games.forms.rules import RulesForm, member, radios, rules_with
from games.forms.terms import ABOUT_THE_CLOCK, TermsForm, nobody_named
from games.lobby.joining import FROM_THREE, Joiner
from games.lobby.rating_range import OwnRating, ratings_of
from games.lobby.terms import USUAL_TERMS, seat_label, why_not_rated
from games.lobby.words import SEAT_ORDER_SENTENCES, seat_order_sentence
from games.log.deals import seed_hash_for
from games.models import KEY_LENGTH, Game, Seat, SeatKind, SeatOrder
from games.refusals import GameRefusal, GameRefusalCode
from games.services import SeatWish
from games.services.invitations import check_invited
from games.services.seating import check_club, check_newcomer, check_wishes, people_among
from games.services.starting import clock_for
from games.table.slots import FORECAST
from homeworlds.names import LONGEST_NAME
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Preset,
    RuleSet,
    Variant,
)

_lazy_bot_choice = lazy(bot_level_choice, str)

ME: Final = "me"
OPEN: Final = "open"
LINK: Final = "link"
INVITED: Final = "invited"
BOT: Final = "bot-"
NAME: Final = "_name"
"""What follows the field of a seat in the field for the name of the one invited."""
NAME_INPUT: Final = forms.TextInput(
    attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
)
SEATS: Final = [f"seat_{number}" for number in range(1, MAX_PLAYERS + 1)]

SEAT_CHOICES: Final = [
    (ME, _("Me")),
    (OPEN, _("Open: whoever joins")),
    (LINK, _("A friend with a link that I send")),
    (INVITED, _("A player whom I invite by name")),
    *[(BOT + level, _lazy_bot_choice(level)) for level in OFFERED],
]
ORDER_CHOICES: Final = [(order.value, _(words)) for order, words in SEAT_ORDER_SENTENCES.items()]

FIELD_OF_REFUSAL: Final = {
    RefusalCode.WRONG_PLAYERS: "players",
    RefusalCode.ONLY_SO_MANY_PLAYERS: "players",
    GameRefusalCode.VARIANT_NOT_OFFERED: "rule_set",
    GameRefusalCode.ONE_NOVICE_NEEDED: "novice",
    GameRefusalCode.NEWCOMER_SITS_ENOUGH: "players",
    GameRefusalCode.NOBODY_TO_PLAY: "seat_1",
    GameRefusalCode.ALREADY_SEATED: "seat_1",
    GameRefusalCode.NO_BOT_FREE: "seat_1",
    GameRefusalCode.GUESTS_PLAY_BOTS: "seat_1",
    GameRefusalCode.CANNOT_BE_INVITED: "seat_1",
    GameRefusalCode.INVITED_ALREADY: "seat_1",
    GameRefusalCode.MEMBERS_ONLY: "club",
    GameRefusalCode.NO_LINKS_IN_CLUBS: "club",
    GameRefusalCode.MADE_BEFORE: None,
}
"""Beside which field the reason stands; None: above them all."""


def new_key() -> str:
    """Of a form that is sent twice and makes one game."""
    return secrets.token_urlsafe(24)


def checked_key(key: str) -> str:
    """The key of a form, or a new one for what cannot be a key."""
    return key if len(key) <= KEY_LENGTH and re.fullmatch("[A-Za-z0-9_-]+", key) else new_key()


class NewGameForm(RulesForm):
    """Every choice for a new game. Seats beyond the number of players are not looked at, nor are the
    options unless the rule set is `custom`."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(n, str(n)) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)],
        widget=forms.RadioSelect,
    )
    seat_order = radios(_("Who begins"), ORDER_CHOICES)

    def __init__(
        self, data: QueryDict | None = None, *, player: Player, invited: str = "", club: str = ""
    ) -> None:
        """`invited` is the name of somebody to play with, and `club` the id of a club of the player's to play
        in, for a form that nobody has filled in yet."""
        other = BOT + FIRST if player.is_guest else OPEN
        initial = {
            "players": MIN_PLAYERS,
            "seat_order": SeatOrder.LOT.value,
            "seat_1": ME,
            "club": club,
            **dict.fromkeys(SEATS[1:], other),
        }
        if invited:
            initial |= {"seat_2": INVITED, f"seat_2{NAME}": invited}
        super().__init__(data, initial=initial)
        self.player = player
        self.invited: dict[str, Player] = {}
        seats = [seat_label(n) for n in range(1, MAX_PLAYERS + 1)]
        # Guests have nobody but bots to choose, who wait for ever.
        terms = USUAL_TERMS if player.is_guest else replace(USUAL_TERMS, clock=PACES[USUAL])
        self.terms = TermsForm(data, seats=seats, terms=terms, own_rating=self._own_rating)
        self.clubs = {each.club.public_id: each.club for each in clubs_of(player)}
        self.fields["club"] = forms.ChoiceField(
            label=_("Open to"),
            choices=[("", _("Everybody")), *[(key, club.name) for key, club in self.clubs.items()]],
            required=False,
            help_text=_("Members join a table of their club. A hidden club’s games are private and unrated."),
        )
        self.terms.club = self.chosen_club
        labels = [(name, seat_label(n)) for n, name in enumerate(SEATS, 1)]
        for name, label in labels:
            self.fields[name] = forms.ChoiceField(label=label, choices=SEAT_CHOICES, required=False)
            self.fields[name + NAME] = forms.CharField(
                label=_("Name"), max_length=LONGEST_NAME, required=False, widget=NAME_INPUT
            )
        self.fields["novice"] = forms.ChoiceField(
            label=_("The novice sits in"), choices=[("", _("Choose a seat")), *labels], required=False
        )

    # --- What was chosen, as far as it can be read

    @cached_property
    def key(self) -> str:
        """The same form sent twice makes one game."""
        return checked_key(self.data.get("key", ""))

    @property
    def seed_hash(self) -> str:
        """What a deal of Good vs Evil will be bound to, before its creator contributes."""
        return seed_hash_for(self.player.pk, self.key)

    @property
    def chosen_club(self) -> Club | None:
        """None: open to everybody."""
        return self.clubs.get(str(self["club"].value() or ""))

    @property
    def shown_players(self) -> int | None:
        number = str(self["players"].value())
        return int(number) if number in ("2", "3", "4", "5", "6") else None

    @property
    def players_note(self) -> str:
        """How many can play what is chosen."""
        phrase = players_phrase(self.shown_variant, self.shown_preset)
        note = gettext("%(variant)s: %(players)s.") % {"variant": self.variant_label, "players": phrase}
        refusal = Joiner(self.player).why_no_more_tables(FROM_THREE)
        return f"{note} {sentence(refusal)}" if refusal else note

    @property
    def terms_in_short(self) -> str:
        """All terms chosen so far in one sentence."""
        return self.terms.in_short(
            self.shown_players, alone=self._shown_people < 2, counts=not self._why_it_will_not_count
        )

    @property
    def outlook(self) -> str:
        """What is known of the result before the game is made: why a rated one will not count, or that it
        needs a clock, else how it may end; empty for most games."""
        return " ".join(filter(None, [self._why_it_will_not_count, self._clock_missing])) or self._forecast

    @property
    def _shown_seats(self) -> list[str]:
        return [str(self[name].value()) for name in SEATS[: self.shown_players]]

    @property
    def _shown_people(self) -> int:
        return sum(not seat.startswith(BOT) for seat in self._shown_seats)

    @property
    def _why_it_will_not_count(self) -> str:
        """By what is chosen so far, even if something else is amiss."""
        self.terms.is_valid()  # reads what is chosen
        terms, chosen = self.terms.chosen(), self._shown_seats
        game = Game(
            players=len(chosen),
            seat_order=member(SeatOrder, self["seat_order"].value()) or SeatOrder.LOT,
            visibility=terms.visibility,
            rated=terms.rated,
        )
        seats = [
            Seat(
                kind=SeatKind.BOT if seat.startswith(BOT) else SeatKind.OPEN,
                timewarp=handicap.timewarp,
                one_star=handicap.one_star,
            )
            for seat, handicap in zip(chosen, self.terms.handicaps(), strict=False)
        ]
        return why_not_rated(game, seats)

    @property
    def _clock_missing(self) -> str:
        terms = self.terms.chosen()
        if not terms.rated:
            return ""
        try:
            clock_for(terms, self._shown_people, len(self._shown_seats))
        except GameRefusal as refusal:
            return sentence(refusal)
        return ""

    @property
    def _forecast(self) -> str:
        """How the game may end, once all is chosen that it depends on."""
        if not self.is_valid() or not self.terms.is_valid() or "seats" not in self.cleaned_data:
            return ""
        data, terms = self.cleaned_data, self.terms.chosen()
        game = Game(
            variant=data["rules"].variant,
            players=len(data["seats"]),
            seat_order=data["seat_order"],
            visibility=terms.visibility,
            rated=terms.rated,
        )
        seats = [
            Seat(
                kind=SeatKind.BOT if wish.bot_level else SeatKind.OPEN,
                player=wish.player or wish.invited,
                timewarp=wish.timewarp,
                one_star=wish.one_star,
            )
            for wish in data["seats"]
        ]
        return FORECAST(game, seats, self.player)

    @property
    def order_in_short(self) -> str:
        chosen = member(SeatOrder, self["seat_order"].value()) or SeatOrder.LOT
        return seat_order_sentence(chosen)

    def _own_rating(self) -> OwnRating | None:
        ratings, players = ratings_of(self.player), self.shown_players
        return ratings((str(self.shown_variant), players)) if ratings and players else None

    def seat_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Who sits there, and the name if it is somebody invited."""
        return [(self[name], self[name + NAME]) for name in SEATS]

    # --- What it means

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if {"variant", "players", "rule_set", "seat_order", "novice"} - data.keys():
            return data
        self._check_seats()
        if not self.terms.is_valid():
            self.add_error(None, gettext("Look at the terms."))
        if self.errors:
            return data
        data["preset"] = None if data["rule_set"] == CUSTOM else Preset(data["rule_set"])
        data["rules"] = self._rules()
        data["seats"] = self._wishes()
        try:
            check_newcomer(self.player, data["seats"])
            if self.chosen_club is not None:
                check_club(self.chosen_club, self.player, data["seats"])
            check_wishes(data["rules"], data["preset"], data["seats"], SeatOrder(data["seat_order"]))
            clock_for(self.terms.chosen(), people_among(data["seats"]), len(data["seats"]))
        except (Refusal, GameRefusal) as refusal:
            self.refuse(refusal)
        return data

    def refuse(self, refusal: Refusal | GameRefusal) -> None:
        """Puts the reason beside the field it is about."""
        if refusal.code in ABOUT_THE_CLOCK:
            self.terms.add_error("clock", sentence(refusal))
            self.add_error(None, gettext("Look at the terms."))
        else:
            self.add_error(FIELD_OF_REFUSAL[refusal.code], sentence(refusal))

    def _taken_seats(self) -> list[str]:
        return SEATS[: self.cleaned_data["players"]]

    def _check_seats(self) -> None:
        mine = [name for name in self._taken_seats() if self.cleaned_data.get(name) == ME]
        for name in mine[1:]:
            self.add_error(name, sentence(GameRefusal(GameRefusalCode.ALREADY_SEATED)))
        for name in self._taken_seats():
            if name not in self.errors and not self.cleaned_data.get(name):
                self.add_error(name, gettext("Choose who sits here."))
            elif self.cleaned_data.get(name) == INVITED:
                self._check_invited(name)

    def _check_invited(self, seat: str) -> None:
        invited = person_named(self.cleaned_data.get(seat + NAME, ""))
        if invited is None:
            self.add_error(seat + NAME, nobody_named())
            return
        try:
            check_invited(self.player, invited)
            if invited in self.invited.values():
                raise GameRefusal(GameRefusalCode.INVITED_ALREADY, name=invited.name)
        except GameRefusal as refusal:
            self.add_error(seat + NAME, sentence(refusal))
        self.invited[seat] = invited

    def _rules(self) -> RuleSet:
        data = self.cleaned_data
        return rules_with(Variant(data["variant"]), data["preset"], data)

    def _wishes(self) -> list[SeatWish]:
        data = self.cleaned_data
        novice = data["novice"] if data["seat_order"] == SeatOrder.NOVICE else ""
        handicaps = self.terms.handicaps()
        return [
            SeatWish(
                player=self.player if data[name] == ME else None,
                contribution=self.data.get("contribution", "") if data[name] == ME else "",
                bot_level=data[name].removeprefix(BOT) if data[name].startswith(BOT) else "",
                invited=self.invited.get(name),
                by_link=data[name] == LINK,
                novice=name == novice,
                timewarp=handicap.timewarp,
                one_star=handicap.one_star,
                red_alert=handicap.red_alert,
            )
            for name, handicap in zip(self._taken_seats(), handicaps, strict=False)
        ]
