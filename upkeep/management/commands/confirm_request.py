"""For a site whose staff is one person, or all of them concerned: the second is whoever keeps the server."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from upkeep.admin.requests import wanted
from upkeep.models import StaffRequest
from upkeep.seconding import confirm_request


class Command(BaseCommand):
    help = (
        "Does what somebody of staff has asked for and may not do alone; written down as confirmed at the "
        "server. Without --yes it only says what it would do."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", type=int, help="of the request, as its address in the admin has it")
        parser.add_argument("--yes", action="store_true", help="do it")

    def handle(self, *args: Any, number: int, yes: bool, **options: Any) -> None:
        asked = StaffRequest.objects.select_related("asker").filter(pk=number).first()
        found = wanted(asked) if asked else None
        if asked is None or found is None:
            raise CommandError("There is no such request, or what it is about is gone.")
        self.stdout.write(
            f"{found.title}: {found.shown}, asked for by {asked.asker.name} until {asked.until}"
        )
        for label, said in found.sentences:
            self.stdout.write(f"{label}: {said}")
        if not yes:
            self.stdout.write("nothing is done yet: add --yes")
            return
        try:
            confirm_request(request_id=number, second=None, do=found.do, at_the_machine=True)
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from refusal
        self.stdout.write("done")
