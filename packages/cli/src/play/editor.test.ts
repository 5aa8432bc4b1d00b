/** Typing: keys as a shell has them, and none that breaks the line. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Editor, EMPTY, edit } from './editor.ts';

const WORDS = ['e2e3', 'e2e4', 'resign', 'draw'];
const press = (keys: readonly string[], from: Editor = EMPTY) => {
  const entered: string[] = [];
  let editor = from;
  for (const key of keys) {
    const edited = edit(editor, key, () => WORDS);
    ({ editor } = edited);
    if (edited.entered !== null) entered.push(edited.entered);
  }
  return { editor, entered };
};
const shown = (...keys: string[]) => {
  const { text, cursor } = press(keys).editor;
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
};

test.each<[keys: string[], line: string]>([
  [[...'e2e4'], 'e2e4|'],
  [[...'ab', 'left', 'x'], 'ax|b'],
  [[...'ab', 'left', 'left', 'left', 'right'], 'a|b'],
  [[...'ab', 'home', 'delete'], '|b'],
  [[...'ab', 'ctrl-a', 'x', 'ctrl-e', 'y'], 'xaby|'],
  [[...'ab', 'backspace', 'backspace', 'backspace'], '|'],
  [[...'ab', 'left', 'ctrl-u'], '|b'],
  [[...'ab', 'left', 'ctrl-k'], 'a|'],
  [['a', 'space', 'b', 'c', 'ctrl-w'], 'a |'],
  [[...'ab', 'escape'], '|'],
  [['r', 'tab'], 'resign|'],
  [['e', 'tab'], 'e2e|'],
  [['e', 'tab', '4'], 'e2e4|'],
  [['z', 'tab'], 'z|'],
  [['tab'], '|'],
  [[...'re', 'left', 'tab'], 'r|e'],
  [['pageup', 'f5', '', 'ctrl-x', 'suspend', '\x07', '\u202e'], '|'],
  [['é', '♞'], 'é♞|'],
])('keys %j give the line', (keys, line) => expect(shown(...keys)).toBe(line));

test('Enter gives the line, and the arrows bring back earlier ones', () => {
  const { editor, entered } = press([...'e2e4', 'return', ' ', 'return', ...'draw', 'enter']);
  expect(entered).toEqual(['e2e4', '', 'draw']);
  const recall = (...keys: string[]) => press(keys, editor).editor.text;
  expect([recall('up'), recall('up', 'up'), recall('up', 'up', 'up')]).toEqual([
    ...['draw', 'e2e4', 'e2e4'],
  ]);
  expect([recall('up', 'up', 'down'), recall('up', 'down'), recall('down')]).toEqual([
    ...['draw', '', ''],
  ]);
  expect(press(['up'], EMPTY).editor).toEqual(EMPTY);
});

test('no line grows without end, and the cursor stays in it', () => {
  const key = fc.constantFrom(
    ...['a', 'space', 'left', 'right', 'home', 'end', 'backspace', 'delete', 'up', 'down'],
    ...['ctrl-u', 'ctrl-k', 'ctrl-w', 'tab', 'return', 'escape', '__proto__', 'constructor'],
  );
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), keys => {
      const { text, cursor, history } = press(keys).editor;
      expect(text.length).toBeLessThanOrEqual(200);
      expect(cursor >= 0 && cursor <= text.length).toBe(true);
      expect(history.length).toBeLessThanOrEqual(50);
    }),
  );
  expect(press(new Array(500).fill('a')).editor.text).toHaveLength(200);
});
