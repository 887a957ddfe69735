import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="notice",
            options={"verbose_name": "notice", "verbose_name_plural": "notices"},
        ),
        migrations.AddField(
            model_name="notice",
            name="answer",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="What the mail server said when it last refused it.",
                max_length=200,
                verbose_name="answer",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="created_at",
            field=models.DateTimeField(verbose_name="written"),
        ),
        migrations.AlterField(
            model_name="notice",
            name="dropped",
            field=models.CharField(
                blank=True, help_text="Why it was not sent.", max_length=40, verbose_name="dropped"
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="due_at",
            field=models.DateTimeField(
                help_text="When a worker may take it; empty once settled.", null=True, verbose_name="due"
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                help_text="A name that an app has registered.", max_length=40, verbose_name="kind"
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="sent_at",
            field=models.DateTimeField(null=True, verbose_name="sent"),
        ),
        migrations.AlterField(
            model_name="notice",
            name="tries",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="tries"),
        ),
        migrations.CreateModel(
            name="AccountMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="written")),
                (
                    "due_at",
                    models.DateTimeField(
                        help_text="When a worker may take it; empty once settled.",
                        null=True,
                        verbose_name="due",
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
                ("sent_at", models.DateTimeField(null=True, verbose_name="sent")),
                (
                    "dropped",
                    models.CharField(
                        blank=True, help_text="Why it was not sent.", max_length=40, verbose_name="dropped"
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="What the mail server said when it last refused it.",
                        max_length=200,
                        verbose_name="answer",
                    ),
                ),
                ("address", models.EmailField(blank=True, max_length=254, verbose_name="e-mail address")),
                (
                    "kind",
                    models.CharField(
                        help_text="The name of its template.", max_length=100, verbose_name="kind"
                    ),
                ),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("body", models.TextField(blank=True)),
                (
                    "good_until",
                    models.DateTimeField(
                        help_text="Its code is worth nothing after that.",
                        null=True,
                        verbose_name="good until",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        help_text="Empty where the address belongs to nobody.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "account e-mail",
                "verbose_name_plural": "account e-mails",
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="account_mail_due",
                    ),
                    models.Index(
                        condition=models.Q(("due_at__isnull", True)),
                        fields=["created_at"],
                        name="account_mail_settled",
                    ),
                ],
            },
        ),
    ]
