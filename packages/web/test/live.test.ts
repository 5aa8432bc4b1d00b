/** A match that goes on: the replay goes with it at its newest entry, and stays where it is elsewhere. */
import { unwrap } from '@kifu/core';
import { readCar, writeCar } from '@kifu/record/car';
import type { KifuViewer } from '@kifu/viewer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  closePage,
  focus,
  openPage,
  press,
  shown,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';
import { answerWith, readSample } from './records.ts';

useBrowser();

const nodesOf = async (name: string) => unwrap(readCar(await readSample(name))).blocks;

const follow = (page: Page, nodes: readonly Uint8Array[], isOver: boolean) =>
  page.evaluate(
    async ([list, over]) => {
      const viewer = document.querySelector('kifu-viewer') as KifuViewer;
      await viewer.follow(
        list.map(text => Uint8Array.from(atob(text), char => char.charCodeAt(0))),
        over,
      );
    },
    [nodes.map(node => Buffer.from(node).toString('base64')), isOver] as const,
  );

test('a page that follows a match hands on its nodes', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const nodes = (await nodesOf('chess.car')).map(({ bytes }) => bytes);
  const edge = page.locator('kifu-viewer .edge');
  await follow(page, nodes.slice(0, 10), false);
  await untilShown(page, 9);
  expect(await edge.textContent()).toContain('live');
  expect(await edge.getAttribute('aria-pressed')).toBe('true');
  await follow(page, nodes.slice(0, 12), false);
  await untilShown(page, 11);
  await focus(page);
  await press(page, 'ArrowLeft');
  await untilShown(page, 10);
  await follow(page, nodes.slice(0, 16), false);
  await until(page, 'length', 15);
  expect((await shown(page)).n).toBe(10);
  expect(await edge.getAttribute('aria-pressed')).toBe('false');
  await edge.click();
  await untilShown(page, 15);
  await follow(page, nodes, true);
  await until(page, 'length', 47);
  await untilShown(page, 47);
  expect(await edge.count()).toBe(0);
  await until(page, 'verdict', 'verified');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('a live address is asked again until the match is over', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const blocks = await nodesOf('chess.car');
  const part = (count: number) => writeCar([blocks[count - 1]!.cid], blocks.slice(0, count));
  await answerWith(page, 'now.car', part(8));
  await answerWith(page, 'notes.json', '{}');
  let asked = 0;
  page.on('request', request => {
    if (request.url().endsWith('/notes.json')) asked++;
  });
  await page.evaluate(() => {
    const viewer = document.querySelector('kifu-viewer') as KifuViewer;
    viewer.notes = 'notes.json';
    viewer.live = true;
    viewer.at = 'end';
    viewer.src = 'now.car';
  });
  await untilShown(page, 7);
  // entries are shown as they come, and the last word on them when all have come
  await page.locator('kifu-viewer .moves .outcome', { hasText: 'Game in progress.' }).waitFor();
  await answerWith(page, 'now.car', part(11));
  await until(page, 'length', 10);
  await untilShown(page, 10);
  await answerWith(page, 'now.car', part(blocks.length));
  await untilShown(page, 47);
  await page.locator('kifu-viewer .edge').waitFor({ state: 'detached' });
  expect(asked).toBe(1);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});
