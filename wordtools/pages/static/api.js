// Calls to the service. Addresses are relative to this file, so the service can be at any path.

import { Away, Refused } from "./errors.js";

const API = new URL("../api/v1/", import.meta.url);
const TIMEOUT = 8000; // milliseconds without an answer after which the service is considered away

/** Calls the service and returns the data of its answer. Throws `Refused`, or `Away` if no answer
 *  comes within `timeout` milliseconds. */
export async function call(method, path, { body, headers, timeout = TIMEOUT } = {}) {
  let answer, data;
  try {
    answer = await fetch(resolve(path), {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      cache: "no-store",
      keepalive: method === "DELETE", // sign out even while the page closes
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

/** A call on behalf of the director that changes something. */
export const callAsDirector = (method, path, body, headers) =>
  call(method, `director/${path}`, { body, headers: { ...headers, "X-Wordtools": "director" } });

/** The full address of an API path. */
export const resolve = (path) => new URL(path, API).href;
