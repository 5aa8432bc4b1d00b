/** The board and the status line are seen wherever there is room for them, and nothing is longer than the screen. */

import { unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { cli } from '@kifu/texts/en/cli';
import { beforeAll, describe, expect, test } from 'vitest';
import { workshop } from '../../test/files.ts';
import { collector, makeIo } from '../../test/run-kifu.ts';
import { widthOf } from '../board.ts';
import { openSeekable } from '../record-options.ts';
import { frameNow, scheduleOf } from './course.ts';
import { startPlayer } from './player.ts';
import { drawScreen } from './screen.ts';

const { run, at, write, text } = workshop();
const SPEECH = { language: 'en', texts: cli, common: undefined } as const;
const STYLE = { depth: 0, pieces: 'letters', isFlipped: false } as const;

async function open(file: string) {
  const { stream } = collector();
  const io = makeIo({}, { stdin: process.stdin, stdout: stream, stderr: stream });
  const opened = unwrap(await openSeekable(io, at(file)));
  return { opened, line: opened.line };
}

describe.each(gameNames())('%s', name => {
  beforeAll(async () => {
    const seats = new Array(unwrap(await loadKit(name)).game.seats[0]).fill('bot:random').join();
    await run(`play ${name} --seats ${seats} --seed 7 --moves 12 --save @${name}.car`);
  });

  test.each<[columns: number, rows: number]>([
    [80, 24],
    [100, 30],
    [40, 15],
    [30, 10],
    [20, 4],
    [8, 2],
    [1, 1],
  ])('fits into %i × %i', async (columns, rows) => {
    const { opened, line } = await open(`${name}.car`);
    for (const n of [0, 1, 6, 12])
      for (const hasHelp of [false, true]) {
        const course = scheduleOf(line);
        const player = { ...startPlayer(course, n), hasHelp };
        const frame = frameNow(line, course, player);
        const shown = { opened, line, frame, player, course, speech: SPEECH };
        const lines = drawScreen(shown, STYLE, { columns, rows }, text => text);
        expect(lines.length).toBeLessThanOrEqual(rows);
        for (const text of lines) expect(widthOf(text)).toBeLessThanOrEqual(columns);
        if (rows > 1) expect(lines.some(text => text.includes('⏸'))).toBe(columns > 2);
        if (columns >= 80 && rows >= 24 && !hasHelp) {
          expect(lines.join('\n')).not.toContain('the board needs');
          if (n > 0) expect(lines.some(text => text.trimStart().startsWith(`${n}  `))).toBe(true);
        }
      }
  });
});

test('a note is wrapped, and cut where there is no room; strangers write no lines of their own', async () => {
  await run('record chess --moves - -o @noted.json', { input: 'e4' });
  const note = { entry: 1, author: null, text: `a\x1b[2J\n\n${'long '.repeat(60)}`, glyphs: [] };
  const kifu = JSON.parse(await text('noted.json'));
  kifu.header.players[0].name = 'x\u001b[31m\n'.repeat(30);
  await write('noted.json', JSON.stringify({ ...kifu, notes: [note] }));
  const { opened, line } = await open('noted.json');
  const course = scheduleOf(line);
  const player = startPlayer(course, 1);
  const shown = { opened, line, frame: line.at(1), player, course, speech: SPEECH };
  const draw = ([columns, rows]: readonly [number, number]) =>
    drawScreen(shown, STYLE, { columns, rows }, t => t);
  expect(draw([80, 24]).length).toBeGreaterThan(19);
  for (const size of [[80, 24] as const, [40, 18] as const]) {
    const lines = draw(size);
    expect(lines.length).toBeLessThanOrEqual(size[1]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    for (const text of lines) expect(text).not.toMatch(/[\x00-\x1f]/);
  }
});
