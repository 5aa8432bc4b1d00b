/** Records short matches into a store, one after the other per table; each continues where it stopped. */
import { type Cid, rngFrom, unwrap } from '@kifu/core';
import { type Chain, headOf } from '@kifu/record';
import {
  type AppendOptions,
  beginMatch,
  loadMatch,
  openMatch,
  type Stores,
  type Vault,
} from '@kifu/record/store';
import { findChess, headerOf, matchOf, playOn } from './short-matches.ts';

/** Called with every node that is durable; the next one waits for it. */
export type Hear = (round: number, n: number, head: Cid) => void | Promise<void>;

/** Plays one match to its end: the first at the table that is not over. */
export async function recordTable(
  store: Stores & { readonly vault: Vault },
  table: number,
  hear: Hear,
  ask: AppendOptions = {},
): Promise<void> {
  const luck = rngFrom(table + 1);
  let { round, chain } = await resume(store, table, ask);
  await hear(round, chain.last.n, headOf(chain));
  while (!chain.isEnded) {
    const doing = playOn(chain, luck);
    chain =
      doing === null
        ? unwrap(await openMatch(store, chain).end({}, ask))
        : unwrap(await openMatch(store, chain).append(doing, ask)).chain;
    await hear(round, chain.last.n, headOf(chain));
  }
}

/** The first round at a table that is not over, and how far it is. */
async function resume(
  store: Stores & { readonly vault: Vault },
  table: number,
  ask: AppendOptions,
): Promise<{ round: number; chain: Chain }> {
  for (let round = Number((await store.vault.get('round', `${table}`)) ?? 0); ; round++) {
    const match = matchOf(table, round);
    if ((await store.heads.get(match)) === null) {
      const header = headerOf(table, round);
      const { chain } = unwrap(await beginMatch(store, findChess.game, header, ask));
      await store.vault.put('round', `${table}`, round);
      return { round, chain };
    }
    const { chain } = unwrap(await loadMatch(store, match, findChess.find));
    if (!chain.isEnded) return { round, chain };
  }
}
