/**
 * All signatures of many signed matches, checked by the threads of `kifu verify` with everything else that a record says, against the
 * bare Ed25519 check of `node:crypto` in as many threads: by the wall clock, slice by slice in turn.
 */
import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { formatFault } from '@kifu/core';
import * as games from '@kifu/games';
import { headOf, nodesOf, verifyUnsigned } from '@kifu/record';
import type { NodeSource } from '@kifu/record/file';
import { createRecordWorkers } from '../packages/cli/src/record-workers/pool.ts';
import { type Figure, figuresOf, progress, sumOf, takeTurns } from './measure.ts';
import { signedMatch } from './records.ts';

const MATCHES = 1000;
const PLIES = 80;
/** Matches that one side checks before it is the turn of the other. */
const SLICE = 100;
const THREADS = availableParallelism();

/** A match that both players signed from the header to the ending, and its signatures with what they are of. */
interface SignedMatch {
  readonly source: NodeSource;
  readonly signatures: readonly Signature[];
}

interface Signature {
  /** Hex. */
  readonly key: string;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Checks matches, and says how many milliseconds that took. */
type Check = (matches: readonly SignedMatch[]) => Promise<number>;

export async function* bench(): AsyncGenerator<Figure> {
  const matches: SignedMatch[] = [];
  while (matches.length < MATCHES) {
    progress(`signing match ${matches.length} of ${MATCHES}`);
    matches.push(await makeMatch(matches.length));
  }
  const [records, bare] = [startRecords(), startBare()];
  /** Signatures per second, slice by slice; the first slice warms up. */
  const rate = ({ check }: Side) => {
    let at = -SLICE;
    return async () => {
      const slice = matches.slice(Math.max(0, at), Math.max(0, at) + SLICE);
      at += SLICE;
      const ms = await check(slice);
      return (sumOf(slice.map(({ signatures }) => signatures.length)) / ms) * 1000;
    };
  };
  const sides = { ours: rate(records), 'node:crypto': rate(bare) };
  const { ours, ...peers } = await takeTurns('verify-signed', MATCHES / SLICE, sides);
  await Promise.all([records.close(), bare.close()]);
  yield* figuresOf('verify-signed', 'signatures/s', ours, peers);
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
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'hex').toString('base64url') };
      return [key, createPublicKey({ key: jwk, format: 'jwk' })] as const;
    }),
  );
  const from = performance.now();
  for (const { key, message, signature } of signatures)
    if (!verify(null, message, keys.get(key)!, signature))
      throw new Error('a signature is not good');
  return performance.now() - from;
}

if (!isMainThread)
  parentPort!.on('message', (matches: readonly (readonly Signature[])[]) =>
    parentPort!.postMessage(checkBare(matches.flat())),
  );

async function makeMatch(i: number): Promise<SignedMatch> {
  const { chain, plan } = await signedMatch(i, PLIES);
  const [nodes, head] = [nodesOf(chain), headOf(chain)];
  const { claims } = verifyUnsigned(plan.game, nodes);
  return {
    source: { name: '', form: 'car', losses: [], nodes, head, remarks: null },
    signatures: claims.map(({ key, message, signature }) => ({
      ...{ key, message: message(), signature },
    })),
  };
}
