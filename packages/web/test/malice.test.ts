/** A cheating server against the site in a real browser: the page stops, says why, and offers the evidence. */
import { unwrap } from '@kifu/core';
import { readCar } from '@kifu/record/car';
import { checkDoubleSigning, decodeDoubleSigning } from '@kifu/record/sign';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import {
  type Attack,
  type MaliciousServer,
  startMalicious,
} from '../../../test/malicious-server.ts';
import { type Served, serve } from '../../server/test/serve.ts';
import { axeFinds, closePage, newPage, PATIENT, useBrowser } from './browser.ts';

useBrowser();

let truth: Served;
let cheat: MaliciousServer;
afterEach(async () => {
  await cheat.close();
  await truth.close();
});

/** A page that joins the match of a cheating server. */
async function join(attack: Attack) {
  truth = await serve({ site: inject('siteFolder') });
  cheat = await startMalicious(attack, truth.url);
  const seen = await newPage();
  await seen.page.goto(cheat.link);
  await seen.page.locator('form.join input').fill('Bob');
  await seen.page.locator('form.join [type=submit]').click();
  return seen;
}

async function play(page: Page, move: string): Promise<void> {
  await page.locator('kifu-table .notation', { hasText: 'e4' }).first().waitFor();
  await page.locator('.typed input').fill(move);
  await page.keyboard.press('Enter');
}

const notice = (page: Page) => page.locator('.stop-notice');

/** The bytes of a file that the page offers. */
async function download(page: Page, name: string): Promise<Uint8Array> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    notice(page).getByRole('button', { name }).click(),
  ]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const signed = () =>
  cheat.heard.filter(
    message => message.type === 'sign' || (message.type === 'act' && message.act.type !== 'resume'),
  );

test.each<[attack: Attack, words: string]>([
  ['resign', 'An action was entered for you that you did not sign.'],
  ['draw', 'An action was entered for you that you did not sign.'],
  ['opponent', 'An action was entered without a valid signature.'],
])('stops a game in which the server cheats: %s', async (attack, words) => {
  const seen = await join(attack);
  await play(seen.page, 'e5');
  await notice(seen.page).waitFor();
  expect(await notice(seen.page).innerText()).toContain(words);
  expect(signed()).toHaveLength(1);
  const car = unwrap(readCar(await download(seen.page, 'evidence-')));
  expect(car.blocks.length).toBeGreaterThan(5);
  expect(await axeFinds(seen.page)).toEqual([]);
  await closePage(seen);
});

test.each<Attack>(['swap-key', 'no-key', 'bend-header'])(
  'agrees to no other game than the one it joined: %s',
  async attack => {
    const seen = await join(attack);
    await notice(seen.page).waitFor();
    expect(await notice(seen.page).innerText()).toContain('differs from what you agreed to');
    expect(cheat.heard.filter(({ type }) => type === 'act')).toEqual([]);
    await closePage(seen);
  },
);

test.each<[attack: Attack, words: string]>([
  ['fork', 'a different history of this game'],
  ['reuse', 'One invite was used for two different games.'],
])('remembers over a reload, and offers the proof: %s', async (attack, words) => {
  const seen = await join(attack);
  const { page } = seen;
  if (attack === 'fork') {
    await play(page, 'e5');
    await page.locator('kifu-table .notation', { hasText: 'e5' }).first().waitFor();
  } else await expect.poll(() => cheat.nodes.length, PATIENT).toBe(4);
  await page.goto('about:blank');
  cheat.restart();
  const before = cheat.heard.length;
  await page.goto(cheat.link);
  await notice(page).waitFor();
  expect(await notice(page).innerText()).toContain(words);
  const after = cheat.heard.slice(before);
  expect(after.filter(({ type }) => type === 'act' || type === 'link')).toEqual([]);
  const proof = unwrap(decodeDoubleSigning(await download(page, 'proof-')));
  expect((await checkDoubleSigning(proof)).ok).toBe(true);
  // one more look does not continue it either
  await page.reload();
  await notice(page).waitFor();
  await closePage(seen);
});
