/** Archived games of IPGS in the page: opened from a CAR or as JSON, checked by both OpenPGP keys, and what that does not prove. */
import { expect, inject, test } from 'vitest';
import { archivedGame } from './archived-game.ts';
import { closePage, openPage, until, useBrowser } from './browser.ts';
import { openBytes } from './records.ts';

useBrowser();

/** What reads commits, as the page loads it. */
const OPENPGP = /\/(commits|openpgp[^/]*)-[^/]*\.js$/;

const open = async (name: string, body: Uint8Array | string) => {
  const seen = await openPage('viewer');
  const asked: string[] = [];
  seen.page.on('request', request => asked.push(new URL(request.url()).pathname));
  await openBytes(seen.page, name, body);
  return { ...seen, asked };
};

test.each(['game.car', 'game.json'])(
  '%s: who signed, with which key, and what is not proven',
  async name => {
    const { car, json, players } = await archivedGame();
    const { page, errors, asked } = await open(name, name.endsWith('car') ? car : json);
    await until(page, 'verdict', 'verified');
    await page.locator('kifu-viewer .badge').click();
    const proof = await page.locator('kifu-viewer [data-panel=proof]:has(dl)').innerText();
    for (const { name: player, fingerprint } of players) {
      expect(proof).toContain(player);
      expect(proof).toContain(fingerprint);
    }
    for (const words of [
      'commits, all checked',
      'signed the result on',
      'anyone can create a key',
      'each player wrote their own times',
    ])
      expect(proof).toContain(words);
    for (const words of ['did not sign', 'no hashes', 'couldn’t be loaded'])
      expect(proof).not.toContain(words);
    // the notes that carry the commits are not shown as comments
    expect(await page.locator('kifu-viewer').innerText()).not.toContain('ipgs-');
    expect(errors).toEqual([]);
    expect(asked.filter(path => OPENPGP.test(path))).not.toEqual([]);
    await closePage({ page, errors });
  },
);

test('a changed commit is found, and the moves can be watched', async () => {
  const { json } = await archivedGame();
  const changed = json.replace(/ranked(\\*"):true/, 'ranked$1:false');
  expect(changed).not.toBe(json);
  const { page, errors } = await open('game.json', changed);
  await until(page, 'verdict', 'broken');
  expect(await page.locator('kifu-viewer .badge').innerText()).toBe('Broken');
  await page.locator('kifu-viewer .badge').click();
  const proof = await page.locator('kifu-viewer [data-panel=proof]:has(dl)').innerText();
  expect(proof).toContain('no signature backs them');
  await closePage({ page, errors });
});

test('other records are opened without OpenPGP', async () => {
  const { page, errors } = await openPage('viewer');
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto(`${inject('siteUrl')}/viewer?src=samples/go.car`);
  await until(page, 'verdict', 'verified');
  expect(asked.filter(path => OPENPGP.test(path))).toEqual([]);
  await closePage({ page, errors });
});
