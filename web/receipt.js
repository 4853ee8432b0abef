// Receipts of rulings, and the codes that contain them: docs/signing.md.

import { SignatureError, parsePublicKey, checkTime, verify } from "./signature.js";

const LINK = "#receipt=";
const DOMAIN = "wordtools receipt\n";
const VERSION = 1;
const HALF = 16; // bytes kept of each digest
const FACTS = 13 + 3 * HALF; // bytes before the edition's name
const SIGNATURE = 64;
const CHECK = 3; // bytes of the hash that detects mistyped codes
const LONGEST = 2000; // characters of a code with its link
const ROUNDS = 100_000; // of PBKDF2

const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford's
const VALUES = new Map(
  [...SYMBOLS, ..."OIL"].flatMap((letter, index) => {
    const value = index < 32 ? index : letter === "O" ? 0 : 1;
    return [[letter, value], [letter.toLowerCase(), value]];
  }),
); // prettier-ignore

/**
 * The facts that a receipt states. `time` is in seconds since 1970; `lexicon` and `record` are the first hexadecimal
 * digits of digests; `facts` are all bytes except the signature.
 *
 * @typedef {object} Receipt
 * @property {boolean} acceptable
 * @property {number} number
 * @property {number} eventNumber 0 if there is none
 * @property {number} time
 * @property {string} words
 * @property {string} lexicon
 * @property {string} record
 * @property {string} edition
 * @property {Uint8Array} facts
 * @property {Uint8Array} signature
 */

/**
 * The receipt in a code, which may be at the end of a link. Does not check its signature. Throws a SignatureError.
 *
 * @param {string} text
 * @returns {Promise<Receipt>}
 */
export async function parseReceipt(text) {
  const data = [...text].length <= LONGEST ? decode(text.slice(findCode(text))) : [];
  const end = data.length - CHECK;
  const hash = await hashBytes(Uint8Array.from(data.slice(0, end)));
  const isWhole = data.slice(end).every((byte, index) => byte === hash[index]);
  if (end <= FACTS + SIGNATURE || !isWhole)
    throw new SignatureError("not the code of a receipt: a part of it is missing or mistyped");
  const facts = Uint8Array.from(data.slice(0, end - SIGNATURE));
  const [kind] = facts;
  if (kind >> 1 !== VERSION) throw new SignatureError("the receipt is of another version");
  const view = new DataView(facts.buffer);
  const digest = (/** @type {number} */ at) => showHex(facts.slice(at, at + HALF));
  return {
    acceptable: (kind & 1) === 1,
    number: view.getUint32(1),
    eventNumber: view.getUint32(5),
    time: view.getUint32(9),
    words: digest(13),
    lexicon: digest(13 + HALF),
    record: digest(13 + 2 * HALF),
    edition: readText(facts.slice(FACTS)),
    facts,
    signature: Uint8Array.from(data.slice(end - SIGNATURE, end)),
  };
}

/** The name of the trusted key that has signed a receipt. Throws a SignatureError if no trusted key has signed it, or
 * NoSignatures if the browser cannot check signatures.
 *
 * @param {Receipt} receipt
 * @param {import("./signature.js").Trust} trust
 */
export async function checkReceipt({ facts, signature, time }, { keys, required }) {
  if (required !== 1) throw new SignatureError("a receipt has one signature");
  const signed = new Uint8Array([...new TextEncoder().encode(DOMAIN), ...facts]);
  for (const trusted of keys) {
    if (!(await verify(parsePublicKey(trusted.key), signature, signed))) continue;
    checkTime(time, trusted);
    return trusted.name;
  }
  throw new SignatureError("no trusted key has signed the receipt");
}

/** True if these are the words of the ruling, in any order, written as a lexicon's `show` writes them.
 *  @param {Receipt} receipt @param {string[]} words */
export async function hasWords({ words: digest, record }, words) {
  const bytes = new TextEncoder().encode([...words].sort(compareCharacters).join("\n"));
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const salt = Uint8Array.from(record.match(/../g) ?? [], (byte) => parseInt(byte, 16));
  const method = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS };
  return showHex(new Uint8Array(await crypto.subtle.deriveBits(method, key, 8 * HALF))) === digest;
}

/**
 * True if the ruling was made with the lexicon that has this digest, and with this edition of it.
 *
 * @param {Receipt} receipt
 * @param {string} digest
 * @param {string} edition
 */
export const isBy = (receipt, digest, edition) =>
  digest.slice(0, 2 * HALF) === receipt.lexicon && edition === receipt.edition;

/** The index at which the code begins in a text, which may be a link. @param {string} text */
const findCode = (text) => (text.includes(LINK) ? text.lastIndexOf(LINK) + LINK.length : 0);

/** The bytes of a code; empty if the code is malformed. @param {string} code */
function decode(code) {
  /** @type {number[]} */
  const bytes = [];
  let held = 0;
  let bits = 0;
  for (const letter of code.replace(/[- \t\r\n\f\v]/g, "")) {
    const value = VALUES.get(letter);
    if (value === undefined) return [];
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes.push((held >> (bits -= 8)) & 0xff);
  }
  const isExact = bits < 5 && (held & ((1 << bits) - 1)) === 0;
  return isExact ? bytes : [];
}

/** @param {Uint8Array} bytes */
function readText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SignatureError("not a receipt: it names no edition");
  }
}

/** @param {Uint8Array} bytes */
async function hashBytes(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/** @param {Uint8Array} bytes */
const showHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Compares two strings by code point, as Python does. @param {string} one @param {string} other */
function compareCharacters(one, other) {
  const [a, b] = [one, other].map((text) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  const place = a.findIndex((code, index) => code !== b[index]);
  return place < 0 ? a.length - b.length : a[place] - (b[place] ?? -1);
}
