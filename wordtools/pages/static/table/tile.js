// Makes the element for a tile: its letters, its value, and marks for a blank and for the last
// play.

import { makeElement } from "../elements.js";
import { findColour, isBlank, showFace, showValue } from "./tiles.js";

export function drawTile(facts, tile, { laid = false, last = false, height = 1 } = {}) {
  const face = showFace(facts, tile);
  const drawn = makeElement("span", { className: "tile", ariaHidden: "true" });
  const colour = findColour(facts, tile);
  if (colour) drawn.dataset.colour = colour;
  drawn.classList.toggle("blank", isBlank(tile));
  drawn.classList.toggle("laid", laid);
  drawn.classList.toggle("last", last);
  drawn.classList.toggle("wide", [...face].length > 1);
  drawn.append(makeElement("span", { className: "face" }, face));
  if (!isBlank(tile))
    drawn.append(makeElement("span", { className: "value" }, String(showValue(facts, tile))));
  if (height > 1) drawn.append(makeElement("span", { className: "height" }, `×${height}`));
  return drawn;
}
