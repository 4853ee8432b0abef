// The errors of requests for a ruling.

/** A refusal. `message` is in English. `reason` and `values`, if present, are for the message `cannot_REASON`, and
 * `rule` is for `rule_RULE`. */
export class Refused extends Error {
  constructor(status, { message, code, reason, values, rule }) {
    super(message);
    Object.assign(this, { status, code, reason, values, rule });
  }
}

/** There was no answer, or one that does not come from the service. */
export class Away extends Error {}
