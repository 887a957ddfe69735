from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from notices.push.vapid import new_private_key, public_key


class Command(BaseCommand):
    help = "Makes the key for web push, once: VAPID_PRIVATE_KEY. With another one all devices are lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only",
            action="store_true",
            help="Writes nothing but the key, for a file that holds the secret.",
        )

    def handle(self, *args: Any, only: bool, **options: Any) -> None:
        key = new_private_key()
        if only:
            self.stdout.write(key)
            return
        self.stdout.write(f"VAPID_PRIVATE_KEY={key}")
        self.stdout.write(f"Browsers know the site by {public_key(key)}; that is worked out from the key.")
