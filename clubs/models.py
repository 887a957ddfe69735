"""Groups of people who play together."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.names import LONGEST_CLUB_NAME, club_key
from upkeep.public_ids import random_letters

CLUB_ID_LENGTH: Final = 8
LONGEST_NEWS: Final = 160
LONGEST_ABOUT: Final = 2000
LONGEST_REASON: Final = 500
"""Of a report."""


def new_club_id() -> str:
    return random_letters(CLUB_ID_LENGTH)


class Joining(models.TextChoices):
    """How one becomes a member."""

    OPEN = "open", _("Everybody may join")
    INVITED = "invited", _("By invitation only")


class Role(models.TextChoices):
    FOUNDER = "founder", _("Founder")
    OFFICER = "officer", _("Officer")
    MEMBER = "member", _("Member")


class ClubAnswer(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    REMOVED = "removed", _("Removed")
    """No answer: was a member, and comes back by another invitation only."""


class Club(models.Model):
    """A club. It is hidden or for everybody to see for as long as it is: whoever has played a game there has
    been told who would learn of it."""

    public_id = models.CharField(max_length=CLUB_ID_LENGTH, unique=True, default=new_club_id, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_CLUB_NAME)
    name_key = models.CharField(max_length=80, editable=False, help_text="The name as the eye reads it.")
    about = models.TextField(_("about the club"), max_length=LONGEST_ABOUT, blank=True)
    news = models.CharField(_("news"), max_length=LONGEST_NEWS, blank=True)
    news_at = models.DateTimeField(null=True, editable=False, help_text="When the news were written.")
    joining = models.CharField(_("who may join"), max_length=7, choices=Joining, default=Joining.OPEN)
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text="Nobody but members and the invited know of it."
    )
    size = models.PositiveSmallIntegerField(default=0, help_text="So many members; a cache.")
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    hooked = models.BooleanField(
        default=False, db_default=False, editable=False, help_text="Its news are told elsewhere, too."
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints = [
            # A hidden club's name is nobody's: to found another of that name tells nothing.
            models.UniqueConstraint(
                fields=["name_key"], name="club_name", condition=Q(hidden=False, closed_at__isnull=True)
            ),
            models.CheckConstraint(
                condition=Q(hidden=False) | Q(joining=Joining.INVITED), name="club_hidden_invites"
            ),
        ]
        indexes = [
            models.Index(
                fields=["-size", "name_key", "id"],
                name="club_listed",
                condition=Q(hidden=False, closed_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        """Of a hidden club not the name: whoever may know it has it by other ways."""
        return self.public_id if self.hidden else self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.name_key = club_key(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def get_absolute_url(self) -> str:
        return reverse("pages:club", args=[self.public_id])

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class Membership(models.Model):
    """Somebody in a club; the row goes when the player does. A club that is not closed has one founder."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=7, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()
    officer_since = models.DateTimeField(null=True, help_text="Empty for members.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="member_once"),
            models.UniqueConstraint(fields=["club"], name="club_one_founder", condition=Q(role=Role.FOUNDER)),
        ]
        indexes = [models.Index(fields=["club", "joined_at", "id"], name="members_of_club")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"

    @property
    def leads(self) -> bool:
        """Founder or officer."""
        return self.role != Role.MEMBER


class ClubInvitation(models.Model):
    """Somebody is asked to become a member."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_invitations"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    answer = models.CharField(max_length=9, choices=ClubAnswer, default=ClubAnswer.WAITING)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"],
                name="club_invited_once",
                condition=Q(answer=ClubAnswer.WAITING),
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.club_id}"


class ClubReport(models.Model):
    """What a club says of itself, which somebody wants staff to look at."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="reports", verbose_name=_("club"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("reporter")
    )
    said = models.TextField(_("what it said"), help_text=_("Its name, news and text, as they stood then."))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    created_at = models.DateTimeField(_("when"))
    settled_at = models.DateTimeField(_("settled"), null=True)

    class Meta:
        verbose_name = _("report of a club")
        verbose_name_plural = _("reports of clubs")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "reporter"],
                name="club_report_once",
                condition=Q(settled_at__isnull=True),
            )
        ]
        indexes = [
            models.Index(fields=["created_at"], name="club_report_open", condition=Q(settled_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"report of club {self.club_id}"
