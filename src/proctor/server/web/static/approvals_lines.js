/* Puts the lines that the server has sent into the list, in its order, and keeps what somebody
   is writing. */
"use strict";

function mergeLines(list, sent) {
  const lines = () => [...list.querySelectorAll(".question")];

  // Only what changes while a line stays: how many questions are on it, and which.
  function refresh(line, fresh) {
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const old = line.querySelector(`[data-part="${part.dataset.part}"]`);
      if (old && !old.contains(document.activeElement) && !old.isEqualNode(part)) keepOpen(old, part);
    }
  }

  function keepOpen(old, part) {
    const made = document.importNode(part, true);
    const details = made.querySelector("details");
    if (details && old.querySelector("details[open]")) details.open = true;
    old.replaceWith(made);
  }

  function add(fresh, before) {
    const made = document.importNode(fresh, true);
    if (before) before.after(made);
    else list.prepend(made);
    htmx.process(made);
    return made;
  }

  // The line that has the focus stays where it is, and the others move around it: one that is
  // moved loses the focus.
  function arrange(order) {
    const now = lines().filter((line) => order.includes(line));
    if (now.every((line, index) => line === order[index])) return;
    const fixed = order.find((line) => line.contains(document.activeElement)) || order[0];
    const at = order.indexOf(fixed);
    for (const line of order.slice(0, at)) list.insertBefore(line, fixed);
    order.slice(at + 1).reduce((last, line) => (last.after(line), line), fixed);
  }

  const order = [];
  for (const fresh of sent) {
    const here = document.getElementById(fresh.id);
    // What has ended stays ended: this answer may be older than its end.
    if (here && !here.matches(".question")) continue;
    if (here) refresh(here, fresh);
    order.push(here || add(fresh, order.at(-1)));
  }
  arrange(order);
}
