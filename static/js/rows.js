"use strict";

// j and k go through the rows, Enter opens one, n opens the first that waits for the reader.
{
  function rowLinks(which = ".game-row") {
    return [...document.querySelectorAll(`${which} .game-row__link`)];
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const rows = rowLinks();
    const at = rows.findIndex((link) => link.parentElement.parentElement.contains(document.activeElement));
    if (event.key === "j") rows[Math.min(at + 1, rows.length - 1)]?.focus();
    else if (event.key === "k") rows[Math.max(at - 1, 0)]?.focus();
    else if (event.key === "n") rowLinks(".game-row--waits")[0]?.click();
    else return;
    event.preventDefault();
  });

  // Opened by a key, a table has its order field ready.
  document.addEventListener("click", (event) => {
    if (event.detail || !event.target.closest?.(".game-row__link")) return;
    try {
      sessionStorage.setItem("goes on", "1");
    } catch {
      // Then it waits for its key.
    }
  });
}
