"use strict";

{
  // A menu closes when the reader goes on elsewhere: a click outside, or Escape.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details:is(.menu, .popup)[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details:is(.menu, .popup)[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // b leads to the bell, unless the page has a use of its own for that key, or letters are no keys in this browser.
  addEventListener("keydown", (event) => {
    if (event.key !== "b" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable], dialog")) return;
    try {
      if (localStorage.getItem("keys") === "off") return;
    } catch {
      // Then it is on.
    }
    document.getElementById("bell")?.click();
  });

  // A link that is to be sent to somebody: into the phone's own sheet, or copied; else marked, to be copied by hand.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest(".send-link__copy");
    if (!button) return;
    const link = button.parentElement.querySelector("a");
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      // Whoever closes the sheet again has changed his mind.
      navigator.share({ url: link.href }).catch(() => {});
    } else {
      const copied = await navigator.clipboard?.writeText(link.href).then(() => true, () => false);
      if (copied) button.textContent = button.dataset.copied;
      else {
        link.classList.add("is-shown");
        getSelection().selectAllChildren(link);
      }
    }
  });

  // The end of a game goes into that sheet too, with its picture where files may; where there is no sheet the link
  // leads to the picture. The sheet must open soon after the press, so the picture is asked for at once.
  const PATIENCE = 2000;
  let pictured;

  async function pictureOf(link) {
    const answer = await fetch(link.href);
    return answer.ok ? new File([await answer.blob()], `${link.dataset.title}.png`, { type: "image/png" }) : null;
  }

  document.addEventListener("pointerdown", (event) => {
    const link = event.target.closest("[data-share]");
    if (link && navigator.canShare) pictured = pictureOf(link).catch(() => null);
  });
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-share]");
    if (!link || !navigator.share || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const words = { title: link.dataset.title, url: new URL(link.dataset.share, location.href).href };
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const file = navigator.canShare && (await Promise.race([pictured ?? pictureOf(link).catch(() => null), late]));
    const shown = { ...words, files: [file] };
    navigator.share(file && navigator.canShare(shown) ? shown : words).catch((error) => {
      // Whoever closes the sheet again has changed his mind; who never saw it gets the picture.
      if (error.name !== "AbortError") location.assign(link.href);
    });
  });

  // A request that fails leaves the page as it was: the reader is told, loses nothing and can send it again.
  // A form that is sent twice counts once, by its key.
  const SLOW = 4000;
  let waiting = 0;

  // What sent the request; by the time of the answer it may have left the page.
  function askerOf(event) {
    return event.detail.requestConfig.elt;
  }

  // Questions that the page asks by itself, again and again.
  function isPoll(asker) {
    return /^(ask|every)\b/.test(asker.getAttribute("hx-trigger") ?? "");
  }

  function say(reason, request) {
    const messages = document.getElementById("messages");
    if (!messages) return;
    const message = document.createElement("p");
    message.className = "message message--error message--request";
    message.dataset.reason = reason;
    message.append(messages.dataset[reason]);
    if (request) message.append(" ", sendAgain(messages.dataset.again, request));
    messages.replaceChildren(message);
  }

  function sendAgain(words, request) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.id = "send-again";
    button.textContent = words;
    button.addEventListener("click", () => {
      const { elt, triggeringEvent } = request;
      if (!elt.isConnected) repeat(request);
      else if (elt instanceof HTMLFormElement) elt.requestSubmit(triggeringEvent?.submitter);
      else elt.click();
    });
    return button;
  }

  // What sent it is gone, and another link may stand in its place: the same address and fields once more, with the
  // token that the page has now.
  function repeat({ verb, path, formData, target }) {
    const { csrfmiddlewaretoken, ...values } = Object.fromEntries(formData);
    htmx.ajax(verb, path, { target: `#${target.id}`, swap: "outerHTML", values });
  }

  function said() {
    return document.querySelector("#messages .message--request");
  }

  function failed(event, reason) {
    const asker = askerOf(event);
    if (!isPoll(asker)) say(reason, event.detail.requestConfig);
    // What waits to be sent again is of more use than that nothing new can be heard.
    else if (!said()?.querySelector("button")) say("asking");
  }
  document.addEventListener("htmx:sendError", (event) => failed(event, "offline"));
  document.addEventListener("htmx:timeout", (event) => failed(event, "late"));
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    const full = xhr.getResponseHeader("X-Reason") === "full";
    if (xhr.status >= 500 || xhr.status === 429) failed(event, full ? "full" : "broken");
    else if (xhr.getResponseHeader("X-Reason") === "token") {
      takeToken(xhr.getResponseHeader("X-Token"));
      failed(event, "token");
    }
    else say("failed");
  });

  // Since another tab has logged in anew, the page can send nothing with the token that it came with.
  function takeToken(token) {
    for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = token;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  }

  document.addEventListener("htmx:beforeSend", (event) => {
    if (isPoll(askerOf(event))) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => say("slow"), SLOW);
  });

  // The site answers again: what was said of a failure is over.
  document.addEventListener("htmx:afterRequest", (event) => {
    const poll = isPoll(askerOf(event));
    if (!poll) clearTimeout(waiting);
    const reason = said()?.dataset.reason;
    if (reason === "slow" && !poll) said().remove();
    else if (event.detail.successful && (poll ? reason === "asking" : reason)) said().remove();
  });

  // Who takes a seat contributes to the deal of Good vs Evil what this browser draws. It is kept with the hash that the
  // site had shown of its seed, for the page of the deal.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.contributes === undefined || form.elements.contribution) return;
    const drawn = crypto.getRandomValues(new Uint8Array(32));
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "contribution";
    field.value = Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
    form.append(field);
    try {
      const kept = JSON.parse(localStorage.getItem("contributions") ?? "[]");
      kept.push([field.value, form.dataset.contributes]);
      localStorage.setItem("contributions", JSON.stringify(kept.slice(-200)));
    } catch {
      // A browser that keeps nothing contributes all the same.
    }
  }, true);

  // A table that is wider than its box fades at the side where more of it lies.
  for (const box of document.querySelectorAll(".event-box")) {
    const look = () => {
      box.toggleAttribute("data-more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
      box.toggleAttribute("data-moved", box.scrollLeft > 0);
    };
    box.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(look).observe(box);
  }

  // Single keys are for whoever wants them: they can be switched off, in this browser.
  const KEYS = "keys";
  window.singleKeys = {
    areOn() {
      try {
        return localStorage.getItem(KEYS) !== "off";
      } catch {
        return true;
      }
    },
    set(on) {
      try {
        localStorage.setItem(KEYS, on ? "on" : "off");
      } catch {
        // Then they are on again on the next page.
      }
    },
  };
  document.addEventListener("change", ({ target }) => {
    if (target.id === "keys-on") window.singleKeys.set(target.checked);
  });

  // Whoever goes to a table by a key finds its order field ready: the page that is left notes it in this tab.
  const READY = "order ready";
  window.orderReady = {
    ask() {
      try {
        sessionStorage.setItem(READY, "1");
      } catch {
        // Then the field waits for its key.
      }
    },
    wasAsked() {
      try {
        const asked = sessionStorage.getItem(READY) !== null;
        sessionStorage.removeItem(READY);
        return asked;
      } catch {
        return false;
      }
    },
  };

  // Whoever signs up gets the browser's zone.
  for (const field of document.querySelectorAll("input[data-browser-zone]"))
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

  // The settings form offers the zone the browser knows about.
  const zoneField = document.querySelector("select[data-suggest-zone]");
  if (zoneField && !zoneField.value) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ([...zoneField.options].some((option) => option.value === zone)) zoneField.value = zone;
  }
}
