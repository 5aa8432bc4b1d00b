/** Any store can be the library of the command. */
import { formatCid } from '@kifu/core';
import { memoryLibrary, memoryRemarks, memoryStores, memoryVault } from '@kifu/stores/memory';
import { expect, test } from 'vitest';
import { jsonLines, kifu } from '../../test/run-kifu.ts';
import type { Library } from './open.ts';

/** A library in memory, which lasts from one command to the next. */
function inMemory(): Library {
  const { blocks, heads, append } = memoryStores();
  const library = memoryLibrary();
  return {
    ...{ blocks, heads, append, library, vault: memoryVault(), remarks: memoryRemarks() },
    async matches(from, limit) {
      const { listings } = await library.find({ limit: 100 });
      const ids = listings
        .map(({ match }) => match)
        .sort((a, b) => (formatCid(a) < formatCid(b) ? -1 : 1));
      return ids.filter(id => formatCid(id) >= formatCid(from)).slice(0, limit);
    },
    async forget(match) {
      const isThere = (await library.get(match)) !== null;
      await library.remove(match);
      return isThere;
    },
    async close() {},
  };
}

test('a match is kept in the store that the caller gives, and continues from there', async () => {
  const library = inMemory();
  const world = { openLibrary: async () => library };
  const TWO = ['play', 'chess', '--seats', 'human,human'];
  expect((await kifu(TWO, { ...world, input: 'f3\ne5\nundo\ne6\nquit\n' })).code).toBe(0);
  const [line] = jsonLines((await kifu(['library', 'list', '--json'], world)).out);
  expect(line).toMatchObject({ entries: 5, opening: ['f3', 'e6'], source: 'play' });
  const went = await kifu(['play', '--resume', 'last'], { ...world, input: 'g4\nQh4\n\n' });
  expect(went.out).toContain('5 entries verified');
  expect((await kifu(['verify', line.match], world)).out).toContain('win by checkmate');
  const stats = await kifu(['library', 'stats', '--json'], world);
  expect(jsonLines(stats.out)).toMatchObject([{ ok: true, matches: 1, entries: 7 }]);
});

test('reports a failing library once, and continues the match without it', async () => {
  const library = inMemory();
  let writes = 0;
  const append: Library['append'] = async (...args) => {
    if (++writes > 2) throw Object.assign(new Error('disk full'), { name: 'SqliteFullError' });
    return library.append(...args);
  };
  const world = { openLibrary: async () => ({ ...library, append }) };
  const input = 'f3\ne5\ng4\nQh4\n\n';
  const { code, out } = await kifu(['play', 'chess', '--seats', 'human,human'], {
    ...world,
    input,
  });
  expect(code).toBe(0);
  expect(out.match(/✗ the match is not saved to the library: .*disk full\n/g)).toHaveLength(1);
  expect(out).toContain('Black wins by checkmate');
  const [line] = jsonLines((await kifu(['library', 'list', '--json'], world)).out);
  expect(line).toMatchObject({ entries: 1, opening: ['f3'], outcome: null });
});

test.each(['check', 'gc', 'backup /tmp/copy', 'reindex'])(
  'a store that is not a file is maintained elsewhere: %s',
  async words => {
    const world = { openLibrary: async () => inMemory() };
    const { code, err } = await kifu(['library', ...words.split(' ')], world);
    expect([code, err]).toEqual([
      1,
      'kifu: unsupported: the library is not a file: its store is maintained elsewhere\n',
    ]);
  },
);
