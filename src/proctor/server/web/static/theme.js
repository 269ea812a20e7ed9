/* The theme that a person chose, before anything is painted; without a choice, the system's. */
(() => {
  let chosen = "";
  try {
    chosen = localStorage.getItem("theme") || "";
  } catch {
    // A browser that keeps nothing has the system's theme.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
