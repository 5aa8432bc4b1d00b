/** Packs as they have always been: what was packed once opens for ever, and the same record gives the same bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCid, type Game, type JsonObject, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { kfchess, kungFuChess } from '@kifu/games/kung-fu-chess';
import { readHeader, recordKifu } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { pack, readPackHeader, unpack, unpackWith } from '@kifu/record/pack';
import { expect, test } from 'vitest';
import { VOCABULARY } from '../packages/record/src/pack/vocabulary.ts';
import { eachVector } from './vectors.ts';

interface PackRow {
  readonly name: string;
  readonly pack: string;
  /** Names all nodes, of which there are so many. */
  readonly head: string;
  readonly nodes: number;
  /** The block of remarks. */
  readonly remarks: string | null;
}

interface DamagedRow {
  readonly name: string;
  readonly pack: string;
  readonly fault: string;
  readonly offset: number;
}

interface RecordRow {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly head: string;
  readonly fault: unknown;
}

const findGame = findGameIn({ load: loadKit });
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

for (const [key, isPlain] of [
  ['packs', false],
  ['plain', true],
] as const)
  eachVector<readonly PackRow[]>('pack', key, rows => {
    test.each(rows)('$name', async row => {
      const { nodes, head, remarks } = unwrap(await unpack(findGame, bytesOf(row.pack)));
      expect(nodes).toHaveLength(row.nodes);
      expect(formatCid(head)).toBe(row.head);
      expect(remarks === null ? null : hexOf(remarks)).toBe(row.remarks);
      const header = unwrap(readPackHeader(bytesOf(row.pack)));
      const game = unwrap(await findGame(header.game, header.version));
      expect(hexOf(unwrap(pack(game, nodes, remarks, { isPlain })))).toBe(row.pack);
    });
  });

eachVector<readonly DamagedRow[]>('pack', 'damaged', rows => {
  test.each(rows)('$name', async row => {
    const result = await unpack(findGame, bytesOf(row.pack));
    expect(result).toMatchObject({
      ok: false,
      fault: { code: row.fault, at: { offset: row.offset } },
    });
  });
});

eachVector<readonly RecordRow[]>('record', 'records', rows => {
  test.each(rows.filter(({ fault }) => fault === null))('$name', async ({ nodes, head }) => {
    const bytes = nodes.map(bytesOf);
    const header = unwrap(readHeader(bytes));
    const game = unwrap(await findGame(header.game, header.version));
    const again = unwrap(await unpack(findGame, unwrap(pack(game, bytes))));
    expect(again.nodes.map(hexOf)).toEqual(nodes);
    expect(formatCid(again.head)).toBe(head);
  });
});

for (const key of ['replay', 'v1'])
  eachVector<JsonObject>('kung-fu-chess', key, replay => {
    const game = kungFuChess.game as Game;

    test('comes out of a pack as it was', () => {
      const kifu = unwrap(kfchess.read(JSON.stringify(replay)));
      const nodes = unwrap(recordKifu(game, kifu)).nodes;
      expect(unwrap(unpackWith(game, unwrap(pack(game, nodes)))).nodes).toEqual(nodes);
    });
  });

test('the page has the vocabulary, word for word, and an example that opens', async () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/pack-format.md'), 'utf8');
  const [vocabulary, example] = [...page.matchAll(/^```text\n([\s\S]*?)\n```$/gm)];
  expect(vocabulary![1]).toBe(VOCABULARY);
  const { head } = unwrap(await unpack(findGame, bytesOf(example![1]!)));
  expect(page).toContain(`Its head is \`${formatCid(head)}\``);
});
