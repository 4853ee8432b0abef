// What the pages say: the station's sentences, which the service keeps, and the pages' own.

import { Away, Refused, call } from "./api.js";

const LANGUAGES = ["en", "es", "pl", "pt"];

/** The first language of the browser's that the pages speak, or English. */
export const browserLanguage = () =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag)) ?? "en";

/** A function from a sentence's key and values to the sentence. Throws `Away`. */
export async function speak(language) {
  const known = LANGUAGES.includes(language) ? language : "en";
  const { messages } = await call("GET", `messages/${known}`);
  const texts = { ...messages, ...(await own(known)) };
  const say = (key, values = {}) =>
    (texts[key] ?? values.sentence).replace(/\{(\w+)(!r)?\}/g, (_, name, quoted) =>
      quoted ? `'${values[name]}'` : (values[name] ?? ""),
    );
  say.language = known;
  say.locale = navigator.languages.find((tag) => tag.startsWith(known)) ?? known;
  return say;
}

/** Writes the sentences of all elements that name one by `data-say`. */
export function fill(root, say, values) {
  for (const element of root.querySelectorAll("[data-say]")) {
    const text = say(element.dataset.say, values);
    if (element.textContent !== text) element.textContent = text;
  }
}

/** An error of `call` in the language of `say`. */
export function told(say, error) {
  if (!(error instanceof Refused)) return say("away");
  if (error.code === "wrong-password") return say("wrong_password");
  const { message, reason, values } = error;
  return reason ? say(`cannot_${reason}`, { ...values, sentence: message }) : message;
}

async function own(language) {
  try {
    const answer = await fetch(new URL(`sentences/${language}.json`, import.meta.url));
    if (answer.ok) return await answer.json();
    throw new Error(`status ${answer.status}`);
  } catch (error) {
    throw new Away(error.message);
  }
}
