// Clocks. The service sends the seconds left. Whenever it sends a time, it also sends the current
// time, so that the page relies on the differences and not on its own clock.

/** Counts seconds from the moment at which a state arrived. */
export class Clock {
  #at = 0;
  #now = 0;

  /** `now`: the service's time, in seconds since 1970; `at`: this page's own time, in milliseconds.
   * */
  set(now, at = performance.now()) {
    [this.#now, this.#at] = [now, at];
  }

  /** The seconds since the state arrived. */
  since(at = performance.now()) {
    return (at - this.#at) / 1000;
  }

  /** The seconds until a time on the service's clock, but at least 0. */
  until(moment, at = performance.now()) {
    return Math.max(0, moment - this.#now - this.since(at));
  }

  /** The seconds left on a clock that showed `left` when the state arrived. */
  left(left, runs, at = performance.now()) {
    return runs ? left - this.since(at) : left;
  }
}

/** Writes seconds as `4:05`, `1:00:00` or, in overtime, `-0:30`. */
export function showSeconds(seconds) {
  const whole = seconds >= 0 ? Math.floor(seconds) : Math.ceil(-seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const pad = (number) => String(number).padStart(2, "0");
  const text = hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
  return seconds < 0 && whole ? `−${text}` : text;
}
