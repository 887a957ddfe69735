"use strict";

// The service worker. Above this stands APP: the release, the addresses of the shell, and those that it asks.
// Pages come from the network; only what the server says may be kept (X-Keep) is, one copy each, and shown with the
// moment when it was seen while there is no network. Whoever logs out, or another who logs in, finds nothing of it.
const SHELL = `shell-${APP.release}`;
const KEPT = `kept-${APP.release}`;
const FIXED = /\.[0-9a-f]{12}\./;
const MOST_KEPT = 20;
const PATIENCE = 6000;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const shell = await caches.open(SHELL);
    // What has its hash in its name the browser may have already.
    const asked = APP.shell.map((address) => new Request(address, { cache: FIXED.test(address) ? "default" : "reload" }));
    await shell.addAll(asked);
    // The pages of a release go with its scripts: the worker of the one before makes room at once.
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name !== SHELL && name !== KEPT && name !== "half-made") await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === APP.logout) event.respondWith(loggingOut(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(APP.statics)) event.respondWith(file(request));
});

// --- Pages

async function page(event) {
  const { request } = event;
  const copy = await copyOf(request.url);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  try {
    const answer = await (copy ? Promise.race([fetch(request), late]) : fetch(request));
    if (!answer) return seenBefore(copy);
    event.waitUntil(keep(request.url, answer.clone()));
    if (answer.ok) event.waitUntil(closeNotesOf(new URL(request.url).pathname).then(closeRead));
    return answer;
  } catch {
    if (copy) return seenBefore(copy);
    return (await caches.match(APP.offline)) ?? Response.error();
  }
}

async function keep(url, answer) {
  const isPage = answer.ok && answer.headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage) return;
  const reader = answer.headers.get("X-Reader") ?? "";
  await emptyFor(reader);
  const kept = await caches.open(KEPT);
  if (!reader || answer.headers.get("X-Keep") !== "yes" || answer.redirected) {
    await kept.delete(nameOf(url));
    return;
  }
  const headers = new Headers(answer.headers);
  headers.set("X-Seen-At", new Date().toISOString());
  await kept.delete(nameOf(url));
  await kept.put(nameOf(url), new Response(await answer.blob(), { headers }));
  const names = (await kept.keys()).filter((each) => new URL(each.url).pathname.startsWith("/games/"));
  for (const oldest of names.slice(0, Math.max(0, names.length - MOST_KEPT))) await kept.delete(oldest);
}

// One copy of a page, whatever is asked of it.
function nameOf(url) {
  return new URL(url).pathname;
}

async function copyOf(url) {
  return (await caches.open(KEPT)).match(nameOf(url));
}

async function seenBefore(copy) {
  const html = await copy.text();
  const mark = `<meta name="seen-at" content="${copy.headers.get("X-Seen-At")}">`;
  return new Response(html.replace("<meta charset", `${mark}<meta charset`), { headers: copy.headers });
}

// Whose pages are kept is kept beside them.
async function emptyFor(reader) {
  const kept = await caches.open(KEPT);
  const before = await (await kept.match("/reader"))?.text();
  if (before === reader) return;
  if (before !== undefined) await empty();
  await (await caches.open(KEPT)).put("/reader", new Response(reader));
}

async function empty() {
  await caches.delete(KEPT);
  await caches.delete("half-made");
  await navigator.clearAppBadge?.().catch(() => {});
}

async function loggingOut(request) {
  await empty();
  for (const note of await self.registration.getNotifications()) note.close();
  const subscription = await self.registration.pushManager?.getSubscription().catch(() => null);
  const answer = await fetch(request);
  await subscription?.unsubscribe().catch(() => {});
  return answer;
}

// --- Files: those with a hash in their name never change

async function file(request) {
  const shell = await caches.open(SHELL);
  const isFixed = FIXED.test(request.url);
  const known = await shell.match(request);
  if (known && isFixed) return known;
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200) await shell.put(request, answer.clone());
    return answer;
  } catch {
    return known ?? Response.error();
  }
}

// --- Messages

self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data?.json() ?? {}));
});

async function tell({ title, body, url, tag, picture, actions = [], badge, lang, arrived, note }) {
  if (!title) return;
  await self.registration.showNotification(title, {
    body, tag, lang, renotify: Boolean(tag), icon: picture || APP.icon, badge: APP.icon,
    actions: shownOf(actions), data: { url, actions, note },
  });
  await showBadge(badge);
  if (arrived) await fetch(arrived, { method: "POST" }).catch(() => {});
  if (note) await closeRead();
}

// Where there is room for so few, the one that a tap stands for is left out.
function shownOf(actions) {
  const most = self.Notification?.maxActions ?? actions.length;
  const kept = actions.length > most ? actions.filter(({ action }) => action !== "open") : actions;
  return kept.map(({ action, title }) => ({ action, title }));
}

async function showBadge(number) {
  if (typeof number !== "number") return;
  await (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  const note = event.notification;
  const { url, actions } = note.data ?? {};
  note.close();
  const pressed = actions?.find(({ action }) => action === event.action);
  if (pressed && pressed.action !== "open") event.waitUntil(act(pressed.address, note));
  else event.waitUntil(go(pressed?.address ?? url));
});

// What could not be sent stays on the screen, to be pressed again. What the site says is no such act is none any more.
async function act(address, note) {
  const answer = await fetch(address, { method: "POST" }).catch(() => null);
  if (answer && (answer.ok || answer.status === 404)) return;
  const { title, body, tag, lang, icon, badge, data } = note;
  await self.registration.showNotification(title, {
    body, tag, lang, icon, badge, silent: true, actions: shownOf(data.actions), data,
  });
}

// To a tab that shows it already, else to any tab of the site, else to a new one. Of the log-in only the goal
// counts: whoever is called is logged in.
async function go(address) {
  const asked = new URL(address ?? "/", location.origin);
  const goal = new URL(asked.searchParams.get("next") ?? asked.href, location.origin);
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = tabs.find((tab) => new URL(tab.url).pathname === goal.pathname);
  if (same) return same.focus();
  if (tabs.length) {
    const tab = await tabs[0].focus().catch(() => tabs[0]);
    const gone = await tab.navigate(asked.href).catch(() => null);
    if (gone) return gone;
  }
  return self.clients.openWindow(asked.href);
}

// What is read on the page need not be read again; and what stood for something read elsewhere has been seen.
async function closeNotesOf(pathname) {
  for (const note of await self.registration.getNotifications({ tag: "seen" })) note.close();
  const game = /^\/games\/([^/]+)\/$/.exec(pathname)?.[1];
  if (!game) return;
  for (const note of await self.registration.getNotifications({ tag: game })) note.close();
}

// Read anywhere, gone everywhere. A device is not called only to close a note: each message must show something
// (userVisibleOnly), and browsers punish a site whose messages show nothing, by words of their own, and in the end
// by taking the permission back. So a device asks by itself: when another message comes, when a page of the site is
// opened, when one that is open is looked at again. If the message that has just come is read already, and no other
// is left to be shown, a silent line stands in its place until the next page.
async function closeRead() {
  const notes = (await self.registration.getNotifications()).filter(({ data }) => data?.note);
  if (!notes.length) return;
  const asked = new URLSearchParams(notes.map(({ data }) => ["note", data.note]));
  const answer = await fetch(APP.shown, { method: "POST", body: asked }).catch(() => null);
  if (!answer?.ok) return;
  const { gone, badge, instead } = await answer.json();
  const isGone = ({ data }) => gone.includes(data.note);
  if (notes.every(isGone) && !(await isLookedAt())) {
    const { icon, badge: sign, lang, data } = notes[0];
    const silently = { tag: "seen", icon, badge: sign, lang, silent: true, data: { url: data.url } };
    await self.registration.showNotification(instead, silently);
  }
  for (const note of notes.filter(isGone)) note.close();
  await showBadge(badge);
}

async function isLookedAt() {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return tabs.some(({ visibilityState }) => visibilityState === "visible");
}

self.addEventListener("message", (event) => {
  if (event.data === "look") event.waitUntil(closeRead());
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.newSubscription));
});

async function renew(given) {
  const subscription = given ?? (await subscribeAnew());
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch(APP.renew, { method: "POST", body: new URLSearchParams({ endpoint, ...keys }) });
}

async function subscribeAnew() {
  const answer = await fetch(APP.key).catch(() => null);
  if (!answer?.ok) return null;
  const applicationServerKey = await answer.text();
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null);
}
