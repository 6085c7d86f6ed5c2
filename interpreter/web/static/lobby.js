// Copies a link where the browser allows it; without this script it is selected by hand.
"use strict";

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
