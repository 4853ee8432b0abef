// Opens a published lexicon, and checks that it is the one that was published and signed.

import { LexiconError, openLexicon } from "web/lexicon.js";
import { NoSignatures, SignatureError, listSigners } from "web/signature.js";
import { makeElement } from "static/elements.js";
import { settings } from "./settings.js";
import { refuse } from "./verdict.js";

// Scripts store their lexicons here in base64, keyed by digest, because a page opened from disk can
// load data only through scripts.
globalThis.lexicons = new Map();

const parsed = new Promise((resolve) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", resolve);
  else resolve();
});

/** The edition that an offer in `settings` names, and the names of those who signed its lexicon.
 * Throws
 *  `Refused` if any byte differs. */
export async function openOffered(offer) {
  if (!globalThis.crypto?.subtle) throw refuse("open_insecure");
  if (!hasStyle()) throw refuse("open_style"); // the style sheet hides the answers that are not given
  const bytes = await readBytes(offer);
  try {
    const lexicon = await openLexicon(bytes, { pause });
    if (lexicon.digest !== offer.digest) throw refuse("open_other");
    const { trust } = settings;
    await pause();
    const signers = trust ? await listSigners(bytes, offer.signatures, trust) : [];
    return { lexicon: lexicon.edition(offer.edition), signers };
  } catch (error) {
    if (error instanceof NoSignatures) throw refuse("open_browser");
    if (error instanceof SignatureError) throw refuse("open_unsigned");
    if (error instanceof LexiconError) throw refuse("open_damaged");
    throw error;
  }
}

/** True if the whole style sheet has been loaded. publish.py writes the mark for this at the end of
 * the sheet. */
const hasStyle = () =>
  getComputedStyle(document.documentElement).getPropertyValue("--complete").trim() === "yes";

async function readBytes({ digest, file }) {
  const { lexicons } = globalThis;
  let isThere = true; // in a single file
  if (file) {
    lexicons.clear();
    isThere = await load(file);
  } else await parsed;
  if (!lexicons.has(digest)) {
    if (!isThere) throw refuse("open_missing");
    throw refuse(file && lexicons.size ? "open_other" : "open_damaged");
  }
  let bytes;
  try {
    bytes = decode(lexicons.get(digest));
  } catch {
    throw refuse("open_damaged");
  }
  return settings.opaque ? reveal(bytes, digest) : bytes;
}

/** Runs a script; returns true if the script exists. */
const load = (src) =>
  new Promise((resolve) => {
    const [onload, onerror] = [() => resolve(true), () => resolve(false)];
    document.head.append(makeElement("script", { src, onload, onerror }));
  });

/** Gives the page a moment to handle any keys that have been pressed. */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

const decode = (base64) =>
  Uint8Array.fromBase64?.(base64) ??
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Undoes `--opaque`, which XORs the bytes with the digest. */
function reveal(bytes, digest) {
  const key = digest.match(/../g).map((byte) => parseInt(byte, 16));
  return bytes.map((byte, index) => byte ^ key[index % key.length]);
}
