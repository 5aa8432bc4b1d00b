/** Boards between bots: the host of matches makes the same records. */
import { botPlayer } from '@kifu/bots';
import { type Game, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { readKifu } from '@kifu/record';
import { LocalHost, type SeatPlayer, SteppedTimer } from '@kifu/record/match';
import { beginMatch } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { expect, test } from 'vitest';
import { type BoardPlan, playBoard } from './play-board.ts';

test.each(['chess', 'checkers', 'backgammon', 'dominos'])(
  'a board of %s has the same bytes, played step by step or by a host',
  async name => {
    const kit = unwrap(await loadKit(name));
    const plan: BoardPlan = {
      ...{ kit, names: ['a', 'b'], bot: 'random', nodes: 20, seed: 11 },
      ...{ isRated: false, nowMs: 1e12, tags: {} },
    };
    const nodes = unwrap(playBoard(plan));
    const { header } = unwrap(readKifu(nodes));
    const stores = { blocks: memoryBlocks(), heads: memoryHeads() };
    const open = unwrap(await beginMatch(stores, kit.game as Game, header));
    const player = (seat: number): SeatPlayer =>
      unwrap(botPlayer(kit, plan.bot, { seed: plan.seed + 1 + seat, nodes: plan.nodes }));
    const programs = new Map([0, 1].map(seat => [seat, player(seat)]));
    const host = new LocalHost({ open, timer: new SteppedTimer(0), isTimed: false, programs });
    const ended = new Promise<void>(resolve => {
      host.on('node', ({ replay }) => replay.isEnded && resolve());
    });
    await host.start();
    await ended;
    expect(host.replay.nodes).toEqual(nodes);
  },
);
