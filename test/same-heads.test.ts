/** The same actions at the same times give the same record, hosted in this process and in a room of a server: by seed. */
import {
  type Action,
  draw,
  formatCid,
  type Game,
  type Json,
  type Kit,
  moveAct,
  type Result,
  type Seat,
  type Seed,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { toEntry } from '@kifu/record';
import {
  activeSeats,
  LocalHost,
  legalMoves,
  SteppedTimer,
  takebackTarget,
} from '@kifu/record/match';
import type { MatchState } from '@kifu/record/match-state';
import { decodeNext, type EntryNode } from '@kifu/record/node';
import { beginMatch } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handClock, type Served, seen, serve, until } from '../packages/server/test/serve.ts';

const ACTIONS = 40;
const CLOCK = { type: 'fischer', mainMs: 3_600_000, incrementMs: 1000 } as const;
const hand = handClock();

let served: Served;
beforeAll(async () => {
  // no lag is given back: it is measured, and a local match has none
  const limits = { maxLagMs: 0, wordsPerMinute: 1e6, wordBurst: 1e6 };
  served = await serve({ limits, now: hand.now });
});
afterAll(() => served.close());

/** An action of a seat, or time that passes. */
type Chosen = { readonly seat: Seat; readonly action: Action } | { readonly passMs: number };

/** Chooses actions that are allowed, and some that are not. */
function chooser(game: Game, seed: number) {
  let state: Seed = seed;
  const below = (most: number): number => {
    const [value, next] = draw(state, most);
    state = next;
    return value;
  };
  return (table: MatchState, turn: Seat | undefined, moves: readonly Json[]): Chosen => {
    const seat = below(2);
    const { offer } = table.talk;
    const answer = ['accept-draw', 'decline', 'decline'] as const;
    switch (below(12)) {
      case 0:
        return { passMs: 1 + below(5000) };
      case 1:
        return { seat, action: { type: 'offer-draw' } };
      case 2:
        return { seat, action: { type: offer === null ? 'decline' : answer[below(3)]! } };
      case 3:
        return { seat, action: { type: 'ask-takeback' } };
      case 4:
        return { seat, action: { type: table.talk.isPaused ? 'resume' : 'pause' } };
      case 5:
        return moves.length === 0
          ? { passMs: 1 }
          : { seat: 1 - (turn ?? 0), action: moveAct(game, moves[below(moves.length)]!) };
      default:
        return moves.length === 0 || turn === undefined
          ? { seat, action: { type: 'resume' } }
          : { seat: turn, action: moveAct(game, moves[below(moves.length)]!) };
    }
  };
}

/** What the other player agrees to at once, as people at one screen do. */
function consentTo(table: MatchState, asked: Action): Action | null {
  const { talk } = table;
  if (asked.type === 'ask-takeback' && talk.takeback !== null)
    return { type: 'allow-takeback', to: takebackTarget(table, talk.takeback.by)! };
  const isOpen = (asked.type === 'pause' || asked.type === 'resume') && talk[asked.type].length > 0;
  return isOpen ? asked : null;
}

const codeOf = (done: Result<number>): string => (done.ok ? 'done' : done.fault.code);

test.each(['chess', 'backgammon'].flatMap(name => [1, 2, 3].map(seed => [name, seed] as const)))(
  '%s, seed %i',
  async (name, seed) => {
    const kit = unwrap(await loadKit(name)) as Kit;
    const game = kit.game as Game;
    const lives = await served.play({
      ...{ game: name, clock: CLOCK, chance: 'plain', countdownMs: 0 },
      seats: ['Ann', 'Ben'].map(player => ({ type: 'you', name: player })),
    });
    await Promise.all(lives.map(live => seen(live, 0)));
    const header = lives[0]!.replay!.header!;
    const stores = { blocks: memoryBlocks(), heads: memoryHeads() };
    const { sign } = served.server.registry.referee;
    const open = unwrap(await beginMatch(stores, game, header, { referee: sign }));
    // who agrees to the header first is up to the connections
    for (const bytes of lives[0]!.replay!.nodes.slice(1))
      unwrap(await open.append(toEntry(unwrap(decodeNext(bytes)) as EntryNode)));
    const startedMs = Date.parse(header.startedAt!);
    const timer = new SteppedTimer(hand.now());
    const host = new LocalHost({ open, timer, startedMs });
    await host.start();
    const choose = chooser(game, seed);
    for (let k = 0; k < ACTIONS && !host.replay.isEnded; k++) {
      const [turn] = activeSeats(host);
      const chosen = choose(host.replay.table!, turn, legalMoves(host, turn ?? null));
      if ('passMs' in chosen) {
        timer.pass(chosen.passMs);
        hand.pass(chosen.passMs);
        continue;
      }
      const { seat, action } = chosen;
      const here = await host.submit(seat, action);
      const there = await lives[seat]!.submit(seat, action);
      const consent = there.ok ? consentTo(lives[seat]!.replay!.table!, action) : null;
      if (consent !== null) {
        await until(lives[1 - seat]!, ({ replay }) => replay!.n >= lives[seat]!.replay!.n);
        unwrap(await lives[1 - seat]!.submit(1 - seat, consent));
      }
      const where = `${k}: ${action.type} by ${seat}`;
      expect(codeOf(there), where).toBe(codeOf(here));
      for (const live of lives) await until(live, ({ replay }) => replay!.n >= host.replay.n);
      expect(formatCid(lives[0]!.replay!.head), where).toBe(formatCid(host.replay.head));
    }
    expect(lives[1]!.replay!.nodes).toEqual(host.replay.nodes);
    expect(host.replay.n).toBeGreaterThan(ACTIONS / 4);
    await host.close();
  },
);
