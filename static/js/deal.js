"use strict";

// Whether what the page says of the player's own contribution is what this browser has sent.
{
  const kept = new Map(JSON.parse(localStorage.getItem("contributions") ?? "[]"));
  const shown = document.querySelector("[data-seed-hash]")?.dataset.seedHash;
  for (const place of document.querySelectorAll("[data-contribution]")) {
    const seen = kept.get(place.dataset.contribution);
    if (seen === undefined) continue;
    place.querySelector(seen && seen !== shown ? ".deal-other" : ".deal-known").hidden = false;
  }
}
