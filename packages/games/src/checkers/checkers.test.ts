/** Checkers: the contract of every game, then what is particular to it. */
import { type GameEvent, perft as generalPerft, type Json, start, step, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as naive from '../../../../bench/naive/checkers.ts';
import { formatFen, parseFen } from './fen.ts';
import { legalPaths } from './generate.ts';
import { fromPath, type Move } from './move-codec.ts';
import { formatPath, parseNumbers } from './numbers.ts';
import { perft } from './perft.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const at = (fen: string): State => unwrap(parseFen(fen));
const initial = unwrap(start(game, {})).state;
const moveOf = (state: State, text: string): Move => unwrap(parseNumbers(state, text));
const play = (state: State, ...moves: string[]): State =>
  moves.reduce((now, text) => unwrap(game.play(now, now.turn, moveOf(now, text))).state, state);
/** The same position in the middle of a chain. */
function going(fen: string, from: readonly [number, number]): State {
  const canon = game.states.canon(at(fen)) as { [key: string]: Json };
  return unwrap(game.states.restore({ ...canon, mustContinueFrom: from }));
}

/** The usual start, and positions from which games end soon, in every way there is. */
const setups = [
  {},
  ...[
    'B:WK1,K5:BK28,K32',
    'W:W9,K32:BK4,22,23',
    'B:W18,19,26,27,K10:BK15,K7,11',
    'B:W13,22,30:B6,K32',
  ].map(fen => ({ start: { canon: game.states.canon(at(fen)) } })),
  { start: { canon: game.states.canon(going('B:W11,18,26:B15,1', [3, 3])) } },
];
for (const [name, check] of conformance(game, { setups, games: 3, steps: 250 })) test(name, check);

describe('draws that are claimed', () => {
  const claimed = setups.map(setup => ({ ...setup, options: { draws: 'claimed' } }));
  for (const [name, check] of conformance(game, { setups: claimed, games: 3, steps: 250 }))
    test(name, check);

  const shuffle = ['1-6', '32-27', '6-1', '27-32'];
  const begin = (draws: string): State => {
    const canon = game.states.canon(at('B:WK32:BK1'));
    return unwrap(start(game, { options: { draws }, start: { canon } })).state;
  };
  const claimsOf = (state: State) =>
    game.match!.claims!(state, state.turn).map(({ reason }) => reason);

  test('repetition and forty moves end nothing by themselves', () => {
    let state = play(begin('claimed'), ...shuffle);
    expect(claimsOf(state)).toEqual([]);
    state = play(state, ...shuffle);
    expect([state.outcome, claimsOf(state)]).toEqual([null, ['threefoldRepetition']]);
    expect(game.match!.claims!(state, 1)).toEqual([]);
    for (let i = 0; i < 18; i++) state = play(state, ...shuffle);
    expect([state.outcome, claimsOf(state)]).toEqual([null, ['threefoldRepetition', 'fortyMoves']]);
    const drawn = play(begin('automatic'), ...shuffle, ...shuffle);
    expect([drawn.outcome?.reason, claimsOf(drawn)]).toEqual(['threefoldRepetition', []]);
  });

  test('a side that cannot move has still lost', () => {
    const canon = game.states.canon(at('B:W15:B11'));
    const { state } = unwrap(start(game, { options: { draws: 'claimed' }, start: { canon } }));
    expect(play(state, '11x18').outcome).toMatchObject({ reason: 'noMoves' });
  });

  test('are kept beside the state, and contradicting options are refused', () => {
    const { canon, aside, restore } = game.states;
    expect(aside(begin('claimed'))).toEqual({ draws: 'claimed', history: null });
    const state = play(begin('claimed'), ...shuffle, ...shuffle, ...shuffle);
    expect(unwrap(restore(canon(state), aside(state)))).toEqual(state);
    const there = { start: { canon: canon(state), aside: aside(state) } };
    expect(unwrap(start(game, there)).state).toEqual(state);
    expect(start(game, { ...there, options: { draws: 'automatic' } })).toMatchObject({
      fault: { code: 'bad-setup', at: { path: '/options/draws' } },
    });
    for (const wrong of [{ draws: 'claimed' }, { draws: 'automatic', history: null }])
      expect(restore(canon(state), wrong)).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('counting begins anew after a thousand steps of kings', () => {
    let state = begin('claimed');
    for (let i = 0; i < 250; i++) state = play(state, ...shuffle);
    expect([state.quiet, state.earlier, state.occurred]).toEqual([0, null, 1]);
  });
});

describe('refusals name the rule', () => {
  test.each<[rule: string, fen: string, move: string]>([
    ['noPiece', 'start', '15-18'],
    ['notYours', 'start', '22-18'],
    ['occupied', 'start', '8-11'],
    ['backwards', 'B:W32:B15', '15-11'],
    ['backwards', 'B:W11:B15', '15x8'],
    ['nothingToJump', 'start', '11x18'],
    ['nothingToJump', 'B:W32:B11,15', '11x18'], // its own man
    ['occupied', 'B:W15,18:B11', '11x18'],
    ['mustJump', 'B:W15:B11,4', '4-8'],
    ['unfinished', 'B:W15,22:B11', '11x18'],
    ['crowned', 'B:W26,23:B22', '22x31x24x15'],
    ['crowned', 'B:W26,27:B22', '22x31x24'],
    ['jumpedTwice', 'B:W15,14,22,23:BK11', '11x18x11x18'],
  ])('%s in %s: %s', (rule, fen, text) => {
    const state = fen === 'start' ? initial : at(fen);
    const move = moveOf(state, text);
    expect(step(game, state, { do: 'move', seat: state.turn, move })).toMatchObject({
      ok: false,
      fault: { code: 'illegal-move', rule },
    });
  });

  test('a path that leaves the diagonals breaks the geometry', () => {
    for (const wire of ['0x224400', '0x22330155', '0x224000', '0x2266023377']) {
      const move = unwrap(game.moves.hex.decode(wire));
      expect(game.play(initial, 0, move)).toMatchObject({ fault: { rule: 'geometry' } });
    }
    const light = unwrap(game.moves.hex.decode('0x233400'));
    expect(game.play(initial, 0, light)).toMatchObject({
      fault: { rule: 'noPiece', message: '[2,3]-[3,4]: no piece on that square' },
    });
  });

  test('another piece may not move in the middle of a chain', () => {
    const state = going('B:W11,18,26:B15,8', [3, 3]);
    expect(legalPaths(state).map(formatPath)).toEqual(['15x22x31']);
    expect(game.play(state, 0, moveOf(state, '8x15'))).toMatchObject({
      fault: {
        rule: 'otherPiece',
        message: '8x15: you must continue jumping with the same piece: 15x22x31',
      },
    });
    expect(game.play(state, 0, moveOf(state, '15-19'))).toMatchObject({
      fault: { rule: 'mustJump' },
    });
  });

  test('what must be played is named', () => {
    const state = at('B:W15,16:B11,4');
    expect(game.play(state, 0, moveOf(state, '4-8'))).toMatchObject({
      fault: { message: '4-8: you must capture: 11x20 or 11x18' },
    });
  });

  test('a value that is no move is malformed', () => {
    for (const odd of [
      null,
      {},
      { from: 1 },
      { from: [2, 2], to: [3, 3] },
      { from: [2, 2], to: [3, 8], captures: [] },
    ] as never[])
      expect(game.play(initial, 0, odd)).toMatchObject({ fault: { code: 'malformed' } });
    const foreign = { from: [2, 2], to: [3, 3], captures: [] } as const;
    expect(game.play(initial, 0, foreign).ok).toBe(true);
  });

  test('refuses the wrong seat, and a move after the end', () => {
    const move = moveOf(initial, '11-15');
    expect(game.play(initial, 1, move)).toMatchObject({
      fault: { code: 'wrong-seat', rule: 'turn', message: "it is Black's turn" },
    });
    const lost = at('W:W:B1');
    expect(game.play(lost, 1, move)).toMatchObject({ fault: { code: 'game-over' } });
  });
});

describe('events', () => {
  test.each<[name: string, fen: string, move: string, events: GameEvent[]]>([
    ['a step', 'start', '11-15', []],
    ['a jump', 'B:W15,32:B11', '11x18', [{ type: 'capture', seat: 0, piece: 'man', at: [3, 3] }]],
    [
      'a chain',
      'B:W15,22,32:B11',
      '11x18x25',
      [
        { type: 'capture', seat: 0, piece: 'man', at: [3, 3] },
        { type: 'capture', seat: 0, piece: 'man', at: [5, 5] },
      ],
    ],
    [
      'a chain over a king and a man to the last row',
      'B:WK18,26,32:B15',
      '15x22x31',
      [
        { type: 'capture', seat: 0, piece: 'king', at: [4, 4] },
        { type: 'capture', seat: 0, piece: 'man', at: [4, 6] },
        { type: 'crown', seat: 0, at: [3, 7] },
      ],
    ],
    ['a step to the last row', 'W:W7:B12', '7-3', [{ type: 'crown', seat: 1, at: [2, 0] }]],
    [
      'the last piece',
      'W:W18:B15',
      '18x11',
      [
        { type: 'capture', seat: 1, piece: 'man', at: [3, 3] },
        { type: 'end', result: 'win', winners: [1], reason: 'noMoves' },
      ],
    ],
  ])('%s', (_name, fen, text, events) => {
    const state = fen === 'start' ? initial : at(fen);
    const move = moveOf(state, text);
    expect(unwrap(game.play(state, state.turn, move)).events).toEqual(events);
  });
});

describe('ends', () => {
  test('a side without pieces or moves has lost', () => {
    expect(play(at('W:W18:B15'), '18x11').outcome).toMatchObject({ winners: [1] });
    expect(play(at('W:W14,17,10:B13,5,6'), '10x1').outcome).toBe(null);
    const shut = play(at('W:W17,22,18,9:B13,5'), '18-14');
    expect(shut.outcome).toMatchObject({ result: 'win', winners: [1], reason: 'noMoves' });
  });

  const shuffle = ['1-6', '32-27', '6-1', '27-32'];

  test('the third occurrence is a draw', () => {
    const first = at('B:WK32:BK1');
    const twice = play(first, ...shuffle);
    expect([twice.occurred, twice.outcome]).toEqual([2, null]);
    const thrice = play(twice, ...shuffle);
    expect(thrice.outcome).toMatchObject({ result: 'draw', reason: 'threefoldRepetition' });
  });

  test('a man’s move begins the counting anew', () => {
    const state = play(at('B:WK32,30:BK1'), ...shuffle, '1-6', '30-25', '6-1', '32-27', '1-6');
    expect([state.quiet, state.occurred]).toEqual([3, 1]);
  });

  /** Two kings go round in circles of four and of fourteen steps, and so repeat nothing three times. */
  const circles = [
    [6, 2, 7, 10],
    [24, 28, 32, 27, 31, 26, 30, 25, 21, 17, 22, 18, 23, 19],
  ];
  const wander = (moves: number): State =>
    play(
      at('B:WK24:BK6'),
      ...Array.from({ length: moves }, (_, i) => {
        const circle = circles[i % 2]!;
        const step = i >> 1;
        return `${circle[step % circle.length]}-${circle[(step + 1) % circle.length]}`;
      }),
    );

  test('eighty moves without a capture or a man’s move are a draw', () => {
    const state = wander(79);
    expect([state.quiet, state.outcome]).toEqual([79, null]);
    expect(wander(80).outcome).toMatchObject({
      result: 'draw',
      reason: 'fortyMoves',
    });
  });

  test('a history from outside is counted, and refused where it did not happen', () => {
    const { canon, aside, restore } = game.states;
    const state = play(at('B:WK32:BK1'), ...shuffle, ...shuffle.slice(0, 3));
    const beside = aside(state) as { since: string; moves: string[] };
    expect(beside.since).toBe('B:WK32:BK1');
    expect(beside.moves.length).toBe(7);
    const again = unwrap(restore(canon(state), beside));
    expect([again.quiet, again.occurred]).toEqual([7, 2]);
    expect(play(again, '27-32').outcome).toMatchObject({ reason: 'threefoldRepetition' });
    const { moves, since } = beside;
    for (const wrong of [
      {},
      [],
      'x',
      { since },
      { moves },
      { since, moves: [] },
      { since, moves: moves.slice(1) },
      { since, moves: moves.slice(0, -1) },
      { since, moves: ['0x', ...moves] },
      { since, moves: [1, ...moves] },
      { since: 'B:WK32:BK6', moves },
      { since: 'W:WK32:BK1', moves },
      { since: `${since}.`, moves }, // one value, one spelling
      { since, moves: [...moves, ...moves] },
      { since, moves, more: 1 },
    ])
      expect(restore(canon(state), wrong as Json).ok).toBe(false);
    // a man's move begins the counting anew, and so does not stand beside a state
    const after = play(at('B:W32:B1'), '1-6');
    const man = { since: 'B:W32:B1', moves: ['0x605100'] };
    expect(restore(canon(after), man)).toMatchObject({ fault: { code: 'malformed' } });
    // steps before the first move of all
    expect(restore({ ...(canon(state) as object), moveCount: 6 } as Json, beside).ok).toBe(false);
  });

  test('a seat that leaves loses', () => {
    const left = unwrap(step(game, initial, { do: 'leave', of: 0, how: 'resignation' }));
    expect(left.outcome).toMatchObject({ result: 'win', winners: [1], reason: 'resignation' });
  });
});

describe('positions from strangers', () => {
  const canon = game.states.canon(initial) as { readonly [key: string]: Json };
  const board = canon.board as readonly (readonly Json[])[];
  const man = { isKing: false, player: 0 };

  test.each<[why: string, changed: object, code: string]>([
    ['a piece on a light square', { board: board.with(0, board[0]!.with(1, man)) }, 'bad-state'],
    ['thirteen men', { board: board.with(0, board[0]!.with(4, man)) }, 'bad-state'],
    ['seven columns', { board: board.slice(1) }, 'malformed'],
    ['a queen', { board: board.with(0, board[0]!.with(4, { ...man, rank: 9 })) }, 'malformed'],
    [
      'a third player',
      { board: board.with(0, board[0]!.with(4, { ...man, player: 2 })) },
      'malformed',
    ],
    ['too many moves', { moveCount: 1_000_001 }, 'malformed'],
    ['half a move', { moveCount: 0.5 }, 'malformed'],
    ['no turn', { turn: null }, 'malformed'],
    ['a chain from a light square', { mustContinueFrom: [0, 1] }, 'malformed'],
    ['a chain from nowhere', { mustContinueFrom: [8, 8] }, 'malformed'],
    ['a chain from an empty square', { mustContinueFrom: [3, 3] }, 'bad-state'],
    ['a chain that cannot go on', { mustContinueFrom: [2, 2] }, 'bad-state'],
    ['another key', { winner: 0 }, 'malformed'],
  ])('refuses %s', (_why, changed, code) => {
    const wrong = { ...canon, ...changed } as Json;
    expect(game.states.restore(wrong)).toMatchObject({ ok: false, fault: { code } });
    expect(start(game, { start: { canon: wrong } }).ok).toBe(false);
  });

  test('options, odd seats and late starts are refused with a place', () => {
    expect(start(game, { options: { variant: 'pool' } })).toMatchObject({
      fault: { code: 'bad-setup', at: { path: '/options/variant' } },
    });
    expect(start(game, { seats: [0, 2] })).toMatchObject({ fault: { at: { path: '/seats' } } });
    const late = { ...canon, moveCount: 100_001 };
    expect(start(game, { start: { canon: late } })).toMatchObject({
      fault: { code: 'bad-setup', at: { path: '/start' } },
    });
  });

  test('a man on its last row stays what it is', () => {
    const state = at('W:W27:B29');
    expect(play(state, '27-24')).toMatchObject({ kings: 0, outcome: { winners: [1] } });
  });
});

describe('against an engine of objects and arrays', () => {
  const plain = (move: Move) => structuredClone(move) as unknown as naive.Move;
  const shown = (moves: readonly unknown[]) => moves.map(move => JSON.stringify(move)).sort();
  const sorted = ({ captures, from, to }: naive.Move) => ({ captures, from, to });

  test('random games have the same moves, boards and ends', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 250 }), choices => {
        let state = initial;
        let position = naive.newPosition();
        for (const choice of choices) {
          const legal = legalPaths(state).map(fromPath);
          expect(shown(legal)).toEqual(shown(naive.legalMoves(position).map(sorted)));
          if (state.outcome !== null) break;
          const move = legal[choice % legal.length]!;
          state = unwrap(game.play(state, state.turn, move)).state;
          position = naive.playMove(position, plain(move))!;
          expect((game.states.canon(state) as { board: Json }).board).toEqual(position.board);
        }
        const { outcome } = state;
        expect(outcome && { winner: outcome.winners[0] ?? null, reason: outcome.reason }).toEqual(
          position.result,
        );
      }),
      { numRuns: process.env.KIFU_DEEP ? 400 : 40 },
    );
  });

  test('perft by the interface equals perft by the generator', () => {
    const state = going('B:W11,18,26:B15,8', [3, 3]);
    for (const from of [initial, at('B:W18,19,26,27,K10:BK15,K7,11'), state])
      for (const depth of [0, 1, 4])
        expect(generalPerft(game, from, depth)).toBe(perft(from, depth));
  });
});

test('FEN is written back as it was', () => {
  const fen = 'W:W18,24,K10:B12,16,K22';
  expect(formatFen(at(fen))).toBe('W:WK10,18,24:B12,16,K22');
});
