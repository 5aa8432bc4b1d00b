/** Matches of several games in a store, short and ended, or not. */
import { type Cid, type Game, type Header, type Kit, luckFrom, unwrap } from '@kifu/core';
import { backgammon } from '@kifu/games/backgammon';
import { chess } from '@kifu/games/chess';
import { ludo } from '@kifu/games/ludo';
import {
  appendStored,
  beginStored,
  type Chain,
  endStored,
  type FindGame,
  headOf,
  idOf,
  listingOf,
  NO_TERMS,
  nodesOf,
  type Remarks,
  readKifu,
  type Stores,
} from '@kifu/record';
import type { FindKit } from '../src/library/index.ts';

export const KITS = [chess, backgammon, ludo] as unknown as readonly Kit[];

/** The games of these matches, as they are looked for. */
export const findKit: FindKit = async (name, version) => {
  const kit = KITS.find(({ game }) => game.name === name && game.version === version);
  return kit === undefined
    ? { ok: false, fault: { code: 'unknown-game', message: `no game ${name}` } }
    : { ok: true, value: kit };
};

export const findGame: FindGame = async (name, version) => {
  const kit = await findKit(name, version);
  return kit.ok ? { ok: true, value: kit.value.game } : kit;
};

/** Which match to play. */
export interface ToPlay {
  readonly kit?: Kit;
  /** How many moves, before somebody resigns. */
  readonly moves?: number;
  readonly isEnded?: boolean;
  readonly header?: Partial<Header>;
}

/** Plays match number n into a store. */
export async function playInto(
  store: Stores,
  n: number,
  { kit = KITS[n % KITS.length]!, moves = 12, isEnded = true, header = {} }: ToPlay = {},
): Promise<Chain> {
  const { game } = kit;
  const luck = luckFrom(n + 1);
  let { chain } = unwrap(await beginStored(store, game, { ...headerOf(game, n), ...header }));
  for (let i = 0; i <= moves && chain.table.outcome === null; i++) {
    const { state } = chain.table;
    const [seat] = game.active(state) as [number];
    const legal = [...game.legal(state, seat)];
    const act =
      i === moves
        ? ({ type: 'leave', of: seat, how: 'resignation' } as const)
        : ({ type: 'move', move: legal[luck(legal.length)]! } as const);
    if (i === moves && !isEnded) break;
    chain = unwrap(await appendStored(store, chain, { seat, act, ms: 100 * i })).chain;
  }
  return isEnded ? unwrap(await endStored(store, chain)) : chain;
}

const headerOf = (game: Game, n: number): Header => ({
  ...{ game: game.name, version: game.version, options: {}, start: null, tags: {} },
  seed: game.chance === undefined ? null : n,
  players: [
    { seat: 0, name: `Ann ${n % 5}` },
    { seat: 1, name: `Bob ${n % 7}` },
  ],
  startedAt: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`,
  terms: { ...NO_TERMS, nonce: `${n}`.padStart(32, '0') },
});

/** One comment about a match. */
export const said = (text: string): Remarks => ({
  notes: [{ entry: 1, author: null, text, glyphs: [] }],
  variations: [],
});

export const matchOf = ({ table }: Chain): Cid => idOf(table.match);

/** What a library is told about a match. */
export const listingFor = (kit: Kit, chain: Chain) =>
  unwrap(
    listingOf(
      kit.game,
      unwrap(readKifu(kit.game, nodesOf(chain))),
      {
        match: matchOf(chain),
        head: headOf(chain),
      },
      {
        visibility: 'public',
        source: 'test',
        formatMove: (state, move) => kit.notations[0]!.format(state, move),
      },
    ),
  );
