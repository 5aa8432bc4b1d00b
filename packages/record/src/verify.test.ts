/** Verification: good records hold, and no bit of one can be changed without being noticed. */
import { type Game, type Header, ok, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { race } from '../../core/test/toys/race.ts';
import { tricks } from '../../core/test/toys/tricks.ts';
import { beginMatch, endMatch, type MatchPlan, playOn } from '../test/matches.ts';
import { begin, headOf, nodesOf, readKifu, recordKifu, verify, verifyUnsigned } from './index.ts';

const PLANS: { readonly [name: string]: MatchPlan } = {
  'chess, unsigned': { game: chess.game as Game },
  'chess, signed by both': { game: chess.game as Game, keys: true },
  'chess with a referee and clocks': {
    game: chess.game as Game,
    keys: true,
    referee: true,
    clock: { type: 'fischer', mainMs: 60_000, incrementMs: 2000 },
    hashEvery: 4,
  },
  'dice, plain': { game: race as Game, seed: 7 },
  'dice, fair': { game: race as Game, fair: true, keys: true },
  'dice, fair, with a referee': { game: race as Game, fair: true, referee: true },
  'hidden hands': { game: tricks as Game, fair: true, keys: true, referee: true },
  'real time': { game: lane as Game, keys: true },
};

const find = (game: Game) => () => Promise.resolve(ok(game));

async function play(plan: MatchPlan): Promise<{ nodes: Uint8Array[]; head: Uint8Array }> {
  const playing = await beginMatch(plan);
  await playOn(playing, 20);
  if (playing.chain.table.outcome !== null) await endMatch(playing);
  return { nodes: nodesOf(playing.chain), head: headOf(playing.chain).digest };
}

describe.each(Object.entries(PLANS))('%s', (_, plan) => {
  test('holds, and reads back as it was', async () => {
    const { nodes, head } = await play(plan);
    const report = await verify(nodes, find(plan.game), { head, signatures: 'all' });
    expect(report.fault).toBeNull();
    expect(report.good).toBe(report.entries);
    expect(report.checked.signatures).toBe(report.checked.signed);
    expect(report.checked.signed > 0).toBe((plan.keys ?? plan.referee) === true);
    const kifu = unwrap(readKifu(nodes));
    const isOpen = plan.game.secrets === undefined || kifu.ending !== null;
    if (isOpen) expect(unwrap(recordKifu(plan.game, kifu)).nodes).toEqual(nodes);
  });
});

test('refuses a head of which the last byte, a zero, is missing', () => {
  const game = chess.game as Game;
  const header: Header = {
    game: 'chess',
    version: 1,
    options: {},
    players: [0, 1].map(seat => ({ seat, name: `Player ${seat}` })),
    seed: null,
    start: null,
    startedAt: null,
    tags: {},
  };
  const beginRound = (round: number) =>
    unwrap(begin(game, { ...header, tags: { Round: `${round}` } })).chain;
  let round = 0;
  while (headOf(beginRound(round)).digest.at(-1) !== 0) round++;
  const chain = beginRound(round);
  const head = headOf(chain).digest;
  const faultOf = (wanted: Uint8Array) =>
    verifyUnsigned(game, nodesOf(chain), { head: wanted }).report.fault;
  expect(faultOf(head)).toBeNull();
  expect(faultOf(head.subarray(0, 31))).toMatchObject({ code: 'broken-chain' });
});
