/** Ludo: the contract of every game, then what is particular to it. */
import { fail, type JsonObject, type LeaveReason, start, step, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyMove,
  legalMoves,
  type NaiveState,
  rollUntilMove,
  startGame,
  winnerOf,
} from '../../../../bench/naive/ludo.ts';
import { at, canonOf, IN_BASE } from '../../test/ludo-positions.ts';
import { moveOf } from './move-codec.ts';
import { game } from './rules.ts';
import { dieOf, type State, turnOf } from './state.ts';

const { canon, restore } = game.states;

/** Every number of seats, empty ones between them, a long seed, and positions from which games end soon. */
const setups: JsonObject[] = [
  {},
  { seats: [0, 1, 2, 3] },
  { seats: [1, 3] },
  { seats: [0, 1, 2], seed: 'ab'.repeat(32) },
  {
    seats: [0, 1, 2, 3],
    start: {
      canon: canonOf([
        [56, 56, 50, 40],
        [56, 56, 56, 30],
        [56, 48, 56, 49],
        [56, 56, 44, -1],
      ]),
    },
  },
  {
    seats: [0, 2],
    start: {
      canon: canonOf([[56, 56, 56, 41], IN_BASE, [56, 56, 40, 56]], {
        eliminated: [false, true, false],
      }),
    },
  },
];
for (const [name, check] of conformance(game, { setups, games: 2, steps: 150 })) test(name, check);

const play = (state: State, token: number, steps: number) =>
  unwrap(game.play(state, turnOf(state), moveOf(token, steps)));
const positionsOf = (state: State) =>
  (canon(state) as { tokens: { position: number }[][] }).tokens.map(own =>
    own.map(({ position }) => position),
  );

describe('refusals name the rule', () => {
  test.each<[rule: string, own: number[], die: number, token: number, steps: number]>([
    ['isHome', [56, 3, -1, -1], 4, 0, 4],
    ['inBase', [-1, 3, -1, -1], 6, 0, 6],
    ['inBase', [-1, 3, -1, -1], 4, 0, 4],
    ['needsSix', [-1, 3, -1, -1], 4, 0, 0],
    ['ownToken', [-1, 0, -1, -1], 6, 0, 0],
    ['isOut', [5, 3, -1, -1], 6, 0, 0],
    ['notRolled', [5, 3, -1, -1], 4, 0, 3],
    ['pastHome', [54, 3, -1, -1], 4, 0, 4],
    ['ownToken', [3, 7, -1, -1], 4, 0, 4],
    ['ownToken', [50, 54, 3, -1], 4, 0, 4],
  ])('%s: %j with %i, token %i by %i', (rule, own, die, token, steps) => {
    const state = at([own, IN_BASE], { dice: die });
    const what = { do: 'move', seat: 0, move: moveOf(token, steps) } as const;
    const refused = step(game, state, what);
    expect(refused).toMatchObject({ ok: false, fault: { code: 'illegal-move', rule } });
  });

  test('in a sentence with the numbers', () => {
    const state = at([[54, -1, 3, 7], IN_BASE], { dice: 4 });
    const messageOf = (token: number, steps: number) => {
      const played = game.play(state, 0, moveOf(token, steps));
      return played.ok ? '' : played.fault.message;
    };
    expect(messageOf(0, 4)).toBe('token 1 is 2 from home (rolled 4)');
    expect(messageOf(1, 0)).toBe('token 2 needs a six to leave base (rolled 4)');
    expect(messageOf(2, 4)).toBe('your own token is on that square');
    expect(messageOf(2, 5)).toBe('rolled 4, not 5');
  });

  test('a value that is no move is malformed', () => {
    const state = at([[5, -1, -1, -1], IN_BASE], { dice: 4 });
    for (const odd of [
      null,
      undefined,
      4,
      '0x0004',
      {},
      { steps: 4 },
      { steps: 4, tokenIndex: 4 },
      { steps: 0.5, tokenIndex: 0.5 },
      { steps: 4, tokenIndex: 0, die: 4 },
      { steps: 11, tokenIndex: -1 }, // would be the number of another move
    ] as never[])
      expect(game.play(state, 0, odd)).toMatchObject({ fault: { code: 'malformed' } });
    expect(game.play(state, 0, { tokenIndex: 0, steps: 4 }).ok).toBe(true);
  });

  test('refuses the wrong seat, a move before the roll, and one after the end', () => {
    const move = moveOf(0, 4);
    const state = at(
      [
        [5, -1, -1, -1],
        [5, -1, -1, -1],
      ],
      { dice: 4 },
    );
    expect(game.play(state, 1, move)).toEqual(
      fail('wrong-seat', "it is Red's turn", { rule: 'turn' }),
    );
    const due = at([[5, -1, -1, -1], IN_BASE]);
    expect(game.play(due, 0, move)).toEqual(fail('draw-due', 'Red must roll first'));
    const won = at(
      [
        [56, 56, 56, 56],
        [5, -1, -1, -1],
      ],
      { turn: 1 },
    );
    expect(game.play(won, 1, move)).toEqual(fail('game-over', 'the game is over (allHome)'));
  });
});

describe('captures', () => {
  test('of every other seat on the square, and only there', () => {
    // ring square 30 is 30 for red, 17 for green, 4 for yellow, 43 for blue; two of them cannot be by play
    const state = at(
      [
        [28, 17, -1, -1],
        [17, 4, -1, -1],
        [30, 4, 43, -1],
        [0, 43, -1, -1],
      ],
      { dice: 2 },
    );
    const { state: after, events } = play(state, 0, 2);
    expect(positionsOf(after)).toEqual([
      [30, 17, -1, -1],
      [-1, 4, -1, -1],
      [30, -1, 43, -1],
      [0, -1, -1, -1],
    ]);
    expect(events).toEqual([
      { type: 'capture', seat: 0, of: 1, token: 0, at: 30 },
      { type: 'capture', seat: 0, of: 2, token: 1, at: 30 },
      { type: 'capture', seat: 0, of: 3, token: 1, at: 30 },
    ]);
  });

  test.each([0, 8, 13, 21, 26, 34, 39, 47])('not on the safe square %i', square => {
    const seat = square < 13 ? 1 : 0; // red comes to its own start square from base only
    const [own, yellow] = [(square + 52 - 13 * seat) % 52, (square + 26) % 52];
    const walker = [own - 1, -1, -1, -1];
    const tokens = [seat === 0 ? walker : IN_BASE, seat === 1 ? walker : IN_BASE];
    const state = at([...tokens, [yellow, -1, -1, -1]], { dice: 1, turn: seat });
    const { state: after, events } = play(state, 0, 1);
    expect(events).toEqual([]);
    expect(positionsOf(after)[seat]![0]).toBe(own);
    expect(positionsOf(after)[2]![0]).toBe(yellow);
  });
});

describe('events', () => {
  test.each<[name: string, own: number[], die: number, steps: number, types: string[]]>([
    ['a quiet move', [5, -1, -1, -1], 4, 4, []],
    ['a token comes out', [-1, -1, -1, -1], 6, 0, ['enter']],
    ['a token gets home', [52, 3, -1, -1], 4, 4, ['home']],
    ['the last one', [52, 56, 56, 56], 4, 4, ['home', 'end']],
  ])('%s', (_name, own, die, steps, types) => {
    const { events } = play(at([own, IN_BASE], { dice: die }), 0, steps);
    expect(events.map(({ type }) => type)).toEqual(types);
  });

  test.each<[next: string, own: number[], sixes: number, seed: number, die: number]>([
    ['move', [5, -1, -1, -1], 2, 0, 3],
    ['pass', [-1, -1, -1, -1], 0, 36, 4],
    ['again', [56, 56, 55, 54], 0, 466, 6],
    ['void', [5, -1, -1, -1], 2, 466, 6],
  ])('a roll: %s', (next, own, consecutiveSixes, seed, die) => {
    const state = at([own, IN_BASE], { consecutiveSixes, seed });
    expect(game.chance!.draw(state).events).toEqual([{ type: 'rolled', seat: 0, die, next }]);
  });

  test('the end says who won and why', () => {
    const { events } = play(at([[52, 56, 56, 56], IN_BASE], { dice: 4 }), 0, 4);
    expect(events.at(-1)).toEqual({ type: 'end', result: 'win', winners: [0], reason: 'allHome' });
  });
});

describe('leaving', () => {
  const state = at(
    [
      [5, 56, -1, -1],
      [7, -1, -1, -1],
      [9, -1, -1, -1],
    ],
    { dice: 3 },
  );
  const leave = (from: State, of: number, how: LeaveReason = 'resignation') =>
    unwrap(step(game, from, { do: 'leave', of, how }));

  test('the match continues among the others, and one who is left has won', () => {
    const first = leave(state, 0, 'flag');
    expect(first.outcome).toBeNull();
    expect(game.seated(first.state)).toEqual([1, 2]);
    expect(first.parts[0]).toMatchObject({
      by: 'leave',
      events: [{ type: 'left', seat: 0, how: 'flag' }],
    });
    const second = leave(first.state, 2);
    expect(second.outcome).toMatchObject({ result: 'win', winners: [1], reason: 'lastStanding' });
    expect(second.parts[0]!.events.map(({ type }) => type)).toEqual(['left', 'end']);
    expect(game.active(second.state)).toEqual([]);
    expect(game.outcome(second.state)).toEqual(second.outcome);
  });

  test('a seat that has left neither moves nor leaves again', () => {
    const { state: after } = leave(state, 1);
    const again = step(game, after, { do: 'leave', of: 1, how: 'flag' });
    expect(again).toMatchObject({ fault: { code: 'wrong-seat' } });
    expect(game.play(after, 1, moveOf(0, 3))).toMatchObject({ fault: { code: 'wrong-seat' } });
  });

  test('while a roll is due in a fair match passes the roll on', () => {
    const due = unwrap(step(game, state, { do: 'move', seat: 0, move: moveOf(0, 3) }, 'fair'));
    const left = unwrap(
      step(game, due.state, { do: 'leave', of: 1, how: 'withheld-link' }, 'fair'),
    );
    expect([turnOf(left.state), game.chance!.due(left.state)]).toEqual([2, true]);
    const rolled = unwrap(step(game, left.state, { do: 'draw', seed: 3 }, 'fair'));
    expect(rolled.parts[0]!.events).toMatchObject([{ type: 'rolled', seat: 2 }]);
  });
});

describe('setups from strangers', () => {
  test.each<[setup: object, path: string]>([
    [{ seats: [0, 4] }, '/seats'],
    [{ seats: [0, 1, 2, 15] }, '/seats'],
    [{ options: { ruleset: 'house' } }, '/options/ruleset'],
    [{ seats: [0, 1], start: { canon: canonOf([IN_BASE, IN_BASE, IN_BASE]) } }, '/seats'],
    [{ seats: [0, 1, 2], start: { canon: canonOf([IN_BASE, IN_BASE]) } }, '/seats'],
    [{ start: { canon: canonOf([IN_BASE, IN_BASE], { moveCount: 100_001 }) } }, '/start'],
  ])('%j is refused with a place', (setup, path) => {
    expect(start(game, { seed: 1, ...setup })).toMatchObject({
      fault: { code: 'bad-setup', at: { path } },
    });
  });

  test('a start position may be one that a seat has left', () => {
    const canon = canonOf([[3, -1, -1, -1], IN_BASE, [9, -1, -1, -1]], {
      eliminated: [false, true, false],
      dice: 2,
    });
    for (const seats of [
      [0, 2],
      [0, 1, 2],
    ]) {
      const { state } = unwrap(start(game, { seed: 5, seats, start: { canon } }));
      expect([game.seated(state), dieOf(state)]).toEqual([[0, 2], 2]);
    }
  });
});

describe('positions from strangers', () => {
  test.each<[why: string, canon: JsonObject]>([
    ['two tokens of a seat on one square', canonOf([[5, 5, -1, -1], IN_BASE])],
    ['two in the home column', canonOf([[53, 1, 53, -1], IN_BASE])],
    [
      'one who has left on the way',
      canonOf([IN_BASE, [5, -1, -1, -1], IN_BASE], { eliminated: [false, true, false] }),
    ],
    [
      'one who has left and won',
      canonOf([IN_BASE, [56, 56, 56, 56], IN_BASE], { eliminated: [false, true, false] }),
    ],
    [
      'two winners',
      canonOf([
        [56, 56, 56, 56],
        [56, 56, 56, 56],
      ]),
    ],
    ['no seat left', canonOf([IN_BASE, IN_BASE], { eliminated: [true, true] })],
    [
      'the turn of one who has left',
      canonOf([IN_BASE, IN_BASE, IN_BASE], { eliminated: [true, false, false] }),
    ],
    ['a number that no token can move', canonOf([IN_BASE, IN_BASE], { dice: 5 })],
    ['a long seed that shows', canonOf([IN_BASE, IN_BASE], { seed: 2 ** 31 })],
  ])('refuses %s', (_why, canon) => {
    expect(restore(canon)).toMatchObject({ ok: false, fault: { code: 'bad-state' } });
  });

  test.each<[key: string, value: unknown]>([
    ['playerCount', 1],
    ['playerCount', 5],
    ['playerCount', 3],
    ['eliminated', [false]],
    ['eliminated', [0, 1]],
    ['consecutiveSixes', 3],
    ['dice', 0],
    ['dice', 7],
    ['moveCount', -1],
    ['moveCount', 1_000_001],
    ['turn', 2],
    ['tokens', []],
    ['tokens', [IN_BASE, IN_BASE]],
  ])('refuses %s %j', (key, value) => {
    const odd = { ...canonOf([IN_BASE, IN_BASE]), [key]: value } as JsonObject;
    expect(restore(odd)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  });

  test.each([
    { inHome: true, position: 55 },
    { inHome: false, position: 56 },
    { inHome: false, position: 57 },
    { inHome: false, position: -2 },
    { inHome: false, position: 5, safe: true },
    { position: 5 },
  ])('refuses the token %j', token => {
    const canon = canonOf([IN_BASE, IN_BASE]);
    const [own, ...others] = canon.tokens as JsonObject[][];
    const tokens = [[token, ...own!.slice(1)], ...others] as never;
    expect(restore({ ...canon, tokens })).toMatchObject({
      fault: { code: 'malformed', at: { path: '/tokens' } },
    });
  });
});

test('random games are those of an engine of objects and arrays', () => {
  const runs = process.env.KIFU_DEEP ? 400 : 25;
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.array(fc.nat(), { minLength: 400, maxLength: 400 }),
      (players, seed, choices) => {
        const seats = Array.from({ length: players }, (_, seat) => seat);
        let { state, outcome } = unwrap(start(game, { seats, seed }));
        let naive: NaiveState = rollUntilMove(startGame(players, seed));
        for (const choice of choices) {
          expect(canon(state)).toEqual(naive);
          expect(outcome?.winners[0] ?? null).toBe(winnerOf(naive));
          const legal = legalMoves(naive);
          expect([...game.legal(state, turnOf(state))]).toEqual(legal);
          if (outcome !== null) return;
          const move = legal[choice % legal.length]!;
          naive = rollUntilMove(applyMove(naive, move));
          const what = { do: 'move', seat: turnOf(state), move: { ...move } } as const;
          ({ state, outcome } = unwrap(step(game, state, what)));
        }
      },
    ),
    { numRuns: runs, seed: 7 },
  );
});
