// Unpacks a column of the automaton (docs/lexicon-file.md, "Columns"). Its header contains numbers and models; its
// symbols are read from eight lanes of rANS. The state of a lane has 63 bits. It is stored as two 32-bit numbers, so
// that every step is integer arithmetic.

import { require } from "./errors.js";

const LANES = 8;
const AHEAD = 8; // words of zeros after the stream
const LOWEST = 0x8000_0000; // the smallest number of a lane, at which every lane ends

/**
 * Reads numbers. If a number is too large for a symbol, the symbol gives its leading `digits` + 1 bits, and the header
 * gives the rest.
 */
export class Bucket {
  static symbols = 256;

  /** @param {number} digits */
  constructor(digits) {
    this.digits = digits;
  }

  /** @param {number} symbol @param {Column} column */
  read(symbol, column) {
    if (symbol < 2 << this.digits) return symbol;
    const low = (symbol >> this.digits) - 1;
    return (symbol - (low << this.digits)) * 2 ** low + column.readBits(low);
  }
}

/** The shares of all symbols in all contexts, as a table indexed by the low bits of a lane. */
export class Model {
  /**
   * @param {Column} column
   * @param {number} contexts
   * @param {number} symbols
   * @param {number} bits the base-2 logarithm of the total
   */
  constructor(column, contexts, symbols, bits) {
    const total = 1 << bits;
    this.bits = bits;
    /**
     * Each entry has ten bits for the symbol, eleven for the sum of the shares before it, and eleven for its share − 1.
     */
    this.table = new Uint32Array(contexts * total).fill(total - 1); // symbol 0 has it all
    for (let context = 0; context < contexts; context++) {
      if (!column.readBits(1)) continue;
      let sum = 0;
      for (let symbol = 0; sum < total; symbol++) {
        require(symbol < symbols, column.refusal("has shares of symbols that do not exist"));
        const share = column.readGamma(bits) - 1;
        require(sum + share <= total, column.refusal("has shares that exceed the total"));
        const from = context * total + sum;
        this.table.fill((symbol << 22) | (sum << 11) | (share - 1), from, from + share);
        sum += share;
      }
    }
  }
}

export class Column {
  #header;
  #bit = 0;
  #words;
  #next = 2 * LANES;
  #low = new Int32Array(LANES);
  #high = new Int32Array(LANES);

  /** @param {string} name @param {Uint8Array} bytes */
  constructor(name, bytes) {
    this.name = name;
    require(bytes.length >= 4, this.refusal("ends early"));
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const rest = bytes.length - 4 - size;
    require(rest >= 4 * (2 * LANES + AHEAD) && rest % 4 === 0, this.refusal("ends early"));
    this.#header = bytes.subarray(4, 4 + size);
    this.#words = new Int32Array(bytes.slice(4 + size).buffer);
    for (let lane = 0; lane < LANES; lane++) {
      this.#low[lane] = this.#words[2 * lane];
      this.#high[lane] = this.#words[2 * lane + 1];
    }
  }

  /** @param {string} what */
  refusal(what) {
    return `The column '${this.name}' ${what}.`;
  }

  /** Reads the next bits of the header, the lowest first. @param {number} count at most 32 */
  readBits(count) {
    const header = this.#header;
    require(this.#bit + count <= header.length * 8, this.refusal("has a header that ends early"));
    let value = 0;
    for (let done = 0; done < count;) {
      const used = this.#bit & 7;
      const taken = Math.min(8 - used, count - done);
      const piece = (header[this.#bit >> 3] >> used) & ((1 << taken) - 1);
      value += piece * 2 ** done;
      done += taken;
      this.#bit += taken;
    }
    return value;
  }

  /** Reads a number in Elias gamma code. @param {number} most the maximum number of leading zeros */
  readGamma(most) {
    let zeros = 0;
    while (!this.readBits(1))
      require(++zeros <= most, this.refusal("has shares that exceed the total"));
    return 2 ** zeros + this.readBits(zeros);
  }

  /**
   * Reads the next symbol of a lane. A stream that ends early yields zeros; `finish` refuses it.
   *
   * @param {number} lane
   * @param {Model} model
   * @param {number} context
   */
  readSymbol(lane, model, context) {
    const { bits, table } = model;
    const low = this.#low[lane];
    const high = this.#high[lane];
    const slot = low & ((1 << bits) - 1);
    const entry = table[(context << bits) | slot];
    const share = (entry & 0x7ff) + 1;
    const quotient = (low >>> bits) | (high << (32 - bits));
    const first = Math.imul(share, quotient & 0xffff) + slot - ((entry >>> 11) & 0x7ff);
    const second = Math.imul(share, quotient >>> 16) + (first >>> 16);
    let newLow = (second << 16) | (first & 0xffff);
    let newHigh = Math.imul(share, high >>> bits) + (second >>> 16);
    if (newHigh === 0 && newLow >= 0) {
      newHigh = newLow;
      newLow = this.#next < this.#words.length ? this.#words[this.#next] : 0;
      this.#next++;
    }
    this.#low[lane] = newLow;
    this.#high[lane] = newHigh;
    return entry >>> 22;
  }

  /** Throws if the column was not read exactly to its end. */
  finish() {
    const whole =
      (this.#bit + 7) >> 3 === this.#header.length &&
      this.#next === this.#words.length - AHEAD &&
      this.#low.every((low) => low >>> 0 === LOWEST) &&
      this.#high.every((high) => high === 0);
    require(whole, this.refusal("does not end where it should"));
  }
}
