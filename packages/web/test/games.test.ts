/** Every game, in every form that can be given to a viewer. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KifuViewer } from '@kifu/viewer';
import { expect, test } from 'vitest';
import {
  closePage,
  focus,
  openPage,
  openViewer,
  PATIENT,
  shown,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';
import { openBytes, SAMPLES } from './records.ts';

useBrowser();

test.each(SAMPLES)(
  '$file opens with its verdict, and keys step through it',
  async ({ file, form, verdict, entries }) => {
    const seen = await openViewer({ src: `samples/${file}` });
    const { page } = seen;
    await until(page, 'verdict', verdict);
    expect((await shown(page)).length).toBe(entries);
    expect(
      await page.evaluate(() => (document.querySelector('kifu-viewer') as KifuViewer).record!.form),
    ).toBe(form);
    await focus(page);
    for (const key of [
      'End',
      '5',
      'ArrowRight',
      'ArrowLeft',
      'Shift+ArrowRight',
      'f',
      'p',
      'p',
      'p',
    ])
      await page.keyboard.press(key);
    await expect.poll(() => page.locator('kifu-viewer .piece').count(), PATIENT).toBeGreaterThan(0);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);

const vector = async (path: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, '../../../vectors', path), 'utf8'));

test('SGF, PDN and other forms are recognised by their content', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  await openBytes(
    page,
    'game.sgf',
    '(;GM[1]FF[4]SZ[9]KM[5.5]PB[Ito]PW[Sato];B[ee];W[ce](;B[gc])(;B[cg];W[gg]))',
  );
  await until(page, 'length', 3);
  await openBytes(page, 'game.pdn', '[White "B"] [Black "A"] 1. 11-15 23-19 2. 8-11 *');
  await until(page, 'length', 3);
  const moves = (await vector('pack/packs.json')) as { packs: { name: string; pack: string }[] };
  const pack = moves.packs.find(({ pack: hex }) => hex !== undefined)!;
  await openBytes(page, 'game.kifu', Buffer.from(pack.pack, 'hex'));
  await expect
    .poll(
      () => page.evaluate(() => (document.querySelector('kifu-viewer') as KifuViewer).record?.form),
      PATIENT,
    )
    .toBe('pack');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('one record of many is chosen by its number', async () => {
  const seen = await openPage('viewer?number=2');
  await openBytes(seen.page, 'two.pgn', '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n');
  await until(seen.page, 'length', 2);
  await closePage(seen);
});

test('perspectives: four sides turn, and hidden hands are hidden from others', async () => {
  const four = await openViewer({ src: 'samples/kung-fu-chess-four.car', seat: '2' });
  expect(await four.page.locator('kifu-viewer .strip.near .name').first().textContent()).toBe(
    'Uma',
  );
  await closePage(four);
  const seen = await openViewer({ src: 'samples/dominos.car', at: '2', seat: '0' });
  await untilShown(seen.page, 2);
  const looks = () =>
    seen.page.evaluate(() => {
      const { state } = document.querySelector('kifu-viewer') as KifuViewer;
      return JSON.stringify(state.picture!.scene.pieces.map(({ look, area }) => [area, look]));
    });
  const own = await looks();
  await focus(seen.page);
  await seen.page.keyboard.press('p');
  await expect.poll(looks, PATIENT).not.toBe(own);
  const other = await looks();
  await seen.page.keyboard.press('p');
  await expect.poll(looks, PATIENT).not.toBe(other);
  await closePage(seen);
});
