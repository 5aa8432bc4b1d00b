/** Draws the icons of the installed site, and the pictures that links to the site and to its games unfurl with, in Chromium: `npm run icons`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { chromium } from 'playwright-core';
import { findChromium } from '../packages/web/test/chromium.ts';
import { SWITCHES } from '../packages/web/test/setup.ts';

const PUBLIC = join(import.meta.dirname, '../packages/web/public');
const SEAL = '#b93d27';
/** What a launcher may cut off on each side of a maskable icon, as a share of its size. */
const SAFE = 0.12;

/** An icon: its file, its size in pixels, and how much of each side is only background; null for rounded corners. */
const ICONS: readonly (readonly [file: string, size: number, margin: number | null])[] = [
  ['icon-192.png', 192, null],
  ['icon-512.png', 512, null],
  ['icon-maskable-512.png', 512, SAFE],
  ['apple-touch-icon.png', 180, 0.04],
];
const PREVIEW = { width: 1200, height: 630 };
const BOARDS = ['chess', 'go', 'backgammon', 'mage-duel'];

const browser = await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
const page = await browser.newPage();
const icon = await readFile(join(PUBLIC, 'icon.svg'), 'utf8');
const dataOf = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

for (const [file, size, margin] of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const background = margin === null ? 'transparent' : SEAL;
  const inner = size * (1 - 2 * (margin ?? 0));
  await page.setContent(`<style>body { margin: 0; width: ${size}px; height: ${size}px; display: grid; place-items: center; background: ${background} }</style>
    <img src="${dataOf(icon)}" width="${inner}" height="${inner}">`);
  await page.locator('img').evaluate('image => image.decode()');
  await writeFile(join(PUBLIC, file), await page.screenshot({ omitBackground: margin === null }));
}

const boardOf = async (game: string) =>
  dataOf(await readFile(join(PUBLIC, `boards/${game}.svg`), 'utf8'));
await page.setViewportSize(PREVIEW);
await draw(
  'preview.png',
  `<style>
    body { margin: 0; width: 1200px; height: 630px; background: #f3f0ea; color: #23262a; font: 700 42px/1.2 system-ui, sans-serif; }
    header { display: flex; align-items: center; gap: 22px; padding: 54px 56px 0; font-size: 74px; letter-spacing: -.02em; }
    p { margin: 20px 56px 44px; font-weight: 500; color: #4b4f55; }
    div { display: flex; gap: 24px; padding: 0 56px; }
    div img { width: 254px; height: 254px; object-fit: contain; border-radius: 10px; background: #e8e4db; }
  </style>
  <header><img src="${dataOf(icon)}" width="92" height="92">Kifu</header>
  <p>Board games online. Every game leaves a record that anyone can verify.</p>
  <div>${(await Promise.all(BOARDS.map(boardOf))).map(board => `<img src="${board}">`).join('')}</div>`,
);
await mkdir(join(PUBLIC, 'cards'), { recursive: true });
for (const game of gameNames()) {
  const { title } = unwrap(await loadKit(game));
  await draw(
    `cards/${game}.png`,
    `<style>
      body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 630px 1fr; background: #f3f0ea; color: #23262a; font: 700 40px/1.2 system-ui, sans-serif; }
      .board { width: 550px; height: 550px; margin: 40px; object-fit: contain; }
      div { display: flex; flex-direction: column; justify-content: center; gap: 28px; padding-right: 48px; }
      h1 { margin: 0; font-size: 84px; line-height: 1.05; letter-spacing: -.02em; }
      p { margin: 0; display: flex; align-items: center; gap: 18px; font-weight: 500; color: #4b4f55; }
    </style>
    <img class="board" src="${await boardOf(game)}">
    <div><h1>${title}</h1><p><img src="${dataOf(icon)}" width="64" height="64">Kifu</p></div>`,
  );
}
await browser.close();

/** Takes a picture of HTML, once all in it is loaded. */
async function draw(file: string, html: string): Promise<void> {
  await page.setContent(html);
  for (const image of await page.locator('img').all())
    await image.evaluate('image => image.decode()');
  await writeFile(join(PUBLIC, file), await page.screenshot());
}
