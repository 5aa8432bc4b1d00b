/** Hidden hands at the terminal: no player learns what another seat holds. */
import { expect, test } from 'vitest';
import { kifu } from '../../test/run-kifu.ts';

/** Every move there is, again and again: the legal ones get played. */
const ANYTHING = Array.from({ length: 60 }, () => [
  ...['draw', 'pass'],
  ...Array.from({ length: 28 }, (_, i) =>
    ['00', '01', '10', '11'].map(
      way => `0x${(i + 2).toString(16).padStart(2, '0').toUpperCase()}${way}`,
    ),
  ).flat(),
]).flat();

test.each([
  ['human,bot:random', 'South'],
  ['bot:random,human', 'West'],
  ['bot:random,human,bot:random,bot:random', 'West'],
])(
  'dominos, %s: what others hold is shown when the round is over, and not before',
  async (seats, own) => {
    for (const seed of ['3', '4', '5']) {
      const { out } = await kifu(['play', 'dominos', '--seats', seats, '--seed', seed], {
        input: ANYTHING.map(line => `${line}\n`).join(''),
      });
      const [during, after] = out.split(/\n(?=.* (?:goes out|the game is blocked)\n)/);
      expect(after).toMatch(/wins |draw /);
      const others = ['South', 'West', 'North', 'East'].filter(name => name !== own).join('|');
      const hands = [...during!.matchAll(new RegExp(`^(?:${others})\\n(.*)$`, 'gm'))];
      expect(hands.length).toBeGreaterThan(3);
      for (const [, tiles] of hands) expect(tiles).toMatch(/^ {2}(?: \[ \| \] ?)+$/);
      // the line begins on the left, on whichever side one sits
      for (const [, row] of during!.matchAll(/^line\n(.*)$/gm))
        expect(row).toMatch(/^ +(?:·$|<- (\d) +\[\1\|)/);
      expect(during).toMatch(new RegExp(`^${own}\\n.*\\[\\d\\|\\d\\]`, 'm'));
      expect(during).not.toMatch(new RegExp(`(?:${others}) +draw +draws (?!a tile)`));
    }
  },
);

test.each<[word: string, says: RegExp]>([
  ['hash', /the hash would reveal hidden information/],
  ['say', /South holds 7 tiles\. West holds 7\s+tiles\./],
  ['draw', /the first move is to lead/], // a move here, no claim
  ['flip', /✗/], // a view is drawn from its own side
  ['moves', /moves\n {4}66L\n/],
])('dominos at the table: %s', async (word, says) => {
  const { out } = await kifu(['play', 'dominos', '--seed', '7'], { input: `${word}\nquit\n` });
  expect(out).toMatch(says);
});

test('stopping on the turn of a bot shows the hand of the person', async () => {
  const argv = ['--seats', 'human,bot:random', '--seed', '7', '--moves', '1'];
  const { out } = await kifu(['play', 'dominos', ...argv], { input: '66\n' });
  expect(out).toMatch(/West\n( +\[ \| \]){7}\n[\s\S]*stopped after 1 move\n$/);
  expect(out).toMatch(/\nSouth\n( +\[\d\|\d\]){6}\n/);
});

test('bots among themselves hide nothing', async () => {
  const argv = ['--seats', 'bot:random,bot:random', '--seed', '4'];
  const { out } = await kifu(['play', 'dominos', ...argv]);
  expect(out).toMatch(/ draw +draws (?:double \d|\d \d)\n/);
});
