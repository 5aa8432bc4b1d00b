/** Kung Fu Chess at the table, for two, three and four: leaving, agreement, and commands that are none. */
import {
  type Action,
  type Game,
  type Header,
  type JsonObject,
  moveAct,
  type Seat,
  unwrap,
} from '@kifu/core';
import { kungFuChess } from '@kifu/games/kung-fu-chess';
import { append, begin, type Chain, nodesOf, verify } from '@kifu/record';
import { describe, expect, test } from 'vitest';
import { place } from '../packages/games/test/kung-fu-chess.ts';

const game = kungFuChess.game as Game;
const FOUR = { board: 'four_player', speed: 'lightning' };

function open(seats: readonly Seat[], change: Partial<Header> = {}): Chain {
  const header: Header = {
    game: game.name,
    version: game.version,
    options: seats.length === 2 ? { speed: 'lightning' } : FOUR,
    players: seats.map(seat => ({ seat, name: `Player ${seat + 1}` })),
    seed: null,
    start: null,
    startedAt: null,
    tags: {},
  };
  return unwrap(begin(game, { ...header, ...change })).chain;
}

const act = (chain: Chain, seat: Seat | null, what: Action | string, at: number) =>
  append(chain, { seat, act: typeof what === 'string' ? ({ type: what } as Action) : what, at });
/** The chain after these acts. */
const acts = (chain: Chain, ...list: [seat: Seat | null, what: Action | string, at: number][]) =>
  list.reduce((now, [seat, what, at]) => unwrap(act(now, seat, what, at)).chain, chain);
const move = (piece: string, to: [number, number]) => moveAct(game, { piece, to });
const resign = (of: Seat): Action => ({ type: 'leave', of, how: 'resignation' });
const outcomeOf = ({ table }: Chain) => table.outcome;
const faultOf = (result: ReturnType<typeof act>) =>
  result.ok ? null : `${result.fault.code}${result.fault.rule ? ` ${result.fault.rule}` : ''}`;
const isGood = async (chain: Chain) =>
  (await verify(nodesOf(chain), async () => ({ ok: true, value: game }))).fault === null;

describe.each([[[0, 1]], [[0, 1, 2]], [[0, 2, 3]], [[0, 1, 2, 3]]])('seats %j', seats => {
  test('who resigns is out, and the last one left wins', async () => {
    let chain = open(seats);
    for (const [i, seat] of seats.slice(1).entries()) {
      expect(outcomeOf(chain)).toBeNull();
      expect(faultOf(act(chain, seats[0]!, resign(seat), 10 * i))).toBe('wrong-seat');
      chain = acts(chain, [seat, resign(seat), 10 * i]);
      expect(game.seated(chain.table.state)).not.toContain(seat);
    }
    expect(outcomeOf(chain)).toMatchObject({ result: 'win', winners: [0], reason: 'resignation' });
    expect(await isGood(chain)).toBe(true);
  });

  test('a draw takes the consent of all, and any order will do', async () => {
    const [by, ...others] = seats.toReversed();
    let chain = acts(open(seats), [by!, 'offer-draw', 5]);
    for (const [i, seat] of others.entries()) {
      expect(outcomeOf(chain)).toBeNull();
      chain = acts(chain, [seat, 'accept-draw', 6 + i]);
    }
    expect(outcomeOf(chain)).toMatchObject({ result: 'draw', reason: 'agreement' });
    expect(faultOf(act(chain, 0, 'offer-draw', 50))).toBe('game-over');
    expect(await isGood(chain)).toBe(true);
  });

  test('an offer of a draw ends when one seat declines', () => {
    const chain = acts(open(seats), [0, 'offer-draw', 5], [seats[1]!, 'decline', 6]);
    expect(faultOf(act(chain, seats.at(-1)!, 'accept-draw', 7))).toBe('illegal-move agreement');
    expect(outcomeOf(chain)).toBeNull();
  });

  test('commands continue while an offer stands', () => {
    const pawn = seats.length === 2 ? move('P:1:6:4', [4, 4]) : move('P:1:6:10', [6, 8]);
    const chain = acts(open(seats), [seats[1]!, 'offer-draw', 5], [0, pawn, 6]);
    expect(faultOf(act(chain, 0, 'accept-draw', 9))).toBeNull();
  });

  test('a pause takes all, and no command is taken in it', () => {
    let chain = open(seats);
    for (const seat of seats) chain = acts(chain, [seat, 'pause', 3]);
    const pawn = seats.length === 2 ? move('P:1:6:4', [4, 4]) : move('P:1:6:10', [6, 8]);
    expect(faultOf(act(chain, 0, pawn, 3))).toBe('paused');
    for (const seat of seats) chain = acts(chain, [seat, 'resume', 3]);
    expect(faultOf(act(chain, 0, pawn, 3))).toBeNull();
  });
});

describe('a seat whose king has fallen', () => {
  const pieces = { 'K:1:6:11': 'l6', 'K:2:11:5': 'f1', 'K:3:5:0': 'a7', 'Q:3:6:0': 'f8' };
  const start = { canon: game.states.canon(place(pieces, FOUR, [0, 1, 2])), aside: null };
  const three = () => open([0, 1, 2], { options: {}, start });
  const takes = move('Q:3:6:0', [11, 5]); // the king of seat 1 falls at tick 41

  test('may leave, and has nothing else to say', () => {
    const chain = acts(three(), [2, takes, 0]);
    expect(faultOf(act(chain, 1, 'offer-draw', 40))).toBeNull();
    expect(faultOf(act(chain, 1, 'offer-draw', 41))).toBe('wrong-seat');
    expect(faultOf(act(chain, 1, 'pause', 50))).toBe('wrong-seat');
    expect(faultOf(act(chain, 1, move('K:2:11:5', [11, 6]), 50))).toBe('wrong-seat no_king');
    const left = acts(chain, [1, resign(1), 50]);
    expect(outcomeOf(left)).toBeNull();
    expect(game.seated(left.table.state)).toEqual([0, 2]);
  });

  test('is not waited for: those who are left agree on a draw', async () => {
    const chain = acts(three(), [2, takes, 0], [0, 'offer-draw', 60], [2, 'accept-draw', 61]);
    expect(outcomeOf(chain)).toMatchObject({ result: 'draw', reason: 'agreement' });
    expect(await isGood(chain)).toBe(true);
  });

  test('is not waited for when it fell after others had agreed', () => {
    const asked = acts(three(), [2, takes, 0], [0, 'offer-draw', 10], [2, 'accept-draw', 20]);
    expect(faultOf(act(asked, 2, 'accept-draw', 40))).toBe('illegal-move agreement');
    for (const seat of [0, 2])
      expect(outcomeOf(acts(asked, [seat, 'accept-draw', 41]))).toMatchObject({ result: 'draw' });
  });

  test('leaves one winner where all others resign', () => {
    const chain = acts(three(), [2, takes, 0], [0, resign(0), 60]);
    expect(outcomeOf(chain)).toMatchObject({ winners: [2], reason: 'resignation' });
  });
});

describe('commands', () => {
  const moving = acts(open([0, 1]), [0, move('N:1:7:6', [5, 5]), 10]);
  test.each<[why: string, seat: Seat, what: Action, at: number, fault: string]>([
    ['a foreign piece', 0, move('P:2:1:4', [3, 4]), 20, 'illegal-move not_your_piece'],
    ['a piece that moves', 0, move('N:1:7:6', [5, 7]), 20, 'illegal-move piece_moving'],
    ['a piece that rests', 0, move('N:1:7:6', [3, 4]), 23, 'illegal-move cooldown'],
    ['a piece of the other board', 0, move('P:1:6:10', [6, 8]), 20, 'illegal-move piece_not_found'],
    ['a square off this board', 0, move('P:1:6:4', [11, 4]), 20, 'illegal-move off_board'],
    ['a seat that is not there', 3, move('P:2:1:4', [3, 4]), 20, 'wrong-seat no_seat'],
    ['a tick that is over', 0, move('P:1:6:4', [4, 4]), 9, 'past-time'],
    ['a tick before the start', 0, move('P:1:6:4', [4, 4]), -1, 'malformed'],
    ['half a tick', 0, move('P:1:6:4', [4, 4]), 20.5, 'malformed'],
    ['no tick at all', 0, move('P:1:6:4', [4, 4]), Number.NaN, 'malformed'],
    ['after the end', 0, move('P:1:6:4', [4, 4]), 10_000_000_000, 'game-over game_over'],
    ['at the last tick that there is', 0, resign(0), Number.MAX_SAFE_INTEGER, 'game-over'],
  ])('refused: %s', (_why, seat, what, at, fault) => {
    expect(faultOf(act(moving, seat, what, at))).toBe(fault);
  });

  test.each<[why: string, move: JsonObject]>([
    ['half a square', { piece: 'P:1:6:4', to: [4.5, 4] }],
    ['a square off every board', { piece: 'P:1:6:4', to: [12, 4] }],
    ['a square before all', { piece: 'P:1:6:4', to: [-1, 4] }],
    ['a square as text', { piece: 'P:1:6:4', to: ['4', 4] }],
    ['an unknown piece', { piece: 'P:1:6:9', to: [4, 4] }],
    ['more than a square', { piece: 'P:1:6:4', to: [4, 4, 4] }],
    ['more than a move', { piece: 'P:1:6:4', to: [4, 4], from: [6, 4] }],
    ['a prototype', { piece: '__proto__', to: [4, 4] }],
  ])('not read: %s', (_why, wire) => {
    expect(game.moves.json.decode(wire)).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('refused: a captured piece', () => {
    const pieces = { 'K:1:7:4': 'e1', 'R:1:7:7': 'h1', 'K:2:0:4': 'e8', 'N:2:0:6': 'h3' };
    const start = { canon: game.states.canon(place(pieces)), aside: null };
    const chain = acts(open([0, 1], { options: {}, start }), [0, move('R:1:7:7', [5, 7]), 0]);
    const knight = move('N:2:0:6', [3, 6]);
    expect(faultOf(act(chain, 1, knight, 10))).toBeNull();
    expect(faultOf(act(chain, 1, knight, 11))).toBe('illegal-move piece_captured');
  });

  test('refused: a tick before that of one that was refused', () => {
    const again: Action = {
      type: 'refused',
      move: move('N:1:7:6', [5, 7]).move,
      fault: { code: 'illegal-move', rule: 'piece_moving', message: '' },
    };
    const chain = acts(moving, [0, again, 20]);
    expect(faultOf(act(chain, 0, move('P:1:6:4', [4, 4]), 19))).toBe('past-time');
    expect(faultOf(act(chain, 0, move('P:1:6:4', [4, 4]), 20))).toBeNull();
  });

  test('a thousand at one tick: each is answered, the taken ones verify', async () => {
    let chain = open([0, 1, 2, 3]);
    const answers = new Map<string | null, number>();
    for (let i = 0; i < 1000; i++) {
      const { state } = chain.table;
      const legal = [...game.legal(state, i % 4)];
      const wild = { piece: `P:${1 + (i % 4)}:${i % 12}:${(7 * i) % 12}`, to: [i % 12, i % 11] };
      const next = i % 5 === 0 || legal.length === 0 ? wild : legal[(13 * i) % legal.length]!;
      const read = game.moves.json.decode(next);
      const done = read.ok ? act(chain, i % 4, moveAct(game, read.value), 7) : read;
      answers.set(faultOf(done), (answers.get(faultOf(done)) ?? 0) + 1);
      if (done.ok) chain = done.value.chain;
    }
    expect(answers.get(null)).toBe(chain.table.n);
    expect(answers.get(null)).toBeGreaterThan(40);
    expect([...answers.values()].reduce((sum, count) => sum + count)).toBe(1000);
    expect(await isGood(chain)).toBe(true);
  });
});
