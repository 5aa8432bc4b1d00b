/** Pictures in a real browser: it reads them strictly, finds all that they use, and draws every piece inside. */
import { existsSync } from 'node:fs';
import { unwrap } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { loadKit } from '@kifu/games';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomScenes, SETUPS } from '../packages/games/test/random-scenes.ts';

const CHROMIUM = process.env.KIFU_CHROMIUM ?? '/usr/bin/chromium';
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What the browser says of a picture. */
interface Seen {
  readonly error: string | null;
  /** The size it has as an image of its own. */
  readonly size: readonly number[];
  readonly missing: readonly string[];
  /** Pieces of which something lies outside. */
  readonly outside: readonly string[];
  readonly pieces: number;
  /** Whether anything has run or was fetched. */
  readonly hasRun: boolean;
}

/** Runs in the page; as text, since there is no DOM among our types. */
const LOOK = `async text => {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  const error = parsed.querySelector('parsererror')?.textContent ?? null;
  if (error !== null) return { error, size: [], missing: [], outside: [], pieces: 0, hasRun: false };
  document.body.innerHTML = text;
  const drawn = document.body.firstElementChild;
  const frame = drawn.getBoundingClientRect();
  const uses = [...drawn.querySelectorAll('use')].map(use => use.getAttribute('href').slice(1));
  const pieces = [...drawn.querySelectorAll('.piece')];
  const outside = pieces.filter(piece => {
    const box = piece.getBoundingClientRect();
    return box.left < frame.left || box.top < frame.top || box.right > frame.right || box.bottom > frame.bottom;
  });
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  await image.decode();
  return {
    error,
    size: [image.naturalWidth, image.naturalHeight],
    missing: uses.filter(id => drawn.querySelector('#' + CSS.escape(id)) === null),
    outside: outside.map(piece => piece.dataset.piece),
    pieces: pieces.length,
    hasRun: globalThis.hasRun === true,
  };
}`;

describe.skipIf(!existsSync(CHROMIUM))('in Chromium', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());
  const look = (text: string): Promise<Seen> => page.evaluate(`(${LOOK})(${JSON.stringify(text)})`);

  test.each(SETUPS)('%s %j', async (name, setup) => {
    const kit = unwrap(await loadKit(name));
    const scenes = [...randomScenes(kit, setup, 3, 120)];
    const chosen = [0, 0.2, 0.6, 1].map(share => scenes[Math.round(share * (scenes.length - 1))]!);
    for (const [i, scene] of chosen.entries()) {
      const turn = ([0, 90, 180, 270] as const)[i]!;
      const seen = await look(svg(scene, kit.art, { turn, facts: true, title: name }));
      const pieces = scene.pieces.filter(({ look }) => kit.art!.drawing(look) !== null).length;
      expect(seen).toMatchObject({ error: null, missing: [], outside: [], pieces });
      expect(Math.min(...seen.size)).toBeGreaterThan(100);
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
});
