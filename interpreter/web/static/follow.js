// Follows a page: fetches it again when the server says that it has changed, and hands
// it to the script of the page, which puts in place what is another.
"use strict";

const connection = document.getElementById("connection");

function say(text) {
  if (connection.textContent !== text) connection.textContent = text;
}

// `data` has the addresses of the page and of its changes, and what is seen of it; `lost`
// is said where the page is not ours any more; `take` gets a page and returns what is to
// be said of it.
function follow(data, lost, take) {
  let seen = data.seen;
  let stream = null;
  let isLost = false;
  let asked = 0; // which of several fetches is the last

  async function refresh() {
    const own = ++asked;
    let response;
    try {
      response = await fetch(data.page, { redirect: "error" });
    } catch {
      say("offline; trying again");
      if (own === asked) setTimeout(refresh, 3000);
      return;
    }
    if (response.status === 404) {
      isLost = true;
      say(lost);
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
    seen = page.querySelector("main").dataset.seen;
    say(take(page));
  }

  // The server is told which page is seen, and says at once if it is another by now.
  function listen() {
    if (stream) stream.close();
    if (isLost) return;
    stream = new EventSource(`${data.changes}seen=${encodeURIComponent(seen)}`);
    stream.onopen = () => say("");
    stream.onmessage = refresh;
    stream.onerror = () => {
      say("offline; trying again");
      stream.close();
      refresh(); // says so if the page is lost
      setTimeout(listen, 2000 + 3000 * Math.random());
    };
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    listen();
    refresh();
  });
  listen();
}
