from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudyConfig(AppConfig):
    name = "study"
    verbose_name = _("Study")

    def ready(self) -> None:
        from django.db.models import Q

        from accounts.own_data.parts import Part, Why, add_parts
        from accounts.signals import account_deleted, guest_gone
        from games.models import Status
        from games.signals import leaver_settled, seat_renamed
        from games.table.slots import TRY_TURNS
        from study import moments, services
        from study.links import sandbox_link
        from study.models import SandboxLine

        moments.register_all()
        TRY_TURNS.fill(sandbox_link)
        for signal in (account_deleted, guest_gone, leaver_settled):
            signal.connect(services.forget_lines, dispatch_uid="study.forget_lines")
        seat_renamed.connect(services.rename_in_lines, dispatch_uid="study.rename_in_lines")
        add_parts(
            Part(
                "kept_lines",
                SandboxLine,
                lambda player: SandboxLine.objects.filter(owner=player),
                ("owner", "game", "number", "root", "rules", "parent", "name", "turns", "created_at"),
                kept_back={"share_token": Why.KEY},
                running=Q(game__status=Status.RUNNING),
            )
        )
