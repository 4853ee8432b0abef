// Converts text to tiles and back with the alphabet in the manifest (docs/lexicon-file.md, "Reading a text in tiles").
// In its strings, each letter is one UTF-16 unit, which is the letter's number; brackets stay as they are.

import { require } from "./errors.js";
import { UNSEEN } from "./manifest.js";

/** @typedef {import("./manifest.js").AlphabetData} AlphabetData */

const FIRST_LETTER = 0x100; // the unit of the first letter, which avoids the brackets
const MOST_LETTERS = 191;

// In NFC, only these can combine or change places with the character before them.
const JOINING = /[\p{M}\u1161-\u11c2]/u;

// Characters with a special meaning in plays, racks, patterns and files.
const SIGNS = /[\p{White_Space}\x1c-\x1f0-9[\](){}?*.,;:/#+\-=<>|%&@!]/u;

const LONGEST = 256; // letters between brackets, and tiles of a text

/** Letters, and the tiles that they spell. @typedef {{ letters: string, tiles: number[] }} Reading */

export class Spelling {
  #language;
  /** @type {string[]} */
  #faces; // of the tiles, from 1
  #letters = [""]; // of the tiles, from 1
  /** @type {Map<string, string>} */
  #units = new Map([
    ["[", "["],
    ["]", "]"],
  ]);
  /** @type {[string, string][]} */
  #also;
  /** @type {Map<string, number>} */
  #tiles = new Map(); // by their letters
  /** @type {Reading[][]} */
  #readings = []; // by the first letter: stretches, then tiles, each the longest first
  #open = new Uint8Array(64); // by tile: 1 if its first letter may be read as the beginning of something longer
  /** @type {RegExp | null} */
  #joined = null; // matches tiles in brackets, and the letters of tiles of several letters
  #alone = new Uint8Array(0x2000); // by character: the tile as which it is always read, or 0

  /** @param {AlphabetData} alphabet */
  constructor({ name, tiles, spellings, also, apart = [] }) {
    this.#language = name;
    this.#faces = ["", ...tiles];
    this.#also = Object.entries(also);
    this.#readLetters(spellings);
    this.#checkNfc();
    for (const [text, replacement] of this.#also) this.#checkAlso(text, replacement);
    tiles.forEach((face, index) => this.#addTile(face, index + 1, spellings));
    const shown = new Set(tiles.join(""));
    for (const letter of Object.keys(spellings)) {
      this.#check(shown.has(letter), `the letter '${letter}' is on no tile`);
    }
    this.#check(shown.size <= MOST_LETTERS, `it has more than ${MOST_LETTERS} letters`);
    const longestFirst = (/** @type {Reading} */ a, /** @type {Reading} */ b) =>
      b.letters.length - a.letters.length;
    for (const list of this.#readings) list.sort(longestFirst);
    const stretches = apart.map((stretch) => this.#readStretch(stretch)).sort(longestFirst);
    for (const stretch of stretches.reverse()) this.#readingsOf(stretch.letters).unshift(stretch);
    this.#findTilesAlone();
    const joined = tiles.filter((face) => lengthOf(face) > 1);
    joined.sort((a, b) => lengthOf(b) - lengthOf(a));
    if (joined.length) {
      const faces = joined.map((face) => face.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
      this.#joined = new RegExp([String.raw`\[[^\]]*\]`, ...faces].join("|"), "gu");
    }
  }

  /** @param {Record<string, string>} spellings */
  #readLetters(spellings) {
    Object.values(spellings).forEach((characters, index) => {
      const unit = String.fromCharCode(FIRST_LETTER + index);
      this.#readings.push([]);
      for (const character of characters) {
        const other = this.#units.get(character) ?? unit;
        this.#check(other === unit, `'${character}' spells two letters`);
        const shown = !SIGNS.test(character) && !UNSEEN.test(character);
        this.#check(shown, `'${character}' cannot spell a letter`);
        this.#units.set(character, unit);
      }
    });
  }

  #checkNfc() {
    const characters = [...this.#units.keys()].filter((character) => this.#spells(character));
    for (const character of characters) {
      const composed = character.normalize("NFC");
      this.#check(
        this.#units.get(composed) === this.#units.get(character),
        `NFC changes what '${character}' spells`,
      );
    }
    for (const second of characters.filter((character) => JOINING.test(character))) {
      for (const first of characters) {
        const pair = first.normalize("NFC") + second;
        this.#check(pair.normalize("NFC") === pair, `NFC changes '${first}' and '${second}'`);
      }
    }
  }

  /** @param {string} text @param {string} replacement */
  #checkAlso(text, replacement) {
    const units = Array.from(text, (character) => this.#units.get(character));
    this.#check(
      units.includes(undefined) && !/^\d+$|[\p{White_Space}\x1c-\x1f[\]]/u.test(text),
      `'${text}' may not be replaced`,
    );
    this.#check(
      Array.from(replacement).every((character) => this.#spells(character)),
      `'${text}' is replaced by what spells nothing`,
    );
  }

  /** @param {string} face @param {number} tile @param {Record<string, string>} spellings */
  #addTile(face, tile, spellings) {
    let letters = "";
    for (const letter of face) {
      const own = Object.hasOwn(spellings, letter) && spellings[letter].includes(letter);
      this.#check(own, `'${letter}' does not spell itself`);
      this.#check(!/\p{Lowercase}/u.test(letter), `'${letter}' is on a tile and no capital`);
      letters += this.#units.get(letter);
    }
    this.#check(!this.#tiles.has(letters), `two tiles are '${face}'`);
    this.#tiles.set(letters, tile);
    this.#letters.push(letters);
    this.#readingsOf(letters).push({ letters, tiles: [tile] });
  }

  /** Reads one stretch independently of the others. @param {string} stretch @returns {Reading} */
  #readStretch(stretch) {
    const units = this.#toUnits(stretch);
    const tiles = units === null ? null : this.#readTiles(units);
    this.#check(units !== null && tiles !== null, `'${stretch}' spells nothing`);
    const letters = units.replace(/[[\]]/g, "");
    const others = this.#readTiles(letters);
    this.#check(others?.join() !== tiles.join(), `'${stretch}' is already read this way`);
    return { letters, tiles };
  }

  #findTilesAlone() {
    for (const [letters, tile] of this.#tiles) {
      if (this.#readingsOf(letters)[0].letters !== letters) this.#open[tile] = 1;
    }
    for (const [character, unit] of this.#units) {
      const tile = this.#tiles.get(unit) ?? 0;
      const code = character.length === 1 ? character.charCodeAt(0) : this.#alone.length;
      if (!this.#open[tile] && code < this.#alone.length) this.#alone[code] = tile;
    }
  }

  /** @type {(condition: unknown, fault: string) => asserts condition} */
  #check(condition, fault) {
    require(condition, `The alphabet of ${this.#language} cannot be used: ${fault}.`);
  }

  /** @param {string} letters */
  #readingsOf(letters) {
    return this.#readings[letters.charCodeAt(0) - FIRST_LETTER];
  }

  /** The tiles that a text spells, or null if it cannot be spelled. @param {string} text @returns {number[] | null} */
  read(text) {
    return this.#readAlone(text) ?? this.#readAny(text);
  }

  /**
   * The tiles of a text in which each character is a separate tile, regardless of the characters that follow it; null
   * for any other text. The first step of reading would not change such a text: NFC combines none of its characters, and every key of `also`
   * contains a character that is no letter.
   *
   * @param {string} text
   */
  #readAlone(text) {
    if (text.length > LONGEST) return null;
    const tiles = [];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const tile = code < this.#alone.length ? this.#alone[code] : 0;
      if (!tile) return null;
      tiles.push(tile);
    }
    return tiles;
  }

  /** @param {string} text */
  #readAny(text) {
    const units = this.#toUnits(text) ?? this.#toUnits(this.#settle(text));
    return units === null ? null : this.#readTiles(units);
  }

  /** The distinct characters of a text that no tile shows. @param {string} text */
  listStrangers(text) {
    const settled = Array.from(this.#settle(text));
    return [...new Set(settled.filter((character) => !this.#units.has(character)))];
  }

  /** @param {string} character */
  #spells(character) {
    return this.#units.has(character) && character !== "[" && character !== "]";
  }

  /** Writes tiles as text, with brackets only where the text would otherwise be read as different tiles. @param
   *  {ArrayLike<number>} tiles */
  write(tiles) {
    let text = "";
    for (let index = 0; index < tiles.length;) {
      if (!this.#open[tiles[index]]) {
        text += this.#faces[tiles[index++]];
        continue;
      }
      let letters = "";
      for (let at = index; at < tiles.length; at++) letters += this.#letters[tiles[at]];
      const next = this.#readNext(letters, 0);
      if (next === null) throw new RangeError("These are no tiles.");
      const fits = next.tiles.every((tile, step) => tile === tiles[index + step]);
      for (let left = next.letters.length; left > 0; index++) {
        text += fits ? this.#faces[tiles[index]] : `[${this.#faces[tiles[index]]}]`;
        left -= this.#letters[tiles[index]].length;
      }
    }
    return text;
  }

  /**
   * Writes tiles as text, with brackets around tiles of several letters, and around single letters that could be
   * mistaken for part of such a tile: `PE[RR]O`, `I[N][J]EKCIJA`.
   *
   * @param {ArrayLike<number>} tiles
   */
  show(tiles) {
    if (!this.#joined) return this.write(tiles);
    const faces = Array.from(tiles, (tile) => this.#faces[tile]);
    const text = faces.map((face) => (lengthOf(face) > 1 ? `[${face}]` : face)).join("");
    return text.replace(this.#joined, (piece) =>
      piece[0] === "[" ? piece : Array.from(piece, (letter) => `[${letter}]`).join(""),
    );
  }

  /** True if a tile shows several letters. */
  get hasJoinedLetters() {
    return this.#joined !== null;
  }

  /**
   * Yields every row of tiles that shows the letters of a text without brackets: in Spanish, P E RR O and P E R R O
   * both show PERRO. A long text can have a great many rows.
   *
   * @param {string} text
   * @returns {Generator<number[]>}
   */
  *listRows(text) {
    const units = this.#toUnits(this.#settle(text)) ?? "";
    /** @type {[number, number][][]} */
    const steps = Array.from(units, () => []); // by place: tiles that lead to the end, and where they end
    for (let at = units.length - 1; at >= 0; at--) {
      this.#letters.forEach((letters, tile) => {
        const end = at + letters.length;
        const leads = end === units.length || steps[end]?.length;
        if (tile && leads && units.startsWith(letters, at)) steps[at].push([tile, end]);
      });
    }
    /** @type {[number, number[]][]} */
    const begun = units ? [[0, []]] : [];
    for (let next; (next = begun.pop());) {
      const [at, row] = next;
      if (at === units.length) yield row;
      else for (const [tile, end] of steps[at]) begun.push([end, [...row, tile]]);
    }
  }

  /** Applies the first step of reading to a text. @param {string} text */
  #settle(text) {
    for (let before = ""; before !== text;) {
      before = text;
      text = text.normalize("NFC");
      for (const [key, value] of this.#also) text = text.replaceAll(key, () => value);
    }
    return text;
  }

  /** The units of a text's letters, or null if a character is not a letter. @param {string} text */
  #toUnits(text) {
    let units = "";
    for (const character of text) {
      const unit = this.#units.get(character);
      if (unit === undefined) return null;
      units += unit;
    }
    return units;
  }

  /** @param {string} units */
  #readTiles(units) {
    /** @type {number[]} */
    const tiles = [];
    for (let at = 0, begin = 0; at < units.length;) {
      if (units[at] === "[") {
        const end = units.indexOf("]", at);
        const tile = this.#tiles.get(units.slice(at + 1, end));
        if (end < 0 || tile === undefined) return null;
        tiles.push(tile);
        at = begin = end + 1;
      } else {
        const next = this.#readNext(units, at);
        if (next === null) return null;
        for (const tile of next.tiles) tiles.push(tile);
        at += next.letters.length;
        if (at - begin > LONGEST) return null;
      }
      if (tiles.length > LONGEST) return null;
    }
    return tiles;
  }

  /** The reading that begins at this index, or null. @param {string} units @param {number} at */
  #readNext(units, at) {
    const readings = this.#readings[units.charCodeAt(at) - FIRST_LETTER]; // none for a bracket
    return readings?.find(({ letters }) => units.startsWith(letters, at)) ?? null;
  }
}

/** The number of characters. @param {string} text */
const lengthOf = (text) => Array.from(text).length;
