// Prints pages that are not shown.

import { makeElement } from "../elements.js";

/** Opens the browser's print dialog for a page that is passed as HTML. */
export async function printPage(html) {
  document.getElementById("paper")?.remove();
  const frame = makeElement("iframe", { id: "paper", className: "unseen", ariaHidden: "true", tabIndex: -1, srcdoc: html });
  const loaded = new Promise((wake) => frame.addEventListener("load", wake, { once: true }));
  document.body.append(frame);
  await loaded;
  frame.contentWindow.print();
}
