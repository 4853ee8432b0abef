// The page of a station: its screens, the service that judges, and the director.

import { call } from "./api.js";
import { offerFullScreen, onHold } from "./buttons.js";
import { setUpDirectorDialog } from "./director-dialog.js";
import { $ } from "./elements.js";
import { Refused } from "./errors.js";
import { detectLanguage, loadMessages } from "./languages.js";
import { describePlace, endSentence, explain, isolate } from "./messages.js";
import { connect, isAtScreens, nameLexicon, setLanguage, setUpScreens, write } from "./screens.js";
import * as storage from "./storage.js";

const INTERVAL = 2000; // milliseconds between two queries of the service
const PATIENCE = 5000; // milliseconds that players wait for an answer; twice as long for a ruling
const HOLD = 3; // seconds for which a finger must hold the director's button
let say = null;
let battery = null; // the state of the battery, if the browser provides it

const station = setUpScreens(
  {
    preview: async (words) => (await challenge("previews", { words })).words,
    rule: (words, confirmed, key) => challenge("rulings", { words, confirmed, key }),
  },
  describe,
);
const openDirectorDialog = setUpDirectorDialog($("director-dialog"), station, () => say);

// The service

function challenge(path, words) {
  const body = { ...station.facts.location, scope: "play", ...words };
  return call("POST", path, { body, headers: authorize(), timeout: PATIENCE });
}

const authorize = () => ({ Authorization: `Bearer ${storage.readToken()}` });

/** Asks the service for the facts about the station, and notes whether the service is away. */
async function refresh() {
  if (station.busy) return;
  try {
    if (!say) await learn(detectLanguage());
    const token = storage.readToken();
    if (!token) throw new Refused(401, { message: "there is no token" });
    const facts = await call("GET", `station?${describeItself()}`, { headers: authorize() });
    if (token !== storage.readToken() || station.busy) return;
    if (say.language !== facts.language) await learn(facts.language);
    connect(facts);
  } catch (error) {
    station.disconnect(error);
  }
}

/** The status of this station, as the director sees it. It never includes typed text. */
function describeItself() {
  const { screen } = station;
  return new URLSearchParams({
    version: document.documentElement.dataset.version,
    ...(!["away", "token"].includes(screen) && { screen }),
    ...(battery && { battery: Math.round(100 * battery.level) }),
  });
}

async function keepRefreshing() {
  await refresh();
  setTimeout(keepRefreshing, INTERVAL);
}

async function learn(language) {
  say = await loadMessages(language);
  setLanguage(say);
}

/** The footer's texts: the station's name and location, and the lexicon. */
function describe(say, { name, location, lexicon, version }) {
  const named = say("judged_by", nameLexicon(lexicon));
  const join = (texts) => texts.filter(Boolean).join(" · ");
  return {
    place: join([isolate(name), describePlace(say, name, location)]),
    lexicon: join([lexicon.title, named, lexicon.effective, `wordtools ${version}`]),
  };
}

// Setting up and leaving

addEventListener("keydown", (event) => {
  if (!event.ctrlKey || event.key.toLowerCase() !== "d" || !isAtScreens(event)) return;
  event.preventDefault();
  if (!event.repeat) openDirectorDialog();
});
onHold($("open-director-dialog"), HOLD, openDirectorDialog);
offerFullScreen($("full-screen"));

$("token").addEventListener("input", () => write("token-note", ""));

const CODE = /^[a-z\d]{4}[ -]?[a-z\d]{4}$/i; // a token is much longer

/** Sets this browser up as a station with a code (which works once), a token or a link. */
async function introduce(text) {
  write("token-note", "");
  try {
    const isCode = CODE.test(text);
    storage.saveToken(isCode ? (await call("POST", "codes", { body: { code: text } })).token : text);
    $("token").value = "";
    await refresh();
    if (station.screen === "token") write("token-note", say("wrong_code"));
  } catch (error) {
    write("token-note", endSentence(explain(say, error)));
  }
}

$("introduce").addEventListener("submit", (event) => {
  event.preventDefault();
  introduce($("token").value.trim());
});
addEventListener("hashchange", () => storage.takeTokenFromAddress() && refresh());
addEventListener("online", refresh);

storage.takeTokenFromAddress();
navigator.getBattery?.().then((manager) => (battery = manager), () => {});
keepRefreshing();
