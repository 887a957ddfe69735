"use strict";

{
  // Nobody looks: what is said meanwhile stays new, and nothing is asked for.
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if ((event.target.id === "talk-said" || event.target.id === "draw") && document.hidden) event.preventDefault();
  });

  // After Send the writer goes on writing.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id === "talk-body") document.getElementById("talk-text")?.focus({ preventScroll: true });
  });

  // Ctrl+Enter sends.
  document.body.addEventListener("keydown", (event) => {
    if (event.target.id !== "talk-text" || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });

  // The box is measured from its end: whoever reads further up goes on reading there when something comes.
  let readUpTo = null;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const box = event.detail.target?.id === "talk-said" && event.detail.target.closest(".talk-scroll");
    readUpTo = box && box.scrollTop < -40 ? box.scrollHeight + box.scrollTop : null;
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    const box = readUpTo && document.querySelector(".talk-scroll");
    if (box) box.scrollTop = readUpTo - box.scrollHeight;
    readUpTo = null;
  });
}
