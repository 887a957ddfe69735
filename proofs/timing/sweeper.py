"""One of several sweepers of the same clocks: begins when it is told, and says how many it has settled."""

import sys
import time


def main() -> None:
    import django

    django.setup()
    from games.models import Game
    from games.services.clocks.sweeping import sweep_clocks
    from upkeep.clock import database_now

    print("ready", flush=True)
    sys.stdin.readline()
    settled, worked = 0, time.process_time()
    while Game.objects.filter(sweep_at__lte=database_now()).exists():
        settled += sweep_clocks()
    print(settled, time.process_time() - worked, flush=True)


if __name__ == "__main__":
    main()
