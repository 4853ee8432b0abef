// Tests of reading a whole file. hungarian.lexicon has seven words, tiles of two letters, letter sequences that are
// kept apart, two categories, an edition and a definition.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";

import { LexiconError, openLexicon } from "../lexicon.js";

const FILE = new Uint8Array(readFileSync(new URL("hungarian.lexicon", import.meta.url)));
const SEAL = 81; // bytes
const WORDS = ["EZSÖT", "GAZSÁG", "[G][A][ZS][Á][G]", "HÁZ", "HÁZSZÁM", "[Z][S]", "ZS"];

const lexicon = await openLexicon(FILE);

/** @param {Uint8Array} body */
function seal(body) {
  const digest = createHash("sha256").update(body).digest("hex");
  return Buffer.concat([body, Buffer.from(`wordtools sha256:${digest}`)]);
}

test("words, their ranks and editions", () => {
  assert.deepEqual([...lexicon], WORDS);
  assert.deepEqual(
    WORDS.map((word) => lexicon.rank(word)),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual([...lexicon.edition("new")], ["EZSÖT", "GAZSÁG", "HÁZ", "[Z][S]"]);
  assert.equal(lexicon.edition("new").rank("zs"), -1);
  assert.equal(lexicon.edition("new").wordAt(3), "[Z][S]");
  assert.equal(lexicon.whole.size, 7);
  assert.deepEqual(lexicon.categories("ház"), ["new"]);
  assert.equal(lexicon.categories("haz"), null);
});

test("texts that spell words, however they are written", () => {
  for (const text of ["ház", "HÁZ", "ha\u0301z", "[H][Á][Z]"])
    assert.equal(lexicon.rank(text), 3, text);
  for (const text of ["haz", "hazz", "", "[HÁ]Z", "h\u00adáz", "\ud800"])
    assert(!lexicon.has(text), text);
  assert.deepEqual(lexicon.read("[z][s]")?.length, 2);
  assert.deepEqual(lexicon.read("zs")?.length, 1);
  assert.deepEqual(lexicon.listStrangers("h@z@r!"), ["@", "!"]);
});

test("searches", () => {
  assert.deepEqual([...lexicon.matching("?*[ZS]*")], ["EZSÖT", "[G][A][ZS][Á][G]"]);
  assert.deepEqual([...lexicon.matching("[^H|G]?*")], ["EZSÖT", "[Z][S]"]);
  assert.deepEqual([...lexicon.anagrams("zá?")], ["HÁZ"]);
  assert.deepEqual([...lexicon.subanagrams("zs")], ["ZS"]);
  assert.deepEqual([...lexicon.subanagrams("[s][z]zs")], ["[Z][S]", "ZS"]);
  assert.throws(() => lexicon.matching("[H"), LexiconError);
  assert.throws(() => lexicon.anagrams("@"), LexiconError);
});

test("a definition", () => {
  assert.equal(lexicon.definition("ház"), "where people live");
  assert.equal(lexicon.definition("zs"), null);
});

test("any byte changed is refused", async () => {
  for (let at = 0; at < FILE.length; at += 7) {
    const damaged = FILE.slice();
    damaged[at] ^= 1;
    await assert.rejects(openLexicon(damaged), LexiconError);
  }
  for (const length of [0, 1, 80, 81, 100, FILE.length - 1]) {
    await assert.rejects(openLexicon(FILE.slice(0, length)), LexiconError);
  }
});

test("any byte changed and sealed again is refused, or is a lexicon", async () => {
  const body = FILE.slice(0, -SEAL);
  let refused = 0;
  for (let at = 0; at < body.length; at++) {
    const changed = body.slice();
    changed[at] ^= 4;
    try {
      const other = await openLexicon(seal(changed));
      assert.equal([...other.whole].length, other.whole.size);
    } catch (error) {
      assert(error instanceof LexiconError, String(error));
      assert.match(error.message, /^[A-Z].*\.$/s);
      refused++;
    }
  }
  assert(0 < refused && refused < body.length);
});

test("a hash of one's own, and a file that is part of a larger buffer", async () => {
  /** @type {number[]} */
  const sizes = [];
  const sha256 = async (/** @type {Uint8Array} */ bytes) => {
    sizes.push(bytes.length);
    return new Uint8Array(createHash("sha256").update(bytes).digest());
  };
  const larger = new Uint8Array(FILE.length + 10);
  larger.set(FILE, 3);
  const other = await openLexicon(larger.subarray(3, 3 + FILE.length), { sha256 });
  assert.equal(other.digest, lexicon.digest);
  assert.deepEqual(sizes, [FILE.length - SEAL]);
});
