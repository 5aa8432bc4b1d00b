/** Steps on the toy games: what each kind does, in which parts, and what is refused. */
import { describe, expect, test } from 'vitest';
import { lane } from '../test/toys/lane.ts';
import { nim } from '../test/toys/nim.ts';
import { race } from '../test/toys/race.ts';
import { tricks } from '../test/toys/tricks.ts';
import { FAULTS } from './faults.ts';
import { playerViewOf } from './kit.ts';
import { perft } from './perft.ts';
import { fail, formatFault, unwrap } from './result.ts';
import { checkSetup } from './setup.ts';
import { start, step } from './step.ts';

const codeOf = (result: ReturnType<typeof step>) => (result.ok ? 'ok' : result.fault.code);

describe('draws', () => {
  test('happen by themselves in plain mode, after setup too, each as a part of its own', () => {
    const first = unwrap(start(race, { seed: 42 }));
    expect(first.parts.map(part => part.by)).toEqual(['setup', 'draw']);
    expect(first.parts[1]!.events).toEqual([{ type: 'rolled', seat: 0, die: 4, passed: false }]);
    const second = unwrap(step(race, first.state, { do: 'move', seat: 0, move: 0 }));
    expect(second.parts.map(part => part.by)).toEqual(['move', 'draw']);
  });

  test('wait for fresh entropy in fair mode', () => {
    const first = unwrap(start(race, { seed: 42 }, 'fair'));
    expect(first.parts.map(part => part.by)).toEqual(['setup']);
    const early = step(race, first.state, { do: 'move', seat: 0, move: 0 }, 'fair');
    expect(codeOf(early)).toBe('draw-due');
    const drawn = unwrap(step(race, first.state, { do: 'draw', seed: 7 }, 'fair'));
    expect(drawn.parts.map(part => part.by)).toEqual(['draw']);
    expect(codeOf(step(race, drawn.state, { do: 'draw', seed: 7 }, 'fair'))).toBe('not-due');
  });

  test('a seat may leave while a draw is due, and one that withholds its link must', () => {
    const { state } = unwrap(start(race, { seed: 42 }, 'fair'));
    const left = unwrap(step(race, state, { do: 'leave', of: 0, how: 'withheld-link' }, 'fair'));
    expect(left.outcome).toMatchObject({ winners: [1], reason: 'withheldLink' });
  });

  test('a state from outside that waits for a draw gets it first', () => {
    const { state } = unwrap(start(race, { seed: 42 }, 'fair'));
    const moved = unwrap(step(race, state, { do: 'move', seat: 0, move: 0 }));
    expect(moved.parts.map(part => part.by)).toEqual(['draw', 'move', 'draw']);
  });

  test.each([-1, 2 ** 31, 1.5, 'abc', null, {}, { bytes: new Uint8Array(3), drawn: 0 }])(
    'the seed %j is refused',
    seed => {
      const { state } = unwrap(start(race, { seed: 42 }, 'fair'));
      expect(codeOf(step(race, state, { do: 'draw', seed: seed as number }, 'fair'))).toBe(
        'malformed',
      );
    },
  );

  test('a throw that fits nothing passes the turn, and the next one follows', () => {
    const canon = {
      runners: [
        [11, 12],
        [0, 0],
      ],
      turn: 0,
      die: null,
      seed: 42,
    };
    const { parts, state } = unwrap(start(race, { seed: 1, start: { canon } }));
    expect(parts.map(part => part.by)).toEqual(['setup', 'draw', 'draw']);
    expect(parts[1]!.events).toMatchObject([{ passed: true }]);
    expect(race.active(state)).toEqual([1]);
  });
});

describe('time', () => {
  const { state } = unwrap(start(lane, {}));

  test('passes up to the tick of the move, as a part of its own', () => {
    const first = unwrap(step(lane, state, { do: 'move', seat: 0, move: 2, at: 5 }));
    expect(first.parts.map(part => part.by)).toEqual(['time', 'move']);
    const met = unwrap(step(lane, first.state, { do: 'move', seat: 1, move: 2, at: 5 }));
    expect(met.parts.map(part => part.by)).toEqual(['move']);
    const later = unwrap(step(lane, met.state, { do: 'time', at: 100 }));
    expect(later.parts).toMatchObject([{ by: 'time', events: [{ type: 'crash', lane: 2 }] }]);
  });

  test('a refusal lets no time pass', () => {
    const first = unwrap(step(lane, state, { do: 'move', seat: 0, move: 2, at: 5 }));
    expect(step(lane, first.state, { do: 'move', seat: 0, move: 2, at: 8 })).toMatchObject({
      fault: { code: 'illegal-move', rule: 'cooldown' },
    });
    expect(lane.time!.now(first.state)).toBe(5);
  });

  test('a billion quiet ticks cost nothing', () => {
    const { state: late } = unwrap(step(lane, state, { do: 'time', at: 1_000_000_000 }));
    expect(lane.time!.now(late)).toBe(1_000_000_000);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('%j is no tick', at => {
    expect(codeOf(step(lane, state, { do: 'time', at }))).toBe('malformed');
  });

  test('a game without ticks refuses them', () => {
    const { state: heap } = unwrap(start(nim, {}));
    expect(codeOf(step(nim, heap, { do: 'move', seat: 0, move: 1, at: 0 }))).toBe('no-ticks');
    expect(codeOf(step(nim, heap, { do: 'time', at: 0 }))).toBe('no-ticks');
  });
});

describe('leaving', () => {
  test('a seat drops out and the others play on, until one is left', () => {
    const { state } = unwrap(start(nim, { seats: [0, 1, 2] }));
    const two = unwrap(step(nim, state, { do: 'leave', of: 0, how: 'resignation' }));
    expect([nim.seated(two.state), nim.active(two.state), two.outcome]).toEqual([
      [1, 2],
      [1],
      null,
    ]);
    expect(codeOf(step(nim, two.state, { do: 'leave', of: 0, how: 'resignation' }))).toBe(
      'wrong-seat',
    );
    const one = unwrap(step(nim, two.state, { do: 'leave', of: 2, how: 'flag' }));
    expect(one.outcome).toMatchObject({ winners: [1], reason: 'lastStanding' });
    expect(codeOf(step(nim, one.state, { do: 'leave', of: 1, how: 'flag' }))).toBe('game-over');
  });

  test('what is no way to leave, and no step, is refused', () => {
    const { state } = unwrap(start(nim, {}));
    expect(codeOf(step(nim, state, { do: 'leave', of: 0, how: 'bogus' as 'flag' }))).toBe(
      'malformed',
    );
    expect(codeOf(step(nim, state, { do: 'dance', seat: 0, move: 1 } as never))).toBe('malformed');
  });

  test('by default the others have won', () => {
    const { state } = unwrap(start(tricks, { seed: 1 }));
    const { outcome } = unwrap(step(tricks, state, { do: 'leave', of: 0, how: 'flag' }));
    expect(outcome).toEqual({ result: 'win', winners: [1], points: null, reason: 'timeout' });
  });
});

test('a seat sees the table, but not the dice to come', () => {
  const { state } = unwrap(start(race, { seed: 42 }));
  expect(playerViewOf(race, state, 0).state).toEqual({ ...state, seed: 0 });
});

test('a seat sees its own cards, and not the state', () => {
  const { state } = unwrap(start(tricks, { seed: 1 }));
  const sight = playerViewOf(tricks, state, 1);
  expect(sight.state).toBeNull();
  expect(sight.view).toMatchObject({ hand: state.hands[1], counts: [3, 3] });
  expect(JSON.stringify(sight.view)).not.toContain(JSON.stringify(state.hands[0]));
});

test('perft counts the ways to take a heap', () => {
  const { state } = unwrap(
    start(nim, { start: { canon: { heap: 4, turn: 0, seats: [0, 1], last: null } } }),
  );
  expect([1, 2, 3, 4].map(depth => perft(nim, state, depth))).toEqual([3, 6, 4, 1]);
});

describe('setups', () => {
  test('are completed with the fewest seats', () => {
    expect(unwrap(checkSetup(nim, {}))).toEqual({
      seats: [0, 1],
      seed: null,
      options: {},
      start: null,
    });
  });

  test.each<[path: string, setup: unknown]>([
    ['/seats', { seats: [0] }],
    ['/seats', { seats: [0, 0] }],
    ['/seats', { seats: [-1, 0] }],
    ['/seats', { seats: 'all' }],
    ['/seed', { seed: 1 }],
    ['/options', { options: [] }],
    ['/start', { start: { aside: null } }],
    ['/colour', { colour: 'white' }],
  ])('that are wrong at %s are refused there', (path, setup) => {
    expect(checkSetup(nim, setup)).toMatchObject({
      ok: false,
      fault: { code: 'bad-setup', at: { path } },
    });
  });

  test.each([undefined, null, -1, 2 ** 31, 2 ** 53, 1.5, '7', []])('the seed %j', seed => {
    expect(checkSetup(race, { seed })).toMatchObject({ ok: false, fault: { code: 'bad-setup' } });
  });
});

test('a fault reads as one line', () => {
  const { fault } = fail('illegal-move', 'ko: d4 cannot be retaken at once', {
    rule: 'ko',
    at: { line: 3, column: 4 },
  });
  expect(formatFault(fault)).toBe(
    'illegal-move (ko): ko: d4 cannot be retaken at once at line 3, column 4',
  );
  expect(Object.keys(FAULTS)).toContain(fault.code);
});
