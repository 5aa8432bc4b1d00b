/** A log published turn by turn, while the game is played. */
import {
  type Cid,
  type Fault,
  fail,
  formatCid,
  isSameCid,
  ok,
  parseAnyCid,
  type Result,
} from '@kifu/core';
import type { Move } from '../move-codec.ts';
import { parseUci } from '../uci.ts';
import { addEnd, addMove, type DraftResult, emptyDraft, type LogDraft } from './draft.ts';
import { formOf, type LogBlock } from './form.ts';
import { type LogForm, type LogResult, refuse } from './node.ts';
import { type GetBlock, type ReadOptions, readLog } from './read.ts';
import { toWanted } from './verify.ts';

/**
 * Where nodes are published. `add` should return only when the bytes are safe (in a journal on disk, say), and gives the
 * content id under which they can be had.
 */
export interface LogPort {
  add(bytes: Uint8Array): Promise<Cid | string>;
}

/** A log that is being written. Calls take effect in the order in which they are made. */
export interface LogWriter {
  /** Plays a move. A node is published when Black has answered, or when White's move ends the game. */
  move(move: Move | string): Promise<Result<Published>>;
  /** Ends the game otherwise than by a move. */
  end(result: LogResult): Promise<Result<Published>>;
  /** Tries again to store what the port has not taken yet; so does every other call. */
  retry(): Promise<Published>;
}

/** Where a log stands after a call. */
export interface Published {
  /** The newest node: what its bytes hash to, even if the port gave another id. Null before the first. */
  readonly root: Cid | null;
  /** Nodes that are not stored under their id yet, the oldest first: the caller keeps these to lose nothing. */
  readonly unstored: readonly LogBlock[];
  /** Why the port did not take the last of them that was tried; null if it took all. */
  readonly fault: Fault | null;
}

/** Begins a log. */
export const createLogWriter = (
  port: LogPort,
  { form = 'json' }: { readonly form?: LogForm } = {},
): LogWriter => writeOn(emptyDraft(form), port);

/** Carries on a log from its newest published node, after a crash for example; not where it has its result. */
export async function resumeLog(
  root: Cid | string,
  get: GetBlock,
  port: LogPort,
  options: ReadOptions = {},
): Promise<Result<LogWriter>> {
  const wanted = toWanted(root);
  if (!wanted.ok) return wanted;
  const { cid } = wanted.value;
  const report = await readLog(cid, get, options);
  if (!report.ok) return report;
  const { fault, complete, moves, state } = report.value;
  if (fault !== null) return { ok: false, fault };
  if (complete) return fail('game-over', 'the log has its result, nothing can follow');
  // without a result all nodes are pairs
  const n = moves.length / 2;
  return ok(
    writeOn({ form: formOf(cid.codec), state, n, pending: null, root: cid, ended: false }, port),
  );
}

function writeOn(from: LogDraft, port: LogPort): LogWriter {
  let draft = from;
  let unstored: readonly LogBlock[] = [];
  let storing: Promise<unknown> = Promise.resolve();

  /** The game continues whether or not the port accepts the node: the next node links to what was played. */
  async function take(drafted: Result<DraftResult>): Promise<Result<Published>> {
    if (!drafted.ok) return drafted;
    const { block } = drafted.value;
    draft = drafted.value.draft;
    if (block !== null) unstored = [...unstored, block];
    return ok(await store());
  }

  /** One after the other, so that no node is stored before the one it names. */
  function store(): Promise<Published> {
    const { root } = draft;
    const done = storing.then(async () => {
      const { stored, fault } = await storeAll(port, unstored);
      unstored = unstored.filter(block => !stored.has(block));
      return { root, unstored, fault };
    });
    storing = done;
    return done;
  }

  return {
    async move(move) {
      const parsed = typeof move === 'string' ? parseUci(move) : ok(move);
      return parsed.ok ? take(addMove(draft, parsed.value)) : parsed;
    },
    end: async result => take(addEnd(draft, result)),
    retry: store,
  };
}

interface Stored {
  readonly stored: ReadonlySet<LogBlock>;
  readonly fault: Fault | null;
}

/** Offers blocks to the port, up to the first that it fails at. */
async function storeAll(port: LogPort, blocks: readonly LogBlock[]): Promise<Stored> {
  const stored = new Set<LogBlock>();
  let fault: Fault | null = null;
  for (const block of blocks) {
    try {
      const wrong = refuseId(await port.add(block.bytes), block.cid);
      if (wrong === null) stored.add(block);
      else fault = wrong;
    } catch (cause) {
      return { stored, fault: fail('unwritable', `the node was not stored: ${cause}`).fault };
    }
  }
  return { stored, fault };
}

/** What is wrong with the id that a port gave; a store with other defaults wraps the bytes and gives another. */
function refuseId(id: Cid | string, expected: Cid): Fault | null {
  const given = typeof id === 'string' ? parseAnyCid(id) : ok(id);
  if (given.ok && isSameCid(given.value, expected)) return null;
  const what = typeof id === 'string' ? id.slice(0, 80) : formatCid(id);
  const message = `the node is ${formatCid(expected)}, the store gave ${what}: ask it for CIDv1 and raw leaves`;
  return refuse('cid-mismatch', message).fault;
}
