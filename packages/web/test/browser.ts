/** The browser of the tests, from inside a test file: pages with a viewer, and what can be asked of them. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

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

/** A page with one viewer of these attributes, once its board is there. */
export async function openViewer(
  attributes: { readonly [name: string]: string },
  options: BrowserContextOptions = {},
): Promise<Seen> {
  const seen = await openPage(`viewer?${new URLSearchParams(attributes)}`, options);
  await seen.page.locator('kifu-viewer .board svg').waitFor();
  return seen;
}

/** Ends a page and what belongs to it. */
export const closePage = ({ page }: Seen): Promise<void> => page.context().close();
