"use strict";

// Push: this browser is switched on, or it is said why it cannot be; and once, after a turn, it is asked for.
{
  const isIPhone = /iPhone|iPad/.test(navigator.userAgent) && !navigator.standalone;
  const token = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];

  function stateOf() {
    if ("PushManager" in window && "Notification" in window && navigator.serviceWorker) {
      return Notification.permission === "denied" ? "refused" : "ask";
    }
    return isIPhone ? "iphone" : "unable";
  }

  function show() {
    const state = stateOf();
    for (const box of document.querySelectorAll("#push [data-push-state]")) box.hidden = box.dataset.pushState !== state;
    hint(state);
    for (const button of document.querySelectorAll(".home-screen [data-push-enough]")) button.hidden = false;
  }

  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  async function subscription(key) {
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const before = await pushManager.getSubscription();
    const keyBefore = before?.options?.applicationServerKey;
    const isOurs = keyBefore && new Uint8Array(keyBefore).join() === bytes(key).join();
    if (before && isOurs) return before;
    await before?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  }

  async function switchOn(place) {
    const { endpoint, keys } = (await subscription(place.dataset.pushKey)).toJSON();
    const answer = await fetch(place.dataset.pushOn, {
      method: "POST",
      headers: { "X-CSRFToken": token(), "HX-Request": "true" },
      body: new URLSearchParams({ endpoint, ...keys }),
    });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }

  function neverAskAgain(place) {
    return fetch(place.dataset.pushAsked, { method: "POST", headers: { "X-CSRFToken": token() } });
  }

  // In the place of the sheet, which comes back with the answer.
  function hint(state) {
    const box = document.getElementById("push-hint");
    if (!box || box.dataset.shown) return;
    box.dataset.shown = "yes";
    if (!["ask", "iphone"].includes(state)) return;
    box.querySelector("[data-push-switch-on]").hidden = state !== "ask";
    box.querySelector("[data-push-how]").hidden = state !== "iphone";
    const wasThere = box.parentElement.contains(document.activeElement);
    box.parentElement.classList.add("sheet--asks");
    box.hidden = false;
    if (wasThere) document.getElementById("push-hint-heading").focus({ preventScroll: true });
    neverAskAgain(box);
  }

  function closeHint(box) {
    box.parentElement.classList.remove("sheet--asks");
    box.remove();
    document.getElementById("turn-heading")?.focus();
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-push-switch-on], [data-push-enough]");
    if (!button) return;
    const place = button.closest("[data-push-asked]");
    const isHint = place.id === "push-hint";
    if (button.matches("[data-push-enough]")) {
      await neverAskAgain(place);
      if (isHint) closeHint(place);
      else button.remove();
      return;
    }
    button.disabled = true;
    try {
      const fragment = await switchOn(place);
      if (isHint) closeHint(place);
      else {
        htmx.swap(place, fragment, { swapStyle: "outerHTML" });
        document.getElementById("push-heading")?.focus();
      }
    } catch {
      button.disabled = false;
      show();
      const failed = place.querySelector("[data-push-failed]");
      if (failed && stateOf() === "ask") failed.hidden = false;
    }
  });

  document.addEventListener("htmx:afterSettle", show);
  // A browser whose device is removed is none any more to its push service either.
  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("[data-push-remove-this]")) return;
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  }, true);
  show();
}
