// Words as their tiles show them: `PE[RR]O` has a tile with two letters.

/** The word for a page, a frame around each tile that is in brackets. */
export function drawWord(word) {
  const drawn = document.createDocumentFragment();
  for (const piece of word.split(/(\[[^\]]*\])/).filter(Boolean)) {
    const tile = piece.startsWith("[") && document.createElement("span");
    if (tile) Object.assign(tile, { className: "framed", textContent: piece.slice(1, -1) });
    drawn.append(tile || piece);
  }
  return drawn;
}

/** The word to be read aloud: tile by tile, if some tile has a frame. */
export const spellOut = (word) =>
  word.includes("[") ? word.match(/\[[^\]]*\]|./gu).join(" ").replace(/[[\]]/g, "") : word;

/** How to type a tile with several letters, and the tiles with one of them each: by an example, which
 *  needs no words. */
export function explainBrackets(tiles) {
  const isExample = (tile) => [...tile].length > 1 && [...tile].every((one) => tiles.includes(one));
  const tile = tiles.find(isExample);
  if (!tile) return "";
  const apart = [...tile].map((letter) => `[${letter}]`).join("");
  return `${tile} = [${tile}] · ${[...tile].join(" ")} = ${apart}`;
}

/** How many letters a word shows. */
export const countLetters = (word) => [...word.replace(/[[\]]/g, "")].length;

/** What a key that shows a tile types after `typed`: brackets make sure that it is read as this tile,
 *  and not with the letter before it as another one of `tiles`. */
export function spellTile(tile, typed, tiles) {
  const before = [...typed].at(-1)?.toUpperCase() ?? " ";
  const joins = tiles.some((other) => other.includes(before + tile));
  return joins || [...tile].length > 1 ? `[${tile}]` : tile;
}
