"use strict";

// Asks whether anything has happened: every two seconds while somebody looks, once a minute in a tab that
// nobody sees, and ever more seldom while the site does not answer. Without #news there is nothing to ask.
{
  const LOOKING = 2000;
  const LOOKING_FOR_LONG = 5000;
  const NOT_LOOKING = 60000;
  const LONG = 10 * 60000;

  let failures = 0;
  let lastNews = Date.now();
  let timer = 0;

  function pause() {
    const usual = Date.now() - lastNews > LONG ? LOOKING_FOR_LONG : LOOKING;
    return document.hidden ? NOT_LOOKING : Math.min(NOT_LOOKING, usual * 2 ** failures);
  }

  function askLater() {
    clearTimeout(timer);
    timer = setTimeout(ask, pause());
  }

  function ask() {
    const news = document.querySelector("#news[hx-get]");
    if (news) htmx.trigger(news, "ask");
    askLater();
  }

  // What comes to a tab that nobody sees has not been seen yet.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id === "news" && document.hidden) event.detail.parameters.hidden = "1";
  });

  // What the reader has just sent brings the news along: an answer to the question before it says nothing new.
  let sending = 0;
  function isTurn({ elt, target }) {
    return elt.id !== "news" && target?.id === "table";
  }
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (isTurn(detail)) sending += 1;
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (sending && detail.requestConfig.elt.id === "news") detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, successful, xhr } = event.detail;
    if (isTurn(requestConfig)) sending = Math.max(0, sending - 1);
    if (requestConfig.elt.id !== "news") return;
    failures = successful ? 0 : failures + 1;
    if (successful && xhr.status !== 204) lastNews = Date.now();
    // The game is not there any more for whoever asks.
    if (xhr.status === 404) document.getElementById("news")?.remove();
    askLater();
  });

  function askNow() {
    if (document.hidden) return;
    failures = 0;
    ask();
  }
  document.addEventListener("visibilitychange", askNow);
  window.addEventListener("online", askNow);
  askLater();
}
