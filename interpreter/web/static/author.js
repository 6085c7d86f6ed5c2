// Fetches the page again when the server says that it has changed, and puts in place the
// sections that are another; one in which something was typed stays, and that is said.
// Without this script the page is read and used all the same.
"use strict";

const script = document.currentScript;
const ids = ["notice", "state", "parts", "edit", "example", "odds", "moved", "board"];
const connection = document.getElementById("connection");
const was = {}; // what each section was when it came from the server
for (const id of ids) was[id] = document.getElementById(id).innerHTML;
let seen = script.dataset.seen;
let stream = null;

function say(text) {
  if (connection.textContent !== text) connection.textContent = text;
}

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

let asked = 0; // which of several fetches is the last
async function refresh() {
  const own = ++asked;
  let response;
  try {
    response = await fetch(script.dataset.page, { redirect: "error" });
  } catch {
    say("offline; trying again");
    return;
  }
  if (response.status === 404) {
    say("this pack is not yours to edit any more");
    if (stream) stream.close();
    return;
  }
  const text = response.ok ? await response.text() : "";
  if (own !== asked) return;
  if (!response.ok) {
    say("the server is busy; trying again");
    setTimeout(refresh, 3000);
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  seen = page.querySelector("main").dataset.token;
  let kept = "";
  for (const id of ids) {
    const here = document.getElementById(id);
    const there = page.getElementById(id);
    if (id === "notice" || was[id] === there.innerHTML) continue;
    if (id === "edit" && isInUse(here)) {
      if (isChanged(here, there)) kept = "saved elsewhere; what you typed stands here still";
      mend(here, there);
      continue;
    }
    if (isInUse(here)) continue;
    was[id] = there.innerHTML;
    here.replaceChildren(...there.childNodes);
  }
  say(kept);
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

// The server is told which page is seen, and says at once if it is another by now.
function listen() {
  if (stream) stream.close();
  stream = new EventSource(`${script.dataset.changes}seen=${encodeURIComponent(seen)}`);
  stream.onopen = () => say("");
  stream.onmessage = refresh;
  stream.onerror = () => {
    say("offline; trying again");
    stream.close();
    setTimeout(listen, 2000 + 3000 * Math.random());
  };
}
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh();
});

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
listen();
