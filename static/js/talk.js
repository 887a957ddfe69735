"use strict";

// Nobody looks: what is said meanwhile stays new, and nothing is asked for.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if ((event.target.id === "talk-said" || event.target.id === "draw") && document.hidden) event.preventDefault();
});

// After Send the writer goes on writing.
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id === "talk-body") document.getElementById("talk-text")?.focus({ preventScroll: true });
});
