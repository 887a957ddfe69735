"use strict";

// The order that is typed: shown and then ended by the same key, and never lost. What is typed and not yet shown
// is kept in this tab until the site has had it.
{
  const orderKey = () => `order ${location.pathname.split("/")[2]}`;

  const orderField = () => document.getElementById("order-text");

  function draft() {
    try {
      return JSON.parse(sessionStorage.getItem(orderKey()));
    } catch {
      return null;
    }
  }

  function keepDraft(text, base) {
    try {
      if (text === null) sessionStorage.removeItem(orderKey());
      else sessionStorage.setItem(orderKey(), JSON.stringify({ text, base }));
    } catch {
      // A browser that keeps nothing loses nothing else.
    }
  }

  document.addEventListener("input", ({ target }) => {
    if (target.id !== "order-text") return;
    const isShown = target.value === target.defaultValue || !target.value.trim();
    keepDraft(isShown ? null : target.value, target.defaultValue);
  });

  // Beside the order that the map has now, what was typed before is offered; where nothing else was done, it stays.
  function bringDraft() {
    const field = orderField();
    const kept = field && draft();
    if (!kept || kept.text === field.defaultValue) return;
    if (kept.base === field.defaultValue) {
      field.value = kept.text;
      return;
    }
    const line = document.getElementById("order-kept");
    line.querySelector("code").textContent = kept.text;
    line.hidden = false;
  }

  document.addEventListener("click", ({ target }) => {
    if (target.id !== "order-again") return;
    const field = orderField();
    field.value = draft()?.text ?? field.value;
    keepDraft(field.value, field.defaultValue);
    document.getElementById("order-kept").hidden = true;
    field.focus();
  });

  // The site has it: it counts, or stands in the answer with the reason why not. Any other refusal has taken nothing.
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    const { elt } = detail.requestConfig;
    const had = detail.xhr.status < 400 || detail.xhr.status === 409 || detail.xhr.status === 422;
    if (had && (elt.id === "order-form" || elt.id === "show-order")) keepDraft(null);
  });
  document.addEventListener("htmx:afterSwap", bringDraft);
  bringDraft();

  // The tick that sends one on to the next game stays as it was set.
  let goesOn = null;
  document.addEventListener("change", ({ target }) => {
    if (target.id === "go-on") goesOn = target.checked;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const tick = document.getElementById("go-on");
    if (tick && goesOn !== null) tick.checked = goesOn;
  });

  // Whoever goes from game to game finds the field ready, where there are keys: no key between two games.
  if (window.orderReady.wasAsked() && matchMedia("(pointer: fine)").matches) orderField()?.focus({ preventScroll: true });

  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#next-game, .table-next")) window.orderReady.ask();
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "order-text") return;
    if (event.key === "Escape") event.target.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (document.getElementById("go-on")?.checked) window.orderReady.ask();
    const end = document.getElementById("end-turn");
    const isShown = event.target.value === event.target.defaultValue;
    if (!isShown) document.getElementById("show-order").click();
    else if (!end.disabled) end.click();
    else sayWhyNot();
  });

  function wordsOf(target) {
    return [...document.querySelectorAll(target)].map((one) => one.textContent.replace(/\s+/g, " ").trim()).join(" ");
  }

  // Why the turn does not end: what is wrong with the order, else what is left to do.
  function sayWhyNot() {
    window.ear.say(wordsOf("#order-error") || wordsOf("#heard [data-why]") || wordsOf("#heard [data-now]"));
    return true;
  }

  // What only who listens needs: the map lies before the turn on the page.
  function goToMap() {
    const place = document.querySelector(".map .lit, .map [aria-current]") ?? document.querySelector(".map a");
    place?.focus();
    return Boolean(place);
  }

  function goToWords() {
    openTab("log");
    const words = document.getElementById("in-words");
    if (!words) return false;
    words.open = true;
    words.querySelector("summary").focus();
    return true;
  }

  function sayOf(target) {
    const words = wordsOf(target);
    if (words) window.ear.say(words);
    return Boolean(words);
  }

  // What stands in the table in words is fetched when it is asked for first.
  function sayOfWords(target) {
    const words = document.getElementById("in-words");
    if (sayOf(target) || !words || document.getElementById("bank-in-words")) return true;
    words.addEventListener("htmx:afterSwap", () => sayOf(target), { once: true });
    htmx.trigger(words, "ask");
    return true;
  }

  // Single keys, for whoever wants them: what they press stands on the page.
  const PRESSED = {
    b: "back",
    e: "end-turn",
    n: "next-game",
    p: "choose-pass",
    u: "undo",
  };
  let awaitsName = false;

  function openTab(name) {
    const tab = document.getElementById(`tab-${name}`);
    if (tab?.getClientRects().length) tab.click();
  }

  function go(panel, target) {
    openTab(panel);
    const there = document.querySelector(target);
    if (!there) return false;
    there.focus();
    return true;
  }

  function press(target) {
    if (!target || target.disabled || !target.getClientRects().length) return false;
    target.click();
    return true;
  }

  // The next system after the chosen one whose name begins with the letter.
  function chooseSystem(letter) {
    const begins = (card) => card.querySelector(".name")?.textContent.trim().toLowerCase().startsWith(letter);
    const cards = [...document.querySelectorAll(".map a.home, .map a.system")].filter(begins);
    const chosen = cards.findIndex((card) => card.getAttribute("aria-current"));
    return press(cards[(chosen + 1) % cards.length]);
  }

  function showKeys() {
    const dialog = document.getElementById("keys");
    if (!dialog) return false;
    document.getElementById("keys-on").checked = window.singleKeys.areOn();
    dialog.showModal();
    return true;
  }

  function use(event) {
    const key = event.key.toLowerCase();
    if (awaitsName) {
      awaitsName = false;
      return chooseSystem(key);
    }
    const number = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (event.key === "?") return showKeys();
    if (event.key === "/" || key === "t") return go("turn", "#order-text");
    if (number) return press(document.querySelectorAll("#turn-panel .choices a.choice")[number - 1]);
    if (key === "s") {
      awaitsName = true;
      return true;
    }
    if (key === "w") return go("talk", "#talk-text");
    if (key === "l") return go("log", ".log a");
    if (key === "g") return press(document.querySelector(".header__nav a"));
    if (key === "m") return goToMap();
    if (key === "x") return goToWords();
    if (key === "a") return sayOfWords("#caution, #dangers li");
    if (key === "k") return sayOfWords("#bank-in-words");
    const pressed = document.getElementById(PRESSED[key]);
    if (pressed?.disabled) return sayWhyNot();
    pressed?.click();
    return Boolean(pressed);
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.key.length !== 1 || !window.singleKeys.areOn()) return;
    // Where one writes, a letter is a letter.
    if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
    if (use(event)) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (event.target.id === "keys-open") showKeys();
    if (event.target.id === "to-map" && goToMap()) event.preventDefault();
  });
}
