"""Words whose end matters and is cut."""

from __future__ import annotations

from typing import Final

from homeworlds_site.tests.browser.visitor import Visitor

MAY_BE_CUT: Final = {
    ".map .name": "the name of a player or of a system, whole in its title",
    ".name, .menu__name, .talk-author, bdi": "likewise",
    ".game-row__link": "names of players, whole in its title",
    ".game-row__words:has(bdi)": "a last move, which the table shows",
    ".since > summary, .last-turn": "what was done lately: it opens, or is whole in its title",
    ".made-steps": "the steps of the turn in the making, which the map shows",
    ".log, .talk-scroll, textarea": "what scrolls",
    ".visually-hidden, .skip, #heard": "what is not seen",
}
CUT = """(allowed) => {
  const cut = [];
  for (const one of document.body.querySelectorAll("*")) {
    const own = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own.length || !one.checkVisibility() || one.closest(allowed) || one.closest("svg, dialog")) continue;
    const inside = one.getBoundingClientRect();
    if (inside.width <= 1 || inside.height <= 1) continue;
    // Its own words: what stands in a part of it is looked at there.
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const words = range.getBoundingClientRect();
    const head = one.closest(".table-head")?.getBoundingClientRect();
    if (head && (words.top < head.top - 2 || words.bottom > head.bottom + 2)) {
      cut.push(`.${one.className} beyond the head: ${one.textContent.trim().slice(0, 80)}`);
    }
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath !== "none") break;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      const { left, right, bottom } = box.getBoundingClientRect();
      if (words.right > right + 1 || words.left < left - 1 || words.bottom > bottom + 3) {
        cut.push(`.${one.className} in .${box.className}: ${one.textContent.trim().slice(0, 80)}`);
        break;
      }
    }
  }
  return [...new Set(cut)];
}"""


def cut_on(visitor: Visitor) -> list[str]:
    """On the page that is open."""
    return visitor.page.evaluate(CUT, ", ".join(MAY_BE_CUT))
