/** The site in peer mode: a player does by mouse what another does by commands, each with a peer. */
import { cidOf, formatCid, type Game, moveAct, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { askForMatches } from '@kifu/peer/api';
import { publishOver } from '@kifu/peer/follow';
import { append, begin, nodesOf } from '@kifu/record';
import type { KifuViewer } from '@kifu/viewer';
import type { KifuBoard } from '@kifu/viewer/board';
import { expect, test } from 'vitest';
import { as, folderOf, json, startPeer, until } from '../../cli/test/peers.ts';
import { closePage, newPage, useBrowser, wrongInAnyLook } from './browser.ts';

const SLOW = { timeout: 60_000 };

useBrowser();

test('offers, plays, resigns, signs and finds it in the archive, by mouse', async () => {
  for (const name of ['ann', 'bob']) await as(name, 'id', 'new', name);
  const ann = await startPeer('ann', '--web');
  await startPeer('bob', '--peer', ann.address);
  const url = (await until('ann has pages', () => ann.said.find(({ event }) => event === 'pages')))
    .url as string;

  const { origin } = new URL(url);
  expect((await fetch(`${origin}/peer/news`)).status).toBe(401);
  const token = new URLSearchParams(url.split('?')[1]).get('token');
  const post = async (body: string, authorization = `Bearer ${token}`) => {
    const headers = { authorization };
    const answer = await fetch(`${origin}/peer/api`, { method: 'POST', headers, body });
    return answer.json();
  };
  for (const request of ['peer.unlock', 'identity.show', 'namespace.export', 'toString', 'game'])
    expect(await post(JSON.stringify({ request, input: {} }))).toMatchObject({
      ok: false,
      fault: { code: 'unsupported' },
    });
  for (const [body, code] of [
    ['{', 'malformed'],
    ['null', 'unsupported'],
    [JSON.stringify({ request: 'game.show', input: { game: 7 } }), 'malformed'],
    [JSON.stringify({ request: 'game.show', input: { game: 'x'.repeat(1000) } }), 'malformed'],
    [JSON.stringify({ request: 'game.show', input: { game: 'x'.repeat(20_000) } }), 'too-large'],
  ] as const)
    expect(await post(body)).toMatchObject({ ok: false, fault: { code } });
  expect(await post(JSON.stringify({ request: 'game.list' }), 'Bearer x')).toMatchObject({
    ok: false,
  });
  expect(await post(JSON.stringify({ request: 'game.list' }))).toMatchObject({
    ok: true,
    value: { json: { games: [] } },
  });

  const seen = await newPage();
  const { page } = seen;
  await page.goto(url);
  await page.locator('.dashboard-connections', { hasText: 'Connected to bob.' }).waitFor(SLOW);
  expect(page.url()).not.toContain('token');
  // a match that bob's peer publishes is followed by its name, as it goes on
  const nodes = await playSome(5);
  const way = await askForMatches(folderOf('bob'), 'publish');
  const publish = publishOver(unwrap(way!));
  const { name } = unwrap(await publish({ nodes: nodes.slice(0, 2), log: [] }));
  await page.locator('.dashboard-follow input').fill(name);
  await page.locator('.dashboard-follow [type=submit]').click();
  const shown = () =>
    page.evaluate(() => document.querySelector<KifuViewer>('kifu-viewer')?.state?.record?.head);
  const head = (count: number) => formatCid(cidOf('dag-cbor', nodes[count - 1]!));
  await until('the first nodes are shown', async () => (await shown()) === head(2));
  unwrap(await publish({ nodes, log: [] }));
  await until('the next nodes are shown', async () => (await shown()) === head(nodes.length));
  expect(await wrongInAnyLook(page)).toEqual([]);
  unwrap(way!).close();
  await page.goBack();

  await page.locator('.dashboard-challenges [name=game]').selectOption('chess');
  await page.locator('.dashboard-challenges [name=pace]').selectOption({ label: '1 day per move' });
  await page.locator('.dashboard-challenges [name=opponent]').selectOption('bob');
  await page.locator('.dashboard-challenges [type=submit]').click();
  const { id } = await until('bob hears of the offer', async () =>
    (await json('bob', 'challenge', 'list')).challenges.find(
      ({ game }: { game: string }) => game === 'chess',
    ),
  );
  await as('bob', 'challenge', 'accept', id);
  await page.locator('.dashboard-challenges button', { hasText: 'Start game' }).click(SLOW);
  await page.locator('.dashboard-games a', { hasText: 'bob' }).click(SLOW);

  const game = await until('bob has it too', async () => {
    const [one] = (await json('bob', 'game', 'list')).games;
    return one?.phase === 'accepted' ? null : one;
  });
  const standing = page.locator('.standing');
  await standing.waitFor(SLOW);
  if (game.turn.includes(game.seat)) await as('bob', 'game', 'play', game.id, 'e4');
  await standing.filter({ hasText: 'Your turn' }).waitFor(SLOW);
  await page.waitForFunction(
    () => (document.querySelector('kifu-board') as KifuBoard | null)?.position?.legal.length,
    null,
    SLOW,
  );
  await page.evaluate(() => {
    const board = document.querySelector('kifu-board') as KifuBoard;
    const { kit, seat, scene, legal } = board.position!;
    const { path } = kit.touch!(legal[0]!, seat!, scene);
    for (const place of path) board.touch(typeof place === 'string' ? place : place[0]);
  });
  await standing.filter({ hasText: 'Opponent’s turn' }).waitFor(SLOW);

  await page.locator('button', { hasText: 'Resign' }).click();
  await standing.filter({ hasText: '+Resign' }).waitFor(SLOW);
  // nobody has to agree or sign by hand: the next command of each does it
  await page.locator('a', { hasText: 'All games' }).click();
  await until('bob archives it', async () => {
    await as('bob', 'game', 'list');
    return (await json('bob', 'archive', 'list')).games.length > 0;
  });
  await page.locator('.dashboard-archive li button').first().waitFor(SLOW);
  expect(await wrongInAnyLook(page)).toEqual([]);
  await page.locator('.dashboard-archive li button').first().click(SLOW);
  await page.locator('kifu-viewer .picture > svg').first().waitFor(SLOW);
  expect(seen.errors).toEqual([]);
  await closePage(seen);
}, 300_000);

/** The nodes of a match of chess after so many moves. */
async function playSome(moves: number): Promise<readonly Uint8Array[]> {
  const game = unwrap(await loadKit('chess')).game as Game;
  const players = ['Ann', 'Ben'].map((name, seat) => ({ name, seat }));
  let { chain } = unwrap(
    begin(game, {
      ...{ game: 'chess', version: game.version, options: {}, players, seed: null, start: null },
      ...{ startedAt: null, tags: {} },
    }),
  );
  for (let n = 0; n < moves; n++) {
    const { state } = chain.table;
    const [seat] = game.active(state) as [number];
    const [move] = game.legal(state, seat);
    ({ chain } = unwrap(append(chain, { seat, act: moveAct(game, move!) })));
  }
  return nodesOf(chain);
}
