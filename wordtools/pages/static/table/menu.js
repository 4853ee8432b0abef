// The menu: the language of the page, and the looks and sounds of the table.

import { $, fillSelect } from "../elements.js";
import { LANGUAGES } from "../languages.js";
import { applyLooks, BOARDS, readLooks, ring, THEMES } from "./looks.js";

/** Sets up the menu. `changeLanguage` and `redraw` are called after a choice. */
export function setUpMenu({ say, changeLanguage, redraw }) {
  const fill = () => {
    const looks = readLooks();
    fillSelect($("language"), LANGUAGES.map((code) => [code, nameLanguage(code)]), say().language);
    fillSelect($("theme"), THEMES.map((name) => [name, say()(`theme_${name}`)]), looks.theme);
    fillSelect($("board-style"), BOARDS.map((name) => [name, say()(`board_${name}`)]), looks.board);
    for (const name of ["values", "sound", "vibration", "text"]) $(name).checked = looks[name];
  };
  $("open-menu").addEventListener("click", () => {
    fill();
    $("menu").showModal();
  });
  $("language").addEventListener("change", async () => {
    await changeLanguage($("language").value);
    fill();
  });
  const change = (changes) => {
    applyLooks(changes);
    redraw();
  };
  $("theme").addEventListener("change", () => change({ theme: $("theme").value }));
  $("board-style").addEventListener("change", () => change({ board: $("board-style").value }));
  for (const name of ["values", "sound", "vibration", "text"])
    $(name).addEventListener("change", () => {
      change({ [name]: $(name).checked });
      if (name === "sound" || name === "vibration") ring();
    });
}

/** The name of a language in that language, or in another one. */
export function nameLanguage(code, language = code) {
  const locale = language === "pt" ? "pt-PT" : language; // as the messages are
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
