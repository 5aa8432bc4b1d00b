/** Stores that do not take block and head in one go: a crash between the two never makes the referee sign twice. */
import { type Act, type Cid, type Game, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { begin, type Chain, headOf, idOf, loadStored, NO_TERMS, type Stores } from '@kifu/record';
import { memoryBlocks, memoryHeads, memoryRemarks, memoryVault } from '@kifu/stores/memory';
import { expect, test } from 'vitest';
import type { ServerStores } from '../options.ts';
import { loadReferee } from '../referee.ts';
import { finishNoted, makeNode, storeNode } from './append.ts';

const game = chess.game as Game;
const find = async () => ({ ok: true as const, value: game });
const move = (uci: string): Act => ({ type: 'move', move: unwrap(parseUci(uci)) as never });

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
    const { chain } = unwrap(begin(game, header));
    expect(await storeNode(stores, null, chain)).toBe(true);
    const match = idOf(chain.table.match);
    const signed = unwrap(await makeNode(chain, { seat: 0, act: move('e2e4') }, referee)).chain;
    stores.failAt = failAt;
    await expect(storeNode(stores, headOf(chain), signed)).rejects.toThrow('killed');
    stores.failAt = null;
    await finishNoted(stores, match); // the process after it
    const loaded: Chain = unwrap(await loadStored(stores, match, find));
    expect(headOf(loaded)).toEqual(headOf(signed));
    await finishNoted(stores, match); // once more changes nothing
    expect(await stores.heads.get(match)).toEqual(headOf(signed));
  },
);

test('the key of the referee is made once and kept', async () => {
  const vault = memoryVault();
  const [one, other] = [await loadReferee(vault), await loadReferee(vault)];
  expect(one.key).toBe(other.key);
  expect(one.key).not.toBe((await loadReferee(memoryVault())).key);
});
