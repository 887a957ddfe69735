// What is wrong with a page where people compete, in words.
() => {
  const width = (one) => Math.round(one.getBoundingClientRect().width);
  const height = (one) => Math.round(one.getBoundingClientRect().height);
  const called = (one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`;
  const all = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility());

  const isCut = (box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === "hidden";
  const nameless = all("main :is(.name, bdi)").filter((one) => isCut(one) || isCut(one.parentElement))
    .filter((one) => !one.closest("[title]") && !one.querySelector("[title]"));

  // The whole row is the link; a box is pressed with its label, and a link within a sentence with its line.
  const isRow = (one) => {
    const more = getComputedStyle(one, "::after");
    return more.position === "absolute" && more.inset === "0px";
  };
  const isInSentence = (one) => {
    const line = one.parentElement.closest("p, li, dd, dt, td") ?? one.parentElement;
    const words = [...line.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim().length > 1);
    return getComputedStyle(one).display === "inline" && words;
  };
  const small = all("main :is(a, button, summary, select, input:not([type=hidden]))")
    .filter((one) => Math.min(width(one), height(one)) > 1 && Math.min(width(one), height(one)) < 24)
    .filter((one) => !isRow(one) && !one.closest("label") && !isInSentence(one));

  const sections = "section[aria-label], section[aria-labelledby], form[aria-label], form[aria-labelledby]";
  const landmarks = all(`nav, aside, search, main, [role=search], ${sections}`).map((one) => {
    const by = one.getAttribute("aria-labelledby");
    const name = one.getAttribute("aria-label") ?? (by && (document.getElementById(by)?.textContent.trim() ?? "nobody"));
    return `${one.getAttribute("role") ?? one.tagName} ${name}`;
  });
  const twice = landmarks.filter((name, at) => name.endsWith(" nobody") || landmarks.indexOf(name) !== at);

  // All begins 12 from the edge of a phone, 32 from that of a desk of 1280; what stands beside floats.
  const left = innerWidth < 700 ? 12 : 32;
  const begins = (one) => Math.round(one.getBoundingClientRect().left - parseFloat(getComputedStyle(one).marginInlineStart));
  const jumps = all("#content > *").filter((one) => getComputedStyle(one).float === "none" && height(one) > 0)
    .filter((one) => begins(one) !== left);

  // A name that is cut is still one: two letters and dots tell nobody apart. A table beside games is whole.
  const crushed = all("main :is(.name, bdi)").filter((one) => isCut(one) && one.clientWidth < 48);
  const scrolled = innerWidth < 700 ? [] : all(".results__box").filter((one) => one.scrollWidth > one.clientWidth + 1);

  return {
    crushed: [...crushed, ...scrolled].map(called),
    nameless: nameless.map(called),
    small: small.map((one) => `${width(one)}x${height(one)} ${called(one)}`),
    twice,
    jumps: jumps.map((one) => `${begins(one)} ${called(one)}`),
  };
}
