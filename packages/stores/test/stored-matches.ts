/** Matches of several games in a store, short and ended, or not. */
import {
  type Cid,
  type Game,
  type Header,
  type JsonObject,
  type Kit,
  moveAct,
  rngFrom,
  unwrap,
} from '@kifu/core';
import { backgammon } from '@kifu/games/backgammon';
import { chess } from '@kifu/games/chess';
import { ludo } from '@kifu/games/ludo';
import { type Chain, idOf, nodesOf } from '@kifu/record';
import { encodeRemarksJson } from '@kifu/record/annotations';
import { findGameIn } from '@kifu/record/file';
import { NO_TERMS } from '@kifu/record/match-state';
import { listingBy, matchSummaryOf, Replay } from '@kifu/record/replay';
import { beginMatch, openMatch, type Stores } from '@kifu/record/store';
import type { FindKit } from '../src/library/index.ts';

export const KITS = [chess, backgammon, ludo] as unknown as readonly Kit[];

/** The games of these matches, as they are looked for. */
export const findKit: FindKit = async (name, version) => {
  const kit = KITS.find(({ game }) => game.name === name && game.version === version);
  return kit === undefined
    ? { ok: false, fault: { code: 'unknown-game', message: `no game ${name}` } }
    : { ok: true, value: kit };
};

export const findGame = findGameIn({ load: findKit });

/** Which match to play. */
export interface ToPlay {
  readonly kit?: Kit;
  /** How many moves, before a player resigns. */
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
  const luck = rngFrom(n + 1);
  let { chain } = unwrap(await beginMatch(store, game, { ...headerOf(game, n), ...header }));
  for (let i = 0; i <= moves && chain.table.outcome === null; i++) {
    const { state } = chain.table;
    const [seat] = game.active(state) as [number];
    const legal = [...game.legal(state, seat)];
    const act =
      i === moves
        ? ({ type: 'leave', of: seat, how: 'resignation' } as const)
        : moveAct(game, legal[luck(legal.length)]!);
    if (i === moves && !isEnded) break;
    chain = unwrap(await openMatch(store, chain).append({ seat, act, ms: 100 * i })).chain;
  }
  return isEnded ? unwrap(await openMatch(store, chain).end()) : chain;
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

/** Remarks as JSON: one comment. */
const said = (text: string): JsonObject => ({
  notes: [{ entry: 1, author: null, text, glyphs: [] }],
  variations: [],
});

/** A block with one comment about a head. */
export const remarksAbout = (head: Cid, text: string): Uint8Array =>
  encodeRemarksJson(head, said(text));

export const matchOf = ({ table }: Chain): Cid => idOf(table.match);

const OPTIONS = new Map(
  await Promise.all(KITS.map(async kit => [kit, await listingBy(kit)] as const)),
);

/** Summary of a match for a library. */
export const listingFor = (kit: Kit, chain: Chain) =>
  unwrap(
    matchSummaryOf(new Replay(kit.game, nodesOf(chain)), undefined, {
      visibility: 'public',
      source: 'test',
      ...OPTIONS.get(kit),
    }),
  );
