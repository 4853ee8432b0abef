// Unpacks a zstandard frame (RFC 8878) into a buffer of known size. Refuses dictionaries and
// sequences of frames. docs/lexicon-file.md says which members of a lexicon file are packed this
// way. Even a malicious frame uses no more memory than the buffer, and no more time than the sizes
// of frame and buffer justify.

import { require } from "./errors.js";
import { hashXxh64 } from "./xxh64.js";
import { BackwardBits, FseTable, HuffmanTable, requireIntact } from "./zstd-entropy.js";

const MAGIC = 0xfd2f_b528;
const MOST_IN_BLOCK = 128 * 1024;

/** The size of the content that a frame states, or null if it states none. @param {Uint8Array} frame */
export function readStatedSize(frame) {
  return readHeader(frame).size;
}

/**
 * The content of a frame, which must have exactly `size` bytes.
 *
 * @param {Uint8Array} frame
 * @param {number} size
 */
export function unpack(frame, size) {
  const header = readHeader(frame);
  requireIntact(header.size === null || header.size === size);
  const out = new Uint8Array(size);
  const blocks = new BlockReader(out, Math.min(header.window, MOST_IN_BLOCK));
  let at = header.end;
  for (let last = false; !last;) {
    requireIntact(at + 3 <= frame.length);
    const word = frame[at] | (frame[at + 1] << 8) | (frame[at + 2] << 16);
    at += 3;
    last = (word & 1) === 1;
    at += blocks.read((word >> 1) & 3, word >> 3, frame.subarray(at));
  }
  requireIntact(blocks.filled === size);
  if (header.checked) {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    requireIntact(at + 4 <= frame.length && view.getUint32(at, true) === hashXxh64(out));
    at += 4;
  }
  requireIntact(at === frame.length);
  return out;
}

/** @param {Uint8Array} frame */
function readHeader(frame) {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  requireIntact(frame.length >= 5 && view.getUint32(0, true) === MAGIC);
  const descriptor = frame[4];
  const single = (descriptor & 32) !== 0;
  requireIntact((descriptor & 8) === 0); // reserved
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][descriptor >> 6];
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3];
  let at = single ? 5 : 6;
  const end = at + dictionaryBytes + sizeBytes;
  requireIntact(end <= frame.length);
  requireIntact(frame.subarray(at, at + dictionaryBytes).every((byte) => byte === 0));
  at += dictionaryBytes;
  let size = null;
  if (sizeBytes === 1) size = view.getUint8(at);
  if (sizeBytes === 2) size = view.getUint16(at, true) + 256;
  if (sizeBytes === 4) size = view.getUint32(at, true);
  if (sizeBytes === 8) size = view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
  requireIntact(single || frame[5] >> 3 <= 21); // no windows much larger than 2³¹ bytes
  const window = single ? (size ?? 0) : 2 ** (10 + (frame[5] >> 3)) * (1 + (frame[5] & 7) / 8);
  return { size, window, end, checked: (descriptor & 4) !== 0 };
}

// For each code of a literal or match length, the number of bits added to its base. prettier-ignore
const LITERAL_BITS = [
  ...Array(16).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
];
// prettier-ignore
const MATCH_BITS = [
  ...Array(32).fill(0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
];
const LITERAL_BASES = accumulate(LITERAL_BITS, 0);
const MATCH_BASES = accumulate(MATCH_BITS, 3);

/** @param {number[]} bits @param {number} first */
function accumulate(bits, first) {
  const bases = [];
  for (const count of bits) {
    bases.push(first);
    first += 2 ** count;
  }
  return bases;
}

/**
 * The kinds of codes in sequences (literal lengths, offsets and match lengths), each with the predefined code that is
 * used if a block describes none.
 */
// prettier-ignore
const KINDS = [
  {
    mostLog: 9, mostSymbols: 36,
    usual: new FseTable([
      4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2,
      2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1,
    ], 6),
  },
  {
    mostLog: 8, mostSymbols: 32,
    usual: new FseTable([
      1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1,
    ], 5),
  },
  {
    mostLog: 9, mostSymbols: 53,
    usual: new FseTable([
      1, 4, 3, 2, 2, 2, 2, 2, 2, ...Array(37).fill(1), -1, -1, -1, -1, -1, -1, -1,
    ], 6),
  },
];

/** Unpacks the blocks of a frame in order into one buffer. */
class BlockReader {
  filled = 0;
  #out;
  #most;
  #literals = new Uint8Array(MOST_IN_BLOCK);
  /** @type {HuffmanTable | null} */
  #huffman = null;
  /** @type {(FseTable | null)[]} */
  #tables = [null, null, null];
  #recent = [1, 4, 8]; // offsets

  /** @param {Uint8Array} out @param {number} most bytes in a block */
  constructor(out, most) {
    this.#out = out;
    this.#most = most;
  }

  /**
   * Unpacks a block; returns its size in bytes.
   *
   * @param {number} type
   * @param {number} size
   * @param {Uint8Array} rest the frame from this block on
   */
  read(type, size, rest) {
    requireIntact(type < 3 && size <= this.#most);
    const taken = type === 1 ? 1 : size;
    requireIntact(taken <= rest.length);
    if (type === 0) this.#append(rest.subarray(0, size));
    if (type === 1) {
      requireIntact(this.filled + size <= this.#out.length);
      this.#out.fill(rest[0], this.filled, this.filled + size);
      this.filled += size;
    }
    if (type === 2) this.#readCompressed(rest.subarray(0, size));
    return taken;
  }

  /** @param {Uint8Array} bytes */
  #append(bytes) {
    requireIntact(this.filled + bytes.length <= this.#out.length);
    this.#out.set(bytes, this.filled);
    this.filled += bytes.length;
  }

  /** @param {Uint8Array} block */
  #readCompressed(block) {
    const begin = this.filled;
    requireIntact(block.length > 1);
    const { literals, at: sequences } = this.#readLiterals(block);
    let at = sequences;
    requireIntact(at < block.length);
    let count = block[at++];
    if (count === 255) {
      requireIntact(at + 2 <= block.length);
      count = block[at] + (block[at + 1] << 8) + 0x7f00;
      at += 2;
    } else if (count >= 128) {
      requireIntact(at < block.length);
      count = ((count - 128) << 8) + block[at++];
    }
    if (!count) {
      requireIntact(at === block.length);
      this.#append(literals);
    } else {
      at = this.#readTables(block, at);
      this.#runSequences(literals, count, block.subarray(at));
    }
    requireIntact(this.filled - begin <= this.#most);
  }

  /** @param {Uint8Array} block */
  #readLiterals(block) {
    const type = block[0] & 3;
    const format = (block[0] >> 2) & 3;
    const [b0, b1, b2, b3, b4] = [0, 1, 2, 3, 4].map((index) => block[index] ?? 0);
    if (type < 2) {
      const header = format === 1 ? 2 : format === 3 ? 3 : 1;
      const size = header === 1 ? b0 >> 3 : (b0 >> 4) | (b1 << 4) | (header === 3 ? b2 << 12 : 0);
      const end = header + (type === 0 ? size : 1);
      requireIntact(size <= this.#most && end <= block.length);
      if (type === 0) return { literals: block.subarray(header, end), at: end };
      return { literals: this.#literals.fill(block[header], 0, size).subarray(0, size), at: end };
    }
    const header = [3, 3, 4, 5][format];
    const width = [10, 10, 14, 18][format];
    const word = b0 + b1 * 2 ** 8 + b2 * 2 ** 16 + b3 * 2 ** 24 + b4 * 2 ** 32;
    const size = Math.floor(word / 16) % 2 ** width;
    const packed = Math.floor(word / 2 ** (4 + width)) % 2 ** width;
    const end = header + packed;
    requireIntact(size <= this.#most && end <= block.length);
    let at = header;
    if (type === 2) {
      const description = HuffmanTable.read(block.subarray(at, end));
      this.#huffman = description.table;
      at += description.size;
    }
    requireIntact(this.#huffman);
    const literals = this.#literals.subarray(0, size);
    if (format === 0) this.#huffman.decode(block.subarray(at, end), literals);
    else decodeFour(this.#huffman, block.subarray(at, end), literals);
    return { literals, at: end };
  }

  /** @param {Uint8Array} block @param {number} at */
  #readTables(block, at) {
    requireIntact(at < block.length && (block[at] & 3) === 0);
    const modes = block[at++];
    KINDS.forEach(({ mostLog, mostSymbols, usual }, kind) => {
      const mode = (modes >> (6 - 2 * kind)) & 3;
      if (mode === 0) this.#tables[kind] = usual;
      if (mode === 1) {
        requireIntact(at < block.length && block[at] < mostSymbols);
        this.#tables[kind] = FseTable.of(block[at++]);
      }
      if (mode === 2) {
        const { table, size } = FseTable.read(block.subarray(at), mostLog, mostSymbols);
        this.#tables[kind] = table;
        at += size;
      }
      requireIntact(this.#tables[kind]); // mode 3: the table of the block before
    });
    return at;
  }

  /** @param {Uint8Array} literals @param {number} count @param {Uint8Array} stream */
  #runSequences(literals, count, stream) {
    const [literalTable, offsetTable, matchTable] = /** @type {FseTable[]} */ (this.#tables);
    const bits = new BackwardBits(stream);
    const out = this.#out;
    const room = out.length;
    let at = this.filled;
    let used = 0;
    let literalState = bits.read(literalTable.log);
    let offsetState = bits.read(offsetTable.log);
    let matchState = bits.read(matchTable.log);
    for (let index = 0; index < count; index++) {
      const offsetCode = offsetTable.symbols[offsetState];
      const value = 2 ** offsetCode + bits.read(offsetCode);
      const matchCode = matchTable.symbols[matchState];
      const match = MATCH_BASES[matchCode] + bits.read(MATCH_BITS[matchCode]);
      const literalCode = literalTable.symbols[literalState];
      const length = LITERAL_BASES[literalCode] + bits.read(LITERAL_BITS[literalCode]);
      if (index + 1 < count) {
        literalState =
          literalTable.bases[literalState] + bits.read(literalTable.bits[literalState]);
        matchState = matchTable.bases[matchState] + bits.read(matchTable.bits[matchState]);
        offsetState = offsetTable.bases[offsetState] + bits.read(offsetTable.bits[offsetState]);
      }
      const offset = this.#chooseOffset(value, length);
      requireIntact(bits.left >= 0 && used + length <= literals.length);
      requireIntact(at + length + match <= room && offset > 0 && offset <= at + length);
      for (const end = at + length; at < end;) out[at++] = literals[used++];
      for (const end = at + match; at < end; at++) out[at] = out[at - offset];
    }
    requireIntact(bits.left === 0);
    this.filled = at;
    this.#append(literals.subarray(used));
  }

  /**
   * The offset that a value stands for; the values 1 to 3 stand for recent offsets.
   *
   * @param {number} value
   * @param {number} length
   */
  #chooseOffset(value, length) {
    const recent = this.#recent;
    if (value > 3) {
      this.#recent = [value - 3, recent[0], recent[1]];
    } else {
      const place = value - 1 + (length === 0 ? 1 : 0);
      const offset = place === 3 ? recent[0] - 1 : recent[place];
      if (place === 1) this.#recent = [offset, recent[0], recent[2]];
      if (place > 1) this.#recent = [offset, recent[0], recent[1]];
    }
    return this.#recent[0];
  }
}

/** Unpacks literals from four streams, the first three of which state their size.
 *
 * @param {HuffmanTable} table
 * @param {Uint8Array} bytes
 * @param {Uint8Array} out
 */
function decodeFour(table, bytes, out) {
  requireIntact(bytes.length >= 6 && out.length >= 6);
  const part = (out.length + 3) >> 2;
  let at = 6;
  for (let stream = 0; stream < 4; stream++) {
    const size = bytes[2 * stream] | (bytes[2 * stream + 1] << 8);
    const end = stream < 3 ? at + size : bytes.length;
    requireIntact(end <= bytes.length);
    const to = stream < 3 ? part * (stream + 1) : out.length;
    table.decode(bytes.subarray(at, end), out.subarray(part * stream, to));
    at = end;
  }
}
