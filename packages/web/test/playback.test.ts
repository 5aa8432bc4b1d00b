/** Playback by mouse and keyboard: playing, stepping, seeking while dragging, speeds, paces, loops, and backwards. */

import type { KifuViewer } from '@kifu/viewer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closePage,
  focus,
  MOVING,
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

describe('a game with turns', () => {
  let seen: OpenedPage;
  beforeAll(async () => {
    seen = await openViewer({ src: 'samples/chess.car' }, MOVING);
    await focus(seen.page);
  });
  afterAll(async () => {
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  });
  const button = (name: string) => seen.page.locator(`kifu-viewer .tool[data-do=${name}]`);

  test('plays and pauses by button and by space', async () => {
    const { page } = seen;
    await button('play').click();
    expect((await shown(page)).isPlaying).toBe(true);
    // both have agreed to the header at once
    await expect.poll(async () => (await shown(page)).n, PATIENT).toBeGreaterThanOrEqual(3);
    await button('pause').click();
    expect((await shown(page)).isPlaying).toBe(false);
    await focus(page);
    await press(page, ' ');
    expect((await shown(page)).isPlaying).toBe(true);
    await press(page, ' ');
    expect((await shown(page)).isPlaying).toBe(false);
  });

  test('steps by entry, by turn, to both ends, and by tenths', async () => {
    const { page } = seen;
    await press(page, 'Home');
    await untilShown(page, 0);
    await press(page, ...new Array(5).fill('ArrowRight'), 'ArrowLeft');
    await untilShown(page, 4);
    await press(page, 'Shift+ArrowRight');
    await untilShown(page, 6);
    await press(page, 'Shift+ArrowLeft');
    await untilShown(page, 4);
    await press(page, '.');
    await untilShown(page, 5);
    await press(page, ',');
    await untilShown(page, 4);
    await press(page, 'End');
    await untilShown(page, 47);
    await press(page, '0');
    await untilShown(page, 0);
    await press(page, '2');
    await untilShown(page, 9);
    await button('on').click();
    await untilShown(page, 10);
    await button('back').click();
    await untilShown(page, 9);
    await button('end').click();
    await untilShown(page, 47);
    await button('start').click();
    await untilShown(page, 0);
  });

  test('a held button and a held key go on and on', async () => {
    const { page } = seen;
    await focus(page);
    await press(page, 'Home');
    await button('on').hover();
    await page.mouse.down();
    await expect.poll(async () => (await shown(page)).n, PATIENT).toBeGreaterThan(4);
    await page.mouse.up();
    const { n } = await shown(page);
    await focus(page);
    await page.keyboard.down('ArrowLeft');
    await expect.poll(async () => (await shown(page)).n, PATIENT).toBeLessThan(n - 3);
    await page.keyboard.up('ArrowLeft');
  });

  test('seeks while the bar is dragged, also while it plays', async () => {
    const { page } = seen;
    await press(page, 'Home', ' ');
    const box = (await page.locator('kifu-viewer .bar').boundingBox())!;
    const at = (share: number) => box.x + share * box.width;
    const y = box.y + box.height / 2;
    await page.mouse.move(at(0.2), y);
    await page.mouse.down();
    await untilShown(page, 9);
    for (const share of [0.4, 0.6, 0.8]) {
      await page.mouse.move(at(share), y);
      await untilShown(page, Math.round(47 * share));
    }
    await page.mouse.move(at(0.2), y);
    await untilShown(page, 9);
    await page.mouse.up();
    expect((await shown(page)).isPlaying).toBe(true);
    await press(page, ' ');
  });

  test('a click on the graph and on a move jumps there', async () => {
    const { page } = seen;
    const box = (await page.locator('kifu-viewer .graph').boundingBox())!;
    await page.mouse.click(box.x + 0.6 * box.width, box.y + 10);
    await untilShown(page, 28);
    await page.locator('kifu-viewer .move[data-n="3"]').click();
    await untilShown(page, 3);
    await focus(page);
  });

  test('speeds go from a quarter to eight times, and are shown briefly', async () => {
    const { page } = seen;
    const words = await noteWords(page, '.toast');
    await press(page, '>');
    expect((await shown(page)).speed).toBe(2);
    await expect.poll(async () => (await words()).slice(-2), PATIENT).toEqual(['2×', '']);
    await press(page, '>', '>', '>', '>');
    expect((await shown(page)).speed).toBe(8);
    await press(page, '<', '<', '<', '<', '<', '<', '<');
    expect((await shown(page)).speed).toBe(0.25);
    await page.locator('kifu-viewer .speed select').selectOption('1');
    expect((await shown(page)).speed).toBe(1);
    await focus(page);
  });

  test('plays again from the start once it is over, and backwards from the end', async () => {
    const { page } = seen;
    await press(page, 'End');
    await untilShown(page, 47);
    await button('again').click();
    await expect.poll(async () => (await shown(page)).n, PATIENT).toBeLessThan(5);
    await focus(page);
    await press(page, ' ', 'End', 'r', ' ');
    expect((await shown(page)).isReverse).toBe(true);
    await press(page, '>', '>', '>');
    await expect.poll(async () => (await shown(page)).n, PATIENT).toBeLessThan(46);
    await press(page, ' ', 'r', '<', '<', '<');
  });

  test('a stretch is looped: by key, by dragging with shift, and by its fields', async () => {
    const { page } = seen;
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'l', 'ArrowRight', 'ArrowRight', 'l');
    expect((await shown(page)).loop).toEqual({ from: 2, to: 4 });
    await untilShown(page, 4);
    await press(page, '>', '>', '>', ' ');
    const met = new Set<number>();
    await expect
      .poll(
        async () => {
          met.add((await shown(page)).n);
          return [...met].sort();
        },
        { ...PATIENT, interval: 30 },
      )
      .toEqual([2, 3, 4]);
    await press(page, ' ', '<', '<', '<', 'l');
    expect((await shown(page)).loop).toBeNull();
    const box = (await page.locator('kifu-viewer .bar').boundingBox())!;
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 15);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 15);
    await page.mouse.up();
    await page.keyboard.up('Shift');
    expect((await shown(page)).loop).toEqual({ from: 9, to: 19 });
    await focus(page);
    await press(page, 'o');
    await page.locator('kifu-viewer input[name=loop-to]').fill('12');
    await page.locator('kifu-viewer input[name=loop-to]').press('Tab');
    await until(page, 'loop', { from: 9, to: 12 });
    await page.locator('kifu-viewer input[name=loop]').uncheck();
    expect((await shown(page)).loop).toBeNull();
    await focus(page);
    await press(page, 'o');
  });

  test('original pace waits no longer than the limit; a fixed pace takes the same for each', async () => {
    const { page } = seen;
    await press(page, 'o');
    const { endMs } = await shown(page);
    await page.locator('kifu-viewer select[name=idle]').selectOption('2');
    expect((await shown(page)).endMs).toBeLessThan(endMs);
    await page.locator('kifu-viewer select[name=idle]').selectOption('0');
    expect((await shown(page)).endMs).toBeGreaterThan(endMs);
    await page.locator('kifu-viewer input[value=fixed]').check();
    expect((await shown(page)).endMs).toBe(47 * 1000 + 400);
    await page.locator('kifu-viewer select[name=entry]').selectOption('0.5');
    expect((await shown(page)).endMs).toBe(47 * 500 + 400);
    await page.locator('kifu-viewer input[value=original]').check();
    await focus(page);
    await press(page, 'o');
  });

  test('the bar is laid out by moves or by the clock', async () => {
    const { page } = seen;
    await press(page, '2');
    const left = () => page.locator('kifu-viewer .thumb').evaluate(thumb => thumb.style.left);
    expect(await left()).toMatch(/^19\.1/);
    await press(page, 'o');
    await page.locator('kifu-viewer input[value=clock]').check();
    expect(await left()).not.toMatch(/^19\.1/);
    await page.locator('kifu-viewer input[value=events]').check();
    await focus(page);
    await press(page, 'o');
  });

  test('the wheel steps where the viewer has the focus, and scrolls the page elsewhere', async () => {
    const { page } = seen;
    await press(page, 'Home');
    await untilShown(page, 0);
    await page.locator('kifu-viewer .picture').hover();
    await page.mouse.wheel(0, 130);
    await untilShown(page, 2);
    await page.mouse.wheel(0, -70);
    await untilShown(page, 1);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.mouse.wheel(0, 130);
    expect((await shown(page)).n).toBe(1);
    await focus(page);
  });

  test('goes to a move, a time, or the end that is typed in', async () => {
    const { page } = seen;
    const at10s = await page.evaluate(() => {
      const { record } = document.querySelector('kifu-viewer') as KifuViewer;
      return record!.lines.filter(({ ms }) => ms! <= 10_000).length;
    });
    for (const [text, n] of [
      ['23', 23],
      ['end', 47],
      ['0:10', at10s],
    ] as const) {
      await press(page, 'g');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await untilShown(page, n);
      await page.locator('kifu-viewer .go').waitFor({ state: 'detached' }); // the focus goes back to the viewer
    }
    await press(page, 'g');
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await page.locator('kifu-viewer .go input:invalid').waitFor(); // no move is called so
    await page.keyboard.press('Escape');
    expect(await page.locator('kifu-viewer .go').count()).toBe(0);
    await focus(page);
  });
});

test('clocks run on between entries, as they did', async () => {
  const seen = await openViewer({ src: 'samples/chess.car', ruler: 'clock', at: '3' });
  const { page } = seen;
  const clock = (side: string) =>
    page
      .locator(`kifu-viewer .strip.${side} .clock`)
      .evaluate(({ lastChild }) => lastChild?.textContent);
  expect([await clock('near'), await clock('far')]).toEqual(['4:49', '5:00']);
  const { x, y, width, height } = (await page.locator('kifu-viewer .bar').boundingBox())!;
  const { ms, endMs } = await shown(page);
  // black thinks for 9.4 seconds, of which five are shown: half of them are over
  await page.mouse.click(x + (width * (ms + 2500)) / endMs, y + height / 2);
  await until(page, 'n', 3);
  await expect.poll(() => clock('far'), PATIENT).toBe('4:55');
  expect(await clock('near')).toBe('4:49');
  expect(await page.locator('kifu-viewer .where .time').innerText()).toBe('0:17');
  await closePage(seen);
});

describe('a game without turns', () => {
  let seen: OpenedPage;
  beforeAll(async () => {
    seen = await openViewer({ src: 'samples/kung-fu-chess.json' }, MOVING);
    await focus(seen.page);
  });
  afterAll(async () => {
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  });

  test('steps by tick, by entry, and by second', async () => {
    const { page } = seen;
    await press(page, '.', '.', '.');
    await until(page, 'tick', 3);
    await press(page, ',');
    await until(page, 'tick', 2);
    await press(page, 'ArrowRight');
    await untilShown(page, 1);
    const { ms } = await shown(page);
    await press(page, 'Shift+ArrowRight');
    await until(page, 'ms', ms + 1000);
  });

  test('pieces move smoothly between cells', async () => {
    const { page } = seen;
    const places = await page.evaluate(async () => {
      const viewer = document.querySelector('kifu-viewer') as KifuViewer;
      viewer.goTo('1');
      const found = new Set<string>();
      const untilMs = performance.now() + 15_000;
      while (found.size <= 40 && performance.now() < untilMs) {
        await new Promise(requestAnimationFrame);
        // where few frames were seen of the first flight, it is seen once more
        if (viewer.state.picture!.n !== 1) {
          viewer.goTo('1');
          continue;
        }
        viewer.play();
        for (const piece of viewer.shadowRoot!.querySelectorAll<SVGGElement>('.piece'))
          found.add(`${piece.dataset.piece} ${piece.style.transform}`);
      }
      viewer.pause();
      return found.size;
    });
    // 32 pieces stand somewhere; one that flies is at another place in almost every frame
    expect(places).toBeGreaterThan(40);
  });
});
