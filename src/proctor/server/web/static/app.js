/* What every page can: theme, keys, dialogs, messages, and the stream that keeps it true. */
"use strict";

const one = (selector) => document.querySelector(selector);
const every = (selector) => [...document.querySelectorAll(selector)];

/* The theme: the system's, light, dark, and round again. theme.js sets it before the first paint. */

const THEMES = { "": "System", light: "Light", dark: "Dark" };

function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const button of every("[data-theme-switch]")) {
    button.querySelector(".theme-word").textContent = THEMES[theme];
    button.setAttribute("aria-label", `Theme: ${THEMES[theme].toLowerCase()}`);
  }
}

function nextTheme() {
  const names = Object.keys(THEMES);
  const now = document.documentElement.dataset.theme || "";
  const next = names[(names.indexOf(now) + 1) % names.length];
  try {
    localStorage.setItem("theme", next);
  } catch {
    // It holds for this page, then.
  }
  showTheme(next);
}

showTheme(document.documentElement.dataset.theme || "");

/* Messages in the corner. Those that tell of an error stay until they are dismissed. */

const LASTS = 6000;
const MOST_TOASTS = 5;

function toast(text, kind = "info") {
  const box = document.createElement("div");
  box.className = kind === "error" ? "alert alert-error toast-one" : "alert alert-info toast-one";
  box.dataset.toast = kind;
  box.setAttribute("role", kind === "error" ? "alert" : "status");
  const words = document.createElement("p");
  words.className = "min-w-0 flex-1 break-words";
  words.textContent = text;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn-ghost btn-xs";
  button.dataset.dismiss = "";
  button.textContent = "Dismiss";
  box.append(words, button);
  one("#toasts").append(box);
}

new MutationObserver((changes) => {
  for (const change of changes) {
    for (const added of change.addedNodes) {
      const kind = added.dataset?.toast;
      if (!kind) continue;
      if (kind !== "error") setTimeout(() => added.remove(), LASTS);
      // The same again says no more: the new one takes the old one's place.
      const same = (other) => other !== added && other.textContent === added.textContent;
      for (const other of every("#toasts [data-toast]").filter(same)) other.remove();
    }
  }
  const all = every("#toasts [data-toast]");
  for (const old of all.slice(0, Math.max(all.length - MOST_TOASTS, 0))) old.remove();
}).observe(one("#toasts"), { childList: true });

/* What went wrong with a request. An answer that is a piece of a page says so by itself. */

function wordsOf(ctx) {
  try {
    const said = JSON.parse(ctx.text);
    return said.detail || said.error.message;
  } catch {
    return `The server answered with ${ctx.response.status}.`;
  }
}

document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (ctx.sourceElement?.id === "live") return retry(ctx.response.status);
  if (ctx.response.status === 401) signedOut();
  else if (!ctx.text.includes("<hx-partial")) toast(wordsOf(ctx), "error");
});

document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (ctx?.sourceElement?.id === "live") return retry(0);
  if (error?.name === "AbortError") return;
  toast(error instanceof TypeError ? "The server cannot be reached." : "That did not work.", "error");
});

document.addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
  const dialog = target.closest?.("[data-closes]")?.dataset.closes;
  if (dialog && ctx.response.status < 400) document.getElementById(dialog)?.close();
});

/* Clicks on what opens, closes and goes away. */

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest?.(selector);
  const opens = at("[data-opens]");
  if (opens) {
    one("#side:popover-open")?.hidePopover();
    document.getElementById(opens.dataset.opens)?.showModal();
  } else if (at("[data-theme-switch]")) nextTheme();
  else if (at("[data-dismiss]")) at("[data-toast]")?.remove();
  else if (event.target.matches?.("dialog.modal")) event.target.close();
});

/* Keys: `?` shows them, `g` and a letter goes to a page, `/` to the search of this one. */

let going = 0;

function typing(target) {
  return target.isContentEditable || target.matches?.("input, textarea, select");
}

function goTo(key) {
  const link = every(".side a[data-key]").find((place) => place.dataset.key === key);
  if (link) location.href = link.href;
  return Boolean(link);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing(event.target) || one("dialog[open]")) return;
  const afterG = Date.now() - going < 1500;
  going = 0;
  if (afterG) goTo(event.key);
  else if (event.key === "g") going = Date.now();
  else if (event.key === "?") one("#keys")?.showModal();
  else if (event.key === "/" && one("[data-search]")) one("[data-search]").focus();
  else return;
  // A page's own keys never hear of these: `g` and `a` is no answer, whatever `a` does there.
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/* What was written and not saved is not lost by leaving: a form with `data-unsaved` has it asked. */

const unsaved = every("form[data-unsaved]");
const asLoaded = new Map(unsaved.map((form) => [form, filledIn(form)]));
// Whoever only looks at it in another way has changed nothing.
const touched = new Set();
let settling = false;

function filledIn(form) {
  return JSON.stringify([...new FormData(form)].filter(([, value]) => value));
}

for (const form of unsaved) {
  for (const kind of ["input", "rules", "submit"]) form.addEventListener(kind, () => touched.add(form));
}

// What saves or deletes it leads elsewhere by itself, if it works.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement?.matches?.("[data-settles]")) settling = true;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement?.matches?.("[data-settles]")) settling = Boolean(ctx.hx?.redirect);
});

addEventListener("beforeunload", (event) => {
  const changed = (form) => touched.has(form) && filledIn(form) !== asLoaded.get(form);
  if (!settling && unsaved.some(changed)) event.preventDefault();
});

/* How many questions wait, in the title too. */

function showWaiting() {
  const shown = every(".waiting [data-count]")[0];
  if (!shown) return;
  const number = Number(shown.dataset.count);
  for (const badge of every(".waiting")) {
    badge.dataset.waiting = number;
    badge.hidden = !number;
  }
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = number ? `(${number}) ${title}` : title;
}

document.addEventListener("live:waiting", showWaiting);

/* "3 min ago" stays true. */

const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];

function keepTime() {
  for (const shown of every("time[data-ago]")) {
    const gone = (Date.now() - Date.parse(shown.dateTime)) / 1000;
    if (gone < 10 || gone > 30 * 86400) continue;
    const [size, unit] = UNITS.find(([seconds]) => gone >= seconds);
    const words = `${Math.floor(gone / size)} ${unit} ago`;
    if (shown.textContent !== words) shown.textContent = words;
  }
}

setInterval(keepTime, 10_000);

/* The stream. What comes is a piece of this page, which htmx puts in its place, or an event.
   A browser opens six connections to one server: hidden pages give theirs to one that is seen. */

const live = one("#live");
const SLOTS = 4;
const AGAIN = 2000;
const SELDOM = 4000;
const AWAY = "reconnecting";
const channel = "BroadcastChannel" in window ? new BroadcastChannel("proctor-live") : null;
let connection = null;
let release = null;
let wanted = Boolean(live);
let over = false;

function showState(state, words) {
  // Whoever answers then answers nobody: the page says so, and answers rest.
  const away = state === "away" && words === AWAY;
  document.body.toggleAttribute("data-away", away);
  if (one("#away")) one("#away").hidden = !away;
  const shown = one("#live-state");
  if (!shown || shown.dataset.state === state) return;
  shown.dataset.state = state;
  shown.querySelector(".live-word").textContent = words;
}

// The page stays as it is: somebody may be writing in it.
function signedOut() {
  over = true;
  showState("out", "signed out");
  toast(
    "You are signed out: you have signed out elsewhere, or the server has started anew. " +
      "Run “proctor open” to sign in again. What you have written here stays until you leave.",
    "error",
  );
}

function retry(status) {
  if (status === 401) return signedOut();
  showState("away", AWAY);
  setTimeout(connect, AGAIN);
}

function slot(number) {
  return new Promise((told) => {
    navigator.locks.request(`proctor-live-${number}`, { ifAvailable: true }, (lock) => {
      told(Boolean(lock));
      return lock && new Promise((free) => (release = free));
    });
  });
}

async function connect() {
  if (!wanted || over || live._htmx?.sse) return;
  if (navigator.locks && !release) {
    let found = false;
    for (let number = 0; number < SLOTS && !found; number++) found = await slot(number);
    if (!found) {
      // Too many pages are seen at once: this one looks now and then.
      channel?.postMessage("room");
      showState("away", "every few seconds");
      document.body.dispatchEvent(new CustomEvent("missed"));
      return setTimeout(connect, SELDOM);
    }
  }
  htmx.trigger(live, "connect-again");
}

function pause() {
  wanted = false;
  connection?.reader?.cancel();
}

if (channel) {
  channel.onmessage = () => {
    if (document.hidden && live && !live.dataset.keep) pause();
  };
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && live && !wanted) {
    wanted = true;
    connect();
  }
});

/* A list that is being fetched again is not added to meanwhile: what came first would be lost. */

const fetching = new Set();
let fetched = [];

function settle(ctx) {
  fetching.delete(ctx);
  if (fetching.size) return;
  for (const go of fetched) go();
  fetched = [];
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceEvent?.target === live || ctx.sourceEvent?.type === "missed") fetching.add(ctx);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => settle(ctx));

if (live) {
  live.addEventListener("htmx:sse:before:connection", ({ detail }) => {
    if (!wanted || over) detail.connection.cancelled = true;
    else if (detail.connection.attempt) showState("away", AWAY);
  });
  live.addEventListener("htmx:sse:after:connection", ({ detail }) => {
    connection = detail.connection;
    showState("live", "live");
  });
  live.addEventListener("htmx:sse:error", ({ detail }) => {
    if (detail.status === 401) signedOut();
    else showState("away", AWAY);
  });
  live.addEventListener("htmx:sse:close", () => {
    connection = null;
    release?.();
    release = null;
    if (wanted && !over) retry(0);
  });
  live.addEventListener("htmx:sse:before:message", ({ detail }) => {
    if (fetching.size) detail.waitUntil(new Promise((go) => fetched.push(go)));
    const { message } = detail;
    if (!message.event || !message.data) return;
    // A piece of a page: htmx swaps what has no name.
    message.topic = message.event;
    message.event = "";
  });
  live.addEventListener("htmx:sse:after:message", ({ detail: { message } }) => {
    if (message.topic) document.body.dispatchEvent(new CustomEvent(`live:${message.topic}`, { bubbles: true }));
  });
  // htmx looks at the page first: its own timer was set before this one.
  setTimeout(connect);
}
