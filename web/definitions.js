// The definitions of words (docs/lexicon-file.md, "Definitions"), unpacked on first use.

import { require } from "./errors.js";
import { readStatedSize, unpack } from "./zstd.js";

const CHUNK = 1 << 20;
const NEWLINE = 10;

export class Definitions {
  #ranks; // of the words that have one, ascending
  #starts; // where each definition begins and, last, where the final one ends
  #bytes;

  /**
   * @param {Uint8Array} frame
   * @param {number} count as the manifest states it
   * @param {number} words
   */
  constructor(frame, count, words) {
    const size = readStatedSize(frame);
    require(size !== null, "The definitions do not state their size.");
    const mostBytes = 67_108_864 + 32 * frame.length;
    require(size <= mostBytes, "The definitions are too large for their file.");
    require(size >= 5 * count, "The definitions end early.");
    const bytes = unpack(frame, size);
    const view = new DataView(bytes.buffer);
    this.#bytes = bytes;
    this.#ranks = new Uint32Array(count);
    for (let index = 0, rank = -1; index < count; index++) {
      rank += view.getUint32(4 * index, true) + 1;
      require(rank < words, "A definition belongs to a word that does not exist.");
      this.#ranks[index] = rank;
    }
    this.#starts = new Uint32Array(count + 1);
    let at = 4 * count;
    for (let index = 0; index < count; index++) {
      this.#starts[index] = at;
      at = bytes.indexOf(NEWLINE, at) + 1;
      require(at > 0, "The definitions end early.");
    }
    this.#starts[count] = at;
    require(at === bytes.length, "There is text after the last definition.");
    checkUtf8(bytes.subarray(4 * count));
  }

  /** The definition of the word with this rank, or null if it has none. @param {number} rank */
  get(rank) {
    let [low, high] = [0, this.#ranks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranks[middle] < rank) low = middle + 1;
      else high = middle;
    }
    if (this.#ranks[low] !== rank) return null;
    const text = this.#bytes.subarray(this.#starts[low], this.#starts[low + 1] - 1);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
  }
}

/** @param {Uint8Array} bytes */
function checkUtf8(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
    }
    decoder.decode();
  } catch {
    require(false, "The definitions are not UTF-8.");
  }
}
