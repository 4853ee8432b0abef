// The verdict on the words of a challenge, as in wordtools/judge/verdict.py.

import { UNSEEN } from "web/manifest.js";
import { Refused } from "static/errors.js";
import { settings } from "./settings.js";

const MOST_ROWS = 4096; // readings to look up; a text with more needs brackets

/** The verdict CANNOT JUDGE; the message `cannot_REASON` states the reason. */
export const refuse = (reason, values = {}) =>
  new Refused(422, { message: reason, reason, values });

/** The words as players confirm them: spelled in tiles, with tiles of several letters in brackets.
 *  Throws `Refused` if the tiles cannot spell a text, or if the text is too long or too short for
 *  the lexicon, or could be either of two words. */
export function normalizeWords(lexicon, words) {
  const { alphabet, lengths, name } = lexicon.manifest;
  return words.map((text) => {
    const word = shorten(text);
    const tiles = lexicon.read(text);
    if (!tiles) throw explainUnspellable(lexicon, text);
    const [shortest, longest] = lengths;
    if (tiles.length < shortest || tiles.length > longest)
      throw refuse("length", { word, tiles: tiles.length, lexicon: name, shortest, longest });
    const rows = text.includes("[") ? null : listRows(lexicon, text, tiles);
    if (rows)
      throw refuse("which_tiles", {
        word,
        rows: rows.map(lexicon.show, lexicon).sort().join(", "),
      });
    return lexicon.show(tiles);
  });
}

/** True if all words are in the edition. Looks up all words, so that the time does not reveal which one is invalid. */
export const isAcceptable = (lexicon, words) =>
  words.map((word) => lexicon.has(word)).every(Boolean);

/** The readings from which only the players can choose, or null. */
function listRows(lexicon, text, tiles) {
  if (!lexicon.hasJoinedLetters) return null;
  const { words, complete } = lexicon.listSameLetters(text, MOST_ROWS);
  if (words.length > 1) return words;
  return complete ? null : [tiles];
}

function explainUnspellable(lexicon, text) {
  const strangers = lexicon.listStrangers(text);
  const values = { word: shorten(text), alphabet: lexicon.manifest.alphabet.name };
  if (!strangers.length) return refuse("spelling", values);
  const letters = strangers.slice(0, 8).map(showCharacter).join(", ");
  return refuse("letters", { ...values, letters: letters + (strangers.length > 8 ? ", …" : "") });
}

/** A character with its code point and name, which distinguish it from look-alikes. */
function showCharacter(character) {
  if (character >= "!" && character <= "~") return character;
  const code = character.codePointAt(0);
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  const named = `U+${hex} ${findName(code)}`.trimEnd();
  return /\s/.test(character) || UNSEEN.test(character) ? named : `${character} (${named})`;
}

/** The Unicode name of a character; "" for characters of most scripts. */
function findName(code) {
  const start = Object.keys(settings.names).findLast((start) => Number(start) <= code);
  return (start && settings.names[start].split("\n")[code - start]) ?? "";
}

/** A word as messages quote it, cut if it is longer than any valid word. */
function shorten(word) {
  const characters = [...word];
  return characters.length <= 40 ? word : `${characters.slice(0, 20).join("")}…`;
}
