from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import Q

from upkeep.growing.first import CreateModels, fields

MODELS = [
    CreateModel(
        name="Notice",
        fields=fields(
            created_at=models.DateTimeField(verbose_name="written"),
            due_at=models.DateTimeField(
                verbose_name="due", null=True, help_text="When a worker may take it; empty once settled."
            ),
            tries=models.PositiveSmallIntegerField(verbose_name="tries", default=0),
            sent_at=models.DateTimeField(verbose_name="sent", null=True),
            dropped=models.CharField(
                verbose_name="dropped", max_length=40, blank=True, help_text="Why it was not sent."
            ),
            answer=models.CharField(
                verbose_name="answer",
                max_length=200,
                blank=True,
                default="",
                db_default="",
                help_text="What the mail server said when it last refused it.",
            ),
            player=models.ForeignKey(
                "accounts.player", models.CASCADE, verbose_name="player", related_name="+"
            ),
            kind=models.CharField(
                verbose_name="kind", max_length=40, help_text="A name that an app has registered."
            ),
            key=models.CharField(
                max_length=64,
                null=True,
                help_text="What it is about, as its app calls it: a game's public id.",
            ),
            news=models.PositiveIntegerField(),
            held_until=models.DateTimeField(
                null=True,
                help_text="When it may go at the earliest: another mail about the same has just gone, say.",
            ),
            game=models.BigIntegerField(null=True, editable=False, db_column="game_id"),
        ),
        options={
            "verbose_name": "notice",
            "verbose_name_plural": "notices",
            "db_table": "games_notice",
            "indexes": [
                models.Index(name="notice_due", fields=["due_at"], condition=Q(due_at__isnull=False)),
                models.Index(name="notice_settled", fields=["created_at"], condition=Q(due_at__isnull=True)),
            ],
            "constraints": [
                models.UniqueConstraint(name="notice_told_once", fields=("key", "player", "kind", "news")),
                models.UniqueConstraint(name="notice_once", fields=("player", "game", "kind", "news")),
            ],
        },
    ),
    CreateModel(
        name="Thread",
        fields=fields(
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            key=models.CharField(max_length=64, help_text="As in notices."),
            muted=models.BooleanField(default=False, help_text="The player wants no mails about it."),
            mailed_at=models.DateTimeField(
                null=True, help_text="When a mail went last; warnings do not count."
            ),
            mailed_notice=models.BigIntegerField(null=True, help_text="Whose mail that was."),
        ),
        options={
            "indexes": [models.Index(name="thread_quiet", fields=["mailed_at"], condition=Q(muted=False))],
            "constraints": [models.UniqueConstraint(name="thread_once", fields=("player", "key"))],
        },
    ),
    CreateModel(
        name="AccountMail",
        fields=fields(
            created_at=models.DateTimeField(verbose_name="written"),
            due_at=models.DateTimeField(
                verbose_name="due", null=True, help_text="When a worker may take it; empty once settled."
            ),
            tries=models.PositiveSmallIntegerField(verbose_name="tries", default=0),
            sent_at=models.DateTimeField(verbose_name="sent", null=True),
            dropped=models.CharField(
                verbose_name="dropped", max_length=40, blank=True, help_text="Why it was not sent."
            ),
            answer=models.CharField(
                verbose_name="answer",
                max_length=200,
                blank=True,
                default="",
                db_default="",
                help_text="What the mail server said when it last refused it.",
            ),
            player=models.ForeignKey(
                "accounts.player",
                models.CASCADE,
                verbose_name="player",
                null=True,
                help_text="Empty where the address belongs to nobody.",
                related_name="+",
            ),
            address=models.EmailField(verbose_name="e-mail address", max_length=254, blank=True),
            kind=models.CharField(verbose_name="kind", max_length=100, help_text="The name of its template."),
            subject=models.CharField(max_length=200, blank=True),
            body=models.TextField(blank=True),
            good_until=models.DateTimeField(
                verbose_name="good until", null=True, help_text="Its code is worth nothing after that."
            ),
        ),
        options={
            "verbose_name": "account e-mail",
            "verbose_name_plural": "account e-mails",
            "indexes": [
                models.Index(name="account_mail_due", fields=["due_at"], condition=Q(due_at__isnull=False)),
                models.Index(
                    name="account_mail_settled", fields=["created_at"], condition=Q(due_at__isnull=True)
                ),
                models.Index(name="account_mail_address", fields=["address"]),
            ],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial")]

    operations = [CreateModels(MODELS)]
