/* Sound and notifications of new questions, if they are wished for. */
"use strict";

/* The answer is what to call with the card of a new question. `say` shows words beside the list,
   `goTo` goes to a question by its number. A notification tells who asks and with which tool. */
function watchBell(say, goTo) {
  const sound = document.getElementById("with-sound");
  const notes = document.getElementById("with-notes");
  const live = document.getElementById("live");
  let audio = null;

  function kept(name, value) {
    try {
      if (value === undefined) return localStorage.getItem(name) === "on";
      localStorage.setItem(name, value ? "on" : "off");
    } catch {
      // A browser that keeps nothing is asked again next time.
    }
    return Boolean(value);
  }

  // A page that shall make itself heard listens in the background, too.
  function listens() {
    if (!live) return;
    if (sound?.checked || notes?.checked) live.dataset.keep = "1";
    else delete live.dataset.keep;
  }

  function ring() {
    audio ||= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.12, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    tone.frequency.value = 660;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
  }

  function appeared(card) {
    if (sound?.checked) ring();
    if (!notes?.checked || !("Notification" in window) || Notification.permission !== "granted") return;
    const { agent, tool, question } = card.dataset;
    const note = new Notification("Proctor", { body: `${agent || "An agent"} asks about ${tool}`, tag: `question-${question}` });
    note.onclick = () => {
      window.focus();
      goTo(question);
      note.close();
    };
  }

  async function wishNotes() {
    if (notes.checked && "Notification" in window && Notification.permission === "default") {
      await Notification.requestPermission();
    }
    if (notes.checked && window.Notification?.permission !== "granted") {
      notes.checked = false;
      say("The browser does not let this page send notifications.");
    }
    kept("approvals-notes", notes.checked);
    listens();
  }

  if (sound && notes) {
    sound.checked = kept("approvals-sound");
    notes.checked = kept("approvals-notes") && window.Notification?.permission === "granted";
    sound.addEventListener("change", () => {
      kept("approvals-sound", sound.checked);
      if (sound.checked) ring();
      listens();
    });
    notes.addEventListener("change", wishNotes);
    listens();
  }

  return appeared;
}
