/** Histories that differ while clients are connected: after a backup was restored, or if a server lies. They are healed or proven, and never change silently. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type LiveMatch, listLive, lookAtInvite, makeInvite } from '@kifu/client';
import { formatCid, type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { verify } from '@kifu/record';
import { checkDoubleSigning, decodeDoubleSigning } from '@kifu/record/sign';
import { memoryVault } from '@kifu/stores/memory';
import { createSqliteStore, type SqliteStore } from '@kifu/stores/sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findGame, openingOf, type Served, seen, serve, until } from '../test/serve.ts';

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const CHESS = {
  game: 'chess',
  seats: [
    { type: 'you' as const, name: 'Ann' },
    { type: 'you' as const, name: 'Bob' },
  ],
};
const LIMITS = { resumeMs: 3000 };
/** Machines may be busy. */
const WAIT = { timeout: 30_000 };

let folder: string;
let served: Served;
let store: SqliteStore;
const lives: LiveMatch[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kifu-history-'));
});
afterEach(async () => {
  for (const live of lives.splice(0)) live.close();
  await stop();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
async function start(name: string, port = 0): Promise<void> {
  store = await createSqliteStore(at(name), { keepBlocks: true, findGame });
  served = await serve({ stores: store, limits: LIMITS }, port);
}
async function stop(): Promise<void> {
  await served.server.close();
  await store.close();
}

/** A match of two players who stay connected while the server stops and starts; the file as it was after two moves. */
async function begin() {
  await start('first.sqlite');
  const { invite, tokens } = unwrap(await makeInvite(served.url, CHESS));
  const [ann, bob] = (await Promise.all(
    tokens.map(async ({ token }) =>
      unwrap(await connect(served.url, { match: invite.id, token, findGame })),
    ),
  )) as [LiveMatch, LiveMatch];
  lives.push(ann, bob);
  await play([ann, bob], ['e2e4', 'e7e5']);
  await store.backup(at('backup.sqlite'));
  return { ann, bob, tokens, id: invite.id, port: Number(new URL(served.url).port) };
}

/** Continues the match, the two players in turn. */
async function play(both: readonly LiveMatch[], moves: readonly string[]): Promise<void> {
  await Promise.all(both.map(live => seen(live, 0)));
  for (const move of moves) {
    const { active } = both[0]!.replay!.table!.game;
    const turn = active(both[0]!.replay!.table!.state)[0]!;
    const { n } = both[0]!.replay!;
    unwrap(await both.find(({ seat }) => seat === turn)!.play(uci(move)));
    await Promise.all(both.map(live => until(live, ({ replay }) => replay!.n > n)));
  }
}

const nodesOf = ({ replay }: LiveMatch): string[] => replay!.nodes.map(node => String(node));

test('a restored backup is healed by what its players have', async () => {
  const { ann, bob, port } = await begin();
  await play([ann, bob], ['g1f3', 'b8c6', 'f1b5']);
  const known = nodesOf(ann);
  const faults: unknown[] = [];
  for (const live of [ann, bob])
    live.on('fault', ({ code, rule }) => faults.push(`${code} ${rule}`));
  await stop();
  await start('backup.sqlite', port);
  const head = formatCid(ann.replay!.head);
  await until(ann, live => live.connection.isConnected);
  await until(bob, live => live.connection.isConnected);
  expect(formatCid(ann.replay!.head)).toBe(head);
  await play([ann, bob], ['a7a6']);
  expect(nodesOf(ann).slice(0, known.length)).toEqual(known);
  expect(faults).toContain('conflict history');
  const stranger = await served.connect(ann.invite!.id);
  expect(nodesOf(stranger)).toEqual(nodesOf(ann));
  expect((await verify(stranger.replay!.nodes, findGame, { signatures: 'all' })).fault).toBeNull();
});

test('a restored backup is healed by one player who knows more', async () => {
  const { ann, bob, port, tokens, id } = await begin();
  await play([ann, bob], ['g1f3', 'b8c6']);
  const head = formatCid(ann.replay!.head);
  bob.close();
  await stop();
  await start('backup.sqlite', port);
  const [, token] = tokens;
  const again = unwrap(await connect(served.url, { match: id, token: token!.token, findGame }));
  lives.push(again);
  await until(again, ({ replay }) => replay !== null && formatCid(replay.head) === head);
  await until(ann, live => live.connection.isConnected);
  await play([ann, again], ['f1b5']);
});

test('another history is noticed, proved, and the end of the match', async () => {
  const { ann, bob, port, tokens, id } = await begin();
  await play([ann, bob], ['g1f3', 'b8c6']);
  const known = nodesOf(ann);
  await stop();
  // the operator restores an old state, and other players continue from it
  copyFileSync(at('backup.sqlite'), at('other.sqlite'));
  await start('other.sqlite');
  const others = await Promise.all(
    tokens.map(async ({ token }) =>
      unwrap(await connect(served.url, { match: id, token, findGame, vault: memoryVault() })),
    ),
  );
  await play(others, ['d2d4', 'd7d5', 'c2c4']);
  for (const live of others) live.close();
  await stop();
  const over = new Promise<void>(done => ann.on('down', ({ isOver }) => isOver && done()));
  const noticed = new Promise<void>(done => ann.on('stop', () => done()));
  await start('other.sqlite', port);
  await Promise.all([over, noticed]);
  expect(ann.stopped!.fault).toMatchObject({ code: 'conflict', rule: 'history' });
  expect(nodesOf(ann)).toEqual(known);
  const proof = unwrap(decodeDoubleSigning(ann.stopped!.evidence[0]!.bytes));
  expect((await checkDoubleSigning(proof)).ok).toBe(true);
  expect(ann.stopped!.evidence[1]!.name).toMatch(new RegExp(`-${3 + openingOf(ann)}.car$`));
  // the server knows by now as well, and continues neither
  const phase = async () => unwrap(await lookAtInvite(served.url, id)).phase;
  await vi.waitFor(async () => expect(await phase()).toBe('ended'), WAIT);
  const late = await served.connect(id, { token: tokens[0]!.token });
  expect(await late.play(uci('a2a3'))).toMatchObject({ fault: { code: 'game-over' } });
  expect(unwrap(await listLive(served.url))).toEqual([]);
});

test('a claim without proof changes nothing', async () => {
  const { ann, bob, port } = await begin();
  await stop();
  await start('first.sqlite', port);
  const room = (await served.server.registry.find(ann.invite!.id))!;
  const { receiveNodes } = await import('./rooms/history.ts');
  const memberOfAnn = () => [...room.members].find(({ seat }) => seat === 0);
  await vi.waitFor(() => expect(memberOfAnn()).toBeDefined(), WAIT);
  const member = memberOfAnn();
  const bytes = Buffer.from(ann.replay!.nodes.at(-1)!);
  bytes[bytes.length - 1]! ^= 1; // a signature that is none
  const forged = bytes.toString('base64');
  const before = room.chain!.last.n;
  await receiveNodes(room, member!, { type: 'nodes', from: before, nodes: [forged], isLast: true });
  await receiveNodes(room, member!, {
    type: 'nodes',
    from: before + 1,
    nodes: [forged],
    isLast: true,
  });
  expect(room.chain!.last.n).toBe(before);
  await play([ann, bob], ['g1f3']);
});
