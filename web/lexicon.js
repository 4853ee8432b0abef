// The second reader of the lexicon file, written from docs/lexicon-file.md alone, using none of the
// kernel's code. If both readers give the same answers, that page is right. Start reading here:
// each of the other modules implements one part of that page.

import { readAutomaton } from "./automaton.js";
import { Definitions } from "./definitions.js";
import { LexiconError, require } from "./errors.js";
import { readManifest } from "./manifest.js";
import { openSealed } from "./seal.js";
import { EVERYTHING, guideByPattern, guideByRack, walk } from "./search.js";
import { Selection } from "./selection.js";
import { Spelling } from "./spelling.js";
import { readStatedSize, unpack } from "./zstd.js";

export { LexiconError };

/** @typedef {import("./automaton.js").Automaton} Automaton */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").Rule} Rule */
/** @typedef {import("./search.js").Guide} Guide */

/**
 * Opens a lexicon from the bytes of its file, and selects the edition that has the lexicon's name. Throws a
 * LexiconError for a damaged or malicious file.
 *
 * @param {Uint8Array} file
 * @param {{ sha256?: (bytes: Uint8Array) => Promise<Uint8Array>, pause?: () => Promise<void> }} [options]
 *   `sha256` is needed where there is no SubtleCrypto, as on pages without TLS; `pause` is awaited at intervals, so that
 *   a page can respond to keys in the meantime
 */
export async function openLexicon(
  file,
  { sha256 = hashBySubtleCrypto, pause = async () => {} } = {},
) {
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength); // no Buffer of Node's
  const { digest, members } = await openSealed(bytes, sha256);
  const manifest = readManifest(getMember(members, "manifest.json"));
  const spelling = new Spelling(manifest.alphabet);
  const columns = {
    arcs: getMember(members, "arcs"),
    references: getMember(members, "references"),
    pointers: getMember(members, "pointers"),
  };
  const automaton = await readAutomaton(columns, manifest.alphabet.tiles.length, pause);
  require(automaton.size === manifest.words, "The file's number of words differs from the manifest.");
  await pause();
  const sets = readSets(getMember(members, "sets.zst"), manifest);
  const definitions = { frame: manifest.definitions ? members.get("definitions.zst") : undefined };
  const whole = { digest, manifest, spelling, automaton, sets, definitions };
  return new Lexicon(whole, manifest.editions[manifest.name]);
}

/** @param {Uint8Array} bytes */
async function hashBySubtleCrypto(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/** @param {Map<string, Uint8Array>} members @param {string} name */
function getMember(members, name) {
  const member = members.get(name);
  require(member, `The file has no member '${name}'.`);
  return member;
}

/**
 * The index of each word's category set, in order of rank; null if there is only one set.
 *
 * @param {Uint8Array} frame
 * @param {Manifest} manifest
 */
function readSets(frame, { words, sets }) {
  const width = sets.length > 256 ? 2 : sets.length > 1 ? 1 : 0;
  const size = words * width;
  require(size <= 67_108_864 + 8 * frame.length, "The file has too many words for its size.");
  require(readStatedSize(frame) === size, "The file does not have a set for each word.");
  if (!width) return null;
  const bytes = unpack(frame, size);
  const indexes = width === 2 ? new Uint16Array(bytes.buffer) : bytes;
  for (let rank = 0; rank < words; rank++) {
    require(indexes[rank] < sets.length, "A word has a set that does not exist.");
  }
  return indexes;
}

/**
 * The data that all editions of a lexicon share.
 *
 * @typedef {object} Shared
 * @property {string} digest
 * @property {Manifest} manifest
 * @property {Spelling} spelling
 * @property {Automaton} automaton
 * @property {Uint8Array | Uint16Array | null} sets
 * @property {{ frame?: Uint8Array, read?: Definitions }} definitions without a frame if there are none
 */

/** A frozen set of words: those of a file, or of one of its editions. Methods accept words in any spelling. */
export class Lexicon {
  #shared;
  #selection;

  /** @param {Shared} shared @param {Rule} [rule] */
  constructor(shared, rule) {
    const { manifest, sets, automaton } = shared;
    this.#shared = shared;
    this.#selection = new Selection(manifest.sets, sets, automaton.size, rule);
  }

  /** The digest in the file's seal. */
  get digest() {
    return this.#shared.digest;
  }

  /** The manifest of the file. */
  get manifest() {
    return this.#shared.manifest;
  }

  /** The number of words. */
  get size() {
    return this.#selection.size;
  }

  /** The words of an edition that the manifest names. @param {string} name */
  edition(name) {
    const { editions } = this.#shared.manifest;
    require(Object.hasOwn(editions, name), `The lexicon has no edition '${name}'.`);
    return new Lexicon(this.#shared, editions[name]);
  }

  /** All words of the file, including those of no edition. */
  get whole() {
    return new Lexicon(this.#shared);
  }

  /** The tiles that a text spells, numbered from 1, or null if it cannot be spelled. @param {string} text */
  read(text) {
    return this.#shared.spelling.read(text);
  }

  /** True if a tile shows several letters. */
  get hasJoinedLetters() {
    return this.#shared.spelling.hasJoinedLetters;
  }

  /** The distinct characters of a text that no tile shows. @param {string} text */
  listStrangers(text) {
    return this.#shared.spelling.listStrangers(text);
  }

  /** Writes tiles as text that `read` turns back into the same tiles. @param {ArrayLike<number>} tiles */
  write(tiles) {
    return this.#shared.spelling.write(tiles);
  }

  /** Writes tiles as text, with brackets around tiles of several letters: `PE[RR]O`.
   *  @param {ArrayLike<number>} tiles */
  show(tiles) {
    return this.#shared.spelling.show(tiles);
  }

  /**
   * All words of the file that are written with exactly these letters, as tiles. `complete` is false if there were too
   * many rows of tiles to look up.
   *
   * @param {string} text without brackets
   * @param {number} most rows
   */
  listSameLetters(text, most) {
    const { automaton, spelling } = this.#shared;
    const words = [];
    let rows = 0;
    for (const row of spelling.listRows(text)) {
      if (automaton.rank(row) >= 0) words.push(row);
      if (++rows > most) break;
    }
    return { words, complete: rows <= most };
  }

  /** True if a text is a word. @param {string} text */
  has(text) {
    return this.#find(text) >= 0;
  }

  /** A word's position in alphabet order, from 0; −1 if the text is not a word. @param {string} text */
  rank(text) {
    const rank = this.#find(text);
    return rank < 0 ? -1 : this.#selection.countBefore(rank);
  }

  /** The word with this rank. @param {number} rank */
  wordAt(rank) {
    const exists = Number.isInteger(rank) && 0 <= rank && rank < this.size;
    require(exists, `There is no word with rank ${rank}.`);
    return this.write(this.#shared.automaton.wordAt(this.#selection.find(rank)));
  }

  /** The categories of a word; null if the text is not a word. @param {string} text */
  categories(text) {
    const { manifest, sets } = this.#shared;
    const rank = this.#find(text);
    return rank < 0 ? null : manifest.sets[sets ? sets[rank] : 0];
  }

  /** The definition of a word; null if it has none or the text is not a word. @param {string} text */
  definition(text) {
    const { definitions, manifest, automaton } = this.#shared;
    const rank = this.#find(text);
    if (!manifest.definitions || rank < 0) return null;
    require(definitions.frame, "The file has no member 'definitions.zst'.");
    definitions.read ??= new Definitions(definitions.frame, manifest.definitions, automaton.size);
    return definitions.read.get(rank);
  }

  /** All words, in alphabet order. */
  [Symbol.iterator]() {
    return this.#search(EVERYTHING);
  }

  /** The words that fit a pattern, in alphabet order. @param {string} pattern */
  matching(pattern) {
    return this.#search(guideByPattern(this.#shared.spelling, pattern));
  }

  /** The words that use all tiles of a rack, in which `?` is a blank. @param {string} rack */
  anagrams(rack) {
    return this.#search(guideByRack(this.#shared.spelling, rack, true));
  }

  /** The words that use some tiles of a rack, in which `?` is a blank. @param {string} rack */
  subanagrams(rack) {
    return this.#search(guideByRack(this.#shared.spelling, rack, false));
  }

  /** The rank of a word among all words of the file; −1 if it is not in this edition. @param {string} text */
  #find(text) {
    const tiles = this.#shared.spelling.read(text);
    const rank = tiles ? this.#shared.automaton.rank(tiles) : -1;
    return rank >= 0 && this.#selection.admits(rank) ? rank : -1;
  }

  /** @param {Guide} guide */
  *#search(guide) {
    if (!this.size) return;
    for (const { tiles, rank } of walk(this.#shared.automaton, guide)) {
      if (this.#selection.admits(rank)) yield this.write(tiles);
    }
  }
}
