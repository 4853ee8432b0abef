// Lingo's board: stacks on squares or hexagons, and the free cells beside them. The board grows
// with the game.

import { makeElement, makeUnseen } from "../elements.js";
import { findToward, frame, nameCell, place, readCell } from "./cells.js";
import { describeCell } from "./sentences.js";
import { drawTile } from "./tile.js";

export class StackBoard {
  #focused = "c3";
  #names = [];
  #drawn = "";

  constructor(grid, facts) {
    this.grid = grid;
    this.shape = facts.grid;
    grid.classList.add("stacks");
    grid.dataset.shape = facts.grid;
  }

  findPlace(element) {
    const cell = element?.closest?.(".cell[data-place]");
    return cell && this.grid.contains(cell) ? cell.dataset.place : undefined;
  }

  get focused() {
    return this.#focused;
  }

  moveTo(name, focus = true) {
    this.#find(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = name;
    const cell = this.#find(name);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus();
  }

  findToward(key) {
    const cells = this.#names.map((name) => readCell(name, this.shape));
    const best = findToward(this.shape, readCell(this.#focused, this.shape), key, cells);
    return best && nameCell(best);
  }

  #find(name) {
    return this.grid.querySelector(`[data-place="${name}"]`);
  }

  draw(game) {
    const { facts, state, hand, cursor, say } = game;
    const laid = hand.laid;
    const stacks = new Map(state.cells.map((stack) => [stack.cell, stack]));
    const { free, columns, rows } = frame(this.shape, [...new Set([...stacks.keys(), ...laid.keys()])]);
    const names = [...new Set([...stacks.keys(), ...laid.keys(), ...free])];
    const key = JSON.stringify([names, state.cells, [...laid].map(([name, { tile }]) => [name, tile]), cursor, say.language]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const hadFocus = this.grid.contains(document.activeElement);
    if (!names.includes(this.#focused)) this.#focused = free[0] ?? names[0];
    const isHex = this.shape === "hex";
    this.grid.style.setProperty("--columns", isHex ? (columns - 1) * 0.75 + 1 : columns);
    this.grid.style.setProperty("--rows", isHex ? ((rows + 1) * 7) / 16 : rows);
    const cells = names.map((name) => [readCell(name, this.shape), name]);
    const lines = [];
    for (let row = 1; row <= rows; row++) {
      const inRow = cells.filter(([cell]) => cell[1] === row).sort(([[one]], [[other]]) => one - other);
      if (!inRow.length) continue;
      const line = makeElement("div", { role: "row" });
      for (const [cell, name] of inRow) {
        const drawn = makeElement("div", { role: "gridcell", className: "cell", tabIndex: name === this.#focused ? 0 : -1 });
        const { x, y } = place(this.shape, cell);
        drawn.style.setProperty("--x", x);
        drawn.style.setProperty("--y", y);
        drawn.dataset.place = name;
        drawn.append(makeUnseen(describeCell(say, game, name)));
        const stack = stacks.get(name);
        const own = laid.get(name);
        if (own) drawn.append(drawTile(facts, own.tile, { laid: true, height: (stack?.height ?? 0) + 1 }));
        else if (stack) drawn.append(drawTile(facts, stack.tile, { last: stack.is_new, height: stack.height }));
        else drawn.append(makeElement("span", { className: "name", ariaHidden: "true" }, name));
        drawn.classList.toggle("free", !stack && !own);
        drawn.classList.toggle("cursor", cursor?.place === name);
        line.append(drawn);
      }
      lines.push(line);
    }
    this.#names = names;
    this.grid.replaceChildren(...lines);
    if (hadFocus) this.#find(this.#focused)?.focus();
  }
}
