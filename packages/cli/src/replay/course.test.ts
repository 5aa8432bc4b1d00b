/** The course of a match with ticks: when entries are seen, where marks are, and what is seen there. */
import { AT_START, goTo, momentOfMark, seek } from '@kifu/client/playback';
import { type JsonObject, unwrap } from '@kifu/core';
import { kfchess, kungFuChess } from '@kifu/games/kung-fu-chess';
import { timeline } from '@kifu/record';
import { expect, test } from 'vitest';
import { frameNow, scheduleOf } from './course.ts';
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
  return {
    line: line as never as Parameters<typeof frameNow>[0],
    course: scheduleOf(line as never),
  };
};

// a pawn takes another between its command at tick 110 and the next one at tick 600
const { line, course } = open([
  command(30, 'P:1:6:4', [4, 4]),
  command(30, 'P:2:1:3', [3, 3]),
  command(40, 'P:1:6:4', [3, 4]), // refused: it moves
  command(110, 'P:1:6:4', [3, 3]),
  command(600, 'P:1:6:0', [5, 0]),
]);

const { times } = course;
const ticks = (ms: number) => Math.round((ms * 30) / 1000);
const seekTo = (ms: number, of = course) => seek(AT_START, of.times, ms);

test('entries are seen at their tick, those that were refused too', () => {
  expect(times.at.map(ticks)).toEqual([0, 30, 30, 40, 110, 600]);
  expect(frameNow(line, course, goTo(AT_START, times, 3))).toMatchObject({ n: 3, tick: 40 });
  expect(times.endMs).toBe(20_000);
});

test('a mark is the moment at which something happened, not the next command', () => {
  const [capture] = line.marks.filter(({ event }) => event.type === 'capture');
  expect(capture).toMatchObject({ n: 5, tick: 116 });
  // before it the long pause, which began with the command
  expect(course.marks.map(mark => ticks(momentOfMark(mark, times)))).toEqual([110, 116]);
  const there = seekTo(momentOfMark(capture!, times));
  expect(there.n).toBe(4);
  const events = frameNow(line, course, there).parts.flatMap(part => part.events);
  expect(events).toEqual([capture!.event]);
});

test('] and [ jump from mark to mark', () => {
  const at = (n: number, key: string) => {
    const player = press(startPlayer(course, n), key, course);
    return [player.n, ticks(player.ms)];
  };
  expect(at(0, ']')).toEqual([4, 110]);
  expect(at(4, ']')).toEqual([4, 116]);
  expect(at(5, '[')).toEqual([4, 116]);
});

test('every moment has its frame', () => {
  for (let ms = 0; ms <= times.endMs; ms += 37)
    expect(frameNow(line, course, seekTo(ms)).tick).toBe(Math.floor((ms * 30) / 1000 + 1e-6));
  expect(seekTo(-5)).toMatchObject({ n: 0, ms: 0 });
  expect(seekTo(1e9)).toMatchObject({ n: 5, ms: 20_000 });
  expect(seekTo(1000).n).toBe(2); // after all entries of a tick
});

test('a match that time ended continues until then', () => {
  const over = open([command(30, 'P:1:6:4', [4, 4])], { total_ticks: 5000 });
  expect([over.course.times.endMs, over.line.lastTick]).toEqual([90_000, 2700]);
  const last = seekTo(over.course.times.endMs, over.course);
  expect(frameNow(over.line, over.course, last).outcome?.reason).toBe('inactivity');
  const first = goTo(AT_START, over.course.times, 1);
  expect(frameNow(over.line, over.course, first).outcome).toBeNull();
});
