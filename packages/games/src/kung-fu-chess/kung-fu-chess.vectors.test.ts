/** Kung Fu Chess against games recorded by the programs that its rules come from, tick by tick. */
import { crc32 } from 'node:zlib';
import { type GameEvent, type JsonObject, type Kifu, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { moveIn } from '../../test/records.ts';
import { KIND_LETTERS } from './board.ts';
import { kfchess, kfchessV1 } from './kfchess/index.ts';
import { isAirborne, type Moving, unitsAcross, unitsDown } from './motion.ts';
import { game } from './rules.ts';
import { columnOf, rowOf } from './squares.ts';
import { kindOf, MOVED, type State, squareOf, TAKEN } from './state.ts';
import { stepTowards } from './survey.ts';

interface Shot {
  readonly tick: number;
  readonly pieces: readonly (readonly (string | number)[])[];
  readonly captured: readonly string[];
  readonly active: readonly unknown[];
  readonly at: readonly unknown[];
  readonly cooldowns: readonly (readonly [id: string, start: number, left: number])[];
  readonly crc32: string;
}
interface Row {
  readonly rejected?: readonly [
    n: number,
    at: number,
    by: number,
    id: string,
    row: number,
    col: number,
  ][];
  readonly events: readonly unknown[];
  readonly states: readonly Shot[];
  readonly final: {
    readonly tick: number;
    readonly winner?: number | null;
    readonly win_reason?: string | null;
    readonly finished?: number;
  };
  readonly run_crc32: string;
  readonly ties?: readonly unknown[];
  readonly entries_skipped?: number;
}
interface V2 {
  readonly moves: readonly { tick: number; piece_id: string; player: number }[];
  readonly total_ticks: number;
}
interface V1 {
  readonly moves: readonly { tick: number; pieceId: string; player: number }[];
  readonly ticks: number;
}

const idOf = ({ setting }: State, man: number) => setting.ground.men[man]!.id;
const movingOf = ({ moves }: State, man: number) => moves.find(moving => moving.man === man);
const alive = ({ men }: State) => [...men.keys()].filter(man => (men[man]! & TAKEN) === 0);

/** One line of the digest: see the README of the vectors. */
function lineOf(state: State): string {
  const { setting, tick, men, ready } = state;
  const pieces = alive(state).map(man => {
    const moving = movingOf(state, man);
    const square = squareOf(men[man]!);
    const side = 2 * setting.squareTicks;
    const row = moving ? unitsDown(moving, tick, setting) : side * rowOf(square);
    const column = moving ? unitsAcross(moving, tick, setting) : side * columnOf(square);
    const left = Math.max(0, ready[man]! - tick);
    return `${idOf(state, man)},${KIND_LETTERS[kindOf(men[man]!)]},${row},${column},${moving ? 1 : 0},${left}`;
  });
  return `${tick}|${pieces.join(';')}\n`;
}

const pathOf = ({ from, to, seen, ticks }: Moving, squareTicks: number): number[][] => {
  const point = (square: number) => [rowOf(square), columnOf(square)];
  const middle = [(rowOf(from) + rowOf(to)) / 2, (columnOf(from) + columnOf(to)) / 2];
  return seen > 0
    ? [point(from), middle, point(to)]
    : Array.from({ length: ticks / squareTicks + 1 }, (_, i) =>
        point(from + i * stepTowards(from, to)),
      );
};

/** A position as the vectors have it. */
function shotOf(state: State, hasMoved: boolean): Omit<Shot, 'crc32'> {
  const { setting, tick, men, moves, ready } = state;
  return {
    tick,
    pieces: alive(state).map(man => {
      const square = squareOf(men[man]!);
      const moved = hasMoved ? [(men[man]! & MOVED) === 0 ? 0 : 1] : [];
      return [
        ...[idOf(state, man), KIND_LETTERS[kindOf(men[man]!)]!],
        ...[rowOf(square), columnOf(square), ...moved],
      ];
    }),
    captured: [...men.keys()]
      .filter(man => (men[man]! & TAKEN) !== 0)
      .map(man => idOf(state, man))
      .sort(),
    active: moves.map(moving => [
      idOf(state, moving.man),
      moving.start,
      pathOf(moving, setting.squareTicks),
    ]),
    at: moves.map(moving => [
      idOf(state, moving.man),
      unitsDown(moving, tick, setting),
      unitsAcross(moving, tick, setting),
      isAirborne(moving, tick) ? 1 : 0,
    ]),
    cooldowns: [...men.keys()]
      .filter(man => ready[man]! > tick)
      .map(
        man => [idOf(state, man), ready[man]! - setting.cooldownTicks, ready[man]! - tick] as const,
      )
      .sort(byId),
  };
}
const byId = (a: readonly unknown[], b: readonly unknown[]) => (`${a[0]}` < `${b[0]}` ? -1 : 1);
const sorted = ({ crc32: _, captured, cooldowns, ...shot }: Shot) => ({
  ...shot,
  captured: captured.toSorted(),
  cooldowns: cooldowns.toSorted(byId),
});

const first = ({ header: { options, players } }: Kifu): State =>
  unwrap(start(game, { options, seats: players.map(({ seat }) => seat) })).state;

/** What the vectors keep of events. */
const shortEvents = (events: readonly GameEvent[]) =>
  events.flatMap(({ type, tick, piece, by }) =>
    type === 'capture'
      ? [[type, tick, piece, by ?? '']]
      : type === 'promotion'
        ? [[type, tick, piece]]
        : [],
  );

/** All events of a record, played in as few steps as possible. */
function eventsOf(kifu: Kifu, ticks: number): readonly GameEvent[] {
  let state = first(kifu);
  const events: GameEvent[] = [];
  for (const { seat, act, at } of kifu.entries) {
    if (act.type !== 'move') continue;
    const move = unwrap(game.moves.bytes.decode(act.move));
    const stepped = unwrap(step(game, state, { do: 'move', seat: seat!, move, at: at! }));
    for (const part of stepped.parts) events.push(...part.events);
    ({ state } = stepped);
  }
  return [...events, ...game.time!.advance(state, ticks).events];
}

/** Ticks one by one, with the commands of the record; the digest of every tick, and of all before it. */
function run(kifu: Kifu, ticks: number, before: (state: State, done: number) => void = () => {}) {
  let state = first(kifu);
  const commands = kifu.entries.filter(({ act }) => act.type === 'move');
  const events: GameEvent[] = [];
  const states = new Map<number, State>();
  const digests = new Map<number, string>();
  let digest = 0;
  let done = 0;
  for (;;) {
    digest = crc32(lineOf(state), digest);
    digests.set(state.tick, digest.toString(16).padStart(8, '0'));
    states.set(state.tick, state);
    before(state, done);
    if (state.tick >= ticks || state.end !== null) break;
    for (; commands[done]?.at === state.tick; done++) {
      const { seat, act } = commands[done]!;
      if (act.type !== 'move') continue;
      const move = unwrap(game.moves.bytes.decode(act.move));
      state = unwrap(step(game, state, { do: 'move', seat: seat!, move })).state;
      before(state, done + 1);
    }
    const passed = game.time!.advance(state, state.tick + 1);
    events.push(...passed.events);
    state = passed.state;
  }
  return { state, states, digests, events };
}

/** The same record in as few steps as possible must come to the same positions. */
function checkJumps(kifu: Kifu, shots: readonly Shot[], hasMoved: boolean): void {
  for (const shot of shots) {
    let state = first(kifu);
    for (const { seat, act, at } of kifu.entries)
      if (act.type === 'move' && at! < shot.tick) {
        const move = unwrap(game.moves.bytes.decode(act.move));
        state = unwrap(step(game, state, { do: 'move', seat: seat!, move, at: at! })).state;
      }
    state = unwrap(step(game, state, { do: 'time', at: shot.tick })).state;
    expect(shotOf(state, hasMoved)).toEqual(sorted(shot));
  }
}

eachVector<V2>('kung-fu-chess', 'replay', (replay, { data }) => {
  const row = data as unknown as Row;
  const text = JSON.stringify(replay);
  const losses: string[] = [];
  const kifu = unwrap(kfchess.read(text, what => losses.push(what)));
  const refused = kifu.entries.filter(({ act }) => act.type === 'refused');

  test('every tick, every position, every event, every refusal', () => {
    // the record has no entry for the rook's half of a castling, which counts in the list
    const halves = halvesIn(replay, kifu);
    let tried = 0;
    const { state, states, digests, events } = run(kifu, row.final.tick, (now, done) => {
      for (const rejected of row.rejected ?? []) {
        if (rejected[1] !== now.tick || rejected[0] !== done + halves(done)) continue;
        tried++;
        checkRejected(now, rejected);
      }
    });
    expect(tried).toBe(row.rejected?.length ?? 0);
    expect(shortEvents(events)).toEqual(row.events);
    for (const shot of row.states) {
      expect(digests.get(shot.tick)).toBe(shot.crc32);
      expect(shotOf(states.get(shot.tick)!, true)).toEqual(sorted(shot));
    }
    expect(digests.get(row.final.tick)).toBe(row.run_crc32);
    expect(state.tick).toBe(row.final.tick);
    const outcome = game.outcome(state);
    const winner = outcome === null ? null : (outcome.winners[0] ?? -1) + 1;
    expect(winner).toBe(row.final.winner);
  });

  test('the same in jumps', () => checkJumps(kifu, row.states, true));

  test('the record has everything, and is written again', () => {
    const { winner, win_reason: reason, tick } = row.final;
    expect(kifu.ending === null ? null : (kifu.ending.outcome.winners[0] ?? -1) + 1).toBe(winner);
    if (kifu.ending !== null) expect(kifu.ending.at).toBe(tick);
    const written = unwrap(kfchess.write(kifu));
    const again = JSON.parse(written.output as string) as V2 & JsonObject;
    if (refused.length > 0) {
      expect(written.losses).toEqual([`a move that was refused (${refused.length} times)`]);
      expect(unwrap(kfchess.read(written.output)).entries).toEqual(
        kifu.entries.filter(({ act }) => act.type === 'move'),
      );
      return;
    }
    expect(losses).toEqual([]);
    expect(written.losses).toEqual([]);
    expect(again).toEqual(replay);
    expect(Object.keys(again)).toEqual(Object.keys(FIELDS));
    expect(again.win_reason).toBe(reason);
    expect(unwrap(kfchess.read(written.output))).toEqual(kifu);
  });

  test('how ties are decided', () => {
    const { options } = kifu.header;
    expect(options.ties).toBe(row.ties === undefined ? 'exact' : 'float');
    const other = options.ties === 'exact' ? 'float' : 'exact';
    const header = { ...kifu.header, options: { ...options, ties: other } };
    // floating point changes nothing but where the vectors say so; there some command may no longer be legal
    const events = () => shortEvents(eventsOf({ ...kifu, header }, row.final.tick));
    if (row.ties === undefined) expect(events()).toEqual(row.events);
    else expect(() => expect(events()).toEqual(row.events)).toThrow();
  });
});

type Rejected = NonNullable<Row['rejected']>[number];

/** A command that must be refused, with a rule that says why. */
function checkRejected(state: State, [, tick, player, piece, row, column]: Rejected): void {
  const move = { piece, to: [row, column] as const };
  const played = game.play(state, player - 1, move);
  expect(played.ok, JSON.stringify({ tick, player, move })).toBe(false);
  if (!played.ok && played.fault.code !== 'malformed')
    expect(played.fault.rule, played.fault.message).toBeTypeOf('string');
}

/** The fields of a file, in order. */
const FIELDS: { readonly [field in string]: true } = {
  version: true,
  speed: true,
  board_type: true,
  players: true,
  moves: true,
  total_ticks: true,
  winner: true,
  win_reason: true,
  created_at: true,
  tick_rate_hz: true,
};

/** How many entries of a sorted list are rook's halves, up to a number of commands of the record. */
function halvesIn({ moves }: V2, { entries }: Kifu): (done: number) => number {
  const kings = entries.filter(({ act }) => act.type === 'move');
  const isHalf: boolean[] = [];
  let next = 0;
  for (const { tick, piece_id: piece } of moves) {
    const entry = kings[next];
    const isOwn = entry?.at === tick && moveIn(game, entry.act).piece === piece;
    isHalf.push(!isOwn);
    if (isOwn) next++;
  }
  return done => {
    let halves = 0;
    let seen = 0;
    for (const half of isHalf) {
      if (!half && seen++ === done) break;
      if (half) halves++;
    }
    return halves;
  };
}

eachVector<V1>('kung-fu-chess', 'v1', (replay, { data }) => {
  const row = data as unknown as Row;
  const losses: string[] = [];
  const kifu = unwrap(kfchess.read(JSON.stringify(replay), what => losses.push(what)));

  test('every tick, every position, every event', () => {
    const { state, states, digests, events } = run(kifu, row.final.tick);
    expect(shortEvents(events)).toEqual(row.events);
    for (const shot of row.states) {
      expect(digests.get(shot.tick)).toBe(shot.crc32);
      expect(shotOf(states.get(shot.tick)!, false)).toEqual(sorted(shot));
    }
    expect(digests.get(row.final.tick)).toBe(row.run_crc32);
    expect(game.outcome(state)?.winners).toEqual([row.final.finished! - 1]);
  });

  test('the same in jumps', () => checkJumps(kifu, row.states, false));

  test('the record has everything, and is written again', () => {
    expect(losses).toEqual([]);
    expect(kifu.header.options).toMatchObject({ rules: 'classic', hz: 10 });
    expect(kifu.entries.length + row.entries_skipped!).toBe(replay.moves.length);
    expect(kifu.entries.every(({ act }) => act.type === 'move')).toBe(true);
    expect(kifu.ending?.at).toBe(replay.ticks);
    const written = unwrap(kfchessV1.write(kifu));
    expect(written.losses).toEqual([]);
    expect(JSON.parse(written.output as string)).toEqual(replay);
    expect(unwrap(kfchessV1.read(written.output))).toEqual(kifu);
    expect(unwrap(kfchess.write(kifu)).losses).toEqual([
      'the classic rules: the format has version 2',
    ]);
  });
});

interface LoaderCase {
  readonly name: string;
  readonly input: JsonObject;
  readonly advice: 'accept' | 'reject';
  readonly reference: { readonly ok?: JsonObject };
}
const isLoaderCase = (row: unknown): row is LoaderCase =>
  typeof row === 'object' && row !== null && 'advice' in row;

eachVector<readonly LoaderCase[]>(
  'kung-fu-chess',
  'list',
  rows => {
    describe.each(rows)('$name', ({ input, advice, reference }) => {
      test(advice, () => {
        const read = kfchess.read(JSON.stringify(input));
        expect(read.ok).toBe(advice === 'accept');
        if (!read.ok) {
          expect(['malformed', 'unsupported']).toContain(read.fault.code);
          return;
        }
        const { ok } = reference;
        const { header, entries } = read.value;
        expect(header.players.map(({ seat, name }) => [`${seat + 1}`, name])).toEqual(
          Object.entries(ok!.players as JsonObject),
        );
        expect(header.options).toMatchObject({
          speed: ok!.speed,
          board: ok!.board_type,
          hz: ok!.tick_rate_hz,
        });
        expect(entries.length).toBeLessThanOrEqual((ok!.moves as unknown[]).length);
        const written = JSON.parse(unwrap(kfchess.write(read.value)).output as string);
        // the reference copies ticks of version 1 unchanged, one too late: rule sheet §13.3
        const isV1 = input.version !== 2;
        const kept = {
          ...ok,
          ...(isV1 || entries.length === 0 || refusedIn(read.value)
            ? { moves: written.moves }
            : {}),
        };
        expect(written).toEqual(kept);
        // in version 1 the tick of a move is that of its first motion
        const ticks = (input.moves as readonly { readonly tick: number }[]).map(
          ({ tick }) => tick - 1,
        );
        if (isV1) expect(entries.map(({ at }) => at)).toEqual(ticks);
      });
    });
  },
  ({ data }) => (data.list as unknown[]).every(isLoaderCase),
);

const refusedIn = ({ entries }: Kifu): boolean => entries.some(({ act }) => act.type === 'refused');
