// The director's dialog on the page of a station. After typing the password, the director can set
// the station's location, void its last ruling, or leave the page.

import { callAsDirector } from "./api.js";
import { endSentence, explain, labelRuling } from "./messages.js";
import * as storage from "./storage.js";

/** Makes the dialog work and returns a function that opens it. `getSay` returns the messages. */
export function setUpDirectorDialog(dialog, station, getSay) {
  const note = dialog.querySelector(".note");
  const steps = [...dialog.querySelectorAll("[data-step]")];
  let ruling = null; // the last ruling, until it is voided
  let signedIn = false;
  let visit = 0; // counts openings, since answers may arrive after closing
  let timer;

  function show(names, text = "") {
    for (const form of steps) form.hidden = !names.includes(form.dataset.step);
    note.textContent = text;
    note.classList.toggle("calm", text !== ""); // errors are shown below
    restartTimer();
    dialog.querySelector("form:not([hidden]) input")?.focus();
  }

  const showMenu = (text) => show(["location", "leave", ...(ruling ? ["void"] : [])], text);

  /** Closes the dialog after a while without input. */
  function restartTimer() {
    const { password_seconds: password = 10, director_seconds: director = 60 } =
      station.facts?.settings ?? {};
    clearTimeout(timer);
    timer = setTimeout(() => dialog.close(), 1000 * (steps[0].hidden ? director : password));
  }

  /** Ends the session, because the next person at the station is not the director. */
  function signOut() {
    if (signedIn) callAsDirector("DELETE", "session").catch(() => {});
    signedIn = false;
  }

  // Sends each step's form to the service. Each function returns another, which is called if the
  // dialog is still open.
  const submit = {
    async password(form) {
      const password = form.elements.password.value;
      form.reset();
      // The token identifies the station, so that others cannot lock it out by guessing.
      const headers = { Authorization: `Bearer ${storage.readToken()}` };
      await callAsDirector("POST", "session", { password }, headers);
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
      station.facts.location = location; // until the service confirms it
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
  // The focus may stay in a closed dialog until the browser draws again.
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
