// Keys and signatures in minisign's formats, and the keys that a page trusts: docs/signing.md.
// The browser provides Ed25519; BLAKE2b is in blake2b.js.

import { blake2b } from "./blake2b.js";
import { LexiconError } from "./errors.js";

const COMMENT = "untrusted comment: ";
const TRUSTED = "trusted comment: ";
const MOST_COMMENT = 1024; // bytes
const MOST_TRUSTED = 8192;

/** Thrown if a key or signature is unreadable, or a signature does not match the key and the file. */
export class SignatureError extends LexiconError {
  name = "SignatureError";
}

/** Thrown if this browser does not support Ed25519. */
export class NoSignatures extends Error {}

/** @typedef {{ number: string, key: Uint8Array }} PublicKey */
/**
 * @typedef {object} Signature
 * @property {string} number of the key
 * @property {Uint8Array} signature
 * @property {string} trusted a comment that is signed as well
 * @property {Uint8Array} proof the signature of the signature and the comment
 * @property {boolean} isHashed
 */
/**
 * Signatures by a key count if they were made from `since` to `until` (dates like 2027-01-31); if the key is `revoked`,
 * none count.
 *
 * @typedef {{ name: string, key: string, since?: string | null, until?: string | null, revoked?: string }} TrustedKey
 */
/** @typedef {{ keys: TrustedKey[], required: number }} Trust */

/** Reads a public key from its line of base64. @param {string} text @returns {PublicKey} */
export function parsePublicKey(text) {
  const data = decode(text, 42, "a public key");
  check(readKind(data) === "Ed", "not a public key that minisign makes");
  return { number: readNumber(data), key: data.slice(10) };
}

/** Reads a signature from the text of its file. @param {string} text @returns {Signature} */
export function parseSignature(text) {
  let lines = text.split("\n");
  if (lines.at(-1) === "") lines = lines.slice(0, -1).map((line) => line.replace(/\r$/, ""));
  const isSignature =
    lines.length === 4 && lines[0].startsWith(COMMENT) && lines[2].startsWith(TRUSTED);
  check(isSignature, "not a signature, which is four lines, the first and third comments");
  const trusted = lines[2].slice(TRUSTED.length);
  const fits = countBytes(lines[0]) <= MOST_COMMENT && countBytes(trusted) <= MOST_TRUSTED;
  check(fits, "a comment of the signature is too long");
  const data = decode(lines[1], 74, "a signature");
  check(/^E[dD]$/.test(readKind(data)), "not a signature that minisign makes");
  const proof = decode(lines[3], 64, "the signature of the comment");
  const isHashed = readKind(data) === "ED";
  return { number: readNumber(data), signature: data.slice(10), trusted, proof, isHashed };
}

/**
 * Throws a SignatureError unless the key has signed the file and the comment, or NoSignatures if this browser cannot
 * check signatures.
 *
 * @param {Uint8Array} file
 * @param {Signature} signature
 * @param {PublicKey} key
 */
export async function checkSignature(file, signature, key) {
  const { number } = signature;
  check(number === key.number, `signed with the key ${number}, not with ${key.number}`);
  const signed = signature.isHashed ? blake2b(file) : file;
  const isSigned = await verify(key, signature.signature, signed);
  check(isSigned, "the file is not the one that was signed");
  const comment = new TextEncoder().encode(signature.trusted);
  const proven = new Uint8Array([...signature.signature, ...comment]);
  const isProven = await verify(key, signature.proof, proven);
  check(isProven, "the comment is not the one that was signed");
}

/**
 * The names of the trusted keys that have signed a file. Throws a SignatureError if there are too
 * few, or NoSignatures if this browser cannot check signatures.
 *
 * @param {Uint8Array} file
 * @param {string[]} signatures their files
 * @param {Trust} trust
 */
export async function listSigners(file, signatures, trust) {
  /** @type {Map<string, string>} */
  const signers = new Map();
  const problems = [];
  for (const text of signatures) {
    try {
      const signature = parseSignature(text);
      const trusted = trust.keys.find(({ key }) => parsePublicKey(key).number === signature.number);
      check(trusted, `there is a signature of the key ${signature.number}`);
      await checkSignature(file, signature, parsePublicKey(trusted.key));
      checkTime(readTime(signature), trusted);
      signers.set(trusted.key, trusted.name);
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      problems.push(error.message);
    }
  }
  check(trust.required >= 1 && signers.size >= trust.required, problems.join("; "));
  return [...signers.values()];
}

/** The time that the trusted comment states, in seconds since 1970, or null. @param {Signature} signature */
export function readTime({ trusted }) {
  const stated = /(?:^|\t)timestamp:(\d{1,11})(?:\t|$)/.exec(trusted);
  return stated ? Number(stated[1]) : null;
}

/**
 * Throws a SignatureError if the key is revoked, or was not in force at this moment.
 *
 * @param {number | null} moment in seconds since 1970
 * @param {TrustedKey} key
 */
export function checkTime(moment, { since, until, revoked }) {
  check(!revoked, `the key is revoked: ${revoked}`);
  if (!since && !until) return;
  check(moment !== null, "it does not state when it was made");
  const day = new Date(moment * 1000).toISOString().slice(0, 10);
  check(!since || day >= since, `made on ${day}, before the key was in force (${since})`);
  check(!until || day <= until, `made on ${day}, when the key was no longer in force (${until})`);
}

/** True if this is the key's Ed25519 signature of these bytes. Throws NoSignatures if the browser cannot check it.
 *  @param {PublicKey} key @param {Uint8Array} signature @param {Uint8Array} data */
export async function verify({ key }, signature, data) {
  try {
    const bytes = /** @type {BufferSource} */ (key);
    const imported = await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify(
      "Ed25519",
      imported,
      /** @type {BufferSource} */ (signature),
      /** @type {BufferSource} */ (data),
    );
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    if (name === "DataError") return false; // no point of the curve is the key
    throw new NoSignatures(String(error));
  }
}

/** @type {(condition: unknown, sentence: string) => asserts condition} */
function check(condition, sentence) {
  if (!condition) throw new SignatureError(sentence);
}

/** @param {string} line @param {number} size @param {string} what */
function decode(line, size, what) {
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(line) && line.length === 4 * Math.ceil(size / 3);
  const bytes = isBase64 ? Uint8Array.from(atob(line), (byte) => byte.charCodeAt(0)) : null;
  check(bytes?.length === size, `not ${what}: a line of ${size} bytes in base64 is missing`);
  return bytes;
}

/** @param {Uint8Array} data */
const readKind = (data) => String.fromCharCode(data[0], data[1]);

/** The number of a key or signature, as minisign shows it. @param {Uint8Array} data */
const readNumber = (data) =>
  Array.from(data.slice(2, 10).reverse(), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();

/** @param {string} text */
const countBytes = (text) => new TextEncoder().encode(text).length;
