"use strict";

// What a table has to say to who listens: of its lines those that it did not say before, each once.
{
  const spoken = document.getElementById("spoken");
  let lastEntry = 0;
  let said = new Set();

  function lines() {
    const table = document.getElementById("table");
    const heard = [...(table?.querySelectorAll("#heard > li") ?? [])];
    if (!heard.length) return table?.dataset.status ? [{ key: table.dataset.status, words: table.dataset.status }] : [];
    return heard.map((line) => {
      const words = line.textContent.replace(/\s+/g, " ").trim();
      return { entry: Number(line.dataset.entry ?? 0), key: `${line.dataset.step ?? ""} ${words}`, words };
    }).filter(({ words }) => words);
  }

  function unsaid() {
    const all = lines();
    const fresh = all.filter(({ entry, key }) => (entry ? entry > lastEntry : !said.has(key)));
    lastEntry = Math.max(lastEntry, ...all.map(({ entry }) => entry || 0));
    said = new Set(all.map(({ key }) => key));
    return fresh.map(({ words }) => words);
  }

  // What a step of one's own gives the focus to is read anyway.
  function isFocused(words) {
    const place = document.activeElement;
    if (!place.matches("#turn-panel .sheet-question, #turn-heading")) return false;
    return withoutEnd(place.textContent).includes(withoutEnd(words));
  }

  function withoutEnd(words) {
    return words.replace(/\s+/g, " ").trim().replace(/\.$/, "");
  }
  unsaid(); // The page itself is read, not announced.

  // News beside a turn in the making leaves the turn alone; who cannot see it hears of it.
  let came = "";
  function notice() {
    const words = document.querySelector("#news p")?.textContent ?? "";
    const fresh = words && words !== came ? [words] : [];
    came = words;
    return fresh;
  }

  // Talk that comes from others; the latest last.
  let messages = new Set();
  function talk() {
    const all = [...document.querySelectorAll("#talk-said [data-message]")];
    const fresh = all.filter(({ dataset }) => !messages.has(dataset.message) && !("own" in dataset));
    messages = new Set(all.map(({ dataset }) => dataset.message));
    return fresh.map((message) => {
      const partOf = (part) => message.querySelector(part).textContent.trim();
      return `${partOf(".talk-author")}: ${partOf(".talk-words")}`;
    });
  }
  talk();

  // What is asked for by a key is said again, however often.
  function say(words) {
    spoken.textContent = "";
    setTimeout(() => {
      spoken.textContent = words;
    }, 50);
  }
  window.ear = { say };

  // After table.js has put the focus.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    const byItself = event.detail.requestConfig?.elt.id === "news";
    const lines = unsaid().filter((words) => byItself || !isFocused(words));
    const words = [...lines, ...notice(), ...talk()];
    if (words.length) spoken.textContent = words.join(" ");
  });
}
