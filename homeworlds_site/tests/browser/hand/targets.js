// How large what is pressed is to a finger.
() => {
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.id || (one.className.baseVal ?? one.className) || one.tagName;
  const spoken = (one) => `${name(one)} “${one.textContent.trim().slice(0, 20)}”`;
  const hidden = (one) => Math.min(box(one).width, box(one).height) <= 1 || getComputedStyle(one).clipPath !== "none";
  // A finger also hits what lies around a button without being seen.
  const around = (one, ...sides) => {
    const more = getComputedStyle(one, "::after");
    return more.position === "absolute" ? sides.reduce((sum, side) => sum - Math.min(0, parseFloat(more[side])), 0) : 0;
  };
  // The link of a row: what is around it fills the row.
  const fills = (one) => getComputedStyle(one).position === "static" && getComputedStyle(one, "::after").inset === "0px"
    && getComputedStyle(one, "::after").position === "absolute";
  const smaller = (size) => (one) => {
    const { height, width } = box(fills(one) ? one.offsetParent : one);
    return Math.round(height + around(one, "top", "bottom")) < size
      || Math.round(width + around(one, "left", "right")) < size;
  };
  const inText = (one) => getComputedStyle(one).display === "inline" || ["checkbox", "radio"].includes(one.type);
  return { hidden, inText, name, smaller, spoken };
}
