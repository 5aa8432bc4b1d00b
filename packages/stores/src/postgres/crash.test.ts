/** Server or program killed at any moment: everything that was acknowledged is there, and matches continue. */
import { type Cid, formatCid, rngFrom, unwrap } from '@kifu/core';
import { idOf, verify } from '@kifu/record';
import { loadMatch, loadNodes } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { isLeftOut, newSchema, usePostgres } from '../../test/databases.ts';
import { recordTable } from '../../test/record-tables.ts';
import { hear, kill, type Recorder, recorders } from '../../test/recorders.ts';
import { findChess, matchOf } from '../../test/short-matches.ts';
import { createPostgresStore, PostgresConnectionError, type PostgresStore } from './index.ts';

const DEEP = process.env.KIFU_DEEP === '1';
const MATCHES = 64;

/** What was said to be durable: by table and round, the newest node and its content id. */
type Heard = Map<string, { readonly n: number; readonly head: string }>;

describe.skipIf(isLeftOut)('crashes', () => {
  const server = usePostgres({ settings: { max_connections: '60' } });

  test('of the server lose nothing that was acknowledged to a recorder of 64 matches', async () => {
    // what has ended is packed meanwhile
    const findGame = findChess.find;
    const store = await createPostgresStore(server().url(), { schema: newSchema(), findGame });
    const luck = rngFrom(1);
    const heard: Heard = new Map();
    const last = DEEP ? 20 : 4;
    let [kills, acknowledged] = [0, 0];
    let wake = () => {};
    /** While what is there is being looked at, no new match begins. */
    let looking: Promise<unknown> = Promise.resolve();
    const note = (table: number) => (round: number, n: number, head: Cid) => {
      heard.set(`${table} ${round}`, { n, head: formatCid(head) });
      acknowledged++;
      wake();
    };
    /** Records until the last crash is over, and then to the end of the match. */
    const record = async (table: number): Promise<void> => {
      for (let isLast = false; !isLast; )
        try {
          isLast = kills === last;
          await looking;
          await recordTable(store, table, note(table));
        } catch (error) {
          // a writer is not told that something is durable when the server is gone
          expect(error).toBeInstanceOf(PostgresConnectionError);
          isLast = false;
          await new Promise(done => setTimeout(done, 20));
        }
    };
    const recording = Promise.all(Array.from({ length: MATCHES }, (_, table) => record(table)));
    while (kills < last) {
      const enough = acknowledged + 50 + luck(600);
      await new Promise<void>(done => {
        wake = () => (acknowledged >= enough ? done() : undefined);
      });
      await server().crash(kills % 2 === 0 ? 'kill' : 'immediate');
      kills++;
      await server().restart();
      looking = checkResumes(store, new Map(heard));
      await looking;
    }
    await recording;
    expect(heard.size).toBeGreaterThanOrEqual(MATCHES);
    await checkHolds(store, heard);
    await store.pack();
    await checkHolds(store, heard);
    await store.close();
  });

  const start = recorders(new URL('../../test/postgres-recorder.ts', import.meta.url));
  const schema = newSchema();

  test.concurrent.each(DEEP ? [0, 1, 2, 3] : [0, 1])(
    'of the program that records lose nothing that was acknowledged, group %i',
    async group => {
      const luck = rngFrom(group + 1);
      const all: Heard = new Map();
      for (let round = 0; round < (DEEP ? 50 : 5); round++) {
        const recorder = start(server().url(), schema, `${group * 100}`, `${MATCHES / 4}`);
        // the recorder may be further by then: it does not wait for its lines to be read
        await hear(round > 0 && luck(3) === 0 ? luck(3) : 20 + luck(200), recorder);
        await kill(recorder);
        const heard: Heard = new Map();
        listen(recorder, heard);
        for (const [name, one] of heard) all.set(name, one);
        const store = await createPostgresStore(server().url(), {
          schema,
          findGame: findChess.find,
        });
        await checkResumes(store, heard);
        await store.close();
      }
      const store = await createPostgresStore(server().url(), { schema, findGame: findChess.find });
      expect(all.size).toBeGreaterThanOrEqual(MATCHES / 4);
      await checkHolds(store, all);
      await store.close();
    },
  );
});

function listen({ lines }: Recorder, heard: Heard): void {
  for (const line of lines) {
    // the last may have been cut off
    const said = /^(\d+ \d+) (\d+) (b[a-z2-7]{58})$/.exec(line);
    if (said !== null) heard.set(said[1]!, { n: Number(said[2]), head: said[3]! });
  }
}

/** Each match can be replayed up to its acknowledged length, or further. */
const checkResumes = (store: PostgresStore, heard: Heard): Promise<void> =>
  each(heard, async (match, { n, head }) => {
    const { chain } = unwrap(await loadMatch(store, match, findChess.find));
    expect(chain.last.n).toBeGreaterThanOrEqual(n);
    let { last } = chain;
    while (last.n > n) last = last.before!;
    expect(formatCid(idOf(last.digest))).toBe(head);
  });

/** The records of all matches hold, to the last node. */
const checkHolds = (store: PostgresStore, heard: Heard): Promise<void> =>
  each(heard, async match => {
    const head = await store.heads.get(match);
    const nodes = unwrap(await loadNodes(store, head!));
    const { fault } = await verify(nodes, findChess.find, { head: head!.digest });
    expect(fault).toBeNull();
  });

/** Looks at several matches at once. */
async function each(
  heard: Heard,
  look: (match: Cid, one: { readonly n: number; readonly head: string }) => Promise<void>,
): Promise<void> {
  const rest = [...heard];
  const hands = Array.from({ length: 8 }, async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop())
      await look(matchNamed(next[0]), next[1]);
  });
  await Promise.all(hands);
}

function matchNamed(name: string): Cid {
  const [table, round] = name.split(' ').map(Number) as [number, number];
  return matchOf(table, round);
}
