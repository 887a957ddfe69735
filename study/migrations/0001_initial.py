from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import Q

from upkeep.growing.first import CreateModels, fields

MODELS = [
    CreateModel(
        name="SandboxLine",
        fields=fields(
            owner=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            game=models.ForeignKey(
                "games.game",
                models.CASCADE,
                null=True,
                help_text="Empty: a pasted position.",
                related_name="+",
            ),
            number=models.PositiveIntegerField(
                null=True, help_text="The entry of the game's log after which it starts; 0: the empty table."
            ),
            root=models.TextField(blank=True, help_text="The pasted position in notation."),
            rules=models.JSONField(default=dict, help_text="Of a pasted position: variant and every option."),
            parent=models.ForeignKey(
                "study.sandboxline", models.SET_NULL, null=True, related_name="branches"
            ),
            name=models.CharField(max_length=60),
            turns=models.TextField(help_text="In canonical notation, one a line."),
            share_token=models.CharField(max_length=32, blank=True, help_text="Empty: for its owner only."),
            created_at=models.DateTimeField(),
        ),
        options={
            "db_table": "games_sandboxline",
            "ordering": ["number", "id"],
            "indexes": [models.Index(name="sandbox_of_game", fields=["owner", "game"])],
            "constraints": [
                models.CheckConstraint(
                    name="sandbox_of_game_or_pasted",
                    condition=Q(game__isnull=False, number__isnull=False, root="")
                    | (Q(game__isnull=True) & Q(number__isnull=True) & ~Q(root="")),
                ),
                models.CheckConstraint(
                    name="sandbox_pasted_unshared", condition=Q(share_token="") | Q(game__isnull=False)
                ),
                models.UniqueConstraint(
                    name="sandbox_share_token", fields=("share_token",), condition=~Q(share_token="")
                ),
            ],
        },
    )
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial"), ("games", "0001_initial")]

    operations = [CreateModels(MODELS)]
