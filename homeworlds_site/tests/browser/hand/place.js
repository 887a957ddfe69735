// Where to tap one of these links or ids: what is in view first, or scrolled to; or the fold that hides it.
(wanted) => {
  const awaitTable = () => {
    window.settled = new Promise((resolve, refuse) => {
      setTimeout(refuse, 10000, "No table came.");
      document.addEventListener("htmx:afterSettle", function settle({ detail }) {
        if (detail.requestConfig?.elt.id === "news" || detail.target?.id !== "table") return;
        document.removeEventListener("htmx:afterSettle", settle);
        resolve();
      });
    });
  };
  const inView = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there && one.contains(there) ? [left + width / 2, top + height / 2] : null;
  };
  const all = [...document.querySelectorAll("#table a, #end-turn, #confirm")].filter((one) => one.checkVisibility());
  for (const each of wanted) {
    const fits = all.filter((one) => (each[0] === "#" ? one.id === each.slice(1) : one.getAttribute("href") === each));
    for (const one of fits) {
      let where = inView(one);
      const scrolled = !where;
      if (scrolled) {
        one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        where = inView(one);
      }
      if (!where) continue;
      awaitTable();
      return { each, where, scrolled, folded: false };
    }
  }
  const fold = document.querySelector("#more > summary");
  const folded = fold && !fold.parentElement.open && wanted.some((each) =>
    [...document.querySelectorAll("#more a")].some((one) => one.getAttribute("href") === each));
  return folded ? { folded: true, where: inView(fold) } : null;
}
