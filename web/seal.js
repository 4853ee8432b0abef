// Checks the seal of a lexicon file and finds its members (docs/lexicon-file.md, "The seal" and the table of members).

import { LexiconError, require } from "./errors.js";

const COMMENT = "wordtools sha256:"; // then 64 hexadecimal digits end the file
const SEAL = COMMENT.length + 64;
const MOST_MEMBERS = 16;
const MEMBER = 0x04034b50; // before each member
const HEADER = 30; // bytes, without the name
const ENCRYPTED_OR_UNSIZED = 0b1001;

const ascii = new TextDecoder("latin1");

/**
 * The digest in the seal of a file, and a map from names to members. Throws if the file differs from its seal.
 *
 * @param {Uint8Array} file
 * @param {(bytes: Uint8Array) => Promise<Uint8Array>} sha256
 */
export async function openSealed(file, sha256) {
  const comment = ascii.decode(file.subarray(-SEAL));
  const isSealed = file[0] === 0x50 && file[1] === 0x4b && comment.startsWith(COMMENT);
  require(isSealed, "This is not a lexicon file.");
  const digest = comment.slice(COMMENT.length);
  const hash = await sha256(file.subarray(0, -SEAL));
  const actual = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  require(digest === actual, "The file is damaged: it differs from its seal.");
  return { digest, members: readMembers(file) };
}

/** Finds the members by their own headers; the directory of the ZIP adds nothing to these. @param {Uint8Array} file */
function readMembers(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  /** @type {Map<string, Uint8Array>} */
  const members = new Map();
  let at = 0;
  const isMember = () => at + 4 <= file.length && view.getUint32(at, true) === MEMBER;
  while (members.size < MOST_MEMBERS && isMember()) {
    require(at + HEADER <= file.length, "The file ends in the middle of a member.");
    const [flags, method, nameSize, extraSize] = [6, 8, 26, 28].map((field) =>
      view.getUint16(at + field, true),
    );
    const [packed, size] = [18, 22].map((field) => view.getUint32(at + field, true));
    const begin = at + HEADER + nameSize + extraSize;
    const name = readName(file.subarray(at + HEADER, at + HEADER + nameSize));
    at = begin + size;
    const isPlain = (flags & ENCRYPTED_OR_UNSIZED) === 0 && method === 0 && packed === size;
    require(isPlain, `The member '${name}' is compressed or encrypted.`);
    require(at <= file.length, "The file ends in the middle of a member.");
    require(!members.has(name), `The file has two members '${name}'.`);
    members.set(name, file.subarray(begin, at));
  }
  return members;
}

/** @param {Uint8Array} bytes */
function readName(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new LexiconError("The name of a member is not UTF-8.");
  }
}
