/* Where the questions stand, what is under the pointer, and whether it came there by itself. */
"use strict";

// Whatever is pressed so soon after something has slid was meant for what stood there before.
const STILL = 400;

/* `slid` is called whenever a question has moved that a click or a key might be meant for. */
function watchSlides(list, slid) {
  const tops = new Map();
  let slidAt = -Infinity;
  // Where the pointer is; null where there is none, as with fingers.
  let pointer = null;
  let under = null;
  // When that came under the pointer, if the pointer did not go there.
  let cameAt = -Infinity;
  let pressedAt = Infinity;
  let scrolled = window.scrollY;
  let height = 0;

  const aim = (at) => {
    const found = at?.closest?.("button, .question");
    return found && list.contains(found) ? found : null;
  };
  const sizes = new ResizeObserver(check);

  function matters(card, by, now) {
    const lower = now.bottom + Math.max(-by, 0);
    if (lower < 0 || now.top - Math.max(by, 0) > window.innerHeight) return false;
    return !pointer || lower >= pointer.y || card.contains(document.activeElement);
  }

  /* Look where everything stands now; the answer is whether something has moved that matters. */
  function look() {
    const before = new Map(tops);
    const page = document.documentElement.scrollHeight;
    // A page that became shorter than it was scrolled slides as a whole. Whoever scrolls it
    // knows that everything moves: that is none.
    let found = page < height && window.scrollY < scrolled;
    scrolled = window.scrollY;
    height = page;
    tops.clear();
    for (const card of list.querySelectorAll(".question")) {
      const now = card.getBoundingClientRect();
      tops.set(card, now.top + scrolled);
      if (!before.has(card)) sizes.observe(card);
      const by = now.top + scrolled - (before.get(card) ?? now.top + scrolled);
      if (Math.abs(by) > 1 && matters(card, by, now)) found = true;
    }
    const at = pointer && aim(document.elementFromPoint(pointer.x, pointer.y));
    if (at !== under) cameAt = performance.now();
    under = at;
    return found;
  }

  function check() {
    if (!look()) return;
    slidAt = performance.now();
    slid();
  }

  new MutationObserver(check).observe(list, { childList: true, subtree: true });
  // What stands above the list moves it as well.
  sizes.observe(document.body);
  // What comes under the pointer by scrolling rests as well.
  document.addEventListener("scroll", check, { capture: true, passive: true });

  /* The pointer, and lines that wait until it is out of their way. */

  const held = new Map();

  function below(line) {
    if (!pointer) return false;
    const { left, right, bottom } = list.getBoundingClientRect();
    const inside = pointer.x >= left && pointer.x <= right && pointer.y <= bottom;
    return inside && pointer.y >= line.getBoundingClientRect().top;
  }

  function free() {
    for (const [line, go] of held) {
      if (below(line)) continue;
      held.delete(line);
      go();
    }
  }

  function whenFree(line, go) {
    held.set(line, go);
    free();
  }

  function pointed(event) {
    if (event.pointerType === "touch") pointer = under = null;
    // Browsers tell of a pointer that rests, too, when something else comes under it.
    else if (pointer?.x !== event.clientX || pointer?.y !== event.clientY) {
      check();
      pointer = { x: event.clientX, y: event.clientY };
      const at = aim(event.target);
      if (at !== under) cameAt = -Infinity;
      under = at;
    }
    if (event.type === "pointerdown") pressedAt = event.timeStamp;
    free();
  }

  document.addEventListener("pointermove", pointed, { capture: true, passive: true });
  document.addEventListener("pointerdown", pointed, { capture: true, passive: true });
  document.addEventListener("pointercancel", () => (pressedAt = Infinity), true);
  document.documentElement.addEventListener("pointerleave", () => {
    pointer = under = null;
    free();
  });

  /* Whether a click is for something that was not there when it was meant. A key that presses a
     button has no place: it is for the button that has the focus, wherever that is. */
  function tooSoon(event) {
    check();
    const pointing = event.detail > 0;
    const meantAt = pointing ? Math.min(pressedAt, event.timeStamp) : event.timeStamp;
    pressedAt = Infinity;
    return meantAt - slidAt < STILL || (pointing && pointer !== null && meantAt - cameAt < STILL);
  }

  look();
  return { tooSoon, whenFree, below, seen: look };
}
