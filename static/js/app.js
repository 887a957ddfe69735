"use strict";

// The site as an app, for who is logged in: the service worker, the number on the icon, copies that are shown
// without a network, and turns that were made there.
{
  const words = document.getElementById("app-words").dataset;

  navigator.serviceWorker?.register("/sw.js").catch(() => {});

  // What was read on another device meanwhile is taken from this screen.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") navigator.serviceWorker?.controller?.postMessage("look");
  });

  const waiting = document.querySelector("[data-badge]")?.dataset.badge;
  if (waiting !== undefined) {
    const number = Number(waiting);
    (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
  }

  // A copy says when it was seen.
  const seenAt = document.querySelector("meta[name=seen-at]")?.content;
  if (seenAt) {
    const message = document.createElement("p");
    message.className = "message message--offline";
    const style = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    const clock = new Intl.DateTimeFormat(document.documentElement.lang, style);
    message.textContent = words.seen.replace("{time}", clock.format(new Date(seenAt)));
    document.getElementById("messages")?.prepend(message);
  }

  // A step or a turn that cannot be sent is kept, by its game, until it is taken up or let go. It is never sent by
  // itself: by then the game may be another.
  const HALF_MADE = "half-made";
  const game = /^\/games\/([^/]+)\/$/.exec(location.pathname)?.[1];

  function orderOf(config) {
    const turn = config.formData?.get("turn") ?? config.parameters?.turn;
    if (config.verb === "post") return turn ? `?${new URLSearchParams({ turn })}` : "";
    return new URL(config.path, location.href).search || (turn ? `?${new URLSearchParams({ turn })}` : "");
  }

  async function keepHalfMade(query) {
    await (await caches.open(HALF_MADE)).put(`/half-made/${game}`, new Response(query));
  }

  async function letGo() {
    await (await caches.open(HALF_MADE)).delete(`/half-made/${game}`);
    document.getElementById("half-made")?.remove();
  }

  async function offer() {
    if (!game || !window.caches || !navigator.onLine || seenAt || document.getElementById("half-made")) return;
    const kept = await (await (await caches.open(HALF_MADE)).match(`/half-made/${game}`))?.text();
    if (!kept) return;
    if (kept === location.search) return void letGo();
    const box = document.createElement("aside");
    box.id = "half-made";
    box.className = "notice";
    box.setAttribute("role", "status");
    const said = document.createElement("p");
    said.textContent = words.kept;
    const take = document.createElement("a");
    take.className = "button button--quiet button--small";
    take.id = "half-made-take";
    take.href = `${location.pathname}${kept}`;
    take.textContent = words.take;
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "button button--quiet button--small";
    drop.id = "half-made-drop";
    drop.textContent = words.drop;
    drop.addEventListener("click", letGo);
    box.append(said, take, " ", drop);
    document.getElementById("content").prepend(box);
  }

  if (game && window.caches) {
    document.addEventListener("htmx:sendError", ({ detail }) => {
      const config = detail.requestConfig;
      const query = config.elt.id !== "news" && config.target?.id === "table" ? orderOf(config) : "";
      if (query) keepHalfMade(query);
    });
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      const { elt, verb } = detail.requestConfig;
      if (detail.successful && elt.id !== "news" && verb === "post") letGo();
    });
    addEventListener("online", offer);
    offer();
  }
}
