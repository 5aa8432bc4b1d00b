/** Matches in stores: appended by compare-and-set, loaded again, branched off. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Action, formatCid, type Game, hashState, moveAct, ok, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import {
  begin,
  branchHeader,
  type Chain,
  checkBranch,
  headOf,
  idOf,
  nodesOf,
  readKifu,
  timeline,
  verify,
} from '@kifu/record';
import {
  beginMatch as beginStored,
  loadMatch,
  loadNodes,
  openMatch,
  type Stores,
} from '@kifu/record/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { beginMatch, makeHeader, playOn } from '../../record/test/matches.ts';
import { createCarStore } from './car/index.ts';
import { memoryBlocks, memoryHeads } from './memory/index.ts';
import { createSqliteStore } from './sqlite/index.ts';

const game = chess.game as Game;
const find = () => Promise.resolve(ok(game));
const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kifu-live-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Made = { readonly stores: Stores; close(): Promise<void>; reopen(): Promise<Made> };

const inMemory = async (
  stores: Stores = { blocks: memoryBlocks(), heads: memoryHeads() },
): Promise<Made> => ({ stores, close: async () => {}, reopen: () => inMemory(stores) });

const inCar = async (path = join(folder, `${files++}.car`)): Promise<Made> => {
  const stores = await createCarStore(path);
  return { stores, close: () => stores.close(), reopen: () => inCar(path) };
};

const inSqlite = async (path = join(folder, `${files++}.sqlite`)): Promise<Made> => {
  const stores = await createSqliteStore(path);
  return { stores, close: () => stores.close(), reopen: () => inSqlite(path) };
};

describe.each([
  ['memory', inMemory],
  ['a CAR file', inCar],
  ['an SQLite file', inSqlite],
] as const)('%s', (_name, make) => {
  async function open(): Promise<Made & { chain: Chain }> {
    const made = await make();
    const { header } = await makeHeader({ game });
    const { chain } = unwrap(await beginStored(made.stores, game, header));
    return { ...made, chain };
  }

  test('a match grows node by node and is there again afterwards', async () => {
    const made = await open();
    let { chain } = made;
    for (const [i, uci] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
      ({ chain } = unwrap(
        await openMatch(made.stores, chain).append({ seat: i % 2, act: move(uci), ms: i }),
      ));
    chain = unwrap(await openMatch(made.stores, chain).end());
    await made.close();
    const again = await made.reopen();
    const match = idOf(chain.table.match);
    expect(formatCid((await again.stores.heads.get(match))!)).toBe(formatCid(headOf(chain)));
    const { chain: loaded } = unwrap(await loadMatch(again.stores, match, find));
    expect(nodesOf(loaded)).toEqual(nodesOf(chain));
    const nodes = unwrap(await loadNodes(again.stores, headOf(chain)));
    expect((await verify(nodes, find)).fault).toBeNull();
    await again.close();
  });

  test('of two who append to one head one is too late, and nothing is lost', async () => {
    const made = await open();
    const attempts = await Promise.all(
      ['e2e4', 'd2d4', 'c2c4'].map(uci =>
        openMatch(made.stores, made.chain).append({ seat: 0, act: move(uci), ms: 1 }),
      ),
    );
    const won = attempts.filter(attempt => attempt.ok);
    expect(won).toHaveLength(1);
    for (const attempt of attempts) if (!attempt.ok) expect(attempt.fault.code).toBe('conflict');
    const match = idOf(made.chain.table.match);
    const { chain: loaded } = unwrap(await loadMatch(made.stores, match, find));
    expect(formatCid(headOf(loaded))).toBe(formatCid(headOf(unwrap(won[0]!).chain)));
    const next = await openMatch(made.stores, loaded).append({ seat: 1, act: move('e7e5'), ms: 2 });
    expect(next.ok).toBe(true);
    await made.close();
  });

  test('a refused act keeps nothing', async () => {
    const made = await open();
    const before = formatCid(headOf(made.chain));
    const refused = await openMatch(made.stores, made.chain).append({ seat: 0, act: move('e2e5') });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'illegal-move' } });
    const match = idOf(made.chain.table.match);
    expect(formatCid((await made.stores.heads.get(match))!)).toBe(before);
    await made.close();
  });
});

test('an unknown match is a fault', async () => {
  const { stores } = await inMemory();
  expect(await loadMatch(stores, idOf(new Uint8Array(32)), find)).toMatchObject({
    fault: { code: 'not-found' },
  });
});

test('a match branches off from any entry, and says so truly', async () => {
  const playing = await beginMatch({ game });
  await playOn(playing, 6);
  const nodes = nodesOf(playing.chain);
  const line = unwrap(timeline(game, unwrap(readKifu(nodes))));
  for (let n = 0; n <= 6; n++) {
    const frame = line.at(n);
    const node = { version: 1, codec: 'dag-cbor', digest: nodeDigest(playing.chain, n) } as const;
    const header = branchHeader({
      ...{ game, header: playing.chain.table.header, node, state: frame.state },
      ...{ part: frame.parts.length, at: null },
    });
    const branch = unwrap(begin(game, header)).chain;
    expect(hashState(game, branch.table.state)).toBe(hashState(game, frame.state));
    expect(checkBranch(game, nodes, header).ok).toBe(true);
    const other = {
      ...header,
      start: { canon: game.states.canon(line.at((n + 1) % 7).state), aside: null },
    };
    expect(checkBranch(game, nodes, other)).toMatchObject({ fault: { rule: 'branch' } });
    expect(checkBranch(game, nodes.slice(0, n), header)).toMatchObject({
      fault: { code: 'not-found' },
    });
  }
});

test('a match in real time branches off between its entries', async () => {
  const real = lane as Game;
  const playing = await beginMatch({ game: real });
  await playOn(playing, 4);
  const nodes = nodesOf(playing.chain);
  const line = unwrap(timeline(real, unwrap(readKifu(nodes))));
  const last = line.at(line.length).tick!;
  for (let tick = 0; tick < last; tick++) {
    const frame = line.atTick(tick);
    if (frame.outcome !== null) break;
    const node = {
      version: 1,
      codec: 'dag-cbor',
      digest: nodeDigest(playing.chain, frame.n),
    } as const;
    const parts = line.at(frame.n).parts.length;
    const header = branchHeader({
      ...{ game: real, header: playing.chain.table.header, node, state: frame.state },
      ...{ part: parts, at: frame.tick },
    });
    expect(checkBranch(real, nodes, header).ok).toBe(true);
    expect(unwrap(begin(real, header)).chain.table.n).toBe(0);
  }
});

function nodeDigest({ last }: Chain, n: number): Uint8Array {
  let here = last;
  while (here.n > n) here = here.before!;
  return here.digest;
}
