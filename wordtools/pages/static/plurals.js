// Plural forms of languages.

/** The plural form that a number requires in one of the languages of the messages. The messages' Portuguese is European: "0 pontos". */
export const findPlural = (language, number) =>
  new Intl.PluralRules(language === "pt" ? "pt-PT" : language).select(number);
