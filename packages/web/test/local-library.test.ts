/** The library in the browser: it keeps the contract of libraries, and its page finds as others do. */
import { join } from 'node:path';
import type { StoreCheck } from '@kifu/record/contracts';
import { CONDITIONS } from '@kifu/viewer/build';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as LocalLibrary from '../src/site/library/local-library.ts';
import { closePage, type OpenedPage, openPage, PATIENT, useBrowser } from './browser.ts';

useBrowser();

/** What the script below puts into a page. */
interface Tried {
  readonly checks: readonly StoreCheck[];
  readonly local: typeof LocalLibrary;
}
declare const tried: Tried;

const SCRIPT = `
  import { libraryContract } from '@kifu/record/contracts';
  import * as local from '${join(import.meta.dirname, '../src/site/library/local-library.ts')}';
  const made = async () => {
    await local.localLibrary.stats({});
    const request = indexedDB.open('kifu');
    const database = await new Promise(done => { request.onsuccess = () => done(request.result); });
    await new Promise(done => {
      database.transaction('matches', 'readwrite').objectStore('matches').clear().onsuccess = done;
    });
    database.close();
    return { store: local.localLibrary, close: async () => {} };
  };
  globalThis.tried = { checks: libraryContract(made), local };
`;

let seen: OpenedPage;

beforeAll(async () => {
  const built = (await build({
    ...{ configFile: false, root: join(import.meta.dirname, '..'), logLevel: 'error' },
    resolve: { conditions: [...CONDITIONS] },
    plugins: [
      {
        name: 'script',
        enforce: 'pre',
        resolveId: id => (id.endsWith('/tried') ? '\0tried.js' : null),
        load: id => (id === '\0tried.js' ? SCRIPT : null),
      },
    ],
    build: { write: false, minify: false, lib: { entry: 'tried', formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const [{ code }] = built[0]!.output;
  seen = await openPage('library?in=browser');
  await seen.page.addScriptTag({ content: code, type: 'module' });
  await seen.page.waitForFunction(() => 'tried' in globalThis);
}, 2 * PATIENT.timeout);
afterAll(() => closePage(seen));

test(
  'keeps the contract',
  async () => {
    const broken = await seen.page.evaluate(async () => {
      const faults: string[] = [];
      for (const [name, check] of tried.checks)
        await check().catch((cause: unknown) => faults.push(`${name}: ${cause}`));
      return faults;
    });
    expect(broken).toEqual([]);
  },
  PATIENT.timeout,
);

test('finds by the beginnings of words without accents, by times, and by its owner’s words', async () => {
  const found = await seen.page.evaluate(async () => {
    const { addFile, addMatches, findLocal, remarkOn, listMatches, removeMatch } = tried.local;
    for (const { match } of await listMatches()) await removeMatch(match);
    const id = (letter: string) => `bafyreib${letter.repeat(50)}a`;
    const file = await addFile({ name: 'a.pgn', bytes: new Uint8Array() });
    const kept = (letter: string, number: number, player: string, startedAt: string) =>
      ({
        ...{
          match: id(letter),
          head: id(letter),
          game: 'chess',
          players: [player, 'Bob'],
          startedAt,
        },
        ...{ entries: 1, outcome: null, rated: false, source: null, opening: ['e4'] },
        ...{ file, number, addedMs: 1 },
        verdict: 'unsigned',
      }) as const;
    await addMatches(file, [
      kept('a', 1, 'Örjan Åström', '2026-03-01T00:30:00+01:00'),
      kept('b', 2, 'Cecil', '2026-03-01'),
    ]);
    await remarkOn((await listMatches())[1]!, 'endgame, Zugzwang', 'Look again');
    const players = async (query: string) =>
      (await findLocal(new URLSearchParams(query))).listings.map(one => one.players[0]);
    const asked = ['', 'text=astrom', 'text=strom', 'text=zug look', 'from=2026-03-01', 'limit=1'];
    return Promise.all(asked.map(players));
  });
  const [orjan, cecil] = ['Örjan Åström', 'Cecil'];
  expect(found).toEqual([[cecil, orjan], [orjan], [], [cecil], [cecil], [cecil]]);
});
