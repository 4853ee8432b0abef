// Opens a published lexicon, and checks on the way that it is the one that was published and signed.

import { LexiconError, openLexicon } from "web/lexicon.js";
import { NoSignatures, SignatureError, listSigners } from "web/signature.js";
import { makeElement } from "static/elements.js";
import { settings } from "./settings.js";
import { refuse } from "./verdict.js";

// The scripts of lexicons put them here, in base64, by digest: browsers load no other data from a disk.
globalThis.lexicons = new Map();

const parsed = new Promise((resolve) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", resolve);
  else resolve();
});

/** The lexicon of an offer in `settings`, in its edition, and the names of its signers. Throws `Refused`
 *  unless every byte of it is what it must be. */
export async function openOffered(offer) {
  if (!globalThis.crypto?.subtle) throw refuse("open_insecure");
  const bytes = await readBytes(offer);
  try {
    const lexicon = await openLexicon(bytes);
    if (lexicon.digest !== offer.digest) throw refuse("open_other");
    const { trust } = settings;
    const signers = trust ? await listSigners(bytes, offer.signatures, trust) : [];
    return { lexicon: lexicon.edition(offer.edition), signers };
  } catch (error) {
    if (error instanceof NoSignatures) throw refuse("open_browser");
    if (error instanceof SignatureError) throw refuse("open_unsigned");
    if (error instanceof LexiconError) throw refuse("open_damaged");
    throw error;
  }
}

async function readBytes({ digest, file }) {
  await parsed;
  const { lexicons } = globalThis;
  if (!lexicons.has(digest) && file) await load(file);
  if (!lexicons.has(digest)) throw refuse("open_missing");
  let bytes;
  try {
    bytes = decode(lexicons.get(digest));
  } catch {
    throw refuse("open_damaged");
  }
  return settings.opaque ? reveal(bytes, digest) : bytes;
}

/** Runs a script. */
const load = (src) =>
  new Promise((resolve) => {
    const script = makeElement("script", { src, onload: resolve, onerror: resolve });
    document.head.append(script);
  });

const decode = (base64) =>
  Uint8Array.fromBase64?.(base64) ??
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Undoes `--opaque`, which combines the bytes with those of the digest. */
function reveal(bytes, digest) {
  const key = digest.match(/../g).map((byte) => parseInt(byte, 16));
  return bytes.map((byte, index) => byte ^ key[index % key.length]);
}
