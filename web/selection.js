// The words of an edition, and their ranks in the edition: docs/lexicon-file.md, "Editions".

/** @typedef {import("./manifest.js").Rule} Rule */

const BLOCK = 1024;

export class Selection {
  #sets;
  #words;
  /** @type {Uint8Array | null} */
  #admitted; // by the index of a set; null if all words are admitted, or none
  /** @type {Uint32Array | null} */
  #before = null; // the number of admitted words before each block

  /**
   * @param {string[][]} names of the categories in each set
   * @param {Uint8Array | Uint16Array | null} sets by rank; null if there is only one set
   * @param {number} words
   * @param {Rule} rule
   */
  constructor(names, sets, words, { include, exclude } = /** @type {Rule} */ ({})) {
    const admitted = names.map(
      (set) =>
        (!include?.length || set.some((name) => include.includes(name))) &&
        !set.some((name) => exclude?.includes(name)),
    );
    const none = !admitted.includes(true);
    this.#admitted = admitted.includes(false) && !none ? Uint8Array.from(admitted, Number) : null;
    this.#sets = sets;
    this.#words = none ? 0 : words;
  }

  /** The number of words. */
  get size() {
    return this.#admitted ? this.countBefore(this.#words) : this.#words;
  }

  /** True if the edition has the word with this rank in the whole lexicon. @param {number} rank */
  admits(rank) {
    if (this.#admitted === null || this.#sets === null) return this.#words > 0;
    return this.#admitted[this.#sets[rank]] === 1;
  }

  /** The number of the edition's words that come before this rank in the whole lexicon. @param {number} rank */
  countBefore(rank) {
    if (!this.#admitted) return rank;
    const block = Math.floor(rank / BLOCK);
    let count = this.#counts()[block];
    for (let other = block * BLOCK; other < rank; other++) if (this.admits(other)) count++;
    return count;
  }

  /** Converts a word's rank in the edition to its rank in the whole lexicon. @param {number} rank */
  find(rank) {
    if (!this.#admitted) return rank;
    const counts = this.#counts();
    let [low, high] = [0, counts.length - 1]; // the last block with at most `rank` words before it
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (counts[middle] <= rank) low = middle;
      else high = middle - 1;
    }
    let whole = low * BLOCK;
    for (let left = rank - counts[low]; ; whole++)
      if (this.admits(whole) && left-- === 0) return whole;
  }

  #counts() {
    if (this.#before) return this.#before;
    const counts = new Uint32Array(Math.floor(this.#words / BLOCK) + 1);
    for (let rank = 0, count = 0; rank < this.#words; rank++) {
      if (rank % BLOCK === 0) counts[rank / BLOCK] = count;
      if (this.admits(rank)) count++;
      if (rank + 1 === this.#words && this.#words % BLOCK === 0) counts[counts.length - 1] = count;
    }
    return (this.#before = counts);
  }
}
