// The on-screen keyboard: the letters of the lexicon where a typist looks for them.

const ROWS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];

/** Fills `element` with a button for each letter, those beyond A to Z last, and one that erases,
 *  labelled `erase`. */
export function drawKeyboard(element, tiles, erase) {
  const letters = new Set(tiles.join(""));
  const rows = ROWS.map((row) => [...row].filter((letter) => letters.has(letter)));
  const others = [...letters].filter((letter) => !ROWS.join("").includes(letter));
  if (rows.at(-1).length + others.length < 10) rows.at(-1).push(...others);
  else rows.push(others);
  const widest = Math.max(...rows.map((row) => row.length), rows.at(-1).length + 1);
  element.style.setProperty("--keys", widest);
  element.replaceChildren(
    ...rows.map((row) => {
      const line = document.createElement("div");
      line.append(...row.map((letter) => drawKey(letter, letter)));
      return line;
    }),
  );
  const back = drawKey("⌫", "backspace");
  back.setAttribute("aria-label", erase);
  element.lastChild.append(back);
}

function drawKey(text, key) {
  const button = document.createElement("button");
  button.textContent = text;
  button.dataset.key = key;
  button.tabIndex = -1; // the Tab key has other buttons to visit; letters are typed
  return button;
}
