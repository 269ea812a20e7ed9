/* The pages of roles: lines of rules, the list of tools, and dialogs that come from the server. */
"use strict";

(() => {
  const within = (node, selector) => [...node.querySelectorAll(selector)];

  /* Rules, one a line. */

  function renumber(list) {
    const effect = list.closest("[data-rules]").dataset.rules;
    within(list, ":scope > li").forEach((row, at) => {
      const id = `err-${effect}-${at}`;
      row.querySelector(".rule-error").id = id;
      row.querySelector("[data-rule]").setAttribute("aria-describedby", id);
    });
  }

  function addRule(row, text = "") {
    const next = row.cloneNode(true);
    const input = next.querySelector("[data-rule]");
    input.value = text;
    input.removeAttribute("value");
    input.removeAttribute("aria-invalid");
    next.querySelector(".rule-error").replaceChildren();
    row.after(next);
    input.value = text;
    return input;
  }

  function changed(list) {
    renumber(list);
    list.closest("form").dispatchEvent(new Event("rules"));
  }

  function removeRule(row) {
    const list = row.parentElement;
    const near = row.previousElementSibling || row.nextElementSibling;
    if (near) row.remove();
    else row.querySelector("[data-rule]").value = "";
    (near || row).querySelector("[data-rule]").focus();
    changed(list);
  }

  document.addEventListener("keydown", (event) => {
    const row = event.target.closest?.("[data-rule]")?.closest("li");
    if (!row || event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      addRule(row).focus();
      changed(row.parentElement);
    } else if (event.key === "Backspace" && !event.target.value) {
      event.preventDefault();
      removeRule(row);
    }
  });

  document.addEventListener("paste", (event) => {
    const row = event.target.closest?.("[data-rule]")?.closest("li");
    const lines = row && event.clipboardData.getData("text").split(/\r?\n/).filter((line) => line.trim());
    if (!lines || lines.length < 2) return;
    event.preventDefault();
    event.target.setRangeText(lines[0], event.target.selectionStart, event.target.selectionEnd, "end");
    let at = row;
    for (const line of lines.slice(1)) at = addRule(at, line.trim()).closest("li");
    at.querySelector("[data-rule]").focus();
    changed(row.parentElement);
  });

  /* Tools: the filter, and all of a category at once. */

  function filterTools(words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of within(document, "[data-tool-group]")) {
      let any = false;
      for (const row of within(group, "[data-tool]")) {
        row.hidden = !wanted.every((word) => row.dataset.tool.includes(word));
        any ||= !row.hidden;
      }
      group.hidden = !any;
      if (wanted.length && any) group.open = true;
    }
  }

  function showCounts() {
    const every = document.querySelector('[data-every][value="all"]');
    if (!every) return;
    document.getElementById("tool-groups").classList.toggle("every-tool", every.checked);
    for (const group of within(document, "[data-tool-group]")) {
      const ticks = within(group, ".tool-tick");
      const ticked = every.checked ? ticks.length : ticks.filter((tick) => tick.checked).length;
      group.querySelector("[data-tool-count]").textContent = `${ticked}/${ticks.length}`;
      const all = group.querySelector("[data-tool-all]");
      all.checked = ticked === ticks.length;
      all.indeterminate = ticked > 0 && ticked < ticks.length;
    }
  }

  document.addEventListener("input", (event) => {
    const at = event.target;
    if (at.matches?.("[data-tool-filter]")) {
      event.stopPropagation();
      filterTools(at.value);
    }
  }, true);

  document.addEventListener("change", (event) => {
    const at = event.target;
    if (at.matches?.("[data-tool-all]")) {
      for (const row of within(at.closest("[data-tool-group]"), "[data-tool]")) {
        if (!row.hidden) row.querySelector(".tool-tick").checked = at.checked;
      }
    }
    if (at.matches?.("[data-tool-all], .tool-tick, [data-every]")) showCounts();
  }, true);

  /* Clicks. */

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    if (at("[data-rule-remove]")) removeRule(at("li"));
    else if (at("[data-rule-add]")) {
      const list = at("[data-rules]").querySelector("ul");
      addRule(list.lastElementChild).focus();
      changed(list);
    } else if (at("[data-dialog-close]")) at("dialog").close();
  });

  /* What was looked at is not what would be saved now: it goes as soon as something changes. */

  const form = document.getElementById("role-form");
  const outcome = document.getElementById("outcome");
  const begun = new WeakMap();
  let edits = 0;

  function outdate() {
    edits += 1;
    outcome.replaceChildren();
  }

  if (form && outcome) {
    form.addEventListener("input", outdate);
    form.addEventListener("rules", outdate);
    document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => begun.set(ctx, edits));
    // What was asked for before it changed, and came afterwards, is no newer.
    document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
      if (ctx.target === outcome && begun.get(ctx) !== edits) outcome.replaceChildren();
    });
  }

  /* What comes from the server. */

  function settle() {
    for (const dialog of within(document, "dialog[data-open-now]")) {
      delete dialog.dataset.openNow;
      dialog.showModal();
    }
    for (const input of within(document, "[data-rule]")) {
      const wrong = document.getElementById(input.getAttribute("aria-describedby"));
      if (wrong?.querySelector(".problem:not(.problem-warning)")) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    showCounts();
  }

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    settle();
    const shows = ctx?.sourceElement?.dataset?.shows;
    if (shows) document.getElementById(shows)?.scrollIntoView({ block: "nearest" });
  });
  settle();
})();
