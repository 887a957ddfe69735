"""How a seat is kept for somebody, how the living agree on a draw, and how a lost game is played on."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat

TOKEN_BYTES = 16


def new_token() -> str:
    """Cannot be guessed: 128 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class Answer(models.TextChoices):
    WAITING = "waiting", _("No answer yet")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Invitation(models.Model):
    """A seat kept for whoever has the link (`player` empty), or for one player.

    While it waits nobody else can join that seat. A link works once.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    word = models.CharField(max_length=280, blank=True, help_text="From the inviter.")
    answer = models.CharField(max_length=9, choices=Answer, default=Answer.WAITING)
    answer_word = models.CharField(max_length=280, blank=True)
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], name="invitation_one_waiting", condition=Q(answer=Answer.WAITING)
            ),
        ]
        indexes = [
            models.Index(fields=["player"], name="invitation_open", condition=Q(answer=Answer.WAITING)),
        ]

    def __str__(self) -> str:
        return f"invitation to seat {self.seat_id}"


class Matter(models.TextChoices):
    """What all who play can agree on about their clocks."""

    PAUSE = "pause", _("A pause")
    RESUME = "resume", _("The end of a pause")
    CLOCK = "clock", _("A clock")


class Consent(models.Model):
    """A seat agrees to something about the clocks. How long it holds says `games.log.votes`."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="consents")
    matter = models.CharField(max_length=6, choices=Matter)
    pace = models.CharField(max_length=12, blank=True, help_text="Of a clock: the name it is offered by.")
    seat = models.PositiveSmallIntegerField(help_text="The seat's number.")
    log_number = models.PositiveIntegerField(help_text="The last number of the log when it was given.")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat", "matter"], name="consent_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: seat {self.seat}, {self.matter}"


class DrawVote(models.Model):
    """A living seat would accept a draw. How long it holds says `games.log.votes`."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="draw_votes")
    seat = models.PositiveSmallIntegerField(help_text="The seat's number.")
    log_number = models.PositiveIntegerField(help_text="The last number of the log when it was given.")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="draw_vote_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: seat {self.seat}"


class PlayOn(models.Model):
    """The winner of a game of two that was lost on time has offered to play on; once a game."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="play_on")
    until = models.DateTimeField(help_text="So long the other one may accept.")
    accepted = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.game_id} until {self.until}"
