/** Verifying while the reader watches: the badge, the lane, the proof; and a record that was changed. */
import { expect, test } from 'vitest';
import {
  closePage,
  focus,
  openPage,
  openViewer,
  shown,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';
import { openBytes, tampered, vectorRecord } from './records.ts';

useBrowser();

test('a signed record tells who signed, by which rules, and what is not proven', async () => {
  const seen = await openViewer({ src: 'samples/chess.car' });
  const { page } = seen;
  await until(page, 'verdict', 'verified');
  expect(await page.locator('kifu-viewer .badge').textContent()).toContain('Verified');
  expect(await page.locator('kifu-viewer .lane.verified i').getAttribute('style')).toContain('100');
  await focus(page);
  await page.keyboard.press('v');
  const proof = await page.locator('kifu-viewer [data-panel=proof]:has(dl)').innerText();
  for (const words of [
    'chess version 1',
    'Ada',
    'Every move is legal, and every player signed the whole record',
    'signed everything with',
    'the referee',
    'kifu verify RECORD.car',
    'That a key belongs to the person',
    'bafyrei',
  ])
    expect(proof).toContain(words);
  await page.keyboard.press('v');
  expect((await shown(page)).panel).toBeNull();
  await page.locator('kifu-viewer .badge').click();
  expect((await shown(page)).panel).toBe('proof');
  await closePage(seen);
});

test('an absence that only the referee vouches for makes a record refereed', async () => {
  const seen = await openPage('viewer');
  const { page } = seen;
  const name = 'forged: absence by the word of the referee, players with keys';
  await openBytes(page, 'match.car', await vectorRecord(name));
  await until(page, 'verdict', 'refereed');
  expect(await page.locator('kifu-viewer .badge').innerText()).toContain('Referee-signed');
  await page.locator('kifu-viewer .badge').click();
  const proof = await page.locator('kifu-viewer [data-panel=proof]:has(dl)').innerText();
  expect(proof).toContain('that a player abandoned the game is vouched for only by the referee');
  expect(proof).toMatch(/“Bob” \(seat 1\)\s+signed up to entry \d with/);
  await closePage(seen);
});

test('a record without signatures says so', async () => {
  const seen = await openViewer({ src: 'samples/chess.pgn' });
  await until(seen.page, 'verdict', 'unsigned');
  await seen.page.locator('kifu-viewer .badge').click();
  const proof = await seen.page.locator('kifu-viewer [data-panel=proof]:has(dl)').innerText();
  expect(proof).toContain(
    'moves of “Paul Morphy” (seat 0) and “Duke Karl / Count Isouard” (seat 1)',
  );
  expect(proof).toContain('pgn has no hashes or signatures');
  await closePage(seen);
});

test.each(['link', 'content'] as const)(
  'a changed %s turns red at its place, and all before it plays',
  async what => {
    const seen = await openPage('viewer');
    const { page } = seen;
    await openBytes(page, 'match.car', await tampered(30, what));
    await until(page, 'verdict', 'broken');
    expect(await page.locator('kifu-viewer .badge').textContent()).toContain('Broken at entry 30');
    expect(await page.locator('kifu-viewer .lane.broken').count()).toBe(1);
    await focus(page);
    await page.keyboard.press('End');
    await untilShown(page, 29);
    expect(await page.locator('kifu-viewer .moves .outcome').innerText()).toContain(
      'Entry 30 of 47',
    );
    await page.keyboard.press('v');
    expect(await page.locator('kifu-viewer [role=alert]').innerText()).toContain(
      'The 29 entries before it are valid',
    );
    await closePage(seen);
  },
);

test('a signature that is not good is found, though everything else holds', async () => {
  const seen = await openPage('viewer');
  await openBytes(seen.page, 'match.car', await vectorRecord('broken: a signature of another act'));
  await until(seen.page, 'verdict', 'broken');
  await closePage(seen);
});

test('a fair roll is shown with its numbers', async () => {
  const seen = await openViewer({ src: 'samples/backgammon.car', at: '5' });
  const { page } = seen;
  await focus(page);
  await page.keyboard.press('v');
  const roll = await page.evaluate(() => {
    const viewer = document.querySelector('kifu-viewer') as HTMLElement & {
      record: { lines: { kind: string }[] };
      goTo(text: string): boolean;
    };
    const n = viewer.record.lines.findIndex(({ kind }) => kind === 'chance') + 1;
    viewer.goTo(`${n}`);
    return n;
  });
  await page.locator(`kifu-viewer h3:has-text("Roll at entry ${roll}")`).waitFor();
  const proof = await page.locator('kifu-viewer [data-panel=proof]:has(dl)').innerText();
  expect(proof).toContain('Random draw 0. Each player revealed');
  expect(proof.match(/[0-9a-f]{64}/g)!.length).toBeGreaterThanOrEqual(5);
  expect(proof).toContain('hashes to');
  await closePage(seen);
});

test('a plain roll is shown with its generator, and not called fair', async () => {
  const seen = await openViewer({ src: 'samples/mage-duel.car', at: '3' });
  const { page } = seen;
  await page.locator('kifu-viewer .badge').click();
  await page.locator('kifu-viewer h3:has-text("Roll at entry 3")').waitFor();
  const proof = await page.locator('kifu-viewer [data-panel=proof]:has(dl)').innerText();
  expect(proof).toContain('1664525');
  expect(proof).toContain('That the dice were fair: the seed was public');
  await closePage(seen);
});
