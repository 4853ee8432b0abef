// The judge page: the kiosk's screens, with the judge in the page. It keeps no log.

import { offerFullScreen } from "static/buttons.js";
import { $ } from "static/elements.js";
import { Away } from "static/errors.js";
import { connect, setLanguage, setUpScreens } from "static/screens.js";
import { describeOffer, setUpPage } from "./page.js";
import { settings } from "./settings.js";
import { isAcceptable, normalizeWords } from "./verdict.js";

let lexicon;
let current; // the offer whose lexicon it is, or will be

const service = {
  preview: async (words) => normalizeWords(lexicon, words),
  rule: async (typed) => {
    const words = normalizeWords(lexicon, typed);
    const acceptable = isAcceptable(lexicon, words);
    const { edition, digest } = station.facts.lexicon;
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
const station = setUpScreens(service, (say) => ({ lexicon: describeOffer(say, current) }));

offerFullScreen($("full-screen"));
setUpPage({
  begin(say, offer) {
    current = offer;
    setLanguage(say);
    station.disconnect(new Away());
  },
  putInForce(_, offer, opened) {
    lexicon = opened;
    const { tiles, language } = opened.manifest.alphabet;
    connect({ settings: settings.station, lexicon: { ...offer, tiles, language } });
  },
  isFree: () => ["away", "count"].includes(station.screen),
});
