"""Every setting of docs/settings.md is given wrong in five ways or more: the site must end with 78 and one
sentence that names the setting and shows no secret."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from homeworlds_site.tests.wrong_settings import asked, cases, documented, faults
from proofs.kit.options import options


def main() -> int:
    parser = options("settings", __doc__, show=(False, "each sentence that the site says"))
    show = parser.parse_args().show
    with TemporaryDirectory() as name:
        names = list(documented())
        every = list(cases(Path(name), names))
        answers = asked(every, Path(name))
    wrong = 0
    for case, answer in zip(every, answers, strict=True):
        if show:
            print(f"{case.setting:<26}{answer.said.strip()}")
        for fault in faults(case, answer):
            wrong += 1
            print(f"WRONG: {case.setting} given as {case.value!r} {fault}.")
    print(f"settings: {len(names)} settings, {len(every)} wrong values, {wrong} wrong answers")
    return 1 if wrong else 0
