/** Mage Duel: the contract of every game, then what is particular to it. */
import { hashState, start, step, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import { describe, expect, test } from 'vitest';
import { act, begin, deckOf, playOn } from '../../test/mage-duel.ts';
import { seeded } from './genesis.ts';
import type { Move } from './moves.ts';
import { formatMove } from './notation.ts';
import { game } from './rules.ts';
import { type State, scoreOf, turnOf } from './state.ts';
import { boardText, borderText } from './state-codec.ts';

/** Without jokers most moves are placements; with them there are thousands; small decks end in every way. */
const SETUPS = [
  { options: { jokers: 0 } },
  { options: { jokers: 1, moveTime: 20, timeout: 'forfeit', edges: [2, 3] } },
  { options: { jokers: 0, deck: deckOf({ 5: 2, 10: 2, 13: 3 }), edges: [2, 2] } },
];
for (const [name, check] of conformance(game, { setups: SETUPS, games: 2, steps: 50 }))
  test(name, check);

describe('worked numbers of the sheet (§19)', () => {
  test('seed 1: warm-up, border, first tile, and the tile after a skip', () => {
    expect(seeded(1)).toBe(879966917);
    const state = begin();
    expect(borderText(state)).toBe('CMMMMMRMMRMMCMMMCMRMMMMMMMMMCMRM');
    expect([state.top, state.seed, state.deck.length]).toEqual([5, 389511432, 63]);
    const { state: after } = unwrap(act(state, 'skip'));
    expect([after.top, after.seed, after.deck.length]).toEqual([13, 1447119047, 63]);
    expect(after.deck.at(-1)).toBe(5);
  });

  test('seed 0: border, first tile and next seed', () => {
    const state = begin({}, 0);
    expect(borderText(state)).toBe('MMRMMMCMMMRMMCMMCMRMMMMMRMMMCMMM');
    expect([state.top, state.seed]).toEqual([5, 488891659]);
  });
});

describe('refusals', () => {
  /** After one move of blue, in a match with a single joker. */
  const first = playOn(begin({ jokers: 1 }), 1);
  const late = (seconds: number) => first.updated + seconds;
  const jokerless = unwrap(act(first, jokerMove(first))).state;

  function jokerMove(state: State): string {
    const jokers = [...game.legal(state, turnOf(state))].filter(({ op }) => op === 'joker');
    return formatMove(jokers[0]!);
  }

  test.each<[what: string, text: string, seat: number, at: number, rule: string]>([
    ['a third player', 'skip', 2, late(1), 'PlayerNotInGame'],
    ['out of turn', 'skip', 0, late(65), 'NotYourTurn'],
    ['too late', 'skip', 1, late(66), 'NotYourTurn'],
    ['the window passed', 'skip', 0, late(131), 'NotYourTurn'],
    ['and neither may act', 'skip', 1, late(131), 'NotYourTurn'],
    ['a claim too early', 'finish', 0, late(130), 'CantFinishGame'],
  ])('%s: %s by seat %i', (_what, text, seat, at, rule) => {
    expect(act(first, text, at, seat)).toMatchObject({ ok: false, fault: { rule } });
  });

  test('no joker left comes before a bad place, the turn before both', () => {
    expect(turnOf(jokerless)).toBe(0);
    const { state } = unwrap(act(jokerless, 'skip'));
    expect(act(state, 'CCCC@d4/0')).toMatchObject({ fault: { rule: 'NotEnoughJokers' } });
    expect(act(state, 'CCCC@d4/0', state.now, 0)).toMatchObject({ fault: { rule: 'NotYourTurn' } });
  });

  test.each<[reason: string, move: object]>([
    ['tile', { op: 'joker', tile: 24, rot: 9, col: 9, row: 9 }],
    ['tile', { op: 'joker', tile: -1, rot: 0, col: 0, row: 0 }],
    ['rotation', { op: 'joker', tile: 0, rot: 4, col: 9, row: 0 }],
    ['rotation', { op: 'place', rot: -1, col: 0, row: 0 }],
    ['bounds', { op: 'place', rot: 0, col: 0, row: 8 }],
    ['bounds', { op: 'place', rot: 0, col: -1, row: 0 }],
    ['detached', { op: 'place', rot: 0, col: 3, row: 3 }],
  ])('InvalidMove:%s: %j', (reason, move) => {
    const refused = step(game, begin(), { do: 'move', seat: 0, move: move as unknown as Move });
    expect(refused).toMatchObject({
      ok: false,
      fault: { code: 'illegal-move', rule: `InvalidMove:${reason}` },
    });
  });

  test('a value that is no move is malformed', () => {
    for (const odd of [null, 1, {}, { op: 'fly' }, { op: 'skip', rot: 0 }, { op: 'place' }])
      expect(game.play(first, 1, odd as never)).toMatchObject({ fault: { code: 'malformed' } });
    const far = { op: 'place', rot: 0, col: 1000, row: 0 };
    expect(game.play(first, 1, far as never)).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('nothing follows the end', () => {
    const ended = unwrap(act(unwrap(act(begin(), 'skip')).state, 'skip')).state;
    for (const text of ['skip', 'finish', 'a1/0'])
      expect(act(ended, text)).toMatchObject({
        fault: { code: 'game-over', rule: 'GameIsAlreadyFinished' },
      });
  });
});

describe('the clock', () => {
  const actives = (state: State, at: number) => game.active(game.time!.advance(state, at).state);

  test('before the first move blue may act at any time, and a claim is open to both', () => {
    const state = begin();
    expect([0, 65, 66, 130].map(at => actives(state, at))).toEqual([[0], [0], [0], [0]]);
    expect(actives(state, 131)).toEqual([0, 1]);
    expect(game.time!.next(state)).toBe(131);
    expect(act(state, 'skip', 1000, 0).ok).toBe(true);
    expect(act(state, 'skip', 1000, 1)).toMatchObject({ fault: { rule: 'NotYourTurn' } });
  });

  test('a turn ends after 65 seconds, and a claim opens after 130', () => {
    const state = playOn(begin(), 1);
    const from = state.updated;
    expect([0, 65, 66, 130, 131].map(more => actives(state, from + more))).toEqual([
      [1],
      [1],
      [0],
      [0],
      [0, 1],
    ]);
    expect(game.time!.next(state)).toBe(from + 66);
    expect(game.time!.next(game.time!.advance(state, from + 66).state)).toBe(from + 131);
    expect(game.time!.next(game.time!.advance(state, from + 131).state)).toBeNull();
    const legal = game.legal(game.time!.advance(state, from + 131).state, 0);
    expect([...legal]).toEqual([{ op: 'finish' }]);
  });

  test('a skip of the opponent is a part of the move that it makes possible', () => {
    const state = playOn(begin(), 1);
    const at = state.updated + 100;
    const { parts, outcome } = unwrap(act(state, 'skip', at, 0));
    expect(outcome).toMatchObject({ reason: 'double-skip' });
    expect(parts.map(({ by }) => by)).toEqual(['time', 'rules', 'move', 'draw']);
    const [, skipped, moved] = parts;
    expect(skipped!.events).toEqual([{ type: 'Skipped', seat: 1, cause: 'timeout' }]);
    expect(skipped!.state).toMatchObject({ done: 2, top: state.top, updated: at });
    expect(moved!.events[0]).toEqual({ type: 'Skipped', seat: 0, cause: 'player' });
    expect(new Set(parts.map(part => hashState(game, part.state))).size).toBe(parts.length);
  });

  test('both moves are recorded or none', () => {
    const state = playOn(begin(), 1);
    const refused = step(game, state, {
      do: 'move',
      seat: 0,
      move: { op: 'place', rot: 0, col: 3, row: 3 },
      at: state.updated + 100,
    });
    expect(refused).toMatchObject({
      ok: false,
      fault: { rule: expect.stringMatching('InvalidMove') },
    });
    expect(state.done).toBe(1);
  });
});

describe('endings', () => {
  test('a claim is scored; with forfeit only who moved last is paid', () => {
    for (const timeout of ['share', 'forfeit'] as const) {
      const state = playOn(begin({ timeout }), 5);
      const { state: ended, parts } = unwrap(act(state, 'finish', state.updated + 131, 1));
      const { totals, paid, reason } = ended.end!;
      expect(reason).toBe('timeout');
      expect(paid).toEqual(timeout === 'share' ? totals : [totals[0], 0]);
      expect(parts.at(-1)!.events.filter(({ type }) => type === 'GameFinished')).toHaveLength(2);
    }
  });

  test('a claim without a move: the jokers count, or the match is canceled', () => {
    const shared = unwrap(act(begin(), 'finish', 131, 1));
    expect(shared.outcome).toMatchObject({ result: 'draw', points: [15, 15], reason: 'timeout' });
    const canceled = unwrap(act(begin({ timeout: 'forfeit' }), 'finish', 131, 0));
    expect(canceled.outcome).toEqual({
      result: 'void',
      winners: [],
      points: null,
      reason: 'canceled',
    });
    expect(canceled.parts.at(-1)!.events.map(({ type }) => type)).toEqual([
      'GameCanceled',
      'GameCanceled',
    ]);
  });

  test('a leaver loses', () => {
    const left = unwrap(step(game, begin(), { do: 'leave', of: 0, how: 'resignation' }));
    expect(left.outcome).toMatchObject({ winners: [1], reason: 'resignation' });
  });
});

describe('branches', () => {
  test('a match that has ended is reopened at its last move', () => {
    const state = playOn(begin(), 6);
    const ended = unwrap(act(unwrap(act(state, 'skip')).state, 'skip')).state;
    const reopened = game.match!.branch!(ended);
    expect(reopened).toMatchObject({ end: null, now: 0, updated: 0, done: ended.done });
    expect(scoreOf(reopened)).toEqual(scoreOf(state));
    expect(game.active(reopened)).toEqual([turnOf(state)]);
    expect(unwrap(act(reopened, 'skip')).outcome).toMatchObject({ reason: 'double-skip' });
    const again = unwrap(game.states.restore(game.states.canon(reopened)));
    expect(hashState(game, again)).toBe(hashState(game, reopened));
  });

  test('draws what the source would have drawn, or with another seed something else', () => {
    const state = playOn(begin(), 10);
    const branch = game.match!.branch!(state);
    const tops = (from: State) =>
      [playOn(from, 1), playOn(from, 5)].map(({ deck, seed }) => [...deck, seed]);
    expect(tops(branch)).toEqual(tops(state));
    const other = game.chance!.reseed(branch, 99);
    expect([boardText(other), other.top, [...other.deck]]).toEqual([
      boardText(state),
      state.top,
      [...state.deck],
    ]);
    expect(other.seed).toBe(seeded(99));
    expect(tops(other)).not.toEqual(tops(state));
  });
});

test('fair draws wait for entropy, and a match ends without the last of them', () => {
  const waiting = unwrap(start(game, { seed: 1 }, 'fair')).state;
  expect(game.active(waiting)).toEqual([]);
  const skip = { do: 'move', seat: 0, move: { op: 'skip' } } as const;
  expect(step(game, waiting, skip, 'fair')).toMatchObject({ fault: { code: 'draw-due' } });
  expect(game.play(waiting, 0, skip.move)).toMatchObject({ fault: { code: 'draw-due' } });
  const drawn = unwrap(step(game, waiting, { do: 'draw', seed: 5 }, 'fair')).state;
  const { state } = unwrap(step(game, drawn, skip, 'fair'));
  const again = unwrap(step(game, state, { do: 'draw', seed: 6 }, 'fair')).state;
  const last = unwrap(step(game, again, { ...skip, seat: 1 }, 'fair'));
  expect(last.outcome).toMatchObject({ reason: 'double-skip' });
  expect(unwrap(game.states.restore(game.states.canon(last.state))).top).toBe(last.state.top);
});
