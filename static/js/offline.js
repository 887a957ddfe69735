"use strict";

// Without a network, in the place of a page that is not kept: those that are, the latest first.
{
  async function listKept() {
    const list = document.getElementById("kept-pages");
    for (const name of await caches.keys()) {
      if (!name.startsWith("kept-")) continue;
      const kept = await caches.open(name);
      for (const request of (await kept.keys()).reverse()) {
        const answer = await kept.match(request);
        if (!answer.headers.has("X-Seen-At")) continue;
        const title = new DOMParser().parseFromString(await answer.text(), "text/html").title;
        const link = document.createElement("a");
        link.href = new URL(request.url).pathname;
        link.textContent = title;
        const row = document.createElement("li");
        row.append(link);
        list.append(row);
      }
    }
    document.getElementById("kept-none").hidden = list.children.length > 0;
    document.getElementById("kept-some").hidden = !list.children.length;
  }
  listKept();

  // A site that is away comes back without the browser's noticing: it is asked, by whoever looks.
  const AGAIN = 10_000;
  async function look() {
    if (document.hidden) return;
    const answer = await fetch(document.getElementById("content").dataset.look, { cache: "no-store" }).catch(() => null);
    if (answer) location.reload();
  }
  setInterval(look, AGAIN);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
}
