// A crossword board as a grid: arrow keys move the focus, and each square has a description.

import { makeElement, makeUnseen } from "../elements.js";
import { nameSquare, step } from "./layout.js";
import { describeSquare } from "./sentences.js";
import { drawTile } from "./tile.js";

const ARROWS = {
  ArrowLeft: [false, -1],
  ArrowRight: [false, 1],
  ArrowUp: [true, -1],
  ArrowDown: [true, 1],
};

export class CrosswordBoard {
  #cells = [];
  #drawn = [];
  #facts;
  #focused;

  constructor(grid, facts) {
    this.#facts = facts;
    this.grid = grid;
    this.#focused = facts.start ?? Math.floor((facts.rows * facts.columns) / 2);
    this.isLeftward = facts.reading === "right-to-left";
    grid.classList.add("crossword");
    grid.dir = this.isLeftward ? "rtl" : "ltr";
    grid.style.setProperty("--columns", facts.columns);
    grid.style.setProperty("--rows", facts.rows);
    const names = [...Array(facts.columns).keys()].map((column) => nameSquare(facts, column)[0]);
    grid.append(
      drawRow(
        makeElement("span", { role: "columnheader", className: "corner" }, "\u200b"),
        ...names.map((name) => makeElement("span", { role: "columnheader" }, name)),
      ),
    );
    for (let row = 0; row < facts.rows; row++) {
      const line = drawRow(makeElement("span", { role: "rowheader" }, String(row + 1)));
      for (let column = 0; column < facts.columns; column++) {
        const data = { place: row * facts.columns + column };
        const cell = makeElement("div", { role: "gridcell", className: "cell", tabIndex: -1, data });
        this.#cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    this.#cells[this.#focused].tabIndex = 0;
  }

  /** The square of an element on the board, or undefined. */
  findPlace(element) {
    const cell = element?.closest?.(".cell[data-place]");
    return cell && this.grid.contains(cell) ? Number(cell.dataset.place) : undefined;
  }

  get focused() {
    return this.#focused;
  }

  /** Lets the Tab key reach this square instead of the previous one, and moves the focus there if
   * requested. */
  moveTo(square, focus = true) {
    this.#cells[this.#focused].tabIndex = -1;
    this.#focused = square;
    this.#cells[square].tabIndex = 0;
    if (focus) this.#cells[square].focus({ preventScroll: false });
  }

  /** The square to which an arrow key leads from the focused square; undefined at the edge. */
  findToward(key) {
    const [down, by] = ARROWS[key];
    return step(this.#facts, this.#focused, down, this.isLeftward && !down ? -by : by);
  }

  draw(game) {
    const { facts, state, hand, cursor, say } = game;
    const last = new Set(state.last);
    for (const [square, cell] of this.#cells.entries()) {
      const laid = hand.laid.get(square)?.tile;
      const tile = laid ?? state.squares[square];
      const isCursor = cursor?.place === square;
      const label = describeSquare(say, game, square);
      const key = `${tile} ${laid} ${last.has(square)} ${isCursor && cursor.down} ${isCursor} ${label}`;
      if (key === this.#drawn[square]) continue;
      this.#drawn[square] = key;
      cell.className = "cell";
      delete cell.dataset.colour;
      cell.replaceChildren(makeUnseen(label));
      const premium = facts.premium_kinds[facts.premiums[square]];
      if (premium) cell.dataset.colour = premium.colour;
      if (tile) cell.append(drawTile(facts, tile, { laid: laid !== undefined, last: last.has(square) }));
      else {
        if (square === facts.start) cell.append(makeElement("span", { className: "star", ariaHidden: "true" }, "★"));
        if (premium) cell.append(drawLabel(premium));
      }
      if (isCursor) cell.classList.add("cursor", cursor.down ? "down" : "across");
    }
  }
}

const drawLabel = ({ label }) =>
  makeElement("span", { className: label.length > 2 ? "long premium" : "premium", ariaHidden: "true" }, label);

const drawRow = (...cells) => makeElement("div", { role: "row" }, ...cells);
