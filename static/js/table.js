"use strict";

// The table is swapped as a whole: what was open stays open, the focus stays near, and news is spoken.
const wasOpen = new Map();
let title = document.getElementById("table").dataset.title;

// An order that no address holds is left in its field.
const LONGEST_ADDRESS = 3000;
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const { turn } = detail.parameters;
  if (detail.verb === "get" && turn && encodeURIComponent(turn).length > LONGEST_ADDRESS) delete detail.parameters.turn;
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "table") return;
  for (const details of document.querySelectorAll("#table details")) wasOpen.set(details.id, details.open);
});

document.body.addEventListener("htmx:afterSwap", () => {
  const table = document.getElementById("table");
  if (!table) return;
  for (const details of table.querySelectorAll("details")) {
    if (wasOpen.get(details.id)) details.open = true;
    else if (details.id === "since" && wasOpen.has("since")) details.open = false;
  }
  document.title = document.title.replace(title, () => table.dataset.title);
  title = table.dataset.title;
  // The tab shows that it is the reader's turn, also when that begins while another tab is looked at.
  if (table.dataset.icon) document.querySelector('link[rel="icon"]').href = table.dataset.icon;
  const spoken = document.getElementById("spoken");
  if (spoken.textContent !== table.dataset.status) spoken.textContent = table.dataset.status;
});

document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.requestConfig?.elt.id === "news") return;
  padScrolling();
  showTouched();
  goOnFrom(event.detail.requestConfig?.elt);
});

// After a step one goes on from the question that it leads to, or from the heading of the turn.
function goOnFrom(pressed) {
  const active = document.activeElement;
  const isStep = pressed?.closest?.(".map, #turn-panel") && !pressed.closest(".threat");
  if (active !== document.body && (!isStep || active.matches("input, textarea, select"))) return;
  const place = document.querySelector("#turn-panel .sheet-question") ?? document.getElementById("turn-heading");
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

// What is focused is not hidden behind the sheet.
function padScrolling() {
  const sheet = document.getElementById("sheet");
  const height = covers(sheet) ? sheet.offsetHeight + 8 : 0;
  document.documentElement.style.setProperty("--sheet", `${height}px`);
}

// On a desktop the sheet stands beside the map, or has no box of its own.
function covers(sheet) {
  return Boolean(sheet?.getClientRects().length) && getComputedStyle(sheet).position === "sticky";
}

// The sheet must not cover the system that is chosen or that the last step touched.
function showTouched() {
  let touched = document.querySelector(".map .selected");
  if (!touched && document.getElementById("undo")) {
    touched = [...document.querySelectorAll(".map .chip.step")].pop()?.closest("[id]");
  }
  const sheet = document.getElementById("sheet");
  if (!touched || !covers(sheet)) return;
  const place = touched.getBoundingClientRect();
  const room = sheet.getBoundingClientRect().top - 8;
  if (place.bottom > room) window.scrollBy(0, place.bottom - room);
  else if (place.top < ceiling()) window.scrollBy(0, place.top - ceiling() - 8);
}

// What was done since the last turn stays at the top of a phone; in the guided game, what to do.
function ceiling() {
  return document.querySelector("#since, #lesson")?.getBoundingClientRect().height ?? 0;
}

// A turn begins at home: on a phone the map may be higher than the screen. At once, without motion.
function showHome() {
  const home = document.querySelector(".map .home.below:not(.empty)");
  const sheet = document.getElementById("sheet");
  if (!home || !covers(sheet) || !document.getElementById("end-turn")) return;
  const room = () => sheet.getBoundingClientRect().top - 8;
  const since = document.getElementById("since");
  if (since && home.getBoundingClientRect().bottom > room()) since.open = false;
  window.scrollBy(0, Math.max(0, home.getBoundingClientRect().bottom - room()));
}
padScrolling();
if (document.querySelector(".map .selected") || document.getElementById("undo")) showTouched();
else showHome();
