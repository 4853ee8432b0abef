// BLAKE2b-512 without a key (RFC 7693), which browsers do not offer and minisign signs. Each word of 64
// bits is two numbers of 32 bits, the lower first.

const IV = Int32Array.of(
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
); // prettier-ignore

// The order of the message's words in each round.
const SIGMA = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => Uint8Array.from(row, (digit) => parseInt(digit, 16))); // prettier-ignore

// The words that each mix changes: four columns of a square, then its four diagonals.
const MIXES = [0, 1].flatMap((shift) =>
  [0, 1, 2, 3].map((column) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((row) => 8 * row + 2 * ((column + shift * row) & 3));
    return { a, b, c, d };
  }),
);

const BLOCK = 128;

/** The BLAKE2b-512 hash of bytes. @param {Uint8Array} bytes */
export function blake2b(bytes) {
  const state = IV.slice();
  state[0] ^= 0x01010040; // no key, 64 bytes of hash
  const words = new Int32Array(BLOCK / 4);
  const block = new DataView(words.buffer);
  let at = 0;
  do {
    const piece = bytes.subarray(at, at + BLOCK);
    at += piece.length;
    words.fill(0);
    new Uint8Array(words.buffer).set(piece);
    for (let i = 0; i < words.length; i++) words[i] = block.getInt32(4 * i, true);
    compress(state, words, at, at === bytes.length);
  } while (at < bytes.length);
  const hash = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => hash.setInt32(4 * i, word, true));
  return new Uint8Array(hash.buffer);
}

/** @param {Int32Array} state @param {Int32Array} words @param {number} count of bytes @param {boolean} last */
function compress(state, words, count, last) {
  const v = new Int32Array(32);
  v.set(state);
  v.set(IV, 16);
  v[24] ^= count;
  v[25] ^= count / 2 ** 32;
  if (last) [v[28], v[29]] = [~v[28], ~v[29]];
  for (let round = 0; round < 12; round++) {
    const order = SIGMA[round % 10];
    for (let i = 0; i < 8; i++) {
      const { a, b, c, d } = MIXES[i];
      add(v, a, v[b], v[b + 1]);
      add(v, a, words[2 * order[2 * i]], words[2 * order[2 * i] + 1]);
      turn(v, d, a, 32);
      add(v, c, v[d], v[d + 1]);
      turn(v, b, c, 24);
      add(v, a, v[b], v[b + 1]);
      add(v, a, words[2 * order[2 * i + 1]], words[2 * order[2 * i + 1] + 1]);
      turn(v, d, a, 16);
      add(v, c, v[d], v[d + 1]);
      turn(v, b, c, 63);
    }
  }
  for (let i = 0; i < 16; i++) state[i] ^= v[i] ^ v[i + 16];
}

/** Adds a number to a word. @param {Int32Array} v @param {number} at @param {number} low @param {number} high */
function add(v, at, low, high) {
  const sum = (v[at] >>> 0) + (low >>> 0);
  v[at] = sum;
  v[at + 1] += high + (sum >= 2 ** 32 ? 1 : 0);
}

/** Combines a word with another one, and rotates it. @param {Int32Array} v @param {number} at @param {number} other @param {number} bits */
function turn(v, at, other, bits) {
  const swap = bits >> 5;
  const low = v[at + swap] ^ v[other + swap];
  const high = v[at + 1 - swap] ^ v[other + 1 - swap];
  const rest = bits & 31;
  v[at] = rest ? (low >>> rest) | (high << (32 - rest)) : low;
  v[at + 1] = rest ? (high >>> rest) | (low << (32 - rest)) : high;
}
