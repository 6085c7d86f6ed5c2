// The page of an author: sections that are another are put in place when it has changed;
// one in which something was typed stays, and that is said. Without this script the page
// is read and used all the same.
"use strict";

const data = document.currentScript.dataset;
const ids = ["state", "parts", "edit", "example", "odds", "moved", "board"];
const was = {}; // what each section was when it came from the server
for (const id of ids) was[id] = document.getElementById(id).innerHTML;

// Whether a field says something else than the server wrote into it.
function isTyped(field) {
  if (field.type === "hidden" || field.readOnly) return false;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const first = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, first);
}
function isInUse(section) {
  if (section.querySelector("[data-unsaved]")) return true; // what was refused stands there
  const fields = [...section.querySelectorAll("input, select, textarea")];
  return fields.some((field) => isTyped(field) || field === document.activeElement);
}

function take(page) {
  let kept = "";
  for (const id of ids) {
    const here = document.getElementById(id);
    const there = page.getElementById(id);
    if (was[id] === there.innerHTML) continue;
    if (id === "edit" && isInUse(here)) {
      if (isChanged(here, there)) kept = "saved elsewhere; what you typed stands here still";
      mend(here, there);
      continue;
    }
    if (isInUse(here)) continue;
    was[id] = there.innerHTML;
    here.replaceChildren(...there.childNodes);
  }
  return kept;
}

// While a text is typed its problems are exchanged, and nothing else of the section.
function mend(here, there) {
  const old = here.querySelector("#problems-of");
  const now = there.querySelector("#problems-of");
  if (old && now && old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
}
function isChanged(here, there) {
  const [own, other] = [here, there].map((each) => each.querySelector("input[name=digest]"));
  return Boolean(own && other && own.value !== other.value);
}

// The place of a problem puts the cursor there.
document.addEventListener("click", (event) => {
  const place = event.target.closest("a[data-line]");
  const text = document.getElementById("text");
  if (!place || !text) return;
  event.preventDefault();
  const lines = text.value.split("\n");
  const line = Math.min(Number(place.dataset.line), lines.length);
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const letters = [...lines[line - 1]].slice(0, Number(place.dataset.column) - 1);
  const at = before + letters.join("").length;
  text.focus();
  text.setSelectionRange(at, at);
  text.scrollTop = Math.max(0, (line - 5) * (text.scrollHeight / lines.length));
});

// What is run decides what is asked for, so it is sent at once.
document.addEventListener("change", (event) => {
  if (event.target.id === "run" || event.target.id === "scenario") event.target.form.requestSubmit();
});

// Who leaves with a text that is not saved is asked.
let isSending = false;
document.addEventListener("submit", () => { isSending = true; });
window.addEventListener("pageshow", () => { isSending = false; });
window.addEventListener("beforeunload", (event) => {
  const text = document.getElementById("text");
  if (!isSending && text && isTyped(text)) event.preventDefault();
});
follow(data, "this pack is not yours to edit any more", take);
