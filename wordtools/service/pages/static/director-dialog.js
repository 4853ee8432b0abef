// The director at a station, in a dialog over the page: behind the password are the station's
// location, its last ruling and the way out.

import { callAsDirector } from "./api.js";
import { endSentence, explain, labelRuling } from "./messages.js";
import * as storage from "./storage.js";

/** Makes the dialog work and returns a function that opens it. `getSay` returns the messages. */
export function setUpDirectorDialog(dialog, station, getSay) {
  const note = dialog.querySelector(".note");
  const steps = [...dialog.querySelectorAll("[data-step]")];
  let ruling = null; // the one that may be voided
  let signedIn = false;
  let visit = 0; // which opening of the dialog this is: an answer may come after it was closed
  let timer;

  function show(names, text = "") {
    for (const form of steps) form.hidden = !names.includes(form.dataset.step);
    note.textContent = text;
    note.classList.toggle("calm", text !== ""); // a fault is told otherwise
    restartTimer();
    dialog.querySelector("form:not([hidden]) input")?.focus();
  }

  const showMenu = (text) => show(["location", "leave", ...(ruling ? ["void"] : [])], text);

  /** A dialog that is left alone closes. */
  function restartTimer() {
    const { password_seconds: password = 10, director_seconds: director = 60 } =
      station.facts?.settings ?? {};
    clearTimeout(timer);
    timer = setTimeout(() => dialog.close(), 1000 * (steps[0].hidden ? director : password));
  }

  /** Whoever comes next is not the director. */
  function signOut() {
    if (signedIn) callAsDirector("DELETE", "session").catch(() => {});
    signedIn = false;
  }

  // What each step asks of the service; it returns what to do then, if the dialog is still open.
  const submit = {
    async password(form) {
      const password = form.elements.password.value;
      form.reset();
      const known = { Authorization: `Bearer ${storage.readToken()}` }; // others cannot lock it out
      await callAsDirector("POST", "session", { password }, known);
      signedIn = true;
      return () => {
        for (const [name, value] of Object.entries(station.facts.location))
          steps[1].elements[name].value = value;
        showMenu();
      };
    },
    async location(form) {
      const location = Object.fromEntries(new FormData(form));
      await callAsDirector("PUT", "locations", { stations: [station.facts.name], ...location });
      station.facts.location = location; // until the service says so itself
      return () => dialog.close();
    },
    async void(form) {
      const { id } = ruling;
      const number = labelRuling(ruling);
      await callAsDirector("POST", `rulings/${id}/void`, { why: form.elements.reason.value });
      station.last = null;
      return () => {
        ruling = null;
        form.reset();
        showMenu(getSay()("voided", { number }));
      };
    },
    async leave() {
      storage.forgetToken();
      dialog.close();
      location.reload();
    },
  };

  for (const form of steps)
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const mine = visit;
      let proceed;
      try {
        proceed = await submit[form.dataset.step](form);
      } catch (error) {
        proceed = () => {
          note.textContent = endSentence(explain(getSay(), error));
          note.classList.remove("calm");
        };
      }
      if (mine === visit && dialog.open) proceed?.();
      else signOut();
    });
  // Until the browser draws again, the focus may stay in a dialog that was closed.
  dialog.addEventListener("keydown", ({ target }) => dialog.open || target.blur());
  dialog.addEventListener("input", () => {
    note.textContent = ""; // it has been read
    restartTimer();
  });
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    visit += 1;
    signOut();
  });
  addEventListener("pagehide", signOut);

  return () => {
    if (dialog.open || !station.facts) return;
    ruling = station.last;
    dialog.showModal();
    show(["password"]);
  };
}
