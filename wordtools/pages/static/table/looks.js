// The looks and sounds of a table in this browser: themes, boards, values, sound, vibration. The
// player chooses all of these, and the choices stay in the browser.

import { keepTaste, readTaste } from "./memory.js";

export const THEMES = ["auto", "light", "dark", "contrast"];
export const BOARDS = ["plain", "wood", "felt", "slate"];

const usual = { theme: "auto", board: "plain", values: true, sound: false, vibration: false, text: false };

/** The player's choices, with defaults where the player has made none. */
export const readLooks = () => ({ ...usual, ...readTaste() });

/** Changes the defaults. */
export function preferLooks(looks) {
  Object.assign(usual, looks);
  applyLooks();
}

/** Makes any changes, and then applies the choices to the page. */
export function applyLooks(changes) {
  if (changes) keepTaste(changes);
  const looks = readLooks();
  chooseTheme(looks.theme);
  const { dataset } = document.documentElement;
  dataset.board = looks.board;
  dataset.values = looks.values ? "shown" : "hidden";
  dataset.view = looks.text ? "text" : "board";
  return looks;
}

/** The media feature on which the media rules of each theme depend. */
const CONDITIONS = { dark: "(prefers-color-scheme: dark)", contrast: "(prefers-contrast: more)" };
const conditions = new Map(); // the media of those rules, each with its theme

function findConditions(sheet) {
  for (const rule of sheet.cssRules) {
    if (rule.styleSheet) findConditions(rule.styleSheet);
    for (const [theme, text] of Object.entries(CONDITIONS))
      if (rule.media?.mediaText === text) conditions.set(rule.media, theme);
  }
}

/** Applies the media rules of only one theme. With "auto", the system chooses the theme. */
function chooseTheme(chosen) {
  if (!conditions.size) [...document.styleSheets].forEach(findConditions);
  for (const [media, theme] of conditions)
    media.mediaText = chosen === "auto" ? CONDITIONS[theme] : chosen === theme ? "all" : "not all";
  document.documentElement.style.colorScheme = ["light", "dark"].includes(chosen) ? chosen : "";
}

let audio;

/** Plays two short notes and vibrates, if the player has turned on sound and vibration. */
export function ring() {
  const { sound, vibration } = readLooks();
  if (vibration) navigator.vibrate?.([60, 40, 60]);
  if (!sound) return;
  audio ??= new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.14, 880]]) {
    const [note, loudness] = [audio.createOscillator(), audio.createGain()];
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, audio.currentTime + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.25);
    note.connect(loudness).connect(audio.destination);
    note.start(audio.currentTime + at);
    note.stop(audio.currentTime + at + 0.3);
  }
}
