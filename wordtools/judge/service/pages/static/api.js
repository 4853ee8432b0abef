// Calls to the service. Addresses are relative to this file, so the service may sit at any path.

const API = new URL("../api/v1/", import.meta.url);
const PATIENCE = 8000; // milliseconds until a silent service counts as away

/** The service said no, in a sentence of its own. */
export class Refused extends Error {
  constructor(status, { message, code, reason, values }) {
    super(message);
    Object.assign(this, { status, code, reason, values });
  }
}

/** No answer, or one that is not the service's. */
export class Away extends Error {}

/** The service's answer to a call, as data. Throws `Refused` or `Away`. */
export async function call(method, path, { body, headers } = {}) {
  let answer, data;
  try {
    answer = await fetch(address(path), {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      cache: "no-store",
      keepalive: method === "DELETE", // also when the page goes
      signal: AbortSignal.timeout(PATIENCE),
    });
    data = answer.status === 204 ? null : await answer.json();
  } catch (error) {
    throw new Away(error.message);
  }
  if (answer.ok) return data;
  if (data?.error?.message) throw new Refused(answer.status, data.error);
  throw new Away(`status ${answer.status}`);
}

/** The full address of a part of the API. */
export const address = (path) => new URL(path, API).href;

/** A call that changes something in the director's name. */
export const command = (method, path, body) =>
  call(method, `director/${path}`, { body, headers: { "X-Wordtools": "director" } });
