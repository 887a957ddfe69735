"use strict";

// Where a phone scrolls to: what is lit while choosing, what the turn has changed, the own home when it begins.
// Lit homes that the screen has no room for get a pill above their column, which scrolls there.
{
  const MARGIN = 8;
  const HEAD = 28;
  const CHANGED = ":is(.home, .system):has(.chip.step)";
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");
  const NARROW = matchMedia("(max-width: 899px)");

  // On a desktop the sheet stands beside the map, or has no box of its own.
  function covers(sheet) {
    return Boolean(sheet?.getClientRects().length) && getComputedStyle(sheet).position === "sticky";
  }

  function showWhatCounts(byItself) {
    const map = document.querySelector(".map");
    const sheet = document.getElementById("sheet");
    document.getElementById("pills")?.remove();
    if (!map || !covers(sheet)) return;
    // Who reads on below the map is left there.
    if (byItself && map.getBoundingClientRect().bottom < 0) return;
    const lit = [...map.querySelectorAll(".lit")];
    const chosen = map.querySelector(".selected");
    if (lit.length) {
      showMost(chosen ? [...lit, chosen] : lit, true);
    } else if (chosen) showMost([chosen]);
    else if (document.getElementById("undo")) showMost([...map.querySelectorAll(CHANGED)]);
    else showMost([...map.querySelectorAll(".touched")]);
    showPieces();
    renewPills();
  }

  // What the sheet covers: while setting up its pieces scroll with the page.
  function stuck(sheet) {
    return sheet.offsetHeight + parseFloat(getComputedStyle(sheet).bottom);
  }

  // The part of the screen in which the map is seen.
  function room() {
    const sticks = [...document.querySelectorAll(".table-head, #lesson")].filter(
      (each) => getComputedStyle(each).position === "sticky",
    );
    const top = sticks.reduce((sum, each) => sum + each.offsetHeight, 0);
    return { top, bottom: innerHeight - stuck(document.getElementById("sheet")) };
  }

  // Scrolls as little as needed to see the whole map, or as many of the cards as there can be.
  function showMost(cards, gently) {
    const { top, bottom } = room();
    const map = document.querySelector(".map").getBoundingClientRect();
    const fits = map.height + MARGIN <= bottom - top;
    const places = fits ? [map] : cards.map((card) => card.getBoundingClientRect());
    const above = places.map((place) => place.top - top);
    const below = places.map((place) => place.bottom - bottom);
    // With some room to the edge where there is any.
    const ways = [...above.map((by) => by - MARGIN), ...below.map((by) => by + MARGIN), ...above, ...below];
    const seen = (by) =>
      places.filter((place) => place.top - by >= top && place.bottom - by <= bottom).length;
    let best = 0;
    for (const by of ways) {
      const more = seen(by) - seen(best);
      if (more > 0 || (more === 0 && Math.abs(by) < Math.abs(best) && seen(best) > 0)) best = by;
    }
    if (Math.abs(best) >= 1) scrollBy({ top: best, behavior: gently && !STILL.matches ? "smooth" : "instant" });
  }

  // A turn begins at home: the map may be higher than the screen.
  function showHome() {
    const home = document.querySelector(".map .home.below:not(.empty)");
    if (home && document.getElementById("end-turn") && covers(document.getElementById("sheet"))) showMost([home]);
    showPieces();
  }

  // Whoever is asked for a piece of the homeworld sees those there are.
  function showPieces() {
    const sheet = document.getElementById("sheet");
    const pieces = sheet?.querySelector(":is(.six, .first-pieces)");
    // The high sheet of a first homeworld does not stick where the screen is low.
    const flows = pieces?.matches(".first-pieces") && NARROW.matches;
    if (!pieces || !(flows || covers(sheet))) return;
    const below = (flows ? sheet : pieces).getBoundingClientRect().bottom + MARGIN - innerHeight;
    if (below > 0) scrollBy({ top: below, behavior: "instant" });
  }

  // Of homes that the screen has no room for the heads stay in sight, each over its own column.
  let shownPills = "";
  function renewPills() {
    const pills = pillsNow();
    const now = JSON.stringify(pills.map(({ home, ...rest }) => [home.id, home.className, rest]));
    if (now === shownPills && (document.getElementById("pills") || !pills.length)) return;
    shownPills = now;
    document.getElementById("pills")?.remove();
    if (!pills.length) return;
    const strip = document.createElement("div");
    strip.id = "pills";
    // To the ear and to the keyboard the homes are links on the map.
    strip.setAttribute("aria-hidden", "true");
    strip.append(...pills.map(pillTo));
    document.getElementById("table").append(strip);
  }

  function pillsNow() {
    const map = document.querySelector("#table:not(.ended) .map");
    if (!map || !covers(document.getElementById("sheet"))) return [];
    const homes = map.querySelectorAll(map.querySelector(".lit") ? ".home.lit" : ".home:not(.empty)");
    const { top, bottom } = room();
    const { top: mapTop, bottom: mapBottom } = map.getBoundingClientRect();
    if (mapBottom < top + 2 * HEAD || mapTop > bottom - 2 * HEAD) return [];
    return [...homes].flatMap((home) => {
      const { top: at, bottom: end, height, left, width } = home.getBoundingClientRect();
      const hidden = home.matches(".lit") ? height * 0.4 : 0;
      const isLow = home.matches(".lit") ? end > bottom + hidden : at + HEAD > bottom;
      const way = at < top - (hidden || HEAD) ? "up" : isLow ? "down" : "";
      return way ? [{ home, way, left, width, top: way === "up" ? top + 4 : bottom - HEAD - 8 }] : [];
    });
  }

  function pillTo({ home, way, left, width, top }) {
    const pill = document.createElement("button");
    const isLit = home.matches(".lit");
    pill.type = "button";
    pill.tabIndex = -1;
    pill.className = isLit ? "pill" : "pill pill--head";
    pill.classList.toggle("pill--mine", home.matches(".mover.mine"));
    const name = document.createElement("span");
    name.textContent = home.querySelector(".name").textContent;
    pill.append(isLit ? (way === "up" ? "↑ " : "↓ ") : home.querySelector(".badge").cloneNode(true), name);
    Object.assign(pill.style, { left: `${Math.max(8, left + 4)}px`, maxWidth: `${width - 8}px`, top: `${top}px` });
    pill.addEventListener("click", () => showMost([home], true));
    return pill;
  }

  let pending = 0;
  document.addEventListener("scroll", () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(renewPills);
  }, { passive: true });

  if (document.querySelector(".map .selected, .map .lit") || document.getElementById("undo")) showWhatCounts();
  else showHome();
  renewPills();

  // What scripts that come after this one use of it: all that they share.
  window.mapView = { covers, showMost, showWhatCounts, stuck };
}
