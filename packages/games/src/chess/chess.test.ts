/** Chess: the contract of every game, then what is particular to it. */
import {
  fail,
  type GameEvent,
  perft as generalPerft,
  type LeaveReason,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { conformance } from '@kifu/core/conformance';
import { Chess as Oracle } from 'chessops/chess';
import { parseFen as parseOracleFen } from 'chessops/fen';
import { makeUci, parseUci as parseOracleUci } from 'chessops/util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, parseFen } from './fen.ts';
import { legalPacked } from './legal.ts';
import { fromPacked } from './move-codec.ts';
import { perft } from './perft.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';
import { formatUci, parseUci } from './uci.ts';

/** The usual start, and positions from which games end soon, in every way there is. */
const setups = [
  {},
  ...[
    '8/4P3/8/8/8/8/k6K/8 w - - 0 1',
    'r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1',
    '4k3/8/8/8/8/8/3p4/4K1N1 w - - 140 90',
    '7k/5Q2/8/8/8/8/8/K7 w - - 0 1',
    '8/2p1p3/8/1P1P4/8/8/8/k1K5 b - - 0 1',
  ].map(fen => ({ start: { canon: game.states.canon(unwrap(parseFen(fen))) } })),
];
for (const [name, check] of conformance(game, { setups, games: 3, steps: 250 })) test(name, check);

test('a move that comes again gives what it gave, and another move or state its own', () => {
  const play = (state: State, uci: string) =>
    unwrap(game.play(state, state.turn, unwrap(parseUci(uci))));
  const first = unwrap(start(game, {})).state;
  const again = unwrap(start(game, { options: { draws: 'claimed' } })).state;
  const played = play(first, 'e2e4');
  expect(play(first, 'e2e4')).toBe(played);
  expect(formatFen(play(first, 'd2d4').state)).toContain('/3P4/');
  expect(formatFen(play(first, 'e2e4').state)).toBe(formatFen(played.state));
  expect(play(again, 'e2e4').state.claimed).toBe(true);
  expect(play(first, 'e2e4').state.claimed).toBe(false);
});

describe('draws that are claimed', () => {
  const claimed = setups.map(setup => ({ ...setup, options: { draws: 'claimed' } }));
  // the rules are those above but for how draws come about
  const games = process.env.KIFU_DEEP === '1' ? 3 : 1;
  for (const [name, check] of conformance(game, { setups: claimed, games, steps: 250 }))
    test(name, check);

  const begin = (fen: string, draws: string): State =>
    unwrap(start(game, { options: { draws }, start: { canon: game.states.canon(at(fen)) } })).state;
  const claimsOf = (state: State) =>
    game.match!.claims!(state, state.turn).map(({ reason }) => reason);
  const BARE = '8/8/8/3k4/8/8/3p4/4K3 w - - 0 1';

  test.each<[name: string, fen: string, moves: string, automatic: string, claims: string[]]>([
    ['a dead position', BARE, 'e1d2', 'deadPosition', ['deadPosition']],
    [
      'seventy-five moves',
      '4k3/8/8/8/8/8/8/R3K3 w - - 149 120',
      'a1a2',
      'seventyFiveMoves',
      ['fiftyMoves'],
    ],
    [
      'a fifth occurrence',
      '4k3/8/8/8/8/8/8/R3K3 w - - 0 1',
      'a1a2 e8d8 a2a1 d8e8 '.repeat(4).trim(),
      'fivefoldRepetition',
      ['threefoldRepetition'],
    ],
  ])('%s ends nothing by itself', (_name, fen, moves, automatic, claims) => {
    const [first, last] = ['automatic', 'claimed'].map(draws =>
      play(begin(fen, draws), ...moves.split(' ')),
    ) as [State, State];
    expect(first.outcome?.reason).toBe(automatic);
    expect(claimsOf(first)).toEqual([]);
    expect(last.outcome).toBeNull();
    expect(claimsOf(last)).toEqual(claims);
    expect(game.legal(last, last.turn)).not.toEqual([]);
  });

  test('a start that is already over continues', () => {
    const bare = '8/8/8/3k4/8/8/8/4K3 w - - 0 1';
    expect(begin(bare, 'automatic').outcome).toMatchObject({ reason: 'deadPosition' });
    expect(begin(bare, 'claimed').outcome).toBeNull();
  });

  test('mate and stalemate still end the match', () => {
    expect(play(begin('7k/8/6K1/8/8/8/8/R7 w - - 0 1', 'claimed'), 'a1a8').outcome).toMatchObject({
      reason: 'checkmate',
    });
    expect(play(begin('7k/8/6K1/8/8/8/8/5Q2 w - - 0 1', 'claimed'), 'f1f7').outcome).toMatchObject({
      reason: 'stalemate',
    });
  });

  test('are kept beside the state, and contradicting options are refused', () => {
    const state = play(begin(BARE, 'claimed'), 'e1d2', 'd5e5');
    const { canon, aside, restore } = game.states;
    expect(aside(state)).toEqual({ draws: 'claimed', past: ['8/8/8/3k4/8/8/3K4/8 b - -'] });
    expect(unwrap(restore(canon(state), aside(state)))).toEqual(state);
    expect(aside(begin(BARE, 'automatic'))).toBeNull();
    const there = { start: { canon: canon(state), aside: aside(state) } };
    expect(unwrap(start(game, there)).state).toEqual(state);
    expect(start(game, { ...there, options: { draws: 'automatic' } })).toMatchObject({
      fault: { code: 'bad-setup', at: { path: '/options/draws' } },
    });
    for (const wrong of [
      { draws: 'claimed' },
      { draws: 'automatic', past: [] },
      { draws: 'claimed', past: null },
    ])
      expect(restore(canon(state), wrong)).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('repetition is looked for among a thousand half-moves', () => {
    let state = begin('4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'claimed');
    for (let i = 0; i < 260; i++) state = play(state, 'a1a2', 'e8d8', 'a2a1', 'd8e8');
    expect([state.halfMoves, state.occurred]).toEqual([1040, 11]);
    expect((game.states.aside(state) as { past: string[] }).past).toHaveLength(40);
  });

  test('refuses a value of the option that is neither automatic nor claimed', () => {
    expect(start(game, { options: { draws: 'never' } })).toMatchObject({
      fault: { code: 'bad-setup', message: 'draws must be automatic or claimed' },
    });
  });
});

const at = (fen: string): State => unwrap(parseFen(fen));
const play = (state: State, ...moves: string[]): State =>
  moves.reduce((now, uci) => unwrap(game.play(now, now.turn, unwrap(parseUci(uci)))).state, state);
const initial = unwrap(start(game, {})).state;

describe('refusals name the rule', () => {
  test.each<[rule: string, fen: string, uci: string]>([
    ['noPiece', 'start', 'e4e5'],
    ['notYours', 'start', 'e7e5'],
    ['ownPiece', 'start', 'e1e2'],
    ['geometry', 'start', 'e2e5'],
    ['geometry', 'start', 'g1g3'],
    ['blocked', 'start', 'a1a4'],
    ['noPromotion', 'start', 'e2e4q'],
    ['promotion', '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'a7a8'],
    ['castlingRight', 'r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1', 'e1g1'],
    ['ownPiece', 'start', 'e1g1'],
    ['castlingBlocked', 'r3k2r/8/8/8/8/8/8/R3KB1R w KQkq - 0 1', 'e1g1'],
    ['castlingBlocked', 'r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1', 'e1c1'],
    ['castlingCheck', '4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1', 'e1g1'],
    ['castlingCheck', '4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1', 'e1c1'],
    ['exposed', '4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1', 'e1g1'],
    ['exposed', '4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1', 'e2d3'],
    ['exposed', '8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1', 'e5d6'],
    ['exposed', '8/5b2/8/3pP3/8/1K6/8/4k3 w - d6 0 1', 'e5d6'], // the pawn taken was the shield
    ['inCheck', '4k3/4r3/8/8/8/8/8/B3K3 w - - 0 1', 'a1b2'],
  ])('%s in %s: %s', (rule, fen, uci) => {
    const state = fen === 'start' ? initial : at(fen);
    const refused = step(game, state, {
      do: 'move',
      seat: state.turn,
      move: unwrap(parseUci(uci)),
    });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'illegal-move', rule } });
  });

  test('a value that is no move is malformed', () => {
    for (const odd of [
      null,
      {},
      { from: 1 },
      { from: [12, 0], to: [28, 0], promotion: null },
    ] as never[])
      expect(game.play(initial, 0, odd)).toMatchObject({ fault: { code: 'malformed' } });
    const foreign = { from: [4, 1], to: [4, 3], promotion: null } as const;
    expect(game.play(initial, 0, foreign).ok).toBe(true);
  });

  test('refuses the wrong seat, and a move after the end', () => {
    const move = unwrap(parseUci('e2e4'));
    expect(game.play(initial, 1, move)).toMatchObject(fail('wrong-seat', "it is White's turn"));
    const mated = play(initial, 'f2f3', 'e7e5', 'g2g4', 'd8h4');
    expect(game.play(mated, 0, move)).toMatchObject({ fault: { code: 'game-over' } });
  });
});

describe('events', () => {
  test.each<[name: string, fen: string, uci: string, types: string[]]>([
    ['a quiet move', 'start', 'e2e4', []],
    ['a capture', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4d5', ['capture']],
    ['en passant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6', ['enPassant', 'capture']],
    ['castling with check', '5k2/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', ['castle', 'check']],
    [
      'a promotion that takes',
      '1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1',
      'a7b8q',
      ['capture', 'promotion', 'check'],
    ],
    ['mate', '7k/8/6K1/8/8/8/8/R7 w - - 0 1', 'a1a8', ['check', 'end']],
    ['stalemate', '7k/8/6K1/8/8/8/8/5Q2 w - - 0 1', 'f1f7', ['end']],
  ])('%s', (_name, fen, uci, types) => {
    const state = fen === 'start' ? initial : at(fen);
    const { events } = unwrap(game.play(state, state.turn, unwrap(parseUci(uci))));
    expect(events.map((event: GameEvent) => event.type)).toEqual(types);
  });
});

describe('a check that the king cannot step out of', () => {
  test.each<[name: string, fen: string, legal: string]>([
    ['nothing helps', 'k7/8/8/8/8/8/6PP/r6K w - - 0 1', ''],
    ['a bishop stands in the way', 'k7/8/8/8/8/4B3/6PP/r6K w - - 0 1', 'e3c1 e3g1'],
    ['a knight takes or stands in the way', 'k7/8/8/8/8/1N6/6PP/r6K w - - 0 1', 'b3a1 b3c1'],
    ['a knight stands in the way', '7k/8/8/8/8/5N1p/7P/r6K w - - 0 1', 'f3e1 f3g1'],
    ['but not where it is pinned', 'b6k/8/8/8/8/5N1p/7P/r6K w - - 0 1', ''],
    ['a pawn steps', '7k/8/8/8/6r1/K6r/PP6/8 w - - 0 1', 'b2b3'],
    ['a pawn steps two squares', '7k/8/8/6r1/K6r/7r/2P5/8 w - - 0 1', 'c2c4'],
    ['a pawn takes', 'k7/8/8/8/8/6n1/6PP/6RK w - - 0 1', 'h2g3'],
    ['a pawn takes en passant', '2r4k/8/3p1n2/3Pp3/3K4/7r/8/8 w - e6 0 2', 'd5e6'],
    ['but only at once', '2r4k/8/3p1n2/3Pp3/3K4/7r/8/8 w - - 0 2', ''],
    ['two pieces give check', 'k7/8/8/8/8/6n1/1R4PP/r6K w - - 0 1', ''],
  ])('%s', (_name, fen, legal) => {
    const state = at(fen);
    expect(state.check).toBe(true);
    expect(
      legalPacked(state)
        .map(packed => formatUci(fromPacked(packed)))
        .join(' '),
    ).toBe(legal);
    expect(state.outcome?.reason).toBe(legal === '' ? 'checkmate' : undefined);
  });
});

describe('counting rules', () => {
  const shuffleKnights = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  const reasons = (state: State) =>
    game.match!.claims!(state, state.turn).map(({ reason }) => reason);

  test('third occurrence may be claimed by the player on move, the fifth ends the match', () => {
    let state = play(initial, ...shuffleKnights);
    expect(reasons(state)).toEqual([]);
    state = play(state, ...shuffleKnights);
    expect(reasons(state)).toEqual(['threefoldRepetition']);
    expect(game.match!.claims!(state, 1)).toEqual([]);
    state = play(state, ...shuffleKnights, ...shuffleKnights);
    expect(state.outcome).toMatchObject({ result: 'draw', reason: 'fivefoldRepetition' });
  });

  test('an en passant square that can be used makes it another position', () => {
    const before = at('4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1');
    const back = ['e1d1', 'e8d8', 'd1e1', 'd8e8'];
    const usable = play(
      before,
      'e2e4',
      'e8d8',
      'e1d1',
      'd8e8',
      'd1e1',
      'e8d8',
      'e1d1',
      'd8e8',
      'd1e1',
    );
    expect([usable.passable, usable.occurred]).toEqual([false, 2]); // after e2e4 itself d4e3 was possible
    expect(play(before, ...back, ...back).occurred).toBe(3);
  });

  test('losing a castling right makes it another position', () => {
    const before = at('r3k3/8/8/8/8/8/8/4K2R w K - 0 1');
    const state = play(before, 'h1h2', 'a8a7', 'h2h1', 'a7a8');
    expect(state.occurred).toBe(1);
    expect(play(state, 'h1h2', 'a8a7', 'h2h1', 'a7a8').occurred).toBe(2);
  });

  test('a history from outside is counted, and refused where it cannot be', () => {
    const { canon, restore } = game.states;
    const line = (fields: string) => `r3k3/8/8/8/8/8/8/4K2R ${fields} -`;
    const between = 'r3k3/8/8/8/8/8/7R/4K3 b - -';
    const now = canon(at(`${line('w -')} 4 3`));
    expect(unwrap(restore(now, [line('w -'), between])).occurred).toBe(2);
    for (const aside of [
      [line('w K'), between], // another right
      [between, line('w -')], // the wrong side before
      [line('w -'), between, line('w -'), between, line('w -'), between], // longer than the clock
      ['7k/6Q1/6K1/8/8/8/8/8 w - -', between], // an end before the end
      [line('w -'), 'nonsense'],
    ])
      expect(restore(now, aside).ok).toBe(false);
  });

  test('fifty moves may be claimed, seventy-five end the match, mate comes first', () => {
    const slow = at('4k3/8/8/8/8/8/8/R3K3 w - - 99 80');
    expect(reasons(play(slow, 'a1a2'))).toEqual(['fiftyMoves']);
    const last = at('7k/8/6K1/8/8/8/8/R7 w - - 149 120');
    expect(play(last, 'a1b1').outcome).toMatchObject({ reason: 'seventyFiveMoves' });
    expect(play(last, 'a1a8').outcome).toMatchObject({ reason: 'checkmate', winners: [0] });
  });
});

describe('dead positions and leaving', () => {
  test.each<[fen: string, uci: string, dead: boolean]>([
    ['4k3/8/8/8/8/8/3p4/4K3 w - - 0 1', 'e1d2', true],
    ['4k3/8/8/8/8/8/3pN3/4K3 w - - 0 1', 'e1d2', true],
    ['4k1b1/8/8/8/8/8/3p4/2B1K3 w - - 0 1', 'e1d2', false],
    ['4kb2/8/8/8/8/8/3p4/2B1K3 w - - 0 1', 'e1d2', true],
    ['4k1n1/8/8/8/8/8/3p4/2N1K3 w - - 0 1', 'e1d2', false],
    ['8/4P3/8/8/8/8/k6K/8 w - - 0 1', 'e7e8n', true], // no capture, and yet the last pawn is gone
    ['8/4P3/8/8/8/8/k6K/8 w - - 0 1', 'e7e8r', false],
  ])('%s after %s', (fen, uci, dead) => {
    expect(play(at(fen), uci).outcome?.reason === 'deadPosition').toBe(dead);
  });

  test.each<[fen: string, how: LeaveReason, result: string, reason: string]>([
    ['start', 'resignation', 'win', 'resignation'],
    ['start', 'flag', 'win', 'timeout'],
    ['4k2q/8/8/8/8/8/8/4K3 b - - 0 1', 'flag', 'draw', 'timeout'], // a bare king cannot win
    ['4k2q/8/8/8/8/8/8/4K1N1 b - - 0 1', 'flag', 'draw', 'timeout'], // nor a knight against a queen
    ['4k3/7p/8/8/8/8/8/4K1N1 b - - 0 1', 'flag', 'win', 'timeout'],
    ['4k2r/8/8/8/8/8/8/4K1B1 b - - 0 1', 'flag', 'draw', 'timeout'],
    ['4k2n/8/8/8/8/8/8/4K1B1 b - - 0 1', 'flag', 'win', 'timeout'],
  ])('black leaves %s by %s', (fen, how, result, reason) => {
    const state = fen === 'start' ? initial : at(fen);
    const left = unwrap(step(game, state, { do: 'leave', of: 1, how }));
    expect(left.outcome).toMatchObject({ result, reason });
  });
});

describe('positions from strangers', () => {
  test.each<[why: string, fen: string]>([
    ['two kings', '4k3/8/8/8/8/8/8/K3K3 w - - 0 1'],
    ['no king', '8/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['a pawn on the last rank', 'P3k3/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['the other side in check', '4k3/8/8/8/8/8/8/4RK2 w - - 0 1'],
    ['a right without its rook', '4k3/8/8/8/8/8/8/4K3 w K - 0 1'],
    ['an en passant square with no pawn', '4k3/8/8/8/8/8/8/4K3 w - d6 0 1'],
  ])('refuses %s', (_why, fen) => {
    expect(parseFen(fen)).toMatchObject({ ok: false, fault: { code: 'bad-state' } });
  });

  test.each<[why: string, fen: string]>([
    ['nothing', ''],
    ['seven ranks', '8/8/8/8/8/8/8 w - - 0 1'],
    ['a long rank', '4k3/8/8/8/8/8/8/4K4 w - - 0 1'],
    ['a strange piece', '4k3/8/8/8/8/8/8/4X3 w - - 0 1'],
    ['no side', '4k3/8/8/8/8/8/8/4K3 x - - 0 1'],
    ['strange rights', '4k3/8/8/8/8/8/8/4K3 w qK - 0 1'],
    ['a negative clock', '4k3/8/8/8/8/8/8/4K3 w - - -1 1'],
    ['seven fields', '4k3/8/8/8/8/8/8/4K3 w - - 0 1 1'],
  ])('FEN with %s', (_why, fen) => {
    expect(parseFen(fen)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  });

  test('no text makes FEN or UCI throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        parseFen(text);
        parseUci(text);
      }),
    );
    const alphabet = fc.constantFrom(...'pnbrqkPNBRQK12345678/ wb-KQkqa3h6 0');
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 90 }), text => void parseFen(text)),
    );
  });

  test('options and odd seats are refused with a place', () => {
    expect(start(game, { options: { variant: 'atomic' } })).toMatchObject({
      fault: { code: 'bad-setup', at: { path: '/options/variant' } },
    });
    expect(start(game, { seats: [0, 2] })).toMatchObject({ fault: { at: { path: '/seats' } } });
  });

  test('a start position stands in the setup', () => {
    const canon = game.states.canon(at('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'));
    const { state } = unwrap(start(game, { start: { canon } }));
    expect(formatFen(state)).toBe('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  });
});

describe('against an independent engine', () => {
  test('random games have the same legal moves, checks and ends', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), choices => {
        let state = initial;
        const oracle = Oracle.default();
        for (const choice of choices) {
          const legal = legalPacked(state).map(packed => formatUci(fromPacked(packed)));
          expect(legal.toSorted()).toEqual(oracleMoves(oracle));
          expect([state.check, legal.length === 0]).toEqual([oracle.isCheck(), !oracle.hasDests()]);
          const isStuck = ['checkmate', 'stalemate'].includes(state.outcome?.reason ?? '');
          expect(isStuck).toBe(legal.length === 0);
          if (state.outcome !== null) return;
          const uci = legal[choice % legal.length]!;
          state = play(state, uci);
          oracle.play(parseOracleUci(uci)!);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('perft by the interface equals perft by the generator', () => {
    for (const fen of [
      'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
      formatFen(initial),
    ])
      expect(generalPerft(game, at(fen), 3)).toBe(perft(at(fen), 3));
  });
});

/** All moves of a chessops position as UCI; castling, which it writes as king takes rook, as the king's step. */
function oracleMoves(position: Oracle): string[] {
  const moves: string[] = [];
  for (const [from, targets] of position.allDests())
    for (const to of targets) {
      const role = position.board.get(from)!.role;
      const castles = role === 'king' && position.board.get(to)?.color === position.turn;
      const target = castles ? (to > from ? from + 2 : from - 2) : to;
      if (role === 'pawn' && (to < 8 || to > 55))
        for (const promotion of ['queen', 'rook', 'bishop', 'knight'] as const)
          moves.push(makeUci({ from, to, promotion }));
      else moves.push(makeUci({ from, to: target }));
    }
  // chessops also lists the king's two-square step itself
  return [...new Set(moves)].sort();
}

test('the oracle reads our FEN', () => {
  expect(Oracle.fromSetup(parseOracleFen(formatFen(initial)).unwrap()).isOk).toBe(true);
});
