/** Headless Chromium for benches. What runs inside a page is text: here is no page, and no type of one. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../packages/web/test/chromium.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: SWITCHES });

/** A fresh page, with a browser's memory of its own. */
export async function freshPage(browser: Browser): Promise<Page> {
  // questions are asked in text, which the policy of the site forbids
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

/** Milliseconds from the start of a load until a frame in which a condition holds: looks at every frame, from before anything of the page runs. */
export async function msUntil(page: Page, url: string, condition: string): Promise<number> {
  await page.addInitScript(`{
    const look = () => {
      if (${condition}) globalThis.seenMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  await page.goto(url);
  const seen = await page.waitForFunction('globalThis.seenMs');
  return (await seen.jsonValue()) as number;
}
