/** What the viewer shows instead of a match, and how it goes on from there. */
import { LIMITS, scanCar } from '@kifu/record/car';
import { viewer } from '@kifu/texts/en/viewer';
import { viewerPanels } from '@kifu/texts/en/viewer-panels';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import {
  closePage,
  focus,
  newPage,
  openPage,
  PATIENT,
  press,
  shown,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';
import { answerWith, openBytes, readSample, renamed, vectorRecord } from './records.ts';

useBrowser();

declare global {
  interface Window {
    /** Questions for pictures that are held back; null where they are not. */
    held?: (() => void)[] | null;
  }
}

/** How many entries there are in the blocks that are whole: all but the header. */
const lengthOf = (bytes: Uint8Array): number => scanCar(bytes, LIMITS).blocks.length - 1;
/** How many have come with so many bytes of the match of checkers. */
const lengthAfter = async (bytes: number): Promise<number> =>
  lengthOf((await readSample('checkers.car')).subarray(0, bytes));
/** Of the whole the ending is none. */
const wholeLength = async (): Promise<number> => lengthOf(await readSample('checkers.car')) - 1;

/** Lets a page hold back what is asked of the worker for pictures, from when `held` is a list. */
const holdPictures = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      const go = () => postMessage.call(this, message);
      const { question } = message as { question: { do: string } };
      if (window.held && question.do === 'picture') window.held.push(go);
      else go();
    };
  });

/** Lets go of what was held back, and holds back nothing more. */
const goOn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const held = window.held ?? [];
    window.held = null;
    for (const go of held) go();
  });

test('empty: asks for a record, and takes one from a file or by dropping', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  await page.locator(`kifu-viewer h2:has-text("${viewerPanels.empty.title}")`).waitFor();
  const name = 'opera.pgn';
  const buffer = Buffer.from(await readSample('chess.pgn'));
  await page.locator('kifu-viewer input[type=file]').setInputFiles({ name, mimeType: '', buffer });
  await until(page, 'length', 33);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['1. e4 e5 2. Nf3 *'], 'short.pgn'));
    const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector('kifu-viewer')!.dispatchEvent(drop);
  });
  await until(page, 'length', 3);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('loading: tells how much has come, then what has come can be played, then the whole', async () => {
  const seen = await openPage('viewer?src=slow/samples/checkers.car%3Fafter=200');
  const { page } = seen;
  await page.locator('kifu-viewer .state:has-text("of 15 kB")').waitFor();
  const progress = page.locator('kifu-viewer progress');
  await expect.poll(() => progress.getAttribute('value'), PATIENT).toBe('200');
  await page.evaluate(() => fetch('go/samples/checkers.car'));
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await closePage(seen);

  const part = await openPage('viewer?src=slow/samples/checkers.car%3Fafter=9000');
  await part.page.locator('kifu-viewer .picture > svg').waitFor();
  const arrived = await lengthAfter(9000);
  await until(part.page, 'length', arrived);
  await focus(part.page);
  await press(part.page, 'ArrowRight', 'ArrowRight');
  await untilShown(part.page, 2);
  expect(await part.page.locator('kifu-viewer .edge').textContent()).toContain(
    viewer.live.arriving,
  );
  await part.page.locator('kifu-viewer .edge').click();
  await untilShown(part.page, arrived);
  await focus(part.page);
  await press(part.page, 'Home', 'ArrowRight', 'ArrowRight');
  await untilShown(part.page, 2);
  await part.page.evaluate(() => fetch('go/samples/checkers.car'));
  await until(part.page, 'length', await wholeLength());
  expect((await shown(part.page)).n).toBe(2);
  await until(part.page, 'verdict', 'verified');
  expect(await part.page.locator('kifu-viewer .edge').count()).toBe(0);
  expect(part.errors).toEqual([]);
  await closePage(part);
});

test('what comes while a part is drawn is shown too, though nothing comes after it', async () => {
  const seen = await newPage();
  const { page } = seen;
  await holdPictures(page);
  await page.addInitScript(() => {
    window.held = [];
  });
  const src = encodeURIComponent('slow/samples/checkers.car?after=3000&after=9000');
  await page.goto(`${inject('siteUrl')}/viewer?src=${src}`);
  await page.waitForFunction(() => window.held?.length === 1);
  await page.evaluate(() => fetch('go/samples/checkers.car'));
  const progress = page.locator('kifu-viewer progress');
  await expect.poll(() => progress.getAttribute('value'), PATIENT).toBe('9000');
  await goOn(page);
  await until(page, 'length', await lengthAfter(9000));
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a place that has not arrived yet is gone to once it has', async () => {
  const seen = await openPage('viewer?at=60&src=slow/samples/checkers.car%3Fafter=5000');
  const { page } = seen;
  await page.locator('kifu-viewer .picture > svg').waitFor();
  expect((await shown(page)).n).toBeLessThan(60);
  await page.evaluate(() => fetch('go/samples/checkers.car'));
  await untilShown(page, 60);
  await closePage(seen);
});

test('a reader who moves on before a place has arrived stays there', async () => {
  const seen = await openPage('viewer?at=60&src=slow/samples/checkers.car%3Fafter=5000');
  const { page } = seen;
  await until(page, 'length', await lengthAfter(5000));
  const edge = (await shown(page)).n;
  await focus(page);
  await press(page, 'ArrowRight'); // there is no further yet, but the reader has chosen to look here
  await page.evaluate(() => fetch('go/samples/checkers.car'));
  await until(page, 'length', await wholeLength());
  expect((await shown(page)).n).toBe(edge);
  await closePage(seen);
});

test('a step that is made while the rest of the record is opened is kept', async () => {
  const seen = await newPage();
  const { page } = seen;
  await holdPictures(page);
  await page.goto(`${inject('siteUrl')}/viewer?at=9&src=slow/samples/checkers.car%3Fafter=5000`);
  await until(page, 'length', await lengthAfter(5000));
  await untilShown(page, 9);
  await page.evaluate(() => {
    window.held = [];
    return fetch('go/samples/checkers.car');
  });
  await page.waitForFunction(() => window.held?.length === 1); // that of the whole record
  await focus(page);
  await press(page, 'ArrowRight');
  await goOn(page);
  await until(page, 'length', await wholeLength());
  await untilShown(page, 10);
  await until(page, 'verdict', 'verified');
  expect((await shown(page)).n).toBe(10);
  await closePage(seen);
});

test('a stretch to be looped may reach further than what has arrived', async () => {
  const seen = await openPage(
    'viewer?range=50-60&autoplay=&src=slow/samples/checkers.car%3Fafter=5000',
  );
  const { page } = seen;
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await page.evaluate(() => fetch('go/samples/checkers.car'));
  await until(page, 'length', await wholeLength());
  const { loop, isPlaying, n } = await shown(page);
  expect({ loop, isPlaying }).toEqual({ loop: { from: 50, to: 60 }, isPlaying: true });
  expect(n).toBeGreaterThanOrEqual(50);
  await closePage(seen);
});

test.each([
  [
    'a game that is not registered',
    () => renamed('halma', 1),
    viewerPanels.faults['unknown-game'][0],
  ],
  ['rules that came later', () => renamed('chess', 99), viewerPanels.faults['unknown-game'][0]],
  ['bytes that are no record', async () => 'nothing at all', viewerPanels.faults.other[0]],
  ['no bytes', async () => '', viewerPanels.faults.other[0]],
])('says why nothing is shown: %s', async (_name, make, title) => {
  const seen = await openPage('viewer');
  await openBytes(seen.page, 'match.json', await make());
  await seen.page.locator(`kifu-viewer .state h2:has-text("${title}")`).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('hands that are still hidden are not shown', async () => {
  const seen = await openPage('viewer');
  await openBytes(seen.page, 'match.car', await vectorRecord('dominos, hands still hidden'));
  await seen.page.locator(`kifu-viewer h2:has-text("${viewerPanels.faults.sealed[0]}")`).waitFor();
  await closePage(seen);
});

test('says that there is no match at the address', async () => {
  const seen = await openPage('viewer?src=samples/nothing.car');
  await seen.page
    .locator(`kifu-viewer h2:has-text("${viewerPanels.faults['not-found'][0]}")`)
    .waitFor();
  await closePage(seen);
});

test('offline: says so, and tries again by hand or once there is a connection', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  await page.route('**/later.pgn', route => route.abort());
  await page.evaluate(() =>
    document.querySelector('kifu-viewer')!.setAttribute('src', 'later.pgn'),
  );
  await page.locator('kifu-viewer h2:has-text("No connection")').waitFor();
  await page.locator('kifu-viewer [data-do=again]').click();
  await page.locator('kifu-viewer h2:has-text("No connection")').waitFor();
  await page.unroute('**/later.pgn');
  await answerWith(page, 'later.pgn', '1. e4 e5 *');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await until(page, 'length', 2);
  await closePage(seen);
});
