/** Notes in a real browser: written, drawn, signed, kept, passed on, and told apart from those that are not what was signed. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '@kifu/core';
import { checkSharedNote, parseSharedNotes } from '@kifu/record/annotations';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePage, focus, noteWords, openViewer, PATIENT, press, useBrowser } from './browser.ts';

useBrowser();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-notes-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function openNotes(page: Page): Promise<void> {
  await page.locator('[data-do="notes"]').click();
  await page.locator('form.note').waitFor();
}

async function write(page: Page, text: string, author: string, isSigned = true): Promise<void> {
  await page.locator('textarea[name="text"]').fill(text);
  await page.locator('input[name="author"]').fill(author);
  await page.locator('input[name="signed"]').setChecked(isSigned);
  await page.locator('[data-notes="keep"]').click();
  await page.locator('.notes p', { hasText: text }).first().waitFor();
}

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-notes="export"]').click(),
  ]);
  const path = join(folder, 'exported.json');
  await download.saveAs(path);
  return readFile(path, 'utf8');
}

async function importText(page: Page, text: string): Promise<void> {
  const path = join(folder, 'import.json');
  await writeFile(path, text);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('[data-notes="import"]').click(),
  ]);
  await chooser.setFiles(path);
}

const shapes = (page: Page) => page.locator('.board .shapes .shape').count();

test('notes are written, signed, kept, and read by another reader', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '3' });
  const { page } = seen;
  await openNotes(page);
  await write(page, '<img src=x onerror=alert(1)> was better', 'Ann');
  await page.locator('.layers .signed .status', { hasText: 'signed' }).waitFor();
  expect(await page.locator('kifu-viewer img').count()).toBe(0);
  const text = await exported(page);
  const { notes } = unwrap(parseSharedNotes(text));
  expect(notes).toHaveLength(1);
  expect(await checkSharedNote(notes[0]!)).toBe('signed');

  // a visit later it is still there
  await page.reload();
  await page.locator('kifu-viewer .board svg').waitFor();
  await openNotes(page);
  await page.locator('.notes p', { hasText: 'was better' }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);

  const other = await openViewer({ src: 'samples/chess.car' });
  await openNotes(other.page);
  const broken = text.replace('was better', 'was worse');
  await importText(other.page, text);
  await other.page.locator('.layers .signed').waitFor();
  await importText(other.page, broken);
  await other.page.locator('.layers .broken .status', { hasText: 'invalid signature' }).waitFor();
  expect(await other.page.locator('.layers label').count()).toBe(2);
  // the bar and the list know of them too
  expect(await other.page.locator('.bar .mark[data-kind="note"]').count()).toBeGreaterThan(0);
  const words = await noteWords(other.page, '.toast');
  await importText(other.page, '{"kifu":"annotations"}');
  // the word about the file before may still be shown
  await expect
    .poll(async () => (await words()).filter(word => !/^$|added$/.test(word)), PATIENT)
    .toHaveLength(1);
  expect(await other.page.locator('.layers label').count()).toBe(2);
  await closePage(other);
});

test('shapes are drawn with the right button, taken away by drawing again, and kept', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '2' });
  const { page } = seen;
  const box = (await page.locator('.board svg').boundingBox())!;
  const cell = (column: number, row: number) => ({
    x: box.x + (box.width * (column + 1.15)) / 9.3,
    y: box.y + (box.height * (row + 1.15)) / 9.3,
  });
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up({ button: 'right' });
  };
  await drag(cell(1, 7), cell(2, 5));
  await expect.poll(() => page.locator('.shapes polygon').count(), PATIENT).toBe(1);
  await drag(cell(4, 4), cell(4, 4));
  await expect.poll(() => page.locator('.shapes circle').count(), PATIENT).toBe(1);
  await drag(cell(4, 4), cell(4, 4));
  await expect.poll(() => page.locator('.shapes circle').count(), PATIENT).toBe(0);
  await focus(page);
  await press(page, 'ArrowRight');
  await expect.poll(() => shapes(page), PATIENT).toBe(0); // it is about the other moment
  await press(page, 'ArrowLeft');
  await expect.poll(() => shapes(page), PATIENT).toBe(1);
  await openNotes(page);
  expect(await page.locator('.drawn li').textContent()).toContain('b1 to c3');
  await write(page, 'the knight', 'Ann', false);
  expect(await shapes(page)).toBe(1);
  await page.locator('.layers .unsigned').waitFor();
  const { notes } = unwrap(parseSharedNotes(await exported(page)));
  expect(notes[0]).toMatchObject({
    key: null,
    shapes: [
      { type: 'arrow', from: { column: 1, row: 7 }, to: { column: 2, row: 5 }, color: 'green' },
    ],
  });
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('shapes are drawn by keyboard alone', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '2' });
  const { page } = seen;
  await page.locator('.frame').focus();
  await page.keyboard.press('c');
  await page.locator('textarea[name="text"]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('e2');
  await page.keyboard.press('Tab');
  await page.keyboard.type('e4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('red');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.locator('.drawn li').textContent()).toContain('red e2 to e4');
  await expect.poll(() => shapes(page), PATIENT).toBe(1); // who draws is loaded with the first
  await page.locator('input[name="from"]').fill('z9');
  await page.locator('[data-notes="draw"]').click();
  expect(await shapes(page)).toBe(1);
  await closePage(seen);
});

test('layers are hidden one by one', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '2' });
  const { page } = seen;
  await openNotes(page);
  await write(page, 'by Ann', 'Ann', false);
  await write(page, 'by Bob', 'Bob', false);
  expect(await page.locator('.layers label').count()).toBe(2);
  await page.locator('[data-layer="unsigned Ann"]').uncheck();
  expect(await page.locator('.notes p', { hasText: 'by Ann' }).count()).toBe(0);
  expect(await page.locator('.notes p', { hasText: 'by Bob' }).count()).toBe(1);
  await page.locator('[data-do="close"]').click();
  expect(await page.locator('.moves .comment').allTextContents()).toEqual([
    expect.stringContaining('by Bob'),
  ]);
  await closePage(seen);
});

test('a page may bring notes of its own; those about another match are counted', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', at: '1' });
  await openNotes(seen.page);
  await write(seen.page, 'hello', 'Ann');
  const text = await exported(seen.page);
  await closePage(seen);
  const other = await openViewer({
    src: 'samples/go.car',
    notes: `data:application/json,${encodeURIComponent(text)}`,
  });
  await other.page.locator('.frame').focus();
  await other.page.keyboard.press('c');
  await other.page.locator('.panel p', { hasText: '1 note belongs to another game.' }).waitFor();
  await closePage(other);
  const same = await openViewer({
    src: 'samples/chess.car',
    notes: `data:application/json,${encodeURIComponent(text)}`,
  });
  await same.page.locator('.moves .comment', { hasText: 'hello' }).waitFor();
  await closePage(same);
});

const LICHESS = `[Event "?"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... f6? { [%eval 1.04] [%clk 0:02:58] [%csl Gf7,Re8][%cal Rd1h5,Ge4e5] The king is weak. } 2. d4 $16 { [%eval #12] } 1-0
`;
const MARKED_SGF =
  '(;GM[1]FF[4]SZ[9];B[ee]LB[cc:A][gg:12]TR[ee]SQ[gc]CR[cg]MA[ff]AR[aa:cc];W[cc]C[hm])';

const openText = (text: string, form: string, at: string) =>
  openViewer({ src: `data:text/plain,${encodeURIComponent(text)}`, form, at });

test('commands that a server put into comments are drawn, not shown as text', async () => {
  const seen = await openText(LICHESS, 'pgn', '2');
  const { page } = seen;
  await page.locator('.moves .move').first().waitFor();
  expect(await page.locator('.moves button.move').allTextContents()).toEqual([
    'e4+0.17',
    'f6?+1.04',
    'd4 ±#12',
  ]);
  expect(await page.locator('.moves .comment').allTextContents()).toEqual(['The king is weak.']);
  await expect.poll(() => shapes(page), PATIENT).toBe(4);
  expect(await page.locator('kifu-viewer').textContent()).not.toContain('[%');
  await focus(page);
  await press(page, 'ArrowRight');
  await expect.poll(() => shapes(page), PATIENT).toBe(0);
  await closePage(seen);
});

test('marks of SGF are drawn', async () => {
  const seen = await openText(MARKED_SGF, 'sgf', '1');
  const { page } = seen;
  await page.locator('.board .shapes .shape').first().waitFor();
  expect(await page.locator('.board .shapes text').allTextContents()).toEqual(['A', '12']);
  expect(await shapes(page)).toBe(9);
  await closePage(seen);
});

const COLLECTION = `[Event "Cup"]
[Round "2"]
[TimeControl "180+2"]
[White "Ann"]
[Black "Bob"]
[WhiteTitle "GM"]
[WhiteElo "2750"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0

[White "Cy"]
[Black "Di"]
[Result "*"]

1. d4 *
`;

test('titles, ratings, event and opening are shown, and the way to the other games of a file', async () => {
  const seen = await openText(COLLECTION, 'pgn', '1');
  const { page } = seen;
  await page.locator('.opening', { hasText: 'C60 Ruy Lopez' }).waitFor();
  expect(await page.locator('.strip .role').allTextContents()).toEqual(['Black', 'GM 2750 White']);
  expect(await page.locator('.head .title').textContent()).toContain('Cup · round 2 · 180+2');
  expect(await page.locator('.moves .outcome').textContent()).toBe('White wins, 1–0');
  expect(await page.locator('.places span').textContent()).toBe('1 of 2');
  await page.getByRole('button', { name: 'Next game' }).click();
  await page.locator('.strip .name', { hasText: 'Cy' }).waitFor();
  expect(await page.locator('.places span').textContent()).toBe('2 of 2');
  expect(await page.getByRole('button', { name: 'Next game' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Previous game' }).click();
  await page.locator('.strip .name', { hasText: 'Ann' }).waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
