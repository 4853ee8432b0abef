// The errors of whoever is asked for a ruling.

/** A refusal. `message` is an English sentence; `reason` and `values`, if any, select and fill the message
 *  `cannot_REASON`. */
export class Refused extends Error {
  constructor(status, { message, code, reason, values }) {
    super(message);
    Object.assign(this, { status, code, reason, values });
  }
}

/** No answer, or an answer that does not come from the service. */
export class Away extends Error {}
