// Tests a receipt and a head made by wordtools, and the errors for altered ones.

import assert from "node:assert/strict";
import test from "node:test";

import { checkHeads, parseHeads } from "../heads.js";
import { checkReceipt, hasWords, isBy, parseReceipt } from "../receipt.js";
import { NoSignatures, SignatureError } from "../signature.js";

const TRUST = {
  keys: [{ name: "Open", key: "RWQHBwcHBwcHB+pKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs" }],
  required: 1,
};
const CODE =
  "0C00-00AS-0000-0339-4J0G-0WCC-ZJW7-J4BJ-FWWM-WWKP-9HWY-HPRX-4ZS7-CNM5-HJEX-3YS2-FJ1X-KNSR-000G-40R4-" +
  "0M30-E209-185G-R38E-1XR7-8BAG-AGD7-NKC7-80J6-1YVM-T6J2-1AB6-VEEA-Q8GA-3BX4-NJTK-3MTE-01FM-V1RF-2RS8-" +
  "AXX3-G47Q-3FZB-4A9S-EPYE-JAAY-PTZX-A777-YGVK-SAAD-TTFA-ZYGC-ZQWD-" +
  "A";
const HEAD = `wordtools log head: record 345, hash 471a6dd8471a6dd8471a6dd8471a6dd8471a6dd8471a6dd8471a6dd8471a6dd8, time 2027-03-01T10:20:30.000+00:00
untrusted comment: signature by wordtools
RUQHBwcHBwcHBxVZnwEFTow6WYHBjOszIaRJ1XRzSEUubL6bRp1/g/zGQ0E6qcBmZymvApGSB6ebYvdptQ1vR4tQLwV1ehxU9wc=
trusted comment: timestamp:1803896430
+36GrhLCOwZHIPoDY1WqyfpxT9ijJ6JhP4yy2B/5fpOmFOiZaGOoG/DVMM6dhihDgWy5aHnJut/MDMsjeTgFCA==
`;

test("what a code states", async () => {
  const read = CODE.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
  const digest = "1d27f27656858c9dd1fb227c83d9d73844bf41df84fae81902f71e6d7aae4cb7";
  for (const text of [CODE, read, `https://a.example/#receipt=${CODE}`]) {
    const receipt = await parseReceipt(text);
    const { facts, signature, words, ...stated } = receipt;
    assert.deepEqual(stated, {
      acceptable: true,
      number: 345,
      eventNumber: 12,
      time: 1764000000,
      lexicon: "1d27f27656858c9dd1fb227c83d9d738",
      record: "000102030405060708090a0b0c0d0e0f",
      edition: "pt-PT",
    });
    assert.equal(await checkReceipt(receipt, TRUST), "Open");
    assert.ok(await hasWords(receipt, ["PE[RR]O", "CASA"]));
    assert.ok(!(await hasWords(receipt, ["CASA"])));
    assert.ok(isBy(receipt, digest, "pt-PT"));
    assert.ok(!isBy(receipt, digest, "pt-BR"));
  }
});

test("codes that are none", async () => {
  const near = [CODE.slice(1), CODE.slice(0, -1), `${CODE}0`];
  for (const text of ["", ...near, CODE.replace("0", "U"), CODE.replace("0", "\u0660")])
    await assert.rejects(parseReceipt(text), SignatureError);
});

test("only trusted keys in force count", async () => {
  const receipt = await parseReceipt(CODE);
  const [key] = TRUST.keys;
  const forged = { ...receipt, signature: receipt.signature.with(1, 0) };
  await assert.rejects(checkReceipt(forged, TRUST), SignatureError);
  await assert.rejects(checkReceipt(receipt, { ...TRUST, required: 2 }), SignatureError);
  for (const change of [{ revoked: "lost" }, { until: "2025-11-23" }, { since: "2025-11-25" }]) {
    const trust = { keys: [{ ...key, ...change }], required: 1 };
    await assert.rejects(checkReceipt(receipt, trust), SignatureError);
  }
});

test("a head", async () => {
  const [head] = parseHeads(HEAD);
  const { number, hash, time } = head;
  assert.deepEqual([number, hash], [345n, "471a6dd8".repeat(8)]);
  assert.equal(time, "2027-03-01T10:20:30.000+00:00");
  await checkHeads([head], TRUST);
  await assert.rejects(checkHeads([], TRUST), SignatureError);
  await assert.rejects(checkHeads(parseHeads(HEAD.replace("345", "346")), TRUST), SignatureError);
  for (const text of [HEAD.slice(1), HEAD.slice(0, -1), HEAD.replace("record 3", "record 03")])
    assert.throws(() => parseHeads(text), SignatureError);
});

test("a browser without Ed25519", async (context) => {
  context.mock.method(crypto.subtle, "importKey", () =>
    Promise.reject(new DOMException("", "NotSupportedError")),
  );
  await assert.rejects(checkReceipt(await parseReceipt(CODE), TRUST), NoSignatures);
});
