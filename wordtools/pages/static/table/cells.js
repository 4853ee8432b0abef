// The cells of Lingo's board, which has no edges. They are squares, or hexagons that are two rows
// high. A cell's name is its column's letter and its row's number, such as `c7`; see
// wordtools/lingo/cells.py.

const AXES = {
  square: [[1, 0], [0, 1]],
  hex: [[1, 1], [0, 2], [1, -1]],
};
const MARGIN = { square: 1, hex: 2 };

export function nameCell([column, row]) {
  let name = "";
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(97 + ((left - 1) % 26)) + name;
  return name + row;
}

/** The column and row that a name stands for. Undefined if the text is not a name, or if the grid
 * does not have the cell. */
export function readCell(name, grid) {
  const match = name.toLowerCase().match(/^([a-z]{1,2})([1-9]\d{0,2})$/);
  if (!match) return undefined;
  let column = 0;
  for (const letter of match[1]) column = 26 * column + letter.charCodeAt(0) - 96;
  const row = Number(match[2]);
  return grid === "hex" && (column + row) % 2 ? undefined : [column, row];
}

/** The names of the cells beside a cell. Cells without a name are left out. */
export const listNeighbours = ([column, row], grid) =>
  AXES[grid]
    .flatMap(([x, y]) => [[column + x, row + y], [column - x, row - y]])
    .filter(([x, y]) => x > 0 && y > 0);

/** The part of the board to draw: the cells with tiles, the cells where a tile may go now, and the
 * numbers of columns and rows. */
export function frame(grid, occupied) {
  const taken = occupied.map((name) => readCell(name, grid));
  const free = new Map();
  if (!taken.length)
    for (let column = 1; column <= 5; column++)
      for (let row = 1; row <= 5 * MARGIN[grid]; row++)
        if (grid === "square" || (column + row) % 2 === 0) free.set(nameCell([column, row]), [column, row]);
  for (const cell of taken)
    for (const beside of listNeighbours(cell, grid)) free.set(nameCell(beside), beside);
  for (const name of occupied) free.delete(name);
  const all = [...taken, ...free.values()];
  return {
    free: [...free.keys()],
    columns: Math.max(...all.map(([column]) => column)),
    rows: Math.max(...all.map(([, row]) => row)),
  };
}

/** The middle of a cell, and the size of a board, both measured in widths of a cell. */
export function place(grid, [column, row]) {
  if (grid === "square") return { x: column - 0.5, y: row - 0.5, width: 1, height: 1 };
  const height = 7 / 8;
  return { x: (column - 1) * 0.75 + 0.5, y: (row * height) / 2, width: 1, height };
}

/** The cell to which an arrow key leads from another cell: the nearest of `cells` in that
 * direction. */
export function findToward(grid, from, key, cells) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const start = place(grid, from);
  let best, least = Infinity;
  for (const cell of cells) {
    const { x, y } = place(grid, cell);
    const [ahead, aside] = [(x - start.x) * dx + (y - start.y) * dy, Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx)];
    if (ahead < 0.2) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}
