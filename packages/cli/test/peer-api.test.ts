/** The service of a player's directory: the same answers in this process, over the socket and from the page; and what strangers get. */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Result, unwrap } from '@kifu/core';
import { connectPeer, PEER_API, type PeerApi, type RequestName } from '@kifu/peer/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '../../ipgs/test/quick-keys.ts';
import { proofOf } from '../../peer/src/api/handshake.ts';
import { serveCommands } from '../../peer/src/api/server.ts';
import { type OpenDirectory, openDirectory, peerApiOf } from '../src/ipgs/peer-service.ts';
import { servePeerSite } from '../src/ipgs/peer-site.ts';
import * as peers from './peers.ts';
import { kifu, makeIo } from './run-kifu.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'kifu-api-'));
const SECRET = 'a phrase that nobody reads';
const env = { KIFU_PASSPHRASE: SECRET, KIFU_HOME: join(FOLDER, 'home') };
const folderOf = (player: string) => join(FOLDER, player);

/** An offer is named by its time. */
let clock = Date.now() - 3_600_000;

async function as(player: string, ...argv: string[]): Promise<string> {
  const words = [...argv, '--folder', folderOf(player)];
  clock += 1000;
  const { code, out, err } = await kifu(words, { env, startMs: clock });
  if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}${out}`);
  return out.trim();
}
const json = async (player: string, ...argv: string[]) =>
  JSON.parse(await as(player, ...argv, '--json'));

const newIo = () => {
  const { stdin, stdout, stderr } = process;
  return makeIo({ env, startMs: Date.now() }, { stdin, stdout, stderr });
};

/** A way to ask, and whether it is the page's. */
interface Transport {
  readonly api: PeerApi;
  readonly isPage: boolean;
}

let opened: OpenDirectory;
let api: PeerApi;
const transports = new Map<string, Transport>();
const closing: (() => Promise<void>)[] = [];
let origin = '';
let token = '';

beforeAll(async () => {
  await as('ann', 'id', 'new', 'ann');
  const io = newIo();
  opened = unwrap(await openDirectory(io, { folder: folderOf('ann') }));
  api = peerApiOf(opened.folder, null);
  transports.set('in this process', { api, isPage: false });
  const local = await serveCommands(folderOf('ann'), api, {} as never);
  const over = (await connectPeer(folderOf('ann')))!;
  transports.set('over the socket', { api: over.api, isPage: false });
  const site = unwrap(await servePeerSite(api, FOLDER, 0, () => ({}) as never));
  ({ origin } = new URL(site.url));
  token = new URLSearchParams(site.url.split('?')[1]).get('token')!;
  const page = new Proxy({} as PeerApi, {
    get: (_, request) => async (input: unknown) => {
      const answer = await fetch(`${origin}/peer/api`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ request, input }),
      });
      return answer.json();
    },
  });
  transports.set('from the page', { api: page, isPage: true });
  closing.push(over.close, local.close, site.close, opened.close);
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(FOLDER, { recursive: true, force: true });
});

const each = ['in this process', 'over the socket', 'from the page'] as const;
const ask = (
  { api: asked }: Transport,
  name: RequestName,
  input: object,
): Promise<Result<unknown>> => (asked[name] as (input: object) => Promise<Result<unknown>>)(input);

describe.each(each)('peerApiContract %s', name => {
  const transport = () => transports.get(name)!;

  test('answers as its rows say, the same everywhere', async () => {
    for (const request of Object.keys(PEER_API) as RequestName[]) {
      const { page, input, output } = PEER_API[request];
      if (!input.safeParse({}).success || (transport().isPage && !page)) continue;
      if (request === 'peer.lock' || request === 'namespace.export') continue;
      const here = await ask({ api, isPage: false }, request, {});
      const there = await ask(transport(), request, {});
      expect(there, request).toEqual(JSON.parse(JSON.stringify(here)));
      if (there.ok) expect(output.safeParse(there.value).error, request).toBeUndefined();
    }
  });

  test('acts, and shows what came of it', async () => {
    const offered = unwrap(
      await transport().api['challenge.offer']({ game: 'chess', first: 'me' }),
    );
    const { id } = offered.json;
    const listed = unwrap(await transport().api['challenge.list']({}));
    expect(listed.json.challenges).toMatchObject([{ id, game: 'chess', isMine: true }]);
    unwrap(await transport().api['challenge.cancel']({ challenge: id }));
    expect(unwrap(await transport().api['challenge.list']({})).json.challenges).toEqual([]);
  });

  test('refuses input that its row does not allow, and names the place', async () => {
    expect(await ask(transport(), 'game.play', { game: 'x' })).toMatchObject({
      ok: false,
      fault: { code: 'malformed', at: { path: '/move' } },
    });
    expect(await ask(transport(), 'game.list', 7 as never)).toMatchObject({ ok: false });
  });

  test('a passphrase is in no answer', async () => {
    const wrong = 'not the phrase of anybody';
    for (const input of [{ passphrase: wrong }, { passphrase: [wrong] }]) {
      const said = await ask(transport(), 'peer.unlock', input);
      expect(said.ok).toBe(false);
      expect(JSON.stringify(said)).not.toContain(wrong);
    }
    for (const request of ['peer.locked', 'identity.show', 'peer.list'] as const)
      expect(JSON.stringify(await ask(transport(), request, {}))).not.toContain(SECRET);
  });
});

test('a locked key signs nothing until it is unlocked, and the page cannot unlock it', async () => {
  unwrap(await api['peer.lock']({}));
  for (const name of each)
    expect(await transports.get(name)!.api['challenge.offer']({ game: 'go' })).toMatchObject({
      ok: false,
      fault: { rule: 'passphrase' },
    });
  const [, socket, page] = each.map(name => transports.get(name)!);
  expect(await page!.api['peer.unlock']({ passphrase: SECRET })).toMatchObject({
    fault: { code: 'unsupported' },
  });
  expect(unwrap(await socket!.api['peer.locked']({}))).toBe(true);
  unwrap(await socket!.api['peer.unlock']({ passphrase: SECRET }));
  const { id } = unwrap(await page!.api['challenge.offer']({ game: 'go' })).json;
  unwrap(await api['challenge.cancel']({ challenge: id }));
});

describe('a stranger at the socket', () => {
  const address = () =>
    JSON.parse(readFileSync(join(folderOf('ann'), 'peer.json'), 'utf8')) as {
      port: number;
      token: string;
    };
  /** Says some lines, each after an answer; gives all that is said back until the end. */
  const talk = (answer: (said: readonly string[]) => string | null): Promise<string[]> =>
    new Promise(resolve => {
      const socket = connect(address().port, '127.0.0.1');
      let text = '';
      const linesIn = () => text.split('\n').slice(0, -1);
      const say = () => {
        const next = answer(linesIn());
        if (next === null) socket.end();
        else socket.write(next);
      };
      socket.setEncoding('utf8').on('data', chunk => {
        text += chunk;
        if (text.endsWith('\n')) say();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(linesIn()));
      say();
    });
  const nonce = '0'.repeat(64);
  const hello = `${JSON.stringify({ nonce })}\n`;
  const proved = (said: readonly string[]) => {
    const theirs = JSON.parse(said[0]!) as { nonce: string };
    return `${JSON.stringify({ proof: proofOf('command', address().token, nonce, theirs.nonce) })}\n`;
  };
  const fault = (line: string | undefined) => JSON.parse(line ?? 'null')?.fault?.code;

  test.each<[string, string]>([
    ['garbage', '\u0000\u0001 nonsense\n'],
    ['an array', '[]\n'],
    ['a nonce that is none', '{"nonce":"00"}\n'],
    ['a request without a proof', '{"request":"game.list","input":{}}\n'],
  ])('gets a fault for %s', async (_name, line) => {
    expect((await talk(said => (said.length === 0 ? line : null))).map(fault)).toEqual([
      'bad-signature',
    ]);
  });

  test('gets a fault for a proof by another token, and for the proof sent back', async () => {
    for (const proof of ['0'.repeat(64), null]) {
      const said = await talk(lines =>
        lines.length === 0
          ? hello
          : lines.length === 1
            ? `${JSON.stringify({ proof: proof ?? JSON.parse(lines[0]!).proof })}\n`
            : null,
      );
      expect(fault(said[1])).toBe('bad-signature');
    }
  });

  test('gets a fault for a line that does not end', async () => {
    const said = await talk(lines => (lines.length === 0 ? 'x'.repeat(10_000) : null));
    expect(said.map(fault)).toEqual(['too-large']);
  });

  test('who has proved the token gets a fault for unknown and odd requests, and may continue', async () => {
    const odd = ['{"request":"peer.lend"}', '{"request":"__proto__"}', '7', '{', '{"stream":"x"}'];
    const said = await talk(lines =>
      lines.length === 0
        ? hello
        : lines.length === 1
          ? `${proved(lines)}${odd.slice(0, 4).join('\n')}\n`
          : lines.length < 5
            ? ''
            : lines.length === 5
              ? `${odd[4]}\n`
              : null,
    );
    expect(said.slice(1).map(fault)).toEqual([
      ...['unsupported', 'unsupported', 'unsupported', 'unsupported', 'unreachable'],
    ]);
  });

  test('leaves the service as it was', async () => {
    const again = (await connectPeer(folderOf('ann')))!;
    expect(unwrap(await again.api['game.list']({})).json.games).toEqual([]);
    await again.close();
  });
});

test('commands at once wait for each other, and one that waits in vain says why', async () => {
  await as('bob', 'id', 'new', 'bob');
  await Promise.all(['go', 'chess', 'checkers'].map(game => as('bob', 'challenge', 'offer', game)));
  expect((await json('bob', 'challenge', 'list')).challenges).toHaveLength(3);
  const io = newIo();
  const held = unwrap(await openDirectory(io, { folder: folderOf('bob') }));
  await expect(as('bob', 'game', 'list')).rejects.toThrow(
    `conflict (in-use): another process is using ${folderOf('bob')}`,
  );
  await held.close();
  expect(await as('bob', 'game', 'list')).toBe('no games');
}, 60_000);

test('a process that is killed between signing and publishing has made no move', async () => {
  for (const player of ['cy', 'dan']) await as(player, 'id', 'new', player);
  const send = async (from: string, to: string) => {
    const file = join(FOLDER, `${from}.car`);
    await as(from, 'namespace', 'export', '-o', file, '--force');
    await as(to, 'namespace', 'import', file);
  };
  const { id } = await json('cy', 'challenge', 'offer', 'chess', '--first', 'me');
  await send('cy', 'dan');
  const game = (await json('dan', 'challenge', 'accept', id)).id;
  await send('dan', 'cy');
  await as('cy', 'challenge', 'confirm', game);
  const child = fork(join(import.meta.dirname, 'die-at-publish.ts'), [folderOf('cy'), game, 'e4'], {
    execArgv: ['--conditions=source'],
    env: { ...process.env, ...env },
  });
  const signal = await new Promise(resolve => child.once('exit', (_code, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  expect(await json('cy', 'game', 'show', game)).toMatchObject({ commits: 3, turn: [0] });
  await as('cy', 'game', 'play', game, 'd4');
  await send('cy', 'dan');
  expect(await json('dan', 'game', 'show', game)).toMatchObject({ commits: 4, turn: [1] });
  for (const player of ['cy', 'dan'])
    expect(await as(player, 'namespace', 'evidence')).toContain('no evidence');
}, 60_000);

test('a step by the id of a game reads that game in each tree, and nothing else of their lists', async () => {
  const [{ id, name }] = (await json('cy', 'game', 'list')).games;
  const cy = unwrap(await openDirectory(newIo(), { folder: folderOf('cy') }));
  const asked: (string | undefined)[] = [];
  const counting = Object.create(cy.folder, {
    trees: {
      value(only?: string) {
        asked.push(only);
        return cy.folder.trees(only);
      },
    },
  });
  unwrap(await peerApiOf(counting, null)['game.say']({ game: id, text: 'hello' }));
  await cy.close();
  expect([...new Set(asked)]).toEqual([name]);
});

test('a game that is looked at while it is resigned is acknowledged once, and archived by both', async () => {
  for (const player of ['eve', 'finn']) await peers.as(player, 'id', 'new', player);
  const eve = await peers.startPeer('eve');
  await peers.startPeer('finn', '--peer', eve.address);
  const { id } = await peers.json('eve', 'challenge', 'offer', 'chess', '--first', 'me');
  const has = (list: readonly { id: string }[], wanted: string) =>
    list.some(each => each.id === wanted);
  await peers.until('finn hears of the offer', async () =>
    has((await peers.json('finn', 'challenge', 'list')).challenges, id),
  );
  const game = (await peers.json('finn', 'challenge', 'accept', id)).id;
  await peers.until('eve hears of the acceptance', async () =>
    has((await peers.json('eve', 'game', 'list')).games, game),
  );
  await peers.as('eve', 'challenge', 'confirm', game);
  await peers.as('eve', 'game', 'play', game, 'e4');
  // a look settles what it finds, as pages do at each event
  const ways = await Promise.all(
    ['eve', 'eve', 'eve', 'finn'].map(async player => (await connectPeer(peers.folderOf(player)))!),
  );
  let isOver = false;
  const looking = ways.slice(1).map(async way => {
    while (!isOver) unwrap(await way.api['game.list']({}));
  });
  unwrap(await ways[0]!.api['game.resign']({ game }));
  await peers.until('both have archived it', async () => {
    const lists = ['eve', 'finn'].map(player => peers.json(player, 'archive', 'list'));
    return (await Promise.all(lists)).every(({ games }) => games.length === 1);
  });
  isOver = true;
  await Promise.all(looking);
  for (const way of ways) await way.close();
  for (const player of ['eve', 'finn'])
    expect(await peers.as(player, 'namespace', 'evidence')).toContain('no evidence');
}, 120_000);
