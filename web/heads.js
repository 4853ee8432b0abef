// Signed heads of a log: docs/signing.md. A head takes five lines of a file: a statement and its signature.

import {
  SignatureError,
  checkSignature,
  checkTime,
  parsePublicKey,
  parseSignature,
  readTime,
} from "./signature.js";

const LINES = 5;
const STATEMENT =
  /^wordtools log head: record (0|[1-9]\d{0,17}), hash ([\da-f]{64}), time ([\dT:.+-]{16,40})$/;

/** @typedef {{ number: bigint, hash: string, time: string, statement: string, signature: import("./signature.js").Signature }} Head */

/**
 * Reads the heads in the text of a file. Does not check their signatures. Throws a SignatureError.
 *
 * @param {string} text
 * @returns {Head[]}
 */
export function parseHeads(text) {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length % LINES)
    throw new SignatureError("the last head is cut short");
  const starts = Array.from({ length: lines.length / LINES }, (_, index) => LINES * index);
  return starts.map((start) => parseHead(lines.slice(start, start + LINES)));
}

/** @param {string[]} lines @returns {Head} */
function parseHead([first, ...rest]) {
  const stated = STATEMENT.exec(first);
  if (!stated) throw new SignatureError("not the head of a log");
  const written = rest.map((line) => `${line}\n`).join("");
  const signature = parseSignature(written);
  if (written !== write(signature))
    throw new SignatureError("the signature is not written as wordtools writes it");
  const [, number, hash, time] = stated;
  return { number: BigInt(number), hash, time, statement: `${first}\n`, signature };
}

/** Throws a SignatureError unless trusted keys have signed all of these heads, or NoSignatures if the browser cannot
 *  check signatures. @param {Head[]} heads @param {import("./signature.js").Trust}
 * trust */
export async function checkHeads(heads, { keys, required }) {
  if (required !== 1) throw new SignatureError("a head has one signature");
  if (!heads.length) throw new SignatureError("there is no head");
  for (const { statement, signature } of heads) {
    const trusted = keys.find(({ key }) => parsePublicKey(key).number === signature.number);
    if (!trusted) throw new SignatureError(`signed with the key ${signature.number}`);
    await checkSignature(new TextEncoder().encode(statement), signature, parsePublicKey(trusted.key));
    checkTime(readTime(signature), trusted);
  }
}

/**
 * The text of a signature exactly as wordtools writes it. Base64 can encode the same bytes in several ways.
 *
 * @param {import("./signature.js").Signature} signature
 */
function write({ number, signature, trusted, proof, isHashed }) {
  const bytes = number.match(/../g) ?? [];
  const id = bytes.reverse().map((byte) => parseInt(byte, 16));
  const kind = isHashed ? "ED" : "Ed";
  const line = encode([kind.charCodeAt(0), kind.charCodeAt(1), ...id, ...signature]);
  const comment = "untrusted comment: signature by wordtools";
  return `${comment}\n${line}\ntrusted comment: ${trusted}\n${encode(proof)}\n`;
}

/** @param {Iterable<number>} bytes */
const encode = (bytes) => btoa(String.fromCharCode(...bytes));
