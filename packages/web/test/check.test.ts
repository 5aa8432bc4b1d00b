/** The page that checks files: every dropped file gets a verdict, and the good ones go to the library of the browser. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { hexToBytes } from '@kifu/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFinds, closePage, openPage, PATIENT, PHONE, useBrowser } from './browser.ts';
import { readSample, tampered } from './records.ts';

useBrowser();

const vectors = JSON.parse(
  readFileSync(new URL('../../../vectors/record/proofs.json', import.meta.url), 'utf8'),
);

const file = (name: string, content: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

const choose = (page: Page, files: readonly ReturnType<typeof file>[]) =>
  page.locator('input[type="file"][multiple]').setInputFiles([...files]);

const rows = (page: Page) => page.locator('.verdicts > li');
const verdicts = (page: Page) => page.locator('.verdicts .verdict').allInnerTexts();

const AFTER_E4 = new URLSearchParams({
  board: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
});
const COLLECTION = `[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 *\n\n[White "Cy"]\n[Black "Di"]\n\n1. e4 e5 2. Ke3 *\n`;

test('each match of each file has a verdict, and bad ones say where and why', async () => {
  const seen = await openPage('index.html#/verify');
  const { page } = seen;
  await page.locator('.drop-zone').waitFor();
  const chess = await readSample('chess.car');
  await choose(page, [
    file('chess.car', chess),
    file('two.pgn', COLLECTION),
    file('notes.docx', 'a letter'),
    file('tampered.car', await tampered(20, 'content')),
  ]);
  await expect
    .poll(() => verdicts(page), PATIENT)
    .toEqual(['Verified', 'Unsigned', 'Broken at entry 3', 'Not a record', 'Broken at entry 20']);
  expect(await rows(page).nth(2).innerText()).toMatch(
    /two\.pgn, game 2 Cy – Di, Chess.*Line 9, column \d+: /s,
  );
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add valid games' }).click();
  await page.getByText('2 games added to your library.').waitFor();
  await page.getByRole('button', { name: 'Add valid games' }).click();
  await page.getByText('0 games added to your library.').waitFor();
  await rows(page).nth(4).getByRole('link', { name: 'Watch the first 19 moves' }).click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await expect.poll(() => page.title(), PATIENT).toBe('Chess: Ada – Ben · Kifu');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the moves before an illegal one of a text can be watched', async () => {
  const seen = await openPage('index.html#/verify');
  const { page } = seen;
  await page.locator('.drop-zone').waitFor();
  await choose(page, [file('two.pgn', COLLECTION)]);
  await rows(page).nth(1).getByRole('button', { name: 'Watch the first 2 moves' }).click();
  await page.locator('kifu-viewer .picture > svg').waitFor();
  await expect.poll(() => page.title(), PATIENT).toBe('Chess: Cy – Di · Kifu');
  await expect
    .poll(() => page.locator('kifu-viewer button.move').allInnerTexts(), PATIENT)
    .toEqual(['e4', 'e5']);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a proof that a key signed twice is told in a sentence', async () => {
  const proofOf = (name: string) =>
    hexToBytes(vectors.proofs.find((row: { name: string }) => row.name === name).proof);
  const seen = await openPage('index.html#/verify');
  const { page } = seen;
  await page.locator('.drop-zone').waitFor();
  await choose(page, [
    file('fork.cbor', proofOf('referee: two nodes after one')),
    file('club.dat', proofOf('organizer: two entries with one number')),
    file('forged.cbor', proofOf('header: a header that the referee never signed')),
    file('cut.cbor', proofOf('truncated')),
  ]);
  await expect
    .poll(() => verdicts(page), PATIENT)
    .toEqual(['Valid proof', 'Valid proof', 'Invalid proof', 'Invalid proof']);
  expect(await rows(page).nth(0).innerText()).toMatch(
    /The referee with key 1926\w{60} signed two different nodes after node 2 of a match\. First: “seat 0 moves 0x0c1c00”\. Second: “seat 0 moves 0x0b1b00”\./,
  );
  expect(await rows(page).nth(1).innerText()).toMatch(
    /The organizer with key 19e5\w{60} signed two different entries with number 3 of tournament bafy/,
  );
  expect(await rows(page).nth(2).textContent()).toMatch(/not by the accused key/);
  expect(await rows(page).getByRole('link').count()).toBe(0);
  await page.getByText('4 files, 0 games').waitFor();
  expect(await page.getByRole('button', { name: 'Add valid games' }).isDisabled()).toBe(true);
  expect(await axeFinds(page)).toEqual([]);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test.each([
  [1280, 800, 300],
  [390, 844, 250],
])(
  'at %s × %s the drop zone is at least %s wide, and holds its words',
  async (width, height, least) => {
    const seen = await openPage('index.html#/verify', { viewport: { width, height } });
    const zone = seen.page.locator('.drop-zone');
    const box = (await zone.boundingBox())!;
    expect(box.width).toBeGreaterThanOrEqual(least);
    expect(box.height).toBeGreaterThanOrEqual(150);
    for (const part of await zone.locator('p, .btn').all()) {
      const inner = (await part.boundingBox())!;
      expect(inner.x).toBeGreaterThanOrEqual(box.x);
      expect(inner.x + inner.width).toBeLessThanOrEqual(box.x + box.width);
      expect(inner.y + inner.height).toBeLessThanOrEqual(box.y + box.height);
    }
    await closePage(seen);
  },
);

/** Drops a collection on an element of a page. */
const dropOn = (page: Page, selector: string): Promise<void> =>
  page.evaluate(
    ([words, selector]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([words], 'dropped.pgn'));
      document
        .querySelector(selector)!
        .dispatchEvent(
          new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true }),
        );
    },
    [COLLECTION, selector] as const,
  );

test('a file that is dropped on the library is added to it', async () => {
  const seen = await openPage('index.html#/library');
  await seen.page.locator('.library').waitFor();
  await dropOn(seen.page, '.library');
  await expect.poll(() => verdicts(seen.page), PATIENT).toEqual(['Unsigned', 'Broken at entry 3']);
  await seen.page.getByText('1 game added to your library.').waitFor();
  await closePage(seen);
});

test('a file that is dropped on any page is checked', async () => {
  const seen = await openPage('index.html', PHONE);
  const { page } = seen;
  await page.locator('.hero').waitFor();
  await dropOn(page, '.hero');
  await expect.poll(() => verdicts(page), PATIENT).toEqual(['Unsigned', 'Broken at entry 3']);
  // what is kept of it is looked at and remarked on in a sheet, as there is no room beside the list
  await page.getByText('Add valid games to library').click();
  await page.getByText('1 game added to your library.').waitFor();
  await page.evaluate(() => {
    location.hash = '#/library';
  });
  await page.getByRole('button', { name: 'Details for Ann – Bob' }).click();
  expect(await axeFinds(page)).toEqual([]);
  await page.locator('.remarks input').fill('short');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.locator('.preview').waitFor({ state: 'hidden' });
  await page.goto(page.url().replace(/#.*/, '#/library?text=short'));
  await page.getByRole('heading', { name: '1 game', exact: true }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('text that is pasted is checked', async () => {
  const seen = await openPage('index.html#/verify');
  const { page } = seen;
  await page.locator('.drop-zone').waitFor();
  await page.evaluate(words => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, COLLECTION);
  await expect.poll(() => verdicts(page), PATIENT).toEqual(['Unsigned', 'Broken at entry 3']);
  // the good one is kept in the browser, with tags and a note of one's own, by which it is found again
  await page.getByText('Add valid games to library').click();
  await page.evaluate(() => {
    location.hash = '#/library';
  });
  const picture = page.locator('.preview img');
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth), PATIENT)
    .toBeGreaterThan(0);
  expect(await picture.getAttribute('src')).toMatch(/^data:image.svg/);
  await page.locator('.remarks input').fill('to show, short');
  await page.locator('.remarks textarea').fill('a trap');
  await page.keyboard.press('Tab');
  await page.locator('.match-row .when', { hasText: 'to show, short' }).waitFor();
  for (const [words, count] of [
    ['trap', 1],
    ['short', 1],
    ['nothing of it', 0],
  ] as const) {
    await page.goto(page.url().replace(/#.*/, `#/library?text=${encodeURIComponent(words)}`));
    await expect.poll(() => page.locator('.match-row').count(), PATIENT).toBe(count);
  }
  // it is saved again, and found by a position, without any server
  await page.goto(page.url().replace(/#.*/, '#/library'));
  await page.getByRole('checkbox', { name: 'Select Ann – Bob' }).check();
  await page.getByText('Download 1', { exact: true }).click();
  await page.getByLabel('Format').selectOption('pgn');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(await text(await download.createReadStream())).toMatch(/\[White "Ann"\].*Nf3/s);
  await page.goto(page.url().replace(/#.*/, `#/position/chess?${AFTER_E4}`));
  await page.getByRole('row', { name: /^e5 1/ }).waitFor();
  await page.getByRole('link', { name: 'Ann – Bob' }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
