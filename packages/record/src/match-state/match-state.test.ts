/** The table: whose word counts, clocks, offers, takebacks, and chance that all make together. */
import {
  type Action,
  type Game,
  moveAct,
  type NewEntry,
  type Outcome,
  type TimeControl,
  unwrap,
} from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { describe, expect, test } from 'vitest';
import { lane } from '../../../core/test/toys/lane.ts';
import { nim } from '../../../core/test/toys/nim.ts';
import { race } from '../../../core/test/toys/race.ts';
import { tricks } from '../../../core/test/toys/tricks.ts';
import {
  beginMatch,
  doAct,
  drawTogether,
  type MatchPlan,
  makeHeader,
  NONCE,
  type Playing,
  playOn,
  refereeSigner,
  secretOf,
  signAct,
  sitDown,
} from '../../test/matches.ts';
import { makeChain } from '../chance/index.ts';
import { appendSigned, begin, end } from '../index.ts';
import { shownMs } from './index.ts';

const CHESS: MatchPlan = { game: chess.game as Game };
const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));
const word = (
  type: 'offer-draw' | 'accept-draw' | 'decline' | 'ask-takeback' | 'pause' | 'resume' | 'abort',
): Action => ({ type });

async function play(playing: Playing, ...moves: string[]): Promise<void> {
  for (const uci of moves) {
    const { game, state } = playing.chain.table;
    await doAct(playing, game.active(state)[0]!, move(uci));
  }
}

/** What refuses an action; null where it would be appended. */
async function refused(
  playing: Playing,
  seat: number | null,
  act: Action,
  more: Partial<NewEntry> = {},
): Promise<string | null> {
  const { plan, chain } = playing;
  const when = { ms: chain.table.ms + 1, ...more };
  const isSigning = plan.keys && seat !== null && !(act.type === 'links' && plan.referee);
  const signed = isSigning ? await signAct(playing, seat, act, when) : null;
  const doing = { seat, act, signed, ...when };
  const done = await appendSigned(chain, doing, plan.referee ? refereeSigner : null);
  return done.ok ? null : `${done.fault.code}${done.fault.rule ? ` ${done.fault.rule}` : ''}`;
}

const outcomeOf = ({ chain }: Playing): Outcome | null => chain.table.outcome;

describe('offers', () => {
  test('a draw takes the consent of all', async () => {
    const two = await beginMatch(CHESS);
    await doAct(two, 0, word('offer-draw'));
    expect(await refused(two, 0, word('accept-draw'))).toBe('illegal-move agreement');
    expect(await refused(two, 1, word('offer-draw'))).toBe('illegal-move offer');
    await doAct(two, 1, word('accept-draw'));
    expect(outcomeOf(two)).toMatchObject({ result: 'draw', reason: 'agreement' });
    const three = await beginMatch({ game: nim as Game, seats: 3 });
    await doAct(three, 2, word('offer-draw'));
    await doAct(three, 0, word('accept-draw'));
    expect(outcomeOf(three)).toBeNull();
    expect(await refused(three, 0, word('accept-draw'))).toBe('illegal-move agreement');
    await doAct(three, 1, word('accept-draw'));
    expect(outcomeOf(three)?.result).toBe('draw');
  });

  test('keeps an offer open after a move of its seat, not after that of another', async () => {
    const playing = await beginMatch(CHESS);
    await doAct(playing, 0, word('offer-draw'));
    await play(playing, 'e2e4');
    expect(await refused(playing, 1, word('accept-draw'))).toBeNull();
    await play(playing, 'e7e5');
    expect(await refused(playing, 1, word('accept-draw'))).toBe('illegal-move agreement');
  });

  test('refuses to decline where nothing was offered', async () => {
    const playing = await beginMatch(CHESS);
    expect(await refused(playing, 1, word('decline'))).toBe('illegal-move decline');
    await doAct(playing, 0, word('offer-draw'));
    expect(await refused(playing, 0, word('decline'))).toBe('illegal-move decline');
    await doAct(playing, 1, word('decline'));
    expect(await refused(playing, 1, word('accept-draw'))).toBe('illegal-move agreement');
  });
});

describe('takebacks', () => {
  const allow = (to: number): Action => ({ type: 'allow-takeback', to });

  test('continues from where the match was', async () => {
    const playing = await beginMatch(CHESS);
    await play(playing, 'e2e4', 'e7e5', 'd1h5');
    const before = playing.chain.table;
    expect(await refused(playing, 1, allow(2))).toBe('illegal-move takeback');
    await doAct(playing, 0, word('ask-takeback'));
    for (const to of [3, 5, 99])
      expect(await refused(playing, 1, allow(to))).toBe('illegal-move takeback');
    expect(await refused(playing, 0, allow(2))).toBe('illegal-move takeback');
    await doAct(playing, 1, allow(2));
    const { table } = playing.chain;
    expect(table.game.active(table.state)).toEqual([0]);
    expect(table.state).not.toBe(before.state);
    await play(playing, 'g1f3', 'b8c6');
    await doAct(playing, 0, word('ask-takeback'));
    await doAct(playing, 1, allow(0)); // back to the start, over the first takeback
    expect(playing.chain.table.game.legal(playing.chain.table.state, 0)).toBeDefined();
    expect(await refused(playing, 0, word('ask-takeback'))).toBe('illegal-move takeback');
  });

  test('a move in between ends the asking', async () => {
    const playing = await beginMatch(CHESS);
    await play(playing, 'e2e4');
    await doAct(playing, 0, word('ask-takeback'));
    await play(playing, 'e7e5');
    expect(await refused(playing, 1, allow(0))).toBe('illegal-move takeback');
  });

  test('are refused across a random draw, and in real-time games', async () => {
    const dice = await beginMatch({ game: race as Game, seed: 3 });
    await playOn(dice, 2);
    expect(await refused(dice, 0, word('ask-takeback'))).toBe('illegal-move takeback');
    const ticking = await beginMatch({ game: lane as Game });
    await playOn(ticking, 1);
    expect(await refused(ticking, 0, word('ask-takeback'))).toBe('unsupported takeback');
  });
});

describe('pauses and aborts', () => {
  test('all must want a pause; a referee need not ask', async () => {
    const playing = await beginMatch({ ...CHESS, keys: true });
    expect(await refused(playing, 0, word('resume'))).toBe('illegal-move resume');
    await doAct(playing, 0, word('pause'));
    expect(await refused(playing, 0, word('pause'))).toBe('illegal-move pause');
    expect(await refused(playing, 0, move('e2e4'))).toBeNull();
    await doAct(playing, 1, word('pause'));
    expect(await refused(playing, 0, move('e2e4'))).toBe('paused');
    expect(await refused(playing, null, word('resume'))).toBe('wrong-seat');
    const reffed = await beginMatch({ ...CHESS, referee: true });
    await doAct(reffed, null, word('pause'));
    expect(await refused(reffed, 0, move('e2e4'))).toBe('paused');
    await doAct(reffed, null, word('resume'));
    expect(await refused(reffed, 0, move('e2e4'))).toBeNull();
  });

  test('a seat aborts only before all have moved, a referee always', async () => {
    const playing = await beginMatch({ ...CHESS, referee: true });
    await play(playing, 'e2e4');
    expect(await refused(playing, 0, word('abort'))).toBeNull();
    await play(playing, 'e7e5');
    expect(await refused(playing, 0, word('abort'))).toBe('illegal-move abort');
    await doAct(playing, null, word('abort'));
    expect(outcomeOf(playing)).toMatchObject({ result: 'void', reason: 'aborted' });
    expect(await refused(playing, 0, move('g1f3'))).toBe('game-over');
  });
});

describe('leaving', () => {
  const leave = (
    of: number,
    how: 'resignation' | 'flag' | 'absence' | 'withheld-link',
  ): Action => ({
    type: 'leave',
    of,
    how,
  });

  test('lets a seat resign only for itself, and only the referee report absence', async () => {
    const playing = await beginMatch({ ...CHESS, keys: true, referee: true });
    expect(await refused(playing, 1, leave(0, 'resignation'))).toBe('wrong-seat');
    expect(await refused(playing, null, leave(0, 'resignation'))).toBe('wrong-seat');
    expect(await refused(playing, 1, leave(0, 'absence'))).toBe('wrong-seat');
    expect(await refused(playing, null, leave(0, 'absence'))).toBeNull();
    expect(await refused(playing, null, leave(0, 'flag'))).toBe('illegal-move flag');
    expect(await refused(playing, null, leave(0, 'withheld-link'))).toBe(
      'illegal-move withheld-link',
    );
    expect(await refused(playing, null, leave(7, 'absence'))).toBe('wrong-seat');
    await doAct(playing, 0, leave(0, 'resignation'));
    expect(outcomeOf(playing)).toMatchObject({ winners: [1], reason: 'resignation' });
  });

  test('lets the others continue if the game allows it', async () => {
    const playing = await beginMatch({ game: nim as Game, seats: 3 });
    await doAct(playing, 1, leave(1, 'resignation'));
    expect(outcomeOf(playing)).toBeNull();
    expect(playing.chain.table.game.seated(playing.chain.table.state)).toEqual([0, 2]);
    expect(await refused(playing, 1, word('offer-draw'))).toBe('wrong-seat');
    await doAct(playing, 0, word('offer-draw'));
    await doAct(playing, 2, word('accept-draw'));
    expect(outcomeOf(playing)?.result).toBe('draw');
  });

  test('who withholds a link leaves when the time is up', async () => {
    const playing = await beginMatch({ game: race as Game, fair: true, keys: true });
    const { ms } = playing.chain.table;
    expect(await refused(playing, 0, leave(1, 'withheld-link'), { ms: ms + 29_999 })).toBe(
      'illegal-move withheld-link',
    );
    expect(await refused(playing, 1, leave(1, 'withheld-link'), { ms: ms + 30_000 })).toBe(
      'wrong-seat',
    );
    await doAct(playing, 0, leave(1, 'withheld-link'), { ms: ms + 30_000 });
    expect(outcomeOf(playing)).toMatchObject({ winners: [0], reason: 'withheldLink' });
  });
});

describe('signatures', () => {
  test('a keyed seat signs, in order, what it has seen', async () => {
    const playing = await beginMatch({ ...CHESS, keys: true });
    expect(await refused(playing, 0, move('e2e4'), { signed: null })).toBe('bad-signature');
    const good = await signAct(playing, 0, move('e2e4'));
    for (const seq of [0, 1, 3])
      expect(await refused(playing, 0, move('e2e4'), { signed: { ...good, seq } })).toBe(
        'bad-signature seq',
      );
    expect(await refused(playing, 0, move('e2e4'), { signed: { ...good, seen: 3 } })).toBe(
      'bad-signature seen',
    );
    expect(await refused(playing, 0, move('d2d4'), { signed: good })).toBe('bad-signature');
    await play(playing, 'e2e4');
    expect(await refused(playing, 1, move('e7e5'), { signed: { ...good, seen: 0 } })).toBe(
      'bad-signature seen',
    );
  });

  test('in a game of free pace a player need not have seen the newest', async () => {
    const playing = await beginMatch({ game: lane as Game, keys: true });
    const { game, state } = playing.chain.table;
    const [seat = 0] = game.active(state);
    const other = game.active(state).find(each => each !== seat) ?? seat;
    const act: Action = moveAct(game, [...game.legal(state, other)][0]!);
    const early = await signAct(playing, other, act, { ms: 1001 });
    await doAct(playing, seat, moveAct(game, [...game.legal(state, seat)][0]!));
    expect(other === seat || (await refused(playing, other, act, { signed: early })) === null).toBe(
      true,
    );
  });

  test('an unkeyed seat has nothing to sign with', async () => {
    const playing = await beginMatch(CHESS);
    const signed = await signAct(playing, 0, move('e2e4'));
    expect(await refused(playing, 0, move('e2e4'), { signed })).toBe('bad-signature');
  });
});

describe('what is signed', () => {
  test('an answer has seen what it answers, also where seats act at any time', async () => {
    for (const plan of [
      { ...CHESS, keys: true },
      { game: lane as Game, keys: true },
    ]) {
      const playing = await beginMatch(plan);
      const when = { ms: playing.chain.table.ms + 1000 };
      const early = await signAct(playing, 1, word('accept-draw'), when);
      await doAct(playing, 0, word('offer-draw'), when);
      expect(await refused(playing, 1, word('accept-draw'), { ...when, signed: early })).toBe(
        'bad-signature seen',
      );
      expect(await refused(playing, 1, word('accept-draw'))).toBeNull();
    }
  });

  test('a refused move has a tick only where there are ticks', async () => {
    const playing = await beginMatch(CHESS);
    const fault = { code: 'no-ticks', message: 'chess has no ticks' } as const;
    const act: Action = {
      ...moveAct(chess.game, unwrap(parseUci('e2e4'))),
      type: 'refused',
      fault,
    };
    expect(await refused(playing, 0, act, { at: 7 })).toBe('no-ticks');
  });

  test('allows nothing but agreeing and aborting before every seat has agreed to the header', async () => {
    for (const plan of [
      { ...CHESS, keys: true },
      { ...CHESS, referee: true },
    ]) {
      const playing = await sitDown(plan);
      await doAct(playing, 0, word('resume'));
      for (const act of [move('e2e4'), word('pause'), word('offer-draw')])
        expect(await refused(playing, 0, act)).toBe('paused');
      expect(await refused(playing, 0, word('resume'))).toBe('illegal-move resume');
      expect(await refused(playing, null, word('resume'))).toBe('wrong-seat');
      expect(await refused(playing, 1, word('abort'))).toBeNull();
      await doAct(playing, 1, word('resume'));
      expect(await refused(playing, 0, move('e2e4'))).toBeNull();
    }
  });

  test('without a referee the time of an act is signed, and time alone ends nothing without all voices', async () => {
    const playing = await beginMatch({ game: lane as Game, keys: true });
    const { game, state } = playing.chain.table;
    const [seat = 0] = game.active(state);
    const act = moveAct(game, [...game.legal(state, seat)][0]!);
    const signed = await signAct(playing, seat, act, { ms: 5, at: 3 });
    expect(await refused(playing, seat, act, { ms: 5, at: 3, signed })).toBeNull();
    expect(await refused(playing, seat, act, { ms: 5, at: 4, signed })).toBe('bad-signature');
    expect(await refused(playing, seat, act, { ms: 6, at: 3, signed })).toBe('bad-signature');
    const outcome = { result: 'draw', winners: [], points: null, reason: 'decree' } as const;
    const { ms } = playing.chain.table;
    expect(end(playing.chain, { ms, outcome })).toMatchObject({ fault: { rule: 'ending' } });
  });
});

describe('clocks', () => {
  /** Moves with the milliseconds each takes; what both clocks show afterwards. */
  test.each<[name: string, clock: TimeControl, spent: number[], shown: [number, number]]>([
    ['absolute', { type: 'absolute', mainMs: 5000 }, [1000, 200, 500], [3500, 4800]],
    ['fixed', { type: 'fixed', moveMs: 2000 }, [2000, 1999, 1], [2000, 2000]],
    ['fischer', { type: 'fischer', mainMs: 5000, incrementMs: 300 }, [1000, 5000, 0], [4600, 300]],
    [
      'main time of byo-yomi',
      { type: 'byo-yomi', mainMs: 3000, periods: 2, periodMs: 1000 },
      [1000, 3000],
      [2000, 1000],
    ],
    [
      'a period is whole again',
      { type: 'byo-yomi', mainMs: 1000, periods: 2, periodMs: 1000 },
      [1900, 1, 1000, 1],
      [1000, 998],
    ],
    [
      'a period is lost',
      { type: 'byo-yomi', mainMs: 1000, periods: 3, periodMs: 1000 },
      [2500, 1, 1999, 1],
      [1000, 998],
    ],
  ])('%s', async (_, clock, spent, shown) => {
    const playing = await beginMatch({ ...CHESS, clock });
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6'];
    for (const [i, ms] of spent.entries())
      await doAct(playing, i % 2, move(moves[i]!), { ms: playing.chain.table.ms + ms });
    const { clocks, ms } = playing.chain.table;
    expect([0, 1].map(seat => shownMs(clocks!, seat, ms))).toEqual(shown);
  });

  test.each<[clock: TimeControl, lastMs: number]>([
    [{ type: 'absolute', mainMs: 5000 }, 5000],
    [{ type: 'fixed', moveMs: 2000 }, 2000],
    [{ type: 'fischer', mainMs: 5000, incrementMs: 300 }, 5000],
    [{ type: 'byo-yomi', mainMs: 1000, periods: 2, periodMs: 700 }, 2400],
    [{ type: 'byo-yomi', mainMs: 0, periods: 1, periodMs: 700 }, 700],
  ])('%o: the last millisecond counts, the next is too late', async (clock, lastMs) => {
    const playing = await beginMatch({ ...CHESS, clock });
    const flag: Action = { type: 'leave', of: 0, how: 'flag' };
    expect(await refused(playing, 0, move('e2e4'), { ms: lastMs })).toBeNull();
    expect(await refused(playing, 1, flag, { ms: lastMs })).toBe('illegal-move flag');
    expect(await refused(playing, 0, move('e2e4'), { ms: lastMs + 1 })).toBe('out-of-time flag');
    expect(await refused(playing, 1, word('offer-draw'), { ms: lastMs + 1 })).toBe(
      'out-of-time flag',
    );
    expect(await refused(playing, 1, { ...flag, of: 1 } as Action, { ms: lastMs + 1 })).toBe(
      'out-of-time flag',
    );
    expect(await refused(playing, 1, flag, { ms: lastMs + 1 })).toBeNull();
  });

  test('words cost no move, and time in a pause is charged to no seat', async () => {
    const playing = await beginMatch({ ...CHESS, clock: { type: 'absolute', mainMs: 5000 } });
    await doAct(playing, 0, word('pause'), { ms: 1000 });
    await doAct(playing, 1, word('pause'), { ms: 2000 });
    await doAct(playing, 0, word('resume'), { ms: 500_000 });
    await doAct(playing, 1, word('resume'), { ms: 600_000 });
    const { clocks } = playing.chain.table;
    expect(shownMs(clocks!, 0, 600_000)).toBe(3000);
    expect(await refused(playing, 0, move('e2e4'), { ms: 603_000 })).toBeNull();
    expect(await refused(playing, 0, move('e2e4'), { ms: 603_001 })).toBe('out-of-time flag');
  });

  test('refuse an act without a time, or one before the last entry', async () => {
    const playing = await beginMatch({ ...CHESS, clock: { type: 'absolute', mainMs: 5000 } });
    expect(await refused(playing, 0, move('e2e4'), { ms: null })).toBe('malformed');
    await play(playing, 'e2e4');
    expect(await refused(playing, 1, move('e7e5'), { ms: 3 })).toBe('past-time');
  });

  test.each<[clock: TimeControl]>([
    [{ type: 'absolute', mainMs: 0 }],
    [{ type: 'fixed', moveMs: 0 }],
    [{ type: 'fischer', mainMs: 0, incrementMs: 5 }],
    [{ type: 'byo-yomi', mainMs: 0, periods: 0, periodMs: 5 }],
    [{ type: 'byo-yomi', mainMs: 1, periods: 1e9, periodMs: 5 }],
    [{ type: 'absolute', mainMs: 1e15 }],
  ])('refuses %o as a time control', async clock => {
    const { header } = await makeHeader({ ...CHESS, clock });
    expect(begin(CHESS.game, header)).toMatchObject({ fault: { code: 'bad-setup' } });
  });
});

describe('fair chance', () => {
  test('a wrong link is caught, and its holder named', async () => {
    const playing = await beginMatch({ game: race as Game, fair: true, referee: true });
    const links = [0, 1, 255].map(holder => playing.chains.get(holder)![1]!);
    const wrong = links.with(1, links[0]!);
    expect(await refused(playing, null, { type: 'links', links: wrong })).toBe(
      'broken-record link',
    );
    expect(await refused(playing, null, { type: 'links', links: links.slice(1) })).toBe(
      'broken-record links',
    );
    expect(await refused(playing, 7, { type: 'links', links })).toBe('wrong-seat');
    expect(await refused(playing, 0, { type: 'links', links })).toBeNull();
    await drawTogether(playing);
    expect(await refused(playing, null, { type: 'links', links })).toBe('not-due');
  });

  test('moves wait for the draw', async () => {
    const playing = await beginMatch({ game: race as Game, fair: true });
    expect(await refused(playing, 0, moveAct(race as Game, 0))).toBe('draw-due');
  });

  test('another first link than the one committed to is refused, and its holder named', async () => {
    const playing = await sitDown({ game: race as Game, fair: true });
    const links = [0, 1].map(holder => playing.chains.get(holder)![0]!);
    const other = makeChain(NONCE, 0, secretOf('another'), 5)[0]!;
    expect(await refused(playing, null, { type: 'links', links: links.with(0, other) })).toBe(
      'broken-record commitment',
    );
    expect(await refused(playing, null, { type: 'links', links })).toBeNull();
  });

  test('hidden hands need a referee, and the secret of the deal', async () => {
    const { header } = await makeHeader({ game: tricks as Game, fair: true });
    expect(begin(tricks as Game, header)).toMatchObject({ fault: { code: 'bad-setup' } });
    const good = (await makeHeader({ game: tricks as Game, fair: true, referee: true })).header;
    expect(begin(tricks as Game, good)).toMatchObject({ fault: { code: 'unsupported' } });
    expect(begin(tricks as Game, good, secretOf('deal')).ok).toBe(true);
    expect(begin(tricks as Game, good, secretOf('cards'))).toMatchObject({
      fault: { code: 'broken-record', rule: 'commitment' },
    });
  });
});
