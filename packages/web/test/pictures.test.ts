/** Pictures in a real browser: it reads them strictly, finds all that they use, and draws every piece inside. */
import { unwrap } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { loadKit } from '@kifu/games';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { randomScenes, SETUPS } from '../../games/test/random-scenes.ts';
import { newPage, useBrowser } from './browser.ts';

useBrowser();
let page: Page;
beforeAll(async () => {
  ({ page } = await newPage());
});

/** What the browser says of a picture: of which pieces something lies outside, whether anything has run or was fetched. */
const look = (picture: string) =>
  page.evaluate(async text => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    const error = parsed.querySelector('parsererror')?.textContent ?? null;
    if (error !== null) return { error };
    document.body.innerHTML = text;
    const drawn = document.body.firstElementChild!;
    const frame = drawn.getBoundingClientRect();
    const uses = [...drawn.querySelectorAll('use')].map(use => use.getAttribute('href')!.slice(1));
    const pieces = [...drawn.querySelectorAll<SVGElement>('.piece')];
    const outside = pieces.filter(piece => {
      const { left, top, right, bottom } = piece.getBoundingClientRect();
      return left < frame.left || top < frame.top || right > frame.right || bottom > frame.bottom;
    });
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await image.decode();
    return {
      error,
      least: Math.min(image.naturalWidth, image.naturalHeight),
      missing: uses.filter(id => drawn.querySelector(`#${CSS.escape(id)}`) === null),
      outside: outside.map(piece => piece.dataset.piece),
      pieces: pieces.length,
      hasRun: 'hasRun' in globalThis,
    };
  }, picture);

test.each(SETUPS)('%s %j', async (name, setup) => {
  const kit = unwrap(await loadKit(name));
  const scenes = [...randomScenes(kit, setup, 3, 120)];
  const chosen = [0, 0.2, 0.6, 1].map(share => scenes[Math.round(share * (scenes.length - 1))]!);
  for (const [i, scene] of chosen.entries()) {
    const turn = ([0, 90, 180, 270] as const)[i]!;
    const seen = await look(svg(scene, kit.art, { turn, facts: true, title: name }));
    const pieces = scene.pieces.filter(({ look }) => kit.art!.drawing(look) !== null).length;
    expect(seen).toMatchObject({ error: null, missing: [], outside: [], pieces });
    expect(seen.least).toBeGreaterThan(100);
  }
});

test('scripts in names and texts of strangers do not run', async () => {
  const kit = unwrap(await loadKit('chess'));
  const [scene] = randomScenes(kit, {}, 1, 0);
  const evil = `"'></title><script>hasRun=true</script><image href="x" onerror="hasRun=true"/>`;
  const pieces = scene!.pieces.map((piece, i) => ({
    ...piece,
    id: `${i}${evil}`,
    look: evil,
    glyph: evil,
  }));
  const areas = scene!.areas.map(area => ({ ...area, columnLabels: [evil] }));
  const facts = [{ label: evil, value: evil }];
  const drawn = svg({ ...scene!, pieces, areas, facts }, kit.art, {
    ...{ title: evil, description: evil, facts: true },
  });
  expect(await look(drawn)).toMatchObject({ error: null, hasRun: false, pieces: 32 });
  expect(await page.evaluate(`document.querySelectorAll('script,image').length`)).toBe(0);
});
