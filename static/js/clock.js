"use strict";

// A clock opens as a sheet over the table; without a script, or when the site does not answer, as a page.
{
  const sheet = document.getElementById("clock-sheet");
  const PHONE = matchMedia("(max-width: 999px)");

  function place(link) {
    if (PHONE.matches || sheet.open) return;
    const box = link.getBoundingClientRect();
    sheet.style.margin = "0";
    sheet.style.left = `${Math.max(8, Math.min(box.right - 340, innerWidth - 356))}px`;
    sheet.style.top = "16px";
  }

  async function open(link) {
    const { pathname, search } = new URL(link.href);
    const answer = await fetch(pathname.replace("/clock/", "/table/clock/") + search, {
      headers: { "HX-Request": "true" },
    });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    sheet.innerHTML = await answer.text();
    place(link);
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
    sheet.querySelector("#clock-heading")?.focus();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.clock-link");
    if (!sheet || !link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    open(link).catch(() => location.assign(link.href));
  });
  // Beside it: back to the table.
  sheet?.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
}
