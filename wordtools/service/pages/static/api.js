// Calls to the service. Addresses are relative to this file, so the service may stand at any path.

const API = new URL("../api/v1/", import.meta.url);
const TIMEOUT = 8000; // milliseconds until a silent service counts as away

/** The service answered with an error: `message` is a whole sentence in English, `reason` and
 *  `values` are those of the message `cannot_REASON`, if there is one. */
export class Refused extends Error {
  constructor(status, { message, code, reason, values }) {
    super(message);
    Object.assign(this, { status, code, reason, values });
  }
}

/** No answer, or one that is not the service's. */
export class Away extends Error {}

/** The service's answer to a call, as data, if it comes in so many milliseconds. Throws `Refused` or
 *  `Away`. */
export async function call(method, path, { body, headers, timeout = TIMEOUT } = {}) {
  let answer, data;
  try {
    answer = await fetch(resolve(path), {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      cache: "no-store",
      keepalive: method === "DELETE", // even while the page is being closed
      signal: AbortSignal.timeout(timeout),
    });
    data = answer.status === 204 ? null : await answer.json();
  } catch (error) {
    throw new Away(error.message);
  }
  if (answer.ok) return data;
  if (data?.error?.message) throw new Refused(answer.status, data.error);
  throw new Away(`status ${answer.status}`);
}

/** A call that changes something in the director's name. */
export const callAsDirector = (method, path, body, headers) =>
  call(method, `director/${path}`, { body, headers: { ...headers, "X-Wordtools": "director" } });

/** The full address of a path of the API. */
export const resolve = (path) => new URL(path, API).href;
