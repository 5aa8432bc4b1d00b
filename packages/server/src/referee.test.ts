/** Stores that do not take block and head in one go: a crash between the two never makes the referee sign twice. */
import {
  type Cid,
  cidOf,
  decodeBase64,
  type Game,
  type Json,
  moveAct,
  ok,
  unwrap,
} from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { headOf, idOf } from '@kifu/record';
import { NO_TERMS } from '@kifu/record/match-state';
import { beginMatch, loadMatch, type Stores } from '@kifu/record/store';
import { memoryBlocks, memoryHeads, memoryRemarks, memoryVault } from '@kifu/stores/memory';
import { expect, test } from 'vitest';
import type { ServerStores } from './options.ts';
import { loadReferee } from './referee.ts';

const game = chess.game as Game;
const move = (uci: string) => moveAct(chess.game, unwrap(parseUci(uci)));

/** Stores in which a step can fail, as a crash would. */
function fragile(): ServerStores & { failAt: 'put' | 'move' | null } {
  const blocks = memoryBlocks();
  const heads = memoryHeads();
  const vault = memoryVault();
  const stores = {
    failAt: null as 'put' | 'move' | null,
    vault,
    remarks: memoryRemarks(),
    blocks: {
      ...blocks,
      async put(cid: Cid, bytes: Uint8Array) {
        if (stores.failAt === 'put') throw new Error('killed');
        await blocks.put(cid, bytes);
      },
    },
    heads: {
      ...heads,
      async move(...args: Parameters<Stores['heads']['move']>) {
        if (stores.failAt === 'move') throw new Error('killed');
        return heads.move(...args);
      },
    },
  };
  return stores;
}

test.each(['put', 'move'] as const)(
  'a crash before the %s: what was signed is appended, and nothing else',
  async failAt => {
    const stores = fragile();
    const referee = await loadReferee(stores.vault);
    const header = {
      ...{
        game: 'chess',
        version: 1,
        options: {},
        seed: null,
        start: null,
        startedAt: null,
        tags: {},
      },
      players: [
        { seat: 0, name: 'Ann' },
        { seat: 1, name: 'Bob' },
      ],
      terms: { ...NO_TERMS, nonce: '00'.repeat(16), referee: referee.key },
    };
    const match = unwrap(await beginMatch(stores, game, header, { referee: referee.sign }));
    const id = idOf(match.chain.table.match);
    for (const seat of [0, 1]) unwrap(await match.append({ seat, act: { type: 'resume' } }));
    const first = headOf(match.chain);
    let signed: Cid | null = null;
    const { put } = stores.vault;
    stores.vault.put = async (kind, name, value, ask) => {
      if (kind === 'noted') signed = nodeOf(value);
      await put(kind, name, value, ask);
    };
    stores.failAt = failAt;
    await expect(match.append({ seat: 0, act: move('e2e4') })).rejects.toThrow('killed');
    expect(headOf(match.chain)).toEqual(first); // what is not durable has not happened
    stores.failAt = null;
    const load = async () => unwrap(await loadMatch(stores, id, async () => ok(game)));
    expect(headOf((await load()).chain)).toEqual(signed); // the process after it
    expect(headOf((await load()).chain)).toEqual(signed); // once more changes nothing
    expect(await stores.heads.get(id)).toEqual(signed);
  },
);

/** The content id of the node that a note is of. */
const nodeOf = (note: Json): Cid =>
  cidOf('dag-cbor', unwrap(decodeBase64((note as { readonly node: string }).node)));

test('the key of the referee is made once and kept', async () => {
  const vault = memoryVault();
  const [one, other] = [await loadReferee(vault), await loadReferee(vault)];
  expect(one.key).toBe(other.key);
  expect(one.key).not.toBe((await loadReferee(memoryVault())).key);
});
