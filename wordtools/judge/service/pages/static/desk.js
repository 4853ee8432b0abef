// The director at a station: behind the password, its place, its last ruling, and the way out.

import { command } from "./api.js";
import * as memory from "./memory.js";
import { told } from "./say.js";

/** Makes the dialog work and returns a function that opens it. `say` gets the page's sentences. */
export function setUpDesk(dialog, station, say) {
  const note = dialog.querySelector(".note");
  const steps = [...dialog.querySelectorAll("[data-step]")];
  let ruling = null; // the last one given here
  let signedIn = false;
  let limit;

  function turnTo(names, text = "") {
    for (const form of steps) form.hidden = !names.includes(form.dataset.step);
    note.textContent = text;
    wait();
    dialog.querySelector("form:not([hidden]) input")?.focus();
  }

  /** Closes the dialog when it is left alone. */
  function wait() {
    const { password_seconds: password = 10, director_seconds: director = 60 } =
      station.facts?.settings ?? {};
    clearTimeout(limit);
    limit = setTimeout(() => dialog.close(), 1000 * (steps[0].hidden ? director : password));
  }

  /** Nobody who comes after is the director. */
  function signOut() {
    if (signedIn) command("DELETE", "session").catch(() => {});
    signedIn = false;
  }

  const desk = (text) => turnTo(["place", "leave", ...(ruling ? ["void"] : [])], text);

  const done = {
    async password(form) {
      const password = form.elements.password.value;
      form.reset();
      await command("POST", "session", { password });
      for (const [name, value] of Object.entries(memory.place()))
        steps[1].elements[name].value = value;
      signedIn = true;
      desk();
    },
    async place(form) {
      const told = [...new FormData(form)].map(([name, value]) => [name, value.trim() || "-"]);
      memory.setPlace(Object.fromEntries(told));
      dialog.close();
    },
    async void(form) {
      const { id, number } = ruling;
      await command("POST", `rulings/${id}/void`, { why: form.elements.reason.value });
      ruling = station.last = null;
      form.reset();
      desk(say()("voided", { number }));
    },
    async leave() {
      memory.forget();
      dialog.close();
      location.reload();
    },
  };

  for (const form of steps)
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await done[form.dataset.step](form);
      } catch (error) {
        note.textContent = told(say(), error);
      }
    });
  dialog.addEventListener("input", wait);
  dialog.addEventListener("close", () => {
    clearTimeout(limit);
    signOut();
  });
  addEventListener("pagehide", signOut);

  return () => {
    if (dialog.open || !station.facts) return;
    ruling = station.last;
    dialog.showModal();
    turnTo(["password"]);
  };
}
