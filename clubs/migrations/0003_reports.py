import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_removed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "said",
                    models.TextField(
                        help_text="Its name, news and text, as they stood then.", verbose_name="what it said"
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                ("created_at", models.DateTimeField(verbose_name="when")),
                ("settled_at", models.DateTimeField(null=True, verbose_name="settled")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="clubs.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reporter",
                    ),
                ),
            ],
            options={
                "verbose_name": "report of a club",
                "verbose_name_plural": "reports of clubs",
                "indexes": [
                    models.Index(
                        condition=models.Q(("settled_at__isnull", True)),
                        fields=["created_at"],
                        name="club_report_open",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("settled_at__isnull", True)),
                        fields=("club", "reporter"),
                        name="club_report_once",
                    )
                ],
            },
        ),
    ]
