// Tests BLAKE2b with vectors from RFC 7693 and Node, and signatures made by minisign.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { blake2b } from "../blake2b.js";
import {
  NoSignatures,
  SignatureError,
  checkSignature,
  listSigners,
  parsePublicKey,
  parseSignature,
} from "../signature.js";

const KEY = "RWRByAMt1oZk8BjNDyaG9iyExmXBl3Tgj47qgYaGqqNehnaKIEClaaUE";
const FILE = new TextEncoder().encode("the content of a file");
const HASHED = `untrusted comment: signature from minisign secret key
RURByAMt1oZk8LaG/imkLoziDrPgfrpUeBoo1OIqG1JzEccIBwTG+QYQUiMLsQRqFn3fnZrPZVqFI4BUOCnHnzcVknPNJdUP7A0=
trusted comment: timestamp:1764000000
DSdokAFYbNP659FyOtRis14Sb3uf7/njTs6yBLLdAy0IHJKAC5BECzV1WI4lLYpj2xp8d5DWB+952u5D8lbMCg==
`;
const LEGACY = `untrusted comment: signature from minisign secret key
RWRByAMt1oZk8N9sTP8Y0bpf5GsB46qevSb/o5wQK2lmM017nbljo+Erov91pAWv3ajQs9Tld/OSbxGCpBS4fY9ht0hSyLZ6iAI=
trusted comment: timestamp:1764000000
b5IbEWrf1JZlsSQ2EO7bixV5aLL/eyUb/DRTeMJ+cCEU6Y8eh7TKlJIsaTo+mKnLeYHr5e2E/mhcsT4tm37HCA==
`;

const encode = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString("hex");

test("the vector of RFC 7693", () => {
  assert.equal(
    encode(blake2b(new TextEncoder().encode("abc"))),
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1" +
      "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
  );
});

test("any number of blocks", () => {
  for (const size of [0, 1, 127, 128, 129, 255, 256, 257, 1000, 100_000]) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (31 * index + size) & 255);
    const expected = createHash("blake2b512").update(bytes).digest("hex");
    assert.equal(encode(blake2b(bytes)), expected, String(size));
  }
});

test("both algorithms of minisign", async () => {
  for (const [text, isHashed] of /** @type {[string, boolean][]} */ ([[HASHED, true], [LEGACY, false]])) {
    const signature = parseSignature(text);
    assert.equal(signature.isHashed, isHashed);
    await checkSignature(FILE, signature, parsePublicKey(KEY));
    const other = FILE.with(3, FILE[3] ^ 1);
    await assert.rejects(checkSignature(other, signature, parsePublicKey(KEY)), SignatureError);
  }
});

test("how many must have signed, and when", async () => {
  const key = { name: "Ana", key: KEY };
  const list = (/** @type {object} */ changes, required = 1) =>
    listSigners(FILE, [HASHED, LEGACY], { keys: [{ ...key, ...changes }], required });
  assert.deepEqual(await list({}), ["Ana"]);
  for (const changes of [{ revoked: "lost" }, { until: "2020-01-01" }, { since: "2100-01-01" }])
    await assert.rejects(list(changes), SignatureError);
  await assert.rejects(list({}, 2), SignatureError); // one key that signs twice
  await assert.rejects(list({}, 0), SignatureError);
  await assert.rejects(listSigners(FILE, [], { keys: [key], required: 1 }), SignatureError);
});

test("a browser without Ed25519", async (context) => {
  context.mock.method(crypto.subtle, "importKey", () =>
    Promise.reject(new DOMException("", "NotSupportedError")),
  );
  await assert.rejects(
    checkSignature(FILE, parseSignature(HASHED), parsePublicKey(KEY)),
    NoSignatures,
  );
});
