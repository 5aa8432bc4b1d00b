/** The checker of layouts itself, on a small page in which one rule at a time is broken. */
import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPage, useBrowser } from './browser.ts';
import { layoutFaults } from './layout.ts';
import { differsFromReference, writeReference } from './reference.ts';

useBrowser();

const SOUND = `<!doctype html>
<meta name="viewport" content="width=device-width" />
<style>
  body { margin: 0; font: 16px/1.5 sans-serif; background: #fff; }
  main { padding: 16px; }
  .drop-zone { display: grid; gap: 8px; padding: 24px; border: 2px dashed #555; background: #dde; }
  button { min-height: 48px; justify-self: start; }
  .name { overflow: hidden; width: 200px; }
  .tabs { position: fixed; inset: auto 0 0; height: 50px; background: #222; color: #fff; }
  .end { margin-block: 900px 60px; }
</style>
<main>
  <h1>Check</h1>
  <div class="drop-zone"><p>Drop files here</p><button class="choose">Choose files</button></div>
  <p class="name">Ada – Ben</p>
  <p>Read <a href="#">the guide</a> first.</p>
  <button class="end">Go on</button>
</main>
<nav class="tabs"><span>Play</span></nav>`;

let page: Page;
beforeAll(async () => {
  ({ page } = await newPage({ viewport: { width: 390, height: 844 } }));
});
afterAll(() => page.context().close());

const faultsWith = async (style: string): Promise<string[]> => {
  await page.setContent(SOUND.replace('</style>', `${style}</style>`));
  return layoutFaults(page, { least: 44, main: '.choose' });
};

test('finds nothing in a page that is sound', async () => {
  expect(await faultsWith('')).toEqual([]);
});

test.each<[what: string, style: string, fault: RegExp]>([
  [
    'collapsed part',
    '.drop-zone { width: 34px; height: 49px; padding: 0; }',
    /overflows div\.drop-zone \(38 × 53\)/,
  ],
  [
    'part wider than the page',
    '.drop-zone { width: 500px; }',
    /div\.drop-zone.*is wider than the page by/,
  ],
  [
    'overlapping controls',
    '.choose { margin-block: -40px; }',
    /button\.choose.*overlaps|overlaps.*button\.choose/,
  ],
  ['clipped text', '.name { width: 30px; white-space: nowrap; }', /p\.name “Ada – Ben” is cut off/],
  ['clipped lines', '.name { height: 8px; }', /p\.name “Ada – Ben” is cut off/],
  [
    'small control',
    'button { min-height: 0; height: 20px; }',
    /button\.choose “Choose files” is \d+ × 20, less than 44/,
  ],
  [
    'main control below the fold',
    '.drop-zone { margin-block-start: 1200px; }',
    /button\.choose.*is out of sight, at \d+ of 844/,
  ],
  [
    'covered main control',
    '.tabs { height: auto; inset: 0; }',
    /button\.choose.*is covered by .*nav\.tabs/,
  ],
  [
    'end of the page under a bar',
    '.end { margin-block-end: 0; } main { padding: 0; }',
    /button\.end.*stays below nav\.tabs/,
  ],
])('names %s', async (_what, style, fault) => {
  expect(await faultsWith(style)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

test('tells a page from its reference picture, but not another font', async () => {
  const name = `self-test ${process.pid}`;
  await faultsWith('');
  await writeReference(page, name);
  expect(await differsFromReference(page, name)).toEqual([]);
  await faultsWith('body { font-family: serif; }');
  expect(await differsFromReference(page, name)).toEqual([]);
  await faultsWith('.drop-zone { width: 34px; height: 49px; padding: 0; }');
  expect(await differsFromReference(page, name)).toEqual([
    expect.stringMatching(/^\d+ % of the picture differ from .*self-test/),
  ]);
  await rm(new URL(`reference/self-test-${process.pid}.webp`, import.meta.url));
});
