// Calls about tables.

import { call, resolve } from "../api.js";
import { Away, Refused } from "../errors.js";
import { forgetSitting, keepSitting, readSitting } from "./memory.js";

const PAUSES = [300, 1000, 2000]; // milliseconds before a command is resent under the same key

const authorize = (token) => ({ Authorization: `Bearer ${token}` });

/** Random bytes in hexadecimal. */
const drawHex = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

export const listGames = (language) => call("GET", `games?language=${language}`);

export const makeTable = (wishes) => call("POST", "tables", { body: wishes });

/** The facts about a table in a language, including names if this browser has a seat or an
 * invitation. */
export const readFacts = (table, token, language) =>
  call("GET", `tables/${table}?language=${language}`, { headers: authorize(token) });

/** Takes the seat to which an invitation's `secret` admits. After a game, the token of a seat is
 * also the secret for the same seat in the rematch. The nonce is this seat's contribution to the
 * draws. Until it holds the seat, the browser keeps the key by which the service recognises a
 * repeated request. Throws `Refused` or `Away`. */
export async function takeSeat(table, seat, secret) {
  const keys = readSitting(table, seat) ?? { nonce: drawHex(32), key: drawHex(32) };
  keepSitting(table, seat, keys);
  try {
    return await insist("POST", `tables/${table}/seats/${seat}`, { body: { secret, ...keys } });
  } catch (error) {
    if (error instanceof Refused) forgetSitting(table, seat);
    throw error;
  }
}

export const revokeSeat = (table, seat, owner, address) =>
  call("DELETE", `tables/${table}/seats/${seat}`, { headers: authorize(owner), body: { address } });

export const closeTable = (table, token) =>
  call("POST", `tables/${table}/close`, { headers: authorize(token), body: {} });

export const preview = (table, token, play) =>
  call("POST", `tables/${table}/previews`, { headers: authorize(token), body: play });

/** The settings of a ruleset, perhaps with variants. */
export const listSettings = (ruleset) => call("GET", `settings?ruleset=${encodeURIComponent(ruleset)}`);

export const askHints = (table, token) =>
  call("POST", `tables/${table}/hints`, { headers: authorize(token), body: {}, timeout: 30_000 });

export const readRecord = (table, token, format) => download(table, token, `record?format=${format}`);

/** The score sheet as a page. */
export const readSheet = (table, token, language) => download(table, token, `sheet?language=${language}`);

/** Makes the next table with the same seats. */
export const askRematch = (table, token) =>
  call("POST", `tables/${table}/rematch`, { headers: authorize(token) });

export const listBest = (ruleset) => call("GET", `best?ruleset=${encodeURIComponent(ruleset)}`);

/** Sends a command and returns the resulting state. If the answer is lost, repeats the request.
 * This is safe, because the service carries out only one request with the same key. Throws
 * `Refused` or `Away`. */
export function obey(table, token, command) {
  const body = { ...command, key: drawHex(8) };
  return insist("POST", `tables/${table}/commands`, { headers: authorize(token), body });
}

/** Repeats a call until an answer arrives. Throws `Refused` or, after some attempts, `Away`. */
async function insist(...wanted) {
  for (const pause of [...PAUSES, null]) {
    try {
      return await call(...wanted);
    } catch (error) {
      if (!(error instanceof Away) || pause === null) throw error;
      await new Promise((wake) => setTimeout(wake, pause));
    }
  }
}

async function download(table, token, path) {
  let answer;
  try {
    answer = await fetch(resolve(`tables/${table}/${path}`), { headers: authorize(token) });
  } catch (error) {
    throw new Away(error.message);
  }
  if (answer.ok) return answer.text();
  const data = await answer.json().catch(() => null);
  throw data?.error ? new Refused(answer.status, data.error) : new Away(`status ${answer.status}`);
}

export const readState = (table, token) =>
  call("GET", `tables/${table}/state`, { headers: authorize(token) });
