// Copies a link where the browser allows it; without this script it is selected by hand.
// Sends each form once: of two presses of "Begin the game" the second would get the page,
// and the links are shown to the first.
"use strict";

let sent = new WeakSet();
document.addEventListener("submit", (event) => {
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
  setTimeout(() => sent.delete(event.target), 10000); // who stopped it may press again
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) sent = new WeakSet();
});

const copied = document.getElementById("copied");
for (const button of document.querySelectorAll("[data-copies]")) {
  if (!navigator.clipboard) break;
  const field = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      copied.textContent = "The link is copied.";
    } catch {
      field.select();
      copied.textContent = "The link is selected; copy it by hand.";
    }
  });
}
