/** A match on a server, as the page plays it: what was chosen ahead, and what can be planned. */
import type { Live, PlanLines } from '@kifu/client';
import { type Act, type Game, type Json, type Kit, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { begin } from '@kifu/record';
import { nothing } from 'lit';
import { expect, test } from 'vitest';
import { liveMatch } from './live-match.ts';
import { planList } from './plans.ts';
import type { MatchNews } from './table-match.ts';

/** What a page has of a connection, with what it hears. */
function createLive(fields: object = {}) {
  const heard = new Map<string, (news: MatchNews) => void>();
  const live = {
    seat: 0,
    premove() {},
    on(name: string, hear: (news: MatchNews) => void) {
      heard.set(name, hear);
      return () => {};
    },
    ...fields,
  } as unknown as Live;
  const match = liveMatch(chess as unknown as Kit, live);
  match.listen(() => {});
  const hear = (seat: number, act: Act) =>
    heard.get('node')!({ entry: { seat, act }, parts: [], sight: null } as unknown as MatchNews);
  return { match, hear };
}

test('what was chosen ahead is forgotten with the own move, and with nothing else that the player does', () => {
  const { match, hear } = createLive();
  const move = { type: 'move', move: new Uint8Array() } as const;
  match.premove(0, 'e2e4' as Json);
  hear(0, { type: 'resume' });
  hear(1, move);
  expect(match.premoved).toBe('e2e4');
  hear(0, move);
  expect(match.premoved).toBeNull();
});

test('nothing is planned while the own move is on its way: it would begin before that move', () => {
  const game = chess.game as unknown as Game;
  const players = [0, 1].map(seat => ({ seat, name: '' }));
  const { chain } = unwrap(
    begin(game, {
      ...{ game: 'chess', version: game.version, options: {}, players, seed: null, start: null },
      ...{ startedAt: null, tags: {} },
    }),
  );
  const planned = (state: unknown) => {
    const { match } = createLive({
      followed: { table: { ...chain.table, state }, outcome: null, isEnded: false },
      present: () => ({ state: after, tick: null }),
      plan: [] as PlanLines,
      invite: { referee: true, clock: { type: 'fixed', moveMs: 86_400_000 } },
    });
    const ignore = () => {};
    return planList({ match, trial: null, try: ignore, keep: ignore, keepTrial: ignore });
  };
  const { state } = chain.table;
  const [move] = game.legal(state, 0);
  const after = unwrap(game.play(state, 0, move!)).state;
  expect(planned(state)).toBe(nothing);
  expect(planned(after)).not.toBe(nothing);
});
