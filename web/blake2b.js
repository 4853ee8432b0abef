// BLAKE2b-512 without a key (RFC 7693), which minisign uses but browsers do not provide. Each 64-bit word is stored as
// two 32-bit numbers, the lower half first.

const IV = Int32Array.of(
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
); // prettier-ignore

// The order in which each round uses the words of the message.
const SIGMA = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => Uint8Array.from(row, (digit) => parseInt(digit, 16))); // prettier-ignore

// The words that each mix changes: first the four columns of a square, then its four diagonals.
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
    for (let i = 0; i < 8; i++) mix(v, MIXES[i], words, 2 * order[2 * i], 2 * order[2 * i + 1]);
  }
  for (let i = 0; i < 16; i++) state[i] ^= v[i] ^ v[i + 16];
}

/**
 * Mixes two words of the message into four of `v`. This runs about a hundred times per block, so for speed the halves
 * of all words are in local variables.
 *
 * @param {Int32Array} v
 * @param {{ a: number, b: number, c: number, d: number }} indexes
 * @param {Int32Array} words
 * @param {number} x
 * @param {number} y
 */
function mix(v, { a, b, c, d }, words, x, y) {
  let [aLow, aHigh, bLow, bHigh] = [v[a], v[a + 1], v[b], v[b + 1]];
  let [cLow, cHigh, dLow, dHigh] = [v[c], v[c + 1], v[d], v[d + 1]];
  let sum = (aLow >>> 0) + (bLow >>> 0) + (words[x] >>> 0);
  aHigh = (aHigh + bHigh + words[x + 1] + carry(sum)) | 0;
  aLow = sum | 0;
  [dLow, dHigh] = [dHigh ^ aHigh, dLow ^ aLow]; // turned by 32 bits
  sum = (cLow >>> 0) + (dLow >>> 0);
  cHigh = (cHigh + dHigh + carry(sum)) | 0;
  cLow = sum | 0;
  let [low, high] = [bLow ^ cLow, bHigh ^ cHigh];
  bLow = (low >>> 24) | (high << 8);
  bHigh = (high >>> 24) | (low << 8);
  sum = (aLow >>> 0) + (bLow >>> 0) + (words[y] >>> 0);
  aHigh = (aHigh + bHigh + words[y + 1] + carry(sum)) | 0;
  aLow = sum | 0;
  [low, high] = [dLow ^ aLow, dHigh ^ aHigh];
  dLow = (low >>> 16) | (high << 16);
  dHigh = (high >>> 16) | (low << 16);
  sum = (cLow >>> 0) + (dLow >>> 0);
  cHigh = (cHigh + dHigh + carry(sum)) | 0;
  cLow = sum | 0;
  [low, high] = [bLow ^ cLow, bHigh ^ cHigh];
  bLow = (low << 1) | (high >>> 31);
  bHigh = (high << 1) | (low >>> 31);
  [v[a], v[a + 1], v[b], v[b + 1]] = [aLow, aHigh, bLow, bHigh];
  [v[c], v[c + 1], v[d], v[d + 1]] = [cLow, cHigh, dLow, dHigh];
}

/** The bits above the lowest 32 in the sum of two or three numbers. @param {number} sum */
const carry = (sum) => (sum / 2 ** 32) | 0;
