/* The inbox: keys that never answer what has just slid under them, and what comes and leaves. */
"use strict";

(() => {
  const list = document.getElementById("questions");
  const hint = document.getElementById("key-hint");
  if (!list || !hint) return;

  // So long an ended question is seen. For how long nothing is answered: approvals_slides.js.
  const SEEN = 6000;
  const FADES = 700;
  // Whoever was writing about a question that is gone may still be writing, and so may whoever has
  // just answered one; whoever had chosen it is given as long to see that it has gone.
  const PAUSE = 1500;
  // The letters that do something here; `g` is app.js's.
  const KEYS = "astAdjkg";
  const MOVED = "The list has just moved. Look, and press again.";
  const LOST = "The question you had chosen has ended. j or k chooses another, or wait a moment.";
  const AWAY_NOW = "The server cannot be reached: answers rest until it can.";

  const cards = () => [...list.querySelectorAll(".question")];
  const cardOf = (id) => document.querySelector(`#question-${id}.question`);
  const isField = (at) => Boolean(at?.matches?.("input:not([type=checkbox]), textarea, select"));

  /* What is said beside the list. */

  let hintEnds = 0;

  function say(words) {
    hint.textContent = words;
    clearTimeout(hintEnds);
    hintEnds = setTimeout(() => (hint.textContent = ""), 4000);
  }

  /* Which question the keys are for, by its number: an answer is for that one or for none. */

  let current = "";
  let movedAt = -Infinity;
  // Until when no question is chosen, and which one is then.
  let noneUntil = -Infinity;
  let heir = "";
  let quietUntil = -Infinity;
  let settles = 0;

  // Whoever looks at the page by other means is told as well that it is not at rest.
  function moved() {
    movedAt = performance.now();
    list.setAttribute("aria-busy", "true");
    rest();
  }

  function rest() {
    clearTimeout(settles);
    const left = Math.max(movedAt + STILL, current ? -Infinity : noneUntil, quietUntil) - performance.now();
    if (left > 0) {
      settles = setTimeout(rest, left);
      return;
    }
    if (!current) inherit();
    list.setAttribute("aria-busy", "false");
  }

  const slides = watchSlides(list, moved);

  function choose(card, { focus = false } = {}) {
    for (const other of list.querySelectorAll(".question-current")) {
      if (other === card) continue;
      other.classList.remove("question-current");
      other.removeAttribute("aria-current");
    }
    current = card ? card.dataset.question : "";
    if (!card) return;
    noneUntil = -Infinity;
    heir = "";
    if (hint.textContent === LOST) say("");
    card.classList.add("question-current");
    card.setAttribute("aria-current", "true");
    if (focus) card.focus();
    rest();
  }

  function step(by) {
    const all = cards();
    // Where none is chosen, the next one is that which stands where the lost one stood.
    const at = current ? all.indexOf(cardOf(current)) : all.indexOf(cardOf(heir)) - (by > 0 ? 1 : 0);
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    if (next) choose(next, { focus: true });
  }

  list.addEventListener("focusin", (event) => {
    const card = event.target.closest(".question");
    if (card && card.dataset.question !== current) choose(card);
  });

  /* The list moves: a question has come, ended, or faded away. */

  let field = null;

  list.addEventListener("focusin", (event) => (field = isField(event.target) ? event.target : null));
  list.addEventListener("focusout", ({ target }) => {
    // A field that is taken away loses the focus before it has gone.
    setTimeout(() => {
      if (target === field && target.isConnected && target !== document.activeElement) field = null;
    });
  });

  const order = new Map();

  function remember() {
    order.clear();
    cards().forEach((card, index) => order.set(card.dataset.question, index));
  }

  // Where a question stood, the next one stands now; else the one before.
  function after(id) {
    const index = order.get(id) ?? 0;
    const all = cards();
    const next = all.find((card) => (order.get(card.dataset.question) ?? Infinity) > index) || all.at(-1);
    return next ? next.dataset.question : "";
  }

  function inherit() {
    const next = cardOf(heir) || cards()[0] || null;
    const nowhere = !document.activeElement || document.activeElement === document.body;
    // Only a question that was lost had the focus.
    choose(next, { focus: Boolean(next && heir) && nowhere });
  }

  // The questions that this page has sent an answer for: whoever did that knows that it ends.
  const mine = new Set();

  function lost() {
    const own = mine.has(current);
    heir = after(current);
    choose(null);
    if (own && !field?.isConnected) field = null;
    if (field && !field.isConnected) {
      field = null;
      quietUntil = performance.now() + PAUSE;
      say("The question you were writing about has ended. Keys rest until you pause.");
    } else if (own) return inherit();
    else if (heir) say(LOST);
    noneUntil = performance.now() + PAUSE;
  }

  const appeared = watchBell(say, (id) => {
    const there = cardOf(id);
    if (there) choose(there, { focus: true });
  });
  const met = new Set(cards().map((card) => card.dataset.question));

  function changed() {
    if (heir && !cardOf(heir)) heir = after(heir);
    if (current && !cardOf(current)) {
      lost();
      moved();
    } else if (!current && cards().length && performance.now() >= Math.max(noneUntil, quietUntil)) {
      choose(cards()[0]);
      moved();
    }
    remember();
    for (const card of cards()) {
      if (!met.has(card.dataset.question)) appeared(card);
      met.add(card.dataset.question);
    }
    for (const line of list.querySelectorAll("[data-ended]:not([data-fades])")) fade(line);
    const empty = document.getElementById("no-questions");
    if (empty) empty.hidden = cards().length > 0;
    countDown();
  }

  function fade(line) {
    line.dataset.fades = "1";
    if ("one" in list.dataset) return;
    setTimeout(() => leave(line), SEEN);
  }

  // Not from above a pointer: what is under it would be something else.
  function leave(line) {
    slides.whenFree(line, () => {
      line.classList.add("question-gone");
      setTimeout(() => {
        if (!slides.below(line)) return line.remove();
        line.classList.remove("question-gone");
        leave(line);
      }, FADES);
    });
  }

  new MutationObserver(changed).observe(list, { childList: true });

  const ended = document.getElementById("ended");
  if (ended) {
    new MutationObserver(() => {
      document.getElementById("no-ended")?.remove();
      [...ended.children].slice(Number(ended.dataset.most)).forEach((old) => old.remove());
    }).observe(ended, { childList: true });
  }

  /* Keys and clicks. */

  const away = () => document.body.hasAttribute("data-away");

  function resting(event) {
    if (away()) return AWAY_NOW;
    const now = performance.now();
    if (now < quietUntil) {
      quietUntil = now + PAUSE;
      return "Keys rest until you pause.";
    }
    if (!current && heir) return LOST;
    // A key that was pressed before the list moved was meant for what stood there then.
    return event.timeStamp - movedAt < STILL ? MOVED : "";
  }

  // Keys rest for `time`, and each that comes meanwhile makes it a pause.
  function quiet(time) {
    quietUntil = Math.max(quietUntil, performance.now() + time);
    list.setAttribute("aria-busy", "true");
    rest();
  }

  // A letter that is no key begins a word: somebody types who believes to be in a field.
  // On the window: app.js keeps the letter behind a `g` to itself.
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (/^\p{L}$/u.test(event.key) && !KEYS.includes(event.key)) quiet(PAUSE);
  }, true);

  let shownAt = -Infinity;

  function show(button) {
    const card = button.closest(".question");
    const box = document.getElementById(button.dataset.shows);
    const opens = box.hidden;
    for (const other of card.querySelectorAll("[data-shows]")) {
      other.setAttribute("aria-expanded", "false");
      document.getElementById(other.dataset.shows).hidden = true;
    }
    box.hidden = !opens;
    button.setAttribute("aria-expanded", String(opens));
    // Who opens or closes it knows that what is below it moves.
    slides.seen();
    if (!opens) return;
    shownAt = performance.now();
    const rule = box.querySelector("[data-rule]");
    if (rule) htmx.trigger(rule, "look");
    (box.querySelector("[data-first]") || box.querySelector("button")).focus();
  }

  function escaped(at) {
    const inside = at.closest?.(".answer-more");
    const card = at.closest?.(".question") || cardOf(current);
    const opener = (inside || !isField(at)) && card?.querySelector("[data-shows][aria-expanded=true]");
    if (opener) {
      show(opener);
      opener.focus();
    } else if (isField(at)) card?.focus();
  }

  function press(key) {
    const card = cardOf(current);
    if (!card) return say("No question is chosen: j goes to the next.");
    if (card.dataset.answering) return;
    const at = card.querySelector(`[data-key="${key}"]`);
    const why = card.querySelector(".not-yours")?.textContent;
    if (!at) return say(why || "This question cannot be answered like that.");
    if (isField(at)) at.focus();
    else if (at.dataset.shows) show(at);
    else {
      card.dataset.answering = "1";
      at.click();
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return escaped(event.target);
    if (isField(event.target)) return;
    const answers = ["a", "s", "t", "A", "d"].includes(event.key);
    const moves = event.key === "j" || event.key === "k";
    const opens = event.key === "Enter" && event.target.matches?.(".question");
    const isQuiet = performance.now() < quietUntil;
    if (!answers && !moves && !opens && !isQuiet) return;
    event.preventDefault();
    if (isQuiet || !moves) {
      const why = event.repeat ? " " : resting(event);
      if (why) return why.trim() ? say(why) : undefined;
    }
    if (moves) step(event.key === "j" ? 1 : -1);
    else if (opens) location.href = event.target.querySelector("[data-open]").href;
    else press(event.key);
  });

  // How long keys rest after an answer: longer where a hand leaves the pointer, or may write on.
  let restsAfter = STILL;

  const isWriting = () => isField(document.activeElement);

  // The button does what its key does: it goes to the words, and sends from there.
  function goesToWords(button) {
    const words = button.closest(".deny")?.querySelector("input[name=words]");
    if (!words || words.value || words === document.activeElement) return false;
    words.focus();
    return true;
  }

  // A space or Enter that follows the key which opened a panel was meant for a field.
  function justOpened(button, event) {
    const inside = event.detail === 0 && !isWriting() && button.closest(".answer-more");
    return Boolean(inside) && event.timeStamp - shownAt < STILL;
  }

  document.addEventListener("mousedown", (event) => {
    // The words keep the focus while their button is pressed.
    if (event.target.closest?.(".question .deny button")) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".question button");
    if (!button) return;
    const refuse = (why) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      delete button.closest(".question").dataset.answering;
      say(why);
    };
    // The same for a pointer: what has just slid under it was not what it was for.
    if (slides.tooSoon(event) || justOpened(button, event)) refuse(MOVED);
    else if (button.dataset.shows) show(button);
    else if (away()) refuse(AWAY_NOW);
    else if (goesToWords(button)) event.preventDefault();
    else restsAfter = event.detail > 0 || isWriting() ? PAUSE : STILL;
  }, true);

  document.addEventListener("htmx:before:request", ({ target }) => {
    const card = target.matches?.("form") && target.closest(".question");
    if (!card) return;
    mine.add(card.dataset.question);
    quiet(restsAfter);
  });

  document.addEventListener("htmx:finally:request", ({ target }) => {
    const card = target.closest?.(".question");
    if (!card) return;
    delete card.dataset.answering;
    if (target.matches("form") && card.isConnected) mine.delete(card.dataset.question);
  });

  /* How long each still waits. */

  const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const deadlines = new WeakMap();

  function countDown() {
    for (const shown of document.querySelectorAll("[data-left]")) {
      if (!deadlines.has(shown)) deadlines.set(shown, performance.now() + 1000 * Number(shown.dataset.left));
      const left = Math.max(Math.round((deadlines.get(shown) - performance.now()) / 1000), 0);
      const [size, unit] = UNITS.find(([seconds]) => left >= seconds) || UNITS.at(-1);
      const words = left ? `${Math.floor(left / size)} ${unit} left` : "its time is over";
      if (shown.textContent !== words) shown.textContent = words;
      shown.classList.toggle("question-urgent", left < 30);
    }
  }

  setInterval(countDown, 1000);

  /* Something has come or ended, or the stream had a break: the server sends its lines again.
     What has come is put in, what has ended leaves, the rest stays as it is, with all that
     somebody is writing in it. */

  let fetching = false;
  let again = false;

  async function piece(address) {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (answer.status === 401) signedOut();
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  const isWritten = (card) => [...card.querySelectorAll("input[name=words], textarea")].some(
    (at) => at === document.activeElement || at.value !== at.defaultValue,
  );

  // A card that the server did not send has ended, or its question is on a line with others now.
  async function settle(id) {
    const card = cardOf(id);
    if (!card) return;
    // A line that is being denied is replaced by what has come of it.
    if ("fold" in card.dataset) return mine.has(id) ? undefined : card.remove();
    const found = await piece(`/approvals/${id}/card`);
    const line = found?.querySelector("[data-ended]");
    if (line) cardOf(id)?.replaceWith(document.importNode(line, true));
    else if (found && !isWritten(card)) card.remove();
  }

  async function fetchLines() {
    const before = cards().map((card) => card.dataset.question);
    if ("one" in list.dataset) return Promise.all(before.map(settle));
    const found = await piece("/approvals/list");
    if (!found) return;
    const there = [...found.querySelectorAll(".question")];
    const open = new Set(there.map((card) => card.dataset.question));
    mergeLines(list, there);
    await Promise.all(before.filter((id) => !open.has(id)).map(settle));
    ended?.replaceChildren(...[...found.querySelectorAll("[data-past] > li")].map((row) => document.importNode(row, true)));
    const behind = found.querySelector("#more-questions");
    document.getElementById("more-questions")?.replaceWith(document.importNode(behind, true));
  }

  async function fetchAgain() {
    again = true;
    if (fetching) return;
    fetching = true;
    try {
      while (again) {
        again = false;
        await fetchLines();
      }
    } finally {
      fetching = false;
    }
  }

  const fetchSoon = () => fetchAgain().catch(() => setTimeout(fetchSoon, 2000));
  for (const told of ["inbox", "missed"]) document.addEventListener(told, fetchSoon);

  remember();
  countDown();
  if (cards().length) choose(cards()[0]);
  moved();
})();
