"use strict";

// Before the first picture of the table: its em, the largest with which the map fits without scrolling. It is
// chosen once, and again when the window changes, so that nothing grows while one plays.
{
  const SIZES = [36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16];
  const desk = matchMedia("(min-width: 900px) and (min-height: 560px)");

  // What a card has to hold: its pieces and its words. What only adorns it may stick out: a corner, a ring, a tag.
  const HELD = ".lanes svg, .horizon > svg, .fleet svg, .name, .chip, .moves";

  function holds(card) {
    const edge = card.getBoundingClientRect();
    return [...card.querySelectorAll(HELD)].every((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left > edge.left - 1 && right < edge.right + 1 && top > edge.top - 1 && bottom < edge.bottom + 1;
    });
  }

  function fits(map) {
    const columns = map.querySelector(".columns");
    const gap = parseFloat(getComputedStyle(map).rowGap);
    const below = gap + map.lastElementChild.offsetHeight;
    if (columns.offsetTop + columns.offsetHeight + below > map.offsetHeight + 1) return false;
    const edge = columns.getBoundingClientRect().top + columns.clientHeight - columns.scrollTop + 1;
    const berths = [...columns.querySelectorAll(".system, .berth")];
    if (berths.some((one) => one.getBoundingClientRect().bottom > edge)) return false;
    return [...map.querySelectorAll(".home, .system")].every(holds);
  }

  let em = 0; // None is chosen.

  function chooseEm(sizes = SIZES) {
    const map = document.querySelector(".desk .map");
    const { classList } = document.documentElement;
    const wear = (size) => {
      classList.remove(`em-${em}`);
      em = size;
      classList.add(`em-${em}`);
    };
    classList.remove(`em-${em}`);
    em = 0;
    if (!map || !desk.matches) return;
    for (const size of sizes) {
      wear(size);
      if (fits(map)) return;
    }
  }
  // The systems that have room at this size.
  let known = new Set();
  const systems = () => [...document.querySelectorAll(".desk .map .system")].map((one) => one.dataset.target);
  chooseEm();
  known = new Set(systems());
  // Where a system has come for which there is no room, and nothing is being chosen, the next smaller one that fits.
  // Nothing else changes the size under the eyes of who looks on: not the ships that come to where others are.
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "table" || !desk.matches) return;
    // The game has begun where one waited for it.
    if (!em) {
      chooseEm();
      known = new Set(systems());
      return;
    }
    const map = document.querySelector(".desk .map:not(.choosing)");
    if (!map) return;
    const come = systems().filter((name) => !known.has(name));
    if (!come.length) return;
    for (const name of come) known.add(name);
    const smaller = SIZES.filter((size) => size < em);
    if (!fits(map) && smaller.length) chooseEm(smaller);
  });
  let width = innerWidth;
  let height = innerHeight;
  addEventListener("resize", () => {
    if (width === innerWidth && height === innerHeight) return;
    [width, height] = [innerWidth, innerHeight];
    chooseEm();
    known = new Set(systems());
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
