"use strict";

// Where a phone scrolls to: what is lit while choosing, what the turn has changed, the own home when it begins.
// Lit homes that the screen has no room for get a pill above their column, which scrolls there.
{
  const MARGIN = 8;
  const CHANGED = ":is(.home, .system):has(.chip.step)";
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");

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
      renewPills();
    } else if (chosen) showMost([chosen]);
    else if (document.getElementById("undo")) showMost([...map.querySelectorAll(CHANGED)]);
    else showMost([...map.querySelectorAll(".touched")]);
  }

  // The part of the screen in which the map is seen.
  function room() {
    const sticks = [...document.querySelectorAll(".table-head, #lesson")].filter(
      (each) => getComputedStyle(each).position === "sticky",
    );
    const top = sticks.reduce((sum, each) => sum + each.offsetHeight, 0);
    return { top, bottom: innerHeight - document.getElementById("sheet").offsetHeight };
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
  }

  function renewPills() {
    document.getElementById("pills")?.remove();
    const sheet = document.getElementById("sheet");
    const homes = document.querySelectorAll(".map .home.lit");
    if (!homes.length || !covers(sheet)) return;
    const { top, bottom } = room();
    const pills = document.createElement("div");
    pills.id = "pills";
    // To the ear and to the keyboard the homes are links on the map.
    pills.setAttribute("aria-hidden", "true");
    for (const home of homes) {
      const place = home.getBoundingClientRect();
      const hidden = place.height * 0.4;
      const way = place.top < top - hidden ? "up" : place.bottom > bottom + hidden ? "down" : "";
      if (way) pills.append(pillTo(home, way, place, way === "up" ? top + 4 : bottom - 36));
    }
    if (pills.children.length) document.getElementById("table").append(pills);
  }

  function pillTo(home, way, place, top) {
    const pill = document.createElement("button");
    pill.type = "button";
    pill.tabIndex = -1;
    pill.className = "pill";
    pill.textContent = `${way === "up" ? "↑" : "↓"} ${home.querySelector(".name").textContent}`;
    pill.style.left = `${Math.max(8, place.left + 4)}px`;
    pill.style.top = `${top}px`;
    pill.addEventListener("click", () => showMost([home], true));
    return pill;
  }

  let pending = 0;
  document.addEventListener("scroll", () => {
    cancelAnimationFrame(pending);
    if (document.querySelector(".map .home.lit")) pending = requestAnimationFrame(renewPills);
  }, { passive: true });

  if (document.querySelector(".map .selected, .map .lit") || document.getElementById("undo")) showWhatCounts();
  else showHome();

  // What scripts that come after this one use of it: all that they share.
  window.mapView = { covers, showMost, showWhatCounts };
}
