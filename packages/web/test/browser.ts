/** The browser of the tests, from inside a test file: pages with a viewer, and what can be asked of them. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { KifuViewer } from '../src/viewer.ts';

/** A page with a viewer in it, and errors that the page met. */
export interface Seen {
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

/** A fresh page with nothing in it yet. Whatever it does wrong is kept in `errors`. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, errors };
}

/** A fresh page at an address of the site. */
export async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Seen> {
  const seen = await newPage(options);
  await seen.page.goto(new URL(path, `${inject('siteUrl')}/`).href);
  return seen;
}

/** A page with one viewer of these attributes, once its board is there and the whole record. */
export async function openViewer(
  attributes: { readonly [name: string]: string },
  options: BrowserContextOptions = {},
): Promise<Seen> {
  const seen = await openPage(`viewer?${new URLSearchParams(attributes)}`, options);
  await seen.page.locator('kifu-viewer .picture > svg').waitFor();
  await seen.page.waitForFunction(
    () => (document.querySelector('kifu-viewer') as KifuViewer).state.arriving === null,
  );
  return seen;
}

/** What axe-core finds wrong, in words, and where. It is asked in the page itself and for nothing else: that takes a fifth of the time. */
export async function axeFinds(
  page: Page,
  { within = 'html', without = null }: { within?: string; without?: [string, string] | null } = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  axe.include(within);
  if (without !== null) axe.exclude({ fromShadowDom: without });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Ends a page and what belongs to it. */
export const closePage = ({ page }: Seen): Promise<void> => page.context().close();

/** Where the viewer of a page stands. */
export interface Shown {
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
export const shown = (page: Page): Promise<Shown> =>
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

/** How long something is waited for: the machine may have much else to do. */
export const PATIENT = { timeout: 15_000 };

/** Waits until the viewer shows an entry. */
export const untilShown = (page: Page, n: number): Promise<unknown> => until(page, 'n', n);

/** Waits until something about the viewer is as it should be; says what it was where it never is. */
export async function until<Key extends keyof Shown>(
  page: Page,
  key: Key,
  wanted: Shown[Key],
): Promise<void> {
  await expect.poll(async () => (await shown(page))[key], PATIENT).toEqual(wanted);
}

/** Gives the viewer the focus, as a click beside its buttons does. */
export const focus = (page: Page): Promise<void> => page.locator('kifu-viewer .frame').focus();
