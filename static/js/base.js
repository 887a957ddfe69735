"use strict";

// A menu closes when the reader goes on elsewhere: a click outside, or Escape.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A request that failed leaves the page as it was; the reader is told why nothing happened.
function say(reason) {
  const messages = document.getElementById("messages");
  if (!messages) return;
  const message = document.createElement("p");
  message.className = "message message--error";
  message.textContent = messages.dataset[reason];
  messages.replaceChildren(message);
}
document.addEventListener("htmx:responseError", () => say("failed"));
document.addEventListener("htmx:sendError", () => say("offline"));

// The settings form offers the zone the browser knows about.
const zoneField = document.querySelector("select[data-suggest-zone]");
if (zoneField && !zoneField.value) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zoneField.options].some((option) => option.value === zone)) zoneField.value = zone;
}
