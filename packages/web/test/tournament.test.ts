/** The page of a tournament: made, entered and run by a browser, played with bots, and live for spectators. */
import { buffer } from 'node:stream/consumers';
import { makeTournament } from '@kifu/client/tournament';
import { type Json, unwrap } from '@kifu/core';
import { checkDoubleSigning, decodeDoubleSigning, describeDoubleSigning } from '@kifu/record/sign';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { enter, joinServer, playBoard } from '../../server/test/tournament-bots.ts';
import { closePage, newPage, PATIENT, useBrowser, wrongInAnyLook } from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

let served: Served;
beforeAll(async () => {
  served = await serve({ site: inject('siteFolder'), limits: { signInBurst: 1000 } });
});
afterAll(() => served.close());

const looks = (page: Page) => wrongInAnyLook(page, { without: ['kifu-board', '.picture svg'] });

test('a tournament of four is made, played and watched to its end', LONG, async () => {
  const bots = await Promise.all(
    ['Bot A', 'Bot B', 'Bot C'].map(name => joinServer(served.url, name)),
  );
  const ada = await newPage();
  const { page } = ada;
  await page.goto(`${served.url}/key`);
  await page.getByLabel('Username').fill('Ada');
  await page.getByRole('button', { name: 'Claim username' }).click();
  await page.getByText('Signed in as Ada').waitFor();

  await page.goto(`${served.url}/tournaments`);
  await page.getByText('No tournaments yet.').waitFor();
  expect(await looks(page)).toEqual([]);
  await page.getByLabel('Name').fill('Club night');
  await page.locator('main').locator('[name=game]').selectOption('chess');
  await page.getByLabel('Rounds', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Create a tournament' }).click();
  await page.getByText('No players yet.').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  for (const bot of bots) await enter(served, bot, id);
  // who enters is seen without asking
  await page.getByRole('link', { name: 'Bot C' }).waitFor();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  await page.getByRole('button', { name: 'Start round 1' }).click();
  await page.getByText('Your game against Bot B is ready').waitFor();
  expect(await looks(page)).toEqual([]);

  const eve = await newPage();
  await eve.page.goto(page.url());
  const boards = eve.page.locator('.boards li');
  await expect.poll(() => boards.count(), PATIENT).toBe(2);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('Waiting for Bot B').waitFor();
  expect(await looks(page)).toEqual([]);
  await Promise.all(bots.map((bot, seed) => playBoard(served, bot, id, { most: 0, seed })));
  await page.locator('.state-line b', { hasText: 'You won' }).waitFor();
  await page.getByRole('link', { name: 'Back to tournament' }).click();
  await page.locator('.tournament h1').waitFor();
  // who looks on sees the end
  await eve.page.getByText('Chess, Swiss, finished').waitFor();
  expect(await boards.allTextContents()).toEqual([
    expect.stringMatching(/Bot A – Bot C\s+0 – 1/),
    expect.stringMatching(/Bot B – Ada\s+0 – 1/),
  ]);
  expect(await looks(eve.page)).toEqual([]);
  await eve.page.goto(`${served.url}/tournaments`);
  await eve.page.getByRole('link', { name: 'Club night' }).waitFor();
  expect([...ada.errors, ...eve.errors]).toEqual([]);
  await closePage(eve);
  await closePage(ada);
});

/** How many nodes of a tournament the browser remembers. */
const rememberedNodes = (page: Page, id: string): Promise<number> =>
  page.evaluate(
    name =>
      new Promise<number>(resolve => {
        const opening = indexedDB.open('kifu-tournaments');
        opening.onupgradeneeded = () => opening.transaction!.abort(); // the page makes it
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const db = opening.result;
          const found = db.transaction('seen').objectStore('seen').get(name);
          found.onsuccess = () => {
            db.close();
            resolve(found.result?.length ?? 0);
          };
        };
      }),
    id,
  );

/** Puts the state of a tournament back, as who runs the server can, and starts the server again; the page keeps its address. */
async function goBack(page: Page, id: string, state: Json): Promise<void> {
  const { stores } = served;
  const address = new URL(page.url()).origin;
  await served.close();
  await stores.vault.put('tournament', id, state);
  served = await serve({ site: inject('siteFolder'), limits: { signInBurst: 1000 }, stores });
  await page.unroute(`${address}/**`);
  await page.route(`${address}/**`, async route => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route
      .fetch({ url: `${served.url}${pathname}${search}` })
      .catch(() => null);
    // the page may have left meanwhile
    await (response === null ? route.abort() : route.fulfill({ response })).catch(() => {});
  });
}

test('a browser that saw a tournament warns when its history was rewritten', LONG, async () => {
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map(name => joinServer(served.url, name)));
  const wanted = { name: 'Open', system: 'swiss', game: 'chess', rounds: 2 } as const;
  const { id } = unwrap(await makeTournament(served.url, ann!.token, wanted));
  await enter(served, ann!, id);
  const before = (await served.stores.vault.get('tournament', id)) as Json;
  await enter(served, bob!, id);
  const seen = await newPage();
  const { page } = seen;
  await page.goto(`${served.url}/tournament/${id}`);
  await page.getByRole('link', { name: 'Bob' }).waitFor();
  await expect.poll(() => rememberedNodes(page, id), PATIENT).toBe(3);

  // the server goes back to before Bob entered, and signs another entry in that place
  await goBack(page, id, before);
  await enter(served, await joinServer(served.url, 'Dan'), id);
  await page.reload();
  const alert = page.getByRole('alert');
  await alert.getByText('it differs from entry 2 on. The organizer signed both.').waitFor();
  expect(await looks(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    alert.getByRole('button', { name: 'Download the proof' }).click(),
  ]);
  const proof = unwrap(decodeDoubleSigning(await buffer(await download.createReadStream())));
  expect(await checkDoubleSigning(proof)).toMatchObject({ ok: true });
  expect(describeDoubleSigning(proof)).toMatchObject({
    ...{ by: 'organizer', match: id, seq: 2 },
    says: [expect.stringContaining('"Bob"'), expect.stringContaining('"Dan"')],
  });

  // an older state is told too
  await goBack(page, id, before);
  await page.reload();
  await alert.getByText('ends at entry 1, but you have seen 2 entries').waitFor();
  // the page asks while the server is away too
  expect(seen.errors.filter(error => !error.startsWith('Failed to load resource'))).toEqual([]);
  await closePage(seen);
});
