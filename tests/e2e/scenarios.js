// Plays the steps of a scenario on the page's state machine, and returns the screen after each. The
// judge is the test's own, by `askJudge(question, words, key, step)`.
async ({ steps, settings }) => {
  const { Refused } = await import("/static/errors.js");
  const { loadMessages } = await import("/static/languages.js");
  const { endSentence } = await import("/static/messages.js");
  const { Station } = await import("/static/station.js");
  const say = await loadMessages("en");
  let now = 1000;
  let step;

  async function ask(question, words, key) {
    now += step.takes;
    const answer = await askJudge(question, words, key, step);
    if (answer.error) throw new Refused(422, answer.error);
    return answer;
  }

  const station = new Station({
    service: {
      preview: async (words) => (await ask("preview", words, "")).words,
      rule: (words, confirmed, key) => ask("rule", words, key),
    },
    clock: () => now,
    changed() {},
  });
  station.connect({ settings, lexicon: {} });
  const shown = [];
  for (step of steps) {
    now += step.wait;
    if (!step.keys.length) station.tick();
    for (const key of step.keys) await station.press(key);
    shown.push({
      screen: station.screen,
      typed: station.typed,
      note: station.note ? endSentence(station.note(say)) : "",
      words: station.words,
      answer: station.ruling?.answer ?? "",
    });
  }
  return shown;
};
