"use strict";

// Looking back: keys for the links that stand there, and arrows from the ghosts to where the pieces went.
const STEP_KEYS = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };

document.addEventListener("keydown", (event) => {
  const id = STEP_KEYS[event.key];
  if (!id || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  // These keys mean something else there, and a turn in the making is not left by accident.
  if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
  if (document.getElementById("undo")) return;
  const link = document.getElementById(id);
  if (!link) return;
  event.preventDefault();
  link.click();
});

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

// From the edge of one piece to the edge of the other, a little bent, so that ways there and back differ.
function arrow(from, to, room) {
  const [a, b] = [from, to].map((piece) => {
    const box = piece.getBoundingClientRect();
    return {
      x: box.left + box.width / 2 - room.left,
      y: box.top + box.height / 2 - room.top,
      r: Math.min(box.width, box.height) / 2,
    };
  });
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const bend = Math.min(28, length / 6);
  const start = { x: a.x + ux * a.r, y: a.y + uy * a.r };
  const end = { x: b.x - ux * (b.r + 3), y: b.y - uy * (b.r + 3) };
  const middle = { x: (start.x + end.x) / 2 - uy * bend, y: (start.y + end.y) / 2 + ux * bend };
  const angle = Math.atan2(end.y - middle.y, end.x - middle.x);
  const tip = (turn) => `${end.x - 10 * Math.cos(angle + turn)} ${end.y - 10 * Math.sin(angle + turn)}`;
  const line = `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  return `${line}M${tip(0.5)}L${end.x} ${end.y}L${tip(-0.5)}`;
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
