// Tests frames made by the zstandard package. tests/web/test_zstd.py compares many more frames with that package's
// output.

import assert from "node:assert/strict";
import test from "node:test";

import { LexiconError } from "../errors.js";
import { hashXxh64 } from "../xxh64.js";
import { readStatedSize, unpack } from "../zstd.js";

const TEXT = "tick tock goes the clock; ".repeat(40);
const FRAME = Buffer.from("KLUv/WAQAxUBANB0aWNrIHRvY2sgZ29lcyB0aGUgY2xvY2s7IAEAzu9qjgE=", "base64");
const CHECKED = Buffer.from(
  "KLUv/WQQAxUBANB0aWNrIHRvY2sgZ29lcyB0aGUgY2xvY2s7IAEAzu9qjgFyY/fC",
  "base64",
);

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test("frames with and without a checksum", () => {
  for (const frame of [FRAME, CHECKED]) {
    assert.equal(readStatedSize(frame), TEXT.length);
    assert.deepEqual(unpack(frame, TEXT.length), bytes(TEXT));
  }
});

test("what is no whole frame of the expected size", () => {
  for (let end = 0; end < CHECKED.length; end++) {
    assert.throws(() => unpack(CHECKED.subarray(0, end), TEXT.length), LexiconError);
  }
  assert.throws(() => unpack(FRAME, TEXT.length - 1), LexiconError);
  assert.throws(() => unpack(Buffer.concat([FRAME, FRAME]), TEXT.length), LexiconError);
  const damaged = Buffer.from(CHECKED);
  damaged[CHECKED.length - 1] ^= 1;
  assert.throws(() => unpack(damaged, TEXT.length), LexiconError);
});

test("the low halves of published values of XXH64", () => {
  assert.equal(hashXxh64(bytes("")), 0x51d8_e999);
  assert.equal(hashXxh64(bytes("a")), 0xa98c_6e5b);
  assert.equal(hashXxh64(bytes("abc")), 0xad77_0999);
});
