// Tiles, represented by the numbers that the service sends. A tile's number is its place in the
// alphabet; BLANK is added if a blank stands for the tile. On the board, 0 is an empty square; on a
// rack, 0 is a blank.

export const BLANK = 64;
const LETTER = BLANK - 1;

export const isBlank = (tile) => tile === 0 || (tile & BLANK) !== 0;

/** The letters printed on a tile; "" for a blank that stands for none. */
export const showFace = ({ tiles }, tile) => (tile & LETTER ? tiles[tile & LETTER].face : "");

/** The points printed on a tile. */
export const showValue = ({ tiles }, tile) => tiles[isBlank(tile) ? 0 : tile].value;

/** The colour of tiles with this value in the game, or undefined. */
export const findColour = ({ tiles }, tile) => tiles[isBlank(tile) ? 0 : tile].colour ?? undefined;

/** A tile in notation: `A`, `[CH]`, `a` for a blank (`?א` where letters have no case), or `?` for a
 * blank that stands for none. */
export function writeTile(facts, tile) {
  const face = showFace(facts, tile);
  if (!face) return "?";
  const written = [...face].length > 1 ? `[${face}]` : face;
  if (!isBlank(tile)) return written;
  const small = written.toLocaleLowerCase(facts.language);
  return small === written ? `?${written}` : small;
}

export const writeTiles = (facts, tiles) => tiles.map((tile) => writeTile(facts, tile)).join("");

/** The number of the tile with these letters, in upper or lower case; undefined if there is none. */
export function findTile({ tiles, language }, letters) {
  const wanted = letters.normalize("NFC").toLocaleUpperCase(language);
  const at = tiles.findIndex(({ face }, number) => number > 0 && face === wanted);
  return at > 0 ? at : undefined;
}

/** The letters that a blank may stand for, which are those of the game's tile set. */
export const listLetters = ({ tiles }) =>
  tiles.map((_, tile) => tile).filter((tile) => tile > 0 && tiles[tile].count > 0);
