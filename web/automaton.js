// Stores the words as an automaton (docs/lexicon-file.md, "States and arcs" and "What a reader must
// check"). An arc is a 32-bit number. Six bits are its tile; one says whether a word ends with it,
// and one whether it is the last arc of its state; 24 are the index of its target's first arc,
// counted from 1 (0 if there is no target). A state's arcs are adjacent, the highest tile first. A
// second array is used to compute ranks: for each arc, it counts the words that continue from the
// arc's state with this tile or a lower one.

import { Bucket, Column, Model } from "./columns.js";
import { require } from "./errors.js";

const TILE = 63;
const ENDS = 64;
const LAST = 128;
const TARGET = 8; // shift

const BLOCK = 4096;
const BLOCKS = 16; // between pauses
const LANES = 8;
const LONGEST = 64; // tiles
const MOST_WAITING = LONGEST * 63;
const MOST_ARCS = 16_777_215;
const MOST_WORDS = 4_294_967_295;
const FREQUENCIES = 24;

export class Automaton {
  #arcs;
  #words;
  #root;

  /**
   * @param {Uint32Array} arcs
   * @param {Uint32Array} words
   * @param {number} root
   */
  constructor(arcs, words, root) {
    this.#arcs = arcs;
    this.#words = words;
    this.#root = root;
  }

  /** The number of words. */
  get size() {
    return this.#root ? this.#words[this.#root - 1] : 0;
  }

  /** The state in which words begin. If there are no words, it is 0, which has no arcs. */
  get root() {
    return this.#root;
  }

  /** A state's arc with this tile, or −1 if it has none. @param {number} state @param {number} tile */
  find(state, tile) {
    if (!state) return -1;
    for (let at = state - 1; ; at++) {
      const arc = this.#arcs[at];
      if ((arc & TILE) <= tile) return (arc & TILE) === tile ? at : -1;
      if (arc & LAST) return -1;
    }
  }

  /** A state's arcs, the lowest tile first. @param {number} state */
  arcsOf(state) {
    const arcs = [];
    if (state) {
      for (let at = state - 1; ; at++) {
        arcs.push(at);
        if (this.#arcs[at] & LAST) break;
      }
    }
    return arcs.reverse();
  }

  /** @param {number} arc */
  tile(arc) {
    return this.#arcs[arc] & TILE;
  }

  /** True if a word ends with this arc. @param {number} arc */
  ends(arc) {
    return (this.#arcs[arc] & ENDS) !== 0;
  }

  /** The state that an arc leads to. @param {number} arc */
  target(arc) {
    return this.#arcs[arc] >>> TARGET;
  }

  /** The number of words that continue from the arc's state with a lower tile. @param {number} arc */
  wordsBelow(arc) {
    return this.#arcs[arc] & LAST ? 0 : this.#words[arc + 1];
  }

  /** The rank of a word, or −1 if these tiles are not a word. @param {ArrayLike<number>} tiles */
  rank(tiles) {
    let state = this.#root;
    let rank = -1; // the number of words before, including those that end on the way
    let ends = false;
    for (let index = 0; index < tiles.length; index++) {
      const arc = this.find(state, tiles[index]);
      if (arc < 0) return -1;
      rank += this.wordsBelow(arc);
      ends = this.ends(arc);
      if (ends) rank++;
      state = this.target(arc);
    }
    return ends ? rank : -1;
  }

  /** The tiles of the word with this rank. @param {number} rank at least 0 and less than `size` */
  wordAt(rank) {
    const tiles = [];
    for (let state = this.#root; ;) {
      let arc = state - 1;
      while (rank < this.wordsBelow(arc)) arc++;
      rank -= this.wordsBelow(arc);
      tiles.push(this.tile(arc));
      if (this.ends(arc) && rank-- === 0) return tiles;
      state = this.target(arc);
    }
  }
}

/**
 * Reads the automaton from the columns of a file.
 *
 * @param {Record<"arcs" | "references" | "pointers", Uint8Array>} columns
 * @param {number} tiles the number of tiles in the alphabet
 * @param {() => Promise<void>} pause awaited at intervals
 */
export function readAutomaton(columns, tiles, pause) {
  return new ArcReader(columns, tiles).read(pause);
}

class ArcReader {
  /** @param {Record<"arcs" | "references" | "pointers", Uint8Array>} columns @param {number} tiles */
  constructor(columns, tiles) {
    const size = columns.arcs.length + columns.references.length + columns.pointers.length;
    const mostArcs = Math.min(262_144 + 4 * size, MOST_ARCS);
    this.column = new Column("arcs", columns.arcs);
    this.count = this.column.readBits(32);
    require(this.count <= mostArcs, "The file has too many arcs for its size.");
    this.tiles = tiles;
    this.model = new Model(this.column, tiles + 1, (tiles + 1) * 10, 11);
    const bound = Math.min(131_072 + size / 4, this.count);
    const references = readReferences(new Column("references", columns.references), tiles, bound);
    this.places = references.places;
    this.mostReferred = references.last;
    this.pointers = new Column("pointers", columns.pointers);
    this.place = new Bucket(this.places.length > 524_288 ? 3 : 4);
    this.placeModel = new Model(this.pointers, 2 * (tiles + 1), Bucket.symbols, 10);
  }

  /** @param {() => Promise<void>} pause */
  async read(pause) {
    const arcs = new Uint32Array(this.count);
    const words = new Uint32Array(this.count);
    const starts = new Uint32Array(this.count + 1); // of each state, from 1: its first arc, from 1
    const heights = new Uint8Array(this.count + 1); // of each state: the tiles of its longest ending
    const waiting = new Uint32Array(MOST_WAITING); // states that no arc leads to yet
    const symbols = new Uint16Array(BLOCK);
    let [states, waits, first, height, above] = [0, 0, 0, 0, this.tiles + 1];

    for (let begin = 0; begin < this.count; begin += BLOCK) {
      if (begin % (BLOCKS * BLOCK) === 0) await pause();
      const size = Math.min(BLOCK, this.count - begin);
      this.#readBlock(symbols, size);
      let lane = 0;
      for (let index = 0; index < size; index++) {
        const at = begin + index;
        const symbol = symbols[index];
        const tile = (symbol / 10) | 0;
        const way = ((symbol % 10) / 2) | 0;
        require(0 < tile && tile < above, "The automaton has tiles out of order.");
        let state = 0;
        if (way === 1 || way === 2) {
          require(waits > 0, "The automaton has an arc without its state.");
          state = waiting[--waits];
        } else if (way > 2) {
          state = this.#readPointer(lane++ & (LANES - 1), tile, way === 4);
          require(0 < state && state <= states, "The automaton has a pointer without its state.");
        }
        const ends = way === 0 || way === 2 || way === 4;
        height = Math.max(height, heights[state] + 1);
        require(height <= LONGEST, `The automaton has words of more than ${LONGEST} tiles.`);
        arcs[at] = tile | (ends ? ENDS : 0) | (symbol & 1 ? LAST : 0) | (starts[state] << TARGET);
        above = tile;
        if (!(symbol & 1)) continue;

        let sum = 0;
        for (let arc = at; arc >= first; arc--) {
          const target = arcs[arc] >>> TARGET;
          sum += (arcs[arc] & ENDS ? 1 : 0) + (target ? words[target - 1] : 0);
          require(sum <= MOST_WORDS, "The automaton has too many words.");
          words[arc] = sum;
        }
        require(waits < MOST_WAITING, "The automaton has more than one root.");
        waiting[waits++] = ++states;
        starts[states] = first + 1;
        heights[states] = height;
        first = at + 1;
        height = 0;
        above = this.tiles + 1;
      }
    }
    require(first === this.count, "The automaton has a state without a last arc.");
    require(waits === (this.count ? 1 : 0), "The automaton has more than one root.");
    require(this.mostReferred <= states, "The automaton has a reference without its state.");
    this.column.finish();
    this.pointers.finish();
    return new Automaton(arcs, words, starts[states]);
  }

  /** Reads the next arcs, which are stored lane after lane. @param {Uint16Array} symbols @param {number} size */
  #readBlock(symbols, size) {
    const { column, model } = this;
    const part = Math.ceil(size / LANES);
    const contexts = new Uint8Array(LANES);
    for (let index = 0; index < part; index++) {
      for (let lane = 0; lane < LANES; lane++) {
        const symbol = column.readSymbol(lane, model, contexts[lane]);
        contexts[lane] = symbol & 1 ? 0 : (symbol / 10) | 0;
        const at = lane * part + index;
        if (at < size) symbols[at] = symbol; // the rest only fills the lanes
      }
    }
  }

  /** @param {number} lane @param {number} tile @param {boolean} ends */
  #readPointer(lane, tile, ends) {
    const symbol = this.pointers.readSymbol(lane, this.placeModel, tile * 2 + (ends ? 1 : 0));
    return this.places[this.place.read(symbol, this.pointers)] ?? 0;
  }
}

/**
 * The states that pointers lead to, indexed by place, and the last of these states in the file.
 *
 * @param {Column} column
 * @param {number} tiles
 * @param {number} most
 */
function readReferences(column, tiles, most) {
  const count = column.readBits(32);
  require(count <= most, "The file has too many references for its size.");
  const skipped = new Bucket(3);
  const skippedModel = new Model(column, 1, Bucket.symbols, 10);
  const frequencyModel = new Model(column, 1, FREQUENCIES, 10);
  const tileModel = new Model(column, FREQUENCIES, tiles + 1, 10);
  const states = new Uint32Array(count);
  const keys = new Uint16Array(count); // in the order of places
  let state = 0;
  for (let index = 0, lane = 0; index < count; index++) {
    const symbol = column.readSymbol(lane++ & 7, skippedModel, 0);
    const frequency = column.readSymbol(lane++ & 7, frequencyModel, 0);
    const tile = column.readSymbol(lane++ & 7, tileModel, frequency);
    state += skipped.read(symbol, column) + 1;
    require(state <= MOST_ARCS, column.refusal("has a state that does not exist"));
    states[index] = state;
    keys[index] = (FREQUENCIES - 1 - frequency) * 64 + tile;
  }
  column.finish();

  const next = new Uint32Array(FREQUENCIES * 64 + 1);
  for (const key of keys) next[key + 1]++;
  for (let key = 0; key < FREQUENCIES * 64; key++) next[key + 1] += next[key];
  const places = new Uint32Array(count);
  for (let index = 0; index < count; index++) places[next[keys[index]]++] = states[index];
  return { places, last: state };
}
