/** A cheating server against the unmodified client and the terminal: each attack is noticed, nothing is signed, and the evidence can be verified. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type LiveMatch, type Stop } from '@kifu/client';
import type { ClientMessage } from '@kifu/client/protocol';
import { type Json, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { findGameIn } from '@kifu/record/file';
import { checkDoubleSigning, findDoubleIntent } from '@kifu/record/sign';
import { memoryVault, type Vault } from '@kifu/record/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { kifu } from '../packages/cli/test/run-kifu.ts';
import { type Started, startKifu } from '../packages/cli/test/start-kifu.ts';
import { type Attack, type MaliciousServer, startMalicious } from './malicious-server.ts';

const findGame = findGameIn({ load: loadKit });
const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const SECRET = new Uint8Array(32).fill(9);

let folder: string;
let server: MaliciousServer;
const lives: LiveMatch[] = [];
const started: Started[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-malice-'));
});
afterEach(async () => {
  for (const live of lives.splice(0)) live.close();
  for (const { child, exit } of started.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
  await server.close();
  await rm(folder, { recursive: true });
});

/** What the victim signed: actions but for agreeing to the header, and endings. */
const signed = ({ heard }: MaliciousServer) =>
  heard.filter(
    message => message.type === 'sign' || (message.type === 'act' && message.act.type !== 'resume'),
  );

const actsOf = (heard: readonly ClientMessage[], type: string) =>
  heard.filter(message => message.type === 'act' && message.act.type === type) as Extract<
    ClientMessage,
    { readonly type: 'act' }
  >[];

/** What `kifu verify` says of the first file of evidence. */
async function verified({
  evidence,
}: Stop): Promise<{ readonly code: number; readonly out: string }> {
  const file = join(folder, evidence[0]!.name);
  await writeFile(file, evidence[0]!.bytes);
  return kifu(['verify', file]);
}

describe('the client', () => {
  async function join(vault: Vault = memoryVault()): Promise<LiveMatch> {
    await takeSeat();
    const { url, id, token } = server;
    const live = unwrap(
      await connect(url, { match: id, token, findGame, secret: SECRET, vault, name: 'Bob' }),
    );
    lives.push(live);
    return live;
  }

  async function takeSeat(): Promise<void> {
    const { publicKeyOf } = await import('@kifu/record/sign');
    const key = Buffer.from(await publicKeyOf(SECRET)).toString('hex');
    await fetch(`${server.url}/api/invites/${server.id}/seats`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Bob', key }),
    });
  }

  const stopOf = (live: LiveMatch): Promise<Stop> =>
    live.stopped === null
      ? new Promise(done => live.on('stop', done))
      : Promise.resolve(live.stopped);

  const reached = (live: LiveMatch, n: number): Promise<void> =>
    new Promise(done => {
      const look = () => live.replay !== null && live.replay.n >= n && done();
      live.on('node', look);
      look();
    });

  test.each<[attack: Attack, code: string, rule: string | undefined, words: string]>([
    ['resign', 'bad-signature', 'own', 'entered entry 5 (resignation) for you'],
    ['draw', 'bad-signature', 'own', 'entered entry 6 (accept-draw) for you'],
    ['move', 'bad-signature', 'own', 'entered entry 6 (a move) for you'],
    ['opponent', 'bad-signature', undefined, 'signature of seat 0 on entry'],
    ['referee', 'bad-signature', undefined, 'signature of the referee on entry 5'],
    ['illegal', 'illegal-move', 'piece', 'the server sent an invalid node'],
  ])('notices an attack after its first move: %s', async (attack, code, _rule, words) => {
    server = await startMalicious(attack);
    const live = await join();
    const stopped = stopOf(live);
    await reached(live, 3);
    unwrap(await live.play(uci('e7e5')));
    const stop = await stopped;
    expect(stop.fault.code).toBe(code);
    expect(stop.fault.message).toContain(words);
    expect(live.replay!.nodes.length).toBeLessThan(server.nodes.length);
    // nothing is signed after that, whatever is asked
    expect(await live.resign()).toMatchObject({ ok: false, fault: { code } });
    expect(signed(server)).toHaveLength(1);
    const verdict = await verified(stop);
    expect(verdict.code).toBe(1);
    expect(verdict.out).toContain(`broken: ${code}`);
  });

  test.each<[attack: Attack, words: string]>([
    ['swap-key', 'your key'],
    ['no-key', 'your key'],
    ['bend-header', 'start position'],
  ])('agrees to no other header than the invite: %s', async (attack, words) => {
    server = await startMalicious(attack);
    const stop = await stopOf(await join());
    expect(stop.fault).toMatchObject({ code: 'broken-record', rule: 'header' });
    expect(stop.fault.message).toBe(`the server changed what you agreed to: ${words}`);
    expect(actsOf(server.heard, 'resume')).toEqual([]);
    expect((await verified(stop)).out).toContain('chess version 1');
  });

  test('reveals nothing for a second header with one nonce after a restart, and has the proof', async () => {
    server = await startMalicious('reuse');
    const vault = memoryVault();
    const first = await join(vault);
    await reached(first, 3);
    first.close();
    server.restart();
    const before = server.heard.length;
    const stop = await stopOf(await join(vault));
    expect(stop.fault).toMatchObject({ code: 'conflict', rule: 'header' });
    const after = server.heard.slice(before);
    expect(after.filter(({ type }) => type === 'link' || type === 'act')).toEqual([]);
    expect(stop.evidence[0]!.name).toMatch(/^proof/);
    const verdict = await verified(stop);
    expect(verdict.code).toBe(0);
    expect(verdict.out).toContain('proof');
    // another start of the program does not forget it
    expect((await join(vault)).stopped).toMatchObject({ fault: { code: 'conflict' } });
  });

  test('commits to another hash chain on another device', async () => {
    server = await startMalicious('reuse');
    const first = await join();
    await reached(first, 3);
    first.close();
    server.restart();
    await reached(await join(), 3);
    const said = server.heard.flatMap(message =>
      message.type === 'ready' ? [message.commitment] : [],
    );
    expect(new Set(said).size).toBe(2);
  });

  test('refuses another history after a restart, and has the proof', async () => {
    server = await startMalicious('fork');
    const vault = memoryVault();
    const first = await join(vault);
    await reached(first, 3);
    unwrap(await first.play(uci('e7e5')));
    await reached(first, 4);
    first.close();
    server.restart();
    const before = server.heard.length;
    const again = await join(vault);
    const stop = await stopOf(again);
    expect(stop.fault).toMatchObject({ code: 'conflict', rule: 'history' });
    expect(await again.play(uci('d7d5'))).toMatchObject({ ok: false });
    expect(actsOf(server.heard.slice(before), 'move')).toEqual([]);
    expect(stop.evidence[0]!.name).toMatch(/^proof/);
    expect((await verified(stop)).code).toBe(0);
  });

  test('refuses another match under the same invite after a restart', async () => {
    server = await startMalicious('other-match');
    const vault = memoryVault();
    const first = await join(vault);
    await reached(first, 3);
    first.close();
    server.restart();
    expect((await stopOf(await join(vault))).fault).toMatchObject({ code: 'conflict' });
  });

  test('signs no number twice, though its first action was never entered', async () => {
    server = await startMalicious('drop');
    const vault = memoryVault();
    const first = await join(vault);
    await reached(first, 3);
    void first.play(uci('e7e5'));
    await until(() => actsOf(server.heard, 'move').length === 1);
    first.close();
    server.restart();
    const again = await join(vault);
    await reached(again, 3);
    void again.play(uci('c7c5'));
    await until(() => actsOf(server.heard, 'move').length === 2);
    const [one, other] = actsOf(server.heard, 'move');
    expect(one!.seq).not.toBe(other!.seq);
  });

  test('two actions under one number would have been a proof', async () => {
    server = await startMalicious('drop');
    const live = await join();
    await reached(live, 3);
    const { publicKeyOf, sign, intentMessage } = await import('@kifu/record/sign');
    const { replay } = live;
    const intents = await Promise.all(
      ['e7e5', 'c7c5'].map(async text => {
        const move = replay!.game.moves.bytes.encode(uci(text));
        const intent = {
          ...{ match: replay!.digestAt(0), seat: 1, seq: 2, seen: replay!.digestAt(3) },
          ...{ act: { type: 'move', move } as const, when: null },
        };
        return { intent, signature: await sign(SECRET, intentMessage(intent)) };
      }),
    );
    const proof = findDoubleIntent(await publicKeyOf(SECRET), intents[0]!, intents[1]!);
    expect((await checkDoubleSigning(proof!)).ok).toBe(true);
  });

  test('plays with a server that is honest', async () => {
    server = await startMalicious('none');
    const live = await join();
    await reached(live, 3);
    unwrap(await live.play(uci('e7e5')));
    await reached(live, 4);
    expect(live.stopped).toBeNull();
  });
});

describe('the terminal', () => {
  const start = (...argv: string[]): Started => {
    const one = startKifu({ KIFU_HOME: folder }, ...argv);
    started.push(one);
    return one;
  };
  const play = (): Started => start('play', '--join', server.link, '--key', 'bob', '--name', 'Bob');
  const evidence = async () => {
    const files = await readdir(join(folder, 'evidence'));
    return files.sort().map(file => join(folder, 'evidence', file));
  };
  beforeEach(async () => {
    const made = start('key', 'new', 'bob');
    expect((await made.exit)[0]).toBe(0);
  });

  test.each<[attack: Attack, words: string]>([
    ['resign', 'the server entered entry 5 (resignation) for you, but you did not sign it'],
    ['draw', 'the server entered entry 6 (accept-draw) for you, but you did not sign it'],
  ])('stops, says why and names the evidence: %s', async (attack, words) => {
    server = await startMalicious(attack);
    const bob = play();
    await bob.saw('1. White  e4');
    bob.type('e5');
    expect((await bob.exit)[0]).toBe(1);
    expect(bob.out()).toContain(
      `match stopped, nothing more is signed: bad-signature (own): ${words}`,
    );
    expect(bob.out()).not.toContain('reconnected');
    expect(signed(server)).toHaveLength(1);
    const [file] = await evidence();
    expect(bob.out()).toContain(file);
    expect(await kifu(['verify', file!])).toMatchObject({ code: 1 });
  });

  test('remembers a match over a kill, and refuses another history of it', async () => {
    server = await startMalicious('fork');
    const bob = play();
    await bob.saw('1. White  e4');
    bob.type('e5');
    await bob.saw('Black  e5');
    await bob.kill();
    server.restart();
    const again = play();
    expect((await again.exit)[0]).toBe(1);
    expect(again.out()).toContain('a different history of this match than before');
    expect(again.out()).not.toContain('reconnected');
    const [car, proof] = await evidence();
    expect(proof).toContain('proof-');
    expect((await kifu(['verify', proof!])).code).toBe(0);
    expect(again.out()).toContain(car);
  });

  test('agrees to no header that lacks its key', async () => {
    server = await startMalicious('no-key');
    const bob = play();
    expect((await bob.exit)[0]).toBe(1);
    expect(bob.out()).toContain('the server changed what you agreed to: your key');
    expect(actsOf(server.heard, 'resume')).toEqual([]);
  });
});

/** Resolves when something is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(done => setTimeout(done, 5));
}
