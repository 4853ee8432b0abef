// Shows words as rows of tiles: `PE[RR]O` has a tile with two letters.

import { makeElement } from "./elements.js";

/** The word as a page shows it, with a frame around each tile in brackets. */
export function drawWord(word) {
  const fragment = document.createDocumentFragment();
  for (const piece of word.split(/(\[[^\]]*\])/).filter(Boolean)) {
    const isTile = piece.startsWith("[");
    fragment.append(
      isTile ? makeElement("span", { className: "framed" }, piece.slice(1, -1)) : piece,
    );
  }
  return fragment;
}

/** The word as screen readers speak it: tile by tile if a tile has a frame. */
export const spellOut = (word) =>
  word.includes("[") ? word.match(/\[[^\]]*\]|./gu).join(" ").replace(/[[\]]/g, "") : word;

/** Examples of how to type a tile with several letters, and how to type its letters as separate tiles. */
export function explainBrackets(tiles) {
  const isExample = (tile) => [...tile].length > 1 && [...tile].every((one) => tiles.includes(one));
  const tile = tiles.find(isExample);
  if (!tile) return "";
  const single = [...tile].map((letter) => `[${letter}]`).join("");
  return `${tile} = [${tile}] · ${[...tile].join(" ")} = ${single}`;
}

/** The number of letters in a word. */
export const countLetters = (word) => [...word.replace(/[[\]]/g, "")].length;

/** The text that a tile's key adds to `typed`. Brackets keep the tile and the letter before it from
 * forming another of the `tiles`. */
export function spellTile(tile, typed, tiles) {
  const before = [...typed].at(-1)?.toUpperCase() ?? " ";
  const joins = tiles.some((other) => other.includes(before + tile));
  return joins || [...tile].length > 1 ? `[${tile}]` : tile;
}
