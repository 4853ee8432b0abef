// The two entropy codes of zstandard (RFC 8878, section 4): Huffman codes; and FSE, in which a state gives a symbol and
// the number of bits that select the next state. Both are read from the last bit to the first.

import { require } from "./errors.js";

/** @type {(condition: unknown) => asserts condition} */
export function requireIntact(condition) {
  require(condition, "A zstandard frame is damaged.");
}

/** Reads the bits of a byte array from the end to the beginning. The highest set bit of the last byte marks the end. */
export class BackwardBits {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const last = bytes[bytes.length - 1];
    requireIntact(last);
    this.bytes = bytes;
    /** The number of bits left; negative once too many have been read. */
    this.left = bytes.length * 8 - 1 - (Math.clz32(last) - 24);
  }

  /** The next bits; those before the beginning count as zeros. @param {number} count at most 25 */
  peek(count) {
    const begin = this.left - count;
    if (begin >= 0) return this.#cut(begin, count);
    return this.left > 0 ? this.#cut(0, this.left) << -begin : 0;
  }

  /** @param {number} count at most 31 @returns {number} */
  read(count) {
    if (count > 25) return this.read(count - 16) * 65_536 + this.read(16);
    const value = this.peek(count);
    this.left -= count;
    return value;
  }

  /** @param {number} begin @param {number} count */
  #cut(begin, count) {
    const { bytes } = this;
    const at = begin >> 3;
    const window =
      at + 4 <= bytes.length
        ? bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
        : bytes[at] | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
    return (window >>> (begin & 7)) & ((1 << count) - 1);
  }
}

/** The states of an FSE code: their symbols, and the states that they lead to. */
export class FseTable {
  /**
   * @param {number[]} shares of each symbol; −1 means less than one
   * @param {number} log the base-2 logarithm of their sum
   */
  constructor(shares, log) {
    const size = 1 << log;
    this.log = log;
    this.symbols = new Uint8Array(size);
    this.bits = new Uint8Array(size);
    this.bases = new Uint16Array(size);
    let high = size;
    const next = shares.map(Math.abs);
    shares.forEach((share, symbol) => {
      if (share === -1) this.symbols[--high] = symbol;
    });
    const step = (size >> 1) + (size >> 3) + 3;
    let at = 0;
    shares.forEach((share, symbol) => {
      for (let index = 0; index < share; index++) {
        this.symbols[at] = symbol;
        do at = (at + step) & (size - 1);
        while (at >= high);
      }
    });
    for (let state = 0; state < size; state++) {
      const number = next[this.symbols[state]]++;
      this.bits[state] = log - (31 - Math.clz32(number));
      this.bases[state] = (number << this.bits[state]) - size;
    }
  }

  /** A code with only one symbol. @param {number} symbol */
  static of(symbol) {
    const table = new FseTable([1], 0);
    table.symbols[0] = symbol;
    return table;
  }

  /**
   * The code described at the start of `bytes`, and the size of its description.
   *
   * @param {Uint8Array} bytes
   * @param {number} mostLog
   * @param {number} mostSymbols
   */
  static read(bytes, mostLog, mostSymbols) {
    let bit = 0;
    /** @param {number} count */
    const peek = (count) => {
      let value = 0;
      for (let index = 0; index < count; index++) {
        value |= (((bytes[(bit + index) >> 3] ?? 0) >> ((bit + index) & 7)) & 1) << index;
      }
      return value;
    };
    const log = peek(4) + 5;
    bit += 4;
    requireIntact(log <= mostLog);
    /** @type {number[]} */
    const shares = [];
    let rest = 1 << log;
    while (rest > 0) {
      const width = 32 - Math.clz32(rest + 1);
      const short = (1 << width) - 1 - (rest + 1); // values below it need one bit less
      const low = peek(width - 1);
      let value = low;
      if (low < short) bit += width - 1;
      else {
        value = peek(width);
        if (value >= 1 << (width - 1)) value -= short;
        bit += width;
      }
      const share = value - 1;
      rest -= Math.abs(share);
      shares.push(share);
      for (let more = 3; share === 0 && more === 3;) {
        more = peek(2);
        bit += 2;
        for (let index = 0; index < more; index++) shares.push(0);
        requireIntact(shares.length <= mostSymbols);
      }
      requireIntact(shares.length <= mostSymbols && bit <= bytes.length * 8);
    }
    requireIntact(rest === 0);
    return { table: new FseTable(shares, log), size: (bit + 7) >> 3 };
  }
}

const MOST_BITS = 11; // of a Huffman code
const STREAM_DAMAGED = "A zstandard frame is damaged in its literals."; // libzstd unpacks some of these

/** A Huffman code for bytes, as a table indexed by the next bits of a stream. */
export class HuffmanTable {
  /** @param {number[]} weights of all symbols but the last */
  constructor(weights) {
    const sum = weights.reduce((total, weight) => total + ((1 << weight) >> 1), 0);
    requireIntact(sum > 0);
    const log = 32 - Math.clz32(sum);
    const rest = (1 << log) - sum;
    requireIntact(log <= MOST_BITS && (rest & (rest - 1)) === 0);
    const all = [...weights, 32 - Math.clz32(rest)];
    requireIntact(all.includes(1));
    this.log = log;
    this.symbols = new Uint8Array(1 << log);
    this.bits = new Uint8Array(1 << log);
    for (let weight = 1, at = 0; weight <= log; weight++) {
      all.forEach((own, symbol) => {
        if (own !== weight) return;
        const end = at + (1 << (weight - 1));
        this.symbols.fill(symbol, at, end);
        this.bits.fill(log + 1 - weight, at, end);
        at = end;
      });
    }
  }

  /** The code described at the start of `bytes`, and the size of its description. @param {Uint8Array} bytes */
  static read(bytes) {
    requireIntact(bytes.length > 0);
    const header = bytes[0];
    if (header >= 128) {
      const count = header - 127;
      const size = 1 + ((count + 1) >> 1);
      requireIntact(size <= bytes.length);
      const weights = Array.from({ length: count }, (_, index) =>
        index & 1 ? bytes[1 + (index >> 1)] & 15 : bytes[1 + (index >> 1)] >> 4,
      );
      requireIntact(weights.every((weight) => weight <= MOST_BITS));
      return { table: new HuffmanTable(weights), size };
    }
    requireIntact(1 + header <= bytes.length);
    const packed = bytes.subarray(1, 1 + header);
    const { table, size } = FseTable.read(packed, 6, MOST_BITS + 1);
    return { table: new HuffmanTable(readWeights(table, packed.subarray(size))), size: 1 + header };
  }

  /**
   * Fills `out` with the bytes of a stream, all of which must be used.
   *
   * @param {Uint8Array} stream
   * @param {Uint8Array} out
   */
  decode(stream, out) {
    require(stream[stream.length - 1], STREAM_DAMAGED); // the mark of its end is missing
    const source = new BackwardBits(stream);
    const { log, symbols, bits } = this;
    for (let index = 0; index < out.length; index++) {
      const slot = source.peek(log);
      out[index] = symbols[slot];
      source.left -= bits[slot];
    }
    require(source.left === 0, STREAM_DAMAGED);
  }
}

/**
 * Reads weights from two states alternately, until no bits are left.
 *
 * @param {FseTable} table
 * @param {Uint8Array} stream
 */
function readWeights(table, stream) {
  const source = new BackwardBits(stream);
  const states = [source.read(table.log), source.read(table.log)];
  requireIntact(source.left >= 0);
  /** @type {number[]} */
  const weights = [];
  for (let turn = 0; ; turn ^= 1) {
    const state = states[turn];
    weights.push(table.symbols[state]);
    requireIntact(weights.length <= 254);
    states[turn] = table.bases[state] + source.read(table.bits[state]);
    if (source.left < 0) {
      weights.push(table.symbols[states[turn ^ 1]]);
      return weights;
    }
  }
}
