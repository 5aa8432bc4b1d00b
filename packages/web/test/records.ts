/** Records for tests: the samples, and samples that were tampered with. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cid, cidOf, type Game, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { readKifu } from '@kifu/record';
import { readCar, writeCar } from '@kifu/record/car';
import { formatKifu } from '@kifu/record/json';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../public/samples');

/** A sample as the page lists it, and what is to be found out about it. */
interface Sample {
  readonly file: string;
  readonly game: string;
  readonly title: string;
  readonly about: string;
  readonly at: string;
  readonly form: string;
  readonly verdict: string;
  readonly entries: number;
}

/** All samples, in the order of the page. */
export const SAMPLES = JSON.parse(
  readFileSync(join(FOLDER, 'index.json'), 'utf8'),
) as readonly Sample[];

/** The first sample of each game. */
export const ONE_OF_EACH = SAMPLES.filter(
  ({ game }, i) => SAMPLES.findIndex(sample => sample.game === game) === i,
);

/** The bytes of a sample. */
export const readSample = async (name: string): Promise<Uint8Array> =>
  new Uint8Array(await readFile(join(FOLDER, name)));

/** The signed chess match with one bit of an entry turned: in the name of the entry before it, or in what was done. */
export async function tampered(n: number, what: 'link' | 'content'): Promise<Uint8Array> {
  const bytes = await readSample('chess.car');
  const node = unwrap(readCar(bytes)).blocks[n]!.bytes; // a view of the bytes
  node[what === 'link' ? 20 : node.length - 1]! ^= 1;
  return bytes;
}

/** A record of the vectors, as a CAR. */
export async function vectorRecord(name: string): Promise<Uint8Array> {
  const path = join(import.meta.dirname, '../../../vectors/record/records.json');
  const { records } = JSON.parse(await readFile(path, 'utf8')) as {
    records: { name: string; nodes: string[] }[];
  };
  const found = records.find(record => record.name === name);
  if (found === undefined)
    throw new Error(`no record ${name} among ${records.map(record => record.name).join(', ')}`);
  return carOfNodes(found.nodes);
}

/** Nodes in hex, the header first, as a CAR whose root is the last of them unless told. */
export function carOfNodes(nodes: readonly string[], head?: Cid): Uint8Array {
  const blocks = nodes.map(hex => {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    return { cid: cidOf('dag-cbor', bytes), bytes };
  });
  return writeCar([head ?? blocks.at(-1)!.cid], blocks);
}

/** The chess match as JSON that says it is of another game, or of another version of the rules. */
export async function renamed(game: string, version: number): Promise<string> {
  const { blocks } = unwrap(readCar(await readSample('chess.car')));
  const kifu = unwrap(readKifu(blocks.map(({ bytes }) => bytes)));
  return formatKifu(chess.game as Game, { ...kifu, header: { ...kifu.header, game, version } });
}

/** Answers an address of the site with these bytes. */
export async function answerWith(
  page: Page,
  path: string,
  body: Uint8Array | string,
): Promise<void> {
  await page.route(`**/${path}`, route => route.fulfill({ body: Buffer.from(body as Uint8Array) }));
}

/** Lets the viewer of a page open bytes, as a page that has them would. */
export const openBytes = (page: Page, name: string, body: Uint8Array | string): Promise<void> =>
  page.evaluate(
    async ([file, text]) => {
      const viewer = document.querySelector('kifu-viewer') as HTMLElement & {
        open(name: string, bytes: Uint8Array): Promise<void>;
      };
      await viewer.open(
        file,
        Uint8Array.from(atob(text), char => char.charCodeAt(0)),
      );
    },
    [name, Buffer.from(body as Uint8Array).toString('base64')] as const,
  );
