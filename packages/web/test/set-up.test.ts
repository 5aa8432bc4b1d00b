/** Setting up a game in the words of its players: sizes, komi, handicap, time controls, and a position to start from. */
import type { KifuBoard } from '@kifu/viewer/board';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFinds, closePage, PATIENT, PHONE, useBrowser } from './browser.ts';
import { begin, openAt, useServer } from './matches.ts';

useBrowser();
useServer();

/** What stands in the canonical state that a board shows. */
const shown = (page: Page, member: string): Promise<unknown> =>
  page.evaluate(name => {
    const { position } = document.querySelector('kifu-board') as KifuBoard;
    const canon = position?.kit.game.states.canon(position.state);
    return canon === undefined ? null : (canon as Record<string, unknown>)[name];
  }, member);

test('go is set up by size, handicap, komi and ruleset, and the preview follows', async () => {
  const seen = await openAt('/new/go?bot', {});
  const { page } = seen;
  const option = (name: string) => page.locator(`.option[data-option=${name}]`);
  await option('width').getByRole('button', { name: '9×9' }).click();
  await expect.poll(async () => ((await shown(page, 'board')) as unknown[]).length).toBe(9);
  await expect.poll(() => option('komiHalves').locator('input').inputValue()).toBe('7.5');
  await option('rules').getByRole('button', { name: 'Japanese' }).click();
  await expect.poll(() => option('komiHalves').locator('input').inputValue()).toBe('6.5');
  await option('handicap').getByRole('button', { name: '2', exact: true }).click();
  await expect.poll(() => shown(page, 'handicap')).toBe(2);
  await option('komiHalves').locator('input').fill('5.5');
  await page.keyboard.press('Tab');
  await expect.poll(() => shown(page, 'komiHalves')).toBe(11);
  expect(await option('height').count()).toBe(0);
  await page.getByRole('button', { name: /^10 min \+ 5 × 30 s/ }).click();
  expect(await axeFinds(page)).toEqual([]);
  await begin(page);
  await page.locator('.match').waitFor();
  await expect.poll(() => shown(page, 'komiHalves'), PATIENT).toBe(11);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a game starts from a position that was set up', async () => {
  const seen = await openAt('/new/chess?bot', PHONE);
  const { page } = seen;
  await page.getByRole('link', { name: 'Set up a position' }).click();
  await page.locator('.position input[name=board]').fill('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/board=/);
  const from = page.getByRole('button', { name: 'Play from this position' });
  await expect.poll(() => shown(page, 'kings'), PATIENT).not.toBeNull();
  await from.click();
  await page.locator('.new').waitFor();
  await begin(page);
  await page.locator('kifu-table kifu-board').waitFor();
  await expect
    .poll(
      () =>
        page.evaluate(
          () =>
            (document.querySelector('kifu-table kifu-board') as KifuBoard).position?.scene.pieces
              .length,
        ),
      PATIENT,
    )
    .toBe(3);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('options that few people change are apart, and games without options have no form', async () => {
  const seen = await openAt('/new/kung-fu-chess?bot', {});
  const { page } = seen;
  await page.locator('.option[data-option=speed]').waitFor();
  expect(await page.locator('.option[data-option=hz]').isVisible()).toBe(false);
  await page.getByText('More options').click();
  await page.locator('.option[data-option=hz]').waitFor();
  await page.locator('.game-row a', { hasText: 'Backgammon' }).click();
  await expect.poll(() => page.locator('.option').count()).toBe(0);
  expect(await page.getByText('More options').count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
