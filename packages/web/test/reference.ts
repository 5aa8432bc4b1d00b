/**
 * Reference pictures of pages: a quarter as large, and compared by the mean brightness of coarse blocks. Letters of another font or of
 * another Chromium change a block a little; a part that is gone, moved or collapsed changes many.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, 'reference');
/** How much smaller a reference picture is than the window. */
const SCALE = 4;
/** The side of a block, in pixels of the reference picture. */
const BLOCK = 10;
/** How far the mean of a block may be off, of 255. */
const TOLERANCE = 9;
/** How many blocks of a picture may be off by more. */
const MOST_OFF = 0.06;

const pathOf = (name: string): string =>
  join(FOLDER, `${name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.webp`);

/** Takes a picture anew, for later comparisons. */
export async function writeReference(page: Page, name: string): Promise<void> {
  const shot = await dataUrlOf(page);
  const [, bytes] = /,(.*)$/s.exec(await aside(page, lens => lens.evaluate(shrink, shot)))!;
  const path = pathOf(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.from(bytes!, 'base64'));
}

/** What differs between a page and its reference picture: nothing, or a sentence that says where. */
export async function differsFromReference(page: Page, name: string): Promise<string[]> {
  const path = pathOf(name);
  if (!existsSync(path))
    return [`there is no reference picture ${path}: run npm run pictures -- --check`];
  const reference = `data:image/webp;base64,${await readFile(path, 'base64')}`;
  const shot = await dataUrlOf(page);
  const off = await aside(page, lens =>
    lens.evaluate(compare, { shot, reference, block: BLOCK, tolerance: TOLERANCE }),
  );
  if (off.share <= MOST_OFF) return [];
  const { left, top, right, bottom } = off.at;
  const where = [left, top, right, bottom].map(at => at * BLOCK * SCALE);
  return [
    `${Math.round(off.share * 100)} % of the picture differ from ${path}, between ${where[0]}, ${where[1]} and ${where[2]}, ${where[3]}; if that is meant, run npm run pictures -- --check`,
  ];
}

/** Works on pictures in an empty page, as the policy of the site lets it open none of others. */
async function aside<T>(page: Page, work: (lens: Page) => Promise<T>): Promise<T> {
  const lens = await page.context().newPage();
  const done = await work(lens);
  await lens.close();
  return done;
}

/** Animations off, and no caret that blinks. */
async function dataUrlOf(page: Page): Promise<string> {
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
  return `data:image/png;base64,${shot.toString('base64')}`;
}

/** Runs in the page: a picture, a quarter as large. */
async function shrink(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width / 4);
  canvas.height = Math.round(image.height / 4);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.filter = 'grayscale(1)';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.5);
}

/** Runs in the page: which share of blocks is off, and the corners around them, in blocks. */
async function compare(given: {
  readonly shot: string;
  readonly reference: string;
  readonly block: number;
  readonly tolerance: number;
}) {
  const { block, tolerance } = given;
  const reference = new Image();
  reference.src = given.reference;
  const shot = new Image();
  shot.src = given.shot;
  await Promise.all([reference.decode(), shot.decode()]);
  const [columns, rows] = [reference.width, reference.height].map(side => Math.floor(side / block));
  const drawn = (image: CanvasImageSource, width: number, height: number) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.imageSmoothingQuality = 'high';
    context.filter = 'grayscale(1)';
    context.drawImage(image, 0, 0, width, height);
    return { canvas, context };
  };
  // first as large as the reference, since fine patterns depend on the steps in which a picture is made smaller; a picture that is drawn
  // as small as its blocks has their means
  const meansOf = (image: HTMLImageElement): Uint8ClampedArray => {
    const { canvas } = drawn(image, reference.width, reference.height);
    const { context } = drawn(canvas, columns! * 2, rows! * 2);
    return context.getImageData(0, 0, columns! * 2, rows! * 2).data;
  };
  const [before, now] = [meansOf(reference), meansOf(shot)];
  const meanAt = (data: Uint8ClampedArray, column: number, row: number): number => {
    const at = (x: number, y: number) => data[4 * (y * columns! * 2 + x)]!;
    const [x, y] = [2 * column, 2 * row];
    return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4;
  };
  const at = { left: columns!, top: rows!, right: 0, bottom: 0 };
  let off = 0;
  for (let row = 0; row < rows!; row++)
    for (let column = 0; column < columns!; column++) {
      if (Math.abs(meanAt(before, column, row) - meanAt(now, column, row)) <= tolerance) continue;
      off++;
      at.left = Math.min(at.left, column);
      at.top = Math.min(at.top, row);
      at.right = Math.max(at.right, column + 1);
      at.bottom = Math.max(at.bottom, row + 1);
    }
  return { share: off / (columns! * rows!), at };
}
