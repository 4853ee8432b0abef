// How a table looks and sounds in this browser: themes, boards, values, sound, vibration. All of it is the
// player's choice and stays here.

import { keepTaste, readTaste } from "./memory.js";

export const THEMES = ["auto", "light", "dark", "contrast"];
export const BOARDS = ["plain", "wood", "felt", "slate"];

const usual = { theme: "auto", board: "plain", values: true, sound: false, vibration: false, text: false };

/** The player's choices, with the usual ones for what was never chosen. */
export const readLooks = () => ({ ...usual, ...readTaste() });

/** Makes other looks the usual ones. */
export function preferLooks(looks) {
  Object.assign(usual, looks);
  applyLooks();
}

/** Applies the choices to the page, changed first if there are changes. */
export function applyLooks(changes) {
  if (changes) keepTaste(changes);
  const looks = readLooks();
  const { dataset } = document.documentElement;
  if (looks.theme === "auto") delete dataset.theme;
  else dataset.theme = looks.theme;
  dataset.board = looks.board;
  dataset.values = looks.values ? "shown" : "hidden";
  dataset.view = looks.text ? "text" : "board";
  return looks;
}

let audio;

/** Two short notes and a tremble, as far as the player wants them. */
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
