/** Studies in a real browser: made, commented, drawn on, kept, passed on by link and by file, and verified. */
import { buffer } from 'node:stream/consumers';
import type { KifuViewer } from '@kifu/viewer';
import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFinds, closePage, newPage, openPage, PATIENT, until, useBrowser } from './browser.ts';

useBrowser();

/** Makes a move with the board of the chapter, once it takes moves of what is shown. */
async function play(page: Page, move: string): Promise<void> {
  await page.locator('kifu-viewer kifu-board').waitFor();
  await page.waitForFunction(() => {
    const { state, shadowRoot } = document.querySelector('kifu-viewer') as KifuViewer;
    const position = shadowRoot!.querySelector<KifuBoard>('kifu-board')?.position;
    return position?.scene === state.picture?.scene && position!.legal.length > 0;
  });
  await page.locator('kifu-viewer kifu-board').evaluate((board, text) => {
    const played = (board as KifuBoard).playText(text);
    if (!played.ok) throw new Error(played.fault.message);
  }, move);
  await page.waitForFunction(text => {
    const { record, picture } = (document.querySelector('kifu-viewer') as KifuViewer).state;
    return record?.lines[(picture?.n ?? 0) - 1]?.text === text;
  }, move);
}

/** Comments and lines of what the viewer shows, once it shows as many moves. */
async function said(page: Page, length: number) {
  await until(page, 'length', length);
  await page.waitForFunction(
    () => (document.querySelector('kifu-viewer') as KifuViewer).state.branches.length > 0,
  );
  return page.locator('kifu-viewer').evaluate(element => {
    const { record, branches } = (element as KifuViewer).state;
    return {
      notes: record!.notes.map(({ n, text, shapes = [] }) => [n, text, shapes.length]),
      branches: branches.map(({ n, moves, notes }) => [
        n,
        moves.map(({ text }) => text).join(' '),
        notes.map(({ text }) => text).join(),
      ]),
    };
  });
}

const SAID = {
  notes: [[1, 'Best by test', 1]],
  branches: [[1, 'c5', 'Sicilian']],
};

async function begin(page: Page, title: string): Promise<void> {
  await page.locator('input[name=title]').fill(title);
  await page.locator('.begin [type=submit]').click();
  await page.locator('.study').waitFor();
}

/** Downloads the study in a format of the list. */
async function download(page: Page, form: string): Promise<Buffer> {
  await page.locator('kifu-share-study select').selectOption(form);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('kifu-share-study [type=submit]').click(),
  ]);
  return buffer(await file.createReadStream());
}

test('a study is made, kept, exported, and opened from its link', async () => {
  const seen = await openPage('#/study');
  const { page } = seen;
  await begin(page, 'Openings');
  await page.locator('.study-add > summary').click();
  await page.locator('kifu-add-chapter select[name=game]').selectOption('chess');
  await page.locator('kifu-add-chapter form [type=submit]').first().click();
  // the explorer of the chapter
  await page.locator('kifu-explorer-panel summary').click();
  await page.getByRole('heading', { name: 'No games here reached this position.' }).waitFor();
  await page.locator('kifu-explorer-panel summary').click();
  // moves continue an open record
  await play(page, 'e4');
  await page.locator('textarea').fill('Best by test');
  await page.locator('.study-draw > summary').click();
  await page.locator('.study-draw [name=from]').fill('e2');
  await page.locator('.study-draw [name=to]').fill('e4');
  await page.locator('.study-draw [type=submit]').click();
  await page.locator('.study-draw li').waitFor();
  expect(await page.locator('kifu-board .shapes .shape').count()).toBe(1);
  await play(page, 'e5');
  // before what was played, another move is a variation
  await page.locator('[data-do=back]').click();
  await play(page, 'c5');
  await page.locator('[data-remove-variation]').waitFor();
  await page.locator('textarea').fill('Sicilian');
  await page.waitForFunction(() => {
    const [branch] = (document.querySelector('kifu-viewer') as KifuViewer).state.branches;
    return branch?.notes[0]?.text === 'Sicilian';
  });
  await page.locator('input[name=chapter]').fill('King’s pawn');
  await page.locator('input[name=chapter]').blur();
  await page.locator('.study-chapters', { hasText: 'King’s pawn' }).waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await page.reload();
  expect(await said(page, 2)).toEqual(SAID);

  await page.locator('.study-share > summary').click();
  await page.locator('kifu-share-study option[value=pgn]').waitFor({ state: 'attached' });
  const pgn = `${await download(page, 'pgn')}`;
  expect(pgn).toContain('[StudyName "Openings"]');
  expect(pgn).toContain('[ChapterName "King’s pawn"]');
  expect(pgn.replace(/\s+/g, ' ')).toMatch(
    /1\. e4 \{.*Best by test.*\} 1\.\.\. e5 \(1\.\.\. c5 \{Sicilian\}\)/,
  );
  const car = await download(page, '');
  const link = await page.locator('input[name=link]').inputValue();
  expect(seen.errors).toEqual([]);
  await closePage(seen);

  const other = await newPage();
  await other.page.goto(link);
  await other.page.locator('h1', { hasText: 'Openings' }).waitFor();
  expect(await said(other.page, 2)).toEqual(SAID);
  await until(other.page, 'verdict', 'unsigned');
  expect(await other.page.locator('textarea').count()).toBe(0);
  await other.page.locator('[data-keep]').click();
  await other.page.locator('textarea').waitFor();
  expect(await said(other.page, 2)).toEqual(SAID);

  for (const [name, bytes] of [
    ['study.car', car],
    ['study.pgn', Buffer.from(pgn)],
  ] as const) {
    await other.page.goto(link.replace(/#.*/, '#/study'));
    await other.page
      .locator('.studies input[type=file]')
      .setInputFiles({ name, mimeType: '', buffer: bytes });
    await other.page.locator('.study-chapters', { hasText: 'King’s pawn' }).waitFor();
    expect(await other.page.locator('.study-title').inputValue()).toBe('Openings');
    expect(await said(other.page, 2)).toEqual(SAID);
  }
  expect(other.errors).toEqual([]);
  await closePage(other);
}, 180_000);

test('a chapter is analyzed by one click, and keeps the analysis with what is added meanwhile', async () => {
  const seen = await openPage('#/study');
  const { page } = seen;
  await begin(page, 'Mistakes');
  await page.locator('.study-add > summary').click();
  await page.locator('kifu-add-chapter input[type=file]').setInputFiles({
    name: 'short.pgn',
    mimeType: '',
    buffer: Buffer.from('1. f3 e5 2. g4 {own} Qh4# 0-1\n'),
  });
  await until(page, 'length', 4);
  const glyphs = () => page.locator('kifu-viewer .moves').innerText();
  await page.getByRole('button', { name: 'Analyze' }).click();
  await page.locator('textarea').fill('while it runs');
  await page.locator('.analysis-players li').nth(1).waitFor();
  await expect.poll(glyphs, PATIENT).toContain('??');
  const notes = () =>
    page
      .locator('kifu-viewer')
      .evaluate(element =>
        (element as KifuViewer).state
          .record!.notes.filter(({ author }) => author === null)
          .map(({ text }) => text),
      );
  expect(await notes()).toEqual(['while it runs', 'own']);
  expect(await axeFinds(page, { within: '.analysis' })).toEqual([]);
  await page.reload();
  await page.locator('.analysis-players li').nth(1).waitFor();
  await expect.poll(glyphs, PATIENT).toContain('??');
  expect(await notes()).toEqual(['while it runs', 'own']);
  await page.getByRole('button', { name: 'Hide the analysis' }).click();
  await expect.poll(glyphs, PATIENT).not.toContain('??');
  await page.reload();
  await page.getByRole('button', { name: 'Show the analysis' }).waitFor();
  expect(await glyphs()).not.toContain('??');
  expect(await notes()).toEqual(['while it runs', 'own']);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
}, 240_000);

test('a game is added from its page, and chapters are moved and deleted', async () => {
  const seen = await openPage('#/file?src=samples/chess.car');
  const { page } = seen;
  await page.locator('kifu-viewer [data-do=book]').click();
  await begin(page, 'Two games');
  await until(page, 'verdict', 'verified');
  await page.locator('.study-add > summary').click();
  await page.locator('kifu-add-chapter input[type=file]').setInputFiles({
    name: 'short.pgn',
    mimeType: '',
    buffer: Buffer.from('[White "Ann"]\n[Black "Bob"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'),
  });
  const chapters = () => page.locator('.study-chapters a').allTextContents();
  await expect.poll(chapters, PATIENT).toHaveLength(2);
  await until(page, 'length', 4);
  await page.locator('[data-chapter=up]').click();
  await expect.poll(async () => (await chapters())[0], PATIENT).toBe('Ann – Bob');
  await until(page, 'length', 4);
  await page.locator('[data-chapter=remove]').click();
  await page.locator('[data-chapter=sure]').click();
  await expect.poll(chapters, PATIENT).toHaveLength(1);
  await until(page, 'verdict', 'verified');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
}, 120_000);

test('a damaged link says so', async () => {
  const seen = await openPage('#/study/shared?s=hGxraWZ1L3N0dWR5');
  await seen.page.locator('[role=alert]').waitFor();
  expect(await seen.page.locator('kifu-viewer').count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
