/** The browser of the tests, from inside a test file: pages with a viewer, and what can be asked of them. */

import type { KifuViewer } from '@kifu/viewer';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';

/** A page with a viewer in it, and errors that the page met. */
export interface OpenedPage {
  readonly page: Page;
  readonly errors: string[];
}

let browser: Browser;

/** Connects before the tests of a file, and leaves after them. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserUrl'));
  });
  afterAll(async () => {
    await browser.close();
  });
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/**
 * Pages as most tests want them: nothing is painted on its way to somewhere else, and the site is not kept for times without a connection,
 * for which every fresh page would load all its files.
 */
const USUAL: BrowserContextOptions = {
  viewport: { width: 1000, height: 800 },
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
};

/** For tests about what is there without a connection. */
export const KEEPING: BrowserContextOptions = { serviceWorkers: 'allow' };

/** For tests about what is seen between two moves. */
export const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' };

/** How long something is waited for: the machine may have much else to do. */
export const PATIENT = { timeout: 30_000 };

/** A fresh page with nothing in it yet. Its errors are kept in `errors`. */
export async function newPage(options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({ ...USUAL, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENT.timeout);
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, errors };
}

/** A fresh page at an address of the site. */
export async function openPage(
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const seen = await newPage(options);
  await seen.page.goto(new URL(path, `${inject('siteUrl')}/`).href);
  return seen;
}

/** A page with one viewer of these attributes, once its board is there and the whole record. */
export async function openViewer(
  attributes: { readonly [name: string]: string },
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const seen = await openPage(`viewer?${new URLSearchParams(attributes)}`, options);
  await untilOpened(seen.page);
  return seen;
}

/** Waits until a viewer shows its record, and all of it has come: a key that is pressed before leads elsewhere. */
export async function untilOpened(page: Page, viewer = 'kifu-viewer'): Promise<void> {
  await page.locator(`${viewer} .picture > svg`).waitFor();
  await page.waitForFunction(
    viewer => (document.querySelector(viewer) as KifuViewer).state.arriving === null,
    viewer,
  );
}

/** What axe-core finds wrong, in words, and where. It is put into a page once: looking again takes half the time. */
export async function axeFinds(
  page: Page,
  {
    within = 'html',
    without = null,
    rules = null,
  }: { within?: string; without?: [string, string] | null; rules?: string[] | null } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ include, exclude, rules }) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      // no rule that is asked needs the style sheets a second time
      const options = {
        ...{ resultTypes: ['violations' as const], preload: false },
        ...(rules === null ? {} : { runOnly: rules }),
      };
      const { violations } = await run({ include, exclude }, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes
          // letters of a cell are a drawing, and its name says what they stand for: a user would not call it by them
          .filter(({ html }) => id !== 'label-content-name-mismatch' || !html.startsWith('<td'))
          .map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    {
      include: [[within]],
      exclude: without === null ? [] : [{ fromShadowDom: without }],
      rules,
    },
  );
}

/** How a page can look: for a desk, a phone in the dark, and where letters are twice as large, colors the system's, and lines begin at the right. */
const LOOKS = {
  light: {
    ...{ size: { width: 1000, height: 800 }, isTouched: false, dir: 'ltr' },
    media: { colorScheme: 'light', forcedColors: 'none' },
  },
  'dark, on a phone': {
    ...{ size: { width: 390, height: 844 }, isTouched: true, dir: 'ltr' },
    media: { colorScheme: 'dark', forcedColors: 'none' },
  },
  'forced colors, from the right, twice as large': {
    ...{ size: { width: 640, height: 400 }, isTouched: false, dir: 'rtl' },
    media: { colorScheme: 'light', forcedColors: 'active' },
  },
} as const;

/** What axe-core finds wrong in any look of a page, and what is wider than the page; the page is left as it was at first. */
export async function wrongInAnyLook(
  page: Page,
  options: { without?: [string, string] | null } = {},
): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  const found: string[] = [];
  const first = page.viewportSize()!;
  for (const [name, { size, isTouched, dir, media }] of Object.entries(LOOKS)) {
    await page.setViewportSize(size);
    await page.emulateMedia(media);
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched });
    const tooWide = await page.evaluate(async dir => {
      const { documentElement: root } = document;
      root.dir = dir;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return root.scrollWidth - root.clientWidth;
    }, dir);
    if (tooWide > 0) found.push(`${name}: ${tooWide} pixels wider than the page`);
    for (const one of await axeFinds(page, options)) found.push(`${name}: ${one}`);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await cdp.detach();
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  await page.setViewportSize(first);
  return found;
}

/** Holds back what a page asks for at an address, until the answer is called. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(address, async route => {
    await released;
    await route.continue();
  });
  return release;
}

/** Ends a page and what belongs to it. */
export const closePage = ({ page }: OpenedPage): Promise<void> => page.context().close();

/** Where the viewer of a page stands. */
export interface ShownState {
  readonly n: number;
  readonly length: number;
  readonly ms: number;
  readonly endMs: number;
  readonly isPlaying: boolean;
  readonly isReverse: boolean;
  readonly speed: number;
  readonly loop: { readonly from: number; readonly to: number } | null;
  readonly panel: string | null;
  readonly as: number | null;
  readonly isFlipped: boolean;
  readonly isMuted: boolean;
  readonly verdict: string | null;
  readonly tick: number | null;
}

/** Reads where the first viewer of a page stands, by its own interface. */
export const shown = (page: Page): Promise<ShownState> =>
  page.evaluate(() => {
    const { state } = document.querySelector('kifu-viewer') as KifuViewer;
    const { playback, times, picture, record, checked } = state;
    return {
      n: picture?.n ?? -1,
      length: record?.lines.length ?? -1,
      ms: playback.ms,
      endMs: times.endMs,
      isPlaying: playback.isPlaying,
      isReverse: playback.isReverse,
      speed: playback.speed,
      loop: playback.loop,
      panel: state.panel,
      as: state.as,
      isFlipped: state.isFlipped,
      isMuted: state.isMuted,
      verdict: checked?.isDone ? checked.verdict : null,
      tick: picture?.tick ?? null,
    };
  });

/** Waits until the viewer shows an entry. */
export const untilShown = (page: Page, n: number): Promise<unknown> => until(page, 'n', n);

/** Waits until something about the viewer is as it should be; says what it was where it never is. */
export async function until<Key extends keyof ShownState>(
  page: Page,
  key: Key,
  wanted: ShownState[Key],
): Promise<void> {
  await expect.poll(async () => (await shown(page))[key], PATIENT).toEqual(wanted);
}

/** Waits until the browser has stored all files of the site, which its service worker does in the background. */
export async function untilStored(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const { others } = await (await fetch('/files.json')).json();
      const cache = await caches.open('kifu-1');
      const found = await Promise.all(
        others.map((path: string) =>
          cache.match(new URL(path, document.baseURI), { ignoreVary: true }),
        ),
      );
      return found.filter(response => response === undefined).length;
    });
  await expect.poll(missing, { timeout: 240_000 }).toBe(0);
}

/** Gives the viewer the focus, as a click beside its buttons does. */
export const focus = (page: Page): Promise<void> => page.locator('kifu-viewer .frame').focus();

/**
 * Presses keys, one after the other. Each is let go at once: where the machine is busy it would seem to be held between the two, and
 * steps go on while a key is.
 */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  const { keyboard } = page;
  for (const key of keys) {
    const together = key.split('+');
    await Promise.all([
      ...together.map(one => keyboard.down(one)),
      ...together.toReversed().map(one => keyboard.up(one)),
    ]);
  }
}

/** Notes what an element of the viewer says from now on: what is shown for a moment may be gone before it is looked at. */
export async function noteWords(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(selector => {
    const root = document.querySelector('kifu-viewer')!.shadowRoot!;
    const words: string[] = [];
    new MutationObserver(() => {
      const text = root.querySelector(selector)?.textContent?.trim() ?? '';
      if (text !== words.at(-1)) words.push(text);
    }).observe(root, { subtree: true, childList: true, characterData: true });
    return words;
  }, selector);
  return () => noted.jsonValue();
}
