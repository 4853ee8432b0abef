// What the pages say: the stations' messages, which the service keeps, and the pages' own.

import { Away, Refused, call } from "./api.js";

// Those with checked messages, as in wordtools/messages: nobody names a page's language explicitly.
const LANGUAGES = "ca cs da de el en es fr hr hu it nb nl pl pt ro ru sv tr uk".split(" ");

/** The first of the browser's languages that the pages speak, or English. */
export const detectLanguage = () =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag)) ?? "en";

const touch = matchMedia("(pointer: coarse)"); // whether a finger is what one points with

/** A function from a message's key and values to its text, English for a language that the pages do
 *  not speak; its `language` and `locale` say which it is. Where one touches, `KEY_touch` stands in
 *  for `KEY`. Throws `Away`. */
export async function loadMessages(language) {
  const spoken = LANGUAGES.includes(language) ? language : "en";
  const { messages } = await call("GET", `messages/${spoken}`);
  const texts = { ...messages, ...(await loadOwn(spoken)) };
  const find = (key) => (touch.matches && texts[`${key}_touch`]) || texts[key];
  const say = (key, values = {}) =>
    (find(key) ?? values.sentence).replace(/\{(\w+)(!r)?\}/g, (_, name, quoted) =>
      quoted ? quote(values[name]) : isolate(values[name] ?? ""),
    );
  say.language = spoken;
  say.locale = navigator.languages.find((tag) => tag.startsWith(spoken)) ?? spoken;
  return say;
}

const LEFTWARD = // as in wordtools/wording.py
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Text from outside, for a sentence: what reads from right to left between the marks of an isolate,
 *  so that nothing around it turns round with it. */
export const isolate = (text) =>
  LEFTWARD.test(text) ? `\u2068${text}\u2069` : text;

/** Writes the text of every element that names a message in `data-say`. */
export function fillIn(root, say, values) {
  for (const element of root.querySelectorAll("[data-say]")) {
    const text = say(element.dataset.say, values);
    if (element.textContent !== text) element.textContent = text;
  }
}

/** What an error of `call` means, in the language of `say`. */
export function explain(say, error) {
  if (!(error instanceof Refused)) return say("away");
  if (error.code === "wrong-password") return say("wrong_password");
  if (error.code === "wrong-code") return say("wrong_code");
  if (error.code === "too-many-attempts") return say("too_many_attempts");
  const { message, reason, values } = error;
  return reason ? say(`cannot_${reason}`, { ...values, sentence: message }) : message;
}

/** The text as a sentence, as `end_sentence` of wordtools/wording.py has it: reasons and errors
 *  carry no full stop, what shows them adds it. A "?" that is a character of a word ends nothing. */
export const endSentence = (text) => (/[.!…]$|(?<! )\?$/.test(text) ? text : `${text}.`);

/** A time or a date as the language writes it; `style` as `Intl.DateTimeFormat` takes it. */
export const formatTime = (say, time, style) =>
  new Intl.DateTimeFormat(say.locale, style).format(new Date(time));

/** Where a station of this name stands: event, round and table, as far as they are set ("-" is not),
 *  and no table whose number the name ends in. */
export function describePlace(say, name, { event, round, table }) {
  const [theEvent, theRound, theTable] = [event, round, table].map((each) => (each === "-" ? "" : each));
  return [
    isolate(theEvent),
    theRound && say("place_round", { round: theRound }),
    theTable && theTable !== name?.match(/[0-9]*$/)[0] && say("place_table", { table: theTable }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What a ruling is called: by its number in its event, and its record's in the log. */
export const labelRuling = ({ event_number: ofEvent, number }) =>
  ofEvent ? `${ofEvent} (#${number})` : `#${number}`;

/** A number of records in words, in the plural that the language has for it. */
export const countRecords = (say, count) =>
  say(`records_${new Intl.PluralRules(say.language).select(count)}`, { count });

/** Text in quotation marks, with characters that do not show as their codes: Python's `repr`. */
function quote(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const shown = text.replace(/[\p{C}\p{Z}\\']/gu, (character) => {
    if (character === " " || (character === "'" && mark === '"')) return character;
    if (character === "\\" || character === "'") return `\\${character}`;
    const code = character.codePointAt(0).toString(16);
    const [letter, digits] = code.length <= 2 ? ["x", 2] : code.length <= 4 ? ["u", 4] : ["U", 8];
    return `\\${letter}${code.padStart(digits, "0")}`;
  });
  return mark + shown + mark;
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
