/** Every state of a record and every arrow between them. IPGS §6. */
import { ok, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import {
  accept,
  commitOn,
  confirm,
  HOUR,
  happen,
  type Making,
  makePlayer,
  offer,
  play,
  refusal,
  START,
  stepOf,
  take,
} from '../../test/players.ts';
import type { Signer } from '../pgp/secret-key.ts';
import { SECOND } from '../timestamp.ts';
import { advance } from './advance.ts';
import type { GameRecord } from './game-record.ts';
import { impliedResult, resultOf, standardFile } from './result.ts';

const [ann, bob, eve] = (await Promise.all(
  ['Ann', 'Bob', 'Eve'].map(async name => (await makePlayer(name)).signer),
)) as [Signer, Signer, Signer];

const offered = await offer(ann, 'go');
const accepted = await accept(offered, bob);
const confirmed = await confirm(accepted, ann);
/** Ann is black. */
const playing = await play(await play(confirmed, ann, ';B[cc]'), bob, ';W[bb]');
const pass = async (making: Making, signer: Signer) =>
  play(making, signer, `;${signer === ann ? 'B' : 'W'}[]`);
const scoring = await pass(await pass(playing, ann), bob);
/** Of the two stones neither surrounds anything, so that neither player has territory. */
const SCORE = ';RE[W+0.5]TB[]';
const proposed = await play(scoring, ann, SCORE);
const ACK = ';C[]';
const DISPUTE = ';C[OUTCOME-DISPUTED-PLEASE-CONTINUE]';
const finished = await play(await play(proposed, bob, ACK), ann, ACK);

const phaseOf = ({ record }: Making) => record.phase;
const at = (making: Making, by: bigint) => happen(making, { do: 'time', at: making.now + by });

test('the usual way: offered, accepted, confirmed, playing, scoring, proposed, finished, archived', () => {
  expect([offered, accepted, confirmed, playing, scoring, proposed, finished].map(phaseOf)).toEqual(
    ['offered', 'accepted', 'confirmed', 'playing', 'scoring', 'proposed', 'finished'],
  );
  const one = happen(finished, { do: 'sign', seat: 0 });
  expect(one.record).toMatchObject({ phase: 'finished', signed: [true, false] });
  const both = unwrap(advance(one.record, { do: 'sign', seat: 1 }));
  expect(both.record.phase).toBe('archived');
  expect(both.events.map(({ type }) => type)).toEqual(['signed', 'archived']);
});

describe('what runs out', () => {
  test('an offer that is not accepted in time', () => {
    expect(at(offered, HOUR).record.phase).toBe('offered');
    expect(at(offered, HOUR + 1n).record.phase).toBe('expired');
  });

  test('an acceptance that is not confirmed in time', () => {
    expect(at(accepted, HOUR - 10n * SECOND).record.phase).toBe('accepted');
    expect(at(accepted, HOUR).record.phase).toBe('lapsed');
  });

  test('a confirmation without a first move in time, with a flag for the player to move', () => {
    const { record, events } = at(confirmed, HOUR);
    expect(record.phase).toBe('cancelled');
    expect(events).toEqual([
      { type: 'cancelled', seat: null, flag: { name: 'no-first-move', against: 0 } },
    ]);
    // after the first move only clocks count
    expect(at(playing, 10n * HOUR).record.phase).toBe('playing');
  });

  test('a confirmation where the contender begins: then the flag is theirs', async () => {
    const theirs = await offer(ann, 'go', { firstTurn: 'contender' });
    const { record, events } = at(await confirm(await accept(theirs, bob), ann), HOUR);
    expect(record.match?.challengerSeat).toBe(1);
    expect(events[0]?.flag).toEqual({ name: 'no-first-move', against: 0 });
  });

  test.each<[signer: 0 | 1, flag: string]>([
    [0, 'failed-to-sign-won-game'],
    [1, 'failed-to-sign-lost-game'],
  ])('the time to sign, where only seat %d has signed', (seat, flag) => {
    const { record } = happen(finished, { do: 'sign', seat });
    const later = (days: bigint) =>
      unwrap(advance(record, { do: 'time', at: finished.now + days * 24n * HOUR }));
    expect(later(14n).record.phase).toBe('finished');
    const late = later(15n);
    expect(late.record.phase).toBe('unsigned');
    expect(late.events[0]?.flag).toEqual({ name: flag, against: 1 - seat });
    const signed = unwrap(advance(late.record, { do: 'sign', seat: 1 - seat }));
    expect(signed.record.phase).toBe('archived');
  });

  test('neither a finished game without signatures nor a game in progress', () => {
    expect(at(finished, 1000n * 24n * HOUR).record.phase).toBe('finished');
    expect(at(playing, 1000n * 24n * HOUR)).toEqual({ record: playing.record, events: [] });
  });
});

test('an offer is withdrawn, another contender is chosen', () => {
  expect(happen(offered, { do: 'withdraw' }).record.phase).toBe('withdrawn');
  expect(happen(accepted, { do: 'choose-other' }).record.phase).toBe('not-chosen');
  expect(advance(accepted.record, { do: 'withdraw' })).toMatchObject({ fault: { rule: 'phase' } });
  expect(advance(confirmed.record, { do: 'choose-other' })).toMatchObject({ ok: false });
  expect(advance(playing.record, { do: 'sign', seat: 0 })).toMatchObject({ ok: false });
});

test('a record that is over takes no more commits', async () => {
  const over: GameRecord[] = [
    happen(offered, { do: 'withdraw' }).record,
    at(offered, 2n * HOUR).record,
    at(accepted, 2n * HOUR).record,
    at(confirmed, 2n * HOUR).record,
    happen(accepted, { do: 'choose-other' }).record,
  ];
  const next = await commitOn(offered, bob, 'challenge-accept', '{}', 5);
  for (const record of over)
    expect(advance(record, { do: 'commit', commit: next })).toMatchObject({
      fault: { code: 'game-over' },
    });
});

describe('challenges', () => {
  const tryAccept = async (making: Making, signer: Signer, seconds = 10) => {
    const payload = '{"timeout":"2024-03-01T12:00:00Z","contender-rating":{"R":1,"RD":2}}';
    const commit = await commitOn(making, signer, 'challenge-accept', payload, seconds);
    return advance(making.record, { do: 'commit', commit });
  };

  test('an acceptance by the challenger, by a third player, or too late is refused', async () => {
    expect(await tryAccept(offered, ann)).toMatchObject({ fault: { rule: 'committer' } });
    expect(await tryAccept(offered, bob, 3600)).toMatchObject({ ok: true });
    expect(await tryAccept(offered, bob, 3600.001)).toMatchObject({
      fault: { code: 'out-of-time' },
    });
    const named = await offer(ann, 'go', { opponent: bob.file.hash });
    expect(await tryAccept(named, bob)).toMatchObject({ ok: true });
    expect(await tryAccept(named, eve)).toMatchObject({ fault: { rule: 'committer' } });
  });

  test('gives each of several contenders a separate record', async () => {
    const other = await accept(offered, eve);
    expect(other.record.accept?.file.name).toBe('Eve');
    expect(accepted.record.accept?.file.name).toBe('Bob');
    // the confirmation of the one is none of the other
    const [, , commit] = confirmed.commits;
    expect(advance(other.record, { do: 'commit', commit: commit! })).toMatchObject({
      fault: { rule: 'parent' },
    });
  });

  test('only the challenger confirms, in time, and as the offer says', async () => {
    const tryConfirm = async (signer: Signer, payload: object, seconds = 10, making = accepted) => {
      const text = JSON.stringify({ timeout: '2024-03-02T12:00:00Z', ...payload });
      const commit = await commitOn(making, signer, 'challenge-confirm', text, seconds);
      return advance(making.record, { do: 'commit', commit });
    };
    expect(await tryConfirm(bob, {})).toMatchObject({ fault: { rule: 'committer' } });
    expect(await tryConfirm(ann, {}, 4000)).toMatchObject({ fault: { code: 'out-of-time' } });
    expect(await tryConfirm(ann, { 'first-turn': 'contender' })).toMatchObject({
      fault: { at: { path: '/first-turn' } },
    });
    expect(await tryConfirm(ann, { handicap: 2 })).toMatchObject({
      fault: { at: { path: '/handicap' } },
    });
    expect(await tryConfirm(ann, { komi: 3.5 })).toMatchObject({
      fault: { at: { path: '/komi' } },
    });
    expect(
      await tryConfirm(ann, { 'first-turn': 'challenger', handicap: 0, komi: 0.5 }),
    ).toMatchObject({ ok: true });
    const own = { 'board-width': 9, 'board-height': 9 };
    const open = await offer(ann, 'go', { handicap: -1, firstTurn: 'automatic', komi: 6.5 }, own);
    const taken = await accept(open, bob);
    for (const missing of [{ handicap: 2 }, { 'first-turn': 'contender' }, {}])
      expect(await tryConfirm(ann, missing, 10, taken)).toMatchObject({ ok: false });
    const full = { 'first-turn': 'contender', handicap: 2, komi: 0.5 };
    expect(await tryConfirm(ann, full, 10, taken)).toMatchObject(
      ok({ record: { match: { challengerSeat: 1, terms: { handicap: 2, komi: 0.5 } } } }),
    );
  });

  test('commits come in order, on top of the last, and later', async () => {
    const step = await commitOn(accepted, ann, 'game-step', ';B[cc]', 5);
    expect(advance(accepted.record, { do: 'commit', commit: step })).toMatchObject({
      fault: { rule: 'order' },
    });
    const early = await commitOn(playing, ann, 'game-step', ';B[dd]', 0);
    expect(advance(playing.record, { do: 'commit', commit: early })).toMatchObject({
      fault: { rule: 'timestamp' },
    });
    const stranger = await commitOn(playing, eve, 'game-step', ';B[dd]', 5);
    expect(advance(playing.record, { do: 'commit', commit: stranger })).toMatchObject({
      fault: { rule: 'committer' },
    });
  });
});

describe('moves', () => {
  test('are made by the player to move, in their own color, by the rules', async () => {
    expect(await refusal(playing, bob, ';W[dd]')).toEqual({
      code: 'wrong-seat',
      rule: 'not-your-turn',
    });
    expect(await refusal(playing, ann, ';W[dd]')).toEqual({
      code: 'wrong-seat',
      rule: 'not-your-turn',
    });
    expect(await refusal(playing, ann, ';B[cc]')).toEqual({
      code: 'illegal-move',
      rule: 'occupied',
    });
    expect(await refusal(playing, ann, ';B[ff]')).toEqual({
      code: 'illegal-move',
      rule: 'off-board',
    });
    expect(await refusal(playing, ann, 'hello')).toMatchObject({ code: 'malformed' });
    expect(await refusal(playing, ann, ';AB[dd][ee]')).toEqual({
      code: 'illegal-move',
      rule: 'handicap',
    });
  });

  test('are refused once play has stopped', async () => {
    for (const making of [scoring, proposed])
      expect(await refusal(making, ann, ';B[dd]')).toEqual({
        code: 'illegal-move',
        rule: 'not-playing',
      });
  });

  test('the first comes in time; comments may come before it', async () => {
    const said = await play(confirmed, bob, ';C[good luck]', 5);
    expect(said.record.phase).toBe('confirmed');
    expect(await refusal(said, ann, ';B[cc]', 3600)).toEqual({
      code: 'out-of-time',
      rule: 'deadline',
    });
    expect((await play(said, ann, ';B[cc]', 60)).record.phase).toBe('playing');
  });

  test('comments stand between passes without separating them', async () => {
    const said = await play(await pass(playing, ann), ann, ';C[I think it is over]');
    expect((await pass(said, bob)).record.phase).toBe('scoring');
  });

  test('a free handicap is placed in one step', async () => {
    const own = { 'board-width': 9, 'board-height': 9 };
    const started = await confirm(
      await accept(await offer(ann, 'go', { handicap: 2 }, own), bob),
      ann,
    );
    expect(await refusal(started, ann, ';B[cc]')).toMatchObject({ code: 'illegal-move' });
    expect(await refusal(started, ann, ';AB[cc]')).toMatchObject({ rule: 'handicap' });
    expect(await refusal(started, ann, ';AB[cc][cc]')).toMatchObject({ rule: 'handicap' });
    expect(await refusal(started, bob, ';AB[cc][gg]')).toMatchObject({ code: 'wrong-seat' });
    const placed = await play(started, ann, ';AB[gg][cc]');
    expect(await refusal(placed, ann, ';B[ee]')).toMatchObject({ code: 'wrong-seat' });
    expect((await play(placed, bob, ';W[ee]')).record.phase).toBe('playing');
  });
});

describe('results', () => {
  test.each<[why: string, by: Signer, text: string, rule: string]>([
    ['resigning for the other', ann, ';RE[B+Resign]', 'resign'],
    ['claiming time that is left', ann, ';RE[B+Time]', 'flag'],
    ['claiming time for the other', ann, ';RE[W+Time]', 'time'],
    ['a score during play', ann, ';RE[B+3.5]TB[aa]', 'not-scoring'],
    ['a draw during play', ann, ';RE[Draw]TB[]', 'not-scoring'],
  ])('%s is refused', async (_why, by, text, rule) => {
    expect(await refusal(playing, by, text)).toEqual({ code: 'illegal-move', rule });
  });

  test.each<[why: string, text: string, rule: string]>([
    ['a score that is wrong', ';RE[W+1.5]TB[]', 'score'],
    ['a score without territory', ';RE[W+0.5]', 'not-scoring'],
    ['territory that neither player surrounds', ';RE[B+3.5]TB[aa]', 'territory'],
  ])('%s is refused', async (_why, text, rule) => {
    expect(await refusal(scoring, ann, text)).toEqual({ code: 'illegal-move', rule });
  });

  test('are proposed by either, and replaced', async () => {
    const [resigned, voided] = [
      await play(playing, bob, ';RE[B+Resign]'),
      await play(playing, bob, ';RE[Void]'),
    ];
    expect([resigned, voided].map(phaseOf)).toEqual(['proposed', 'proposed']);
    const acknowledged = await play(voided, ann, ACK);
    const other = await play(acknowledged, ann, ';RE[W+Resign]');
    expect(other.record.match?.proposal).toMatchObject({
      by: 0,
      acknowledged: [false, false],
      result: { how: 'resignation', winner: 1 },
    });
  });

  test('by forfeit are proposed by either, and disputed with consent only', async () => {
    for (const [by, text] of [
      [ann, ';RE[B+Forfeit]'],
      [ann, ';RE[W+Forfeit]'],
      [bob, ';RE[B+F]'],
    ] as const) {
      const forfeited = await play(playing, by, text);
      expect(forfeited.record.match?.proposal).toMatchObject({
        isFirm: true,
        result: { how: 'forfeit', text: expect.stringMatching(/^[BW]\+Forfeit$/) },
      });
      const disputed = await play(forfeited, by === ann ? bob : ann, DISPUTE);
      expect(disputed.record.phase).toBe('proposed');
      expect((await play(disputed, by, ';C[fine]')).record.phase).toBe('playing');
    }
  });

  test('are a draw where the score is even', async () => {
    const even = await confirm(await accept(await offer(ann, 'go', { komi: 0 }), bob), ann);
    const stones = await play(await play(even, ann, ';B[cc]'), bob, ';W[bb]');
    const counted = await pass(await pass(stones, ann), bob);
    expect(await refusal(counted, ann, ';RE[B+0.5]TB[]')).toMatchObject({ rule: 'score' });
    const drawn = await play(counted, ann, ';RE[Draw]TB[]');
    expect(resultOf(drawn.record)).toMatchObject({ how: 'rules', winner: null, text: 'Draw' });
    expect((await play(drawn, bob, DISPUTE)).record.phase).toBe('playing');
    const done = await play(await play(drawn, bob, ACK), ann, ACK);
    expect(new TextDecoder().decode(unwrap(standardFile(done.record)))).toContain('RE[Draw]');
  });

  test('are acknowledged once by each, in any order; words do not count', async () => {
    expect(await refusal(playing, ann, ACK)).toMatchObject({ rule: 'acknowledgement' });
    const one = await play(proposed, ann, ACK);
    expect(await refusal(one, ann, ACK)).toMatchObject({ rule: 'acknowledgement' });
    const said = await play(one, bob, ';C[well played]');
    expect((await play(said, bob, ACK)).record.phase).toBe('finished');
    expect(await refusal(finished, ann, ';C[one more word]')).toMatchObject({
      rule: 'not-playing',
    });
  });

  test('count for ratings once the loser has agreed', async () => {
    const byWinner = await play(scoring, bob, SCORE);
    expect(impliedResult(byWinner.record)).toBeNull();
    expect(impliedResult((await play(byWinner, bob, ACK)).record)).toBeNull();
    expect(impliedResult((await play(byWinner, ann, ACK)).record)?.text).toBe('W+0.5');
    expect(impliedResult(proposed.record)?.text).toBe('W+0.5'); // by the loser
    expect(impliedResult((await play(playing, bob, ';RE[B+Resign]')).record)?.text).toBe(
      'B+Resign',
    );
    expect(impliedResult(finished.record)?.winner).toBe(1);
    expect(impliedResult((await play(finished, ann, DISPUTE)).record)).toBeNull();
  });

  test('give both the same file', () => {
    const file = new TextDecoder().decode(unwrap(standardFile(finished.record)));
    expect(file).toMatch(
      /RE\[W\+0\.5\].*\n;B\[cc\]BL\[600\]\n;W\[bb\]WL\[590\]\n;B\[\]BL\[590\]\n;W\[\]WL\[580\]\)\n$/s,
    );
    expect(standardFile(proposed.record)).toMatchObject({ fault: { rule: 'phase' } });
  });
});

describe('disputes', () => {
  test('of a count or a score take effect at once, and two new passes are needed', async () => {
    for (const making of [scoring, proposed]) {
      const again = await play(making, bob, DISPUTE);
      expect(again.record).toMatchObject({ phase: 'playing', match: { proposal: null } });
      // the seat that was to move before the two passes
      expect(await refusal(again, bob, ';W[dd]')).toMatchObject({ code: 'wrong-seat' });
      const once = await pass(again, ann);
      expect(once.record.phase).toBe('playing');
      expect((await pass(once, bob)).record.phase).toBe('scoring');
    }
    const voided = await play(playing, bob, ';RE[Void]');
    expect((await play(voided, ann, DISPUTE)).record.phase).toBe('playing');
  });

  test('of a resignation wait until the other player continues, who may insist instead', async () => {
    const resigned = await play(playing, bob, ';RE[B+Resign]');
    const disputed = await play(resigned, ann, DISPUTE);
    expect(disputed.record).toMatchObject({
      phase: 'proposed',
      match: { proposal: { disputed: { by: 0 } } },
    });
    expect(await refusal(disputed, ann, ';B[dd]')).toMatchObject({ rule: 'not-playing' });
    const insisted = await play(disputed, bob, ACK);
    expect(insisted.record.phase).toBe('proposed');
    expect((await play(insisted, ann, ACK)).record.phase).toBe('finished');
    const resumed = await play(disputed, bob, ';C[let us go on]');
    expect(resumed.record).toMatchObject({ phase: 'playing', match: { proposal: null } });
    expect((await play(resumed, ann, ';B[dd]')).record.phase).toBe('playing');
    // both want to continue
    expect((await play(disputed, bob, DISPUTE)).record.phase).toBe('playing');
  });

  test('of a finished game wait for the other too', async () => {
    const disputed = await play(finished, ann, DISPUTE);
    expect(disputed.record.phase).toBe('disputed');
    expect(await refusal(disputed, ann, ';C[well?]')).toMatchObject({ rule: 'disputed' });
    const resumed = await play(disputed, bob, ';C[if you like]');
    expect(resumed.record).toMatchObject({ phase: 'playing', finished: null });
    expect((await play(resumed, ann, ';B[dd]')).record.phase).toBe('playing');
    // the other may sign instead: the file is that of the finished game
    expect(standardFile(disputed.record)).toEqual(standardFile(finished.record));
    expect(happen(disputed, { do: 'sign', seat: 1 }).record.signed).toEqual([false, true]);
  });

  test('need something to be disputed', async () => {
    expect(await refusal(playing, ann, DISPUTE)).toMatchObject({ rule: 'dispute' });
    const disputed = await play(finished, ann, DISPUTE);
    expect(await refusal(disputed, ann, DISPUTE)).toMatchObject({ rule: 'disputed' });
  });
});

describe('clocks', () => {
  test('time is claimed after some grace, or at once after a late move', async () => {
    // bob has moved, ann has used 10 s of 600
    expect(await refusal(playing, bob, ';RE[W+Time]', 600 + 59.9)).toMatchObject({ rule: 'flag' });
    const claimed = await play(playing, bob, ';RE[W+Time]', 600 + 60);
    expect(claimed.record.phase).toBe('proposed');
    const late = await play(playing, ann, ';B[dd]', 600.000_001);
    expect((await play(late, bob, ';RE[W+Time]', 1)).record.phase).toBe('proposed');
    const movedOn = await play(late, bob, ';W[dc]', 1);
    expect(await refusal(movedOn, bob, ';RE[W+Time]', 1)).toMatchObject({ rule: 'flag' });
    const intime = await play(playing, ann, ';B[dd]', 600);
    expect(await refusal(intime, bob, ';RE[W+Time]', 1)).toMatchObject({ rule: 'flag' });
  });

  test('stop while a result is discussed', async () => {
    const long = await play(scoring, bob, DISPUTE, 5000);
    // 10 s were used by each; the pause does not count
    expect(await refusal(long, bob, ';RE[W+Time]', 580)).toMatchObject({ rule: 'flag' });
    expect((await play(long, ann, ';B[dd]', 575)).record.match?.clocks.overrun).toBeNull();
    expect((await play(long, ann, ';B[dd]', 591)).record.match?.clocks.overrun).toBe(0);
  });

  test('fixed: each move has its own time', async () => {
    const fixed = await offer(ann, 'go', { clock: { type: 'fixed', seconds: 100 } });
    let now = await confirm(await accept(fixed, bob), ann);
    now = await play(now, ann, ';B[cc]', 1000); // the first is limited by the confirmation alone
    now = await play(now, bob, ';W[bb]', 100);
    now = await play(now, ann, ';B[dd]', 99);
    expect(now.record.match?.clocks.overrun).toBeNull();
    expect(await refusal(now, ann, ';RE[B+Time]', 159)).toMatchObject({ rule: 'flag' });
    expect((await play(now, ann, ';RE[B+Time]', 160)).record.phase).toBe('proposed');
    expect((await play(now, bob, ';W[dc]', 100.5)).record.match?.clocks.overrun).toBe(1);
  });
});

test('reads a step between quotes, and a long record', async () => {
  const quoted = await stepOf(playing, ann, '";B[dd]"');
  expect(take(playing, quoted).record.phase).toBe('playing');
  const long = { ...playing.record, count: 10_000 };
  expect(advance(long, { do: 'commit', commit: quoted })).toMatchObject({
    fault: { code: 'too-large' },
  });
  expect(resultOf(playing.record)).toBeNull();
  expect(START).toBeGreaterThan(0n);
});
