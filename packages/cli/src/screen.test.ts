/** Drawing on a terminal: the new lines are seen, and nothing of what was seen before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnOn, isDrawing } from '../test/fake-terminal.ts';
import { collector, makeIo } from '../test/run-kifu.ts';
import { openScreen, paint } from './screen.ts';

const lines = fc.array(fc.constantFrom('', 'a', 'b', '\x1b[31mred\x1b[0m'), { maxLength: 8 });

test('draws any screen after any other', () => {
  fc.assert(
    fc.property(lines, lines, fc.boolean(), (before, after, isNew) => {
      const chunk = paint(isNew ? [] : before, after, isNew);
      expect(isDrawing(chunk)).toBe(true);
      expect(drawnOn(before, chunk)).toEqual(after);
    }),
  );
});

test('what stays the same is not written again', () => {
  const chunk = paint(['one', 'two', 'three'], ['one', 'TWO', 'three'], false);
  expect(chunk).toBe('\x1b[?25l\x1b[H\x1b[2;1HTWO\x1b[K');
  expect(paint(['one'], ['one'], false)).toBe('\x1b[?25l\x1b[H');
});

test('the cursor is shown where it is told to be', () => {
  expect(paint(['one'], ['one'], false, { row: 3, column: 9 })).toBe(
    '\x1b[?25l\x1b[H\x1b[4;10H\x1b[?25h',
  );
});

test('the terminal is given back once, by its owner or at the end of the process', async () => {
  const { stream, text } = collector();
  const ends: (() => void)[] = [];
  const io = {
    ...makeIo({}, { stdin: process.stdin, stdout: stream, stderr: stream }),
    onExit: (listener: () => void) => {
      ends.push(listener);
      return () => ends.splice(ends.indexOf(listener), 1);
    },
  };
  const screen = await openScreen(io);
  await screen.draw(['x']);
  for (const end of [...ends]) end();
  expect(text().endsWith('\x1b[?1049l')).toBe(true);
  await screen.close();
  expect(ends).toEqual([]);
});

test('a terminal of another size is drawn anew', async () => {
  const { stream, text } = collector();
  let columns = 80;
  const made = makeIo({}, { stdin: process.stdin, stdout: stream, stderr: stream });
  const io = Object.defineProperty({ ...made }, 'columns', { get: () => columns });
  const screen = await openScreen(io as typeof made);
  await screen.draw(['same']);
  await screen.draw(['same']);
  columns = 60;
  await screen.draw(['same']);
  expect(text().split('same')).toHaveLength(3);
});
