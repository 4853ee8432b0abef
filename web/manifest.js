// Reads the manifest of a file and checks its limits (docs/lexicon-file.md, "Limits").

import { LexiconError, require } from "./errors.js";

const FORMAT = 2;
const MOST_BYTES = 4_194_304;
const MOST_NAME = 100;
const MOST_TEXT = 1000;
const MOST_IN_LIST = 64; // categories: of the lexicon, a set, an edition's rule or a source
const MOST_SETS = 65_536;
const MOST_EDITIONS = 256;
const MOST_SOURCES = 4096;
const MOST_WORDS_WITH_CATEGORIES = 67_108_864;
const MATURITIES = ["", "stable", "draft", "experimental"];

// Control characters, direction marks, and characters that have no width or leave no ink.
export const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;

/** @typedef {{ include?: string[], exclude?: string[], words: number, maturity?: string }} Rule */

/**
 * @typedef {object} AlphabetData
 * @property {string} name
 * @property {string} language
 * @property {string[]} tiles
 * @property {Record<string, string>} spellings by letter
 * @property {Record<string, string>} also
 * @property {string[]} [apart]
 */

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} title
 * @property {string} language
 * @property {AlphabetData} alphabet
 * @property {number} words
 * @property {string} words_sha256
 * @property {[number, number]} lengths of the shortest and the longest word
 * @property {Record<string, number>} words_by_length
 * @property {Record<string, { meaning: string, words: number }>} categories
 * @property {string[][]} sets
 * @property {Record<string, Rule>} editions
 * @property {string | null} effective
 * @property {Record<string, unknown>[]} sources
 * @property {string} tool
 * @property {number} definitions
 */

/** Reads and checks the manifest. @param {Uint8Array} bytes its content */
export function readManifest(bytes) {
  require(bytes.length <= MOST_BYTES, "The manifest is too large.");
  const data = asObject(parse(bytes), "manifest");
  const { format } = data;
  if (format !== FORMAT) {
    require(isCount(format) && format > 0, "The manifest states no format.");
    const mend = format < FORMAT ? "Build it again" : "Update this reader";
    throw new LexiconError(`The file has format ${format}, not ${FORMAT}. ${mend}.`);
  }
  checkName(data.name, "name");
  checkText(data.title, "title");
  checkText(data.language, "language", MOST_NAME);
  check(isCount(data.words), "words");
  checkText(data.words_sha256, "words_sha256");
  const lengths = asArray(data.lengths, "lengths", 2);
  check(lengths.length === 2 && lengths.every(isCount), "lengths");
  for (const [length, words] of entries(data.words_by_length, "words_by_length", 64)) {
    check(/^(0|[1-9][0-9]*)$/.test(length) && isCount(Number(length)), "words_by_length");
    check(isCount(words), "words_by_length");
  }
  const categories = checkCategories(data.categories);
  const sets = asArray(data.sets, "sets", MOST_SETS);
  for (const set of sets) {
    for (const name of asNames(set, "sets")) check(categories.has(name), "sets");
  }
  check(sets.length > 0 || data.words === 0, "sets");
  const hasRules = checkEditions(data.editions);
  check(Object.hasOwn(/** @type {object} */ (data.editions), String(data.name)), "editions");
  check(data.effective !== undefined, "effective");
  if (data.effective !== null) checkText(data.effective, "effective");
  for (const source of asArray(data.sources, "sources", MOST_SOURCES)) checkSource(source);
  checkText(data.tool, "tool");
  if (data.derivation !== undefined && data.derivation !== null) checkDerivation(data.derivation);
  if (data.definitions === undefined) data.definitions = 0;
  check(isCount(data.definitions), "definitions");
  checkAlphabet(data.alphabet);
  const manifest = /** @type {Manifest} */ (data);
  check(manifest.definitions <= manifest.words, "definitions");
  require((categories.size === 0 && !hasRules) ||
    manifest.words <=
      MOST_WORDS_WITH_CATEGORIES, "The lexicon has too many words for one with categories.");
  return manifest;
}

/** @param {Uint8Array} bytes @returns {unknown} */
function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new LexiconError("The manifest is not JSON in UTF-8.");
  }
}

/** @param {unknown} value */
function checkCategories(value) {
  const categories = entries(value, "categories", MOST_IN_LIST);
  for (const [name, category] of categories) {
    checkName(name, "categories");
    const { meaning, words } = asObject(category, "categories");
    checkText(meaning, "categories");
    check(isCount(words), "categories");
  }
  return new Set(categories.map(([name]) => name));
}

/** True if any edition has a rule. @param {unknown} value */
function checkEditions(value) {
  let hasRules = false;
  for (const [name, edition] of entries(value, "editions", MOST_EDITIONS)) {
    checkName(name, "editions");
    const { include = [], exclude = [], maturity = "", words = 0 } = asObject(edition, "editions");
    check(MATURITIES.includes(String(maturity)), "editions");
    for (const list of [include, exclude]) hasRules ||= asNames(list, "editions").length > 0;
    check(isCount(words), "editions");
  }
  return hasRules;
}

/** @param {unknown} value */
function checkSource(value) {
  const source = asObject(value, "sources");
  const { file, sha256, categories = [], licence = "", package: from = "", version = "" } = source;
  for (const text of [file, sha256, licence, from, version]) checkText(text, "sources");
  for (const name of asNames(categories, "sources")) checkName(name, "sources");
}

/** @param {unknown} value */
function checkDerivation(value) {
  const made = asObject(value, "derivation");
  const { operation, inputs, categories = "", category = "", reason = "" } = made;
  for (const text of [operation, categories, category, reason]) checkText(text, "derivation");
  const list = asArray(inputs, "derivation", 64);
  check(list.length > 0, "derivation");
  for (const input of list) {
    const { file, digest, edition = "" } = asObject(input, "derivation");
    for (const text of [file, digest, edition]) checkText(text, "derivation");
  }
}

/** @param {unknown} value */
function checkAlphabet(value) {
  const alphabet = asObject(value, "alphabet");
  if (alphabet.also === undefined) alphabet.also = {};
  const { name, language, tiles, spellings, also, apart = [] } = alphabet;
  checkName(name, "alphabet");
  checkText(language, "alphabet", MOST_NAME);
  const faces = asArray(tiles, "tiles", 63);
  check(faces.length > 0, "tiles");
  for (const face of faces) {
    checkText(face, "tiles", 16);
    check(face !== "", "tiles");
  }
  for (const [letter, characters] of entries(spellings, "spellings", Infinity)) {
    check(lengthOf(letter) === 1, "spellings");
    check(typeof characters === "string" && lengthOf(characters) <= 1000, "spellings");
  }
  for (const [text, replacement] of entries(also, "also", 256)) {
    check(typeof replacement === "string" && text !== "", "also");
    check(lengthOf(text) <= 16 && lengthOf(replacement) <= 16, "also");
  }
  for (const stretch of asArray(apart, "apart", 4096)) checkText(stretch, "apart", 64);
}

/** @type {(condition: unknown, field: string) => asserts condition} */
function check(condition, field) {
  require(condition, `The manifest's '${field}' is not as it must be.`);
}

/** The number of characters. @param {string} text */
const lengthOf = (text) => (text.length > 4000 ? Infinity : Array.from(text).length);

/** @param {unknown} value @returns {value is number} */
const isCount = (value) => Number.isInteger(value) && 0 <= Number(value) && Number(value) < 2 ** 32;

/** @param {unknown} value @param {string} field */
function checkName(value, field) {
  checkText(value, field, MOST_NAME);
  check(value !== "", field);
}

/** @param {unknown} value @param {string} field @param {number} most */
function checkText(value, field, most = MOST_TEXT) {
  check(typeof value === "string" && lengthOf(value) <= most && !UNSEEN.test(value), field);
}

/** @param {unknown} value @param {string} field @returns {Record<string, unknown>} */
function asObject(value, field) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  check(isObject, field);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value @param {string} field @param {number} most @returns {unknown[]} */
function asArray(value, field, most) {
  check(Array.isArray(value) && value.length <= most, field);
  return value;
}

/** @param {unknown} value @param {string} field @returns {string[]} */
function asNames(value, field) {
  const names = asArray(value, field, MOST_IN_LIST);
  check(names.every((name) => typeof name === "string"), field);
  return /** @type {string[]} */ (names);
}

/** @param {unknown} value @param {string} field @param {number} most */
function entries(value, field, most) {
  const pairs = Object.entries(asObject(value, field));
  check(pairs.length <= most, field);
  return pairs;
}
