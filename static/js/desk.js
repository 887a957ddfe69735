"use strict";

// Before the first picture of the table: its em, the largest with which the map fits without scrolling. It is
// chosen once, and again when the window changes, so that nothing grows while one plays.
{
  const SIZES = [28, 24, 22, 20, 18, 16];
  const desk = matchMedia("(min-width: 900px) and (min-height: 560px)");

  function fits(map) {
    const room = map.parentElement;
    const columns = map.querySelector(".columns");
    if (room.scrollHeight > room.clientHeight || columns.scrollHeight > columns.clientHeight) return false;
    const holds = (card) => card.scrollWidth <= card.clientWidth && card.scrollHeight <= card.clientHeight;
    return [...map.querySelectorAll(".home, .system")].every(holds);
  }

  function chooseEm() {
    const map = document.querySelector(".desk .map");
    const root = document.documentElement;
    root.classList.remove(...SIZES.map((size) => `em-${size}`));
    if (!map || !desk.matches) return;
    for (const size of SIZES) {
      root.classList.add(`em-${size}`);
      if (fits(map) || size === SIZES.at(-1)) return;
      root.classList.remove(`em-${size}`);
    }
  }
  chooseEm();
  let width = innerWidth;
  let height = innerHeight;
  addEventListener("resize", () => {
    if (width === innerWidth && height === innerHeight) return;
    [width, height] = [innerWidth, innerHeight];
    chooseEm();
  });

  // The tabs beside the map: what is open stays open when the table is swapped.
  let panel = "";

  function openPanel(name) {
    const table = document.querySelector("#table.desk");
    if (!table) return;
    if (name) panel = name;
    if (!panel) return;
    for (const tab of table.querySelectorAll(".tab")) {
      table.classList.toggle(`desk--${tab.dataset.panel}`, tab.dataset.panel === panel);
      if (tab.dataset.panel === panel) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    countNew();
  }

  // How much of the talk is new, until one looks at it.
  let looked = false;
  function countNew() {
    const count = document.querySelector("#tab-talk .tab__new");
    if (!count) return;
    if (panel === "talk") looked = true;
    const number = document.querySelectorAll("#talk .talk-message--new").length;
    count.textContent = number || "";
    count.hidden = !number || looked;
  }

  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".tab");
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openPanel(tab.dataset.panel);
  });
  // Whoever touches the map makes a turn, and wants to see it.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.closest?.(".map")) panel = "turn";
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id === "talk-said") looked = panel === "talk";
    openPanel();
    countNew();
  });
}
