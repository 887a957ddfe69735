"""The command that rebuilds games."""

from io import StringIO

from django.core.management import call_command


def replay(*arguments: str) -> tuple[list[str], bool]:
    """What it prints, and whether it is content."""
    out = StringIO()
    try:
        call_command("replay_games", *arguments, stdout=out)
    except SystemExit:
        return out.getvalue().splitlines(), False
    return out.getvalue().splitlines(), True
