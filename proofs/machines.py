"""Several machines on one database and one Redis: two web servers, three groups of workers, no common folder.

Somebody logs in at one web server, and every turn goes to the other than the last. With `--pooler` all
of them share a few connections by PgBouncer, one for each transaction.
"""

from __future__ import annotations

import re

from proofs.kit.options import options
from proofs.kit.processes import becomes, wait_for
from proofs.kit.site import Site, own_site

WEBS, GROUPS = 2, 3
SECONDS = 3600.0
PLAYED = re.compile(r"games\.tasks\.play_bot_turns: (\d+) done")
"""What a worker of the bots says of each bell that it has answered."""


CONNECTIONS = 6
"""Of the pooler to the database: fewer than there are processes."""


def show(site: Site, turns: int, *, pooled: bool) -> bool:
    if pooled:
        site.put_pooler_before(CONNECTIONS)
    webs = [site.run_web(number + 1)[1] for number in range(WEBS)]
    workers = site.run_workers(GROUPS)
    site.join()
    from proofs.kit.ledger import Ledger
    from proofs.kit.people import bots_have_answered, guests, stop
    from proofs.kit.stored import held_to_logs

    ledger = Ledger(wanted=turns)
    people = guests(("Ann", "Ben"), webs, 6, ledger, looks=True)
    becomes(lambda: ledger.turns >= turns or ledger.done, SECONDS)
    wait_for("The bots have answered", bots_have_answered)
    stop(people, ledger)
    found = held_to_logs(ledger)
    bots = [process for process in workers if process.name.startswith("bots")]
    made = {process.name: sum(map(int, PLAYED.findall(process.log.read_text()))) for process in bots}
    print(f"{WEBS} web servers and {GROUPS} groups of workers, each with a folder of its own.")
    if pooled:
        print(f"{CONNECTIONS} connections to the database for {WEBS} web servers and {len(workers)} workers.")
    print(f"{found.turns} turns, each by the other web server than the last.")
    print("Turns of bots: " + ", ".join(f"{name} {count}" for name, count in made.items()))
    return found.good and found.turns >= turns and all(made.values())


def main() -> int:
    asked = options(
        "machines", __doc__, turns=200, pooler=(False, "with PgBouncer between the site and its database")
    ).parse_args()
    with own_site() as site:
        good = show(site, asked.turns, pooled=asked.pooler)
    print("Every turn is in its log once, every game agrees with its log." if good else "NOT PROVED.")
    return 0 if good else 1
