/** Time in which a page has nothing else to do. */

/** A busy page may never be idle. */
const IDLE = { timeout: 1000 };

/** Resolves when the page is idle. */
export const idle = (): Promise<void> =>
  new Promise(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), IDLE);
    else setTimeout(resolve);
  });
