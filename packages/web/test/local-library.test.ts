/** The library in the browser: it keeps the contract of libraries, and its page finds as others do. */
import { join } from 'node:path';
import type { StoreCheck } from '@kifu/record/contracts';
import { CONDITIONS } from '@kifu/viewer/build';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { databaseOf } from '../src/site/database.ts';
import type * as LocalLibrary from '../src/site/library/local-library.ts';
import { closePage, type OpenedPage, openPage, PATIENT, useBrowser } from './browser.ts';

useBrowser();

/** What the script below puts into a page. */
interface Tried {
  readonly checks: readonly StoreCheck[];
  readonly local: typeof LocalLibrary;
  readonly databaseOf: typeof databaseOf;
}
declare const tried: Tried;

const SCRIPT = `
  import { libraryContract } from '@kifu/record/contracts';
  import * as local from '${join(import.meta.dirname, '../src/site/library/local-library.ts')}';
  import { databaseOf } from '${join(import.meta.dirname, '../src/site/database.ts')}';
  const made = async () => {
    for (const { match } of await local.listMatches()) await local.removeMatch(match);
    return { store: local.localLibrary, close: async () => {} };
  };
  globalThis.tried = { checks: libraryContract(made), local, databaseOf };
`;

let seen: OpenedPage;
let script: string;

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
  script = built[0]!.output[0].code;
  seen = await openPage('library?in=browser');
  await seen.page.addScriptTag({ content: script, type: 'module' });
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

test('a file that has a match twice adds it once, and its picture', async () => {
  const added = await seen.page.evaluate(async () => {
    const { addFile, addMatches, listMatches, matchPicture, removeMatch } = tried.local;
    for (const { match } of await listMatches()) await removeMatch(match);
    const file = await addFile({ name: 'a.pgn', bytes: new Uint8Array() });
    const match = `bafyreib${'c'.repeat(50)}a`;
    const one = (number: number) => ({
      ...{ match, head: match, game: 'chess', players: ['A', 'B'], startedAt: null, entries: 1 },
      ...{ outcome: null, rated: false, source: null, opening: [], file, number, addedMs: 1 },
      ...({ verdict: 'unsigned', picture: `<svg>${number}</svg>` } as const),
    });
    const counts = [await addMatches(file, [one(1), one(2)]), await addMatches(file, [one(3)])];
    const [kept] = await listMatches();
    return {
      counts,
      number: kept!.number,
      hasPicture: 'picture' in kept!,
      picture: await matchPicture(match),
    };
  });
  expect(added).toEqual({ counts: [1, 0], number: 1, hasPicture: false, picture: '<svg>1</svg>' });
});

test('what another tab adds is found', async () => {
  const page = await seen.page.context().newPage();
  await page.goto(seen.page.url());
  const find = (target: typeof page) =>
    target.evaluate(async () => {
      const { listings } = await tried.local.findLocal(new URLSearchParams('player=Tabitha'));
      return listings.length;
    });
  expect(await find(seen.page)).toBe(0);
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(() => 'tried' in globalThis);
  await page.evaluate(async () => {
    const { addFile, addMatches } = tried.local;
    const file = await addFile({ name: 'a.pgn', bytes: new Uint8Array() });
    const match = `bafyreib${'d'.repeat(50)}a`;
    await addMatches(file, [
      {
        ...{ match, head: match, game: 'chess', players: ['Tabitha', ''], startedAt: null },
        ...{ entries: 1, outcome: null, rated: false, source: null, opening: [] },
        ...{ file, number: 1, addedMs: 1, verdict: 'unsigned' },
      },
    ]);
  });
  await expect.poll(() => find(seen.page), PATIENT).toBe(1);
  await page.close();
});

test('a match that another tab stored just before it was closed is listed once it is added again', async () => {
  const found = await seen.page.evaluate(async () => {
    const { addFile, addMatches, findLocal, listMatches } = tried.local;
    const file = await addFile({ name: 'a.pgn', bytes: new Uint8Array() });
    const match = `bafyreib${'e'.repeat(50)}a`;
    const stored = {
      ...{ match, head: match, game: 'chess', players: ['Cleo', ''], startedAt: null },
      ...{ entries: 1, outcome: null, rated: false, source: null, opening: [] },
      ...({ file, number: 1, addedMs: 1, verdict: 'unsigned' } as const),
    };
    const isListed = async () => (await listMatches()).some(one => one.match === match);
    const before = await isListed();
    const request = indexedDB.open('kifu');
    const database = await new Promise<IDBDatabase>(done => {
      request.onsuccess = () => done(request.result);
    });
    const transaction = database.transaction('matches', 'readwrite');
    transaction.objectStore('matches').put(stored);
    await new Promise(done => {
      transaction.oncomplete = done;
    });
    database.close();
    const added = await addMatches(file, [stored]);
    const { listings } = await findLocal(new URLSearchParams('player=Cleo'));
    return { before, added, isListed: await isListed(), found: listings.length };
  });
  expect(found).toEqual({ before: false, added: 0, isListed: true, found: 1 });
});

test('pictures of a library of an older page move out of the entries', async () => {
  const { page } = await openPage('settings');
  await page.evaluate(async () => {
    const request = indexedDB.open('kifu', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('files', { autoIncrement: true });
      request.result.createObjectStore('matches', { keyPath: 'match' });
    };
    const database = await new Promise<IDBDatabase>(done => {
      request.onsuccess = () => done(request.result);
    });
    const one = (letter: string, picture: string | null) => {
      const match = `bafyreib${letter.repeat(50)}a`;
      return {
        ...{ match, head: match, game: 'chess', players: [letter, ''], startedAt: null },
        ...{ entries: 1, outcome: null, rated: false, source: null, opening: [] },
        ...{ file: 1, number: 1, addedMs: 1, verdict: 'unsigned', picture },
      };
    };
    const transaction = database.transaction('matches', 'readwrite');
    for (const each of [one('a', '<svg/>'), one('b', null)])
      transaction.objectStore('matches').put(each);
    await new Promise(done => {
      transaction.oncomplete = done;
    });
    database.close();
  });
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(() => 'tried' in globalThis);
  const found = await page.evaluate(async () => {
    const { listMatches, matchPicture } = tried.local;
    const all = await listMatches();
    return Promise.all(
      all.map(async one => [one.players[0], 'picture' in one, await matchPicture(one.match)]),
    );
  });
  expect(found.sort()).toEqual([
    ['a', false, '<svg/>'],
    ['b', false, null],
  ]);
  await page.context().close();
});

test('a match whose last position was not drawn has no picture, neither in the list nor beside it', async () => {
  await seen.page.evaluate(async () => {
    const { addFile, addMatches, listMatches, removeMatch } = tried.local;
    for (const { match } of await listMatches()) await removeMatch(match);
    const file = await addFile({ name: 'a.pgn', bytes: new Uint8Array() });
    const one = (letter: string, number: number) => {
      const match = `bafyreib${letter.repeat(50)}a`;
      return {
        ...{ match, head: match, game: 'chess', players: [letter, ''], startedAt: null },
        ...{ entries: 1, outcome: null, rated: false, source: null, opening: [] },
        ...{ file, number, addedMs: 1, verdict: 'unsigned' as const },
      };
    };
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await addMatches(file, [one('a', 1), { ...one('b', 2), picture }]);
  });
  const page = await seen.page.context().newPage();
  await page.goto(new URL('#/library?in=browser', `${inject('siteUrl')}/`).href);
  const rows = page.locator('.match-row');
  await expect.poll(() => rows.count(), PATIENT).toBe(2);
  await rows.nth(1).locator('img[src^="data:"]').waitFor();
  expect(await rows.nth(0).locator('img[src]').count()).toBe(0);
  expect(await page.locator('.preview .pic').count()).toBe(0);
  await rows.nth(1).hover();
  await page.locator('.preview img[src^="data:"]').waitFor();
  await page.close();
});

test('a change of a database that fails midway changes nothing', async () => {
  const given = await seen.page.evaluate(async () => {
    const notes = tried.databaseOf('tried-notes', ['notes'], made => {
      made.createObjectStore('notes');
    });
    const failed = await notes
      .change(store => {
        store('notes').put('half', 1);
        throw new Error('no more');
      })
      .catch(String);
    const refused = await notes
      .change(store => {
        store('notes').put('half', 2);
        store('notes').add('twice', 2);
      })
      .catch(cause => (cause as Error).name);
    const before = await notes.read('notes', all => all.count());
    await notes.change(store => void store('notes').put('whole', 1));
    return { failed, refused, before, after: await notes.read('notes', all => all.getAll()) };
  });
  expect(given).toEqual({
    ...{ failed: 'Error: no more', refused: 'ConstraintError', before: 0, after: ['whole'] },
  });
});

test('a database gives way to a later version, and is opened again once it can be', async () => {
  const given = await seen.page.evaluate(async () => {
    const make = (made: IDBDatabase) => void made.createObjectStore('notes');
    const old = tried.databaseOf('tried-versions', ['notes'], make);
    await old.change(store => void store('notes').put('old', 1));
    const later = tried.databaseOf('tried-versions', ['notes'], () => {}, 2);
    const found = await later.read('notes', all => all.get(1));
    const refused = await old.read('notes', all => all.get(1)).catch(cause => cause.name);
    await new Promise((done, failed) => {
      const request = indexedDB.deleteDatabase('tried-versions');
      request.onsuccess = done;
      request.onerror = failed;
    });
    return { found, refused, count: await old.read('notes', all => all.count()) };
  });
  expect(given).toEqual({ found: 'old', refused: 'VersionError', count: 0 });
});
