"use strict";

// Nobody looks: do not ask for a newer table.
{
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "living" && document.hidden) event.preventDefault();
  });
}
