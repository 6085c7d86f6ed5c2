// The page of a seat: sections that are another are put in place when it has changed. One
// that is the same keeps what is typed, chosen and scrolled in it; a notice goes when the
// seat is asked something else, but for a link, which is shown once. Without this script
// the page is read and answered all the same.
"use strict";

const data = document.currentScript.dataset;
const plain = (html) => html.replace(/ (checked|selected)(="")?/g, "");
const every = ["standing", "since", "asked", "map", "log", "aids", "desk"];
const sections = every.filter((id) => document.getElementById(id));
let sent = new WeakSet();
const was = {}; // what each section was when it came from the server
for (const id of sections) was[id] = plain(document.getElementById(id).innerHTML);

const ASKED = "\u25cf";
function take(page) {
  const isAsked = page.title.startsWith(ASKED) && !document.title.startsWith(ASKED);
  document.title = page.title;
  for (const id of sections) {
    const there = page.getElementById(id);
    const now = plain(there.innerHTML);
    if (was[id] === now) continue;
    was[id] = now;
    document.getElementById(id).replaceChildren(...there.childNodes);
    if (["standing", "asked"].includes(id)) outlive();
  }
  draw();
  mend();
  mark();
  sift();
  if (isAsked) ring();
  return "";
}

function outlive() {
  const notice = document.getElementById("notice");
  if (!notice.querySelector("#link")) notice.replaceChildren();
}

// Says outside of the browser that this seat is asked, and no more, if the reader wants it
// and looks at something else.
const notify = document.getElementById("notify");
const wanted = `notify ${data.page}`;
function ring() {
  if (document.hasFocus() || !localStorage.getItem(wanted)) return;
  if (Notification.permission !== "granted") return;
  try {
    const news = new Notification("You are asked", { tag: data.page });
    news.onclick = () => window.focus();
  } catch {
    // some browsers of phones have notifications for other kinds of pages alone
  }
}
function offer() {
  notify.textContent = localStorage.getItem(wanted)
    ? "Do not notify me any more"
    : "Notify me when I am asked";
}
if (notify && window.Notification && window.isSecureContext) {
  notify.hidden = false;
  offer();
  notify.addEventListener("click", async () => {
    const isOn = localStorage.getItem(wanted);
    const may = isOn ? "" : await Notification.requestPermission();
    if (may === "granted") localStorage.setItem(wanted, "yes");
    else localStorage.removeItem(wanted);
    offer();
    if (!isOn && may !== "granted") say("the browser does not allow it");
  });
}

// Marks what has happened since this browser last looked for some seconds.
const key = `read ${data.page}`;
const lastEvent = () => document.querySelector("#log li")?.value ?? 0;
if (localStorage.getItem(key) === null) localStorage.setItem(key, lastEvent());
let read = Number(localStorage.getItem(key));
function mark() {
  for (const line of document.querySelectorAll("#log li")) {
    line.classList.toggle("new", line.value > read);
  }
}
function remember() {
  if (document.visibilityState === "visible") localStorage.setItem(key, lastEvent());
}
setInterval(remember, 5000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") read = Number(localStorage.getItem(key));
});
mark();

window.addEventListener("pageshow", (event) => {
  if (event.persisted) sent = new WeakSet();
});

// The width of the map in hundredths of its frame; kept when the map is another.
const zoom = document.getElementById("zoom");
const zoomed = `zoom ${data.page}`; // kept from answer to answer
let width = Number(sessionStorage.getItem(zoomed)) || readable();
function draw() {
  const hasPlaces = document.querySelector("#map [data-wide], #map [data-cell]");
  for (const each of document.querySelectorAll("[data-pointing]")) each.hidden = !hasPlaces;
  const map = document.querySelector("#map svg");
  if (map) map.setAttribute("width", `${width}%`);
}
// On a screen for fingers a map begins so large that what stands on it can be tapped: a
// unit of the picture, of which a hex has about 40, is a pixel.
function readable() {
  const box = document.querySelector("#map svg")?.viewBox.baseVal;
  const frame = document.getElementById("map").clientWidth;
  if (!box?.width || !frame || !matchMedia("(pointer: coarse)").matches) return 100;
  return Math.min(600, Math.max(100, (100 * box.width) / frame));
}
function fitting() {
  const box = document.querySelector("#map svg")?.viewBox.baseVal;
  const frame = document.getElementById("map").clientWidth;
  if (!box?.height || !frame) return 100;
  const high = window.innerHeight * 0.85 - 2; // as its frame in the style sheet
  return Math.min(100, (100 * high * box.width) / (box.height * frame));
}
draw();
zoom.hidden = false;
// Where one looked on the map, from answer to answer.
const frame = document.getElementById("map");
const looked = `place ${data.page}`;
const [across, down] = (sessionStorage.getItem(looked) ?? "0 0").split(" ");
frame.scrollTo(Number(across), Number(down));
// What may be chosen comes into sight, where none of it is.
const offered = [...document.querySelectorAll("#map a.offer")];
function isInSight(each) {
  const [own, of] = [each.getBoundingClientRect(), frame.getBoundingClientRect()];
  return own.right > of.left && own.left < of.right && own.bottom > of.top && own.top < of.bottom;
}
if (offered.length && !offered.some(isInSight)) {
  const [own, of] = [offered[0].getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollBy(
    own.left + own.width / 2 - of.left - of.width / 2,
    own.top + own.height / 2 - of.top - of.height / 2,
  );
}
frame.addEventListener("scroll", () => {
  sessionStorage.setItem(looked, `${frame.scrollLeft} ${frame.scrollTop}`);
});
zoom.addEventListener("click", (event) => {
  const by = Number(event.target.dataset.zoom ?? NaN);
  if (Number.isNaN(by)) return;
  const middle = (from, shown, all) => (from + shown / 2) / all;
  const x = middle(frame.scrollLeft, frame.clientWidth, frame.scrollWidth);
  const y = middle(frame.scrollTop, frame.clientHeight, frame.scrollHeight);
  width = by ? Math.min(600, Math.max(25, width * by)) : fitting();
  sessionStorage.setItem(zoomed, width);
  draw();
  frame.scrollTo(
    x * frame.scrollWidth - frame.clientWidth / 2,
    y * frame.scrollHeight - frame.clientHeight / 2,
  );
});

// A place on the map chooses its option in the list; the answer is sent by the button.
document.addEventListener("click", (event) => {
  const offer = event.target.closest("a.offer");
  if (!offer) return;
  const label = document.getElementById(offer.getAttribute("href").slice(1));
  if (!label) return;
  event.preventDefault();
  label.control.click();
  label.scrollIntoView({ block: "nearest" });
});
// Where any place may be named, a tap on the map writes it, and marks it: of a table to a
// quarter of an inch, of hexes the label, added to those before where several may be named;
// the last of these is left out by a tap again. It goes into the field that was used last,
// or else into the first that is empty; where several may be named, the next one goes into
// the same field, which is marked if there are others.
const SVG = "http://www.w3.org/2000/svg";
const PLACES = ":is([data-place], [data-cells])";
const placed = () => [...document.querySelectorAll(`#asked ${PLACES}`)];
let used = null;
document.addEventListener("focusin", (event) => {
  if (event.target.matches(PLACES)) use(event.target);
});
function use(field) {
  used = field;
  const fields = placed();
  for (const each of fields) each.classList.toggle("used", each === field && fields.length > 1);
}
frame.addEventListener("click", (event) => {
  const fields = placed();
  const empty = fields.find((each) => !each.value) ?? fields[0];
  const field = fields.includes(used) ? used : empty;
  if (!field || event.target.closest("a.offer")) return;
  if (field.dataset.list !== undefined) use(field);
  if (field.dataset.cells === undefined) writePoint(field, event);
  else writeCell(field, event);
});
function writePoint(field, event) {
  const near = 12; // pixels beyond the edge that are the edge, where no other table is
  const ground = grounds().find((each) => isIn(each, event, 0)) ??
    grounds().find((each) => isIn(each, event, near));
  if (!ground) {
    if (grounds().length) say("that is not on the table");
    return;
  }
  const box = ground.getBoundingClientRect();
  const { left, low, wide, deep } = ground.dataset;
  const within = (share) => Math.min(1, Math.max(0, share));
  const quarter = (inches) => Math.round(inches * 4) / 4;
  const x = Number(left) + within((event.clientX - box.left) / box.width) * wide;
  const y = Number(low) + within((box.bottom - event.clientY) / box.height) * deep;
  field.value = `${quarter(x)}, ${quarter(y)}`;
  mend();
  say(`the place ${field.value}`);
}
const parts = ({ dataset }) => [...document.querySelectorAll("#map [data-cells-of]")]
  .filter((each) => each.dataset.cellsOf === dataset.cells);
const cells = (part) => [...part.querySelectorAll("[data-cell]")];
const named = ({ value }) => value.split(/\s+/).map((each) => each.replace(/,$/, "")).filter(Boolean);
function writeCell(field, event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const known = parts(field).flatMap(cells);
  const cell = under.find((each) => known.includes(each))?.dataset.cell;
  if (!cell) {
    if (known.length) say(`that is no place of ${field.dataset.cells}`);
    return;
  }
  const before = field.dataset.list === undefined ? [] : named(field);
  const isAgain = before.at(-1) === cell;
  field.value = (isAgain ? before.slice(0, -1) : [...before, cell]).join(" ");
  mend();
  say(isAgain ? `without ${cell}` : cell);
}
const grounds = () => [...document.querySelectorAll("#map [data-wide]")];
function isIn(ground, { clientX, clientY }, more) {
  const { left, right, top, bottom } = ground.getBoundingClientRect();
  const isAcross = clientX >= left - more && clientX <= right + more;
  return isAcross && clientY >= top - more && clientY <= bottom + more;
}
// The marks stand where the fields say: `3.5, 4` or `3 1/2, 4`.
const LENGTH = /^(\d+(?:\.\d+)?)?(?:(?:^| )(\d+)\/(\d+))?$/;
function inches(text) {
  const [, whole, above, below] = LENGTH.exec(text.trim()) ?? [];
  if (whole === undefined && above === undefined) return NaN;
  return Number(whole ?? 0) + (above === undefined ? 0 : above / below);
}
function mend() {
  for (const each of document.querySelectorAll("#map .pin")) each.remove();
  for (const field of placed()) {
    if (field.dataset.cells === undefined) pinPoint(field.value);
    else pinCells(field);
  }
}
function pinPoint(value) {
  const [x, y, ...more] = value.split(",").map(inches);
  if (more.length || !(x >= 0) || !(y >= 0)) return;
  for (const ground of grounds()) {
    const { left, low, wide, deep } = ground.dataset;
    const [right, away] = [(x - left) / wide, (y - low) / deep];
    if (right < 0 || right > 1 || away < 0 || away > 1) continue;
    const [from, top, across, high] = ["x", "y", "width", "height"].map((side) => ground[side].baseVal.value);
    pin(ground.closest("g"), cross([from + right * across, top + (1 - away) * high]), value);
    return;
  }
}
// The hexes that are named, with a line through them in this order; a map in several
// parts has some of them twice.
function pinCells(field) {
  const labels = named(field);
  for (const part of parts(field)) {
    const points = labels.map((label) => cells(part).find((each) => each.dataset.cell === label))
      .filter(Boolean)
      .map((each) => [each.x.baseVal.value, each.y.baseVal.value]);
    if (!points.length) continue;
    const line = points.map((each) => each.join(" ")).join("L");
    pin(part, `M${line}${points.map(cross).join("")}`, labels.join(" "));
  }
}
document.addEventListener("input", (event) => {
  if (event.target.matches(PLACES)) mend();
});
const cross = ([x, y]) => `M${x - 7} ${y}h14M${x} ${y - 7}v14`;
function pin(part, drawn, name) {
  const mark = document.createElementNS(SVG, "path");
  mark.setAttribute("class", "pin");
  mark.setAttribute("d", drawn);
  const title = document.createElementNS(SVG, "title");
  title.textContent = name;
  mark.append(title);
  part.parentNode.append(mark); // above all else of its part of the map
}

mend(); // what was refused

// A form is sent once, and only when the server can be reached: a browser that is offline
// would put a page of its own in place of this one, with what was chosen. It is not
// disabled, for its button says what it is to do.
const reached = new WeakSet();
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (reached.has(form)) {
    reached.delete(form);
    if (form.closest("#asked")) sessionStorage.setItem(answered, "yes");
    return;
  }
  event.preventDefault();
  if (sent.has(form)) return;
  sent.add(form);
  say("sending");
  try {
    await fetch(data.page, { method: "HEAD", cache: "no-store" });
  } catch {
    sent.delete(form);
    say("offline; trying again");
    unsent(form);
    return;
  }
  if (!form.isConnected) return; // something else is asked by now
  form.querySelector("[data-unsent]")?.remove();
  reached.add(form);
  form.requestSubmit(button);
});
function unsent(form) {
  if (form.querySelector("[data-unsent]")) return;
  const said = document.createElement("p");
  said.className = "notice";
  said.dataset.unsent = "";
  said.setAttribute("role", "alert");
  said.textContent = "You are offline: nothing was sent. It stays here; try again in a moment.";
  form.append(said);
}
// Who has answered goes on at the next question, not at the top of the page.
const answered = `answered ${data.page}`;
if (sessionStorage.getItem(answered)) {
  sessionStorage.removeItem(answered);
  const asked = document.querySelector("#asked form") && document.getElementById("asked");
  const notice = document.querySelector("#notice .notice");
  (notice ?? asked ?? document.getElementById("standing")).focus();
}
// A form that was refused is no page to come back to.
if (location.pathname !== data.page) history.replaceState(null, "", data.page);

const copy = document.getElementById("copy");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(document.getElementById("new-link").textContent);
      say("the link is copied");
    } catch {
      say("the browser does not copy it; select it, and copy it by hand");
    }
  });
}

// The log shows all, or one sort of lines; kept when the log is another.
let sort = "all";
function sift() {
  const filter = document.getElementById("filter");
  filter.hidden = false;
  filter.querySelector("select").value = sort;
  document.querySelector("#log ol").dataset.show = sort;
}
document.getElementById("log").addEventListener("change", (event) => {
  sort = event.target.value;
  sift();
});
sift();

// A line of the log shows on the map, for a moment, whatever there is called in it.
document.getElementById("log").addEventListener("click", (event) => {
  const line = event.target.closest("li");
  if (!line) return;
  const text = ` ${line.textContent.replace(/[^\p{L}\p{N}]+/gu, " ")} `.toLowerCase();
  const isNamed = (name) => name && text.includes(` ${name.toLowerCase()} `);
  const nameOf = (title) => title.textContent.replace(/ \(.*$|^choose |:.*$/g, "");
  const found = [...document.querySelectorAll("#map title")]
    .filter((title) => isNamed(nameOf(title)))
    .map((title) => title.parentNode);
  found.push(...[...document.querySelectorAll("#map text.halo")]
    .filter((each) => /\d/.test(each.textContent) && isNamed(each.textContent)));
  for (const each of found) {
    each.classList.add("shown");
    setTimeout(() => each.classList.remove("shown"), 4000);
  }
  if (found.length) found[0].scrollIntoView({ block: "nearest", inline: "center" });
});
follow(data, "this seat is not yours any more; ask the judge for a new link", take);
