/** A smaller round in Firefox: home, a match against a bot, one against Chromium, the viewer, and the library of the browser. */
import { gameNames } from '@kifu/games';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { closePage, PATIENT, useBrowser } from './browser.ts';
import { drive, playByItself } from './driver.ts';
import { type Firefox, type FirefoxPage, findFirefox, startFirefox } from './firefox.ts';
import { begin, isOver, LONG, MOST, openAt } from './matches.ts';

const path = findFirefox();
const NONE =
  'Firefox is not found: install it (Debian: apt-get install firefox-esr), or name one by FIREFOX_PATH';

describe.skipIf(path === null)(path === null ? NONE : 'in Firefox', LONG, () => {
  useBrowser();
  let firefox: Firefox;
  let served: Served;
  beforeAll(async () => {
    served = await serve({ site: inject('siteFolder'), limits: { botPauseMs: 0 } });
    firefox = await startFirefox(path!);
  });
  afterAll(async () => {
    await firefox?.close();
    await served?.close();
  });

  const open = async (at: string): Promise<FirefoxPage> => {
    const page = await firefox.newPage();
    await page.goto(`${served.url}${at}`);
    return page;
  };

  const click = (page: FirefoxPage, selector: string) =>
    page.evaluate(async selector => {
      while (document.querySelector(selector) === null) await new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>(selector)!.click();
    }, selector);

  /** Waits until an element is there, also within the viewer; gives its words. */
  const wordsOf = (page: FirefoxPage, selector: string) =>
    page.evaluate(async selector => {
      const look = () =>
        document.querySelector(selector) ??
        document.querySelector('kifu-viewer')?.shadowRoot?.querySelector(selector);
      while (look() == null) await new Promise(requestAnimationFrame);
      return look()!.textContent ?? '';
    }, selector);

  test('home has every game, and a match against a bot comes to its end', async () => {
    const page = await open('/');
    await wordsOf(page, '.game-card');
    const cards = await page.evaluate(() => document.querySelectorAll('.game-card').length, null);
    expect(cards).toBe(gameNames().length);
    await click(page, '.games .head a[href$="/new?bot"]');
    await click(page, '.new button[type=submit]:not(:disabled)');
    await wordsOf(page, 'kifu-table kifu-board');
    await page.evaluate(playByItself, { most: MOST, seed: 5 });
    await wordsOf(page, '.match.over');
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('a match against a player in Chromium comes to its end', async () => {
    const ada = await openAt('/new/chess', {}, served.url);
    await begin(ada.page);
    await ada.page.locator('.invite').waitFor();
    const ben = await open(ada.page.url().slice(served.url.length));
    await click(ben, '.join button[type=submit]');
    await wordsOf(ben, 'kifu-table kifu-board');
    await drive(ada.page, { most: MOST, seed: 7 });
    await ben.evaluate(playByItself, { most: MOST, seed: 11 });
    await isOver(ada.page);
    const words = [await ada.page.locator('.state-line b').textContent()];
    words.push(await wordsOf(ben, '.match.over .state-line b'));
    const isDraw = words.every(line => line?.toLowerCase().includes('draw'));
    expect(words.filter(line => line?.startsWith('You won'))).toHaveLength(isDraw ? 0 : 1);
    expect([...ada.errors, ...ben.errors]).toEqual([]);
    await closePage(ada);
    await ben.close();
  });

  test('a file gets its verdict, is kept in the library, and is watched', async () => {
    const page = await open('/verify');
    await wordsOf(page, 'input[type=file][multiple]');
    await page.setFiles(
      () => document.querySelector('input[type=file][multiple]'),
      [`${inject('siteFolder')}/samples/chess.car`],
    );
    expect((await wordsOf(page, '.verdicts .verdict.good')).trim()).toBe('Verified');
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent?.includes('Add valid games'))!.click();
    }, null);
    await page.evaluate(async () => {
      while (!document.body.textContent?.includes('1 game added to your library.'))
        await new Promise(requestAnimationFrame);
    }, null);
    await page.goto(`${served.url}/view.html?src=samples/chess.car&at=8`);
    await wordsOf(page, '.picture > svg .piece');
    await expect.poll(() => wordsOf(page, '.where b'), PATIENT).toBe('8');
    expect(page.errors).toEqual([]);
    await page.close();
  });
});
