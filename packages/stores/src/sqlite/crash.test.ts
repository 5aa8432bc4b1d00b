/** Killed at any moment: everything that was acknowledged is there, the file is sound, and matches continue to their end. */
import { type Cid, cidOf, formatCid, rngFrom, unwrap } from '@kifu/core';
import { headOf, idOf, nodesOf, verify } from '@kifu/record';
import { loadMatch, openMatch } from '@kifu/record/store';
import { expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { hear, kill, type Recorder, recorders } from '../../test/recorders.ts';
import { findChess, matchOf, playOn } from '../../test/short-matches.ts';
import { createSqliteStore } from './index.ts';

const IS_DEEP = process.env.KIFU_DEEP === '1';
const ROUNDS = IS_DEEP ? 50 : 3;
const MATCHES = 64;
const TIMEOUT_MS = ROUNDS * 60_000;
const path = tempPaths('.sqlite');
const start = recorders(new URL('../../test/sqlite-recorder.ts', import.meta.url));

/** What was said to be durable: by table and round, the newest node and its content id. */
type Heard = Map<string, { readonly n: number; readonly head: string }>;

function listen({ lines }: Recorder, heard: Heard): void {
  for (const line of lines) {
    // the last may have been cut off
    const said = /^(\d+ \d+) (\d+) (b[a-z2-7]{58})$/.exec(line);
    if (said !== null) heard.set(said[1]!, { n: Number(said[2]), head: said[3]! });
  }
}

test.concurrent.each(IS_DEEP ? [1, 2, 3, 4] : [1, 2])(
  'a recorder that is killed repeatedly loses nothing that was acknowledged, file %i',
  { timeout: TIMEOUT_MS },
  async seed => {
    const at = path();
    const luck = rngFrom(seed);
    const all: Heard = new Map();
    for (let round = 0; round < ROUNDS; round++) {
      const recorder = start(at, '0', `${MATCHES}`);
      // the recorder may be further by then: it does not wait for its lines to be read
      await hear(round > 0 && luck(3) === 0 ? luck(3) : 100 + luck(900), recorder);
      await kill(recorder);
      const heard: Heard = new Map();
      listen(recorder, heard);
      for (const [name, one] of heard) all.set(name, one);
      // all of it takes longer with every round
      if (round === 0 || round % 10 === 9) await checkSound(at);
      await checkResumes(at, heard);
    }
    expect(all.size).toBeGreaterThanOrEqual(MATCHES);
    await checkHolds(at, all);
  },
);

const open = (at: string) => createSqliteStore(at, { findGame: findChess.find, keepBlocks: true });

async function checkSound(at: string): Promise<void> {
  const store = await open(at);
  expect((await store.check(findChess.find)).problems).toEqual([]);
  await store.close();
}

/** Each match can be replayed up to its acknowledged length, and at most two nodes further. */
async function checkResumes(at: string, heard: Heard): Promise<void> {
  const store = await open(at);
  for (const [name, { n, head }] of heard) {
    const { chain } = unwrap(await loadMatch(store, matchNamed(name), findChess.find));
    // what it was about to say, and what was being written meanwhile, may be there as well
    expect([n, n + 1, n + 2]).toContain(chain.last.n);
    let { last } = chain;
    while (last.n > n) last = last.before!;
    expect(formatCid(idOf(last.digest))).toBe(head);
  }
  await store.close();
}

/** Everything acknowledged is there, matches in progress continue to their end, and all records are valid. */
async function checkHolds(at: string, heard: Heard): Promise<void> {
  const store = await open(at);
  for (const [name, { n, head }] of heard) {
    let { chain } = unwrap(await loadMatch(store, matchNamed(name), findChess.find));
    const nodes = nodesOf(chain);
    expect(formatCid(cidOf('dag-cbor', nodes[n]!))).toBe(head);
    for (const luck = rngFrom(n); !chain.isEnded; ) {
      const doing = playOn(chain, luck);
      chain =
        doing === null
          ? unwrap(await openMatch(store, chain).end())
          : unwrap(await openMatch(store, chain).append(doing)).chain;
    }
    const { fault } = await verify(nodesOf(chain), findChess.find, { head: headOf(chain).digest });
    expect(fault).toBeNull();
  }
  await store.close();
  const packing = await createSqliteStore(at, { findGame: findChess.find });
  await packing.pack();
  const { problems, matches, packs } = await packing.check(findChess.find);
  expect(problems).toEqual([]);
  // a match may have begun though the recorder did not get to say so
  expect(packs).toBeGreaterThanOrEqual(heard.size);
  expect(matches).toBeLessThanOrEqual(heard.size + MATCHES);
  await packing.close();
}

function matchNamed(name: string): Cid {
  const [table, round] = name.split(' ').map(Number) as [number, number];
  return matchOf(table, round);
}
