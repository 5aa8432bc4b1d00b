/** Dominos: the contract of every game, then what is particular to it. */
import { canonicalText, type Json, type JsonObject, setUp, start, step, unwrap } from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as naive from '../../../../bench/naive/dominos.ts';
import { positionOf as at, canonOf, seatsFor, walk } from '../../test/domino-rounds.ts';
import type { Move } from './move-codec.ts';
import { game } from './rules.ts';
import { boardOf, boneyardOf, leftEnd, rightEnd, type State, seatsOf, tilesOf } from './state.ts';
import { leftOf, rightOf, TILES, upright } from './tiles.ts';

const LONG_SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** Two, three and four seats; and a seed that is never shown. */
const setups = [
  ...[2, 3, 4].map(count => ({ seats: seatsFor(count) })),
  { seats: [0, 1, 2], seed: LONG_SEED },
];
for (const [name, check] of conformance(game, { setups })) test(name, check);

const move = (tileIndex: number, end: Move['end'] = 'left', flip = false): Move => ({
  end,
  flip,
  tileIndex,
});
const DRAW = move(-1);
const PASS = move(-2);
const play = (state: State, ...moves: Move[]): State =>
  moves.reduce((now, next) => unwrap(game.play(now, now.turn, next)).state, state);

describe('refusals name the rule', () => {
  const fresh = at('', ['66 12', '34 55']);
  const open = at('35', ['13 25 33 46', '00 11'], '22');
  const stuck = at('35', ['01 02', '66'], '44');
  const dry = at('35', ['01 02', '36']);
  test.each<[rule: string, state: State, move: Move]>([
    ['lead', fresh, move(1)],
    ['lead', fresh, move(0, 'right')],
    ['lead', fresh, move(0, 'left', true)],
    ['mustPlay', fresh, DRAW],
    ['mustPlay', fresh, PASS],
    ['noTile', fresh, move(2)],
    ['noTile', open, move(4)],
    ['noTile', open, move(27, 'right', true)],
    ['noFit', open, move(0, 'right')],
    ['noFit', open, move(3)],
    ['noFit', open, move(2, 'right')],
    ['flip', open, move(0, 'left', true)],
    ['flip', open, move(1, 'right')],
    ['flip', open, move(2, 'left', true)],
    ['mustPlay', open, DRAW],
    ['mustPlay', open, PASS],
    ['noFit', stuck, move(0)],
    ['mustDraw', stuck, PASS],
    ['emptyBoneyard', dry, DRAW],
  ])('%s', (rule, state, refused) => {
    const before = game.states.text!(state);
    expect(step(game, state, { do: 'move', seat: 0, move: refused })).toMatchObject({
      ok: false,
      fault: { code: 'illegal-move', rule, message: expect.stringMatching(/\w{3}/) },
    });
    expect(game.states.text!(state)).toBe(before);
  });

  test('a value that is no move is malformed', () => {
    for (const odd of [
      null,
      {},
      { tileIndex: 0 },
      move(28),
      move(-3),
      move(-1, 'right'),
    ] as never[])
      expect(game.play(open, 0, odd)).toMatchObject({ fault: { code: 'malformed' } });
    expect(game.play(open, 0, { tileIndex: 0, flip: false, end: 'left' }).ok).toBe(true);
  });

  test('refuses the wrong seat, and a move after the end', () => {
    expect(game.play(open, 1, move(0))).toMatchObject({
      fault: { code: 'wrong-seat', rule: 'turn', message: "it is South's turn" },
    });
    for (const seat of [-1, 2, 3, 0.5, Number.NaN])
      expect(game.play(open, seat, move(0))).toMatchObject({
        fault: { code: 'wrong-seat', message: `seat ${seat} is not playing` },
      });
    const won = play(at('35', ['13', '00 11'], '22'), move(0));
    expect(game.play(won, 1, DRAW)).toMatchObject({ fault: { code: 'game-over' } });
  });
});

describe('events', () => {
  const eventsOf = (state: State, played: Move) =>
    unwrap(game.play(state, state.turn, played)).events;

  test('a play has the tile as it lies, and the end', () => {
    const state = at('35', ['34 25 16', '36'], '44');
    expect(eventsOf(state, move(0, 'left', true))).toEqual([
      { type: 'play', seat: 0, tile: [4, 3], end: 'left' },
    ]);
    expect(eventsOf(state, move(1, 'right', true))).toEqual([
      { type: 'play', seat: 0, tile: [5, 2], end: 'right' },
    ]);
  });

  test('the seat that drew learns the tile, the others only that it drew', () => {
    const [event] = eventsOf(at('35', ['01 02', '66'], '44 11'), DRAW);
    expect(event).toEqual({ type: 'draw', seat: 0, tile: [4, 4] });
    const { see } = game.secrets!;
    expect(see(event!, 0)).toEqual(event);
    for (const other of [1, 2, null])
      expect(see(event!, other)).toEqual({ type: 'draw', seat: 0, tile: null });
  });

  test('a pass and the end are reported', () => {
    expect(eventsOf(at('35', ['01', '36']), PASS)).toEqual([{ type: 'pass', seat: 0 }]);
    expect(eventsOf(at('35', ['13', '00 16'], '22'), move(0))).toEqual([
      { type: 'play', seat: 0, tile: [1, 3], end: 'left' },
      {
        type: 'end',
        result: 'win',
        winners: [0],
        points: [7, 0],
        reason: 'emptyHand',
        pips: [0, 7],
      },
    ]);
  });
});

describe('the end', () => {
  test('does not come while a seat can play or draw and no hand is empty', () => {
    expect(at('35', ['01 02', '66'], '44').outcome).toBeNull();
    expect(at('35', ['01 02', '36']).outcome).toBeNull();
  });

  test.each<[name: string, hands: string[], outcome: object]>([
    [
      'the lowest wins what the others hold more',
      ['01', '22', '12'],
      { winners: [0], points: [6, 0, 0] },
    ],
    ['it need not be the one on turn', ['66', '22', '01'], { winners: [2], points: [0, 0, 15] }],
    ['two lowest: a draw', ['12', '00 11 01', '22'], { result: 'draw', points: [0, 0, 0] }],
  ])('blocked: %s', (_name, hands, outcome) => {
    expect(at('35 53', hands).outcome).toMatchObject({ reason: 'blocked', ...outcome });
  });

  test('a seat that leaves ends the match, and the others have won', () => {
    const { state } = unwrap(start(game, { seed: 1, seats: [0, 1, 2] }));
    expect(unwrap(step(game, state, { do: 'leave', of: 1, how: 'flag' })).outcome).toEqual({
      result: 'win',
      winners: [0, 2],
      points: null,
      reason: 'timeout',
    });
  });
});

describe('setups from strangers', () => {
  const { state } = unwrap(start(game, { seed: 5 }));
  const canon = game.states.canon(state) as { [key: string]: Json };
  const later = play(state, ...[...game.legal(state, state.turn)].slice(0, 1));
  const laid = game.states.canon(later) as { [key: string]: Json };
  const { boneyard } = laid as { boneyard: Json[] };

  test.each<[why: string, path: string, setup: object]>([
    ['a seat left out', '/seats', { seats: [0, 2] }],
    ['a seat too high', '/seats', { seats: [1, 2, 3] }],
    ['five seats', '/seats', { seats: seatsFor(5) }],
    ['an option', '/options/spinner', { options: { spinner: true } }],
    ['other seats than the position', '/start', { seats: [0, 1, 2], start: { canon } }],
    ['a tile too few', '/start', { start: { canon: { ...laid, boneyard: boneyard.slice(1) } } }],
    ['a late start', '/start', { start: { canon: { ...laid, moveCount: 100_001 } } }],
    [
      'tiles given back',
      '/start',
      {
        start: {
          canon: {
            ...laid,
            moveCount: 99,
            boneyard: [...boneyard, (laid.hands as Json[][])[0]![0]!],
            hands: [(laid.hands as Json[][])[0]!.slice(1), (laid.hands as Json[])[1]!],
          },
        },
      },
    ],
    [
      'a tile in a hand that was never drawn',
      '/start',
      {
        start: {
          canon: {
            ...laid,
            boneyard: boneyard.slice(1),
            hands: [[...(laid.hands as Json[][])[0]!, boneyard[0]!], (laid.hands as Json[])[1]!],
          },
        },
      },
    ],
  ])('%s', (_why, path, setup) => {
    expect(start(game, { seed: 5, ...setup })).toMatchObject({
      ok: false,
      fault: { code: 'bad-setup', at: { path } },
    });
  });

  test('refuses a setup without a seed', () => {
    expect(start(game, {})).toMatchObject({ fault: { code: 'bad-setup', at: { path: '/seed' } } });
    expect(setUp(game, {}).ok).toBe(false);
  });

  test('a match may start where another stands', () => {
    const again = unwrap(start(game, { seed: 9, start: { canon: laid } }));
    expect(game.states.text!(again.state)).toBe(game.states.text!(later));
  });

  test('a long seed deals, and is not shown', () => {
    const { state: dealt } = unwrap(start(game, { seed: LONG_SEED }));
    expect(game.states.canon(dealt)).toMatchObject({ seed: 0, moveCount: 0 });
    expect(game.states.aside(dealt)).toEqual({
      barred: null,
      seed: { drawn: 27, seed: LONG_SEED },
    });
    expect(canonicalText(game.secrets!.view(dealt, 0))).not.toContain('seed');
  });
});

describe('positions from strangers', () => {
  const good = canonOf('35', ['13 25', '00 11'], '22');
  const fresh = canonOf('', ['66 12', '34 55']);

  test.each<[why: string, canon: JsonObject]>([
    ['a tile held twice', { ...good, hands: [[[1, 3]], [[1, 3]]] }],
    ['a tile held and left', { ...good, boneyard: [[1, 3]] }],
    ['ends of another board', { ...good, leftEnd: 5 }],
    ['ends before the first tile', { ...fresh, leftEnd: 0, rightEnd: 0 }],
    ['two empty hands', { ...good, hands: [[], []] }],
    ['fewer moves than tiles', { ...good, moveCount: 0 }],
    ['moves without a tile', { ...fresh, moveCount: 1 }],
    ['an empty hand before the first tile', { ...fresh, hands: [[[6, 6]], []] }],
    ['another seat to lead', { ...fresh, turn: 1 }],
    [
      'tiles that do not meet',
      {
        ...good,
        board: [
          { left: 3, right: 4, tile: [3, 4] },
          { left: 3, right: 5, tile: [3, 5] },
        ],
        moveCount: 2,
      },
    ],
    ['a seed too large', { ...good, seed: 2 ** 31 }],
  ])('bad-state: %s', (_why, canon) => {
    expect(game.states.restore(canon)).toMatchObject({ ok: false, fault: { code: 'bad-state' } });
  });

  test.each<[why: string, path: string, canon: JsonObject]>([
    ['one seat', '/playerCount', { ...good, playerCount: 1 }],
    ['a seat without a hand', '/hands', { ...good, playerCount: 3 }],
    ['a turn of a seat that is not there', '/turn', { ...good, turn: 2 }],
    ['a count below zero', '/moveCount', { ...good, moveCount: -1 }],
    ['a high half first', '/hands', { ...good, hands: [[[3, 1]], [[0, 0]]] }],
    ['seven pips', '/boneyard', { ...good, boneyard: [[1, 7]] }],
    ['three halves', '/boneyard', { ...good, boneyard: [[1, 2, 3]] }],
    ['more tiles than there are', '/boneyard', { ...good, boneyard: new Array(29).fill([2, 2]) }],
    ['a board of pairs', '/board', { ...good, board: [[3, 5]] }],
    [
      'a tile that lies otherwise',
      '/board',
      { ...good, board: [{ left: 3, right: 5, tile: [5, 3] }] },
    ],
    ['passes as numbers', '/passed', { ...good, passed: [0, 1] }],
  ])('malformed: %s', (_why, path, canon) => {
    expect(game.states.restore(canon)).toMatchObject({
      ok: false,
      fault: { code: 'malformed', at: { path } },
    });
  });

  test.each<[why: string, code: string, aside: Json]>([
    ['a word', 'malformed', 'x'],
    ['nothing in it', 'malformed', { barred: null, seed: null }],
    ['another key', 'malformed', { barred: null, seed: null, more: 1 }],
    ['sets for one seat', 'malformed', { barred: [[0, 1]], seed: null }],
    ['sets for fewer tiles', 'malformed', { barred: [[1], [0, 0]], seed: null }],
    [
      'nothing known',
      'malformed',
      {
        barred: [
          [0, 0],
          [0, 0],
        ],
        seed: null,
      },
    ],
    [
      'a tile 28',
      'malformed',
      {
        barred: [
          [2 ** 28, 0],
          [0, 0],
        ],
        seed: null,
      },
    ],
    [
      'a tile that is there',
      'bad-state',
      {
        barred: [
          [0, 0],
          [1, 0],
        ],
        seed: null,
      },
    ],
    ['a bad seed', 'bad-state', { barred: null, seed: { drawn: 27, seed: 'x' } }],
  ])('beside it: %s', (_why, code, aside) => {
    expect(game.states.restore({ ...good, seed: 0 }, aside)).toMatchObject({ fault: { code } });
  });

  test('refuses knowledge about hands before the first tile', () => {
    const aside = {
      barred: [
        [1, 0],
        [0, 0],
      ],
      seed: null,
    };
    expect(game.states.restore(fresh, aside)).toMatchObject({ fault: { code: 'bad-state' } });
  });
});

describe('whole rounds', () => {
  const rounds = fc.record({ seed: fc.nat(2 ** 31 - 1), count: fc.integer({ min: 2, max: 4 }) });
  const numRuns = process.env.KIFU_DEEP ? 2000 : 150;

  test('against a plain engine of lists: states, legal moves, results', () => {
    fc.assert(
      fc.property(rounds, ({ seed, count }) => {
        let twin = naive.deal(seed, count);
        for (const { state, move: chosen } of walk(seed, count)) {
          expect(game.states.text!(state)).toBe(canonicalText(twin as unknown as Json));
          expect(resultOf(state)).toEqual(naive.resultOf(twin));
          expect([...game.legal(state, state.turn)]).toEqual(naive.legalMoves(twin));
          if (chosen !== null) twin = naive.applyMove(twin, chosen);
        }
      }),
      { numRuns },
    );
  });

  test('every tile is somewhere, once; neighbours meet; the ends are those of the board', () => {
    fc.assert(
      fc.property(rounds, ({ seed, count }) => {
        for (const { state } of walk(seed, count)) checkTable(state);
      }),
      { numRuns },
    );
  });
});

function resultOf({ outcome }: State): naive.GameResult | null {
  if (outcome === null) return null;
  const { winners, points, reason } = outcome;
  const most = Math.max(...points!);
  return { winner: winners[0] ?? null, reason: reason as 'blocked', points: most };
}

function checkTable(state: State): void {
  const board = boardOf(state);
  const hands = seatsOf(state).map(seat => tilesOf(state, seat));
  const all = [...board.map(upright), ...hands.flat(), ...boneyardOf(state)];
  expect(all.sort((a, b) => a - b)).toEqual(TILES);
  board.slice(1).forEach((tile, i) => {
    expect(leftOf(tile)).toBe(rightOf(board[i]!));
  });
  if (board.length > 0)
    expect([leftEnd(state), rightEnd(state)]).toEqual([leftOf(board[0]!), rightOf(board.at(-1)!)]);
}
