// Loads the messages of stations from the service, and the pages' own messages.

import { call } from "./api.js";
import { Away } from "./errors.js";
import { fillIn, speak } from "./messages.js";

// The languages with checked messages, as in wordtools/messages.
export const LANGUAGES = "ca cs da de el en es fr hr hu it nb nl pl pt ro ru sv tr uk".split(" ");

/** The first of the browser's languages that the pages offer, or English. */
export const detectLanguage = () =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag)) ?? "en";

/** Returns `speak` for a language, or for English if the pages do not offer the language. Throws
 * `Away`. */
export async function loadMessages(language) {
  const spoken = LANGUAGES.includes(language) ? language : "en";
  const { messages } = await call("GET", `messages/${spoken}`);
  return speak(spoken, { ...messages, ...(await loadOwn(spoken)) });
}

/** Returns `speak` for the sentences of a room, which are in wordtools/messages/ROOM. Throws
 * `Away`. */
export async function loadRoom(room, language) {
  const { messages } = await call("GET", `messages/${language}/${room}`);
  return speak(language, messages);
}

/** Writes the page's texts and labels in a language, and returns `loadRoom` for its room. Throws `Away`. */
export async function speakRoom(room, language) {
  const say = await loadRoom(room, language);
  document.documentElement.lang = language;
  fillIn(document, say);
  for (const element of document.querySelectorAll("[data-name]")) element.ariaLabel = say(element.dataset.name);
  return say;
}

async function loadOwn(language) {
  try {
    const answer = await fetch(new URL(`messages/${language}.json`, import.meta.url));
    if (answer.ok) return await answer.json();
    throw new Error(`status ${answer.status}`);
  } catch (error) {
    throw new Away(error.message);
  }
}
