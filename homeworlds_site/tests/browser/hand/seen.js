// What can be seen of a table, and what it has said since it was asked last.
() => {
  const box = (one) => one.getBoundingClientRect();
  const all = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility());
  const sheet = document.getElementById("sheet");
  const sticks = getComputedStyle(sheet).position === "sticky";
  const top = sticks ? box(document.querySelector(".table-head")).bottom : box(document.querySelector(".table-map")).top;
  const bottom = sticks ? box(sheet).top : innerHeight;
  const called = (one) => one.querySelector?.(".name")?.textContent ?? (one.id || one.className);
  // How many of the cards are in view, of how many, and how many could be at once.
  const share = (cards) => {
    const boxes = cards.map(box);
    const furthest = document.documentElement.scrollHeight - innerHeight - scrollY;
    const count = (by) => boxes.filter((one) => one.top - by >= top - 1 && one.bottom - by <= bottom + 1).length;
    const ways = boxes.flatMap((one) => [one.top - top, one.bottom - bottom]);
    const could = ways.map((by) => Math.max(-scrollY, Math.min(furthest, by)));
    return [count(0), boxes.length, Math.max(count(0), ...could.map(count))];
  };
  const { hidden, inText, name, smaller, spoken } = (TARGETS)();
  const controls = all("#table :is(a, button, summary, input:not([type=hidden]), textarea)").filter((one) => !hidden(one));
  // A strip of turns is one slider, and what a press on a drawing shows has its line in the log. A mouse needs
  // room where one plays.
  const ofTable = (one) => sticks ? !one.closest(".ticks, .drawing") : one.matches(".map a, .choice, .slot, .tab, .table-back");
  const focus = document.activeElement;
  const middle = box(focus);
  const over = focus === document.body ? null
    : document.elementFromPoint(middle.left + Math.min(middle.width, innerWidth) / 2, middle.top + middle.height / 2);
  const home = document.querySelector(".map .home.below");
  const map = document.querySelector(".table-map");
  return {
    sticks,
    // The pieces of a homeworld scroll with the page below the line that sticks.
    sheet: Math.round(box(sheet).height + (sticks ? parseFloat(getComputedStyle(sheet).bottom) : 0)),
    pieces: all("#sheet :is(.six, .first-pieces)").every((one) => box(one).bottom <= innerHeight),
    lit: share(all(".map .lit")),
    aimed: share(all(".map :is(.lit, .selected)")),
    changed: share(all(".map .touched")),
    first: Boolean(document.querySelector("#sheet .places")),
    // Where no ✕ leads back, what else there is to do stays.
    going: Boolean(document.querySelector(".turn--going #back")),
    pills: all(".pill").map((one) => one.textContent.slice(2)),
    lost: all(".map .home.lit").filter((one) => box(one).bottom < top + 1 || box(one).top > bottom - 1).map(called),
    small: controls.filter((one) => !inText(one)).filter(smaller(24)).map(spoken),
    smallOnTable: controls.filter((one) => !inText(one) && ofTable(one)).filter(smaller(44)).map(spoken),
    focus: focus === document.body ? "" : focus.textContent.replace(/\s+/g, " ").trim(),
    focusName: name(focus),
    covered: Boolean(over) && !focus.contains(over) && !over.contains(focus),
    page: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
    ownHome: box(home).top >= box(map).top - 1 && box(home).bottom <= innerHeight,
    told: window.told.splice(0),
  };
}
