// Asks the second reader, for tests that compare its answers with the kernel's. Reads one request
// from standard input and writes one answer to standard output, both in JSON. A LexiconError is
// also an answer; any other error fails the test.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { checkHeads, parseHeads } from "../../web/heads.js";
import { LexiconError, openLexicon } from "../../web/lexicon.js";
import { checkReceipt, hasWords, isBy, parseReceipt } from "../../web/receipt.js";
import { listSigners } from "../../web/signature.js";
import { unpack } from "../../web/zstd.js";

const MOST_WORDS = 300; // of a survey

const read = (path) => openLexicon(new Uint8Array(readFileSync(path)));

const refusalOr = async (answer) => {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof LexiconError) return { refused: error.message };
    throw error;
  }
};

/**
 * For each edition, the number of its words and a digest of them. Throws if a word has the wrong rank, or a rank the
 * wrong word.
 */
async function digestWords({ path }) {
  const lexicon = await read(path);
  const editions = Object.keys(lexicon.manifest.editions).map((name) => [
    name,
    lexicon.edition(name),
  ]);
  const answers = [["", lexicon.whole], ...editions].map(([name, edition]) => {
    const hash = createHash("sha256");
    let rank = 0;
    for (const word of edition) {
      hash.update(`${word}\n`);
      if (rank % 7 === 0 && edition.rank(word) !== rank)
        throw new Error(`${word} has another rank`);
      if (rank % 101 === 0 && edition.wordAt(rank) !== word)
        throw new Error(`${word} is elsewhere`);
      rank++;
    }
    if (rank !== edition.size)
      throw new Error(`${name} has ${rank} words, and says ${edition.size}`);
    return [name, [rank, hash.digest("hex")]];
  });
  return Object.fromEntries(answers);
}

/** The rank of each text in each edition, or −1 if the text is not a word. */
async function findRanks({ path, texts, editions }) {
  const lexicon = await read(path);
  return editions.map((name) => {
    const edition = name ? lexicon.edition(name) : lexicon.whole;
    return texts.map((text) => {
      const rank = edition.rank(text);
      if (rank >= 0 !== edition.has(text)) throw new Error(`${text} has a rank or is a word`);
      return rank;
    });
  });
}

async function readCategories({ path, texts }) {
  const { whole } = await read(path);
  return texts.map((text) => whole.categories(text));
}

/** For each text, its tiles and the text written from them, or the characters that no tile shows. */
async function spell({ path, texts }) {
  const lexicon = await read(path);
  return texts.map((text) => {
    const tiles = lexicon.read(text);
    return tiles
      ? { tiles, text: lexicon.write(tiles) }
      : { strangers: lexicon.listStrangers(text).join("") };
  });
}

async function write({ path, rows }) {
  const lexicon = await read(path);
  return rows.map((tiles) => lexicon.write(tiles));
}

async function search({ path, searches }) {
  const lexicon = await read(path);
  return Promise.all(searches.map(([kind, text]) => refusalOr(() => [...lexicon[kind](text)])));
}

/** For each file, the error if it is refused, otherwise its facts and the first words of each edition. */
async function survey({ files }) {
  const answers = [];
  for (const file of files)
    answers.push(await refusalOr(() => surveyOne(Buffer.from(file, "base64"))));
  return answers;
}

async function surveyOne(file) {
  const lexicon = await openLexicon(file);
  const { name, title, words, categories, sets, tool } = lexicon.manifest;
  const editions = {};
  for (const edition of Object.keys(lexicon.manifest.editions)) {
    const own = lexicon.edition(edition);
    editions[edition] = [own.size, describeWords(own)];
  }
  const { whole } = lexicon;
  const first = whole.size ? whole.wordAt(0) : null;
  const meant = await refusalOr(() => first && whole.definition(first));
  const definitions = meant?.refused ? meant : describeDefinitions(whole);
  const facts = { name, title, words, categories: Object.keys(categories).sort(), sets, tool };
  return { digest: lexicon.digest, facts, editions, definitions };
}

function describeWords(lexicon) {
  const described = [];
  for (const word of lexicon) {
    if (described.length === MOST_WORDS) break;
    if (lexicon.rank(word) !== described.length) throw new Error(`${word} has another rank`);
    if (lexicon.wordAt(described.length) !== word) throw new Error(`${word} is elsewhere`);
    described.push([word, [...new Set(lexicon.categories(word))].sort()]);
  }
  return described;
}

function describeDefinitions(lexicon) {
  const described = [];
  for (let rank = 0; rank < Math.min(lexicon.size, MOST_WORDS); rank++) {
    described.push(lexicon.definition(lexicon.wordAt(rank)) ?? "");
  }
  return described;
}

async function define({ path, texts }) {
  const lexicon = await read(path);
  return texts.map((text) => lexicon.definition(text));
}

/** The signers of each file, according to the signature paired with it. */
function check({ pairs, trust }) {
  return Promise.all(
    pairs.map(([file, signature]) =>
      refusalOr(() => listSigners(new Uint8Array(Buffer.from(file, "base64")), [signature], trust)),
    ),
  );
}

/** The number, hash and time of each head in each file whose heads are all signed. */
function readHeads({ files, trust }) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return Promise.all(
    files.map((file) =>
      refusalOr(async () => {
        const heads = parseHeads(decoder.decode(Buffer.from(file, "base64")));
        await checkHeads(heads, trust);
        return heads.map(({ number, hash, time }) => [String(number), hash, time]);
      }),
    ),
  );
}

/** The facts that each code states, its signer, and whether the code is about these words and this lexicon. */
function readReceipts({ codes, trust, words, digest }) {
  return Promise.all(
    codes.map((code) =>
      refusalOr(async () => {
        const receipt = await parseReceipt(code);
        const signer = await checkReceipt(receipt, trust);
        const { facts, signature, ...stated } = receipt;
        const isOf = words && (await hasWords(receipt, words));
        return { ...stated, signer, isOf, isBy: digest && isBy(receipt, digest, receipt.edition) };
      }),
    ),
  );
}

function unpackFrames({ frames }) {
  return Promise.all(
    frames.map(([frame, size]) =>
      refusalOr(() =>
        createHash("sha256")
          .update(unpack(Buffer.from(frame, "base64"), size))
          .digest("hex"),
      ),
    ),
  );
}

const ANSWERS = {
  digestWords, findRanks, readCategories, spell, write, search, survey, define, check, readHeads,
  readReceipts, unpackFrames,
}; // prettier-ignore
const { ask, ...request } = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(await ANSWERS[ask](request)));
