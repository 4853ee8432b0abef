// Turns letters typed on a keyboard into tiles. `[ch]` is a tile of two letters; if the rack has no
// C, `c` alone also stands for this tile. A capital is a blank.

import { findTile } from "./tiles.js";

export class Typing {
  /** The typed beginning of a tile in brackets, such as `[c`, or "". */
  text = "";
  #rest = ""; // letters of the last tile that the player may still type

  clear() {
    this.text = this.#rest = "";
  }

  /** The tile and piece that a character lays, `{ tile, piece }`. Null if the character lays no tile (yet), and
   * undefined if the rack does not have the tile. */
  type(facts, hand, character, shift) {
    if (character === "[" || this.text) return this.#typeInBrackets(facts, hand, character, shift);
    const upper = character.toLocaleUpperCase(facts.language);
    if (this.#rest.startsWith(upper)) {
      this.#rest = this.#rest.slice(upper.length);
      return null;
    }
    this.#rest = "";
    const tile = findTile(facts, character);
    const piece = tile && hand.findFor(tile, shift);
    if (piece?.tile) return { tile, piece };
    const group = shift ? undefined : this.#findGroup(facts, hand, upper);
    if (group) {
      this.#rest = facts.tiles[group.tile].face.slice(upper.length);
      return group;
    }
    return piece && { tile, piece };
  }

  #typeInBrackets(facts, hand, character, shift) {
    if (character !== "]") {
      this.text += character;
      return null;
    }
    const letters = this.text.slice(1);
    this.clear();
    const tile = findTile(facts, letters);
    const piece = tile && hand.findFor(tile, shift || letters !== letters.toLocaleLowerCase(facts.language));
    return piece && { tile, piece };
  }

  /** The tile of several letters on the rack that begins with this text, if there is only one. */
  #findGroup(facts, hand, upper) {
    const groups = hand.rack.filter(({ tile }) => {
      const { face } = facts.tiles[tile];
      return tile && [...face].length > 1 && face.startsWith(upper);
    });
    const [piece] = groups;
    return piece && groups.every(({ tile }) => tile === piece.tile) ? { tile: piece.tile, piece } : undefined;
  }
}
