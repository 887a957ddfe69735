"use strict";

// The table is swapped as a whole: what was open stays open, the focus stays near, and news is spoken.
let opened = new Set();

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "table") return;
  opened = new Set([...document.querySelectorAll("#table details[open]")].map((details) => details.id));
});

document.body.addEventListener("htmx:afterSwap", () => {
  const table = document.getElementById("table");
  if (!table) return;
  for (const details of table.querySelectorAll("details")) {
    if (opened.has(details.id)) details.open = true;
  }
  const spoken = document.getElementById("spoken");
  if (spoken.textContent !== table.dataset.status) spoken.textContent = table.dataset.status;
});

document.body.addEventListener("htmx:afterSettle", (event) => {
  // What was pressed is gone with the old table: go on from the heading of the turn.
  const asked = event.detail.requestConfig?.elt;
  if (asked?.id === "news" || document.activeElement !== document.body) return;
  document.getElementById("turn-heading")?.focus({ preventScroll: true });
});

// Nobody looks: do not ask for news.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "news" && document.hidden) event.preventDefault();
});
