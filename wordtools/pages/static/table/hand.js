// The tiles of a player: on the rack in the player's preferred order, or laid on the board but not
// yet played.

import { BLANK } from "./tiles.js";

export class Hand {
  /** All pieces in the order of the rack, as `{ id, tile }`; the tile of a blank is 0. */
  pieces = [];
  /** Maps squares or cells to the pieces laid there, as `{ piece, tile }`; BLANK is added to the
   * tile for which a blank stands. */
  laid = new Map();
  #count = 0;

  /** Makes the rack hold the tiles that the service reports. Tiles that stay keep their order and
   * place. */
  update(rack) {
    const left = [...rack];
    const kept = this.pieces.filter(({ tile }) => {
      const at = left.indexOf(tile);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    this.pieces = [...kept, ...left.map((tile) => ({ id: ++this.#count, tile }))];
    for (const [place, { piece }] of this.laid) if (!kept.includes(piece)) this.laid.delete(place);
  }

  /** The pieces on the rack. */
  get rack() {
    const laid = new Set([...this.laid.values()].map(({ piece }) => piece));
    return this.pieces.filter((piece) => !laid.has(piece));
  }

  find(id) {
    return this.pieces.find((piece) => piece.id === id);
  }

  /** The first piece on the rack with this tile; otherwise a blank, if one may be used. */
  findFor(tile, asBlank = false) {
    const { rack } = this;
    const own = asBlank ? undefined : rack.find((piece) => piece.tile === tile);
    return own ?? rack.find((piece) => piece.tile === 0);
  }

  /** Lays a piece; a blank needs the number of its `letter`. A piece that is already there returns to the rack. */
  lay(place, piece, letter) {
    for (const [other, one] of this.laid) if (one.piece === piece) this.laid.delete(other);
    this.laid.set(place, { piece, tile: piece.tile || letter | BLANK });
  }

  /** Returns to the rack the piece at a place, or the piece laid last. */
  takeBack(place = [...this.laid.keys()].at(-1)) {
    const one = this.laid.get(place);
    this.laid.delete(place);
    return one && { place, ...one };
  }

  recall() {
    this.laid.clear();
  }

  shuffle(random = Math.random) {
    for (let at = this.pieces.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [this.pieces[at], this.pieces[other]] = [this.pieces[other], this.pieces[at]];
    }
  }

  /** Moves a piece on the rack in front of another piece, or to the end. */
  moveBefore(piece, other) {
    const rest = this.pieces.filter((one) => one !== piece);
    const at = other ? rest.indexOf(other) : rest.length;
    this.pieces = [...rest.slice(0, at), piece, ...rest.slice(at)];
  }

  /** The laid tiles, in the form that the service accepts. */
  list() {
    return [...this.laid].map(([place, { tile }]) => [place, tile]);
  }
}
