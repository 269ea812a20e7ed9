/*
 * The key of this browser's session, which pages send with everything that changes something.
 *
 * Cookies are sent to every port of this machine, also to a server that an agent has started.
 * What is kept here is read by pages of this very address only. So whoever gets hold of the
 * cookie can look, and neither answer nor change anything.
 */
(() => {
  const KEPT = "proctor-key";
  const signedIn = document.getElementById("signed-in");
  try {
    if (signedIn) {
      localStorage.setItem(KEPT, signedIn.dataset.key);
      location.replace(signedIn.dataset.next);
      return;
    }
    const key = localStorage.getItem(KEPT) || "";
    for (const { name } of [...document.body.attributes]) {
      if (name.startsWith("hx-headers")) {
        document.body.setAttribute(name, JSON.stringify({ "X-CSRF-Token": key }));
      }
    }
  } catch {
    // A browser that keeps nothing can look, and is told so when it changes something.
    if (signedIn) document.getElementById("keeps-nothing").hidden = false;
  }
})();
