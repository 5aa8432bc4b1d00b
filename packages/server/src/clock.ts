/** Time that never goes back while the process runs, whatever is done to the clock of the machine. */

/** Milliseconds since 1970. */
export function steadyClock(): () => number {
  const base = Date.now() - performance.now();
  return () => base + performance.now();
}
