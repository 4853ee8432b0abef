// Finds, makes and changes elements of the pages.

export const $ = (id) => document.getElementById(id);

/** A new element with these properties, data attributes and children. */
export function makeElement(tag, { data, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

/** Text for screen readers only. A name in `aria-label` would have to repeat the visible text. */
export const makeUnseen = (text) => makeElement("span", { className: "unseen" }, text);

/** The picture of a QR code from the service, with a name for screen readers. */
export function drawQrCode(qr, ariaLabel) {
  const picture = new DOMParser().parseFromString(qr, "text/html").querySelector("svg");
  return Object.assign(picture, { role: "img", ariaLabel });
}

/** Fills a menu with choices (pairs of a value and a text). */
export const fillSelect = (select, choices, chosen) =>
  select.replaceChildren(
    ...choices.map(([value, text]) =>
      makeElement("option", { value: String(value), selected: value === chosen }, text),
    ),
  );

/** Opens a dialog. Once it closes, resolves with its value, or "" if it was cancelled. */
export function ask(dialog, focus) {
  dialog.returnValue = ""; // as Escape leaves it
  dialog.showModal();
  focus?.focus();
  return new Promise((answer) =>
    dialog.addEventListener("close", () => answer(dialog.returnValue), { once: true }),
  );
}

/** Sets an element's text unless it is already the same, because setting it again would disturb
 * screen readers and selections. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
