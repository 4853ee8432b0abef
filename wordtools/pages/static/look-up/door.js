// Adds two things to a service's look-up page: a link home, and a check that ends looking up once a
// game begins.

import { call } from "../api.js";
import { makeElement } from "../elements.js";
import { Refused } from "../errors.js";
import { detectLanguage, loadRoom } from "../languages.js";

const PAUSE = 3000; // milliseconds between checks whether the door is still open

/** Reloads the page once the door is closed, because the service then states the reason. */
async function look() {
  try {
    await call("GET", "lists");
  } catch (error) {
    if (error instanceof Refused) location.reload();
  }
}

const link = makeElement("a", { href: "../../", id: "home" });
document.querySelector("header").prepend(makeElement("p", {}, link));
setInterval(() => document.hidden || look(), PAUSE);
document.addEventListener("visibilitychange", () => document.hidden || look());
loadRoom("home", detectLanguage()).then((say) => link.append(say("home")));
