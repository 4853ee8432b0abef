// A game as one seat sees it: the service's state, the player's unfinished play, and the effect of
// each press. This module does not touch elements of the page; `table.js` displays the game.

import { Hand } from "./hand.js";
import { findBefore, findFree, nameSquare, step } from "./layout.js";
import { BLANK, isBlank } from "./tiles.js";
import { Clock } from "./time.js";
import { Typing } from "./typing.js";

/** Adds the values that the service omits from a state: zeros and empty texts on the score sheet.
 * */
function complete(state) {
  const sheet = state.sheet.map((line) => ({ text: "", points: 0, total: 0, words: [], ...line }));
  return { ...state, sheet };
}

export class Game {
  hand = new Hand();
  clock = new Clock();
  typing = new Typing();
  state = null;
  /** The place and direction of the next typed letter, `{ place, down }`, or null. */
  cursor = null;
  /** The id of a piece that was chosen on the rack, or null. */
  chosen = null;

  constructor(facts, say) {
    this.facts = facts;
    this.say = say;
    this.isCrossword = facts.family === "crossword";
  }

  get me() {
    return this.state.seat;
  }

  get isOver() {
    return ["ended", "discarded"].includes(this.state?.phase);
  }

  /** True if a GCG file can hold the game. */
  get fitsGcg() {
    return this.isCrossword && this.state.seats.length === 2;
  }

  may(deed) {
    return this.state.may.includes(deed);
  }

  /** The seat of this player. */
  get seat() {
    return this.state.seats.find(({ name }) => name === this.me);
  }

  /** The seconds that are left on a seat's clock now, or null if there is no clock. A shared clock
   * runs at every seat. */
  countLeft({ left, runs }) {
    if (left == null) return null;
    const isShared = this.facts.clock?.shared;
    return this.clock.left(left, isShared ? this.state.seats.some((seat) => seat.runs) : runs);
  }

  /** Adopts a state unless the game already has a later one. Returns true if the state was adopted. */
  update(state) {
    if (this.state && state.number < this.state.number) return false;
    this.state = complete(state);
    this.clock.set(state.now);
    this.hand.update(state.rack);
    if (this.isOver) this.recall();
    for (const place of this.hand.laid.keys()) if (this.isTaken(place)) this.hand.takeBack(place);
    if (this.cursor && this.isTaken(this.cursor.place)) this.cursor = null;
    if (!this.hand.rack.some(({ id }) => id === this.chosen)) this.chosen = null;
    return true;
  }

  /** True if a tile on the board blocks a place. In Lingo, no tile does. */
  isTaken(place) {
    return this.isCrossword && !!this.state.squares[place];
  }

  /** Handles a press on a place of the board. Lays the chosen tile, takes back a laid tile, or
   * moves or turns the cursor. Returns "letter" if a blank needs a letter, "reclaim" for a blank on
   * the board that may be taken, "taken" for a place that already has a tile, and nothing
   * otherwise. */
  press(place) {
    this.typing.clear();
    const laid = this.hand.laid.get(place);
    if (this.chosen !== null) return this.layChosen(place);
    if (laid) {
      if (isBlank(laid.tile)) return "letter";
      this.hand.takeBack(place);
      this.cursor = { place, down: this.cursor?.down ?? false };
    } else if (this.isTaken(place)) {
      if (this.may("reclaim") && this.state.squares[place] & BLANK) return "reclaim";
      this.cursor = null;
      return "taken";
    } else if (this.cursor?.place === place) this.turn();
    else this.cursor = { place, down: this.cursor?.down ?? false };
    return undefined;
  }

  turn() {
    if (!this.cursor) return;
    if (this.isCrossword) this.cursor = { ...this.cursor, down: !this.cursor.down };
    else this.cursor = null;
  }

  /** Handles a press on a tile of the rack. Lays the tile at the cursor, or chooses it. Like `press`, returns "letter"
   * if a blank needs a letter. */
  pressPiece(id) {
    this.typing.clear();
    if (!this.cursor) {
      this.chosen = this.chosen === id ? null : id;
      return undefined;
    }
    this.chosen = id;
    return this.layChosen(this.cursor.place);
  }

  layChosen(place) {
    if (this.isTaken(place)) return "taken";
    const piece = this.hand.find(this.chosen);
    if (!piece.tile) return "letter";
    this.chosen = null;
    this.lay(place, piece);
    return undefined;
  }

  /** Lays a piece. If the cursor is at that place, advances the cursor. */
  lay(place, piece, letter) {
    this.hand.lay(place, piece, letter);
    if (this.cursor?.place === place) this.#advance();
  }

  /** The piece that waits for a letter at a place: a blank laid there, or the chosen blank. */
  findBlank(place) {
    const laid = this.hand.laid.get(place);
    return this.chosen !== null ? this.hand.find(this.chosen) : laid?.piece;
  }

  /** Drops a piece on a place of the board, in front of another piece on the rack, or elsewhere.
   * Returns the same values as `press`. */
  drop(piece, place, before) {
    this.chosen = null;
    if (place === undefined) {
      for (const [other, one] of this.hand.laid) if (one.piece === piece) this.hand.takeBack(other);
      if (before !== piece) this.hand.moveBefore(piece, before);
      return undefined;
    }
    const letter = [...this.hand.laid.values()].find((one) => one.piece === piece)?.tile;
    this.cursor = null;
    if (this.isTaken(place)) return "taken";
    if (piece.tile || letter) {
      this.hand.lay(place, piece, letter);
      return undefined;
    }
    this.chosen = piece.id;
    return "letter";
  }

  #advance() {
    if (!this.isCrossword) {
      this.cursor = null;
      return;
    }
    const { place, down } = this.cursor;
    const taken = (square) => this.isTaken(square) || this.hand.laid.has(square);
    const next = findFree(this.facts, step(this.facts, place, down), down, taken);
    if (next !== undefined) this.cursor = { place: next, down };
  }

  /** Handles a character typed at a place. Returns true if the character laid or changed a tile, null if more must be
   * typed, and false if the rack does not have the tile. */
  type(character, shift, place) {
    const laid = this.hand.laid.get(place);
    const at = this.cursor?.place === place ? this.cursor : { place, down: this.cursor?.down ?? false };
    this.cursor = at;
    if (this.isTaken(place) && this.isCrossword) {
      const taken = (square) => this.isTaken(square) || this.hand.laid.has(square);
      const next = findFree(this.facts, place, at.down, taken);
      if (next === undefined) return false;
      this.cursor = { place: next, down: at.down };
    }
    if (laid && isBlank(laid.tile)) this.hand.takeBack(place);
    const typed = this.typing.type(this.facts, this.hand, character, shift || (laid && isBlank(laid.tile)));
    if (!typed) {
      if (laid && isBlank(laid.tile)) this.hand.lay(place, laid.piece, laid.tile);
      return typed === null ? null : false;
    }
    this.lay(this.cursor.place, typed.piece, typed.tile);
    return true;
  }

  /** Takes back the tile before the cursor, or the last tile laid, and moves the cursor to its
   * place. */
  erase() {
    if (this.typing.text) {
      this.typing.clear();
      return;
    }
    let place;
    if (this.cursor && this.isCrossword) {
      const { laid } = this.hand;
      const { place: at, down } = this.cursor;
      place = laid.has(at) ? at : findBefore(this.facts, at, down, (square) => laid.has(square));
    }
    const back = this.hand.takeBack(place);
    if (back) this.cursor = { place: back.place, down: this.cursor?.down ?? false };
  }

  /** Takes everything back to the rack. */
  recall() {
    this.hand.recall();
    this.typing.clear();
    this.chosen = this.cursor = null;
  }

  /** The play laid on the board, in the form that the service accepts; or null. */
  get play() {
    const laid = this.hand.list();
    if (!laid.length) return null;
    if (!this.isCrossword) return { laid };
    const { columns } = this.facts;
    const squares = laid.map(([square]) => square);
    const isColumn = squares.every((square) => square % columns === squares[0] % columns);
    const down = squares.length > 1 ? isColumn : (this.cursor?.down ?? false);
    return { laid, down };
  }

  /** Describes the position of a square or cell. */
  namePlace(place) {
    return this.isCrossword ? nameSquare(this.facts, place) : place;
  }
}
