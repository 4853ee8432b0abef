// The page of one station: what its state machine says, shown; keys and touches, passed on.

import { Refused, call } from "./api.js";
import { setUpDesk } from "./desk.js";
import { layKeys } from "./keyboard.js";
import { browserLanguage, fill, speak, told } from "./say.js";
import { Station } from "./station.js";
import * as memory from "./memory.js";

const BEAT = 2000; // milliseconds between two looks at the service
const $ = (id) => document.getElementById(id);
const main = document.querySelector("main");
const typed = $("typed");
let say = null;
let composing = false;

const post = (path, body) =>
  call("POST", path, { body: { ...memory.place(), scope: "play", ...body }, headers: token() });
const token = () => ({ Authorization: `Bearer ${memory.token()}` });

const station = new Station({
  service: {
    preview: async (words) => (await post("previews", { words })).words,
    rule: (words, confirmed) => post("rulings", { words, confirmed }),
  },
  clock: () => performance.now() / 1000,
  changed: show,
});
const openDesk = setUpDesk($("desk"), station, () => say);

// The service, looked at all the time

async function look() {
  if (station.busy) return;
  try {
    if (!say) await learn(browserLanguage());
    const asked = memory.token();
    if (!asked) throw new Refused(401, { message: "there is no token" });
    const facts = await call("GET", "station", { headers: token() });
    if (asked !== memory.token() || station.busy) return;
    if (say.language !== facts.language) await learn(facts.language);
    layOut(facts);
    station.meet(facts);
  } catch (error) {
    station.lose(error);
  }
}

async function watch() {
  await look();
  setTimeout(watch, BEAT);
}

async function learn(language) {
  say = await speak(language);
  document.documentElement.lang = language;
}

// The screens

function show() {
  const { screen, facts, count, ruling, last } = station;
  document.body.toggleAttribute("data-deaf", station.deaf);
  main.setAttribute("aria-busy", station.busy);
  if (!say) return;
  const changed = document.body.dataset.screen !== screen;
  document.body.dataset.screen = screen;
  document.body.dataset.answer = ruling?.answer ?? "";
  for (const section of main.children) section.hidden = section.dataset.for !== screen;

  document.querySelector("label[for=typed]").dataset.say = count > 1 ? "enter_words" : "enter_word";
  if (ruling) {
    document.querySelector(".answer span").dataset.say = ruling.acceptable ? "yes" : "no";
    document.querySelector(".answer + p").dataset.say = ruling.acceptable
      ? "acceptable"
      : "unacceptable";
  }
  fill(document.body, say, {
    ...memory.place(),
    ...named(ruling ?? facts?.lexicon),
    count,
    most: facts?.settings.most_words,
    number: last?.number,
    time: last && moment(last.time, { timeStyle: "medium" }),
  });
  if (!composing && typed.value !== station.typed) typed.value = station.typed;
  typed.classList.toggle("long", typed.value.length > 40);
  write("note", station.note ? sentence(...station.note) : "");
  write("why", station.why ? told(say, station.why) : "");
  write("today", moment(Date.now(), { dateStyle: "long" }));
  write("lexicon", facts ? inForce(facts) : "");
  for (const element of main.querySelectorAll(".words")) showWords(element, station.words);
  if (changed) turnTo(screen);
}

const sentence = (key, values = {}) =>
  say(key, values.why ? { why: told(say, values.why) } : values);

/** After a change of screen: the keyboard's focus, and what a screen reader says. */
function turnTo(screen) {
  (screen === "entry" ? typed : screen === "token" ? $("token") : main).focus();
  const section = main.querySelector(`[data-for=${screen}]`);
  const read = [...section.querySelectorAll("h1, .title, .words li")];
  write("spoken", read.map((element) => element.textContent.trim()).join(". "));
}

function write(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function showWords(element, words) {
  const shown = JSON.stringify(words);
  if (element.dataset.shown === shown) return;
  element.dataset.shown = shown;
  const list = document.createElement("ol");
  list.className = "word";
  for (const word of words) {
    const item = document.createElement("li");
    item.textContent = word;
    list.append(item);
  }
  element.replaceChildren(list);
  element.classList.toggle("many", words.length > 4);
  element.style.setProperty("--count", words.length);
  element.style.setProperty("--longest", Math.max(1, ...words.map((word) => word.length)));
}

/** Which lexicon is in force, as the foot of the page and a verdict tell it. */
const named = ({ edition, digest } = {}) => ({ edition, digest: digest?.slice(0, 8) });

const inForce = ({ lexicon, version }) =>
  [lexicon.title, say("judged_by", named(lexicon)), lexicon.effective, `wordtools ${version}`]
    .filter(Boolean)
    .join(" · ");

const moment = (time, style) =>
  new Intl.DateTimeFormat(say.locale, style).format(new Date(time));

let laid = "";

/** The buttons that depend on the settings and the lexicon's letters. */
function layOut({ settings, lexicon }) {
  const needed = JSON.stringify([settings.most_words, lexicon.digest, say.language]);
  if (needed === laid) return;
  laid = needed;
  const numbers = Array.from({ length: settings.most_words }, (_, index) => {
    const button = document.createElement("button");
    button.className = "tile";
    button.textContent = button.dataset.key = String(index + 1);
    return button;
  });
  $("numbers").replaceChildren(...numbers);
  $("numbers").setAttribute("aria-label", say("how_many"));
  layKeys($("keys"), lexicon.tiles, say("erase"));
}

// Keys and touches

const NAMES = { Tab: "tab", Escape: "escape", Backspace: "backspace" };
const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "Dead"];

addEventListener("keydown", (event) => {
  const { key } = event;
  if ($("desk").open || station.screen === "token" || event.isComposing) return;
  if (event.ctrlKey && key.toLowerCase() === "d") {
    event.preventDefault();
    if (!event.repeat) openDesk();
  } else if (!event.ctrlKey && !event.altKey && !event.metaKey && !MODIFIERS.includes(key)) {
    if (!event.repeat || (station.screen === "entry" && key === "Backspace")) press(event);
    else event.preventDefault();
  }
});

function press(event) {
  const { key, shiftKey } = event;
  const name = NAMES[key] ?? key;
  const taken = {
    count: /^[1-9]$/.test(key),
    entry: key === "Escape",
    confirm: name in { tab: 0, escape: 0, backspace: 0 } && !shiftKey,
    verdict: true,
    cannot: true,
  }[station.screen];
  if (taken) {
    event.preventDefault();
    station.key(name);
  } else if (station.screen === "entry" && key.length === 1 && key !== " ") {
    typed.focus(); // the letter that follows goes where letters belong
  }
}

// The entry line takes single characters as typed. Whatever a browser or a system keyboard would
// insert of its own (a paste, a drop, a correction, a suggested word) is refused in sight.
typed.addEventListener("beforeinput", (event) => {
  const { inputType, data, isComposing } = event;
  if (isComposing || inputType.includes("Composition")) return; // a dead key: compositionend tells
  event.preventDefault();
  if (inputType === "insertText") insert(data);
  else if (inputType === "insertLineBreak") station.key("enter");
  else if (inputType.startsWith("deleteContentBackward")) station.key("backspace");
  else if (inputType.startsWith("insert")) station.key("paste");
});
typed.addEventListener("compositionstart", () => (composing = true));
typed.addEventListener("compositionend", ({ data }) => {
  composing = false;
  if (data) insert(data);
  show();
});
for (const name of ["select", "selectionchange", "focus", "pointerup", "keyup"])
  typed.addEventListener(name, () => typed.setSelectionRange(1e9, 1e9)); // only the end

/** One character, however it is composed; more at once were not typed. */
function insert(text) {
  if ([...text.normalize("NFC")].length > 1) station.key("paste");
  else for (const character of text) station.key(character);
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-key]");
  if (button) station.key(button.dataset.key);
  else if (station.screen === "verdict" || station.screen === "cannot") station.key("touch");
});
main.addEventListener("mousedown", (event) => {
  if (event.target.closest("#keys, .choices")) event.preventDefault(); // the line keeps the focus
});
for (const name of ["contextmenu", "dragstart", "dragover", "drop"])
  addEventListener(name, (event) => event.preventDefault());

// Coming and going

$("open-desk").addEventListener("click", openDesk);
$("introduce").addEventListener("submit", (event) => {
  event.preventDefault();
  memory.setToken($("token").value);
  $("token").value = "";
  look();
});
addEventListener("hashchange", () => memory.takeToken() && look());
addEventListener("online", look);
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
history.pushState(null, ""); // the back button leads here
addEventListener("popstate", () => history.pushState(null, ""));

memory.takeToken();
setInterval(() => {
  station.tick();
  show();
}, 200);
watch();
