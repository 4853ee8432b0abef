// The on-screen keyboard: the tiles of the lexicon, arranged as on a keyboard for the lexicon's
// language.

import { makeElement } from "./elements.js";

/** The rows of each language's usual keyboard, from the top. Other tiles come last. */
const LAYOUTS = {
  ar: ["ضصثقفغعهخحجد", "شسيبلاتنمكط", "ذئءؤرةوزظأ"],
  bg: ["УЕИШЩКСДЗЦ", "ЬЯАОЖГТНВМЧ", "ЮЙЪЭФХПРЛБ"],
  ca: ["QWERTYUIOP", "ASDFGHJKLÇ", "ZXCVBNM"],
  cs: ["ĚŠČŘŽÝÁÍÉ", "QWERTZUIOPÚ", "ASDFGHJKLŮ", "YXCVBNM"],
  da: ["QWERTYUIOPÅ", "ASDFGHJKLÆØ", "ZXCVBNM"],
  de: ["QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNM"],
  el: ["ΕΡΤΥΘΙΟΠ", "ΑΣΔΦΓΗΞΚΛ", "ΖΧΨΩΒΝΜ"],
  en: ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"],
  es: ["QWERTYUIOP", "ASDFGHJKLÑ", "ZXCVBNM"],
  et: ["QWERTYUIOPÜÕ", "ASDFGHJKLÖÄ", "ZXCVBNM"],
  fi: ["QWERTYUIOPÅ", "ASDFGHJKLÖÄ", "ZXCVBNM"],
  fo: ["QWERTYUIOPÅÐ", "ASDFGHJKLÆØ", "ZXCVBNM"],
  fr: ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"],
  gl: ["QWERTYUIOP", "ASDFGHJKLÑ", "ZXCVBNM"],
  he: ["קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"],
  hr: ["QWERTZUIOPŠĐ", "ASDFGHJKLČĆŽ", "YXCVBNM"],
  hu: ["QWERTZUIOPŐÚ", "ASDFGHJKLÉÁŰ", "ÍYXCVBNMÖÜÓ"],
  is: ["QWERTYUIOPÐ", "ASDFGHJKLÆÖ", "ZXCVBNMÞ"],
  lt: ["ĄČĘĖĮŠŲŪŽ", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"],
  nb: ["QWERTYUIOPÅ", "ASDFGHJKLØÆ", "ZXCVBNM"],
  nn: ["QWERTYUIOPÅ", "ASDFGHJKLØÆ", "ZXCVBNM"],
  pt: ["QWERTYUIOP", "ASDFGHJKLÇ", "ZXCVBNM"],
  ru: ["ЙЦУКЕНГШЩЗХЪ", "ФЫВАПРОЛДЖЭ", "ЯЧСМИТЬБЮЁ"],
  sk: ["ĽŠČŤŽÝÁÍÉ", "QWERTZUIOPÚÄ", "ASDFGHJKLÔŇ", "YXCVBNM"],
  sl: ["QWERTZUIOPŠĐ", "ASDFGHJKLČĆŽ", "YXCVBNM"],
  sv: ["QWERTYUIOPÅ", "ASDFGHJKLÖÄ", "ZXCVBNM"],
  tr: ["QWERTYUIOPĞÜ", "ASDFGHJKLŞİ", "ZXCVBNMÖÇ"],
  uk: ["ЙЦУКЕНГШЩЗХЇ", "ФІВАПРОЛДЖЄ", "ҐЯЧСМИТЬБЮʼ"],
};

/** Fills `element` with a button for each tile of a lexicon (tiles of several letters come last),
 * and with a button labelled `erase` that erases. */
export function drawKeyboard(element, { language, tiles }, erase) {
  const layout = LAYOUTS[language] ?? LAYOUTS.en;
  const rows = layout.map((row) => [...row].filter((letter) => tiles.includes(letter)));
  const others = tiles.filter((tile) => !rows.flat().includes(tile));
  const letters = others.filter((tile) => [...tile].length === 1);
  const groups = others.filter((tile) => !letters.includes(tile));
  if (rows.at(-1).length + letters.length < 12) rows.at(-1).push(...letters);
  else rows.push(letters);
  if (groups.length) rows.push(groups);
  const widest = Math.max(...rows.map((row) => row.length), rows.at(-1).length + 1);
  element.style.setProperty("--keys", widest);
  element.replaceChildren(
    ...rows.map((row) => makeElement("div", {}, ...row.map((tile) => drawKey(tile, "tile")))),
  );
  const back = drawKey("⌫", "backspace");
  back.setAttribute("aria-label", erase);
  element.lastChild.append(back);
}

/** Makes a key that shows `text`. The page handles it as `key`. The Tab key skips it. */
const drawKey = (text, key) => makeElement("button", { tabIndex: -1, data: { key } }, text);
