"use strict";

// The table is swapped as a whole: what was open stays open, and the focus stays near.
{
  const { covers, showWhatCounts, stuck } = window.mapView;
  const wasOpen = new Map();
  let title = document.getElementById("table").dataset.title;

  // An order that no address holds is left in its field.
  const LONGEST_ADDRESS = 3000;
  document.body.addEventListener("htmx:configRequest", ({ detail }) => {
    const { turn } = detail.parameters;
    const isTooLong = turn && encodeURIComponent(turn).length > LONGEST_ADDRESS;
    if (detail.verb === "get" && isTooLong) delete detail.parameters.turn;
  });

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "table") return;
    for (const details of document.querySelectorAll("#table details:not(.popup)")) {
      wasOpen.set(details.id, details.open);
    }
    // Where the focus is in what goes, the browser would draw up both tables at once; after a step it goes elsewhere.
    const active = document.activeElement;
    if (isStep(event.detail.requestConfig?.elt) && !active.matches("input, textarea, select")) active.blur();
  });

  function isStep(pressed) {
    return Boolean(pressed?.closest?.(".map, #turn-panel") && !pressed.closest(".threat"));
  }

  document.body.addEventListener("htmx:afterSwap", () => {
    const table = document.getElementById("table");
    if (!table) return;
    for (const details of table.querySelectorAll("details:not(.popup)")) {
      if (wasOpen.get(details.id)) details.open = true;
    }
    document.title = document.title.replace(title, () => table.dataset.title);
    title = table.dataset.title;
    // The tab shows that it is the reader's turn, also when that begins while another tab is looked at.
    if (table.dataset.icon) document.querySelector('link[rel="icon"]').href = table.dataset.icon;
  });

  document.body.addEventListener("htmx:afterSettle", (event) => {
    padScrolling();
    const { elt: asker, target } = event.detail.requestConfig ?? {};
    // What is fetched into the page beside the table leaves it where it is.
    if (target?.id !== "table") return;
    showWhatCounts(asker.id === "news");
    if (asker.id !== "news") goOnFrom(asker);
  });

  // After a step one goes on from the question that it leads to, or from the heading of the turn.
  function goOnFrom(pressed) {
    const active = document.activeElement;
    if (active !== document.body && (!isStep(pressed) || active.matches("input, textarea, select"))) return;
    const place = document.querySelector("#turn-panel .sheet-question") ?? document.getElementById("turn-heading");
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  // What is focused is not hidden behind the sheet.
  function padScrolling() {
    const sheet = document.getElementById("sheet");
    const height = covers(sheet) ? stuck(sheet) + 8 : 0;
    document.documentElement.style.setProperty("--sheet", `${height}px`);
  }

  padScrolling();
}
