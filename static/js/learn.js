"use strict";

// The help that is opened or closed leaves the touched system in view.
{
  const { covers, showMost } = window.mapView;
  document.addEventListener("toggle", (event) => {
    const chosen = document.querySelector(".map .selected");
    if (event.target.matches(".lesson__how") && chosen && covers(document.getElementById("sheet"))) showMost([chosen]);
  }, true);
}
