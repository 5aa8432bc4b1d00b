/** What the benches of the viewer run inside the page, as text: here is no page, and no type of one. */
import type { CDPSession } from 'playwright-core';

const COUNTED = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** How long the thread of a page has worked, in milliseconds. */
export async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.reduce(
    (sum, { name, value }) => sum + (COUNTED.includes(name) ? 1000 * value : 0),
    0,
  );
}

/** Looks at every frame, from before anything of the page runs, for the first one with a piece in it; `boardMs` is when that was. */
export const watchBoard = (selector: string): string => `{
  const look = () => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const found = (element?.shadowRoot ?? element)?.querySelector('.piece, piece');
    if (found) globalThis.boardMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** When the script of the viewer had come; 0 in other pages. */
export const SCRIPT_MS = `Math.max(0, ...performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('/kifu-viewer.js'))
  .map(({ responseEnd }) => responseEnd))`;

/** Resolves when a frame has been drawn. */
export const NEXT_FRAME = `new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))`;

/** From the first board until all is checked, a message is sent again and again: between two of them the page was blocked. */
export const WATCH_BLOCKS = `{
  let before = 0;
  let worst = 0;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    if (before > 0) worst = Math.max(worst, now - before);
    before = now;
    channel.port2.postMessage(null);
  };
  addEventListener('kifu-ready', () => channel.port2.postMessage(null), { once: true });
  addEventListener('kifu-check', ({ detail: { checked } }) => {
    if (!checked.isDone) return;
    channel.port1.close();
    globalThis.verified = { verdict: checked.verdict, worstMs: worst };
  });
}`;
