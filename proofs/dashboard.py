"""A real Prometheus watches a site that people and bots use, and every panel of the dashboard is asked there.

Meanwhile a process of the web server is killed and a worker started again: no figure may fall by that. The
rules for its alarms are read by it too.
"""

from __future__ import annotations

import json
import math
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from proofs.kit.options import options
from proofs.kit.processes import ROOT, Process, becomes, family_of, free_port, listens, program, wait_for
from proofs.kit.site import Site, bare_environment, own_site
from proofs.kit.watcher import TOKEN

SECONDS: Final = 900.0
SCRAPED_EVERY: Final = 1
EMPTY_WHEN_WELL: Final = frozenset({"Tasks that failed, a minute"})
"""These count what does not happen here."""
BACKUPS: Final = "backups"
CONFIGURATION: Final = """
global: {{scrape_interval: {every}s, evaluation_interval: {every}s}}
rule_files: ["{rules}"]
scrape_configs:
  - job_name: homeworlds
    authorization: {{credentials: {token}}}
    static_configs: [{{targets: ["{target}"]}}]
"""


class Prometheus(Process):
    def __init__(self, folder: Path, target: str) -> None:
        self.port = free_port()
        file = folder / "prometheus.yml"
        rules = ROOT / "deploy" / "prometheus" / "homeworlds-rules.yml"
        file.write_text(CONFIGURATION.format(every=SCRAPED_EVERY, rules=rules, token=TOKEN, target=target))
        command = [
            program("prometheus"),
            f"--config.file={file}",
            f"--storage.tsdb.path={folder / 'prometheus'}",
        ]
        command.append(f"--web.listen-address=127.0.0.1:{self.port}")
        super().__init__("prometheus", command, bare_environment(), folder / "prometheus.log")

    def asked(self, query: str) -> list[float]:
        """The value of each series. Raises RuntimeError for what is no query."""
        url = f"http://127.0.0.1:{self.port}/api/v1/query?{urlencode({'query': query})}"
        try:
            with urlopen(url, timeout=60) as answer:
                said = json.load(answer)
        except URLError as error:
            raise RuntimeError(f"Prometheus does not take {query}: {error}") from error
        return [float(each["value"][1]) for each in said["data"]["result"]]


def silent(prometheus: Prometheus, queries: Iterable[tuple[str, str]]) -> list[str]:
    """The panels of which a query gives no number."""

    def says(query: str) -> bool:
        return not all(map(math.isnan, prometheus.asked(query)))

    return [title for title, query in queries if not says(query)]


def show(site: Site, turns: int) -> bool:
    site.env |= {"METRICS_TOKEN": TOKEN, "METRICS_DIR": str(site.folder / "metrics")}
    web, address = site.run_web()
    workers = site.run_workers()
    prometheus = site.started(Prometheus(site.folder, address.removeprefix("http://")))
    wait_for("Prometheus listens", lambda: listens(prometheus.port))
    (site.folder / BACKUPS).mkdir()
    site.manage("backup", str(site.folder / BACKUPS))
    site.join()
    from proofs.kit.ledger import Ledger
    from proofs.kit.people import bots_have_answered, guests, stop

    ledger = Ledger(wanted=turns)
    people = guests(("Ann", "Ben"), [address], 6, ledger, looks=True)
    becomes(lambda: ledger.turns >= turns / 2 or ledger.done, SECONDS)
    [killed, *_others] = [pid for pid in family_of(web.pid) if pid != web.pid]
    os.kill(killed, signal.SIGKILL)
    bots = next(process for process in workers if process.name.startswith("bots"))
    bots.stop()
    bots.start()
    becomes(lambda: ledger.turns >= turns or ledger.done, SECONDS)
    wait_for("The bots have answered", bots_have_answered)
    time.sleep(3 * SCRAPED_EVERY)
    stop(people, ledger)
    return judged(prometheus, ledger.turns)


def judged(prometheus: Prometheus, turns: int) -> bool:
    from homeworlds_site.tests.told_figures import panels

    asked = [(panel.title, query) for panel in panels() for query in panel.queries]
    counted = prometheus.asked(
        'sum(homeworlds_request_seconds_count{view=~"games:turn|games:turn_fragment"})'
    )
    fell = prometheus.asked(
        "sum(resets(homeworlds_request_seconds_count[1h])) + sum(resets(homeworlds_task_seconds_count[1h]))"
    )
    without = sorted(set(silent(prometheus, asked)) - EMPTY_WHEN_WELL)
    scraped = prometheus.asked('min_over_time(up{job="homeworlds"}[1h])')
    for title in without:
        print(f"SILENT: {title}")
    print(
        f"dashboard: {len(panels())} panels, {len(asked)} queries, {len(without)} silent; {turns} turns, "
        f"{sum(counted):.0f} requests for turns counted, {sum(fell):.0f} figures fell"
    )
    return not without and sum(counted) >= turns > 0 and fell == [0.0] and bool(scraped)


def main() -> int:
    turns = options("dashboard", __doc__, turns=60).parse_args().turns
    with own_site() as site:
        good = show(site, turns)
    print("Every panel shows something, and nothing was forgotten." if good else "NOT PROVED.")
    return 0 if good else 1
