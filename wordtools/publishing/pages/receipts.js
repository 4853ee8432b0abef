// Checks receipts of rulings, which are signed with event keys: docs/signing.md.

import { $, makeElement } from "static/elements.js";
import { Refused } from "static/errors.js";
import { explain, formatTime, labelRuling } from "static/messages.js";
import { NoSignatures, SignatureError } from "web/signature.js";
import { checkReceipt, hasWords, isBy, parseReceipt } from "web/receipt.js";
import { makeSentence } from "./page.js";
import { settings } from "./settings.js";
import { normalizeWords, refuse } from "./verdict.js";

const LINK = "#receipt="; // before a code, in the address to which its QR code leads

let say;
let opened; // the promise of the lexicon in force

/** If the page knows the keys of events, offers the form for receipts, and checks the receipt in
 * the page's address. Returns true if the address has a receipt. The words of a ruling are read
 * with the lexicon's alphabet. */
export function offerReceipts(speaker, promise) {
  say = speaker;
  opened = promise;
  $("receipts").hidden = !settings.events;
  $("receipt").replaceChildren();
  return checkAddress();
}

function checkAddress() {
  if (!settings.events || !location.hash.startsWith(LINK)) return false;
  $("receipts").open = true;
  $("code").value = location.hash.slice(LINK.length);
  $("receipt-words").value = "";
  show();
  return true;
}

addEventListener("hashchange", checkAddress);
$("receipt-form").addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});

async function show() {
  const [code, words] = [$("code").value, $("receipt-words").value.split(/[\s,;]+/).filter(Boolean)];
  const described = await describe(code, words);
  if (code === $("code").value) $("receipt").replaceChildren(...described);
}

/** Paragraphs that state what a receipt proves, or why it proves nothing. */
async function describe(code, words) {
  try {
    const receipt = await parse(code);
    const signers = await findSigner(receipt);
    const { acceptable, edition, lexicon, number, eventNumber, time } = receipt;
    const isHere = settings.lexicons.some((offer) => isBy(receipt, offer.digest, offer.edition));
    const ruling = say("numbered_ruling", {
      number: labelRuling({ event_number: eventNumber, number }),
      time: formatTime(say, time * 1000, { dateStyle: "long", timeStyle: "long" }),
    });
    const judged = { edition, digest: lexicon.slice(0, 8) };
    return [
      makeElement("p", { className: "verdict" }, say(acceptable ? "yes" : "no")),
      makeElement("p", {}, ruling),
      makeElement("p", {}, say("receipt_genuine", { signers })),
      makeLine(isHere, say(isHere ? "receipt_lexicon" : "receipt_other_lexicon", judged)),
      ...(words.length ? [await compareWords(receipt, words)] : []),
      makeElement("p", { className: "hint" }, say("receipt_void")),
    ];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [makeLine(false, makeSentence(say, explain(say, error)))];
  }
}

async function parse(code) {
  try {
    return await parseReceipt(code);
  } catch (error) {
    if (error instanceof SignatureError) throw refuse("receipt_code");
    throw error;
  }
}

async function findSigner(receipt) {
  try {
    return await checkReceipt(receipt, settings.events);
  } catch (error) {
    if (error instanceof NoSignatures) throw refuse("open_browser");
    if (error instanceof SignatureError) throw refuse("receipt_forged");
    throw error;
  }
}

async function compareWords(receipt, words) {
  const { lexicon } = await opened;
  const areIts = await hasWords(receipt, normalizeWords(lexicon, words));
  return makeLine(areIts, say(areIts ? "receipt_its_words" : "receipt_other_words"));
}

const makeLine = (isRight, text) =>
  makeElement("p", { className: isRight ? "" : "note" }, text);
