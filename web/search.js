// Finds words that match a pattern or use given tiles, in alphabet order (docs/searching.md,
// "Patterns"). A guide says which tiles may come next, and advances in step with the automaton.
// Guides remember their steps, so even a search through millions of words computes each step only
// once.

import { LexiconError } from "./errors.js";

/** @typedef {import("./automaton.js").Automaton} Automaton */
/** @typedef {import("./spelling.js").Spelling} Spelling */

/**
 * A position in a pattern, or the remaining tiles of a rack.
 *
 * @typedef {object} Guide
 * @property {boolean} accepts true if a word may end here
 * @property {(tile: number) => Guide | null} step
 */

/** @type {Guide} */
export const EVERYTHING = { accepts: true, step: () => EVERYTHING };

/**
 * The words that a guide accepts, with their ranks. The array of tiles is valid only until the next word.
 *
 * @param {Automaton} automaton
 * @param {Guide} guide
 * @returns {Generator<{ tiles: number[], rank: number }>}
 */
export function* walk(automaton, guide) {
  /** @type {number[]} */
  const tiles = [];
  const frames = [{ arcs: automaton.arcsOf(automaton.root), next: 0, rank: 0, guide }];
  while (frames.length) {
    const frame = frames[frames.length - 1];
    if (frame.next === frame.arcs.length) {
      frames.pop();
      tiles.pop();
      continue;
    }
    const arc = frame.arcs[frame.next++];
    const tile = automaton.tile(arc);
    const onward = frame.guide.step(tile);
    if (onward === null) continue;
    tiles.push(tile);
    let rank = frame.rank + automaton.wordsBelow(arc);
    if (automaton.ends(arc)) {
      if (onward.accepts) yield { tiles, rank };
      rank++;
    }
    frames.push({ arcs: automaton.arcsOf(automaton.target(arc)), next: 0, rank, guide: onward });
  }
}

/**
 * The guide stored in `known` for a key; if there is none, stores a new guide, which remembers its steps.
 *
 * @param {Map<string, Guide>} known
 * @param {string} key
 * @param {Guide} guide
 */
function remember(known, key, { accepts, step }) {
  const old = known.get(key);
  if (old) return old;
  /** @type {(Guide | null)[]} */
  const steps = [];
  const guide = {
    accepts,
    step: (/** @type {number} */ tile) =>
      steps[tile] === undefined ? (steps[tile] = step(tile)) : steps[tile],
  };
  known.set(key, guide);
  return guide;
}

/**
 * A guide to the words that use all of the given tiles, or at least one of them.
 *
 * @param {Spelling} spelling
 * @param {string} text tiles, and `?` for each blank
 * @param {boolean} all
 */
export function guideByRack(spelling, text, all) {
  const tiles = text.split("?").map((part) => spelling.read(part));
  const counts = new Uint16Array(64); // by tile; blanks are 0
  counts[0] = tiles.length - 1;
  for (const part of tiles) {
    if (part === null) throw new LexiconError(`'${text}' is not a rack of this alphabet's tiles.`);
    for (const tile of part) counts[tile]++;
  }
  return guideByCounts(counts, all, new Map());
}

/** @param {Uint16Array} counts @param {boolean} all @param {Map<string, Guide>} known @returns {Guide} */
function guideByCounts(counts, all, known) {
  return remember(known, counts.join(), {
    accepts: !all || counts.every((count) => count === 0),
    step: (tile) => {
      const taken = counts[tile] ? tile : 0;
      const left = counts[taken];
      return left ? guideByCounts(counts.with(taken, left - 1), all, known) : null;
    },
  });
}

/**
 * A place in a pattern: a function that tests whether a tile fits, or null for `*`.
 *
 * @typedef {((tile: number) => boolean) | null} Place
 */

/** A guide to the words that fit a pattern. @param {Spelling} spelling @param {string} pattern */
export function guideByPattern(spelling, pattern) {
  const places = readPattern(spelling, pattern);
  return guideByPlaces(places, passStars(places, [0]), new Map());
}

/** @param {Spelling} spelling @param {string} pattern @returns {Place[]} */
function readPattern(spelling, pattern) {
  /** @param {string} text */
  const read = (text) => {
    const tiles = text && spelling.read(text);
    if (!tiles) throw new LexiconError(`'${pattern}' is not a pattern of this alphabet's tiles.`);
    return tiles;
  };
  /** @type {Place[]} */
  const places = [];
  for (const part of pattern.match(/\?|\*|\[[^[\]]*\]|[^?*[\]]+|./gsu) ?? []) {
    if (part === "?") places.push(() => true);
    else if (part === "*") places.push(null);
    else if (part.startsWith("[") && part.length > 1) {
      const other = part[1] === "^";
      const choices = part.slice(other ? 2 : 1, -1).split("|");
      const tiles = new Set(choices.flatMap(read));
      places.push((tile) => tiles.has(tile) !== other);
    } else for (const tile of read(part)) places.push((own) => own === tile);
  }
  return places;
}

/**
 * Adds, for each position at a `*` in a pattern, the position after it.
 *
 * @param {Place[]} places
 * @param {number[]} positions
 */
function passStars(places, positions) {
  /** @type {Set<number>} */
  const all = new Set();
  for (let position of positions) {
    all.add(position);
    while (places[position] === null) all.add(++position);
  }
  return [...all].sort((a, b) => a - b);
}

/**
 * @param {Place[]} places
 * @param {number[]} positions
 * @param {Map<string, Guide>} known
 * @returns {Guide}
 */
function guideByPlaces(places, positions, known) {
  return remember(known, positions.join(), {
    accepts: positions.includes(places.length),
    step: (tile) => {
      const next = positions.flatMap((position) => {
        if (position === places.length) return [];
        const fits = places[position];
        if (fits === null) return [position];
        return fits(tile) ? [position + 1] : [];
      });
      return next.length ? guideByPlaces(places, passStars(places, next), known) : null;
    },
  });
}
