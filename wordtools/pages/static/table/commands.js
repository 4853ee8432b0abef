// Commands typed in the text view: a play in notation, `-ABC`, or a word such as "challenge". The
// page understands words in English and in its own language.

import { findSquare } from "./layout.js";

const DEEDS = {
  accept: "accept",
  adjourn: "adjourn",
  begin: "start_game",
  challenge: "challenge",
  check: "check",
  consent: "consent",
  discard: "discard",
  pass: "pass",
  refuse: "refuse",
  resign: "resign",
  return: "return",
  stop: "stop",
  "take-back": "take_back",
};

/** Questions that a player can type, in addition to commands. Their names are also keys of the
 * page's sentences. */
export const QUESTIONS = ["board", "clock", "help", "last", "rack", "rules", "score", "shuffle", "unseen", "who"];

const fold = (text) =>
  text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[\s-]+/g, " ");

/** Reads a typed line as `{ command }` (for the service), `{ ask, text }` (for the page), `{
 * preview }` (a play that is merely considered, as in `? 8H CAT`), or `{ unknown }`. `say`
 * translates the words; `facts` are the facts about the table. */
export function readCommand(line, facts, say) {
  const text = line.trim();
  if (!text) return { ask: "help" };
  const [first, ...others] = text.split(/\s+/);
  const rest = others.join(" ");
  if (text.startsWith("?") && text.length > 1) return { preview: readPlay(text.slice(1).trim(), facts) };
  for (const [deed, key] of Object.entries(DEEDS)) {
    const names = [deed, say(key)].map(fold);
    if (names.includes(fold(text))) return { command: { do: deed } };
    if (deed === "challenge" && names.includes(fold(first)) && rest)
      return { command: { do: deed, words: rest.split(/[\s,]+/) } };
  }
  for (const name of QUESTIONS) {
    const names = [name, say(`ask_${name}`)].map(fold);
    if (names.includes(fold(text))) return { ask: name };
  }
  if (["row", say("ask_row")].map(fold).includes(fold(first))) return { ask: "row", text: rest };
  if (["column", say("ask_column")].map(fold).includes(fold(first))) return { ask: "column", text: rest };
  if (text === "-") return { command: { do: "pass" } };
  if (text === "*") return { command: { do: "exchange-rack" } };
  if (text.startsWith("-")) return { command: { do: "exchange", text: text.slice(1).trim() } };
  if (facts.family === "crossword" && findSquare(facts, text) !== undefined)
    return { ask: "square", text };
  if (/\d/.test(text)) return { command: { do: "play", text: readPlay(text, facts) } };
  return { unknown: text };
}

/** A play in the form that the service accepts. A play without capitals is changed to capitals, because small letters would mean blanks. Other text stays as it was typed, because an error quotes it. */
function readPlay(text, facts) {
  const fields = text.split("/")[0].trim().split(/\s+/);
  const isPlay = fields.length > 1 && fields.filter((field) => !/\d/.test(field)).length === 1;
  if (facts.family !== "crossword" || !isPlay) return text;
  const letters = text.replace(/[a-zA-Z]?\d+[a-zA-Z]?/g, "");
  return letters === letters.toLocaleLowerCase(facts.language)
    ? text.toLocaleUpperCase(facts.language)
    : text;
}
