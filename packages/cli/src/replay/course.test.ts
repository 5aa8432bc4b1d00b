/** The course of a match with ticks: when entries are seen, where marks are, and what is seen there. */
import { type JsonObject, unwrap } from '@kifu/core';
import { kfchess, kungFuChess } from '@kifu/games/kung-fu-chess';
import { timeline } from '@kifu/record';
import { expect, test } from 'vitest';
import { courseOf, frameNow, type Place, placeAt, tickAt, timeOf } from './course.ts';
import { press, startPlayer } from './player.ts';

const command = (tick: number, piece: string, to: [number, number]): JsonObject => ({
  ...{ tick, piece_id: piece, to_row: to[0], to_col: to[1], player: Number(piece[2]) },
});
const open = (moves: readonly JsonObject[], more: JsonObject = {}) => {
  const replay = {
    ...{ version: 2, speed: 'lightning', board_type: 'standard', players: { 1: 'a', 2: 'b' } },
    ...{ moves, total_ticks: 1000, tick_rate_hz: 30, ...more },
  };
  const line = unwrap(timeline(kungFuChess.game, unwrap(kfchess.read(JSON.stringify(replay)))));
  return { line: line as never as Parameters<typeof frameNow>[0], course: courseOf(line as never) };
};

// a pawn takes another between its command at tick 110 and the next one at tick 600
const { line, course } = open([
  command(30, 'P:1:6:4', [4, 4]),
  command(30, 'P:2:1:3', [3, 3]),
  command(40, 'P:1:6:4', [3, 4]), // refused: it moves
  command(110, 'P:1:6:4', [3, 3]),
  command(600, 'P:1:6:0', [5, 0]),
]);

test('entries are seen at their tick, those that were refused too', () => {
  expect(course.starts.map(ms => Math.round((ms * 30) / 1000))).toEqual([0, 30, 30, 40, 110, 600]);
  expect(frameNow(line, { n: 3, passedMs: 0 })).toMatchObject({ n: 3, tick: 40 });
  expect(course.totalMs).toBe(20_000);
});

test('a mark is the moment at which something happened, not the next command', () => {
  const ticks = course.stops.map(stop => tickAt(course, stop));
  const [capture] = line.marks.filter(({ event }) => event.type === 'capture');
  expect(capture).toMatchObject({ n: 5, tick: 116 });
  expect(ticks).toEqual([110, 116]); // before it the long pause, which began with the command
  const stop = course.stops[line.marks.indexOf(capture!)]!;
  expect(stop.n).toBe(4);
  const events = frameNow(line, stop).parts.flatMap(part => part.events);
  expect(events).toEqual([capture!.event]);
});

test('keys go there, and back', () => {
  const at = (from: Place, key: string) => {
    const player = press({ ...startPlayer(from.n), passedMs: from.passedMs }, key, course);
    return [player.n, tickAt(course, player)];
  };
  expect(at({ n: 0, passedMs: 0 }, ']')).toEqual([4, 110]);
  expect(at({ n: 4, passedMs: 0 }, ']')).toEqual([4, 116]);
  expect(at({ n: 5, passedMs: 0 }, '[')).toEqual([4, 116]);
});

test('every moment has its place, and every place its moment', () => {
  for (let ms = 0; ms <= course.totalMs; ms += 37) {
    const place = placeAt(course, ms);
    expect(timeOf(course, place)).toBeCloseTo(ms, 9);
    expect(frameNow(line, place).tick).toBe(Math.floor((ms * 30) / 1000 + 1e-6));
  }
  expect(placeAt(course, -5)).toEqual({ n: 0, passedMs: 0 });
  expect(placeAt(course, 1e9)).toEqual({ n: 5, passedMs: 0 });
  expect(placeAt(course, 1000).n).toBe(2); // after all entries of a tick
});

test('a match that time ended goes on until then', () => {
  const over = open([command(30, 'P:1:6:4', [4, 4])], { total_ticks: 5000 });
  expect([over.course.totalMs, over.line.lastTick]).toEqual([90_000, 2700]);
  const last = placeAt(over.course, over.course.totalMs);
  expect(frameNow(over.line, last).outcome?.reason).toBe('inactivity');
  expect(frameNow(over.line, { n: 1, passedMs: 0 }).outcome).toBeNull();
});
