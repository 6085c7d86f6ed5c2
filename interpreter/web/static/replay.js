// The slider goes to its moment when it is let go, the arrow keys one moment on.
"use strict";

const form = document.getElementById("moments");
const slider = form.elements.at;
form.querySelector("button").hidden = true;
slider.addEventListener("input", () => {
  form.querySelector("output").textContent = `${slider.value} of ${slider.max}`;
});
slider.addEventListener("change", () => form.submit());
form.elements.as?.addEventListener("change", () => form.submit());
document.addEventListener("keydown", (event) => {
  const ways = { ArrowLeft: "prev", ArrowRight: "next" };
  if (event.target === slider || !(event.key in ways)) return;
  const link = form.querySelector(`a[rel=${ways[event.key]}]`);
  if (link) location.href = link.href;
});
