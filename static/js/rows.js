"use strict";

// j and k or the arrows go through the rows, a number leads to one, Enter opens it, with Shift
// it joins there, n opens the first that waits for
// the reader, / leads to the search, c shows rows without maps, ? says all this. What happens meanwhile shows itself,
// and no row leaves its place for it.
{
  const PAUSE = 20000;
  const NEXT_DIGIT = 700;

  function rowLinks(which = ".game-row") {
    return [...document.querySelectorAll(`${which} .game-row__link`)].filter((link) => link.checkVisibility());
  }

  function rowOf(element) {
    return element?.closest(".game-row");
  }

  // Below or above in columns: the nearest of the next line.
  function besides(rows, at, down) {
    const box = (link) => rowOf(link).getBoundingClientRect();
    const here = box(rows[at]);
    const beyond = (link) => (down ? box(link).top >= here.bottom - 1 : box(link).bottom <= here.top + 1);
    const far = (link) => Math.abs(box(link).top - here.top) * 10 + Math.abs(box(link).left - here.left);
    return rows.filter(beyond).sort((one, other) => far(one) - far(other))[0];
  }

  let typed = "";
  let typedAt = 0;
  function numbered(rows, digit, now) {
    typed = now - typedAt < NEXT_DIGIT ? typed + digit : digit;
    typedAt = now;
    return rows[Number(typed) - 1];
  }

  function search() {
    const field = document.getElementById("id_words");
    const fold = field?.closest("details");
    if (fold) fold.open = true;
    field?.focus();
  }

  function showKeys() {
    const dialog = document.getElementById("keys");
    if (!dialog) return;
    document.getElementById("keys-on").checked = window.singleKeys.areOn();
    dialog.showModal();
  }

  // What a single key does besides going through the rows.
  const PRESSED = {
    n: () => rowLinks(".game-row--waits")[0]?.click(),
    c: () => document.getElementById("compact")?.click(),
    "/": search,
    "?": showKeys,
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key.length === 1 && !window.singleKeys.areOn()) return;
    const rows = rowLinks();
    const at = rows.findIndex((link) => rowOf(link).contains(document.activeElement));
    const { key } = event;
    if (PRESSED[key]) PRESSED[key]();
    else if (at >= 0 && key === "Enter" && event.shiftKey) rowOf(rows[at]).querySelector("form .button")?.click();
    else if (/^[0-9]$/.test(key)) numbered(rows, key, event.timeStamp)?.focus();
    else if (key === "j" || (at >= 0 && key === "ArrowRight")) rows[Math.min(at + 1, rows.length - 1)]?.focus();
    else if (key === "k" || (at >= 0 && key === "ArrowLeft")) rows[Math.max(at - 1, 0)]?.focus();
    else if (at >= 0 && (key === "ArrowDown" || key === "ArrowUp")) besides(rows, at, key === "ArrowDown")?.focus();
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (event.target.id === "keys-open") showKeys();
  });

  // Once the first line has left the screen, the index of what waits takes its place.
  const bar = document.querySelector(".mine__bar");
  if (bar) {
    new IntersectionObserver(([seen]) => {
      document.getElementById("mine")?.classList.toggle("mine--scrolled", !seen.isIntersecting);
    }).observe(bar);
  }

  // Opened by a key, a table has its order field ready.
  document.addEventListener("click", (event) => {
    if (!event.detail && event.target.closest?.(".game-row__link, .mine__next .button")) window.orderReady.ask();
  });

  function show(fresh) {
    const box = document.getElementById("rows");
    const next = fresh.getElementById("rows");
    if (!box || !next) return;
    const before = [...box.querySelectorAll("[data-game]")].map((row) => row.dataset.game);
    const place = (row) => (before.indexOf(row.dataset.game) + before.length + 1) % (before.length + 1);
    for (const list of next.querySelectorAll(".game-list")) {
      list.append(...[...list.children].sort((one, other) => place(one) - place(other)));
    }
    const held = rowOf(document.activeElement)?.dataset.game;
    box.replaceWith(document.adoptNode(next));
    const go = fresh.getElementById("go-next");
    document.getElementById("go-next")?.replaceWith(go ? document.adoptNode(go) : "");
    document.title = fresh.title;
    if (held) document.querySelector(`[data-game="${held}"] .game-row__link`)?.focus({ preventScroll: true });
  }

  async function look() {
    const stamp = document.getElementById("rows")?.dataset.news;
    if (!stamp || document.hidden) return;
    const address = new URL(location.href);
    address.searchParams.set("news", stamp);
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 200) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  }

  if (document.querySelector("#rows[data-news]")) setInterval(look, PAUSE);
  document.addEventListener("visibilitychange", look);
}
