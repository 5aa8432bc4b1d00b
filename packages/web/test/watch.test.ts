/** A match on a server of ours, followed over its socket: moves, clocks, talk, a lost connection, and the end. */
import { type LiveMatch, makeInvite, type NewInvite } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { activeSeats, legalMoves, presentOf } from '@kifu/record/match';
import type { KifuViewer } from '@kifu/viewer';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject, test } from 'vitest';
import {
  autoplay,
  seen as followed,
  inMemory,
  type Served,
  serve,
} from '../../server/test/serve.ts';
import {
  axeFinds,
  closePage,
  focus,
  MOVING,
  newPage,
  PATIENT,
  press,
  shown,
  until,
  untilShown,
  useBrowser,
} from './browser.ts';

useBrowser();

let served: Served | undefined;
afterEach(() => served?.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const TWO = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
] as const;
const CLOCK = { type: 'fischer', mainMs: 300_000, incrementMs: 0 } as const;

/** Two people at a match that has begun. */
async function begin(invite: Partial<NewInvite> = {}): Promise<[LiveMatch, LiveMatch]> {
  const [ann, bob] = await served!.play({
    ...{ game: 'chess', seats: [...TWO], countdownMs: 0 },
    ...invite,
  });
  await Promise.all([followed(ann!, 0), followed(bob!, 0)]);
  return [ann!, bob!];
}

/** The page with one viewer, as the server serves it, that looks on at a match. */
async function lookOn(src: string, url = served!.url, options = {}) {
  const seen = await newPage(options);
  await seen.page.goto(`${url}/view.html?live=&src=${encodeURIComponent(src)}`);
  return seen;
}

const site = () => ({ site: inject('siteFolder') });

/** What axe-core finds wrong. The page around is only there to hold a viewer: it needs no heading of its own. */
const violationsOf = (page: Page) => axeFinds(page, { within: 'kifu-viewer' });

/** What a clock shows, in seconds. */
const secondsLeft = async (page: Page, side: 'near' | 'far'): Promise<number> => {
  const text = await page.locator(`kifu-viewer .strip.${side} .clock`).innerText();
  const [, m, s] = /(\d+):(\d+(?:\.\d)?)/.exec(text)!;
  return 60 * Number(m) + Number(s);
};

test('goes with the match, stays where the spectator looks, and shows the chat', async () => {
  served = await serve(site());
  const [ann, bob] = await begin({ clock: CLOCK });
  const seen = await lookOn(`/live/${ann.invite!.id}`);
  const { page } = seen;
  const edge = page.locator('kifu-viewer .edge');
  await until(page, 'length', 2);
  unwrap(await ann.play(uci('e2e4')));
  await untilShown(page, 3);
  expect(await edge.textContent()).toContain('live');
  await followed(bob, 1);
  unwrap(await bob.play(uci('e7e5')));
  await untilShown(page, 4);

  // it is Ann's turn: a spectator sees her clock run, and Bob's stand
  const [near, far] = [await secondsLeft(page, 'near'), await secondsLeft(page, 'far')];
  await expect.poll(() => secondsLeft(page, 'near'), PATIENT).toBeLessThan(near);
  expect(await secondsLeft(page, 'far')).toBe(far);

  bob.chat.say('good luck');
  await page.locator('kifu-viewer .moves .comment.chat:has-text("Bob: good luck")').waitFor();
  await page.locator('kifu-viewer .live:has-text("Bob: good luck")').waitFor({ state: 'attached' });
  expect(await page.locator('kifu-viewer .mark[data-kind=chat]').getAttribute('title')).toBe(
    '4: Bob: good luck',
  );

  expect(await violationsOf(page)).toEqual([]);

  await focus(page);
  await press(page, 'ArrowLeft');
  await untilShown(page, 3);
  unwrap(await ann.play(uci('g1f3')));
  await until(page, 'length', 5);
  expect((await shown(page)).n).toBe(3);
  expect(await edge.getAttribute('aria-pressed')).toBe('false');
  await press(page, ']'); // what was said is a mark like others
  await untilShown(page, 4);
  await edge.click();
  await untilShown(page, 5);

  await followed(bob, 3);
  await bob.resign();
  await page.locator('kifu-viewer .moves .outcome:has-text("white wins")').waitFor();
  await edge.waitFor({ state: 'detached' });
  await until(page, 'verdict', 'refereed');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('the site of a server lists what is played, and leads there by the link that people share', async () => {
  served = await serve(site());
  const [ann] = await begin();
  const seen = await newPage();
  const { page } = seen;
  await page.goto(served.url);
  await page.locator(`a[href$="live/${ann.invite!.id}"]`).first().click();
  await page.waitForURL(`**/live/${ann.invite!.id}`);
  await page.locator('kifu-table kifu-board').waitFor();
  unwrap(await ann.play(uci('e2e4')));
  await page.locator('kifu-table').getByText('e4', { exact: true }).first().waitFor();
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('waits for a match that has not begun', async () => {
  served = await serve(site());
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { game: 'chess', seats: [...TWO], countdownMs: 0 }),
  );
  const seen = await lookOn(`/api/invites/${invite.id}`);
  await seen.page.locator('kifu-viewer .state:has-text("Ann · Bob")').waitFor();
  expect(await violationsOf(seen.page)).toEqual([]);
  for (const { token } of tokens) await served.connect(invite.id, { token });
  await until(seen.page, 'length', 2);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('finds its way back after the server was away', async () => {
  const stores = inMemory();
  served = await serve({ ...site(), stores });
  const { url } = served;
  const { invite, tokens } = unwrap(
    await makeInvite(url, { game: 'chess', seats: [...TWO], countdownMs: 0 }),
  );
  const [ann] = await Promise.all(tokens.map(({ token }) => served!.connect(invite.id, { token })));
  await followed(ann!, 0);
  unwrap(await ann!.play(uci('e2e4')));
  const match = ann!.invite!.match!;
  const seen = await lookOn(`/api/matches/${match}/record`);
  const { page } = seen;
  await untilShown(page, 3);
  await served.close();
  await page.locator('kifu-viewer .edge:has-text("reconnecting")').waitFor();
  expect((await shown(page)).n).toBe(3);
  // who does not come back is not waited for
  const limits = { resumeMs: 1 };
  served = await serve({ ...site(), stores, limits }, Number(new URL(url).port));
  await page.locator('kifu-viewer .edge:has-text("live")').waitFor();
  const bob = await served.connect(match, { token: tokens[1]!.token });
  unwrap(await bob.play(uci('e7e5')));
  await untilShown(page, bob.replay!.n); // with the entries that the server made about its absence
  await closePage(seen);
});

test('pieces fly on between entries in a match without turns', async () => {
  served = await serve(site());
  const [ann] = await begin({ game: 'kung-fu-chess' });
  const seen = await lookOn(`/live/${ann.invite!.id}`, served.url, MOVING);
  const { page } = seen;
  await until(page, 'length', 2);
  const tick = async () => (await shown(page)).tick!;
  await expect.poll(tick, PATIENT).toBeGreaterThan(0); // nothing was sent: time goes on by itself
  const [first] = [...ann.replay!.game.legal(presentOf(ann)!.state, 0)];
  unwrap(await ann.play(first as Json));
  await until(page, 'length', 3);
  const before = await tick();
  await expect.poll(tick, PATIENT).toBeGreaterThan(before);
  await focus(page);
  await page.keyboard.press('Home');
  await until(page, 'tick', 0);
  expect(await page.locator('kifu-viewer .edge').getAttribute('aria-pressed')).toBe('false');
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('of hidden hands the table is shown, and everything once the match has ended', async () => {
  served = await serve(site());
  const players = await begin({ game: 'dominos' });
  const seen = await lookOn(`/live/${players[0].invite!.id}`);
  const { page } = seen;
  await until(page, 'length', 3);
  const looks = () =>
    page.evaluate(() => {
      const { state } = document.querySelector('kifu-viewer') as KifuViewer;
      const texts = state.record!.lines.map(({ text }) => text);
      const hands = state.picture!.scene.pieces.filter(({ area }) => area !== 'line');
      return { texts, hands: hands.map(({ look }) => look) };
    });
  const hidden = await looks();
  expect(new Set(hidden.hands).size).toBe(1); // backs, one like the other
  const first = players.find(player => activeSeats(player).includes(player.seat!))!;
  unwrap(await first.play(legalMoves(first, first.seat)[0]!));
  await untilShown(page, 4);
  await until(page, 'verdict', 'sealed');
  const text = (await looks()).texts[3];
  for (const player of players) autoplay(player, legal => legal[0] ?? null);
  await page.locator('kifu-viewer .moves .outcome', { hasText: /, \d+(?:–\d+)+$/ }).waitFor();
  await until(page, 'verdict', 'refereed');
  await focus(page);
  await page.keyboard.press('Home');
  await untilShown(page, 0);
  const { texts, hands } = await looks();
  const pips = (words = '') => [...words.replace(/\D/g, '')].sort();
  expect(pips(text)).toEqual(pips(texts[3])); // it was called what it was
  expect(pips(text)).toHaveLength(2);
  expect(new Set(hands).size).toBeGreaterThan(1);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
});

test('says that there is no such match; asks for the record where it may open no socket', async () => {
  served = await serve(site());
  const unknown = await lookOn('/live/AAAAAAAAAAAAAAAA');
  await unknown.page.locator('kifu-viewer h2:has-text("Game not found")').waitFor();
  await closePage(unknown);

  const [ann, bob] = await begin();
  unwrap(await ann.play(uci('e2e4')));
  const src = `${served.url}/live/${ann.invite!.id}`;
  const seen = await lookOn(src, inject('siteUrl')); // a page of another site
  await untilShown(seen.page, 3);
  await followed(bob, 1);
  unwrap(await bob.play(uci('e7e5')));
  await untilShown(seen.page, 4);
  await closePage(seen);
});

test('a viewer that the page takes away lets go of the connection, and comes back to it', async () => {
  served = await serve(site());
  const [ann] = await begin();
  unwrap(await ann.play(uci('e2e4')));
  const seen = await lookOn(`/live/${ann.invite!.id}`);
  const { page } = seen;
  await untilShown(page, 3);
  await expect.poll(() => ann.presence.watching, PATIENT).toBe(1);
  const viewer = await page.evaluateHandle(() => {
    const element = document.querySelector('kifu-viewer') as KifuViewer;
    element.remove();
    return element;
  });
  await expect.poll(() => ann.presence.watching, PATIENT).toBe(0);
  await page.evaluate(element => void document.querySelector('main')!.append(element), viewer);
  await expect.poll(() => ann.presence.watching, PATIENT).toBe(1);
  await untilShown(page, 3);
  await closePage(seen);
});
