// The errors of requests for a ruling.

/** A refusal. `message` is in English. `reason` and `values`, if present, select and fill the
 * message `cannot_REASON`; `rule` selects `rule_RULE`. */
export class Refused extends Error {
  constructor(status, { message, code, reason, values, rule }) {
    super(message);
    Object.assign(this, { status, code, reason, values, rule });
  }
}

/** No answer came, or the answer did not come from the service. */
export class Away extends Error {}
