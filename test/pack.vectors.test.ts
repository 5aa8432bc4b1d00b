/** Packs as they have always been: what was packed once opens for ever, and the same record gives the same bytes. */
import { formatCid, type Game, type JsonObject, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { kfchess, kungFuChess } from '@kifu/games/kung-fu-chess';
import {
  nodesOf,
  pack,
  readHeader,
  readPackHeader,
  recordKifu,
  unpack,
  unpackWith,
} from '@kifu/record';
import { expect, test } from 'vitest';
import { eachVector } from './vectors.ts';

interface PackRow {
  readonly name: string;
  readonly pack: string;
  readonly head: string;
  readonly nodes: readonly string[];
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

const findGame = async (name: string, version: number) => {
  const kit = await loadKit(name, version);
  return kit.ok ? { ok: true as const, value: kit.value.game as Game } : kit;
};
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

eachVector<readonly PackRow[]>('pack', 'packs', rows => {
  test.each(rows)('$name', async row => {
    const { nodes, head, remarks } = unwrap(await unpack(findGame, bytesOf(row.pack)));
    expect(nodes.map(hexOf)).toEqual(row.nodes);
    expect(formatCid(head)).toBe(row.head);
    expect(remarks === null ? null : hexOf(remarks)).toBe(row.remarks);
    const header = unwrap(readPackHeader(bytesOf(row.pack)));
    const game = unwrap(await findGame(header.game, header.version));
    expect(hexOf(unwrap(pack(game, nodes, remarks)))).toBe(row.pack);
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
      const nodes = nodesOf(unwrap(recordKifu(game, kifu)));
      expect(unwrap(unpackWith(game, unwrap(pack(game, nodes)))).nodes).toEqual(nodes);
    });
  });
