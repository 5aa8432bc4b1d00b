/** Moves signed ahead: they hold after exactly the moves that their player named, and after no others. */
import { type Action, bytesToHex, type Game, moveAct, ok, type Signed, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { race } from '../../../core/test/toys/race.ts';
import {
  beginMatch,
  doAct,
  endMatch,
  type Playing,
  refereeSigner,
  signAhead,
  smuggle,
} from '../../test/matches.ts';
import { appendSigned, judge, nodesOf, verify, type WhichSignatures } from '../index.ts';
import { type ExpectedMove, MAX_GIVEN, movesSince } from './index.ts';

const CHESS = chess.game as Game;
const moveOf = (uci: string) => moveAct(chess.game, unwrap(parseUci(uci))) as Action & ExpectedMove;
const given = (...moves: readonly (readonly [seat: number, uci: string])[]): ExpectedMove[] =>
  moves.map(([seat, uci]) => ({ seat, move: moveOf(uci).move }));
const check = ({ chain }: Playing, signatures: WhichSignatures = 'all') =>
  verify(nodesOf(chain), async () => ok(chain.table.game), { signatures });
const refereed = () => beginMatch({ game: CHESS, keys: true, referee: true });
const UNSEEN = { ok: false, fault: { code: 'bad-signature', rule: 'seen' } };

/** Enters an action as an honest referee does. */
async function enter(playing: Playing, seat: number, act: Action, signed: Signed) {
  const doing = { seat, act, signed, ms: playing.chain.table.ms + 1 };
  const entered = await appendSigned(playing.chain, doing, refereeSigner);
  if (entered.ok) {
    playing.chain = entered.value.chain;
    playing.seqs.set(seat, signed.seq);
  }
  return entered;
}

test('a plan of two moves is played as the other answers', async () => {
  const playing = await refereed();
  await doAct(playing, 0, moveOf('e2e4'));
  const knight = await signAhead(playing, 0, moveOf('g1f3'), given([1, 'e7e5']));
  playing.seqs.set(0, knight.seq);
  const line = given([1, 'e7e5'], [0, 'g1f3'], [1, 'b8c6']);
  const bishop = await signAhead(playing, 0, moveOf('f1b5'), line);
  await doAct(playing, 1, moveOf('e7e5'));
  expect((await enter(playing, 0, moveOf('g1f3'), knight)).ok).toBe(true);
  await doAct(playing, 1, { type: 'offer-draw' }); // other actions do not matter
  await doAct(playing, 1, moveOf('b8c6'));
  expect((await enter(playing, 0, moveOf('f1b5'), bishop)).ok).toBe(true);
  const report = await check(playing);
  expect(report.fault).toBeNull();
  // seat 0 stands by what it had seen, and no further
  expect(judge(report)).toMatchObject({ verdict: 'refereed', agreed: bishop.seen });
  await doAct(playing, 1, { type: 'leave', of: 1, how: 'resignation' });
  await endMatch(playing);
  expect(judge(await check(playing, 'last'))).toMatchObject({ verdict: 'verified' });
});

/** Which of the legal moves are played, from the first move on. */
const picks = fc.array(fc.nat(), { minLength: 2, maxLength: 7 });

async function playPicks(playing: Playing, chosen: readonly number[]): Promise<ExpectedMove[]> {
  const made: ExpectedMove[] = [];
  for (const pick of chosen) {
    const { game, state, outcome } = playing.chain.table;
    if (outcome !== null) break; // a few plies can mate
    const [seat] = game.active(state) as [number];
    const legal = [...game.legal(state, seat)];
    const act = moveAct(game, legal[pick % legal.length]!) as Action & ExpectedMove;
    await doAct(playing, seat, act);
    made.push({ seat, move: act.move });
  }
  return made;
}

/** The same moves with one of them another, made by another seat, left out, made twice, or in another place. */
const others = (moves: readonly ExpectedMove[], i: number): ExpectedMove[][] => {
  const one = moves[i]!;
  return [
    moves.with(i, { ...one, seat: 1 - one.seat }),
    moves.with(i, { ...one, move: one.move.with(0, one.move[0]! ^ 1) }),
    moves.with(i, { ...one, move: one.move.subarray(1) }),
    moves.toSpliced(i, 1),
    moves.toSpliced(i, 0, one),
    [...moves.toSpliced(i, 1), one].slice(0, i === moves.length - 1 ? 0 : undefined),
  ];
};

test('a move signed ahead holds after exactly the moves that it names', () =>
  fc.assert(
    fc.asyncProperty(picks, fc.nat(), async (chosen, which) => {
      const playing = await refereed();
      const before = await playPicks(playing, chosen.slice(0, 1));
      const seen = { ...playing, seqs: new Map(playing.seqs) };
      const moves = await playPicks(playing, chosen.slice(1));
      const { game, state, outcome } = playing.chain.table;
      if (outcome !== null) return;
      const [seat] = game.active(state) as [number];
      const [first] = [...game.legal(state, seat)];
      const act = moveAct(game, first!);
      expect(movesSince(playing.chain.table, seen.chain.last.n)).toEqual(moves);
      const seqs = new Map(playing.seqs);
      const signedOver = (list: readonly ExpectedMove[]) =>
        signAhead({ ...seen, seqs }, seat, act, list);
      for (const wrong of [
        ...others(moves, which % moves.length),
        [...before, ...moves],
        [...moves, { seat, move: (act as ExpectedMove & Action).move }],
      ]) {
        if (wrong.length === moves.length && isSame(wrong, moves)) continue;
        const fork = { ...playing, seqs: new Map(seqs) };
        expect(await enter(fork, seat, act, await signedOver(wrong))).toMatchObject(UNSEEN);
      }
      expect(await enter(playing, seat, act, await signedOver(moves))).toMatchObject({ ok: true });
      expect((await check(playing)).fault).toBeNull();
    }),
    { numRuns: 12 },
  ));

const isSame = (a: readonly ExpectedMove[], b: readonly ExpectedMove[]) =>
  a.every(
    ({ seat, move }, i) => seat === b[i]!.seat && bytesToHex(move) === bytesToHex(b[i]!.move),
  );

test.each<WhichSignatures>(['all', 'last', 'none'])(
  'detects a referee who enters it after another move, also if later signatures cover it: %s',
  async signatures => {
    const playing = await refereed();
    await doAct(playing, 0, moveOf('e2e4'));
    const planned = await signAhead(playing, 0, moveOf('g1f3'), given([1, 'e7e5']));
    await doAct(playing, 1, moveOf('c7c5'));
    await smuggle(playing, 0, moveOf('g1f3'), planned);
    const n = playing.chain.last.n;
    await doAct(playing, 1, moveOf('d7d6'));
    await doAct(playing, 0, moveOf('d2d4')); // this signature covers the one before
    await doAct(playing, 1, { type: 'leave', of: 1, how: 'resignation' });
    await endMatch(playing);
    expect(await check(playing, signatures)).toMatchObject({
      fault: { code: 'bad-signature', rule: 'seen', at: { path: `/entries/${n - 1}` } },
      good: n - 1,
      outcome: null,
    });
  },
);

test('a move that was signed in the ordinary way before another was made stays refused', async () => {
  const playing = await refereed();
  const early = await signAhead(playing, 1, moveOf('e7e5'), []);
  await doAct(playing, 0, moveOf('e2e4'));
  expect(await enter(playing, 1, moveOf('e7e5'), early)).toMatchObject(UNSEEN);
});

describe('refuses a move signed ahead', () => {
  test('of a takeback', async () => {
    const playing = await refereed();
    await doAct(playing, 0, moveOf('e2e4'));
    const planned = await signAhead(playing, 0, moveOf('g1f3'), given([1, 'e7e5']));
    await doAct(playing, 1, moveOf('e7e5'));
    const { n } = playing.chain.last;
    await doAct(playing, 1, { type: 'ask-takeback' });
    playing.seqs.set(0, planned.seq);
    await doAct(playing, 0, { type: 'allow-takeback', to: n - 1 });
    await doAct(playing, 1, moveOf('e7e5'));
    const again = { ...planned, seq: planned.seq + 9 };
    expect(movesSince(playing.chain.table, planned.seen)).toBeNull();
    expect(await enter(playing, 0, moveOf('g1f3'), again)).toMatchObject(UNSEEN);
  });

  test('of a random draw', async () => {
    const playing = await beginMatch({ game: race, keys: true, referee: true, seed: 7 });
    const { n } = playing.chain.last;
    await playPicks(playing, [0]);
    expect(movesSince(playing.chain.table, n)).toBeNull();
    expect(movesSince(playing.chain.table, playing.chain.last.n)).toEqual([]);
  });

  test('without a referee', async () => {
    const playing = await beginMatch({ game: CHESS, keys: true });
    await doAct(playing, 0, moveOf('e2e4'));
    const planned = await signAhead(playing, 0, moveOf('g1f3'), given([1, 'e7e5']));
    await doAct(playing, 1, moveOf('e7e5'));
    expect(await enter(playing, 0, moveOf('g1f3'), planned)).toMatchObject(UNSEEN);
  });

  test(`of more than ${MAX_GIVEN} moves`, async () => {
    const playing = await refereed();
    const { n } = playing.chain.last;
    for (let i = 0; i <= MAX_GIVEN; i++) {
      expect(movesSince(playing.chain.table, n)).toHaveLength(i);
      await playPicks(playing, [7 * i]);
    }
    expect(movesSince(playing.chain.table, n)).toBeNull();
  });

  test('that is an offer, or an illegal move', async () => {
    const playing = await refereed();
    await doAct(playing, 0, moveOf('e2e4'));
    const word: Action = { type: 'offer-draw' };
    const offer = await signAhead(playing, 0, word, given([1, 'e7e5']));
    const illegal = await signAhead(playing, 0, moveOf('e4e5'), given([1, 'e7e5']));
    await doAct(playing, 1, moveOf('e7e5'));
    expect(await enter(playing, 0, word, offer)).toMatchObject(UNSEEN);
    expect(await enter(playing, 0, moveOf('e4e5'), illegal)).toMatchObject(UNSEEN);
  });
});
