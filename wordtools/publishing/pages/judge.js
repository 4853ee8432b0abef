// The judge page: the kiosk's screens, with a judge in the page itself and without a log.

import { offerFullScreen } from "static/buttons.js";
import { $ } from "static/elements.js";
import { Away } from "static/errors.js";
import { connect, setLanguage, setUpScreens } from "static/screens.js";
import { describeOffer, setUpPage } from "./page.js";
import { settings } from "./settings.js";
import { isAcceptable, normalizeWords } from "./verdict.js";

let current; // the offer in force
let opened; // a promise of its lexicon, fulfilled once every byte is checked

const service = {
  preview: async (words) => normalizeWords(await awaitLexicon(), words),
  rule: async (typed) => {
    const { edition, digest } = current; // before waiting: another lexicon may be chosen meanwhile
    const lexicon = await awaitLexicon();
    const words = normalizeWords(lexicon, typed);
    const acceptable = isAcceptable(lexicon, words);
    return {
      acceptable,
      answer: acceptable ? "YES" : "NO",
      words,
      edition,
      digest,
      time: Date.now(),
    };
  },
};

/** The lexicon in force. Throws `Away` if the lexicon cannot be opened; the page then states why.
 * */
async function awaitLexicon() {
  try {
    return (await opened).lexicon;
  } catch {
    throw new Away();
  }
}

const station = setUpScreens(service, (say) => ({ lexicon: describeOffer(say, current) }));

offerFullScreen($("full-screen"));
setUpPage({
  begin(say, offer, promise) {
    current = offer;
    opened = promise;
    setLanguage(say);
    connect({ settings: settings.station, lexicon: { ...offer, language: offer.keyboard } });
  },
  end: () => station.disconnect(new Away()),
  isFree: () => ["away", "count"].includes(station.screen),
});
