/**
 * All signatures of many signed matches, checked by the threads of `kifu verify` with everything else that a record says, against the
 * bare Ed25519 check of `node:crypto` in as many threads: by the wall clock, slice by slice in turn.
 */
import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { bytesToHex, draw, formatFault, type Game, moveAct, unwrap } from '@kifu/core';
import * as games from '@kifu/games';
import { chess } from '@kifu/games/chess';
import { append, begin, draftEnd, end, headOf, nodesOf } from '@kifu/record';
import type { NodeSource } from '@kifu/record/file';
import { endingMessage, intentMessage, publicKeyOf, sign } from '@kifu/record/sign';
import { createRecordWorkers } from '../packages/cli/src/record-workers/pool.ts';
import { type Figure, figuresOf } from './measure.ts';

const MATCHES = 1000;
const PLIES = 80;
/** Matches that one side checks before it is the turn of the other. */
const SLICE = 100;
const THREADS = availableParallelism();

const game = chess.game as Game;
const SECRETS = [1, 2].map(n => new Uint8Array(32).fill(n));

/** A match that both players signed from the header to the ending, and its signatures with what they are of. */
interface SignedMatch {
  readonly source: NodeSource;
  readonly signatures: readonly Signature[];
}

interface Signature {
  readonly key: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Checks matches, and says how many milliseconds that took. */
type Check = (matches: readonly SignedMatch[]) => Promise<number>;

export async function* bench(): AsyncGenerator<Figure> {
  const keys = await Promise.all(SECRETS.map(publicKeyOf));
  const matches: SignedMatch[] = [];
  for (let seed = 1; matches.length < MATCHES; seed++) matches.push(await makeMatch(keys, seed));
  const [records, bare] = [startRecords(), startBare()];
  const sides = [records, bare].map(({ check }) => ({ check, rates: [] as number[] }));
  for (const { check } of sides) await rate(matches.slice(0, SLICE), check); // warm up
  for (let i = 0; i < MATCHES; i += SLICE)
    for (const { check, rates } of i % (2 * SLICE) === 0 ? sides : sides.toReversed())
      rates.push(await rate(matches.slice(i, i + SLICE), check));
  await Promise.all([records.close(), bare.close()]);
  const [ours, theirs] = sides.map(({ rates }) => rates) as [number[], number[]];
  yield* figuresOf({ bench: 'record', figure: 'verify-signed', unit: 'signatures/s' }, ours, {
    'node:crypto': theirs,
  });
}

/** Signatures per second. */
async function rate(matches: readonly SignedMatch[], check: Check): Promise<number> {
  const ms = await check(matches);
  const count = matches.reduce((sum, { signatures }) => sum + signatures.length, 0);
  return (count / ms) * 1000;
}

interface Side {
  readonly check: Check;
  close(): Promise<unknown>;
}

function startRecords(): Side {
  const known = { names: games.gameNames, load: games.loadKit, module: MODULE };
  const workers = createRecordWorkers({ games: known, threads: THREADS });
  const checkNext = async (left: Iterator<SignedMatch>): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const { source, signatures } = next.value;
      const [done] = await workers.run({ record: source }, { do: 'verify', signatures: 'all' });
      if (done!.fault !== null) throw new Error(formatFault(done!.fault));
      if (done!.checks!.checked.signatures !== signatures.length)
        throw new Error('not all checked');
    }
  };
  return {
    async check(matches) {
      const from = performance.now();
      const left = matches.values();
      await Promise.all(Array.from({ length: workers.appetite }, () => checkNext(left)));
      return performance.now() - from;
    },
    close: () => workers.close(),
  };
}

const MODULE = import.meta.resolve('@kifu/games');

function startBare(): Side {
  const threads = Array.from({ length: THREADS }, () => new Worker(new URL(import.meta.url)));
  return {
    async check(matches) {
      const answers = threads.map(async (thread, i) => {
        const mine = matches.filter((_, n) => n % THREADS === i);
        thread.postMessage(mine.map(({ signatures }) => signatures));
        const [ms] = await once(thread, 'message');
        return ms as number;
      });
      return Math.max(...(await Promise.all(answers)));
    },
    close: () => Promise.all(threads.map(thread => thread.terminate())),
  };
}

/** In a thread of the bare side: checks signatures that have come, and says how long that alone took, sending and keys aside. */
function checkBare(signatures: readonly Signature[]): number {
  const keys = new Map(
    signatures.map(({ key }) => {
      const x = Buffer.from(key).toString('base64url');
      const jwk = { kty: 'OKP', crv: 'Ed25519', x };
      return [x, createPublicKey({ key: jwk, format: 'jwk' })] as const;
    }),
  );
  const keyed = signatures.map(one => ({
    ...one,
    key: keys.get(Buffer.from(one.key).toString('base64url'))!,
  }));
  const from = performance.now();
  for (const { key, message, signature } of keyed)
    if (!verify(null, message, key, signature)) throw new Error('a signature is not good');
  return performance.now() - from;
}

if (!isMainThread)
  parentPort!.on('message', (matches: readonly (readonly Signature[])[]) =>
    parentPort!.postMessage(checkBare(matches.flat())),
  );

/** Any legal moves, and a decree that both signed where they led to nothing. */
async function makeMatch(keys: readonly Uint8Array[], firstSeed: number): Promise<SignedMatch> {
  const signatures: Signature[] = [];
  const signBy = async (seat: number, message: Uint8Array): Promise<Uint8Array> => {
    const signature = await sign(SECRETS[seat]!, message);
    signatures.push({ key: keys[seat]!, message, signature });
    return signature;
  };
  let { chain } = unwrap(begin<unknown>(game, headerOf(keys, firstSeed)));
  let seed: number = firstSeed;
  for (let n = 0; n < 2 + PLIES && chain.table.outcome === null; n++) {
    const seat = n % 2;
    const legal = n < 2 ? [] : [...game.legal(chain.table.state, seat)];
    const [at, after] = draw(seed, Math.max(1, legal.length));
    seed = after as number;
    const act = n < 2 ? ({ type: 'resume' } as const) : moveAct(game, legal[at]!);
    const { match } = chain.table;
    const { n: seen, digest } = chain.last;
    const [seq, ms] = [1 + (n >> 1), 1000 * n];
    const intent = { match, seat, seq, seen: digest, act, when: { ms, at: null } };
    const signed = { seq, seen, signature: await signBy(seat, intentMessage(intent)) };
    ({ chain } = unwrap(append(chain, { seat, act, ms, signed })));
  }
  const outcome = { result: 'draw', winners: [], points: null, reason: 'decree' } as const;
  const how = { ms: chain.table.lastMs, ...(chain.table.outcome === null ? { outcome } : {}) };
  const message = endingMessage(unwrap(draftEnd(chain, how)).node);
  const signed = [];
  for (const seat of [0, 1]) signed.push({ seat, signature: await signBy(seat, message) });
  const ended = unwrap(end(chain, { ...how, signed }));
  const [nodes, head] = [nodesOf(ended), headOf(ended)];
  const source = { name: '', form: 'car', losses: [], nodes, head, remarks: null };
  return { source, signatures };
}

const headerOf = (keys: readonly Uint8Array[], seed: number) => ({
  game: 'chess',
  version: 1,
  options: {},
  players: keys.map((key, seat) => ({ seat, name: `Player ${seat}`, key: bytesToHex(key) })),
  seed: null,
  start: null,
  startedAt: '2026-01-01',
  tags: {},
  terms: {
    nonce: `${seed}`.padStart(32, '0'),
    ...{ rated: false, clock: null, referee: null, fair: null, hashEvery: 16, branch: null },
  },
});
