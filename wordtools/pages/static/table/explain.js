// Explains errors of calls about tables in the language of the page.

import { Refused } from "../errors.js";
import { endSentence } from "../messages.js";

/** Explains an error. The service's own sentence is more precise, since it names squares, tiles and
 * players, but it is always in English. Other languages have a sentence for each rule that can be
 * broken.
 * */
export function explain(say, error) {
  if (!(error instanceof Refused)) return say("no_connection");
  const { rule, code, message } = error;
  if (say.language === "en") return endSentence(message);
  const key = rule ? `rule_${rule}` : `error_${code}`;
  return endSentence(say(key.replaceAll("-", "_"), { sentence: message }));
}
