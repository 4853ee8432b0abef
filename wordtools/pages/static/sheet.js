// The sheet for new stations. The sheet has a card for each station. The cards are to be printed,
// cut out and laid on the tables. The sheet replaces the director's page. The codes and links on
// the cards are shown nowhere else.

import { $, drawQrCode, makeElement } from "./elements.js";
import { formatTime } from "./messages.js";

const MINUTES = 10; // for which a code is valid

/** Shows the cards that the service issued, with links to `address`, until the director is done. */
export function showSheet(issued, address, say) {
  const until = formatTime(say, Date.now() + MINUTES * 60_000, { timeStyle: "short" });
  $("cards").replaceChildren(
    ...issued.map(({ name, code, link, qr }) =>
      makeElement(
        "li",
        {},
        makeElement("h3", {}, name),
        drawQrCode(qr, say("qr_code", { name })),
        makeElement("p", {}, say("card_link")),
        makeElement("p", { className: "address" }, address),
        makeElement("p", {}, say("card_code", { until })),
        makeElement("p", { className: "code" }, code),
        makeElement("output", {}, link),
      ),
    ),
  );
  $("sheet").hidden = false;
  document.body.classList.add("has-sheet");
  $("print").focus();
}

$("print").addEventListener("click", () => print());
$("sheet-done").addEventListener("click", () => {
  $("cards").replaceChildren();
  $("sheet").hidden = true;
  document.body.classList.remove("has-sheet");
});
