/** `play --publish`: what is published when, daemons that fail, and matches that change or go on. */
import { mkdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { formatCid, type Game, ok, unwrap } from '@kifu/core';
import { chess, readLog, writeLog } from '@kifu/games/chess';
import { type KifuJson, kifuFromJson } from '@kifu/record/json';
import { expect, test } from 'vitest';
import { serveCommands } from '../../../peer/src/api/server.ts';
import { framePair } from '../../../peer/src/follow/frame-pair.ts';
import { takePublications } from '../../../peer/src/follow/publishing.ts';
import { kuboStandIn, type StandIn } from '../../../stores/test/kubo-stand-in.ts';
import { deadAddress, servers } from '../../../stores/test/web.ts';
import { workshop } from '../../test/files.ts';

const { at, run: runLine, text, write } = workshop();
const serve = servers();
/** Runs a command that waits for what it publishes, but no longer than told; bots take so long for a move. */
const run = (line: string, input = '', maxMs = 60_000, botMs = 0) =>
  runLine(line, {
    input,
    sleep: (ms, signal) =>
      setTimeout(ms === 0 ? botMs : Math.min(ms, maxMs), undefined, { signal }).catch(() => {}),
  });
const TWO = '--seats human,human';

/** A record that the command gave as JSON. */
const readJson = (kifu: KifuJson) => unwrap(kifuFromJson(chess.game as Game, kifu));

/** The root of the log of these moves, in UCI form. */
const rootOf = (line: string, result: '1-0' | '0-1' | null = null): string =>
  formatCid(unwrap(writeLog({ moves: line.split(' '), result })).root);

/** Reads a log from a stand-in, which keeps blocks by their digest. */
const readFrom = async ({ blocks }: StandIn, root: string) =>
  unwrap(await readLog(root, cid => blocks.get(Buffer.from(cid.digest).toString('hex'))));

const publishedIn = (out: string): string[] =>
  [...out.matchAll(/published(?: again)? (bafkrei\w+)/g)].map(found => found[1]!);

test('each pair of moves is published, and the end', async () => {
  const standIn = kuboStandIn();
  const line = `play chess ${TWO} --publish kubo:${await serve(standIn.behave)} --json`;
  const { code, out, err } = await run(line, 'f3\ne5\ng4\nQh4\n');
  expect(code).toBe(0);
  const roots = [rootOf('f2f3 e7e5'), rootOf('f2f3 e7e5 g2g4 d8h4')];
  // with --json, words for people go to standard error
  expect(publishedIn(err)).toContain(roots[1]);
  expect(err).toContain(`fetch it: kifu fetch ${roots[1]} --from kubo:`);
  const { published, kifu } = JSON.parse(out) as { published: string; kifu: KifuJson };
  expect(published).toBe(roots[1]);
  expect(formatCid(unwrap(writeLog(readJson(kifu))).root)).toBe(published);
  expect(await readFrom(standIn, published)).toMatchObject({ verdict: 'ok', result: '0-1' });
  expect([...standIn.pins.keys()].sort()).toEqual([...roots].sort());
});

test('an end without a move is published too', async () => {
  const standIn = kuboStandIn();
  const line = `play chess ${TWO} --publish kubo:${await serve(standIn.behave)} --json`;
  const { out } = await run(line, 'e4\ne5\nresign\n');
  const { published } = JSON.parse(out);
  expect(published).toBe(rootOf('e2e4 e7e5', '0-1'));
  expect(await readFrom(standIn, published)).toMatchObject({ verdict: 'ok', result: '0-1' });
});

test('what is taken back is not in the log', async () => {
  const standIn = kuboStandIn();
  const line = `play chess ${TWO} --publish kubo:${await serve(standIn.behave)} --json`;
  const { out } = await run(line, 'e4\ne5\nNf3\nNc6\nundo\nundo\nd4\nexd4\n');
  expect(JSON.parse(out).published).toBe(rootOf('e2e4 e7e5 d2d4 e5d4'));
});

test('a daemon that fails for a while: told once, tried again, and nothing is missing', async () => {
  const standIn = kuboStandIn();
  let puts = 0;
  const address = await serve((asked, reply) =>
    asked.url!.includes('block/put') && ++puts < 4
      ? reply.writeHead(500).end('{"Message":"disk full"}')
      : standIn.behave(asked, reply),
  );
  const file = at('failing.json');
  // slow enough for the daemon to be asked several times meanwhile
  const line = `play chess --seats bot:random,bot:random --seed 5 --moves 40 --save ${file} --publish kubo:${address}`;
  const { code, out, err } = await run(line, '', 60_000, 10);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.match(/not published/g)).toHaveLength(1);
  expect(out).toContain('refused block/put with status 500: disk full');
  expect(out).toContain('published again bafkrei');
  const kifu = readJson(JSON.parse(await text('failing.json')));
  const { root, nodes } = unwrap(writeLog(kifu));
  expect(publishedIn(out).at(-1)).toBe(formatCid(root));
  expect(standIn.blocks.size).toBe(nodes.length);
});

test('a daemon that is not there, does not answer, or lies does not hold up the match', async () => {
  const lying = kuboStandIn();
  const places = [
    await deadAddress(),
    await serve(() => {}),
    await serve((asked, reply) =>
      asked.url!.includes('block/get') ? reply.end('lies') : lying.behave(asked, reply),
    ),
  ];
  for (const address of places) {
    const line = `play chess ${TWO} --save @held-${places.indexOf(address)}.json --publish kubo:${address}`;
    const { code, out } = await run(line, 'e4\ne5\nNf3\nNc6\n', 200);
    expect(code).toBe(0);
    expect(out).not.toMatch(/published(?: again)? bafkrei/);
    expect(out).toContain('not fully published');
    expect(out).toContain('saved 4 entries');
  }
});

test('a match that continues is published from where it was; a lost log from the start', async () => {
  const standIn = kuboStandIn();
  const address = await serve(standIn.behave);
  const play = (load: string, input: string) =>
    run(`play chess ${TWO}${load} --save @on.json --publish kubo:${address} --json`, input);
  const first = await play('', 'e4\ne5\nNf3\n');
  const { published } = JSON.parse(first.out);
  expect(published).toBe(rootOf('e2e4 e7e5'));
  const before = standIn.heard.length;
  const second = await play(' --load @on.json', 'Nc6\nBb5\na6\n');
  expect(second.err).toContain(`continuing from ${published}`);
  const whole = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6';
  expect(JSON.parse(second.out).published).toBe(rootOf(whole));
  const puts = standIn.heard.slice(before).filter(({ call }) => call === 'block/put');
  expect(puts).toHaveLength(2);

  standIn.blocks.clear();
  const third = await play(' --load @on.json', 'Ba4\nNf6\n');
  expect(third.err).not.toContain('continuing from');
  const { published: last } = JSON.parse(third.out);
  expect(last).toBe(rootOf(`${whole} b5a4 g8f6`));
  expect((await readFrom(standIn, last)).verdict).toBe('ok');

  // and one that has ended is published already
  await play(' --load @on.json', 'resign\n');
  const ended = await play(' --load @on.json', '');
  expect(JSON.parse(ended.out).published).toBe(rootOf(`${whole} b5a4 g8f6`, '0-1'));
});

test('a peer that is slow is waited for at the end, longer than in a turn', async () => {
  const folder = at('home/ipgs');
  await mkdir(folder, { recursive: true });
  const waits: number[] = [];
  const waiting = Promise.withResolvers<void>();
  const published: number[] = [];
  const publish = () => {
    const [here, there] = framePair();
    void takePublications(there, async ({ nodes }) => {
      await waiting.promise;
      published.push(nodes.length);
      return ok({ name: '12D3KooW', sequence: '1', head: 'bafy', log: null });
    });
    return here;
  };
  const peer = await serveCommands(folder, {} as never, { publish } as never);
  const { code, out } = await runLine(`play chess ${TWO} --publish peer`, {
    input: 'f3\ne5\ng4\nQh4\n',
    async sleep(ms, signal) {
      waits.push(ms);
      if (ms === waits[0]) return;
      waiting.resolve();
      await new Promise(resolve => signal!.addEventListener('abort', resolve, { once: true }));
    },
  });
  await peer.close();
  expect(code).toBe(0);
  expect(out).toContain('published live: kifu watch 12D3KooW');
  expect(published.at(-1)).toBe(6); // the header, four moves and the ending
});

test('another match on the table is another log', async () => {
  await write('other.pgn', '1. d4 d5 *');
  const standIn = kuboStandIn();
  const line = `play chess ${TWO} --publish kubo:${await serve(standIn.behave)} --json`;
  const { out } = await run(line, `e4\ne5\nload ${at('other.pgn')}\nc4\ne6\n`);
  expect(JSON.parse(out).published).toBe(rootOf('d2d4 d7d5 c2c4 e7e6'));
});

test('a match without a replay log is refused before the first move', async () => {
  expect(await run('play go --publish ipfs')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^kifu: unsupported: only chess has replay logs/),
  });
  await write('start.pgn', '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n*');
  expect(await run('play chess --load @start.pgn --publish ipfs')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^kifu: unsupported: a replay log starts from the usual position/),
  });
});
