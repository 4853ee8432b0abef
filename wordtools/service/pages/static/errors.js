// The errors of requests for a ruling.

/** A refusal. `message` is in English; `reason` and `values`, if any, are for `cannot_REASON`, and `rule` for
 *  `rule_RULE`. */
export class Refused extends Error {
  constructor(status, { message, code, reason, values, rule }) {
    super(message);
    Object.assign(this, { status, code, reason, values, rule });
  }
}

/** There was no answer, or one that does not come from the service. */
export class Away extends Error {}
