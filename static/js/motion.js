"use strict";

// The last turn of somebody else is shown once as it happened, action by action; a link shows it again. Nothing moves
// for who wants no motion: then the link leads to where one steps through it.
{
  const WHOLE = 1500;
  const PATIENCE = 3000;
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");
  let playing = null;

  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

  // One line a game, so that no turn is shown twice in this browser.
  function isNew(motion) {
    const key = `shown ${motion.split("/")[2]}`;
    try {
      if (localStorage.getItem(key) === motion) return false;
      localStorage.setItem(key, motion);
      return true;
    } catch {
      return false;
    }
  }

  async function frameOf(address) {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [map, symbols] = [page.querySelector(".map"), page.querySelector(".symbols")];
    for (const each of [map, ...map.querySelectorAll("[id], a")]) {
      each.removeAttribute("id");
      each.removeAttribute("href");
    }
    const frame = document.createElement("div");
    frame.className = "motion";
    frame.inert = true;
    frame.append(symbols, map);
    return frame;
  }

  function stop() {
    playing = null;
    for (const each of document.querySelectorAll(".motion")) each.remove();
    document.querySelector(".table-map")?.classList.remove("table-map--moves");
  }

  async function play() {
    const { motion, actions } = document.getElementById("table").dataset;
    if (!motion || playing) return;
    const mine = (playing = {});
    const steps = [...Array(Number(actions)).keys()].map((step) => frameOf(`${motion}${step}/table/`));
    const frames = await Promise.race([Promise.all(steps), pause(PATIENCE)]).catch(() => null);
    for (const frame of frames ?? []) {
      const room = document.querySelector(".table-map");
      if (playing !== mine || document.getElementById("table").dataset.motion !== motion || !room) break;
      document.querySelector(".motion")?.remove();
      room.classList.add("table-map--moves");
      room.append(frame);
      await pause(WHOLE / frames.length);
    }
    if (playing === mine) stop();
  }

  function playOnce() {
    const motion = document.getElementById("table")?.dataset.motion;
    const waits = document.hidden || STILL.matches || document.getElementById("undo");
    if (motion && !waits && isNew(motion)) play();
  }

  document.addEventListener("click", (event) => {
    const again = event.target.closest("#play-again");
    if (!again || STILL.matches || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const more = again.closest("details[open]");
    if (more?.matches(".popup")) more.open = false;
    play();
  });
  // Whoever goes on does not wait for it.
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, (event) => {
      if (playing && !event.target.closest?.("#play-again")) stop();
    });
  }
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "table") stop();
  });
  document.addEventListener("htmx:afterSettle", playOnce);
  document.addEventListener("visibilitychange", playOnce);
  playOnce();
}
