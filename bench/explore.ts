/**
 * The explorer on a library of `KIFU_EXPLORE` generated games (default 100,000): games walk down a tree of moves in which few are common and most
 * seldom, and become unique after a while, as those of people do. Positions are asked for as often as games reach them, so that
 * common ones come up most. What ends in `-cpu` counts the processor time of all threads, which a busy machine changes less. `first` is what the first to ask for a position waits; `explore` is what everyone after that does.
 */
import { createHash } from 'node:crypto';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cid, NO_FACTS, type Outcome, type Rng, rngFrom } from '@kifu/core';
import type { ToList } from '@kifu/record/store';
import { createSqliteStore, type SqliteStore } from '@kifu/stores/sqlite';
import { type Figure, figuresOf, progress } from './measure.ts';

const GAMES = Number(process.env.KIFU_EXPLORE ?? 100_000);
const AT_ONCE = 4096;
const PLIES = 60;
/** Moves at each position. */
const MOVES = 24;
const QUESTIONS = 400;

export async function* bench(): AsyncGenerator<Figure> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  const store = await createSqliteStore(join(folder.path, 'library.sqlite'), { isBulk: true });
  for (let n = 0; n < GAMES; n += AT_ONCE) {
    progress(`listing game ${n} of ${GAMES}`);
    const some = Array.from({ length: Math.min(AT_ONCE, GAMES - n) }, (_, i) => gameOf(n + i));
    await Promise.all(some.map(game => store.library.list(game)));
  }
  yield* ask(store);
  await store.close();
}

async function* ask(store: SqliteStore): AsyncGenerator<Figure> {
  const luck = rngFrom(11);
  const paths = Array.from({ length: QUESTIONS }, () => pathOf(luck(GAMES)).slice(0, luck(PLIES)));
  const [first, again, narrowed]: [number[], number[], number[]] = [[], [], []];
  const [firstCpu, cpu]: [number[], number[]] = [[], []];
  for (const [i, path] of paths.entries()) {
    if (i % 50 === 0) progress(`question ${i} of ${QUESTIONS}`);
    const question = {
      position: keyOf(path),
      next: Array.from({ length: MOVES }, (_, move) => keyOf([...path, move])),
      query: { game: 'chess' },
    };
    const began = cpuMs();
    first.push(await timeOf(() => store.library.explore(question)));
    const answered = cpuMs();
    again.push(await timeOf(() => store.library.explore(question)));
    firstCpu.push(answered - began);
    cpu.push(cpuMs() - answered);
    const query = { game: 'chess', minRating: 1500 + luck(600) };
    narrowed.push(await timeOf(() => store.library.explore({ ...question, query })));
  }
  for (const [name, times] of Object.entries({
    first,
    'first-cpu': firstCpu,
    explore: again,
    'explore-cpu': cpu,
    filtered: narrowed,
  })) {
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor(share * (times.length - 1))]!;
    yield* figuresOf(`${name}-median`, 'ms', [at(0.5)]);
    yield* figuresOf(`${name}-p95`, 'ms', [at(0.95)]);
    yield* figuresOf(`${name}-longest`, 'ms', [at(1)]);
  }
  yield* figuresOf('games', 'games', [GAMES]);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The first of the moves is the most frequent. */
const choose = (luck: Rng): number => Math.floor(MOVES ** (luck(1 << 20) / (1 << 20))) - 1;

/** The moves of a game. */
function pathOf(n: number): readonly number[] {
  const luck = rngFrom(Math.imul(n + 1, 0x9e3779b1) >>> 1);
  return Array.from({ length: PLIES }, () => choose(luck));
}

const digestOf = (text: string): Uint8Array => createHash('sha256').update(text).digest();
const keyOf = (path: readonly number[]): Uint8Array => digestOf(path.join(' ')).subarray(0, 8);
const cid = (text: string): Cid => ({ version: 1, codec: 'dag-cbor', digest: digestOf(text) });

function gameOf(n: number): ToList {
  const path = pathOf(n);
  const luck = rngFrom(n + 1);
  const result = luck(3);
  const outcome: Outcome =
    result === 2
      ? { result: 'draw', winners: [], points: null, reason: 'agreement' }
      : { result: 'win', winners: [result], points: null, reason: 'resignation' };
  return {
    match: cid(`match ${n}`),
    head: cid(`head ${n}`),
    game: 'chess',
    players: [`Player ${luck(10_000)}`, `Player ${luck(10_000)}`],
    startedAt: new Date(1_500_000_000_000 + 200_000 * n).toISOString(),
    entries: PLIES,
    outcome,
    rated: true,
    source: 'bench',
    visibility: 'public',
    opening: [],
    facts: { ...NO_FACTS, ratings: [1200 + luck(1200), 1200 + luck(1200)] },
    positions: Buffer.concat(Array.from({ length: PLIES + 1 }, (_, k) => keyOf(path.slice(0, k)))),
  };
}
