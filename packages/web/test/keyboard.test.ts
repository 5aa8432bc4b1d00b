/** Keys: what each does, and that they are heard only where they are meant. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closePage,
  focus,
  noteWords,
  type OpenedPage,
  openViewer,
  PATIENT,
  press,
  shown,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';

useBrowser();

let seen: OpenedPage;
beforeAll(async () => {
  seen = await openViewer({ src: 'samples/chess.pgn' });
  await focus(seen.page);
});
afterAll(async () => {
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test.each([
  ['?', 'help'],
  ['v', 'proof'],
  ['c', 'notes'],
  ['o', 'settings'],
  ['t', 'text'],
  ['s', 'share'],
])('%s opens and closes a panel, and so does Escape', async (key, panel) => {
  const { page } = seen;
  await page.keyboard.press(key);
  expect((await shown(page)).panel).toBe(panel);
  await page.locator(`kifu-viewer [data-panel=${panel}]`).waitFor();
  await page.keyboard.press(key);
  expect((await shown(page)).panel).toBeNull();
  await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  expect((await shown(page)).panel).toBeNull();
});

test('every key of the help is one that does something', async () => {
  const { page } = seen;
  await page.keyboard.press('?');
  await expect
    .poll(() => page.locator('kifu-viewer .keys tr').count(), PATIENT)
    .toBeGreaterThan(15);
  await page.locator('kifu-viewer [data-do=close]').click();
  expect((await shown(page)).panel).toBeNull();
});

test('f turns the board around, p looks through the eyes of each seat, m is for sound', async () => {
  const { page } = seen;
  const king = () =>
    page
      .locator('kifu-viewer .piece')
      .first()
      .evaluate(piece => piece.getBoundingClientRect().y);
  const y = await king();
  await page.keyboard.press('f');
  expect((await shown(page)).isFlipped).toBe(true);
  await expect.poll(king, PATIENT).not.toBe(y);
  expect(await page.locator('kifu-viewer .strip.near .name').textContent()).toContain('Duke');
  await page.keyboard.press('f');
  expect(await page.locator('kifu-viewer .strip.near .name').textContent()).toContain('Paul');
  await page.keyboard.press('p');
  expect((await shown(page)).as).toBe(0);
  await page.keyboard.press('p');
  expect((await shown(page)).as).toBe(1);
  expect(await page.locator('kifu-viewer .strip.near .name').textContent()).toContain('Duke');
  await page.keyboard.press('p');
  expect((await shown(page)).as).toBeNull();
  await page.keyboard.press('m');
  expect((await shown(page)).isMuted).toBe(false);
  await page.keyboard.press('ArrowRight'); // a sound is made, and nothing breaks
  await page.keyboard.press('m');
  expect((await shown(page)).isMuted).toBe(true);
});

test('[ and ] go from mark to mark and say what it is', async () => {
  const { page } = seen;
  await page.keyboard.press('Home');
  const words = await noteWords(page, '.toast');
  await press(page, ']');
  await expect.poll(words, PATIENT).toContainEqual(expect.stringContaining('bishop'));
  await untilShown(page, 6); // the first comment
  await press(page, ']');
  await untilShown(page, 7); // the first capture
  await press(page, '[');
  await untilShown(page, 6);
});

test('marks can be left out by kind, and playing can pause at them', async () => {
  const { page } = seen;
  const count = () => page.locator('kifu-viewer .bar .mark').count();
  const all = await count();
  const notes = await page.locator('kifu-viewer .bar .mark[data-kind=note]').count();
  expect(notes).toBe(4);
  await page.keyboard.press('o');
  await page.locator('kifu-viewer input[name="mark-note"]').uncheck();
  expect(await count()).toBe(all - notes);
  await page.locator('kifu-viewer input[name=pause]').check();
  await focus(page);
  await page.keyboard.press('Home');
  for (const key of ['>', '>', '>', ' ']) await page.keyboard.press(key);
  await untilShown(page, 7);
  await until(page, 'isPlaying', false);
  await page.locator('kifu-viewer input[name="mark-note"]').check();
  await page.locator('kifu-viewer input[name=pause]').uncheck();
  await focus(page);
  await page.keyboard.press('o');
});

test('every mark has a title with its entry and what happened', async () => {
  const titles = await seen.page
    .locator('kifu-viewer .bar .mark')
    .evaluateAll(marks => marks.map(mark => mark.getAttribute('title') ?? ''));
  expect(titles.filter(title => !/^\d+: ./.test(title))).toEqual([]);
  expect(titles).toContain('7: White takes the pawn on e5');
  expect(titles.at(-1)).toMatch(/^33: /);
});

test('keys are not heard without focus, in fields, or with control keys', async () => {
  const { page } = seen;
  await page.keyboard.press('Home');
  await untilShown(page, 0);
  await page.evaluate(() => {
    const input = document.body.appendChild(document.createElement('input'));
    input.id = 'other';
    input.focus();
  });
  await page.keyboard.type('f g ');
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('#other').inputValue()).toBe('f g ');
  expect(await shown(page)).toMatchObject({ n: 0, isFlipped: false, isPlaying: false });
  await focus(page);
  await page.keyboard.press('Control+f');
  await page.keyboard.press('Alt+ArrowRight');
  expect(await shown(page)).toMatchObject({ n: 0, isFlipped: false });
  await page.keyboard.press('g');
  await page.keyboard.type('fm1');
  expect(await shown(page)).toMatchObject({ n: 0, isFlipped: false, isMuted: true });
  await page.keyboard.press('Escape');
  await page.locator('kifu-viewer .speed select').focus();
  await page.keyboard.press('f');
  expect((await shown(page)).isFlipped).toBe(false);
});

test('a button keeps its space key', async () => {
  const { page } = seen;
  await page.locator('kifu-viewer [data-do=flip]').focus();
  await page.keyboard.press(' ');
  expect(await shown(page)).toMatchObject({ isFlipped: true, isPlaying: false });
  await page.keyboard.press('f');
});
