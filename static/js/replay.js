"use strict";

// Looking back: the strip of turns that can be dragged, keys, and arrows from the ghosts to where the pieces went.
{
  const STEP_KEYS = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };

  document.addEventListener("keydown", (event) => {
    const id = STEP_KEYS[event.key];
    if (!id || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // These keys mean something else there, and a turn in the making is not left by accident.
    if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
    if (document.getElementById("undo")) return;
    const strip = shownStrip();
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const link = document.getElementById(id);
    // On the strip itself a key goes on by a turn, elsewhere by an action.
    if (strip && by && strip.contains(event.target)) showTurn(strip, Number(strip.dataset.at) + by);
    else if (link) link.click();
    else if (strip && !by) showTurn(strip, event.key === "Home" ? 0 : Number(strip.dataset.last));
    else return;
    event.preventDefault();
  });

  // At a desk it may stand in a tab that is not open; the keys work all the same.
  function shownStrip() {
    const strips = [...document.querySelectorAll(".ticks")];
    return strips.find((strip) => strip.getClientRects().length) ?? strips[0];
  }

  // To whoever hears or tabs there is a slider over the strip; without this script it has links.
  function makeSliders() {
    for (const strip of document.querySelectorAll(".ticks")) {
      const { label, last, at, words } = strip.dataset;
      const range = { "aria-valuemin": 0, "aria-valuemax": last, "aria-valuenow": at, "aria-valuetext": words };
      const values = { role: "slider", tabindex: 0, "aria-label": label, ...range };
      const slider = sliderOf(strip) ?? strip.appendChild(document.createElement("span"));
      slider.className = "ticks__slider";
      for (const [name, value] of Object.entries(values)) slider.setAttribute(name, value);
    }
  }

  function sliderOf(strip) {
    return strip?.querySelector(".ticks__slider");
  }

  let loading = false;
  let wanted = null;
  let dragged = null;

  // The strip moves on at once; the table follows as fast as it comes, and only the last turn asked for counts.
  async function showTurn(strip, number, passing = false) {
    const last = Number(strip.dataset.last);
    number = Math.max(0, Math.min(last, number));
    if (number === Number(strip.dataset.at) && !dragged) return;
    strip.querySelector(".ticks__now").setAttribute("transform", `translate(${10 * number})`);
    const { ways, present } = strip.querySelector("svg").dataset;
    const href = number === last ? present : ways.replace("{}", number);
    wanted = { href, passing, focused: strip.contains(document.activeElement) };
    if (loading) return;
    loading = true;
    while (wanted) {
      const { href, passing: isPassing, focused } = wanted;
      wanted = null;
      const address = new URL(href, location.href);
      address.pathname += "table/";
      if (isPassing) address.searchParams.set("passing", "1");
      const fragment = address.pathname + address.search;
      await htmx.ajax("GET", fragment, { target: "#table", swap: "outerHTML" }).catch(() => {});
      if (focused) sliderOf(shownStrip())?.focus({ preventScroll: true });
    }
    loading = false;
  }

  function turnAt(x) {
    const { left, width, last } = dragged;
    return Math.max(0, Math.min(last, Math.floor(((x - left) / width) * (last + 1))));
  }

  document.addEventListener("pointerdown", (event) => {
    const strip = event.target.closest?.(".ticks");
    if (!strip || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { left, width } = strip.querySelector("svg").getBoundingClientRect();
    dragged = { left, width, last: Number(strip.dataset.last), number: null };
    // The strip is exchanged with the table while it is dragged.
    document.documentElement.setPointerCapture(event.pointerId);
    sliderOf(strip).focus({ preventScroll: true });
    dragTo(event.clientX, false);
    event.preventDefault();
  });
  document.addEventListener("pointermove", (event) => {
    if (dragged) dragTo(event.clientX, true);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      if (!dragged) return;
      const { number } = dragged;
      dragged = null;
      const strip = shownStrip();
      if (strip && number !== Number(strip.dataset.at)) showTurn(strip, number);
    });
  }

  function dragTo(x, passing) {
    const number = turnAt(x);
    const strip = shownStrip();
    if (!strip || number === dragged.number) return;
    dragged.number = number;
    showTurn(strip, number, passing);
  }

  // A press on the tide shows the turn on the table beside it.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#table .ways a, .ticks a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const strip = shownStrip();
    if (strip && link.closest(".ways")) showTurn(strip, [...link.parentElement.children].indexOf(link));
  });

  document.body.addEventListener("htmx:afterSettle", makeSliders);
  makeSliders();

  const SVG = "http://www.w3.org/2000/svg";

  function drawArrows() {
    document.querySelector(".map .arrows")?.remove();
    const map = document.querySelector(".map");
    if (!map) return;
    const room = map.getBoundingClientRect();
    const paths = [];
    for (const from of map.querySelectorAll("[data-from]")) {
      const to = map.querySelector(`[data-to="${from.dataset.from}"]`);
      if (to) paths.push(arrow(from, to, room));
    }
    if (!paths.length) return;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "arrows");
    svg.setAttribute("aria-hidden", "true");
    for (const kind of ["under", "over"]) {
      for (const d of paths) {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", kind);
        path.setAttribute("d", d);
        svg.append(path);
      }
    }
    map.append(svg);
  }

  // From the edge of one card to the edge of the other, a little bent, so that ways there and back differ; within a
  // card from piece to piece.
  function arrow(from, to, room) {
    const cards = [from, to].map((piece) => piece.closest(".home, .system"));
    const [a, b] = [from, to].map((piece) => middleOf(piece, room));
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const apart = cards[0] !== cards[1];
    const [leave, reach] = apart ? [edge(a, ux, uy, cards[0], room), edge(b, -ux, -uy, cards[1], room)] : [a.r, b.r];
    const start = { x: a.x + ux * leave, y: a.y + uy * leave };
    const end = { x: b.x - ux * (reach + 3), y: b.y - uy * (reach + 3) };
    const bend = Math.min(28, Math.hypot(end.x - start.x, end.y - start.y) / 6);
    const middle = { x: (start.x + end.x) / 2 - uy * bend, y: (start.y + end.y) / 2 + ux * bend };
    const angle = Math.atan2(end.y - middle.y, end.x - middle.x);
    const tip = (turn) => `${end.x - 10 * Math.cos(angle + turn)} ${end.y - 10 * Math.sin(angle + turn)}`;
    const line = `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
    return `${line}M${tip(0.5)}L${end.x} ${end.y}L${tip(-0.5)}`;
  }

  function middleOf(piece, room) {
    const box = piece.getBoundingClientRect();
    return {
      x: box.left + box.width / 2 - room.left,
      y: box.top + box.height / 2 - room.top,
      r: Math.min(box.width, box.height) / 2,
    };
  }

  // How far it is from a point inside a card to the card's edge in this direction. Neighbours lie so close that the
  // arrow begins and ends a little within, so that it is long enough to be seen.
  function edge(point, ux, uy, card, room) {
    const box = card.getBoundingClientRect();
    const inset = 10;
    const along = (u, at, low, high) => (u > 0 ? (high - at) / u : u < 0 ? (low - at) / u : Infinity);
    const x = along(ux, point.x, box.left - room.left + inset, box.right - room.left - inset);
    const y = along(uy, point.y, box.top - room.top + inset, box.bottom - room.top - inset);
    return Math.max(point.r, Math.min(x, y));
  }

  // The page decides where things stand: draw again when that changes.
  const watcher = new ResizeObserver(drawArrows);
  function watchMap() {
    watcher.disconnect();
    const map = document.querySelector(".map");
    if (map) watcher.observe(map);
  }
  document.body.addEventListener("htmx:afterSettle", watchMap);
  watchMap();
}
