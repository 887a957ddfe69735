"use strict";

// The table answers the finger before the server does: what is touched is marked at once, and the ships of the
// system chosen are fetched ahead, a few at most and not where data is to be saved.
{
  const MOST_AHEAD = 4;
  const ahead = new Map();

  document.addEventListener("click", (event) => {
    const touched = event.target.closest("#table a[hx-get], #table button:not([type=button])");
    if (!touched) return;
    untouch();
    touched.classList.add("pressed");
  }, true);

  function untouch() {
    for (const each of document.querySelectorAll(".pressed")) each.classList.remove("pressed");
  }
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.elt.id !== "news") untouch();
  });

  function fetchAhead(link) {
    const address = link.getAttribute("hx-get");
    if (!ahead.has(address)) ahead.set(address, fragmentOf(address));
  }

  async function fragmentOf(address) {
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true", Purpose: "prefetch" } });
      return answer.ok ? { html: await answer.text(), page: answer.headers.get("HX-Push-Url") } : null;
    } catch {
      return null;
    }
  }

  async function fetchShips() {
    for (const link of [...document.querySelectorAll(SHIPS)].slice(0, MOST_AHEAD)) {
      if (link.isConnected) await (fetchAhead(link), ahead.get(link.getAttribute("hx-get")));
    }
  }

  // Between the finger's coming and its going there is time as well. Steps of the turn are not fetched ahead: the
  // site keeps what has been begun.
  const SHIPS = ".turn > .choices a.ship[data-ship][hx-get]:not([aria-current])";
  document.addEventListener("pointerdown", ({ target }) => {
    const link = target.closest(SHIPS);
    if (link) fetchAhead(link);
  });

  function whenIdle() {
    ahead.clear();
    if (navigator.connection?.saveData) return;
    (window.requestIdleCallback ?? setTimeout)(fetchShips);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, pathInfo, requestConfig } = event.detail;
    const address = pathInfo.finalRequestPath;
    const found = requestConfig.verb === "get" && address === elt.getAttribute("hx-get") && ahead.get(address);
    if (!found) return;
    ahead.delete(address);
    event.preventDefault();
    found.then((answer) => (answer ? show(elt, answer) : htmx.trigger(elt, "click")));
  });

  function show(link, { html, page }) {
    if (!link.isConnected) return;
    if (page) {
      history.replaceState({ htmx: true }, "", location.href);
      history.pushState({ htmx: true }, "", page);
    }
    const table = document.getElementById("table");
    const told = { requestConfig: { elt: link, target: table, verb: "get" }, target: table, successful: true };
    htmx.trigger(table, "htmx:beforeSwap", told);
    const how = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
    htmx.swap("#table", html, how, { contextElement: link, eventInfo: told });
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id === "table" || event.detail.elt?.id === "table") whenIdle();
  });
  whenIdle();
}
