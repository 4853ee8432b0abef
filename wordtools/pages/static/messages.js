// The messages of pages: their own messages, and those of stations, which the service sends.

import { Refused } from "./errors.js";
import { setText } from "./elements.js";
import { findPlural } from "./plurals.js";

const touch = matchMedia("(pointer: coarse)"); // matches where people point with a finger

/** Returns a function that turns a message's key and values into its text, taken from `texts` in a
 * language. The function's `language` and `locale` name the language of the text. On touch devices,
 * `KEY_touch` replaces `KEY`. */
export function speak(language, texts) {
  const find = (key) => (touch.matches && texts[`${key}_touch`]) || texts[key];
  const say = (key, values = {}) =>
    (find(key) ?? values.sentence).replace(/\{(\w+)(!r)?\}/g, (_, name, quoted) =>
      quoted ? quote(values[name]) : isolate(values[name] ?? ""),
    );
  say.language = language;
  say.locale = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
  return say;
}

const LEFTWARD = // as in wordtools/wording.py
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Prepares text from elsewhere for use in a sentence. Isolates text that reads from right to left, so that it does not reorder the text around it. */
export const isolate = (text) => (LEFTWARD.test(text) ? `\u2068${text}\u2069` : text);

/** Writes the text of every element that names a message in `data-say`. */
export function fillIn(root, say, values) {
  for (const element of root.querySelectorAll("[data-say]"))
    setText(element, say(element.dataset.say, values));
}

/** Explains an error of `call` in the language of `say`. */
export function explain(say, error) {
  if (!(error instanceof Refused)) return say("away");
  const { code, message, reason, values } = error;
  if (["wrong-password", "wrong-code", "too-many-attempts"].includes(code))
    return say(code.replaceAll("-", "_"));
  return reason ? say(`cannot_${reason}`, { ...values, sentence: message }) : message;
}

/** The text with a full stop, unless it ends with punctuation; see `end_sentence` in
 *  wordtools/wording.py. A "?" after a space is part of a word, not punctuation. */
export const endSentence = (text) => (/[.!…]$|(?<! )\?$/.test(text) ? text : `${text}.`);

/** A time or a date in the style of the language; `style` holds options of `Intl.DateTimeFormat`.
 * */
export const formatTime = (say, time, style) =>
  new Intl.DateTimeFormat(say.locale, style).format(new Date(time));

/** The event, round and table of a station. Omits those that are not set ("" or "-"), and omits the
 * table if the station's name ends with its number. */
export function describePlace(say, name, { event, round, table }) {
  const isSet = (text) => text && text !== "-";
  const isNamed = table === name?.match(/[0-9]*$/)[0];
  return [
    isSet(event) && isolate(event),
    isSet(round) && say("place_round", { round }),
    isSet(table) && !isNamed && say("place_table", { table }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** A ruling's label: its number in the event, and the number of its record. */
export const labelRuling = ({ event_number: ofEvent, number }) =>
  ofEvent ? `${ofEvent} (#${number})` : `#${number}`;

/** Counts records, in the plural form that the language requires. */
export const countRecords = (say, count) =>
  say(`records_${findPlural(say.language, count)}`, { count });

/** Puts text in quotation marks and replaces invisible characters with their codes, like Python's
 * `repr`. */
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
