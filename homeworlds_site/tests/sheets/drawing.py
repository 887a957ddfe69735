"""Cells as pages: one for each form and language, which a browser makes a picture of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from django.utils.html import escape

from homeworlds_site.tests.sheets.forms import Cell

WIDTHS: Final = {"mail": 640, "daily": 640, "mail-text": 620, "daily-text": 620, "own-server": 620}
"""Of a cell, in pixels; all others are as wide as a phone."""
PHONE: Final = 366
COLUMNS: Final = 4
STYLE: Final = """
body { background: #555; color: #111; font: 15px/1.4 system-ui, sans-serif; margin: 12px }
body { columns: %(columns)d; column-gap: 12px; width: %(width)dpx }
article { break-inside: avoid; margin: 0 0 12px }
article > h2 { color: #fff; font: 600 12px/20px monospace; margin: 0 }
.cell { background: #fff; border-radius: 10px; overflow-wrap: anywhere; padding: 12px }
.push .cell, .push-without-words .cell, .bell .cell { background: #1a2130; color: #b8c0d0 }
.push b, .push-without-words b, .bell b { color: #fff }
.words { white-space: pre-line }
.mail-text .words, .daily-text .words, .own-server .words { font: 13px/1.35 monospace; white-space: pre-wrap }
.fault { outline: 3px solid #f33 }
"""
OVERFLOWS: Final = """
() => [...document.querySelectorAll(".cell")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.dataset.name)"""


def sheet(cells: Sequence[Cell], form: str, language: str) -> str:
    width = WIDTHS.get(form, PHONE)
    style = STYLE % {"columns": COLUMNS, "width": COLUMNS * (width + 12)}
    articles = "\n".join([_article(cell) for cell in cells])
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{form} {language}</title>'
        f'<style>{style}</style><body class="{form}">\n{articles}\n</body></html>'
    )


def _article(cell: Cell) -> str:
    fault = " fault" if cell.is_empty or cell.is_cut or cell.missing else ""
    name = f"{cell.kind} · {cell.form} · {cell.language}"
    if cell.said.html:
        style, body = _body_of(cell.said.html)
        shown = f'<p><b>{escape(cell.said.title)}</b></p><div style="{style}">{body}</div>'
    else:
        title, words = escape(cell.said.title), escape(cell.said.words)
        shown = f'<b class="words">{title}</b><div class="words">{words}</div>'
    if cell.missing:
        shown += f"<p>No translation: {escape(', '.join(cell.missing))}</p>"
    return f'<article><h2>{name}</h2><div class="cell{fault}" data-name="{name}">{shown}</div></article>'


def _body_of(html: str) -> tuple[str, str]:
    found = re.search(r'(?s)<body(?: style="([^"]*)")?>(.*)</body>', html)
    return (found[1] or "", found[2]) if found else ("", html)


def pages(cells: Sequence[Cell], folder: Path) -> dict[Path, list[Cell]]:
    """Written there; what each holds."""
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    for form, language in dict.fromkeys((cell.form, cell.language) for cell in cells):
        path = folder / f"{form}-{language}.html"
        written[path] = [cell for cell in cells if (cell.form, cell.language) == (form, language)]
        path.write_text(sheet(written[path], form, language), encoding="utf-8")
    return written
