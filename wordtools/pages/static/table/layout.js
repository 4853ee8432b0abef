// The squares of a crossword board: their names, rows and neighbours. Squares are numbered row by row from 0.

/** The name of a square, such as `H8`. */
export const nameSquare = ({ columns }, square) =>
  String.fromCharCode(65 + (square % columns)) + (Math.floor(square / columns) + 1);

/** The square with this name (`H8` or `8H`, in upper or lower case); undefined if there is none. */
export function findSquare({ rows, columns }, name) {
  const match = name.toUpperCase().match(/^(?:([A-Z])(\d{1,2})|(\d{1,2})([A-Z]))$/);
  if (!match) return undefined;
  const column = (match[1] ?? match[4]).charCodeAt(0) - 65;
  const row = Number(match[2] ?? match[3]) - 1;
  return column < columns && row >= 0 && row < rows ? row * columns + column : undefined;
}

/** The square that is some steps down or across; undefined beyond the edge. */
export function step({ rows, columns }, square, down, by = 1) {
  const row = Math.floor(square / columns) + (down ? by : 0);
  const column = (square % columns) + (down ? 0 : by);
  const isInside = row >= 0 && row < rows && column >= 0 && column < columns;
  return isInside ? row * columns + column : undefined;
}

/** This square or the nearest one after it without a tile; undefined beyond the edge. `isTaken`
 * returns true for a square with a tile. */
export function findFree(facts, square, down, isTaken) {
  let at = square;
  while (at !== undefined && isTaken(at)) at = step(facts, at, down);
  return at;
}

/** The nearest square before this one, in the same line, that `matches`. */
export function findBefore(facts, square, down, matches) {
  let at = step(facts, square, down, -1);
  while (at !== undefined && !matches(at)) at = step(facts, at, down, -1);
  return at;
}

/** The words on a board, across and down, each with its direction and squares. */
export function listWords(facts, squares) {
  const words = [];
  for (const down of [false, true])
    for (let square = 0; square < squares.length; square++) {
      const before = step(facts, square, down, -1);
      if (!squares[square] || (before !== undefined && squares[before])) continue;
      const run = [];
      for (let at = square; at !== undefined && squares[at]; at = step(facts, at, down)) run.push(at);
      if (run.length > 1) words.push({ square, down, run });
    }
  return words;
}
