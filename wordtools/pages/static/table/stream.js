// Reads the events of a table with fetch, because an EventSource cannot send a token. After a lost
// connection, reading resumes where it stopped.

import { resolve } from "../api.js";

const SILENCE = 45_000; // milliseconds; the service sends something every 20 seconds
const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;

/** Splits a stream of server-sent events into objects `{ id, event, data }`. */
export class EventReader {
  #text = "";

  /** The events whose text ends in this piece. */
  push(piece) {
    this.#text += piece;
    const blocks = this.#text.split(/\r?\n\r?\n/);
    this.#text = blocks.pop();
    return blocks.map(readBlock).filter(({ data }) => data !== "");
  }
}

function readBlock(block) {
  const read = { id: undefined, event: "message", data: "" };
  const lines = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = line.match(/^(\w*):? ?(.*)$/) ?? [];
    if (field === "data") lines.push(value);
    else if (field === "id" || field === "event") read[field] = value;
  }
  return { ...read, data: lines.join("\n") };
}

/** Follows the events at a path. `onEvent(name, data)` receives each event. `onLink(isUp, status)` reports whether the
 * service is reachable, and the status of a refusal. After a refusal, or once the stream is closed, makes no further
 * requests. */
export function follow(path, token, onEvent, onLink) {
  let last, timer, controller, ended = false;
  let wait = FIRST_WAIT;
  const again = () => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(listen, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  };

  async function listen() {
    controller = new AbortController();
    const mine = controller;
    let silence;
    const live = () => {
      clearTimeout(silence);
      silence = setTimeout(() => mine.abort(), SILENCE);
    };
    try {
      live();
      const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
      if (last !== undefined) headers["Last-Event-ID"] = last;
      const answer = await fetch(resolve(path), { headers, cache: "no-store", signal: mine.signal });
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        ended = true;
        onLink(false, answer.status);
        return;
      }
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      onLink(true);
      const reader = new EventReader();
      const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await pieces.read();
        if (done) break;
        live();
        for (const { id, event, data } of reader.push(value)) {
          wait = FIRST_WAIT;
          if (id !== undefined) last = id;
          if (event === "closed") ended = true;
          onEvent(event, data ? JSON.parse(data) : null);
        }
      }
    } catch {
      // the connection is lost; the loop below reconnects
    } finally {
      clearTimeout(silence);
    }
    if (!ended && mine === controller) {
      onLink(false);
      again();
    }
  }

  /** A page that becomes visible again cannot know whether its connection survived. */
  function wake() {
    if (!ended && !document.hidden && navigator.onLine) {
      wait = FIRST_WAIT;
      clearTimeout(timer);
      controller.abort();
      listen();
    }
  }

  addEventListener("online", wake);
  addEventListener("offline", () => controller.abort());
  document.addEventListener("visibilitychange", wake);
  listen();
}
