// The sheet of new stations, one card each, to print, cut and lay on the tables. It is shown in
// place of the director's page; what is on it is nowhere else.

import { formatTime } from "./messages.js";

const MINUTES = 10; // that a code is good for
const sheet = document.getElementById("sheet");
const cards = document.getElementById("cards");

/** Shows cards, as the service issued them for links to `address`, until the director is done. */
export function showSheet(issued, address, say) {
  const until = formatTime(say, Date.now() + MINUTES * 60_000, { timeStyle: "short" });
  cards.replaceChildren(
    ...issued.map(({ name, code, link, qr }) => {
      const card = document.createElement("li");
      const picture = new DOMParser().parseFromString(qr, "text/html").querySelector("svg");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", say("qr_code", { name }));
      card.append(
        makeElement("h3", name),
        picture,
        makeElement("p", say("card_link")),
        makeElement("p", address, "address"),
        makeElement("p", say("card_code", { until })),
        makeElement("p", code, "code"),
        makeElement("output", link),
      );
      return card;
    }),
  );
  sheet.hidden = false;
  document.body.classList.add("has-sheet");
  document.getElementById("print").focus();
}

document.getElementById("print").addEventListener("click", () => print());
document.getElementById("sheet-done").addEventListener("click", () => {
  cards.replaceChildren();
  sheet.hidden = true;
  document.body.classList.remove("has-sheet");
});

const makeElement = (tag, textContent, className = "") =>
  Object.assign(document.createElement(tag), { textContent, className });
