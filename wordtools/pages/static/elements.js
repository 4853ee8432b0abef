// Finds, makes and changes elements of the pages.

export const $ = (id) => document.getElementById(id);

/** A new element with these properties and children. */
export function makeElement(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Text for screen readers only. A name in `aria-label` would have to repeat the visible text. */
export const makeUnseen = (text) => makeElement("span", { className: "unseen" }, text);

/** Sets an element's text unless it is already the same, because setting it again would disturb
 * screen readers and selections. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
